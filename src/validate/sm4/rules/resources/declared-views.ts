/**
 * Which constant buffers, textures and samplers a program declares, for class instances, which name them by their
 * registers.
 *
 * Not for: references of instructions (resource-references.ts).
 */
import { Sm4Cursor, type Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPCODE_BY_CODE } from '../../../../isa/sm4/opcodes.ts';
import { Sm4OpcodeToken } from '../../../../isa/sm4/tokens.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { CONSTANT_BUFFER_ROWS } from '../../limits.ts';

export class DeclaredViews {
  readonly #constants = new Map<number, number>();
  readonly #textures = new Set<number>();
  readonly #samplers = new Set<number>();

  constructor({ program }: Sm4ValidationContext) {
    const { words, starts, count } = program;
    const cursor = new Sm4Cursor(program);
    for (let i = 0; i < count; i++) {
      const row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(words[starts[i]!]!)];
      if (row?.kind !== 'declaration') continue;
      const { declares } = row;
      if (declares !== 'constantBuffer' && declares !== 'sampler' && declares !== 'resource') continue;
      cursor.goto(i);
      const slot = cursor.operands[0]!;
      const id = indexOf(slot, 0);
      if (declares === 'sampler') this.#samplers.add(id);
      else if (declares === 'resource') this.#textures.add(id);
      else {
        // The second index is the size; from 5.1 on it is the first register, which is taken for the size all the same.
        const rows = indexOf(slot, 1);
        this.#constants.set(id, rows === 0 ? CONSTANT_BUFFER_ROWS : rows);
      }
    }
  }

  /** How many constants a buffer has; -1: it is not declared. */
  constants(buffer: number): number {
    return this.#constants.get(buffer) ?? -1;
  }

  hasTexture(slot: number): boolean {
    return this.#textures.has(slot);
  }

  hasSampler(slot: number): boolean {
    return this.#samplers.has(slot);
  }
}

/** Index `i` of an operand; 0 where there is none. */
function indexOf(slot: Sm4OperandSlot, i: number): number {
  return i < slot.indexCount ? slot.index(i) >>> 0 : 0;
}
