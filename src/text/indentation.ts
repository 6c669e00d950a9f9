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
