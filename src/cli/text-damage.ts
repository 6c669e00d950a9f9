/**
 * Recognizes compiled shaders that something converted as if they were text: Git, FTP, editors, and `>` of PowerShell. Each conversion is
 * tried backwards; the result must be as long as its header says.
 *
 * Not for: repairing files, because some conversions lose bytes.
 */
import { u32At } from '../base/words.ts';
import { isContainer } from '../container/dxbc.ts';
import { detectBinaryFormat } from '../file/detect-format.ts';

const CR = 0x0d;
const LF = 0x0a;
/** Offset of the size in the header of a container. */
const SIZE_OFFSET = 24;
/** The last DWORD of a token stream of models 1-3. */
const END_TOKEN = 0xffff;
/** Longer files are not searched: the longest shaders have some 100 KB. */
const MAX_SIZE = 2 ** 24;

/** What happened to a shader. */
export interface TextDamage {
  readonly name: string;
  readonly hint: string;
}

const AGAIN = 'get the file again';

/** Conversions, and how to take each back; undefined where it cannot have been that one. */
const CONVERSIONS: readonly (TextDamage & { readonly undo: (bytes: Uint8Array) => Uint8Array | undefined })[] = [
  {
    name: 'a compiled shader with line ends that were converted as in a text (LF to CR LF)',
    hint: `${AGAIN}; in Git, the line "*.cso binary" of .gitattributes prevents it`,
    undo: withoutCarriageReturns,
  },
  {
    name: 'a compiled shader with the byte order mark of a text before it',
    hint: `${AGAIN}, or remove the first 3 bytes`,
    undo: (bytes) => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : undefined),
  },
  {
    name: 'a compiled shader that was converted to UTF-8 as if it was a text',
    hint: `${AGAIN}, and copy it as binary data`,
    undo: (bytes) => charactersOf(bytes, 'utf-8'),
  },
  {
    name: 'a compiled shader that was converted to UTF-16 as if it was a text, as > of PowerShell does',
    hint: 'write it with -o FILE of the command that makes it',
    undo: (bytes) => charactersOf(bytes, 'utf-16le'),
  },
];

const LOST: TextDamage = {
  name: 'a compiled shader that was read as UTF-8 text, which has lost bytes',
  hint: `${AGAIN}, and copy it as binary data`,
};

/** What happened to the shader in `bytes`; undefined if it is whole, or something else. */
export function textDamage(bytes: Uint8Array): TextDamage | undefined {
  if (bytes.byteLength > MAX_SIZE || isWhole(bytes)) return undefined;
  const conversion = CONVERSIONS.find(({ undo }) => {
    const original = undo(bytes);
    return original !== undefined && isWhole(original);
  });
  if (conversion !== undefined) return conversion;
  return isContainer(bytes) && isUtf8WithReplacements(bytes) ? LOST : undefined;
}

/** Whether a shader ends where its first or last DWORDs say. */
function isWhole(bytes: Uint8Array): boolean {
  const size = bytes.byteLength;
  if (isContainer(bytes)) return size > SIZE_OFFSET + 4 && u32At(bytes, SIZE_OFFSET) === size;
  return size % 4 === 0 && detectBinaryFormat(bytes)?.format === 'sm1' && u32At(bytes, size - 4) === END_TOKEN;
}

function withoutCarriageReturns(bytes: Uint8Array): Uint8Array | undefined {
  const kept = bytes.filter((byte, at) => byte !== CR || bytes[at + 1] !== LF);
  return kept.byteLength === bytes.byteLength ? undefined : kept;
}

/** The characters of a text as bytes; undefined if it is none, or has characters that are no bytes. */
function charactersOf(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le'): Uint8Array | undefined {
  const text = decoded(bytes, encoding);
  if (text === undefined || /[^\0-\xff]/.test(text)) return undefined;
  return Buffer.from(text, 'latin1');
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Fewer U+FFFD may be in a shader by chance. */
const MIN_REPLACEMENTS = 4;

function isUtf8WithReplacements(bytes: Uint8Array): boolean {
  const text = decoded(bytes, 'utf-8');
  return text !== undefined && text.split('\ufffd').length > MIN_REPLACEMENTS;
}
