/**
 * The vertices of an instance in the order of the draw, cut where strips end.
 *
 * An index with all bits set ends a strip, with any topology. Arithmetic has 32 bits and wraps; indices outside of the
 * buffer are 0.
 *
 * Source: Direct3D 11.3 functional specification, 8.4 to 8.13, 8.16 and 8.19.
 *
 * Not for: which vertices make primitives (primitives.ts).
 */

import type { Format } from '../../formats/formats.ts';
import { decodeTexel } from '../../formats/texel.ts';
import { COMPONENTS, LANES } from '../lanes.ts';
import type { DrawArguments, IndexBuffer, VertexBuffer } from './draw-common.ts';

export interface InputVertex {
  /** `SV_VertexID`: the index, or the number in the draw. */
  readonly id: number;
  /** Its number in the vertex buffers. */
  readonly vertex: number;
}

/** A run of vertices between cuts. */
export type VertexRun = readonly InputVertex[];

/** The runs of an instance. All instances have the same. @param hasCuts whether an index of all ones is a cut */
export function* vertexRuns(
  { isIndexed, count, first, baseVertex }: DrawArguments,
  indexBuffer: IndexBuffer | undefined,
  hasCuts = true,
): Generator<VertexRun> {
  let run: InputVertex[] = [];
  const cut = !isIndexed || !hasCuts ? -1 : indexBuffer?.bits === 16 ? 0xffff : 0xffff_ffff;
  for (let i = 0; i < count; i++) {
    if (!isIndexed) {
      run.push({ id: i, vertex: (first + i) >>> 0 });
      continue;
    }
    const id = indexAt(indexBuffer, (first + i) >>> 0);
    if (id !== cut) {
      run.push({ id, vertex: (id + baseVertex) >>> 0 });
      continue;
    }
    yield run;
    run = [];
  }
  yield run;
}

function indexAt(buffer: IndexBuffer | undefined, number: number): number {
  if (buffer === undefined) return 0;
  const { bytes, bits, offset } = buffer;
  const size = bits / 8;
  const at = offset + number * size;
  if (at + size > bytes.length) return 0;
  const low = bytes[at]! | (bytes[at + 1]! << 8);
  return bits === 16 ? low : (low | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

/** The most vertices that are cached. */
const MAX_CACHED = 2 ** 16;

export class VertexCache<Output> {
  readonly #outputs = new Map<number, Output>();

  /** Forgets all vertices: another instance begins. */
  clear(): void {
    this.#outputs.clear();
  }

  set(id: number, output: Output): void {
    this.#outputs.set(id, output);
  }

  /**
   * The outputs of vertices, in their order; none where the draw has to stop.
   *
   * @param runLanes runs at most four vertices and calls {@link set} for each; false: the draw has to stop
   */
  run(vertices: readonly InputVertex[], runLanes: (vertices: readonly InputVertex[]) => boolean): Output[] {
    if (this.#outputs.size > MAX_CACHED) this.clear();
    const missing = new Map<number, InputVertex>();
    for (const vertex of vertices) if (!this.#outputs.has(vertex.id)) missing.set(vertex.id, vertex);
    const list = [...missing.values()];
    for (let first = 0; first < list.length; first += LANES) if (!runLanes(list.slice(first, first + LANES))) return [];
    return vertices.map(({ id }) => this.#outputs.get(id)!);
  }
}

// Outside of a buffer, and where none is bound, components of the format are 0; missing ones are what they always are.
//
// Source: Direct3D 11.3 functional specification, 8.4.1, 8.19.2 and 19.1.3.3.

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
