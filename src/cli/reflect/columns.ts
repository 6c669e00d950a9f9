/** The text layout of `dxlens reflect`: headings, rows in columns, and counts with nouns. */

/**
 * Returns a heading and rows in columns; '' if there are no rows.
 *
 * @param numbers the number of leading columns that hold numbers, which are aligned to the right
 */
export function section(heading: string, rows: readonly (readonly string[])[], numbers = 0): string {
  if (rows.length === 0) return '';
  const widths = rows[0]!.map((_, column) => rows.reduce((width, row) => Math.max(width, row[column]!.length), 0));
  const cellText = (cell: string, column: number) =>
    column < numbers ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
  const lines = rows.map((row) =>
    `  ${row.flatMap((cell, column) => (widths[column] === 0 ? [] : [cellText(cell, column)])).join('  ')}`.trimEnd(),
  );
  return `\n${heading}\n${lines.join('\n')}\n`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The compiler of a shader, after its profile; '' if it is not known. */
export function madeBy(creator: string | null): string {
  return creator === null || creator === '' ? '' : `, compiled by ${creator}`;
}
