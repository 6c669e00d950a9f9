/** `dxlens decompile`: writes compiled shaders as HLSL. */
import type { Command } from 'commander';
import { decompile } from '../../../decompile/decompile.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { inEffect, readChosenShaders, shaderChoiceOf, takeShaderChoice } from '../../inputs/effect-shaders.ts';
import { displayName } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb } from '../../jobs/run-jobs.ts';
import { jobsOption, SHADERS } from '../../options.ts';
import { deliver } from '../../outputs/deliver.ts';
import { appending, type Job } from '../../outputs/plan-outputs.ts';
import { report } from '../../report.ts';
import { STANDARD, writeOut, writeSeparator } from '../../streams.ts';

/** Appended to the name of an input to name its source. */
const SUFFIX = '.hlsl';

interface Flags extends ShaderChoice {
  readonly output?: string;
  readonly jobs?: number;
  readonly quiet?: true;
}

const EXAMPLES = `
Examples:
  dxlens decompile shader.cso                    print the source to standard output
  dxlens decompile -o shader.hlsl shader.cso     write it to a file
  dxlens decompile -o sources/ build/shaders     every shader in a directory, in the same tree
  dxlens decompile -o glow.fx glow.fxo           an effect, with its parameters and techniques
  dxlens decompile --technique Glow --stage ps glow.fxo  the pixel shaders of a technique of an effect

The first line of a source is the way to compile it with Microsoft's compiler.

Exit status: 0 success; 1 an input is wrong, or has no source; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineDecompile(command: Command): void {
  command
    .description(
      'Writes each FILE as HLSL source that does the same when it is compiled. Names and types come from the ' +
        'reflection data in the file; without it, they are invented. An effect becomes one source, with its ' +
        'techniques; --technique and the like choose single shaders of it.',
    )
    .argument('<file...>', SHADERS)
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE.hlsl')
    .addOption(jobsOption())
    .option('-q, --quiet', 'report errors only')
    .addHelpText('after', EXAMPLES)
    .action(run);
  takeShaderChoice(command);
}

interface Settings {
  readonly quiet: boolean;
  /** Whether each source begins with a comment that names its input. */
  readonly headings: boolean;
  readonly choice: ShaderChoice | undefined;
}

async function run(words: string[], flags: Flags): Promise<void> {
  const files = { nameOf: appending(SUFFIX), readFound: readShaderFile };
  await runVerb('decompile', words, flags, files, decompileInput, (lone) => ({
    quiet: flags.quiet ?? false,
    headings: !lone,
    choice: shaderChoiceOf(flags),
  }));
}

/** Reads one input, writes its source and reports its diagnostics. */
export async function decompileInput(job: Job, { quiet, headings, choice }: Settings): Promise<boolean | undefined> {
  const chosen = await readChosenShaders(job, choice, quiet);
  if (chosen.shaders === undefined) return chosen.result;
  const { shaders } = chosen;
  let failed = false;
  const sources: string[] = [];
  for (const shader of shaders) {
    const { code, diagnostics } = decompile(shader.bytes);
    if (report(job.file, inEffect(namingForeignFile(diagnostics, shader.bytes), shader), quiet)) failed = true;
    if (code !== undefined) sources.push(shaders.length > 1 ? headingOf(shader.name) + code : code);
  }
  if (sources.length === 0) return !failed;
  if (job.output === STANDARD && headings) {
    await writeSeparator();
    await writeOut(headingOf(displayName(job.file)));
  }
  return (await deliver(job, Buffer.from(sources.join('\n')))) && !failed;
}

/** The comment that names an input or a shader of it when several sources are printed. */
function headingOf(name: string): string {
  return `// ${name}\n`;
}
