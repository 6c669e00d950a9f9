/**
 * Reads and writes the chunks Aon9, XNAS and XNAP of feature level 9: a program of shader model 2 and, before it, the
 * tables that map its constants and samplers to constant buffers and resources.
 *
 * Not for: the program itself (`isa/sm1`).
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../base/words.ts';
import { ChunkView, chunkParser } from '../container/chunk-view.ts';
import { type ChunkSource, ChunkWriter, unchangedBytes } from '../container/chunk-writer.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import type { ChunkBytes } from '../container/write.ts';

/** Float constants that are filled from a constant buffer. */
export interface ConstantMapping {
  readonly buffer: number;
  /** First register of 16 bytes in the buffer. */
  readonly sourceRegister: number;
  readonly count: number;
  /** First register `c#`; from {@link CLIP_PLANES} on, clip plane numbers. */
  readonly targetRegister: number;
  /** The types in the buffer, a byte each for x, y, z and w, x lowest: 0 float, 1 bool, 2 int, 3 unsigned int. */
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
  /** The value: 0 is the offset of vertex positions, 1 the instance. */
  readonly kind: number;
  readonly targetRegister: number;
}

/**
 * The programs of feature level 9: that of Direct3D, and at level 9_0 those for XNA. The prepass computes only the
 * position (source: oracle).
 */
export type Level9Kind = 'level9' | 'xna' | 'xnaPrepass';

/** The content of a chunk of feature level 9. */
export interface Level9Content {
  /** The kind and model of shader: a version token of shader model 2, which may differ from that of the program. */
  readonly version: number;
  readonly constants: readonly ConstantMapping[];
  readonly integers: readonly ScalarMapping[];
  readonly bools: readonly ScalarMapping[];
  readonly samplers: readonly SamplerMapping[];
  readonly runtime: readonly RuntimeMapping[];
  /**
   * The token stream, version token first. The reader takes all words up to the end of the chunk: Microsoft's reader
   * looks for the END token and ignores the size in the chunk (source: oracle).
   */
  readonly words: Uint32Array;
}

/** A chunk of feature level 9 that was read. */
export interface Level9Program extends Level9Content {
  /** Where {@link words} begin in the chunk's payload, in bytes. */
  readonly offset: number;
  /** The size of the program that the chunk declares, in bytes. */
  readonly size: number;
  /** Where the chunk holds all that it says: while that is not changed, the writer gives the same bytes. */
  readonly source?: ChunkSource<Level9Content> | undefined;
}

/** First target register that means a clip plane instead of a constant (source: oracle). */
export const CLIP_PLANES = 0x1000;

const HEADER_SIZE = 36;
const CONSTANT_SIZE = 12;
const SCALAR_SIZE = 8;
const SAMPLER_SIZE = 4;
const RUNTIME_SIZE = 4;

/** Reads a chunk of feature level 9; undefined when not even the header is there. */
export function readAon9(container: Container, chunk: Chunk, diagnostics: Diagnostics): Level9Program | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, HEADER_SIZE, 'the header')) return undefined;
  const offset = view.u32(12);
  const size = view.u32(8);
  view.has(offset, size, 'the program');
  const content: Level9Content = {
    version: view.u32(4),
    constants: readTable(view, 16, CONSTANT_SIZE, 'constant mappings', readConstant),
    integers: readTable(view, 20, SCALAR_SIZE, 'integer mappings', readScalar),
    bools: readTable(view, 24, SCALAR_SIZE, 'bool mappings', readScalar),
    samplers: readTable(view, 28, SAMPLER_SIZE, 'sampler mappings', readSampler),
    runtime: readTable(view, 32, RUNTIME_SIZE, 'runtime mappings', readRuntime),
    words: view.wordsAt(offset, view.size - offset),
  };
  const source = view.contained && view.intact ? { bytes: view.payload, content } : undefined;
  return { ...content, offset, size, source };
}

