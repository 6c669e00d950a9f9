/** What a command of `dxlens debug` writes for one input. */
import type { Destination } from '../../outputs/plan-outputs.ts';

export interface Output {
  readonly output: Uint8Array;
  /** Where it goes, if not where the command line says; another file of this name is not replaced. */
  readonly own?: Destination;
}
