/**
 * Annotations of an inlined call: which bytes of the program come from it, and their lines. Source: the headers that
 * Microsoft published (cvinfo.h); that the first offset counts from the start of the function, and a start offset from
 * that of the section, and when a part ends: oracle.
 *
 * Not for: records (symbols.ts).
 */

/** Bytes of a program that come from an inlined call. */
export interface InlineRange {
  /** Bytes from the start of the section. */
  readonly start: number;
  /** Exclusive. Damaged annotations may put it before {@link start}. */
  readonly end: number;
  /** Lines after the first line of the inlined function. */
  readonly line: number;
  /** Table offset of its file; null for that of the function. */
  readonly file: number | null;
  readonly statement: boolean;
  readonly column: number;
  readonly columnEnd: number;
}

export interface InlineRanges {
  /** In order. A part whose end is not known is left out. */
  readonly ranges: readonly InlineRange[];
  /** False where an annotation has a number or an operation that is not allowed; the parts before it are listed. */
  readonly intact: boolean;
}

/** Decodes the annotations of one call. `start` is that of the function around it. */
export function readInlineRanges(annotations: Uint8Array, start: number): InlineRanges {
  return new AnnotationReader(annotations, start).read();
}

class AnnotationReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #offset: number;
  #line = 0;
  #file: number | null = null;
  #statement = true;
  #column = 0;
  #columnEnd = 0;
  readonly #ranges: InlineRange[] = [];
  /** The part that ends where the next one begins, or by its length. */
  #open: InlineRange | undefined;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#offset = start;
  }

  read(): InlineRanges {
    let intact = true;
    while (intact && this.#at < this.#bytes.byteLength) {
      const code = this.#number();
      if (code === 0) break;
      intact = code > 0 && this.#annotation(code, this.#number());
    }
    return { ranges: this.#ranges, intact };
  }

  /** Applies one annotation; false where it is not allowed. */
  #annotation(code: number, value: number): boolean {
    if (value < 0) return false;
    switch (code) {
      case 1: // start offset
        this.#offset = value;
        break;
      case 2: // base of start offsets
        return false;
      case 3: // offset
        this.#begin(value);
        break;
      case 4: // length
        this.#end((this.#open?.start ?? 0) + value);
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
        this.#begin(value & 15);
        break;
      case 12: {
        const offset = this.#number();
        if (offset < 0) return false;
        this.#begin(offset);
        this.#end(this.#offset + value);
        break;
      }
      case 13:
        this.#columnEnd = value;
        break;
    }
    return true;
  }

  #begin(distance: number): void {
    this.#offset += distance;
    this.#end(this.#offset);
    this.#open = {
      start: this.#offset,
      end: this.#offset,
      line: this.#line,
      file: this.#file,
      statement: this.#statement,
      column: this.#column,
      columnEnd: this.#columnEnd,
    };
  }

  #end(end: number): void {
    if (this.#open) this.#ranges.push({ ...this.#open, end });
    this.#open = undefined;
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
