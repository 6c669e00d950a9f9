/**
 * The list of shaders as it is shown: which rows, in which order.
 *
 * Not for: finding shaders (worker/find.ts).
 */
import { LIST_COLUMNS, type ShaderRow } from './shader-row.ts';

/**
 * The short name of a row: the file, or the members down to the shader, and its offset where another shader has the
 * same name.
 */
export function rowName({
  file,
  path,
  offset,
  isRepeated,
}: Pick<ShaderRow, 'file' | 'path' | 'offset' | 'isRepeated'>): string {
  return `${path === '' ? file : path}${isRepeated ? ` @0x${offset.toString(16)}` : ''}`;
}

/** The columns that the list can be sorted by, with their names on the page. */
export const SORT_COLUMNS = {
  found: 'Order in the file',
  name: 'Name',
  profile: 'Profile',
  bytes: 'Bytes',
  slots: 'Instruction slots',
  instructions: 'Instructions',
  temps: 'Registers',
  textures: 'Textures',
  valid: 'Validity',
  diagnostic: 'Diagnostic',
} as const;

export type SortColumn = keyof typeof SORT_COLUMNS;

/** Numbers in names are compared as numbers. */
const NAMES = new Intl.Collator('en', { numeric: true });

/**
 * The rows that have all words of `query` in their name, profile, format or diagnostic, sorted. Rows without a value
 * come last. Returns `rows` itself where nothing changes.
 */
export function sortedRows(
  rows: readonly ShaderRow[],
  query: string,
  column: SortColumn,
  isDown: boolean,
): readonly ShaderRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? rows : rows.filter((row) => words.every((word) => searchText(row).includes(word)));
  if (column === 'found') return isDown ? found.toReversed() : found;
  const sign = isDown ? -1 : 1;
  return found
    .map((row) => ({ row, value: sortValue(row, column) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return sign * (typeof a.value === 'string' ? NAMES.compare(a.value, String(b.value)) : a.value - Number(b.value));
    })
    .map(({ row }) => row);
}

const SEARCHED = (['profile', 'diagnostic'] as const).map((name) => LIST_COLUMNS.indexOf(name));

/** The searched text of rows that were searched before. */
const searchStrings = new WeakMap<ShaderRow, string>();

function searchText(row: ShaderRow): string {
  let text = searchStrings.get(row);
  if (text === undefined) {
    const { file, path, format, values } = row;
    text = [file, path, format, ...SEARCHED.map((index) => values[index] ?? '')].join('\n').toLowerCase();
    searchStrings.set(row, text);
  }
  return text;
}

function sortValue({ file, path, values }: ShaderRow, column: Exclude<SortColumn, 'found'>): string | number | null {
  if (column === 'name') return path === '' ? file : `${file}/${path}`;
  const value = values[LIST_COLUMNS.indexOf(column)] ?? null;
  return typeof value === 'string' || typeof value === 'number' || value === null ? value : Number(value);
}
