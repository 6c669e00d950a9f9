/**
 * Operations whose results depend on their operands only: those that passes compute from constants. They are separate
 * from the others, so that a bundle with the passes does not include the evaluator.
 */
import {
  doubleToFloat,
  floatToHalf,
  floatToSigned,
  floatToUnsigned,
  halfToFloat,
  signedToFloat,
  unsignedToFloat,
} from '../../numerics/conversion.ts';
import {
  doubleOfWords,
  fusedMultiplyAddDouble,
  highWord,
  lowWord,
  maximumDouble,
  minimumDouble,
} from '../../numerics/double.ts';
import { exp2, log2 } from '../../numerics/exponential.ts';
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
  saturate,
  squareRoot,
  truncate,
} from '../../numerics/float.ts';
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
} from '../../numerics/integer.ts';
import {
  legacyInterpolate,
  legacyLog2,
  legacyMultiply,
  legacyMultiplyAdd,
  legacyNormalFactor,
  legacyPower,
  legacyReciprocal,
  legacyReciprocalSquareRoot,
  legacySpecular,
} from '../../numerics/legacy.ts';
import { cosine, sine } from '../../numerics/trigonometry.ts';
import { type IrOpName, OP_NAMES } from '../ops.ts';
import { Kind, widthOf } from '../types.ts';
import { type IrComputing, type IrValues, LANES, VALUE_WORDS } from './values.ts';

// Evaluation of integer operations and conversions, which are scalar; the arithmetic is in base/numerics.

type Compute = (a: number, b: number, c: number, d: number) => number;

/**
 * Computes each component from the components of up to four operands, as floats or as words; booleans are 0 and 1. An
 * operand that the operation does not have is the first one.
 */
function each(from: 'floats' | 'words', to: 'floats' | 'words', compute: Compute): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const values = quad[from];
    const count = ops.arity[op]!;
    const start = (i: number) => VALUE_WORDS * (i < count ? ops.operand(op, i) : ops.a[op]!);
    const [a, b, c, d] = [start(0), start(1), start(2), start(3)];
    const result = VALUE_WORDS * op;
    const end = LANES * widthOf(ops.type[op]!);
    for (let i = 0; i < end; i++) {
      const value = compute(values[a + i]!, values[b + i]!, values[c + i]!, values[d + i]!);
      if (to === 'floats') quad.setFloat(result + i, value);
      else quad.words[result + i] = value;
    }
  };
}

const words = (compute: Compute) => each('words', 'words', compute);
const float = (compute: Compute) => each('floats', 'floats', compute);
const fromFloat = (convert: (a: number) => number) => each('floats', 'words', convert);
const toFloat = (convert: (a: number) => number) => each('words', 'floats', convert);
const compare = (test: (a: number, b: number) => boolean) => each('floats', 'words', (a, b) => (test(a, b) ? 1 : 0));

const not: IrComputing = (quad, op) => {
  const { ops } = quad.module;
  const ones = ops.type[op] === Kind.bool ? 1 : -1;
  for (let lane = 0; lane < LANES; lane++)
    quad.words[VALUE_WORDS * op + lane] = quad.words[VALUE_WORDS * ops.a[op]! + lane]! ^ ones;
};

const flag = (test: (a: number, b: number) => boolean) => words((a, b) => (test(a, b) ? 1 : 0));

