/**
 * HLSL for a shader that exists: `dxlens patch --apply FILE.hlsl` compiles a source for the profile of the shader and
 * puts its program into it, `--hlsl` opens an editor on the source of the shader before. The application binds and
 * links by what the shader had, so both must have that in common.
 */
import { decompile } from '../../../decompile/decompile.ts';
import { programConflict } from '../../../diff/program-conflict.ts';
import { replaceSm1Program } from '../../../isa/sm1/edit.ts';
import { decodeSm1Bytes, encodeSm1 } from '../../../isa/sm1/encode.ts';
import type { Shader } from '../../../shader/index.ts';
import { disassemble } from '../../../text/disassemble.ts';
import { compileSource, type HlslSettings, withFirstLine } from '../../inputs/hlsl-source.ts';
import { DX0038, DX0041 } from '../../messages.ts';
import { report, reportFile } from '../../report.ts';
import { type ReportStyle, reportAssembly } from '../asm/report.ts';
import { applyListing, type EditedText, editText } from './editor.ts';

/**
 * Puts the program of a source into `shader`.
 *
 * @param path of the source in diagnostics
 * @returns false, after a report, if the shader stays as it is
 */
export function applySource(
  shader: Shader,
  path: string,
  text: string,
  hlsl: HlslSettings,
  validated: boolean,
  style: ReportStyle,
): boolean {
  const flags = { ...withFirstLine(text, hlsl.flags), profile: profileOf(shader) };
  const { bytes, diagnostics, textOf } = compileSource(path, text, flags);
  reportAssembly(path, diagnostics, textOf, style);
  if (bytes === undefined) return false;
  const reason = programConflict(shader.toBytes(), bytes);
  if (reason !== undefined) {
    reportFile(path, DX0038, { reason });
    return false;
  }
  if (shader.format !== 'sm1') {
    const listing = disassemble(bytes, { header: false, exact: true }).text;
    return applyListing(shader, `${path}.asm`, listing, validated, style);
  }
  const { reflection } = shader.reflect();
  if (reflection?.format === 'sm1' && reflection.hasDebugInformation && !style.quiet) reportFile(path, DX0041, {});
  shader.setProgram(encodeSm1(replaceSm1Program(decodeSm1Bytes(shader.program), decodeSm1Bytes(bytes))));
  return true;
}

/** The profile that a source for `shader` is compiled for. The compiler does not have all of models 1 to 3. */
function profileOf(shader: Shader): string {
  const known = shader.profile ?? '';
  return shader.format === 'sm1' ? decompile(shader.program).profile || known : known;
}

/**
 * Opens the source of the shader in the editor until it compiles or the user gives up.
 *
 * @param name of the file for the editor
 * @returns undefined, after a report, if the shader stays as it is
 */
export async function editSource(
  shader: Shader,
  name: string,
  hlsl: HlslSettings,
  validated: boolean,
  style: ReportStyle,
): Promise<EditedText | undefined> {
  const { code, diagnostics } = decompile(shader.toBytes(), { registers: true });
  report(name, diagnostics, style.quiet);
  if (code === undefined) return undefined;
  return editText(name, code, (text) => applySource(shader, name, text, hlsl, validated, style));
}
