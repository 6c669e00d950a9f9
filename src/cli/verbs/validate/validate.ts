/**
 * `dxlens validate`: validates compiled shaders and prints the results as text, JSON lines or SARIF. Options and help
 * are here; the work is done in validate/.
 */
import { type Command, Option } from 'commander';
import { takeShaderChoice } from '../../inputs/effect-shaders.ts';
import { colorOption, jobsOption, oneOf, SHADERS } from '../../options.ts';
import { runValidate, type ValidateFlags } from './run.ts';

const EXAMPLES = `
Examples:
  dxlens validate shader.cso                     diagnostics on standard error, the result on standard output
  dxlens validate build/shaders                  every compiled shader in a directory, and a summary
  dxlens validate --pedantic *.cso               also what the specification requires and Microsoft does not check
  dxlens validate --format json *.cso            one JSON document per line and file
  dxlens validate --format sarif build/shaders -o report.sarif
  dxlens validate --link vs.cso ps.cso           whether the shaders of a pipeline are compatible
  dxlens validate --root-signature root.cso *.cso
  dxlens asm --no-validate x.asm -o - | dxlens validate -

See docs/validating.md, which has an example for GitHub Actions.

Exit status: 0 all valid; 1 a file is invalid or cannot be validated (in a directory, an unsupported format is only a warning);
with --strict also for warnings; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineValidate(command: Command): void {
  command
    .description(
      'Validates each FILE like Microsoft: a token stream of shader models 1-3 like the Direct3D 9 runtime, with its X codes; a ' +
        'container of models 4.0-5.1 like the HLSL compiler validates its output; a root signature; the shaders of an effect; or C source with one of ' +
        'these as an array of numbers. In a directory, validates all such files and skips others.',
    )
    .argument('<file...>', SHADERS)
    .addOption(
      oneOf(new Option('--format <format>', 'how to print results'), ['text', 'json', 'sarif']).default('text'),
    )
    .option('--json', 'the same as --format json: one object a line for each file')
    .addOption(new Option('--pretty', 'the same, indented').implies({ json: true }))
    .option('--link', 'the FILEs are the shaders of one pipeline: also validate the interfaces between them')
    .option('--root-signature <file>', 'validate that this root signature has everything that each shader uses')
    .addOption(
      oneOf(
        new Option(
          '--as <validator>',
          'the codes for an exceeded slot limit: those of the runtime and the assembler, or those of the HLSL compiler',
        ),
        ['runtime', 'compiler'],
      ).default('runtime'),
    )
    .option('--pedantic', 'add notes on what the specification requires and Microsoft does not check')
    .option('--strict', 'warnings make the exit status 1, too: also an empty or damaged x.cso in a directory')
    .addOption(jobsOption('one, then one per processor if it takes long'))
    .option(
      '--summary',
      'print counts of results and codes at the end (default for directories and many files with --format text)',
    )
    .option('--no-summary', 'do not print them')
    .option('--summary-json <file>', 'write the counts to this file as JSON')
    .option('-o, --output <file>', 'write the results to this file')
    .option('-q, --quiet', 'print only errors and invalid files: no warnings, notes, summary or progress')
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], flags: ValidateFlags) => runValidate(inputs, flags));
  takeShaderChoice(command);
}
