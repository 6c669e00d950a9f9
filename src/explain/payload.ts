/**
 * The bytes of one chunk while they are explained: an explainer marks where each record is, and then every byte
 * is listed once, in order: as a field of a record, as a text, or as data without a meaning.
 *
 * Not for: validation. A record that lies outside is left out here; readers report it.
 */
import { firstWhere } from '../base/collections.ts';
import type { ExplainedField } from '../base/explained.ts';
import { latin1Text, u16At, u32At } from '../base/words.ts';
import type { DwordRow, RecordRow, Surroundings } from './records.ts';

/** A stretch of a file and what it is. */
export interface ExplainedBytes {
  /** In bytes from the start of the file. */
  readonly offset: number;
  /** In bytes. */
  readonly size: number;
  readonly kind: 'dword' | 'text' | 'padding' | 'bytes';
  /** The record that it belongs to, such as `variable 3`; empty for data of no record. */
  readonly record: string;
  /** Of a DWORD: the number. */
  readonly value?: number;
  /** Of a text: its characters, one a byte, without the final NUL. */
  readonly text?: string;
  /** Of other data: the bytes. */
  readonly bytes?: Uint8Array;
  /** Of a DWORD: its fields, from the lowest bit to the highest; none if they are unknown. */
  readonly fields: readonly ExplainedField[];
}

/** A byte offset from the start of the payload. */
interface Claim {
  readonly at: number;
  readonly size: number;
  readonly record: string;
  /** Absent for a text. */
  readonly rows?: RecordRow;
}

/** The most bytes of records for each byte of the payload: tables may overlap, but only to this limit. */
const BUDGET = 4;
/** The most characters of a name that a reference to it shows. */
const NAME_LENGTH = 64;
/** Bytes that compilers fill gaps with. */
const PADDING = 0xab;

export class Payload implements Surroundings {
  readonly size: number;
  private readonly claims: Claim[] = [];
  private budget: number;
  /** How many claims were in order when they were last sorted. */
  private sorted = 0;

  /** @param offset where the payload begins, in bytes from the start of the file */
  constructor(
    readonly bytes: Uint8Array,
    private readonly offset: number,
  ) {
    this.size = bytes.byteLength;
    this.budget = BUDGET * this.size;
  }

  /** The DWORD at `at` (bytes); zero past the end. */
  u32(at: number): number {
    return u32At(this.bytes, at);
  }

  /** The 16-bit word at `at` (bytes); zero past the end. */
  u16(at: number): number {
    return u16At(this.bytes, at);
  }

  /** Marks a record at `at`. Returns whether it is complete. */
  record(at: number, rows: RecordRow, record: string): boolean {
    const size = 4 * rows.length;
    if (at + size > this.size || this.budget < size) return false;
    this.budget -= size;
    this.claims.push({ at, size, record, rows });
    return true;
  }

  /**
   * Marks `count` records, `stride` bytes apart, and calls `each` with the offset of each.
   *
   * @param record the name of one record
   */
  table(
    at: number,
    count: number,
    rows: RecordRow,
    record: string,
    each?: (at: number, record: string) => void,
    stride = 4 * rows.length,
  ): void {
    for (let i = 0, from = at; i < count; i++, from += stride) {
      const name = `${record} ${i}`;
      if (!this.record(from, rows, name)) return;
      each?.(from, name);
    }
  }

  /** Marks `count` equal DWORDs at `at`. Returns how many of them are there. */
  dwords(at: number, count: number, row: DwordRow, record: string): number {
    const available = Math.min(count, Math.floor(Math.max(0, this.size - at) / 4), this.budget >>> 2);
    if (available <= 0) return 0;
    this.budget -= 4 * available;
    this.claims.push({ at, size: 4 * available, record, rows: [row] });
    return available;
  }

  /** Marks a NUL-terminated string at `at`; 0 means none. */
  text(at: number, record: string): void {
    if (at === 0 || at >= this.size || this.budget < 1) return;
    this.budget--;
    this.claims.push({ at, size: 0, record });
  }

  /** Marks the strings between `from` and `to`, one after the other; NULs before and after them are data. */
  strings(from: number, to: number, record: string): void {
    const end = Math.min(to, this.size);
    for (let at = from, i = 0; at < end; at = this.textEnd(at, end) + 1)
      if (this.bytes[at] !== 0) this.text(at, `${record} ${i++}`);
  }

