/**
 * Two sources in HLSL compared line by line. Local variables are numbered in the order of the text, so that a statement
 * that is inserted renames those after it: a renaming throughout makes no line differ, as with registers in listings.
 *
 * Not for: making the sources (src/decompile).
 */
import { alignLines } from '../base/alignment.ts';
import { type Aligner, compareListings, type ListingComparison, type NameRules } from './compare-listings.ts';
import type { PartDiff } from './diff-shaders.ts';
import type { ListingLine } from './listing-lines.ts';

/** The differences between the sources of two shaders, in parts named `source`, or after the shaders of effects. */
export interface SourceDiff {
  /** Parts that are equal are left out. */
  readonly parts: readonly PartDiff[];
  /** Whether the sources are equal; the shaders may differ. */
  readonly identical: boolean;
  /** Facts are not compared. */
  readonly facts?: never;
}

/** A local variable with its value. */
const DECLARED = /^\s+(?:precise )?\w+ (\w+)(?:\[\d+\])? = /gm;
const IDENTIFIER = /[A-Za-z_]\w*/g;
const NO_WORDS = new Uint32Array(0);

/**
 * Compares two sources, as decompilation writes them. Numbers of lines count from 1; they have no offsets and words.
 *
 * @param align aligns lines; called several times
 */
export function compareSources(before: string, after: string, align: Aligner = alignLines): ListingComparison {
  return compareListings(linesOf(before), linesOf(after), localNames([before, after]), align);
}

/** The names of the variables that the functions of sources declare. */
function localNames(sources: readonly string[]): NameRules {
  const locals = new Set(sources.flatMap((source) => Array.from(source.matchAll(DECLARED), ([, name]) => name!)));
  return {
    // A member may have the name of a variable.
    withNames: (text, replace) =>
      text.replace(IDENTIFIER, (name, at: number) => (locals.has(name) && text[at - 1] !== '.' ? replace(name) : name)),
    classOf: (name) => `${name.replace(/\d+$/, '')}#`,
  };
}

function linesOf(source: string): ListingLine[] {
  const lines = source.split('\n');
  // The last line ends with a line break.
  if (lines.at(-1) === '') lines.pop();
  return lines.map((text, i) => ({ number: i + 1, instruction: null, offset: null, text, words: NO_WORDS }));
}
