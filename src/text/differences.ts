/**
 * What a row of the tables of differences says: a place where our listing is not Microsoft's. The rows are in the
 * documentation, and comparisons leave out exactly these places (sm1-differences.ts, sm4-differences.ts).
 */
export interface Difference {
  readonly what: string;
  /** An example of Microsoft's text. */
  readonly microsoft: string;
  /** Our text for the same words. */
  readonly ours: string;
  readonly why: string;
}
