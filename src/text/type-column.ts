/**
 * The types of variables in declarations, each string cached by the words that describe the type in a chunk or constant
 * table.
 */
import { TextCache } from './text-cache.ts';
import type { TextWriter } from './writer.ts';

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
  readonly #name: (type: ShapedType) => string;

  /** @param name the text of a type */
  constructor(name: (type: ShapedType) => string) {
    this.#name = name;
  }

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
    const text = `${margin}${this.#name({ class: kind & 0xffff, type: kind >>> 16, rows, columns })} `;
    out.text(text);
    this.#cache.add(kind, key, text);
    return true;
  }
}
