/**
 * The chunk PSV0, pipeline state validation: what the runtime of Direct3D 12 checks when it makes a pipeline of shaders
 * of model 6. Its header grew with each version; its size is the version. Source: the headers of the public DirectX
 * shader compiler.
 *
 * Not for: the signatures ISG1, OSG1 and PSG1 (signature.ts), which hold the same facts in another layout.
 */

import { type Diagnostics, hex, type ParseResult, parse } from '../base/diagnostics.ts';
import { ChunkView } from '../container/chunk-view.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { DX1080, DX1081, DX1082, DX1083 } from '../container/messages.ts';
import { DXIL_SHADER_KINDS } from './dxil.ts';

export interface PsvResource {
  /** Index in `PSV_RESOURCE_TYPES`. */
  readonly type: number;
  readonly space: number;
  readonly lowerBound: number;
  /** Inclusive; 0xffffffff when the range has no end. */
  readonly upperBound: number;
  /** Index in `DXIL_RESOURCE_KINDS`; undefined in early versions. */
  readonly kind: number | undefined;
  /** Bit 0: used by 64-bit atomics. */
  readonly flags: number | undefined;
}

export interface PsvElement {
  /** Empty for system values, which {@link semanticKind} names. */
  readonly semanticName: string;
  /** One for each row. */
  readonly semanticIndices: readonly number[];
  readonly rows: number;
  readonly columns: number;
  /** First register and component; undefined where the element has no register. */
  readonly startRow: number | undefined;
  readonly startColumn: number | undefined;
  /** Index in `DXIL_SEMANTIC_KINDS`. */
  readonly semanticKind: number;
  /** Index in `DXIL_SIGNATURE_TYPES`. */
  readonly componentType: number;
  /** Index in `DXIL_INTERPOLATIONS`. */
  readonly interpolationMode: number;
  /** Components that are indexed at run time, x to w from bit 0. */
  readonly dynamicIndexMask: number;
  readonly stream: number;
}

/** The fields of the header for the shader's stage. */
export type PsvStage =
  | { readonly stage: 'vertex'; readonly outputPositionPresent: boolean }
  | {
      readonly stage: 'hull';
      readonly inputControlPointCount: number;
      readonly outputControlPointCount: number;
      readonly tessellatorDomain: number;
      readonly tessellatorOutputPrimitive: number;
    }
  | {
      readonly stage: 'domain';
      readonly inputControlPointCount: number;
      readonly outputPositionPresent: boolean;
      readonly tessellatorDomain: number;
    }
  | {
      readonly stage: 'geometry';
      readonly inputPrimitive: number;
      readonly outputTopology: number;
      readonly outputStreamMask: number;
      readonly outputPositionPresent: boolean;
      readonly maxVertexCount: number | undefined;
    }
  | { readonly stage: 'pixel'; readonly depthOutput: boolean; readonly sampleFrequency: boolean }
  | {
      readonly stage: 'mesh';
      readonly groupSharedBytesUsed: number;
      readonly groupSharedBytesDependentOnViewId: number;
      readonly payloadSizeInBytes: number;
      readonly maxOutputVertices: number;
      readonly maxOutputPrimitives: number;
      readonly meshOutputTopology: number | undefined;
    }
  | { readonly stage: 'amplification'; readonly payloadSizeInBytes: number }
  /** Stages without specific fields; `undefined` where the header does not store the stage. */
  | { readonly stage: Exclude<DxilShaderKind, StageWithFields> | undefined };

type DxilShaderKind = (typeof DXIL_SHADER_KINDS)[number];
type StageWithFields = 'vertex' | 'hull' | 'domain' | 'geometry' | 'pixel' | 'mesh' | 'amplification';

/** The outputs that depend on each input: a bit for each component, four a register, low words first. */
export interface PsvDependencies {
  /** Outputs that depend on the view, by stream; empty where none do. */
  readonly viewIdToOutput: readonly Uint32Array[];
  readonly viewIdToPatchConstantOrPrimitive: Uint32Array;
  /** By stream: for each component of the inputs a mask of outputs. */
  readonly inputToOutput: readonly Uint32Array[];
  /** Hull shaders. */
  readonly inputToPatchConstant: Uint32Array;
  /** Domain shaders. */
  readonly patchConstantToOutput: Uint32Array;
}

