/**
 * The geometry stage: runs the shader on each primitive and takes the strips of its streams apart.
 *
 * Source: Direct3D 11.3 functional specification, 13.
 */
import { PrimitiveTopology } from '../../base/d3d/enumerations.ts';
import { setU32At } from '../../base/words.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import { readSm4StageDeclarations } from '../../isa/sm4/declarations.ts';
import { runGeometry } from '../sm4/geometry.ts';
import type { Registers } from '../sm4/quad.ts';
import type { DrawContext } from './context.ts';
import type { Sm4DrawCall, Sm4DrawShader, StreamOutput } from './draw-call.ts';
import type { StreamCounts } from './draw-common.ts';
import { applyLink, componentsOf, type Link, linkSignatures, semanticKey } from './links.ts';
import { type PrimitiveSink, primitiveCount, primitiveVertices, stripTopology } from './primitives.ts';

/** Vertices of the primitives of each D3D_PRIMITIVE_TOPOLOGY that a geometry shader may write. */
const SIZES: Readonly<Record<number, number>> = {
  [PrimitiveTopology.pointlist]: 1,
  [PrimitiveTopology.linestrip]: 2,
  [PrimitiveTopology.trianglestrip]: 3,
};

export class GeometryStage {
  readonly #context: DrawContext;
  readonly #shader: Sm4DrawShader;
  readonly #link: Link;
  readonly #sink: PrimitiveSink;
  readonly #topologies: readonly number[];
  readonly #instances: number;
  readonly #streams: readonly number[];

  constructor(context: DrawContext, { stages }: Sm4DrawCall, sink: PrimitiveSink) {
    this.#context = context;
    this.#shader = stages.geometry!;
    const { outputs } = stages.domain ?? stages.vertex;
    this.#link = linkSignatures(outputs, this.#shader.inputs);
    this.#sink = sink;
    const { program, declarations } = this.#shader.executable;
    const { outputTopologies, instances } = readSm4StageDeclarations(program);
    this.#topologies = outputTopologies;
    this.#instances = instances;
    this.#streams = declarations.streams.length === 0 ? [0] : declarations.streams;
  }

  /** Runs the shader on a primitive. */
  accept(vertices: readonly Registers[], primitiveId: number): void {
    const context = this.#context;
    const inputs = vertices.map((registers) => applyLink(this.#link, registers));
    context.counts.geometryInvocations += this.#instances;
    const { executable, bindings } = this.#shader;
    const { streams, isLimited, executed } = runGeometry(executable, bindings, inputs, {
      primitiveId,
      maxInstructions: context.instructionsLeft,
      isStopped: context.isLate,
    });
    if (!context.spendInstructions(executed, !isLimited)) return;
    for (const [stream, strips] of streams.entries()) {
      const size = SIZES[this.#topologies[Math.max(0, this.#streams.indexOf(stream))] ?? 0];
      if (size !== undefined) for (const strip of strips) this.#strip(strip, size, stream);
    }
  }

  #strip(strip: readonly Registers[], size: number, stream: number): void {
    const topology = stripTopology(size);
    const count = primitiveCount(topology, strip.length);
    if (!this.#context.spendVertices(strip.length)) return;
    this.#context.counts.geometryPrimitives += count;
    for (let i = 0; i < count && !this.#context.isStopped; i++) {
      const indices = primitiveVertices(topology, i, strip.length);
      // The shader writes the ids of its primitives itself.
      this.#sink(
        indices.map((index) => strip[index]!),
        0,
        stream,
      );
    }
  }
}

// Writes the vertices of streams to buffers, primitive by primitive; a stream stops for good once one of its buffers
// has no space left for a complete primitive.
//
// Source: Direct3D 11.3 functional specification, 14.

const STREAMS = 4;
const COMPONENTS = 4;
const WORD_BYTES = 4;

/** A word of a vertex: where it goes, and which component of the registers it is; -1: it is not written. */
interface WordOutput {
  readonly slot: number;
  readonly offset: number;
  readonly source: number;
}

export class StreamWriter {
  /** By number of the buffer: the next byte. */
  readonly offsets: number[];
  readonly #output: StreamOutput | undefined;
  readonly #words: readonly (readonly WordOutput[])[];
  readonly #written = new Array<number>(STREAMS).fill(0);
  readonly #needed = new Array<number>(STREAMS).fill(0);
  readonly #isFull = new Array<boolean>(STREAMS).fill(false);

  /** @param shader the last stage before the rasterizer */
  constructor(shader: Sm4DrawShader, output: StreamOutput | undefined) {
    this.#output = output;
    this.offsets = (output?.buffers ?? []).map((buffer) => buffer?.offset ?? 0);
    this.#words = Array.from({ length: STREAMS }, (_, stream) => wordsOf(output, shader.outputs, stream));
  }

  get counts(): readonly StreamCounts[] {
    if (this.#output === undefined) return [];
    return this.#written.map((primitivesWritten, i) => ({ primitivesWritten, primitivesNeeded: this.#needed[i]! }));
  }

  /** Writes a primitive. */
  write(stream: number, vertices: readonly Registers[]): void {
    const words = this.#words[stream] ?? [];
    if (this.#output === undefined || words.length === 0) return;
    this.#needed[stream]!++;
    const slots = new Set(words.map(({ slot }) => slot));
    if (![...slots].every((slot) => this.#hasSpace(slot, vertices.length, words))) this.#isFull[stream] = true;
    if (this.#isFull[stream]) return;
    for (const registers of vertices) {
      for (const { slot, offset, source } of words)
        if (source >= 0)
          setU32At(this.#output.buffers[slot]!.bytes, this.offsets[slot]! + offset, registers[source] ?? 0);
      for (const slot of slots) this.offsets[slot]! += this.#output.buffers[slot]!.stride;
    }
    this.#written[stream]!++;
  }

  /**
   * Whether a buffer has space left; one that is not bound is full. The last vertex needs space only for the components
   * that are written.
   */
  #hasSpace(slot: number, vertices: number, words: readonly WordOutput[]): boolean {
    const buffer = this.#output!.buffers[slot];
    if (buffer === undefined) return false;
    const size = Math.max(...words.filter((word) => word.slot === slot).map(({ offset }) => offset + WORD_BYTES));
    return this.offsets[slot]! + (vertices - 1) * buffer.stride + size <= buffer.bytes.length;
  }
}

function wordsOf(
  output: StreamOutput | undefined,
  signature: readonly SignatureElement[] | undefined,
  stream: number,
): WordOutput[] {
  const ends = new Map<number, number>();
  const words: WordOutput[] = [];
  for (const element of output?.elements ?? []) {
    if (element.stream !== stream) continue;
    const { slot, semantic, semanticIndex, startComponent, components } = element;
    const key = semanticKey(semantic, semanticIndex);
    const found = signature?.find(
      (one) => one.stream === stream && semanticKey(one.semanticName, one.semanticIndex) === key,
    );
    const sources = found ? componentsOf(found.mask).map((i) => COMPONENTS * found.register + i) : [];
    for (let i = 0; i < components; i++) {
      const offset = ends.get(slot) ?? 0;
      ends.set(slot, offset + WORD_BYTES);
      words.push({ slot, offset, source: semantic === '' ? -1 : (sources[startComponent + i] ?? -1) });
    }
  }
  return words;
}
