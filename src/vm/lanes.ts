/**
 * Four lanes run together: the pixels of a quad, or four vertices, threads, points or primitives. A register has the
 * words of all lanes: component by component, lane by lane.
 *
 * In a quad the lanes are, in order, the upper left, upper right, lower left and lower right pixel.
 */

export const LANES = 4;
export const COMPONENTS = 4;
export const ALL_LANES = 15;
export const REGISTER_WORDS = 16;

/** The word that all NaN results have, so that every engine gives the same bits. */
const NAN_WORD = 0x7fc0_0000;

/** Words and, over the same bytes, the floats that they are. */
export class LaneWords {
  readonly words: Uint32Array;
  readonly floats: Float32Array;

  constructor(length: number) {
    this.words = new Uint32Array(length);
    this.floats = new Float32Array(this.words.buffer);
  }

  /** Stores a float32. A NaN loses its payload. */
  setFloat(i: number, value: number): void {
    if (Number.isNaN(value)) this.words[i] = NAN_WORD;
    else this.floats[i] = value;
  }
}

/** Registers of one kind; of inputs per vertex, those of the first vertex come first. */
export class RegisterFile {
  readonly words: Uint32Array;

  /**
   * @param registers of one vertex
   * @param vertices 1 for registers that no vertex selects
   * @param words where the registers are; new ones without
   */
  constructor(
    readonly registers: number,
    readonly vertices = 1,
    words?: Uint32Array,
  ) {
    this.words = words ?? new Uint32Array(registers * vertices * REGISTER_WORDS);
  }

  /** Index of the first word of a register; -1 if it does not exist. */
  baseOf(register: number, vertex = 0): number {
    if (register < 0 || register >= this.registers || vertex < 0 || vertex >= this.vertices) return -1;
    return (vertex * this.registers + register) * REGISTER_WORDS;
  }
}
