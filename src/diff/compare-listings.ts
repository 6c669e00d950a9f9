/**
 * Compares two listings line by line. Lines are aligned as they are and without the names of their registers; the
 * renaming of registers that most aligned lines have in common is then applied, and the lines are aligned again. So
 * neither a register that is renamed nor a line that is inserted makes the rest differ. Lines between aligned ones are
 * aligned by key, then by mnemonic.
 *
 * Not for: the alignment algorithm, which the caller passes.
 */
import type { ListingLine } from './listing-lines.ts';

/** Names in lines that may be renamed throughout. */
export interface NameRules {
  /** The line with each name replaced by what `replace` returns for it. */
  readonly withNames: (text: string, replace: (name: string) => string) => string;
  /** The class of a name: only names of one class can be exchanged. */
  readonly classOf: (name: string) => string;
}

/** A line, divided into registers and what is around them. */
interface RegisterLine {
  /** The line with each register name replaced by its class: equal for lines that differ by registers only. */
  readonly key: string;
  /** The names of its registers in order, such as `r3`, `cb0[4]`, `T0[0]`. */
  readonly registers: readonly string[];
}

/** A renaming of registers, one to one. */
export type Renaming = ReadonlyMap<string, string>;

/**
 * The part before the operands: the mark of a co-issued instruction, a predicate and the mnemonic. It is the first word
 * of a line in a source.
 */
const OPENING = /^\s*(?:\+ +)?(?:\(!?[^)]*\) +)?\S+/;
/** A register in an instruction, with the indices that select one of several: `r3`, `cb0[4]`, `v[2][0]`. */
const REGISTER = /\b[A-Za-z]+(?:\d+(?:\[\d+\])*|(?:\[\d+\])+)(?![A-Za-z0-9])/g;
/** A register in a declaration, where brackets hold sizes and ranges. */
const DECLARED = /\b[A-Za-z]+\d+(?![A-Za-z0-9])/g;

export function registerLine(text: string, { withNames, classOf }: NameRules = REGISTERS): RegisterLine {
  const registers: string[] = [];
  const key = withNames(text, (name) => {
    registers.push(name);
    return classOf(name);
  });
  return { key, registers };
}

export function renamed(text: string, renaming: Renaming, { withNames }: NameRules = REGISTERS): string {
  return renaming.size === 0 ? text : withNames(text, (name) => renaming.get(name) ?? name);
}

export function mnemonicOf(text: string): string {
  return OPENING.exec(text)?.[0] ?? '';
}

function withRegisters(text: string, replace: (name: string) => string): string {
  const opening = mnemonicOf(text);
  // The text of a debug message may have anything.
  if (text.includes('"')) return text;
  const pattern = opening.startsWith('dcl_') ? DECLARED : REGISTER;
  return opening + text.slice(opening.length).replace(pattern, replace);
}

/** The registers of instructions, with classes such as `r#` and `cb#[#]`. */
export const REGISTERS: NameRules = { withNames: withRegisters, classOf: (name) => name.replace(/\d+/g, '#') };

/** Lines whose names are never renamed. */
export const NO_NAMES: NameRules = { withNames: (text) => text, classOf: (name) => name };

/**
 * The renaming that explains most registers of aligned lines. Each register is renamed to one other at most, and no two
 * to the same.
 *
 * @param aligned for each line of `after` the index of its line in `before`, or -1; such lines have the same key
 * @returns the renaming without registers that keep their names
 */
export function inferRenaming(
  before: readonly RegisterLine[],
  after: readonly RegisterLine[],
  aligned: Int32Array,
): Map<string, string> {
  const votes = new Map<string, { readonly from: string; readonly to: string; count: number }>();
  aligned.forEach((index, i) => {
    if (index < 0) return;
    const { registers } = after[i]!;
    before[index]!.registers.forEach((from, operand) => {
      const to = registers[operand]!;
      const key = `${from} ${to}`;
      const vote = votes.get(key);
      if (vote === undefined) votes.set(key, { from, to, count: 1 });
      else vote.count++;
    });
  });
  const renaming = new Map<string, string>();
  const taken = new Set<string>();
  // The sort is stable, so that equal votes are in the order of the listing.
  for (const { from, to } of [...votes.values()].sort((a, b) => b.count - a.count)) {
    if (renaming.has(from) || taken.has(to)) continue;
    renaming.set(from, to);
    taken.add(to);
  }
  for (const [from, to] of renaming) if (from === to) renaming.delete(from);
  return renaming;
}

/**
 * Aligns equal lines of two listings in order: returns for each line of `after` the index of its line in `before`, or
 * -1. Indices increase.
 */
export type Aligner = (before: readonly string[], after: readonly string[]) => Int32Array;

/**
 * The change of a line. `renamed`: it differs by the renaming of registers only. `encoding`: its text is the same, but
 * its words differ.
 */
export type LineChange = 'same' | 'renamed' | 'encoding' | 'changed' | 'removed' | 'added';

export interface LineDiff {
  readonly change: LineChange;
  /** Absent if the line is added. */
  readonly before?: ListingLine;
  /** Absent if the line is removed. */
  readonly after?: ListingLine;
}

/** The differences between two listings. */
export interface ListingComparison {
  /** All lines of both in order; removed lines come before the lines that replace them. */
  readonly lines: readonly LineDiff[];
  /** The registers whose names differ in lines that are `renamed`. */
  readonly renaming: ReadonlyMap<string, string>;
}

/** Compares two listings or sources. */
export function compareListings(
  before: readonly ListingLine[],
  after: readonly ListingLine[],
  names: NameRules,
  align: Aligner,
): ListingComparison {
  return new Comparison(before, after, names, align).compare();
}

