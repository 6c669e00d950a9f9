/** Words of a section of a module, which grow as instructions are added. */

/** The number of words of an instruction is in the upper half of its first one. */
const COUNT_SHIFT = 16;
/** Words that an instruction can have. */
const MAX_WORDS = 0xffff;

const UTF8 = /* @__PURE__ */ new TextEncoder();
const ASCII = 0x80;

/** Memory of sections that are finished: making an array costs more than filling it (measured). */
const released: Uint32Array[] = [];
/** How many arrays are kept, as many as a module has sections, and how long each may be; others are garbage. */
const MAX_RELEASED = 8;
const MAX_RELEASED_WORDS = 2 ** 16;
const NOTHING = /* @__PURE__ */ new Uint32Array(0);

export class Words {
  words: Uint32Array;
  length = 0;

  /** @param capacity words for which there is room at first */
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
    const bytes = bytesOf(text);
    const count = (bytes.length >> 2) + 1;
    this.begin(code, 1 + before.length + count + after.length);
    for (const operand of before) this.words[this.length++] = operand;
    const { words, length: start } = this;
    words.fill(0, start, start + count);
    for (let i = 0; i < bytes.length; i++) words[start + (i >> 2)]! |= bytes[i]! << (8 * (i & 3));
    this.length += count;
    for (const operand of after) this.words[this.length++] = operand;
  }
}

const characters: number[] = [];

/** The bytes of a text in UTF-8, until the next call. Names are short and nearly always ASCII, which an encoder takes longer for (measured). */
function bytesOf(text: string): ArrayLike<number> {
  characters.length = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character >= ASCII) return UTF8.encode(text);
    characters.push(character);
  }
  return characters;
}
