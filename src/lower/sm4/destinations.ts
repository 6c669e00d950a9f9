/** Results of instructions: they change what registers hold, or write outputs and arrays. */

import { NONE, Op, type Ref, refOf } from '../../ir/index.ts';
import type { Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { FIRST_OF_MASK, runFrom, WIDTH_OF_MASK } from '../lowering.ts';
import { DX5103, DX5104 } from '../messages.ts';
import { registerText, type Sm4Lowering } from './lowering.ts';
import { arrayOf, indexOf, joined, listOf, offsetIndex } from './sources.ts';

const TYPES = SM4_OPERAND_TYPES;
const OUTPUTS: ReadonlySet<number> = /* @__PURE__ */ new Set(
  [
    TYPES.output,
    TYPES.outputDepth,
    TYPES.outputDepthGreaterEqual,
    TYPES.outputDepthLessEqual,
    TYPES.outputCoverageMask,
    TYPES.outputStencilRef,
  ].map(({ code }) => code),
);

/** The index of a destination is a number. */
const FIXED = -1;

const refs = new Int32Array(4);

/** Writes a value, whose components are those of the mask in order, to destination operand `i`. */
export function store(l: Sm4Lowering, i: number, value: number): void {
  for (let c = 0; c < 4; c++) refs[c] = refOf(value, c);
  storeRefs(l, i, refs);
}

/** Writes the first component of a value to all components of a destination. */
export function replicate(l: Sm4Lowering, i: number, value: number): void {
  refs.fill(refOf(value));
  storeRefs(l, i, refs);
}

/** Writes to two destinations: the address of the second does not see the result of the first. */
export function storeBoth(l: Sm4Lowering, first: ArrayLike<Ref>, second: ArrayLike<Ref>): void {
  const firstAddress = addressOf(l, l.cursor.operands[0]!);
  const secondAddress = addressOf(l, l.cursor.operands[1]!);
  storeRefs(l, 0, first, firstAddress);
  storeRefs(l, 1, second, secondAddress);
}

/** Writes references, one for each component of the mask in order, to destination operand `i`. */
export function storeRefs(l: Sm4Lowering, i: number, values: ArrayLike<Ref>, address?: number): void {
  const slot = l.cursor.operands[i]!;
  const { type } = slot;
  if (type === TYPES.null.code) return;
  const mask = l.maskOf(i);
  if (type === TYPES.temp.code) {
    if (slot.indexCount !== 1 || !slot.isRegular || !l.hasRegister(slot.index0)) refuseOperand(l, slot);
    const first = 4 * slot.index0;
    let at = 0;
    for (let c = 0; c < 4; c++) if (mask & (1 << c)) l.registers[first + c] = values[at++]!;
    return;
  }
  if (type === TYPES.indexableTemp.code) storeArray(l, slot, mask, values, address ?? addressOf(l, slot));
  else if (OUTPUTS.has(type)) storeOutput(l, slot, mask, values, address ?? addressOf(l, slot));
  else refuseOperand(l, slot);
}

function refuseOperand(l: Sm4Lowering, slot: Sm4OperandSlot): never {
  return l.refuse(DX5104, { register: registerText(slot) }, slot.at);
}

function addressOf(l: Sm4Lowering, slot: Sm4OperandSlot): number {
  const last = slot.indexCount - 1;
  if (slot.type === TYPES.indexableTemp.code) return indexOf(l, slot, 1);
  if (last < 0 || !OUTPUTS.has(slot.type)) return FIXED;
  // Registers of a range are always written by their index, so that they are one array.
  if (!slot.isRelative(last) && (l.module.outputRanges.length === 0 || findRange(l, slot) < 0)) return FIXED;
  return offsetIndex(l, slot, last, -(l.module.outputRanges[rangeOf(l, slot)]?.register ?? 0));
}

/** The range that a destination with an index is in. */
function rangeOf(l: Sm4Lowering, slot: Sm4OperandSlot): number {
  const range = findRange(l, slot);
  if (range < 0) l.refuse(DX5103, { register: registerText(slot) }, slot.at);
  return range;
}

function storeArray(l: Sm4Lowering, slot: Sm4OperandSlot, mask: number, values: ArrayLike<Ref>, address: number): void {
  const variable = arrayOf(l, slot, mask);
  forEachRun(l, mask, values, (component, value) =>
    l.b.opWith((variable << 2) | component, Op['var.store'], NONE, address, value),
  );
}

function storeOutput(
  l: Sm4Lowering,
  slot: Sm4OperandSlot,
  mask: number,
  values: ArrayLike<Ref>,
  address: number,
): void {
  const { b, declared } = l;
  if (address !== FIXED) {
    const range = rangeOf(l, slot);
    forEachRun(l, mask, values, (component, value) =>
      b.opWith((range << 2) | component, Op['out.at'], NONE, address, value),
    );
    return;
  }
  const kind = declared.kindOf(slot.type, l.phase, false);
  const register = slot.indexCount > 0 ? slot.index(slot.indexCount - 1) >>> 0 : 0;
  // A register may be that of several streams, with other components in each.
  const elements: number[] = [];
  for (let c = 0; c < 4; c++) {
    if ((mask & (1 << c)) === 0) continue;
    const found = declared.outputsOf(slot.type, kind, register, c);
    if (found.length === 0) l.refuse(DX5103, { register: registerText(slot) }, slot.at);
    for (const element of found) if (!elements.includes(element)) elements.push(element);
  }
  for (const element of elements) {
    const part = mask & l.module.outputs[element]!.mask;
    forEachRun(l, part, partOf(values, mask, part), (first, value) =>
      b.opWith((element << 2) | first, Op.out, NONE, value),
    );
  }
}

function partOf(values: ArrayLike<Ref>, mask: number, part: number): ArrayLike<Ref> {
  if (part === mask) return values;
  const refs: Ref[] = [];
  let at = 0;
  for (let c = 0; c < 4; c++) {
    if ((mask & (1 << c)) === 0) continue;
    if (part & (1 << c)) refs.push(values[at]!);
    at++;
  }
  return refs;
}

/** Calls `write` with the value of each sequence of components without a gap. */
export function forEachRun(
  l: Sm4Lowering,
  mask: number,
  values: ArrayLike<Ref>,
  write: (component: number, value: number) => void,
): void {
  let left = mask;
  let at = 0;
  while (left !== 0) {
    const first = FIRST_OF_MASK[left]!;
    const run = runFrom(left, first);
    const width = WIDTH_OF_MASK[run]!;
    const list = listOf(width);
    for (let c = 0; c < width; c++) list[c] = values[at++]!;
    write(first, joined(l, list));
    left &= ~run;
  }
}

function findRange(l: Sm4Lowering, slot: Sm4OperandSlot): number {
  const kind = l.declared.kindOf(slot.type, l.phase, false);
  return l.declared.rangeOf(kind, slot.index(slot.indexCount - 1) >>> 0, false, l.cursor.position);
}
