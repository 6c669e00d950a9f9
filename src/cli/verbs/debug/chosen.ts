/**
 * The shaders of an effect that a command of `dxlens debug` is about: all, or those that the options choose.
 *
 * Not for: what the commands do with them (run.ts).
 */
import type { Diagnostic } from '../../../base/diagnostics.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { withShaders } from '../../../effects/replace-shader.ts';
import { detectFormat, isEffect } from '../../../file/detect-format.ts';
import { type ChosenShader, chosenShaders, isRefused } from '../../inputs/effect-shaders.ts';
import type { Destination } from '../../outputs/plan-outputs.ts';

/**
 * The shaders of an effect; the input itself where it is none; or why there is none.
 *
 * @param choice without one, all shaders
 */
export function shadersFor(
  bytes: Uint8Array,
  choice: ShaderChoice | undefined,
): readonly ChosenShader[] | readonly Diagnostic[] {
  const isEntireFile = choice === undefined && !isEffect(detectFormat(bytes).format);
  const shaders = chosenShaders(bytes, isEntireFile ? undefined : (choice ?? {}));
  if (isRefused(shaders)) return shaders;
  return shaders.filter(({ embedded }) => embedded?.stage !== 'expression');
}

/** Whether something at `offset` of the file is in one of `shaders`. */
export function isInOne(shaders: readonly ChosenShader[], offset: number): boolean {
  return shaders.some((one) => offset >= one.offset && offset < one.offset + one.bytes.byteLength);
}

/**
 * The file with changed shaders; undefined where one cannot be changed.
 *
 * @param change returns its argument where nothing changes, and undefined after a report
 */
export function withChanged(
  file: Uint8Array,
  shaders: readonly ChosenShader[],
  change: (shader: ChosenShader) => Uint8Array | undefined,
): Uint8Array | undefined {
  const [first] = shaders;
  if (first !== undefined && first.embedded === undefined) return change(first);
  const changed = new Map<number, Uint8Array>();
  for (const shader of shaders) {
    const made = change(shader);
    if (made === undefined) return undefined;
    if (made !== shader.bytes) changed.set(shader.offset, made);
  }
  return changed.size === 0 ? file : withShaders(file, changed, true);
}

export interface Output {
  readonly output: Uint8Array;
  /** Where it goes, if not where the command line says; another file of this name is not replaced. */
  readonly separate?: Destination;
}
