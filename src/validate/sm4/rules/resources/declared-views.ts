/**
 * Which constant buffers, textures and samplers a program declares, for class instances, which name them by their registers.
 *
 * Not for: references of instructions (resource-references.ts).
 */
import { readSm4Declarations } from '../../../../isa/sm4/declarations.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { CONSTANT_BUFFER_ROWS } from '../../limits.ts';

export class DeclaredViews {
  readonly #constants = new Map<number, number>();
  readonly #textures = new Set<number>();
  readonly #samplers = new Set<number>();

  constructor({ program, rangeIds }: Sm4ValidationContext) {
    for (const { type, id, firstRegister, size } of readSm4Declarations(program).resources) {
      // The second index is the size; from 5.1 on it is the first register, which is taken for the size all the same.
      const rows = rangeIds ? firstRegister : size;
      if (type === 'cbv') this.#constants.set(id, rows === 0 ? CONSTANT_BUFFER_ROWS : rows);
      else if (type === 'sampler') this.#samplers.add(id);
      else if (type === 'srv') this.#textures.add(id);
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
