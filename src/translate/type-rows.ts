/** Rows of 16 bytes that a type of HLSL has in memory or in registers, for types of both kinds of reflection. */

/** What {@link rowsOfType} reads of a type. */
interface ShapedType {
  readonly class: string | number | undefined;
  readonly rows: number;
  readonly columns: number;
}

/** The rows of one element of a type, and the components of each: a matrix has its columns or its rows, any other type one row. */
export function rowsOfType({ class: kind, rows, columns }: ShapedType): readonly [rows: number, width: number] {
  if (kind === 'matrixColumns') return [columns, rows];
  return kind === 'matrixRows' ? [rows, columns] : [1, columns];
}
