/**
 * Translates the shaders of one input and writes code and maps.
 *
 * Not for: options and help (../translate.ts).
 */
import { type Diagnostic, Diagnostics, diagnostic } from '../../../base/diagnostics.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { detectFormat, formatName, isEffect } from '../../../file/detect-format.ts';
import { readShaderFile } from '../../../file/shader-file.ts';
import { IR_PASSES, type PassName, printIr, runPasses } from '../../../ir/index.ts';
import { lowerProgram } from '../../../lower/lower.ts';
import { classInstances } from '../../../translate/class-instances.ts';
import type { TranslationMap } from '../../../translate/map-shape.ts';
import { TARGET_LANGUAGES, type TargetLanguage, type TranslateOptions } from '../../../translate/options.ts';
import { type LoadedParts, translateWith } from '../../../translate/translate-all.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { type ChosenShader, inEffect, jsonText, namesOf, readChosenShaders } from '../../inputs/effect-shaders.ts';
import type { HlslSettings } from '../../inputs/hlsl-source.ts';
import { DX0384 } from '../../messages.ts';
import { deliver } from '../../outputs/deliver.ts';
import { destinationOf, type Job, MAP_NAME } from '../../outputs/plan-outputs.ts';
import { UsageError } from '../../process.ts';
import { report } from '../../report.ts';
import { STANDARD } from '../../streams.ts';
import { oneLine } from '../../terminal-text.ts';
import { type BindingsFile, reportRows } from './json-file.ts';
import { translationParts, validator } from './parts.ts';
import { linkedStage, type Pipeline, pipelineOf, type StageResult } from './pipeline.ts';

/** The pass after which the module is printed; `lower` is before all passes. */
export type Stop = PassName | 'lower';

export const STOPS: readonly Stop[] = ['lower', ...IR_PASSES.map(({ name }) => name)];

/** The text of the module of a shader, where it has one. */
export async function intermediateOf(
  bytes: Uint8Array,
  stop: Stop | undefined,
  validated: boolean,
): Promise<{ readonly ir: string | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  const found = validated ? (await validator([bytes]))(bytes) : [];
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { ir: undefined, diagnostics: errors };
  const read = new Diagnostics();
  const { programs, container } = readShaderFile(bytes, read);
  const [program] = programs;
  const lowered = program === undefined ? undefined : lowerProgram(program, container);
  const diagnostics = [...read.list, ...(lowered?.diagnostics ?? [])];
  const isWrong = diagnostics.some(({ severity }) => severity === 'error');
  if (isWrong || lowered?.module === undefined) return { ir: undefined, diagnostics };
  // Passes that not all translations need run where the module is printed after them.
  if (stop !== 'lower')
    runPasses(lowered.module, {
      legacy: stop === 'legacy',
      scalar: stop === 'scalarize',
      ...(stop !== undefined && { until: stop }),
    });
  return { ir: printIr(lowered.module), diagnostics };
}

/** `ir` is the intermediate form, and `hlsl` is written by `dxlens decompile`; the others are translations. */
export type Language = 'hlsl' | 'ir' | TargetLanguage;

export interface LanguageRow {
  /** Its name in the help. */
  readonly name: string;
  /** Appended to the name of an input to name its output. */
  readonly suffix: string;
  readonly isBinary?: true;
}

export const LANGUAGES: Readonly<Record<Language, LanguageRow>> = {
  dxbc: {
    name: 'bytecode of Direct3D 10 to 12, for shaders of models 1 to 3',
    suffix: '.cso',
    isBinary: true,
  },
  essl: { name: 'GLSL ES, the language of OpenGL ES and WebGL', suffix: '.essl' },
  glsl: { name: 'GLSL, the language of desktop OpenGL', suffix: '.glsl' },
  hlsl: { name: 'HLSL, which dxlens decompile writes, without validation', suffix: '.hlsl' },
  ir: { name: 'the intermediate form, from which all translations start', suffix: '.ir' },
  spirv: { name: 'SPIR-V, the binary language of Vulkan', suffix: '.spv', isBinary: true },
  wasm: { name: 'WebAssembly, which runs four lanes at a time', suffix: '.wasm', isBinary: true },
  wgsl: { name: 'WGSL, the language of WebGPU', suffix: '.wgsl' },
};

/** SPIR-V with `--text`. */
export const SPIRV_TEXT: LanguageRow = { name: 'SPIR-V as text', suffix: '.spvasm' };

export const LANGUAGE_NAMES: readonly Language[] = ['ir', 'hlsl', ...TARGET_LANGUAGES];

/** Parameters of {@link translateInput} other than its input. Plain data. */
export interface Settings {
  readonly to: Exclude<Language, 'hlsl'>;
  /** Whether the code is written as it is; words of SPIR-V are text otherwise. */
  readonly isBinary: boolean;
  readonly stop: Stop | undefined;
  readonly validated: boolean;
  readonly options: TranslateOptions;
  readonly bindings: BindingsFile | undefined;
  /** Class instances by interface pointer, both as names. */
  readonly instances: Readonly<Record<string, string>> | undefined;
  /** The shaders of a pipeline, if they are linked. */
  readonly pipeline: Pipeline | undefined;
  /** Where maps go, as the command line names it. */
  readonly map: string | undefined;
  readonly json: boolean;
  readonly pretty: boolean;
  readonly quiet: boolean;
  /** Whether each text begins with a comment that names its input. */
  readonly headings: boolean;
  readonly choice: ShaderChoice | undefined;
  readonly hlsl: HlslSettings;
}

