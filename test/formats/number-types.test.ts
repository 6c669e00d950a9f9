/** Numbers of each type of component against exact arithmetic and the examples of the functional specification. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../smith/random.ts';
import type { NumberType } from '../../src/formats/format-row.ts';
import {
  decodeNumber,
  encodeNumber,
  floatsToSharedExponent,
  floatToSrgb,
  maxUnsigned,
  sharedExponentToFloat,
} from '../../src/formats/number-types.ts';
import { bitsOfFloat, floatOfBits } from '../../src/numerics/conversion.ts';

const decode = (type: NumberType, bits: number, raw: number) => floatOfBits(decodeNumber(type, bits, raw));
const encode = (type: NumberType, bits: number, x: number) => encodeNumber(type, bits, bitsOfFloat(Math.fround(x)));

/** A finite float64 as a fraction: numerator and power of two. */
function exact(x: number): readonly [bigint, bigint] {
  let [value, scale] = [x, 1n];
  while (!Number.isInteger(value)) {
    value *= 2;
    scale *= 2n;
  }
  return [BigInt(value), scale];
}

/** The midpoints between a positive float32 and its neighbors. */
function midpoints(x: number): readonly [number, number] {
  const bits = bitsOfFloat(x);
  return [(x + floatOfBits(bits - 1)) / 2, (x + floatOfBits(bits + 1)) / 2];
}

describe('normalized numbers', () => {
  test('UNORM is the nearest float32 of c / (2^n - 1)', { tags: 'slow' }, () => {
    const random = new Random(1);
    for (const bits of [1, 2, 4, 5, 6, 8, 10, 15, 16, 24, 32]) {
      const max = BigInt(maxUnsigned(bits));
      for (let i = 0; i < 300; i++) {
        const raw = 1 + (random.word() % maxUnsigned(bits));
        const [low, high] = midpoints(decode('unorm', bits, raw)).map(exact);
        expect(low![0] * max <= BigInt(raw) * low![1], `${raw}`).toBe(true);
        expect(high![0] * max >= BigInt(raw) * high![1], `${raw}`).toBe(true);
      }
    }
  });

  test('every number of up to 16 bits survives', () => {
    for (const type of ['unorm', 'snorm'] as const) {
      for (const bits of [2, 4, 5, 6, 8, 10, 16]) {
        for (let raw = 0; raw <= maxUnsigned(bits); raw++) {
          // The smallest SNORM number is another -1.
          const expected = type === 'snorm' && raw === 2 ** (bits - 1) ? raw + 1 : raw;
          if (encodeNumber(type, bits, decodeNumber(type, bits, raw)) !== expected) {
            expect.fail(`${type}${bits} ${raw}`);
          }
        }
      }
    }
  });

  test('the examples of 3.2.3: 5-bit SNORM, 2-bit UNORM', () => {
    expect([0b10000, 0b10001, 0b01111, 0].map((raw) => decode('snorm', 5, raw))).toEqual([-1, -1, 1, 0]);
    expect([0, 1, 2, 3].map((raw) => decode('unorm', 2, raw))).toEqual([0, Math.fround(1 / 3), Math.fround(2 / 3), 1]);
  });

  test('numbers out of range are clamped, halves go up, NaN is 0', () => {
    expect([2, -1, Number.NaN, Number.POSITIVE_INFINITY, 0.5].map((x) => encode('unorm', 8, x))).toEqual([
      255, 0, 0, 255, 128,
    ]);
    expect([2, -2, Number.NaN, -0.5].map((x) => encode('snorm', 8, x))).toEqual([127, 129, 0, 0xc0]);
    // 0.5 * 127 is 63.5, and -63.5 goes away from zero.
    expect(encode('snorm', 8, 0.5)).toBe(64);
  });
});

