/**
 * The listing of a shader model 1-3 program, byte for byte as `D3DDisassemble` prints it (every spelling: oracle, except
 * the places in sm1-differences.ts).
 *
 * Not for: the `//` sections in front (sm1-header.ts, preshader.ts), operands (sm1-operands.ts).
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { sm1Profile } from '../base/profile.ts';
import { bytesOf, stringAt } from '../base/words.ts';
import { Sm1CommentTag } from '../isa/sm1/comments.ts';
import { Sm1Cursor } from '../isa/sm1/cursor.ts';
import { SM1_COMMENT, SM1_OPCODES, type Sm1OpcodeRow, Sm1Version } from '../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../isa/sm1/program.ts';
import { Sm1DestinationToken, Sm1InstructionToken, Sm1SourceToken } from '../isa/sm1/tokens.ts';
import { Indentation } from './indentation.ts';
import type { Markup } from './markup.ts';
import { formatG9, hex32, hex32Upper } from './numbers.ts';
import type { ListingStyle } from './options.ts';
import { printPreshader } from './preshader.ts';
import { hasDebugInformation, printConstantTable } from './sm1-header.ts';
import { SM1_MARGIN, type Sm1Heads, sm1Heads } from './sm1-heads.ts';

/**
 * The whole listing of a stream: header sections, version line, one line an instruction, slot count.
 *
 * @param diagnostics told what is wrong with the constant table and the preshader; spans are bytes from the first word
 * @returns Latin-1 text, one character a byte; without `markup.frame`, so that a container can embed it
 */
export function printSm1(
  program: Sm1Program,
  style: ListingStyle,
  diagnostics: Diagnostics = new Diagnostics(),
): string {
  return new Sm1Printer(program, style).print(diagnostics);
}

/** Opcode numbers from here on are not in the tables below; only `phase` is there. */
const TABLE_SIZE = 128;

/** Flags of an opcode, as the printer asks for them. */
const OPENS = 1;
const CLOSES = 2;
const NUMBERED = 4;
/** Its controls print. */
const CONTROLLED = 8;

const FLAGS = new Uint8Array(TABLE_SIZE).fill(NUMBERED);
const SLOTS = new Uint8Array(TABLE_SIZE);
const SLOTS_VS11 = new Uint8Array(TABLE_SIZE);
const TEXTURE_SLOTS = new Uint8Array(TABLE_SIZE);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.code >= TABLE_SIZE) continue;
  SLOTS[row.code] = row.slots ?? 1;
  SLOTS_VS11[row.code] = row.slotsVs11 ?? row.slots ?? 1;
  TEXTURE_SLOTS[row.code] = row.textureSlots ?? 0;
  FLAGS[row.code] =
    (row.block === 'open' || row.block === 'middle' ? OPENS : 0) |
    (row.block === 'close' || row.block === 'middle' ? CLOSES : 0) |
    (row.numbered === false ? 0 : NUMBERED) |
    (row.controls === undefined ? 0 : CONTROLLED);
}

const DCL = SM1_OPCODES.dcl.code;
/** What makes a destination token, an instruction token something else than plain. */
const RELATIVE = 1 << Sm1SourceToken.relative.low;
const RESULT = 0xff << Sm1DestinationToken.modifiers.low;
const CONTROLS = 0xff << Sm1InstructionToken.controls.low;
const PREDICATED_OR_COISSUED = (1 << Sm1InstructionToken.predicated.low) | (1 << Sm1InstructionToken.coissue.low);

/** In place of the margin of a co-issued instruction. */
const COISSUED_MARGIN = '  + ';
const NO_NUMBER = '      ';
const NUMBER_WIDTH = 4;

class Sm1Printer {
  private readonly program: Sm1Program;
  private readonly style: ListingStyle;
  private readonly markup: Markup;
  private readonly cursor: Sm1Cursor;
  private readonly heads: Sm1Heads;
  private readonly slots: Uint8Array;
  /** Pixel shaders before 2_0 count no instruction more than once. */
  private readonly atMostOne: boolean;
  private readonly indentation = new Indentation();
  private arithmetic = 0;
  private texture = 0;

