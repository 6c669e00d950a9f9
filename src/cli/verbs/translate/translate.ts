/**
 * `dxlens translate`: prints shaders in another language or in the intermediate form. Options and help are here; the
 * work is done in translate/.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import type { State9 } from '../../../translate/direct3d9/options.ts';
import { TARGET_VERSIONS, type TranslateOptions } from '../../../translate/options.ts';
import { shaderChoiceOf, takeShaderChoice } from '../../inputs/effect-shaders.ts';
import { type HlslFlags, hlslOf, takeHlsl } from '../../inputs/hlsl-options.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb } from '../../jobs/run-jobs.ts';
import { type JsonFlags, oneOf, printedFiles, takeShaders } from '../../options.ts';
import { appending, type Job, planMaps, refuseBinary, refuseOverwriting } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { STANDARD } from '../../streams.ts';
import { readBindingsFile, readJsonFile, STATE9_SHAPE } from './json-file.ts';
import { readPipeline } from './pipeline.ts';
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  type LanguageRow,
  SPIRV_TEXT,
  STOPS,
  type Stop,
  translateInput,
} from './run.ts';

/** Options of translations, which the intermediate form does not have. */
interface TranslationFlags {
  readonly map?: string;
  readonly target?: string;
  readonly bindings?: string;
  readonly state?: string;
  readonly instance?: Readonly<Record<string, string>>;
  readonly link?: true;
  readonly profile?: NonNullable<TranslateOptions['profile']>;
  readonly robust?: NonNullable<TranslateOptions['robustness']>;
  readonly cb?: NonNullable<TranslateOptions['constants']>;
  readonly entry?: string;
  readonly comments?: true;
  /** false with --no-invariant. */
  readonly invariant: boolean;
  readonly text?: true;
}

interface Flags extends ShaderChoice, TranslationFlags, JsonFlags, HlslFlags {
  readonly to: Language;
  readonly emitIr?: Stop;
  readonly validate: boolean;
  readonly output?: string;
  readonly jobs?: number;
  readonly quiet?: true;
}

