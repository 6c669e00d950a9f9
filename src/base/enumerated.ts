/** Tables whose rows have their numbers by position, as the enumerations of C headers have them. */

/** Rows with their numbers. */
export type Enumerated<Rows> = { readonly [Name in keyof Rows]: Rows[Name] & { readonly code: number } };

/**
 * Enters into `rows` their numbers, as in an enumeration of C: a row without one has the number after that of the row before it.
 * Numbers in all rows would cost 1.1 KB of `disassemble` after gzip (measured). Comments repeat them for readers, and tests
 * compare these.
 */
export function enumerated<const Rows extends Readonly<Record<string, object>> | readonly object[]>(
  rows: Rows,
): Enumerated<Rows> {
  let next = 0;
  // Entered in place: V8 keeps the table that is written down fast, not one that is put together.
  for (const row of Object.values(rows as Record<string, { code?: number }>)) {
    row.code ??= next;
    next = row.code + 1;
  }
  return rows as Enumerated<Rows>;
}