  constructor(program: Sm1Program, style: ListingStyle) {
    const version = (program.words[0] ?? 0) & 0xffff;
    const pixel = program.stage !== 'vs';
    this.program = program;
    this.style = style;
    this.markup = style.markup;
    this.cursor = new Sm1Cursor(program.words);
    this.heads = sm1Heads(pixel, version, style.markup);
    this.slots = !pixel && version === Sm1Version.v1_1 ? SLOTS_VS11 : SLOTS;
    this.atMostOne = pixel && program.major < 2;
  }

  print(diagnostics: Diagnostics): string {
    const { comment, keyword, html } = this.markup;
    const { program, style } = this;
    const { words } = program;
    let text = style.header ? printPreshader(words, style, diagnostics) : '';
    const table = style.header ? printConstantTable(words, 0, words.length, diagnostics) : '';
    text += comment.open + table + comment.close;
    // Microsoft's HTML sets the whole body in the colour of mnemonics and the operands in theirs, nested.
    text += `${html ? keyword.open : ''}${SM1_MARGIN}${html ? '' : keyword.open}${sm1Profile(words[0] ?? 0)}`;
    text += `${html ? '' : keyword.close}\n`;
    text += this.body();
    text += `\n${html ? keyword.close : ''}`;
    return `${text}${comment.open}${this.slotLine()}${comment.close}`;
  }

  /** One line an instruction. */
  private body(): string {
    const { program, cursor, heads, style, indentation } = this;
    const { operands, plain } = heads;
    const { starts, count, words } = program;
    const { comment, html } = this.markup;
    const prefixed = style.numbers || style.offsets;
    // Where debug information would stand; it is not read, so a program that has any prints as without (0x10).
    const debug = html && style.debug && !hasDebugInformation(words);
    const lineEnd = debug ? `${comment.open}${comment.close}\n` : '\n';
    let text = '';
    for (let i = 0; i < count; i++) {
      cursor.moveTo(starts[i]!);
      const { opcode, end, destination: destinationAt } = cursor;
      if (opcode === SM1_COMMENT) {
        if (cursor.commentTag === Sm1CommentTag.text) text += this.textComment();
        continue;
      }
      const flags = opcode < TABLE_SIZE ? FLAGS[opcode]! : NUMBERED;
      // Tokens as signed numbers: bit 31 of every operand is set, and a number beyond 31 bits costs an allocation.
      const token = words[cursor.start]! | 0;
      const coissued = Sm1InstructionToken.coissue.test(token);
      if (prefixed) text += this.prefix((flags & NUMBERED) !== 0 && !coissued);
      if (flags & CLOSES) indentation.close();
      text += indentation.line();
      if (flags & OPENS) indentation.open();

      const destination = destinationAt < 0 ? 0 : words[destinationAt]! | 0;
      const odd = (token & (flags & CONTROLLED ? PREDICATED_OR_COISSUED | CONTROLS : PREDICATED_OR_COISSUED)) !== 0;
      if (odd || (destination & (RESULT | RELATIVE)) !== 0 || opcode >= TABLE_SIZE || opcode === DCL) {
        text += this.rareHead(destination);
      } else if (destination !== 0) {
        text += plain[opcode]!;
        text += operands.destination(destination);
      } else text += cursor.wantsDestination ? this.rareHead(0) : plain[opcode]!;
      if (cursor.literals >= 0) text += this.literals();
      let at = cursor.sources;
      if (destination === 0 && at < end) {
        text += this.firstSource(at);
        at = cursor.after(at);
      }
      while (at < end) {
        const source = words[at]! | 0;
        text += (source & RELATIVE) === 0 ? operands.source(source) : this.relativeSource(at, ', ');
        at = cursor.after(at);
      }
      text += lineEnd;
      this.countSlots(coissued);
    }
    return text;
  }

