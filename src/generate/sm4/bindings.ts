/**
 * Views, samplers and constant buffers as operands and declarations: the registers before 5.1, the ranges from 5.1 on.
 */
import type { IrBinding } from '../../ir/declarations.ts';
import type { IrModule } from '../../ir/module.ts';
import { SM4_UNBOUNDED } from '../../isa/sm4/operands.ts';
import { NO_SCALAR, type SourceIndex } from '../operand-table.ts';

export class Bindings {
  /** Bindings of constants that are indexed by values. */
  readonly dynamic = new Set<number>();
  /** The id of the range of each binding. */
  readonly #ids: readonly number[];

  constructor(
    readonly module: IrModule,
    /** Whether operands name ranges (5.1). */
    readonly hasRanges: boolean,
    /** Ids of the ranges; without them the number of each binding among those of its kind. */
    ids?: readonly number[],
  ) {
    const counts: Record<string, number> = {};
    this.#ids =
      ids ??
      module.bindings.map(({ kind }) => {
        counts[kind] ??= 0;
        return counts[kind]++;
      });
  }

  idOf(number: number): number {
    return this.#ids[number]!;
  }

  /** The indices that name a binding, or one of the registers of a range. */
  indices(number: number, index: SourceIndex | undefined): SourceIndex[] {
    const { register, kind } = this.module.bindings[number]!;
    const base = { base: register + (index?.base ?? 0), value: index?.value ?? NO_SCALAR };
    if (!this.hasRanges || kind === 'group') return [base];
    return [{ base: this.#ids[number]!, value: NO_SCALAR }, base];
  }

  static lastRegister({ register, count }: IrBinding): number {
    return count === 0 ? SM4_UNBOUNDED : Math.min(register + count - 1, SM4_UNBOUNDED);
  }
}
