/**
 * The chunk RDEF, resource definitions: what is bound where, and the layout of every buffer down to the last member.
 * Shader model 4 uses the basic encoding; from 5.0 on (and in libraries) a marked block holds the sizes of the
 * records, which are longer there; 5.1 adds register spaces and range ids to bindings.
 *
 * Types are a graph: records that many variables share. The reader does not recurse and reads each record once, so
 * it accepts cycles; code that walks the graph has to limit the depth.
 *
 * Not for: the tables in a listing (`text/dxbc/buffers.ts`, `bindings.ts`).
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { fourCC } from '../base/words.ts';
import type { Writable } from '../base/writable.ts';
import { ChunkView, chunkParser } from '../container/chunk-view.ts';
import type { ChunkSource } from '../container/chunk-writer.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { DX1022 } from '../container/messages.ts';

/** A type record. All that is not a number is filled in after the record was made. */
export interface RdefType {
  /** Byte offset of the record in the chunk that it was read from: its identity there. Not used for writing. */
  readonly offset: number;
  /** `D3D_SHADER_VARIABLE_CLASS`. */
  readonly class: number;
  /** `D3D_SHADER_VARIABLE_TYPE`. */
  readonly type: number;
  readonly rows: number;
  readonly columns: number;
  /** Elements of an array; 0 when it is none. */
  readonly elements: number;
  readonly members: readonly RdefMember[];
  /** The name in the source; undefined before 5.0, and where none is given. */
  readonly name: string | undefined;
  /** The class of an interface pointer; 5.0. */
  readonly subType: RdefType | undefined;
  /** The class that this one derives from; 5.0. */
  readonly baseClass: RdefType | undefined;
  /** The interfaces that this class implements; 5.0. */
  readonly interfaces: readonly RdefType[];
}

export interface RdefMember {
  readonly name: string;
  /** Undefined when its record cannot be read. */
  readonly type: RdefType | undefined;
  /** In bytes from the start of the structure. */
  readonly offset: number;
}

export interface RdefVariable {
  readonly name: string;
  /** In bytes from the start of the buffer; slots in a buffer of interface pointers. */
  readonly offset: number;
  /** In bytes, padding at the end left out. */
  readonly size: number;
  /** `D3D_SHADER_VARIABLE_FLAGS`. */
  readonly flags: number;
  readonly type: RdefType | undefined;
  /** The words of the default value; undefined when there is none. */
  readonly defaults: Uint32Array | undefined;
  /** First texture slot of the resources inside the variable, {@link NO_RESOURCE} when there is none; 5.0. */
  readonly textureStart: number;
  readonly textureCount: number;
  /** Likewise for samplers. */
  readonly samplerStart: number;
  readonly samplerCount: number;
}

/** Constant buffer, texture buffer, interface pointers, or the element of a structured buffer. */
export interface RdefBuffer {
  readonly name: string;
  readonly variables: readonly RdefVariable[];
  /** In bytes. */
  readonly size: number;
  readonly flags: number;
  /** `D3D_CBUFFER_TYPE`. */
  readonly type: number;
}

export interface RdefBinding {
  readonly name: string;
  /** `D3D_SHADER_INPUT_TYPE`. */
  readonly type: number;
  /** `D3D_RESOURCE_RETURN_TYPE`. */
  readonly returnType: number;
  /** `D3D_SRV_DIMENSION`. */
  readonly dimension: number;
  /** Samples per texel; stride of a structured buffer. */
  readonly samples: number;
  readonly bindPoint: number;
  /** 0 when the range has no upper bound. */
  readonly bindCount: number;
  /** `D3D_SHADER_INPUT_FLAGS`. */
  readonly flags: number;
  /** Register space; 0 before 5.1. */
  readonly space: number;
  /** Range id; before 5.1 the bind point. */
  readonly id: number;
}

/** Where the chunk has the flags of the compiler (`D3DCOMPILE_*`), in bytes. */
export const RDEF_FLAGS_OFFSET = 20;

/** Bits of {@link RdefVariable.flags}. */
export const VARIABLE_USED = 2;

