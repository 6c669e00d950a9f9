/** The text layout of `dxlens reflect`: headings, rows in columns, and counts with nouns. */
import { oneLineBytes } from '../../terminal-text.ts';

/**
 * Returns a heading and rows in columns; '' if there are no rows.
 *
 * @param numbers the number of leading columns that hold numbers, which are aligned to the right
 */
export function section(heading: string, rows: readonly (readonly string[])[], numbers = 0): string {
  if (rows.length === 0) return '';
  const widths = rows[0]!.map((_, column) => columnWidth(rows, column));
  const cellText = (cell: string, column: number) =>
    column < numbers ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
  const lines = rows.map((row) =>
    `  ${row.flatMap((cell, column) => (widths[column] === 0 ? [] : [cellText(oneLineBytes(cell), column)])).join('  ')}`.trimEnd(),
  );
  return `\n${oneLineBytes(heading)}\n${lines.join('\n')}\n`;
}

/** The same with a title for each column. */
export function titled(heading: string, titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return section(heading, rows.length === 0 ? [] : [titles, ...rows]);
}

/** A mask such as `xz` with a blank for each component that is not in it. */
export function spacedMask(mask: string): string {
  return Array.from('xyzw', (letter) => (mask.includes(letter) ? letter : ' ')).join('');
}

/** Characters of a cell that the cells below and above it are aligned to: one very long name does not widen all rows. */
const MAX_COLUMN = 32;

function columnWidth(rows: readonly (readonly string[])[], column: number): number {
  // A column that has nothing but its title is left out.
  if (rows.length > 1 && rows.slice(1).every((row) => row[column] === '')) return 0;
  const longest = rows.reduce((width, row) => Math.max(width, row[column]!.length), 0);
  return Math.min(longest, Math.max(MAX_COLUMN, rows[0]![column]!.length));
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The compiler of a shader, after its profile; '' if it is not known. */
export function madeBy(creator: string | null): string {
  return creator === null || creator === '' ? '' : `, compiled by ${creator}`;
}
