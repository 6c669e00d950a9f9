/** Arithmetic of float32 and float64 against exact rational arithmetic. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../smith/random.ts';
import { bitsOfFloat, floatOfBits } from '../../src/numerics/conversion.ts';
import { doubleOfWords, fusedMultiplyAddDouble } from '../../src/numerics/double.ts';
import { exp2, log2 } from '../../src/numerics/exponential.ts';
import * as float from '../../src/numerics/float.ts';
import { cosine, sine } from '../../src/numerics/trigonometry.ts';

/** A rational number: numerator and denominator, which is positive. */
type Rational = readonly [bigint, bigint];

const SCALE = 1n << 1200n;

/** A finite float64 as a multiple of 2^-1200. */
function exact(x: number): bigint {
  if (x === 0) return 0n;
  let size = Math.abs(x);
  let exponent = 0;
  while (!Number.isInteger(size)) {
    size *= 2;
    exponent++;
  }
  const value = (BigInt(size) * SCALE) >> BigInt(exponent);
  return x < 0 ? -value : value;
}

/** The neighbors of a float32. */
function neighbors(x: number): [number, number] {
  const bits = bitsOfFloat(Math.abs(x));
  const [below, above] = [floatOfBits(Math.max(bits - 1, 0)), floatOfBits(bits + 1)];
  return x < 0 ? [-above, -below] : [below, above];
}

/** Whether no other float32 is nearer to `value` than `result` is. */
function isNearest(result: number, [numerator, denominator]: Rational): boolean {
  const distance = (x: number) => {
    const difference = exact(x) * denominator - numerator * 1n;
    return difference < 0n ? -difference : difference;
  };
  return neighbors(result).every((other) => !Number.isFinite(other) || distance(result) <= distance(other));
}

const random = new Random(1);
const someFloat = () => Math.fround((random.word() / 2 ** 31 - 1) * 2 ** random.between(-20, 20));
const CASES = 400;

