/** Arithmetic of integers, bits and conversions. Operators of WGSL wrap as Direct3D's do. */
import { Kind, kindOf } from '../../ir/index.ts';
import { Precedence } from '../common/text-language.ts';
import type { WgslContext } from './context.ts';
import type { HelperName } from './helpers.ts';
import type { WgslRule } from './rule.ts';

const { additive, multiplicative, unary, relational, logical, bitwise: bitwisePrecedence } = Precedence;

const operator =
  (text: string, precedence: number, left: number, right: number): WgslRule =>
  (w, op) =>
    w.emitter.binary(op, text, precedence, left, right);

/** Operators that mix with no other ones without parentheses. */
const bitwise =
  (text: string, ofBooleans: string): WgslRule =>
  (w, op) => {
    const isBool = kindOf(w.module.ops.type[op]!) === Kind.bool;
    return w.emitter.binary(op, isBool ? ofBooleans : text, isBool ? logical : bitwisePrecedence, unary, unary);
  };

const compare = (text: string): WgslRule => operator(text, relational, additive, additive);

const native =
  (name: string): WgslRule =>
  (w, op) =>
    w.emitter.call(op, name);

const helper =
  (name: HelperName): WgslRule =>
  (w, op) =>
    w.emitter.call(op, w.helper(name));

const negate: WgslRule = (w, op) => {
  const { emitter } = w;
  if (kindOf(w.module.ops.type[op]!) === Kind.u32) {
    const text = `0u - ${emitter.operand(op, 0, multiplicative)}`;
    emitter.precedence = additive;
    return text;
  }
  const text = emitter.operand(op, 0, unary);
  emitter.precedence = unary;
  return text.startsWith('-') ? `-(${text})` : `-${text}`;
};

const not: WgslRule = (w, op) => {
  const isBool = kindOf(w.module.ops.type[op]!) === Kind.bool;
  const text = `${isBool ? '!' : '~'}${w.emitter.operand(op, 0, unary)}`;
  w.emitter.precedence = unary;
  return text;
};

/** The five lowest bits of operand `i`: a constant, or masked. */
function fiveBits(w: WgslContext, op: number, i: number): string {
  const value = w.module.ops.operand(op, i);
  const word = w.emitter.wordOf(value);
  if (word !== undefined) return `${word & 31}u`;
  return `${w.as(value, Kind.u32, unary)} & 31u`;
}

const shift =
  (text: string): WgslRule =>
  (w, op) => {
    const { emitter } = w;
    const isConstant = emitter.wordOf(w.module.ops.operand(op, 1)) !== undefined;
    const count = fiveBits(w, op, 1);
    // A constant on the left would be an expression that compilers evaluate, and refuse if bits are lost.
    const left = emitter.operand(op, 0, unary);
    emitter.precedence = bitwisePrecedence;
    return `${left} ${text} ${isConstant ? count : `(${count})`}`;
  };

/** Width and start of bits: constants must not reach beyond bit 31. */
const extract: WgslRule = (w, op) => {
  const width = w.emitter.wordOf(w.module.ops.operand(op, 0));
  const start = w.emitter.wordOf(w.module.ops.operand(op, 1));
  const count =
    width !== undefined && start !== undefined ? `${Math.min(width & 31, 32 - (start & 31))}u` : fiveBits(w, op, 0);
  return `extractBits(${w.emitter.operand(op, 2)}, ${fiveBits(w, op, 1)}, ${count})`;
};

const insert: WgslRule = (w, op) => {
  const width = w.emitter.wordOf(w.module.ops.operand(op, 0));
  const start = w.emitter.wordOf(w.module.ops.operand(op, 1));
  const count =
    width !== undefined && start !== undefined ? `${Math.min(width & 31, 32 - (start & 31))}u` : fiveBits(w, op, 0);
  return `insertBits(${w.emitter.operand(op, 3)}, ${w.emitter.operand(op, 2)}, ${fiveBits(w, op, 1)}, ${count})`;
};

/** Division by a constant that is not zero needs no test. */
const division =
  (text: string, name: HelperName): WgslRule =>
  (w, op) => {
    const divisor = w.emitter.wordOf(w.module.ops.operand(op, 1));
    const isPlain =
      divisor !== undefined && divisor !== 0 && w.emitter.wordOf(w.module.ops.operand(op, 0)) === undefined;
    return isPlain
      ? w.emitter.binary(op, text, multiplicative, multiplicative, unary)
      : w.emitter.call(op, w.helper(name));
  };

const borrow: WgslRule = (w, op) => {
  const { emitter } = w;
  return `select(0u, 1u, (${emitter.operand(op, 0, additive)} < ${emitter.operand(op, 1, additive)}))`;
};

/** @param fast how WGSL itself converts */
const fromFloat =
  (name: HelperName, fast: string): WgslRule =>
  (w, op) =>
    w.emitter.call(op, w.isFast ? fast : w.helper(name));

export const INTEGER_RULES = {
  'i.add': operator('+', additive, additive, multiplicative),
  'i.sub': operator('-', additive, additive, multiplicative),
  'i.mul': operator('*', multiplicative, multiplicative, unary),
  'i.neg': negate,
  'i.mulhi': helper('mul_high_signed'),
  'u.mulhi': helper('mul_high'),
  'u.div': division('/', 'divide'),
  'u.mod': division('%', 'remainder'),
  'i.min': native('min'),
  'i.max': native('max'),
  'u.min': native('min'),
  'u.max': native('max'),
  'i.shl': shift('<<'),
  'i.shr': shift('>>'),
  'u.shr': shift('>>'),
  'i.bfe': extract,
  'u.bfe': extract,
  'i.bfi': insert,
  'i.bfrev': native('reverseBits'),
  'i.bits': native('countOneBits'),
  'i.first_lo': native('firstTrailingBit'),
  'u.first_hi': helper('first_high'),
  'i.first_hi': helper('first_high_signed'),
  'u.addc': helper('carry'),
  'u.subb': borrow,
  'u.msad': helper('masked_sad'),
  'i.and': bitwise('&', '&&'),
  'i.or': bitwise('|', '||'),
  'i.xor': bitwise('^', '!='),
  'i.not': not,
  'i.eq': compare('=='),
  'i.ne': compare('!='),
  'i.lt': compare('<'),
  'i.ge': compare('>='),
  'u.lt': compare('<'),
  'u.ge': compare('>='),
  'cvt.f2i': fromFloat('to_i32', 'i32'),
  'cvt.f2u': fromFloat('to_u32', 'u32'),
  'cvt.i2f': native('f32'),
  'cvt.u2f': native('f32'),
  'cvt.f2h': (w, op) => w.emitter.call(op, w.helper('to_half')),
  'cvt.h2f': (w, op) => w.emitter.call(op, w.helper('from_half')),
} as const satisfies Record<string, WgslRule>;
