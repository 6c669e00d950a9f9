/** `dxlens optimize`: makes the programs of shaders shorter. */
import type { Command } from 'commander';
import { optimizeShader } from '../../../translate/optimize.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { displayName, readFoundInput } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb } from '../../jobs/run-jobs.ts';
import { jobsOption } from '../../options.ts';
import { deliver } from '../../outputs/deliver.ts';
import { type Job, refuseBinary } from '../../outputs/plan-outputs.ts';
import { report } from '../../report.ts';
import { writeError } from '../../streams.ts';

interface Flags {
  readonly output?: string;
  readonly force?: true;
  readonly jobs?: number;
  readonly quiet?: true;
}

const EXAMPLES = `
Examples:
  dxlens optimize -o shorter.cso shader.cso     one shader
  dxlens optimize -o shorter/ build/shaders     every shader in a directory, in the same tree
  dxlens optimize --force -o a.cso a.cso        in its file

A shader whose program cannot be made shorter is written as it is.

Exit status: 0 success; 1 an input is wrong, or has no program of models 4.0 to 5.1; 2 wrong usage; 70 an internal error
of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineOptimize(command: Command): void {
  command
    .description(
      'Writes each FILE with a program that has fewer instructions and the same results, where there is one. Signatures, ' +
        'resource definitions and all other chunks stay; debug information is removed where instructions move.',
    )
    .argument(
      '<file...>',
      'compiled shaders of models 4.0 to 5.1, directories, and patterns ("*.cso"); - is standard input',
    )
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory under the same names')
    .addOption(jobsOption())
    .option('--force', 'allow the output to overwrite an input')
    .option('-q, --quiet', 'report errors only')
    .addHelpText('after', EXAMPLES)
    .action((words: string[], flags: Flags) =>
      runVerb(
        'optimize',
        words,
        flags,
        {
          nameOf: (name) => name,
          readFound: readShaderFile,
          check: (jobs) => refuseBinary(jobs, 'shaders'),
          hasForce: true,
        },
        optimizeInput,
        (): Settings => ({ quiet: flags.quiet ?? false }),
      ),
    );
}

interface Settings {
  readonly quiet: boolean;
}

/** Optimizes one shader, writes it and says how many instructions it has. */
export async function optimizeInput(job: Job, { quiet }: Settings): Promise<boolean | undefined> {
  const input = await readFoundInput(job, readShaderFile);
  if (input === undefined) return undefined;
  if (!(input instanceof Uint8Array)) return !report(job.file, [input], quiet);
  const { bytes, before, after, diagnostics } = optimizeShader(input);
  report(job.file, namingForeignFile([...diagnostics], input), quiet);
  if (bytes === undefined || !(await deliver(job, bytes))) return false;
  const result = after < before ? `${before} to ${after} instructions` : `stays at ${before} instructions`;
  if (!quiet) writeError(`${displayName(job.file)}: ${result}`);
  return true;
}
