/** Reads and writes by integer coordinates, and what instructions ask of a view. */
import { describe, expect, test } from 'vitest';
import { fill, format, integerRequest, result, resultWords, texture, view } from '../../../smith/checks/textures.ts';
import { bitsOfFloat } from '../../../src/numerics/conversion.ts';
import { LANES } from '../../../src/vm/lanes.ts';
import { createBufferView, load, loadBuffer, storeElement, storeTexel } from '../../../src/vm/texture/load.ts';
import {
  resourceInfo,
  type SizeFormat,
  sampleCount,
  samplePosition,
  type TextureView,
} from '../../../src/vm/texture/texture-view.ts';

const UINT = format('R32G32_UINT');

function read(of: TextureView | undefined, ...coordinates: number[]): number[] {
  const made = integerRequest(...coordinates);
  load(of, made);
  return resultWords(made);
}

describe('textures', () => {
  const array = view(
    fill(texture({ dimension: '2d', format: UINT, width: 4, height: 2, layers: 2, mips: 3 }), (mip, layer, x, y) => [
      x + 10 * y,
      mip + 100 * layer,
    ]),
  );

  test('coordinates, the layer and the level', () => {
    expect(read(array, 3, 1, 1, 0)).toEqual([13, 100, 0, 1]);
    expect(read(array, 1, 0, 0, 1)).toEqual([1, 1, 0, 1]);
    const line = view(
      fill(texture({ dimension: '1d', format: UINT, width: 4, layers: 2 }), (_, layer, x) => [x, layer]),
    );
    expect(read(line, 2, 1, 77, 0)).toEqual([2, 1, 0, 1]);
    const volume = view(
      fill(texture({ dimension: '3d', format: UINT, width: 2, height: 2, depth: 2 }), (_, __, x, y, z) => [
        x,
        y + 10 * z,
      ]),
    );
    expect(read(volume, 1, 0, 1, 0)).toEqual([1, 10, 0, 1]);
  });

  test.each([
    ['x', [4, 0, 0, 0]],
    ['y', [0, 2, 0, 0]],
    ['the layer', [0, 0, 2, 0]],
    ['the level', [0, 0, 0, 3]],
    ['x of a smaller level', [2, 0, 0, 1]],
    ['what is negative', [0xffff_ffff, 0, 0, 0]],
  ])('outside by %s: 0, and the components that are missing', (_, coordinates) => {
    expect(read(array, ...coordinates)).toEqual([0, 0, 0, 1]);
  });

  test('offsets wrap below 0', () => {
    const made = integerRequest(1, 0, 0, 0);
    made.offsets.fill(-1, 0, LANES);
    load(array, made);
    expect(resultWords(made)).toEqual([0, 0, 0, 1]);
    made.offsets.fill(-2, 0, LANES);
    load(array, made);
    expect(resultWords(made)).toEqual([0, 0, 0, 1]);
    made.offsets.fill(2, 0, LANES);
    load(array, made);
    expect(resultWords(made)).toEqual([3, 0, 0, 1]);
  });

  test('offsets bring a negative coordinate inside', () => {
    const made = integerRequest(-2 >>> 0, 0, 0, 0);
    made.offsets.fill(5, 0, LANES);
    load(array, made);
    expect(resultWords(made)).toEqual([3, 0, 0, 1]);
  });

  test('without a view all components are 0', () => {
    expect(read(undefined, 0, 0, 0, 0)).toEqual([0, 0, 0, 0]);
  });

  test('the clamp of the resource: the examples of 5.8.6', () => {
    const of = fill(texture({ dimension: '2d', format: UINT, width: 128, height: 128, mips: 8 }), (mip) => [mip, 9]);
    const sampled = view(of, { firstMip: 1, mips: 6 });
    of.minLod = 3.5;
    expect([2, 1].map((mip) => read(sampled, 0, 0, 0, mip)[0])).toEqual([3, 0]);
    of.minLod = 5.5;
    expect([4, 3].map((mip) => read(sampled, 0, 0, 0, mip)[0])).toEqual([5, 0]);
    of.minLod = 6.5;
    expect([0, 5].map((mip) => read(sampled, 0, 0, 0, mip)[1])).toEqual([0, 0]);
  });

  test('views for unordered access have one level, and no clamp', () => {
    const made = integerRequest(3, 1, 1, 7);
    array.texture.minLod = 2;
    load(array, made, true);
    array.texture.minLod = 0;
    expect(resultWords(made)).toEqual([13, 100, 0, 1]);
  });

  test('samples', () => {
    const of = texture({ dimension: '2d', format: format('R8_UINT'), width: 2, height: 1, samples: 4 });
    of.bytes.set([1, 2, 3, 4, 5, 6, 7, 8]);
    const at = (x: number, sample: number) => {
      const made = integerRequest(x, 0);
      made.sampleIndex.fill(sample);
      load(view(of), made);
      return resultWords(made)[0];
    };
    expect([at(0, 0), at(0, 3), at(1, 2), at(1, 4)]).toEqual([1, 4, 7, 0]);
  });

  test('compressed texels at every position', () => {
    const of = texture({ dimension: '2d', format: format('BC1_UNORM'), width: 8, height: 8, mips: 3 });
    // White in the block at the lower right; its last row has the code of black.
    of.bytes.set([0xff, 0xff, 0, 0, 0, 0, 0, 0x55], 24);
    const at = (x: number, y: number, mip = 0) => {
      const made = integerRequest(x, y, 0, mip);
      load(view(of), made);
      return result(made)[0];
    };
    expect([at(4, 4), at(7, 6), at(7, 7), at(3, 3)]).toEqual([1, 1, 0, 0]);
    expect([at(1, 1, 2), at(2, 2, 2)]).toEqual([0, 0]);
  });

  test('writes', () => {
    const of = texture({ dimension: '2d', format: format('R8G8B8A8_UNORM'), width: 2, height: 2 });
    const words = Uint32Array.from([1, 0.5, 0, 2].map((x) => bitsOfFloat(x)));
    storeTexel(view(of), 1, 1, 0, 0, words);
    storeTexel(view(of), 2, 0, 0, 0, words);
    storeTexel(view(of), -1, 0, 0, 0, words);
    expect([...of.bytes]).toEqual([...Array(12).fill(0), 255, 128, 0, 255]);
  });
});

