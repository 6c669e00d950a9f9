/**
 * A growing buffer of Latin-1 text. Lines that are made of many short pieces are cheaper to write as bytes than to join
 * as strings: 2.4 times on instruction listings (measured).
 */
import { latin1Bytes, latin1Text } from '../base/words.ts';
import { copyText, PackedText, TextCache } from './text-cache.ts';

/** The numbers that most registers and indices have, a double of packed digits each. */
export const DECIMALS = /* @__PURE__ */ decimals();

function decimals(): Float64Array {
  const numbers = new Float64Array(1000);
  const characters = new DataView(new ArrayBuffer(8));
  for (let n = 0; n < numbers.length; n++) {
    let word = 0;
    for (let rest = n; rest > 0 || word === 0; rest = Math.trunc(rest / 10)) word = (word << 8) | (0x30 + (rest % 10));
    characters.setUint32(0, word, true);
    numbers[n] = characters.getFloat64(0, true);
  }
  return numbers;
}

/** How many digits an integer below 1000 has. */
export function digitsOf(value: number): number {
  return value < 10 ? 1 : value < 100 ? 2 : 3;
}

const SPACES = /* @__PURE__ */ new PackedText(' '.repeat(8));
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
/** Strings up to this length are not worth a call of the engine. */
const SHORT = 96;
/** The highest bits of four bytes, as a signed word. */
const HIGH_BITS = 0x8080_8080 | 0;

/** The last finished writer, which is used again: most listings are short, and a new buffer takes long to make. */
let spare: TextWriter | undefined;
/** Longer buffers are not used again. */
const LONGEST_SPARE = 2 ** 20;
const LEAST_LENGTH = 2 ** 16;

export class TextWriter {
  #bytes: Uint8Array;
  /** The buffer. Callers that write into it themselves call {@link reserve} first. */
  view: DataView;
  /** Characters written so far. */
  length = 0;
  /** Characters that fit into the buffer. */
  capacity: number;
  /** The last result of {@link finish}. */
  #finished: WrittenText | undefined;

