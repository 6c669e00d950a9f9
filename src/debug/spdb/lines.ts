/**
 * Lines of a module (C13): the file and line that each range of the program comes from, and where inlined functions are
 * declared; and the annotations of an inlined call. Source: the headers that Microsoft published (cvinfo.h); that the
 * first offset of an annotation counts from the start of the function, and a start offset from that of the section, and
 * when a part ends: oracle.
 *
 * Not for: records (symbols.ts).
 */
import { u32At } from '../../base/words.ts';
import { ByteReader, SUBSECTION } from './codeview.ts';

/** A line record: it holds up to the next one. */
export interface PdbLine {
  /** Bytes from the start of the section. */
  readonly offset: number;
  readonly section: number;
  /** Offset in the table of files. */
  readonly file: number;
  readonly line: number;
  readonly lineEnd: number;
  /** A statement, not an expression in one. */
  readonly statement: boolean;
  /** Counted from 1; 0 where there are none. */
  readonly column: number;
  readonly columnEnd: number;
}

/** Lines of one file for bytes of a section. */
export interface PdbLineBlock {
  readonly section: number;
  readonly start: number;
  readonly length: number;
  /** Offset in the table of files. */
  readonly file: number;
  readonly lines: readonly PdbLine[];
  /** Whether no line begins before the one before it. */
  readonly sorted: boolean;
}

/** A file by its offset in the table of files. */
export interface PdbFileEntry {
  /** Offset of the name in the stream `/names`. */
  readonly name: number;
  /** Position in the table, counted from 0. */
  readonly index: number;
  /** 1 MD5, 2 SHA-1, 3 SHA-256. */
  readonly checksumKind: number;
  readonly checksum: Uint8Array;
}

/** Where a function that is inlined begins. */
export interface PdbInlinee {
  /** Offset in the table of files. */
  readonly file: number;
  readonly line: number;
  /** The other files that parts of it come from, likewise. */
  readonly moreFiles: readonly number[];
}

export interface PdbLines {
  readonly blocks: readonly PdbLineBlock[];
  readonly files: ReadonlyMap<number, PdbFileEntry>;
  /** By number of the inlined function. The first of several records of one function counts (source: oracle). */
  readonly inlinees: ReadonlyMap<number, PdbInlinee>;
  /** False where a subsection is cut short. */
  readonly intact: boolean;
  /**
   * Whether all blocks of lines fill their subsections and name files of the table; Microsoft's disassembler uses none
   * if not (source: oracle).
   */
  readonly blocksIntact: boolean;
  /** Whether the records of inlined functions are intact. */
  readonly inlineesIntact: boolean;
}

const HAS_COLUMNS = 1;
/** In the kind of a subsection: it does not count. */
const IGNORED = 0x8000_0000;
/** Bit that marks an inlinee record with more files. */
const EXTENDED_INLINEES = 1;

/** Reads the subsections of a module from `start` to `end` of its stream. */
export function readLines(bytes: Uint8Array, start: number, end: number): PdbLines {
  const blocks: PdbLineBlock[] = [];
  const files = new Map<number, PdbFileEntry>();
  const inlinees: InlineeRecord[] = [];
  const reader = new ByteReader(bytes, start, end);
  let blocksFit = true;
  let inlineesFit = true;
  while (reader.left >= 8) {
    const kind = reader.u32();
    const length = reader.u32();
    const at = reader.at;
    if (!reader.take(length)) break;
    if ((kind & IGNORED) === 0) {
      const part = new ByteReader(bytes, at, at + length);
      if (kind === SUBSECTION.lines) blocksFit = readBlock(part, blocks) && blocksFit;
      else if (kind === SUBSECTION.files) readFiles(part, files);
      else if (kind === SUBSECTION.inlinees) inlineesFit = readInlinees(part, inlinees) && inlineesFit;
    }
    reader.at = Math.min(end, start + ((reader.at - start + 3) & ~3));
  }
  const known = ({ file, moreFiles = [] }: { readonly file: number; readonly moreFiles?: readonly number[] }) =>
    files.has(file) && moreFiles.every((more) => files.has(more));
  return {
    blocks,
    files,
    inlinees: byFunction(inlinees),
    intact: reader.ok && reader.left === 0,
    blocksIntact: blocksFit && blocks.every(known),
    inlineesIntact: inlineesFit && inlinees.every(known),
  };
}

/** Returns whether the blocks fill the subsection. */
function readBlock(reader: ByteReader, blocks: PdbLineBlock[]): boolean {
  const { bytes } = reader;
  const start = reader.u32();
  const section = reader.u16();
  const columns = (reader.u16() & HAS_COLUMNS) !== 0;
  const length = reader.u32();
  while (reader.left >= 12) {
    const lines: PdbLine[] = [];
    const file = reader.u32();
    const count = reader.u32();
    reader.u32();
    const first = reader.at;
    if (!reader.take(8 * count)) break;
    const firstColumn = reader.at;
    const hasColumns = columns && reader.take(4 * count);
    if (columns && !hasColumns) break;
    for (let i = 0; i < count; i++) {
      const flags = u32At(bytes, first + 8 * i + 4);
      const line = flags & 0xff_ffff;
      const span = hasColumns ? u32At(bytes, firstColumn + 4 * i) : 0;
      lines.push({
        offset: start + u32At(bytes, first + 8 * i),
        section,
        file,
        line,
        lineEnd: line + ((flags >>> 24) & 0x7f),
        statement: flags >>> 31 !== 0,
        column: span & 0xffff,
        columnEnd: span >>> 16,
      });
    }
    const sorted = lines.every(({ offset }, i) => i === 0 || lines[i - 1]!.offset <= offset);
    blocks.push({ section, start, length, file, lines, sorted });
  }
  return reader.ok && reader.left === 0;
}

function readFiles(reader: ByteReader, files: Map<number, PdbFileEntry>): void {
  const { bytes, at: start } = reader;
  for (let index = 0; reader.left >= 6; index++) {
    const offset = reader.at - start;
    const name = reader.u32();
    const size = reader.u8();
    const checksumKind = reader.u8();
    const at = reader.at;
    if (!reader.take(size)) break;
    files.set(offset, { name, index, checksumKind, checksum: bytes.slice(at, at + size) });
    reader.at = start + ((reader.at - start + 3) & ~3);
  }
}

interface InlineeRecord extends PdbInlinee {
  readonly id: number;
}

function byFunction(records: readonly InlineeRecord[]): Map<number, PdbInlinee> {
  const map = new Map<number, PdbInlinee>();
  for (const { id, ...inlinee } of records) if (!map.has(id)) map.set(id, inlinee);
  return map;
}

/** Returns whether the records fill the subsection. */
function readInlinees(reader: ByteReader, inlinees: InlineeRecord[]): boolean {
  const extended = reader.u32() === EXTENDED_INLINEES;
  while (reader.left >= 12) {
    const id = reader.u32();
    const file = reader.u32();
    const line = reader.u32();
    const moreFiles: number[] = [];
    if (extended) {
      let count = reader.u32();
      for (; count > 0 && reader.left >= 4; count--) moreFiles.push(reader.u32());
      if (count > 0) reader.ok = false;
    }
    inlinees.push({ id, file, line, moreFiles });
  }
  return reader.ok;
}

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

  constructor(
    private readonly bytes: Uint8Array,
    start: number,
  ) {
    this.#offset = start;
  }

  read(): InlineRanges {
    let intact = true;
    while (intact && this.#at < this.bytes.byteLength) {
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
    const bytes = this.bytes;
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
