/**
 * Which instruction of a program is which after an edit, so that debug information can follow it.
 *
 * Not for: the formats of debug information (dbug, sdbg, spdb).
 */
import { alignLines } from '../base/alignment.ts';

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
