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
import { SM1_OPCODES, SM1_UNKNOWN_MNEMONIC, type Sm1OpcodeRow, Sm1Version, sm1OpcodeRow } from '../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../isa/sm1/program.ts';
import {
  SM1_COMPARISONS,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_TEXTURE_TYPES,
  SM1_UNKNOWN_DCL,
  SM1_USAGES,
} from '../isa/sm1/registers.ts';
import { Sm1InstructionToken, Sm1PlainDclToken, Sm1SamplerToken, Sm1UsageToken } from '../isa/sm1/tokens.ts';
import type { Markup } from './markup.ts';
import { formatG9, hex32, hex32Upper } from './numbers.ts';
import type { ListingStyle } from './options.ts';
import { printPreshader } from './preshader.ts';
import { hasDebugInformation, printConstantTable } from './sm1-header.ts';
import { type Sm1OperandTexts, sm1OperandTexts } from './sm1-operands.ts';

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
/** Result modifiers and shift stand together in the destination token; their texts by those eight bits. */
const RESULT_BITS_LOW = 20;
const RESULT_TEXTS = Array.from({ length: 256 }, (_, bits) => {
  let text = SM1_RESULT_SHIFTS[bits >> 4]!;
  for (const { bit, suffix } of SM1_RESULT_MODIFIERS) if (bits & bit) text += suffix;
  return text;
});

/** Flags of an opcode, as the printer asks for them. */
const OPENS = 1;
const CLOSES = 2;
const NUMBERED = 4;
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
    (row.controls || row.code === SM1_OPCODES.dcl.code ? CONTROLLED : 0);
}

/** Indentation of one level of nesting. */
const LEVEL = '  ';
const INDENTS = Array.from({ length: 64 }, (_, depth) => LEVEL.repeat(depth));
/** What all deep indentation of one listing may add up to, in characters: no input needs more than a fraction. */
const MAX_INDENTATION = 2 ** 25;
/** What stands in front of the mnemonic in every line, and for a co-issued one. */
const MARGIN = '    ';
const COISSUED_MARGIN = '  + ';
const NO_NUMBER = '      ';

class Sm1Printer {
  private readonly program: Sm1Program;
  private readonly style: ListingStyle;
  private readonly markup: Markup;
  private readonly cursor: Sm1Cursor;
  private readonly texts: Sm1OperandTexts;
  /** Mnemonics of this version, by opcode. */
  private readonly mnemonics: readonly string[];
  private readonly slots: Uint8Array;
  /** Pixel shaders before 2_0 count no instruction more than once. */
  private readonly atMostOne: boolean;
  private readonly hasTexldControls: boolean;
  private readonly coissuedMargin: string;
  private depth = 0;
  private indentation = 0;
  private arithmetic = 0;
  private texture = 0;

  constructor(program: Sm1Program, style: ListingStyle) {
    const version = (program.words[0] ?? 0) & 0xffff;
    const pixel = program.stage !== 'vs';
    this.program = program;
    this.style = style;
    this.markup = style.markup;
    this.cursor = new Sm1Cursor(program.words);
    this.texts = sm1OperandTexts({ pixel, major: program.major }, style.markup);
    this.coissuedMargin = style.markup.code.open + COISSUED_MARGIN + style.markup.code.close;
    this.hasTexldControls = version >= Sm1Version.v1_4;
    this.mnemonics = this.hasTexldControls ? NEW_MNEMONICS : OLD_MNEMONICS;
    this.slots = !pixel && version === Sm1Version.v1_1 ? SLOTS_VS11 : SLOTS;
    this.atMostOne = pixel && program.major < 2;
  }

  print(diagnostics: Diagnostics): string {
    const { comment, keyword, html } = this.markup;
    const { program, style } = this;
    const { words } = program;
    let text = style.header ? printPreshader(words, style, diagnostics) : '';
    text +=
      comment.open + (style.header ? printConstantTable(words, 0, words.length, diagnostics) : '') + comment.close;
    // Microsoft's HTML sets the whole body in the colour of mnemonics and the operands in theirs, nested.
    text += `${html ? keyword.open : ''}${MARGIN}${html ? '' : keyword.open}${sm1Profile(program.words[0] ?? 0)}`;
    text += `${html ? '' : keyword.close}\n${this.body()}\n${html ? keyword.close : ''}`;
    return `${text}${comment.open}${this.slotLine()}${comment.close}`;
  }

  private body(): string {
    const { program, cursor } = this;
    const { starts, count } = program;
    const { comment, html } = this.markup;
    // Where debug information would stand; it is not read, so a program that has any prints as without (0x10).
    const debug = html && this.style.debug && !hasDebugInformation(program.words);
    const lineEnd = debug ? `${comment.open}${comment.close}\n` : '\n';
    let text = '';
    for (let i = 0; i < count; i++) {
      cursor.moveTo(starts[i]!);
      if (!cursor.isComment) text += this.instruction() + lineEnd;
      else if (cursor.commentTag === Sm1CommentTag.text) text += this.textComment();
    }
    return text;
  }

  private textComment(): string {
    const { words, literals, end } = this.cursor;
    const { open, close } = this.markup.comment;
    const line = stringAt(bytesOf(words.subarray(literals + 1, end)), 0);
    return `${open}${this.margin(MARGIN)}// ${line}\n${close}`;
  }

