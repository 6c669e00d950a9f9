/** The type of rules, and code that several of them write. */
import type { IrOpName } from '../../../ir/index.ts';
import type { WasmContext } from '../context.ts';
import type { WasmOp } from '../opcodes.ts';
import type { RoutineName } from '../routines.ts';
import { slotsOf } from '../value-facts.ts';

/** Writes the code of an operation. */
export type WasmRule = (w: WasmContext, op: number) => void;

export type WasmRules<Name extends IrOpName> = Readonly<Record<Name, WasmRule>>;

/** Computes each component that is used: `write` leaves it on the stack. */
export function each(write: (w: WasmContext, op: number, slot: number) => void, mayBeNan = false): WasmRule {
  return (w, op) => {
    const slots = slotsOf(w.module.ops.type[op]!);
    for (let slot = 0; slot < slots; slot++) {
      if (!w.needs(op, slot)) continue;
      write(w, op, slot);
      w.define(op, slot, mayBeNan);
    }
  };
}

/** The component of an operand that belongs to a component of the result: scalars belong to all. */
export function operandSlot(w: WasmContext, value: number, slot: number): number {
  return Math.min(slot, slotsOf(w.module.ops.type[value]!) - 1);
}

/** Puts a component of operand `i` on the stack. */
export function operand(w: WasmContext, op: number, i: number, slot: number): void {
  const value = w.module.ops.operand(op, i);
  w.get(value, operandSlot(w, value, slot));
}

/** An operation with words as operands: each is read, then the instructions follow. */
export function words(count: number, ...instructions: readonly WasmOp[]): WasmRule {
  return each((w, op, slot) => {
    for (let i = 0; i < count; i++) operand(w, op, i, slot);
    w.op(...instructions);
  });
}

/** An operation that is a function of the module. */
export function routine(name: RoutineName, count: number): WasmRule {
  return each((w, op, slot) => {
    for (let i = 0; i < count; i++) operand(w, op, i, slot);
    w.callRoutine(name);
  });
}

/** The host computes what is rare. */
export const compute: WasmRule = (w, op) => {
  if (w.facts.isUsed(op)) w.compute(op);
};
