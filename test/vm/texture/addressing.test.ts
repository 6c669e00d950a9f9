/** Fixed point, reduced ranges and address modes, against the pseudocode of the functional specification. */
import { describe, expect, test } from 'vitest';
import { addressTexel, arrayIndex, BORDER, reduceRange, toFixed } from '../../../src/vm/texture/addressing.ts';
import { ADDRESS_MODES, type AddressMode } from '../../../src/vm/texture/sampler.ts';

test('fixed point has 8 bits of fraction, to the nearest, ties to even', () => {
  expect([0.5, 1 / 512, 3 / 512, -1 / 512, -0.75, 1.001].map(toFixed)).toEqual([128, 0, 2, 0, -192, 256]);
  expect([Number.NaN, Number.POSITIVE_INFINITY, -1e30].map(toFixed)).toEqual([0, 2 ** 30, -(2 ** 30)]);
});

describe('address modes', () => {
  /** 7.18.9, step by step. */
  function specified(address: number, size: number, mode: AddressMode): number {
    let t = address;
    if (t >= 0 && t <= size - 1) return t;
    switch (mode) {
      case 'wrap':
        t %= size;
        return t < 0 ? t + size : t;
      case 'mirror': {
        if (t < 0) t = -t - 1;
        const flip = Math.floor(t / size) & 1;
        t %= size;
        return flip ? size - t - 1 : t;
      }
      case 'clamp':
        return Math.max(0, Math.min(t, size - 1));
      case 'mirror-once':
        if (t < 0) t = -t - 1;
        return Math.max(0, Math.min(t, size - 1));
      case 'border':
        return BORDER;
    }
  }

  test.each(ADDRESS_MODES)('%s', (mode) => {
    for (const size of [1, 2, 3, 4, 7]) {
      for (let t = -40; t <= 40; t++)
        expect(addressTexel(t, size, mode) + 0, `${t} ${size}`).toBe(specified(t, size, mode) + 0);
    }
  });

  test('examples', () => {
    const list = (mode: AddressMode) => [-5, -4, -2, -1, 4, 5, 8].map((t) => addressTexel(t, 4, mode) + 0);
    expect(list('wrap')).toEqual([3, 0, 2, 3, 0, 1, 0]);
    expect(list('mirror')).toEqual([3, 3, 1, 0, 3, 2, 0]);
    expect(list('clamp')).toEqual([0, 0, 0, 0, 3, 3, 3]);
    expect(list('mirror-once')).toEqual([3, 3, 1, 0, 3, 3, 3]);
    expect(list('border')).toEqual(Array(7).fill(BORDER));
  });
});

test('ranges are reduced to those of 7.18.6', () => {
  expect([2.25, -0.25, 5].map((u) => reduceRange(u, 'wrap'))).toEqual([0.25, 0.75, 0]);
  expect([3.5, -3.5, 1.5].map((u) => reduceRange(u, 'mirror'))).toEqual([1.5, -1.5, 1.5]);
  for (const mode of ['clamp', 'border', 'mirror-once'] as const) {
    expect([100, -100, 3].map((u) => reduceRange(u, mode))).toEqual([10, -10, 3]);
  }
});

test('indices of arrays are rounded to even and clamped', () => {
  expect([0.5, 1.5, 2.5, -3, 9, Number.NaN, Number.POSITIVE_INFINITY].map((x) => arrayIndex(x, 4))).toEqual([
    0, 2, 2, 0, 3, 0, 3,
  ]);
});