export interface PipelineStateValidation {
  /** The version of the header's layout, from its size. */
  readonly version: number;
  readonly info: PsvStage;
  /** 0: unused. */
  readonly minimumExpectedWaveLaneCount: number;
  /** 0xffffffff: unused. */
  readonly maximumExpectedWaveLaneCount: number;
  readonly usesViewId: boolean;
  /** Registers of each signature; the outputs by stream. */
  readonly inputVectors: number;
  readonly outputVectors: readonly number[];
  readonly patchConstantOrPrimitiveVectors: number;
  /** Threads of a group; undefined before version 2. */
  readonly numThreads: readonly [x: number, y: number, z: number] | undefined;
  /** Undefined before version 3. */
  readonly entryFunctionName: string | undefined;
  /** Bytes; undefined before version 4. */
  readonly groupSharedBytes: number | undefined;
  readonly resources: readonly PsvResource[];
  readonly inputs: readonly PsvElement[];
  readonly outputs: readonly PsvElement[];
  readonly patchConstantsOrPrimitives: readonly PsvElement[];
  readonly dependencies: PsvDependencies;
}

export const PSV_HEADER_SIZES = [24, 36, 48, 52, 56, 60] as const;
const RESOURCE_SIZE = 16;
const RESOURCE_SIZE_1 = 24;
const ELEMENT_SIZE = 16;
const STREAMS = 4;
const HULL = DXIL_SHADER_KINDS.indexOf('hull');
const DOMAIN = DXIL_SHADER_KINDS.indexOf('domain');
const GEOMETRY = DXIL_SHADER_KINDS.indexOf('geometry');
const MESH = DXIL_SHADER_KINDS.indexOf('mesh');
const NO_WORDS = new Uint32Array(0);

/**
 * Reads pipeline state validation; undefined when the header is incomplete. Parts outside the container are reported
 * and left out.
 *
 * @param kind the stage of the program, for headers of version 0, which do not store it
 */
export function readPsv0(
  container: Container,
  chunk: Chunk,
  diagnostics: Diagnostics,
  kind?: number,
): PipelineStateValidation | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, 4 + PSV_HEADER_SIZES[0], 'the header')) return undefined;
  return new PsvReader(view, kind).read();
}

/** Reads one block after the other. */
class PsvReader {
  readonly #size: number;
  readonly #kind: number | undefined;
  /** Where the next block begins. */
  #at: number;
  /** Set once a block lies outside: no block after it can be found. */
  #lost = false;
  #strings = { at: 0, size: 0 };
  #indices = { at: 0, count: 0 };

  constructor(
    private readonly view: ChunkView,
    kind: number | undefined,
  ) {
    this.#size = view.u32(0);
    this.#kind = this.#has(36) ? view.u8(4 + 24) : kind;
    this.#at = 4 + this.#size;
  }

