/** Linear filters against integer arithmetic, in all dimensions and address modes, with offsets. */
import { describe, expect, test } from 'vitest';
import { fill, format, request, result, texture, view } from '../../../smith/checks/textures.ts';
import { Random } from '../../../smith/random.ts';
import { LANES } from '../../../src/vm/lanes.ts';
import { sample } from '../../../src/vm/texture/sample.ts';
import { ADDRESS_MODES, type AddressMode, createSampler } from '../../../src/vm/texture/sampler.ts';

const FLOAT = format('R32_FLOAT');

/** A float64 as a fraction with a power of two below it. */
function exact(x: number): readonly [bigint, bigint] {
  let [value, scale] = [x, 1n];
  while (!Number.isInteger(value)) {
    value *= 2;
    scale *= 2n;
  }
  return [BigInt(value), scale];
}

/** Address modes as 7.18.9 writes them. */
function address(t: bigint, size: bigint, mode: AddressMode): bigint | undefined {
  if (t >= 0n && t < size) return t;
  if (mode === 'border') return undefined;
  if (mode === 'wrap') return ((t % size) + size) % size;
  const positive = mode !== 'clamp' && t < 0n ? -t - 1n : t;
  if (mode === 'mirror') return (positive / size) & 1n ? size - (positive % size) - 1n : positive % size;
  if (positive < 0n) return 0n;
  return positive < size ? positive : size - 1n;
}

/** The two texels of an axis and the weight of the second in 256ths, in integers only. */
function axis(u: number, size: number, mode: AddressMode, offset: number) {
  const [n, d] = exact(u);
  // 256 (u size - 1/2) = (512 n size - 256 d) / 2 d
  const [numerator, denominator] = [512n * n * BigInt(size) - 256n * d, 2n * d];
  let floor = numerator / denominator;
  if (floor * denominator > numerator) floor -= 1n;
  const rest = 2n * (numerator - floor * denominator);
  const up = rest > denominator || (rest === denominator && floor % 2n !== 0n);
  const fixed = floor + (up ? 1n : 0n);
  const low = (fixed >> 8n) + BigInt(offset);
  const pair = [address(low, BigInt(size), mode), address(low + 1n, BigInt(size), mode)];
  return { pair, weight: fixed & 255n };
}

describe('linear filters have the weights of exact arithmetic', () => {
  const random = new Random(5);
  const BORDER = 3;

  test.each(ADDRESS_MODES)('%s', { tags: 'slow' }, (mode) => {
    const sampler = createSampler({
      mipFilter: 'point',
      addressU: mode,
      addressV: mode,
      addressW: mode,
      border: [BORDER, 0, 0, 0],
    });
    for (const sizes of [[7], [5, 8], [4, 3, 6]]) {
      const [width, height = 1, depth = 1] = sizes as [number, number?, number?];
      const dimension = (['1d', '2d', '3d'] as const)[sizes.length - 1]!;
      const values = new Map<string, number>();
      const of = view(
        fill(texture({ dimension, format: FLOAT, width, height, depth }), (_, __, x, y, z) => {
          const value = random.between(-1000, 1000) / 8;
          values.set([x, y, z].join(), value);
          return value;
        }),
      );
      for (let i = 0; i < 60; i++) {
        const coordinates = sizes.map(() => Math.fround((random.word() / 2 ** 32) * 8 - 4));
        const made = request(...coordinates);
        const offsets = sizes.map(() => random.between(-8, 7));
        offsets.forEach((offset, a) => {
          made.offsets.fill(offset, a * LANES, (a + 1) * LANES);
        });
        sample(of, sampler, made, 'zero');
        const axes = sizes.map((size, a) => axis(coordinates[a]!, size, mode, offsets[a]!));
        // Texels are eighths and weights 256ths: the sum is an integer of 1 / (8 * 256^axes).
        let sum = 0n;
        for (let corner = 0; corner < 2 ** sizes.length; corner++) {
          let weight = 1n;
          const at = axes.map(({ pair, weight: second }, a) => {
            const isSecond = (corner >> a) & 1;
            weight *= isSecond ? second : 256n - second;
            return pair[isSecond];
          });
          while (at.length < 3) at.push(0n);
          const value = at.includes(undefined) ? BORDER : values.get(at.join())!;
          sum += BigInt(value * 8) * weight;
        }
        expect(result(made)[0]).toBe(Math.fround(Number(sum) / (8 * 256 ** sizes.length)));
      }
    }
  });
});
