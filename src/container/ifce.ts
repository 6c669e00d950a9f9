/**
 * The chunk IFCE, class linkage: the classes that interface pointers may stand for, the instances of them that the
 * shader declares, and for every interface slot which function table each class has there.
 *
 * Not for: the interface pointers as variables; they are in RDEF.
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import { ChunkView } from './chunk-view.ts';
import type { Chunk, Container } from './dxbc.ts';

export interface ClassType {
  readonly name: string;
  readonly id: number;
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
  /** In registers of 16 bytes. */
  readonly constantBufferOffset: number;
  /** {@link NO_SLOT} when the class has no textures. */
  readonly texture: number;
  /** {@link NO_SLOT} when the class has no samplers. */
  readonly sampler: number;
}

/** The classes that may stand behind some adjacent interface slots, and the function table of each. */
export interface InterfaceSlots {
  /** How many adjacent slots this is about. */
  readonly count: number;
  readonly typeIds: Uint16Array;
  readonly tableIds: Uint32Array;
}

export interface ClassLinkage {
  readonly types: readonly ClassType[];
  readonly instances: readonly ClassInstance[];
  readonly slots: readonly InterfaceSlots[];
  readonly slotCount: number;
}

export const NO_SLOT = 0xffff;

const HEADER_SIZE = 36;
const TYPE_SIZE = 12;
const INSTANCE_SIZE = 16;
const SLOTS_SIZE = 16;

/** Reads class linkage; undefined when not even the header is there. */
export function readIfce(container: Container, chunk: Chunk, diagnostics: Diagnostics): ClassLinkage | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, HEADER_SIZE, 'the header')) return undefined;
  return {
    types: readTypes(view, view.u32(20), view.u32(4)),
    instances: readInstances(view, view.u32(16), view.u32(0)),
    slots: readSlots(view, view.u32(24), view.u32(8)),
    slotCount: view.u32(12),
  };
}

function readTypes(view: ChunkView, offset: number, count: number): ClassType[] {
  const types: ClassType[] = [];
  if (!view.hasAll(offset, count, TYPE_SIZE, TYPE_SIZE, 'class types')) return types;
  for (let i = 0, at = offset; i < count; i++, at += TYPE_SIZE) {
    types.push({
      name: view.text(view.u32(at), 'the name of a class type') ?? '',
      id: view.u16(at + 4),
      constantBufferStride: view.u16(at + 6),
      textureStride: view.u16(at + 8),
      samplerStride: view.u16(at + 10),
    });
  }
  return types;
}

function readInstances(view: ChunkView, offset: number, count: number): ClassInstance[] {
  const instances: ClassInstance[] = [];
  if (!view.hasAll(offset, count, INSTANCE_SIZE, INSTANCE_SIZE, 'class instances')) return instances;
  for (let i = 0, at = offset; i < count; i++, at += INSTANCE_SIZE) {
    instances.push({
      name: view.text(view.u32(at), 'the name of a class instance') ?? '',
      type: view.u16(at + 4),
      elements: view.u16(at + 6),
      constantBuffer: view.u16(at + 8),
      constantBufferOffset: view.u16(at + 10),
      texture: view.u16(at + 12),
      sampler: view.u16(at + 14),
    });
  }
  return instances;
}

function readSlots(view: ChunkView, offset: number, count: number): InterfaceSlots[] {
  const slots: InterfaceSlots[] = [];
  if (!view.hasAll(offset, count, SLOTS_SIZE, SLOTS_SIZE, 'interface slots')) return slots;
  for (let i = 0, at = offset; i < count; i++, at += SLOTS_SIZE) {
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
    slots.push({ count: view.u32(at), typeIds, tableIds });
  }
  return slots;
}
