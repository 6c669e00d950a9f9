/** Words of a section of a module, which grow as instructions are added. */

/** The number of words of an instruction is in the upper half of its first one. */
const COUNT_SHIFT = 16;
/** Words that an instruction can have. */
export const MAX_INSTRUCTION_WORDS = 0xffff;

const UTF8 = /* @__PURE__ */ new TextEncoder();
const ASCII = 0x80;

/** Memory of sections that are finished: making an array costs more than filling it (measured). */
const released: Uint32Array[] = [];
/**
 * How many arrays are reused, as many as a module has sections and helpers that call each other, and how long each may
 * be; others are garbage-collected.
 */
const MAX_RELEASED = 12;
const MAX_RELEASED_WORDS = 2 ** 16;
const NOTHING = /* @__PURE__ */ new Uint32Array(0);
/** Words up to which a loop copies faster than a view of them is made (measured). */
const MAX_LOOP = 256;

export class Words {
  words: Uint32Array;
  length = 0;
  /**
   * Where the first instruction begins that has more words than it can have; -1 without one. The section is of no use
   * then.
   */
  tooLongAt = -1;

  /** @param capacity initial capacity in words */
  constructor(capacity: number) {
    const known = released.pop();
    this.words = known !== undefined && known.length >= capacity ? known : new Uint32Array(capacity);
  }

  /** Gives the memory to the next section. This one is empty then, and must not be used any more. */
  release(): void {
    const { words } = this;
    if (words.length <= MAX_RELEASED_WORDS && released.length < MAX_RELEASED) released.push(words);
    this.words = NOTHING;
    this.length = 0;
  }

  /** Reserves space for `count` more words. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.words.length) return;
    const words = new Uint32Array(Math.max(needed, 2 * this.words.length));
    words.set(this.words);
    this.words = words;
  }

  word(value: number): void {
    this.reserve(1);
    this.put(value);
  }

  /** Appends a word for which space was reserved. */
  put(value: number): void {
    this.words[this.length++] = value;
  }

  /** The first word of an instruction; its operands follow. @param count words of the instruction, with this one */
  begin(code: number, count: number): void {
    if (count > MAX_INSTRUCTION_WORDS && this.tooLongAt < 0) this.tooLongAt = this.length;
    this.reserve(count);
    this.put((count << COUNT_SHIFT) | code);
  }

  instruction(code: number, ...operands: readonly number[]): void {
    this.begin(code, operands.length + 1);
    for (let i = 0; i < operands.length; i++) this.put(operands[i]!);
  }

  /** Adds all words of another section. */
  append(other: Words): void {
    this.reserve(other.length);
    other.copyTo(this.words, this.length);
    this.length += other.length;
  }

  /** Copies all words into `words` at `at`. */
  copyTo(words: Uint32Array, at: number): void {
    const { words: source, length } = this;
    if (length > MAX_LOOP) words.set(source.subarray(0, length), at);
    else for (let i = 0; i < length; i++) words[at + i] = source[i]!;
  }

  /** An instruction with a string: UTF-8, with a zero at its end, four bytes a word. */
  text(code: number, before: readonly number[], text: string, after: readonly number[] = []): void {
    // Names are short and nearly always ASCII, which an encoder takes longer for (measured).
    const bytes = isAscii(text) ? undefined : UTF8.encode(text);
    const size = bytes === undefined ? text.length : bytes.length;
    const count = (size >> 2) + 1;
    this.begin(code, 1 + before.length + count + after.length);
    for (let i = 0; i < before.length; i++) this.put(before[i]!);
    for (let start = 0; start < 4 * count; start += 4) {
      let word = 0;
      for (let i = start; i < start + 4 && i < size; i++)
        word |= (bytes === undefined ? text.charCodeAt(i) : bytes[i]!) << (8 * (i - start));
      this.put(word);
    }
    for (let i = 0; i < after.length; i++) this.put(after[i]!);
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= ASCII) return false;
  return true;
}
