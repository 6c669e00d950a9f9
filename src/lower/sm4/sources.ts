/** Sources of instructions as values: registers, literals and memory with swizzles, indices and modifiers. */

import { Kind, kindOf, Op, type Ref, refOf, typeOf } from '../../ir/index.ts';
import { FULL_MASK, swizzleComponent } from '../../isa/components.ts';
import { isAbsolute, isNegated, type Sm4OperandSlot, sourceSwizzle } from '../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { FIRST_OF_MASK, scalarOfRef, WIDTH_OF_MASK } from '../lowering.ts';
import { DX5103, DX5104 } from '../messages.ts';
import { inputRefs } from './inputs.ts';
import { registerText, type Sm4Lowering } from './lowering.ts';

const TYPES = SM4_OPERAND_TYPES;

/** Scratch lists of one to four references. */
const LISTS: readonly Int32Array[] = [0, 1, 2, 3, 4].map((width) => new Int32Array(width));
/** References by component. */
const byComponent = new Int32Array(4);

/** Source operand `i` as a vector of a kind: the components at the positions of `mask`, in order. */
export function vector(l: Sm4Lowering, i: number, kind: number, mask: number): number {
  return vectorOf(l, l.cursor.operands[i]!, kind, mask);
}

export function vectorOf(l: Sm4Lowering, slot: Sm4OperandSlot, kind: number, mask: number): number {
  const hasModifier = slot.extension !== 0 && (isNegated(slot) || isAbsolute(slot));
  // Operations on integers have one component.
  if (hasModifier && kind !== Kind.f32 && mask !== 0) {
    const list = LISTS[WIDTH_OF_MASK[mask]!]!;
    const values: Ref[] = [];
    for (let c = 0; c < 4; c++) if (mask & (1 << c)) values.push(refOf(scalarOf(l, slot, kind, c)));
    list.set(values);
    return l.b.pick(list);
  }
  if (slot.literalCount > 0) return modified(l, slot, kind, literalVector(l, slot, kind, mask));
  const list = LISTS[WIDTH_OF_MASK[mask]!]!;
  fillRefs(l, slot, mask, list, kind);
  const value = l.b.read(kind, list);
  return hasModifier ? modified(l, slot, kind, value) : value;
}

/** One component of source operand `i`, at position `component`, as a kind. */
export function scalar(l: Sm4Lowering, i: number, kind: number, component = 0): number {
  return scalarOf(l, l.cursor.operands[i]!, kind, component);
}

export function scalarOf(l: Sm4Lowering, slot: Sm4OperandSlot, kind: number, component: number): number {
  if (slot.literalCount > 0)
    return modified(l, slot, kind, l.constant(kind, l.cursor.word(slot.literal + (component % slot.literalCount))));
  return modified(l, slot, kind, scalarOfRef(l, refOfSource(l, slot, component, kind), kind));
}

/** The reference of source operand `slot` at position `component`, without modifiers. */
export function refOfSource(l: Sm4Lowering, slot: Sm4OperandSlot, component: number, kind: number = Kind.b32): Ref {
  if (slot.type === TYPES.temp.code)
    return l.registers[4 * temp(l, slot) + swizzleComponent(sourceSwizzle(slot), component)]!;
  const list = LISTS[1]!;
  fillRefs(l, slot, 1 << component, list, kind);
  return list[0]!;
}

/** A literal as a vector: it has no swizzle, and one word is the value of all components. */
function literalVector(l: Sm4Lowering, slot: Sm4OperandSlot, kind: number, mask: number): number {
  const width = WIDTH_OF_MASK[mask]!;
  const { literal, literalCount } = slot;
  if (width === 1) return l.constant(kind, l.cursor.word(literal + (FIRST_OF_MASK[mask]! % literalCount)));
  const words = LISTS[width]!;
  let at = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) words[at++] = l.cursor.word(literal + (c % literalCount));
  return l.b.sharedList(Op.const, typeOf(kind, width), words);
}

