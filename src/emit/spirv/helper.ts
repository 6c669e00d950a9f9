/** A row of the helper function tables. */
import type { LegacyHelper } from '../common/legacy-helpers.ts';
import type { Code } from './code.ts';

/** The functions that others call. */
export interface HelperCalls {
  call(code: Code, name: LegacyHelper, width: number, args: readonly number[]): number;
}

export interface Helper {
  /** Kinds of the parameters. */
  readonly takes: readonly number[];
  readonly gives: number;
  /** Components of the result; as many as the parameters have without. */
  readonly width?: number;
  /** @param width components, where a helper is for vectors too */
  readonly write: (code: Code, parameters: readonly number[], width: number, helpers: HelperCalls) => number;
}
