/** Constants, components, bits as another kind, and arithmetic of floats and doubles. */
import { Kind, kindOf, Op, typeOf, widthOf } from '../../../ir/index.ts';
import { isNativeProduct, isRepeated } from '../../../ir/module.ts';
import type { SpirvContext, SpirvRule } from '../context.ts';
import { Ext, Spv } from '../grammar.ts';
import type { HelperName } from '../helpers.ts';

const { u32, bool } = Kind;

/** Written where it is used: constants, components, and negatives, which become differences in sums. */
const nothing: SpirvRule = () => 0;

const bitcast: SpirvRule = (w, op) => {
  const { ops } = w.module;
  const value = ops.operand(op, 0);
  const to = kindOf(ops.type[op]!);
  const from = kindOf(ops.type[value]!);
  const word = w.wordOf(value);
  if (word !== undefined && from !== Kind.f64) return w.m.constant(to, word);
  return w.cast(w.id(value), from, to, widthOf(ops.type[op]!));
};

/** Before version 1.4 the conditions of vectors are vectors. */
const select: SpirvRule = (w, op) => {
  const { m, code } = w;
  const type = w.module.ops.type[op]!;
  const width = widthOf(type);
  let condition = w.operand(op, 0);
  if (width > 1 && m.version < 14)
    condition = code.construct(m.type(typeOf(bool, width)), Array<number>(width).fill(condition));
  return code.select(m.type(type), condition, w.operand(op, 1), w.operand(op, 2));
};

const mask: SpirvRule = (w, op) => {
  const { m } = w;
  return w.code.select(m.uint, w.operand(op, 0), m.unsigned(0xffff_ffff), m.unsigned(0));
};

// --- floats ---------------------------------------------------------------------------------------------------------

/** Flushes subnormal numbers, in the exact profile. */
function flushed(w: SpirvContext, id: number, width: number): number {
  if (!w.isExact) return id;
  return w.helpers.call(w.code, 'flush', width, [id]);
}

function float(w: SpirvContext, op: number, i: number): number {
  const { ops } = w.module;
  const value = ops.operand(op, i);
  const id = w.id(value);
  return w.isExact ? flushed(w, id, widthOf(ops.type[value]!)) : id;
}

function typeOfOp(w: SpirvContext, op: number): number {
  return w.m.type(w.module.ops.type[op]!);
}

function result(w: SpirvContext, op: number, id: number): number {
  return flushed(w, w.precise(op, id), widthOf(w.module.ops.type[op]!));
}

const binary =
  (instruction: number): SpirvRule =>
  (w, op) =>
    result(w, op, w.code.binary(instruction, typeOfOp(w, op), float(w, op, 0), float(w, op, 1)));

/** An extended instruction on one or two floats. */
function extended(w: SpirvContext, op: number, instruction: number): number {
  const { ops } = w.module;
  const type = typeOfOp(w, op);
  const a = float(w, op, 0);
  const id = ops.arity[op] === 1 ? w.code.ext(instruction, type, a) : w.code.ext(instruction, type, a, float(w, op, 1));
  return flushed(w, id, widthOf(ops.type[op]!));
}

const ext =
  (instruction: number): SpirvRule =>
  (w, op) =>
    extended(w, op, instruction);

/** An instruction that minds NaN, or one that does not in the fast profile. */
const guarded =
  (instruction: number, fast: number): SpirvRule =>
  (w, op) =>
    extended(w, op, w.isFast ? fast : instruction);

/** Returns the value whose negation is operand `i`; undefined if it is not a negation. */
function negated(w: SpirvContext, op: number, i: number): number | undefined {
  const { ops } = w.module;
  const value = ops.operand(op, i);
  return !w.isExact && ops.code[value] === Op['f.neg'] ? ops.operand(value, 0) : undefined;
}

const sum = binary(Spv.FAdd);
const product = binary(Spv.FMul);
const dotProduct = binary(Spv.Dot);

const add: SpirvRule = (w, op) => {
  for (let i = 1; i >= 0; i--) {
    const value = negated(w, op, i);
    if (value !== undefined)
      return result(w, op, w.code.binary(Spv.FSub, typeOfOp(w, op), w.operand(op, 1 - i), w.id(value)));
  }
  return sum(w, op);
};

