/**
 * The source that debug information has, with the instructions that come from each line.
 *
 * Not for: reading debug information (worker/debug-source.ts).
 */

export interface SourceFile {
  /** Path as the compiler recorded it. */
  readonly name: string;
  /** Undefined where the shader has the name only. */
  readonly text: string | undefined;
}

/** An instruction that comes from a line. */
export interface SourceInstruction {
  /** In bytes from the start of the shader. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Index in the files. */
  readonly file: number;
  /** Counts from 1. */
  readonly line: number;
}

export interface SourceData {
  readonly files: readonly SourceFile[];
  /** In the order of the shader. */
  readonly instructions: readonly SourceInstruction[];
}

/** The instructions of each line of a file. */
export function instructionsOfLines(
  { instructions }: SourceData,
  file: number,
): ReadonlyMap<number, SourceInstruction[]> {
  const lines = new Map<number, SourceInstruction[]>();
  for (const one of instructions) {
    if (one.file !== file) continue;
    const known = lines.get(one.line);
    if (known === undefined) lines.set(one.line, [one]);
    else known.push(one);
  }
  return lines;
}

/** The first instruction that has bytes from `start` to `end` and comes from a line. */
export function sourceOfBytes({ instructions }: SourceData, start: number, end: number): SourceInstruction | undefined {
  return instructions.find((one) => one.start < end && start < one.end);
}
