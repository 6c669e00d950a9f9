/**
 * Caps the diagnostics of one chunk or of the chunk table: after the first few, one message says that there are more. A
 * damaged table then does not push the other diagnostics out of the list.
 */

import type { Diagnostics, MessageValues } from '../base/diagnostics.ts';
import { MAX_CHUNK_DIAGNOSTICS } from '../base/limits.ts';
import type { Message } from '../base/messages.ts';
import { DX1017 } from './messages.ts';

export class CappedDiagnostics {
  #count = 0;

  /** @param about what is reported on: the value of `{chunk}` in messages */
  constructor(
    private readonly diagnostics: Diagnostics,
    private readonly about: string,
  ) {}

  /** Reports `code` for the bytes from `start` to `end` (exclusive) of the container. */
  report(message: Message, start: number, end: number, values: MessageValues = {}): void {
    this.#count++;
    if (this.#count > MAX_CHUNK_DIAGNOSTICS + 1) return;
    const last = this.#count === MAX_CHUNK_DIAGNOSTICS + 1;
    this.diagnostics.report(last ? DX1017 : message, start, end, { chunk: this.about, ...values });
  }
}