/** A vector that repeats one component is multiplied with another vector as a scalar. */
const multiply: SpirvRule = (w, op) => {
  const { ops } = w.module;
  if (w.isExact || widthOf(ops.type[op]!) === 1) return product(w, op);
  for (let i = 1; i >= 0; i--) {
    const value = ops.operand(op, i);
    if (!isRepeated(w.module, value) || isRepeated(w.module, ops.operand(op, 1 - i))) continue;
    const scalar = w.component(value, 0);
    return result(w, op, w.code.binary(Spv.VectorTimesScalar, typeOfOp(w, op), w.operand(op, 1 - i), scalar));
  }
  return product(w, op);
};

/** One operation: products and sums are neither fused nor split, as in Direct3D. */
const multiplyAdd: SpirvRule = (w, op) =>
  result(w, op, w.code.ext(Ext.Fma, typeOfOp(w, op), float(w, op, 0), float(w, op, 1), float(w, op, 2)));

const reciprocal: SpirvRule = (w, op) => {
  const width = widthOf(w.module.ops.type[op]!);
  const type = typeOfOp(w, op);
  const one = w.m.splat(type, w.m.floatOf(1), width);
  return result(w, op, w.code.binary(Spv.FDiv, type, one, float(w, op, 0)));
};

const saturate: SpirvRule = (w, op) => {
  const width = widthOf(w.module.ops.type[op]!);
  const type = typeOfOp(w, op);
  const all = (value: number) => w.m.splat(type, w.m.floatOf(value), width);
  const id = w.code.ext(w.isFast ? Ext.FClamp : Ext.NClamp, type, float(w, op, 0), all(0), all(1));
  return flushed(w, id, width);
};

const dot: SpirvRule = (w, op) =>
  widthOf(w.module.ops.type[w.module.ops.operand(op, 0)]!) === 1 ? product(w, op) : dotProduct(w, op);

/** Below 1, in the exact profile: for tiny negative numbers the difference to the next integer is rounded to 1. */
const fraction: SpirvRule = (w, op) => {
  const { m } = w;
  if (!w.isExact) return extended(w, op, Ext.Fract);
  const type = typeOfOp(w, op);
  const width = widthOf(w.module.ops.type[op]!);
  const x = float(w, op, 0);
  const rest = w.code.binary(Spv.FSub, type, x, w.code.ext(Ext.Floor, type, x));
  return flushed(w, w.code.ext(Ext.FMin, type, rest, m.splat(type, m.floatBits(0x3f7f_ffff), width)), width);
};

const compare =
  (instruction: number): SpirvRule =>
  (w, op) =>
    w.code.binary(instruction, w.m.bool, float(w, op, 0), float(w, op, 1));

const absolute: SpirvRule = (w, op) => w.code.ext(Ext.FAbs, typeOfOp(w, op), w.operand(op, 0));

const flush: SpirvRule = (w, op) => float(w, op, 0);

/** A function of the first operands of an operation, for as many components as the first one has. */
const legacy =
  (name: HelperName, count: number): SpirvRule =>
  (w, op) => {
    const width = widthOf(w.module.ops.type[w.module.ops.operand(op, 0)]!);
    const operands = new Array<number>(count);
    for (let i = 0; i < count; i++) operands[i] = float(w, op, i);
    return flushed(w, w.helpers.call(w.code, name, width, operands), widthOf(w.module.ops.type[op]!));
  };

const legacyProduct = legacy('legacy_product', 2);
const legacyDot = legacy('legacy_dot', 2);

const multiply9: SpirvRule = (w, op) => (isNativeProduct(w.module, op, w.isExact) ? multiply : legacyProduct)(w, op);

const multiplyAdd9: SpirvRule = (w, op) =>
  result(w, op, w.code.binary(Spv.FAdd, typeOfOp(w, op), multiply9(w, op), w.operand(op, 2)));

const dot9: SpirvRule = (w, op) => {
  if (widthOf(w.module.ops.type[w.module.ops.operand(op, 0)]!) === 1) return multiply9(w, op);
  return (isNativeProduct(w.module, op, w.isExact) ? dot : legacyDot)(w, op);
};

// --- doubles --------------------------------------------------------------------------------------------------------

/** Doubles as pairs of words. */
function pair(w: SpirvContext): number {
  return w.m.vector(w.m.uint, 2);
}

const pack: SpirvRule = (w, op) => {
  const parts = [w.operandAs(op, 0, u32), w.operandAs(op, 1, u32)];
  return w.code.unary(Spv.Bitcast, typeOfOp(w, op), w.code.construct(pair(w), parts));
};

