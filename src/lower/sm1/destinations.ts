/**
 * Results of instructions: shift and saturation, then the mask and the predicate; and outputs, which are written at the
 * end of the program.
 *
 * Source: the Direct3D 9 shader reference (instruction modifiers, destination registers).
 */

import { Kind, kindOf as kindOfType, NONE, Op, type Ref, refOf, typeOf, widthOf } from '../../ir/index.ts';
import { swizzleComponent } from '../../isa/components.ts';
import { Sm1OperandSlot } from '../../isa/sm1/cursor.ts';
import { SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { FIRST_OF_MASK, runFrom, scalarOfRef, WIDTH_OF_MASK } from '../lowering.ts';
import { DX5103, DX5104, DX5204 } from '../messages.ts';
import type { Sm1Lowering } from './lowering.ts';
import { componentsOf, FIRST_OUTPUT, PREDICATE } from './registers.ts';
import { indexOf } from './sources.ts';

const R = SM1_REGISTERS;
const SATURATE = 1;
const INDEXED_OUTPUT = componentsOf(R.outputOrTexCoordOut.code, 0);

/** Where a result goes; read before the next instruction, which may run together with this one. */
export interface Sm1Destination {
  /** The first component of the register; of outputs that are indexed, too. */
  readonly components: number;
  readonly mask: number;
  readonly scale: number;
  readonly isSaturated: boolean;
  /** By component: whether it is written, as a value; undefined where it always is. */
  readonly predicate: readonly number[] | undefined;
  /** The row of the array of outputs; -1 for a register that no index reaches. */
  readonly row: number;
  /** The register and its token, for messages. */
  readonly type: number;
  readonly number: number;
  readonly at: number;
}

/** The destination of the current instruction. */
export function destinationOf(l: Sm1Lowering): Sm1Destination {
  const { cursor } = l;
  const slot = cursor.operands[0]!;
  const components = isWritable(l, slot) ? componentsOf(slot.type, slot.number) : -1;
  if (components < 0) refuseDestination(l, slot);
  const isOutput = components >= INDEXED_OUTPUT && slot.type === R.outputOrTexCoordOut.code;
  if (slot.isRelative && !isOutput) refuseDestination(l, slot);
  const hasDeclarations = isOutput && l.version >= SM3 && !slot.isRelative;
  if (hasDeclarations && (slot.mask & ~l.declared.declaredMask(components)) !== 0)
    l.refuse(DX5103, { register: l.registerText(slot) }, slot.at);
  const isInArray = isOutput && l.outputArray >= 0;
  return {
    components,
    mask: slot.mask,
    scale: slot.shift === 0 ? 1 : 2 ** slot.shift,
    isSaturated: (slot.resultModifiers & SATURATE) !== 0,
    predicate: predicateOf(l, slot.mask),
    row: !isInArray ? -1 : slot.isRelative ? indexOf(l, slot, slot.number) : l.constant(Kind.i32, slot.number),
    type: slot.type,
    number: slot.number,
    at: slot.at,
  };
}

function refuseDestination(l: Sm1Lowering, register: Pick<Sm1Destination, 'type' | 'number' | 'at'>): never {
  l.refuse(DX5104, { register: l.registerText(register) }, register.at);
}

/** Whether the version has this register as a result. */
function isWritable(l: Sm1Lowering, { type, number }: Sm1OperandSlot): boolean {
  const { version, isPixel } = l;
  switch (type) {
    case R.temp.code:
    case R.predicate.code:
      return true;
    case R.addressOrTexture.code:
      return isPixel ? l.changesTextures : number === 0;
    case R.rasterizerOut.code:
    case R.attributeOut.code:
      return !isPixel && version < SM3;
    case R.outputOrTexCoordOut.code:
      return !isPixel && (version >= SM3 || number < 8);
    case R.colorOut.code:
    case R.depthOut.code:
      return isPixel && version >= SM2;
    default:
      return false;
  }
}

const SM2 = 0x200;
const SM3 = 0x300;

const predicate = new Sm1OperandSlot();

/** The condition of each component of a predicated instruction. */
export function predicateOf(l: Sm1Lowering, mask: number): number[] | undefined {
  const { b, cursor, registers } = l;
  if (cursor.predicate < 0) return undefined;
  cursor.readOperand(predicate, cursor.predicate);
  const { type, number, swizzle, modifier, at } = predicate;
  if (type !== R.predicate.code || number !== 0) l.refuse(DX5104, { register: l.registerText(predicate) }, at);
  const { none, not } = SM1_SOURCE_MODIFIERS;
  if (modifier !== none.code && modifier !== not.code) l.refuse(DX5204, { modifier }, at);
  const conditions: number[] = [];
  for (let c = 0; c < 4; c++) {
    if ((mask & (1 << c)) === 0) continue;
    const value = b.component(registers[PREDICATE + swizzleComponent(swizzle, c)]!);
    conditions[c] = modifier === not.code ? b.op(Op['i.not'], Kind.bool, value) : value;
  }
  return conditions;
}

/** Writes a result: references by component, those of the mask. */
export function write(l: Sm1Lowering, destination: Sm1Destination, values: Int32Array): void {
  const { b } = l;
  const { components, mask } = destination;
  if (mask === 0) return;
  const kind = l.kindOfComponent(components);
  if (kindOfType(b.ops.type[values[FIRST_OF_MASK[mask]!]! >> 2]!) !== kind) refuseDestination(l, destination);
  if (kind === Kind.f32) finish(l, destination, values);
  if (destination.row >= 0) {
    writeArray(l, destination, values);
    return;
  }
  for (let c = 0; c < 4; c++) {
    if ((mask & (1 << c)) === 0) continue;
    l.registers[components + c] = chosen(l, destination, kind, c, values[c]!, l.registers[components + c]!);
  }
}

/** The new value of a component where its predicate holds. */
function chosen(
  l: Sm1Lowering,
  { predicate: conditions }: Sm1Destination,
  kind: number,
  component: number,
  value: Ref,
  old: Ref,
): Ref {
  const condition = conditions?.[component];
  if (condition === undefined) return value;
  return refOf(l.b.op(Op.select, kind, condition, scalarOfRef(l, value, kind), scalarOfRef(l, old, kind)));
}

/** Shift, then saturation. */
function finish(l: Sm1Lowering, { mask, scale, isSaturated }: Sm1Destination, values: Int32Array): void {
  if (scale === 1 && !isSaturated) return;
  const { b } = l;
  const list: Ref[] = [];
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) list.push(values[c]!);
  const type = typeOf(Kind.f32, list.length);
  let value = b.pick(list);
  if (scale !== 1) value = b.op(Op['f.mul'], type, value, l.float(scale, list.length));
  if (isSaturated) value = b.op(Op['f.sat'], type, value);
  let at = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) values[c] = refOf(value, at++);
}

