/**
 * Builds a module, operation by operation in program order. Nothing is checked here (verify.ts does that); what
 * lowering does most is short.
 *
 * The builder has a current region. `begin...` of a construct goes into its first region, `next...` into the other
 * ones, `end` back to the region of the construct, where {@link IrBuilder.result} gives its results.
 */
import type { IrFunctionKind } from './declarations.ts';
import type { IrCase, IrModule } from './module.ts';
import { INLINE_OPERANDS, NO_OP, type OpStore } from './op-store.ts';
import { type IrOpName, isTerminator, Op, sharedFlags } from './ops.ts';
import { BOOL, F32, type IrType, Kind, kindOf, NONE, U32, widthOf, withKind, withWidth } from './types.ts';

/** A component of a value: `value << 2 | component`. Registers hold references while a program is lowered. */
export type Ref = number;

export function refOf(value: number, component = 0): Ref {
  return (value << 2) | component;
}

const SHARED_BITS = 6;
const SHARED_SHIFT = 32 - SHARED_BITS;

const floats = new Float32Array(1);
const words = new Int32Array(floats.buffer);

export class IrBuilder {
  readonly ops: OpStore;
  /** Token index that new operations get. */
  at = 0;
  /** Flags (`OpFlag`) that new operations get. */
  flags = 0;
  /** The current region. */
  region = NO_OP;
  /** The operation of the current region that new ones come before; at the end of the region without one. */
  before = NO_OP;
  /**
   * Operations that may be used again, by hash; the newest of each. Small arrays cost less to make than typed ones
   * (measured).
   */
  #shared: number[] | undefined;

  /**
   * @param isForward whether new operations come after those that were made before in the same region, wherever
   *   `before` is: what a pass that walks forward does. Without it, {@link shared} uses operations again only at the
   *   end of a region
   */
  constructor(
    readonly module: IrModule,
    readonly isForward = false,
  ) {
    this.ops = module.ops;
  }

  /** Goes to an operation: new ones come before it, with its token and these flags. */
  goBefore(op: number, flags = 0): void {
    this.region = this.ops.region[op]!;
    this.before = op;
    this.at = this.ops.at[op]!;
    this.flags = flags;
  }

  /** Computes a vector lane by lane. */
  vector(operand: readonly number[], compute: (scalar: number, lane: number) => number): number[] {
    return operand.map(compute);
  }

  /** Whether values are all lanes of one vector operation; false where nothing is known about it. */
  isOneVector(_refs: readonly number[]): boolean {
    return false;
  }

  /** An operation with up to three operands. */
  op(code: number, type: IrType, a?: number, b?: number, c?: number): number {
    const arity = a === undefined ? 0 : b === undefined ? 1 : c === undefined ? 2 : 3;
    return this.#insert(this.ops.add(code, type, arity, a ?? 0, b ?? 0, c ?? 0, 0));
  }

  /** Adds an operation with an attribute. */
  opWith(extra: number, code: number, type: IrType, a?: number, b?: number, c?: number): number {
    const op = this.op(code, type, a, b, c);
    this.ops.extra[op] = extra;
    return op;
  }

  /** An operation with any number of operands. */
  opList(code: number, type: IrType, operands: ArrayLike<number>, extra = 0): number {
    return this.#insert(this.ops.addList(code, type, operands, extra));
  }

  /**
   * A pure operation, or an equal one that is already in the region and among the last ones: what programs do again and
   * again, such as casts and swizzles of the same register. A pass finds the others.
   */
  shared(code: number, type: IrType, arity: number, a: number, b = 0, c = 0, extra = 0): number {
    const { ops } = this;
    if (this.before !== NO_OP && !this.isForward) return this.#insert(ops.add(code, type, arity, a, b, c, extra));
    const table = this.#sharedTable();
    const hash = Math.imul(a ^ (code << 20) ^ (type << 12), 0x9e37_79b1) ^ Math.imul(b + 31 * c + extra, 0x85eb_ca6b);
    const slot = hash >>> SHARED_SHIFT;
    const known = table[slot]!;
    if (
      this.#isShared(known, code, type, arity) &&
      ops.a[known] === a &&
      ops.b[known] === b &&
      ops.c[known] === c &&
      ops.extra[known] === extra
    ) {
      ops.flags[known] = sharedFlags(ops.flags[known]!, this.flags);
      return known;
    }
    const op = this.#insert(ops.add(code, type, arity, a, b, c, extra));
    table[slot] = op;
    return op;
  }

