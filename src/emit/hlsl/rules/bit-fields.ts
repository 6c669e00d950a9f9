/**
 * Fields of bits. Where their positions are literals, they are shifts and masks, which the compiler makes the same
 * instructions of; functions compute the others.
 */
import { Kind } from '../../../ir/index.ts';
import { lowBits } from '../../../ir/passes/integer-ranges.ts';
import { Precedence } from '../../common/text-language.ts';
import type { HlslContext, HlslRule } from '../context.ts';
import { literal } from '../types.ts';

const { bitwise, lowest, unary } = Precedence;
const { i32, u32 } = Kind;
const BITS = 32;

/** The width and the position of a field that are literals; undefined for others, and for an empty one. */
function fieldOf(
  { emitter, module: { ops } }: HlslContext,
  op: number,
): readonly [count: number, start: number] | undefined {
  const [count, start] = [0, 1].map((i) => emitter.wordOf(ops.operand(op, i)));
  if (count === undefined || start === undefined || (count & 31) === 0) return undefined;
  return [count & 31, start & 31];
}

const mask = (count: number) => literal(u32, lowBits(count));

/** A field of a value; one with a sign is shifted up and down. One that ends a value would be a shift only. */
export const extract =
  (isSigned: boolean): HlslRule =>
  (w, op) => {
    const kind = isSigned ? i32 : u32;
    const [count, start] = fieldOf(w, op) ?? [0, 0];
    if (count > 0 && count + start < BITS && (isSigned || start > 0)) {
      const value = w.operandAs(op, 2, kind, unary);
      w.emitter.precedence = bitwise;
      const text = isSigned
        ? `(${value} << ${BITS - count - start}) >> ${BITS - count}`
        : `(${value} >> ${start}) & ${mask(count)}`;
      return w.result(op, text, kind);
    }
    const type = isSigned ? 'int' : 'uint';
    const name = w.helpers.define(`extract_${type}`, (helper) =>
      w.spelling.fn(
        helper,
        [
          ['count', 'uint'],
          ['start', 'uint'],
          ['value', type],
        ],
        type,
        [
          'count &= 31;',
          'start &= 31;',
          'if (count == 0) return 0;',
          'if (count + start < 32) return value << (32 - count - start) >> (32 - count);',
          'return value >> start;',
        ],
      ),
    );
    const args = [w.operandAs(op, 0, u32, lowest), w.operandAs(op, 1, u32, lowest), w.operandAs(op, 2, kind, lowest)];
    return w.result(op, `${name}(${args.join(', ')})`, kind);
  };

/** Bits in a field of a base. Without other bits of the base it would be a mask or a shift only. */
export const insert: HlslRule = (w, op) => {
  const { emitter, module } = w;
  const { ops } = module;
  const [count, start] = fieldOf(w, op) ?? [0, 0];
  const base = emitter.wordOf(ops.operand(op, 3));
  const end = count + start;
  const field = lowBits(count) << start;
  const rest = base === undefined ? undefined : base & ~field;
  const isOne = rest === 0 && (start === 0 || end >= BITS);
  if (count > 0 && !isOne) {
    const bits = w.operandAs(op, 2, u32, unary);
    const masked = end >= BITS ? bits : `(${bits} & ${mask(count)})`;
    const moved = start === 0 ? masked : `${masked} << ${start}`;
    const others = () =>
      rest === undefined ? `(${w.operandAs(op, 3, u32, unary)} & ${literal(u32, ~field)})` : literal(u32, rest);
    const text = rest === 0 ? moved : `${start === 0 ? moved : `(${moved})`} | ${others()}`;
    emitter.precedence = bitwise;
    return w.result(op, text, u32);
  }
  const name = w.helpers.define('insert_bits', (helper) =>
    w.spelling.fn(
      helper,
      [
        ['count', 'uint'],
        ['start', 'uint'],
        ['bits', 'uint'],
        ['base', 'uint'],
      ],
      'uint',
      [
        'uint mask = ((1u << (count & 31)) - 1) << (start & 31);',
        'return ((bits << (start & 31)) & mask) | (base & ~mask);',
      ],
    ),
  );
  const args = [0, 1, 2, 3].map((i) => w.operandAs(op, i, u32, lowest));
  return w.result(op, `${name}(${args.join(', ')})`, u32);
};
