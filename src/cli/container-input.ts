/** Inputs that must be DXBC containers. */

import { Diagnostics, diagnostic } from '../base/diagnostics.ts';
import { detectFormat, formatName } from '../container/detect-format.ts';
import { isContainer } from '../container/dxbc.ts';
import { FORMAT_MESSAGES } from '../container/messages.ts';
import type { Job } from './files.ts';
import { deliver, forEachInput, readInput } from './inputs.ts';
import { CLI_MESSAGES } from './messages.ts';
import { report } from './report.ts';

/**
 * Runs `work` for each container, reports its diagnostics and writes the bytes it returns.
 *
 * @param work returns undefined on failure, after reporting it
 */
export async function forEachContainer(
  jobs: readonly Job[],
  quiet: boolean,
  work: (
    bytes: Uint8Array,
    diagnostics: Diagnostics,
    job: Job,
  ) => Uint8Array | undefined | Promise<Uint8Array | undefined>,
): Promise<void> {
  await forEachInput(
    jobs,
    ({ input }) => input,
    async (job) => {
      const bytes = await readContainerInput(job.input, quiet);
      if (bytes === undefined) return false;
      const diagnostics = new Diagnostics();
      const output = await work(bytes, diagnostics, job);
      const failed = report(job.input, diagnostics.list, quiet);
      return output !== undefined && (await deliver(job, output)) && !failed;
    },
  );
}

/** Reads an input that begins like a container. Reports an error and returns undefined if it cannot be read or is something else. */
async function readContainerInput(name: string, quiet: boolean): Promise<Uint8Array | undefined> {
  const bytes = await readInput(name);
  if (!(bytes instanceof Uint8Array)) {
    report(name, [bytes], quiet);
    return undefined;
  }
  if (isContainer(bytes)) return bytes;
  const size = bytes.byteLength;
  const span = { unit: 'byte', start: 0, end: size } as const;
  const detected = detectFormat(bytes);
  const known = detected.format !== 'unknown';
  const none =
    size === 0 ? diagnostic(FORMAT_MESSAGES.DX0003, span) : diagnostic(FORMAT_MESSAGES.DX0001, span, { size });
  report(name, [known ? diagnostic(CLI_MESSAGES.DX1036, span, { kind: formatName(detected) }) : none], quiet);
  return undefined;
}