/** Bits of {@link RdefBinding.flags}. */
export const BINDING_COMPARISON_SAMPLER = 2;
export const BINDING_COMPONENTS_SHIFT = 2;
export const BINDING_UNUSED = 16;

/** Components of the elements of a typed resource, by the flags of its binding. */
export function elementComponents(flags: number): number {
  return ((flags >>> BINDING_COMPONENTS_SHIFT) & 3) + 1;
}

/** {@link RdefVariable.textureStart} and {@link RdefVariable.samplerStart} of variables without such resources. */
export const NO_RESOURCE = 0xffff_ffff;

/** {@link RdefBinding.samples} of a resource without samples and stride. */
export const NO_SAMPLES = 0xffff_ffff;

/**
 * The three encodings of the chunk: `basic` (shader model 4), `extended` with names of types, classes, interfaces and
 * resources in variables (5.0, and all libraries), `spaces` with register spaces and range ids besides (5.1).
 */
export type RdefEncoding = 'basic' | 'extended' | 'spaces';

export interface RdefContent {
  /** `D3DCOMPILE_*` flags. */
  readonly flags: number;
  readonly creator: string;
  /** Low byte minor, next byte major version of the shader model; the high half is the program type. */
  readonly version: number;
  readonly buffers: readonly RdefBuffer[];
  readonly bindings: readonly RdefBinding[];
  /** Slots for interface pointers; 5.0. */
  readonly interfaceSlots: number;
  /** Which records the chunk has. */
  readonly encoding: RdefEncoding;
}

export interface Rdef extends RdefContent {
  /** Whether everything lies inside the container, as Microsoft's reader requires. */
  readonly intact: boolean;
  /** The bytes that these were read from; undefined for new ones, and where the chunk refers to anything outside. */
  readonly source?: ChunkSource<RdefContent> | undefined;
}

/** The high half of the version by stage (source: oracle). */
export const RDEF_PROGRAM_TYPES = {
  ps: 0xffff,
  vs: 0xfffe,
  gs: 0x4753,
  hs: 0x4853,
  ds: 0x4453,
  cs: 0x4353,
  lib: 0x4c46,
} as const;

/** Bytes of the shortest type record. */
export const TYPE_SIZE = 16;

/** The fields of the records, and the sizes of the records in bytes. */
export interface RdefLayout {
  /** Variables have fields for the textures and samplers in them. */
  readonly slots: boolean;
  /** Types have fields for their names and related types. */
  readonly names: boolean;
  /** Bindings have fields for register spaces and ids. */
  readonly spaces: boolean;
  readonly buffer: number;
  readonly binding: number;
  readonly variable: number;
  readonly type: number;
  readonly member: number;
}

/** Bytes of the header, without and with the block of record sizes. */
export const BASIC_HEADER = 28;
export const EXTENDED_HEADER = 60;
/** Marks of the block with record sizes: up to 5.0, and from 5.1 on. */
export const RD11 = fourCC('RD11');
export const RD11_1 = 0x2544_1313;

/** The layout of shader model 4. */
export const BASIC_LAYOUT: RdefLayout = {
  slots: false,
  names: false,
  spaces: false,
  buffer: 24,
  binding: 32,
  variable: 24,
  type: TYPE_SIZE,
  member: 12,
};

/** The layouts that Microsoft writes when the header has the sizes. */
export const EXTENDED_LAYOUT: RdefLayout = { ...BASIC_LAYOUT, slots: true, names: true, variable: 40, type: 36 };
export const SPACES_LAYOUT: RdefLayout = { ...EXTENDED_LAYOUT, spaces: true, binding: 40 };

const NO_INTERFACES: readonly RdefType[] = [];
const NO_MEMBERS: readonly RdefMember[] = [];

/** Reads resource definitions; undefined when not even the header is there. */
export function readRdef(container: Container, chunk: Chunk, diagnostics: Diagnostics): Rdef | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, BASIC_HEADER, 'the header')) return undefined;
  return new RdefReader(view).read();
}

/** Reads the bindings of resource definitions and nothing else of them; none where they cannot be read. */
export function readRdefBindings(container: Container, chunk: Chunk, diagnostics: Diagnostics): RdefBinding[] {
  const view = new ChunkView(container, chunk, diagnostics);
  return view.has(0, BASIC_HEADER, 'the header') ? new RdefReader(view).readBindings() : [];
}

