/**
 * `dxlens validate`: judges compiled shaders, and prints the verdicts as text, JSON lines or SARIF. Options and help are here; what
 * is done is in validate/.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { colorOption } from './options.ts';
import { runValidate, type ValidateFlags } from './validate/run.ts';

const EXAMPLES = `
Examples:
  dxlens validate shader.cso                     findings on standard error, the verdict on standard output
  dxlens validate build/shaders                  every compiled shader in a folder, and a summary
  dxlens validate --pedantic *.cso               with what the documents ask and Microsoft does not enforce
  dxlens validate --format json *.cso            one JSON document a line for each file
  dxlens validate --format sarif build/shaders -o report.sarif
  dxlens validate --link vs.cso ps.cso           whether shaders fit together in one pipeline
  dxlens validate --root-signature root.cso *.cso
  dxlens asm --no-validate x.asm -o - | dxlens validate -

docs/validating.md tells all, with an example for GitHub Actions.

Exit status: 0 all valid; 1 a file is invalid or cannot be judged (in a folder: shaders of other kinds only give a warning); 2 wrong
usage; 70 a fault of dxlens.`;

/** More threads than any machine has work for. */
const MAX_JOBS = 256;

/** Adds the options, help and action of the verb to `command`. */
export function defineValidate(command: Command): void {
  command
    .description(
      'Judges each FILE as Microsoft does: a token stream of shader model 1-3 as the Direct3D 9 runtime, with its X codes; a ' +
        'container of models 4.0-5.1 as the HLSL compiler judges what it is about to give out; a root signature; or C source ' +
        'with one of them as an array of numbers. In a folder every such file is judged, and others are passed over.',
    )
    .argument('<file...>', 'compiled shaders and folders; - is standard input')
    .addOption(
      new Option('--format <format>', 'how verdicts are printed').choices(['text', 'json', 'sarif']).default('text'),
    )
    .option('--json', 'the same as --format json')
    .option('--link', 'the FILEs are the shaders of one pipeline: judge what they say about each other, too')
    .option('--root-signature <file>', 'judge whether this root signature gives each shader what it uses')
    .addOption(
      new Option(
        '--as <judge>',
        'whose codes to give where a slot limit is exceeded: those of the runtime and the assembler, or those of the HLSL compiler',
      )
        .choices(['runtime', 'compiler'])
        .default('runtime'),
    )
    .option('--pedantic', 'notes on what the format documents ask and Microsoft does not enforce')
    .option('-j, --jobs <n>', 'how many threads judge (as many as the machine runs, once it takes long)', parseJobs)
    .option('--summary', 'counts of verdicts and codes at the end, as with folders and many files in text form')
    .option('--no-summary', 'none of that')
    .option('--summary-json <file>', 'write the same counts to this file, as JSON')
    .option('-o, --output <file>', 'write the verdicts to this file')
    .option('-q, --quiet', 'only what is invalid: no warnings, no notes, no line for a valid file, no progress')
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], flags: ValidateFlags) => runValidate(inputs, flags));
}

function parseJobs(text: string): number {
  const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (jobs < 1 || jobs > MAX_JOBS) throw new InvalidArgumentError(`A number from 1 to ${MAX_JOBS} is expected.`);
  return jobs;
}
