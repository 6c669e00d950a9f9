/**
 * Compares two shaders for the page: the facts that differ, and the rows of their listings side by side.
 *
 * Not for: comparing (`dxlens/internals/diff`).
 */
import { diffShaders } from 'dxlens/internals/diff';
import { diffRows } from '../model/side-by-side.ts';
import type { ComparisonData } from './protocol.ts';

/** Returns the differences between two shaders. */
export function compareShaders(before: Uint8Array, after: Uint8Array): ComparisonData {
  const { identical, facts, parts } = diffShaders(before, after);
  return {
    identical,
    facts,
    parts: parts.map(({ name, lines, renaming }) => ({ name, rows: diffRows(lines), renaming: [...renaming] })),
  };
}
