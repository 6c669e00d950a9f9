/**
 * Builds a module as IrBuilder does, and computes operations on constants at once: an index of an array, the condition
 * of a loop or a branch is known as soon as it is lowered.
 */
import { IrBuilder } from '../../ir/builder.ts';
import { NO_OP, type OpStore } from '../../ir/op-store.ts';
import { OP_NAMES, OP_ROWS, Op } from '../../ir/ops.ts';
import { foldConstants } from '../../ir/passes/fold-constants.ts';
import { OP_FACTS, OpFact } from '../../ir/passes/op-facts.ts';
import { RULES_BY_CODE } from '../../ir/passes/rules.ts';
import { type IrType, Kind, kindOf, NONE } from '../../ir/types.ts';
import type { Tokens } from '../syntax/tree.ts';

const NOTED: readonly number[] = [
  Op['buf.put'],
  Op['buf.load'],
  Op['buf.store.raw'],
  Op['buf.store'],
  Op['img.store'],
  Op.barrier,
  Op['instance.table'],
];

/** Operations whose tokens are noted: memory that changes, barriers, and what pixels compute together. */
const WITH_SPAN = /* @__PURE__ */ OP_ROWS.map(
  ({ effect }, code) => effect === 'quad' || NOTED.includes(code) || OP_NAMES[code]!.startsWith('atomic.'),
);

/** Effects that only end pixels, or that are those of this thread alone. */
const INNER_EFFECTS: readonly number[] = [Op.discard, Op.barrier, Op['var.store']];
const HAS_SIDE_EFFECTS = /* @__PURE__ */ OP_ROWS.map(
  ({ effect }, code) => effect === 'writes' && !INNER_EFFECTS.includes(code),
);

/** Operations whose operands are not used to compute something: copies, and what leaves a construct or the program. */
const COPIES = /* @__PURE__ */ OP_NAMES.map((name) =>
  /^(bitcast|mask|pick|out|loop|exit|continue|cvt\..*)$/.test(name),
);

/** A read of a variable that nothing has set. */
export interface UnsetRead {
  readonly name: string;
  readonly at: Tokens;
  /** The read of an array that only counts if nothing sets the component that it reads. */
  readonly load?: number;
}

/** The exponent of a float without a finite value. */
const INFINITY = 0x7f80_0000;

export class FoldingBuilder extends IrBuilder {
  /** Values of variables that nothing has set; the names of arrays in memory by their numbers. */
  readonly unset = new Map<number, UnsetRead>();
  readonly arrayNames = new Map<number, string>();
  /** Operations that compute something of such values. */
  readonly unsetUses = new Map<number, UnsetRead>();
  /** Operations so far that others can see. */
  sideEffects = 0;
  /** The tokens of what is built. */
  span: Tokens = { first: 0, last: 0 };
  /** Stores that write unchanged components back, with those that the program writes. */
  readonly partialStores = new Set<number>();
  /** Whether stores are such ones. */
  isPartial = false;
  /** The tokens of these operations. */
  readonly spans = new Map<number, Tokens>();
  /** The vector operations that operations are lanes of, by number. */
  readonly lanes = new Map<number, number>();
  /** In models 1 to 3, the tokens of operations on infinities and NaN, which those models cannot have as literals. */
  infinities: Map<number, Tokens> | undefined;
  #vectors = 0;
  /** The vector operation that the next operation is a lane of. */
  #vector: number | undefined;

  /** The value of a variable that nothing has set. */
  unsetValue(type: IrType, name: string, at = this.span): number {
    const op = this.undefined(type);
    this.unset.set(op, { name, at });
    return op;
  }

  /** Computes a vector lane by lane: the first operations of all lanes are one vector operation, and so on. */
  override vector(operand: readonly number[], compute: (scalar: number, lane: number) => number): number[] {
    if (operand.length === 1) return operand.map(compute);
    const first = this.#vectors;
    const result = operand.map((scalar, lane) => {
      this.#vector = first;
      const value = compute(scalar, lane);
      this.#vectors = Math.max(this.#vectors, this.#vector);
      return value;
    });
    this.#vector = undefined;
    return result;
  }

  override isOneVector(refs: readonly number[]): boolean {
    const number = this.lanes.get(refs[0]!);
    return number !== undefined && refs.every((ref) => this.lanes.get(ref) === number);
  }

