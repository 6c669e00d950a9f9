/**
 * Which constant buffers, textures and samplers a program declares, for what names them by their register and is no
 * instruction.
 *
 * Not for: references of instructions (resources.ts).
 */
import { SM4_OPCODES } from '../../../../isa/sm4/opcodes.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { CONSTANT_BUFFER_ROWS } from '../../limits.ts';

export class DeclaredViews {
  readonly #constants = new Map<number, number>();
  readonly #textures = new Set<number>();
  readonly #samplers = new Set<number>();

  /** Walks all declarations; the cursor of the judgement stays on the last instruction. */
  constructor({ program, cursor }: Sm4ValidationContext) {
    for (let i = 0; i < program.count; i++) {
      cursor.goto(i);
      const { code } = cursor;
      if (cursor.row?.kind !== 'declaration') continue;
      if (code === SM4_OPCODES.dcl_constantbuffer.code) {
        const { index0, index1 } = cursor.operands[0]!;
        this.#constants.set(index0, index1 === 0 ? CONSTANT_BUFFER_ROWS : index1);
      } else if (code === SM4_OPCODES.dcl_sampler.code) {
        this.#samplers.add(cursor.operands[0]!.index0);
      } else if (
        code === SM4_OPCODES.dcl_resource.code ||
        code === SM4_OPCODES.dcl_resource_raw.code ||
        code === SM4_OPCODES.dcl_resource_structured.code
      ) {
        this.#textures.add(cursor.operands[0]!.index0);
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
