/**
 * Counts instruction slots as the last line of a listing does; costs are columns of the opcode table.
 *
 * Not for: the limits that the validator enforces, which counts differently.
 */
import { SM1_OPCODE_LIMIT, Sm1Version, sm1OpcodeTable } from './opcodes.ts';
import type { Sm1Program } from './program.ts';

const SLOTS = sm1OpcodeTable((row) => row.slots ?? 1);
const SLOTS_VS11 = sm1OpcodeTable((row) => row.slotsVs11 ?? row.slots ?? 1);
const TEXTURE_SLOTS = sm1OpcodeTable((row) => row.textureSlots ?? 0);

/** More than any instruction takes. */
const MAX_SLOTS = 0xff;

export class Sm1SlotCounter {
  arithmetic = 0;
  texture = 0;
  readonly #slots: Uint8Array;
  /** The most slots of an instruction: pixel shaders before 2_0 count none more than once. */
  readonly #most: number;

  constructor({ words, stage, major }: Pick<Sm1Program, 'words' | 'stage' | 'major'>) {
    const pixel = stage !== 'vs';
    const version = (words[0] ?? 0) & 0xffff;
    this.#slots = !pixel && version === Sm1Version.v1_1 ? SLOTS_VS11 : SLOTS;
    this.#most = pixel && major < 2 ? 1 : MAX_SLOTS;
  }

  /** Counts an instruction, which must not be a comment. */
  add(opcode: number, predicated: boolean, coissued: boolean): void {
    const known = opcode < SM1_OPCODE_LIMIT;
    let slots = known ? this.#slots[opcode]! : 0;
    if (predicated) slots++;
    if (slots > this.#most) slots = this.#most;
    // A co-issued pair counts as its second instruction.
    if (coissued && this.arithmetic > 0) this.arithmetic--;
    this.arithmetic += slots;
    if (known) this.texture += TEXTURE_SLOTS[opcode]!;
  }

  get total(): number {
    return this.arithmetic + this.texture;
  }
}