// --- outputs --------------------------------------------------------------------------------------------------------

/** Writes to outputs that an index reaches. */
function writeArray(l: Sm1Lowering, destination: Sm1Destination, values: Int32Array): void {
  const { b, outputArray } = l;
  const { mask, row, predicate: conditions } = destination;
  for (let c = 0; c < 4; c++) {
    if ((mask & (1 << c)) === 0) continue;
    const component = (outputArray << 2) | c;
    let value = values[c]!;
    if (conditions !== undefined)
      value = chosen(l, destination, Kind.f32, c, value, refOf(b.opWith(component, Op['var.load'], Kind.f32, row)));
    b.opWith(component, Op['var.store'], NONE, row, b.component(value));
  }
}

/** Writes all outputs, at the end of the program. */
export function writeOutputs(l: Sm1Lowering): void {
  for (const { element, mask, components, register } of l.declared.outputs) {
    for (let left = mask; left !== 0; ) {
      const first = FIRST_OF_MASK[left]!;
      const run = runFrom(left, first);
      const isInArray = l.outputArray >= 0 && components >= FIRST_OUTPUT && isIndexable(components);
      const value = isInArray ? loaded(l, register, first, run) : held(l, components, first, run);
      l.b.opWith((element << 2) | first, Op.out, NONE, value);
      left &= ~run;
    }
  }
}

function isIndexable(components: number): boolean {
  return components >= INDEXED_OUTPUT && components < componentsOf(R.colorOut.code, 0);
}

function loaded(l: Sm1Lowering, register: number, first: number, run: number): number {
  const type = typeOf(Kind.f32, WIDTH_OF_MASK[run]!);
  return l.b.opWith((l.outputArray << 2) | first, Op['var.load'], type, l.constant(Kind.i32, register));
}

function held(l: Sm1Lowering, components: number, first: number, run: number): number {
  const list: Ref[] = [];
  for (let c = first; c < first + WIDTH_OF_MASK[run]!; c++) list.push(l.registers[components + c]!);
  return l.b.pick(list);
}

/** Fills `out` with the components of a value, one for each component of the mask in order. */
export function spread(l: Sm1Lowering, mask: number, value: number, out: Int32Array): void {
  const isScalar = widthOf(l.b.ops.type[value]!) === 1;
  let at = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) out[c] = refOf(value, isScalar ? 0 : at++);
}
