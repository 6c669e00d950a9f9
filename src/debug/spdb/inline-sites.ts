/**
 * Annotations of an inlined call: which bytes of the program come from it, and their lines. Source: the headers that Microsoft
 * published (cvinfo.h); that the first offset counts from the start of the function, and a start offset from that of the section:
 * oracle.
 *
 * Not for: records (symbols.ts).
 */

/** Bytes of a program that come from an inlined call. */
export interface InlineRange {
  /** Bytes from the start of the section. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Lines after the first line of the inlined function. */
  readonly line: number;
  /** Table offset of its file; null for that of the function. */
  readonly file: number | null;
  readonly statement: boolean;
  readonly column: number;
  readonly columnEnd: number;
}

/** Decodes the annotations of one call, in order. `start` and `end` are those of the function around it. */
export function inlineRanges(annotations: Uint8Array, start: number, end: number): InlineRange[] {
  return new AnnotationReader(annotations, start, end).read();
}

class AnnotationReader {
  readonly #bytes: Uint8Array;
  readonly #limit: number;
  #at = 0;
  #offset: number;
  #line = 0;
  #file: number | null = null;
  #statement = true;
  #column = 0;
  #columnEnd = 0;
  readonly #ranges: { -readonly [K in keyof InlineRange]: InlineRange[K] }[] = [];
  /** The last range goes on up to the next one. */
  #open = false;

  constructor(bytes: Uint8Array, start: number, limit: number) {
    this.#bytes = bytes;
    this.#offset = start;
    this.#limit = limit;
  }

  read(): InlineRange[] {
    for (let code = this.#number(); code > 0; code = this.#number()) {
      const value = this.#number();
      if (value < 0) break;
      switch (code) {
        case 1: // start offset
          this.#close();
          this.#offset = value;
          break;
        case 3: // offset
          this.#offset += value;
          this.#range();
          break;
        case 4: // length
          this.#length(value);
          this.#offset += value;
          break;
        case 5:
          this.#file = value;
          break;
        case 6:
          this.#line += signed(value);
          break;
        case 8: // 0 expression, 1 statement
          this.#statement = value !== 0;
          break;
        case 9:
          this.#column = value;
          break;
        case 11: // low 4 bits: offset; the others: line
          this.#line += signed(value >>> 4);
          this.#offset += value & 15;
          this.#range();
          break;
        case 12: {
          const offset = this.#number();
          if (offset < 0) return this.#end();
          this.#offset += offset;
          this.#range();
          this.#length(value);
          break;
        }
        case 13:
          this.#columnEnd = value;
          break;
      }
    }
    return this.#end();
  }

  #close(): void {
    const last = this.#ranges.at(-1);
    if (this.#open && last) last.end = this.#offset;
    this.#open = false;
  }

  #range(): void {
    this.#close();
    this.#ranges.push({
      start: this.#offset,
      end: this.#offset,
      line: this.#line,
      file: this.#file,
      statement: this.#statement,
      column: this.#column,
      columnEnd: this.#columnEnd,
    });
    this.#open = true;
  }

  #length(length: number): void {
    const last = this.#ranges.at(-1);
    if (last) last.end = last.start + length;
    this.#open = false;
  }

  #end(): InlineRange[] {
    const last = this.#ranges.at(-1);
    if (this.#open && last) last.end = Math.max(last.start, this.#limit);
    return this.#ranges;
  }

  /** A number of 1, 2 or 4 bytes by its first bits; -1 at the end. */
  #number(): number {
    const bytes = this.#bytes;
    const at = this.#at;
    const first = bytes[at];
    if (first === undefined) return -1;
    if (first < 0x80) {
      this.#at += 1;
      return first;
    }
    if (first < 0xc0 && at + 1 < bytes.byteLength) {
      this.#at += 2;
      return ((first & 0x3f) << 8) | bytes[at + 1]!;
    }
    if (first < 0xe0 && at + 3 < bytes.byteLength) {
      this.#at += 4;
      return ((first & 0x1f) << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    }
    return -1;
  }
}

/** The sign is in the lowest bit. */
function signed(value: number): number {
  return value & 1 ? -(value >>> 1) : value >>> 1;
}
