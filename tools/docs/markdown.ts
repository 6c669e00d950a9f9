/** The little Markdown that the generated pages need. */

/** First line of every generated page; the check for stale pages names the command. */
export const GENERATED = '<!-- Made by `npm run docs` from the tables in src/. Edit those, not this page. -->\n\n';

/** A table with one line a row; bars inside cells are escaped. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |\n`;
  return `${line(header)}${line(header.map(() => '---'))}${rows.map(line).join('')}\n`;
}

export function code(text: string | number): string {
  return `\`${text}\``;
}
