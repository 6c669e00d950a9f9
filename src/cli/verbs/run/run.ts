/** `dxlens run`: runs a job of shaders, resources and commands. Options and help are here; the work is done in run/. */

import type { Command } from 'commander';
import { takeJson } from '../../options.ts';
import { type RunFlags, runJobFile } from './run-job.ts';

const EXAMPLES = `
Examples:
  dxlens run job.json                     print the outputs that are numbers, write the others beside the job
  dxlens run --json job.json              print all results as one JSON object
  dxlens run job.json -o out/             write files to this directory
  dxlens run --trace - job.json           print each executed instruction as a line of JSON
  dxlens run --schema                     print the JSON Schema of jobs, for editors

See docs/running.md, which explains jobs with examples.

Exit status: 0 success; 1 the job is wrong or did not end; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineRun(command: Command): void {
  takeJson(command, 'job')
    .description(
      'Runs shaders on the CPU with the reference interpreter. JOB is a JSON file with buffers, textures, samplers, shaders, and a ' +
        'list of dispatches, draws, single stages, clears and copies; it says what is printed or written afterwards.',
    )
    .argument('[job]', 'a JSON file; - is standard input')
    .option('-o, --output <dir>', 'the directory of the files that are written (default: that of the job)')
    .option('--trace <file>', 'write a line of JSON for each executed instruction to this file; - is standard output')
    .option('--schema', 'print the JSON Schema of jobs')
    .option('-q, --quiet', 'report errors only')
    .addHelpText('after', EXAMPLES)
    .action((job: string | undefined, flags: RunFlags) => runJobFile(job, flags));
}
