/**
 * The declarations and writes of a pixel shader from 2_0 on, up to the current instruction. One object serves an entire
 * stream.
 *
 * Not for: rules.
 */
import { Sm1Version } from '../../../isa/sm1/opcodes.ts';
import { Sm1Declarations } from './declarations.ts';

/** The numbers of temporaries, and of colors with the depth. Arrays are allocated faster than typed arrays. */
const NO_TEMPS: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const NO_OUTPUTS: readonly number[] = [0, 0, 0, 0, 0];

export class Sm1PixelState {
  readonly declared = new Sm1Declarations();
  /**
   * Written components of temporaries, and those that `sincos` made undefined again; 2_0 only, empty in other versions.
   */
  readonly temps: number[];
  readonly lost: number[];
  /** Written components of colors and, last, of the depth; `sincos` makes these undefined too. 2_0 only. */
  readonly outputs: number[];
  /** Colors that were written, a bit each; 2_0 only. */
  colors = 0;
  /** The depth was written; 2_0 only. */
  depth = false;

  constructor(
    version: number,
    /** The highest number of each register type that a source can have. */
    readonly highest: Int16Array,
  ) {
    const first = version === Sm1Version.v2_0;
    this.temps = first ? NO_TEMPS.slice() : [];
    this.lost = first ? NO_TEMPS.slice() : [];
    this.outputs = first ? NO_OUTPUTS.slice() : [];
  }
}
