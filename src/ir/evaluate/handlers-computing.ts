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

// Evaluation of integer operations and conversions; the arithmetic is in base/numerics. All of them are scalar.

type Compute = (a: number, b: number, c: number, d: number) => number;

/** Words from up to four words; booleans are 0 and 1. */
function words(compute: Compute): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const count = ops.arity[op]!;
    const from = [0, 1, 2, 3].map((i) => VALUE_WORDS * (i < count ? ops.operand(op, i) : op));
    const [a, b, c, d] = from as [number, number, number, number];
    for (let lane = 0; lane < LANES; lane++) {
      const value = compute(quad.words[a + lane]!, quad.words[b + lane]!, quad.words[c + lane]!, quad.words[d + lane]!);
      quad.words[VALUE_WORDS * op + lane] = value;
    }
  };
}

/** Returns the evaluation of an operation with one or two operands, like most. */
function words2(compute: (a: number, b: number) => number): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const a = VALUE_WORDS * ops.a[op]!;
    const b = VALUE_WORDS * ops.b[op]!;
    const to = VALUE_WORDS * op;
    for (let lane = 0; lane < LANES; lane++)
      quad.words[to + lane] = compute(quad.words[a + lane]!, quad.words[b + lane]!);
  };
}

function fromFloat(convert: (a: number) => number): IrComputing {
  return (quad, op) => {
    const a = VALUE_WORDS * quad.module.ops.a[op]!;
    for (let lane = 0; lane < LANES; lane++) quad.words[VALUE_WORDS * op + lane] = convert(quad.floats[a + lane]!);
  };
}

function toFloat(convert: (a: number) => number): IrComputing {
  return (quad, op) => {
    const a = VALUE_WORDS * quad.module.ops.a[op]!;
    for (let lane = 0; lane < LANES; lane++) quad.setFloat(VALUE_WORDS * op + lane, convert(quad.words[a + lane]!));
  };
}

const not: IrComputing = (quad, op) => {
  const { ops } = quad.module;
  const ones = ops.type[op] === Kind.bool ? 1 : -1;
  for (let lane = 0; lane < LANES; lane++)
    quad.words[VALUE_WORDS * op + lane] = quad.words[VALUE_WORDS * ops.a[op]! + lane]! ^ ones;
};

const flag = (test: (a: number, b: number) => boolean) => words2((a, b) => (test(a, b) ? 1 : 0));

const INTEGER_HANDLERS = {
  'i.add': words2(addInteger),
  'i.sub': words2((a, b) => a - b),
  'i.mul': words2(multiplyLow),
  'i.neg': words2(negateInteger),
  'i.mulhi': words2((a, b) => multiplySigned(a, b).high),
  'u.mulhi': words2((a, b) => multiplyUnsigned(a, b).high),
  'u.div': words2(divideUnsigned),
  'u.mod': words2(remainderUnsigned),
  'i.min': words2(minimumSigned),
  'i.max': words2(maximumSigned),
  'u.min': words2(Math.min),
  'u.max': words2(Math.max),
  'i.shl': words2(shiftLeft),
  'i.shr': words2(shiftRightSigned),
  'u.shr': words2(shiftRightUnsigned),
  'i.bfe': words(extractSigned),
  'u.bfe': words(extractUnsigned),
  'i.bfi': words(insertBits),
  'i.bfrev': words2(reverseBits),
  'i.bits': words2(countBits),
  'i.first_lo': words2(firstBitLow),
  'u.first_hi': words2(firstBitHigh),
  'i.first_hi': words2(firstBitSigned),
  'u.addc': words2(carryOf),
  'u.subb': words2(borrowOf),
  'u.msad': words(sumOfDifferences),
  'i.and': words2((a, b) => a & b),
  'i.or': words2((a, b) => a | b),
  'i.xor': words2((a, b) => a ^ b),
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
  mask: words2((a) => (a === 0 ? 0 : 0xffff_ffff)),
  'status.mapped': words2((a) => (a === 0 ? 0 : 1)),
} as const satisfies Record<string, IrComputing>;

