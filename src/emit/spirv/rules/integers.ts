/**
 * Arithmetic of integers, bits and conversions. Integers of SPIR-V are unsigned here; instructions determine the
 * interpretation.
 */
import { Kind, kindOf } from '../../../ir/index.ts';
import type { SpirvContext, SpirvRule } from '../context.ts';
import { Ext, Spv } from '../grammar.ts';
import type { HelperName } from '../helpers.ts';

const { bool } = Kind;

const binary =
  (instruction: number): SpirvRule =>
  (w, op) =>
    w.code.binary(instruction, w.m.uint, w.operand(op, 0), w.operand(op, 1));

const unary =
  (instruction: number): SpirvRule =>
  (w, op) =>
    w.code.unary(instruction, w.m.uint, w.operand(op, 0));

/** Integers and booleans have separate instructions. */
const logical =
  (ofIntegers: number, ofBooleans: number): SpirvRule =>
  (w, op) => {
    const isBool = kindOf(w.module.ops.type[op]!) === bool;
    return w.code.binary(
      isBool ? ofBooleans : ofIntegers,
      isBool ? w.m.bool : w.m.uint,
      w.operand(op, 0),
      w.operand(op, 1),
    );
  };

const not: SpirvRule = (w, op) => {
  const isBool = kindOf(w.module.ops.type[op]!) === bool;
  return w.code.unary(isBool ? Spv.LogicalNot : Spv.Not, isBool ? w.m.bool : w.m.uint, w.operand(op, 0));
};

const compare =
  (instruction: number): SpirvRule =>
  (w, op) =>
    w.code.binary(instruction, w.m.bool, w.operand(op, 0), w.operand(op, 1));

/**
 * SMin and SMax, as a choice: SPIRV-Tools, which drivers have inside, folds those of constants by the type, which has
 * no sign here.
 */
const signedChoice =
  (chooses: number): SpirvRule =>
  (w, op) => {
    const [a, b] = [w.operand(op, 0), w.operand(op, 1)];
    return w.code.select(w.m.uint, w.code.binary(chooses, w.m.bool, a, b), a, b);
  };

const ext =
  (instruction: number): SpirvRule =>
  (w, op) => {
    const operands: number[] = [];
    for (let i = 0; i < w.module.ops.arity[op]!; i++) operands.push(w.operand(op, i));
    return w.code.ext(instruction, w.m.uint, ...operands);
  };

const helper =
  (name: HelperName): SpirvRule =>
  (w, op) => {
    const operands: number[] = [];
    for (let i = 0; i < w.module.ops.arity[op]!; i++) operands.push(w.operand(op, i));
    return w.helpers.call(w.code, name, 1, operands);
  };

/** A member of a result with two words. */
const extended =
  (instruction: number, member: number): SpirvRule =>
  (w, op) => {
    const pair = w.code.binary(instruction, w.m.struct([w.m.uint, w.m.uint]), w.operand(op, 0), w.operand(op, 1));
    return w.code.extract(w.m.uint, pair, member);
  };

/** The five lowest bits of operand `i`. */
function fiveBits(w: SpirvContext, op: number, i: number): number {
  const value = w.module.ops.operand(op, i);
  const word = w.wordOf(value);
  if (word !== undefined) return w.m.unsigned(word & 31);
  return w.code.binary(Spv.BitwiseAnd, w.m.uint, w.id(value), w.m.unsigned(31));
}

const shift =
  (instruction: number): SpirvRule =>
  (w, op) =>
    w.code.binary(instruction, w.m.uint, w.operand(op, 0), fiveBits(w, op, 1));

/** Start and number of bits that are constant; undefined if one of them is not. */
function constantRange(w: SpirvContext, op: number): readonly [number, number] | undefined {
  const width = w.wordOf(w.module.ops.operand(op, 0));
  const start = w.wordOf(w.module.ops.operand(op, 1));
  if (width === undefined || start === undefined) return undefined;
  const from = start & 31;
  return [w.m.unsigned(from), w.m.unsigned(Math.min(width & 31, 32 - from))];
}

