/**
 * The buffer of the constants of Direct3D 9, as translated shaders have it: one for each stage, all registers of a type
 * after those of another.
 */
import type { TranslateOptions } from '../../src/translate/index.ts';
import type { D3d9Command } from '../../tools/executor/d3d9-request.ts';
import { NoTrial } from './from-request.ts';

const REGISTER_BYTES = { float: 16, int: 16, bool: 4 } as const;
/**
 * Registers of each type, by which they are placed in a buffer: of hardware, and of software vertex processing.
 */
const HARDWARE = { float: 256, int: 16, bool: 16 };
const SOFTWARE = { float: 8192, int: 2048, bool: 2048 };
/** `maxUniformBufferBindingSize` that every implementation of WebGPU has. */
const MAX_UNIFORM_BYTES = 65_536;

/**
 * The bytes of the constants that are set for a stage.
 *
 * @param minSize what the shader reads: the size of buffers of software vertex processing, because interfaces limit it
 * @throws NoTrial where the interface has no buffers of this size
 */
export function constantBytes9(
  set: readonly Extract<D3d9Command, { readonly what: 'constants' }>[],
  profile: string,
  minSize: number,
  to: TranslateOptions['to'],
): Uint8Array {
  const isSoftware = profile.endsWith('_sw');
  if (isSoftware && minSize > MAX_UNIFORM_BYTES && to === 'wgsl')
    throw new NoTrial('uniform buffers of WebGPU are too small for the constants');
  const { float, int, bool } = isSoftware ? SOFTWARE : HARDWARE;
  const offsets = { float: 0, int: REGISTER_BYTES.float * float, bool: REGISTER_BYTES.float * (float + int) };
  const words = new Uint32Array((offsets.bool + REGISTER_BYTES.bool * bool) / 4);
  for (const { type, data, first } of set)
    words.set(Uint32Array.from(data), (offsets[type] + REGISTER_BYTES[type] * first) / 4);
  return new Uint8Array(words.buffer, 0, isSoftware ? minSize : words.byteLength);
}
