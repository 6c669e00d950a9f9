/**
 * The chunk RDAT, runtime data: the functions of a library of shader model 6 with the resources, features and stages of
 * each, its subobjects, and the nodes of work graphs. Tables of records that grew with each version; names, lists of
 * numbers and bytes are stored apart and referred to. Source: the headers of the public DirectX shader compiler.
 */

import { type Diagnostics, hex } from '../base/diagnostics.ts';
import { ChunkView, chunkParser } from '../container/chunk-view.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { DX1080, DX1081, DX1083 } from '../container/messages.ts';

export interface RdatResource {
  /** Index in `DXIL_RESOURCE_CLASSES`. */
  readonly class: number;
  /** Index in `DXIL_RESOURCE_KINDS`. */
  readonly kind: number;
  /** Number among those of its class. */
  readonly id: number;
  readonly space: number;
  readonly lowerBound: number;
  /** Inclusive; 0xffffffff when the range has no end. */
  readonly upperBound: number;
  readonly name: string;
  readonly flags: number;
}

export interface RdatFunction {
  /** The name for the linker. */
  readonly name: string;
  readonly unmangledName: string;
  /** Indices in {@link RuntimeData.resources}. */
  readonly resources: readonly number[];
  /** Names of the functions that it calls and the library does not have. */
  readonly dependencies: readonly string[];
  /** Index in `DXIL_SHADER_KINDS`; `library` for a function that is not an entry. */
  readonly shaderKind: number;
  readonly payloadSizeInBytes: number;
  readonly attributeSizeInBytes: number;
  /** Bits of `FEATURES` and `DXIL_FEATURES`. */
  readonly features: readonly [low: number, high: number];
  /** A bit for each of `DXIL_SHADER_KINDS` that it may run in. */
  readonly shaderStages: number;
  /** As a version token: kind of shader, major, minor. */
  readonly minShaderTarget: number;
  /** Later versions added this field and the next ones; undefined where the record does not have it. 0: unused. */
  readonly minimumExpectedWaveLaneCount: number | undefined;
  readonly maximumExpectedWaveLaneCount: number | undefined;
  /** Bit 0: entry of a node program. */
  readonly shaderFlags: number | undefined;
  /** Index in the table of the stage ({@link RuntimeData.nodes} for nodes); undefined for none. */
  readonly shaderInfo: number | undefined;
}

export interface RdatSubobject {
  /** Key of `DXIL_SUBOBJECT_KINDS`. */
  readonly kind: number;
  readonly name: string;
  /** Flags of a state object or pipeline, by kind. */
  readonly flags?: number;
  /** A serialized root signature: a container's bytes, or those of RTS0. */
  readonly rootSignature?: Uint8Array;
  /** Of an association: the subobject, and the exports that it is for (empty: all that have none). */
  readonly subobject?: string;
  readonly exports?: readonly string[];
  readonly maxPayloadSizeInBytes?: number;
  readonly maxAttributeSizeInBytes?: number;
  readonly maxTraceRecursionDepth?: number;
  /** Of a hit group: 0 triangles, 1 procedural primitives. */
  readonly type?: number;
  readonly anyHit?: string;
  readonly closestHit?: string;
  readonly intersection?: string;
}

/** An attribute of a node or of its inputs and outputs. */
export interface RdatAttribute {
  readonly kind: number;
  /** Its value, or where that is: by kind an index in {@link RuntimeData.nodeIds} or of a list of numbers. */
  readonly value: number;
}

export interface RdatNodeId {
  readonly name: string;
  readonly index: number;
}

/** An input or output of a node: flags and kind in one, and indices of its attributes. */
export interface RdatNodePort {
  readonly flagsAndKind: number;
  readonly attributes: readonly number[];
}

export interface RdatNode {
  /** 1 broadcasting, 2 coalescing, 3 thread. */
  readonly launchType: number;
  readonly groupSharedBytesUsed: number;
  /** Indices in the tables of attributes and ports. */
  readonly attributes: readonly number[];
  readonly outputs: readonly number[];
  readonly inputs: readonly number[];
}

/** A part that this reader does not know. */
export interface RdatUnknownPart {
  readonly type: number;
  /** In bytes. */
  readonly size: number;
}

export interface RuntimeData {
  readonly version: number;
  readonly resources: readonly RdatResource[];
  readonly functions: readonly RdatFunction[];
  readonly subobjects: readonly RdatSubobject[];
  readonly nodeIds: readonly RdatNodeId[];
  readonly portAttributes: readonly RdatAttribute[];
  readonly nodeAttributes: readonly RdatAttribute[];
  readonly nodePorts: readonly RdatNodePort[];
  readonly nodes: readonly RdatNode[];
  readonly unknown: readonly RdatUnknownPart[];
}

