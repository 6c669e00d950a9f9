/**
 * The line of the source that a token of a program comes from.
 *
 * Not for: reading debug information (read.ts).
 */
import type { DebugInformation, DebugInstruction } from './model.ts';

/** A line of a source file. */
export interface SourceLine {
  /** Path as the compiler recorded it; null where it recorded none. */
  readonly file: string | null;
  readonly line: number;
  readonly column: number | null;
}

/**
 * Returns the line that byte `offset` of the program comes from; undefined where no debug information says it.
 *
 * @param programs debug information of a file
 * @param program where the version token of the program is in the file, in bytes
 * @param offset in bytes from the version token
 */
export function sourceLineAt(
  programs: readonly DebugInformation[],
  program: number,
  offset: number,
): SourceLine | undefined {
  for (const { program: name, instructions, files } of programs) {
    if (name !== program) continue;
    const location = instructionAt(instructions, offset)?.location;
    if (!location) continue;
    const { file, line, column } = location;
    return { file: file === null ? null : files[file]!.name, line, column };
  }
  return undefined;
}

/** The instruction that has byte `offset`; they are in order. */
function instructionAt(instructions: readonly DebugInstruction[], offset: number): DebugInstruction | undefined {
  let [low, high] = [0, instructions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (instructions[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  const found = instructions[low];
  return found !== undefined && found.offset <= offset ? found : undefined;
}