  private constructor(size: number) {
    this.capacity = size;
    this.#bytes = new Uint8Array(size);
    this.view = viewOf(this.#bytes);
  }

  /**
   * An empty writer.
   *
   * @param expected about how many characters the text will have
   */
  static of(expected: number): TextWriter {
    const writer = spare;
    spare = undefined;
    if (writer === undefined || writer.capacity < expected) return new TextWriter(Math.max(LEAST_LENGTH, expected));
    writer.#finished?.release();
    writer.#finished = undefined;
    writer.length = 0;
    return writer;
  }

  /** Appends `text`, whose characters are bytes. */
  text(text: string): void {
    const { length } = text;
    const end = this.length + length;
    if (end > this.capacity) this.#grow(end);
    const bytes = this.#bytes;
    let at = this.length;
    this.length = end;
    // UTF-8 and Latin-1 agree on ASCII. Other strings fill the bytes early.
    if (length > SHORT && ENCODER.encodeInto(text, bytes.subarray(at, end)).read === length) return;
    for (let i = 0; i < length; i++) bytes[at++] = text.charCodeAt(i);
  }

  /** Appends one ASCII character. */
  character(code: number): void {
    this.reserve(1);
    this.#bytes[this.length++] = code;
  }

  comma(): void {
    this.reserve(2);
    this.view.setUint16(this.length, 0x2c20);
    this.length += 2;
  }

  /** Appends `length` characters that are packed eight in a double from index `from` on (text-cache.ts). */
  packed(characters: Float64Array, from: number, length: number): void {
    const end = this.length + length;
    // Complete doubles are copied, with up to seven bytes more than the text has characters.
    if (end + 7 > this.capacity) this.#grow(end + 7);
    const view = this.view;
    let next = from;
    for (let at = this.length; at < end; at += 8) view.setFloat64(at, characters[next++]!, true);
    this.length = end;
  }

  /** Appends the text in `record` of `cache`, whose value is its length. */
  cached(cache: TextCache, record: number): void {
    this.reserve(cache.longest);
    this.length = copyText(cache, record, this.view, this.length);
  }

  /**
   * Appends the text in `words` from byte `from` to its NUL, if that is before byte `limit`, and all of it is printable
   * ASCII; else nothing. Four characters at a time, 1.3 times as fast as one by one (measured).
   *
   * @returns how many characters the text has, or -1
   */
  wordText(words: Uint32Array, from: number, limit: number): number {
    const begin = this.length;
    const bound = begin + limit - from + 4;
    if (bound > this.capacity) this.#grow(bound);
    const view = this.view;
    const wordLimit = (limit + 3) >>> 2;
    const shift = 8 * (from & 3);
    let next = from >>> 2;
    let low = words[next]! | 0;
    for (let end = begin; end < bound; end += 4) {
      const high = ++next < wordLimit ? words[next]! | 0 : 0;
      const word = (low >>> shift) | ((high << 1) << (31 - shift));
      low = high;
      view.setInt32(end, word, true);
      // The lowest bit of these marks the first NUL or control character.
      const ends = (word - 0x2020_2020) & ~word & HIGH_BITS;
      const lowest = ends & -ends;
      if ((word & HIGH_BITS & (lowest - 1)) !== 0) return -1;
      if (ends === 0) continue;
      const last = (31 - Math.clz32(lowest)) >> 3;
      const length = end - begin + last;
      if (from + length >= limit || ((word >>> (8 * last)) & 0xff) !== 0) return -1;
      this.length = begin + length;
      return length;
    }
    return -1;
  }

  /** Appends spaces; none when `count` is negative. */
  spaces(count: number): void {
    this.fill(SPACES, count);
  }

  /** Appends one character `count` times; none when that is negative. The text has it eight times. */
  fill({ characters }: PackedText, count: number): void {
    if (count <= 0) return;
    const end = this.length + count;
    if (end + 7 > this.capacity) this.#grow(end + 7);
    const view = this.view;
    for (let at = this.length; at < end; at += 8) view.setFloat64(at, characters[0]!, true);
    this.length = end;
  }

  /** Appends a text that does not change. */
  phrase({ characters, length }: PackedText): void {
    this.packed(characters, 0, length);
  }

  /** Appends `text`, and spaces up to `width` characters. */
  left(text: string, width: number): void {
    this.text(text);
    this.spaces(width - text.length);
  }

  /** Appends a space, and `text` at the right of a column of `width` characters. */
  right(text: string, width: number): void {
    this.spaces(1 + Math.max(0, width - text.length));
    this.text(text);
  }

  /** Appends a space, and a number that is not negative at the right of a column of `width` characters. */
  rightDecimal(value: number, width: number): void {
    if (value >= DECIMALS.length) {
      this.right(String(value), width);
      return;
    }
    this.spaces(1 + Math.max(0, width - digitsOf(value)));
    this.decimal(value);
  }

  /** Reserves space for `count` more characters. */
  reserve(count: number): void {
    const end = this.length + count;
    if (end > this.capacity) this.#grow(end);
  }

  /** The characters from offset `from` on. */
  since(from: number): string {
    return latin1Text(this.#bytes, from, this.length);
  }

  /** Takes back everything after the first `length` characters. */
  rewind(length: number): void {
    this.length = length;
  }

  decimal(value: number): void {
    if (value < 0 || value >= DECIMALS.length) {
      this.text(String(value));
      return;
    }
    this.reserve(8);
    this.view.setFloat64(this.length, DECIMALS[value]!, true);
    this.length += digitsOf(value);
  }

  #grow(least: number): void {
    const larger = new Uint8Array(Math.max(least, 2 * this.capacity));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
    this.capacity = larger.length;
    this.view = viewOf(larger);
  }

  /** Returns everything written and empties the writer. */
  take(): string {
    const text = textOf(this.written());
    this.length = 0;
    return text;
  }

  /** A view of everything written, which is valid until more is. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  /** A copy of everything written. */
  copy(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  /** Returns everything written. The writer must not be used after that: {@link of} may return it again. */
  finish(): WrittenText {
    const finished = new WrittenText(this);
    if (this.capacity <= LONGEST_SPARE) {
      this.#finished = finished;
      spare = this;
    } else {
      finished.release();
    }
    return finished;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The text that `write` writes. */
export function written(write: (out: TextWriter) => void): string {
  const out = TextWriter.of(0);
  write(out);
  return out.finish().text;
}

/**
 * A finished text. Callers want either its bytes or its characters, and each takes a tenth of the time of a short
 * listing to make (measured). So they are made when they are first needed, or the bytes when the writer is about to be
 * used again.
 */
export class WrittenText {
  #writer: TextWriter | undefined;
  #bytes: Uint8Array | undefined;
  #text: string | undefined;

  constructor(writer: TextWriter) {
    this.#writer = writer;
  }

  get bytes(): Uint8Array {
    this.#bytes ??= this.#writer?.copy() ?? latin1Bytes(this.#text!);
    return this.#bytes;
  }

  /** One character a byte. */
  get text(): string {
    this.#text ??= textOf(this.#bytes ?? this.#writer!.written());
    return this.#text;
  }

  /** Leaves the writer, which is used again. */
  release(): void {
    if (this.#text === undefined) this.#bytes = this.bytes;
    this.#writer = undefined;
  }
}

function textOf(bytes: Uint8Array): string {
  // Engines decode ASCII fastest as UTF-8. Other bytes there make the text shorter, or leave this character.
  const text = DECODER.decode(bytes);
  return text.length === bytes.length && !text.includes('\ufffd') ? text : mixedText(bytes);
}

/** Text with bytes other than ASCII. They are few in a listing: only names have them. */
function mixedText(bytes: Uint8Array): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const begin = at;
    const ascii = bytes[at]! < 0x80;
    while (at < bytes.length && bytes[at]! < 0x80 === ascii) at++;
    text += ascii ? DECODER.decode(bytes.subarray(begin, at)) : latin1Text(bytes, begin, at);
  }
  return text;
}

/** The limit on characters of margins, which have 7 bits in keys. */
export const MAX_TYPE_MARGIN = 127;
/** A bit of the keys of records, so that none is 0. */
const KEY_MARK = 1 << 23;

/** Both formats have a class and a type in one word, and rows and columns in the next one. */
interface ShapedType {
  readonly class: number;
  readonly type: number;
  readonly rows: number;
  readonly columns: number;
}

export class TypeColumn {
  readonly #cache = new TextCache(8, 48);

  /** @param name the text of a type */
  constructor(private readonly name: (type: ShapedType) => string) {}

  /**
   * Writes the margin, a type and a space.
   *
   * @param kind class and type, a signed word
   * @param shape rows and columns
   * @returns false when nothing is written, because there are too many rows or columns
   */
  write(out: TextWriter, kind: number, shape: number, margin: string): boolean {
    const rows = shape & 0xffff;
    const columns = shape >>> 16;
    if (rows > 0xff || columns > 0xff) return false;
    const key = KEY_MARK | rows | (columns << 8) | (margin.length << 16);
    const known = this.#cache.find(kind, key);
    if (known >= 0) {
      out.cached(this.#cache, known);
      return true;
    }
    const text = `${margin}${this.name({ class: kind & 0xffff, type: kind >>> 16, rows, columns })} `;
    out.text(text);
    this.#cache.add(kind, key, text);
    return true;
  }
}

/**
 * The indentation of lines in a listing. Blocks may nest as deep as a program is long, and the spaces before its lines
 * would then grow with the square of its size. So their total is capped.
 */
const LEVEL = '  ';
const SHALLOW = Array.from({ length: 64 }, (_, depth) => LEVEL.repeat(depth));
/** Characters of indentation in one listing; no compiled shader comes near. Lines after that are not indented. */
const MAX_INDENTATION = 2 ** 24;

export class Indentation {
  #depth = 0;
  #left = MAX_INDENTATION;

  /** How many blocks are open. */
  get depth(): number {
    return this.#depth;
  }

  /** A block begins after this line. */
  open(): void {
    this.#depth++;
  }

  /** A block ends before this line. Without an open block nothing happens. */
  close(): void {
    if (this.#depth > 0) this.#depth--;
  }

  /** The spaces of the next line. */
  line(): string {
    const depth = this.#depth;
    if (depth === 0) return '';
    this.#left -= depth * LEVEL.length;
    if (this.#left < 0) return '';
    return SHALLOW[depth] ?? LEVEL.repeat(depth);
  }
}
