/**
 * Shaders compared as HLSL source: each is decompiled, and the lines are compared.
 *
 * Not for: what else differs between two shaders (src/diff).
 */
import { decompile } from '../../../decompile/decompile.ts';
import { compareSources, type SourceDiff } from '../../../diff/compare-sources.ts';
import type { PartDiff } from '../../../diff/diff-shaders.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { inEffect } from '../../inputs/effect-shaders.ts';
import { report } from '../../report.ts';
import { shadersToDecompile } from '../decompile/decompile.ts';
import { boundedAligner } from './text.ts';

/** The name of the source of a file that is no effect. */
const LONE = 'source';

/** Compares two files by their sources; undefined, after a report, where one has none. */
export function diffSources(
  before: string,
  after: string,
  one: Uint8Array,
  other: Uint8Array,
  quiet: boolean,
): SourceDiff | undefined {
  const first = sourcesOf(before, one, quiet);
  const second = sourcesOf(after, other, quiet);
  if (first === undefined || second === undefined) return undefined;
  const parts: PartDiff[] = [];
  for (const name of new Set([...first.keys(), ...second.keys()])) {
    const comparison = compareSources(first.get(name) ?? '', second.get(name) ?? '', boundedAligner());
    if (comparison.lines.some(({ change }) => change !== 'same')) parts.push({ name, ...comparison });
  }
  return { identical: parts.length === 0, parts };
}

/** The sources of a file by name; undefined after a report of an error. */
function sourcesOf(file: string, bytes: Uint8Array, quiet: boolean): ReadonlyMap<string, string> | undefined {
  const sources = new Map<string, string>();
  let failed = false;
  for (const shader of shadersToDecompile({ bytes, offset: 0, name: LONE, embedded: undefined })) {
    const { code, diagnostics } = decompile(shader.bytes);
    if (report(file, inEffect(namingForeignFile(diagnostics, shader.bytes), shader), quiet)) failed = true;
    if (code !== undefined) sources.set(shader.name, code);
  }
  return failed ? undefined : sources;
}
