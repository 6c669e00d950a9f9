/**
 * Indexes of models 1 to 3 as integers again: the compiler computes them as floats, and the address register rounds
 * what it gets. After this pass, an index is a sum of integer inputs and constants with factors; what was rounded down
 * or toward zero before it came to the register is a `cvt.f2i` of that.
 */

import { floatOf } from '../emit/common/text-language.ts';
import { PAIRS } from '../emit/hlsl/idioms.ts';
import { type IrModule, Kind, kindOf, Op, refOf, typeOf, widthOf } from '../ir/index.ts';
import { builderBefore, walkModule } from '../ir/passes/walk.ts';
import { through } from './sm1-idioms.ts';

/** A part of an index: a component of a value, and what makes an integer of it. */
interface Term {
  readonly value: number;
  readonly component: number;
  readonly factor: number;
  /** The rounding; undefined for an integer. */
  readonly rounding?: number;
}

interface Index {
  readonly terms: readonly Term[];
  readonly constant: number;
}

/** @param isInteger whether a register of constants has integers */
export function readIndexes(module: IrModule, isInteger: (register: number) => boolean): void {
  const { ops } = module;
  walkModule(module, (op) => {
    if (ops.code[op] !== Op['cvt.f2i']) return;
    const [rounded, component] = through(module, ops.operand(op, 0), 0);
    const code = ops.code[rounded]!;
    if (code !== Op['f.rne'] && code !== Op['f.floor']) return;
    const index = new IndexReader(module, isInteger).read(ops.operand(rounded, 0), component);
    if (index !== undefined && index.terms.length > 0) rewrite(module, op, index);
  });
}

class IndexReader {
  constructor(
    private readonly module: IrModule,
    private readonly isInteger: (register: number) => boolean,
  ) {}

  read(from: number, at: number): Index | undefined {
    const { ops } = this.module;
    const [value, component] = through(this.module, from, at);
    const operand = (i: number) => this.read(ops.operand(value, i), widthAt(ops, value, i) === 1 ? 0 : component);
    switch (ops.code[value]!) {
      case Op.const: {
        const number = floatOf(ops.operand(value, component) | 0);
        return Number.isInteger(number) ? { terms: [], constant: number } : undefined;
      }
      case Op['f.neg']:
        return scaled(operand(0), -1);
      case Op['f.mul']:
      case Op['f.mul9']:
        return product(operand(0), operand(1));
      case Op['f.mad']:
      case Op['f.mad9']:
        return this.#truncated(value, component) ?? sum(product(operand(0), operand(1)), operand(2));
      case Op['f.add']:
        return this.#floored(value, component) ?? sum(operand(0), operand(1));
      case Op.in:
        return one(value, component);
      case Op['cb.load']: {
        const row = ops.operand(value, 0);
        return ops.code[row] === Op.const && this.isInteger(ops.operand(row, 0)) ? one(value, component) : undefined;
      }
      default:
        return undefined;
    }
  }

  /** `t - frac(u)`, where t is u and an integer: u rounded down. */
  #floored(value: number, component: number): Index | undefined {
    const { ops } = this.module;
    for (const [i, k] of PAIRS) {
      const fraction = this.#negatedFraction(ops.operand(value, k), component);
      if (fraction === undefined) continue;
      const complete = this.#difference(ops.operand(value, i), component, fraction);
      if (complete !== undefined)
        return {
          terms: [{ value: fraction[0], component: fraction[1], factor: 1, rounding: Op['f.floor']! }],
          constant: complete,
        };
    }
    return undefined;
  }

  /** The value whose fraction is subtracted. */
  #negatedFraction(from: number, component: number): readonly [value: number, component: number] | undefined {
    const { ops } = this.module;
    const [negation, c] = through(this.module, from, component);
    if (ops.code[negation] !== Op['f.neg']) return undefined;
    const [fraction, d] = through(this.module, ops.operand(negation, 0), c);
    return ops.code[fraction] === Op['f.frc'] ? through(this.module, ops.operand(fraction, 0), d) : undefined;
  }

  /** The integer that `from` has more than a value. */
  #difference(from: number, component: number, [value, c]: readonly [number, number]): number | undefined {
    const { ops } = this.module;
    const [x, d] = through(this.module, from, component);
    if (x === value && d === c) return 0;
    if (ops.code[x] !== Op['f.add']) return undefined;
    for (const [i, k] of PAIRS) {
      const [y, e] = through(this.module, ops.operand(x, i), d);
      const number = this.read(ops.operand(x, k), d);
      if (y === value && e === c && number !== undefined && number.terms.length === 0) return number.constant;
    }
    return undefined;
  }

  /** `(x < -x) * (-frac(x) < frac(x)) + (x - frac(x))`: x rounded toward zero. */
  #truncated(value: number, component: number): Index | undefined {
    const { ops } = this.module;
    const isTest = (i: number) => ops.code[through(this.module, ops.operand(value, i), component)[0]] === Op.select;
    if (!isTest(0) || !isTest(1)) return undefined;
    const [rest, c] = through(this.module, ops.operand(value, 2), component);
    const index = ops.code[rest] === Op['f.add'] ? this.#floored(rest, c) : undefined;
    if (index === undefined || index.constant !== 0) return undefined;
    return { terms: [{ ...index.terms[0]!, rounding: Op['f.trunc']! }], constant: 0 };
  }
}

const widthAt = (ops: IrModule['ops'], op: number, i: number) => widthOf(ops.type[ops.operand(op, i)]!);

const one = (value: number, component: number): Index => ({ terms: [{ value, component, factor: 1 }], constant: 0 });

function scaled(index: Index | undefined, by: number): Index | undefined {
  if (index === undefined) return undefined;
  // A rounded number is a term by itself: its product is rounded no more.
  return {
    terms: index.terms.map((term) => ({ ...term, factor: term.factor * by })),
    constant: index.constant * by,
  };
}

function product(a: Index | undefined, b: Index | undefined): Index | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a.terms.length === 0) return scaled(b, a.constant);
  return b.terms.length === 0 ? scaled(a, b.constant) : undefined;
}

function sum(a: Index | undefined, b: Index | undefined): Index | undefined {
  if (a === undefined || b === undefined) return undefined;
  return { terms: [...a.terms, ...b.terms], constant: a.constant + b.constant };
}

/** Makes an operation the sum that its index is. */
function rewrite(module: IrModule, op: number, { terms, constant }: Index): void {
  const { ops } = module;
  const b = builderBefore(module, op);
  let total = -1;
  for (const { value, component, factor, rounding } of terms) {
    const part = b.pick([refOf(value, component)]);
    const complete = rounding === undefined ? part : b.op(rounding, Kind.f32, part);
    const integer = b.op(Op['cvt.f2i'], Kind.i32, complete);
    const term = factor === 1 ? integer : b.op(Op['i.mul'], Kind.i32, b.constant(Kind.i32, factor), integer);
    total = total < 0 ? term : b.op(Op['i.add'], Kind.i32, total, term);
  }
  if (constant !== 0) total = b.op(Op['i.add'], Kind.i32, total, b.constant(Kind.i32, constant));
  ops.change(op, Op.pick, 1, refOf(total), 0);
}

/**
 * Makes all integers signed ones: the compiler takes unsigned ones in models 1 to 3 only where it knows that they are
 * positive, as it does not of a counter of iterations that are left.
 */
export function signIntegers(module: IrModule): void {
  const { ops } = module;
  walkModule(module, (op) => {
    if (kindOf(ops.type[op]!) === Kind.u32) ops.type[op] = typeOf(Kind.i32, widthOf(ops.type[op]!));
  });
}
