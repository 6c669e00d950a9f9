/** Reads of textures and typed buffers, and what programs ask about them. */
import type { IrAccess } from '../../ir/declarations.ts';
import { accessOf } from '../../ir/module.ts';
import { type IrOpName, OP_ROWS, Op, OpFlag } from '../../ir/ops.ts';
import { BOOL, F32, type IrType, Kind, typeOf, U32, withWidth } from '../../ir/types.ts';
import { componentCount, type HlslType, type NumericType, type ObjectName, type ObjectType } from '../types/types.ts';
import { type Emitter, irTypeOf, type ObjectRef } from './emitter.ts';

type Refs = readonly number[];

/** Numbers of components that a texture's methods take. */
export interface TextureShape {
  /** Coordinates with the slice of an array. */
  readonly coordinates: number;
  readonly gradients: number;
  /** Components of offsets; 0 for cubes, which have none. */
  readonly offsets: number;
  /** Numbers that GetDimensions returns without levels or samples: width, height, depth or slices. */
  readonly sizes: number;
}

const shape = (coordinates: number, gradients: number, offsets: number, sizes: number): TextureShape => ({
  coordinates,
  gradients,
  offsets,
  sizes,
});

const SHAPES: Readonly<Record<string, TextureShape>> = {
  Texture1D: shape(1, 1, 1, 1),
  Texture1DArray: shape(2, 1, 1, 2),
  Texture2D: shape(2, 2, 2, 2),
  Texture2DArray: shape(3, 2, 2, 3),
  Texture2DMS: shape(2, 2, 2, 2),
  Texture2DMSArray: shape(3, 2, 2, 3),
  Texture3D: shape(3, 3, 3, 3),
  TextureCube: shape(3, 3, 0, 2),
  TextureCubeArray: shape(4, 3, 0, 3),
  Buffer: shape(1, 1, 0, 1),
};

/** The name of an object without its prefix: views for unordered access have the shapes of textures. */
export function baseName(name: ObjectName): string {
  return name.replace(/^(RW|RasterizerOrdered|Append|Consume)/, '');
}

export function isWritable(name: ObjectName): boolean {
  return /^(RW|RasterizerOrdered)/.test(name);
}

/** The shape of a texture or typed buffer; undefined for other objects. */
export function textureShape(name: ObjectName): TextureShape | undefined {
  return SHAPES[baseName(name)];
}

export function isMultisampled(name: ObjectName): boolean {
  return name.startsWith('Texture2DMS');
}

// --- accesses -------------------------------------------------------------------------------------------------------

/** An access and the operands that follow the others. */
export interface Reach {
  readonly access: number;
  readonly trailing: readonly number[];
}

/** How an operation reaches a view, with the offsets that are constants. */
export function reach(
  e: Emitter,
  object: Pick<ObjectRef, 'binding' | 'index'>,
  { sampler, clamp, offsets = [0, 0, 0], channel = 0 }: ReachOptions = {},
): Reach {
  const access = e.b.module.accessNumber(
    accessOf(object.binding, {
      sampler: sampler?.binding ?? -1,
      offsets,
      channel,
      hasClamp: clamp !== undefined,
      isIndexed: object.index !== undefined,
      isSamplerIndexed: sampler?.index !== undefined,
    }),
  );
  const trailing = [clamp, object.index, sampler?.index].filter((ref) => ref !== undefined);
  return { access, trailing };
}

interface ReachOptions {
  readonly sampler?: ObjectRef | undefined;
  readonly clamp?: number | undefined;
  readonly offsets?: IrAccess['offsets'] | undefined;
  readonly channel?: number;
}

/** Appends an operation on a view; an index that differs between lanes marks it. */
export function access(
  e: Emitter,
  name: IrOpName,
  type: IrType,
  operands: Refs,
  objects: readonly (Pick<ObjectRef, 'index'> | undefined)[],
  { access: number, trailing }: Reach,
): number {
  const op = e.b.opList(Op[name], type, [...operands, ...trailing], number);
  if (objects.some((object) => object?.index !== undefined && isNonuniform(e, object.index)))
    e.b.ops.flags[op]! |= OpFlag.nonuniform;
  return op;
}

