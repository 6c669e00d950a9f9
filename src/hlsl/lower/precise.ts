/**
 * `precise`: all that computes a value of a precise variable is done as the source says, and nothing is joined or left
 * out (source: oracle). That goes for all that the value depends on, conditions of branches among it.
 */
import { appendTo } from '../../base/collections.ts';
import { type IrModule, parametersOf, resultsOf } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { Op, OpFlag } from '../../ir/ops.ts';
import { OP_FACTS, OpFact, valuesOf } from '../../ir/passes/op-facts.ts';
import { allMembers, type HlslType, scalarsOf } from '../types/types.ts';

/** The scalars of a type that are in precise members, by number. */
export function preciseMembers(type: HlslType): number[] {
  const found: number[] = [];
  if (type.kind === 'array') {
    const inside = preciseMembers(type.element);
    const count = inside.length === 0 ? 0 : scalarsOf(type.element).length;
    for (let i = 0; i < type.length && count > 0; i++) for (const scalar of inside) found.push(i * count + scalar);
  } else if (type.kind === 'struct') {
    let first = 0;
    for (const { type: member, modifiers } of allMembers(type)) {
      const count = scalarsOf(member).length;
      const inside = modifiers.includes('precise')
        ? Array.from({ length: count }, (_, i) => i)
        : preciseMembers(member);
      for (const scalar of inside) found.push(first + scalar);
      first += count;
    }
  }
  return found;
}

/** Marks the operations that values depend on as precise. */
export function markPrecise(module: IrModule, values: readonly number[]): void {
  if (values.length > 0) new PreciseOperations(module).mark(values);
}

class PreciseOperations {
  /** Jumps by the construct that they end or repeat; stores by variable. */
  readonly #jumps = new Map<number, number[]>();
  readonly #stores = new Map<number, number[]>();
  readonly #seen: Uint8Array;
  readonly #pending: number[] = [];

  constructor(private readonly module: IrModule) {
    const { ops } = module;
    this.#seen = new Uint8Array(ops.count);
    for (let op = 0; op < ops.count; op++) {
      if (ops.region[op] === NO_OP) continue;
      if ((OP_FACTS[ops.code[op]!]! & OpFact.jump) !== 0) appendTo(this.#jumps, ops.extra[op]!, op);
      else if (ops.code[op] === Op['var.store']) appendTo(this.#stores, ops.extra[op]! >> 2, op);
    }
  }

  mark(values: readonly number[]): void {
    const { ops } = this.module;
    for (const value of values) this.#need(value);
    for (let op = this.#pending.pop(); op !== undefined; op = this.#pending.pop()) {
      const code = ops.code[op]!;
      if (code === Op.result) this.#carried(ops.a[op]!, resultsOf(this.module, ops.a[op]!).indexOf(op));
      else if (code === Op.param) this.#parameter(op);
      else {
        ops.flags[op]! |= OpFlag.precise;
        for (const value of valuesOf(ops, op)) this.#need(value);
        if (code === Op['var.load']) for (const store of this.#stores.get(ops.extra[op]! >> 2) ?? []) this.#need(store);
      }
    }
  }

  #need(op: number): void {
    if (op < 0 || this.#seen[op] === 1) return;
    this.#seen[op] = 1;
    if (this.module.ops.arity[op]! > 0 || this.module.ops.code[op] === Op.param) this.#pending.push(op);
  }

  #parameter(op: number): void {
    const region = this.module.ops.region[op]!;
    this.#carried(this.module.owner[region]!, parametersOf(this.module, region).indexOf(op));
  }

  /** Value `i` that a construct begins with, that jumps give it, and the conditions on which they do. */
  #carried(construct: number, i: number): void {
    const { ops } = this.module;
    if (construct < 0) return;
    if (ops.code[construct] !== Op.loop) this.#condition(construct);
    else if (i < ops.arity[construct]!) this.#need(ops.operand(construct, i));
    for (const jump of this.#jumps.get(construct) ?? []) {
      if (i < ops.arity[jump]!) this.#need(ops.operand(jump, i));
      let owner = this.module.owner[ops.region[jump]!]!;
      for (; owner >= 0 && owner !== construct; owner = this.module.owner[ops.region[owner]!]!) this.#condition(owner);
    }
  }

  #condition(construct: number): void {
    const { ops } = this.module;
    if (ops.code[construct] !== Op.loop && ops.arity[construct]! > 0) this.#need(ops.operand(construct, 0));
  }
}
