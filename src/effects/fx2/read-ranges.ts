/**
 * Which bytes of an effect of Direct3D 9 were read, so that the rest can be reported, and whether others are in the file.
 *
 * Not for: reading (read.ts, read-pool.ts).
 */

import { type Diagnostics, hex } from '../../base/diagnostics.ts';
import type { ByteRange } from '../../container/layout.ts';
import { DX0132 } from '../../container/messages.ts';

export class ReadRanges {
  /** The ranges that were read: start and end of each. */
  private readonly marks: number[] = [];

  /** @param base the byte offset that offsets count from */
  constructor(
    protected readonly bytes: Uint8Array,
    protected readonly base: number,
    protected readonly diagnostics: Diagnostics,
  ) {}

  /** Notes that the bytes from `start` to `end` were read. */
  mark(start: number, end: number): void {
    this.marks.push(start, end);
  }

  /** Notes the zero bytes that pad a DWORD from `at` on. */
  markPadding(at: number): void {
    const { bytes } = this;
    let end = at;
    while (((end - this.base) & 3) !== 0 && end < bytes.byteLength && bytes[end] === 0) end++;
    if (end > at && ((end - this.base) & 3) === 0) this.mark(at, end);
  }

  /** The ranges of the file that were not read, ascending. */
  unmarked(): ByteRange[] {
    const { marks } = this;
    const order = Array.from({ length: marks.length >> 1 }, (_, i) => 2 * i).sort((a, b) => marks[a]! - marks[b]!);
    const ranges: ByteRange[] = [];
    let at = 0;
    for (const i of order) {
      if (marks[i]! > at) ranges.push({ start: at, end: marks[i]! });
      at = Math.max(at, marks[i + 1]!);
    }
    if (at < this.bytes.byteLength) ranges.push({ start: at, end: this.bytes.byteLength });
    return ranges;
  }

  /** Whether `size` bytes from `at` on are in the file; reports the offset at `from` when not. */
  protected inside(at: number, size: number, from: number, what: string): boolean {
    const end = at + size;
    if (end <= this.bytes.byteLength) return true;
    const values = { what, offset: hex(at), end: hex(end), size: this.bytes.byteLength };
    this.diagnostics.report(DX0132, from, from + 4, values);
    return false;
  }
}
