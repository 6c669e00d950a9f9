/**
 * The listing of preshaders, before the shader whose constants they compute, and of the same code in texture shaders.
 * Spellings: oracle.
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { COMPONENTS } from '../../isa/components.ts';
import { DX2020 } from '../../isa/messages.ts';
import { type PreshaderCode, PreshaderCursor } from '../../isa/preshader/code.ts';
import { PRESHADER_OPCODES, PRESHADER_REGISTERS, type PreshaderRegisterRow } from '../../isa/preshader/opcodes.ts';
import { findSm1Comment, type Sm1CommentSpan, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { readPreshaderCode, reportCode } from '../../isa/sm1/preshader.ts';
import type { Markup } from '../markup.ts';
import { formatDoubleG9, hex32Upper } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import {
  MAX_INDICES,
  preshaderComponents,
  preshaderLiteralCount,
  preshaderMnemonic,
  preshaderRegisterRow,
  UNKNOWN_REGISTER,
} from '../preshader/expression.ts';
import { PackedText, TextCache } from '../text-cache.ts';
import type { TextWriter } from '../writer.ts';
import { printConstantTable } from './constant-table.ts';
import { SM1_MARGIN } from './line.ts';

/**
 * Writes a preshader with its own header.
 *
 * @param span of the comment that holds it, in `words`
 * @param diagnostics spans are bytes from the first word
 */
export function printPreshader(
  out: TextWriter,
  words: Uint32Array,
  span: Sm1CommentSpan,
  style: ListingStyle,
  diagnostics: Diagnostics,
): void {
  const code = readPreshaderCode(words, span.start, span.end);
  if (code === undefined) {
    diagnostics.report(DX2020, 4 * span.start, 4 * span.end);
    return;
  }
  const { comment } = style.markup;
  const { length } = diagnostics.list;
  out.text(comment.open);
  const table = findSm1Comment(words, Sm1CommentTag.constantTable, span.start, span.end);
  if (table) printConstantTable(out, words, table, diagnostics);
  out.text(comment.close);
  const isComplete = printPreshaderCode(out, code, PRESHADER_TITLE, style);
  if (!isComplete) diagnostics.insert(length, (first) => reportCode(code, first));
}

/** Writes the code below `title`, to the count of instructions; returns false where it is cut off. */
export function printPreshaderCode(out: TextWriter, code: PreshaderCode, title: string, style: ListingStyle): boolean {
  return new CodePrinter(out, code, title, style).print();
}

/** The title of the code of a preshader; that of a texture shader is its version. */
const PRESHADER_TITLE = 'preshader';

const MARGIN = new PackedText(SM1_MARGIN);
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** The names of registers depend on where they are. */
type NameOf = (row: PreshaderRegisterRow, number: number) => string;
const relativeName: NameOf = (row, number) => `${row.relativeName ?? row.name}${number}`;
const preshaderName: NameOf = (row, number) => `${row.preshaderName ?? row.name}${number}`;
const textureShaderName: NameOf = (row, number) => row.named?.[number] ?? `${row.name}${number}`;

/** The name of a register with the space before it. */
function registerText(nameOf: NameOf, type: number, number: number): string {
  const row = preshaderRegisterRow(type);
  return row === undefined ? `${UNKNOWN_REGISTER}${number}` : ` ${nameOf(row, number)}`;
}

/**
 * Registers of preshaders by index, and by type and components as one number. They save an eighth of the time of a file
 * with a preshader (measured).
 */
const REGISTERS = new TextCache(10, 24);
const TYPE_BITS = 5;
const COMPONENT_BITS = 10;
/** A bit of all keys. */
const OF_REGISTER = 1 << (TYPE_BITS + COMPONENT_BITS);

/** Mnemonics by opcode. A file with a preshader takes 4% less time with them packed (measured). */
const MNEMONICS: ReadonlyMap<number, PackedText> = /* @__PURE__ */ new Map(
  Object.entries(PRESHADER_OPCODES).map(([mnemonic, { code }]) => [code, new PackedText(mnemonic)]),
);

/** Values of literals by the two words of the double; these bits of the low word are zero. */
const VALUES = new TextCache(9, 24);
const CACHED_ZEROS = 0x1ff;
/** A bit of all keys, in place of one that is zero. */
const OF_VALUE = 1;
const LITERALS = new PackedText(' (');
const LITERALS_END = 0x29;

class CodePrinter {
  readonly #markup: Markup;
  readonly #cursor: PreshaderCursor;
  readonly #isTexture: boolean;

  constructor(
    private readonly out: TextWriter,
    private readonly code: PreshaderCode,
    private readonly title: string,
    private readonly style: ListingStyle,
  ) {
    this.#markup = style.markup;
    this.#cursor = new PreshaderCursor(code);
    this.#isTexture = title !== PRESHADER_TITLE;
  }

