/**
 * Views, samplers and memory as operands: the access of an operation and the values that follow its other operands
 * (smallest level, index of the view, index of the sampler).
 */

import type { ResourceDimension } from '../../base/d3d/enumerations.ts';
import { type IrBinding, Kind, OpFlag } from '../../ir/index.ts';
import { type Sm4OperandSlot, sourceSwizzle } from '../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { Sm4ExtendedOpcodeToken, Sm4ExtendedOperandToken } from '../../isa/sm4/tokens.ts';
import { DX5103, DX5104 } from '../messages.ts';
import { registerText, type Sm4Lowering } from './lowering.ts';
import { indexOf, rangeIndex } from './sources.ts';

const TYPES = SM4_OPERAND_TYPES;

/** A view or memory that an operand names. */
export interface NamedView {
  readonly number: number;
  readonly binding: IrBinding;
  /** The index into a range; undefined for a binding with one register. */
  readonly index: number | undefined;
}

type Dimension = keyof typeof ResourceDimension;

/** Coordinates of a view, with the slice of an array. */
const COORDINATES: Readonly<Record<Dimension, number>> = {
  unknown: 1,
  buffer: 1,
  texture1D: 1,
  texture2D: 2,
  texture2DMS: 2,
  texture3D: 3,
  textureCube: 3,
  texture1DArray: 2,
  texture2DArray: 3,
  texture2DMSArray: 3,
  textureCubeArray: 4,
  rawBuffer: 1,
  structuredBuffer: 2,
};

/** The number of components of derivatives, which have no slice. */
const AXES: Readonly<Record<Dimension, number>> = {
  ...COORDINATES,
  texture1DArray: 1,
  texture2DArray: 2,
  texture2DMSArray: 2,
  textureCubeArray: 3,
};

/** The mask of the coordinates of a view. */
export function coordinateMask({ dimension = 'unknown' }: IrBinding): number {
  return 2 ** COORDINATES[dimension] - 1;
}

export function gradientMask({ dimension = 'unknown' }: IrBinding): number {
  return 2 ** AXES[dimension] - 1;
}

/** Whether elements have formats and an index. */
export function isTypedBuffer({ dimension }: IrBinding): boolean {
  return dimension === 'buffer' || dimension === 'unknown';
}

/** Returns the view that an operand names; the instruction itself may declare its properties. */
export function viewOf(l: Sm4Lowering, slot: Sm4OperandSlot): NamedView {
  const { declared, cursor, module } = l;
  if (slot.type === TYPES.groupSharedMemory.code) return declaredView(l, slot);
  if (slot.type !== TYPES.resource.code && slot.type !== TYPES.unorderedAccessView.code)
    l.refuse(DX5104, { register: registerText(slot) }, slot.at);
  if (l.rangeIds || !slot.isRelative(0)) return declaredView(l, slot);
  const dimension = Sm4ExtendedOpcodeToken.dimension.get(cursor.resourceDimension);
  const types = Sm4ExtendedOpcodeToken.returnTypes.get(cursor.resourceReturnType);
  const number = declared.bindingOfType(slot.type, dimension, types);
  return { number, binding: module.bindings[number]!, index: indexOf(l, slot, 0) };
}

/** The typed view that an operand names: a texture or a buffer of elements with a format. */
export function typedViewOf(l: Sm4Lowering, slot: Sm4OperandSlot): NamedView {
  const view = viewOf(l, slot);
  if (isUntyped(view.binding)) l.refuse(DX5104, { register: registerText(slot) }, slot.at);
  return view;
}

/** The raw or structured view, or group-shared memory, that an operand names. */
export function untypedViewOf(l: Sm4Lowering, slot: Sm4OperandSlot): NamedView {
  const view = viewOf(l, slot);
  const { binding } = view;
  if (!isUntyped(binding) && binding.dimension !== 'unknown')
    l.refuse(DX5104, { register: registerText(slot) }, slot.at);
  return view;
}

function isUntyped({ kind, dimension }: IrBinding): boolean {
  return kind === 'group' || dimension === 'rawBuffer' || dimension === 'structuredBuffer';
}

function declaredView(l: Sm4Lowering, slot: Sm4OperandSlot): NamedView {
  const number = slot.isRelative(0) ? -1 : l.declared.binding(slot.type, slot.index0);
  const binding = l.module.bindings[number];
  const hasRange = l.rangeIds && slot.type !== TYPES.groupSharedMemory.code;
  if (binding === undefined || slot.indexCount < (hasRange ? 2 : 1))
    l.refuse(DX5103, { register: registerText(slot) }, slot.at);
  return { number, binding, index: hasRange ? rangeIndex(l, slot, binding.register, binding.count) : undefined };
}

export function samplerOf(l: Sm4Lowering, slot: Sm4OperandSlot): NamedView {
  if (slot.type !== TYPES.sampler.code) l.refuse(DX5104, { register: registerText(slot) }, slot.at);
  if (l.rangeIds || !slot.isRelative(0)) return declaredView(l, slot);
  const number = l.declared.bindingOfType(slot.type, 0, 0);
  return { number, binding: l.module.bindings[number]!, index: indexOf(l, slot, 0) };
}

/** How an operation reaches a view: its access, and the values after its operands. */
export interface Reach {
  readonly access: number;
  readonly trailing: readonly number[];
}

/**
 * The access of the current instruction to a view.
 *
 * @param sampler operand number of the sampler; -1 without
 * @param clamp the smallest level; undefined without
 */
export function reach(
  l: Sm4Lowering,
  view: NamedView,
  { sampler = -1, clamp, channel = 0 }: { sampler?: number; clamp?: number | undefined; channel?: number } = {},
): Reach {
  const named = sampler < 0 ? undefined : samplerOf(l, l.cursor.operands[sampler]!);
  const access = l.declared.access(view.number, {
    sampler: named?.number ?? -1,
    offsets: (l.cursor.sampleControls >>> Sm4ExtendedOpcodeToken.offsetU.low) & OFFSET_BITS,
    channel,
    hasClamp: clamp !== undefined,
    isIndexed: view.index !== undefined,
    isSamplerIndexed: named?.index !== undefined,
  });
  markNonuniform(l);
  const trailing: number[] = [];
  if (clamp !== undefined) trailing.push(clamp);
  if (view.index !== undefined) trailing.push(view.index);
  if (named?.index !== undefined) trailing.push(named.index);
  return { access, trailing };
}

/** Three offsets of four bits. */
const OFFSET_BITS = 0xfff;

/** Operations on views whose index differs between lanes say so. */
function markNonuniform({ cursor, b }: Sm4Lowering): void {
  for (let i = 0; i < cursor.operandCount; i++)
    if (Sm4ExtendedOperandToken.nonUniform.test(cursor.operands[i]!.extension)) b.flags |= OpFlag.nonuniform;
}

/** The component that a gather reads: that of the sampler's operand. */
export function channelOf(slot: Sm4OperandSlot): number {
  return sourceSwizzle(slot) & 3;
}

/** The kind of what a typed view gives. */
export function kindOfView({ returnTypes }: IrBinding): number {
  const [first] = returnTypes ?? [];
  if (first === undefined || returnTypes!.some((type) => KIND_OF_TYPE[type] !== KIND_OF_TYPE[first])) return Kind.b32;
  return KIND_OF_TYPE[first] ?? Kind.b32;
}

const KIND_OF_TYPE: Readonly<Partial<Record<string, number>>> = {
  unorm: Kind.f32,
  snorm: Kind.f32,
  float: Kind.f32,
  sint: Kind.i32,
  uint: Kind.u32,
};
