/** Inputs of a stage as operands: of a vertex, a control point or a patch, by number or by an index. */

import { InterpolationMode } from '../../base/d3d/enumerations.ts';
import { type IrElement, type IrElementKind, Kind, Op, refOf, typeOf } from '../../ir/index.ts';
import type { Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { FIRST_OF_MASK, runAround } from '../lowering.ts';
import { DX5103, DX5104 } from '../messages.ts';
import { registerText, type Sm4Lowering } from './lowering.ts';

const TYPES = SM4_OPERAND_TYPES;

const INPUTS: ReadonlySet<number> = /* @__PURE__ */ new Set(
  [
    TYPES.input,
    TYPES.inputPrimitiveId,
    TYPES.outputControlPointId,
    TYPES.inputForkInstanceId,
    TYPES.inputJoinInstanceId,
    TYPES.inputControlPoint,
    TYPES.outputControlPoint,
    TYPES.inputPatchConstant,
    TYPES.inputDomainPoint,
    TYPES.inputThreadId,
    TYPES.inputThreadGroupId,
    TYPES.inputThreadIdInGroup,
    TYPES.inputCoverageMask,
    TYPES.inputThreadIdInGroupFlattened,
    TYPES.inputGsInstanceId,
    TYPES.cycleCounter,
    TYPES.innerCoverage,
  ].map(({ code }) => code),
);

export function inputKindOf(l: Sm4Lowering, slot: Sm4OperandSlot): IrElementKind {
  if (!INPUTS.has(slot.type)) l.refuse(DX5104, { register: registerText(slot) }, slot.at);
  return l.declared.kindOf(slot.type, l.phase, true);
}

/** Gives index `i` of an operand with a number added. */
type IndexReader = (l: Sm4Lowering, slot: Sm4OperandSlot, i: number, offset: number) => number;

/**
 * Fills `refs` with the components `needed` of an input.
 *
 * @param readAs the kind that they are read as
 */
export function inputRefs(
  l: Sm4Lowering,
  slot: Sm4OperandSlot,
  needed: number,
  refs: Int32Array,
  indexOf: IndexReader,
  readAs: number,
): void {
  const kind = inputKindOf(l, slot);
  const last = slot.indexCount - 1;
  if (last >= 0 && slot.isRelative(last)) {
    rangeRefs(l, slot, kind, needed, refs, indexOf);
    return;
  }
  const vertex = last > 0 ? indexOf(l, slot, last - 1, 0) : -1;
  for (let c = 0; c < 4; c++) {
    if ((needed & (1 << c)) === 0) continue;
    const element = elementOf(l, slot, kind, c);
    const run = runAround(l.module.inputs[element]!.mask, c);
    if (vertex < 0) refs[c] = cachedInput(l, element, c, run, readAs);
    else c = vertexInput(l, element, c, run & needed, vertex, refs, readAs);
  }
}

/** The element that has a component of an input; the operand is damage without. */
export function elementOf(l: Sm4Lowering, slot: Sm4OperandSlot, kind: IrElementKind, component: number): number {
  const register = slot.indexCount > 0 ? slot.index(slot.indexCount - 1) >>> 0 : 0;
  const element = l.declared.inputOf(slot.type, kind, register, component);
  if (element < 0) l.refuse(DX5103, { register: registerText(slot) }, slot.at);
  return element;
}

/** A component of an input, which is read once at the beginning of the function. */
function cachedInput(l: Sm4Lowering, element: number, component: number, run: number, readAs: number): number {
  const key = 4 * element + component;
  const known = l.inputs.get(key);
  if (known !== undefined) return known;
  const first = FIRST_OF_MASK[run]!;
  const width = 32 - Math.clz32(run) - first;
  const type = typeOf(kindOfInput(l.module.inputs[element]!, readAs), width);
  const op = l.atBeginning(
    l.b.ops.add(Op.in, type, 0, 0, 0, 0, (element << 2) | first),
    l.declared.inputStart(element),
  );
  for (let c = first; c < first + width; c++) l.inputs.set(4 * element + c, refOf(op, c - first));
  return refOf(op, component - first);
}

/** Reads components of an input of a vertex from `first` on; returns the last of them. */
function vertexInput(
  l: Sm4Lowering,
  element: number,
  first: number,
  run: number,
  vertex: number,
  refs: Int32Array,
  readAs: number,
): number {
  let last = first;
  while (run & (1 << (last + 1))) last++;
  const type = typeOf(kindOfInput(l.module.inputs[element]!, readAs), last - first + 1);
  const op = l.b.opWith((element << 2) | first, Op.in, type, vertex);
  for (let c = first; c <= last; c++) refs[c] = refOf(op, c - first);
  return last;
}

/** Numbers that the hardware generates are integers, and interpolated values are floats. */
export function kindOfInput({ special, interpolation }: IrElement, readAs: number = Kind.b32): number {
  if (special !== undefined) return special === 'domainPoint' ? Kind.f32 : Kind.u32;
  const isInterpolated = interpolation !== undefined && InterpolationMode[interpolation] > InterpolationMode.constant;
  return isInterpolated || readAs === Kind.f32 ? Kind.f32 : Kind.b32;
}

/** Inputs by an index into a declared range. */
function rangeRefs(
  l: Sm4Lowering,
  slot: Sm4OperandSlot,
  kind: IrElementKind,
  needed: number,
  refs: Int32Array,
  indexOf: IndexReader,
): void {
  const last = slot.indexCount - 1;
  const range = l.declared.rangeOf(kind, slot.index(last) >>> 0, true, l.cursor.position);
  const { register } = l.module.inputRanges[range] ?? {};
  if (register === undefined) l.refuse(DX5103, { register: registerText(slot) }, slot.at);
  const index = indexOf(l, slot, last, -register);
  const vertex = last > 0 ? indexOf(l, slot, last - 1, 0) : undefined;
  const first = FIRST_OF_MASK[needed]!;
  const width = 32 - Math.clz32(needed) - first;
  const op = l.b.opWith((range << 2) | first, Op['in.at'], typeOf(Kind.b32, width), index, vertex);
  for (let c = first; c < first + width; c++) refs[c] = refOf(op, c - first);
}
