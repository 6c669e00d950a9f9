/**
 * Names files that dxlens does not read by what they are, so that the message for a wrong file helps.
 *
 * Not for: formats that dxlens recognizes (file/detect-format.ts).
 */

import { type Diagnostic, Diagnostics, diagnostic } from '../base/diagnostics.ts';
import { latin1Text, u32At } from '../base/words.ts';
import { isContainer } from '../container/dxbc.ts';
import { DX0001 } from '../container/messages.ts';
import { readCArrays } from '../file/c-array.ts';
import { detectBinaryFormat } from '../file/detect-format.ts';
import { looksLikeText } from '../file/text-format.ts';
import { firstShaderIn } from '../find/carve.ts';
import { encodedRuns } from '../find/encoded-text.ts';
import { DX0019, DX0020 } from './messages.ts';

// Recognizes compiled shaders that something converted as if they were text: Git, FTP, editors, and `>` of PowerShell.
// Each conversion is tried backwards; the result must be as long as its header says.

const CR = 0x0d;
const LF = 0x0a;
/** Offset of the size in the header of a container. */
const SIZE_OFFSET = 24;
/** The last DWORD of a token stream of models 1-3. */
const END_TOKEN = 0xffff;
/** Longer files are not searched: the longest shaders have some 100 KB. */
const MAX_SIZE = 2 ** 24;

/** The conversion that damaged a shader. */
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

/** Returns the damage to the shader in `bytes`; undefined if it is intact, or no shader. */
export function textDamage(bytes: Uint8Array): TextDamage | undefined {
  if (bytes.byteLength > MAX_SIZE || isComplete(bytes)) return undefined;
  const conversion = CONVERSIONS.find(({ undo }) => {
    const original = undo(bytes);
    return original !== undefined && isComplete(original);
  });
  if (conversion !== undefined) return conversion;
  return isContainer(bytes) && isUtf8WithReplacements(bytes) ? LOST : undefined;
}

/** Whether a shader ends where its first or last DWORDs say. */
function isComplete(bytes: Uint8Array): boolean {
  const size = bytes.byteLength;
  if (isContainer(bytes)) return size > SIZE_OFFSET + 4 && u32At(bytes, SIZE_OFFSET) === size;
  return size % 4 === 0 && detectBinaryFormat(bytes)?.format === 'sm1' && u32At(bytes, size - 4) === END_TOKEN;
}

function withoutCarriageReturns(bytes: Uint8Array): Uint8Array | undefined {
  const restored = bytes.filter((byte, at) => byte !== CR || bytes[at + 1] !== LF);
  return restored.byteLength === bytes.byteLength ? undefined : restored;
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

// Encodings of text files: what editors and shells of Windows write becomes UTF-8 without a byte order mark.

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const UTF16_LE_MARK = [0xff, 0xfe];
const UTF16_BE_MARK = [0xfe, 0xff];

/**
 * The bytes of a text as UTF-8 without a byte order mark. PowerShell's `>` writes UTF-16 with one, Notepad may write
 * UTF-8 with one. Bytes without a mark stay as they are.
 */
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  if (startsWith(bytes, UTF8_MARK)) return bytes.subarray(UTF8_MARK.length);
  const encoding = utf16Of(bytes);
  return encoding === undefined ? bytes : new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}

function utf16Of(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, UTF16_LE_MARK)) return 'utf-16le';
  return startsWith(bytes, UTF16_BE_MARK) ? 'utf-16be' : undefined;
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

/** A format by the bytes that its files begin with; each character is a byte, `?` is any. */
interface Signature {
  readonly begins: string;
  readonly name: string;
  /** How to proceed with such a file. */
  readonly hint?: string;
}

const UNPACK = 'unpack it first';
const EXTRACT = 'dxlens extract finds the shaders inside';

/**
 * Formats of files that are stored together with shaders in games and engines (source: the specifications of the
 * formats).
 */
