/**
 * Pieces of the listing of an effect of Direct3D 9 with their markup: words of the language, comments, values, listings
 * of programs inside with the indentation of the line that they are in.
 *
 * Not for: what is listed in which order (fx2.ts).
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { shortFloat32 } from '../../base/float32.ts';
import { wordsOf } from '../../base/words.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { readPreshaderCode, reportCode } from '../../isa/sm1/preshader.ts';
import type { DebugPrinters } from '../debug-notes.ts';
import type { Mark } from '../markup.ts';
import type { ListingStyle } from '../options.ts';
import { printConstantTable } from '../sm1/constant-table.ts';
import { printPreshaderCode } from '../sm1/preshader.ts';
import { printSm1 } from '../sm1/print.ts';
import { TextWriter } from '../writer.ts';

/** The profile of expressions, as messages of the compiler name it. */
const EXPRESSION_PROFILE = 'fxl_2_0';
const INDENTATION = '    ';
const FLOAT = 3;
const BOOL = 1;

export class Fx2Text {
  /** @param limit characters after which the listing stops */
  constructor(
    private readonly out: TextWriter,
    private readonly style: ListingStyle,
    private readonly diagnostics: Diagnostics,
    private readonly debug: DebugPrinters | undefined,
    private readonly limit: number,
  ) {}

  /** Whether so much was written that the listing stops. */
  get full(): boolean {
    return this.out.length > this.limit;
  }

  /** Code: names and punctuation. */
  code(text: string): void {
    this.marked(text, this.style.markup.code);
  }

  keyword(text: string): void {
    this.marked(text, this.style.markup.keyword);
  }

  literal(text: string): void {
    this.marked(text, this.style.markup.literal);
  }

  comment(text: string): void {
    this.marked(text, this.style.markup.comment);
  }

  /** The start of a line at `depth`. */
  line(depth: number): void {
    this.out.text(INDENTATION.repeat(depth));
  }

  end(): void {
    this.out.text('\n');
  }

  /**
   * A string with its quotation marks.
   *
   * @param isAscii whether other characters are escaped: sources have no encoding
   */
  string(text: string, isAscii = false): void {
    this.literal(isAscii ? asciiQuoted(text) : quoted(text));
  }

  /** A number of a `D3DXPARAMETER_TYPE`. */
  number(word: number, type: number): void {
    this.literal(numberText(word, type, this.style));
  }

  /** The listing of a shader, as `D3DDisassemble` prints it, at `depth`. */
  shader(data: Uint8Array, offset: number, depth: number): void {
    this.program(depth, (out) => {
      printSm1(out, wordsOf(data), this.style, this.diagnostics.at(offset), this.debug);
    });
  }

  /** The listing of an expression, as that of a preshader, at `depth`. */
  expression(data: Uint8Array, offset: number, depth: number): void {
    const { style } = this;
    const inside = this.diagnostics.at(offset);
    this.program(depth, (out) => {
      const words = wordsOf(data);
      const code = readPreshaderCode(words);
      if (code === undefined) return;
      reportCode(code, inside);
      const { comment } = style.markup;
      out.text(comment.open);
      const table = style.header && findSm1Comment(words, Sm1CommentTag.constantTable);
      if (table) printConstantTable(out, words, table, inside);
      out.text(comment.close);
      printPreshaderCode(out, code, EXPRESSION_PROFILE, style);
    });
  }

  /** Lines that `print` writes, each after the indentation. */
  private program(depth: number, print: (out: TextWriter) => void): void {
    const inner = TextWriter.of(0);
    print(inner);
    const lines = inner.take().split('\n');
    // After the last line there are at most marks, which belong to it.
    if (this.isBlank(lines.at(-1)!)) {
      const marks = lines.pop();
      if (lines.length > 0) lines[lines.length - 1] += marks;
    }
    for (const text of lines) {
      if (!this.isBlank(text)) this.line(depth);
      this.out.text(`${text}\n`);
    }
  }

  /** Whether a line has nothing but marks. */
  private isBlank(line: string): boolean {
    if (line === '') return true;
    const { html, comment, code, keyword, literal } = this.style.markup;
    const marks = [comment, code, keyword, literal].flatMap(({ open, close }) => [open, close]);
    let rest = html ? line.replace(/<!--.*?-->/g, '') : line;
    for (const mark of marks) if (mark !== '') rest = rest.replaceAll(mark, '');
    return rest === '';
  }

  private marked(text: string, { open, close }: Mark): void {
    const { html } = this.style.markup;
    this.out.text(open + (html ? text.replace(/[&<>]/g, (one) => ENTITIES[one]!) : text) + close);
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/** A text as a source has it; control characters as escape sequences, other bytes as they are. */
export function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be escaped
  return `"${text.replace(/["\\\x00-\x1f]/g, (one) => ESCAPES[one] ?? `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;
}

/** A string of any bytes; escape sequences have three digits, so that digits may follow. */
export function asciiQuoted(text: string): string {
  return quoted(text).replace(/\\\\|\\x([0-9a-f]{2})|[\x7f-\xff]/g, (one, digits?: string) =>
    one === '\\\\'
      ? one
      : `\\${(digits === undefined ? one.charCodeAt(0) : Number.parseInt(digits, 16)).toString(8).padStart(3, '0')}`,
  );
}

function numberText(word: number, type: number, { literals }: ListingStyle): string {
  if (type === BOOL && word <= 1) return word === 0 ? 'false' : 'true';
  if (type === FLOAT) {
    const value = shortFloat32(word);
    if (literals === 'hex' || !Number.isFinite(value)) return `asfloat(0x${word.toString(16).padStart(8, '0')})`;
    if (Object.is(value, -0)) return '-0.0';
    // HLSL source reads integral numbers as integers, which have 32 bits.
    const needsFraction = Number.isInteger(value) && Math.abs(value) >= 2 ** 31 && !`${value}`.includes('e');
    return needsFraction ? `${value}.0` : `${value}`;
  }
  return literals === 'hex' ? `0x${word.toString(16).padStart(8, '0')}` : `${word | 0}`;
}
