/**
 * `dxlens debug pdb` and `dxlens debug restore`: program databases as files, which shaders name in their chunk ILDN.
 *
 * Not for: the chunk and its position in a container (debug/pdb-file.ts).
 */

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Diagnostic, Diagnostics } from '../../../base/diagnostics.ts';
import { DX0239 } from '../../../debug/messages.ts';
import { pdbNameOf, readShaderPdb, restoreShaderPdb } from '../../../debug/pdb-file.ts';
import { readShaderFile } from '../../../file/shader-file.ts';
import { isFileError, reasonOf } from '../../file-errors.ts';
import { isDirectory } from '../../inputs/directories.ts';
import { type ChosenShader, inEffect } from '../../inputs/effect-shaders.ts';
import { DX0004, DX0228, DX0382 } from '../../messages.ts';
import { allowedName, type Job } from '../../outputs/plan-outputs.ts';
import { report, reportFile } from '../../report.ts';
import { type Output, withChanged } from './chosen.ts';

/**
 * The program databases of shaders and where they go: in the directory `into`, under the names that the shaders have
 * for them. Those of several shaders need a directory.
 */
export function pdbOutputs(
  job: Job,
  shaders: readonly ChosenShader[],
  into: string | undefined,
  diagnostics: Diagnostics,
): readonly Output[] {
  const found = shaders.map((shader) => ({ shader, ...readShaderPdb(shader.bytes) }));
  const some = found.filter(({ pdb }) => pdb !== undefined);
  if (some.length === 0) {
    for (const one of found) add(one.shader, one.diagnostics, diagnostics);
    return [];
  }
  if (some.length > 1 && into === undefined) {
    const names = some.map(({ shader }) => shader.name).join(', ');
    reportFile(job.file, DX0228, { count: some.length, names });
    return [];
  }
  return some.map(({ shader, pdb, name, diagnostics: list }) => {
    add(shader, list, diagnostics);
    const file = name === null ? undefined : safeName(name);
    if (into !== undefined && file !== undefined)
      return { output: pdb!, own: { output: join(into, file), directory: into } };
    if (shader.embedded === undefined || into === undefined) return { output: pdb! };
    const fileName = safeName(
      `${basename(job.output).replace(/\.pdb$/, '')}.${shader.name.replaceAll(/[\\/]/g, '.')}`,
    )!;
    return { output: pdb!, own: { output: join(dirname(job.output), fileName), directory: job.directory } };
  });
}

/** Adds diagnostics whose spans count in a shader to those of its file. */
function add(shader: ChosenShader, list: readonly Diagnostic[], { list: all }: Diagnostics): void {
  for (const one of inEffect(list, shader)) all.push(one);
}

/** A character that a name of a file must not have on some system. */
const UNSAFE = /[^ -~]|[<>:"/\\|?*]/g;

/**
 * The last part of a path as the name of a program database in any directory; undefined where nothing is left of it.
 * Its end keeps it from replacing files of other kinds.
 */
function safeName(name: string): string | undefined {
  const last = name.replace(/^.*[/\\]/s, '').replace(/\.pdb$/i, '');
  const safe = last
    .replace(UNSAFE, '_')
    .replace(/[. ]+$/, '')
    .slice(0, MAX_NAME);
  return safe === '' ? undefined : allowedName(`${safe}.pdb`, 'win32');
}

/** Characters that all file systems take. */
const MAX_NAME = 200;

/**
 * The file with program databases: the file `path`, or those in the directory `path` whose names the shaders have. Of
 * several shaders of an effect, those without a name have none.
 */
export function withRestored(
  file: string,
  bytes: Uint8Array,
  shaders: readonly ChosenShader[],
  path: string,
  quiet: boolean,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const several = shaders.length > 1;
  const inDirectory = isDirectory(path);
  if (several && !inDirectory) {
    const names = shaders.map(({ name }) => name).join(', ');
    reportFile(file, DX0382, { count: shaders.length, names });
    return undefined;
  }
  return withChanged(bytes, shaders, (shader) => {
    const name = new Diagnostics();
    const from = inDirectory ? pathInDirectory(shader.bytes, path, name) : path;
    if (from === undefined && several) return shader.bytes;
    const made = from === undefined ? undefined : restoredShader(shader.bytes, from, quiet, name);
    add(shader, name.list, diagnostics);
    return made;
  });
}

/** The shader with the program database of a file. */
function restoredShader(
  bytes: Uint8Array,
  file: string,
  quiet: boolean,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  let pdb: Uint8Array;
  try {
    pdb = readFileSync(file);
  } catch (error) {
    if (!isFileError(error)) throw error;
    reportFile(file, DX0004, { reason: reasonOf(error) });
    return undefined;
  }
  const restored = restoreShaderPdb(bytes, pdb);
  for (const one of restored.diagnostics) diagnostics.list.push(one);
  report(file, restored.pdbDiagnostics, quiet);
  return restored.bytes;
}

function pathInDirectory(bytes: Uint8Array, directory: string, diagnostics: Diagnostics): string | undefined {
  const { container } = readShaderFile(bytes, new Diagnostics());
  const name = container === undefined ? null : pdbNameOf(container);
  const file = name === null ? undefined : safeName(name);
  if (file === undefined) diagnostics.report(DX0239, 0, bytes.byteLength, { directory });
  return file === undefined ? undefined : join(directory, file);
}
