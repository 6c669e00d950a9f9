/**
 * Connects a text that the user wrote with the program that was assembled from it: the bytes of each line, and parts
 * with roles. The listing of that program has the same instructions in the same order.
 *
 * Not for: assembling (edit.ts).
 */
import type { ListingData } from '../model/listing.ts';
import type { ListedProgram } from './listing.ts';
import { RoleWriter } from './operand-roles.ts';

/** Predicate and mnemonic with its suffixes. */
const OPCODE = /^\s*(?:\(!?p\d[.\w]*\)\s+)?(?:\+\s*)?([^\s(]+)/;

/** Returns the listing `printed` with the text that the user wrote instead of its own. */
export function listingOfText(text: string, printed: ListingData, programs: readonly ListedProgram[]): ListingData {
  const lines = text.split('\n');
  const partners = pairLines(lines, printed.text.split('\n'));
  const pick = (values: Int32Array) => Int32Array.from(partners, (line) => (line < 0 ? -1 : values[line]!));
  const starts = pick(printed.starts);
  const roles = new RoleWriter();
  let at = 0;
  for (const [i, line] of lines.entries()) {
    const comment = line.indexOf('//');
    if (comment >= 0) roles.add(at + comment, at + line.length, 'comment');
    const start = starts[i]!;
    const program = programs.find(({ offset, words }) => start >= offset && start < offset + words.byteLength);
    const opcode = OPCODE.exec(line);
    if (start >= 0 && program !== undefined && opcode !== null) {
      const end = opcode[0].length;
      roles.add(at + end - opcode[1]!.length, at + end, 'opcode');
      roles.addOperands(line, at, program.isa, program.words[(start - program.offset) >>> 2]!);
    }
    at += line.length + 1;
  }
  return { text, numbers: pick(printed.numbers), starts, ends: pick(printed.ends), roles: roles.finish() };
}

/**
 * For each line of a text its line in the listing, or -1. Lines with code match in order; where a statement takes
 * another number of lines in the text than in the listing, only the equal lines before and after it match.
 */
function pairLines(text: readonly string[], listing: readonly string[]): Int32Array {
  const partners = new Int32Array(text.length).fill(-1);
  const mine = codeLines(text);
  const theirs = codeLines(listing);
  const pair = (i: number, k: number) => {
    partners[mine[i]!.line] = theirs[k]!.line;
  };
  if (mine.length === theirs.length) {
    for (const i of mine.keys()) pair(i, i);
    return partners;
  }
  const count = Math.min(mine.length, theirs.length);
  let before = 0;
  while (before < count && mine[before]!.code === theirs[before]!.code) {
    pair(before, before);
    before++;
  }
  for (let after = 1; after <= count - before; after++) {
    if (mine.at(-after)!.code !== theirs.at(-after)!.code) break;
    pair(mine.length - after, theirs.length - after);
  }
  return partners;
}

/** The lines that have more than a comment, with their code. */
function codeLines(lines: readonly string[]): { readonly line: number; readonly code: string }[] {
  return lines.flatMap((text, line) => {
    const comment = text.indexOf('//');
    const code = (comment < 0 ? text : text.slice(0, comment)).trim();
    return code === '' ? [] : [{ line, code }];
  });
}
