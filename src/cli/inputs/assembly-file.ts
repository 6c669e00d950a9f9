/**
 * Decides by their content which files of a directory are texts that `dxlens asm` assembles.
 *
 * Not for: files that the command line names, which are always assembled.
 */
import { readFileSync, statSync } from 'node:fs';
import { detectFormat, isAssembly } from '../../file/detect-format.ts';
import { withoutByteOrderMark } from './text-encoding.ts';

/** Larger files are not searched for assembly. */
const MAX_TEXT = 2 ** 26;

/** The bytes of a file if it is assembly or the text of a root signature, else undefined. Throws the error of the file system. */
export function readAssemblyFile(path: string): Uint8Array | undefined {
  if (statSync(path).size > MAX_TEXT) return undefined;
  const bytes = readFileSync(path);
  return isAssembly(detectFormat(withoutByteOrderMark(bytes))) ? bytes : undefined;
}
