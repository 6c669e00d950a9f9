/** Inputs that are not assembly, named by what they are. */

import { type Diagnostic, diagnostic } from '../../base/diagnostics.ts';
import { DX0013 } from '../../container/messages.ts';
import { type FileFormat, formatName, isAssembly, missingFor } from '../../file/detect-format.ts';
import { looksLikeText } from '../../file/text-format.ts';
import { foreignFormat } from '../foreign-files.ts';
import { DX0016 } from '../messages.ts';

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
