/**
 * Updates the debug information of a stream of models 1 to 3 when an edit moves, adds or removes instructions: its
 * records have the offsets of instructions, counted from the version token over all comments, including this one.
 *
 * Not for: the source positions in the records, which stay.
 */

import { alignLines } from '../../base/alignment.ts';
import { appendTo, concatBytes, firstWhere } from '../../base/collections.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../base/words.ts';
import { findSm1Comment, type Sm1CommentSpan, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { SM1_COMMENT } from '../../isa/sm1/opcodes.ts';
import { readSm1Words } from '../../isa/sm1/program.ts';
import { Sm1CommentToken, Sm1InstructionToken } from '../../isa/sm1/tokens.ts';
import { DbugView } from './dbug.ts';
import {
  DBUG_HEADER,
  DBUG_HEADER_SIZE,
  DBUG_LINE,
  DBUG_LINE_SIZE,
  DBUG_NO_FILE,
  DBUG_VARIABLE,
  DBUG_VARIABLE_SIZE,
  DBUG_WRITE,
  DBUG_WRITE_SIZE,
} from './layout.ts';

/** The instructions of a program: what has lines and variables, so comments are left out. */
export interface InstructionList {
  readonly words: Uint32Array;
  /** DWORD index of the first word of each instruction. */
  readonly starts: readonly number[];
  /** DWORD index after each instruction. */
  readonly ends: readonly number[];
  /** The bits of an instruction token that are its opcode. */
  readonly opcodeMask: number;
}

/**
 * Returns for each instruction of `after` the index of the same one in `before`, or -1. Instructions with the same
 * words are the same; between them, as many with the same opcodes in the same order are, too: their operands were
 * changed. Indices increase.
 */
export function alignInstructions(before: InstructionList, after: InstructionList): Int32Array {
  const aligned = alignLines(keysOf(before), keysOf(after));
  let nextBefore = 0;
  for (let i = 0; i <= aligned.length; ) {
    let end = i;
    while (end < aligned.length && aligned[end]! < 0) end++;
    const endBefore = end < aligned.length ? aligned[end]! : before.starts.length;
    if (end - i === endBefore - nextBefore && hasSameOpcodes(before, nextBefore, after, i, end - i))
      for (let k = i; k < end; k++) aligned[k] = nextBefore + k - i;
    nextBefore = endBefore + 1;
    i = end + 1;
  }
  return aligned;
}

function keysOf({ words, starts, ends }: InstructionList): string[] {
  return starts.map((start, i) => words.subarray(start, ends[i]).join());
}

function hasSameOpcodes(
  before: InstructionList,
  from: number,
  after: InstructionList,
  to: number,
  count: number,
): boolean {
  const mask = before.opcodeMask;
  for (let i = 0; i < count; i++) {
    const one = before.words[before.starts[from + i]!]!;
    const other = after.words[after.starts[to + i]!]!;
    if (((one ^ other) & mask) !== 0) return false;
  }
  return true;
}

/** The token of a comment and its tag. */
const COMMENT_START = 2;
/** No record of a line has this index. */
const NO_LINE = 0xffff_ffff;

/**
 * Returns the stream `after`, whose debug information is that of `before`, with the offsets that its instructions have
 * now. An instruction that was added gets a record without a line, and the records of one that was removed are removed.
 * The bytes are those of `after` where there is no debug information, where it is not the one of `before`, or where its
 * tables do not lie in its comment.
 *
 * @param before the stream before an edit
 * @param after the stream after it; not changed
 */
export function moveDbugOffsets(before: Uint8Array, after: Uint8Array): Uint8Array {
  const old = wordsOf(before);
  const words = wordsOf(after);
  const span = findSm1Comment(old, Sm1CommentTag.debug);
  const now = span && findSm1Comment(words, Sm1CommentTag.debug);
  if (span === undefined || now === undefined || !isSame(old.subarray(span.start, span.end), words, now)) return after;
  const size = 4 * (span.end - span.start);
  const view = new DbugView(old, span.start, span.end, new Diagnostics());
  const lines = view.u32(DBUG_HEADER.lines);
  const count = view.u32(DBUG_HEADER.lineCount);
  if (size < DBUG_HEADER_SIZE || lines + DBUG_LINE_SIZE * count > size || (lines & 3) !== 0) return after;
  const from = instructionsOf(old);
  const to = instructionsOf(words);
  const aligned = alignInstructions(from, to);
  const comment = new DataView(bytesOf(words.slice(now.start, now.end)).buffer);
  const records = movedRecords(comment, lines, count, from, to, aligned);
  const isInPlace = records.length === count && records.every(({ index }, i) => index === i);
  if (isInPlace) {
    for (const { index, offset } of records)
      comment.setUint32(lines + DBUG_LINE_SIZE * index + DBUG_LINE.offset, offset, true);
    return withComment(after, now, new Uint8Array(comment.buffer));
  }
  return withComment(after, now, rewritten(comment, view, lines, count, records));
}

function isSame(data: Uint32Array, words: Uint32Array, { start, end }: Sm1CommentSpan): boolean {
  return data.length === end - start && data.every((word, i) => word === words[start + i]);
}

/** The instructions of a stream without its comments. */
function instructionsOf(words: Uint32Array): InstructionList {
  const { starts, count, end } = readSm1Words(words);
  const list = { words, starts: [] as number[], ends: [] as number[], opcodeMask: Sm1InstructionToken.opcode.ones };
  for (let i = 0; i < count; i++) {
    const start = starts[i]!;
    if (Sm1InstructionToken.opcode.get(words[start]!) === SM1_COMMENT) continue;
    list.starts.push(start);
    list.ends.push(i + 1 < count ? starts[i + 1]! : end);
  }
  return list;
}

/** A record of a line after the edit. */
interface MovedRecord {
  /** Its index before; -1 for the record of an instruction that was added. */
  readonly index: number;
  /** Bytes from the version token to its instruction. */
  readonly offset: number;
}

/** The records in the order of the instructions; those between instructions stay with the instruction before them. */
function movedRecords(
  comment: DataView,
  lines: number,
  count: number,
  from: InstructionList,
  to: InstructionList,
  aligned: Int32Array,
): MovedRecord[] {
  /** Indices of the records of each instruction; -1 for those before the first one. */
  const byInstruction = new Map<number, number[]>();
  for (let index = 0; index < count; index++) {
    const offset = comment.getUint32(lines + DBUG_LINE_SIZE * index + DBUG_LINE.offset, true);
    appendTo(byInstruction, firstWhere(from.starts.length, (i) => from.starts[i]! > offset / 4) - 1, index);
  }
  const records: MovedRecord[] = [];
  const add = (owner: number, growth: number) => {
    for (const index of byInstruction.get(owner) ?? []) {
      const offset = comment.getUint32(lines + DBUG_LINE_SIZE * index + DBUG_LINE.offset, true);
      records.push({ index, offset: (offset + growth) >>> 0 });
    }
  };
  add(-1, 0);
  for (let i = 0; i < aligned.length; i++) {
    const source = aligned[i]!;
    if (source < 0) records.push({ index: -1, offset: 4 * to.starts[i]! });
    else add(source, 4 * (to.starts[i]! - from.starts[source]!));
  }
  // Records that are not in the order of the instructions keep their order where nothing was added or removed.
  const isComplete = records.length === count && records.every(({ index }) => index >= 0);
  return isComplete ? records.sort((a, b) => a.index - b.index) : records;
}

/**
 * The data of the comment with another table of lines: at the position of the old one if it fits there, else at the
 * end.
 */
function rewritten(
  comment: DataView,
  view: DbugView,
  lines: number,
  count: number,
  records: readonly MovedRecord[],
): Uint8Array {
  const size = comment.byteLength;
  const oldSize = DBUG_LINE_SIZE * count;
  const newSize = DBUG_LINE_SIZE * records.length;
  // Readers look at the record after the last one, too. Here it belongs to no instruction.
  const end = lines + oldSize;
  const isLast = end + DBUG_LINE_SIZE === size && isNoRecord(comment, end);
  const at = newSize < oldSize || isLast ? lines : size;
  const newEnd = at + newSize + DBUG_LINE_SIZE;
  const growth = isLast || at === size ? newEnd - size : 0;
  const bytes = new Uint8Array(size + growth);
  bytes.set(new Uint8Array(comment.buffer).subarray(0, Math.min(size, bytes.byteLength)));
  bytes.fill(0xff, at, at === lines && !isLast ? end : newEnd);
  const result = new DataView(bytes.buffer);
  result.setUint32(DBUG_HEADER.lineCount, records.length, true);
  result.setUint32(DBUG_HEADER.lines, at, true);
  const indices = new Map<number, number>();
  for (const [i, { index, offset }] of records.entries()) {
    const record = at + DBUG_LINE_SIZE * i;
    const old = lines + DBUG_LINE_SIZE * index;
    result.setUint16(record + DBUG_LINE.line, index < 0 ? 0 : comment.getUint16(old + DBUG_LINE.line, true), true);
    result.setUint16(
      record + DBUG_LINE.file,
      index < 0 ? DBUG_NO_FILE : comment.getUint16(old + DBUG_LINE.file, true),
      true,
    );
    // Every instruction comes after the comment.
    result.setUint32(record + DBUG_LINE.offset, (offset + growth) >>> 0, true);
    if (index >= 0) indices.set(index, i);
  }
  for (const write of writesOf(view, size)) {
    const line = comment.getUint32(write + DBUG_WRITE.line, true);
    result.setUint32(write + DBUG_WRITE.line, indices.get(line) ?? NO_LINE, true);
  }
  return bytes;
}

function isNoRecord(comment: DataView, at: number): boolean {
  return comment.getUint32(at, true) === NO_LINE && comment.getUint32(at + 4, true) === NO_LINE;
}

/** Offsets of the records of writes that lie in the first `size` bytes, each once. */
function writesOf(view: DbugView, size: number): Set<number> {
  const found = new Set<number>();
  const first = view.u32(DBUG_HEADER.variables);
  const count = view.count(view.u32(DBUG_HEADER.variableCount), first, DBUG_VARIABLE_SIZE);
  /** Lists may share bytes, so their sum has a limit. */
  let left = Math.ceil((4 * size) / DBUG_WRITE_SIZE);
  for (let i = 0; i < count && left > 0; i++) {
    const variable = first + DBUG_VARIABLE_SIZE * i;
    const writes = view.u32(variable + DBUG_VARIABLE.writes);
    const known = view.count(view.u32(variable + DBUG_VARIABLE.writeCount), writes, DBUG_WRITE_SIZE);
    for (let k = 0; k < known && left > 0; k++, left--) {
      const at = writes + DBUG_WRITE_SIZE * k;
      if (at + DBUG_WRITE_SIZE <= size) found.add(at);
    }
  }
  return found;
}

/** The stream with other data in the comment at `span`; without the comment where the data is too long for one. */
function withComment(stream: Uint8Array, { start, end }: Sm1CommentSpan, data: Uint8Array): Uint8Array {
  const first = 4 * (start - COMMENT_START);
  const length = 1 + data.byteLength / 4;
  const isTooLong = length > Sm1CommentToken.length.ones;
  const header = new DataView(new ArrayBuffer(4 * COMMENT_START));
  const token = wordsOf(stream)[start - COMMENT_START]!;
  header.setUint32(0, Sm1CommentToken.length.set(token, isTooLong ? 0 : length), true);
  header.setUint32(4, Sm1CommentTag.debug, true);
  const comment = isTooLong ? [] : [new Uint8Array(header.buffer), data];
  return concatBytes([stream.subarray(0, first), ...comment, stream.subarray(4 * end)]);
}