  /** Notes values that have to be set although they are only copied. */
  useValues(refs: readonly number[], at: Tokens): void {
    for (const ref of refs) {
      const read = this.unset.get(ref);
      if (read !== undefined) this.unsetUses.set(ref, { ...read, at });
    }
  }

  override op(code: number, type: IrType, a?: number, b?: number, c?: number): number {
    const read = this.#copied(code, type, a);
    if (read !== undefined) return this.unsetValue(type, read.name, read.at);
    return this.#folded(super.op(code, type, a, b, c));
  }

  override opList(code: number, type: IrType, operands: ArrayLike<number>, extra = 0): number {
    const read = this.#copied(code, type, operands[0]);
    if (read !== undefined) return this.unsetValue(type, read.name, read.at);
    return this.#folded(super.opList(code, type, operands, extra));
  }

  override shared(code: number, type: IrType, arity: number, a: number, b = 0, c = 0, extra = 0): number {
    return this.#folded(super.shared(code, type, arity, a, b, c, extra));
  }

  #folded(op: number): number {
    const result = this.#simplified(op);
    if (this.infinities !== undefined && readsInfinity(this.ops, result)) this.infinities.set(result, this.span);
    return result;
  }

  #simplified(op: number): number {
    if (this.#vector !== undefined) this.lanes.set(op, this.#vector++);
    const code = this.ops.code[op]!;
    if (HAS_SIDE_EFFECTS[code] === true) this.sideEffects++;
    if (WITH_SPAN[code] === true) {
      this.spans.set(op, this.span);
      if (this.isPartial) this.partialStores.add(op);
    }
    const isLogic = (code === Op['i.and'] || code === Op['i.or']) && kindOf(this.ops.type[op]!) === Kind.bool;
    // A vertex that is appended needs values.
    const isUse = COPIES[code] !== true || (code === Op.out && this.module.stage === 'gs');
    if (isUse && this.#noteUnset(op) && !isLogic) return op;
    if ((OP_FACTS[code]! & OpFact.folds) !== 0 && code !== Op.pick) foldConstants(this.module, op);
    if (code === Op['u.lt'] || code === Op['u.ge']) RULES_BY_CODE[code]!(this.module, op);
    // One side of a condition may be enough to know it.
    if (isLogic && this.ops.code[op] !== code) this.unsetUses.delete(op);
    if (!isLogic || this.ops.code[op] !== code) return op;
    const by = RULES_BY_CODE[code]!(this.module, op);
    return by === NO_OP ? op : by;
  }

  /** The read whose value a copy or a conversion has. */
  #copied(code: number, type: IrType, operand: number | undefined): UnsetRead | undefined {
    const isCopy = COPIES[code] === true && code !== Op.pick && type !== NONE;
    return isCopy ? this.unset.get(operand!) : undefined;
  }

  /** Notes an operation with an operand that nothing has set; true if no array decides about it. */
  #noteUnset(op: number): boolean {
    const { ops } = this;
    const hasValues = (OP_FACTS[ops.code[op]!]! & OpFact.values) !== 0;
    if ((this.unset.size === 0 && this.arrayNames.size === 0) || !hasValues) return false;
    for (let i = 0; i < ops.arity[op]!; i++) {
      const operand = ops.operand(op, i);
      const parts = ops.code[operand] === Op.pick ? ops.operands(operand).map((ref) => ref >> 2) : [operand];
      for (const part of parts) {
        const read = this.unset.get(part);
        if (read !== undefined) {
          this.unsetUses.set(op, read);
          return true;
        }
        const array = ops.code[part] === Op['var.load'] ? this.arrayNames.get(ops.extra[part]! >> 2) : undefined;
        if (array !== undefined && !this.unsetUses.has(op))
          this.unsetUses.set(op, { name: array, at: this.span, load: part });
      }
    }
    return false;
  }

  /** The first word of a constant; undefined for another operation. */
  knownWord(op: number): number | undefined {
    return this.ops.code[op] === Op.const ? this.ops.operand(op, 0) : undefined;
  }
}

/** Whether an operand of an operation is a constant without a finite value. */
export function readsInfinity(ops: OpStore, op: number): boolean {
  if ((OP_FACTS[ops.code[op]!]! & OpFact.values) === 0) return false;
  for (let i = 0; i < ops.arity[op]!; i++) {
    const operand = ops.operand(op, i);
    if (ops.code[operand] !== Op.const || kindOf(ops.type[operand]!) !== Kind.f32) continue;
    if (ops.operands(operand).some((word) => (word & INFINITY) === INFINITY)) return true;
  }
  return false;
}
