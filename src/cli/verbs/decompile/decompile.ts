/** `dxlens decompile`: writes compiled shaders as HLSL. */
import { type Command, Option } from 'commander';
import {
  DECOMPILE_STYLES,
  type DecompiledShader,
  type DecompileStyle,
  decompile,
} from '../../../decompile/decompile.ts';
import { type RepairedShader, repair } from '../../../decompile/repair.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { MAP_VERSION } from '../../../translate/options.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import {
  inEffect,
  jsonText,
  namesOf,
  readChosenShaders,
  shaderChoiceOf,
  takeShaderChoice,
} from '../../inputs/effect-shaders.ts';
import { displayName } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb } from '../../jobs/run-jobs.ts';
import { type JsonFlags, printedFiles, takeShaders } from '../../options.ts';
import { deliver } from '../../outputs/deliver.ts';
import { appending, destinationOf, type Job, MAP_NAME, planMaps } from '../../outputs/plan-outputs.ts';
import { UsageError } from '../../process.ts';
import { report } from '../../report.ts';
import { STANDARD, writeOut, writeSeparator } from '../../streams.ts';
import { sources } from '../debug/source.ts';
import { compilerOf } from './compiler-command.ts';

/** Appended to the name of an input to name its source. */
const SUFFIX = '.hlsl';

/** The options of the verb, and those that `dxlens translate --to hlsl` shares with it. */
export interface DecompileFlags extends ShaderChoice, JsonFlags {
  readonly output?: string;
  readonly map?: string;
  readonly style?: DecompileStyle;
  readonly registers?: true;
  readonly compile?: string;
  readonly source?: true;
  readonly force?: true;
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
  dxlens decompile -o a.hlsl --map a.json a.cso  the source, and the instructions that its lines are from
  dxlens decompile --style exact shader.cso      the source that compiles to the same words most often
  dxlens decompile --compile "wine fxc.exe {args}" a.cso  change the source until it compiles to the same words
  dxlens decompile --source -o src/ shader.cso   the files it was compiled from, where debug information has them

The first line of a source is the way to compile it with Microsoft's compiler.

Exit status: 0 success; 1 an input is wrong, or has no source; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineDecompile(command: Command): void {
  takeShaders(command, '<file...>', 'FILE.hlsl or FILE.json')
    .description(
      'Writes each FILE as HLSL source that does the same when it is compiled. Names and types come from the ' +
        'reflection data in the file; without it, they are invented. An effect becomes one source, with its ' +
        'techniques; --technique and the like choose single shaders of it.',
    )
    .option(
      '--map <path>',
      'write the map of lines to this file, or, with a trailing /, to this directory as FILE.map.json',
    )
    .addOption(
      new Option(
        '--style <style>',
        'how the source is written: readable joins instructions to expressions, exact keeps their order, so that ' +
          "Microsoft's compiler makes the same words of it more often",
      )
        .choices(DECOMPILE_STYLES)
        .default('readable'),
    )
    .option('--registers', 'write the registers of all constants of models 1 to 3, so that a change does not move them')
    .option(
      '--compile <command>',
      'compile with this command, such as "fxc {args}", and change the source until it gives the same words; ' +
        '{args} becomes the arguments of fxc, which go to the end without it',
    )
    .option('--source', 'write the original source files, where they are embedded in debug information (fxc /Zi)')
    .option('--force', 'with --source: replace files that exist')
    .addHelpText('after', EXAMPLES)
    .action((words: string[], flags: DecompileFlags) =>
      flags.source ? writeOriginals(words, flags) : runDecompile(words, flags),
    );
  takeShaderChoice(command);
}

interface Settings {
  readonly quiet: boolean;
  readonly json: boolean;
  readonly pretty: boolean;
  /** Where maps go, as the command line names it. */
  readonly map: string | undefined;
  /** Whether each source begins with a comment that names its input. */
  readonly headings: boolean;
  readonly choice: ShaderChoice | undefined;
  readonly style: DecompileStyle | undefined;
  readonly registers: boolean;
  /** The command of a compiler. */
  readonly compile: string | undefined;
}

/** Writes the sources that are embedded in the inputs instead of new ones. */
async function writeOriginals(words: string[], flags: DecompileFlags): Promise<void> {
  const wrong = (['map', 'json', 'jobs', 'compile'] as const).find((name) => flags[name] !== undefined);
  if (wrong !== undefined) throw new UsageError(`--${wrong} has no meaning with --source`);
  await sources(words, { ...flags, isDirectory: false });
}

/** Runs the verb on the inputs that `words` name. */
export async function runDecompile(words: string[], flags: DecompileFlags): Promise<void> {
  const { json = false, pretty = false, quiet = false, map } = flags;
  if (flags.force) throw new UsageError('--force needs --source');
  const files = {
    ...(json ? printedFiles(json) : { nameOf: appending(SUFFIX) }),
    readFound: readShaderFile,
    check: (jobs: readonly Job[]) => {
      if (map !== undefined) planMaps(jobs, map);
    },
  };
  await runVerb('decompile', words, flags, files, decompileInput, (lone) => ({
    quiet,
    json,
    pretty,
    map,
    headings: !lone,
    choice: shaderChoiceOf(flags),
    style: flags.style,
    registers: flags.registers ?? false,
    compile: flags.compile,
  }));
}

/** Reads one input, writes its source and reports its diagnostics. */
export async function decompileInput(job: Job, settings: Settings): Promise<boolean | undefined> {
  const { quiet, json, pretty, map, headings, choice, style, registers, compile } = settings;
  const chosen = await readChosenShaders(job, choice, quiet);
  if (chosen.shaders === undefined) return chosen.result;
  const { shaders } = chosen;
  const isLone = shaders.length === 1;
  let failed = false;
  const sources: string[] = [];
  const maps: [string, object][] = [];
  for (const shader of shaders) {
    const made =
      compile === undefined
        ? decompile(shader.bytes, { style, registers })
        : await repair(shader.bytes, { compile: compilerOf(compile) });
    if (report(job.file, inEffect(namingForeignFile(made.diagnostics, shader.bytes), shader), quiet)) failed = true;
    const { code } = made;
    if (code === undefined) continue;
    const lines = mapOf(made);
    maps.push([shader.name, lines]);
    if (json)
      sources.push(
        jsonText({ ...namesOf(job.file, shader), language: 'hlsl', code, map: lines, ...repairOf(made) }, pretty),
      );
    else sources.push(isLone ? code : headingOf(shader.name) + code);
  }
  if (sources.length === 0) return !failed;
  if (!json && job.output === STANDARD && headings) {
    await writeSeparator();
    await writeOut(headingOf(displayName(job.file)));
  }
  if (!(await deliver(job, Buffer.from(sources.join(json ? '' : '\n'))))) return false;
  if (map === undefined) return !failed;
  const text = jsonText(isLone ? maps[0]![1] : Object.fromEntries(maps), true);
  return (await deliver(destinationOf(job, map, MAP_NAME), Buffer.from(text))) && !failed;
}

/** How a source is compiled, and the tokens of its lines. */
function mapOf({ profile, entryPoint, switches, sourceMap }: DecompiledShader): object {
  return { version: MAP_VERSION, target: 'hlsl', profile, entryPoint, switches, sourceMap };
}

/** The result of a repair; empty without. */
function repairOf(made: DecompiledShader | RepairedShader): object {
  if (!('identical' in made)) return {};
  const { identical, differences, compilations } = made;
  return { repair: { identical, differences, compilations } };
}

/** The comment that names an input or a shader of it when several sources are printed. */
function headingOf(name: string): string {
  return `// ${name}\n`;
}
