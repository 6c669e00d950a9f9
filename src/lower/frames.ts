/** Open blocks while a program is lowered. */
import type { Ref } from '../ir/index.ts';

/**
 * A way out of a construct: the region that it ends, and what the registers hold there, in the order of
 * `Frame.results`.
 */
export interface Exit {
  readonly region: number;
  readonly values: readonly Ref[];
}

export interface Frame {
  /** `guard`: an `if` around a case that others fall into. */
  readonly kind: 'if' | 'loop' | 'switch' | 'guard';
  /** The construct; -1 for one that is never reached. */
  readonly op: number;
  /**
   * Components that change in it and that are needed when one of its regions begins, or after it; of a loop: its
   * parameters.
   */
  readonly written: readonly number[];
  /** Their values before the construct. */
  readonly before: readonly Ref[];
  /** Components that change in it and that are needed after it. */
  readonly results: readonly number[];
  readonly exits: Exit[];
  /** Of an `if`: whether its `else` has begun; of a switch, whether a case has. */
  hasElse: boolean;
  /** In a group of several cases: the value that says which of them the selector names. */
  entry: number;
  readonly cases: CaseGroups | undefined;
}

/** The cases of a switch, in groups that begin with one that none falls into. */
export interface CaseGroups {
  readonly selector: number;
  /** The body whose label is at a position; the other labels of a body are not in it. */
  readonly bodyAt: ReadonlyMap<number, CaseBody>;
  /** Labels that belong to the body of a later one. */
  readonly otherLabels: ReadonlySet<number>;
}

export interface CaseBody {
  /** Number of the region in the switch. */
  readonly group: number;
  /** Number in the group, and how many bodies the group has. */
  readonly index: number;
  readonly count: number;
  /** Of the first body of a group of several: the values of each of them. */
  readonly values: readonly (readonly number[])[];
  /** Of the first body of a group of several: the body with the default; -1 without. */
  readonly defaultIndex: number;
}
