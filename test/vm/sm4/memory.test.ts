/** Raw and structured memory: loads, stores, atomic operations and counters. r15 has the number of the lane, 0 to 3. */
import { describe, expect, it } from 'vitest';
import { Bindings, BufferMemory } from '../../../src/vm/bindings.ts';
import { lanesOf, runSm4, temp } from '../../support/run-sm4.ts';

/** Bindings with words at t0 and u0. */
function bound(stride: number, resource: readonly number[], view: readonly number[] = []) {
  const bindings = new Bindings();
  const memory = new BufferMemory(Uint32Array.from(view), stride);
  bindings.resources.set(0, new BufferMemory(Uint32Array.from(resource), stride));
  bindings.unorderedAccess.set(0, memory);
  return { bindings, memory };
}

const RAW = 'dcl_resource_raw t0\ndcl_uav_raw u0\n';
const STRUCTURED = 'dcl_resource_structured t0, 8\ndcl_uav_structured u0, 8\n';

describe('raw memory', () => {
  it('is read by bytes, 0 outside, word by word', () => {
    const { bindings } = bound(0, [1, 2, 3, 4, 5]);
    const quad = runSm4(
      `${RAW}ld_raw r0.xyzw, l(8), t0.xyzw\nld_raw r1.xy, l(4), t0.zxxx\nld_raw r2.x, l(-4), t0.xxxx`,
      [],
      bindings,
    );
    expect(temp(quad, 0)).toEqual([3, 4, 5, 0]);
    expect(temp(quad, 1)).toEqual([4, 2, 0, 0]);
    expect(temp(quad, 2)).toEqual([0, 0, 0, 0]);
  });

  it('does not begin again after the last address of 32 bits', () => {
    const { bindings, memory } = bound(0, [1, 2, 3, 4], [5, 6]);
    const code = `${RAW}ld_raw r0.xyzw, l(-4), t0.xyzw\nld_raw r1.xyzw, l(-8), t0.zwxy\nstore_raw u0.xyz, l(-4), l(7, 8, 9, 10)`;
    const quad = runSm4(code, [], bindings);
    expect(temp(quad, 0)).toEqual([0, 0, 0, 0]);
    expect(temp(quad, 1)).toEqual([0, 0, 0, 0]);
    expect([...memory.words]).toEqual([5, 6]);
  });

  it('is written by the lanes that run, and not outside', () => {
    const { bindings, memory } = bound(0, [], [0, 0, 0, 0, 0, 0, 0]);
    runSm4(
      `${RAW}ishl r0.x, r15.x, l(3)\nult r0.y, r15.x, l(3)\nif_nz r0.y\nstore_raw u0.xy, r0.x, r15.xxxx\nendif\nstore_raw u0.xy, l(24), l(9, 9, 9, 9)`,
      [],
      bindings,
    );
    expect([...memory.words]).toEqual([0, 0, 1, 1, 2, 2, 9]);
  });

  it('is not written by discarded pixels', () => {
    const { bindings, memory } = bound(0, [], [0]);
    runSm4(`${RAW}discard_nz r15.x\natomic_iadd u0, l(0), l(1)\nstore_raw u0.x, r15.x, l(1)`, [], bindings);
    expect([...memory.words]).toEqual([1]);
  });
});

