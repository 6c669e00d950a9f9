/**
 * Live ranges of scalars in the lines of a function. Line `i` has the ticks 4i (copies for its operands are read), 4i +
 * 1 (and written), 4i + 2 (it reads) and 4i + 3 (it writes).
 *
 * A parameter or result is live from each copy to its jump, which is one tick, and from where its construct begins or
 * ends: nothing is executed in between.
 */
import { appendTo } from '../base/collections.ts';
import type { Line, Program } from './lines.ts';
import type { Operand } from './nodes.ts';
import type { OperandTable, Scalar } from './operand-table.ts';

export class Ranges {
  /** The first tick after the definition of a value; -1 for one that is not defined here. */
  readonly start: Int32Array;
  /** The last tick at which it is read. */
  readonly end: Int32Array;
  /** Ticks of copies to it. */
  readonly copies = new Map<Scalar, number[]>();
  readonly #loop: Int32Array;

  constructor(
    readonly program: Program,
    readonly table: OperandTable,
    count: number,
  ) {
    this.start = new Int32Array(count).fill(-1);
    this.end = new Int32Array(count).fill(-1);
    this.#loop = new Int32Array(count).fill(-1);
    const { lines, loopOf } = program;
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i]!;
      readsOf(line, table, (scalar) => this.#use(scalar, i));
      if (line.kind === 'node') {
        for (const result of line.node.results) this.#define(result, i, loopOf[i]!);
        for (const result of line.node.second ?? []) this.#define(result, i, loopOf[i]!);
      } else if (line.kind === 'copies') {
        for (const to of line.copies.to) appendTo(this.copies, to, 4 * i + 3);
      } else for (const value of line.defines ?? []) this.#define(value, i, loopOf[i]!);
    }
  }

  #define(value: Scalar, line: number, loop: number): void {
    this.start[value] = 4 * line + 3;
    this.end[value] = 4 * line + 3;
    this.#loop[value] = loop;
  }

  #use(value: Scalar, line: number): void {
    const { loopOf, loopParents, loopEnds } = this.program;
    let tick = 4 * line + 2;
    let loop = loopOf[line]!;
    const defined = this.#loop[value]!;
    if (loop !== defined) {
      while (loop >= 0 && loopParents[loop] !== defined) loop = loopParents[loop]!;
      if (loop >= 0) tick = Math.max(tick, 4 * loopEnds[loop]! + 3);
    }
    if (tick > this.end[value]!) this.end[value] = tick;
  }

  /** The segments of a value in order, each as its first and its last tick. */
  segments(value: Scalar): number[] {
    const list: number[] = [];
    const [start, end] = [this.start[value]!, this.end[value]!];
    const ticks = this.copies.get(value) ?? [];
    let isAdded = start < 0;
    for (const tick of ticks) {
      if (!isAdded && start < tick) {
        list.push(start, end);
        isAdded = true;
      }
      if (tick < start || tick > end) list.push(tick, tick);
    }
    if (!isAdded) list.push(start, end);
    return list;
  }
}

/** Calls `use` for each value that a line reads. */
export function readsOf(line: Line, table: OperandTable, use: (scalar: Scalar) => void): void {
  const read = (scalar: Scalar): void => table.valuesIn(scalar, use);
  const readOperand = ({ scalars }: Operand): void => {
    for (let i = 0; i < scalars.length; i++) read(scalars[i]!);
  };
  if (line.kind === 'node') {
    const { operands, named, target } = line.node;
    for (const operand of operands) readOperand(operand);
    for (const one of named ?? []) for (const { value } of one.indices) if (value >= 0) use(value);
    for (const { value } of target?.indices ?? []) if (value >= 0) use(value);
  } else if (line.kind === 'copies') for (const from of line.copies.from) read(from);
  else {
    if (line.operand !== undefined) readOperand(line.operand);
    if (line.comparison !== undefined) readOperand(line.comparison.other);
  }
}
