/**
 * The source that debug information has: the instructions that come from each line, functions and calls, and where
 * variables are.
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
  /** The innermost function, as an index in the functions; -1 where it is unknown. */
  readonly function: number;
}

/** A function, or a call of one that its body replaced. */
export interface SourceFunction {
  readonly name: string;
  /** The function around a call; -1 for none. */
  readonly parent: number;
}

/** Where a part of a variable is. */
export interface SourcePart {
  /** Such as `.x` or `[2].color.y`; empty for the entire variable. */
  readonly name: string;
  /** As listings spell it. */
  readonly register: string;
  /** 0 to 3. */
  readonly component: number;
  /** Bytes from the start of the shader; without an end, the values of the instructions that end at `start`. */
  readonly ranges: readonly { readonly start: number; readonly end: number | undefined }[];
}

export interface SourceVariable {
  readonly name: string;
  /** Such as `float4`; empty where it is unknown. */
  readonly type: string;
  /** The function that has it; -1 where it is unknown. */
  readonly function: number;
  readonly parts: readonly SourcePart[];
}

export interface SourceData {
  readonly files: readonly SourceFile[];
  /** In the order of the shader. */
  readonly instructions: readonly SourceInstruction[];
  readonly functions: readonly SourceFunction[];
  readonly variables: readonly SourceVariable[];
}

/** Whether `inner` is a call inside of the function `outer`. */
export function isInside({ functions }: SourceData, inner: number, outer: number): boolean {
  for (let at = functions[inner]?.parent ?? -1; at >= 0; at = functions[at]!.parent) if (at === outer) return true;
  return false;
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