const EXAMPLES = `
Examples:
  dxlens translate --to wgsl shader.cso                      print the shader as WGSL
  dxlens translate --to wgsl -o a.wgsl --map a.json a.cso    the code, and what an application binds where
  dxlens translate --to wgsl -o out/ --map out/ build/shaders   out/FILE.wgsl and out/FILE.map.json for every shader in a directory
  dxlens translate --to wgsl --bindings own.json a.cso       with bindings of your own: rows like those of a map
  dxlens translate --to wgsl --link -o out/ vs.cso ps.cso    a pipeline: what one stage gives is what the next one reads
  dxlens translate --to wgsl --instance light=sun a.cso      with the instance sun of a class for the interface light
  dxlens translate --to wgsl -T ps_5_0 shader.hlsl           HLSL, which is compiled first
  dxlens translate --to spirv --text shader.cso              SPIR-V as text
  dxlens translate --to dxbc --target 4.0 -o a.cso a.vso     a shader of Direct3D 9 for Direct3D 10
  dxlens translate --to wasm -o a.wasm --map a.json a.cso    WebAssembly, and where its inputs and outputs are in memory
  dxlens translate --to hlsl shader.cso                      HLSL that compiles again, as dxlens decompile
  dxlens translate --to ir shader.cso                        what the shader computes, after all passes
  dxlens translate --to ir --emit-ir after:lower shader.cso  as it is lowered, before the first pass

Languages: ${LANGUAGE_NAMES.map((name) => `${name} (${LANGUAGES[name].name})`).join(', ')}.
Passes of the intermediate form, in their order: ${STOPS.join(', ')}.
docs/translating.md explains options and maps; docs/ir.md describes the intermediate form.

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineTranslate(command: Command): void {
  takeShaders(command, '<file...>', 'FILE.wgsl (or .essl, .glsl, .hlsl, .spv, .wasm, .ir, .json)')
    .description(
      'Translates the shader of each FILE to another language, with a map that says what an application binds where, or prints the ' +
        'intermediate form, which says exactly what a shader computes. A shader that is not valid is refused.',
    )
    .addOption(oneOf(new Option('--to <language>', 'the language'), LANGUAGE_NAMES).makeOptionMandatory())
    .option(
      '--target <version>',
      'the version of the language: 310 (default), 300 or 320 of essl, 450 (default) or 330 of glsl, 1.3 (default) or 1.6 of spirv, 5.0 (default), 4.0, 4.1 or 5.1 of dxbc',
    )
    .option('--map <path>', 'write the map to this file, or, with a trailing /, to this directory as FILE.map.json')
    .option('--bindings <file>', 'bind registers where this JSON file says: a list of rows of a map, or a map')
    .option(
      '--state <file>',
      'states of Direct3D 9 that shaders of models 1 to 3 run with: a JSON file with the option state9',
    )
    .option(
      '--instance <pointer=name>',
      'the class instance of an interface pointer of models 5.0 and 5.1, such as light=sun or lights[2]=spots[0]; can be repeated',
      instanceOf,
    )
    .option('--link', 'the FILEs are the shaders of one pipeline: each gives exactly what the next one reads')
    .addOption(
      oneOf(new Option('--profile <profile>', 'how exactly arithmetic is kept (default: guarded)'), [
        'exact',
        'guarded',
        'fast',
      ]),
    )
    .addOption(
      oneOf(
        new Option(
          '--robust <level>',
          'what reads out of range give: 0 (d3d, the default), what the language says, or anything',
        ),
        ['d3d', 'target', 'off'],
      ),
    )
    .addOption(
      oneOf(new Option('--cb <layout>', 'constant buffers as arrays of rows (default), or with names of reflection'), [
        'array',
        'named',
      ]),
    )
    .option('--entry <name>', 'the name of the entry point (default: main)')
    .option(
      '--no-invariant',
      'do not mark positions as invariant; passes that draw the same geometry may then have different depths',
    )
    .option('--comments', 'write the instruction of Direct3D before the lines that it becomes')
    .option('--text', 'SPIR-V as text, in the language of spirv-as and spirv-dis')
    .option('--emit-ir <after:pass>', 'print the intermediate form after this pass', stopOf)
    .option('--no-validate', 'also translate what the validator rejects, if it has a meaning')
    .addHelpText('after', EXAMPLES)
    .action(run);
  takeHlsl(command);
  takeShaderChoice(command);
}

/** Adds an interface pointer and its class instance to those before. */
function instanceOf(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, pointer, name] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (pointer === undefined) throw new InvalidArgumentError('Give an interface pointer, =, and a class instance.');
  if (Object.hasOwn(before, pointer)) throw new InvalidArgumentError(`${pointer} has a class instance already.`);
  return { ...before, [pointer]: name! };
}

function stopOf(text: string): Stop {
  const name = text.replace(/^after:/, '') as Stop;
  if (!text.startsWith('after:') || !STOPS.includes(name))
    throw new InvalidArgumentError(`Give after: and one of ${STOPS.join(', ')}.`);
  return name;
}

const TRANSLATION_FLAGS: readonly (keyof TranslationFlags)[] = [
  'map',
  'target',
  'bindings',
  'state',
  'instance',
  'link',
  'profile',
  'robust',
  'cb',
  'entry',
  'comments',
  'text',
];

async function run(words: string[], flags: Flags): Promise<void> {
  const { to, json = false, pretty = false, quiet = false, map } = flags;
  checkFlags(flags);
  if (to === 'hlsl') return (await import('../decompile/decompile.ts')).runDecompile(words, flags);
  const bindings = flags.bindings === undefined ? undefined : await readBindingsFile(flags.bindings);
  if (flags.bindings !== undefined && bindings === undefined) return raiseStatus(BAD_INPUT);
  const state = flags.state === undefined ? undefined : await readJsonFile(flags.state, STATE9_SHAPE);
  if (flags.state !== undefined && state === undefined) return raiseStatus(BAD_INPUT);
  const pipeline = flags.link ? await readPipeline(words, hlslOf(flags)) : undefined;
  const files = {
    ...(json ? printedFiles(json) : { nameOf: appending(languageOf(flags).suffix) }),
    readFound: readShaderFile,
    check: (jobs: readonly Job[]) => {
      if (languageOf(flags).isBinary && !json) refuseBinary(jobs, 'binary files', to === 'spirv' ? ', or --text' : '');
      const maps = map === undefined ? [] : planMaps(jobs, map);
      const read = [flags.bindings, flags.state].filter((file) => file !== undefined);
      for (const { output } of [...jobs, ...maps]) if (output !== STANDARD) refuseOverwriting(read, output);
    },
  };
  await runVerb('translate', words, flags, files, translateInput, (lone) => ({
    to,
    isBinary: languageOf(flags).isBinary ?? false,
    stop: flags.emitIr,
    validated: flags.validate,
    options: { ...optionsOf(flags), ...(state !== undefined && { state9: state.value as State9 }) },
    pipeline,
    bindings,
    instances: flags.instance,
    map,
    json,
    pretty,
    quiet,
    headings: !lone,
    choice: shaderChoiceOf(flags),
    hlsl: hlslOf(flags),
  }));
}

/** The row of the language, as the options say it is written. */
function languageOf({ to, text }: Flags): LanguageRow {
  return text ? SPIRV_TEXT : LANGUAGES[to];
}

/** @throws UsageError for options that the language does not have */
function checkFlags(flags: Flags): void {
  const { to, emitIr, target, text, comments, validate } = flags;
  if (emitIr !== undefined && to !== 'ir') throw new UsageError('--emit-ir needs --to ir');
  if (to === 'ir' || to === 'hlsl') {
    const one = TRANSLATION_FLAGS.find((name) => flags[name] !== undefined && !(to === 'hlsl' && name === 'map'));
    // HLSL is written without validation.
    const wrong = one ?? (flags.invariant ? to === 'hlsl' && !validate && 'no-validate' : 'no-invariant');
    if (wrong) throw new UsageError(`--${wrong} has no meaning with --to ${to}`);
  } else if (target !== undefined && !TARGET_VERSIONS[to].includes(target))
    throw new UsageError(`--to ${to} has no version ${target}; versions: ${TARGET_VERSIONS[to].join(', ') || 'none'}`);
  if (comments && LANGUAGES[to].isBinary)
    throw new UsageError(`--comments has no meaning with --to ${to}, which has no comments`);
  if (text && to !== 'spirv') throw new UsageError('--text needs --to spirv; the other languages are texts');
}

function optionsOf({ target, profile, robust, cb, entry, comments, invariant }: Flags): TranslateOptions {
  return {
    ...(target !== undefined && { version: target }),
    ...(profile !== undefined && { profile }),
    ...(robust !== undefined && { robustness: robust }),
    ...(cb !== undefined && { constants: cb }),
    ...(entry !== undefined && { entryPoint: entry }),
    ...(comments !== undefined && { comments }),
    ...(!invariant && { invariantPosition: false }),
  };
}
