/**
 * Sources of instructions as values: registers with swizzles, indices and modifiers.
 *
 * Source: the Direct3D 9 shader reference (source register modifiers, addressing).
 */
import { Kind, Op, type Ref, refOf, typeOf, widthOf } from '../../ir/index.ts';
import { swizzleComponent } from '../../isa/components.ts';
import { Sm1OperandSlot } from '../../isa/sm1/cursor.ts';
import { SM1_REGISTER_BY_CODE, SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { FIRST_OF_MASK, runAround, WIDTH_OF_MASK } from '../lowering.ts';
import { DX5103, DX5104, DX5204, DX5205 } from '../messages.ts';
import { NOT_READ, type Sm1Lowering } from './lowering.ts';
import { ADDRESS, componentsOf, LOOP_COUNTER, PREDICATE } from './registers.ts';

const R = SM1_REGISTERS;
const M = SM1_SOURCE_MODIFIERS;

/** References by component. */
const byComponent = new Int32Array(4);
const address = new Sm1OperandSlot();
/** Lists of references by their length, which are used again: making one costs more than filling it (measured). */
const LISTS: readonly Int32Array[] = [0, 1, 2, 3, 4].map((length) => new Int32Array(length));

/** Source `i` as a vector: the components at the positions of `mask`, in order. */
export function vector(l: Sm1Lowering, i: number, mask: number): number {
  return vectorOf(l, l.source(i), mask);
}

export function scalar(l: Sm1Lowering, i: number, component: number): number {
  return vectorOf(l, l.source(i), 1 << component);
}

/** @param row is added to the number of the register: rows of a matrix */
export function vectorOf(l: Sm1Lowering, slot: Sm1OperandSlot, mask: number, row = 0): number {
  const list = LISTS[WIDTH_OF_MASK[mask]!]!;
  fillRefs(l, slot, mask, list, row);
  if (slot.modifier === M.dz.code || slot.modifier === M.dw.code) divideRefs(l, slot, mask, list);
  const value = l.b.pick(list);
  return modified(l, slot, value);
}

/**
 * The references of source `i` at the positions of `mask`, in order, until the next ones are read; without operations
 * where it has no modifier.
 */
export function refsOf(l: Sm1Lowering, i: number, mask: number): ArrayLike<Ref> {
  const slot = l.source(i);
  const list = LISTS[WIDTH_OF_MASK[mask]!]!;
  if (slot.modifier === M.none.code) fillRefs(l, slot, mask, list, 0);
  else {
    const value = vectorOf(l, slot, mask);
    for (let c = 0; c < list.length; c++) list[c] = refOf(value, c);
  }
  return list;
}

// --- modifiers ------------------------------------------------------------------------------------------------------

function modified(l: Sm1Lowering, slot: Sm1OperandSlot, value: number): number {
  return slot.modifier === M.none.code ? value : withModifier(l, slot, value);
}

function withModifier(l: Sm1Lowering, { modifier, at }: Sm1OperandSlot, value: number): number {
  const { b } = l;
  const type = b.ops.type[value]!;
  const width = widthOf(type);
  const negated = (operand: number) => b.op(Op['f.neg'], type, operand);
  const bias = () => b.op(Op['f.add'], type, value, l.float(-0.5, width));
  const sign = () => b.op(Op['f.mul'], type, bias(), l.float(2, width));
  const twice = () => b.op(Op['f.mul'], type, value, l.float(2, width));
  switch (modifier) {
    case M.dz.code:
    case M.dw.code:
      return value;
    case M.negate.code:
      return negated(value);
    case M.bias.code:
      return bias();
    case M.biasNegate.code:
      return negated(bias());
    case M.sign.code:
      return sign();
    case M.signNegate.code:
      return negated(sign());
    case M.complement.code:
      return b.op(Op['f.add'], type, l.float(1, width), negated(value));
    case M.x2.code:
      return twice();
    case M.x2Negate.code:
      return negated(twice());
    case M.abs.code:
      return b.op(Op['f.abs'], type, value);
    case M.absNegate.code:
      return negated(b.op(Op['f.abs'], type, value));
    default:
      return l.refuse(DX5204, { modifier }, at);
  }
}

/** Divides the first two components by the third or fourth one of the register; a divisor of 0 gives 1. */
function divideRefs(l: Sm1Lowering, slot: Sm1OperandSlot, mask: number, list: Int32Array): void {
  const { b } = l;
  if ((mask & 3) === 0) return;
  const component = slot.modifier === M.dz.code ? 2 : 3;
  loadRefs(l, slot, 1 << component, 0);
  const divisor = b.component(byComponent[component]!);
  const isZero = b.op(Op['f.eq'], Kind.bool, divisor, l.float(0));
  let at = 0;
  for (let c = 0; c < 2; c++) {
    if ((mask & (1 << c)) === 0) continue;
    const quotient = b.op(Op['f.div'], Kind.f32, b.component(list[at]!), divisor);
    list[at++] = refOf(b.op(Op.select, Kind.f32, isZero, l.float(1), quotient));
  }
}

// --- registers ------------------------------------------------------------------------------------------------------

function fillRefs(l: Sm1Lowering, slot: Sm1OperandSlot, mask: number, list: Int32Array, row: number): void {
  const { swizzle } = slot;
  let needed = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) needed |= 1 << swizzleComponent(swizzle, c);
  loadRefs(l, slot, needed, row);
  let at = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) list[at++] = byComponent[swizzleComponent(swizzle, c)]!;
}

