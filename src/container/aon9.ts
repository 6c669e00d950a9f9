/**
 * The chunks Aon9, XNAS and XNAP of feature level 9: a program of shader model 2 and, in front of it, where its
 * constants and samplers come from in the world of constant buffers and resources.
 *
 * Not for: the program itself (`isa/sm1`).
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import { ChunkView } from './chunk-view.ts';
import type { Chunk, Container } from './dxbc.ts';

/** Float constants that are filled from a constant buffer. */
export interface ConstantMapping {
  readonly buffer: number;
  /** First register of 16 bytes in the buffer. */
  readonly sourceRegister: number;
  readonly count: number;
  /** First register `c#`; from {@link CLIP_PLANES} on, clip plane numbers. */
  readonly targetRegister: number;
  /** What stands in the buffer, a byte each for x, y, z and w, x lowest: 0 float, 1 bool, 2 int, 3 unsigned int. */
  readonly conversions: number;
}

/** An integer or bool constant that is filled from a component of a constant buffer. */
export interface ScalarMapping {
  readonly buffer: number;
  readonly sourceRegister: number;
  /** 0 to 3 for x to w. */
  readonly component: number;
  readonly targetRegister: number;
}

export interface SamplerMapping {
  readonly targetSampler: number;
  readonly sourceSampler: number;
  readonly sourceResource: number;
}

/** A float constant that the runtime fills. */
export interface RuntimeMapping {
  /** What with: 0 the offset of vertex positions, 1 the instance. */
  readonly kind: number;
  readonly targetRegister: number;
}

export interface Level9Program {
  readonly constants: readonly ConstantMapping[];
  readonly integers: readonly ScalarMapping[];
  readonly bools: readonly ScalarMapping[];
  readonly samplers: readonly SamplerMapping[];
  readonly runtime: readonly RuntimeMapping[];
  /**
   * The token stream, version token first, up to the end of the chunk: Microsoft's reader goes by its END token and not
   * by the size that the chunk gives (source: oracle).
   */
  readonly words: Uint32Array;
  /** Where {@link words} begin in the chunk's payload, in bytes. */
  readonly offset: number;
  /** Bytes of the program, as the chunk says. */
  readonly size: number;
}

/** First target register that means a clip plane instead of a constant (source: oracle). */
export const CLIP_PLANES = 0x1000;

const HEADER_SIZE = 36;

/** Reads a chunk of feature level 9; undefined when not even the header is there. */
export function readAon9(container: Container, chunk: Chunk, diagnostics: Diagnostics): Level9Program | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, HEADER_SIZE, 'the header')) return undefined;
  const offset = view.u32(12);
  const size = view.u32(8);
  view.has(offset, size, 'the program');
  return {
    constants: readTable(view, 16, 12, 'constant mappings', readConstant),
    integers: readTable(view, 20, 8, 'integer mappings', readScalar),
    bools: readTable(view, 24, 8, 'bool mappings', readScalar),
    samplers: readTable(view, 28, 4, 'sampler mappings', readSampler),
    runtime: readTable(view, 32, 4, 'runtime mappings', readRuntime),
    words: view.wordsAt(offset, view.size - offset),
    offset,
    size,
  };
}

/** A table whose count and place stand as two 16-bit words at `header`. */
function readTable<Row>(
  view: ChunkView,
  header: number,
  stride: number,
  what: string,
  read: (view: ChunkView, at: number) => Row,
): Row[] {
  const count = view.u16(header);
  const offset = view.u16(header + 2);
  const rows: Row[] = [];
  if (!view.hasAll(offset, count, stride, stride, what)) return rows;
  for (let i = 0; i < count; i++) rows.push(read(view, offset + stride * i));
  return rows;
}

function readConstant(view: ChunkView, at: number): ConstantMapping {
  return {
    buffer: view.u16(at),
    sourceRegister: view.u16(at + 2),
    count: view.u16(at + 4),
    targetRegister: view.u16(at + 6),
    conversions: view.u32(at + 8),
  };
}

function readScalar(view: ChunkView, at: number): ScalarMapping {
  return {
    buffer: view.u16(at),
    sourceRegister: view.u16(at + 2),
    component: view.u16(at + 4),
    targetRegister: view.u16(at + 6),
  };
}

function readSampler(view: ChunkView, at: number): SamplerMapping {
  return { sourceResource: view.u8(at), sourceSampler: view.u8(at + 1), targetSampler: view.u8(at + 2) };
}

function readRuntime(view: ChunkView, at: number): RuntimeMapping {
  return { kind: view.u16(at), targetRegister: view.u16(at + 2) };
}
