/**
 * Replaces shaders of an effect that is as the compiler wrote it, and lays it out anew.
 *
 * Not for: effects of any other layout, where everything else has to stay at its offset (../replace-shader.ts).
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import type { Effect4, Fx4Assignment, Fx4Object, Fx4Shader } from './model.ts';
import { readEffect4 } from './read.ts';
import { serializeEffect4 } from './write.ts';

/**
 * Returns the effect with other shaders; undefined where its layout is not that of the compiler, which would be lost.
 *
 * @param isChunk whether `bytes` are the payload of the chunk FX10
 * @param start where `bytes` begin in the file, in which the offsets of `shaders` count
 * @param shaders code by the offset of the shader that it replaces
 */
export function withShadersLaidOut(
  bytes: Uint8Array,
  isChunk: boolean,
  start: number,
  shaders: ReadonlyMap<number, Uint8Array>,
): Uint8Array | undefined {
  const diagnostics = new Diagnostics();
  const effect = readEffect4(bytes, isChunk, diagnostics);
  if (effect === undefined || diagnostics.list.length > 0) return undefined;
  // Without its source it is written as a new one.
  const { source: _, ...same } = effect;
  const again = serializeEffect4(same);
  if (again.byteLength !== bytes.byteLength || again.some((byte, i) => byte !== bytes[i])) return undefined;
  return serializeEffect4(mapShaders(same, (one) => ({ ...one, code: shaders.get(one.offset + start) ?? one.code })));
}

function mapShaders(effect: Effect4, change: (shader: Fx4Shader) => Fx4Shader): Effect4 {
  const assigned = (one: Fx4Assignment): Fx4Assignment =>
    one.value?.kind === 'shader' ? { ...one, value: { kind: 'shader', shader: change(one.value.shader) } } : one;
  const object = (one: Fx4Object): Fx4Object => ({
    ...one,
    shaders: one.shaders.map(change),
    states: one.states.map((list) => list.map(assigned)),
  });
  return {
    ...effect,
    objects: effect.objects.map(object),
    sharedObjects: effect.sharedObjects.map(object),
    groups: effect.groups.map((group) => ({
      ...group,
      techniques: group.techniques.map((technique) => ({
        ...technique,
        passes: technique.passes.map((pass) => ({ ...pass, assignments: pass.assignments.map(assigned) })),
      })),
    })),
  };
}
