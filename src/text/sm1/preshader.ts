/**
 * The listing of preshaders, before the shader whose constants they compute, and of the same code in texture shaders. Spellings: oracle.
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { COMPONENTS } from '../../isa/components.ts';
import { type PreshaderCode, PreshaderCursor } from '../../isa/preshader/code.ts';
import { PRESHADER_REGISTERS, type PreshaderRegisterRow } from '../../isa/preshader/registers.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { SM1_MESSAGES } from '../../isa/sm1/messages.ts';
import { readPreshaderCode, reportCode } from '../../isa/sm1/preshader.ts';
import type { Markup } from '../markup.ts';
import { formatDoubleG9, hex32Upper } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import {
  MAX_INDICES,
  preshaderComponents,
  preshaderLiterals,
  preshaderMnemonic,
  preshaderRegisterRow,
  UNKNOWN_REGISTER,
} from '../preshader/spellings.ts';
import type { TextWriter } from '../writer.ts';
import { printConstantTable } from './constant-table.ts';

/**
 * Writes the preshader of the shader in `words`, with its own header; nothing when it has none. A shader has one at most.
 *
 * @param diagnostics spans are bytes from the first word
 */
export function printPreshader(
  out: TextWriter,
  words: Uint32Array,
  style: ListingStyle,
  diagnostics: Diagnostics,
): void {
  const span = findSm1Comment(words, Sm1CommentTag.preshader);
  if (span === undefined) return;
  const code = readPreshaderCode(words, span.start, span.end);
  if (code === undefined) {
    diagnostics.report(SM1_MESSAGES.DX2020, 4 * span.start, 4 * span.end);
    return;
  }
  reportCode(code, diagnostics);
  const { comment } = style.markup;
  out.text(comment.open);
  printConstantTable(out, words, span.start, span.end, diagnostics);
  out.text(comment.close);
  printPreshaderCode(out, code, PRESHADER_TITLE, style);
}

/** Writes the code below `title`, to the count of instructions. */
export function printPreshaderCode(out: TextWriter, code: PreshaderCode, title: string, style: ListingStyle): void {
  new CodePrinter(out, code, title, style).print();
}

/** The title of the code of a preshader; that of a texture shader is its version. */
const PRESHADER_TITLE = 'preshader';

const MARGIN = '    ';
/** Names of registers by type and number, with the space before them; three tables, since names depend on their position. */
class RegisterNames {
  readonly #names: string[] = [];

  constructor(private readonly nameOf: (row: PreshaderRegisterRow, number: number) => string) {}

  get(type: number, number: number): string {
    const row = preshaderRegisterRow(type);
    if (row === undefined) return `${UNKNOWN_REGISTER}${number}`;
    if (number >= COMMON_REGISTERS) return ` ${this.nameOf(row, number)}`;
    const slot = type * COMMON_REGISTERS + number;
    let name = this.#names[slot];
    if (name === undefined) {
      name = ` ${this.nameOf(row, number)}`;
      this.#names[slot] = name;
    }
    return name;
  }
}

const COMMON_REGISTERS = 32;
const RELATIVE_NAMES = new RegisterNames((row, number) => `${row.relativeName ?? row.name}${number}`);
const PRESHADER_NAMES = new RegisterNames((row, number) => `${row.preshaderName ?? row.name}${number}`);
const TEXTURE_SHADER_NAMES = new RegisterNames((row, number) => row.named?.[number] ?? `${row.name}${number}`);

class CodePrinter {
  private readonly markup: Markup;
  private readonly cursor: PreshaderCursor;
  private readonly names: RegisterNames;

  constructor(
    private readonly out: TextWriter,
    private readonly code: PreshaderCode,
    private readonly title: string,
    private readonly style: ListingStyle,
  ) {
    this.markup = style.markup;
    this.cursor = new PreshaderCursor(code);
    this.names = title === PRESHADER_TITLE ? PRESHADER_NAMES : TEXTURE_SHADER_NAMES;
  }

  print(): void {
    const { out, code, cursor } = this;
    const { keyword, comment, html } = this.markup;
    // Microsoft's HTML of a texture shader does not close this mark.
    out.text(
      `${keyword.open}${MARGIN}${this.title}\n${html && this.names === TEXTURE_SHADER_NAMES ? '' : keyword.close}`,
    );
    for (let i = 0; i < code.count && cursor.next(); i++) {
      out.text(MARGIN);
      this.prefix(i);
      this.instruction();
      out.text('\n');
    }
    const total = `// approximately ${code.count} instruction${code.count === 1 ? '' : 's'} used\n`;
    out.text(`${comment.open}\n${total}${comment.close}`);
  }

  private prefix(number: number): void {
    const { numbers, offsets } = this.style;
    const { open, close } = this.markup.code;
    if (numbers) this.out.text(`${open}${`${number}`.padStart(4)}${offsets ? '  ' : ': '}${close}`);
    // Offsets count from the start of the code, not of the shader.
    if (offsets) this.out.text(`${open}${hex32Upper(4 * (this.cursor.start - this.code.start))}: ${close}`);
  }

  private instruction(): void {
    const { out, cursor } = this;
    const { keyword } = this.markup;
    out.text(keyword.open);
    out.text(preshaderMnemonic(cursor.opcode));
    out.text(keyword.close);
    this.operand(cursor.output, false);
    // The comma after the output is there without inputs, too.
    out.text(',');
    for (let i = 0, at = cursor.inputs; i < cursor.inputCount; i++, at = cursor.after(at)) {
      if (i > 0) out.text(',');
      this.operand(at, i === 0 && cursor.scalar);
    }
  }

  /** An operand with the space before it. */
  private operand(at: number, scalar: boolean): void {
    const { out } = this;
    const { words } = this.code;
    const indices = words[at]!;
    const pair = at + 1 + 2 * indices;
    const type = words[pair]!;
    const index = words[pair + 1]!;
    if (indices === 0 && type === PRESHADER_REGISTERS.literal.code) {
      this.literal(index, scalar);
      return;
    }
    out.text((indices > 0 ? RELATIVE_NAMES : this.names).get(type, index >>> 2));
    if (indices > 0) out.text(this.indexText(at, indices));
    out.text(preshaderComponents(index, scalar ? 1 : this.cursor.components));
  }

  /** The registers that an operand is relative to; each is the index of the next (source: oracle, brackets too). */
  private indexText(at: number, count: number): string {
    const { words } = this.code;
    let text = '';
    for (let i = 0; i < Math.min(count, MAX_INDICES); i++) {
      const index = words[at + 2 + 2 * i]!;
      const register = RELATIVE_NAMES.get(words[at + 1 + 2 * i]!, index >>> 2).trimStart();
      text = `[${register}${text === '' ? '' : `[${text}]`}.${COMPONENTS[index & 3]}]`;
    }
    return text;
  }

  private literal(index: number, scalar: boolean): void {
    const { out } = this;
    const { literalWords, literals, literalCount } = this.code;
    const { literal } = this.markup;
    const text = preshaderLiterals(index, this.cursor.components, scalar, literalCount, (number) => {
      const at = literals + 2 * number;
      return formatDoubleG9(literalWords[at]!, literalWords[at + 1]!);
    });
    out.text(`${literal.open} (${text})${literal.close}`);
  }
}
