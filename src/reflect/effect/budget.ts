/**
 * The budget of members and values that the reflection of an effect writes out: variables share types and values in the
 * file, and in a damaged one they may share so many that together they are many times as long as the file.
 *
 * Not for: the limits of readers (container/fx).
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { DX0340 } from '../messages.ts';

/** The budget of a file without bytes; each byte adds one. */
const MEMBERS = 0x2000;
/** Characters that count as one more member. */
const LONG_TEXT = 32;

/** Counts what is written out of one effect. */
export class EffectBudget {
  private readonly limit: number;
  private left: number;

  /**
   * @param size bytes of the file
   * @param diagnostics spans are bytes of the file
   */
  constructor(
    private readonly size: number,
    private readonly diagnostics: Diagnostics,
  ) {
    this.limit = MEMBERS + size;
    this.left = this.limit;
  }

  /** Whether `count` more members or values may be written out; reports once when not. */
  take(count: number, text = ''): boolean {
    const weight = count + Math.floor(text.length / LONG_TEXT);
    if (this.left >= weight) {
      this.left -= weight;
      return true;
    }
    if (this.left >= 0) this.diagnostics.report(DX0340, 0, this.size, { limit: this.limit });
    this.left = -1;
    return false;
  }
}
