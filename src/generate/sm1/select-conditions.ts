/**
 * Conditions of shader models 1 to 3, which have no registers for them: 1.0 or 0.0 where something reads them as
 * values, the sign of a number where `cmp` and `texkill` test them, comparisons in branches.
 */
import { OP_NAMES, Op } from '../../ir/ops.ts';
import { widthOf } from '../../ir/types.ts';
import { BlockSelector } from '../block-selector.ts';
import { type Comparison, type Construct, type Modified, type Operand, Order, Shape } from '../nodes.ts';
import { ONE, type Scalar } from '../operand-table.ts';
import type { CountedResults } from './flow-registers.ts';
import type { Sm1Target } from './legalize.ts';
import type { Sm1Values } from './values.ts';

const COMPARISONS: ReadonlySet<number> = new Set([Op['f.lt'], Op['f.ge'], Op['f.eq'], Op['f.ne']]);
const COMMUTATIVE: ReadonlySet<string> = new Set(['add', 'mul']);

/** A number whose sign decides: the condition holds where it is at least 0, or where it is less. */
export interface SignTest extends Modified {
  readonly holdsAtZero: boolean;
}

export abstract class ConditionSelector extends BlockSelector<Sm1Values> {
  /** Differences and squares that conditions test, by operation. */
  readonly #differences = new Map<number, Scalar>();
  readonly #squares = new Map<number, Scalar>();
  protected readonly isPixel: boolean;

  constructor(
    values: Sm1Values,
    readonly target: Sm1Target,
    readonly counts: ReadonlyMap<number, CountedResults>,
  ) {
    super(values, target.profile);
    for (const [loop, { results }] of counts) this.endsByItself(loop, results);
    this.isPixel = target.stage === 'ps';
  }

  /** The operand that a component is, with its modifiers. */
  protected reading(ref: number): Operand {
    return this.modifiedLane(this.modified(ref));
  }

  protected modifiedLane({ scalar, negate, absolute }: Modified): Operand {
    return this.lane(scalar, negate, absolute);
  }

  protected lane(scalar: Scalar, negate = false, absolute = false): Operand {
    return this.operand(Shape.lanes, [scalar], negate, absolute);
  }

  protected literal(value: 0 | 1): Operand {
    return this.lane(this.values.table.literal(value === 0 ? 0 : ONE));
  }

  /** Emits an instruction that computes one component. */
  protected pushLane(mnemonic: string, operands: Operand[], result: Scalar, saturate = false, isQuad = false): void {
    if (COMMUTATIVE.has(mnemonic) && rankOf(this.values, operands[0]!) > rankOf(this.values, operands[1]!))
      operands.reverse();
    let key = saturate ? `${mnemonic}_sat` : mnemonic;
    for (const { negate, absolute } of operands) key += absolute ? (negate ? '=' : '|') : negate ? '-' : '+';
    this.push({ mnemonic, operands, results: [result], saturate, key, order: isQuad ? Order.quad : 0 });
  }

  protected move(from: Modified, result: Scalar, saturate = false): void {
    this.pushLane('mov', [this.modifiedLane(from)], result, saturate);
  }

  // --- conditions ---------------------------------------------------------------------------------------------------

  /** Emits the differences and squares that conditions test, and that were asked for. */
  protected testValues(op: number): void {
    const square = this.#squares.get(op);
    if (square !== undefined) {
      const compared = this.#compared(op);
      this.pushLane('mul', [this.lane(compared.scalar), this.lane(compared.scalar)], square);
    }
    const difference = this.#differences.get(op);
    if (difference === undefined) return;
    const { ops } = this.module;
    this.pushLane('add', [this.reading(ops.a[op]! << 2), this.negated(this.reading(ops.b[op]! << 2))], difference);
  }

