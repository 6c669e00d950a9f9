/**
 * Instructions that compute each component of their result from the same component of their operands, copies of
 * registers, and arithmetic on float64.
 */

import { FULL_MASK } from '../../../isa/components.ts';
import {
  doubleToFloat,
  floatToHalf,
  floatToSigned,
  floatToUnsigned,
  halfToFloat,
  signedToFloat,
  unsignedToFloat,
} from '../../../numerics/conversion.ts';
import {
  doubleOfWords,
  fusedMultiplyAddDouble,
  highWord,
  lowWord,
  maximumDouble,
  minimumDouble,
} from '../../../numerics/double.ts';
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
import { LANES, type LaneWords, REGISTER_WORDS } from '../../lanes.ts';
import type { Sm4Step } from '../executable.ts';
import { flushAll, type Sm4Source } from '../operands.ts';
import type { Sm4Handler, Sm4Quad } from '../quad.ts';

/** Results of comparisons: all ones for true, 0 for false. */
export const TRUE = 0xffff_ffff;

export function truthOf(holds: boolean): number {
  return holds ? TRUE : 0;
}

/** Whether component `i / 4` is one of `mask`. */
function isIn(mask: number, i: number): boolean {
  return (mask & (1 << (i >> 2))) !== 0;
}

type Compute = (a: number, b: number, c: number, d: number) => number;

/**
 * Computes each component of the result from the components of up to four sources, as floats or as unsigned words. A
 * source that the instruction does not have is the first one.
 */
function each(from: 'floats' | 'words', to: 'floats' | 'words', compute: Compute): Sm4Handler {
  const isSaturable = from === 'floats' && to === 'floats';
  return (quad, step) => {
    const count = step.sources.length;
    const a = quad.read(step, 0, step.mask)[from];
    const b = count > 1 ? quad.read(step, 1, step.mask)[from] : a;
    const c = count > 2 ? quad.read(step, 2, step.mask)[from] : a;
    const d = count > 3 ? quad.read(step, 3, step.mask)[from] : a;
    const { result } = quad;
    for (let i = 0; i < REGISTER_WORDS; i++) {
      if (!isIn(step.mask, i)) continue;
      const value = compute(a[i]!, b[i]!, c[i]!, d[i]!);
      if (to === 'floats') result.setFloat(i, value);
      else result.words[i] = value;
    }
    quad.write(step, 0, result, isSaturable && step.saturate);
  };
}

const float = (compute: Compute) => each('floats', 'floats', compute);
const words = (compute: Compute) => each('words', 'words', compute);
const wordsFromFloat = (convert: (a: number) => number) => each('floats', 'words', convert);
const floatFromWords = (convert: (a: number) => number) => each('words', 'floats', convert);
const compare = (test: (a: number, b: number) => boolean) => each('floats', 'words', (a, b) => truthOf(test(a, b)));

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
  add: float(add),
  div: float(divide),
  exp: float(exp2),
  frc: float(fraction),
  log: float(log2),
  mad: float(multiplyAdd),
  max: float(maximum),
  min: float(minimum),
  mul: float(multiply),
  rcp: float(reciprocal),
  round_ne: float(roundToEven),
  round_ni: float(floor),
  round_pi: float(ceiling),
  round_z: float(truncate),
  rsq: float(reciprocalSquareRoot),
  sqrt: float(squareRoot),
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

// Copies of registers: they keep all bits, unless a modifier or a saturation makes them float operations.

function hasModifier({ negate, absolute }: Sm4Source): boolean {
  return negate || absolute;
}

/** Whether a move is a float operation, which flushes subnormal values. */
function isFloat(step: Sm4Step, source: Sm4Source): boolean {
  return step.saturate || hasModifier(source);
}

const mov: Sm4Handler = (quad, step) => {
  const a = quad.read(step, 0, step.mask);
  if (isFloat(step, step.sources[0]!)) flushAll(a);
  quad.write(step, 0, a);
};

const movc: Sm4Handler = (quad, step) => {
  const condition = quad.read(step, 0, step.mask).words;
  const a = quad.read(step, 1, step.mask);
  const b = quad.read(step, 2, step.mask);
  if (isFloat(step, step.sources[1]!)) flushAll(a);
  if (isFloat(step, step.sources[2]!)) flushAll(b);
  for (let i = 0; i < REGISTER_WORDS; i++) quad.result.words[i] = (condition[i] === 0 ? b : a).words[i]!;
  quad.write(step, 0, quad.result);
};

/** Exchanges two values where a condition is not zero. */
const swapc: Sm4Handler = (quad, step) => {
  const mask = step.destinations[0]!.mask | step.destinations[1]!.mask;
  const condition = quad.read(step, 0, mask).words;
  const a = quad.read(step, 1, mask).words;
  const b = quad.read(step, 2, mask).words;
  for (let i = 0; i < 4 * LANES; i++) {
    const isZero = condition[i] === 0;
    quad.result.words[i] = isZero ? a[i]! : b[i]!;
    quad.second.words[i] = isZero ? b[i]! : a[i]!;
  }
  quad.writeBoth(step, quad.result, quad.second, false);
};

export const MOVE_HANDLERS = { mov, movc, swapc } as const satisfies Record<string, Sm4Handler>;

// Of an instruction that gives words of 32 bits, the first component of the mask has the result of the first float64,
// the second that of the second; of one that makes a float64 from 32 bits, x is the source of xy and y that of zw
// (Direct3D 11.3 functional specification, 22.14 to 22.17).

/** Number `pair` (0 or 1) of a source. */
function doubleAt({ words }: LaneWords, pair: number, lane: number): number {
  const low = 2 * pair * LANES + lane;
  return doubleOfWords(words[low]!, words[low + LANES]!);
}

