/**
 * Switches that have one region, which every value of the selector leads to: Microsoft's compiler leaves out the
 * statements of such a switch, so the text has them without it. Programs have one where the compiler found other cases
 * to be empty.
 */
import { forEachOp } from '../emit/common/resource-uses.ts';
import { sourceOf } from '../emit/hlsl/indices.ts';
import { type IrModule, Op } from '../ir/index.ts';

/** Makes blocks of switches with a default region only; calls of methods, which are switches as well, stay. */
export function openSoleCases(module: IrModule): void {
  const { ops, cases } = module;
  const switches: number[] = [];
  forEachOp(module, (op) => {
    if (ops.code[op] !== Op.switch || ops.arity[op] !== 1 || module.regionCount(op) !== 1) return;
    const selector = sourceOf(module, ops.operand(op, 0), 0).value;
    if (cases[ops.extra[op]!]?.isDefault === true && ops.code[selector] !== Op['instance.table']) switches.push(op);
  });
  for (const op of switches) {
    cases[ops.extra[op]!] = undefined;
    ops.code[op] = Op.block;
    ops.setOperands(op, []);
  }
}
