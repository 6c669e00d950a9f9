/** Two shaders compared, as text for people: facts, then the lines of programs in hunks with context.  */
import { diffArrays } from 'diff';
import pc from 'picocolors';
import { alignLines } from '../../../base/alignment.ts';
import { latin1Bytes } from '../../../base/words.ts';
import type { FactChange, FieldChange } from '../../../diff/compare-facts.ts';
import type { Aligner, LineChange, LineDiff } from '../../../diff/compare-listings.ts';
import type { SourceDiff } from '../../../diff/compare-sources.ts';
import { diffShaders, type PartDiff, type ShaderDiff } from '../../../diff/diff-shaders.ts';
import type { FactValue } from '../../../diff/facts.ts';
import type { ListingLine } from '../../../diff/listing-lines.ts';
import { visible } from '../../terminal-text.ts';

/** Differences that are searched for in one alignment, and in all of a program: the time grows with their square. */
const MAX_DIFFERENCES = 1000;
const MAX_TOTAL = 4000;
/** Differences that are always searched for: short gaps cost nothing. */
const MIN_DIFFERENCES = 16;

/**
 * Returns an aligner for one pair of programs. What it returns depends on its arguments and those of earlier calls
 * only.
 */
export function boundedAligner(): Aligner {
  let left = MAX_TOTAL;
  return (before, after) => {
    const limit = Math.max(MIN_DIFFERENCES, Math.min(MAX_DIFFERENCES, left >> 1));
    const changes = diffArrays(before as string[], after as string[], { maxEditLength: limit });
    if (changes === undefined) {
      left -= limit;
      return alignLines(before, after);
    }
    const aligned = new Int32Array(after.length).fill(-1);
    let from = 0;
    let to = 0;
    for (const { added, removed, count } of changes) {
      if (added) to += count;
      else if (removed) from += count;
      else for (let i = 0; i < count; i++) aligned[to++] = from++;
      if (added || removed) left -= count;
    }
    return aligned;
  };
}

/** A piece of a line, and whether the other line lacks it. */
interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

/** Names, numbers, swizzles with their dot, and single characters. */
const TOKENS = /[A-Za-z_][\w]*|[-+]?\d[\w.]*(?:[eE][-+]\d+)?|\.[A-Za-z]+|\s+|./g;
/** Pieces that differ and are searched for in a pair of lines; lines with more differ entirely. */
const MAX_LINE_DIFFERENCES = 200;

/** Divides two lines into pieces. */
function piecesOf(before: string, after: string): { readonly before: Piece[]; readonly after: Piece[] } {
  const changes = diffArrays(before.match(TOKENS) ?? [], after.match(TOKENS) ?? [], {
    maxEditLength: MAX_LINE_DIFFERENCES,
  });
  if (changes === undefined)
    return { before: [{ text: before, differs: true }], after: [{ text: after, differs: true }] };
  const pieces = (own: 'added' | 'removed', other: 'added' | 'removed') =>
    changes.filter((change) => !change[other]).map((change) => ({ text: change.value.join(''), differs: change[own] }));
  return { before: pieces('removed', 'added'), after: pieces('added', 'removed') };
}

/** The text of each line of a pair that differs, with the words if only these do. */
export function linesOf({ change, before, after }: LineDiff): readonly [before: string, after: string] {
  const textOf = (line: ListingLine | undefined) =>
    line === undefined ? '' : change === 'encoding' ? withWords(line) : line.text;
  return [textOf(before), textOf(after)];
}

function withWords({ text, words }: ListingLine): string {
  return `${text}  // ${Array.from(words, (word) => `0x${word.toString(16).padStart(8, '0')}`).join(' ')}`;
}

/** Lines that are printed together. */
export interface Hunk {
  /** Index of the first line, and past the last. */
  readonly start: number;
  readonly end: number;
}

/** The hunks of a comparison with up to `context` equal lines before and after each difference. */
function hunksOf(lines: readonly LineDiff[], context: number): Hunk[] {
  const hunks: { start: number; end: number }[] = [];
  for (const [index, { change }] of lines.entries()) {
    if (change === 'same') continue;
    const start = Math.max(0, index - context);
    const end = Math.min(lines.length, index + context + 1);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else hunks.push({ start, end });
  }
  return hunks;
}

/** How many lines there are of each change. */
export type LineCounts = Readonly<Record<LineChange, number>>;