/** Applies the modifiers of a source. */
export function modified(l: Sm4Lowering, slot: Sm4OperandSlot, kind: number, value: number): number {
  if (slot.extension === 0) return value;
  const { b } = l;
  const type = b.ops.type[value]!;
  let result = value;
  if (kind === Kind.f32) {
    if (isAbsolute(slot)) result = b.shared(Op['f.abs'], type, 1, result);
    return isNegated(slot) ? b.shared(Op['f.neg'], type, 1, result) : result;
  }
  if (kind === Kind.f64) {
    if (isAbsolute(slot)) result = b.op(Op['d.abs'], type, result);
    return isNegated(slot) ? b.op(Op['d.neg'], type, result) : result;
  }
  if (isAbsolute(slot)) {
    const signed = b.as(Kind.i32, result);
    const signedType = b.ops.type[signed]!;
    result = b.as(kind, b.op(Op['i.max'], signedType, signed, b.op(Op['i.neg'], signedType, signed)));
  }
  return isNegated(slot) ? b.op(Op['i.neg'], type, result) : result;
}

// --- registers and memory -------------------------------------------------------------------------------------------

/**
 * The references of source operand `slot` at the positions of `mask`, in order.
 *
 * @param kind how they are read: what is loaded for it may have this kind
 */
export function fillRefs(
  l: Sm4Lowering,
  slot: Sm4OperandSlot,
  mask: number,
  list: Int32Array,
  kind: number = Kind.b32,
): void {
  const swizzle = sourceSwizzle(slot);
  if (slot.type === TYPES.temp.code) {
    const first = 4 * temp(l, slot);
    let at = 0;
    for (let c = 0; c < 4; c++) if (mask & (1 << c)) list[at++] = l.registers[first + swizzleComponent(swizzle, c)]!;
    return;
  }
  let needed = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) needed |= 1 << swizzleComponent(swizzle, c);
  loadRefs(l, slot, needed, kind);
  let at = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) list[at++] = byComponent[swizzleComponent(swizzle, c)]!;
}

function temp(l: Sm4Lowering, slot: Sm4OperandSlot): number {
  const register = slot.index0;
  if (slot.indexCount !== 1 || !slot.isRegular) l.refuse(DX5104, { register: registerText(slot) }, slot.at);
  if (!l.hasRegister(register)) l.refuse(DX5103, { register: registerText(slot) }, slot.at);
  return register;
}

/** Loads the components `needed` of a register that is not temporary. */
function loadRefs(l: Sm4Lowering, slot: Sm4OperandSlot, needed: number, kind: number): void {
  switch (slot.type) {
    case TYPES.constantBuffer.code:
      constantRefs(l, slot, needed, kind);
      return;
    case TYPES.immediateConstantBuffer.code:
      fillFrom(needed, (component, width) =>
        l.b.opWith(component, Op['icb.load'], typeOf(Kind.b32, width), indexOf(l, slot, 0)),
      );
      return;
    case TYPES.indexableTemp.code:
      arrayRefs(l, slot, needed);
      return;
    case TYPES.thisPointer.code:
      instanceRefs(l, slot, needed);
      return;
    default:
      inputRefs(l, slot, needed, byComponent, offsetIndex, kind);
  }
}

/** Loads the components from the first to the last that is needed with one operation. */
function fillFrom(needed: number, load: (component: number, width: number) => number): void {
  const first = FIRST_OF_MASK[needed & FULL_MASK]!;
  const width = 32 - Math.clz32(needed) - first;
  const op = load(first, width);
  for (let c = first; c < first + width; c++) byComponent[c] = refOf(op, c - first);
}

/** Loads from a constant buffer. What is read as floats is loaded as such, which saves most casts. */
function constantRefs(l: Sm4Lowering, slot: Sm4OperandSlot, needed: number, kind: number): void {
  const { b, rangeIds, declared, module } = l;
  if (slot.indexCount !== (rangeIds ? 3 : 2)) l.refuse(DX5104, { register: registerText(slot) }, slot.at);
  const row = indexOf(l, slot, rangeIds ? 2 : 1);
  if (!rangeIds && !slot.isRegular && slot.isRelative(0)) {
    const buffer = indexOf(l, slot, 0);
    fillFrom(needed, (component, width) => b.opWith(component, Op['cb.dynamic'], typeOf(Kind.b32, width), buffer, row));
    return;
  }
  const number = declared.binding(slot.type, slot.index0);
  const binding = module.bindings[number];
  if (binding === undefined) l.refuse(DX5103, { register: registerText(slot) }, slot.at);
  const index = rangeIds ? rangeIndex(l, slot, binding.register, binding.count) : undefined;
  const first = FIRST_OF_MASK[needed]!;
  const width = 32 - Math.clz32(needed) - first;
  const extra = (number << 2) | first;
  const type = typeOf(kind === Kind.f32 ? kind : Kind.b32, width);
  const arity = index === undefined ? 1 : 2;
  const op = b.shared(Op['cb.load'], type, arity, row, index ?? 0, 0, extra);
  for (let c = first; c < first + width; c++) byComponent[c] = refOf(op, c - first);
}

