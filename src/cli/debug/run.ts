/** What each command of `dxlens debug` does with one shader. */
import { Diagnostics } from '../../base/diagnostics.ts';
import { scrubbed } from '../../debug/scrub.ts';
import { stripDebug } from '../../debug/strip.ts';
import { namingForeignFile } from '../foreign-files.ts';
import { readFoundInput } from '../inputs/read-input.ts';
import { readShaderFile } from '../inputs/shader-file.ts';
import { deliver } from '../outputs/deliver.ts';
import type { Destination, Job } from '../outputs/plan-outputs.ts';
import { report } from '../report.ts';
import { debugList } from './list.ts';
import { pathList } from './paths.ts';
import { pdbOutput, restoredShader } from './pdb.ts';

/** What a command does with each shader: plain data, which other threads get a copy of. */
export type DebugAction =
  | { readonly command: 'list'; readonly json: boolean; readonly pretty: boolean }
  | { readonly command: 'strip'; readonly all: boolean }
  | { readonly command: 'scrub' }
  | { readonly command: 'paths'; readonly json: boolean; readonly pretty: boolean }
  | { readonly command: 'pdb'; readonly into: string | undefined }
  | { readonly command: 'restore'; readonly pdb: string };

/** What {@link debugInput} needs besides its input. */
export interface DebugSettings {
  readonly action: DebugAction;
  readonly quiet: boolean;
  /** Whether each text begins with a line that names its input. */
  readonly headings: boolean;
}

/** Reads one shader, writes what the action makes of it and reports its diagnostics. */
export async function debugInput(job: Job, settings: DebugSettings): Promise<boolean | undefined> {
  const { quiet } = settings;
  const bytes = await readFoundInput(job, readShaderFile);
  if (bytes === undefined) return undefined;
  if (!(bytes instanceof Uint8Array)) return !report(job.file, [bytes], quiet);
  const diagnostics = new Diagnostics();
  const { destination = job, output } = outputFor(bytes, job, settings, diagnostics);
  const failed = report(job.file, namingForeignFile(diagnostics.list, bytes), quiet);
  return output !== undefined && (await deliver(destination, output)) && !failed;
}

interface Output {
  /** The bytes to write; undefined on failure, which has been reported. */
  readonly output: Uint8Array | undefined;
  /** Where they go, if not where the command line says. */
  readonly destination?: Destination;
}

function outputFor(
  bytes: Uint8Array,
  job: Job,
  { action, headings, quiet }: DebugSettings,
  diagnostics: Diagnostics,
): Output {
  switch (action.command) {
    case 'list':
      return { output: debugList(job.file, bytes, { ...action, headings }, diagnostics) };
    case 'strip':
      return { output: stripDebug(bytes, action.all, diagnostics) };
    case 'scrub':
      return { output: scrubbed(bytes, diagnostics).bytes };
    case 'paths':
      return { output: pathList(job.file, bytes, { ...action, headings }, diagnostics) };
    case 'pdb':
      return pdbOutput(bytes, action.into, diagnostics);
    case 'restore':
      return { output: restoredShader(bytes, action.pdb, quiet, diagnostics) };
  }
}
