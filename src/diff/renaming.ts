/**
 * Registers in the lines of listings: their names, lines without them, and the renaming that two aligned listings have
 * in common.
 */

/** A line, divided into registers and what is around them. */
export interface RegisterLine {
  /** The line with each register name replaced by its class: equal for lines that differ by registers only. */
  readonly key: string;
  /** The names of its registers in order, such as `r3`, `cb0[4]`, `T0[0]`. */
  readonly registers: readonly string[];
}

/** A renaming of registers, one to one. */
export type Renaming = ReadonlyMap<string, string>;

/** The part before the operands: the mark of a co-issued instruction, a predicate and the mnemonic. */
const OPENING = /^(?:\+ +)?(?:\(!?[^)]*\) +)?\S+/;
/** A register in an instruction, with the indices that select one of several: `r3`, `cb0[4]`, `v[2][0]`. */
const REGISTER = /\b[A-Za-z]+(?:\d+(?:\[\d+\])*|(?:\[\d+\])+)(?![A-Za-z0-9])/g;
/** A register in a declaration, where brackets hold sizes and ranges. */
const DECLARED = /\b[A-Za-z]+\d+(?![A-Za-z0-9])/g;

/** Divides a line of a program. */
export function registerLine(text: string): RegisterLine {
  const registers: string[] = [];
  const key = withRegisters(text, (name) => {
    registers.push(name);
    return classOf(name);
  });
  return { key, registers };
}

/** `text` with its registers renamed. */
export function renamed(text: string, renaming: Renaming): string {
  return renaming.size === 0 ? text : withRegisters(text, (name) => renaming.get(name) ?? name);
}

/** The mnemonic of a line with its suffixes. */
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

/** `r#`, `cb#[#]`: only registers of one class can be exchanged. */
function classOf(name: string): string {
  return name.replace(/\d+/g, '#');
}

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
