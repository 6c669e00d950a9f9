/**
 * A number for what a module is: while passes leave it, they changed nothing. It is no text, and so not the same for
 * modules that print alike.
 */
import type { IrModule } from '../../src/ir/index.ts';
import { walkModule } from '../../src/ir/passes/walk.ts';

/** A fingerprint of 32 bits (FNV-1a) of all operations in their order, with their operands and attributes. */
export function moduleFingerprint(module: IrModule): number {
  const { ops, functions, variables, accesses } = module;
  let hash = 0x811c_9dc5;
  const add = (word: number) => {
    hash = Math.imul(hash ^ word, 0x0100_0193);
    hash ^= hash >>> 15;
  };
  for (const { length } of [functions, variables, accesses]) add(length);
  walkModule(module, (op) => {
    for (const word of [op, ops.code[op]!, ops.type[op]!, ops.flags[op]!, ops.extra[op]!, ops.region[op]!]) add(word);
    const arity = ops.arity[op]!;
    add(arity);
    for (let i = 0; i < arity; i++) add(ops.operand(op, i));
  });
  return hash >>> 0;
}
