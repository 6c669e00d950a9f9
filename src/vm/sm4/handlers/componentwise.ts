/**
 * Instructions that compute each component of their result from the same components of their sources: arithmetic,
 * comparisons, integers and conversions. The operations themselves are in base/numerics.
 */
import {
  floatToHalf,
  floatToSigned,
  floatToUnsigned,
  halfToFloat,
  signedToFloat,
  unsignedToFloat,
} from '../../../numerics/conversion.ts';
import { exp2, log2 } from '../../../numerics/exponential.ts';
import {
  add,
  ceiling,
  divide,
  floor,
  fraction,
  isEqual,
  isGreaterOrEqual,
  isLess,
  isNotEqual,
  maximum,
  minimum,
  multiply,
  multiplyAdd,
  reciprocal,
  reciprocalSquareRoot,
  roundToEven,
  squareRoot,
  truncate,
} from '../../../numerics/float.ts';
import {
  addInteger,
  borrowOf,
  carryOf,
  countBits,
  divideUnsigned,
  extractSigned,
  extractUnsigned,
  firstBitHigh,
  firstBitLow,
  firstBitSigned,
  insertBits,
  maximumSigned,
  minimumSigned,
  multiplyLow,
  multiplySigned,
  multiplyUnsigned,
  negateInteger,
  remainderUnsigned,
  reverseBits,
  shiftLeft,
  shiftRightSigned,
  shiftRightUnsigned,
  sumOfDifferences,
} from '../../../numerics/integer.ts';
import { cosine, sine } from '../../../numerics/trigonometry.ts';
import { LANES, REGISTER_WORDS } from '../../lanes.ts';
import type { Sm4Handler } from '../quad.ts';
import { truthOf } from './truth.ts';

/** Whether component `i / 4` is one of `mask`. */
function isIn(mask: number, i: number): boolean {
  return (mask & (1 << (i >> 2))) !== 0;
}

function float1(compute: (a: number) => number): Sm4Handler {
  return (quad, step) => {
    const a = quad.read(step, 0, step.mask).floats;
    for (let i = 0; i < REGISTER_WORDS; i++) if (isIn(step.mask, i)) quad.result.setFloat(i, compute(a[i]!));
    quad.write(step, 0, quad.result);
  };
}

function float2(compute: (a: number, b: number) => number): Sm4Handler {
  return (quad, step) => {
    const a = quad.read(step, 0, step.mask).floats;
    const b = quad.read(step, 1, step.mask).floats;
    for (let i = 0; i < REGISTER_WORDS; i++) if (isIn(step.mask, i)) quad.result.setFloat(i, compute(a[i]!, b[i]!));
    quad.write(step, 0, quad.result);
  };
}

function float3(compute: (a: number, b: number, c: number) => number): Sm4Handler {
  return (quad, step) => {
    const a = quad.read(step, 0, step.mask).floats;
    const b = quad.read(step, 1, step.mask).floats;
    const c = quad.read(step, 2, step.mask).floats;
    for (let i = 0; i < REGISTER_WORDS; i++)
      if (isIn(step.mask, i)) quad.result.setFloat(i, compute(a[i]!, b[i]!, c[i]!));
    quad.write(step, 0, quad.result);
  };
}

function compare(test: (a: number, b: number) => boolean): Sm4Handler {
  return (quad, step) => {
    const a = quad.read(step, 0, step.mask).floats;
    const b = quad.read(step, 1, step.mask).floats;
    const { words } = quad.result;
    for (let i = 0; i < REGISTER_WORDS; i++) if (isIn(step.mask, i)) words[i] = truthOf(test(a[i]!, b[i]!));
    quad.write(step, 0, quad.result, false);
  };
}

/** Words from words; the functions take and return unsigned numbers. */
function words(compute: (a: number, b: number, c: number, d: number) => number): Sm4Handler {
  return (quad, step) => {
    const count = step.sources.length;
    const a = quad.read(step, 0, step.mask).words;
    const b = count > 1 ? quad.read(step, 1, step.mask).words : a;
    const c = count > 2 ? quad.read(step, 2, step.mask).words : a;
    const d = count > 3 ? quad.read(step, 3, step.mask).words : a;
    const result = quad.result.words;
    for (let i = 0; i < REGISTER_WORDS; i++) if (isIn(step.mask, i)) result[i] = compute(a[i]!, b[i]!, c[i]!, d[i]!);
    quad.write(step, 0, quad.result, false);
  };
}

/** Two results from two words; either may be discarded. */
function twoWords(first: (a: number, b: number) => number, second: (a: number, b: number) => number): Sm4Handler {
  return (quad, step) => {
    const mask = step.destinations[0]!.mask | step.destinations[1]!.mask;
    const a = quad.read(step, 0, mask).words;
    const b = quad.read(step, 1, mask).words;
    for (let i = 0; i < REGISTER_WORDS; i++) {
      if (!isIn(mask, i)) continue;
      quad.result.words[i] = first(a[i]!, b[i]!);
      quad.second.words[i] = second(a[i]!, b[i]!);
    }
    quad.writeBoth(step, quad.result, quad.second, false);
  };
}

