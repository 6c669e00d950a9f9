/**
 * Shaders compared as HLSL source: each is decompiled, and the lines are compared.
 *
 * Not for: what else differs between two shaders (src/diff).
 */
import { decompile } from '../../../decompile/decompile.ts';
import { compareSources, type SourceDiff } from '../../../diff/compare-sources.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { report } from '../../report.ts';
import { boundedAligner } from './text.ts';

/** The name of what is compared. */
const NAME = 'source';

/** Compares two files by their sources; undefined, after a report, where one has none. */
export function diffSources(
  before: string,
  after: string,
  one: Uint8Array,
  other: Uint8Array,
  quiet: boolean,
): SourceDiff | undefined {
  const first = sourceOf(before, one, quiet);
  const second = sourceOf(after, other, quiet);
  if (first === undefined || second === undefined) return undefined;
  const comparison = compareSources(first, second, boundedAligner());
  const identical = comparison.lines.every(({ change }) => change === 'same');
  return { identical, parts: identical ? [] : [{ name: NAME, ...comparison }] };
}

/** The source of a file; undefined after a report of an error. */
function sourceOf(file: string, bytes: Uint8Array, quiet: boolean): string | undefined {
  const { code, diagnostics } = decompile(bytes);
  return report(file, namingForeignFile(diagnostics, bytes), quiet) ? undefined : code;
}