describe('floats', () => {
  test('all float16 survive', () => {
    for (let raw = 0; raw < 0x1_0000; raw++) {
      const isNan = (raw & 0x7fff) > 0x7c00;
      if (encodeNumber('float', 16, decodeNumber('float', 16, raw)) !== (isNan ? 0x7e00 : raw)) expect.fail(`${raw}`);
    }
  });

  test.each([11, 10])('all floats of %i bits survive, as 3.1.6 defines them', (bits) => {
    const fraction = bits - 5;
    for (let raw = 0; raw < 2 ** bits; raw++) {
      const [exponent, part] = [raw >> fraction, raw & (2 ** fraction - 1)];
      const scale = part / 2 ** fraction;
      const value = exponent === 0 ? scale * 2 ** -14 : (1 + scale) * 2 ** (exponent - 15);
      const special = part === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
      expect(decode('ufloat', bits, raw)).toBe(exponent === 31 ? special : value);
      if (!Number.isNaN(special) || exponent < 31)
        expect(encode('ufloat', bits, decode('ufloat', bits, raw))).toBe(raw);
    }
    const max = 2 ** bits - 2 ** fraction - 1;
    expect([1e9, -1, Number.NEGATIVE_INFINITY].map((x) => encode('ufloat', bits, x))).toEqual([max, 0, 0]);
    expect(Number.isNaN(decode('ufloat', bits, encode('ufloat', bits, Number.NaN)))).toBe(true);
  });

  test('small floats are written toward zero', { tags: 'slow' }, () => {
    const random = new Random(2);
    for (let i = 0; i < 2000; i++) {
      const x = Math.fround((random.word() / 2 ** 32) * 2 ** random.between(-16, 15));
      for (const [type, bits] of [
        ['ufloat', 11],
        ['ufloat', 10],
        ['float', 16],
      ] as const) {
        const raw = encode(type, bits, x);
        expect(decode(type, bits, raw)).toBeLessThanOrEqual(x);
        expect(decode(type, bits, raw + 1)).toBeGreaterThan(x);
      }
    }
  });

  test('the shared exponent of 19.3.2', () => {
    expect([0, 1, 2].map((i) => sharedExponentToFloat(0x9993_20c8, i))).toEqual([6.25, 12.5, 3.125]);
    expect(floatsToSharedExponent(6.25, 12.5, 3.125)).toBe(0x9993_20c8);
    expect([0, 1, 2].map((i) => sharedExponentToFloat(floatsToSharedExponent(1e9, -1, Number.NaN), i))).toEqual([
      65408, 0, 0,
    ]);
    // 511.75 / 512 rounds to 512, which needs the next exponent.
    expect(sharedExponentToFloat(floatsToSharedExponent(511.75 / 512, 0, 0), 0)).toBe(1);
  });

  test('numbers with a shared exponent are nearest to the numbers they are made of', () => {
    const random = new Random(3);
    for (let i = 0; i < 2000; i++) {
      const some = () => Math.fround((random.word() / 2 ** 32) * 2 ** random.between(-20, 15));
      const colors = [some(), some(), some()] as const;
      const word = floatsToSharedExponent(...colors);
      const unit = 2 ** ((word >>> 27) - 24);
      colors.forEach((x, c) => {
        expect(Math.abs(sharedExponentToFloat(word, c) - x)).toBeLessThanOrEqual(unit / 2);
      });
      // The exponent is no larger than the largest component needs.
      const largest = Math.max(...[0, 1, 2].map((c) => (word >>> (9 * c)) & 511));
      if (word >>> 27 > 0) expect(largest).toBeGreaterThanOrEqual(256);
    }
  });
});

describe('sRGB', () => {
  /** Numerator and denominator of a number of a few decimals. */
  const rational = (digits: number, scale: number, code: number): readonly [bigint, bigint] => [
    BigInt(code) * BigInt(scale) + BigInt(digits) * 255n,
    BigInt(scale) * 255n,
  ];

  test('each code is the nearest float32 of ((c + 0.055) / 1.055)^2.4', () => {
    for (let code = 11; code < 255; code++) {
      // v^5 = ((c + 0.055) / 1.055)^12 has integer powers only.
      const [n, d] = rational(55, 1000, code);
      const right = (n * 1000n) ** 12n;
      const below = (d * 1055n) ** 12n;
      const [low, high] = midpoints(decode('srgb', 8, code)).map(exact);
      expect(low![0] ** 5n * below <= right * low![1] ** 5n, `${code}`).toBe(true);
      expect(high![0] ** 5n * below >= right * high![1] ** 5n, `${code}`).toBe(true);
    }
    for (let code = 0; code <= 10; code++) expect(decode('srgb', 8, code)).toBe(Math.fround(code / 255 / 12.92));
    expect(decode('srgb', 8, 255)).toBe(1);
  });

  test('all codes survive', () => {
    for (let code = 0; code < 256; code++) expect(encode('srgb', 8, decode('srgb', 8, code))).toBe(code);
  });

  test('numbers get the nearest code', () => {
    const random = new Random(4);
    for (let i = 0; i < 2000; i++) {
      const x = Math.fround(0.0032 + (random.word() / 2 ** 32) * 0.9968);
      const code = floatToSrgb(x);
      // 1.055 x^(5/12) - 0.055 is between (code - 0.5) / 255 and (code + 0.5) / 255.
      const [n, d] = exact(x);
      const power = (half: bigint) => {
        const y = (BigInt(2 * code) + half) * 1000n + 55n * 510n;
        return [y ** 12n * d ** 5n, n ** 5n * (1055n * 510n) ** 12n] as const;
      };
      const [low, value] = power(-1n);
      expect(low <= value, `${x}`).toBe(true);
      const [high, same] = power(1n);
      expect(high > same, `${x}`).toBe(true);
    }
    expect([Number.NaN, -1, 2, 0, 1].map(floatToSrgb)).toEqual([0, 0, 255, 0, 255]);
  });
});

test('biased numbers go from -0.75 to 1.25', () => {
  expect([0, 384, 894, 1023].map((raw) => decode('xr', 10, raw))).toEqual([
    Math.fround(-384 / 510),
    0,
    1,
    Math.fround(639 / 510),
  ]);
  for (let raw = 0; raw < 1024; raw++) expect(encode('xr', 10, decode('xr', 10, raw))).toBe(raw);
});

test('integers are clamped to fewer bits', () => {
  expect([5, 300, 0xffff_ffff].map((x) => encodeNumber('uint', 8, x))).toEqual([5, 255, 255]);
  expect([0xffff_ffff, 200, 0x8000_0000].map((x) => encodeNumber('sint', 8, x))).toEqual([0xff, 0x7f, 0x80]);
  expect(decodeNumber('sint', 8, 0xff)).toBe(0xffff_ffff);
  expect([decode('sscaled', 16, 0xffff), decode('uscaled', 10, 1023)]).toEqual([-1, 1023]);
});
