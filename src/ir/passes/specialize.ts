/** Makes what class instances say constant, where an application's instances are known: calls of interfaces have one target then. */
import type { IrModule } from '../module.ts';
import { type IrOpName, OP_ROWS, Op } from '../ops.ts';
import { BOOL, U32 } from '../types.ts';
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
  // Later models have ranges of registers, which an application binds as such.
  const hasRegisters = module.facts.version[1] === 0;
  const replacements = new Replacements(ops.count);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const part = parts.indexOf(ops.code[op]!);
    if (part >= 0) {
      const value = partOf(module, op, part, instances);
      if (value === undefined) return;
      replacements.replace(op, value);
      module.remove(op);
    } else if (ops.code[op] === Op['cb.dynamic']) useSlot(module, op);
    else if (hasRegisters && OP_ROWS[ops.code[op]!]!.attribute === 'access') useRegisters(module, op);
  });
  replacements.release();
  return true;
}

/** What `op` gives; of a pointer that is chosen at run time, if all of its array are known. */
function partOf(module: IrModule, op: number, part: number, instances: IrInstances): number | undefined {
  const pointer = module.ops.a[op]!;
  const number = numberOf(module, pointer);
  const all = number === undefined ? arrayOf(module, pointer) : [number];
  if (all.length === 0 || !all.every((one) => instances.has(one))) return undefined;
  const values = all.map((one) => instances.get(one)![part]!);
  const b = builderBefore(module, op);
  let value = b.constant(U32, values[0]!);
  for (const [i, one] of values.entries()) {
    if (one === values[0]) continue;
    const isPointer = b.op(Op['i.eq'], BOOL, pointer, b.constant(U32, all[i]!));
    value = b.op(Op.select, U32, isPointer, b.constant(U32, one), value);
  }
  return value;
}

/** The numbers of the array that a pointer is in, which is a value and a constant; none if it is not known. */
function arrayOf({ ops, facts }: IrModule, pointer: number): number[] {
  const constant = ops.code[pointer] === Op['i.add'] ? ops.operand(pointer, 1) : -1;
  const number = constant >= 0 && ops.code[constant] === Op.const ? ops.a[constant]! : -1;
  const array = facts.pointerArrays?.find(([first, count]) => number >= first && number < first + count);
  return array === undefined ? [] : Array.from({ length: array[1] }, (_, i) => array[0] + i);
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

/** Reads the registers of a view and of its sampler whose numbers are known, instead of one among all. */
function useRegisters(module: IrModule, op: number): void {
  const { ops, accesses } = module;
  const access = accesses[ops.extra[op]!]!;
  const operands = ops.operands(op);
  // The number of the sampler is the last operand, after that of the view.
  const sampler = access.isSamplerIndexed ? registerOf(module, access.sampler, operands.at(-1)!) : -1;
  const ofSampler = access.isSamplerIndexed && sampler < 0 ? operands.slice(-1) : [];
  if (access.isSamplerIndexed) operands.pop();
  const view = access.isIndexed ? registerOf(module, access.binding, operands.at(-1)!) : -1;
  if (view >= 0) operands.pop();
  if (view < 0 && sampler < 0) return;
  ops.extra[op] = module.accessNumber({
    ...access,
    binding: view < 0 ? access.binding : view,
    sampler: sampler < 0 ? access.sampler : sampler,
    isIndexed: access.isIndexed && view < 0,
    isSamplerIndexed: ofSampler.length > 0,
  });
  ops.setOperands(op, [...operands, ...ofSampler]);
}

/** The binding of one register of a binding; -1 where its number is not known. */
function registerOf(module: IrModule, binding: number, value: number): number {
  const { bindings } = module;
  const all = bindings[binding]!;
  const number = numberOf(module, value);
  if (number === undefined || number >= all.count) return -1;
  const register = all.register + number;
  const known = bindings.findIndex(
    (one) => one.kind === all.kind && one.register === register && one.count === 1 && one.dimension === all.dimension,
  );
  return known >= 0 ? known : bindings.push({ ...all, register, count: 1 }) - 1;
}
