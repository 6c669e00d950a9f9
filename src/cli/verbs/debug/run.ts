/** The work of each command of `dxlens debug` on one shader. */
import { Diagnostics } from '../../../base/diagnostics.ts';
import { PathScrubber } from '../../../debug/personal-paths.ts';
import { scrubbed } from '../../../debug/scrub.ts';
import { stripDebug } from '../../../debug/strip.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { type ChosenShader, isRefused } from '../../inputs/effect-shaders.ts';
import { readFoundInput } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { deliver, deliverNew } from '../../outputs/deliver.ts';
import type { Job } from '../../outputs/plan-outputs.ts';
import { report } from '../../report.ts';
import { type Output, shadersFor, withChanged } from './chosen.ts';
import { debugList, pathList } from './list.ts';
import { pdbOutputs, withRestored } from './pdb.ts';

/** The work of a command on each shader: plain data, which other threads get a copy of. */
export type DebugAction =
  | { readonly command: 'list'; readonly json: boolean; readonly pretty: boolean }
  | { readonly command: 'strip'; readonly all: boolean }
  | { readonly command: 'scrub' }
  | { readonly command: 'paths'; readonly json: boolean; readonly pretty: boolean }
  | { readonly command: 'pdb'; readonly into: string | undefined }
  | { readonly command: 'restore'; readonly pdb: string };

/** Parameters of {@link debugInput} other than its input. */
export interface DebugSettings {
  readonly action: DebugAction;
  readonly quiet: boolean;
  /** Whether each text begins with a line that names its input. */
  readonly headings: boolean;
  /** Which shaders of an effect; undefined for all. */
  readonly choice: ShaderChoice | undefined;
}

/** Reads one input, writes what the action makes of it and reports its diagnostics. */
export async function debugInput(job: Job, settings: DebugSettings): Promise<boolean | undefined> {
  const { quiet, choice } = settings;
  const bytes = await readFoundInput(job, readShaderFile);
  if (bytes === undefined) return undefined;
  if (!(bytes instanceof Uint8Array)) return !report(job.file, [bytes], quiet);
  const shaders = shadersFor(bytes, choice);
  if (isRefused(shaders)) return !report(job.file, shaders, quiet);
  const diagnostics = new Diagnostics();
  const outputs = outputsFor(bytes, shaders, job, settings, diagnostics);
  const failed = report(job.file, namingForeignFile(diagnostics.list, bytes), quiet);
  let isWritten = outputs.length > 0;
  for (const { output, separate } of outputs) {
    const delivered = separate === undefined ? await deliver(job, output) : await deliverNew(separate, output);
    isWritten &&= delivered;
  }
  return isWritten && !failed;
}

/** Nothing on failure, which has been reported. */
function outputsFor(
  bytes: Uint8Array,
  shaders: readonly ChosenShader[],
  job: Job,
  { action, headings, quiet }: DebugSettings,
  diagnostics: Diagnostics,
): readonly Output[] {
  const entireFile = (output: Uint8Array | undefined) => (output === undefined ? [] : [{ output }]);
  const separate = ({ offset, name, embedded }: ChosenShader) =>
    embedded === undefined ? diagnostics : diagnostics.at(offset).withNote(`in ${name}`);
  switch (action.command) {
    case 'list':
      return entireFile(debugList(job.file, bytes, shaders, { ...action, headings }, diagnostics));
    case 'strip':
      return entireFile(withChanged(bytes, shaders, (one) => stripDebug(one.bytes, action.all, separate(one))));
    case 'scrub': {
      const scrubber = new PathScrubber();
      return entireFile(withChanged(bytes, shaders, (one) => scrubbed(one.bytes, separate(one), scrubber).bytes));
    }
    case 'paths':
      return entireFile(pathList(job.file, shaders, { ...action, headings }, separate));
    case 'pdb':
      return pdbOutputs(job, shaders, action.into, diagnostics);
    case 'restore':
      return entireFile(withRestored(job.file, bytes, shaders, action.pdb, quiet, diagnostics));
  }
}