function wordsFromFloat(convert: (a: number) => number): Sm4Handler {
  return (quad, step) => {
    const a = quad.read(step, 0, step.mask).floats;
    const { words } = quad.result;
    for (let i = 0; i < REGISTER_WORDS; i++) if (isIn(step.mask, i)) words[i] = convert(a[i]!);
    quad.write(step, 0, quad.result, false);
  };
}

function floatFromWords(convert: (a: number) => number): Sm4Handler {
  return (quad, step) => {
    const a = quad.read(step, 0, step.mask).words;
    for (let i = 0; i < REGISTER_WORDS; i++) if (isIn(step.mask, i)) quad.result.setFloat(i, convert(a[i]!));
    quad.write(step, 0, quad.result, false);
  };
}

/** The sum of the products of `count` components, in order, for all components of the result. */
function dotProduct(count: 2 | 3 | 4): Sm4Handler {
  const mask = 2 ** count - 1;
  return (quad, step) => {
    const a = quad.read(step, 0, mask).floats;
    const b = quad.read(step, 1, mask).floats;
    for (let lane = 0; lane < LANES; lane++) {
      let sum = multiply(a[lane]!, b[lane]!);
      for (let i = 1; i < count; i++) sum = add(sum, multiply(a[i * LANES + lane]!, b[i * LANES + lane]!));
      for (let i = 0; i < 4; i++) quad.result.setFloat(i * LANES + lane, sum);
    }
    quad.write(step, 0, quad.result);
  };
}

const sincos: Sm4Handler = (quad, step) => {
  const mask = step.destinations[0]!.mask | step.destinations[1]!.mask;
  const a = quad.read(step, 0, mask).floats;
  for (let i = 0; i < REGISTER_WORDS; i++) {
    if (!isIn(mask, i)) continue;
    quad.result.setFloat(i, sine(a[i]!));
    quad.second.setFloat(i, cosine(a[i]!));
  }
  quad.writeBoth(step, quad.result, quad.second);
};

export const COMPONENTWISE_HANDLERS = {
  add: float2(add),
  div: float2(divide),
  exp: float1(exp2),
  frc: float1(fraction),
  log: float1(log2),
  mad: float3(multiplyAdd),
  max: float2(maximum),
  min: float2(minimum),
  mul: float2(multiply),
  rcp: float1(reciprocal),
  round_ne: float1(roundToEven),
  round_ni: float1(floor),
  round_pi: float1(ceiling),
  round_z: float1(truncate),
  rsq: float1(reciprocalSquareRoot),
  sqrt: float1(squareRoot),
  dp2: dotProduct(2),
  dp3: dotProduct(3),
  dp4: dotProduct(4),
  sincos,

  eq: compare(isEqual),
  ge: compare(isGreaterOrEqual),
  lt: compare(isLess),
  ne: compare(isNotEqual),
  ieq: words((a, b) => truthOf(a === b)),
  ine: words((a, b) => truthOf(a !== b)),
  ige: words((a, b) => truthOf((a | 0) >= (b | 0))),
  ilt: words((a, b) => truthOf((a | 0) < (b | 0))),
  uge: words((a, b) => truthOf(a >= b)),
  ult: words((a, b) => truthOf(a < b)),

  and: words((a, b) => a & b),
  or: words((a, b) => a | b),
  xor: words((a, b) => a ^ b),
  not: words((a) => ~a),
  iadd: words(addInteger),
  ineg: words(negateInteger),
  imad: words((a, b, c) => addInteger(multiplyLow(a, b), c)),
  umad: words((a, b, c) => addInteger(multiplyLow(a, b), c)),
  imax: words(maximumSigned),
  imin: words(minimumSigned),
  umax: words((a, b) => Math.max(a, b)),
  umin: words((a, b) => Math.min(a, b)),
  ishl: words(shiftLeft),
  ishr: words(shiftRightSigned),
  ushr: words(shiftRightUnsigned),
  ubfe: words(extractUnsigned),
  ibfe: words(extractSigned),
  bfi: words(insertBits),
  bfrev: words(reverseBits),
  countbits: words(countBits),
  firstbit_hi: words(firstBitHigh),
  firstbit_lo: words(firstBitLow),
  firstbit_shi: words(firstBitSigned),
  msad: words(sumOfDifferences),
  imul: twoWords(
    (a, b) => multiplySigned(a, b).high,
    (a, b) => multiplyLow(a, b),
  ),
  umul: twoWords(
    (a, b) => multiplyUnsigned(a, b).high,
    (a, b) => multiplyLow(a, b),
  ),
  udiv: twoWords(divideUnsigned, remainderUnsigned),
  uaddc: twoWords(addInteger, carryOf),
  usubb: twoWords((a, b) => a - b, borrowOf),

  ftoi: wordsFromFloat(floatToSigned),
  ftou: wordsFromFloat(floatToUnsigned),
  itof: floatFromWords(signedToFloat),
  utof: floatFromWords(unsignedToFloat),
  f32tof16: wordsFromFloat(floatToHalf),
  f16tof32: floatFromWords(halfToFloat),
} as const satisfies Record<string, Sm4Handler>;