/** Operations that an index may be computed from after `NonUniformResourceIndex`. */
const MAX_INDEX_DEPTH = 8;

/** Whether an index is computed from one that may differ between lanes. */
function isNonuniform(e: Emitter, ref: number, depth = 0): boolean {
  const { ops } = e.b;
  if ((ops.flags[ref]! & OpFlag.nonuniform) !== 0) return true;
  const [first] = OP_ROWS[ops.code[ref]!]!.operands;
  if (depth === MAX_INDEX_DEPTH || (first !== '=' && first !== 'w')) return false;
  return [0, 1].some((i) => i < ops.arity[ref]! && isNonuniform(e, ops.operand(ref, i), depth + 1));
}

/** The type of four components that a read of elements of a type gives. */
export function texelType(element: HlslType | undefined): IrType {
  return withWidth(irTypeOf(element?.kind === 'numeric' ? element.scalar : 'float'), 4);
}

/** The access status of a read: all ones where all texels exist. */
export function statusOf(e: Emitter, value: number): number {
  return e.op('mask', U32, e.op('status.mapped', BOOL, e.op('status', U32, value)));
}

/** Offsets of a read that are constants from -8 to 7; undefined if they are not. */
function constantOffsets(e: Emitter, refs: Refs): IrAccess['offsets'] | undefined {
  const [x = 0, y = 0, z = 0] = refs.map((ref) => constantOf(e, ref) ?? Number.NaN);
  return [x, y, z].every((offset) => offset >= -8 && offset <= 7) ? [x, y, z] : undefined;
}

/** Offsets that an operation needs as constants may be that when a loop is unrolled; elsewhere it is error X4566. */
function requireConstants(e: Emitter, op: number, offsets: IrAccess['offsets'] | undefined): number {
  if (offsets === undefined && !e.context.unrollForConstants()) e.context.refuse([op], 'X4566', {});
  return op;
}

/** The value of an operation that is a constant integer. */
function constantOf(e: Emitter, ref: number): number | undefined {
  return e.b.ops.code[ref] === Op.const ? e.b.ops.operand(ref, 0) | 0 : undefined;
}

// --- samples --------------------------------------------------------------------------------------------------------

/** Operands of a method after the sampler, by name. */
export interface ReadOperands {
  readonly coordinates: Refs;
  /** Bias, level or value that is compared. */
  readonly scalar?: number | undefined;
  readonly gradients?: readonly [Refs, Refs] | undefined;
  readonly offsets?: Refs | undefined;
  readonly clamp?: number | undefined;
}

/** A filtered read. */
export function sample(
  e: Emitter,
  name: IrOpName,
  object: ObjectRef,
  sampler: ObjectRef | undefined,
  o: ReadOperands,
): number {
  if (e.isDirect3D9 && sampler !== undefined) {
    const binding = e.context.stageOf?.(object, sampler) ?? object.binding;
    const pair = (refs: Refs) => (refs.length === 1 ? [refs[0]!, refs[0]!] : refs);
    // A comparison is one with the third coordinate, as the application sets the sampler (feature level 9).
    if (name.startsWith('tex.sample.cmp')) {
      const coordinates = [...pair(o.coordinates), o.scalar!];
      return sample(e, 'tex.sample', { ...object, binding }, undefined, { coordinates });
    }
    const coordinates = pair(o.coordinates);
    const gradients = o.gradients && ([pair(o.gradients[0]), pair(o.gradients[1])] as const);
    return sample(e, name, { ...object, binding }, undefined, { coordinates, gradients, scalar: o.scalar });
  }
  const operands = [e.vector(o.coordinates)];
  for (const refs of o.gradients ?? []) operands.push(e.vector(refs));
  if (o.scalar !== undefined) operands.push(o.scalar);
  const offsets = constantOffsets(e, o.offsets ?? []);
  const type = texelType(object.type.element);
  const reached = reach(e, object, { sampler, clamp: o.clamp, offsets });
  return requireConstants(e, access(e, name, type, operands, [object, sampler], reached), offsets);
}

