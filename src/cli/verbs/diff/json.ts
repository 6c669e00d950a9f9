/** A comparison as plain data for JSON. */
import type { LineDiff } from '../../../diff/compare-listings.ts';
import type { PartDiff, ShaderDiff } from '../../../diff/diff-shaders.ts';
import type { ListingLine } from '../../../diff/listing-lines.ts';
import { textsOf } from './changed-line.ts';
import { countLines } from './hunks.ts';

/** The members of the object for a comparison, after the names of the files. */
export function diffJson({ facts, parts }: ShaderDiff, stat: boolean): object {
  if (stat) return { facts: facts.length, listings: parts.map(partSummary) };
  return {
    facts,
    listings: parts.map((part) => ({
      ...partSummary(part),
      renaming: Object.fromEntries(part.renaming),
      lines: part.lines.filter(({ change }) => change !== 'same').map(lineJson),
    })),
  };
}

function partSummary({ name, lines }: PartDiff): object {
  return { name, ...countLines(lines) };
}

function lineJson(line: LineDiff): object {
  const { change, before, after } = line;
  const [one, other] = textsOf(line);
  return { change, before: sideJson(before, one), after: sideJson(after, other) };
}

function sideJson(line: ListingLine | undefined, text: string): object | null {
  if (line === undefined) return null;
  const { instruction, number, offset } = line;
  return { instruction, number, offset, text };
}