const half =
  (index: number): SpirvRule =>
  (w, op) =>
    w.code.extract(w.m.uint, w.code.unary(Spv.Bitcast, pair(w), w.operand(op, 0)), index);

const operandsOf = (w: SpirvContext, op: number): number[] =>
  Array.from({ length: w.module.ops.arity[op]! }, (_, i) => w.operand(op, i));

const double =
  (instruction: number): SpirvRule =>
  (w, op) =>
    w.precise(op, w.code.value(instruction, typeOfOp(w, op), operandsOf(w, op)));

const doubleExt =
  (instruction: number): SpirvRule =>
  (w, op) =>
    w.precise(op, w.code.ext(instruction, typeOfOp(w, op), ...operandsOf(w, op)));

const doubleReciprocal: SpirvRule = (w, op) =>
  w.precise(op, w.code.binary(Spv.FDiv, typeOfOp(w, op), w.m.doubleOf(1), w.operand(op, 0)));

const doubleSaturate: SpirvRule = (w, op) =>
  w.code.ext(Ext.NClamp, typeOfOp(w, op), w.operand(op, 0), w.m.doubleOf(0), w.m.doubleOf(1));

const helper =
  (name: HelperName): SpirvRule =>
  (w, op) =>
    w.helpers.call(w.code, name, 1, operandsOf(w, op));

export const VALUE_RULES = {
  const: nothing,
  undef: nothing,
  pick: nothing,
  'f.neg': nothing,
  bitcast,
  select,
  mask,
  'f.add': add,
  'f.mul': multiply,
  'f.mad': multiplyAdd,
  'f.div': binary(Spv.FDiv),
  'f.rcp': reciprocal,
  'f.rsq': ext(Ext.InverseSqrt),
  'f.sqrt': ext(Ext.Sqrt),
  'f.exp2': ext(Ext.Exp2),
  'f.log2': ext(Ext.Log2),
  'f.sin': ext(Ext.Sin),
  'f.cos': ext(Ext.Cos),
  'f.min': guarded(Ext.NMin, Ext.FMin),
  'f.max': guarded(Ext.NMax, Ext.FMax),
  'f.sat': saturate,
  'f.frc': fraction,
  'f.floor': ext(Ext.Floor),
  'f.ceil': ext(Ext.Ceil),
  'f.trunc': ext(Ext.Trunc),
  'f.rne': ext(Ext.RoundEven),
  'f.flush': flush,
  'f.abs': absolute,
  'f.dot': dot,
  'f.eq': compare(Spv.FOrdEqual),
  'f.ne': compare(Spv.FUnordNotEqual),
  'f.lt': compare(Spv.FOrdLessThan),
  'f.ge': compare(Spv.FOrdGreaterThanEqual),
  'f.mul9': multiply9,
  'f.mad9': multiplyAdd9,
  'f.dot9': dot9,
  'f.lrp9': legacy('legacy_mix', 3),
  'f.rcp9': legacy('legacy_reciprocal', 1),
  'f.rsq9': legacy('legacy_inverse_sqrt', 1),
  'f.log9': legacy('legacy_log2', 1),
  'f.pow9': legacy('legacy_power', 2),
  'f.nrm9': legacy('legacy_inverse_length', 1),
  'f.lit9': legacy('legacy_specular', 3),
  'd.pack': pack,
  'd.low': half(0),
  'd.high': half(1),
  'd.add': double(Spv.FAdd),
  'd.mul': double(Spv.FMul),
  'd.div': double(Spv.FDiv),
  'd.rcp': doubleReciprocal,
  'd.fma': doubleExt(Ext.Fma),
  'd.min': doubleExt(Ext.NMin),
  'd.max': doubleExt(Ext.NMax),
  'd.sat': doubleSaturate,
  'd.neg': double(Spv.FNegate),
  'd.abs': doubleExt(Ext.FAbs),
  'd.eq': double(Spv.FOrdEqual),
  'd.ne': double(Spv.FUnordNotEqual),
  'd.lt': double(Spv.FOrdLessThan),
  'd.ge': double(Spv.FOrdGreaterThanEqual),
  'd.to_f': double(Spv.FConvert),
  'd.to_i': helper('double_to_i32'),
  'd.to_u': helper('double_to_u32'),
  'd.from_f': double(Spv.FConvert),
  'd.from_i': double(Spv.ConvertSToF),
  'd.from_u': double(Spv.ConvertUToF),
} as const satisfies Record<string, SpirvRule>;
