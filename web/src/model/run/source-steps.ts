/**
 * The steps of a recording by the lines of their source: the line of each step, and the step at which the next line
 * begins, into and over calls that the compiler put in place.
 *
 * Not for: the variables of a step (source-variables.ts), steps by instruction (debug-trace.ts).
 */
import { isInside, type SourceData, type SourceInstruction } from '../debug-source.ts';
import { type DebugTrace, stepCount } from './debug-trace.ts';

/** The instruction of each step with its line. One that comes from no line belongs to the line before it. */
export type StepLines = readonly (SourceInstruction | undefined)[];

export function linesOfSteps({ offsets }: DebugTrace, { instructions }: SourceData): StepLines {
  const byStart = new Map(instructions.map((one) => [one.start, one]));
  let last: SourceInstruction | undefined;
  return Array.from(offsets, (offset) => {
    last = byStart.get(offset) ?? last;
    return last;
  });
}

/** Whether two instructions are of one line of one function. */
function isSameLine(a: SourceInstruction | undefined, b: SourceInstruction | undefined): boolean {
  return a?.file === b?.file && a?.line === b?.line && a?.function === b?.function;
}

/** Whether step `step` is the first one of its line. */
export function beginsLine(lines: StepLines, step: number): boolean {
  return lines[step] !== undefined && (step === 0 || !isSameLine(lines[step - 1], lines[step]));
}

/**
 * The step at which another line begins after step `step`, or before it.
 *
 * @param isOver whether lines of calls inside of the current function are skipped
 */
export function stepLine(
  trace: DebugTrace,
  data: SourceData,
  lines: StepLines,
  step: number,
  direction: 1 | -1,
  isOver: boolean,
): number {
  const isSkipped = (one: SourceInstruction | undefined, from: SourceInstruction | undefined) =>
    one === undefined ||
    isSameLine(one, from) ||
    (isOver && from !== undefined && isInside(data, one.function, from.function));
  if (direction === 1) {
    let next = step + 1;
    while (next < lines.length && isSkipped(lines[next], lines[step])) next++;
    return Math.min(next, stepCount(trace));
  }
  let first = Math.max(step - 1, 0);
  // Calls before this line are over, too.
  const owner = isOver ? lines[step]?.function : undefined;
  while (first > 0 && owner !== undefined && isInside(data, lines[first]?.function ?? -1, owner)) first--;
  const from = lines[first];
  while (first > 0 && isSkipped(lines[first - 1], from)) first--;
  return first;
}
