/**
 * Detects the format of a file from its content, never from its name.
 *
 * Not for: validating or reading the file. Damaged files have a format, too. Shaders embedded in other files are not
 * searched for.
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import {
  isSm1Version,
  ROOT_SIGNATURE_PROFILES,
  SM1_END,
  SM1_PIXEL,
  SM1_VERSION,
  SM1_VERTEX,
  sm1Profile,
  sm4Profile,
} from '../base/profile.ts';
import { latin1Text, u32At } from '../base/words.ts';
import { dxilProfile } from '../chunks/dxil.ts';
import { type Container, isContainer, readChunkDirectory } from '../container/dxbc.ts';
import { programChunk } from '../container/shader-chunks.ts';
import { TAG } from '../container/tags.ts';
import { type CArray, readCArrays } from './c-array.ts';
import { listingProfile, looksLikeText, skipBlanks, textStart } from './text-format.ts';

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
function rootSignatureProfile(bytes: Uint8Array): string | undefined {
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

interface FormatRow {
  /** Name with its article, for messages. */
  readonly text: string;
  /** The feature that dxlens lacks to read the format; absent for formats that it reads. */
  readonly missing?: string;
}

/** Every file format that dxlens recognizes. */
export const FORMATS = {
  sm1: { text: 'a token stream of shader model 1-3' },
  tx: { text: 'a texture shader' },
  dxbc: { text: 'a DXBC container of shader model 4-5.1' },
  library: { text: 'a DXBC library (lib_4_0 to lib_5_0)' },
  'c-array': { text: 'C source with the bytes of a shader' },
  listing: {
    text: 'the text of a shader listing',
    missing: 'a reader of listings',
  },
  'root-signature': { text: 'a serialized root signature' },
  'root-signature-text': { text: 'the text of a root signature' },
  fx2: { text: 'an effect of Direct3D 9' },
  fx4: { text: 'an effect of Direct3D 10' },
  fx5: { text: 'an effect of Direct3D 11' },
  dxil: { text: 'a DXIL container of shader model 6', missing: 'a reader of DXIL, which is LLVM bitcode' },
  bitcode: { text: 'bare LLVM bitcode, as DXIL is', missing: 'a reader of LLVM bitcode' },
  unknown: { text: 'not recognized' },
} as const satisfies Record<string, FormatRow>;

/** A file format. {@link FORMATS} describes each. */
export type Format = keyof typeof FORMATS;

export interface FileFormat {
  readonly format: Format;
  /** The profile, such as `vs_2_x`, `cs_5_0` or `fx_4_1`; null where the file does not specify one. */
  readonly profile: string | null;
}

export function formatName({ format, profile }: FileFormat): string {
  return FORMATS[format].text + (profile === null ? '' : ` (${profile})`);
}

/**
 * Whether a file of this format can be assembled: the text of a root signature, or of a shader other than a texture
 * shader.
 */
export function isAssembly({ format, profile }: FileFormat): boolean {
  return format === 'root-signature-text' || (format === 'listing' && !profile?.startsWith('tx'));
}

export function isEffect(format: Format): boolean {
  return format === 'fx2' || format === 'fx4' || format === 'fx5';
}

/** Returns the feature that dxlens lacks to read files of `format`; undefined when it reads them. */
export function missingFor(format: Format): string | undefined {
  return (FORMATS[format] as FormatRow).missing;
}

/** First DWORD of a texture shader; this version is the only one (source: oracle). */
export const TX_VERSION = 0x5458_0100;
/** First DWORD of an effect compiled with fx_2_0 (source: oracle). */
const FX2_VERSION = 0xfeff_0901;
/** First DWORD of the same effect as XNA 4 stores it: the bytes up to the effect follow in the next DWORD. */
const FX2_XNA = 0xbcf0_0bcf;
/** First DWORD of an effect compiled with fx_5_0 (source: oracle). */
const FX5_VERSION = 0xfeff_2001;
/** `BC 0xC0DE` */
const LLVM_BITCODE = 0xdec0_4342;
/** The wrapper that bitcode may have. */
const LLVM_WRAPPER = 0x0b17_c0de;

/** First DWORD of the chunk of effects compiled with fx_4_x (source: oracle). */
const FX4_PROFILES: Readonly<Record<number, string>> = { 4278128641: 'fx_4_0', 4278128657: 'fx_4_1' };

/**
 * Returns the format of a file. Never throws on any bytes; takes linear time at most.
 *
 * @param source the complete file
 * @throws TypeError when `source` holds no bytes
 */
