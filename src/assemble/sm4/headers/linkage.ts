/** Reads the header sections on class linkage. */

import {
  type ClassInstance,
  type ClassLinkage,
  type ClassType,
  type InterfaceSlots,
  NO_SLOT,
} from '../../../chunks/ifce.ts';
import { COLUMNS_A_ROW } from '../../../text/dxbc/sections.ts';
import { DX3204, DX3205, DX3214 } from '../../messages.ts';
import type { Line, LineReports, Section } from './lines.ts';
import { contentOf, type Row, readRows, sectionName } from './rows.ts';

const MAX_U16 = 0xffff;

/** `Available Class Types`. The column with ids counts them; compilers leave the field of the chunk at 0. */
export function readClassTypes(section: Section, reports: LineReports): ClassType[] {
  return readRows(section, reports, (row) => {
    const samplerStride = row.number('a sampler stride', MAX_U16);
    const textureStride = row.number('a texture stride', MAX_U16);
    const constantBufferStride = row.number('a stride in constant buffers', MAX_U16);
    row.number('an id', MAX_U16);
    return { name: row.name().trimEnd(), reserved: 0, constantBufferStride, textureStride, samplerStride };
  });
}

/** `Available Class Instances`. */
export function readClassInstances(section: Section, reports: LineReports): ClassInstance[] {
  return readRows(section, reports, (row) => {
    const sampler = slot(row);
    const texture = slot(row);
    const constantBufferOffset = slot(row);
    const constantBuffer = slot(row);
    const type = row.number('the id of a class type', MAX_U16);
    const { name, elements } = named(row.name().trimEnd());
    return { name, type, elements, constantBuffer, constantBufferOffset, texture, sampler };
  });
}

function slot(row: Row): number {
  if (row.peek()?.text !== '-') return row.number('a slot, or -', MAX_U16);
  row.take();
  return NO_SLOT;
}

function named(text: string): { readonly name: string; readonly elements: number } {
  const array = /\[(\d{1,5})\]$/.exec(text);
  if (array === null || Number(array[1]) > MAX_U16) return { name: text, elements: 1 };
  return { name: text.slice(0, array.index), elements: Number(array[1]) };
}

/** Function tables by the number of an interface, as the program declares them. */
export type InterfaceTables = ReadonlyMap<number, { readonly tables: readonly number[] }>;

/**
 * `Interface slots`. Microsoft's printer leaves out one class after each full row; the program has its
 * function table, and its number must be between those of its neighbors.
 */
export function readInterfaceSlots(
  section: Section,
  tables: InterfaceTables,
  reports: LineReports,
): Pick<ClassLinkage, 'slots' | 'slotCount'> {
  const name = sectionName(section);
  const total = /^Interface slots, (\d{1,10}) total/.exec(contentOf(section.title));
  if (total === null || Number(total[1]) > 0xffff_ffff) {
    reports.report(DX3204, section.title, { section: name, expected: 'a number of slots' });
  }
  const slots: InterfaceSlots[] = [];
  let first = 0;
  let group: Group | undefined;
  const finish = () => {
    if (group === undefined) return;
    slots.push(slotsOf(group, tables.get(first)?.tables, name, reports));
    first += group.count;
    group = undefined;
  };
  for (const line of section.lines) {
    const content = contentOf(line);
    if (content.startsWith('+--')) finish();
    const row = /^\| (Type|Table) ID +\|([ \d-]{9})\|([ \d]*)$/.exec(content);
    if (row === null) {
      if (content.startsWith('|')) {
        reports.report(DX3204, line, { section: name, expected: 'a row of type or table ids' });
      }
      continue;
    }
    const ids = row[3]!
      .split(/ +/)
      .filter((id) => id !== '')
      .map(Number);
    if (row[1] === 'Type') {
      group ??= { count: countOf(row[2]!), typeRows: [], tableRows: [], line };
      group.typeRows.push(ids);
    } else group?.tableRows.push(ids);
  }
  finish();
  return { slots, slotCount: total === null ? first : Number(total[1]) };
}

interface Group {
  readonly count: number;
  readonly typeRows: number[][];
  readonly tableRows: number[][];
  readonly line: Line;
}

/** `0`, or `1-3`. */
function countOf(range: string): number {
  const ends = /^ *(\d+)(?:-(\d+))? *$/.exec(range);
  if (ends === null || ends[2] === undefined) return 1;
  return Math.min(MAX_U16, Math.max(1, Number(ends[2]) - Number(ends[1]) + 1));
}

function slotsOf(
  group: Group,
  declared: readonly number[] | undefined,
  section: string,
  reports: LineReports,
): InterfaceSlots {
  const { count, typeRows, tableRows, line } = group;
  const typeIds: number[] = [];
  const tableIds: number[] = [];
  typeRows.forEach((types, index) => {
    const tables = tableRows[index] ?? [];
    if (types.length !== tables.length) {
      reports.report(DX3204, line, { section, expected: 'as many table ids as type ids' });
    }
    for (const [i, type] of types.entries()) {
      if (type > MAX_U16) reports.report(DX3205, line, { section, number: type, limit: MAX_U16 });
      typeIds.push(type);
      tableIds.push(tables[i] ?? 0);
    }
    const next = typeRows[index + 1];
    const more = next !== undefined || (declared !== undefined && declared.length === typeIds.length + 1);
    if (types.length < COLUMNS_A_ROW || !more) return;
    const before = typeIds.at(-1)!;
    const lost = before + 1;
    if (next?.[0] !== lost + 1) reports.report(DX3214, line, { section, type: lost });
    tableIds.push(declared?.[tableIds.length] ?? tableIds.at(-1)! + 1);
    typeIds.push(lost);
  });
  return { count, typeIds: Uint16Array.from(typeIds), tableIds: Uint32Array.from(tableIds) };
}
