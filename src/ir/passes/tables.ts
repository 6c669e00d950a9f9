/**
 * Tables of passes that are used again: making a typed array costs more than a pass over a small program (measured). A
 * pass takes what it needs and gives it back at its end; what is not given back is only garbage.
 *
 * Not for: results, which outlive their pass.
 */

/** Entries of tables that are reused; larger ones are garbage-collected after their pass. */
const MAX_REUSED = 2 ** 20;
/** Tables of each sort that are reused: more than any pass has at once. */
const MAX_TABLES = 8;
const MIN_LENGTH = 1024;

const numberTables: Int32Array[] = [];
const byteTables: Uint8Array[] = [];

/** A table of at least `length` numbers, the first `length` of them `value`. */
export function takeNumbers(length: number, value: number): Int32Array {
  return takeUnsetNumbers(length).fill(value, 0, length);
}

/** Returns a table for a pass that sets each number before it reads it: the numbers are not initialized. */
export function takeUnsetNumbers(length: number): Int32Array {
  return taken(numberTables, length) ?? new Int32Array(roundedUp(length));
}

/** A table of at least `length` bytes, the first `length` of them 0. */
export function takeBytes(length: number): Uint8Array {
  const table = taken(byteTables, length) ?? new Uint8Array(roundedUp(length));
  return table.fill(0, 0, length);
}

/** Gives a table back, which may be another one's now. */
export function giveNumbers(table: Int32Array): void {
  if (table.length <= MAX_REUSED && numberTables.length < MAX_TABLES) numberTables.push(table);
}

export function giveBytes(table: Uint8Array): void {
  if (table.length <= MAX_REUSED && byteTables.length < MAX_TABLES) byteTables.push(table);
}

/** The last table, if it is long enough; a shorter one is dropped, so that they grow with the programs. */
function taken<Table extends { readonly length: number }>(tables: Table[], length: number): Table | undefined {
  const table = tables.pop();
  return table !== undefined && table.length >= length ? table : undefined;
}

function roundedUp(length: number): number {
  let size = MIN_LENGTH;
  while (size < length) size *= 2;
  return size;
}