const INTEGER_HANDLERS = {
  'i.add': words(addInteger),
  'i.sub': words((a, b) => a - b),
  'i.mul': words(multiplyLow),
  'i.neg': words(negateInteger),
  'i.mulhi': words((a, b) => multiplySigned(a, b).high),
  'u.mulhi': words((a, b) => multiplyUnsigned(a, b).high),
  'u.div': words(divideUnsigned),
  'u.mod': words(remainderUnsigned),
  'i.min': words(minimumSigned),
  'i.max': words(maximumSigned),
  'u.min': words((a, b) => Math.min(a, b)),
  'u.max': words((a, b) => Math.max(a, b)),
  'i.shl': words(shiftLeft),
  'i.shr': words(shiftRightSigned),
  'u.shr': words(shiftRightUnsigned),
  'i.bfe': words(extractSigned),
  'u.bfe': words(extractUnsigned),
  'i.bfi': words(insertBits),
  'i.bfrev': words(reverseBits),
  'i.bits': words(countBits),
  'i.first_lo': words(firstBitLow),
  'u.first_hi': words(firstBitHigh),
  'i.first_hi': words(firstBitSigned),
  'u.addc': words(carryOf),
  'u.subb': words(borrowOf),
  'u.msad': words(sumOfDifferences),
  'i.and': words((a, b) => a & b),
  'i.or': words((a, b) => a | b),
  'i.xor': words((a, b) => a ^ b),
  'i.not': not,
  'i.eq': flag((a, b) => a === b),
  'i.ne': flag((a, b) => a !== b),
  'i.lt': flag((a, b) => (a | 0) < (b | 0)),
  'i.ge': flag((a, b) => (a | 0) >= (b | 0)),
  'u.lt': flag((a, b) => a < b),
  'u.ge': flag((a, b) => a >= b),
  'cvt.f2i': fromFloat(floatToSigned),
  'cvt.f2u': fromFloat(floatToUnsigned),
  'cvt.i2f': toFloat(signedToFloat),
  'cvt.u2f': toFloat(unsignedToFloat),
  'cvt.f2h': fromFloat(floatToHalf),
  'cvt.h2f': toFloat(halfToFloat),
  mask: words((a) => (a === 0 ? 0 : 0xffff_ffff)),
  'status.mapped': words((a) => (a === 0 ? 0 : 1)),
} as const satisfies Record<string, IrComputing>;

// Evaluation of float operations; the arithmetic is in base/numerics.

const SIGN = 0x8000_0000;
const EXPONENT = 0x7f80_0000;

function dot(product: (a: number, b: number) => number): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const { floats } = quad;
    const a = VALUE_WORDS * ops.a[op]!;
    const b = VALUE_WORDS * ops.b[op]!;
    const end = LANES * widthOf(ops.type[ops.a[op]!]!);
    for (let lane = 0; lane < LANES; lane++) {
      let sum = product(floats[a + lane]!, floats[b + lane]!);
      for (let i = LANES + lane; i < end; i += LANES) sum = add(sum, product(floats[a + i]!, floats[b + i]!));
      quad.setFloat(VALUE_WORDS * op + lane, sum);
    }
  };
}

const normalFactor: IrComputing = (quad, op) => {
  const { floats } = quad;
  const a = VALUE_WORDS * quad.module.ops.a[op]!;
  for (let lane = 0; lane < LANES; lane++) {
    const at = a + lane;
    const factor = legacyNormalFactor(floats[at]!, floats[at + LANES]!, floats[at + 2 * LANES]!);
    quad.setFloat(VALUE_WORDS * op + lane, factor);
  }
};

const FLOAT_HANDLERS = {
  'f.add': float(add),
  'f.mul': float(multiply),
  'f.mad': float(multiplyAdd),
  'f.div': float(divide),
  'f.rcp': float(reciprocal),
  'f.rsq': float(reciprocalSquareRoot),
  'f.sqrt': float(squareRoot),
  'f.exp2': float(exp2),
  'f.log2': float(log2),
  'f.sin': float(sine),
  'f.cos': float(cosine),
  'f.min': float(minimum),
  'f.max': float(maximum),
  'f.sat': float(saturate),
  'f.frc': float(fraction),
  'f.floor': float(floor),
  'f.ceil': float(ceiling),
  'f.trunc': float(truncate),
  'f.rne': float(roundToEven),
  'f.flush': words((word) => ((word & EXPONENT) === 0 ? word & SIGN : word)),
  'f.neg': words((word) => word ^ SIGN),
  'f.abs': words((word) => word & ~SIGN),
  'f.dot': dot(multiply),
  'f.eq': compare(isEqual),
  'f.ne': compare(isNotEqual),
  'f.lt': compare(isLess),
  'f.ge': compare(isGreaterOrEqual),
  'f.mul9': float(legacyMultiply),
  'f.mad9': float(legacyMultiplyAdd),
  'f.dot9': dot(legacyMultiply),
  'f.lrp9': float(legacyInterpolate),
  'f.rcp9': float(legacyReciprocal),
  'f.rsq9': float(legacyReciprocalSquareRoot),
  'f.log9': float(legacyLog2),
  'f.pow9': float(legacyPower),
  'f.nrm9': normalFactor,
  'f.lit9': float(legacySpecular),
} as const satisfies Record<string, IrComputing>;

