/**
 * Gives words without a type one: values that are tied to each other by picks, selects and what constructs carry are a web, and a web is
 * float, signed or unsigned by how its values are made and used. Casts are where types meet.
 *
 * A web that is used as floats only is f32, as signed numbers only i32, else u32: some targets flush subnormal floats that they only move, so what may be
 * an integer must not be a float.
 */
import { continueRegion, parametersOf, resultsOf } from '../carried.ts';
import type { IrModule } from '../module.ts';
import type { OpStore } from '../op-store.ts';
import { Op } from '../ops.ts';
import { OP_RULES } from '../type-rules.ts';
import { Kind, kindOf, withKind } from '../types.ts';
import { walkModule } from './walk.ts';

export function typeWebs(module: IrModule): void {
  new Webs(module).run();
}

class Webs {
  readonly #module: IrModule;
  readonly #ops: OpStore;
  /** Trees of values that are tied. */
  readonly #parents: Int32Array;
  /** Votes of each web for f32, i32 and u32. */
  readonly #votes: readonly [Uint32Array, Uint32Array, Uint32Array];

  constructor(module: IrModule) {
    this.#module = module;
    this.#ops = module.ops;
    const { count } = module.ops;
    this.#parents = Int32Array.from({ length: count }, (_, i) => i);
    this.#votes = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  }

  run(): void {
    const { ops } = this.#module;
    walkModule(this.#module, (op) => this.#tieOperation(op));
    walkModule(this.#module, (op) => this.#vote(op));
    this.#functionResults();
    walkModule(this.#module, (op) => {
      const type = ops.type[op]!;
      if (kindOf(type) === Kind.b32) ops.type[op] = withKind(type, this.#kindOf(op));
    });
  }

  #find(value: number): number {
    const parents = this.#parents;
    let root = value;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  }

  #isUntyped(value: number): boolean {
    return kindOf(this.#ops.type[value]!) === Kind.b32;
  }

  #tie(a: number, b: number): void {
    if (!this.#isUntyped(a) || !this.#isUntyped(b)) return;
    const [x, y] = [this.#find(a), this.#find(b)];
    // The smaller number is the root, so that results do not depend on the order of ties.
    if (x !== y) this.#parents[Math.max(x, y)] = Math.min(x, y);
  }

  /** Ties the operands of `op`, from number `from` on, to `values`. */
  #tieAll(op: number, values: readonly number[], from = 0): void {
    for (const [i, value] of values.entries()) this.#tie(this.#ops.operand(op, from + i), value);
  }

  #tieOperation(op: number): void {
    const ops = this.#ops;
    const module = this.#module;
    const code = ops.code[op]!;
    if (code === Op.pick) for (let i = 0; i < ops.arity[op]!; i++) this.#tie(op, ops.operand(op, i) >> 2);
    else if (code === Op.loop) this.#tieAll(op, parametersOf(module, ops.extra[op]!));
    else if (code === Op.exit) this.#tieAll(op, resultsOf(module, ops.extra[op]!));
    else if (code === Op.continue) this.#tieAll(op, parametersOf(module, continueRegion(module, ops.extra[op]!)));
    else if (code === Op.repeat) this.#tieAll(op, parametersOf(module, ops.extra[ops.extra[op]!]!));
    else if (code === Op.call) this.#tieAll(op, parametersOf(module, module.functions[ops.extra[op]!]!.region));
    else this.#tieSame(op, code);
  }

  /** Operands that must have the type of the result. */
  #tieSame(op: number, code: number): void {
    const { operands } = OP_RULES[code]!;
    for (const [i, rule] of operands.entries())
      if (rule.same === 'result' && i < this.#ops.arity[op]!) this.#tie(op, this.#ops.operand(op, i));
  }

  /** A cast from a type votes twice for it, a cast to it once. */
  #vote(op: number): void {
    const { code, a, type, extra } = this.#ops;
    if (code[op] === Op.bitcast) {
      const from = a[op]!;
      if (this.#isUntyped(op)) this.#votesFor(kindOf(type[from]!))[this.#find(op)]! += 2;
      if (this.#isUntyped(from)) this.#votesFor(kindOf(type[op]!))[this.#find(from)]! += 1;
    } else if (code[op] === Op.out && this.#isUntyped(a[op]!)) {
      const declared = this.#module.outputs[extra[op]! >> 2]?.type ?? 'f32';
      this.#votesFor(Kind[declared])[this.#find(a[op]!)]! += 1;
    }
  }

  #votesFor(kind: number): Uint32Array {
    const [float, signed, unsigned] = this.#votes;
    return kind === Kind.f32 ? float : kind === Kind.i32 ? signed : unsigned;
  }

  #kindOf(value: number): number {
    const root = this.#find(value);
    const [float, signed, unsigned] = this.#votes.map((votes) => votes[root]!) as [number, number, number];
    if (float > 0 && signed + unsigned === 0) return Kind.f32;
    return signed > 0 && float + unsigned === 0 ? Kind.i32 : Kind.u32;
  }

  /** Results of functions that are left have one type for all calls and returns: unsigned words. */
  #functionResults(): void {
    const { functions, ops } = this.#module;
    for (const [number, one] of functions.entries()) {
      if (!one.results.some((type) => kindOf(type) === Kind.b32)) continue;
      functions[number] = {
        ...one,
        results: one.results.map((type) => (kindOf(type) === Kind.b32 ? withKind(type, Kind.u32) : type)),
      };
    }
    walkModule(this.#module, (op) => {
      const isReturn = ops.code[op] === Op.return;
      const isResult = ops.code[op] === Op.result && ops.code[ops.a[op]!] === Op.call;
      const values = isReturn ? ops.operands(op) : isResult ? [op] : [];
      for (const value of values)
        if (this.#isUntyped(value)) {
          const root = this.#find(value);
          this.#votesFor(Kind.u32)[root]! += 1;
          this.#votesFor(Kind.f32)[root]! += 1;
        }
    });
  }
}
