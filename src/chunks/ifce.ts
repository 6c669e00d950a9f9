/**
 * The chunk IFCE, class linkage: the classes that interface pointers may have, the instances of them that the
 * shader declares, and for every interface slot which function table each class has there.
 *
 * Not for: the interface pointers as variables; they are in RDEF.
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { ChunkView, chunkParser } from '../container/chunk-view.ts';
import { type ChunkSource, ChunkWriter, unchangedBytes } from '../container/chunk-writer.ts';
import type { Chunk, Container } from '../container/dxbc.ts';

export interface ClassType {
  readonly name: string;
  /** 0 in every type that a compiler wrote; listings and reflection ignore it (source: oracle). */
  readonly reserved: number;
  /** In registers of 16 bytes. */
  readonly constantBufferStride: number;
  readonly textureStride: number;
  readonly samplerStride: number;
}

export interface ClassInstance {
  readonly name: string;
  readonly type: number;
  /** 1 unless the instance is an array. */
  readonly elements: number;
  /** {@link NO_SLOT} when the class has no data. */
  readonly constantBuffer: number;
  /** In registers of 16 bytes; {@link NO_SLOT}, too, when the class has no data. */
  readonly constantBufferOffset: number;
  /** {@link NO_SLOT} when the class has no textures. */
  readonly texture: number;
  /** {@link NO_SLOT} when the class has no samplers. */
  readonly sampler: number;
}

/** The classes that some adjacent interface slots may have, and the function table of each. */
export interface InterfaceSlots {
  /** The number of adjacent slots. */
  readonly count: number;
  readonly typeIds: Uint16Array;
  readonly tableIds: Uint32Array;
}

export interface ClassLinkageContent {
  readonly types: readonly ClassType[];
  readonly instances: readonly ClassInstance[];
  readonly slots: readonly InterfaceSlots[];
  readonly slotCount: number;
  /**
   * The last two DWORDs of the header. The first is 0; the second differs from process to process of the compiler and
   * not with what it compiles (source: oracle): leftover memory.
   */
  readonly unknown?: readonly [number, number];
}

export interface ClassLinkage extends ClassLinkageContent {
  /** The bytes that this was read from; undefined for a new one, and where the chunk refers to anything outside. */
  readonly source?: ChunkSource<ClassLinkageContent> | undefined;
}

export const NO_SLOT = 0xffff;

/** The most interface pointers of a shader, which are the slots here (source: oracle). */
export const INTERFACE_POINTERS = 253;

/**
 * The function table that a class, by its number, has at an interface pointer; undefined where it does not implement
 * the interface.
 */
export function functionTableOf(
  { slots }: Pick<ClassLinkageContent, 'slots'>,
  type: number,
  pointer: number,
): number | undefined {
  let first = 0;
  const group = slots.find(({ count }) => {
    first += count;
    return pointer < first;
  });
  return group?.tableIds[group.typeIds.indexOf(type)];
}

const HEADER_SIZE = 36;
const TYPE_SIZE = 12;
const INSTANCE_SIZE = 16;
const SLOTS_SIZE = 16;

/** Reads class linkage; undefined when not even the header is there. */
export function readIfce(container: Container, chunk: Chunk, diagnostics: Diagnostics): ClassLinkage | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, HEADER_SIZE, 'the header')) return undefined;
  const content: ClassLinkageContent = {
    types: readTypes(view, view.u32(20), view.u32(4)),
    instances: readInstances(view, view.u32(16), view.u32(0)),
    slots: readSlots(view, view.u32(24), view.u32(8)),
    slotCount: view.u32(12),
    unknown: [view.u32(28), view.u32(32)],
  };
  return { ...content, source: view.contained && view.intact ? { bytes: view.payload, content } : undefined };
}

/** Reads class linkage: the chunk `IFCE`. */
export const parseIfce = /* @__PURE__ */ chunkParser(readIfce);

function readTypes(view: ChunkView, offset: number, count: number): ClassType[] {
  return view.records(offset, count, TYPE_SIZE, 'class types', (at) => ({
    name: view.text(view.u32(at), 'the name of a class type') ?? '',
    reserved: view.u16(at + 4),
    constantBufferStride: view.u16(at + 6),
    textureStride: view.u16(at + 8),
    samplerStride: view.u16(at + 10),
  }));
}