/** Loads the components `needed` of a register. */
function loadRefs(l: Sm1Lowering, slot: Sm1OperandSlot, needed: number, row: number): void {
  const { type } = slot;
  const number = slot.number + row;
  switch (type) {
    case R.const.code:
    case R.const2.code:
    case R.const3.code:
    case R.const4.code: {
      const register = number + (SM1_REGISTER_BY_CODE[type]?.base ?? 0);
      if (slot.isRelative) l.constants.fillAt(l, indexOf(l, slot, register), needed, byComponent, register);
      else l.constants.fill(l, register, needed, byComponent);
      return;
    }
    case R.temp.code: {
      const first = componentsOf(type, number);
      if (first < 0 || slot.isRelative) refuseSource(l, slot);
      for (let c = 0; c < 4; c++) byComponent[c] = l.registers[first + c]!;
      return;
    }
    case R.addressOrTexture.code:
      if (!l.isPixel || slot.isRelative) refuseSource(l, slot);
      if (l.changesTextures) textureRefs(l, slot, number, needed);
      else inputRefs(l, slot, number, needed);
      return;
    case R.input.code:
      if (slot.isRelative) rangeRefs(l, slot, number, needed);
      else inputRefs(l, slot, number, needed);
      return;
    case R.misc.code:
      if (slot.isRelative) refuseSource(l, slot);
      inputRefs(l, slot, number, needed);
      return;
    default:
      refuseSource(l, slot);
  }
}

function refuseSource(l: Sm1Lowering, slot: Sm1OperandSlot): never {
  return l.refuse(DX5104, { register: l.registerText(slot) }, slot.at);
}

/** A texture register before 1_4: the coordinates of its stage until an instruction writes it. */
function textureRefs(l: Sm1Lowering, slot: Sm1OperandSlot, number: number, needed: number): void {
  const first = componentsOf(R.addressOrTexture.code, number);
  if (first < 0) refuseSource(l, slot);
  for (let c = 0; c < 4; c++) {
    if ((needed & (1 << c)) === 0) continue;
    const ref = l.registers[first + c]!;
    byComponent[c] = ref === NOT_READ ? inputRef(l, slot, R.addressOrTexture.code, number, c) : ref;
  }
}

/**
 * A component of an input that the destination names; before 1_4 the coordinates, even if their register was written.
 */
export function destinationInput(l: Sm1Lowering, type: number, number: number, component: number): Ref {
  return inputRef(l, l.cursor.operands[0]!, type, number, component, true);
}

export function coordinate(l: Sm1Lowering, stage: number, component: number): Ref {
  return destinationInput(l, R.addressOrTexture.code, stage, component);
}

function inputRefs(l: Sm1Lowering, slot: Sm1OperandSlot, number: number, needed: number): void {
  for (let c = 0; c < 4; c++) if (needed & (1 << c)) byComponent[c] = inputRef(l, slot, slot.type, number, c);
}