const VERSION = 0x10;
const HEADER_SIZE = 8;
const PART_HEADER_SIZE = 8;
const TABLE_HEADER_SIZE = 8;
const NONE = 0xffff_ffff;
/** An empty list. */
const NO_LIST = 0xffff_ffff;

/** Kinds of parts; a table has records of the size given, or longer ones. */
export const RDAT_PARTS = {
  strings: 1,
  indices: 2,
  resources: 3,
  functions: 4,
  bytes: 5,
  subobjects: 6,
  nodeIds: 7,
  portAttributes: 8,
  nodeAttributes: 9,
  nodePorts: 10,
  nodes: 11,
} as const;

const RECORD_SIZES: Readonly<Record<number, number>> = {
  [RDAT_PARTS.resources]: 32,
  [RDAT_PARTS.functions]: 44,
  [RDAT_PARTS.subobjects]: 8,
  [RDAT_PARTS.nodeIds]: 8,
  [RDAT_PARTS.portAttributes]: 8,
  [RDAT_PARTS.nodeAttributes]: 8,
  [RDAT_PARTS.nodePorts]: 8,
  [RDAT_PARTS.nodes]: 20,
};
/** Bytes of a record of a function with wave sizes and shader flags. */
const FUNCTION_SIZE_2 = 52;

/**
 * Reads runtime data; undefined when the header is incomplete. Parts outside the container are reported and left out.
 */
export function readRdat(container: Container, chunk: Chunk, diagnostics: Diagnostics): RuntimeData | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, HEADER_SIZE, 'the header')) return undefined;
  return new RdatReader(view).read();
}

/** Reads runtime data of shader model 6: the chunk `RDAT`. */
export const parseRdat = /* @__PURE__ */ chunkParser(readRdat);

/** The location of a part: its payload, and for tables the size and count of its records. */
interface Part {
  readonly at: number;
  readonly size: number;
  readonly stride: number;
  readonly count: number;
}

const NO_PART: Part = { at: 0, size: 0, stride: 0, count: 0 };

class RdatReader {
  readonly #parts = new Map<number, Part>();
  readonly #unknown: RdatUnknownPart[] = [];

  constructor(private readonly view: ChunkView) {}

