/**
 * Makes what class instances say constant, where an application's instances are known: calls of interfaces have one
 * target then.
 */
import type { IrModule } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { OP_ROWS, Op } from '../ops.ts';
import { BOOL, U32 } from '../types.ts';
import { builderBefore, Replacements, walkModule } from './walk.ts';

/** Function table, constant buffer, offset, texture and sampler of the instance at an interface pointer. */
export type IrInstances = ReadonlyMap<number, readonly [number, number, number, number, number]>;

/** Queried parts of an instance, in the order of {@link IrInstances}. */
const PARTS: readonly number[] = [
  Op['instance.table'],
  Op['instance.constants'],
  Op['instance.offset'],
  Op['instance.texture'],
  Op['instance.sampler'],
];

/** Returns whether there may be something to clean. */
export function specialize(module: IrModule, instances: IrInstances): boolean {
  const { ops } = module;
  // Later models have ranges of registers, which an application binds as such.
  const hasRegisters = module.facts.version[1] === 0;
  const slots = new Set(Array.from(instances.values(), ([, constants]) => constants));
  const replacements = new Replacements(ops);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const part = PARTS.indexOf(ops.code[op]!);
    const isConstants = ops.code[op] === Op['cb.dynamic'];
    if (part >= 0 || isConstants) {
      const value = isConstants ? useSlot(module, op, slots) : partOf(module, op, part, instances);
      if (value === undefined) return;
      replacements.replace(op, value);
      module.remove(op);
    } else if (hasRegisters && OP_ROWS[ops.code[op]!]!.attribute === 'access') useRegisters(module, op);
  });
  replacements.release();
  return true;
}

/** Interface pointers that code uses and whose instances are not known. */
export interface UnknownPointers {
  /** Their numbers, ascending: those of all arrays where only a value says which pointer it is. */
  readonly pointers: readonly number[];
  /** The first operation that asks for one. */
  readonly first: number;
}

/**
 * Finds what {@link specialize} has left; `undefined` if that is nothing.
 *
 * @param isUsed by operation: whether the module has it
 */
export function unknownPointers(
  module: IrModule,
  instances: IrInstances | undefined,
  isUsed: readonly boolean[],
): UnknownPointers | undefined {
  if (!PARTS.some((part) => isUsed[part])) return undefined;
  const { ops, facts } = module;
  const pointers = new Set<number>();
  let first = NO_OP;
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP || !PARTS.includes(ops.code[op]!)) continue;
    if (first === NO_OP || ops.at[op]! < ops.at[first]!) first = op;
    const used = pointersOf(module, ops.a[op]!);
    for (const pointer of used.length > 0 ? used : (facts.pointerArrays ?? []).flatMap(numbersOf))
      if (instances?.has(pointer) !== true) pointers.add(pointer);
  }
  return first === NO_OP ? undefined : { first, pointers: [...pointers].sort((a, b) => a - b) };
}

/** The pointers that a value may be: one, or all of an array; none if it is not known. */
function pointersOf(module: IrModule, value: number): number[] {
  const number = numberOf(module, value);
  return number === undefined ? arrayOf(module, value) : [number];
}

/**
 * Returns the value of `op`; for a pointer that is chosen at run time, only if all instances of its array are known.
 */
function partOf(module: IrModule, op: number, part: number, instances: IrInstances): number | undefined {
  const pointer = module.ops.a[op]!;
  const all = pointersOf(module, pointer);
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
  return array === undefined ? [] : numbersOf(array);
}

function numbersOf([first, count]: readonly [number, number]): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}

/** Sums in a pointer: an immediate number is added to a register, and the first pointer of the array to that. */
const MAX_SUMS = 2;

/**
 * The number that a pointer is: a constant, or a sum of constants. @param sums how many sums may be inside each other
 */
function numberOf(module: IrModule, value: number, sums = MAX_SUMS): number | undefined {
  const { ops } = module;
  if (ops.code[value] === Op.const) return ops.a[value]!;
  if (ops.code[value] !== Op['i.add'] || sums === 0) return undefined;
  const a = numberOf(module, ops.operand(value, 0), sums - 1);
  const b = a === undefined ? undefined : numberOf(module, ops.operand(value, 1), sums - 1);
  return a === undefined || b === undefined ? undefined : (a + b) >>> 0;
}

/**
 * Returns the read of `op` from the constant buffer whose slot is its first operand: from the buffer at a known slot,
 * else from a selection of `slots`; undefined if the shader declares none of them.
 */
function useSlot(module: IrModule, op: number, slots: ReadonlySet<number>): number | undefined {
  const { ops, bindings } = module;
  const slot = ops.a[op]!;
  const isKnown = ops.code[slot] === Op.const;
  const b = builderBefore(module, op);
  const type = ops.type[op]!;
  let value: number | undefined;
  for (const [number, { kind, register }] of bindings.entries()) {
    if (kind !== 'constants' || (isKnown ? register !== ops.a[slot] : !slots.has(register))) continue;
    const row = b.opWith((number << 2) | (ops.extra[op]! & 3), Op['cb.load'], type, ops.b[op]!);
    value =
      value === undefined
        ? row
        : b.op(Op.select, type, b.op(Op['i.eq'], BOOL, slot, b.constant(U32, register)), row, value);
  }
  return value;
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
