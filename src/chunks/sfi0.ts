/** The chunk SFI0, shader feature info: 64 bits for the hardware features that a shader requires. */

import type { Diagnostics } from '../base/diagnostics.ts';
import { ChunkView, chunkParser } from '../container/chunk-view.ts';
import { ChunkWriter } from '../container/chunk-writer.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { DX1013 } from '../container/messages.ts';

/** Bits of the low DWORD by name (source: d3d11shader.h, `D3D_SHADER_REQUIRES_*`). */
export const FEATURES = {
  doubles: 0,
  /** In the chunk itself the bit means raw and structured buffers in 4.x; the reflection flag has this name. */
  earlyDepthStencil: 1,
  uavsAtEveryStage: 2,
  uavSlots64: 3,
  minimumPrecision: 4,
  doubleExtensions11_1: 5,
  shaderExtensions11_1: 6,
  level9ComparisonFiltering: 7,
  tiledResources: 8,
  stencilRef: 9,
  innerCoverage: 10,
  typedUavLoadAdditionalFormats: 11,
  rasterizerOrderedViews: 12,
  arrayIndexFromAnyShader: 13,
} as const satisfies Record<string, number>;

export type Feature = keyof typeof FEATURES;

/**
 * Bit 1 of the chunk: vertex, geometry and pixel shaders of 4.x with raw and structured buffers. Compute shaders of 4.x
 * always have them and shaders of 5.x, too, without the bit (source: oracle).
 */
export const RAW_BUFFERS_IN_4: number = 1 << FEATURES.earlyDepthStencil;

/** Bits of the low DWORD by their meaning in the chunk; reflection uses bit 1 for something else. */
export const CHUNK_FEATURES: Readonly<Record<string, number>> = /* @__PURE__ */ Object.fromEntries(
  Object.entries(FEATURES).map(([feature, bit]) => [
    1 << bit === RAW_BUFFERS_IN_4 ? 'rawAndStructuredBuffersIn4' : feature,
    bit,
  ]),
);

export interface FeatureInfo {
  readonly low: number;
  readonly high: number;
  /** Whether the chunk has a size that Microsoft reads. */
  readonly intact: boolean;
}

const SIZE = 8;

/** Reads feature bits; what a short chunk leaves out is 0. */
export function readSfi0(container: Container, chunk: Chunk, diagnostics: Diagnostics): FeatureInfo {
  const view = new ChunkView(container, chunk, diagnostics);
  if (view.size !== SIZE) view.report(DX1013, 0, view.size, { size: view.size, expected: SIZE });
  return {
    low: view.size >= 4 ? view.u32(0) : 0,
    high: view.size >= SIZE ? view.u32(4) : 0,
    intact: view.size <= SIZE,
  };
}

/** Reads the features that a shader requires: the chunk `SFI0`. */
export const parseSfi0 = /* @__PURE__ */ chunkParser(readSfi0);

/**
 * Returns the payload of a chunk of feature bits: those of the low DWORD are {@link FEATURES}.
 *
 * @throws RangeError when one of the two is not an unsigned 32-bit integer
 */
export function serializeSfi0(low: number, high = 0): Uint8Array {
  const writer = new ChunkWriter();
  writer.reserve(SIZE);
  writer.putWords(0, [low, high]);
  return writer.bytes();
}