/** Lines that are equal after a renaming. */
interface Alignment {
  /** For each line of the second listing the index of its line in the first, or -1. */
  readonly aligned: Int32Array;
  readonly renamedBefore: readonly string[];
}

function alignedLines({ aligned }: Alignment): number {
  let count = 0;
  for (const index of aligned) if (index >= 0) count++;
  return count;
}

function stringsOf(lines: readonly ListingLine[]): string[] {
  return lines.map(({ text }) => text);
}

class Comparison {
  readonly #keysBefore: readonly RegisterLine[];
  readonly #keysAfter: readonly RegisterLine[];
  /** The lines without the names of their registers. */
  readonly #patternsBefore: readonly string[];
  readonly #patternsAfter: readonly string[];

  constructor(
    private readonly before: readonly ListingLine[],
    private readonly after: readonly ListingLine[],
    private readonly names: NameRules,
    private readonly align: Aligner,
  ) {
    this.#keysBefore = before.map(({ text }) => registerLine(text, names));
    this.#keysAfter = after.map(({ text }) => registerLine(text, names));
    this.#patternsBefore = this.#keysBefore.map(({ key }) => key);
    this.#patternsAfter = this.#keysAfter.map(({ key }) => key);
  }

  compare(): ListingComparison {
    const { aligned, renamedBefore } = this.#best();
    this.#fillGaps(aligned, this.#patternsBefore, this.#patternsAfter);
    this.#fillGaps(
      aligned,
      this.before.map(({ text }) => mnemonicOf(text)),
      this.after.map(({ text }) => mnemonicOf(text)),
    );
    return this.#result(aligned, renamedBefore);
  }

  /**
   * The alignment of equal lines by the renaming that makes more of them equal: the one that follows from lines that
   * are equal as they are, or from lines that are equal without their registers. If few lines are equal as they are,
   * only the second finds it; if many are equal without their registers, it may mistake one for another.
   */
  #best(): Alignment {
    const asTheyAre = this.align(stringsOf(this.before), stringsOf(this.after));
    if (asTheyAre.every((index, i) => index === i) && this.before.length === this.after.length)
      return { aligned: asTheyAre, renamedBefore: stringsOf(this.before) };
    const first = Int32Array.from(asTheyAre);
    this.#fillGaps(first, this.#patternsBefore, this.#patternsAfter);
    const one = this.#alignRenamed(first, asTheyAre);
    const other = this.#alignRenamed(this.align(this.#patternsBefore, this.#patternsAfter));
    return alignedLines(other) > alignedLines(one) ? other : one;
  }

  /**
   * Aligns the lines after the renaming that lines with equal keys have in common.
   *
   * @param pairs the lines with equal keys
   * @param unrenamed the alignment if nothing is renamed, where that is known
   */
  #alignRenamed(pairs: Int32Array, unrenamed?: Int32Array): Alignment {
    const renaming = inferRenaming(this.#keysBefore, this.#keysAfter, pairs);
    const renamedBefore = this.before.map(({ text }) => renamed(text, renaming, this.names));
    const aligned =
      renaming.size === 0 && unrenamed !== undefined ? unrenamed : this.align(renamedBefore, stringsOf(this.after));
    return { aligned, renamedBefore };
  }

  #fillGaps(aligned: Int32Array, keysBefore: readonly string[], keysAfter: readonly string[]): void {
    let before = 0;
    let after = 0;
    for (let i = 0; i <= aligned.length; i++) {
      const next = i < aligned.length ? aligned[i]! : keysBefore.length;
      if (next < 0) continue;
      if (next > before && i > after) {
        const inside = this.align(keysBefore.slice(before, next), keysAfter.slice(after, i));
        inside.forEach((index, k) => {
          if (index >= 0) aligned[after + k] = before + index;
        });
      }
      before = next + 1;
      after = i + 1;
    }
  }

  #result(aligned: Int32Array, renamedBefore: readonly string[]): ListingComparison {
    const lines: LineDiff[] = [];
    const renaming = new Map<string, string>();
    let next = 0;
    const removeUntil = (end: number) => {
      while (next < end) lines.push({ change: 'removed', before: this.before[next++]! });
    };
    /** Added lines, held back until the lines that they replace are known. */
    let added: LineDiff[] = [];
    for (const [i, index] of aligned.entries()) {
      const after = this.after[i]!;
      if (index < 0) {
        added.push({ change: 'added', after });
        continue;
      }
      removeUntil(index);
      for (const line of added) lines.push(line);
      added = [];
      next = index + 1;
      const change = changeOf(this.before[index]!, after, renamedBefore[index]!);
      if (change === 'renamed') this.#collect(renaming, index, i);
      lines.push({ change, before: this.before[index]!, after });
    }
    removeUntil(this.before.length);
    for (const line of added) lines.push(line);
    return { lines, renaming };
  }

  #collect(renaming: Map<string, string>, before: number, after: number): void {
    const { registers } = this.#keysAfter[after]!;
    this.#keysBefore[before]!.registers.forEach((from, operand) => {
      if (from !== registers[operand]) renaming.set(from, registers[operand]!);
    });
  }
}

function changeOf(before: ListingLine, after: ListingLine, renamedBefore: string): LineChange {
  if (before.text === after.text) return equalWords(before.words, after.words) ? 'same' : 'encoding';
  return renamedBefore === after.text ? 'renamed' : 'changed';
}

/** Whether two programs are the same words. */
export function equalWords(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}
