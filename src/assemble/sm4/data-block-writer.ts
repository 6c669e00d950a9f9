/**
 * Data blocks of listings of SM 4-5.1 as words: the immediate constant buffer, debug messages, comments that are part
 * of the program.
 */

import { latin1Bytes, wordsOf } from '../../base/words.ts';
import { COMMENT_MARK, Sm4CustomDataClass, UNKNOWN_FUNCTION, UNREADABLE_DATA } from '../../isa/sm4/names.ts';
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import { SM4_MESSAGE_IDS, SM4_MESSAGE_PRINTF } from '../../isa/sm4/shader-message.ts';
import { Sm4CustomDataToken, Sm4OpcodeToken } from '../../isa/sm4/tokens.ts';
import { MESSAGE_ESCAPES } from '../../text/sm4/declarations.ts';
import { DX3107, DX3113, DX3119, DX3120 } from '../messages.ts';
import { OPERAND_RULE } from './mnemonics.ts';
import type { OperandWriter } from './operand-writer.ts';
import type { WordBuffer } from './registers.ts';
import { CARRIAGE_RETURN, CLOSE_BRACE, COMMA, isDigit, OPEN_BRACE, QUOTE, type Scanner } from './scanner.ts';

export const IMMEDIATE_CONSTANTS = 'dcl_immediateConstantBuffer';
/** DWORDs of every block before its data: token and length. */
const HEADER_WORDS = 2;
const BACKSLASH = 0x5c;

const UNESCAPED: ReadonlyMap<string, string> = new Map(
  Object.entries(MESSAGE_ESCAPES).map(([character, escaped]) => [escaped, character]),
);
const FUNCTIONS: readonly string[] = Object.keys(SM4_MESSAGE_IDS);

/** The first letters of blocks. */
const FIRST_LETTERS: readonly number[] = [IMMEDIATE_CONSTANTS, UNREADABLE_DATA, UNKNOWN_FUNCTION, ...FUNCTIONS].map(
  (word) => word.charCodeAt(0),
);

const blockToken = (dataClass: number) => Sm4CustomDataToken.dataClass.set(SM4_OPCODES.customdata.code, dataClass);

/** Writes data blocks; methods return false, with a diagnostic, when the text is invalid. */
export class DataBlockWriter {
  constructor(
    private readonly scanner: Scanner,
    private readonly out: WordBuffer,
    private readonly operands: OperandWriter,
  ) {}

  /**
   * Writes the block that begins here.
   *
   * @returns undefined when no block begins here, else whether it is valid
   */
  block(): boolean | undefined {
    const { codes, source, at } = this.scanner;
    if (!FIRST_LETTERS.includes(codes[at]!)) return undefined;
    if (source.startsWith(IMMEDIATE_CONSTANTS, at)) return this.#immediateConstants();
    if (source.startsWith(UNREADABLE_DATA, at) && isDigit(codes[at + UNREADABLE_DATA.length + 1]!)) {
      return this.#words(at + UNREADABLE_DATA.length);
    }
    if (source.startsWith(UNREADABLE_DATA, at) || source.startsWith(UNKNOWN_FUNCTION, at)) {
      this.scanner.skipLine();
      return this.scanner.fail(DX3113, at, this.#lineEnd());
    }
    const name = FUNCTIONS.find((one) => source.startsWith(one, at));
    return name === undefined ? undefined : this.#message(name as keyof typeof SM4_MESSAGE_IDS);
  }

  /** Writes the words of an entire block, which exact listings have, from offset `from` on. */
  #words(from: number): boolean {
    const scanner = this.scanner;
    const out = this.out;
    const { numbers } = this.operands;
    const start = scanner.at;
    const first = out.count;
    scanner.at = from;
    do {
      if (!numbers.read(scanner) || !numbers.isInteger(scanner, -(2 ** 31), 2 ** 32 - 1)) return false;
      out.put(numbers.integer);
    } while (scanner.take(COMMA));
    const length = out.count - first;
    const opcode = Sm4OpcodeToken.opcode.get(out.words[first]!);
    const said = length > 1 ? out.words[first + 1]! : 0;
    if (opcode === SM4_OPCODES.customdata.code && said === length) return this.#ended();
    return scanner.fail(DX3119, start, scanner.at, { name: UNREADABLE_DATA, opcode, said, length });
  }

