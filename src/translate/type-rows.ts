/** Rows of 16 bytes that a type of HLSL has in memory or in registers, for types of both kinds of reflection. */
import type { ConstantMember } from '../emit/common/plan.ts';

/** The fields of a type that {@link rowsOfType} reads. */
interface ShapedType {
  readonly class: string | number | undefined;
  readonly rows: number;
  readonly columns: number;
}

/**
 * The rows of one element of a type, and the components of each: a matrix has its columns or its rows, any other type
 * one row.
 */
export function rowsOfType({
  class: kind,
  rows,
  columns,
}: ShapedType): Pick<ConstantMember, 'rows' | 'width' | 'matrix'> {
  if (kind === 'matrixColumns') return { rows: columns, width: rows, matrix: 'columns' };
  return kind === 'matrixRows' ? { rows, width: columns, matrix: 'rows' } : { rows: 1, width: columns };
}
