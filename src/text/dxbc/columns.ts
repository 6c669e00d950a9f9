/** Padding for tables, as `%-20s` and `%8u` of C do it. Longer strings are not cut. */

const SPACES = Array.from({ length: 64 }, (_, n) => ' '.repeat(n));

/** `text` filled up with spaces on the right to `width` characters, at most 63. */
export function left(text: string, width: number): string {
  const missing = width - text.length;
  return missing > 0 ? text + SPACES[missing]! : text;
}

/** `text` or the unsigned number with spaces on the left, to `width` characters, at most 63. */
export function right(value: string | number, width: number): string {
  if (typeof value === 'number') return value < SMALL ? smallNumber(value, width) : padLeft(String(value), width);
  return padLeft(value, width);
}

function padLeft(text: string, width: number): string {
  const missing = width - text.length;
  return missing > 0 ? SPACES[missing]! + text : text;
}

/** Most numbers in tables are smaller; their strings are built once. */
const SMALL = 1024;
/** By width, then by number. */
const NUMBERS: (string | undefined)[][] = SPACES.map(() => []);

function smallNumber(value: number, width: number): string {
  const numbers = NUMBERS[width]!;
  const known = numbers[value];
  if (known !== undefined) return known;
  const text = padLeft(String(value), width);
  numbers[value] = text;
  return text;
}

/** `%d` of a word: its signed value. */
export function signed(word: number): string {
  return String(word | 0);
}
