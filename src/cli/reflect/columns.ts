/** Rows in columns under headings, and counts with their nouns: the layout of what `dxlens reflect` shows people. */

/**
 * A heading and rows in columns; nothing where there are no rows.
 *
 * @param numbers how many of the first columns hold numbers, which are put to the right
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

/** Who made a shader, behind what it is; nothing where no name is given. */
export function madeBy(creator: string | null): string {
  return creator === null || creator === '' ? '' : `, made by ${creator}`;
}
