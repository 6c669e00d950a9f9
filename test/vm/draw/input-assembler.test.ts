/**
 * Topologies, indices, instances and attributes: orders by the diagrams and the pseudocode of section 8 of the
 * functional specification.
 */
import { describe, expect, it } from 'vitest';
import { format } from '../../../smith/checks/textures.ts';
import { vertexFormat } from '../../../src/formats/formats.ts';
import { floatOfBits } from '../../../src/numerics/conversion.ts';
import { TOPOLOGIES, type Topology } from '../../../src/vm/draw/draw-common.ts';
import { fetchAttribute, vertexRuns } from '../../../src/vm/draw/input-assembler.ts';
import { primitiveCount, primitiveVertices } from '../../../src/vm/draw/primitives.ts';
import { drawArguments } from '../../support/draws.ts';

function primitives(topology: Topology, count: number, controlPoints?: number): number[][] {
  return Array.from({ length: primitiveCount(topology, count, controlPoints) }, (_, i) =>
    primitiveVertices(topology, i, count, controlPoints),
  );
}

describe('topologies', () => {
  it('without neighbors', () => {
    expect(primitives('point-list', 2)).toEqual([[0], [1]]);
    expect(primitives('line-list', 5)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(primitives('line-strip', 3)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(primitives('triangle-list', 5)).toEqual([[0, 1, 2]]);
    expect(primitives('triangle-strip', 5)).toEqual([
      [0, 1, 2],
      [1, 3, 2],
      [2, 3, 4],
    ]);
    expect(primitives('triangle-fan', 5)).toEqual([
      [1, 2, 0],
      [2, 3, 0],
      [3, 4, 0],
    ]);
    expect(primitives('patch-list', 7, 3)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
  });

  it('with neighbors', () => {
    expect(primitives('line-list-adj', 8)).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
    expect(primitives('line-strip-adj', 5)).toEqual([
      [0, 1, 2, 3],
      [1, 2, 3, 4],
    ]);
    expect(primitives('triangle-list-adj', 13)).toEqual([
      [0, 1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10, 11],
    ]);
    // One triangle has all its neighbors at its own ends; a dangling vertex changes nothing.
    expect(primitives('triangle-strip-adj', 6)).toEqual([[0, 1, 2, 5, 4, 3]]);
    expect(primitives('triangle-strip-adj', 7)).toEqual([[0, 1, 2, 5, 4, 3]]);
    // The figure with vertices 0, 2, 4, ... in the strip: the neighbor across an inner edge is the next or the one
    // before of the strip.
    expect(primitives('triangle-strip-adj', 10)).toEqual([
      [0, 1, 2, 6, 4, 3],
      [2, 5, 6, 8, 4, 0],
      [4, 2, 6, 9, 8, 7],
    ]);
  });

  it('of no vertices are empty', () => {
    for (const topology of TOPOLOGIES) expect(primitives(topology, 0, 4)).toEqual([]);
  });

  it('of strips go around in one direction, and share edges in opposite directions', () => {
    for (const topology of ['triangle-strip', 'triangle-fan'] as const) {
      const edges = primitives(topology, 9).flatMap(([a, b, c]) => [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`]);
      expect(new Set(edges).size).toBe(edges.length);
    }
  });
});

describe('indices', () => {
  const bytes16 = new Uint8Array(Uint16Array.of(9, 3, 0xffff, 1, 2).buffer);

  const runs = (changes: object, hasCuts = true) =>
    [
      ...vertexRuns(drawArguments({ isIndexed: true, ...changes }), { bytes: bytes16, bits: 16, offset: 2 }, hasCuts),
    ].map((run) => run.map(({ id, vertex }) => [id, vertex]));

  it('have a base that is not in their ids, and cuts', () => {
    expect(runs({ count: 4, baseVertex: 10 })).toEqual([
      [[3, 13]],
      [
        [1, 11],
        [2, 12],
      ],
    ]);
    expect(runs({ count: 2, first: 2, baseVertex: -3 })).toEqual([
      [
        [1, 0xfffffffe],
        [2, 0xffffffff],
      ],
    ]);
    expect(runs({ count: 2 }, false)).toEqual([
      [
        [3, 3],
        [0xffff, 0xffff],
      ],
    ]);
  });

  it('outside of the buffer are 0', () => {
    expect(runs({ count: 2, first: 3 })).toEqual([
      [
        [2, 2],
        [0, 0],
      ],
    ]);
  });

  it('count from 0 where there are none', () => {
    expect([...vertexRuns(drawArguments({ count: 2, first: 5 }), undefined)][0]).toEqual([
      { id: 0, vertex: 5 },
      { id: 1, vertex: 6 },
    ]);
  });
});

describe('attributes', () => {
  const out = new Uint32Array(4);
  const bytes = Uint8Array.from({ length: 64 }, (_, i) => i);

  it('that a format does not have are 0, 0, 0, 1', () => {
    const source = { buffer: { bytes, stride: 4, offset: 4 }, offset: 0, stepRate: undefined };
    fetchAttribute({ ...source, format: format('R8G8_UINT') }, 2, 0, 0, out);
    expect([...out]).toEqual([12, 13, 0, 1]);
    fetchAttribute({ ...source, format: format('R8_UNORM') }, 0, 0, 0, out);
    expect([...out].map(floatOfBits)).toEqual([Math.fround(4 / 255), 0, 0, 1]);
    fetchAttribute({ ...source, format: vertexFormat('D3DCOLOR')! }, 0, 0, 0, out);
    expect([...out].map(floatOfBits)).toEqual([6, 5, 4, 7].map((x) => Math.fround(x / 255)));
  });

  it('outside of the buffer are 0 where the format has them', () => {
    const source = {
      buffer: { bytes, stride: 16, offset: 0 },
      format: format('R32G32_FLOAT'),
      offset: 12,
      stepRate: undefined,
    };
    fetchAttribute(source, 3, 0, 0, out);
    expect([...out].map(floatOfBits)).toEqual([0, 0, 0, 1]);
    fetchAttribute({ ...source, buffer: undefined }, 0, 0, 0, out);
    expect([...out].map(floatOfBits)).toEqual([0, 0, 0, 1]);
  });

  it('of instances step at their rate', () => {
    const at = (stepRate: number, instance: number) => {
      const source = { buffer: { bytes, stride: 1, offset: 0 }, format: format('R8_UINT'), offset: 0, stepRate };
      fetchAttribute(source, 40, instance, 10, out);
      return out[0];
    };
    expect([0, 1, 2, 3].map((instance) => at(1, instance))).toEqual([10, 11, 12, 13]);
    expect([0, 1, 2, 3].map((instance) => at(2, instance))).toEqual([10, 10, 11, 11]);
    expect([0, 1, 2, 3].map((instance) => at(0, instance))).toEqual([10, 10, 10, 10]);
  });
});
