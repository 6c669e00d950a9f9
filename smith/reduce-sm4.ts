/**
 * Makes a program of shader models 4.0 to 5.1 smaller while something about it stays true, so that a failure of a
 * comparison can be read: removes instructions as long as the validator accepts the container.
 *
 * Not for: making instructions simpler, or programs of models 1 to 3.
 */
import { Diagnostics } from '../src/base/diagnostics.ts';
import { bytesOf, wordsOf } from '../src/base/words.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { serializeContainer } from '../src/container/write.ts';
import { readSm4 } from '../src/isa/sm4/program.ts';
import { sm4DiagnosticLines } from './checks/sm4-diagnostics.ts';

/** The most instructions that are removed at once. */
const MAX_REMOVED = 16;

/** The program of a container, and the container with another one. */
export interface ProgramContainer {
  readonly words: Uint32Array;
  with(words: Uint32Array): Uint8Array;
}

/** The program of a container of shader models 4.0 to 5.1; undefined without one. */
export function programContainer(bytes: Uint8Array): ProgramContainer | undefined {
  const container = readContainer(bytes, new Diagnostics());
  const chunk = container?.chunks.find(({ tag }) => tag === TAG.SHDR || tag === TAG.SHEX);
  if (container === undefined || chunk === undefined || chunk.data.byteLength < 8 || chunk.data.byteLength % 4 !== 0)
    return undefined;
  return {
    words: wordsOf(chunk.data).slice(),
    with: (words) =>
      serializeContainer(container.chunks.map((one) => (one === chunk ? { tag: one.tag, data: bytesOf(words) } : one))),
  };
}

/** Whether our validator accepts a container of shader models 4.0 to 5.1. */
export function isValidSm4(bytes: Uint8Array): boolean {
  return sm4DiagnosticLines(bytes).length === 0;
}

/** A valid container with fewer instructions that is as interesting as `bytes`: `isInteresting` holds for both. */
export function reduceSm4(bytes: Uint8Array, isInteresting: (words: Uint32Array) => boolean): Uint8Array {
  const container = programContainer(bytes);
  if (container === undefined) return bytes;
  let { words } = container;
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (let size = MAX_REMOVED; size > 0; size >>= 1) {
      for (let at = readSm4(words).count - size; at >= 0; at--) {
        const smaller = without(words, at, size);
        if (smaller === undefined || !isInteresting(smaller) || !isValidSm4(container.with(smaller))) continue;
        words = smaller;
        isChanged = true;
      }
    }
  }
  return container.with(words);
}

/** The words without `size` instructions from number `at` on; undefined where there are not as many. */
function without(words: Uint32Array, at: number, size: number): Uint32Array | undefined {
  const { starts, count, end } = readSm4(words);
  if (at + size > count) return undefined;
  const from = starts[at]!;
  const to = at + size < count ? starts[at + size]! : end;
  const smaller = new Uint32Array(words.length - (to - from));
  smaller.set(words.subarray(0, from));
  smaller.set(words.subarray(to), from);
  smaller[1] = smaller.length;
  return smaller;
}
