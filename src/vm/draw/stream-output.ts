/**
 * Writes the vertices of streams to buffers, primitive by primitive; a stream stops for good once one of its buffers
 * has no space left for a complete primitive.
 *
 * Source: Direct3D 11.3 functional specification, 14.
 */

import { setU32At } from '../../base/words.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import type { Registers } from '../sm4/stage-registers.ts';
import type { Sm4DrawShader, StreamOutput } from './draw-call.ts';
import type { StreamCounts } from './draw-common.ts';
import { componentsOf, semanticKey } from './links.ts';

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
