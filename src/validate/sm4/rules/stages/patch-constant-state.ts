/**
 * The patch constants of a hull shader after its fork and join phases. Where several phases declare the same component,
 * the result is that of Microsoft's validator (source: oracle).
 *
 * Not for: rules (patch-constants.ts, tess-factors.ts).
 */
import { COMPONENTS, INTERFACE_REGISTERS } from '../../limits.ts';
import type { IndexRange, RegisterFile } from '../registers/state.ts';

export class PatchConstants {
  readonly #masks = new Uint8Array(INTERFACE_REGISTERS);
  readonly #names = new Uint8Array(INTERFACE_REGISTERS * COMPONENTS);
  readonly #ranges: (IndexRange | undefined)[] = [];

  /** The components of `register` that are declared. */
  mask(register: number): number {
    return this.#masks[register]!;
  }

  /** The system value that a component is declared as; 0: none. */
  name(register: number, component: number): number {
    return this.#names[register * COMPONENTS + component]!;
  }

  /** The index range that `register` is in. */
  rangeAt(register: number): IndexRange | undefined {
    return this.#ranges[register];
  }

  /** Adds the components of `register` that a phase declares; the last name of a component counts. */
  add(register: number, file: RegisterFile): void {
    const mask = file.mask(register);
    this.#masks[register]! |= mask;
    for (let i = 0; i < COMPONENTS; i++) {
      if ((mask & (1 << i)) !== 0) this.#names[register * COMPONENTS + i] = file.name(register, i);
    }
  }

  setRange(register: number, range: IndexRange): void {
    this.#ranges[register] = range;
  }
}