  private textComment(): string {
    const { words, literals, end } = this.cursor;
    const { open, close } = this.markup.comment;
    const line = stringAt(bytesOf(words.subarray(literals + 1, end)), 0);
    return `${open}${this.indentation.line()}${SM1_MARGIN}// ${line}\n${close}`;
  }

  /** Margin, mnemonic and destination where one of them is not plain. */
  private rareHead(destination: number): string {
    const { cursor, heads } = this;
    const { token, words, predicate, attributes } = cursor;
    const { open, close } = this.markup.code;
    let text = cursor.coissued ? open + COISSUED_MARGIN + close : SM1_MARGIN;
    if (predicate >= 0) text += heads.operands.predicate(words[predicate]!);
    const controls = attributes < 0 ? heads.controls(token) : heads.declaration(words[attributes]!);
    text += heads.mnemonic(token, destination, controls);
    if (destination === 0) return text;
    if ((destination & RELATIVE) === 0) return `${text} ${heads.operands.destination(destination)}`;
    const relative = cursor.destinationRelative < 0 ? 0 : words[cursor.destinationRelative]!;
    return `${text} ${heads.operands.destinationRelative(destination, relative)}`;
  }

  private firstSource(at: number): string {
    const source = this.cursor.words[at]! | 0;
    return (source & RELATIVE) === 0 ? this.heads.operands.firstSource(source) : this.relativeSource(at, ' ');
  }

  private relativeSource(at: number, separator: string): string {
    const { cursor, heads } = this;
    const relative = cursor.relativeAt(at);
    return heads.operands.sourceRelative(cursor.words[at]!, relative < 0 ? 0 : cursor.words[relative]!, separator);
  }

  /** Number and offset, as the style wants them. */
  private prefix(numbered: boolean): string {
    const { numbers, offsets } = this.style;
    const { open, close } = this.markup.code;
    let text = '';
    if (numbers) {
      text = numbered ? `${open}${padNumber(this.arithmetic)}${offsets ? '  ' : ': '}${close}` : NO_NUMBER;
    }
    return offsets ? `${text}${open}${hex32Upper(4 * this.cursor.start)}: ${close}` : text;
  }

  /** The values of `def`, `defi` and `defb`. */
  private literals(): string {
    const { cursor, style } = this;
    const { words, literals, literalCount, opcode } = cursor;
    const { code, literal } = this.markup;
    const comma = `${code.open}, ${code.close}${literal.open}`;
    let text = '';
    for (let at = literals; at < literals + literalCount; at++) {
      const word = words[at]!;
      text += comma;
      if (opcode === SM1_OPCODES.defi.code) text += word | 0;
      else if (opcode === SM1_OPCODES.defb.code) text += word === 0 ? 'false' : 'true';
      else text += style.hex ? hex32(word) : formatG9(word);
      text += literal.close;
    }
    return text;
  }

  private countSlots(coissued: boolean): void {
    const { opcode, predicate } = this.cursor;
    const known = opcode < TABLE_SIZE;
    let slots = known ? this.slots[opcode]! : 0;
    if (predicate >= 0) slots++;
    if (this.atMostOne && slots > 1) slots = 1;
    // A co-issued pair counts as its second instruction.
    if (coissued && this.arithmetic > 0) this.arithmetic--;
    this.arithmetic += slots;
    if (known) this.texture += TEXTURE_SLOTS[opcode]!;
  }

  private slotLine(): string {
    const { arithmetic, texture } = this;
    const total = arithmetic + texture;
    const split = texture > 0 ? ` (${texture} texture, ${arithmetic} arithmetic)` : '';
    return `// approximately ${total} instruction slot${total === 1 ? '' : 's'} used${split}\n`;
  }
}

/** Numbers in their width, made when they are first needed. */
const PADDED: string[] = [];

/** `%4d` */
function padNumber(number: number): string {
  if (number >= 1000) return `${number}`;
  while (PADDED.length <= number) PADDED.push(`${PADDED.length}`.padStart(NUMBER_WIDTH));
  return PADDED[number]!;
}