describe('typed buffers', () => {
  const bytes = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7);

  test('elements, and what is outside', () => {
    const { view: buffer } = createBufferView(bytes, format('R8G8_UINT'), 2);
    expect(buffer!.count).toBe(3);
    const made = integerRequest(0);
    made.words.set([0, 2, 3, 0xffff_ffff]);
    loadBuffer(buffer, made);
    expect([0, 1, 2, 3].map((lane) => resultWords(made, lane))).toEqual([
      [2, 3, 0, 1],
      [6, 7, 0, 1],
      [0, 0, 0, 1],
      [0, 0, 0, 1],
    ]);
    loadBuffer(undefined, made);
    expect(resultWords(made)).toEqual([0, 0, 0, 0]);
  });

  test('writes', () => {
    const copy = bytes.slice();
    const { view: buffer } = createBufferView(copy, format('R16_UINT'), 4, 1);
    storeElement(buffer!, 0, Uint32Array.of(0x1_2345));
    storeElement(buffer!, 1, Uint32Array.of(0));
    expect([...copy]).toEqual([0, 1, 2, 3, 255, 255, 6, 7]);
  });

  test('views that are refused', () => {
    const codes = (...args: Parameters<typeof createBufferView>) =>
      createBufferView(...args).diagnostics.map(({ code }) => code);
    expect(codes(bytes, format('BC1_UNORM'))).toEqual(['DX7059']);
    expect(codes(bytes, format('R32_UINT'), 6, 1)).toEqual(['DX7061']);
    expect(codes(bytes, format('R32_UINT'), -1)).toEqual(['DX7061']);
    expect(codes(bytes, format('R32_UINT'), 0, Number.NaN)).toEqual(['DX7061']);
    expect(codes(bytes, format('R32_UINT'), 9)).toEqual(['DX7061']);
    expect(codes(bytes, format('R32_UINT'))).toEqual([]);
  });
});

