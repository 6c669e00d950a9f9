/** `dxlens translate`: prints shaders in another form; so far the intermediate one, from which all translations start. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Diagnostics } from '../base/diagnostics.ts';
import type { ShaderChoice } from '../container/fx/choose-shaders.ts';
import { readShaderFile as readOpenedFile } from '../container/shader-file.ts';
import { IR_PASSES, type PassName, printIr, runPasses } from '../ir/index.ts';
import { lowerProgram } from '../lower/lower.ts';
import { validate } from '../validate/validate.ts';
import { namingForeignFile } from './foreign-files.ts';
import { type ChosenShader, inEffect, shaderChoiceOf, takeShaderChoice } from './inputs/effect-shaders.ts';
import { jsonText, namesOf, readChosenShaders } from './inputs/read-chosen.ts';
import { readShaderFile } from './inputs/shader-file.ts';
import { runVerb } from './jobs/run-jobs.ts';
import { takeShaders } from './options.ts';
import { deliver } from './outputs/deliver.ts';
import { appending, type Job } from './outputs/plan-outputs.ts';
import { report } from './report.ts';
import { oneLine } from './terminal-text.ts';

interface Flags extends ShaderChoice {
  readonly to: 'ir';
  readonly emitIr?: Stop;
  readonly validate: boolean;
  readonly json?: true;
  readonly pretty?: true;
  readonly output?: string;
  readonly jobs?: number;
  readonly quiet?: true;
}

/** The pass after which the module is printed; `lower` is none at all. */
type Stop = PassName | 'lower';

const SUFFIX = '.ir';
const JSON_SUFFIX = '.json';
const STOPS: readonly Stop[] = ['lower', ...IR_PASSES.map(({ name }) => name)];

const EXAMPLES = `
Examples:
  dxlens translate --to ir shader.cso                        what the shader means, after all passes
  dxlens translate --to ir --emit-ir after:lower shader.cso  as it is lowered, before the first pass
  dxlens translate --to ir -o out/ build/shaders             out/FILE.ir for every shader in a directory

Passes, in their order: ${STOPS.join(', ')}.
docs/ir.md describes the text.

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineTranslate(command: Command): void {
  takeShaders(command)
    .description(
      'Prints the shader of each FILE in another form. So far there is the intermediate form, which says exactly what a ' +
        'shader computes. A shader that is not valid is refused.',
    )
    .addOption(new Option('--to <language>', 'the language').choices(['ir']).makeOptionMandatory())
    .option('--emit-ir <after:pass>', 'print the intermediate form after this pass', stopOf)
    .option('--no-validate', 'also translate what the validator rejects, if it has a meaning')
    .addHelpText('after', EXAMPLES)
    .action(run);
  takeShaderChoice(command);
}

function stopOf(text: string): Stop {
  const name = text.replace(/^after:/, '') as Stop;
  if (!text.startsWith('after:') || !STOPS.includes(name))
    throw new InvalidArgumentError(`Give after: and one of ${STOPS.join(', ')}.`);
  return name;
}

/** What {@link translateInput} needs besides its input. */
interface Settings {
  readonly stop: Stop | undefined;
  readonly validated: boolean;
  readonly json: boolean;
  readonly pretty: boolean;
  readonly quiet: boolean;
  /** Whether each text begins with a comment that names its input. */
  readonly headings: boolean;
  readonly choice: ShaderChoice | undefined;
}

async function run(words: string[], flags: Flags): Promise<void> {
  const { pretty = false, quiet = false } = flags;
  const json = flags.json ?? pretty;
  const files = { nameOf: appending(json ? JSON_SUFFIX : SUFFIX), readFound: readShaderFile };
  await runVerb('translate', words, flags, files, translateInput, (lone) => ({
    stop: flags.emitIr,
    validated: flags.validate,
    json,
    pretty,
    quiet,
    headings: !lone,
    choice: shaderChoiceOf(flags),
  }));
}

/** Reads one input, writes its modules and reports its diagnostics. */
export async function translateInput(job: Job, settings: Settings): Promise<boolean | undefined> {
  const { quiet, headings, json, pretty, choice } = settings;
  const chosen = await readChosenShaders(job, choice, quiet);
  if (chosen.shaders === undefined) return chosen.result;
  const { shaders } = chosen;
  let failed = false;
  const pieces: string[] = [];
  for (const shader of shaders) {
    const ir = textOf(job.file, shader, settings);
    if (ir === undefined) {
      failed = true;
      continue;
    }
    if (json) pieces.push(jsonText({ ...namesOf(job.file, shader), ir }, pretty));
    else pieces.push(shaders.length > 1 ? `// ${oneLine(shader.name)}\n${ir}` : ir);
  }
  if (pieces.length === 0) return !failed;
  if (!json && headings) pieces.unshift(`// ${oneLine(job.file)}\n`);
  return (await deliver(job, Buffer.from(pieces.join('')))) && !failed;
}

/** The text of the module of a shader; undefined after its diagnostics were reported. */
function textOf(file: string, shader: ChosenShader, { stop, validated, quiet }: Settings): string | undefined {
  const { bytes } = shader;
  const refuse = (list: Diagnostics['list']) => report(file, inEffect(namingForeignFile(list, bytes), shader), quiet);
  const findings = validated ? validate(bytes).diagnostics.filter(({ severity }) => severity === 'error') : [];
  if (findings.length > 0) {
    refuse([...findings]);
    return undefined;
  }
  const diagnostics = new Diagnostics();
  const { programs, container } = readOpenedFile(bytes, diagnostics);
  const [program] = programs;
  const lowered = program === undefined ? undefined : lowerProgram(program, container);
  if (refuse([...diagnostics.list, ...(lowered?.diagnostics ?? [])]) || lowered?.module === undefined) return undefined;
  if (stop !== 'lower') runPasses(lowered.module, stop === undefined ? {} : { until: stop });
  return printIr(lowered.module);
}