const extract =
  (instruction: number, name: HelperName): SpirvRule =>
  (w, op) => {
    const range = constantRange(w, op);
    if (range === undefined) return helper(name)(w, op);
    return w.code.ternary(instruction, w.m.uint, w.operand(op, 2), range[0], range[1]);
  };

const insert: SpirvRule = (w, op) => {
  const range = constantRange(w, op);
  if (range === undefined) return helper('insert')(w, op);
  return w.code.value(Spv.BitFieldInsert, w.m.uint, [w.operand(op, 3), w.operand(op, 2), ...range]);
};

/** Division by a constant that is not zero needs no test. */
const division =
  (instruction: number, name: HelperName): SpirvRule =>
  (w, op) => {
    const divisor = w.wordOf(w.module.ops.operand(op, 1));
    return divisor !== undefined && divisor !== 0 ? binary(instruction)(w, op) : helper(name)(w, op);
  };

const borrow: SpirvRule = (w, op) => {
  const { m } = w;
  const isLess = w.code.binary(Spv.ULessThan, m.bool, w.operand(op, 0), w.operand(op, 1));
  return w.code.select(m.uint, isLess, m.unsigned(1), m.unsigned(0));
};

/** @param fast how SPIR-V itself converts */
const fromFloat =
  (name: HelperName, fast: number): SpirvRule =>
  (w, op) =>
    w.isFast ? w.code.unary(fast, w.m.uint, w.operand(op, 0)) : helper(name)(w, op);

const toFloat =
  (instruction: number): SpirvRule =>
  (w, op) =>
    w.code.unary(instruction, w.m.type(w.module.ops.type[op]!), w.operand(op, 0));

export const INTEGER_RULES = {
  'i.add': binary(Spv.IAdd),
  'i.sub': binary(Spv.ISub),
  'i.mul': binary(Spv.IMul),
  'i.neg': unary(Spv.SNegate),
  'i.mulhi': extended(Spv.SMulExtended, 1),
  'u.mulhi': extended(Spv.UMulExtended, 1),
  'u.div': division(Spv.UDiv, 'divide'),
  'u.mod': division(Spv.UMod, 'remainder'),
  'i.min': signedChoice(Spv.SLessThan),
  'i.max': signedChoice(Spv.SGreaterThanEqual),
  'u.min': ext(Ext.UMin),
  'u.max': ext(Ext.UMax),
  'i.shl': shift(Spv.ShiftLeftLogical),
  'i.shr': shift(Spv.ShiftRightArithmetic),
  'u.shr': shift(Spv.ShiftRightLogical),
  'i.bfe': extract(Spv.BitFieldSExtract, 'extract_signed'),
  'u.bfe': extract(Spv.BitFieldUExtract, 'extract_unsigned'),
  'i.bfi': insert,
  'i.bfrev': unary(Spv.BitReverse),
  'i.bits': unary(Spv.BitCount),
  'i.first_lo': ext(Ext.FindILsb),
  'u.first_hi': helper('first_high'),
  'i.first_hi': helper('first_high_signed'),
  'u.addc': extended(Spv.IAddCarry, 1),
  'u.subb': borrow,
  'u.msad': helper('masked_sad'),
  'i.and': logical(Spv.BitwiseAnd, Spv.LogicalAnd),
  'i.or': logical(Spv.BitwiseOr, Spv.LogicalOr),
  'i.xor': logical(Spv.BitwiseXor, Spv.LogicalNotEqual),
  'i.not': not,
  'i.eq': compare(Spv.IEqual),
  'i.ne': compare(Spv.INotEqual),
  'i.lt': compare(Spv.SLessThan),
  'i.ge': compare(Spv.SGreaterThanEqual),
  'u.lt': compare(Spv.ULessThan),
  'u.ge': compare(Spv.UGreaterThanEqual),
  'cvt.f2i': fromFloat('to_i32', Spv.ConvertFToS),
  'cvt.f2u': fromFloat('to_u32', Spv.ConvertFToU),
  'cvt.i2f': toFloat(Spv.ConvertSToF),
  'cvt.u2f': toFloat(Spv.ConvertUToF),
  'cvt.f2h': helper('to_half'),
  'cvt.h2f': helper('from_half'),
} as const satisfies Record<string, SpirvRule>;
