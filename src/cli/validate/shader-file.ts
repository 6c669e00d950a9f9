/**
 * Which files of a folder are compiled shaders, told by their content.
 *
 * Not for: files that the command line names; those are what they are said to be.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { SM1_VERSION } from '../../base/profile.ts';
import { u32At } from '../../base/words.ts';
import { detectFormat, type Kind } from '../../container/detect-format.ts';
import { looksLikeText } from '../../container/text-format.ts';

/** Of a longer file the beginning is looked at first, in bytes. */
const HEAD = 0x1_0000;
/** Longer texts are no C source with a shader: sixteen times the longest shader that the tests have, written as numbers. */
const MAX_SOURCE = 2 ** 26;
/** Version numbers that streams of shader models 1 to 3 have; other files may begin with the rest of a version token by chance. */
const MAJOR_VERSIONS = [1, 2, 3];

/** Kinds that are no compiled shaders: texts, and LLVM bitcode of whatever program. */
const OTHERS: ReadonlySet<Kind> = new Set<Kind>(['unknown', 'listing', 'root-signature-text', 'bitcode']);

/**
 * The bytes of a file when they are a compiled shader, a root signature, a container of another kind that Direct3D knows, or C
 * source with one of them; else undefined.
 *
 * @throws what the file system says
 */
export function readShaderFile(path: string): Uint8Array | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const head = readMnemonicText(file, Math.min(size, HEAD));
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

/** The first `size` bytes; fewer where the file has become shorter meanwhile. The file is still at its beginning. */
function readMnemonicText(file: number, size: number): Uint8Array {
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
  const { kind } = detectFormat(bytes);
  if (kind === 'sm1') return MAJOR_VERSIONS.includes(SM1_VERSION.major.get(u32At(bytes, 0)));
  return !OTHERS.has(kind);
}
