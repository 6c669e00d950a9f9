/** What differs inside a line that changed: mnemonic, operand, swizzle or value. */
import { diffArrays } from 'diff';
import type { LineDiff } from '../../../diff/compare-listings.ts';
import type { ListingLine } from '../../../diff/listing-lines.ts';

/** A piece of a line, and whether the other line lacks it. */
export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

/** Names, numbers, swizzles with their dot, and single characters. */
const TOKENS = /[A-Za-z_][\w]*|[-+]?\d[\w.]*(?:[eE][-+]\d+)?|\.[A-Za-z]+|\s+|./g;
/** Pieces that differ and are searched for in a pair of lines; lines with more differ as a whole. */
const MAX_DIFFERENCES = 200;

/** Divides two lines into pieces. */
export function piecesOf(before: string, after: string): { readonly before: Piece[]; readonly after: Piece[] } {
  const changes = diffArrays(before.match(TOKENS) ?? [], after.match(TOKENS) ?? [], { maxEditLength: MAX_DIFFERENCES });
  if (changes === undefined)
    return { before: [{ text: before, differs: true }], after: [{ text: after, differs: true }] };
  const pieces = (own: 'added' | 'removed', other: 'added' | 'removed') =>
    changes.filter((change) => !change[other]).map((change) => ({ text: change.value.join(''), differs: change[own] }));
  return { before: pieces('removed', 'added'), after: pieces('added', 'removed') };
}

/** The texts of a pair of lines that differ, with the words if only these do. */
export function textsOf({ change, before, after }: LineDiff): readonly [before: string, after: string] {
  const textOf = (line: ListingLine | undefined) =>
    line === undefined ? '' : change === 'encoding' ? withWords(line) : line.text;
  return [textOf(before), textOf(after)];
}

function withWords({ text, words }: ListingLine): string {
  return `${text}  // ${Array.from(words, (word) => `0x${word.toString(16).padStart(8, '0')}`).join(' ')}`;
}