describe('structured memory', () => {
  it('is read by element and byte, 0 outside of the view and of the element', () => {
    const { bindings } = bound(8, [1, 2, 3, 4, 5]);
    const quad = runSm4(
      `${STRUCTURED}ld_structured r0.xyzw, l(1), l(0), t0.xyzw\nld_structured r1.xy, l(0), l(4), t0.xyxx\nld_structured r2.x, l(2), l(0), t0.xxxx`,
      [],
      bindings,
    );
    expect(temp(quad, 0)).toEqual([3, 4, 0, 0]);
    expect(temp(quad, 1)).toEqual([2, 0, 0, 0]);
    // The fifth word is no complete element.
    expect(temp(quad, 2)).toEqual([0, 0, 0, 0]);
  });

  it('is written by element and byte', () => {
    const { bindings, memory } = bound(8, [], [0, 0, 0, 0]);
    runSm4(
      `${STRUCTURED}store_structured u0.xyz, l(1), l(4), l(7, 8, 9, 10)\nstore_structured u0.x, l(9), l(0), l(1)`,
      [],
      bindings,
    );
    expect([...memory.words]).toEqual([0, 0, 0, 7]);
  });

  it('has a counter', () => {
    const { bindings, memory } = bound(8, [], [0, 0]);
    memory.counter = 5;
    const quad = runSm4(
      `${STRUCTURED}imm_atomic_alloc r0.x, u0\nimm_atomic_consume r1.x, u0\nimm_atomic_consume r1.x, u0`,
      [],
      bindings,
    );
    expect(lanesOf(quad, 0)).toEqual([5, 6, 7, 8]);
    expect(lanesOf(quad, 1)).toEqual([4, 3, 2, 1]);
    expect(memory.counter).toBe(1);
  });
});

describe('atomic operations', () => {
  it.each([
    ['iadd', 5, 11, [5, 5, 6, 8]],
    ['and', 7, 0, [7, 0, 0, 0]],
    ['or', 8, 11, [8, 8, 9, 11]],
    ['xor', 1, 1, [1, 1, 0, 2]],
    ['exch', 9, 3, [9, 0, 1, 2]],
    ['imax', 0xffff_ffff, 3, [0xffff_ffff, 0, 1, 2]],
    ['imin', 1, 0, [1, 0, 0, 0]],
    ['umax', 2, 3, [2, 2, 2, 2]],
    ['umin', 0xffff_ffff, 0, [0xffff_ffff, 0, 0, 0]],
  ] as const)('%s gives the previous value, lane by lane', (name, before, after, previous) => {
    const { bindings, memory } = bound(0, [], [0, before]);
    const quad = runSm4(`${RAW}imm_atomic_${name} r0.x, u0, l(4), r15.x`, [], bindings);
    expect(lanesOf(quad, 0)).toEqual(previous);
    expect([...memory.words]).toEqual([0, after]);
  });

  it('compare before they store', () => {
    const { bindings, memory } = bound(8, [], [0, 0, 2, 7]);
    const quad = runSm4(
      `${STRUCTURED}iadd r1.x, r15.x, l(10)\nimm_atomic_cmp_exch r0.x, u0, l(1, 0, 0, 0), r15.x, r1.x\natomic_cmp_store u0, l(1, 4, 0, 0), l(7), l(8)`,
      [],
      bindings,
    );
    expect(lanesOf(quad, 0)).toEqual([2, 2, 2, 12]);
    expect([...memory.words]).toEqual([0, 0, 12, 8]);
  });

  it('do nothing outside', () => {
    const { bindings, memory } = bound(0, [], [1]);
    const quad = runSm4(`${RAW}imm_atomic_iadd r0.x, u0, l(4), l(1)\natomic_iadd u0, l(400), l(1)`, [], bindings);
    expect(lanesOf(quad, 0)).toEqual([0, 0, 0, 0]);
    expect([...memory.words]).toEqual([1]);
  });
});

describe('temporary arrays', () => {
  it('are indexed by each lane, 0 outside', () => {
    const quad = runSm4(
      'dcl_indexableTemp x0[3], 4\nmov x0[0].x, l(10)\nmov x0[1].x, l(11)\nmov x0[2].x, l(12)\nmov x0[r15.x + 1].x, r15.x\nmov r0.x, x0[r15.x].x\nmov r0.y, x0[r15.x + 1].x',
    );
    expect(lanesOf(quad, 0)).toEqual([10, 11, 12, 0]);
    // Each lane wrote its own.
    expect(lanesOf(quad, 0, 1)).toEqual([0, 1, 0, 0]);
  });
});
