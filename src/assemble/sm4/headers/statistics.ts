/** Reads the statistics in headers: sampling frequency, tessellation, slots. */

import type { StatField } from '../../../chunks/stat.ts';
import { DOMAINS, OUTPUT_PRIMITIVES, PARTITIONINGS } from '../../../text/dxbc/statistics.ts';
import { DX3204 } from '../../messages.ts';
import type { Line, LineReports, Section } from './lines.ts';
import { contentOf, sectionName, tableRows } from './rows.ts';

type Values = Partial<Record<StatField, number>>;

/** `Domain  count`: the domain may have blanks in its name, the count has none. */
export function readDomain(section: Section, reports: LineReports): Values {
  const [line] = tableRows(section, reports);
  const row = line === undefined ? null : /^(\S.*\S) +(\d+)$/.exec(contentOf(line));
  const domain = row === null ? -1 : DOMAINS.indexOf(row[1]!.trimEnd());
  const controlPoints = row === null ? 0 : Number(row[2]);
  if (row === null || domain < 0 || controlPoints > 0xffff_ffff) {
    const expected = 'a domain such as Triangle and a number of control points';
    reports.report(DX3204, line ?? section.title, { section: sectionName(section), expected });
    return {};
  }
  return { tessellatorDomain: domain, controlPoints };
}

/** Reads the output primitive and the partitioning. Both may contain blanks, therefore known spellings are searched. */
export function readOutputPrimitive(section: Section, reports: LineReports): Values {
  const [line] = tableRows(section, reports);
  const text = line === undefined ? '' : contentOf(line);
  for (const [hsOutputPrimitive, primitive] of OUTPUT_PRIMITIVES.entries()) {
    if (!text.startsWith(primitive)) continue;
    const hsPartitioning = PARTITIONINGS.indexOf(text.slice(primitive.length).trim());
    if (hsPartitioning >= 0) return { hsOutputPrimitive, hsPartitioning };
  }
  const expected = 'an output primitive such as Line and a partitioning such as Integer';
  reports.report(DX3204, line ?? section.title, { section: sectionName(section), expected });
  return {};
}

/** The number on the last line of a listing, as its word. */
export function readSlots(line: Line, reports: LineReports): number | undefined {
  const count = /^Approximately (-?\d{1,10}) instruction slots? used\b/.exec(contentOf(line));
  if (count !== null) return Number(count[1]) >>> 0;
  reports.report(DX3204, line, { section: 'Approximately', expected: 'a number of instruction slots' });
  return undefined;
}
