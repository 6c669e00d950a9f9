/**
 * HLSL for a shader that exists: `dxlens patch --apply FILE.hlsl` compiles a source for the profile of the shader and
 * puts its program into it, `--hlsl` opens an editor on the source of the shader before. The application binds and
 * links by what the shader had, so both must have that in common.
 */
import { Diagnostics } from '../../../base/diagnostics.ts';
import { isContainer, readContainer } from '../../../container/dxbc.ts';
import { TAG } from '../../../container/tags.ts';
import { rewriteContainer } from '../../../container/write.ts';
import { decompile } from '../../../decompile/decompile.ts';
import { programConflict } from '../../../diff/program-conflict.ts';
import { replaceSm1Program } from '../../../isa/sm1/edit.ts';
import { decodeSm1Bytes, encodeSm1 } from '../../../isa/sm1/encode.ts';
import { openShader, type Shader } from '../../../shader/index.ts';
import { compileSource, type HlslSettings, withFirstLine } from '../../inputs/hlsl-source.ts';
import { DX0038, DX0041, DX0042 } from '../../messages.ts';
import { report, reportFile } from '../../report.ts';
import { type ReportStyle, reportAssembly } from '../asm/report.ts';
import { type EditedText, editText } from './editor.ts';

/**
 * The shader with the program of a source; undefined, after a report, if it cannot have it.
 *
 * @param path of the source in diagnostics
 */
export function applySource(
  shader: Shader,
  path: string,
  text: string,
  hlsl: HlslSettings,
  style: ReportStyle,
): Shader | undefined {
  const given = withFirstLine(text, hlsl.flags);
  const original = shader.toBytes();
  const level9 = chunkOf(original, TAG.Aon9);
  const profile = level9 !== undefined && LEVEL9.test(given.profile ?? '') ? given.profile! : profileOf(shader);
  const { bytes, diagnostics, textOf } = compileSource(path, text, { ...given, profile });
  reportAssembly(path, diagnostics, textOf, style);
  if (bytes === undefined) return undefined;
  const reason = programConflict(original, bytes);
  if (reason !== undefined) {
    reportFile(path, DX0038, { reason });
    return undefined;
  }
  const made = withLevel9(original, chunkOf(bytes, TAG.Aon9)?.data);
  if (level9 !== undefined && made === original && !style.quiet) reportFile(path, DX0042, {});
  const changed = openShader(made);
  const program = openShader(bytes).program;
  const hadDebugInformation = hasDebugInformation(changed);
  changed.setProgram(
    shader.format === 'sm1'
      ? encodeSm1(replaceSm1Program(decodeSm1Bytes(shader.program), decodeSm1Bytes(program)))
      : program,
  );
  if (hadDebugInformation && !hasDebugInformation(changed) && !style.quiet) reportFile(path, DX0041, {});
  return changed;
}

/** Profiles whose shaders have a program for feature level 9, too, as the compiler writes it. */
const LEVEL9 = /_level_9_[13]$/;

/** The profile that a source for `shader` is compiled for. The compiler does not have all of models 1 to 3. */
function profileOf(shader: Shader): string {
  const known = shader.profile ?? '';
  return shader.format === 'sm1' ? decompile(shader.program).profile || known : known;
}

function chunkOf(bytes: Uint8Array, tag: number) {
  return isContainer(bytes) ? readContainer(bytes, new Diagnostics())?.find(tag) : undefined;
}

/** The file with another program for feature level 9; itself without one. */
function withLevel9(original: Uint8Array, program: Uint8Array | undefined): Uint8Array {
  const container = program && readContainer(original, new Diagnostics());
  if (container === undefined || program === undefined) return original;
  const chunks = container.chunks.map((chunk) => (chunk.tag === TAG.Aon9 ? { tag: chunk.tag, data: program } : chunk));
  return rewriteContainer(container, chunks, original);
}

function hasDebugInformation(shader: Shader): boolean {
  const { reflection } = shader.reflect();
  if (reflection?.format === 'sm1') return reflection.hasDebugInformation;
  const bytes = shader.toBytes();
  return [TAG.SPDB, TAG.SDBG].some((tag) => chunkOf(bytes, tag) !== undefined);
}

/**
 * Opens the source of the shader in the editor until it compiles or the user gives up.
 *
 * @param name of the file for the editor
 * @returns the shader with the edited program; undefined, after a report, without one
 */
export async function editSource(
  shader: Shader,
  name: string,
  hlsl: HlslSettings,
  style: ReportStyle,
): Promise<(EditedText & { readonly shader: Shader }) | undefined> {
  const { code, diagnostics } = decompile(shader.toBytes(), { registers: true });
  report(name, diagnostics, style.quiet);
  if (code === undefined) return undefined;
  let changed: Shader | undefined = shader;
  const edited = await editText(name, code, (text) => {
    changed = applySource(shader, name, text, hlsl, style);
    return changed !== undefined;
  });
  return edited && changed && { ...edited, shader: changed };
}