function readInstances(view: ChunkView, offset: number, count: number): ClassInstance[] {
  return view.records(offset, count, INSTANCE_SIZE, 'class instances', (at) => ({
    name: view.text(view.u32(at), 'the name of a class instance') ?? '',
    type: view.u16(at + 4),
    elements: view.u16(at + 6),
    constantBuffer: view.u16(at + 8),
    constantBufferOffset: view.u16(at + 10),
    texture: view.u16(at + 12),
    sampler: view.u16(at + 14),
  }));
}

function readSlots(view: ChunkView, offset: number, count: number): InterfaceSlots[] {
  return view.records(offset, count, SLOTS_SIZE, 'interface slots', (at) => {
    const typeCount = view.u32(at + 4);
    const typesAt = view.u32(at + 8);
    const tablesAt = view.u32(at + 12);
    const readable =
      view.hasAll(typesAt, typeCount, 2, 2, 'type ids') && view.hasAll(tablesAt, typeCount, 4, 4, 'table ids');
    const typeIds = new Uint16Array(readable ? typeCount : 0);
    const tableIds = new Uint32Array(typeIds.length);
    for (let k = 0; k < typeIds.length; k++) {
      typeIds[k] = view.u16(typesAt + 2 * k);
      tableIds[k] = view.u32(tablesAt + 4 * k);
    }
    return { count: view.u32(at), typeIds, tableIds };
  });
}

/**
 * Returns the payload of a class linkage chunk. An unchanged chunk keeps its bytes; any other has the layout
 * of Microsoft's compiler: header, interface slots, class types, instances; then the lists of the slots and the names,
 * each aligned to a DWORD. Lists of function tables are shared, those of types are not (source: oracle).
 *
 * @throws RangeError where a number is too large for its field, or a name has a character of more than one byte
 */
export function serializeIfce(linkage: ClassLinkage): Uint8Array {
  return unchangedBytes(linkage) ?? linkageBytes(linkage);
}

function linkageBytes(linkage: ClassLinkageContent): Uint8Array {
  const { types, instances, slots, slotCount, unknown = [0, 0] } = linkage;
  const writer = new ChunkWriter();
  writer.reserve(HEADER_SIZE);
  const slotsAt = writer.reserve(SLOTS_SIZE * slots.length);
  const typesAt = writer.reserve(TYPE_SIZE * types.length);
  const instancesAt = writer.reserve(INSTANCE_SIZE * instances.length);
  const counts = [instances.length, types.length, slots.length, slotCount];
  writer.putWords(0, [...counts, instancesAt, typesAt, slotsAt, ...unknown]);
  for (const [i, { count, typeIds, tableIds }] of slots.entries()) {
    if (typeIds.length !== tableIds.length) throw new RangeError('each type of a slot has one function table');
    const idsAt = writer.reserve(2 * typeIds.length);
    for (let k = 0; k < typeIds.length; k++) writer.put16(idsAt + 2 * k, typeIds[k]!);
    writer.align();
    writer.putWords(slotsAt + SLOTS_SIZE * i, [count, typeIds.length, idsAt, writer.list(tableIds)]);
  }
  for (const [i, instance] of instances.entries()) {
    const at = instancesAt + INSTANCE_SIZE * i;
    writer.put32(at, writer.string(instance.name));
    writer.align();
    writer.put16(at + 4, instance.type);
    writer.put16(at + 6, instance.elements);
    writer.put16(at + 8, instance.constantBuffer);
    writer.put16(at + 10, instance.constantBufferOffset);
    writer.put16(at + 12, instance.texture);
    writer.put16(at + 14, instance.sampler);
  }
  for (const [i, type] of types.entries()) {
    const at = typesAt + TYPE_SIZE * i;
    writer.put32(at, writer.string(type.name));
    writer.align();
    writer.put16(at + 4, type.reserved);
    writer.put16(at + 6, type.constantBufferStride);
    writer.put16(at + 8, type.textureStride);
    writer.put16(at + 10, type.samplerStride);
  }
  return writer.bytes();
}
