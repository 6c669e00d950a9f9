/**
 * Compares results of a driver with those of the interpreter for programs of any kind. Where words differ, the
 * interpreter runs again with noise (noise.ts): a word that is always the same has to be the same; one that changes has
 * to be in the range of its values.
 */
import { floatOfBits } from '../../src/numerics/conversion.ts';

/** How the words of a result are read: `word` where they may be floats or numbers. */
export type WordType = 'float' | 'integer' | 'word' | 'unwritten';

export interface ComparedResult {
  readonly name: string;
  /** Of the word with an index. */
  readonly type: (word: number) => WordType;
}

/** The result of a comparison. */
export interface Comparison {
  /** Words that were compared, and those that depend on what Direct3D leaves open. */
  readonly words: number;
  readonly open: number;
  /** The difference; undefined if there is none. */
  readonly difference: string | undefined;
}

/** Runs with noise; where they do not explain a difference, there are more: close to a pole, large results are rare. */
const RUNS: readonly number[] = [12, 60, 2000];
/** Up to this many runs do not show the entire range. */
const FEW = 64;
/** Where one run of this many is not finite, any number is possible; what is not finite itself is where any run is. */
const RARE = 64;
const MIN_NORMAL = 2 ** -126;
const MAX_SHOWN = 6;

/**
 * @param noisyRun gives the results of the interpreter after noise that a number decides
 * @param counts numbers of runs with noise, ascending: the next one is for differences that fewer runs do not explain
 */
export function compareResults(
  results: readonly ComparedResult[],
  ours: readonly Uint32Array[],
  theirs: readonly Uint8Array[],
  noisyRun: (noise: number) => readonly Uint32Array[],
  counts = RUNS,
): Comparison {
  const others = theirs.map((bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2));
  const noisy: (readonly Uint32Array[])[] = [];
  const valuesOf = (result: number, i: number, runs: number) => {
    while (noisy.length < runs) noisy.push(noisyRun(noisy.length + 1));
    return [ours[result]![i]!, ...noisy.map((list) => list[result]![i]!)];
  };
  const found: string[] = [];
  let words = 0;
  let open = 0;
  for (const [result, actual] of ours.entries()) {
    const { name, type } = results[result]!;
    const other = others[result]!;
    if (other.length < actual.length)
      return { words, open, difference: `${name}: ${actual.length} words, theirs ${other.length}` };
    for (const [i, word] of actual.entries()) {
      const kind = type(i);
      if (kind === 'unwritten') continue;
      words++;
      if (isSame(kind, word, other[i]!)) continue;
      const isOpen = counts.some((runs) => isPossible(kind, valuesOf(result, i, runs), other[i]!));
      if (isOpen) open++;
      else if (found.length < MAX_SHOWN)
        found.push(
          `${name} word ${i}: ours ${shownRange(kind, valuesOf(result, i, Math.max(...counts)))}, theirs ${shown(kind, other[i]!)}`,
        );
    }
  }
  return { words, open, difference: found.length > 0 ? found.join('\n') : undefined };
}

function isSame(type: WordType, ours: number, theirs: number): boolean {
  if (ours === theirs) return true;
  if (type === 'integer') return false;
  const [a, b] = [floatOfBits(ours), floatOfBits(theirs)];
  if (Number.isNaN(a) && Number.isNaN(b)) return true;
  // Numbers that are no floats look like subnormals.
  if (type === 'word') return a === b;
  return flushed(a) === flushed(b);
}

function flushed(value: number): number {
  return Math.abs(value) < MIN_NORMAL ? 0 : value;
}

/**
 * Whether a word is between those of the runs, or where these are few as far outside as they differ. Of numbers that
 * differ, every one is possible.
 */
function isPossible(type: WordType, values: readonly number[], theirs: number): boolean {
  if (values.every((value) => value === values[0])) return false;
  if (type === 'integer') return true;
  const floats = values.map(floatOfBits);
  const value = floatOfBits(theirs);
  const finite = floats.filter(Number.isFinite);
  if (!Number.isFinite(value)) return finite.length < floats.length;
  // One of many runs may come upon a pole by chance.
  if ((floats.length - finite.length) * RARE >= floats.length) return true;
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const more = (values.length > FEW ? 0 : high - low) + MIN_NORMAL;
  return value >= low - more && value <= high + more;
}

function shown(type: WordType, word: number): string {
  const hex = word.toString(16).padStart(8, '0');
  return type === 'integer' ? hex : `${hex} (${floatOfBits(word)})`;
}

function shownRange(type: WordType, values: readonly number[]): string {
  const [first] = values as [number];
  if (type === 'integer' || values.every((value) => value === first)) return shown(type, first);
  const floats = values.map(floatOfBits);
  return `${shown(type, first)}, from ${Math.min(...floats)} to ${Math.max(...floats)}`;
}