/** One component of the four texels of a filter, or the results of comparing with them. */
export function gather(
  e: Emitter,
  object: ObjectRef,
  sampler: ObjectRef,
  channel: number,
  { coordinates, scalar, offsets = [] }: ReadOperands,
): number {
  const constants = constantOffsets(e, offsets);
  const isConstant = constants !== undefined;
  const name = `tex.gather${isConstant ? '' : '.offset'}${scalar === undefined ? '' : '.cmp'}` as const;
  const operands = [e.vector(coordinates)];
  if (!isConstant) operands.push(e.vector(offsets));
  if (scalar !== undefined) operands.push(scalar);
  const type = scalar === undefined ? texelType(object.type.element) : typeOf(Kind.f32, 4);
  return access(e, name, type, operands, [object, sampler], reach(e, object, { sampler, channel, offsets: constants }));
}

// --- loads ----------------------------------------------------------------------------------------------------------

/**
 * A read of a texel or element of a typed buffer.
 *
 * @param level the level, or the sample of a multisampled texture; undefined for level or sample 0
 */
export function fetch(e: Emitter, object: ObjectRef, coordinates: Refs, level?: number, offsets: Refs = []): number {
  const { name, element } = object.type;
  const type = texelType(element);
  const constants = constantOffsets(e, offsets);
  const reached = reach(e, object, { offsets: constants });
  if (baseName(name) === 'Buffer') return access(e, 'buf.fetch', type, [coordinates[0]!], [object], reached);
  const operands = [e.vector(coordinates)];
  if (isWritable(name)) return access(e, 'img.load', type, operands, [object], reached);
  operands.push(level ?? e.signed(0));
  const code = isMultisampled(name) ? 'tex.fetch.sample' : 'tex.fetch';
  return requireConstants(e, access(e, code, type, operands, [object], reached), constants);
}

/** Writes a texel or element. Components that the type does not have repeat the first one. */
export function put(e: Emitter, object: ObjectRef, coordinates: Refs, value: Refs): void {
  const four = [0, 1, 2, 3].map((c) => value[c] ?? value[0]!);
  const isBuffer = baseName(object.type.name) === 'Buffer';
  const operands = [isBuffer ? coordinates[0]! : e.vector(coordinates), e.vector(four)];
  access(e, isBuffer ? 'buf.put' : 'img.store', Kind.none, operands, [object], reach(e, object));
}

/** Components that an element type has, of a value of four. */
export function texel(e: Emitter, { element }: ObjectType, value: number): number[] {
  return e.split(value, element?.kind === 'numeric' ? componentCount(element as NumericType) : 4);
}

// --- queries --------------------------------------------------------------------------------------------------------

/** Width, height, depth or slices, then levels if a level is given, or samples of a multisampled texture. */
export function dimensions(e: Emitter, object: ObjectRef, level?: number): number[] {
  const { name } = object.type;
  const { sizes } = textureShape(name)!;
  const size = access(e, 'tex.size', typeOf(Kind.u32, 4), [level ?? e.unsigned(0)], [object], reach(e, object));
  const refs = e.split(size, sizes);
  // Levels are the last component.
  if (level !== undefined) refs.push(e.split(size, 4)[3]!);
  if (isMultisampled(name)) refs.push(onBinding(e, 'tex.samples', U32, object, []));
  return refs;
}

/** An operation that names a binding; the rasterizer without an object. */
export function onBinding(
  e: Emitter,
  name: 'tex.samples' | 'tex.samplepos',
  type: IrType,
  object: ObjectRef | undefined,
  operands: Refs,
): number {
  const all = object?.index === undefined ? operands : [...operands, object.index];
  return e.b.opList(Op[name], type, all, object?.binding ?? -1);
}

export function samplePosition(e: Emitter, object: ObjectRef | undefined, index: number): number[] {
  return e.split(onBinding(e, 'tex.samplepos', typeOf(Kind.f32, 2), object, [index]), 2);
}

/** The clamped and the unclamped level of detail. */
export function levelOfDetail(e: Emitter, object: ObjectRef, sampler: ObjectRef, coordinates: Refs): number[] {
  const operands = [e.vector(coordinates)];
  return e.split(
    access(e, 'tex.lod', withWidth(F32, 2), operands, [object, sampler], reach(e, object, { sampler })),
    2,
  );
}
