/**
 * The constant tables of a stream of shader models 1 to 3: that of the shader, and that of its preshader, which is in a
 * stream of its own in a comment.
 *
 * Not for: what is in a table (chunks/ctab.ts).
 */
import { bytesOf, wordsOf } from '../base/words.ts';
import { type ConstantTable, type CtabConstant, readConstantTable, rewriteConstantTable } from '../chunks/ctab.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import { Sm1CommentToken } from '../isa/sm1/tokens.ts';
import { ShaderEditError } from './paths.ts';

/** A table and its location: DWORD indices. */
interface LocatedTable {
  readonly table: ConstantTable;
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly number[];
}

/** DWORDs of a comment before its data: its token and its tag. */
const COMMENT_HEADER = 2;

function locatedTables(words: Uint32Array): LocatedTable[] {
  const preshader = findSm1Comment(words, Sm1CommentTag.preshader);
  const tables = [tableIn(words, 0, words.length, [])];
  if (preshader !== undefined)
    tables.push(tableIn(words, preshader.start, preshader.end, [preshader.start - COMMENT_HEADER]));
  return tables.flatMap((table) => table ?? []);
}

function tableIn(words: Uint32Array, from: number, limit: number, outer: readonly number[]): LocatedTable | undefined {
  const span = findSm1Comment(words, Sm1CommentTag.constantTable, from, limit);
  if (span === undefined || span.start === span.end) return undefined;
  const { start, end } = span;
  const table = readConstantTable(bytesOf(words.subarray(start)), 4 * (end - start));
  return { table, start, end, tokens: [...outer, start - COMMENT_HEADER] };
}

/** The constants of the shader; without a table, none. */
export function sm1Constants(program: Uint8Array): readonly CtabConstant[] {
  const words = wordsOf(program);
  return tableIn(words, 0, words.length, [])?.table.constants ?? [];
}

/** The constants of the shader and of its preshader. */
export function sm1AllConstants(program: Uint8Array): readonly CtabConstant[] {
  return locatedTables(wordsOf(program)).flatMap(({ table }) => table.constants);
}

/**
 * Returns the stream with changed constants in its tables.
 *
 * @param change returns the constant itself where nothing changes
 * @throws ShaderEditError when a table is damaged, or becomes too long for its comment
 */
export function mapSm1Constants(
  program: Uint8Array,
  caller: string,
  change: (constant: CtabConstant) => CtabConstant,
): Uint8Array {
  let words = wordsOf(program);
  // The last one first, so that the locations of the others stay.
  for (const located of locatedTables(words).sort((a, b) => b.start - a.start)) {
    const { table } = located;
    const constants = table.constants.map(change);
    if (constants.every((constant, i) => constant === table.constants[i])) continue;
    if (table.damage !== undefined) throw new ShaderEditError(caller, 'the constant table is damaged');
    words = withTable(words, located, rewriteConstantTable(table, { ...table, constants }), caller);
  }
  // Bytes after the last complete DWORD stay.
  const tail = program.subarray(program.byteLength & ~3);
  const bytes = new Uint8Array(4 * words.length + tail.byteLength);
  bytes.set(bytesOf(words));
  bytes.set(tail, 4 * words.length);
  return bytes;
}

function withTable(
  words: Uint32Array,
  { start, end, tokens }: LocatedTable,
  bytes: Uint8Array,
  caller: string,
): Uint32Array {
  const data = wordsOf(bytes);
  const growth = data.length - (end - start);
  const result = new Uint32Array(words.length + growth);
  result.set(words.subarray(0, start));
  result.set(data, start);
  result.set(words.subarray(end), start + data.length);
  for (const at of tokens) {
    const length = Sm1CommentToken.length.get(words[at]!) + growth;
    if (length > Sm1CommentToken.length.ones)
      throw new ShaderEditError(caller, 'the constant table becomes too long for a comment');
    result[at] = Sm1CommentToken.length.set(words[at]!, length);
  }
  return result;
}
