/** Evaluation of integer operations and conversions; the arithmetic is in base/numerics. All of them are scalar. */
import {
  floatToHalf,
  floatToSigned,
  floatToUnsigned,
  halfToFloat,
  signedToFloat,
  unsignedToFloat,
} from '../../numerics/conversion.ts';
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
import { Kind } from '../types.ts';
import { type IrComputing, LANES, VALUE_WORDS } from './values.ts';

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

export const INTEGER_HANDLERS = {
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