describe('float32', () => {
  test('sums, products, quotients and fused sums are the nearest to the exact results', () => {
    for (let i = 0; i < CASES; i++) {
      const [a, b, c] = [someFloat(), someFloat() || 1, someFloat()];
      expect(isNearest(float.add(a, b), [exact(a) + exact(b), 1n])).toBe(true);
      expect(isNearest(float.multiply(a, b), [exact(a) * exact(b), SCALE])).toBe(true);
      const [x, y] = [exact(a), exact(b)];
      expect(isNearest(float.divide(a, b), y < 0n ? [-x * SCALE, -y] : [x * SCALE, y])).toBe(true);
      expect(isNearest(float.fusedMultiplyAdd(a, b, c), [exact(a) * exact(b) + exact(c) * SCALE, SCALE])).toBe(true);
    }
  });

  test('a fused sum is rounded once where two roundings give another result', () => {
    const a = 1 + 2 ** -12;
    // The product is 1 + 2^-11 + 2^-24: a tie, which the addend decides.
    expect(float.fusedMultiplyAdd(a, a, 2 ** -60)).toBe(1 + 2 ** -11 + 2 ** -23);
    expect(float.multiplyAdd(a, a, 2 ** -60)).toBe(1 + 2 ** -11);
    expect(float.fusedMultiplyAdd(a, a, -(2 ** -60))).toBe(1 + 2 ** -11);
  });

  test.each([
    ['subnormal operands are zeros', float.add(2 ** -127, 2 ** -127), 0],
    ['and keep their sign', float.multiply(-(2 ** -127), 1), -0],
    ['subnormal results are zeros', float.multiply(2 ** -100, 2 ** -100), 0],
    ['min takes the number', float.minimum(Number.NaN, 1), 1],
    ['max takes the number', float.maximum(1, Number.NaN), 1],
    ['saturate(NaN) is 0', float.saturate(Number.NaN), 0],
    ['rsq(-0)', float.reciprocalSquareRoot(-0), Number.NEGATIVE_INFINITY],
    ['rsq below zero', float.reciprocalSquareRoot(-1), Number.NaN],
    ['sqrt(-0)', float.squareRoot(-0), -0],
    ['frc of a tiny negative number', float.fraction(-(2 ** -40)), 1 - 2 ** -24],
    ['frc of an infinity', float.fraction(Number.POSITIVE_INFINITY), Number.NaN],
    ['ties go to the even number', float.roundToEven(2.5), 2],
    ['also below zero', float.roundToEven(-3.5), -4],
    ['a rounded number keeps its sign', float.roundToEven(-0.25), -0],
    ['exp2 too large', exp2(128), Number.POSITIVE_INFINITY],
    ['exp2 subnormal', exp2(-127), 0],
    ['exp2 of a whole number', exp2(-126), 2 ** -126],
    ['log2(0)', log2(-0), Number.NEGATIVE_INFINITY],
    ['log2 below zero', log2(-1), Number.NaN],
    ['log2 of a power of two', log2(2 ** -100), -100],
    ['sin of an infinity', sine(Number.POSITIVE_INFINITY), Number.NaN],
    ['sin(-0)', sine(-0), -0],
    ['cos(0)', cosine(0), 1],
  ])('%s', (_, result, expected) => expect(result).toBe(expected));

  test('exponentials, logarithms, sines and cosines are within one unit of the last place', { tags: 'slow' }, () => {
    for (let i = 0; i < CASES * 10; i++) {
      const x = someFloat();
      const pairs: [number, number][] = [
        [exp2(x % 100), 2 ** Math.fround(x % 100)],
        [log2(Math.abs(x) || 1), Math.log2(Math.abs(x) || 1)],
        [sine(x), Math.sin(x)],
        [cosine(x), Math.cos(x)],
      ];
      for (const [ours, theirs] of pairs) {
        const [below, above] = neighbors(Math.fround(theirs));
        expect(ours >= below && ours <= above, `${ours} for ${theirs} of ${x}`).toBe(true);
      }
    }
  });

  test('the largest arguments of sine and cosine are reduced exactly', () => {
    // Digits of the sine of 2^120 and of the largest float32: computed with 1,000 bits.
    expect(sine(2 ** 120)).toBe(Math.fround(Math.sin(2 ** 120)));
    expect(cosine(float.MAX_FLOAT)).toBe(Math.fround(Math.cos(float.MAX_FLOAT)));
  });
});

describe('float64', () => {
  test('a fused sum is rounded once', () => {
    const a = 1 + 2 ** -30;
    expect(fusedMultiplyAddDouble(a, a, -1)).toBe(2 ** -29 + 2 ** -60);
    expect(fusedMultiplyAddDouble(3, 5, 7)).toBe(22);
    expect(fusedMultiplyAddDouble(Number.POSITIVE_INFINITY, 0, 1)).toBeNaN();
    expect(fusedMultiplyAddDouble(2 ** 1000, 2 ** 1000, Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
    expect(fusedMultiplyAddDouble(-1, 1, 1)).toBe(0);
    expect(fusedMultiplyAddDouble(2 ** -600, 2 ** -500, 0)).toBe(0);
    expect(fusedMultiplyAddDouble(2 ** 1023, 2, -(2 ** 1023))).toBe(2 ** 1023);
  });

  test('a sum is nearest to the exact one', () => {
    for (let i = 0; i < CASES; i++) {
      const [a, b, c] = [0, 0, 0].map(() => doubleOfWords(random.word(), 0x3f00_0000 + random.below(0x100_0000)));
      const result = fusedMultiplyAddDouble(a!, b!, -c!);
      const target = exact(a!) * exact(b!) - exact(c!) * SCALE;
      const distance = (x: number) => {
        const difference = exact(x) * SCALE - target;
        return difference < 0n ? -difference : difference;
      };
      const step = Math.max(Math.abs(result) * 2 ** -52, Number.MIN_VALUE);
      expect(distance(result) <= distance(result + step) && distance(result) <= distance(result - step)).toBe(true);
    }
  });
});
