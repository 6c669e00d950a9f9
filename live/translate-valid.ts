/**
 * Translates programs and lets others check the code: Tint (or naga) for WGSL, spirv-val for SPIR-V (and spirv-as its
 * text), glslang and Mesa's compiler and linker for GLSL. Prints what was refused, by code, and what is rejected. The
 * programs are the compiled fixtures, with `--all-options` with each version, profile and robustness, or random ones
 * (random-programs.ts has the kinds) or those in the files of a directory, each with one choice of options in turn.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { HEADER_WORDS } from '../src/emit/spirv/grammar.ts';
import {
  spirvText,
  TARGET_VERSIONS,
  type TargetLanguage,
  type TranslatedStage,
  type TranslateOptions,
  translate,
} from '../src/translate/index.ts';
import { ProcessDied } from '../tools/executor/framed-process.ts';
import { OpenGl, openglMissing } from '../tools/gpu/opengl/client.ts';
import { Glslang, glslangMissing } from '../tools/gpu/opengl/glslang.ts';
import { assembleSpirv, spirvErrors, spirvToolsMissing } from '../tools/gpu/spirv.ts';
import { startTint, tintMissing } from '../tools/gpu/tint.ts';
import { webgpuMissing, wgslCompiler } from '../tools/gpu/webgpu/client.ts';
import type { Values } from './comparisons.ts';
import { PROGRAM_KINDS, type ProgramKind, type RandomProgram, randomPrograms } from './random-programs.ts';
import { shadersIn } from './shader-files.ts';

/** The errors of tools for a translation; empty if they accept it. */
type Check = (stage: TranslatedStage, options: TranslateOptions) => string[] | Promise<string[]>;

/**
 * An error of naga about code that the specification of WGSL allows: naga counts the query of the size of a storage
 * texture as a read, which a texture that is only written does not have.
 */
const NAGA_FAULT = /is used incorrectly as GlobalUse\(READ \| WRITE\)/;
/** How many programs are checked at a time, because glslang checks many sources at once. */
const AT_ONCE = 32;

async function tintCheck(): Promise<Check> {
  const tint = await startTint();
  return ({ code }) => tint.errorsOf(code as string);
}

/** spirv-val checks the words; spirv-as has to make the same words from their text. */
async function spirvCheck(stage: TranslatedStage, { version }: TranslateOptions): Promise<string[]> {
  const code = stage.code as Uint32Array;
  const { text, diagnostics } = spirvText(code);
  const [errors, assembled] = await Promise.all([spirvErrors(code, version), assembleSpirv(text, version)]);
  return [...errors, ...diagnostics.map(({ message }) => message), ...differenceOf(code, assembled)];
}

/** The words of the header are left out: the text has only comments about them. */
function differenceOf(code: Uint32Array, assembled: Uint32Array | string[]): string[] {
  if (Array.isArray(assembled)) return assembled;
  const at = code.findIndex((word, i) => i >= HEADER_WORDS && assembled[i] !== word);
  const isEqual = at < 0 && assembled.length === code.length;
  return isEqual ? [] : [`the text of the module gives other words from ${at} on`];
}

/**
 * Errors of Mesa's linker for a program with more resources than the driver has, and of glslang for more vertices or
 * textures.
 */
const BEYOND_DRIVER =
  /Too many [\w ]+ (shader|uniform) .*\(\d+\/\d+\)|'max_vertices' : too large|'binding' : sampler binding not less than gl_MaxCombinedTextureImageUnits/;

/**
 * Languages that tools of others check; `compile` and `generate` compare bytecode with the oracle, and `vm-ir` runs
 * WebAssembly.
 */
type CheckedLanguage = Exclude<TargetLanguage, 'dxbc' | 'wasm'>;

/** The counts of a language. */
class Verdicts {
  accepted = 0;
  rejected = 0;
  /** Programs on which a tool crashed or hung. */
  crashed = 0;
  /** Programs that need more of something than the driver has, as their maps say. */
  beyond = 0;
  readonly refused = new Map<string, number>();

  refuse(reason: string): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);
  }
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

