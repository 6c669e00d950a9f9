/**
 * The operator `[]` of textures and buffers, `mips[][]` and `sample[][]`: what an index has to be, reads and writes.
 * Parts of an element of a structured buffer have a byte offset, so that only they are read and written.
 */
import { type HlslType, type NumericType, numericType, type ObjectType, vectorType } from '../types/types.ts';
import { Emitter, type LoweringContext, type MemoryRef, type ObjectRef, type Value } from './emitter.ts';
import { type Address, loadElement, storeElement } from './memory.ts';
import { baseName, fetch, put, texel, textureShape } from './textures.ts';

/** The type of an index; undefined if the object has no operator `[]` (X3121). Other sizes are X3120. */
export function indexTypeOf({ name, element }: ObjectType): NumericType | undefined {
  if (element === undefined || name.startsWith('TextureCube')) return undefined;
  if (baseName(name) === 'StructuredBuffer') return /^(Append|Consume)/.test(name) ? undefined : numericType('uint');
  const shape = textureShape(name);
  if (shape === undefined) return undefined;
  return shape.coordinates === 1 ? numericType('uint') : vectorType('uint', shape.coordinates);
}

/** An element, or a part of one. */
export interface ElementRef {
  readonly object: ObjectRef;
  /** Scalars of the index, u32. */
  readonly index: readonly number[];
  /** The level of `mips[]`, the sample of `sample[]`. */
  readonly level?: number | undefined;
  /** The type of the part. A texel is read and written at once. */
  readonly type: HlslType;
  /** Of the part, in an element of a structured buffer. */
  readonly byteOffset?: number | undefined;
  /** A byte offset that is computed, which is added. */
  readonly dynamicOffset?: number | undefined;
}

function addressOf({ index, dynamicOffset }: ElementRef): Address {
  return { element: index[0]!, base: dynamicOffset };
}

function isStructured({ object }: ElementRef): boolean {
  return baseName(object.type.name) === 'StructuredBuffer';
}

/** Reads an element or a part of one. */
export function readElement(element: ElementRef, context: LoweringContext): Value {
  const e = new Emitter(context);
  const { object, type, index, level, byteOffset } = element;
  if (isStructured(element)) return { type, refs: loadElement(e, object, addressOf(element), type, byteOffset).refs };
  return { type, refs: texel(e, object.type, fetch(e, object, index, level)) };
}

/** Writes an element or a part of one; a texel has all of its components. */
export function writeElement(element: ElementRef, refs: readonly number[], context: LoweringContext): void {
  const e = new Emitter(context);
  const { object, type, index, byteOffset } = element;
  if (isStructured(element)) storeElement(e, object, addressOf(element), type, refs, byteOffset);
  else put(e, object, index, refs);
}

/** A scalar of an element as what an atomic operation changes. */
export function memoryRefOf(element: ElementRef, context: LoweringContext): MemoryRef {
  const { object, index, byteOffset = 0, dynamicOffset } = element;
  const type = element.type as NumericType;
  if (!isStructured(element)) return { type, object, address: index };
  const e = new Emitter(context);
  const constant = e.unsigned(byteOffset);
  const offset = dynamicOffset === undefined ? constant : e.add(dynamicOffset, constant);
  return { type, object, address: [index[0]!, offset] };
}