/** Reads a program of feature level 9 and its mappings: the chunk `Aon9`, `XNAS` or `XNAP`. */
export const parseAon9 = /* @__PURE__ */ chunkParser(readAon9);

/** A table whose count and offset are two 16-bit words at `header`. */
function readTable<Row>(
  view: ChunkView,
  header: number,
  stride: number,
  what: string,
  read: (view: ChunkView, at: number) => Row,
): Row[] {
  return view.records(view.u16(header + 2), view.u16(header), stride, what, (at) => read(view, at));
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

/**
 * Returns the payload of a chunk of feature level 9. A chunk that was read and not changed keeps its bytes; any other
 * has the layout of Microsoft's compiler: the header, the tables of samplers, constants, bools, integers and runtime
 * constants, the program (source: oracle).
 *
 * @throws RangeError where a number is too large for its field
 */
export function serializeAon9(program: Level9Content & Partial<Level9Program>): Uint8Array {
  return unchangedBytes<Level9Content>(program) ?? newAon9(program);
}

function newAon9({ version, constants, integers, bools, samplers, runtime, words }: Level9Content): Uint8Array {
  const writer = new ChunkWriter();
  writer.reserve(HEADER_SIZE);
  writeTable(writer, 28, samplers, SAMPLER_SIZE, writeSampler);
  writeTable(writer, 16, constants, CONSTANT_SIZE, writeConstant);
  writeTable(writer, 24, bools, SCALAR_SIZE, writeScalar);
  writeTable(writer, 20, integers, SCALAR_SIZE, writeScalar);
  writeTable(writer, 32, runtime, RUNTIME_SIZE, writeRuntime);
  const offset = writer.reserve(4 * words.length);
  writer.putWords(offset, words);
  const size = writer.reserve(0);
  writer.put32(0, size);
  writer.put32(4, version);
  writer.put32(8, size - offset);
  writer.put32(12, offset);
  return writer.bytes();
}

/** Writes the rows of a table, and at `header` their count and offset. */
function writeTable<Row>(
  writer: ChunkWriter,
  header: number,
  rows: readonly Row[],
  stride: number,
  write: (writer: ChunkWriter, at: number, row: Row) => void,
): void {
  const offset = writer.reserve(stride * rows.length);
  writer.put16(header, rows.length);
  writer.put16(header + 2, offset);
  for (let i = 0; i < rows.length; i++) write(writer, offset + stride * i, rows[i]!);
}

function writeConstant(writer: ChunkWriter, at: number, row: ConstantMapping): void {
  writer.put16(at, row.buffer);
  writer.put16(at + 2, row.sourceRegister);
  writer.put16(at + 4, row.count);
  writer.put16(at + 6, row.targetRegister);
  writer.put32(at + 8, row.conversions);
}

function writeScalar(writer: ChunkWriter, at: number, row: ScalarMapping): void {
  writer.put16(at, row.buffer);
  writer.put16(at + 2, row.sourceRegister);
  writer.put16(at + 4, row.component);
  writer.put16(at + 6, row.targetRegister);
}

function writeSampler(writer: ChunkWriter, at: number, row: SamplerMapping): void {
  writer.put8(at, row.sourceResource);
  writer.put8(at + 1, row.sourceSampler);
  writer.put8(at + 2, row.targetSampler);
}

function writeRuntime(writer: ChunkWriter, at: number, row: RuntimeMapping): void {
  writer.put16(at, row.kind);
  writer.put16(at + 2, row.targetRegister);
}

/**
 * Returns the payload of a chunk of feature level 9 with another program. A program of the same length changes nothing
 * else.
 *
 * @param level9 what `chunk` holds
 * @param program the tokens
 */
export function withLevel9Program(chunk: ChunkBytes, level9: Level9Program, program: Uint8Array): Uint8Array {
  const words = wordsOf(program);
  if (words.length !== level9.words.length) return serializeAon9({ ...level9, words });
  const data = chunk.data.slice();
  data.set(bytesOf(words), level9.offset);
  return data;
}
