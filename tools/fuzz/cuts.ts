/**
 * The target of fixtures that are cut short: at every DWORD, or at a number of offsets that keeps the total linear in
 * their size. A run takes as many cuts as it has time for; the seed decides where it begins, so that runs with
 * different seeds reach all of them.
 *
 * Not for: fixtures that are changed (targets/).
 */
import { disassemble } from '../../src/text/disassemble.ts';
import { optionsOfFlags } from '../../src/text/options.ts';
import { effects2, effects4, fixtures } from './corpus.ts';
import { checkSpans, type FuzzTarget } from './target.ts';

/** Cuts of one fixture. */
const MAX_CUTS = 1000;
/** A prime: steps of this many cuts reach each of them once before any again. */
const STRIDE = 1_000_003;

const complete = [...fixtures, ...effects2, ...effects4];
/** The number of cuts before each file. */
const before = [0];
for (const bytes of complete) before.push(before.at(-1)! + cutsOf(bytes));

/** All cuts of all files. */
export const CUTS = before.at(-1)!;

function cutsOf({ byteLength }: Uint8Array): number {
  return Math.min(Math.ceil(byteLength / 4), MAX_CUTS);
}

/** Cut number `index` of a run. */
export function cutOf(seed: number, index: number): Uint8Array {
  const number = (seed * 7919 + index * STRIDE) % CUTS;
  let low = 0;
  for (let high = complete.length; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (before[middle]! <= number) low = middle;
    else high = middle;
  }
  const bytes = complete[low]!;
  const words = Math.floor(((number - before[low]!) * bytes.byteLength) / 4 / cutsOf(bytes));
  return bytes.slice(0, 4 * words);
}

/** Its inputs come from {@link cutOf}; other callers get cuts at random. */
export const CUT_TARGET: FuzzTarget = {
  input: (random) => cutOf(random.below(2 ** 24), 0),
  run: (bytes, flags) => {
    const { text, diagnostics } = disassemble(bytes, optionsOfFlags(flags));
    return { size: text.length, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
  },
};
