/** Writes literal operands, `l(…)` and `d(…)`. */

import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { Sm4ComponentCount } from '../../isa/sm4/tokens.ts';
import { DX3107, DX3110 } from '../messages.ts';
import type { LiteralKind, LiteralReader } from './literals.ts';
import { TYPE_TOKENS } from './registers.ts';
import { CLOSE_PAREN, COMMA, OPEN_PAREN, quoted, type Scanner } from './scanner.ts';
import type { WordBuffer } from './word-buffer.ts';

const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;

export class LiteralWriter {
  constructor(
    private readonly scanner: Scanner,
    private readonly out: WordBuffer,
    private readonly numbers: LiteralReader,
  ) {}

  /** After `l`: writes `l(…)`: one word or four. */
  word32(kind: LiteralKind): boolean {
    const scanner = this.scanner;
    const out = this.out;
    const tokenAt = out.count;
    out.put(0);
    const open = scanner.at;
    if (!scanner.expect(OPEN_PAREN)) return false;
    let count = 0;
    do {
      if (!this.numbers.read(scanner)) return false;
      out.put(this.numbers.word(scanner, kind));
      count++;
    } while (scanner.take(COMMA));
    if (!this.#isClosed(open)) return false;
    if (count !== 1 && count !== 4) {
      return scanner.fail(DX3110, open, scanner.at, { count, expected: '1 or 4 numbers' });
    }
    out.words[tokenAt] = TYPE_TOKENS[IMMEDIATE32]! | (count === 1 ? Sm4ComponentCount.one : Sm4ComponentCount.four);
    return true;
  }

  /** After `d`: writes `d(…)`: two doubles, or their four words, or one word. */
  word64(): boolean {
    const scanner = this.scanner;
    const out = this.out;
    const { numbers } = this;
    const tokenAt = out.count;
    out.put(0);
    const open = scanner.at;
    if (!scanner.expect(OPEN_PAREN)) return false;
    let count = 0;
    let words = 0;
    do {
      if (!numbers.read(scanner)) return false;
      // One number alone is a word, printed as a float32 is.
      if (numbers.isHex || (count === 0 && !numbers.isLong && scanner.next() === CLOSE_PAREN)) {
        out.put(numbers.word(scanner, 'float'));
        words++;
      } else {
        out.put(numbers.low(scanner));
        out.put(numbers.high);
        words += 2;
      }
      count++;
    } while (scanner.take(COMMA));
    if (!this.#isClosed(open)) return false;
    if (words !== 1 && words !== 4) {
      return scanner.fail(DX3110, open, scanner.at, { count, expected: '2 doubles, or 4 words (0x…)' });
    }
    out.words[tokenAt] = TYPE_TOKENS[IMMEDIATE64]! | (words === 1 ? Sm4ComponentCount.one : Sm4ComponentCount.four);
    return true;
  }

  /** Takes the parenthesis that closes the one at `open`. */
  #isClosed(open: number): boolean {
    const scanner = this.scanner;
    if (scanner.take(CLOSE_PAREN)) return true;
    return scanner.fail(
      DX3107,
      open,
      scanner.at + 1,
      { expected: quoted(CLOSE_PAREN), found: scanner.found() },
      'the parenthesis is not closed',
    );
  }
}
