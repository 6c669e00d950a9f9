/**
 * Instructions on float64. A register has two of them: the low word of the first in x, its high word in y, the second in z and w. Source
 * operands choose pairs by swizzles (xyxy, zwzw, zwxy); results take xy, zw or both.
 *
 * Of an instruction that gives words of 32 bits, the first component of the mask has the result of the first float64, the second that of
 * the second; of one that makes a float64 from 32 bits, x is the source of xy and y that of zw (Direct3D 11.3 functional specification, 22.14
 * to 22.17).
 */

import { FULL_MASK } from '../../../isa/components.ts';
import { doubleToFloat, floatToSigned, floatToUnsigned } from '../../../numerics/conversion.ts';
import {
  doubleOfWords,
  fusedMultiplyAddDouble,
  highWord,
  lowWord,
  maximumDouble,
  minimumDouble,
} from '../../../numerics/double.ts';
import { LANES, type LaneWords } from '../../lanes.ts';
import type { Sm4Handler, Sm4Quad } from '../quad.ts';
import type { Sm4Step } from '../step.ts';
import { truthOf } from './truth.ts';

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