const SIGNATURES: readonly Signature[] = [
  { begins: '\x89PNG\r\n\x1a\n', name: 'a PNG image' },
  { begins: '\xff\xd8\xff', name: 'a JPEG image' },
  { begins: 'GIF8', name: 'a GIF image' },
  { begins: 'DDS ', name: 'a DDS texture' },
  { begins: '\xabKTX 11', name: 'a KTX texture' },
  { begins: '\xabKTX 20', name: 'a KTX 2 texture' },
  { begins: 'BM????\0\0\0\0', name: 'a BMP image' },
  { begins: '\x03\x02\x23\x07', name: 'SPIR-V of Vulkan or OpenGL' },
  { begins: '\x07\x23\x02\x03', name: 'SPIR-V of Vulkan or OpenGL' },
  { begins: 'MTLB', name: 'a Metal library' },
  { begins: 'PK\x03\x04', name: 'a ZIP archive', hint: EXTRACT },
  { begins: '\x1f\x8b', name: 'gzip data', hint: EXTRACT },
  { begins: '\x28\xb5\x2f\xfd', name: 'zstd data', hint: EXTRACT },
  { begins: 'BZh', name: 'bzip2 data', hint: EXTRACT },
  { begins: '\xfd7zXZ\0', name: 'xz data', hint: EXTRACT },
  { begins: '7z\xbc\xaf\x27\x1c', name: 'a 7z archive', hint: EXTRACT },
  { begins: 'UnityFS\0', name: 'a Unity bundle', hint: EXTRACT },
  { begins: '\x34\x12\xaa\x55', name: 'a VPK archive of Valve', hint: EXTRACT },
  { begins: 'Rar!\x1a\x07', name: 'a RAR archive', hint: UNPACK },
  { begins: 'XNB', name: 'an XNB file of XNA', hint: EXTRACT },
  { begins: 'MGFX', name: 'an effect of MonoGame', hint: EXTRACT },
  { begins: 'MZ', name: 'a Windows program or DLL' },
  { begins: '\x7fELF', name: 'an ELF program or library' },
  { begins: '\0asm', name: 'a WebAssembly module' },
  { begins: '%PDF', name: 'a PDF document' },
  { begins: 'RIFF', name: 'a RIFF file, such as a sound' },
  { begins: 'OggS', name: 'an Ogg file' },
];

/** The name of HLSL in messages. */
export const HLSL = 'HLSL source';
const COMPILE = 'compile it first, such as: dxlens compile -T ps_5_0 -o shader.cso FILE';