  read(): PipelineStateValidation | undefined {
    const view = this.view;
    if (this.#at > view.size) {
      view.report(DX1080, 0, 4, { what: 'the header', offset: hex(4), size: view.size });
      return undefined;
    }
    const version = PSV_HEADER_SIZES.findLastIndex((size) => size <= this.#size);
    if (!PSV_HEADER_SIZES.some((size) => size === this.#size)) {
      view.report(DX1081, 0, 4, {
        version: `of ${this.#size} bytes`,
        known: `one of ${PSV_HEADER_SIZES[version]!}`,
      });
    }
    const byte = (offset: number) => (this.#has(36) ? view.u8(4 + offset) : 0);
    const counts = { inputs: byte(28), outputs: byte(29), others: byte(30) };
    const outputVectors = [32, 33, 34, 35].map(byte);
    const otherVectors = this.#kind === GEOMETRY ? 0 : byte(26);
    const usesViewId = byte(25) !== 0;
    const resources = this.#resources();
    let signatures: PsvElement[][] = [[], [], []];
    if (version >= 1) {
      this.#strings = { size: this.#word('the size of the names'), at: this.#at };
      this.#take(this.#strings.size, 'names');
      this.#indices = { count: this.#word('the count of semantic indices'), at: this.#at };
      this.#take(4 * this.#indices.count, 'semantic indices');
      if (counts.inputs + counts.outputs + counts.others > 0) {
        const stride = this.#word('the size of an element');
        signatures = [counts.inputs, counts.outputs, counts.others].map((count) => this.#elements(count, stride));
      }
    }
    const dependencies = this.#dependencies(usesViewId, byte(31), outputVectors, otherVectors);
    if (!this.#lost && this.#at < view.size) {
      view.report(DX1082, this.#at, view.size, { count: view.size - this.#at });
    }
    return {
      version,
      info: this.#info(),
      minimumExpectedWaveLaneCount: view.u32(4 + 16),
      maximumExpectedWaveLaneCount: view.u32(4 + 20),
      usesViewId,
      inputVectors: byte(31),
      outputVectors,
      patchConstantOrPrimitiveVectors: otherVectors,
      numThreads: this.#has(48) ? [view.u32(4 + 36), view.u32(4 + 40), view.u32(4 + 44)] : undefined,
      entryFunctionName: this.#has(52) ? this.#string(view.u32(4 + 48)) : undefined,
      groupSharedBytes: this.#has(56) ? view.u32(4 + 52) : undefined,
      resources,
      inputs: signatures[0]!,
      outputs: signatures[1]!,
      patchConstantsOrPrimitives: signatures[2]!,
      dependencies,
    };
  }

  /** Whether the header has its first `size` bytes. */
  #has(size: number): boolean {
    return this.#size >= size && this.view.size >= 4 + size;
  }

  #info(): PsvStage {
    const view = this.view;
    const word = (offset: number) => view.u32(4 + offset);
    const flag = (offset: number) => view.u8(4 + offset) !== 0;
    const stage = DXIL_SHADER_KINDS[this.#kind ?? -1];
    switch (stage) {
      case 'vertex':
        return { stage, outputPositionPresent: flag(0) };
      case 'pixel':
        return { stage, depthOutput: flag(0), sampleFrequency: flag(1) };
      case 'hull':
        return {
          stage,
          inputControlPointCount: word(0),
          outputControlPointCount: word(4),
          tessellatorDomain: word(8),
          tessellatorOutputPrimitive: word(12),
        };
      case 'domain':
        return { stage, inputControlPointCount: word(0), outputPositionPresent: flag(4), tessellatorDomain: word(8) };
      case 'geometry':
        return {
          stage,
          inputPrimitive: word(0),
          outputTopology: word(4),
          outputStreamMask: word(8),
          outputPositionPresent: flag(12),
          maxVertexCount: this.#has(36) ? view.u16(4 + 26) : undefined,
        };
      case 'mesh':
        return {
          stage,
          groupSharedBytesUsed: word(0),
          groupSharedBytesDependentOnViewId: word(4),
          payloadSizeInBytes: word(8),
          maxOutputVertices: view.u16(4 + 12),
          maxOutputPrimitives: view.u16(4 + 14),
          meshOutputTopology: this.#has(36) ? view.u8(4 + 27) : undefined,
        };
      case 'amplification':
        return { stage, payloadSizeInBytes: word(0) };
      default:
        return { stage };
    }
  }

  /** The next `length` bytes; undefined, with a report, when they lie outside. */
  #take(length: number, what: string): number | undefined {
    const at = this.#at;
    if (this.#lost) return undefined;
    if (at + length > this.view.size) {
      this.#lost = true;
      this.view.report(DX1080, at, at + length, { what, offset: hex(at), size: this.view.size });
      return undefined;
    }
    this.#at += length;
    return at;
  }

  #word(what: string): number {
    const at = this.#take(4, what);
    return at === undefined ? 0 : this.view.u32(at);
  }

  #resources(): PsvResource[] {
    const view = this.view;
    const count = this.#word('the count of resources');
    if (count === 0) return [];
    const stride = this.#word('the size of a resource');
    const from = this.#take(stride * count, 'resources');
    if (from === undefined || stride < RESOURCE_SIZE) {
      if (from !== undefined) view.reportZeroSize(this.#at - stride * count - 4);
      return [];
    }
    const resources: PsvResource[] = [];
    for (let i = 0, at = from; i < count; i++, at += stride) {
      const extended = stride >= RESOURCE_SIZE_1;
      resources.push({
        type: view.u32(at),
        space: view.u32(at + 4),
        lowerBound: view.u32(at + 8),
        upperBound: view.u32(at + 12),
        kind: extended ? view.u32(at + 16) : undefined,
        flags: extended ? view.u32(at + 20) : undefined,
      });
    }
    return resources;
  }

  #elements(count: number, stride: number): PsvElement[] {
    const from = this.#take(stride * count, 'elements of a signature');
    if (from === undefined || stride < ELEMENT_SIZE) return [];
    return Array.from({ length: count }, (_, i) => this.#element(from + stride * i));
  }

  #element(at: number): PsvElement {
    const view = this.view;
    const rows = view.u8(at + 8);
    const location = view.u8(at + 10);
    const hasLocation = (location & 0x40) !== 0;
    const masks = view.u8(at + 14);
    return {
      semanticName: this.#string(view.u32(at)) ?? '',
      semanticIndices: this.#semanticIndices(view.u32(at + 4), rows),
      rows,
      columns: location & 15,
      startRow: hasLocation ? view.u8(at + 9) : undefined,
      startColumn: hasLocation ? (location >>> 4) & 3 : undefined,
      semanticKind: view.u8(at + 11),
      componentType: view.u8(at + 12),
      interpolationMode: view.u8(at + 13),
      dynamicIndexMask: masks & 15,
      stream: (masks >>> 4) & 3,
    };
  }

  /** The name at `offset` of the table of names. */
  #string(offset: number): string | undefined {
    const { at, size } = this.#strings;
    if (offset < size) return this.view.text(at + offset, 'a name');
    if (size > 0 || offset > 0) this.view.report(DX1083, at, at, { what: 'a name', target: hex(offset) });
    return undefined;
  }

  #semanticIndices(first: number, rows: number): number[] {
    const { at, count } = this.#indices;
    if (first + rows > count) {
      this.view.report(DX1083, at, at + 4 * count, {
        what: 'a semantic index',
        target: first + rows - 1,
      });
      return [];
    }
    return Array.from({ length: rows }, (_, row) => this.view.u32(at + 4 * (first + row)));
  }

