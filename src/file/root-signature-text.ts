/**
 * Detects the text of a root signature: a separate file, or HLSL that defines a macro with one (`#define NAME "CBV(b0),
 * ..."`).
 *
 * Not for: parsing it (assemble).
 */
import { latin1Text } from '../base/words.ts';
import { skipBlanks, textStart } from './text-format.ts';

/** The beginnings of an entry; the language ignores case. */
const ENTRY = '(?:RootFlags|RootConstants|CBV|SRV|UAV|DescriptorTable|StaticSampler) *\\(';
const BEGINS_WITH_PROFILE = /^rootsig_1_[01](?!\w)/;
const BEGINS_WITH_ENTRY = new RegExp(`^${ENTRY}`, 'i');
const STRING_WITH_ENTRY = new RegExp(`" *${ENTRY}`, 'i');
/** A definition of a macro without parameters. */
const DEFINITION = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?=[ \t\\])/gm;

/** The longest beginning that is tried, in bytes. */
const BEGINNING = 64;

const LF = 0x0a;
const CR = 0x0d;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/**
 * Returns the profile of the text of a root signature; an empty string when the text names none, and undefined for any
 * other text.
 */
export function rootSignatureProfile(bytes: Uint8Array): string | undefined {
  const at = skipBlanks(bytes, textStart(bytes));
  const beginning = latin1Text(bytes, at, Math.min(at + BEGINNING, bytes.byteLength));
  const profile = BEGINS_WITH_PROFILE.exec(beginning);
  if (profile) return profile[0];
  if (BEGINS_WITH_ENTRY.test(beginning)) return '';
  if (bytes.indexOf(QUOTE) < 0) return undefined;
  const text = latin1Text(bytes, 0, bytes.byteLength);
  return STRING_WITH_ENTRY.test(text) && macrosOf(text).some(({ hasString }) => hasString) ? '' : undefined;
}

/** A macro without parameters. */
export interface MacroDefinition {
  readonly name: string;
  /** Offset of its name in the definition. */
  readonly at: number;
  /** Whether a string begins in the definition. */
  readonly hasString: boolean;
}

/** The macros that an HLSL source defines, in their order. */
export function macrosOf(text: string): MacroDefinition[] {
  const found: MacroDefinition[] = [];
  for (const match of text.matchAll(DEFINITION)) {
    const name = match[1]!;
    const end = match.index + match[0].length;
    found.push({ name, at: end - name.length, hasString: hasStringAt(text, end) });
  }
  return found;
}

/** Whether there is a quote between `at` and the end of its line, which a backslash joins with the next one. */
function hasStringAt(text: string, at: number): boolean {
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return true;
    if (code === LF && text.charCodeAt(text.charCodeAt(i - 1) === CR ? i - 2 : i - 1) !== BACKSLASH) return false;
  }
  return false;
}
