/** How large a program of shader models 1 to 3 is, in what versions limit. */
import { Sm1Version } from '../../base/profile.ts';
import type { Sm1InstructionNode } from '../../isa/sm1/encode.ts';
import { SM1_SLOTS } from '../../isa/sm1/limits.ts';
import { SM1_OPCODES } from '../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../isa/sm1/registers.ts';
import { Sm1InstructionToken, Sm1SourceToken, sm1RegisterType } from '../../isa/sm1/tokens.ts';

export interface Sm1ProgramSize {
  readonly arithmeticSlots: number;
  readonly textureSlots: number;
  /** How deep loads depend on each other, as ps_2_0 counts it. */
  readonly textureOrder: number;
  readonly temps: number;
  /** Float constants up to the last one that has a literal. */
  readonly constants: number;
}

/** @param nodes the instructions, without declarations and constants */
export function sizeOf(
  nodes: readonly Sm1InstructionNode[],
  version: number,
  { temps, constants }: Pick<Sm1ProgramSize, 'temps' | 'constants'>,
): Sm1ProgramSize {
  const arithmetic = version < Sm1Version.v2_0 ? SM1_SLOTS.arithmeticVs11 : SM1_SLOTS.arithmetic;
  const orders = new TextureOrders();
  let [arithmeticSlots, textureSlots] = [0, 0];
  for (const node of nodes) {
    const opcode = Sm1InstructionToken.opcode.get(node.token);
    arithmeticSlots += arithmetic[opcode]!;
    textureSlots += SM1_SLOTS.texture[opcode]!;
    orders.add(opcode, node);
  }
  return { arithmeticSlots, textureSlots, textureOrder: orders.highest, temps, constants };
}

const TEXLD = SM1_OPCODES.texld.code;
const TEXKILL = SM1_OPCODES.texkill.code;

/** A load is one order above what it reads and overwrites; other instructions are as high as that. */
class TextureOrders {
  /** By temporary register, plus one; a register that was not written yet has none. */
  readonly #orders: number[] = [];
  highest = 0;

  add(opcode: number, { destination, sources }: Sm1InstructionNode): void {
    if (destination === undefined || sm1RegisterType(destination.token) !== SM1_REGISTERS.temp.code) return;
    const number = Sm1SourceToken.number.get(destination.token);
    const step = opcode === TEXLD || opcode === TEXKILL ? 1 : 0;
    const before = this.#orders[number];
    let order = before === undefined ? 1 : before + step;
    for (const { token } of sources) {
      const read = this.#orders[Sm1SourceToken.number.get(token)];
      if (sm1RegisterType(token) === SM1_REGISTERS.temp.code && read !== undefined)
        order = Math.max(order, read + step);
    }
    this.#orders[number] = order;
    if (step > 0) this.highest = Math.max(this.highest, order - 1);
  }
}
