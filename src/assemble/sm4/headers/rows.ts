/**
 * Reads rows of the tables in header sections, word by word from the right: the first column is a name, which may
 * contain any characters and be longer than its column; the other columns have no blanks.
 *
 * Not for: sections that are not tables.
 */

import { FEATURES, type Feature, RAW_BUFFERS_IN_4 } from '../../../chunks/sfi0.ts';
import type { StatField } from '../../../chunks/stat.ts';
import { componentIndex } from '../../../isa/components.ts';
import { DOMAINS, FEATURE_SPELLINGS, OUTPUT_PRIMITIVES, PARTITIONINGS } from '../../../text/dxbc/sections.ts';
import { DX3204, DX3205 } from '../../messages.ts';
import { type Line, type LineReports, SECTION_TITLES, type Section } from './lines.ts';

/** A word of a row. */
export interface Word {
  readonly text: string;
  /** Characters of the line. */
  readonly from: number;
  readonly to: number;
}

/** The rows of a table: the lines after its rule, up to an empty one. */
function tableRows(section: Section, reports: LineReports): readonly Line[] {
  const { lines } = section;
  const rule = lines.findIndex(({ text }) => text.includes('--') && /^\s*\/\/ *-{2,}/.test(text));
  if (rule < 0) {
    reports.report(DX3204, section.title, { section: sectionName(section), expected: 'a table under this line' });
    return [];
  }
  let end = rule + 1;
  while (end < lines.length && !isEmpty(lines[end]!)) end++;
  return lines.slice(rule + 1, end);
}

/** The text of a comment line, without the slashes and the blanks around it. */
export function contentOf({ text }: Line): string {
  const bare = text.startsWith('//') ? text : text.trimStart();
  return (bare.startsWith('//') ? bare.slice(2) : bare).trim();
}

export function isEmpty(line: Line): boolean {
  return line.text === '//' || contentOf(line) === '';
}

