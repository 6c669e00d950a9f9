/**
 * Decides by their content which files of a directory `dxlens asm` assembles.
 *
 * Not for: files that the command line names, which are always assembled.
 */
import { readFileSync, statSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.ts';
import { DX0013 } from '../../container/messages.ts';
import { detectFormat, type FileFormat, formatName, isAssembly, missingFor } from '../../file/detect-format.ts';
import { looksLikeText } from '../../file/text-format.ts';
import { foreignFormat, withoutByteOrderMark } from '../foreign-files.ts';
import { DX0016 } from '../messages.ts';

/** Larger files are not searched for assembly. */
const MAX_TEXT = 2 ** 26;

/**
 * The bytes of a file if it is assembly or the text of a root signature, else undefined. Throws the error of the file
 * system.
 */
export function readAssemblyFile(path: string): Uint8Array | undefined {
  if (statSync(path).size > MAX_TEXT) return undefined;
  const bytes = readFileSync(path);
  return isAssembly(detectFormat(withoutByteOrderMark(bytes))) ? bytes : undefined;
}

const NO_TEXTURE_SHADERS = 'an assembler of texture shaders';

/** The diagnostic for an input that is recognized as something else than assembly; undefined for others. */
export function notAssembly(file: FileFormat, bytes: Uint8Array): Diagnostic | undefined {
  const span = { unit: 'byte', start: 0, end: bytes.byteLength } as const;
  const { format } = file;
  if (format === 'unknown' && bytes.byteLength > 0 && !looksLikeText(bytes)) {
    const { name, hint } = foreignFormat(bytes) ?? { name: 'binary data' };
    return diagnostic(DX0016, span, { kind: name, way: hint === undefined ? '' : `; ${hint}` });
  }
  if (format === 'unknown' || format === 'c-array' || isAssembly(file)) return undefined;
  const way = missingFor(format) === undefined ? '; `dxlens disasm` prints its listing' : '';
  if (format !== 'listing') return diagnostic(DX0016, span, { kind: formatName(file), way });
  return diagnostic(DX0013, span, {
    kind: formatName(file),
    verb: 'assemble',
    missing: NO_TEXTURE_SHADERS,
  });
}
