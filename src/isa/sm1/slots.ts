/**
 * Counts instruction slots as the last line of a listing does; costs are columns of the opcode table.
 *
 * Not for: the limits that the validator enforces, which counts differently.
 */
import type { Sm1Cursor } from './cursor.ts';
import { SM1_OPCODE_LIMIT, SM1_OPCODES, type Sm1OpcodeRow, Sm1Version } from './opcodes.ts';
import type { Sm1Program } from './program.ts';

const SLOTS = new Uint8Array(SM1_OPCODE_LIMIT);
const SLOTS_VS11 = new Uint8Array(SM1_OPCODE_LIMIT);
const TEXTURE_SLOTS = new Uint8Array(SM1_OPCODE_LIMIT);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.code >= SM1_OPCODE_LIMIT) continue;
  SLOTS[row.code] = row.slots ?? 1;
  SLOTS_VS11[row.code] = row.slotsVs11 ?? row.slots ?? 1;
  TEXTURE_SLOTS[row.code] = row.textureSlots ?? 0;
}

export class Sm1SlotCounter {
  arithmetic = 0;
  texture = 0;
  private readonly slots: Uint8Array;
  /** Pixel shaders before 2_0 count no instruction more than once. */
  private readonly atMostOne: boolean;

  constructor({ words, stage, major }: Sm1Program) {
    const pixel = stage !== 'vs';
    const version = (words[0] ?? 0) & 0xffff;
    this.slots = !pixel && version === Sm1Version.v1_1 ? SLOTS_VS11 : SLOTS;
    this.atMostOne = pixel && major < 2;
  }

  /** Counts the instruction under the cursor, which must not be a comment. */
  count({ opcode, predicate, coissued }: Sm1Cursor): void {
    this.add(opcode, predicate >= 0, coissued);
  }

  /** Counts an instruction, which must not be a comment. */
  add(opcode: number, predicated: boolean, coissued: boolean): void {
    const known = opcode < SM1_OPCODE_LIMIT;
    let slots = known ? this.slots[opcode]! : 0;
    if (predicated) slots++;
    if (this.atMostOne && slots > 1) slots = 1;
    // A co-issued pair counts as its second instruction.
    if (coissued && this.arithmetic > 0) this.arithmetic--;
    this.arithmetic += slots;
    if (known) this.texture += TEXTURE_SLOTS[opcode]!;
  }

  get total(): number {
    return this.arithmetic + this.texture;
  }
}