  /** The value whose sign is that of the difference of the operands of a comparison. */
  #compared(op: number): Modified {
    const { ops } = this.module;
    const [a, b] = [this.modified(ops.a[op]! << 2), this.modified(ops.b[op]! << 2)];
    const zero = this.values.table.literal(0);
    const negativeZero = this.values.table.literal(0x8000_0000 | 0);
    if (b.scalar === zero || b.scalar === negativeZero) return a;
    if (a.scalar === zero || a.scalar === negativeZero) return { ...b, negate: !b.negate };
    let difference = this.#differences.get(op);
    if (difference === undefined) {
      difference = this.values.newValue();
      this.#differences.set(op, difference);
    }
    return { scalar: difference, negate: false, absolute: false };
  }

  /** A condition as the sign of a number. */
  protected signTest(condition: Scalar): SignTest {
    const { ops } = this.module;
    const { scalar, isInverse } = this.#withoutNot(condition);
    const op = this.originOf(scalar);
    const code = op < 0 ? -1 : ops.code[op]!;
    if (!COMPARISONS.has(code)) return { scalar, negate: true, absolute: false, holdsAtZero: isInverse };
    const compared = this.#compared(op);
    if (code === Op['f.lt'] || code === Op['f.ge'])
      return { ...compared, holdsAtZero: (code === Op['f.ge']) !== isInverse };
    return { ...this.#negativeSize(op, compared), holdsAtZero: (code === Op['f.eq']) !== isInverse };
  }

  /** A number that is 0 where another one is, else negative. */
  #negativeSize(op: number, compared: Modified): Modified {
    if (this.values.testsBoolean(op)) return { scalar: compared.scalar, negate: true, absolute: false };
    if (this.target.major >= 3) return { scalar: compared.scalar, negate: true, absolute: true };
    let square = this.#squares.get(op);
    if (square === undefined) {
      square = this.values.newValue();
      this.#squares.set(op, square);
    }
    return { scalar: square, negate: true, absolute: false };
  }

  /** A condition as 1.0 or 0.0. */
  protected condition(op: number, ref: (i: number) => number, result: Scalar): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    if (code === Op.select) {
      this.choice(ref, result);
      return;
    }
    if (code === Op['i.not']) {
      const inner = this.lane(this.values.scalar(ref(0)), true);
      this.pushLane('add', [this.literal(1), inner], result);
    } else if (code === Op['i.and'] || code === Op['i.or']) this.#logic(op, code === Op['i.and'], ref, result);
    else if (code === Op['i.xor']) {
      const difference = this.values.newValue();
      this.pushLane('mul', [this.lane(difference), this.lane(difference)], result);
      this.pushLane('add', [this.reading(ref(0)), this.negated(this.reading(ref(1)))], difference);
    } else if (!COMPARISONS.has(code)) this.refuse(`the operation ${OP_NAMES[code]}`);
    else if (this.isPixel) this.#choose(this.signTest(result), this.literal(1), this.literal(0), result);
    else this.#compare(op, result);
  }

  /** Products and maxima, or choices where one side is a comparison that nothing else needs. */
  #logic(op: number, isAnd: boolean, ref: (i: number) => number, result: Scalar): void {
    const sides = [0, 1].map((i) => this.values.scalar(ref(i)));
    const at = this.isPixel ? sides.findIndex((side) => this.#isFoldableTest(side, op)) : -1;
    if (at >= 0) {
      const other = this.lane(sides[1 - at]!);
      const test = this.signTest(sides[at]!);
      if (isAnd) this.#choose(test, other, this.literal(0), result);
      else this.#choose(test, this.literal(1), other, result);
    } else
      this.pushLane(
        isAnd ? 'mul' : 'max',
        sides.map((side) => this.lane(side)),
        result,
      );
  }

  #isFoldableTest(condition: Scalar, user: number): boolean {
    const op = this.originOf(condition);
    return op >= 0 && COMPARISONS.has(this.module.ops.code[op]!) && this.isFoldable(condition, user);
  }

  /** `cmp`: one of two values by the sign of a number. */
  #choose(test: SignTest, whereTrue: Operand, whereFalse: Operand, result: Scalar): void {
    const [first, second] = test.holdsAtZero ? [whereTrue, whereFalse] : [whereFalse, whereTrue];
    this.pushLane('cmp', [this.modifiedLane(test), first, second], result);
  }

  /** `slt` and `sge` of vertex shaders. */
  #compare(op: number, result: Scalar): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    if (code === Op['f.lt'] || code === Op['f.ge']) {
      const operands = [this.reading(ops.a[op]! << 2), this.reading(ops.b[op]! << 2)];
      this.pushLane(code === Op['f.lt'] ? 'slt' : 'sge', operands, result);
      return;
    }
    const { scalar, absolute } = this.#negativeSize(op, this.#compared(op));
    const operands = [this.lane(scalar, true, absolute), this.lane(scalar, false, absolute)];
    this.pushLane(code === Op['f.eq'] ? 'sge' : 'slt', operands, result);
  }

  /** One of two values by a condition: `cmp` in pixel shaders, else arithmetic. */
  protected choice(ref: (i: number) => number, result: Scalar): void {
    const condition = this.values.scalar(ref(0));
    if (this.isPixel) {
      const test = this.signTest(condition);
      this.#choose(test, this.reading(ref(1)), this.reading(ref(2)), result);
      return;
    }
    const { scalar, isInverse } = this.#withoutNot(condition);
    const [a, b] = (isInverse ? [ref(2), ref(1)] : [ref(1), ref(2)]).map((one) => this.modified(one)) as [
      Modified,
      Modified,
    ];
    this.#blend(scalar, a, b, result);
  }

  #withoutNot(condition: Scalar): { readonly scalar: Scalar; readonly isInverse: boolean } {
    const { ops } = this.module;
    let scalar = condition;
    let isInverse = false;
    for (let op = this.originOf(scalar); op >= 0 && ops.code[op] === Op['i.not']; op = this.originOf(scalar)) {
      isInverse = !isInverse;
      scalar = this.values.scalar(ops.a[op]! << 2);
    }
    return { scalar, isInverse };
  }

  /** `a` where a condition is 1.0, `b` where it is 0.0, by a product with their difference. */
  #blend(condition: Scalar, a: Modified, b: Modified, result: Scalar): void {
    const { table } = this.values;
    const isLiteral = (value: Modified, word: number) => value.scalar === table.literal(word);
    if (isLiteral(b, 0)) {
      if (isLiteral(a, ONE)) this.pushLane('mov', [this.lane(condition)], result);
      else this.pushLane('mul', [this.lane(condition), this.modifiedLane(a)], result);
    } else if (isLiteral(a, 0))
      this.pushLane('mad', [this.lane(condition, true), this.modifiedLane(b), this.modifiedLane(b)], result);
    else {
      const [fromA, fromB] = [this.#summand(a, b), this.#summand(b, a)];
      if (fromA !== undefined) {
        this.pushLane('mad', [this.lane(condition), this.modifiedLane(fromA), this.modifiedLane(b)], result);
        return;
      }
      if (fromB !== undefined) {
        this.pushLane('mad', [this.lane(condition, true), this.modifiedLane(fromB), this.modifiedLane(b)], result);
        return;
      }
      const difference = this.values.newValue();
      this.pushLane('mad', [this.lane(condition), this.lane(difference), this.modifiedLane(b)], result);
      this.pushLane('add', [this.modifiedLane(a), this.negated(this.modifiedLane(b))], difference);
    }
  }

  /** Of a value that is a sum with `other`, the other summand. */
  #summand(value: Modified, other: Modified): Modified | undefined {
    const { ops } = this.module;
    const sum = this.originOf(value.scalar);
    if (sum < 0 || value.negate || value.absolute || ops.code[sum] !== Op['f.add']) return undefined;
    const [a, b] = [ops.a[sum]!, ops.b[sum]!].map((operand) =>
      this.modified((operand << 2) | (widthOf(ops.type[operand]!) === 1 ? 0 : value.scalar & 3)),
    ) as [Modified, Modified];
    const isOther = (one: Modified) =>
      one.scalar === other.scalar && one.negate === other.negate && one.absolute === other.absolute;
    if (isOther(a)) return b;
    return isOther(b) ? a : undefined;
  }

  // --- flow ---------------------------------------------------------------------------------------------------------

  protected override test(op: number): Partial<Pick<Construct, 'condition' | 'comparison' | 'count'>> {
    const { ops } = this.module;
    const count = this.counts.get(op);
    if (count !== undefined) return { count: count.times };
    if (ops.code[op] !== Op.if) return {};
    const { scalar, isInverse } = this.#withoutNot(this.values.scalar(ops.a[op]! << 2));
    const origin = this.originOf(scalar);
    const code = origin < 0 ? -1 : ops.code[origin]!;
    if (code === Op['i.ne'] && !isInverse && this.#isBoolean(ops.a[origin]!))
      return { condition: this.operand(Shape.one, this.scalars(ops.a[origin]!)) };
    if (COMPARISONS.has(code)) {
      const name = comparisonName(code, isInverse);
      const [a, b] = [ops.a[origin]!, ops.b[origin]!].map((value) => this.#one(this.modified(value << 2)));
      return { condition: a!, comparison: { name, other: b! } };
    }
    const comparison: Comparison = {
      name: isInverse ? 'eq' : 'ne',
      other: this.operand(Shape.one, [scalar], true),
    };
    return { condition: this.operand(Shape.one, [scalar]), comparison };
  }

  /** Whether a value is a boolean constant. */
  #isBoolean(value: number): boolean {
    const { ops, bindings } = this.module;
    return ops.code[value] === Op['cb.load'] && bindings[ops.extra[value]! >> 2]!.file === 'bool';
  }

  #one({ scalar, negate, absolute }: Modified): Operand {
    return this.operand(Shape.one, [scalar], negate, absolute);
  }
}

function comparisonName(code: number, isInverse: boolean): string {
  if (code === Op['f.lt']) return isInverse ? 'ge' : 'lt';
  if (code === Op['f.ge']) return isInverse ? 'lt' : 'ge';
  return (code === Op['f.eq']) === isInverse ? 'ne' : 'eq';
}

/** Operands of one sort come first, so that lanes have the same sorts: values, inputs, constants, literals. */
export function rankOf({ table }: Sm1Values, { scalars }: Operand): number {
  const [scalar] = scalars;
  if (scalar! >= 0) return 0;
  const { file } = table.sources[table.sourceOf(scalar!)]!;
  return file === 'literal' ? 3 : file === 'const' ? 2 : 1;
}
