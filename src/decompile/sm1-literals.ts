/**
 * The order of operations with literals in models 1 to 3. The compiler gives literals their registers in the order of
 * the source, and sorts instructions afterwards. So the operations of a text have the order of their literals'
 * registers, where the program has another one.
 */
import { type IrModule, isConstruct, NO_OP, OP_ROWS, Op } from '../ir/index.ts';
import { valuesOf } from '../ir/passes/op-facts.ts';
import type { Sm1DefinedConstant } from '../isa/sm1/declarations.ts';

const SIGN = 0x8000_0000;

/** Brings the operations of each region into the order of the literals that they read. */
export function orderLiterals(module: IrModule, constants: readonly Sm1DefinedConstant[]): void {
  const slots = slotsOf(constants);
  if (slots.size < 2) return;
  for (let region = 0; region < module.first.length; region++) {
    let block: number[] = [];
    const end = () => {
      orderBlock(module, block, slots);
      block = [];
    };
    for (let op = module.first[region]!; op !== NO_OP; op = module.ops.next[op]!) {
      if (isBarrier(module, op)) end();
      else block.push(op);
    }
    end();
  }
}

/** The first component of a register that has each number, by its bits; zeros fill what literals leave. */
function slotsOf(constants: readonly Sm1DefinedConstant[]): Map<number, number> {
  const slots = new Map<number, number>();
  const floats = constants.filter(({ role }) => role === 'float');
  for (const { number, values } of [...floats].sort((a, b) => a.number - b.number))
    for (const [component, word] of values.entries())
      if ((word & ~SIGN) !== 0 && !slots.has(word | 0)) slots.set(word | 0, 4 * number + component);
  return slots;
}

/** Whether an operation stays where it is, and others on their side of it. */
function isBarrier({ ops }: IrModule, op: number): boolean {
  const code = ops.code[op]!;
  if (code === Op.out) return false;
  const { effect } = OP_ROWS[code]!;
  return isConstruct(code) || code === Op.param || code === Op.result || effect === 'writes' || effect === 'control';
}

/** Delays the operations of a block whose literals have a later register than others that are still to come. */
function orderBlock(module: IrModule, block: readonly number[], slots: ReadonlyMap<number, number>): void {
  const ranks = block.map((op) => rankOf(module, op, slots));
  const order = [...new Set(ranks.filter((rank) => rank >= 0))];
  if (order.every((rank, i) => i === 0 || order[i - 1]! < rank)) return;
  order.sort((a, b) => a - b);
  const positions = new Map(block.map((op, i) => [op, i]));
  const isDone = new Uint8Array(block.length);
  const sorted: number[] = [];
  /** How many of the literals have their registers. */
  let known = 0;
  const isReady = (i: number): boolean => {
    let isComplete = true;
    for (const value of valuesOf(module.ops, block[i]!)) {
      const at = positions.get(value);
      if (at !== undefined && isDone[at] === 0) isComplete = false;
    }
    return isComplete && (known === order.length || ranks[i]! <= order[known]!);
  };
  let waiting = block.map((_, i) => i);
  for (let before = -1; before !== waiting.length; ) {
    before = waiting.length;
    const left: number[] = [];
    for (const i of waiting) {
      if (!isReady(i)) {
        left.push(i);
        continue;
      }
      isDone[i] = 1;
      sorted.push(block[i]!);
      if (ranks[i] === order[known]) known++;
    }
    waiting = left;
  }
  // No order of the operations has all literals in the order of their registers.
  if (waiting.length > 0) return;
  const next = module.ops.next[block.at(-1)!]!;
  const region = module.ops.region[block[0]!]!;
  for (const op of block) module.remove(op);
  for (const op of sorted)
    if (next === NO_OP) module.append(region, op);
    else module.insertBefore(next, op);
}

/** The last register component that the literals of an operation need; -1 without literals. */
function rankOf(module: IrModule, op: number, slots: ReadonlyMap<number, number>): number {
  const { ops } = module;
  let rank = -1;
  const see = (word: number) => {
    rank = Math.max(rank, slots.get(word | 0) ?? slots.get((word ^ SIGN) | 0) ?? -1);
  };
  if (ops.code[op] === Op.const) return rank;
  const { operands } = OP_ROWS[ops.code[op]!]!;
  if (operands === 'bits' || operands === 'owner') return rank;
  for (let i = 0; i < ops.arity[op]!; i++) {
    const operand = ops.operand(op, i);
    const value = operands === 'refs' ? operand >> 2 : operand;
    if (ops.code[value] !== Op.const) continue;
    if (operands === 'refs') see(ops.operand(value, operand & 3));
    else for (let c = 0; c < ops.arity[value]!; c++) see(ops.operand(value, c));
  }
  return rank;
}
