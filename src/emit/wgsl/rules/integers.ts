/** Functions of bits and conversions that WGSL spells in its own way. */
import { COMMON_INTEGER_RULES, constantBits, fiveBits, fromFloat, native } from '../../common/rules/integers.ts';
import type { WgslRule } from './rule.ts';

/** Width and start of bits: constants must not reach beyond bit 31. */
const extract: WgslRule = (w, op) => {
  const count = constantBits(w, op);
  return `extractBits(${w.emitter.operand(op, 2)}, ${fiveBits(w, op, 1)}, ${count === undefined ? fiveBits(w, op, 0) : `${count.count}u`})`;
};

const insert: WgslRule = (w, op) => {
  const count = constantBits(w, op);
  return `insertBits(${w.emitter.operand(op, 3)}, ${w.emitter.operand(op, 2)}, ${fiveBits(w, op, 1)}, ${count === undefined ? fiveBits(w, op, 0) : `${count.count}u`})`;
};

export const INTEGER_RULES = {
  ...COMMON_INTEGER_RULES,
  'i.bfe': extract,
  'u.bfe': extract,
  'i.bfi': insert,
  'i.bfrev': native('reverseBits'),
  'i.bits': native('countOneBits'),
  'i.first_lo': native('firstTrailingBit'),
  'cvt.f2i': fromFloat('to_i32', 'i32'),
  'cvt.f2u': fromFloat('to_u32', 'u32'),
  'cvt.i2f': native('f32'),
  'cvt.u2f': native('f32'),
} as const satisfies Record<string, WgslRule>;
