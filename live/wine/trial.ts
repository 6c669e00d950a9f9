/**
 * One program that runs on the interpreter and on Wine, and the rules by which their results are compared: the
 * tolerance table of the executors.
 *
 * Not for: making programs (the families), running the executor (vm-wine.ts).
 */
import type { Random } from '../../smith/random.ts';
import type { Request } from '../../tools/executor/request.ts';

/**
 * How two words are compared.
 *
 * - `bits`: they are equal.
 * - `float`: they are equal after subnormals were flushed; every NaN is equal to every other, zeros of either sign
 *   are equal.
 * - `relative`, `absolute`: floats with an error of at most so much; subnormals, NaN and zeros as `float`.
 * - `free`: what Direct3D leaves undefined.
 */
export type Rule =
  | 'bits'
  | 'float'
  | 'free'
  | { readonly relative: number; readonly absolute?: number }
  | { readonly absolute: number };

export interface Trial {
  /** The listing, which is shown if results differ. */
  readonly text: string;
  /** Textures and samplers, which are shown in addition to the listing. */
  readonly about?: string;
  readonly request: Request;
  /**
   * Whether it is about results that must be computed as written, so that languages that cannot say so do not have it.
   */
  readonly isPrecise?: boolean;
  /** The results of the interpreter, in the order of the read commands of the request. */
  readonly ours: () => readonly Uint32Array[];
  readonly rule: (result: number, word: number) => Rule;
  /** The bits of each DWORD of the results that are compared; all if absent. */
  readonly asCompared?: (word: number) => number;
  /** The lines of its random code, and the same trial with other lines: how a difference is reduced. */
  readonly code?: readonly string[];
  readonly rebuild?: (code: readonly string[]) => Trial | undefined;
  /** Instead of `rule` for all words: says what differs between the two results. */
  readonly check?: (ours: readonly Uint32Array[], theirs: readonly Uint32Array[]) => string | undefined;
}

export interface Family {
  readonly name: string;
  readonly api: 'd3d9' | 'd3d11';
  /** How many of 100 programs are of this family. */
  readonly share: number;
  readonly make: (random: Random) => Trial | undefined;
}

const MIN_NORMAL = 2 ** -126;
const floats = new Float32Array(1);
const bits = new Uint32Array(floats.buffer);

function floatOf(word: number): number {
  bits[0] = word;
  const value = floats[0]!;
  return Math.abs(value) < MIN_NORMAL ? 0 : value;
}

/** Whether two words are the same by `rule`. */
export function isSame(rule: Rule, ours: number, theirs: number): boolean {
  if (ours === theirs || rule === 'free') return true;
  if (rule === 'bits') return false;
  const [a, b] = [floatOf(ours), floatOf(theirs)];
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (rule === 'float' || !Number.isFinite(a) || !Number.isFinite(b)) return false;
  const difference = Math.abs(a - b);
  if (rule.absolute !== undefined && difference <= rule.absolute) return true;
  return 'relative' in rule && difference <= rule.relative * Math.abs(a);
}

/** The text that is shown for a trial. */
export function shownText({ about, text }: Trial): string {
  return about === undefined ? text : `${about}\n${text}`;
}

/** A word as a number and as a float. */
function shown(word: number): string {
  bits[0] = word;
  return `${(word >>> 0).toString(16).padStart(8, '0')} (${floats[0]})`;
}

/** The difference between the results of a trial; undefined if there is none. */
export function difference(trial: Trial, theirs: readonly Uint8Array[]): string | undefined {
  const ours = trial.ours();
  const others = theirs.map((bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2));
  if (trial.check !== undefined) return trial.check(ours, others);
  const found: string[] = [];
  const { asCompared } = trial;
  for (const [result, actual] of ours.entries()) {
    const words = asCompared === undefined ? actual : actual.map(asCompared);
    const other = asCompared === undefined ? others[result]! : others[result]!.map(asCompared);
    if (other.length < words.length) return `result ${result}: ${words.length} words, theirs ${other.length}`;
    for (let i = 0; i < words.length; i++) {
      if (isSame(trial.rule(result, i), words[i]!, other[i]!)) continue;
      if (found.length < MAX_SHOWN)
        found.push(`result ${result} word ${i}: ours ${shown(words[i]!)}, theirs ${shown(other[i]!)}`);
      else return [...found, '...'].join('\n');
    }
  }
  return found.length > 0 ? found.join('\n') : undefined;
}

const MAX_SHOWN = 6;
