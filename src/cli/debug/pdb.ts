/**
 * `dxlens debug pdb` and `dxlens debug restore`: program databases as files, which shaders name in their chunk ILDN.
 *
 * Not for: the chunk and its place in a container (debug/pdb-file.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Diagnostics } from '../../base/diagnostics.ts';
import { readShaderFile } from '../../container/shader-file.ts';
import { DEBUG_EDIT_MESSAGES } from '../../debug/edit-messages.ts';
import { pdbNameOf, readShaderPdb, restoreShaderPdb } from '../../debug/pdb-file.ts';
import { isFileError, reasonOf } from '../file-errors.ts';
import { isDirectory } from '../inputs/directories.ts';
import { CLI_MESSAGES } from '../messages.ts';
import { allowedName, type Destination } from '../outputs/plan-outputs.ts';
import { report, reportFile } from '../report.ts';

/** The program database of a shader and where it goes: in the directory `into`, under the name that the shader has for it. */
export function pdbOutput(
  bytes: Uint8Array,
  into: string | undefined,
  diagnostics: Diagnostics,
): { readonly output: Uint8Array | undefined; readonly destination?: Destination } {
  const { pdb, name, diagnostics: found } = readShaderPdb(bytes);
  diagnostics.list.push(...found);
  const file = name === null ? undefined : safeName(name);
  if (into === undefined || file === undefined) return { output: pdb };
  return { output: pdb, destination: { output: join(into, file), directory: into } };
}

/** A character that a name of a file must not have on some system. */
const UNSAFE = /[^ -~]|[<>:"/\\|?*]/g;

/**
 * The last part of a path as the name of a program database in any directory; undefined where nothing is left of it. Its end keeps it
 * from replacing files of other kinds.
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

/** The shader with its program database: the file `path`, or the one in the directory `path` whose name the shader has. */
export function restoredShader(
  bytes: Uint8Array,
  path: string,
  quiet: boolean,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const file = isDirectory(path) ? pathInDirectory(bytes, path, diagnostics) : path;
  if (file === undefined) return undefined;
  let pdb: Uint8Array;
  try {
    pdb = readFileSync(file);
  } catch (error) {
    if (!isFileError(error)) throw error;
    reportFile(file, CLI_MESSAGES.DX0004, { reason: reasonOf(error) });
    return undefined;
  }
  const restored = restoreShaderPdb(bytes, pdb);
  diagnostics.list.push(...restored.diagnostics);
  report(file, restored.pdbDiagnostics, quiet);
  return restored.bytes;
}

function pathInDirectory(bytes: Uint8Array, directory: string, diagnostics: Diagnostics): string | undefined {
  const { container } = readShaderFile(bytes, new Diagnostics());
  const name = container === undefined ? null : pdbNameOf(container);
  const file = name === null ? undefined : safeName(name);
  if (file === undefined) diagnostics.report(DEBUG_EDIT_MESSAGES.DX0239, 0, bytes.byteLength, { directory });
  return file === undefined ? undefined : join(directory, file);
}
