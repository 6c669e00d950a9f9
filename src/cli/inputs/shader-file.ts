/**
 * Decides by their content which files of a directory are compiled shaders.
 *
 * Not for: files that the command line names, which are always validated.
 */

import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { type Diagnostic, Diagnostics, diagnostic } from '../../base/diagnostics.ts';
import { SM1_VERSION } from '../../base/profile.ts';
import { u32At } from '../../base/words.ts';
import { detectBinaryFormat, detectTextFormat, type Format } from '../../file/detect-format.ts';
import { looksLikeText } from '../../file/text-format.ts';
import { isStreamArray } from '../../find/entire-shader.ts';
import { foreignFormat } from '../foreign-files.ts';
import { DX0037 } from '../messages.ts';

/** Bytes of a longer file that are examined first. */
const HEAD = 0x1_0000;
/**
 * Longer text files are not searched for a shader: sixteen times the longest shader in the tests, written as numbers.
 */
const MAX_SOURCE = 2 ** 26;
/** Major versions of shader models 1 to 3. Other files may begin with the rest of a version token by chance. */
const MAJOR_VERSIONS = [1, 2, 3];

/** Formats that are not compiled shaders: text, and LLVM bitcode of any program. */
const OTHERS: ReadonlySet<Format> = new Set<Format>(['unknown', 'listing', 'root-signature-text', 'bitcode']);

/**
 * Returns the bytes of a file if it is a compiled shader, a root signature, another container of Direct3D, or C source
 * with one of these; else undefined.
 *
 * @throws the error of the file system
 */
export function readShaderFile(path: string): Uint8Array | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const head = readBeginning(file, Math.min(size, HEAD));
    if (size <= HEAD) return isShader(head) ? head : undefined;
    // A text may have its array anywhere.
    const candidate = looksLikeText(head) ? size <= MAX_SOURCE : isShader(head);
    if (!candidate) return undefined;
    const bytes = readFileSync(file);
    return isShader(bytes) ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

/** Extensions that files with compiled shaders have, and hardly any others. */
const SHADER_EXTENSION = /\.(cso|fxo|dxbc|[vpghd]so)$/i;
/** One that source files have, too. */
const BINARY_EXTENSION = /\.fxc$/i;

/**
 * The warning for a file of a directory whose extension is that of a compiled shader, and which is none; undefined for
 * other files.
 *
 * @throws the error of the file system
 */
export function missingShader(path: string): Diagnostic | undefined {
  if (!SHADER_EXTENSION.test(path) && !BINARY_EXTENSION.test(path)) return undefined;
  const bytes = readFileSync(path);
  const { byteLength: size } = bytes;
  if (size > 0 && BINARY_EXTENSION.test(path) && looksLikeText(bytes)) return undefined;
  const kind = size === 0 ? 'the file is empty' : `it is ${foreignFormat(bytes)?.name ?? 'of an unknown format'}`;
  return diagnostic(DX0037, { unit: 'byte', start: 0, end: size }, { kind });
}

/** Reads the first `size` bytes, or fewer if the file has become shorter. Does not move the file position. */
function readBeginning(file: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const count = readSync(file, bytes, length, size - length, length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

function isShader(bytes: Uint8Array): boolean {
  const binary = detectBinaryFormat(bytes);
  if (binary?.format === 'sm1') return MAJOR_VERSIONS.includes(SM1_VERSION.major.get(u32At(bytes, 0)));
  if (binary !== undefined) return !OTHERS.has(binary.format);
  const { format, shader } = detectTextFormat(bytes, new Diagnostics());
  if (shader === undefined) return !OTHERS.has(format);
  // Arrays of numbers are not named as shaders are: a token stream in one must be complete.
  return detectBinaryFormat(shader.bytes)?.format === 'sm1' ? isStreamArray(shader.bytes) : isShader(shader.bytes);
}
