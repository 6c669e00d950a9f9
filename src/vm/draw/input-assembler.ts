/**
 * The vertices of an instance in the order of the draw, cut where strips end.
 *
 * An index with all bits set ends a strip, with any topology. Arithmetic has 32 bits and wraps; indices outside of the buffer are 0.
 *
 * Source: Direct3D 11.3 functional specification, 8.4 to 8.13, 8.16 and 8.19.
 *
 * Not for: attributes of vertices (vertex-fetch.ts), which vertices make primitives (primitives.ts).
 */
import type { DrawArguments, IndexBuffer } from './draw-common.ts';

/** A vertex of the draw. */
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