  #dependencies(usesViewId: boolean, inputs: number, outputs: readonly number[], others: number): PsvDependencies {
    const kind = this.#kind;
    const table = (count: number) => this.#words(count, 'dependencies');
    const streams = (count: (vectors: number) => number) =>
      Array.from({ length: STREAMS }, (_, stream) => {
        const vectors = outputs[stream]!;
        return vectors === 0 ? NO_WORDS : table(count(vectors));
      });
    const none = [NO_WORDS, NO_WORDS, NO_WORDS, NO_WORDS];
    const viewIdToOutput = usesViewId ? streams(maskWords) : none;
    const byView = usesViewId && (kind === HULL || kind === MESH);
    const viewIdToPatchConstantOrPrimitive = byView ? table(maskWords(others)) : NO_WORDS;
    const inputToOutput = kind === MESH ? none : streams((vectors) => tableWords(inputs, vectors));
    return {
      viewIdToOutput,
      viewIdToPatchConstantOrPrimitive,
      inputToOutput,
      inputToPatchConstant: kind === HULL ? table(tableWords(inputs, others)) : NO_WORDS,
      patchConstantToOutput: kind === DOMAIN ? table(tableWords(others, outputs[0]!)) : NO_WORDS,
    };
  }

  #words(count: number, what: string): Uint32Array {
    if (count === 0) return NO_WORDS;
    const from = this.#take(4 * count, what);
    return from === undefined ? NO_WORDS : this.view.wordsAt(from, 4 * count);
  }
}

/** DWORDs of a mask with a bit for each component of `vectors` registers. */
export function maskWords(vectors: number): number {
  return (vectors + 7) >>> 3;
}

/** DWORDs of a table with such a mask for each component of `from` registers. */
function tableWords(from: number, to: number): number {
  return 4 * from * maskWords(to);
}

/**
 * Reads pipeline state validation data of shader model 6: the chunk `PSV0`.
 *
 * @param stage index in `DXIL_SHADER_KINDS`, for the versions of the chunk that do not store it
 */
export function parsePsv0(container: Container, chunk: Chunk, stage?: number): ParseResult<PipelineStateValidation> {
  return parse((diagnostics) => readPsv0(container, chunk, diagnostics, stage));
}