export async function run(values: Values<'translate-valid'>): Promise<void> {
  const positionals = values.names;
  let nagaFaults = 0;

  const glslang = new Glslang();

  /** Why the tools for a language are missing, and how they check it. */
  const TOOLS: Readonly<Record<CheckedLanguage, { missing(): string | undefined; start(): Promise<Check> }>> = {
    wgsl:
      values.by === 'naga'
        ? { missing: () => webgpuMissing('naga'), start: async () => nagaCheck() }
        : { missing: tintMissing, start: tintCheck },
    essl: { missing: () => openglMissing() ?? glslangMissing(), start: async () => openglCheck('opengl-es') },
    glsl: { missing: () => openglMissing() ?? glslangMissing(), start: async () => openglCheck('opengl') },
    spirv: {
      missing: spirvToolsMissing,
      start: async () => spirvCheck,
    },
  };

  function nagaCheck(): Check {
    const naga = wgslCompiler('naga');
    return async ({ code }) => {
      const errors = await naga.errorsOf(code as string);
      if (!errors.some((error) => NAGA_FAULT.test(error))) return errors;
      nagaFaults++;
      return [];
    };
  }

  function openglCheck(api: 'opengl' | 'opengl-es'): Check {
    const opengl = new OpenGl(api);
    return async ({ stage, code }) => {
      const text = { stage, code: code as string };
      const found = await Promise.all([opengl.errorOf([text]), glslang.errorOf(text)]);
      return found.filter((one): one is string => one !== undefined);
    };
  }

  const languages = values.to.split(',') as CheckedLanguage[];
  const checks = new Map<CheckedLanguage, Check>();
  for (const language of languages) {
    if (TOOLS[language] === undefined) stop(`no language '${language}': ${Object.keys(TOOLS).join(', ')}`);
    const missing = TOOLS[language].missing();
    if (missing !== undefined) stop(missing);
    checks.set(language, await TOOLS[language].start());
  }
  if (values.kind !== undefined && !PROGRAM_KINDS.includes(values.kind as ProgramKind))
    stop(`no kind '${values.kind}': ${PROGRAM_KINDS.join(', ')}`);

  const verdicts = new Map(languages.map((language) => [language, new Verdicts()]));
  const end = values.seconds > 0 ? Date.now() + 1000 * values.seconds : Number.POSITIVE_INFINITY;
  /** Whether each program has one choice of options in turn. */
  const isTurn = values.kind !== undefined || values.files !== undefined;
  let shown = 0;
  let turn = values.seed;
  let count = 0;
  let pending: Promise<void>[] = [];
  for await (const program of programs()) {
    if (Date.now() > end) break;
    if (values.verbose) process.stderr.write(`${program.name}\n`);
    for (const language of languages) {
      const choices = optionsOf(language);
      const used = values['all-options'] && !isTurn ? choices : [choices[isTurn ? turn % choices.length : 0]!];
      for (const options of used) pending.push(check(program, language, options));
    }
    turn++;
    count++;
    if (pending.length >= AT_ONCE) await finish();
  }
  await finish();
  let isRejected = false;
  console.log(
    `${count} programs${values.kind === undefined ? '' : ` (${values.kind}, seeds ${values.seed} to ${turn - 1})`}`,
  );
  for (const [language, { accepted, rejected, crashed, beyond, refused }] of verdicts) {
    const crashes = crashed > 0 ? `, tools crashed on ${crashed}` : '';
    const more = beyond > 0 ? `, ${beyond} need more than the driver has` : '';
    console.log(`${language}: accepted ${accepted}, rejected ${rejected}${crashes}${more}, refused:`);
    for (const [reason, times] of [...refused].sort(([, a], [, b]) => b - a)) console.log(`  ${times}  ${reason}`);
    if (rejected > 0) isRejected = true;
  }
  if (nagaFaults > 0) console.log(`${nagaFaults} of the accepted ones naga rejects, against the specification`);
  process.exit(isRejected ? 1 : 0);

  /** Waits for the checks that have begun. */
  async function finish(): Promise<void> {
    const all = Promise.all(pending);
    pending = [];
    // Other tools answer before glslang has all sources.
    await glslang.check();
    await all;
  }

  /** The choices of options for a language. */
  function optionsOf(to: CheckedLanguage): TranslateOptions[] {
    const { target } = values;
    const versions = target === undefined ? TARGET_VERSIONS[to].slice(1).map((version) => ({ version })) : [];
    const choices: TranslateOptions[] = [
      {},
      ...versions,
      { constants: 'named', profile: 'fast', robustness: 'target' },
      { profile: 'exact', robustness: 'off', comments: true },
    ];
    return choices.map((choice) => ({ ...choice, ...(target !== undefined && { version: target }), to }));
  }

  /** Translates a program, and counts what the tools of the language say. */
  async function check(
    { name, bytes, state9 }: RandomProgram,
    to: CheckedLanguage,
    choice: TranslateOptions,
  ): Promise<void> {
    const options = { ...choice, ...(state9 !== undefined && { state9 }) };
    const verdict = verdicts.get(to)!;
    const { stages, diagnostics } = translate(bytes, options);
    const stage = stages[0];
    if (stage === undefined) {
      const error = diagnostics.find(({ severity }) => severity === 'error');
      const reason = error === undefined ? 'no diagnostic' : `${error.code} ${error.message.replace(/\(.*?\)/g, '')}`;
      const isInvalid = error !== undefined && !/^DX[56]/.test(error.code);
      verdict.refuse(isInvalid ? 'not valid' : reason);
      if (positionals[0] !== undefined) console.log(name, reason);
      return;
    }
    const errors = await errorsOf(to, stage, options);
    if (errors === undefined) {
      verdict.crashed++;
      console.log(`${name} ${JSON.stringify(options)}: a tool ended in a crash or a hang`);
      return;
    }
    if (errors.length === 0) {
      verdict.accepted++;
      return;
    }
    if (errors.every((error) => BEYOND_DRIVER.test(error)) && Object.keys(stage.map.requires.limits).length > 0) {
      verdict.beyond++;
      return;
    }
    verdict.rejected++;
    if (shown++ >= values.show) return;
    const line = Number(errors[0]!.split(':')[0]);
    console.log(`${name} ${JSON.stringify(options)}: ${errors[0]!.split('\n')[0]}`);
    if (typeof stage.code === 'string') console.log(`    ${stage.code.split('\n')[line - 1] ?? ''}`);
  }

  /** The errors of the tools of a language; undefined if one of them died. */
  async function errorsOf(
    to: CheckedLanguage,
    stage: TranslatedStage,
    options: TranslateOptions,
  ): Promise<string[] | undefined> {
    try {
      return await checks.get(to)!(stage, options);
    } catch (error) {
      if (error instanceof ProcessDied) return undefined;
      throw error;
    }
  }

  async function* programs(): AsyncGenerator<RandomProgram> {
    const { kind, files } = values;
    if (kind !== undefined) yield* randomPrograms(kind as ProgramKind, values.seed, values.count);
    else if (files !== undefined) {
      for (const program of shadersIn(files)) if (program.name.includes(positionals[0] ?? '')) yield program;
    } else
      for (const { id } of readProvenance())
        if (positionals[0] === undefined || id.includes(positionals[0]))
          yield { name: id, bytes: readFileSync(join(RECORDED, `${id}.bin`)) };
  }
}