/** Reads resource definitions: the chunk `RDEF`. */
export const parseRdef = /* @__PURE__ */ chunkParser(readRdef);

/**
 * The lists are allocated with their final length: a growing array reserves 17 elements at once, and most lists are
 * short (measured).
 */
class RdefReader {
  readonly #layout: RdefLayout;
  readonly #types = new Map<number, Writable<RdefType>>();
  /** Types whose members are still to be read. */
  readonly #pending: Writable<RdefType>[] = [];

  constructor(private readonly view: ChunkView) {
    this.#layout = this.#readLayout();
  }

  read(): Rdef {
    const view = this.view;
    const buffers = this.#readBuffers(view.u32(4), view.u32(0));
    const bindings = this.readBindings();
    const creator = view.text(view.u32(24), 'the name of the compiler') ?? '';
    const interfaceSlots = this.#layout === BASIC_LAYOUT ? 0 : view.u32(56);
    for (let type = this.#pending.pop(); type !== undefined; type = this.#pending.pop()) this.#readRelatives(type);
    const encoding = this.#layout === BASIC_LAYOUT ? 'basic' : this.#layout.spaces ? 'spaces' : 'extended';
    const version = view.u32(16);
    const flags = view.u32(RDEF_FLAGS_OFFSET);
    const content: RdefContent = { flags, creator, version, buffers, bindings, interfaceSlots, encoding };
    const source = view.contained && view.intact ? { bytes: view.payload, content } : undefined;
    // The fields are listed: a spread costs as much as reading a small chunk.
    return {
      flags,
      creator,
      version,
      buffers,
      bindings,
      interfaceSlots,
      encoding,
      intact: view.intact,
      source,
    };
  }

  /** The sizes of records: those in the block after the header, else those of shader model 4. */
  #readLayout(): RdefLayout {
    const view = this.view;
    if (view.reach < EXTENDED_HEADER || view.u32(32) !== EXTENDED_HEADER) return BASIC_LAYOUT;
    const mark = view.u32(28);
    if (mark !== RD11 && mark !== RD11_1) return BASIC_LAYOUT;
    const binding = view.u32(40);
    const type = view.u32(48);
    for (const field of [36, 44, 48]) if (view.u32(field) === 0) view.reportZeroSize(field);
    return {
      slots: true,
      names: type >= EXTENDED_LAYOUT.type,
      spaces: binding >= SPACES_LAYOUT.binding,
      buffer: view.u32(36),
      binding,
      variable: view.u32(44),
      type,
      member: view.u32(52),
    };
  }

  #readBuffers(offset: number, count: number): RdefBuffer[] {
    const view = this.view;
    if (count > 0 && offset === 0) view.reportMissing('the table of buffers');
    const read = (at: number): RdefBuffer => ({
      name: view.text(view.u32(at), 'the name of a buffer') ?? '',
      variables: this.#readVariables(view.u32(at + 8), view.u32(at + 4)),
      size: view.u32(at + 12),
      flags: view.u32(at + 16),
      type: view.u32(at + 20),
    });
    return view.records(offset, count, this.#layout.buffer, 'buffers', read, BASIC_LAYOUT.buffer);
  }

