/** Lines of listings for tests of comparisons. */
import type { LineChange, ListingComparison } from '../../src/diff/compare-listings.ts';
import type { ListingLine } from '../../src/diff/listing-lines.ts';

/** A listing with these lines; the words of each are its characters. */
export function listing(lines: readonly string[]): ListingLine[] {
  return lines.map((text, index) => ({
    number: index + 1,
    instruction: index + 1,
    offset: 4 * index,
    text,
    words: Uint32Array.from(text, (character) => character.charCodeAt(0)),
  }));
}

/** The lines of a comparison as they are printed: a mark, and the text of the second listing if it has the line. */
export function marked({ lines }: ListingComparison): string[] {
  return lines.map(({ change, before, after }) => `${MARKS[change]} ${(after ?? before)!.text}`);
}

const MARKS: Readonly<Record<LineChange, string>> = {
  same: ' ',
  renamed: '~',
  encoding: '=',
  changed: '!',
  removed: '-',
  added: '+',
};