function setDouble(out: LaneWords, pair: number, lane: number, value: number, isSaturated: boolean): void {
  const stored = isSaturated ? Math.min(Math.max(Number.isNaN(value) ? 0 : value, 0), 1) : value;
  const low = 2 * pair * LANES + lane;
  out.words[low] = Number.isNaN(stored) ? 0 : lowWord(stored);
  out.words[low + LANES] = Number.isNaN(stored) ? NAN_HIGH_WORD : highWord(stored);
}

/** All NaN results are the same on every engine. */
const NAN_HIGH_WORD = 0x7ff8_0000;

/** Float64 from float64. */
function doubles(compute: (a: number, b: number, c: number) => number): Sm4Handler {
  return (quad, step) => {
    const count = step.sources.length;
    const a = quad.read(step, 0, FULL_MASK);
    const b = count > 1 ? quad.read(step, 1, FULL_MASK) : a;
    const c = count > 2 ? quad.read(step, 2, FULL_MASK) : a;
    for (let pair = 0; pair < 2; pair++) {
      for (let lane = 0; lane < LANES; lane++) {
        const value = compute(doubleAt(a, pair, lane), doubleAt(b, pair, lane), doubleAt(c, pair, lane));
        setDouble(quad.result, pair, lane, value, step.saturate);
      }
    }
    quad.write(step, 0, quad.result, false);
  };
}

/** Words from float64: the components of the mask take the first and the second one. */
function wordsFromDoubles(compute: (a: number, b: number) => number): Sm4Handler {
  return (quad, step) => {
    const a = quad.read(step, 0, FULL_MASK);
    const b = step.sources.length > 1 ? quad.read(step, 1, FULL_MASK) : a;
    const { words } = quad.result;
    let pair = 0;
    for (let i = 0; i < 4; i++) {
      if ((step.mask & (1 << i)) === 0) continue;
      for (let lane = 0; lane < LANES; lane++)
        words[i * LANES + lane] = compute(doubleAt(a, pair, lane), doubleAt(b, pair, lane));
      pair = 1;
    }
    quad.write(step, 0, quad.result, false);
  };
}

/** dtof is the only one whose words are a float. */
const dtof: Sm4Handler = (quad, step) => {
  const a = quad.read(step, 0, FULL_MASK);
  let pair = 0;
  for (let i = 0; i < 4; i++) {
    if ((step.mask & (1 << i)) === 0) continue;
    for (let lane = 0; lane < LANES; lane++)
      quad.result.setFloat(i * LANES + lane, doubleToFloat(doubleAt(a, pair, lane)));
    pair = 1;
  }
  quad.write(step, 0, quad.result);
};

/** Float64 from words: the pair xy from x, the pair zw from y, also where the mask has only one of them. */
function doublesFromWords(convert: (source: LaneWords, i: number) => number): Sm4Handler {
  return (quad, step) => {
    const a = quad.read(step, 0, FULL_MASK);
    for (let pair = 0; pair < 2; pair++)
      for (let lane = 0; lane < LANES; lane++)
        setDouble(quad.result, pair, lane, convert(a, pair * LANES + lane), false);
    quad.write(step, 0, quad.result, false);
  };
}

/** Writes copies of float64, also NaN with their payloads, unless they are saturated. */
function writeCopies(quad: Sm4Quad, step: Sm4Step): void {
  if (step.saturate) {
    for (let pair = 0; pair < 2; pair++)
      for (let lane = 0; lane < LANES; lane++)
        setDouble(quad.result, pair, lane, doubleAt(quad.result, pair, lane), true);
  }
  quad.write(step, 0, quad.result, false);
}

const dmov: Sm4Handler = (quad, step) => {
  quad.result.words.set(quad.read(step, 0, FULL_MASK).words);
  writeCopies(quad, step);
};

/** The condition of the pair xy is in x, that of zw in y. */
const dmovc: Sm4Handler = (quad, step) => {
  const condition = quad.read(step, 0, FULL_MASK).words;
  const a = quad.read(step, 1, FULL_MASK).words;
  const b = quad.read(step, 2, FULL_MASK).words;
  for (let pair = 0; pair < 2; pair++) {
    for (let lane = 0; lane < LANES; lane++) {
      const from = condition[pair * LANES + lane] === 0 ? b : a;
      const low = 2 * pair * LANES + lane;
      quad.result.words[low] = from[low]!;
      quad.result.words[low + LANES] = from[low + LANES]!;
    }
  }
  writeCopies(quad, step);
};

export const DOUBLE_HANDLERS = {
  dadd: doubles((a, b) => a + b),
  dmul: doubles((a, b) => a * b),
  ddiv: doubles((a, b) => a / b),
  drcp: doubles((a) => 1 / a),
  dfma: doubles(fusedMultiplyAddDouble),
  dmin: doubles(minimumDouble),
  dmax: doubles(maximumDouble),
  dmov,
  dmovc,
  deq: wordsFromDoubles((a, b) => truthOf(a === b)),
  dge: wordsFromDoubles((a, b) => truthOf(a >= b)),
  dlt: wordsFromDoubles((a, b) => truthOf(a < b)),
  dne: wordsFromDoubles((a, b) => truthOf(a !== b)),
  dtof,
  dtoi: wordsFromDoubles(floatToSigned),
  dtou: wordsFromDoubles(floatToUnsigned),
  ftod: doublesFromWords(({ floats }, i) => floats[i]!),
  itod: doublesFromWords(({ words }, i) => words[i]! | 0),
  utod: doublesFromWords(({ words }, i) => words[i]!),
} as const satisfies Record<string, Sm4Handler>;