describe('sizes', () => {
  const asked = (of: TextureView | undefined, mip: number, sizes: SizeFormat, isUnordered = false) => {
    const out = new Uint32Array(4);
    resourceInfo(of, mip, sizes, out, isUnordered);
    return sizes === 'uint' ? [...out] : [...new Float32Array(out.buffer)];
  };
  const make = (dimension: '1d' | '2d' | '3d', sizes: Record<string, number>) =>
    texture({ dimension, format: UINT, width: 8, ...sizes });

  test.each([
    ['1d', view(make('1d', { mips: 4 })), [4, 0, 0, 4]],
    ['1d-array', view(make('1d', { layers: 5, mips: 2 })), [4, 5, 0, 2]],
    ['2d', view(make('2d', { height: 4, mips: 2 })), [4, 2, 0, 2]],
    ['2d-array', view(make('2d', { height: 4, layers: 3, mips: 2 })), [4, 2, 3, 2]],
    ['3d', view(make('3d', { height: 4, depth: 6, mips: 2 })), [4, 2, 3, 2]],
    ['cube', view(make('2d', { height: 8, layers: 6, mips: 2 }), { dimension: 'cube' }), [4, 4, 0, 2]],
    ['cube-array', view(make('2d', { height: 8, layers: 12, mips: 2 }), { dimension: 'cube-array' }), [4, 4, 2, 2]],
  ] as const)('%s', (_, of, expected) => {
    expect(asked(of, 1, 'uint')).toEqual(expected);
    expect(asked(of, 1, 'float')).toEqual(expected);
  });

  test('of levels that there are not, and without a view', () => {
    const of = view(make('2d', { height: 4, layers: 3, mips: 2 }));
    expect(asked(of, 2, 'uint')).toEqual([0, 0, 0, 2]);
    expect(asked(undefined, 0, 'uint')).toEqual([0, 0, 0, 0]);
    const infinity = Number.POSITIVE_INFINITY;
    expect(asked(of, 2, 'reciprocal')).toEqual([infinity, infinity, 0, 2]);
    expect(asked(undefined, 0, 'reciprocal')).toEqual([infinity, infinity, infinity, 0]);
  });

  test('reciprocals are of sizes only', () => {
    expect(asked(view(make('2d', { height: 4, layers: 3, mips: 2 })), 0, 'reciprocal')).toEqual([0.125, 0.25, 3, 2]);
  });

  test('views for unordered access have one level', () => {
    expect(asked(view(make('2d', { height: 4, mips: 2 })), 0, 'uint', true)).toEqual([8, 4, 0, 1]);
    expect(asked(view(make('2d', { height: 4, mips: 2 })), 1, 'uint', true)).toEqual([0, 0, 0, 1]);
  });
});

test('samples and their positions', () => {
  const of = view(texture({ dimension: '2d', format: UINT, width: 1, samples: 8 }));
  expect([sampleCount(of), sampleCount(undefined)]).toEqual([8, 0]);
  expect([samplePosition(4, 0), samplePosition(2, 1), samplePosition(16, 15)]).toEqual([
    [-0.125, -0.375],
    [-0.25, -0.25],
    [-0.4375, -0.5],
  ]);
  expect([samplePosition(1, 0), samplePosition(4, 4), samplePosition(3, 0), samplePosition(4, -1)]).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  // No two samples of a pattern share a row or a column.
  for (const samples of [2, 4, 8, 16]) {
    const list = Array.from({ length: samples }, (_, i) => samplePosition(samples, i));
    expect(new Set(list.map(([x]) => x)).size).toBe(samples);
    expect(new Set(list.map(([, y]) => y)).size).toBe(samples);
  }
});
