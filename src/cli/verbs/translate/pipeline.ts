/** The shaders of `dxlens translate --link`: each input is translated with the others of its pipeline. */
import type { Diagnostic } from '../../../base/diagnostics.ts';
import { type ClassInstances, classInstances, interfacePointers } from '../../../translate/class-instances.ts';
import type { TranslateOptions } from '../../../translate/options.ts';
import type { TranslatedStage } from '../../../translate/stage-translator.ts';
import { type LoadedParts, translateWith } from '../../../translate/translate-all.ts';
import type { ChosenShader } from '../../inputs/effect-shaders.ts';
import { findInputs } from '../../inputs/find-inputs.ts';
import { compiledIfHlsl } from '../../inputs/hlsl-options.ts';
import type { HlslSettings } from '../../inputs/hlsl-source.ts';
import { readFoundInput } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { UsageError } from '../../process.ts';
import { STANDARD } from '../../streams.ts';

interface PipelineShader {
  /** Its file, or its name in an effect. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The shaders that are linked. Plain data. */
export interface Pipeline {
  readonly shaders: readonly PipelineShader[];
  /** Whether all files could be read; nothing is linked otherwise. */
  readonly isComplete: boolean;
}

/** The result for one input. */
export interface StageResult {
  /** undefined after an error. */
  readonly stage: TranslatedStage | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the shaders of a pipeline: files, and those in directories. What cannot be read is reported as an input of its
 * own.
 *
 * @throws UsageError for standard input, which is read once only
 */
export async function readPipeline(words: readonly string[], hlsl: HlslSettings): Promise<Pipeline> {
  const shaders: PipelineShader[] = [];
  const silent: HlslSettings = { ...hlsl, isSilent: true };
  let isComplete = true;
  for (const input of (await findInputs(words)).inputs) {
    if (input.file === STANDARD) throw new UsageError('--link needs files, not standard input');
    const read = await readFoundInput(input, readShaderFile);
    // Its diagnostics are reported with the input itself.
    const bytes = read instanceof Uint8Array ? ((await compiledIfHlsl(input.file, read, silent, true)) ?? null) : read;
    if (bytes instanceof Uint8Array) shaders.push({ name: input.file, bytes });
    else if (bytes !== undefined) isComplete = false;
  }
  return { shaders, isComplete };
}

/** The chosen shaders of an effect as a pipeline: those of a pass. */
export function pipelineOf(shaders: readonly ChosenShader[]): Pipeline {
  return { shaders, isComplete: true };
}

/**
 * Translates a pipeline and returns the stage of one of its shaders.
 *
 * @param names class instances by interface pointer; each stage takes those whose pointers it has
 */
export function linkedStage(
  { shaders, isComplete }: Pipeline,
  name: string,
  options: TranslateOptions,
  names: Readonly<Record<string, string>> | undefined,
  parts: LoadedParts,
): StageResult {
  if (!isComplete) return { stage: undefined, diagnostics: [] };
  const number = shaders.findIndex((one) => one.name === name);
  const found = names && instancesOf(shaders, names);
  const wrong = found?.[number]?.diagnostics ?? [];
  if (wrong.length > 0) return { stage: undefined, diagnostics: wrong };
  const { stages, diagnostics } = translateWith(
    shaders.map(({ bytes }) => bytes),
    { ...options, link: true, ...(found && { instances: found.map(({ instances }) => instances) }) },
    parts,
  );
  // A file that is named twice has the diagnostics of both.
  const stageDiagnostics = diagnostics
    .filter(({ shader = 0 }) => shaders[shader]?.name === name)
    .map(({ shader: _, ...rest }) => rest);
  // A pipeline that lacks a stage is not linked; the error is reported for that stage.
  return { stage: stages.length === shaders.length ? stages[number] : undefined, diagnostics: stageDiagnostics };
}

/**
 * The class instances of each shader. A pointer that no shader has is reported for the first one that has any, or is
 * the first of all.
 */
function instancesOf(shaders: readonly PipelineShader[], names: Readonly<Record<string, string>>): ClassInstances[] {
  const pointers = shaders.map(({ bytes }) => new Set(interfacePointers(bytes).flatMap(namesOfPointer)));
  const isKnown = (name: string) => pointers.some((names) => names.has(name));
  const first = Math.max(
    pointers.findIndex(({ size }) => size > 0),
    0,
  );
  return shaders.map(({ bytes }, i) => {
    const chosen = Object.entries(names).filter(([name]) => pointers[i]!.has(name) || (i === first && !isKnown(name)));
    return classInstances(bytes, Object.fromEntries(chosen));
  });
}

/** The names of a pointer that an option accepts. */
function namesOfPointer({ name, number }: { readonly name: string; readonly number: number }): string[] {
  const [array = name] = name.split('[0]');
  return [name, array, `${number}`];
}
