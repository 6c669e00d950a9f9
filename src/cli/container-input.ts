/** Inputs that must be DXBC containers. */

import { type Diagnostic, Diagnostics, diagnostic } from '../base/diagnostics.ts';
import { detectFormat, formatName } from '../container/detect-format.ts';
import { isContainer } from '../container/dxbc.ts';
import { FORMAT_MESSAGES } from '../container/messages.ts';
import { namingForeignFile } from './foreign-files.ts';
import { findInputs, type InputDirectory } from './inputs/find-inputs.ts';
import { readFoundInput } from './inputs/read-input.ts';
import { readShaderFile } from './inputs/shader-file.ts';
import { forEachInput } from './jobs/run-jobs.ts';
import { CLI_MESSAGES } from './messages.ts';
import { deliver } from './outputs/deliver.ts';
import { type Job, planOutputs } from './outputs/plan-outputs.ts';
import { report } from './report.ts';

/** What a command does with a container. Returns the bytes to write, or undefined on failure, after reporting it. */
export type ContainerWork = (
  bytes: Uint8Array,
  diagnostics: Diagnostics,
  job: Job,
) => Uint8Array | undefined | Promise<Uint8Array | undefined>;

/** Returns the jobs for the containers that `words` name, and the directories among them. */
export async function planContainers(
  words: readonly string[],
  output: string | undefined,
  nameOf: (name: string) => string,
  overInputs?: boolean,
): Promise<{ jobs: Job[]; directories: readonly InputDirectory[] }> {
  const { inputs, directories } = await findInputs(words);
  const isInput = (path: string) => readContainerFile(path) !== undefined;
  return { jobs: planOutputs(inputs, output, { nameOf, isInput, overInputs }), directories };
}

/** Runs `work` for each container, reports its diagnostics and writes the bytes it returns. */
export async function forEachContainer(
  { jobs, directories }: { readonly jobs: readonly Job[]; readonly directories: readonly InputDirectory[] },
  quiet: boolean,
  work: ContainerWork,
): Promise<void> {
  await forEachInput(jobs, directories, async (job) => {
    const bytes = await readFoundInput(job, readContainerFile);
    if (bytes === undefined) return undefined;
    const other = notContainer(bytes);
    if (other !== undefined) return !report(job.file, [other], quiet);
    const diagnostics = new Diagnostics();
    const output = await work(bytes as Uint8Array, diagnostics, job);
    const failed = report(job.file, diagnostics.list, quiet);
    return output !== undefined && (await deliver(job, output)) && !failed;
  });
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
  if (detected.format !== 'unknown') return diagnostic(CLI_MESSAGES.DX1036, span, { kind: formatName(detected) });
  if (size === 0) return diagnostic(FORMAT_MESSAGES.DX0003, span);
  return namingForeignFile([diagnostic(FORMAT_MESSAGES.DX0001, span, { size })], bytes)[0];
}