// Evaluation of float operations; the arithmetic is in base/numerics.

const SIGN = 0x8000_0000;
const EXPONENT = 0x7f80_0000;

function float1(compute: (a: number) => number): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const a = VALUE_WORDS * ops.a[op]!;
    const to = VALUE_WORDS * op;
    const end = LANES * widthOf(ops.type[op]!);
    for (let i = 0; i < end; i++) quad.setFloat(to + i, compute(quad.floats[a + i]!));
  };
}

function float2(compute: (a: number, b: number) => number): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const a = VALUE_WORDS * ops.a[op]!;
    const b = VALUE_WORDS * ops.b[op]!;
    const to = VALUE_WORDS * op;
    const end = LANES * widthOf(ops.type[op]!);
    for (let i = 0; i < end; i++) quad.setFloat(to + i, compute(quad.floats[a + i]!, quad.floats[b + i]!));
  };
}

function float3(compute: (a: number, b: number, c: number) => number): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const a = VALUE_WORDS * ops.a[op]!;
    const b = VALUE_WORDS * ops.b[op]!;
    const c = VALUE_WORDS * ops.c[op]!;
    const to = VALUE_WORDS * op;
    const end = LANES * widthOf(ops.type[op]!);
    const { floats } = quad;
    for (let i = 0; i < end; i++) quad.setFloat(to + i, compute(floats[a + i]!, floats[b + i]!, floats[c + i]!));
  };
}

/** Operations on the sign bit or on subnormal numbers, of NaN too. */
function bits1(compute: (a: number) => number): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const a = VALUE_WORDS * ops.a[op]!;
    const to = VALUE_WORDS * op;
    const end = LANES * widthOf(ops.type[op]!);
    for (let i = 0; i < end; i++) quad.words[to + i] = compute(quad.words[a + i]!);
  };
}

function compare(test: (a: number, b: number) => boolean): IrComputing {
  return (quad, op) => {
    const { ops } = quad.module;
    const a = VALUE_WORDS * ops.a[op]!;
    const b = VALUE_WORDS * ops.b[op]!;
    const to = VALUE_WORDS * op;
    for (let i = 0; i < LANES; i++) quad.words[to + i] = test(quad.floats[a + i]!, quad.floats[b + i]!) ? 1 : 0;
  };
}

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
  'f.add': float2(add),
  'f.mul': float2(multiply),
  'f.mad': float3(multiplyAdd),
  'f.div': float2(divide),
  'f.rcp': float1(reciprocal),
  'f.rsq': float1(reciprocalSquareRoot),
  'f.sqrt': float1(squareRoot),
  'f.exp2': float1(exp2),
  'f.log2': float1(log2),
  'f.sin': float1(sine),
  'f.cos': float1(cosine),
  'f.min': float2(minimum),
  'f.max': float2(maximum),
  'f.sat': float1(saturate),
  'f.frc': float1(fraction),
  'f.floor': float1(floor),
  'f.ceil': float1(ceiling),
  'f.trunc': float1(truncate),
  'f.rne': float1(roundToEven),
  'f.flush': bits1((word) => ((word & EXPONENT) === 0 ? word & SIGN : word)),
  'f.neg': bits1((word) => word ^ SIGN),
  'f.abs': bits1((word) => word & ~SIGN),
  'f.dot': dot(multiply),
  'f.eq': compare(isEqual),
  'f.ne': compare(isNotEqual),
  'f.lt': compare(isLess),
  'f.ge': compare(isGreaterOrEqual),
  'f.mul9': float2(legacyMultiply),
  'f.mad9': float3(legacyMultiplyAdd),
  'f.dot9': dot(legacyMultiply),
  'f.lrp9': float3(legacyInterpolate),
  'f.rcp9': float1(legacyReciprocal),
  'f.rsq9': float1(legacyReciprocalSquareRoot),
  'f.log9': float1(legacyLog2),
  'f.pow9': float2(legacyPower),
  'f.nrm9': normalFactor,
  'f.lit9': float3(legacySpecular),
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
