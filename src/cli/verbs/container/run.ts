/** Runs the commands of `dxlens container`, whose inputs must be DXBC containers. */

import { type Diagnostic, Diagnostics, diagnostic } from '../../../base/diagnostics.ts';
import { isContainer } from '../../../container/dxbc.ts';
import { DX0003 } from '../../../container/messages.ts';
import { detectFormat, formatName } from '../../../file/detect-format.ts';
import { namingForeignFile, unrecognisedFile } from '../../foreign-files.ts';
import { readFoundInput } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb, type VerbFiles, type VerbFlags } from '../../jobs/run-jobs.ts';
import { DX1036 } from '../../messages.ts';
import { deliver } from '../../outputs/deliver.ts';
import type { Job } from '../../outputs/plan-outputs.ts';
import { report } from '../../report.ts';
import { type ContainerAction, outputFor } from './actions.ts';

/** What {@link containerInput} needs besides its input. */
interface Settings {
  readonly action: ContainerAction;
  readonly quiet: boolean;
}

/** Runs `action` for each container that `words` name. */
export async function runContainers(
  words: readonly string[],
  flags: VerbFlags,
  files: Omit<VerbFiles, 'readFound'>,
  action: ContainerAction,
): Promise<void> {
  const settings = { action, quiet: flags.quiet === true };
  await runVerb('container', words, flags, { ...files, readFound: readContainerFile }, containerInput, () => settings);
}

/** Reads one container, writes what the action makes of it and reports its diagnostics. */
export async function containerInput(job: Job, { action, quiet }: Settings): Promise<boolean | undefined> {
  const bytes = await readFoundInput(job, readContainerFile);
  if (bytes === undefined) return undefined;
  const other = notContainer(bytes);
  if (other !== undefined) return !report(job.file, [other], quiet);
  const diagnostics = new Diagnostics();
  const output = await outputFor(action, bytes as Uint8Array, job, quiet, diagnostics);
  const failed = report(job.file, namingForeignFile(diagnostics.list, bytes as Uint8Array), quiet);
  return output !== undefined && (await deliver(job, output)) && !failed;
}

/** The bytes of a file if it begins like a container, else undefined. Throws the error of the file system. */
function readContainerFile(path: string): Uint8Array | undefined {
  const bytes = readShaderFile(path);
  return bytes !== undefined && isContainer(bytes) ? bytes : undefined;
}

/** The diagnostic for an input that cannot be read or does not begin like a container. */
function notContainer(bytes: Uint8Array | Diagnostic): Diagnostic | undefined {
  if (!(bytes instanceof Uint8Array)) return bytes;
  if (isContainer(bytes)) return undefined;
  const size = bytes.byteLength;
  const span = { unit: 'byte', start: 0, end: size } as const;
  const detected = detectFormat(bytes);
  if (detected.format !== 'unknown') return diagnostic(DX1036, span, { kind: formatName(detected) });
  if (size === 0) return diagnostic(DX0003, span);
  return unrecognisedFile(bytes)[0];
}