  #readVariables(offset: number, count: number): RdefVariable[] {
    const view = this.view;
    const layout = this.#layout;
    const { slots } = layout;
    const least = (slots ? EXTENDED_LAYOUT : BASIC_LAYOUT).variable;
    const read = (at: number): RdefVariable => ({
      name: view.text(view.u32(at), 'the name of a variable') ?? '',
      offset: view.u32(at + 4),
      size: view.u32(at + 8),
      flags: view.u32(at + 12),
      type: this.#typeAt(view.u32(at + 16)),
      defaults: this.#readDefaults(view.u32(at + 20), view.u32(at + 8)),
      textureStart: slots ? view.u32(at + 24) : NO_RESOURCE,
      textureCount: slots ? view.u32(at + 28) : 0,
      samplerStart: slots ? view.u32(at + 32) : NO_RESOURCE,
      samplerCount: slots ? view.u32(at + 36) : 0,
    });
    return view.records(offset, count, layout.variable, 'variables', read, least);
  }

  #readDefaults(offset: number, size: number): Uint32Array | undefined {
    const view = this.view;
    if (offset === 0) return undefined;
    const count = (size + 3) >>> 2;
    if (!view.hasAll(offset, count, 4, 4, 'words of a default value')) return undefined;
    const words = new Uint32Array(count);
    for (let i = 0; i < count; i++) words[i] = view.u32(offset + 4 * i);
    const odd = size & 3;
    if (odd !== 0) {
      view.report(DX1022, offset, offset + size, { size });
      words[count - 1]! &= 2 ** (8 * odd) - 1;
    }
    return words;
  }

  readBindings(): RdefBinding[] {
    const view = this.view;
    const { spaces, binding: stride } = this.#layout;
    const size = (spaces ? SPACES_LAYOUT : BASIC_LAYOUT).binding;
    const read = (at: number): RdefBinding => ({
      name: view.text(view.u32(at), 'the name of a binding') ?? '',
      type: view.u32(at + 4),
      returnType: view.u32(at + 8),
      dimension: view.u32(at + 12),
      samples: view.u32(at + 16),
      bindPoint: view.u32(at + 20),
      bindCount: view.u32(at + 24),
      flags: view.u32(at + 28),
      space: spaces ? view.u32(at + 32) : 0,
      id: spaces ? view.u32(at + 36) : view.u32(at + 20),
    });
    return view.records(view.u32(12), view.u32(8), stride, 'bindings', read, size);
  }

  /** Returns the type whose record is at `offset`; its members are read later. */
  #typeAt(offset: number): RdefType | undefined {
    const known = this.#types.get(offset);
    if (known !== undefined) return known;
    const view = this.view;
    const layout = this.#layout;
    if (offset === 0) {
      view.reportMissing('a type');
      return undefined;
    }
    if (!view.has(offset, Math.max(TYPE_SIZE, layout.type), 'a type')) return undefined;
    const words = view.u32(offset);
    const shape = view.u32(offset + 4);
    const type: Writable<RdefType> = {
      offset,
      class: words & 0xffff,
      type: words >>> 16,
      rows: shape & 0xffff,
      columns: shape >>> 16,
      elements: view.u16(offset + 8),
      members: NO_MEMBERS,
      name: undefined,
      subType: undefined,
      baseClass: undefined,
      interfaces: NO_INTERFACES,
    };
    this.#types.set(offset, type);
    this.#pending.push(type);
    return type;
  }

  /** Reads the objects that a type record points to. */
  #readRelatives(type: Writable<RdefType>): void {
    const view = this.view;
    const layout = this.#layout;
    const { offset } = type;
    const memberCount = view.u16(offset + 10);
    if (memberCount !== 0) type.members = this.#readMembers(view.u32(offset + 12), memberCount);
    if (!layout.names) return;
    const name = view.u32(offset + 32);
    if (name !== 0) type.name = view.text(name, 'the name of a type');
    const subType = view.u32(offset + 16);
    const baseClass = view.u32(offset + 20);
    if (subType !== 0) type.subType = this.#typeAt(subType);
    if (baseClass !== 0) type.baseClass = this.#typeAt(baseClass);
    const interfaceCount = view.u32(offset + 24);
    if (interfaceCount !== 0) type.interfaces = this.#readInterfaces(view.u32(offset + 28), interfaceCount);
  }

  #readMembers(offset: number, count: number): RdefMember[] {
    const view = this.view;
    const read = (at: number): RdefMember => ({
      name: view.text(view.u32(at), 'the name of a member') ?? '',
      type: this.#typeAt(view.u32(at + 4)),
      offset: view.u32(at + 8),
    });
    return view.records(offset, count, this.#layout.member, 'members', read, BASIC_LAYOUT.member);
  }

  #readInterfaces(offset: number, count: number): RdefType[] {
    const view = this.view;
    const types = view.records(offset, count, 4, 'interfaces', (at) => this.#typeAt(view.u32(at)));
    return types.filter((type) => type !== undefined);
  }
}
