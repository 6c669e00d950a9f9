/**
 * `dxlens patch --apply FILE.hlsl`: compiles a source for the profile of a shader, and puts its program into it. The
 * application binds and links by what the shader had, so both must have that in common.
 */
import { programConflict } from '../../../diff/program-conflict.ts';
import type { Shader } from '../../../shader/index.ts';
import { disassemble } from '../../../text/disassemble.ts';
import type { HlslSettings } from '../../inputs/hlsl-source.ts';
import { compiledInput } from '../../inputs/hlsl-source.ts';
import { DX0038 } from '../../messages.ts';
import { reportFile } from '../../report.ts';
import type { ReportStyle } from '../asm/report.ts';
import { applyListing } from './editor.ts';

/**
 * Puts the program of a source into `shader`.
 *
 * @returns false, after a report, if the shader stays as it is
 */
export function applySource(
  shader: Shader,
  path: string,
  source: Uint8Array,
  hlsl: HlslSettings,
  validated: boolean,
  style: ReportStyle,
): boolean {
  const profile = shader.profile ?? '';
  const bytes = compiledInput(path, source, { ...hlsl, flags: { ...hlsl.flags, profile } }, style.quiet);
  if (bytes === undefined) return false;
  const reason = programConflict(shader.toBytes(), bytes);
  if (reason !== undefined) {
    reportFile(path, DX0038, { reason });
    return false;
  }
  const listing = disassemble(bytes, { header: false, exact: true }).text;
  return applyListing(shader, `${path}.asm`, listing, validated, style);
}
