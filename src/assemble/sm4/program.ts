/**
 * Assembles the listing of one program of shader model 4.0 to 5.1 to the words of its chunk: the inverse of
 * text/sm4/print.ts. Lines may begin with numbers and offsets, comments may be anywhere.
 *
 * Not for: the `//` sections of a listing, or containers (listing.ts); nor for whether a program is valid.
 */

import { MAX_DIAGNOSTICS } from '../../base/limits.ts';
import { DX0012 } from '../../base/messages.ts';
import { sm4StageCode, sm4VersionToken } from '../../base/profile.ts';
import { sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { Sm4VersionToken } from '../../isa/sm4/tokens.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX3100, DX3104, DX3116 } from '../messages.ts';
import { versionHint } from '../sm1/dialect.ts';
import { DataBlockWriter } from './data-block-writer.ts';
import { InstructionWriter } from './instruction-writer.ts';
import type { LiteralListener } from './literals.ts';
import { WordBuffer } from './registers.ts';
import {
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  COLON,
  END,
  isDigit,
  LINE_FEED,
  OPEN_BRACE,
  Scanner,
  SEMICOLON,
  SLASH,
} from './scanner.ts';

export interface ProgramOptions {
  /** The name of the text in diagnostics. */
  readonly name?: string;
  /** Characters of the text that are read: from the beginning of a line to where the program ends. Default: all. */
  readonly start?: number;
  readonly end?: number;
  /** The number of the line at `start`. Default: 1. */
  readonly line?: number;
  /** The characters of the text, for a text that has several programs. */
  readonly codes?: Uint8Array;
  /**
   * Called for every instruction and data block in order, with the DWORD index, the offset of its line and its number.
   */
  readonly onInstruction?: (word: number, at: number, line: number) => void;
  /** Gets every literal, and decides which words are written; literals are then not reported as inexact. */
  readonly onLiteral?: LiteralListener;
  /** Returns the words in spite of errors: a line with an error is an instruction of no words. */
  readonly keepsErrors?: boolean;
}

/** The approximate number of characters for each word, for the initial size of the buffer. */
const CHARACTERS_PER_WORD = 6;
const HASH = 0x23;
/** The version line: stage, major, minor. */
const VERSION = /^(?:(ps|vs|gs|hs|ds|cs|lib)|type(\d{1,5}))_(\d{1,2})_(\d{1,2})$/i;
/** The version line of a program of shader model 1 to 3, whose listing precedes this one in feature level 9. */
const OLDER_VERSION = /^(?:lib_4_0_)?(?:ps|vs)_[1-3]_(?:\d{1,3}|x|sw)$/i;
const DEFAULT_NAME = 'input.asm';
/** Characters of a name in a message. */
const QUOTED = 40;

/**
 * The words of the program with the listing `source`, version and length first; undefined when there are errors, which
 * are reported to `diagnostics`. Never throws on any text.
 *
 * @param source one character a byte
 */
export function assembleProgram(
  source: string,
  diagnostics: AssemblyDiagnostics,
  options: ProgramOptions = {},
): Uint32Array | undefined {
  const { name = DEFAULT_NAME, start = 0, end = source.length, line = 1, codes } = options;
  const scanner = new Scanner(source, start, Math.min(end, source.length), line, name, diagnostics, codes);
  const errors = diagnostics.errors;
  const words = new ProgramReader(scanner, options).read(() => diagnostics.errors - errors);
  scanner.finishInexact();
  return diagnostics.errors > errors && options.keepsErrors !== true ? undefined : words;
}

class ProgramReader {
  readonly #out: WordBuffer;

  constructor(
    private readonly scanner: Scanner,
    private readonly options: ProgramOptions,
  ) {
    this.#out = new WordBuffer(Math.ceil((scanner.end - scanner.at) / CHARACTERS_PER_WORD));
  }

  /** @param errors the number of errors so far */
  read(errors: () => number): Uint32Array | undefined {
    const scanner = this.scanner;
    const out = this.#out;
    const { onInstruction, onLiteral, keepsErrors } = this.options;
    const version = this.#version();
    if (version === undefined) return undefined;
    out.put(version);
    out.put(0);
    const rangeIds = sm4UsesRangeIds({
      major: Sm4VersionToken.major.get(version),
      minor: Sm4VersionToken.minor.get(version),
    });
    const instructions = new InstructionWriter(scanner, out, rangeIds);
    instructions.operands.numbers.listener = onLiteral;
    const blocks = new DataBlockWriter(scanner, out, instructions.operands);
    for (; scanner.at < scanner.end; this.#nextLine()) {
      const code = this.#lineStart();
      if (isIgnored(code)) continue;
      const first = out.count;
      const { at, line } = scanner;
      if (code === SLASH && scanner.peek(1) === SLASH) {
        if (!blocks.isComment()) continue;
        blocks.comment();
      } else if (!(blocks.block() ?? instructions.instruction())) {
        out.count = first;
        if (keepsErrors) onInstruction?.(first, at, line);
        if (errors() >= MAX_DIAGNOSTICS) {
          scanner.report(DX0012, scanner.at, scanner.at, { limit: MAX_DIAGNOSTICS });
          break;
        }
        this.#skipRows();
        continue;
      }
      onInstruction?.(first, at, line);
    }
    out.words[1] = out.count;
    return out.finish();
  }

  #nextLine(): void {
    const scanner = this.scanner;
    scanner.skipLine();
    if (scanner.at < scanner.end) scanner.nextLine();
  }

  /** After an error in a line, skips the rows of a data block that follow it. */
  #skipRows(): void {
    const scanner = this.scanner;
    for (;;) {
      scanner.skipLine();
      if (scanner.at >= scanner.end) return;
      let ahead = 1;
      while (scanner.peek(ahead) === 0x20 || scanner.peek(ahead) === 0x09) ahead++;
      const code = scanner.peek(ahead);
      if (code !== OPEN_BRACE && code !== CLOSE_BRACE) return;
      scanner.nextLine();
    }
  }

  /** Skips blanks, instruction number and offset. Returns the character after them. */
  #lineStart(): number {
    const scanner = this.scanner;
    let code = scanner.next();
    while (isDigit(code)) {
      scanner.at = scanner.wordEnd(scanner.at);
      if (scanner.code() === COLON) scanner.at++;
      code = scanner.next();
    }
    return code;
  }

  /** The version token of the first line that is not a comment. */
  #version(): number | undefined {
    const scanner = this.scanner;
    this.#byteOrderMark();
    let older = false;
    for (; scanner.at < scanner.end; this.#nextLine()) {
      const code = this.#lineStart();
      if (isIgnored(code)) continue;
      if (code === SLASH && scanner.peek(1) === SLASH) continue;
      const start = scanner.at;
      const word = scanner.word();
      const match = VERSION.exec(word);
      const token = match === null || OLDER_VERSION.test(word) ? undefined : versionToken(match);
      if (token !== undefined) {
        if (!scanner.atLineEnd()) {
          const { at } = scanner;
          scanner.report(DX3104, at, scanner.pieceEnd(at), { found: scanner.found(), mnemonic: word });
        }
        this.#nextLine();
        return token;
      }
      older ||= OLDER_VERSION.test(word);
      if (older) continue;
      const end = Math.max(scanner.pieceEnd(start), start + 1);
      scanner.report(
        DX3100,
        start,
        Math.min(end, scanner.end),
        { found: scanner.source.slice(start, end).slice(0, QUOTED) },
        versionHint(scanner.source),
      );
      return undefined;
    }
    scanner.report(DX3100, scanner.at, scanner.at, { found: 'the end of the text' }, versionHint(scanner.source));
    return undefined;
  }

  /** Reports and skips a byte-order mark of UTF-8; a text in UTF-16 cannot be read. */
  #byteOrderMark(): void {
    const scanner = this.scanner;
    const { source, at } = scanner;
    const length = source.startsWith('\u00ef\u00bb\u00bf', at) ? 3 : source.startsWith('\ufeff', at) ? 1 : 0;
    if (length === 0) return;
    scanner.report(DX3116, at, at + length);
    scanner.at += length;
  }
}

/** Whether a line that begins with `code` has no instruction: it is empty, a `#line` or a comment after `;`. */
function isIgnored(code: number): boolean {
  return code === END || code === LINE_FEED || code === CARRIAGE_RETURN || code === HASH || code === SEMICOLON;
}

function versionToken([, stage, type, major, minor]: RegExpExecArray): number | undefined {
  const code = stage === undefined ? Number(type) : sm4StageCode(stage.toLowerCase());
  const { stage: stageField, major: majorField, minor: minorField } = Sm4VersionToken;
  if (code > stageField.ones || Number(major) > majorField.ones || Number(minor) > minorField.ones) return undefined;
  return sm4VersionToken(code, Number(major), Number(minor));
}