function inputRef(
  l: Sm1Lowering,
  slot: Sm1OperandSlot,
  type: number,
  number: number,
  component: number,
  widens = false,
): Ref {
  const element = l.declared.inputOf(type, number, component, widens);
  if (element < 0) l.refuse(DX5103, { register: l.registerText(slot) }, slot.at);
  const known = l.inputs.get(4 * element + component);
  if (known !== undefined) return known;
  const run = runAround(l.module.inputs[element]!.mask, component);
  const first = FIRST_OF_MASK[run]!;
  const width = WIDTH_OF_MASK[run]!;
  const op = l.atBeginning(
    l.b.ops.add(Op.in, typeOf(Kind.f32, width), 0, 0, 0, 0, (element << 2) | first),
    l.declared.inputStart(element),
  );
  for (let c = first; c < first + width; c++) l.inputs.set(4 * element + c, refOf(op, c - first));
  return refOf(op, component - first);
}

/** Inputs by an index. */
function rangeRefs(l: Sm1Lowering, slot: Sm1OperandSlot, number: number, needed: number): void {
  const range = l.declared.inputRange();
  const index = indexOf(l, slot, number);
  const first = FIRST_OF_MASK[needed]!;
  const width = 32 - Math.clz32(needed) - first;
  const op = l.b.opWith((range << 2) | first, Op['in.at'], typeOf(Kind.f32, width), index);
  for (let c = first; c < first + width; c++) byComponent[c] = refOf(op, c - first);
}

/**
 * The number of a register that is addressed relatively: what the address register or the loop counter has, plus
 * `number`.
 */
export function indexOf(l: Sm1Lowering, slot: Sm1OperandSlot, number: number): number {
  const { b, cursor, registers } = l;
  let ref = registers[ADDRESS]!;
  let isAddress = !l.isPixel;
  if (slot.relativeAt >= 0) {
    cursor.readOperand(address, slot.relativeAt);
    const isCounter = address.type === R.loop.code;
    isAddress = isCounter || (isAddress && address.type === R.addressOrTexture.code && address.number === 0);
    ref = isCounter ? registers[LOOP_COUNTER]! : registers[ADDRESS + swizzleComponent(address.swizzle, 0)]!;
  }
  if (!isAddress) refuseSource(l, slot);
  const value = b.component(ref);
  return number === 0 ? value : b.op(Op['i.add'], Kind.i32, value, l.constant(Kind.i32, number));
}

// --- conditions -----------------------------------------------------------------------------------------------------

/** Whether a condition operand holds: a boolean constant, or a component of the predicate. */
export function condition(l: Sm1Lowering, slot: Sm1OperandSlot): number {
  const { b } = l;
  const { type, number, swizzle, modifier } = slot;
  const isPredicate = type === R.predicate.code && number === 0;
  if ((type !== R.constBool.code && !isPredicate) || slot.isRelative) refuseSource(l, slot);
  if (modifier !== M.none.code && modifier !== M.not.code) l.refuse(DX5204, { modifier }, slot.at);
  const value = isPredicate
    ? b.component(l.registers[PREDICATE + swizzleComponent(swizzle, 0)]!)
    : l.constants.boolean(l, number);
  return modifier === M.not.code ? b.op(Op['i.not'], Kind.bool, value) : value;
}

/**
 * Operations by the number of the comparison, in the order gt, eq, ge, lt, ne, le; whether the operands are swapped.
 */
const COMPARISONS: readonly (readonly [code: number, isReversed: boolean] | undefined)[] = [
  undefined,
  [Op['f.lt'], true],
  [Op['f.eq'], false],
  [Op['f.ge'], false],
  [Op['f.lt'], false],
  [Op['f.ne'], false],
  [Op['f.ge'], true],
];

/** Compares two numbers as the instruction says. */
export function compared(l: Sm1Lowering, a: number, b: number): number {
  const { controls } = l.cursor;
  const comparison = COMPARISONS[controls];
  if (comparison === undefined) l.refuse(DX5205, { number: controls, opcode: l.opcode });
  const [code, isReversed] = comparison;
  return isReversed ? l.b.op(code, Kind.bool, b, a) : l.b.op(code, Kind.bool, a, b);
}
