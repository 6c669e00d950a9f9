/**
 * Sine and cosine of float32, the same on every engine: additions and multiplications of float64 only. Arguments of any
 * size are reduced exactly, where Direct3D bounds the error (0.0008) within 100 pi only.
 *
 * Source of the bounds: Direct3D 11.3 functional specification, 22.10.20.
 */
import { flush, roundToFloat } from './float.ts';

/** pi/2 in three parts; the first two have 33 bits, so that their products with a quadrant below 2^20 are exact. */
export const HALF_PI_PARTS = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21] as const;
/** Up to here the parts of pi/2 are enough. */
export const SIMPLE_END = 2 ** 19;
/** Float32 numbers from {@link SIMPLE_END} on are multiples of 1/16. */
const UNITS = 16;
/** 2/pi as a fraction of 2^192: enough bits for every float32. */
const TWO_OVER_PI = 0xa2f9_836e_4e44_1529_fc27_57d1_f534_ddc0_db62_9599_3c43_9041n;
const FRACTION_BITS = 192n;
/** Terms of both series for |x| up to pi/4: the next ones are below 2^-58. */
const TERMS = 9;

export const sineTerms = seriesOf(1);
export const cosineTerms = seriesOf(0);

/** The factors of x^(first + 2n) in the series of sine (`first` 1) or cosine (0). */
function seriesOf(first: 0 | 1): readonly number[] {
  const terms = [1];
  for (let n = 1; n < TERMS; n++) {
    const power = 2 * n + first;
    terms.push(-terms[n - 1]! / (power * (power - 1)));
  }
  return terms;
}

export function sine(x: number): number {
  const value = flush(x);
  // The sine of -0 is -0.
  return value === 0 ? value : quarter(value, 0);
}

export function cosine(x: number): number {
  return quarter(flush(x), 1);
}

/** The sine of `x` plus `turns` quarters of a turn. */
function quarter(x: number, turns: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  const size = Math.abs(x);
  let quadrant: number;
  let angle: number;
  if (size < SIMPLE_END) {
    quadrant = Math.floor(size / (Math.PI / 2) + 0.5);
    angle = size - quadrant * HALF_PI_PARTS[0] - quadrant * HALF_PI_PARTS[1] - quadrant * HALF_PI_PARTS[2];
  } else [quadrant, angle] = reduced(size);
  if (x < 0) {
    quadrant = -quadrant;
    angle = -angle;
  }
  const turned = (quadrant + turns) & 3;
  const square = angle * angle;
  const terms = turned & 1 ? cosineTerms : sineTerms;
  let sum = 0;
  for (let n = TERMS - 1; n >= 0; n--) sum = sum * square + terms[n]!;
  if ((turned & 1) === 0) sum *= angle;
  return roundToFloat(turned & 2 ? -sum : sum);
}

/** The quadrant (0 to 3) of a positive float32 from SIMPLE_END on, and the angle in it, by integers of any size. */
function reduced(x: number): [quadrant: number, angle: number] {
  const turns = (BigInt(x * UNITS) * TWO_OVER_PI) / BigInt(UNITS);
  const half = 1n << (FRACTION_BITS - 1n);
  const quadrant = (turns + half) >> FRACTION_BITS;
  const rest = turns - (quadrant << FRACTION_BITS);
  // The 64 highest bits of the fraction are enough for a float64.
  const fraction = Number(rest >> (FRACTION_BITS - 64n)) * 2 ** -64;
  return [Number(quadrant & 3n), fraction * (Math.PI / 2)];
}