export function detectFormat(source: ByteSource): FileFormat {
  const bytes = toBytes(source, 'detectFormat');
  const { format, profile } = detectBinaryFormat(bytes) ?? detectTextFormat(bytes, new Diagnostics());
  return { format, profile };
}

/** The format of a binary file; undefined for a text or an unknown file. */
export function detectBinaryFormat(bytes: Uint8Array): FileFormat | undefined {
  if (isContainer(bytes)) {
    const container = readChunkDirectory(bytes, new Diagnostics());
    return container ? detectContainerFormat(container) : formatOf('dxbc');
  }
  if (bytes.byteLength < 4) return undefined;
  const first = u32At(bytes, 0);
  if (isSm1Version(first) && !isLetters(first)) return formatOf('sm1', sm1Profile(first));
  if (first === TX_VERSION) return formatOf('tx', 'tx_1_0');
  if (first === FX2_VERSION || first === FX2_XNA) return formatOf('fx2', 'fx_2_0');
  if (first === FX5_VERSION) return formatOf('fx5', 'fx_5_0');
  if (first === LLVM_BITCODE || first === LLVM_WRAPPER) return formatOf('bitcode');
  return undefined;
}

/** The lowest byte of a printable character. */
const PRINTABLE = 0x20;

/** Whether a version token of a function of a library is the beginning of a text: of `EXPLAIN` or `REPLACE`. */
function isLetters(token: number): boolean {
  const stage = SM1_VERSION.stage.get(token);
  return stage !== SM1_VERTEX && stage !== SM1_PIXEL && SM1_VERSION.major.get(token) >= PRINTABLE;
}

/** The format of a container: its chunk tags decide, and the version token of its program. */
export function detectContainerFormat(container: Container): FileFormat {
  const dxil = container.find(TAG.DXIL, TAG.ILDB);
  if (dxil) return formatOf('dxil', dxilProfile(u32At(dxil.data, 0)));
  const program = programChunk(container.chunks);
  if (program) return formatOf('dxbc', sm4Profile(u32At(program.data, 0)));
  if (container.find(TAG.LIBF, TAG.LIBH)) return formatOf('library');
  const effect = container.find(TAG.FX10);
  if (effect) return formatOf('fx4', FX4_PROFILES[u32At(effect.data, 0)]);
  const root = container.find(TAG.RTS0);
  if (root && container.chunks.length === 1)
    return formatOf('root-signature', ROOT_SIGNATURE_PROFILES[u32At(root.data, 0)]);
  const level9 = container.find(TAG.Aon9);
  return formatOf('dxbc', level9 && sm1Profile(u32At(level9.data, 4)));
}

function formatOf(format: Format, profile?: string): FileFormat {
  return { format, profile: profile ?? null };
}

/** The major versions of shader models 1 to 3. */
const SM1_MAJORS = [1, 2, 3];

/**
 * Whether the numbers of an array are a compiled shader. Lists of other numbers often begin like a version token (-1,
 * or a color in bytes), so a token stream in an array must have a version that exists and an end token.
 */
function isShaderArray(bytes: Uint8Array): boolean {
  const format = detectBinaryFormat(bytes)?.format;
  if (format !== 'sm1') return format !== undefined;
  if (!SM1_MAJORS.includes(SM1_VERSION.major.get(u32At(bytes, 0)))) return false;
  for (let at = 4; at + 4 <= bytes.byteLength; at += 4) if (u32At(bytes, at) === SM1_END) return true;
  return false;
}

export interface TextFormat extends FileFormat {
  /** The arrays of C source; empty for other text. */
  readonly arrays: readonly CArray[];
  /** The first of them that is a compiled shader. */
  readonly shader: CArray | undefined;
}

/**
 * The format of a file that is not binary.
 *
 * @param diagnostics receives what is wrong with the arrays of a C source
 */
export function detectTextFormat(bytes: Uint8Array, diagnostics: Diagnostics): TextFormat {
  const none = { arrays: [], shader: undefined };
  if (!looksLikeText(bytes)) return { ...formatOf('unknown'), ...none };
  const profile = listingProfile(bytes);
  if (profile !== undefined) return { ...formatOf('listing', profile), ...none };
  const reader = new Diagnostics();
  const arrays = readCArrays(bytes, reader);
  const shader = arrays.find((array) => isShaderArray(array.bytes));
  if (shader !== undefined) {
    for (const one of reader.list) diagnostics.list.push(one);
    return { ...formatOf('c-array'), arrays, shader };
  }
  const root = rootSignatureProfile(bytes);
  if (root !== undefined) return { ...formatOf('root-signature-text', root === '' ? undefined : root), ...none };
  return { ...formatOf('unknown'), ...none };
}