/** A shader in its language. */
interface Translated {
  readonly code: string | Uint32Array | Uint8Array;
  /** None for the intermediate form. */
  readonly map?: TranslationMap;
}

/** Reads one input, writes its translation and reports its diagnostics. */
export async function translateInput(job: Job, settings: Settings): Promise<boolean | undefined> {
  const { quiet, headings, json, pretty, choice, to, isBinary } = settings;
  const chosen = await readChosenShaders(job, choice, quiet, settings.hlsl);
  if (chosen.shaders === undefined) return chosen.result;
  const { shaders } = chosen;
  if (choice === undefined && refusesEffect(job.file, shaders[0]!.bytes, quiet)) return false;
  // The chosen shaders of an effect are a separate pipeline.
  const stageSettings = settings.pipeline && choice ? { ...settings, pipeline: pipelineOf(shaders) } : settings;
  const isLone = shaders.length === 1;
  const comment = to === 'spirv' ? ';' : '//';
  const maps: [string, TranslationMap][] = [];
  const pieces: (string | Uint8Array)[] = [];
  if (isBinary && !json && !isLone)
    throw new UsageError(`refusing to write ${shaders.length} shaders to one binary file; choose one, or use --json`);
  let succeeded = true;
  for (const shader of shaders) {
    const translated = await translateOne(job.file, shader, stageSettings);
    if (translated === undefined) {
      succeeded = false;
      continue;
    }
    const { code, map } = translated;
    if (map !== undefined) maps.push([shader.name, map]);
    const data = to === 'ir' ? { ir: code } : { language: to, code: typeof code === 'string' ? code : [...code], map };
    if (json) pieces.push(jsonText({ ...namesOf(job.file, shader), ...data }, pretty));
    else if (typeof code !== 'string') pieces.push(code instanceof Uint32Array ? littleEndian(code) : code);
    else pieces.push(isLone ? code : `${comment} ${oneLine(shader.name)}\n${code}`);
  }
  if (pieces.length === 0) return succeeded;
  // A file of its own has the code alone: words of SPIR-V, a text that begins with its version, and lines as the map
  // counts them.
  if (!json && headings && job.output === STANDARD) pieces.unshift(`${comment} ${oneLine(job.file)}\n`);
  if (!(await deliver(job, Buffer.concat(pieces.map((piece) => Buffer.from(piece)))))) return false;
  if (settings.map === undefined) return succeeded;
  const text = jsonText(isLone ? maps[0]![1] : Object.fromEntries(maps), true);
  return (await deliver(destinationOf(job, settings.map, MAP_NAME), Buffer.from(text))) && succeeded;
}

/** Reports an effect: the user must choose one of its shaders. Returns whether the input is one. */
function refusesEffect(file: string, bytes: Uint8Array, quiet: boolean): boolean {
  const format = detectFormat(bytes);
  if (!isEffect(format.format)) return false;
  const span = { unit: 'byte', start: 0, end: bytes.byteLength } as const;
  report(file, [diagnostic(DX0384, span, { kind: formatName(format) })], quiet);
  return true;
}

/** Words as the bytes of a file. */
function littleEndian(words: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(4 * words.length);
  const view = new DataView(bytes.buffer);
  for (const [i, word] of words.entries()) view.setUint32(4 * i, word, true);
  return bytes;
}

/** A shader in the language that was asked for; undefined after its diagnostics were reported. */
async function translateOne(file: string, shader: ChosenShader, settings: Settings): Promise<Translated | undefined> {
  const { to, isBinary, stop, validated, options, bindings, instances, pipeline, quiet } = settings;
  const { bytes } = shader;
  const reportAbout = (list: readonly Diagnostic[]) =>
    report(file, inEffect(namingForeignFile([...list], bytes), shader), quiet);
  if (to === 'ir') {
    const { ir, diagnostics } = await intermediateOf(bytes, stop, validated);
    reportAbout(diagnostics);
    return ir === undefined ? undefined : { code: ir };
  }
  const choices = { ...options, to, validate: validated, ...(bindings && { bindings: bindings.rows }) };
  const shaders = pipeline === undefined ? [bytes] : pipeline.shaders.map((one) => one.bytes);
  const parts = await translationParts(to, shaders, choices);
  const { stage, diagnostics } =
    pipeline === undefined
      ? loneStage(bytes, choices, instances, parts)
      : linkedStage(pipeline, shader.embedded === undefined ? file : shader.name, choices, instances, parts);
  reportAbout(diagnostics.filter(({ binding }) => binding === undefined));
  if (bindings !== undefined) {
    const aboutRows = diagnostics.filter(({ binding }) => binding !== undefined);
    reportRows(bindings, file, aboutRows, quiet);
  }
  if (stage === undefined || isBinary || !(stage.code instanceof Uint32Array)) return stage;
  const { text, diagnostics: aboutText } = (await import('../../../emit/spirv/text.ts')).spirvText(stage.code);
  reportAbout(aboutText);
  return { ...stage, code: text };
}

function loneStage(
  bytes: Uint8Array,
  options: TranslateOptions,
  names: Settings['instances'],
  parts: LoadedParts,
): StageResult {
  const found = names && classInstances(bytes, names);
  if (found !== undefined && found.diagnostics.length > 0) return { stage: undefined, diagnostics: found.diagnostics };
  const { stages, diagnostics } = translateWith(
    bytes,
    { ...options, ...(found && { instances: found.instances }) },
    parts,
  );
  return { stage: stages[0], diagnostics };
}
