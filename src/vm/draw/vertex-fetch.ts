/**
 * Attributes of vertices: where each is in the vertex buffers, and what is read outside of them.
 *
 * Outside of a buffer, and where none is bound, components of the format are 0; missing ones are what they always are.
 *
 * Source: Direct3D 11.3 functional specification, 8.4.1, 8.19.2 and 19.1.3.3.
 */
import type { Format } from '../../formats/formats.ts';
import { decodeTexel } from '../../formats/texel.ts';
import { COMPONENTS } from '../lanes.ts';
import type { VertexBuffer } from './draw-common.ts';

/** Where an attribute comes from. */
export interface AttributeSource {
  readonly buffer: VertexBuffer | undefined;
  readonly format: Format;
  /** Bytes from the beginning of the vertex. */
  readonly offset: number;
  /** Of data for each instance: instances that share a value, 0 for all; undefined for data of vertices. */
  readonly stepRate: number | undefined;
}

/** Reads an attribute into `out[0]` to `out[3]`. @param instance counted from 0 */
export function fetchAttribute(
  { buffer, format, offset, stepRate }: AttributeSource,
  vertex: number,
  instance: number,
  firstInstance: number,
  out: Uint32Array,
): void {
  const step = stepRate === 0 ? 0 : Math.floor(instance / (stepRate ?? 1));
  const number = stepRate === undefined ? vertex : (firstInstance + step) >>> 0;
  if (buffer !== undefined) {
    const relative = (Math.imul(buffer.stride, number) + offset) >>> 0;
    const at = buffer.offset + relative;
    if (at + format.blockBytes <= buffer.bytes.length) {
      decodeTexel(format, buffer.bytes, at, out);
      return;
    }
  }
  for (let i = 0; i < COMPONENTS; i++) out[i] = format.types[i] === undefined ? format.missing[i]! : 0;
}