  read(): RuntimeData {
    const view = this.view;
    const version = view.u32(0);
    if (version !== VERSION) view.report(DX1081, 0, 4, { version: hex(version), known: hex(VERSION) });
    this.#findParts();
    const word = (at: number) => view.u32(at);
    return {
      version,
      resources: this.#table(RDAT_PARTS.resources, (at) => ({
        class: word(at),
        kind: word(at + 4),
        id: word(at + 8),
        space: word(at + 12),
        lowerBound: word(at + 16),
        upperBound: word(at + 20),
        name: this.#string(word(at + 24)),
        flags: word(at + 28),
      })),
      functions: this.#table(RDAT_PARTS.functions, (at, stride) => this.#function(at, stride)),
      subobjects: this.#table(RDAT_PARTS.subobjects, (at, stride) => this.#subobject(at, stride)),
      nodeIds: this.#table(RDAT_PARTS.nodeIds, (at) => ({ name: this.#string(word(at)), index: word(at + 4) })),
      portAttributes: this.#table(RDAT_PARTS.portAttributes, (at) => ({ kind: word(at), value: word(at + 4) })),
      nodeAttributes: this.#table(RDAT_PARTS.nodeAttributes, (at) => ({ kind: word(at), value: word(at + 4) })),
      nodePorts: this.#table(RDAT_PARTS.nodePorts, (at) => ({
        flagsAndKind: word(at),
        attributes: this.#list(word(at + 4)),
      })),
      nodes: this.#table(RDAT_PARTS.nodes, (at) => ({
        launchType: word(at),
        groupSharedBytesUsed: word(at + 4),
        attributes: this.#list(word(at + 8)),
        outputs: this.#list(word(at + 12)),
        inputs: this.#list(word(at + 16)),
      })),
      unknown: this.#unknown,
    };
  }

  #findParts(): void {
    const view = this.view;
    const count = view.u32(4);
    if (!this.#isInside(HEADER_SIZE, 4 * count, 'offsets of parts')) return;
    for (let i = 0; i < count; i++) {
      const header = view.u32(HEADER_SIZE + 4 * i);
      if (!this.#isInside(header, PART_HEADER_SIZE, 'a part')) continue;
      const type = view.u32(header);
      const size = view.u32(header + 4);
      const at = header + PART_HEADER_SIZE;
      if (!this.#isInside(at, size, 'a part')) continue;
      const record = RECORD_SIZES[type];
      const known =
        record !== undefined || type === RDAT_PARTS.strings || type === RDAT_PARTS.indices || type === RDAT_PARTS.bytes;
      if (!known) this.#unknown.push({ type, size });
      else if (record === undefined) this.#parts.set(type, { at, size, stride: 0, count: 0 });
      else if (this.#isInside(at, TABLE_HEADER_SIZE, 'a table')) this.#addTable(type, at + TABLE_HEADER_SIZE, record);
    }
  }

  #addTable(type: number, at: number, record: number): void {
    const count = this.view.u32(at - 8);
    const stride = this.view.u32(at - 4);
    if (count > 0 && stride < record) {
      this.view.report(DX1080, at - 4, at, { what: 'records', offset: hex(at), size: this.view.size });
    } else if (this.#isInside(at, stride * count, 'records')) {
      this.#parts.set(type, { at, size: stride * count, stride, count });
    }
  }

  #isInside(at: number, length: number, what: string): boolean {
    if (at + length <= this.view.size) return true;
    this.view.report(DX1080, at, at + length, { what, offset: hex(at), size: this.view.size });
    return false;
  }

  #part(type: number): Part {
    return this.#parts.get(type) ?? NO_PART;
  }

  #table<Row>(type: number, read: (at: number, stride: number) => Row): Row[] {
    const { at, stride, count } = this.#part(type);
    return Array.from({ length: count }, (_, i) => read(at + stride * i, stride));
  }

  #function(at: number, stride: number): RdatFunction {
    const view = this.view;
    const later = stride >= FUNCTION_SIZE_2;
    const info = later ? view.u32(at + 48) : NONE;
    return {
      name: this.#string(view.u32(at)),
      unmangledName: this.#string(view.u32(at + 4)),
      resources: this.#list(view.u32(at + 8)),
      dependencies: this.#strings(view.u32(at + 12)),
      shaderKind: view.u32(at + 16),
      payloadSizeInBytes: view.u32(at + 20),
      attributeSizeInBytes: view.u32(at + 24),
      features: [view.u32(at + 28), view.u32(at + 32)],
      shaderStages: view.u32(at + 36),
      minShaderTarget: view.u32(at + 40),
      minimumExpectedWaveLaneCount: later ? view.u8(at + 44) : undefined,
      maximumExpectedWaveLaneCount: later ? view.u8(at + 45) : undefined,
      shaderFlags: later ? view.u16(at + 46) : undefined,
      shaderInfo: info === NONE ? undefined : info,
    };
  }

  #subobject(at: number, stride: number): RdatSubobject {
    const view = this.view;
    const kind = view.u32(at);
    const name = this.#string(view.u32(at + 4));
    /** A field after kind and name; 0 where the record is too short for it. */
    const word = (i: number) => (12 + 4 * i <= stride ? view.u32(at + 8 + 4 * i) : 0);
    switch (kind) {
      case 0:
        return { kind, name, flags: word(0) };
      case 1:
      case 2:
        return { kind, name, rootSignature: this.#bytes(word(0), word(1)) };
      case 8:
        return { kind, name, subobject: this.#string(word(0)), exports: this.#strings(word(1)) };
      case 9:
        return { kind, name, maxPayloadSizeInBytes: word(0), maxAttributeSizeInBytes: word(1) };
      case 10:
        return { kind, name, maxTraceRecursionDepth: word(0) };
      case 11: {
        const [anyHit, closestHit, intersection] = [1, 2, 3].map((i) => this.#string(word(i)));
        return { kind, name, type: word(0), anyHit: anyHit!, closestHit: closestHit!, intersection: intersection! };
      }
      case 12:
        return { kind, name, maxTraceRecursionDepth: word(0), flags: word(1) };
      default:
        return { kind, name };
    }
  }

  #string(offset: number): string {
    const { at, size } = this.#part(RDAT_PARTS.strings);
    if (offset < size) return this.view.text(at + offset, 'a name') ?? '';
    if (offset !== NONE) this.#missing('a name', offset, size);
    return '';
  }

  /** The list at index `first` of the numbers: its length, then as many. */
  #list(first: number): number[] {
    if (first === NO_LIST) return [];
    const { at, size } = this.#part(RDAT_PARTS.indices);
    const count = 4 * first + 4 <= size ? this.view.u32(at + 4 * first) : NONE;
    if (4 * (first + 1 + count) > size || !this.view.hasAll(at + 4 * first, count, 4, 4, 'numbers of a list')) {
      this.#missing('a list', first, size);
      return [];
    }
    return Array.from({ length: count }, (_, i) => this.view.u32(at + 4 * (first + 1 + i)));
  }

  #strings(first: number): string[] {
    return this.#list(first).map((offset) => this.#string(offset));
  }

  #bytes(offset: number, length: number): Uint8Array {
    const { at, size } = this.#part(RDAT_PARTS.bytes);
    if (offset + length > size) {
      this.#missing('bytes', offset, size);
      return new Uint8Array(0);
    }
    return this.view.bytesAt(at + offset, length);
  }

  #missing(what: string, target: number, size: number): void {
    this.view.report(DX1083, 0, 0, { what, target: `${hex(target)} of ${size} bytes` });
  }
}
