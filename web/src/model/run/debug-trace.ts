/**
 * Everything that four lanes did, as typed arrays: each instruction with what it wrote. From it follow the registers
 * before any step, so that a debugger goes backwards as easily as forwards.
 *
 * Not for: recording (worker/run/record.ts).
 */

export const LANES = 4;
export const COMPONENTS = 4;
/** Words of a register: for each component those of the four lanes. */
export const REGISTER_WORDS = LANES * COMPONENTS;

/** How the words of a write are to be read; the number of a type is its index. */
export const WRITE_TYPES = ['any', 'f32', 'i32', 'u32'] as const;
export type WriteType = (typeof WRITE_TYPES)[number];

export interface DebugTrace {
  /** Where the instruction of each step begins, in bytes from the start of the shader. */
  readonly offsets: Int32Array;
  /** Lanes that executed it, a bit each. */
  readonly lanes: Uint8Array;
  /** Lanes that are helpers or were discarded, after it. */
  readonly helpers: Uint8Array;
  /** The first write of each step, and at the end their number. */
  readonly firstWrites: Uint32Array;
  /** The register of each write. */
  readonly writeRegisters: Uint16Array;
  /** Its components in bits 0 to 3, lanes in bits 4 to 7, and the index in {@link WRITE_TYPES} in bits 8 and 9. */
  readonly writeMasks: Uint16Array;
  /** The written values: all words of the register for each write. */
  readonly writeWords: Uint32Array;
  /** Names of all registers, as listings spell them. */
  readonly registers: readonly string[];
  /** Their words before the first step. */
  readonly initialWords: Uint32Array;
  /** Whether a register has a value before the first step. */
  readonly isInitial: readonly boolean[];
  /** Why the trace ends before the shader does; undefined where it is complete. */
  readonly cutOff: string | undefined;
}

/** The registers before a step. */
export interface RegisterState {
  /** The words of all registers, as in a trace. */
  readonly words: Uint32Array;
  /** Whether something is in the register. */
  readonly isSet: readonly boolean[];
  /** How each register was last written. */
  readonly types: readonly WriteType[];
}

/** How many instructions were executed. */
export function stepCount({ offsets }: DebugTrace): number {
  return offsets.length;
}

/** The registers before step `step`; at the number of steps, those at the end. */
export function registersAt(trace: DebugTrace, step: number): RegisterState {
  const words = trace.initialWords.slice();
  const isSet = [...trace.isInitial];
  const types = new Array<WriteType>(isSet.length).fill('any');
  const end = trace.firstWrites[step]!;
  for (let write = 0; write < end; write++) {
    const register = trace.writeRegisters[write]!;
    const mask = trace.writeMasks[write]!;
    isSet[register] = true;
    types[register] = WRITE_TYPES[mask >> 8]!;
    const from = REGISTER_WORDS * write;
    const to = REGISTER_WORDS * register;
    for (let i = 0; i < REGISTER_WORDS; i++) if (isWritten(mask, i)) words[to + i] = trace.writeWords[from + i]!;
  }
  return { words, isSet, types };
}

/** Whether a write with a mask has word `i` of its register. */
function isWritten(mask: number, i: number): boolean {
  return ((mask >> Math.floor(i / LANES)) & (mask >> (4 + (i % LANES))) & 1) !== 0;
}

/** Returns the words that step `step` wrote, for each register as a bit mask. */
export function writtenBy(trace: DebugTrace, step: number): ReadonlyMap<number, number> {
  const written = new Map<number, number>();
  if (step < 0 || step >= stepCount(trace)) return written;
  for (let write = trace.firstWrites[step]!; write < trace.firstWrites[step + 1]!; write++) {
    const register = trace.writeRegisters[write]!;
    let bits = written.get(register) ?? 0;
    for (let i = 0; i < REGISTER_WORDS; i++) if (isWritten(trace.writeMasks[write]!, i)) bits |= 1 << i;
    written.set(register, bits);
  }
  return written;
}

/** The last step before `step` that wrote a register; undefined where none did. */
export function lastWriteBefore(trace: DebugTrace, step: number, register: number): number | undefined {
  for (let i = step - 1; i >= 0; i--) if (writtenBy(trace, i).has(register)) return i;
  return undefined;
}

/** The first step that made a number that is none (NaN); undefined where none did. */
export function firstNaN(trace: DebugTrace): number | undefined {
  for (let step = 0; step < stepCount(trace); step++)
    for (let write = trace.firstWrites[step]!; write < trace.firstWrites[step + 1]!; write++) {
      const mask = trace.writeMasks[write]!;
      if (WRITE_TYPES[mask >> 8] !== 'f32') continue;
      for (let i = 0; i < REGISTER_WORDS; i++)
        if (isWritten(mask, i) && isNaNWord(trace.writeWords[REGISTER_WORDS * write + i]!)) return step;
    }
  return undefined;
}

function isNaNWord(word: number): boolean {
  return (word & 0x7fff_ffff) > 0x7f80_0000;
}

/** The next step after `step` whose instruction `isWanted`, or the one before; undefined for none. */
export function findStep(
  { offsets }: DebugTrace,
  step: number,
  direction: 1 | -1,
  isWanted: (offset: number, step: number) => boolean,
): number | undefined {
  for (let i = step + direction; i >= 0 && i < offsets.length; i += direction) if (isWanted(offsets[i]!, i)) return i;
  return undefined;
}

/**
 * The step after the instruction at `step`, with what it calls.
 *
 * @param returnsTo where a call goes on, in bytes; undefined for instructions that call nothing
 */
export function stepOver(trace: DebugTrace, step: number, returnsTo: number | undefined): number {
  const next = Math.min(step + 1, stepCount(trace));
  if (returnsTo === undefined) return next;
  return findStep(trace, step, 1, (offset) => offset === returnsTo) ?? next;
}
