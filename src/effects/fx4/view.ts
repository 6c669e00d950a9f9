/**
 * The bytes of a binary effect as its reader sees them: a header, data that offsets refer to, and records one after the
 * other. Every read is checked; faults are reported at their offset in the effect.
 *
 * Not for: the meaning of the bytes (types.ts, read.ts).
 */
import { type Diagnostics, hex, type MessageValues } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import { latin1Text, u32At } from '../../base/words.ts';
import { CappedDiagnostics } from '../../container/capped-reports.ts';
import { DX0101, DX0102, DX0103, DX0106, DX0107, DX0108, DX0109, DX0110, DX0400 } from '../../container/messages.ts';

/** Is informed of what a reader reads. */
export interface ReadObserver {
  /** Bytes from `start` to `end` (exclusive). */
  add(start: number, end: number): void;
  /** Code that begins at `start`; the DWORD at `field` refers to it. */
  code?(start: number, field: number): void;
}

/**
 * Characters of strings that an effect may have, for each of its bytes: strings may share bytes, but within a limit.
 */
const TEXT_BUDGET = 16;
/** Bytes of lists in the data that are read, for each byte of the effect, likewise. */
const LIST_BUDGET = 16;
/** Bytes of shaders and expressions at different offsets that are read, for each byte of the effect, likewise. */
const CODE_BUDGET = 4;

export class Fx4View {
  /** Bytes of the effect. */
  readonly size: number;
  /** Offset of the next record. */
  at = 0;
  /** Whether a record was cut off: there are no records after that. */
  ended = false;
  /** Whether nothing was reported that Microsoft's reader of effects requires. */
  intact = true;
  /** Whether what is read is something that Microsoft's reader does not look at. */
  optional = false;
  /** Where the data begins and ends. */
  private dataStart = 0;
  private dataEnd = 0;
  private textBudget: number;
  private listBudget: number;
  private codeBudget: number;
  /** Where code begins. */
  private readonly code = new Set<number>();
  private readonly reports: CappedDiagnostics;

  constructor(
    private readonly bytes: Uint8Array,
    diagnostics: Diagnostics,
    private readonly coverage: ReadObserver | undefined,
  ) {
    this.size = bytes.byteLength;
    this.reports = new CappedDiagnostics(diagnostics, 'the effect');
    this.textBudget = TEXT_BUDGET * this.size;
    this.listBudget = LIST_BUDGET * this.size;
    this.codeBudget = CODE_BUDGET * this.size;
  }

  /**
   * Enters the size of the data, which begin here; records follow it. False, with a report, when they do not end in the
   * effect.
   */
  openData(length: number, lengthOffset: number): boolean {
    this.dataStart = this.at;
    const available = this.size - this.at;
    const inside = length <= available;
    if (!inside) {
      // No record follows.
      this.ended = true;
      this.report(DX0101, lengthOffset, 4, { what: `its ${length} bytes of data`, size: this.size });
    }
    this.dataEnd = this.at + Math.min(length, available);
    this.at = this.dataEnd;
    // Compilers begin with a DWORD that nothing refers to, since the offset 0 is none.
    this.coverage?.add(this.dataStart, Math.min(this.dataStart + 4, this.dataEnd));
    return inside;
  }

  /** The offset of the next record of `size` bytes; undefined, with a report, when it is cut off. */
  record(size: number, what: string): number | undefined {
    const { at } = this;
    if (this.ended) return undefined;
    if (at + size > this.size) {
      this.ended = true;
      this.report(DX0101, at, this.size - at, { what, size: this.size });
      return undefined;
    }
    this.coverage?.add(at, at + size);
    this.at = at + size;
    return at;
  }

  /** The next record that is one DWORD. */
  word(what: string): number | undefined {
    const at = this.record(4, what);
    return at === undefined ? undefined : this.u32(at);
  }

  /** The DWORD at an offset in the effect. */
  u32(at: number): number {
    return u32At(this.bytes, at);
  }

  /**
   * The offset in the effect of `length` bytes at an offset in the data; undefined, with a report, when they are not in
   * there.
   *
   * @param field offset in the effect of the DWORD that holds `offset`
   */
  locate(offset: number, length: number, field: number, what: string): number | undefined {
    const start = this.dataStart + offset;
    if (start + length > this.dataEnd) {
      const size = this.dataEnd - this.dataStart;
      this.report(DX0102, field, 4, { what, offset: hex(offset), size });
      return undefined;
    }
    this.coverage?.add(start, start + length);
    return start;
  }

