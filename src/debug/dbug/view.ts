/**
 * The bytes of a DBUG comment. Microsoft's reader checks no offset, so that what a damaged one refers to may lie
 * anywhere in the shader (source: oracle); this one reads the words of the shader, and nothing outside.
 *
 * Not for: typed data (dbug.ts).
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf, latin1Text, u16At, u32At } from '../../base/words.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { DX0200, DX0201, DX0202 } from '../messages.ts';
import type { RecordSource } from '../records.ts';
import { DBUG_HEADER, DBUG_HEADER_SIZE, DBUG_LINE_SIZE, DBUG_VARIABLE_SIZE } from './layout.ts';

export class DbugView implements RecordSource {
  readonly #bytes: Uint8Array;
  readonly #diagnostics: Diagnostics;
  /** Byte offset of the header in the shader. */
  readonly start: number;
  /** Bytes from the header to the end of the comment. */
  readonly size: number;
  /** Bytes from the header to the end of the shader. */
  readonly available: number;
  /** Characters that may still be read: strings may share bytes. */
  #charactersLeft: number;
  /** Bytes of lists that may still be read. */
  #bytesLeft: number;

  /**
   * @param start and `end`: DWORD indices in `words`
   * @param diagnostics spans are bytes from the first word
   */
  constructor(words: Uint32Array, start: number, end: number, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics.at(4 * start);
    this.#bytes = bytesOf(words);
    this.start = 4 * start;
    this.size = 4 * (end - start);
    this.available = this.#bytes.byteLength - this.start;
    this.#charactersLeft = 0x1_0000 + 8 * this.available;
    this.#bytesLeft = 0x1_0000 + 8 * this.available;
  }

  /**
   * The first DBUG comment of the stream in `words`; undefined where there is none, or it is too short for a header.
   * Reports tables that do not lie in the shader.
   */
  static find(words: Uint32Array, diagnostics: Diagnostics): DbugView | undefined {
    const span = findSm1Comment(words, Sm1CommentTag.debug);
    return span && DbugView.of(words, span.start, span.end, diagnostics);
  }

  /** Opens the comment whose payload is between these DWORD indices. */
  static of(words: Uint32Array, start: number, end: number, diagnostics: Diagnostics): DbugView | undefined {
    const size = 4 * (end - start);
    if (size < DBUG_HEADER_SIZE) {
      diagnostics.report(DX0200, 4 * start, 4 * end, { size, expected: DBUG_HEADER_SIZE });
      return undefined;
    }
    const view = new DbugView(words, start, end, diagnostics);
    view.#table('files', DBUG_HEADER.fileCount, DBUG_HEADER.files, 4);
    view.#table('lines', DBUG_HEADER.lineCount, DBUG_HEADER.lines, DBUG_LINE_SIZE);
    view.#table('variables', DBUG_HEADER.variableCount, DBUG_HEADER.variables, DBUG_VARIABLE_SIZE);
    return view;
  }

  /** The bytes from the header to the end of the shader. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(this.start);
  }

  /** {@link text}, '' outside of the shader. */
  textOf(at: number, _length: number | undefined, what: string): string {
    return this.text(at, what) ?? '';
  }

  tableAt(offset: number): number {
    return offset;
  }

  integersAt(offset: number): number {
    return offset;
  }

  /** Lists may share bytes, but not without end. */
  take(count: number, at: number, size: number): number {
    const taken = Math.min(this.count(count, at, size), Math.floor(this.#bytesLeft / size));
    this.#bytesLeft -= taken * size;
    return taken;
  }

  /** Reports the table whose count and offset are at these offsets of the header, if it does not lie in the shader. */
  #table(what: string, countAt: number, offsetAt: number, size: number): void {
    const count = this.u32(countAt);
    const offset = this.u32(offsetAt);
    const available = this.count(count, offset, size);
    if (available < count)
      this.#diagnostics.report(DX0201, countAt, countAt + 8, { count, what, offset, room: available });
  }

  has(offset: number, size: number): boolean {
    return offset + size <= this.available;
  }

  /** 0 past the end, as {@link u16} is. */
  u32(offset: number): number {
    return u32At(this.#bytes, this.start + offset);
  }

  u16(offset: number): number {
    return u16At(this.#bytes, this.start + offset);
  }

  /** How many of `count` records of `size` bytes from `offset` on the shader has. */
  count(count: number, offset: number, size: number): number {
    return Math.max(0, Math.min(count, Math.floor((this.available - offset) / size)));
  }

  /**
   * The text whose offset is at `at`, up to its NUL or the end of the shader; undefined, with a report that names it
   * `what`, outside of the shader.
   */
  text(at: number, what: string): string | undefined {
    const offset = this.u32(at);
    if (offset >= this.available) {
      this.#diagnostics.report(DX0202, at, at + 4, { what, offset });
      return undefined;
    }
    const from = this.start + offset;
    const end = this.#bytes.indexOf(0, from);
    const until = Math.min(end < 0 ? this.#bytes.byteLength : end, from + this.#charactersLeft);
    this.#charactersLeft -= until - from;
    return latin1Text(this.#bytes, from, until);
  }
}