/** The index into a range of registers (its second index is the register); undefined where it is the only register. */
export function rangeIndex(l: Sm4Lowering, slot: Sm4OperandSlot, first: number, count: number): number | undefined {
  if (!slot.isRelative(1)) {
    const index = slot.index1 - first;
    return index === 0 && count === 1 ? undefined : l.unsigned(index);
  }
  return offsetIndex(l, slot, 1, -first);
}

function arrayRefs(l: Sm4Lowering, slot: Sm4OperandSlot, needed: number): void {
  const variable = arrayOf(l, slot, needed);
  const row = indexOf(l, slot, 1);
  fillFrom(needed, (component, width) =>
    l.b.opWith((variable << 2) | component, Op['var.load'], typeOf(Kind.b32, width), row),
  );
}

/** The array that an operand names; it has the components in `mask`. */
export function arrayOf(l: Sm4Lowering, slot: Sm4OperandSlot, mask: number): number {
  const variable = slot.isRelative(0) ? -1 : l.declared.arrayOf(slot.index0);
  const components = l.module.variables[variable]?.components ?? 0;
  if (slot.indexCount !== 2 || mask >= 1 << components) l.refuse(DX5103, { register: registerText(slot) }, slot.at);
  return variable;
}

const INSTANCE_FACTS = [
  Op['instance.constants'],
  Op['instance.offset'],
  Op['instance.texture'],
  Op['instance.sampler'],
] as const;

/** `this`: where the data of the class instance at an interface pointer is. */
function instanceRefs(l: Sm4Lowering, slot: Sm4OperandSlot, needed: number): void {
  let pointer = pointerOf(l, slot, 0, 0);
  if (slot.indexCount > 1) pointer = l.b.op(Op['i.add'], Kind.u32, indexOf(l, slot, 1), pointer);
  for (let c = 0; c < 4; c++)
    if (needed & (1 << c)) byComponent[c] = refOf(l.b.op(INSTANCE_FACTS[c]!, Kind.u32, pointer));
}

// --- indices --------------------------------------------------------------------------------------------------------

export function indexOf(l: Sm4Lowering, slot: Sm4OperandSlot, i: number): number {
  if (i >= slot.indexCount) return l.unsigned(0);
  return offsetIndex(l, slot, i, 0);
}

/**
 * Index `i` of an operand as an interface pointer after `first`: a constant, or a register and, as the second operand,
 * a constant, which says in which array it is.
 */
export function pointerOf(l: Sm4Lowering, slot: Sm4OperandSlot, i: number, first: number): number {
  if (i >= slot.indexCount) return l.unsigned(first);
  if (!slot.isRelative(i)) return offsetIndex(l, slot, i, first);
  const register = scalarOf(l, slot.relative[i]!, Kind.u32, 0);
  return l.b.op(Op['i.add'], Kind.u32, register, l.unsigned((slot.index(i) + first) | 0));
}

/** Index `i` of an operand with a number added. */
export function offsetIndex(l: Sm4Lowering, slot: Sm4OperandSlot, i: number, offset: number): number {
  const immediate = (slot.index(i) + offset) | 0;
  if (slot.isRegular || !slot.isRelative(i)) return l.unsigned(immediate);
  const register = scalarOf(l, slot.relative[i]!, Kind.u32, 0);
  return immediate === 0 ? register : l.b.op(Op['i.add'], Kind.u32, register, l.unsigned(immediate));
}

/** References as one value, of their kind if they all have the same. */
export function joined(l: Sm4Lowering, refs: Int32Array): number {
  const { type } = l.b.ops;
  const kind = kindOf(type[refs[0]! >> 2]!);
  for (let i = 1; i < refs.length; i++) if (kindOf(type[refs[i]! >> 2]!) !== kind) return l.b.read(Kind.b32, refs);
  return l.b.pick(refs);
}

/** A scratch list of references; the next caller has it. */
export function listOf(width: number): Int32Array {
  return LISTS[width]!;
}
