/**
 * A row of the tables of differences: a case in which our listing is not Microsoft's. The documentation shows the rows,
 * and comparisons leave out exactly these cases (sm1/differences.ts, sm4/differences.ts).
 */
export interface Difference {
  readonly what: string;
  /** An example of Microsoft's text. */
  readonly microsoft: string;
  /** Our text for the same words. */
  readonly ours: string;
  readonly why: string;
}
