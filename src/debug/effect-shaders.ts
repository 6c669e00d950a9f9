/**
 * The shaders inside an effect whose debug information is read or changed.
 *
 * Not for: reading effects, or choosing some of their shaders (container/fx).
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import { readEmbeddedShaders } from '../effects/choose-shaders.ts';
import type { EmbeddedShader } from '../effects/embedded-shaders.ts';
import { withShaders } from '../effects/replace-shader.ts';
import { detectFormat, isEffect } from '../file/detect-format.ts';

/**
 * The shaders of an effect, without expressions, which have no debug information, and without effects, which no effect
 * has; undefined where the effect cannot be read.
 */
export function shadersOfEffect(effect: Uint8Array, diagnostics: Diagnostics): readonly EmbeddedShader[] | undefined {
  return readEmbeddedShaders(effect, diagnostics)?.filter(
    ({ stage, offset, length }) =>
      stage !== 'expression' && !isEffect(detectFormat(effect.subarray(offset, offset + length)).format),
  );
}

/**
 * Returns the effect with changed shaders, and the effect itself where nothing changes; undefined where it cannot be
 * read.
 *
 * @param change returns its argument, or undefined, where nothing changes
 */
export function mapEffectShaders(
  effect: Uint8Array,
  change: (shader: Uint8Array, offset: number) => Uint8Array | undefined,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const shaders = shadersOfEffect(effect, diagnostics);
  if (shaders === undefined) return undefined;
  const changed = new Map<number, Uint8Array>();
  for (const { offset, length } of shaders) {
    const shader = effect.subarray(offset, offset + length);
    const made = change(shader, offset);
    if (made !== undefined && made !== shader) changed.set(offset, made);
  }
  return changed.size === 0 ? effect : withShaders(effect, changed, true);
}