/** Counts the lines of a comparison by what became of them. */
export function countLines(lines: readonly LineDiff[]): LineCounts {
  const counts = { same: 0, renamed: 0, encoding: 0, changed: 0, removed: 0, added: 0 };
  for (const { change } of lines) counts[change]++;
  return counts;
}

/** How a comparison is printed. */
export interface DiffTextOptions {
  /** The names of the shaders in the first two lines; without them these lines are left out. */
  readonly names?: readonly [before: string, after: string];
  /** Equal lines around those that differ. */
  readonly context?: number;
  readonly color?: boolean;
}

/** Equal lines around those that differ, unless the user wants another number. */
export const CONTEXT = 3;

/**
 * The readable differences of two shaders; empty if they are identical.
 *
 * @returns lines with line feeds, without control characters of the shaders
 */
export function diffText(before: Uint8Array, after: Uint8Array, options: DiffTextOptions = {}): string {
  return shaderDiffText(diffShaders(before, after, boundedAligner()), options);
}

/** The text of a comparison; empty if the shaders are identical. */
export function shaderDiffText(
  diff: ShaderDiff | SourceDiff,
  { names, context = CONTEXT, color = false }: DiffTextOptions,
): string {
  if (diff.identical) return '';
  const painter = new Painter(color, context);
  if (names !== undefined) painter.names(...names);
  for (const fact of diff.facts ?? []) painter.fact(fact);
  for (const part of diff.parts) painter.part(part);
  return painter.text;
}

/** Marks at the start of lines, as the words for them. */
const MARKS = { added: '+', removed: '-', changed: '~' } as const;

class Painter {
  text = '';
  readonly #colors: ReturnType<typeof pc.createColors>;
  readonly #hasColors: boolean;
  readonly #context: number;
  /** Columns of an instruction number. */
  #width = 0;

  constructor(color: boolean, context: number) {
    this.#colors = pc.createColors(color);
    this.#hasColors = color;
    this.#context = context;
  }

  names(before: string, after: string): void {
    const { bold } = this.#colors;
    this.#line(bold(`--- ${visible(before)}`));
    this.#line(bold(`+++ ${visible(after)}`));
  }

  fact(fact: FactChange): void {
    const { change, subject, name, fields, differsAt } = fact;
    const summary = fields
      .filter((field) => change === 'changed' || says(field))
      .map((field) => fieldText(change, field));
    if (differsAt !== undefined) summary.push(`first difference at byte ${differsAt}`);
    // The shader itself has many fields.
    const lines =
      subject === 'shader'
        ? summary
        : [`${subject}${name === '' ? '' : ` ${name}`}${summary.length === 0 ? '' : ': '}${summary.join(', ')}`];
    for (const line of lines) this.#line(this.#painted(change, `${MARKS[change]} ${shown(line)}`));
  }

  part(part: PartDiff): void {
    const { lines } = part;
    this.#line(this.#colors.bold(shown(`${part.name}: ${summaryText(part)}`)));
    const last = lines.reduce((most, line) => Math.max(most, line.before?.number ?? 0, line.after?.number ?? 0), 0);
    this.#width = `${last}`.length;
    for (const { start, end } of hunksOf(lines, this.#context)) {
      const hunk = lines.slice(start, end);
      this.#line(this.#colors.cyan(hunkHeading(hunk)));
      for (const line of hunk) this.#diffLine(line);
    }
  }

  #diffLine(line: LineDiff): void {
    const { change, before, after } = line;
    const from = before?.number ?? '';
    const to = after?.number ?? '';
    const [one, other] = linesOf(line);
    switch (change) {
      case 'same':
        this.#numbered(' ', from, to, [{ text: other, differs: false }]);
        return;
      case 'removed':
        this.#numbered('-', from, '', [{ text: one, differs: false }]);
        return;
      case 'added':
        this.#numbered('+', '', to, [{ text: other, differs: false }]);
        return;
      case 'renamed':
        this.#numbered('~', from, to, piecesOf(one, other).after);
        return;
      default: {
        const pieces = piecesOf(one, other);
        this.#numbered('-', from, '', pieces.before);
        this.#numbered('+', '', to, pieces.after);
        // Colors show what differs; without them carets do.
        if (!this.#hasColors) this.#carets(pieces.after.some(({ differs }) => differs) ? pieces.after : pieces.before);
      }
    }
  }

  #numbered(mark: '+' | '-' | '~' | ' ', from: number | '', to: number | '', pieces: readonly Piece[]): void {
    const numbers = `${`${from}`.padStart(this.#width)} ${`${to}`.padStart(this.#width)}`;
    const text = pieces.map((piece) => (piece.differs ? this.#colors.inverse(shown(piece.text)) : shown(piece.text)));
    const change = mark === '+' ? 'added' : mark === '-' ? 'removed' : 'changed';
    const line = `${mark} ${numbers}  ${text.join('')}`;
    this.#line(mark === ' ' ? line : this.#painted(change, line));
  }

  #carets(pieces: readonly Piece[]): void {
    const marks = pieces.map(({ text, differs }) => (differs ? '^' : ' ').repeat(shown(text).length)).join('');
    this.#line(`${' '.repeat(2 * this.#width + 5)}${marks}`.trimEnd());
  }

  #painted(change: FactChange['change'], text: string): string {
    const { green, red, yellow } = this.#colors;
    return (change === 'added' ? green : change === 'removed' ? red : yellow)(text);
  }

