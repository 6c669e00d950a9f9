/**
 * Temporary registers after those of a random body of models 4.0 to 5.1, for what makes it fit to run (sm4-valid.ts,
 * `runs`): indices that are in range, addresses in small memory, and counters that end loops. Random instructions
 * neither read nor write them.
 */
import { instructionWords, literalWords, operandWords } from '../sm4-words.ts';

/** An instruction has fewer indices and vectors than these, so none is overwritten before it is read. */
const INDEX_COMPONENTS = 32;
const VECTORS = 4;
const INDEX_REGISTERS = INDEX_COMPONENTS / 4;
/** Rounds that a loop makes at most. */
export const MAX_ROUNDS = 3;

export class Scratch {
  #indices = 0;
  #vectors = 0;
  #counters = 0;
  /** Registers of the body, these included. */
  registers = 0;

  /** @param first the register after those of the body */
  constructor(readonly first: number) {}

  /** Writes `source` and `mask` into a component; returns the operand that reads it, and the instruction. */
  masked(source: readonly number[], mask: number): { operand: number[]; words: number[] } {
    const at = this.#indices++ % INDEX_COMPONENTS;
    const register = this.#use(this.first + (at >> 2));
    const target = operandWords('temp', { indices: [register], mask: 1 << (at & 3) });
    return {
      operand: operandWords('temp', { indices: [register], select: at & 3 }),
      words: instructionWords('and', [...target, ...source, ...literalWords(mask)]),
    };
  }

  /** Writes `source` with a mask for each component; returns the operand that reads it, and the instructions. */
  maskedVector(source: readonly number[], masks: readonly number[]): { operand: number[]; words: number[] } {
    const register = this.#use(this.first + INDEX_REGISTERS + (this.#vectors++ % VECTORS));
    const target = operandWords('temp', { indices: [register], mask: 15 });
    return {
      operand: operandWords('temp', { indices: [register], swizzle: 0xe4 }),
      words: instructionWords('and', [...target, ...source, ...literalWords(...masks)]),
    };
  }

  /** The instructions before a loop, and at its beginning: it ends after `rounds`. */
  counter(rounds: number): { before: number[]; inside: number[] } {
    const at = this.#counters++;
    const register = this.#use(this.first + INDEX_REGISTERS + VECTORS + (at >> 2));
    const target = operandWords('temp', { indices: [register], mask: 1 << (at & 3) });
    const source = operandWords('temp', { indices: [register], select: at & 3 });
    return {
      before: instructionWords('mov', [...target, ...literalWords(rounds)]),
      inside: [
        ...instructionWords('breakc', source),
        ...instructionWords('iadd', [...target, ...source, ...literalWords(-1)]),
      ],
    };
  }

  #use(register: number): number {
    this.registers = Math.max(this.registers, register + 1);
    return register;
  }
}