  /** {@link locate} for `count` records of `size` bytes. */
  list(offset: number, count: number, size: number, field: number, what: string): number | undefined {
    const start = this.dataStart + offset;
    const available = Math.floor(Math.min(this.listBudget, Math.max(0, this.dataEnd - start)) / size);
    if (count > available) {
      this.report(DX0103, field, 4, { count, what, room: available });
      return undefined;
    }
    this.listBudget -= count * size;
    this.coverage?.add(start, start + count * size);
    return start;
  }

  /**
   * The text at the offset that the DWORD at `field` holds; undefined for the offset 0 and, with a report, outside of
   * the data.
   */
  text(field: number, what: string): string | undefined {
    const offset = this.u32(field);
    return offset === 0 ? undefined : this.textAt(offset, field, what);
  }

  /** The text at an offset in the data, which may be 0. */
  textAt(offset: number, field: number, what: string): string | undefined {
    const start = this.locate(offset, 1, field, what);
    if (start === undefined) return undefined;
    const { bytes } = this;
    const limit = start + Math.max(0, this.textBudget);
    let end = start;
    // Microsoft's reader requires that a text begins in the data, not that it ends there.
    while (end < this.size && bytes[end] !== 0 && end < limit) end++;
    this.textBudget -= end - start;
    if (end === this.size) this.locate(offset, end - start + 1, field, what);
    else if (end === limit) this.report(DX0107, field, 4, { limit: TEXT_BUDGET * this.size });
    else this.coverage?.add(start, end + 1);
    return latin1Text(bytes, start, end);
  }

  /**
   * The bytes of a value at the offset that the DWORD at `field` holds, as a view; undefined for 0 and, with a report,
   * outside.
   *
   * @param size bytes of the value
   * @param required whether the offset may not be 0
   */
  value(field: number, size: number, what: string, required = false): Uint8Array | undefined {
    const offset = this.u32(field);
    if (offset === 0) return required ? this.reportMissing(field, what) : undefined;
    // Microsoft's reader requires one DWORD at least, and leaves out what is left over after the last.
    if (size < 4) this.report(DX0110, field, 4, { size });
    const start = this.locate(offset, size, field, what);
    return start === undefined ? undefined : this.bytes.subarray(start, start + size);
  }

  /**
   * The block at an offset in the data: a size, and so many bytes.
   *
   * @param field offset in the effect of the DWORD that holds `offset`
   */
  block(
    offset: number,
    field: number,
    what: string,
  ): { readonly offset: number; readonly bytes: Uint8Array } | undefined {
    const start = this.locate(offset, 4, field, what);
    if (start === undefined) return undefined;
    const length = this.u32(start);
    const begin = start + 4;
    const available = this.dataEnd - begin;
    if (length > available) {
      this.report(DX0103, start, 4, { count: length, what: `bytes of ${what}`, room: available });
      return undefined;
    }
    if (!this.mayReadCode(begin, length)) {
      this.report(DX0400, field, 4, { what, limit: CODE_BUDGET * this.size });
      return undefined;
    }
    this.coverage?.add(begin, begin + length);
    this.coverage?.code?.(begin, field);
    return { offset: begin, bytes: this.bytes.subarray(begin, begin + length) };
  }

  /** Whether code at `begin` may be read: any number of references to one, but not ever more that overlap. */
  private mayReadCode(begin: number, length: number): boolean {
    if (this.code.has(begin)) return true;
    if (length > this.codeBudget) return false;
    this.codeBudget -= length;
    this.code.add(begin);
    return true;
  }

  /** {@link text} for a name that everything of its kind has: the offset 0 is reported. */
  name(field: number, what: string): string {
    if (this.u32(field) === 0) this.reportMissing(field, what);
    return this.text(field, what) ?? '';
  }

  /** Reports that the offset at `field` is 0, where there has to be one. */
  reportMissing(field: number, what: string): undefined {
    this.report(DX0109, field, 4, { what });
  }

  /** Reports the bytes after the last record, if there are any. */
  reportRest(): void {
    this.optional = true;
    const count = this.size - this.at;
    this.report(DX0108, this.at, count, { count });
  }

  /** Reports that the DWORD at `at` holds a number that is not what it has to be. */
  reportValue(at: number, what: string): void {
    this.report(DX0106, at, 4, { value: this.u32(at), what });
  }

  /** Reports `message` for `length` bytes of the effect. */
  report(message: Message, at: number, length: number, values: MessageValues): void {
    if (!this.optional) this.intact = false;
    const start = Math.min(at, this.size);
    this.reports.report(message, start, Math.min(start + length, this.size), values);
  }
}
