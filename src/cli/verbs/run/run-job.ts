/** Runs the job of a file: reads what it names, runs it, then prints and writes its outputs. */

import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import type { MessageValues } from '../../../base/diagnostics.ts';
import { jobSchema } from '../../../vm/job/job-shape.ts';
import type { JobOutput } from '../../../vm/job/outputs.ts';
import { locateInJob, parseJob } from '../../../vm/job/parse-job.ts';
import { type JobDiagnostic, JobReport } from '../../../vm/job/report.ts';
import { type RunResult, run } from '../../../vm/job/run.ts';
import { DX7034 } from '../../../vm/messages.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../exit-status.ts';
import { displayName, readInput } from '../../inputs/read-input.ts';
import { withoutByteOrderMark } from '../../inputs/text-encoding.ts';
import type { JsonFlags } from '../../options.ts';
import { deliver } from '../../outputs/deliver.ts';
import { report, reportAll } from '../../report.ts';
import { STANDARD, writeOut } from '../../streams.ts';
import { encodeImage, hostFor } from './host.ts';
import { printed } from './print.ts';
import { TraceFile } from './trace-file.ts';

export interface RunFlags extends JsonFlags {
  readonly output?: string;
  readonly trace?: string;
  readonly schema?: true;
  readonly quiet?: true;
}

export async function runJobFile(file: string | undefined, flags: RunFlags): Promise<void> {
  if (flags.schema) return writeOut(`${JSON.stringify(jobSchema(), undefined, 2)}\n`);
  if (file === undefined) throw new UsageError('which job? name a JSON file');
  if (flags.trace === STANDARD && flags.json)
    throw new UsageError('--trace - and --json would both print JSON; write the trace to a file');
  const bytes = await readInput(file);
  if (!(bytes instanceof Uint8Array)) {
    report(displayName(file), [bytes], false);
    raiseStatus(BAD_INPUT);
    return;
  }
  const text = new TextDecoder().decode(withoutByteOrderMark(bytes));
  const parsed = parseJob(text);
  reportJob(file, parsed.diagnostics, flags);
  if (parsed.job === undefined) return;
  const trace = flags.trace === undefined ? undefined : TraceFile.open(flags.trace);
  if (flags.trace !== undefined && trace === undefined) return;
  const directory = file === STANDARD ? '.' : dirname(file);
  const host = hostFor(directory);
  const result = run(parsed.job, { ...host, ...(trace && { trace: trace.listener(parsed.job, host) }) });
  await trace?.close();
  reportJob(
    file,
    result.diagnostics.map((one) => locateInJob(text, one)),
    flags,
  );
  if (result.diagnostics.some(({ severity }) => severity === 'error')) return;
  await giveOutputs(file, text, result, flags, flags.output ?? directory);
}

/** Reports what is wrong with a job at its lines. */
function reportJob(file: string, diagnostics: readonly JobDiagnostic[], flags: RunFlags): void {
  const reported = diagnostics.map(
    ({ code, severity, message, notes, hint, line = 1, column = 1, shaderName, at, instruction }) => {
      const place =
        at === undefined
          ? []
          : [`in shader '${shaderName}', instruction ${instruction}, byte ${4 * at} of the program`];
      return {
        location: `${line}:${column}`,
        severity,
        code,
        text: [message, ...place, ...notes].join('; '),
        ...(hint === undefined ? {} : { hint }),
      };
    },
  );
  if (reportAll(displayName(file), reported, flags.quiet ?? false, false)) raiseStatus(BAD_INPUT);
}

async function giveOutputs(
  file: string,
  text: string,
  { outputs, instructions }: RunResult,
  flags: RunFlags,
  directory: string,
): Promise<void> {
  const entries = Object.entries(outputs);
  const faults = new JobReport();
  for (const [name, output] of entries) {
    const place = ['outputs', name, 'file'];
    if (output.file !== undefined && !isInside(output.file))
      faults.add(DX7034, place, { file: output.file } satisfies MessageValues);
  }
  reportJob(
    file,
    faults.list.map((one) => locateInJob(text, one)),
    flags,
  );
  if (faults.hasErrors) return;
  // All are made before the first is written.
  const files = entries.flatMap(([, output]) =>
    output.file === undefined ? [] : [{ file: join(directory, output.file), bytes: bytesOf(output) }],
  );
  for (const { file: output, bytes } of files)
    if (!(await deliver({ output, directory: dirname(output) }, bytes))) raiseStatus(BAD_INPUT);
  await writeOut(printed(outputs, instructions, flags));
}

/** Whether a name leads to a file in the directory of the outputs. */
function isInside(file: string): boolean {
  const name = normalize(file);
  return !isAbsolute(name) && name !== '..' && !name.startsWith(`..${sep}`) && !name.endsWith(sep);
}

function bytesOf(output: JobOutput): Uint8Array {
  if (output.as === 'png') return encodeImage(output.image);
  if (output.as !== 'numbers') return output.bytes;
  const { as: _as, file: _file, ...rest } = output;
  return Buffer.from(`${JSON.stringify(rest)}\n`);
}
