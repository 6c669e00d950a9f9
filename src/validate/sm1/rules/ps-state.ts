/**
 * What a pixel shader from 2_0 on has declared and written so far. One object serves a whole stream.
 *
 * Not for: rules.
 */
import { Sm1Declarations } from './declarations.ts';

const TEMPS = 32;
const COLORS = 4;

export class Sm1PixelState {
  /** The highest number of each register type that a source can have. */
  highest: Int16Array = new Int16Array(0);
  readonly declared = new Sm1Declarations();
  /** Written components of temporaries, and those that `sincos` made undefined again; 2_0 only. */
  readonly temps = new Uint8Array(TEMPS);
  readonly lost = new Uint8Array(TEMPS);
  /** Written components of colours and, last, of the depth; `sincos` makes these undefined too. 2_0 only. */
  readonly outputs = new Uint8Array(COLORS + 1);
  /** Colours that were written, a bit each; 2_0 only. */
  colors = 0;
  /** The depth was written; 2_0 only. */
  depth = false;
}
