/** Random constant tables of SM 1-3: any class, type and register set, structures in structures, default values. */

import { VariableClass } from '../src/base/d3d/enumerations.ts';
import { wordsOf } from '../src/base/words.ts';
import { CTAB_TYPES } from '../src/chunks/ctab.ts';
import type { Random } from './random.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_';
const HEADER_SIZE = 28;
const CONSTANT_SIZE = 20;

/** The payload of a CTAB comment, without its tag. */
export function constantTableWords(random: Random): number[] {
  return new TableBuilder(random).words();
}

class TableBuilder {
  private readonly bytes: number[] = [];

  constructor(private readonly random: Random) {}

  words(): number[] {
    const { random } = this;
    const count = random.oneIn(8) ? 0 : random.below(9);
    this.zeros(HEADER_SIZE + CONSTANT_SIZE * count);
    for (let i = 0; i < count; i++) {
      const at = HEADER_SIZE + CONSTANT_SIZE * i;
      this.put32(at, this.text(this.name()));
      this.put16(at + 4, random.oneIn(20) ? random.below(8) : random.below(4));
      this.put16(at + 6, random.below(random.oneIn(10) ? 65536 : 300));
      this.put16(at + 8, random.below(random.oneIn(10) ? 65536 : 20));
      this.put32(at + 12, this.type(0));
      if (random.oneIn(4)) this.put32(at + 16, this.zeros(16));
    }
    this.put32(0, HEADER_SIZE);
    if (!random.oneIn(10)) this.put32(4, this.text(random.pick(['Generator 1.0', 'x', ''])));
    this.put32(8, 0xfffe_0200);
    this.put32(12, count);
    this.put32(16, HEADER_SIZE);
    this.put32(24, this.text('vs_2_0'));
    return [...wordsOf(Uint8Array.from(this.bytes))];
  }

  private type(depth: number): number {
    const { random } = this;
    const struct = depth < 4 && random.oneIn(4);
    const members = struct ? random.below(4) : 0;
    const list: number[] = [];
    for (let i = 0; i < members; i++) list.push(this.text(this.name()), this.type(depth + 1));
    const first = this.zeros(8 * members);
    list.forEach((word, i) => {
      this.put32(first + 4 * i, word);
    });
    const at = this.zeros(16);
    this.put16(at, struct ? VariableClass.struct : random.below(5));
    this.put16(at + 2, struct ? 0 : random.below(random.oneIn(4) ? CTAB_TYPES.length + 2 : 15));
    this.put16(at + 4, random.between(1, 4));
    this.put16(at + 6, random.between(1, 4));
    this.put16(at + 8, random.oneIn(3) ? random.below(20) : 1);
    this.put16(at + 10, members);
    this.put32(at + 12, members > 0 ? first : 0);
    return at;
  }

  private name(): string {
    const { random } = this;
    const length = random.between(1, random.oneIn(5) ? 40 : 10);
    let name = '';
    for (let i = 0; i < length; i++) name += LETTERS[random.below(LETTERS.length)];
    return name;
  }

  /** Appends a string with its NUL, padded to DWORDs; its offset. */
  private text(text: string): number {
    const at = this.bytes.length;
    for (const character of text) this.bytes.push(character.charCodeAt(0));
    this.bytes.push(0);
    while (this.bytes.length % 4 !== 0) this.bytes.push(0xab);
    return at;
  }

  private zeros(count: number): number {
    const at = this.bytes.length;
    for (let i = 0; i < count; i++) this.bytes.push(0);
    return at;
  }

  private put16(at: number, value: number): void {
    this.bytes[at] = value & 255;
    this.bytes[at + 1] = value >>> 8;
  }

  private put32(at: number, value: number): void {
    this.put16(at, value & 0xffff);
    this.put16(at + 2, value >>> 16);
  }
}
