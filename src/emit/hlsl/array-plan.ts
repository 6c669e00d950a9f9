/**
 * Arrays of a text: those of constants, and those that the entry point fills, with the rows that operations address.
 *
 * Not for: finding them (tables.ts, local-arrays.ts).
 */
import type { Component, SplitIndex } from './indices.ts';

/** The row of an access. */
export interface RowIndex {
  /** The row that is added to the index, or the row of a constant index. */
  readonly row: number;
  /** The index, and how it is computed; undefined for a constant one. */
  readonly index: Component | undefined;
  readonly split: SplitIndex | undefined;
}

/** An array of constants: some components of some rows. */
export interface Table {
  readonly name: string;
  readonly first: number;
  readonly rows: number;
  readonly component: number;
  readonly width: number;
  readonly kind: number;
  /** Rows of an element. */
  readonly stride: number;
}

/** The element that an operation reads. */
export interface TableElement {
  readonly table: Table;
  readonly row: RowIndex;
}

/** An array that the entry point fills. */
export interface LocalArray {
  readonly kind: number;
  readonly width: number;
  /** Rows of an element. */
  readonly stride: number;
  /** The rows of accesses, by operation. */
  readonly rows: ReadonlyMap<number, RowIndex>;
  /** The stores of its initializer, in their order; undefined where it is declared without one. */
  readonly filling?: readonly number[];
}
