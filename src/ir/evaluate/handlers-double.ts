/** Evaluation of float64 operations. A value has the low words of all lanes, then the high ones. */
import { doubleToFloat, floatToSigned, floatToUnsigned } from '../../numerics/conversion.ts';
import {
  doubleOfWords,
  fusedMultiplyAddDouble,
  highWord,
  lowWord,
  maximumDouble,
  minimumDouble,
} from '../../numerics/double.ts';
import { type IrComputing, type IrValues, LANES, VALUE_WORDS } from './values.ts';

/** All NaN results are the same on every engine. */
const NAN_HIGH_WORD = 0x7ff8_0000;
const SIGN = 0x8000_0000;

function doubleAt({ words }: IrValues, value: number, lane: number): number {
  const low = VALUE_WORDS * value + lane;
  return doubleOfWords(words[low]!, words[low + LANES]!);
}

function setDouble({ words }: IrValues, op: number, lane: number, value: number): void {
  const low = VALUE_WORDS * op + lane;
  words[low] = Number.isNaN(value) ? 0 : lowWord(value);
  words[low + LANES] = Number.isNaN(value) ? NAN_HIGH_WORD : highWord(value);
}

function doubles(compute: (a: number, b: number, c: number) => number): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const [a, b, c] = [0, 1, 2].map((i) => (i < ops.arity[op]! ? ops.operand(op, i) : ops.a[op]!));
    for (let lane = 0; lane < LANES; lane++)
      setDouble(quad, op, lane, compute(doubleAt(quad, a!, lane), doubleAt(quad, b!, lane), doubleAt(quad, c!, lane)));
  };
}

function wordsFrom(compute: (a: number, b: number) => number): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const b = ops.arity[op]! > 1 ? ops.b[op]! : ops.a[op]!;
    for (let lane = 0; lane < LANES; lane++)
      quad.words[VALUE_WORDS * op + lane] = compute(doubleAt(quad, ops.a[op]!, lane), doubleAt(quad, b, lane));
  };
}

const toFloat: IrComputing = (quad, op) => {
  for (let lane = 0; lane < LANES; lane++)
    quad.setFloat(VALUE_WORDS * op + lane, doubleToFloat(doubleAt(quad, quad.module.ops.a[op]!, lane)));
};

function from(convert: (quad: IrValues, at: number) => number): IrComputing {
  return (quad, op) => {
    const at = VALUE_WORDS * quad.module.ops.a[op]!;
    for (let lane = 0; lane < LANES; lane++) setDouble(quad, op, lane, convert(quad, at + lane));
  };
}

/** Low and high words, with a change of the high one. */
function signed(change: (high: number) => number): IrComputing {
  return ({ words, module }, op) => {
    const [to, a] = [VALUE_WORDS * op, VALUE_WORDS * module.ops.a[op]!];
    for (let i = 0; i < LANES; i++) {
      words[to + i] = words[a + i]!;
      words[to + LANES + i] = change(words[a + LANES + i]!);
    }
  };
}

const pack: IrComputing = ({ words, module }, op) => {
  const { a, b } = module.ops;
  for (let i = 0; i < LANES; i++) {
    words[VALUE_WORDS * op + i] = words[VALUE_WORDS * a[op]! + i]!;
    words[VALUE_WORDS * op + LANES + i] = words[VALUE_WORDS * b[op]! + i]!;
  }
};

function half(first: number): IrComputing {
  return ({ words, module }, op) => {
    const a = VALUE_WORDS * module.ops.a[op]! + first;
    for (let i = 0; i < LANES; i++) words[VALUE_WORDS * op + i] = words[a + i]!;
  };
}

const flag = (test: (a: number, b: number) => boolean) => wordsFrom((a, b) => (test(a, b) ? 1 : 0));

export const DOUBLE_HANDLERS = {
  'd.pack': pack,
  'd.low': half(0),
  'd.high': half(LANES),
  'd.add': doubles((a, b) => a + b),
  'd.mul': doubles((a, b) => a * b),
  'd.div': doubles((a, b) => a / b),
  'd.rcp': doubles((a) => 1 / a),
  'd.fma': doubles(fusedMultiplyAddDouble),
  'd.min': doubles(minimumDouble),
  'd.max': doubles(maximumDouble),
  'd.sat': doubles((a) => Math.min(Math.max(Number.isNaN(a) ? 0 : a, 0), 1)),
  'd.neg': signed((high) => high ^ SIGN),
  'd.abs': signed((high) => high & ~SIGN),
  'd.eq': flag((a, b) => a === b),
  'd.ne': flag((a, b) => a !== b),
  'd.lt': flag((a, b) => a < b),
  'd.ge': flag((a, b) => a >= b),
  'd.to_f': toFloat,
  'd.to_i': wordsFrom(floatToSigned),
  'd.to_u': wordsFrom(floatToUnsigned),
  'd.from_f': from(({ floats }, at) => floats[at]!),
  'd.from_i': from(({ words }, at) => words[at]! | 0),
  'd.from_u': from(({ words }, at) => words[at]!),
} as const satisfies Record<string, IrComputing>;