/** Text formats by their content; the first that matches counts. */
const TEXT_FORMATS: readonly { readonly matches: RegExp; readonly name: string; readonly hint?: string }[] = [
  { matches: /^\s*#version\s+\d+/m, name: 'GLSL source', hint: 'dxlens reads compiled shaders of Direct3D only' },
  { matches: /^\s*@(vertex|fragment|compute)\b|\bfn\s+\w+\s*\(.*->/m, name: 'WGSL source' },
  { matches: /^\s*(using namespace metal|#include\s*<metal_stdlib>)/m, name: 'Metal source' },
  {
    matches:
      /:\s*(SV_\w+|register\s*\(|COLOR\d*\b|POSITION\d*\b|TEXCOORD\d*\b|NORMAL\d*\b|VPOS\b)|\b[cst]buffer\s+\w+|\btechnique\w*\s+\w+|\b(Texture(1|2|3)D|TextureCube|SamplerState|sampler2D|RWStructuredBuffer)\b/,
    name: HLSL,
    hint: COMPILE,
  },
  { matches: /^\s*[{[][\s\S]*[}\]]\s*$/, name: 'JSON or the like' },
  { matches: /^\s*<(\?xml|!doctype|html)/i, name: 'XML or HTML' },
  {
    matches: /^version https:\/\/git-lfs\./,
    name: 'a pointer of Git LFS',
    hint: 'git lfs pull gets the file',
  },
  // "DXBC", or a version token of models 1-3.
  {
    matches: /^\s*(RFhCQ|A[AQgw][HLP][+/]\/)[\w+/\s]*=*\s*$/,
    name: 'base64 text of a compiled shader',
    hint: EXTRACT,
  },
  {
    matches: /^\s*(44584243|0[0-9a-f]0[1-3]f[ef]ff)[0-9a-f\s]*$/i,
    name: 'hexadecimal text of a compiled shader',
    hint: EXTRACT,
  },
  {
    matches: /^0+:?\s+(44 ?58 ?42 ?43|0[0-9a-f] ?0[1-3] ?f[ef] ?ff)/i,
    name: 'a hexadecimal dump of a compiled shader',
    hint: 'decode it first: xxd -r FILE shader.cso',
  },
];

/** Characters of a text that are searched. */
const TEXT_START = 0x1_0000;

/** A format that dxlens does not read. */
interface ForeignFormat {
  readonly name: string;
  /** How to proceed with such a file. */
  readonly hint?: string;
}

/**
 * Names the format of a file that dxlens does not recognize; undefined if it is unknown. Where there are shaders in it,
 * the hint is to extract them.
 */
export function foreignFormat(bytes: Uint8Array): ForeignFormat | undefined {
  const format = formatByBeginning(bytes);
  if (format?.hint === EXTRACT) return format;
  if (looksLikeText(withoutByteOrderMark(bytes))) {
    if (holdsShaderArray(bytes)) return SOURCE_WITH_SHADERS;
    return holdsEncodedShader(bytes) ? { name: format?.name ?? 'text', hint: EXTRACT } : format;
  }
  const first = firstShaderIn(bytes);
  if (first === undefined) return format;
  return { name: format?.name ?? 'a file of an unknown format', hint: `${EXTRACT}; the first begins at ${first}` };
}

const SOURCE_WITH_SHADERS: ForeignFormat = {
  name: 'source code with shaders inside of arrays of numbers',
  hint: EXTRACT,
};

/** Whether a text has an array of numbers with a shader after other bytes. */
function holdsShaderArray(bytes: Uint8Array): boolean {
  return readCArrays(bytes, new Diagnostics()).some((array) => firstShaderIn(array.bytes) !== undefined);
}

/** Whether a text has a shader in hexadecimal digits or in Base64. */
function holdsEncodedShader(bytes: Uint8Array): boolean {
  for (const run of encodedRuns(bytes)) if (firstShaderIn(run.bytes) !== undefined) return true;
  return false;
}

function formatByBeginning(bytes: Uint8Array): ForeignFormat | undefined {
  const begins = latin1Text(bytes, 0, Math.min(bytes.byteLength, 16));
  const signature = SIGNATURES.find(({ begins: expected }) =>
    [...expected].every((character, index) => character === '?' || character === begins[index]),
  );
  if (signature !== undefined) return signature;
  const beginning = beginningOf(begins);
  if (beginning !== undefined)
    return {
      name: `the start of ${beginning} (${bytes.byteLength} bytes)`,
      hint: 'the file is cut off: get the whole file',
    };
  const unmarked = withoutByteOrderMark(bytes);
  if (unmarked !== bytes && unmarked.subarray(0, TEXT_START).includes(0))
    return {
      name: 'binary data that was converted to UTF-16 as if it was a text, as > of PowerShell does',
      hint: 'write it with -o FILE of the command that makes it',
    };
  if (!looksLikeText(unmarked)) return undefined;
  const text = latin1Text(unmarked, 0, Math.min(unmarked.byteLength, TEXT_START));
  return TEXT_FORMATS.find(({ matches }) => matches.test(text)) ?? { name: 'text' };
}

/** Fewer bytes may be the start of anything. */
const MIN_BEGINNING = 2;

/** The format of a file that ends before its signature does; undefined for other files. */
function beginningOf(begins: string): string | undefined {
  if (begins.length < MIN_BEGINNING) return undefined;
  const [, major = 0, type = 0, ...others] = Buffer.from(begins, 'latin1');
  // The version token without its last byte.
  if (major >= 1 && major <= 3 && type >= 0xfe && others.length === 0) return 'a token stream of shader model 1-3';
  const known = [
    { begins: 'DXBC', name: 'a DXBC container' },
    ...SIGNATURES.filter((one) => !one.begins.includes('?')),
  ];
  return known.find((one) => one.begins.startsWith(begins))?.name;
}

/** The diagnostics for a file that is not recognized: what it is, where that is known. */
export function unrecognisedFile(bytes: Uint8Array): readonly Diagnostic[] {
  const size = bytes.byteLength;
  const span = { unit: 'byte', start: 0, end: size } as const;
  return namingForeignFile([diagnostic(DX0001, span, { size })], bytes);
}

/**
 * `diagnostics`, in which "no compiled shader is recognized" says what the file is, where that is known. A shader that
 * something converted as if it was text gets a note.
 */
export function namingForeignFile(diagnostics: readonly Diagnostic[], bytes: Uint8Array): readonly Diagnostic[] {
  const span = { unit: 'byte', start: 0, end: bytes.byteLength } as const;
  const damage = diagnostics.length === 0 ? undefined : textDamage(bytes);
  if (damage !== undefined) return [...diagnostics, diagnostic(DX0020, span, { ...damage })];
  if (!diagnostics.some(({ code }) => code === DX0001.code)) return diagnostics;
  const foreign = foreignFormat(bytes);
  if (foreign === undefined) return diagnostics;
  const { name, hint } = foreign;
  const way = hint === undefined ? '' : `; ${hint}`;
  return diagnostics.map((one) => (one.code === DX0001.code ? diagnostic(DX0019, span, { name, way }) : one));
}
