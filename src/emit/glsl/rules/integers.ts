/** Functions of bits and conversions that GLSL spells in its own way. */
import { Kind, kindOf } from '../../../ir/index.ts';
import { COMMON_INTEGER_RULES, constantBits, fiveBits, fromFloat, native } from '../../common/rules/integers.ts';
import type { GlslHelper } from '../helpers.ts';
import type { GlslRule } from './rule.ts';

const { i32, u32 } = Kind;

/** A function of unsigned words for both kinds of integers. */
const ofWords =
  (name: GlslHelper): GlslRule =>
  (w, op) =>
    w.result(op, `${w.helper(name)}(${w.operandAs(op, 0, u32)})`, u32);

const extract: GlslRule = (w, op) => {
  const { emitter, module } = w;
  const isSigned = kindOf(module.ops.type[op]!) === i32;
  const bits = constantBits(w, op);
  if (bits !== undefined && w.version.bits)
    return `bitfieldExtract(${emitter.operand(op, 2)}, ${bits.start}, ${bits.count})`;
  const name = w.helper(isSigned ? 'extract_signed' : 'extract_bits');
  const [start, count] =
    bits === undefined ? [fiveBits(w, op, 1), fiveBits(w, op, 0)] : [`${bits.start}u`, `${bits.count}u`];
  return `${name}(${emitter.operand(op, 2)}, ${start}, ${count})`;
};

const insert: GlslRule = (w, op) => {
  const bits = constantBits(w, op);
  if (bits !== undefined && w.version.bits)
    return `bitfieldInsert(${w.emitter.operand(op, 3)}, ${w.emitter.operand(op, 2)}, ${bits.start}, ${bits.count})`;
  const [start, count] =
    bits === undefined ? [fiveBits(w, op, 1), fiveBits(w, op, 0)] : [`${bits.start}u`, `${bits.count}u`];
  const text = `${w.helper('insert_bits')}(${w.operandAs(op, 3, u32)}, ${w.operandAs(op, 2, u32)}, ${start}, ${count})`;
  return w.result(op, text, u32);
};

export const INTEGER_RULES = {
  ...COMMON_INTEGER_RULES,
  'i.bfe': extract,
  'u.bfe': extract,
  'i.bfi': insert,
  'i.bfrev': ofWords('reverse_bits'),
  'i.bits': ofWords('count_bits'),
  'i.first_lo': ofWords('first_low'),
  'cvt.f2i': fromFloat('to_i32', 'int'),
  'cvt.f2u': fromFloat('to_u32', 'uint'),
  'cvt.i2f': native('float'),
  'cvt.u2f': native('float'),
} as const satisfies Record<string, GlslRule>;
