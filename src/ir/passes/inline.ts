/**
 * Inlines functions: each call becomes a block whose exits are the returns. A function that would make the module too
 * large or too deep stays a function.
 */
import { MAX_INLINED_OPS, MAX_IR_NESTING } from '../../base/limits.ts';
import { type IrModule, parametersOf, resultsOf } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { isConstruct, OP_ROWS, Op } from '../ops.ts';
import { NONE } from '../types.ts';
import { dropRegion, walkRegion } from './walk.ts';

export function inlineFunctions(module: IrModule): boolean {
  if (module.functions.every(({ kind }) => kind !== 'subroutine')) return false;
  new Inliner(module).run();
  return true;
}

class Inliner {
  readonly #module: IrModule;
  /** Operations and levels of each function, after the calls in it were inlined; undefined before. */
  readonly #sizes: ({ readonly ops: number; readonly depth: number } | undefined)[] = [];

  /** Operations that may still be copied: functions that call each other twice would make exponentially many. */
  #left = MAX_INLINED_OPS;

  constructor(module: IrModule) {
    this.#module = module;
  }

  run(): void {
    for (const number of this.#module.functions.keys()) this.#function(number);
    this.#removeUncalled();
  }

  /** Inlines the calls of a function, after those of the functions that it calls: programs have no recursion. */
  #function(number: number): { readonly ops: number; readonly depth: number } {
    const known = this.#sizes[number];
    if (known !== undefined) return known;
    this.#sizes[number] = { ops: 0, depth: 0 };
    const { region } = this.#module.functions[number]!;
    const { ops } = this.#module;
    const calls: { op: number; depth: number }[] = [];
    let size = 0;
    let deepest = 0;
    this.#measure(region, 0, (op, depth) => {
      size++;
      deepest = Math.max(deepest, depth);
      if (ops.code[op] === Op.call) calls.push({ op, depth });
    });
    for (const { op, depth } of calls) {
      const callee = this.#function(ops.extra[op]!);
      if (callee.ops > this.#left || size + callee.ops > MAX_INLINED_OPS || depth + callee.depth + 1 >= MAX_IR_NESTING)
        continue;
      size += callee.ops + 1;
      this.#left -= callee.ops;
      deepest = Math.max(deepest, depth + callee.depth + 1);
      this.#inline(op);
    }
    const measured = { ops: size, depth: deepest };
    this.#sizes[number] = measured;
    return measured;
  }

  #measure(region: number, depth: number, visit: (op: number, depth: number) => void): void {
    const module = this.#module;
    const { ops, first } = module;
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      visit(op, depth);
      if (!isConstruct(ops.code[op]!)) continue;
      const count = module.regionCount(op);
      for (let i = 0; i < count; i++) this.#measure(ops.extra[op]! + i, depth + 1, visit);
    }
  }

  /** Replaces a call by a block with a copy of the function; the results of the call become those of the block. */
  #inline(call: number): void {
    const module = this.#module;
    const { ops } = module;
    const { region } = module.functions[ops.extra[call]!]!;
    const block = ops.add(Op.block, NONE, 0, 0, 0, 0, 0);
    ops.at[block] = ops.at[call]!;
    module.insertBefore(call, block);
    const body = module.addRegion(block);
    ops.extra[block] = body;
    const copies = new Map<number, number>();
    for (const [i, parameter] of parametersOf(module, region).entries()) copies.set(parameter, ops.operand(call, i));
    for (const result of resultsOf(module, call)) ops.a[result] = block;
    module.remove(call);
    this.#copyRegion(region, body, block, copies, true);
  }

  #copyRegion(from: number, to: number, block: number, copies: Map<number, number>, isFunction = false): void {
    const { ops, first } = this.#module;
    for (let op = first[from]!; op !== NO_OP; op = ops.next[op]!) {
      if (isFunction && ops.code[op] === Op.param) continue;
      this.#copy(op, to, block, copies);
    }
  }

  #copy(op: number, to: number, block: number, copies: Map<number, number>): void {
    const module = this.#module;
    const { ops } = module;
    const code = ops.code[op]!;
    const rule = OP_ROWS[code]!.operands;
    const operands = ops.operands(op).map((operand) => {
      if (rule === 'bits') return operand;
      if (rule === 'refs') return ((copies.get(operand >> 2) ?? operand >> 2) << 2) | (operand & 3);
      return copies.get(operand) ?? operand;
    });
    const extra = ops.extra[op]!;
    const copy = ops.addList(code === Op.return ? Op.exit : code, ops.type[op]!, operands, extra);
    ops.at[copy] = ops.at[op]!;
    ops.flags[copy] = ops.flags[op]!;
    copies.set(op, copy);
    module.append(to, copy);
    if (code === Op.return) ops.extra[copy] = block;
    else if (OP_ROWS[code]!.attribute === 'target') ops.extra[copy] = copies.get(extra)!;
    if (isConstruct(code)) this.#copyRegions(op, copy, block, copies);
  }

  #copyRegions(op: number, copy: number, block: number, copies: Map<number, number>): void {
    const module = this.#module;
    const start = module.ops.extra[op]!;
    const count = module.regionCount(op);
    const first = module.owner.length;
    for (let i = 0; i < count; i++) module.addRegion(copy, module.cases[start + i]);
    module.ops.extra[copy] = first;
    for (let i = 0; i < count; i++) this.#copyRegion(start + i, first + i, block, copies);
  }

  /** Removes functions that nothing calls any more, and numbers the others again. */
  #removeUncalled(): void {
    const { ops, functions } = this.#module;
    const calls: number[] = [];
    for (const { region } of functions)
      walkRegion(this.#module, region, (op) => {
        if (ops.code[op] === Op.call) calls.push(op);
      });
    const called = new Set(calls.map((op) => ops.extra[op]!));
    const remaining = functions.filter(({ kind }, number) => kind !== 'subroutine' || called.has(number));
    const numbers = new Map(remaining.map((one, number) => [one, number]));
    for (const op of calls) ops.extra[op] = numbers.get(functions[ops.extra[op]!]!) ?? 0;
    for (const one of functions) if (!numbers.has(one)) dropRegion(this.#module, one.region);
    functions.splice(0, functions.length, ...remaining);
  }
}
