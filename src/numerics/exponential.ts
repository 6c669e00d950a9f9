/**
 * `exp2` and `log2` of float32, the same on every engine: additions, multiplications and divisions of float64 only,
 * which IEEE 754 defines exactly. `Math.pow` and `Math.log2` differ between engines. The results are within 0.5001 of
 * the last place, far inside the bounds of Direct3D (2^-21 relative; for a logarithm of a number near 1, absolute).
 *
 * Source of the bounds and the special cases: Direct3D 11.3 functional specification, 22.10.6 and 22.10.9.
 */
import { doubles, flush, HIGH, roundToFloat, words } from './float.ts';

const LN2 = Math.LN2;
/** From here on the result is infinite. */
export const EXPONENT_END = 128;
/** Below, the result is subnormal, even rounded. */
export const EXPONENT_START = -126.5;
/** Terms of the series of e^x for |x| up to ln(2)/2: the next one is below 2^-60. */
const EXPONENT_TERMS = 14;
/** Terms of the series of atanh for |x| up to 3 - 2 sqrt(2): the next one is below 2^-58. */
export const LOGARITHM_TERMS = 11;
/** The factors of the series of atanh. */
export const ODD_RECIPROCALS = /* @__PURE__ */ Float64Array.from(
  { length: LOGARITHM_TERMS },
  (_, n) => 1 / (2 * n + 1),
);
/** The factors of the series of e^x. */
export const INVERSE_FACTORIALS = inverseFactorials(EXPONENT_TERMS);

const DOUBLE_BIAS = 1023;
const DOUBLE_EXPONENT = 20;

function inverseFactorials(count: number): readonly number[] {
  const list = [1];
  for (let n = 1; n < count; n++) list.push(list[n - 1]! / n);
  return list;
}

export function exp2(x: number): number {
  return roundToFloat(exp2Double(flush(x)));
}

/** 2 to the power of `x` as a float64, for `x` in the range of the exponents of a float32; otherwise 0 or infinity. */
export function exp2Double(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x >= EXPONENT_END) return Number.POSITIVE_INFINITY;
  if (x < EXPONENT_START) return 0;
  const integer = Math.floor(x + 0.5);
  const power = (x - integer) * LN2;
  let sum = 0;
  for (let n = EXPONENT_TERMS - 1; n >= 0; n--) sum = sum * power + INVERSE_FACTORIALS[n]!;
  return sum * powerOfTwo(integer);
}

/** 2 to an integer power that is a normal float64. */
function powerOfTwo(exponent: number): number {
  doubles[0] = 0;
  words[HIGH] = (exponent + DOUBLE_BIAS) << DOUBLE_EXPONENT;
  return doubles[0]!;
}

/** The logarithm to base 2: -infinity for zeros, NaN below. */
export function log2(x: number): number {
  return roundToFloat(log2Double(flush(x)));
}

/** The logarithm to base 2 as a float64, of a float64 that is not subnormal. */
export function log2Double(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return x > 0 ? x : Number.NaN;
  doubles[0] = x;
  let exponent = (words[HIGH]! >>> DOUBLE_EXPONENT) - DOUBLE_BIAS;
  words[HIGH]! -= exponent << DOUBLE_EXPONENT;
  let mantissa = doubles[0]!;
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent++;
  }
  // ln(m) = 2 atanh((m - 1) / (m + 1))
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let n = LOGARITHM_TERMS - 1; n >= 0; n--) sum = sum * square + ODD_RECIPROCALS[n]!;
  return exponent + (2 * ratio * sum) / LN2;
}