  /** Whether a comment that is part of the program begins here. */
  isComment(): boolean {
    return this.scanner.source.startsWith(COMMENT_MARK, this.scanner.at);
  }

  /** The comment that begins here, to the end of the line. */
  comment(): void {
    const scanner = this.scanner;
    const start = scanner.at + COMMENT_MARK.length;
    scanner.skipLine();
    const first = this.#begin(Sm4CustomDataClass.comment);
    this.#text(scanner.source.slice(start, this.#lineEnd()));
    this.#finish(first);
  }

  /** Writes rows of four in braces, over any number of lines. */
  #immediateConstants(): boolean {
    const scanner = this.scanner;
    const { numbers } = this.operands;
    scanner.at += IMMEDIATE_CONSTANTS.length;
    const first = this.#begin(Sm4CustomDataClass.immediateConstantBuffer);
    if (!this.#brace(OPEN_BRACE)) return false;
    scanner.skipLines();
    while (scanner.code() === OPEN_BRACE) {
      scanner.at++;
      for (let i = 0; i < 4; i++) {
        if (i > 0 && !scanner.expect(COMMA)) return false;
        if (!numbers.read(scanner)) return false;
        this.out.put(numbers.word(scanner, 'untyped'));
      }
      if (!scanner.expect(CLOSE_BRACE)) return false;
      const more = scanner.take(COMMA);
      scanner.skipLines();
      if (!more) break;
    }
    if (!this.#brace(CLOSE_BRACE)) return false;
    this.#finish(first);
    return this.#ended();
  }

  #brace(code: number): boolean {
    this.scanner.skipLines();
    return this.scanner.expect(code);
  }

  /** `printf "format", r0.x`: the last quote of the line ends the format, as quotes in it are not marked. */
  #message(name: keyof typeof SM4_MESSAGE_IDS): boolean {
    const scanner = this.scanner;
    const { source } = scanner;
    const out = this.out;
    scanner.at += name.length;
    const open = scanner.here();
    scanner.skipLine();
    const end = this.#lineEnd();
    const close = source.lastIndexOf('"', end - 1);
    scanner.at = open;
    if (scanner.code() !== QUOTE || close <= open) {
      return scanner.fail(DX3120, open, Math.max(open + 1, end));
    }
    const format = unescaped(source.slice(open + 1, close));
    const first = this.#begin(Sm4CustomDataClass.shaderMessage);
    out.put(SM4_MESSAGE_IDS[name]);
    out.put(SM4_MESSAGE_PRINTF);
    out.put(format.length);
    const counts = out.count;
    out.put(0);
    out.put(0);
    scanner.at = close + 1;
    const body = out.count;
    let count = 0;
    for (; scanner.take(COMMA); count++) if (!this.operands.operand(OPERAND_RULE.source, 'untyped')) return false;
    out.words[counts] = count;
    out.words[counts + 1] = out.count - body;
    this.#text(format);
    this.#finish(first);
    return this.#ended();
  }

  #ended(): boolean {
    const scanner = this.scanner;
    if (scanner.atLineEnd()) return true;
    const { at } = scanner;
    return scanner.fail(DX3107, at, scanner.pieceEnd(at), {
      expected: 'the end of the line',
      found: scanner.found(),
    });
  }

  /** Writes the token of a block and a word for its length. Returns the index of the token. */
  #begin(dataClass: number): number {
    const first = this.out.count;
    this.out.put(blockToken(dataClass));
    this.out.put(0);
    return first;
  }

  #finish(first: number): void {
    this.out.words[first + HEADER_WORDS - 1] = this.out.count - first;
  }

  /** Writes text with a NUL, padded to full DWORDs with more of them (source: oracle). */
  #text(text: string): void {
    const bytes = new Uint8Array(4 * ((text.length >>> 2) + 1));
    bytes.set(latin1Bytes(text));
    for (const word of wordsOf(bytes)) this.out.put(word);
  }

  /** The end of the line without a carriage return; the scanner is at the end of the line. */
  #lineEnd(): number {
    const { codes, at } = this.scanner;
    return at > 0 && codes[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i) === BACKSLASH ? UNESCAPED.get(text.slice(i, i + 2)) : undefined;
    if (character === undefined) result += text[i];
    else {
      result += character;
      i++;
    }
  }
  return result;
}
