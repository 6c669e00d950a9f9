/** Words of a section of a module, which grow as instructions are added. */

/** The number of words of an instruction is in the upper half of its first one. */
const COUNT_SHIFT = 16;
/** Words that an instruction can have. */
const MAX_WORDS = 0xffff;

const UTF8 = /* @__PURE__ */ new TextEncoder();

export class Words {
  words: Uint32Array;
  length = 0;

  /** @param capacity words for which there is room at first */
  constructor(capacity: number) {
    this.words = new Uint32Array(capacity);
  }

  /** Makes room for `count` more words. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.words.length) return;
    const words = new Uint32Array(Math.max(needed, 2 * this.words.length));
    words.set(this.words);
    this.words = words;
  }

  word(value: number): void {
    this.reserve(1);
    this.words[this.length++] = value;
  }

  /** The first word of an instruction; its operands follow. @param count words of the instruction, with this one */
  begin(code: number, count: number): void {
    if (count > MAX_WORDS) throw new RangeError(`an instruction of ${count} words`);
    this.reserve(count);
    this.words[this.length++] = (count << COUNT_SHIFT) | code;
  }

  instruction(code: number, ...operands: readonly number[]): void {
    this.begin(code, operands.length + 1);
    for (const operand of operands) this.words[this.length++] = operand;
  }

  /** Adds all words of another section. */
  append({ words, length }: Words): void {
    this.reserve(length);
    this.words.set(words.subarray(0, length), this.length);
    this.length += length;
  }

  /** An instruction with a string: UTF-8, with a zero at its end, four bytes a word. */
  text(code: number, before: readonly number[], text: string, after: readonly number[] = []): void {
    const bytes = UTF8.encode(text);
    const count = (bytes.length >> 2) + 1;
    this.begin(code, 1 + before.length + count + after.length);
    for (const operand of before) this.words[this.length++] = operand;
    // Past the end of the bytes there is nothing, which counts as 0.
    for (let i = 0; i < 4 * count; i += 4)
      this.words[this.length++] = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    for (const operand of after) this.words[this.length++] = operand;
  }
}
