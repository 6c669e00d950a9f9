/**
 * Values of runtime uniforms for a draw of the first vertex and instance into textures that are read as in Direct3D,
 * with one sample for each pixel.
 */
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import type { TranslationBinding } from '../../src/translate/index.ts';
import { elementBytes } from '../../tools/gpu/opengl/frame.ts';
import type { GpuResource } from '../../tools/gpu/trial.ts';

const WORDS: Readonly<Record<string, number>> = {
  first_vertex: 0,
  first_instance: 0,
  sample_count: 1,
  y_sign: bitsOfFloat(-1),
  y_offset: 0,
  z_scale: bitsOfFloat(2),
  z_offset: bitsOfFloat(-1),
};

/** The word of a uniform that does not depend on resources; undefined for others. */
export function runtimeWord(name: string): number | undefined {
  return WORDS[name];
}

/**
 * The word of a uniform that says something of a resource: levels or samples of a texture, or elements of a buffer that
 * is a texture.
 */
export function resourceWord(
  name: string,
  bindings: readonly TranslationBinding[],
  resourceOf: (row: TranslationBinding) => GpuResource | undefined,
): number | undefined {
  const [, variable, what] = /^(.*)_(levels|samples|length)$/.exec(name) ?? [];
  const row = bindings.find((one) => one.name === variable);
  const resource = row && resourceOf(row);
  if (row === undefined || resource === undefined) return undefined;
  if (what === 'levels') return resource.kind === 'texture' ? resource.mips : undefined;
  if (what === 'samples') return resource.kind === 'texture' ? (resource.samples ?? 1) : undefined;
  return resource.kind === 'buffer' ? Math.floor(resource.bytes.length / elementBytes(row)) : undefined;
}