/** The name of a section in messages. */
export function sectionName({ kind }: Pick<Section, 'kind'>): string {
  return SECTION_TITLES[kind].trim().replace(/:$/, '');
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function isNumber(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return text !== '';
}

/** The components that `text` names, one to four; 0 for any other text. */
function maskOf(text: string): number {
  if (text.length > 4) return 0;
  let mask = 0;
  for (let i = 0; i < text.length; i++) {
    const component = componentIndex(text[i]!);
    if (component < 0) return 0;
    mask |= 1 << component;
  }
  return mask;
}

export class Row {
  /** The end of the words that are not taken yet, and the last of them if it was read. */
  private end: number;
  private last: Word | undefined;
  private readonly begin: number;
  /** Whether the row has no faults so far. */
  ok = true;

  constructor(
    readonly line: Line,
    private readonly section: string,
    private readonly reports: LineReports,
  ) {
    const { text } = line;
    const slashes = text.indexOf('//');
    this.begin = slashes < 0 ? 0 : slashes + 2;
    this.end = text.trimEnd().length;
  }

  /** The last word, which is not taken; undefined when none is left. */
  peek(): Word | undefined {
    if (this.last !== undefined) return this.last;
    const { begin, end, line } = this;
    const { text } = line;
    if (end <= begin) return undefined;
    let from = end;
    while (from > begin && !isBlank(text.charCodeAt(from - 1))) from--;
    if (from === end) return undefined;
    this.last = { text: text.slice(from, end), from, to: end };
    return this.last;
  }

  take(): Word | undefined {
    const word = this.peek();
    if (word === undefined) return undefined;
    let end = word.from;
    const { text } = this.line;
    while (end > this.begin && isBlank(text.charCodeAt(end - 1))) end--;
    this.end = end;
    this.last = undefined;
    return word;
  }

  /** Takes the last word, which must be a decimal number; else reports it and returns 0. */
  number(what: string, limit = 0xffff_ffff): number {
    const word = this.take();
    return word === undefined || !isNumber(word.text) ? this.expected(what, word, 0) : this.checked(word, limit);
  }

  /** The number in `word`, which has digits only after `skip` characters. */
  checked(word: Word, limit = 0xffff_ffff, skip = 0): number {
    const digits = word.text.slice(skip);
    const value = Number(digits);
    if (value <= limit) return value;
    this.ok = false;
    const values = { section: this.section, number: digits.slice(0, 40), limit };
    this.reports.report(DX3205, this.line, values, word.from + skip, word.to);
    return 0;
  }

  /**
   * Takes a register with one of `prefixes` and returns its number; undefined, without a report, for any other word.
   */
  register(...prefixes: readonly string[]): number | undefined {
    const word = this.peek();
    const prefix = prefixes.find((p) => word?.text.startsWith(p) && /^\d+$/.test(word.text.slice(p.length)));
    if (word === undefined || prefix === undefined) return undefined;
    this.take();
    return this.checked(word, 0xffff_ffff, prefix.length);
  }

  /** Takes the last word, which must be one of `values`; else reports it and returns `otherwise`. */
  choice<Value>(values: ReadonlyMap<string, Value>, what: string, otherwise: Value): Value {
    const word = this.take();
    const value = word === undefined ? undefined : values.get(word.text);
    return value === undefined ? this.expected(what, word, otherwise) : value;
  }

  /** Takes words that consist of components, `xy` or `x  w`. Returns their mask. */
  mask(): number {
    let mask = 0;
    for (let word = this.peek(); word !== undefined; word = this.peek()) {
      const components = maskOf(word.text);
      if (components === 0) break;
      mask |= components;
      this.take();
    }
    return mask;
  }

  /** Takes the rest: the name, which may be empty. */
  name(): string {
    const { text } = this.line;
    const from = text[this.begin] === ' ' ? this.begin + 1 : this.begin;
    const name = text.slice(from, Math.max(from, this.end));
    this.end = this.begin;
    this.last = undefined;
    return name;
  }

  /** Reports that `what` is expected instead of `word`. Returns `otherwise`. */
  expected<Value>(what: string, word: Word | undefined, otherwise: Value): Value {
    // One report for each row: after the first fault the columns are shifted.
    if (this.ok) {
      const at = word ?? { from: this.begin, to: Math.max(this.begin + 1, this.line.text.trimEnd().length) };
      this.reports.report(DX3204, this.line, { section: this.section, expected: what }, at.from, at.to);
    }
    this.ok = false;
    return otherwise;
  }
}

/** Reads each row of a table; rows with faults are left out. */
export function readRows<Value>(section: Section, reports: LineReports, read: (row: Row) => Value): Value[] {
  const values: Value[] = [];
  const name = sectionName(section);
  for (const line of tableRows(section, reports)) {
    const row = new Row(line, name, reports);
    const value = read(row);
    if (row.ok) values.push(value);
  }
  return values;
}

/** The numbers of spellings, which are trimmed. */
export function inverted(names: readonly (string | undefined)[], first = 0): Map<string, number> {
  const numbers = new Map<string, number>();
  names.forEach((text, index) => {
    if (text !== undefined && !numbers.has(text.trim())) numbers.set(text.trim(), first + index);
  });
  return numbers;
}

const BITS: ReadonlyMap<string, number> = new Map(
  Object.entries(FEATURE_SPELLINGS).map(([feature, text]) => [text, 1 << FEATURES[feature as Feature]]),
);

/**
 * The bits of the chunk SFI0 for the features of the note, which names bit 1 for a flag of the program
 * (`earlyDepthStencil`).
 */
export function readFeatures(section: Section, reports: LineReports): number {
  let bits = 0;
  for (const line of section.lines) {
    if (isEmpty(line)) break;
    const bit = BITS.get(contentOf(line));
    if (bit === undefined) {
      reports.report(DX3204, line, { section: sectionName(section), expected: 'the name of a feature' });
    } else bits |= bit;
  }
  return bits & ~RAW_BUFFERS_IN_4;
}

// Reads the statistics in headers: sampling frequency, tessellation, slots.

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
