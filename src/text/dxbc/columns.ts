/** Padding for tables, as `%-20s` and `%8u` of C do it: what is longer than its column is not cut. */

const SPACES = Array.from({ length: 64 }, (_, n) => ' '.repeat(n));

/** `text` filled up with spaces on the right to `width` characters, at most 63. */
export function left(text: string, width: number): string {
  const missing = width - text.length;
  return missing > 0 ? text + SPACES[missing]! : text;
}

/** `text` or the unsigned number with spaces on the left, to `width` characters, at most 63. */
export function right(value: string | number, width: number): string {
  const text = typeof value === 'string' ? value : value < NUMBERS.length ? NUMBERS[value]! : String(value);
  const missing = width - text.length;
  return missing > 0 ? SPACES[missing]! + text : text;
}

/** The strings of small numbers: most numbers in tables are. */
const NUMBERS = Array.from({ length: 256 }, (_, n) => String(n));

/** `%d` of a word: the signed reading of it. */
export function signed(word: number): string {
  return String(word | 0);
}