  sharedList(code: number, type: IrType, operands: ArrayLike<number>): number {
    const { length } = operands;
    if (length <= INLINE_OPERANDS)
      return this.shared(
        code,
        type,
        length,
        operands[0]!,
        length > 1 ? operands[1]! : 0,
        length > 2 ? operands[2]! : 0,
      );
    if (this.before !== NO_OP && !this.isForward) return this.opList(code, type, operands);
    const { ops } = this;
    const table = this.#sharedTable();
    let hash = code ^ (type << 12);
    for (let i = 0; i < length; i++) hash = Math.imul(hash ^ operands[i]!, 0x9e37_79b1) ^ (hash >>> 15);
    const slot = hash >>> SHARED_SHIFT;
    const known = table[slot]!;
    if (this.#isShared(known, code, type, length)) {
      let isSame = true;
      for (let i = 0; i < length; i++) isSame &&= ops.operand(known, i) === operands[i];
      if (isSame) {
        ops.flags[known] = sharedFlags(ops.flags[known]!, this.flags);
        return known;
      }
    }
    const op = this.opList(code, type, operands);
    table[slot] = op;
    return op;
  }

  #sharedTable(): number[] {
    this.#shared ??= new Array<number>(2 ** SHARED_BITS).fill(NO_OP);
    return this.#shared;
  }

  /** Whether an operation is in the current region, with this code and type. */
  #isShared(op: number, code: number, type: IrType, arity: number): boolean {
    const { ops } = this;
    return (
      op !== NO_OP &&
      ops.code[op] === code &&
      ops.type[op] === type &&
      ops.arity[op] === arity &&
      ops.region[op] === this.region
    );
  }

  #insert(op: number): number {
    this.ops.at[op] = this.at;
    this.ops.flags[op] = this.flags;
    if (this.before === NO_OP) this.module.append(this.region, op);
    else this.module.insertBefore(this.before, op);
    return op;
  }

  /** An operation of the table by its name. */
  named(name: IrOpName, type: IrType, ...operands: number[]): number {
    return this.opList(Op[name], type, operands);
  }

  // Values

  /** A constant of a type from its words: one a component, two for f64 (low, high). */
  constant(type: IrType, ...bits: number[]): number {
    return this.opList(Op.const, type, bits);
  }

  float(value: number): number {
    floats[0] = value;
    return this.constant(F32, words[0]!);
  }

  unsigned(value: number): number {
    return this.constant(U32, value | 0);
  }

  bool(value: boolean): number {
    return this.constant(BOOL, value ? 1 : 0);
  }

  undefined(type: IrType): number {
    return this.op(Op.undef, type);
  }

  /** Components of values of one kind as one value; the value itself where they are all of its components in order. */
  pick(refs: ArrayLike<Ref>): number {
    const { length } = refs;
    const first = refs[0]! >> 2;
    const type = this.ops.type[first]!;
    if (widthOf(type) === length && isComplete(refs, first)) return first;
    return this.sharedList(Op.pick, withWidth(type, length), refs);
  }

  component(ref: Ref): number {
    const type = this.ops.type[ref >> 2]!;
    return widthOf(type) === 1 ? ref >> 2 : this.shared(Op.pick, withWidth(type, 1), 1, ref);
  }

  /** Components of values of any kinds, as one value of kind `kind`: bits stay the same. */
  read(kind: number, refs: ArrayLike<Ref>): number {
    const { type } = this.ops;
    const first = kindOf(type[refs[0]! >> 2]!);
    for (let i = 1; i < refs.length; i++) {
      if (refs[i]! >> 2 === refs[i - 1]! >> 2 || kindOf(type[refs[i]! >> 2]!) === first) continue;
      const cast: Ref[] = [];
      for (let c = 0; c < refs.length; c++) cast.push(refOf(this.as(kind, this.component(refs[c]!))));
      return this.pick(cast);
    }
    return this.as(kind, this.pick(refs));
  }

  /** Components of values as one value of their kind; without a kind (`b32`) where they have several. */
  joined(refs: readonly Ref[]): number {
    const kindAt = (ref: Ref) => kindOf(this.ops.type[ref >> 2]!);
    const kind = kindAt(refs[0]!);
    return this.read(refs.every((ref) => kindAt(ref) === kind) ? kind : Kind.b32, refs);
  }

  /** The bits of a value as another kind. */
  as(kind: number, value: number): number {
    const type = this.ops.type[value]!;
    return kindOf(type) === kind ? value : this.shared(Op.bitcast, withKind(type, kind), 1, value);
  }

  /** Whether a word has any bit set: conditions of Direct3D. A comparison gives itself. */
  isSet(value: number): number {
    const { ops } = this;
    if (kindOf(ops.type[value]!) === Kind.bool) return value;
    if (ops.code[value] === Op.mask) return ops.a[value]!;
    return this.op(Op['i.ne'], BOOL, this.as(Kind.u32, value), this.unsigned(0));
  }

  // Structure

  /** Starts a function; operations go into it. Parameters follow with {@link parameter}. */
  beginFunction(kind: IrFunctionKind, name: string, results: readonly IrType[] = [], instances = 1): number {
    this.region = this.module.addRegion(NO_OP);
    return this.module.functions.push({ kind, name, instances, region: this.region, results }) - 1;
  }

  /** The next parameter of the current region, before its other operations. */
  parameter(type: IrType): number {
    const last = this.module.last[this.region]!;
    return this.opWith(last === NO_OP ? 0 : this.ops.extra[last]! + 1, Op.param, type);
  }

  /** Starts an `if`; operations go into its first region. */
  beginIf(condition: number): number {
    return this.#begin(this.op(Op.if, NONE, condition), 2);
  }

  /** Goes on to region `index` of a construct: the `else`, a case, or what a loop does before it repeats. */
  nextRegion(construct: number, index = 1): void {
    this.region = this.ops.extra[construct]! + index;
  }

  beginLoop(initial: ArrayLike<number> = []): number {
    return this.#begin(this.opList(Op.loop, NONE, initial), 2);
  }

  /** A region that `exit` leaves: what a `return` of an inlined function needs. */
  beginBlock(): number {
    return this.#begin(this.op(Op.block, NONE), 1);
  }

  /**
   * Starts a switch with a region for each of `cases`; no case falls through. Without a default none of its regions may
   * run.
   */
  beginSwitch(selector: number, cases: readonly IrCase[]): number {
    return this.#begin(this.op(Op.switch, NONE, selector), cases.length, cases);
  }

  #begin(construct: number, regions: number, cases?: readonly IrCase[]): number {
    const first = this.module.owner.length;
    for (let i = 0; i < regions; i++) this.module.addRegion(construct, cases?.[i]);
    this.ops.extra[construct] = first;
    this.region = first;
    return construct;
  }

  /** Back to the region that has the construct, after it. */
  end(construct: number): void {
    this.region = this.ops.region[construct]!;
  }

  /**
   * Result `number` of the construct or call before it. All of its results follow it in order, before anything else.
   */
  result(construct: number, type: IrType, number: number): number {
    return this.opWith(number, Op.result, type, construct);
  }

  /** Leaves a construct that encloses this, with its results. */
  exit(target: number, values: ArrayLike<number> = []): void {
    this.opList(Op.exit, NONE, values, target);
  }

  /**
   * Ends an iteration of a loop, with the parameters of its second region, or of its body if the second one is empty.
   */
  continue(loop: number, values: ArrayLike<number> = []): void {
    this.opList(Op.continue, NONE, values, loop);
  }

  /** Ends the second region of a loop, with the parameters of its body. */
  repeat(loop: number, values: ArrayLike<number> = []): void {
    this.opList(Op.repeat, NONE, values, loop);
  }

  return(values: ArrayLike<number> = []): void {
    this.opList(Op.return, NONE, values);
  }

  unreachable(): void {
    this.op(Op.unreachable, NONE);
  }

  /** Whether the current region has its terminator: what follows cannot run. */
  get isTerminated(): boolean {
    const last = this.module.last[this.region]!;
    return last !== NO_OP && isTerminator(this.ops.code[last]!);
  }
}

/** Whether references are the components of a value in order. */
function isComplete(refs: ArrayLike<Ref>, value: number): boolean {
  for (let i = 0; i < refs.length; i++) if (refs[i] !== refOf(value, i)) return false;
  return true;
}
