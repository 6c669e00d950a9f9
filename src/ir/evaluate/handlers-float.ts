/** Evaluation of float operations; the arithmetic is in base/numerics. */
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
import { widthOf } from '../types.ts';
import { type IrComputing, LANES, VALUE_WORDS } from './values.ts';

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

export const FLOAT_HANDLERS = {
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