  #line(text: string): void {
    this.text += `${text}\n`;
  }
}

/** A number of D3D for "there is none". */
const NO_NUMBER = 0xffff_ffff;
/** Values that say nothing of a fact that is added or removed. */
const NOTHING: ReadonlySet<FactValue> = new Set<FactValue>([
  '',
  'none',
  'undefined',
  'unknown',
  'default',
  false,
  NO_NUMBER,
]);
/** Fields in which 0 says something. */
const POSITION = /point|offset|register|values/i;

function says({ field, before, after }: FieldChange): boolean {
  const value = before ?? after;
  return !NOTHING.has(value) && (value !== 0 || POSITION.test(field));
}

function fieldText(change: FactChange['change'], { field, before, after }: FieldChange): string {
  if (change !== 'changed') return `${field} ${fieldValue(change === 'added' ? after : before)}`;
  return `${field} ${fieldValue(before)} -> ${fieldValue(after)}`;
}

function fieldValue(value: FactValue): string {
  return value === null || value === NO_NUMBER ? 'none' : value === '' ? '""' : `${value}`;
}

/** The comparison in one line: how many facts differ, how many lines, and the sizes. */
export function statText({ facts, parts }: ShaderDiff | SourceDiff): string {
  const size = facts?.find(({ subject }) => subject === 'shader')?.fields.find(({ field }) => field === 'size');
  const summary = facts === undefined ? [] : [`${facts.length} ${facts.length === 1 ? 'fact' : 'facts'}`];
  for (const part of parts) summary.push(`${part.name} ${summaryText(part)}`);
  if (size !== undefined) summary.push(`${size.before} -> ${size.after} bytes`);
  return summary.join('; ');
}

/** Renamed registers that are listed. */
const MAX_RENAMED = 8;

/** `1 added, 2 changed, 14 renamed (r3->r4)`. */
export function summaryText({ lines, renaming }: Pick<PartDiff, 'lines' | 'renaming'>): string {
  const { added, removed, changed, encoding, renamed } = countLines(lines);
  const pairs = [...renaming].map(([from, to]) => `${from}->${to}`);
  const more = pairs.length > MAX_RENAMED ? ` and ${pairs.length - MAX_RENAMED} more` : '';
  const counts = [
    [added, 'added'],
    [removed, 'removed'],
    [changed, 'changed'],
    [encoding, 'encoded differently'],
    [renamed, `renamed (${pairs.slice(0, MAX_RENAMED).join(', ')}${more})`],
  ] as const;
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ');
}

/**
 * Where the lines begin in both files, `@@ offset 0x1d0, 0x1d4`; for text files the first line and the number of lines,
 * `@@ -12,7 +12,8 @@`.
 */
function hunkHeading(hunk: readonly LineDiff[]): string {
  const sides = (['before', 'after'] as const).map((side) => hunk.flatMap((line) => line[side] ?? []));
  const offsets = sides.flatMap(([first]) =>
    typeof first?.offset === 'number' ? [`0x${first.offset.toString(16)}`] : [],
  );
  if (offsets.length > 0) return `@@ offset ${offsets.join(', ')}`;
  const ranges = sides.map((own, i) => `${'-+'[i]}${own[0]?.number ?? 0},${own.length}`);
  return `@@ ${ranges.join(' ')} @@`;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * A text of a shader, whose characters are bytes: as UTF-8 if it is that, else as Latin-1, without control characters.
 */
function shown(text: string): string {
  if (!/[^ -~]/.test(text)) return text;
  try {
    return visible(UTF8.decode(latin1Bytes(text)));
  } catch {
    return visible(text);
  }
}
