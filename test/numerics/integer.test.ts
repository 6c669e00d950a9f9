/**
 * Arithmetic of integers and conversions, against integers of any size and the examples of the functional
 * specification.
 */
import { describe, expect, test } from 'vitest';
import { Random } from '../../smith/random.ts';
import * as conversion from '../../src/numerics/conversion.ts';
import { MAX_FLOAT } from '../../src/numerics/float.ts';
import * as integer from '../../src/numerics/integer.ts';
import * as legacy from '../../src/numerics/legacy.ts';

const random = new Random(1);

test('products have 64 bits', () => {
  for (let i = 0; i < 2000; i++) {
    const [a, b] = [random.word() >>> random.below(32), random.word() >>> random.below(32)];
    const { high, low } = integer.multiplyUnsigned(a, b);
    expect((BigInt(high) << 32n) | BigInt(low)).toBe(BigInt(a) * BigInt(b));
    const signed = integer.multiplySigned(a, b);
    const product = BigInt.asUintN(64, BigInt(a | 0) * BigInt(b | 0));
    expect((BigInt(signed.high) << 32n) | BigInt(signed.low)).toBe(product);
  }
});

describe('what hardware leaves open is defined', () => {
  test.each([
    ['x / 0', integer.divideUnsigned(7, 0), 0xffff_ffff],
    ['x % 0', integer.remainderUnsigned(7, 0), 0xffff_ffff],
    ['x << 33', integer.shiftLeft(3, 33), 6],
    ['a field past the end', integer.extractUnsigned(16, 24, 0xab00_0000), 0xab],
    ['a signed field past the end', integer.extractSigned(16, 24, 0xab00_0000), 0xffff_ffab],
    ['a field without a width', integer.extractSigned(32, 4, 0xffff_ffff), 0],
    ['bits inserted past the end', integer.insertBits(16, 24, 0xffff, 0x1234_5678), 0xff34_5678],
    ['no bit', integer.firstBitLow(0), 0xffff_ffff],
    ['the sign only', integer.firstBitSigned(0xffff_ffff), 0xffff_ffff],
    ['a carry', integer.carryOf(0xffff_ffff, 1), 1],
    ['a borrow', integer.borrowOf(0, 1), 1],
    ['bytes without reference do not count', integer.sumOfDifferences(0x0001_00ff, 0x1010_1010, 1), 1 + 15 + 239],
  ])('%s', (_, result, expected) => expect(result).toBe(expected));
});

describe('conversions', () => {
  test.each([
    ['NaN to int', conversion.floatToSigned(Number.NaN), 0],
    ['too large for int', conversion.floatToSigned(2 ** 31), 0x7fff_ffff],
    ['too small for int', conversion.floatToSigned(-(2 ** 40)), 0x8000_0000],
    ['below zero to uint', conversion.floatToUnsigned(-3), 0],
    ['too large for uint', conversion.floatToUnsigned(2 ** 32), 0xffff_ffff],
    ['too large for float16', conversion.floatToHalf(65_536), 0x7bff],
    ['toward zero', conversion.floatToHalf(65_535), 0x7bff],
    ['an infinity', conversion.floatToHalf(Number.NEGATIVE_INFINITY), 0xfc00],
    ['a subnormal float16', conversion.floatToHalf(2 ** -24), 1],
  ])('%s', (_, result, expected) => expect(result).toBe(expected));

  test('every float16 comes back', { tags: 'slow' }, () => {
    for (let bits = 0; bits < 0x1_0000; bits++) {
      const value = conversion.halfToFloat(bits);
      if (!Number.isNaN(value)) expect(conversion.floatToHalf(value)).toBe(bits);
    }
  });
});

describe('Direct3D 9', () => {
  test.each([
    ['0 * infinity', legacy.legacyMultiply(0, Number.POSITIVE_INFINITY), 0],
    ['0 * NaN', legacy.legacyMultiply(Number.NaN, -0), 0],
    ['rcp(0)', legacy.legacyReciprocal(0), MAX_FLOAT],
    ['rsq(-4)', legacy.legacyReciprocalSquareRoot(-4), 0.5],
    ['log(0)', legacy.legacyLog2(0), -MAX_FLOAT],
    ['log(-8)', legacy.legacyLog2(-8), 3],
    ['pow(0, 0)', legacy.legacyPower(0, 0), 1],
    ['pow(-2, 3)', legacy.legacyPower(-2, 3), 8],
    ['pow(0, 2)', legacy.legacyPower(0, 2), 0],
    ['lit without diffuse light', legacy.legacySpecular(0, 1, 2), 0],
    ['lit', legacy.legacySpecular(1, 0.5, 2), 0.25],
    ['nrm of zero', legacy.legacyNormalFactor(0, 0, 0), MAX_FLOAT],
  ])('%s', (_, result, expected) => expect(result).toBe(expected));
});