  print(): boolean {
    const out = this.out;
    const code = this.code;
    const cursor = this.#cursor;
    const { keyword, comment, html } = this.#markup;
    const isPrefixed = this.style.numbers || this.style.offsets;
    // Microsoft's HTML of a texture shader does not close this mark.
    out.text(`${keyword.open}${SM1_MARGIN}${this.title}\n${html && this.#isTexture ? '' : keyword.close}`);
    let found = 0;
    for (; found < code.count && cursor.next(); found++) {
      out.phrase(MARGIN);
      if (isPrefixed) this.#prefix(found);
      this.#instruction();
      out.character(LINE_FEED);
    }
    const total = `// approximately ${code.count} instruction${code.count === 1 ? '' : 's'} used\n`;
    out.text(`${comment.open}\n${total}${comment.close}`);
    return found === code.count;
  }

  #prefix(number: number): void {
    const { numbers, offsets } = this.style;
    const { open, close } = this.#markup.code;
    if (numbers) this.out.text(`${open}${`${number}`.padStart(4)}${offsets ? '  ' : ': '}${close}`);
    // Offsets count from the start of the code, not of the shader.
    if (offsets) this.out.text(`${open}${hex32Upper(4 * (this.#cursor.start - this.code.start))}: ${close}`);
  }

  #instruction(): void {
    const out = this.out;
    const cursor = this.#cursor;
    const { open, close } = this.#markup.keyword;
    out.text(open);
    const mnemonic = MNEMONICS.get(cursor.opcode);
    if (mnemonic) out.phrase(mnemonic);
    else out.text(preshaderMnemonic(cursor.opcode));
    out.text(close);
    this.#operand(cursor.output, false);
    // The comma after the output is there without inputs, too.
    out.character(COMMA);
    for (let i = 0, at = cursor.inputs; i < cursor.inputCount; i++, at = cursor.after(at)) {
      if (i > 0) out.character(COMMA);
      this.#operand(at, i === 0 && cursor.scalar);
    }
  }

  /** An operand with the space before it. */
  #operand(at: number, scalar: boolean): void {
    const out = this.out;
    const { words } = this.code;
    const indices = words[at]!;
    const pair = at + 1 + 2 * indices;
    const type = words[pair]!;
    const index = words[pair + 1]!;
    if (indices === 0 && type === PRESHADER_REGISTERS.literal.code) {
      this.#literal(index, scalar);
      return;
    }
    const components = scalar ? 1 : this.#cursor.components;
    if (indices > 0) {
      const name = registerText(relativeName, type, index >>> 2);
      out.text(name + this.#indexText(at, indices) + preshaderComponents(index, components));
    } else this.#register(type, index | 0, components);
  }

  /** A register that is not addressed relatively. */
  #register(type: number, index: number, components: number): void {
    const out = this.out;
    const isTexture = this.#isTexture;
    const isCached = !isTexture && type >>> TYPE_BITS === 0 && components >>> COMPONENT_BITS === 0;
    const key = OF_REGISTER | (components << TYPE_BITS) | type;
    const register = isCached ? REGISTERS.find(index, key) : -1;
    if (register >= 0) {
      out.cached(REGISTERS, register);
      return;
    }
    const name = registerText(isTexture ? textureShaderName : preshaderName, type, index >>> 2);
    const text = name + preshaderComponents(index, components);
    out.text(text);
    if (isCached) REGISTERS.add(index, key, text);
  }

  /** The registers that an operand is relative to; each is the index of the next (source: oracle, brackets too). */
  #indexText(at: number, count: number): string {
    const { words } = this.code;
    let text = '';
    for (let i = 0; i < Math.min(count, MAX_INDICES); i++) {
      const index = words[at + 2 + 2 * i]!;
      const register = registerText(relativeName, words[at + 1 + 2 * i]!, index >>> 2).trimStart();
      text = `[${register}${text === '' ? '' : `[${text}]`}.${COMPONENTS[index & 3]}]`;
    }
    return text;
  }

  #literal(index: number, scalar: boolean): void {
    const out = this.out;
    const { literalCount } = this.code;
    const { open, close } = this.#markup.literal;
    const count = preshaderLiteralCount(this.#cursor.components, literalCount);
    out.text(open);
    out.phrase(LITERALS);
    for (let i = 0; i < count; i++) {
      if (i > 0) out.comma();
      this.#value((scalar ? index : index + i) % literalCount);
    }
    out.character(LITERALS_END);
    out.text(close);
  }

  /** The value of literal `number`. */
  #value(number: number): void {
    const out = this.out;
    const { literalWords, literals } = this.code;
    const low = literalWords[literals + 2 * number]!;
    const high = literalWords[literals + 2 * number + 1]! | 0;
    // A value with no more digits than a float32 is cached: only its low word has spare bits for a mark.
    const isCached = (low & CACHED_ZEROS) === 0;
    const key = OF_VALUE | (low >>> 8);
    const value = isCached ? VALUES.find(high, key) : -1;
    if (value >= 0) {
      out.cached(VALUES, value);
      return;
    }
    const text = formatDoubleG9(low, high >>> 0);
    out.text(text);
    if (isCached) VALUES.add(high, key, text);
  }
}