  private instruction(): string {
    const { cursor, texts } = this;
    const { opcode, words, end } = cursor;
    const known = opcode < TABLE_SIZE;
    const flags = known ? FLAGS[opcode]! : NUMBERED;
    const coissued = cursor.coissued;
    let text = this.prefix((flags & NUMBERED) !== 0 && !coissued);
    if (flags & CLOSES && this.depth > 0) this.depth--;
    text += this.margin(coissued ? this.coissuedMargin : MARGIN);
    if (flags & OPENS) this.depth++;

    const { destination, predicate } = cursor;
    if (predicate >= 0) text += texts.predicate(words[predicate]!);
    const result = destination >= 0 ? (words[destination]! >>> RESULT_BITS_LOW) & 0xff : 0;
    text += this.head(opcode, flags, result);
    if (destination >= 0) {
      const relative = cursor.destinationRelative;
      const token = words[destination]!;
      text += ' ';
      text += this.isRelative(token)
        ? texts.destinationRelative(token, relative < 0 ? 0 : words[relative]!)
        : texts.destination(token);
    }
    if (cursor.literals >= 0) text += this.literals();
    let first = destination < 0;
    for (let at = cursor.sources; at < end; at = cursor.after(at)) {
      const token = words[at]!;
      if (this.isRelative(token)) {
        const relative = cursor.relativeAt(at);
        text += texts.sourceRelative(token, relative < 0 ? 0 : words[relative]!, first ? ' ' : ', ');
      } else text += first ? texts.firstSource(token) : texts.source(token);
      first = false;
    }
    this.countSlots(known, coissued);
    return text;
  }

  private isRelative(token: number): boolean {
    return (token & 0x2000) !== 0;
  }

  /** Number and offset, as the style wants them. */
  private prefix(numbered: boolean): string {
    const { numbers, offsets } = this.style;
    if (!numbers && !offsets) return '';
    const { open, close } = this.markup.code;
    let text = '';
    if (numbers) {
      const number = numbered ? `${this.arithmetic}`.padStart(4) : '';
      text = numbered ? `${open}${number}${offsets ? '  ' : ': '}${close}` : NO_NUMBER;
    }
    return offsets ? `${text}${open}${hex32Upper(4 * this.cursor.start)}: ${close}` : text;
  }

  /** The indentation of the line, then `margin`. */
  private margin(margin: string): string {
    const { depth } = this;
    if (depth === 0) return margin;
    this.indentation += depth;
    if (this.indentation * LEVEL.length > MAX_INDENTATION) return margin;
    return (INDENTS[depth] ?? LEVEL.repeat(depth)) + margin;
  }

  /** Mnemonic, controls and result modifiers. */
  private head(opcode: number, flags: number, result: number): string {
    const { open, close } = this.markup.html ? NO_MARK : this.markup.keyword;
    const mnemonic = this.mnemonics[opcode] ?? unlistedMnemonic(opcode);
    const suffix = RESULT_TEXTS[result]!;
    if (flags & CONTROLLED) return open + mnemonic + this.controls(opcode) + suffix + close;
    return open + mnemonic + suffix + close;
  }

  private controls(opcode: number): string {
    const { cursor } = this;
    if (opcode === SM1_OPCODES.dcl.code) return this.declaration();
    const controls = Sm1InstructionToken.controls.get(cursor.token);
    if (opcode !== SM1_OPCODES.texld.code) return SM1_COMPARISONS[controls] ?? '';
    return this.hasTexldControls ? (TEXLD_CONTROLS[controls] ?? '') : '';
  }

  /** What a `dcl` declares: `_2d`, `_texcoord3`, or nothing. */
  private declaration(): string {
    const { cursor, program } = this;
    if (cursor.attributes < 0) return '';
    const attributes = cursor.words[cursor.attributes]!;
    // Pixel shaders declare colours, vPos and vFace with an empty DWORD (DCL2, DCL5, DCL6).
    if (program.stage === 'ps' && !Sm1PlainDclToken.reserved.test(attributes)) return '';
    const texture = Sm1SamplerToken.textureType.get(attributes);
    if (texture !== 0) return `_${SM1_TEXTURE_TYPES[texture] ?? SM1_UNKNOWN_DCL}`;
    // Only the low four bits of the usage are looked at (source: oracle).
    const usage = Sm1UsageToken.usage.get(attributes) & 0xf;
    const index = Sm1UsageToken.index.get(attributes);
    return `_${SM1_USAGES[usage] ?? SM1_UNKNOWN_DCL}${index === 0 ? '' : index}`;
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

  private countSlots(known: boolean, coissued: boolean): void {
    const { opcode, predicate } = this.cursor;
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

const NO_MARK = { open: '', close: '' };
/** What the controls of `texld` put behind it from 1_4 on. */
const TEXLD_CONTROLS: readonly string[] = ['', 'p', 'b'];

const NEW_MNEMONICS = mnemonicTable(true);
const OLD_MNEMONICS = mnemonicTable(false);

function mnemonicTable(from14: boolean): string[] {
  return Array.from({ length: TABLE_SIZE }, (_, code) => {
    const row = sm1OpcodeRow(code);
    if (row === undefined) return SM1_UNKNOWN_MNEMONIC;
    return from14 ? row.mnemonic : (row.oldMnemonic ?? row.mnemonic);
  });
}

function unlistedMnemonic(opcode: number): string {
  return opcode === SM1_OPCODES.phase.code ? SM1_OPCODES.phase.mnemonic : SM1_UNKNOWN_MNEMONIC;
}