/** All NaN results are the same on every engine. */
const NAN_HIGH_WORD = 0x7ff8_0000;

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

const toFloat32: IrComputing = (quad, op) => {
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

const flagOf = (test: (a: number, b: number) => boolean) => wordsFrom((a, b) => (test(a, b) ? 1 : 0));

const DOUBLE_HANDLERS = {
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
  'd.eq': flagOf((a, b) => a === b),
  'd.ne': flagOf((a, b) => a !== b),
  'd.lt': flagOf((a, b) => a < b),
  'd.ge': flagOf((a, b) => a >= b),
  'd.to_f': toFloat32,
  'd.to_i': wordsFrom(floatToSigned),
  'd.to_u': wordsFrom(floatToUnsigned),
  'd.from_f': from(({ floats }, at) => floats[at]!),
  'd.from_i': from(({ words }, at) => words[at]! | 0),
  'd.from_u': from(({ words }, at) => words[at]!),
} as const satisfies Record<string, IrComputing>;

/** Constants have their words as operands: of f64 two a component. */
const constant: IrComputing = (quad, op) => {
  const { ops } = quad.module;
  for (let i = 0; i < ops.arity[op]!; i++) {
    const start = VALUE_WORDS * op + i * LANES;
    quad.words.fill(ops.operand(op, i), start, start + LANES);
  }
};

const undefinedValue: IrComputing = (quad, op) => quad.valueWords(op).fill(0);

const pick: IrComputing = (quad, op) => {
  const { ops } = quad.module;
  const words = (ops.type[op]! & 7) === Kind.f64 ? 2 : 1;
  for (let i = 0; i < ops.arity[op]!; i++) {
    const ref = ops.operand(op, i);
    const from = VALUE_WORDS * (ref >> 2) + (ref & 3) * words * LANES;
    quad.words.copyWithin(VALUE_WORDS * op + i * words * LANES, from, from + words * LANES);
  }
};

const copy: IrComputing = (quad, op) => {
  const from = VALUE_WORDS * quad.module.ops.a[op]!;
  quad.words.copyWithin(VALUE_WORDS * op, from, from + VALUE_WORDS);
};

const select: IrComputing = ({ words, module }, op) => {
  const { a, b, c } = module.ops;
  const condition = VALUE_WORDS * a[op]!;
  for (let i = 0; i < VALUE_WORDS; i++) {
    const from = words[condition + (i & 3)] !== 0 ? b[op]! : c[op]!;
    words[VALUE_WORDS * op + i] = words[VALUE_WORDS * from + i]!;
  }
};

const MOVE_HANDLERS = {
  const: constant,
  undef: undefinedValue,
  pick,
  bitcast: copy,
  select,
} as const satisfies Record<string, IrComputing>;

export const COMPUTING_HANDLERS = {
  ...MOVE_HANDLERS,
  ...FLOAT_HANDLERS,
  ...INTEGER_HANDLERS,
  ...DOUBLE_HANDLERS,
} as const;

const BY_NAME: Readonly<Partial<Record<IrOpName, IrComputing>>> = COMPUTING_HANDLERS;

/** Handlers by the number of their operation; none for operations that need more than their operands. */
export const COMPUTING: readonly (IrComputing | undefined)[] = /* @__PURE__ */ OP_NAMES.map((name) => BY_NAME[name]);
