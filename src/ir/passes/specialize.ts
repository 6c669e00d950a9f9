/** Makes what class instances say constant, where an application's instances are known: calls of interfaces have one target then. */
import type { IrModule } from '../module.ts';
import { type IrOpName, Op } from '../ops.ts';
import { U32 } from '../types.ts';
import { builderBefore, Replacements, walkModule } from './walk.ts';

/** Function table, constant buffer, offset, texture and sampler of the instance at an interface pointer. */
export type IrInstances = ReadonlyMap<number, readonly [number, number, number, number, number]>;

const PARTS: readonly IrOpName[] = [
  'instance.table',
  'instance.constants',
  'instance.offset',
  'instance.texture',
  'instance.sampler',
];

/** Returns whether there may be something to clean. */
export function specialize(module: IrModule, instances: IrInstances): boolean {
  const { ops } = module;
  const parts = PARTS.map((name) => Op[name]);
  const replacements = new Replacements(ops.count);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const part = parts.indexOf(ops.code[op]!);
    const pointer = part < 0 ? undefined : numberOf(module, ops.a[op]!);
    if (part >= 0) {
      const instance = pointer === undefined ? undefined : instances.get(pointer);
      if (instance === undefined) return;
      replacements.replace(op, builderBefore(module, op).constant(U32, instance[part]!));
      module.remove(op);
    } else if (ops.code[op] === Op['cb.dynamic']) useSlot(module, op);
  });
  replacements.release();
  return true;
}

/** Sums in a pointer: an immediate number is added to a register, and the first pointer of the array to that. */
const MAX_SUMS = 2;

/** The number that a pointer is: a constant, or a sum of constants. @param sums how many sums may be inside each other */
function numberOf(module: IrModule, value: number, sums = MAX_SUMS): number | undefined {
  const { ops } = module;
  if (ops.code[value] === Op.const) return ops.a[value]!;
  if (ops.code[value] !== Op['i.add'] || sums === 0) return undefined;
  const a = numberOf(module, ops.operand(value, 0), sums - 1);
  const b = a === undefined ? undefined : numberOf(module, ops.operand(value, 1), sums - 1);
  return a === undefined || b === undefined ? undefined : (a + b) >>> 0;
}

/** Reads a constant buffer whose slot is known by its binding. */
function useSlot({ ops, bindings }: IrModule, op: number): void {
  const slot = ops.a[op]!;
  if (ops.code[slot] !== Op.const) return;
  const isSlot = ({ kind, register }: { kind: string; register: number }) =>
    kind === 'constants' && register === ops.a[slot];
  const binding = bindings.findIndex(isSlot);
  if (binding < 0) return;
  ops.code[op] = Op['cb.load'];
  ops.extra[op] = (binding << 2) | (ops.extra[op]! & 3);
  ops.setOperands(op, [ops.b[op]!]);
}