  /** The beginning of the text at `at`, in quotation marks. */
  nameAt(at: number): string {
    const stop = Math.min(at + NAME_LENGTH, this.size);
    const end = this.textEnd(at, stop);
    return at < this.size ? `"${this.characters(at, end)}${end === at + NAME_LENGTH ? '...' : ''}"` : '';
  }

  /** Returns every byte from `from` to `to` once, in order; where records overlap, the one that begins first counts. */
  *explained(from = 0, to = this.size): Generator<ExplainedBytes> {
    const claims = this.inOrder();
    let next = from;
    for (
      let i = firstWhere(claims.length, (k) => claims[k]!.at >= from);
      i < claims.length && claims[i]!.at < to;
      i++
    ) {
      const claim = claims[i]!;
      if (claim.at < next || claim.at + claim.size > to) continue;
      yield* this.data(next, claim.at);
      next = claim.at + claim.size;
      if (claim.rows === undefined) {
        next = Math.min(to, this.textEnd(claim.at, to) + 1);
        yield this.textItem(claim, next);
      } else {
        for (let at = claim.at, i = 0; at < next; at += 4, i++) {
          yield this.dwordItem(at, claim.record, claim.rows[i % claim.rows.length]!);
        }
      }
    }
    yield* this.data(next, to);
  }

  private inOrder(): readonly Claim[] {
    if (this.sorted !== this.claims.length) this.claims.sort((a, b) => a.at - b.at);
    this.sorted = this.claims.length;
    return this.claims;
  }

  /** Where the text at `at` ends: the offset of its NUL, or `stop`. */
  textEnd(at: number, stop: number): number {
    let end = at;
    while (end < stop && this.bytes[end] !== 0) end++;
    return end;
  }

  private characters(from: number, to: number): string {
    return latin1Text(this.bytes, from, to);
  }

  private textItem({ at, record }: Claim, end: number): ExplainedBytes {
    const text = this.characters(at, this.bytes[end - 1] === 0 ? end - 1 : end);
    return { offset: this.offset + at, size: end - at, kind: 'text', record, text, fields: [] };
  }

  private dwordItem(at: number, record: string, row: DwordRow): ExplainedBytes {
    const value = this.u32(at);
    const fields = row.map(({ field, meaning, fixed }): ExplainedField => {
      const part = field.get(value);
      return {
        field,
        value: part,
        meaning: meaning?.(part, this) ?? '',
        ...(fixed === undefined ? {} : { expected: fixed }),
      };
    });
    return { offset: this.offset + at, size: 4, kind: 'dword', record, value, fields };
  }

  /** Bytes that belong to no record: DWORDs, and what is left of them. */
  private *data(from: number, to: number): Generator<ExplainedBytes> {
    let at = from;
    const odd = Math.min(to, (from + 3) & ~3);
    if (this.isPadding(at, to)) {
      if (to > at) yield this.bytesItem('padding', at, to);
      return;
    }
    if (odd > at) yield this.bytesItem(this.isPadding(at, odd) ? 'padding' : 'bytes', at, odd);
    for (at = odd; at + 4 <= to; at += 4) yield this.dwordItem(at, '', []);
    if (at < to) yield this.bytesItem('bytes', at, to);
  }

  private isPadding(from: number, to: number): boolean {
    if (to - from > 3) return false;
    for (let at = from; at < to; at++) if (this.bytes[at] !== PADDING) return false;
    return true;
  }

  private bytesItem(kind: 'padding' | 'bytes', from: number, to: number): ExplainedBytes {
    const bytes = this.bytes.subarray(from, to);
    return { offset: this.offset + from, size: to - from, kind, record: '', bytes, fields: [] };
  }
}

/** A part of a file that is shown as one section. */
export interface ExplainedSection {
  /** `container`, `chunk 2: ISGN, input signature`, `program of chunk 4`. */
  readonly title: string;
  /** Tag of the chunk that it belongs to. */
  readonly chunk: string | undefined;
  /** Number of that chunk in its container, after that of the library function: `2`, `0.1`. */
  readonly number: string | undefined;
  /** In bytes from the start of the file. */
  readonly offset: number;
  /** In bytes. */
  readonly size: number;
  /** Its items; empty for a program. */
  readonly items: () => Iterable<ExplainedBytes>;
  readonly program?: SectionProgram;
}

export interface SectionProgram {
  /** Which instruction set it is written in. */
  readonly isa: 'sm1' | 'sm4';
  readonly level9: boolean;
  /** The tokens, version first. */
  readonly words: Uint32Array;
}
