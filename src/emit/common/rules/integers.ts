/**
 * Arithmetic of integers, bits and conversions, as far as textual languages write them alike. Operators wrap as
 * Direct3D's do.
 */
import { Kind, kindOf, widthOf } from '../../../ir/index.ts';
import type { CommonHelper, TextContext, TextRule } from '../text-context.ts';
import { Precedence } from '../text-language.ts';

const { additive, multiplicative, unary, logical, bitwise: bitwisePrecedence } = Precedence;

const operator =
  (text: string, precedence: number, left: number, right: number): TextRule =>
  (w, op) =>
    w.emitter.binary(op, text, precedence, left, right);

/** A sum: what is the opposite of a positive number is subtracted. */
const add: TextRule = (w, op) => {
  const { emitter } = w;
  const left = emitter.operand(op, 0, additive);
  const opposite = oppositeOf(w, w.module.ops.operand(op, 1));
  const text = opposite === undefined ? `${left} + ${emitter.operand(op, 1, multiplicative)}` : `${left} - ${opposite}`;
  emitter.precedence = additive;
  return text;
};

/** Unsigned numbers whose opposite is smaller are meant as negative ones. */
const MAX_OPPOSITE = { signed: 2 ** 31, unsigned: 2 ** 16 } as const;

/** The positive literal whose opposite a value is; undefined for other values. */
function oppositeOf({ emitter, module }: TextContext, value: number): string | undefined {
  const type = module.ops.type[value]!;
  if (widthOf(type) > 1) return undefined;
  const isUnsigned = kindOf(type) === Kind.u32;
  const opposite = -(emitter.wordOf(value) ?? 0) >>> 0;
  if (opposite === 0 || opposite >= (isUnsigned ? MAX_OPPOSITE.unsigned : MAX_OPPOSITE.signed)) return undefined;
  return isUnsigned ? `${opposite}u` : `${opposite}`;
}

/** Operators that mix with no other ones without parentheses. */
const bitwise =
  (text: string, ofBooleans: string): TextRule =>
  (w, op) => {
    const isBool = kindOf(w.module.ops.type[op]!) === Kind.bool;
    return w.emitter.binary(op, isBool ? ofBooleans : text, isBool ? logical : bitwisePrecedence, unary, unary);
  };

const compare =
  (text: string, swapped = text): TextRule =>
  ({ emitter }, op) =>
    emitter.comparison(op, emitter.operand(op, 0, additive), emitter.operand(op, 1, additive), text, swapped);

/** A function of the language with the same meaning. */
export const native =
  (name: string): TextRule =>
  (w, op) =>
    w.emitter.call(op, name);

const helper =
  (name: CommonHelper): TextRule =>
  (w, op) =>
    w.emitter.call(op, w.helper(name));

const negate: TextRule = (w, op) => {
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

const not: TextRule = (w, op) => {
  const isBool = kindOf(w.module.ops.type[op]!) === Kind.bool;
  const text = `${isBool ? '!' : '~'}${w.emitter.operand(op, 0, unary)}`;
  w.emitter.precedence = unary;
  return text;
};

/** The five lowest bits of operand `i`: a constant, or masked. */
export function fiveBits(w: TextContext, op: number, i: number): string {
  const value = w.module.ops.operand(op, i);
  const word = w.emitter.wordOf(value);
  if (word !== undefined) return `${word & 31}u`;
  return `${w.as(value, Kind.u32, unary)} & 31u`;
}

/** Constant width and start of bits that do not reach beyond bit 31; undefined for others. */
export function constantBits(
  w: TextContext,
  op: number,
): { readonly start: number; readonly count: number } | undefined {
  const width = w.emitter.wordOf(w.module.ops.operand(op, 0));
  const start = w.emitter.wordOf(w.module.ops.operand(op, 1));
  if (width === undefined || start === undefined) return undefined;
  return { start: start & 31, count: Math.min(width & 31, 32 - (start & 31)) };
}

const shift =
  (text: string): TextRule =>
  (w, op) => {
    const { emitter } = w;
    const isConstant = emitter.wordOf(w.module.ops.operand(op, 1)) !== undefined;
    const count = fiveBits(w, op, 1);
    const left = emitter.operand(op, 0, unary);
    emitter.precedence = bitwisePrecedence;
    return `${left} ${text} ${isConstant ? count : `(${count})`}`;
  };

/** Division by a constant that is not zero needs no test. */
const division =
  (text: string, name: CommonHelper): TextRule =>
  (w, op) => {
    const divisor = w.emitter.wordOf(w.module.ops.operand(op, 1));
    const isNative =
      divisor !== undefined && divisor !== 0 && w.emitter.wordOf(w.module.ops.operand(op, 0)) === undefined;
    return isNative
      ? w.emitter.binary(op, text, multiplicative, multiplicative, unary)
      : w.emitter.call(op, w.helper(name));
  };

const borrow: TextRule = (w, op) => {
  const { emitter } = w;
  return w.choice(`${emitter.operand(op, 0, additive)} < ${emitter.operand(op, 1, additive)}`, '1u', '0u');
};

/** @param fast how the language itself converts */
export const fromFloat =
  (name: CommonHelper, fast: string): TextRule =>
  (w, op) =>
    w.emitter.call(op, w.isFast ? fast : w.helper(name));

export const COMMON_INTEGER_RULES = {
  'i.add': add,
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
  'i.lt': compare('<', '>'),
  'i.ge': compare('>=', '<='),
  'u.lt': compare('<', '>'),
  'u.ge': compare('>=', '<='),
  'cvt.f2h': helper('to_half'),
  'cvt.h2f': helper('from_half'),
} as const satisfies Record<string, TextRule>;
