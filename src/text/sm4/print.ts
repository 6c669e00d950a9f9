/**
 * The listing of a shader model 4.0 to 5.1 program: the version line, declarations and instructions, byte for byte as
 * `D3DDisassemble` prints them (every spelling here: oracle).
 *
 * Not for: the `//` sections around it, which come from the other chunks of the container (dxbc/).
 */

import { bytesOf, stringAt } from '../../base/words.ts';
import { COMPONENTS, maskText, swizzleText } from '../../isa/components.ts';
import { Sm4Cursor, Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import {
  COMMENT_MARK,
  NON_UNIFORM,
  PRECISE,
  SAMPLE_COUNT_SUFFIXES,
  SIZE_SUFFIXES,
  SM4_MIN_PRECISIONS,
  Sm4CustomDataClass,
  SUFFIXES,
  SYNC_SUFFIXES,
  sm4DimensionName,
  sm4ReturnTypeNames,
  UNKNOWN_FUNCTION,
  UNKNOWN_OPCODE,
  UNKNOWN_TYPE,
  UNREADABLE_DATA,
} from '../../isa/sm4/names.ts';
import { SM4_OPCODES, type Sm4Opcode, type Sm4OpcodeRow } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES, type Sm4IndexStyle } from '../../isa/sm4/operands.ts';
import { type Sm4Program, sm4ProfileOf, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { sm4CustomDataClass } from '../../isa/sm4/scan.ts';
import { readSm4Message } from '../../isa/sm4/shader-message.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOpcodeToken,
  Sm4ExtendedOperandToken,
  Sm4InstructionControls,
  Sm4OperandModifier,
  Sm4OperandToken,
  Sm4SelectionMode,
  Sm4SyncControls,
} from '../../isa/sm4/tokens.ts';
import { Indentation } from '../indentation.ts';
import type { Markup } from '../markup.ts';
import { formatDouble, formatF, hex32 } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import { PackedTexts } from '../packed-texts.ts';
import { TextWriter } from '../writer.ts';
import { type DeclarationWriter, printDeclaration } from './declarations.ts';

/**
 * The version line and one line an instruction, each ended by a line feed.
 *
 * @returns Latin-1 text: one character a byte
 */
export function printSm4(program: Sm4Program, style: ListingStyle): string {
  return new Sm4Printer(program, style).print();
}

/**
 * A function that gives the line of one instruction after the other, in any order: without indentation and line feed; data
 * blocks may have several lines.
 */
export function sm4Lines(program: Sm4Program, style: ListingStyle): (position: number) => string {
  const printer = new Sm4Printer(program, style);
  return (position) => printer.line(position);
}

/** Words of an instruction, and the characters of its line that stand for them. */
export interface Sm4Place {
  /** DWORD index of the first word; {@link end} is exclusive. */
  readonly at: number;
  readonly end: number;
  /** Offset of the first character in the line, and their number. */
  readonly column: number;
  readonly length: number;
}

/** One line of a listing, without indentation and line feed. */
export interface Sm4Line {
  readonly text: string;
  /** The instruction as a whole first, then its operands in their order; what is read of an instruction without end has none. */
  readonly places: readonly Sm4Place[];
}

/** The line of instruction `position`, and where its operands stand in it; of a data block the first line. */
export function printSm4Line(program: Sm4Program, position: number, style: ListingStyle): Sm4Line {
  return new Sm4Printer(program, style, LINE_LENGTH).placed(position);
}

/** What follows a register: the mask, swizzle or component of its token. */
function selectionText(token: number): string {
  const count = Sm4OperandToken.componentCount.get(token);
  if (count === Sm4ComponentCount.none || count === Sm4ComponentCount.one) return '';
  if (count === Sm4ComponentCount.n) return '.';
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.mask) return `.${maskText(Sm4OperandToken.mask.get(token))}`;
  if (mode === Sm4SelectionMode.selectOne) return `.${COMPONENTS[Sm4OperandToken.select.get(token)]}`;
  if (mode !== Sm4SelectionMode.swizzle) return '';
  return `.${swizzleText(Sm4OperandToken.swizzle.get(token))}`;
}

const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;
const INDEXABLE_TEMP = SM4_OPERAND_TYPES.indexableTemp.code;
/** What a listing writes for an operand type that does not exist (ours: Microsoft's disassembler gives up). */
const unknownType = (type: number) => `${UNKNOWN_TYPE}${type}_`;
const PREFIXES = Array.from({ length: 256 }, (_, type) => SM4_OPERAND_TYPE_BY_CODE[type]?.prefix ?? unknownType(type));
const RANGE_PREFIXES = Array.from(
  { length: 256 },
  (_, type) => SM4_OPERAND_TYPE_BY_CODE[type]?.rangePrefix ?? PREFIXES[type]!,
);
const INDEX_STYLES = Array.from({ length: 256 }, (_, type) => SM4_OPERAND_TYPE_BY_CODE[type]?.indices ?? 'array');

/** Bits of an extended operand token that add notes behind the register. */
const ANNOTATION_BITS = Sm4ExtendedOperandToken.nonUniform.set(Sm4ExtendedOperandToken.minPrecision.set(0, 7), 1);

/** Integers up to this far from zero print in decimal, others as hexadecimal words. */
const LARGEST_DECIMAL = 10_000;
/** Rows of an immediate constant buffer after the first stand under it. */
const ROW_INDENT = ' '.repeat(30);
/** Characters that an instruction takes in most listings, for each of its DWORDs. */
const CHARACTERS_PER_WORD = 8;
/** About how long a line gets. */
const LINE_LENGTH = 256;

/** Regular operands, the first ones and those that follow a comma; the texts depend on nothing else. */
interface RegisterCaches {
  readonly first: PackedTexts;
  readonly later: PackedTexts;
}
const registerCaches = (): RegisterCaches => ({ first: new PackedTexts(11, 24), later: new PackedTexts(12, 24) });
const REGISTERS = registerCaches();
const RANGE_REGISTERS = registerCaches();

/** What stands in front of operands, by opcode tokens; the texts depend on the markup. */
const HEADS = new WeakMap<Markup, PackedTexts>();

function mnemonicsOf(markup: Markup): PackedTexts {
  let heads = HEADS.get(markup);
  if (heads === undefined) {
    heads = new PackedTexts(10, 64);
    HEADS.set(markup, heads);
  }
  return heads;
}

/** Writes one program. */
class Sm4Printer implements DeclarationWriter {
  readonly cursor: Sm4Cursor;
  readonly out: TextWriter;
  readonly rangeIds: boolean;
  readonly #program: Sm4Program;
  readonly #style: ListingStyle;
  readonly #prefixes: readonly string[];
  readonly #heads: PackedTexts;
  readonly #registers: RegisterCaches;
  readonly #indentation = new Indentation();
  #number = 0;
  /** Collects where operands stand, when somebody asks for it. */
  #places: Sm4Place[] | undefined;

  /** @param expected about how many characters will come */
  constructor(program: Sm4Program, style: ListingStyle, expected = CHARACTERS_PER_WORD * program.words.length) {
    this.cursor = new Sm4Cursor(program);
    this.out = new TextWriter(expected);
    this.rangeIds = sm4UsesRangeIds(program);
    this.#program = program;
    this.#style = style;
    this.#prefixes = this.rangeIds ? RANGE_PREFIXES : PREFIXES;
    this.#registers = this.rangeIds ? RANGE_REGISTERS : REGISTERS;
    this.#heads = mnemonicsOf(style.markup);
  }

  print(): string {
    const { cursor, out } = this;
    const { count } = this.#program;
    const { numbers, offsets, markup } = this.#style;
    const prefixed = numbers || offsets || markup.html;
    if (prefixed) this.#linePrefix(0, false);
    out.text(`${sm4ProfileOf(this.#program)}\n`);
    for (let i = 0; i < count; i++) {
      cursor.goto(i);
      const { row } = cursor;
      const block = row?.block;
      if (block !== undefined && block !== 'open') this.#indentation.close();
      if (prefixed) this.#linePrefix(4 * cursor.start, isExecutable(row, cursor.token));
      out.text(this.#indentation.line());
      this.#line(row);
      out.text('\n');
      if (block !== undefined && block !== 'close') this.#indentation.open();
    }
    return out.finish();
  }

  /** The line of instruction `position`. */
  line(position: number): string {
    this.cursor.goto(position);
    this.#line(this.cursor.row);
    return this.out.take();
  }

  /** One line alone, with its places. */
  placed(position: number): Sm4Line {
    const { cursor, out } = this;
    cursor.goto(position);
    const { row, start, end } = cursor;
    const operands: Sm4Place[] = [];
    if (row?.kind === 'declaration') {
      this.#places = operands;
      this.#declaration(row);
    } else if (row === undefined || row.kind === 'custom') {
      this.#line(row);
    } else {
      this.#head(row);
      const { operandCount, operands: slots } = cursor;
      for (let i = 0; i < operandCount; i++) {
        if (i > 0) out.text(', ');
        const column = out.length;
        const target = row.operands[i]!.precisionOfDestination ? slots[0]! : slots[i]!;
        this.#modified(slots[i]!, row.literals, target.extension);
        const behind = i + 1 < operandCount ? slots[i + 1]!.at : end;
        operands.push({ at: slots[i]!.at, end: behind, column, length: out.length - column });
      }
      this.#call(row);
    }
    const [text] = out.finish().split('\n') as [string];
    return { text, places: [{ at: start, end, column: 0, length: text.trimEnd().length }, ...operands] };
  }

  /** Instruction number and byte offset, as the flags ask for them. */
  #linePrefix(offset: number, executable: boolean): void {
    const { numbers, offsets, markup } = this.#style;
    const { open, close } = markup.code;
    let text = '';
    const number = this.#number;
    if (executable) {
      this.#number++;
      if (markup.html) text = `<!-- id=${number} -->`;
    }
    if (numbers) {
      text += executable ? `${open}${String(number).padStart(4)}${offsets ? '  ' : ': '}${close}` : '      ';
    }
    if (offsets) text += `${open}0x${offset.toString(16).toUpperCase().padStart(8, '0')}: ${close}`;
    this.out.text(text);
  }

  #line(row: Sm4Opcode | undefined): void {
    if (row === undefined) this.#unknown();
    else if (row.kind === 'declaration') this.#declaration(row);
    else if (row.kind === 'custom') this.#customData();
    else this.#instruction(row);
  }

  /** Ours, since Microsoft's disassembler hangs on these: the words, so that nothing is lost. */
  #unknown(): void {
    const { start, end, code } = this.cursor;
    this.keyword(`${UNKNOWN_OPCODE}${code}`);
    for (let at = start; at < end; at++) this.out.text(`${at === start ? ' ' : ', '}${hex32(this.cursor.word(at))}`);
  }

  #declaration(row: Sm4Opcode): void {
    const { cursor } = this;
    if (cursor.body === cursor.start + 1) {
      this.keyword(row.mnemonic);
    } else {
      this.keyword(row.mnemonic + extensionNames(cursor));
      this.out.text(extensionValues(cursor));
    }
    printDeclaration(this, cursor);
  }

  #instruction(row: Sm4Opcode): void {
    const { cursor, out } = this;
    this.#head(row);
    const { operandCount, operands } = cursor;
    const target = operandCount > 0 ? operands[0]!.extension : 0;
    for (let i = 0; i < operandCount; i++) {
      const slot = operands[i]!;
      if (slot.isRegular && ((slot.extension | target) & ANNOTATION_BITS) === 0) {
        this.#register(slot, i > 0);
        continue;
      }
      if (i > 0) out.text(', ');
      this.#modified(slot, row.literals, row.operands[i]!.precisionOfDestination ? target : slot.extension);
    }
    this.#call(row);
  }

  /** The number of the body that an interface call takes. */
  #call(row: Sm4Opcode): void {
    if (row.code === SM4_OPCODES.fcall.code) this.out.text(`[${this.cursor.word(this.cursor.body)}]`);
  }

  /** Mnemonic and suffixes, with the space that follows them. */
  #head(row: Sm4Opcode): void {
    const { token, sampleControls, resourceDimension, resourceReturnType } = this.cursor;
    const heads = this.#heads;
    const place = heads.find(token, sampleControls, resourceDimension, resourceReturnType);
    if (place >= 0) {
      this.out.cached(heads, place);
      return;
    }
    const from = this.out.length;
    this.out.text(this.#buildMnemonic(row));
    this.out.keep(heads, from, token, sampleControls, resourceDimension, resourceReturnType);
  }

  #buildMnemonic(row: Sm4Opcode): string {
    const { keyword, literal } = this.#style.markup;
    const token = row.kind === 'marker' ? 0 : this.cursor.token;
    const { open, close } = keyword;
    let text = open + (row.kind === 'reserved' ? '' : row.mnemonic);
    text += extensionNames(this.cursor);
    if (Sm4InstructionControls.saturate.test(token)) text += SUFFIXES.saturate;
    text += close;
    const precise = Sm4InstructionControls.precise.get(token);
    if (precise !== 0) {
      const components = precise === 15 ? '' : `(${literal.open}${maskText(precise)}${literal.close})`;
      text += ` [${open}${PRECISE}${close}${components}]${open}${close}`;
    }
    text += extensionValues(this.cursor);
    if (row.code === SM4_OPCODES.resinfo.code) text += SIZE_SUFFIXES[Sm4InstructionControls.returnType.get(token)];
    if (row.code === SM4_OPCODES.sampleinfo.code)
      text += SAMPLE_COUNT_SUFFIXES[Sm4InstructionControls.returnType.get(token)];
    if (row.code === SM4_OPCODES.sync.code) return text + open + syncText(token) + close;
    if (row.controls === 'test')
      return `${text}${open}${Sm4InstructionControls.testNonZero.test(token) ? SUFFIXES.nonZero : SUFFIXES.zero} ${close}`;
    return `${text} `;
  }

  declared(literals: Sm4OpcodeRow['literals']): void {
    const { cursor, out } = this;
    const slot = cursor.operands[0]!;
    const column = out.length;
    if (slot.isRegular && (slot.extension & ANNOTATION_BITS) === 0) this.#register(slot, false);
    else this.#modified(slot, literals, slot.extension);
    this.#places?.push({ at: slot.at, end: cursor.payload, column, length: out.length - column });
  }

  /**
   * Register or literal with modifiers, precision and non-uniform mark.
   *
   * @param target extended operand token of the operand that decides at which precision this one is used
   */
  #modified(slot: Sm4OperandSlot, literals: Sm4OpcodeRow['literals'], target: number): void {
    const { out } = this;
    const { extension } = slot;
    const modifier = Sm4ExtendedOperandToken.modifier.get(extension);
    const absolute = modifier === Sm4OperandModifier.absolute || modifier === Sm4OperandModifier.absoluteNegate;
    if (modifier === Sm4OperandModifier.negate || modifier === Sm4OperandModifier.absoluteNegate) out.text('-');
    if (absolute) out.text('|');
    this.#bare(slot, literals);
    const own = Sm4ExtendedOperandToken.minPrecision.get(extension);
    const wanted = Sm4ExtendedOperandToken.minPrecision.get(target);
    if (own !== wanted) this.#note(`{${SM4_MIN_PRECISIONS[own]} as ${SM4_MIN_PRECISIONS[wanted]}}`);
    else if (own !== 0) this.#note(`{${SM4_MIN_PRECISIONS[own]}}`);
    if (Sm4ExtendedOperandToken.nonUniform.test(extension)) this.#note(`{ ${NON_UNIFORM} }`);
    if (absolute) out.text('|');
  }

  #note(text: string): void {
    const { open, close } = this.#style.markup.comment;
    this.out.text(`${open} ${text}${close}`);
  }

  /** Register with indices and selection, or literal; no modifiers. */
  #bare(slot: Sm4OperandSlot, literals: Sm4OpcodeRow['literals']): void {
    const { out } = this;
    const { type } = slot;
    if (type === IMMEDIATE32) this.#literal32(slot, literals);
    else if (type === IMMEDIATE64) this.#literal64(slot);
    else {
      out.text(this.#prefixes[type]!);
      this.#indices(slot, INDEX_STYLES[type]!);
      out.text(selectionText(slot.token));
    }
  }

  /** A regular operand without annotations: most operands are one of a few hundred such. */
  #register(slot: Sm4OperandSlot, separated: boolean): void {
    const { out } = this;
    const { token, index0, index1, extension } = slot;
    const cache = separated ? this.#registers.later : this.#registers.first;
    const place = cache.find(token, index0, index1, extension);
    if (place >= 0) {
      out.cached(cache, place);
      return;
    }
    const from = out.length;
    if (separated) out.text(', ');
    this.#modified(slot, undefined, extension);
    out.keep(cache, from, token, index0, index1, extension);
  }

  #indices(slot: Sm4OperandSlot, style: Sm4IndexStyle): void {
    const { out } = this;
    const { indexCount } = slot;
    for (let i = 0; i < indexCount; i++) {
      const relative = slot.isRelative(i);
      const bracketed =
        relative ||
        (style === 'array' && i > 0) ||
        (style === 'input' && indexCount > 1) ||
        (style === 'this' && (i > 0 || indexCount === 1));
      if (bracketed) out.text('[');
      if (relative) {
        this.#indexRegister(slot.relative[i]!);
        out.text(' + ');
      }
      out.decimal(slot.index(i));
      if (bracketed) out.text(']');
    }
  }

  /** The register part of an index: only its immediate indices print, and always with one component. */
  #indexRegister(slot: Sm4OperandSlot): void {
    const { out } = this;
    const { type, indexCount, token } = slot;
    const first = indexCount > 0 ? slot.index0 : 0;
    out.text(this.#prefixes[type]!);
    if (indexCount !== 2) out.decimal(first);
    else if (type === INDEXABLE_TEMP) out.text(`${first}[${slot.index1}]`);
    else out.text(`_${slot.index1}_${first}`);
    const one = Sm4OperandToken.selection.get(token) === Sm4SelectionMode.selectOne;
    out.text(one ? SELECT_ONE[Sm4OperandToken.select.get(token)]! : '.x');
    const precision = Sm4ExtendedOperandToken.minPrecision.get(slot.extension);
    if (precision !== 0) this.#note(`{${SM4_MIN_PRECISIONS[precision]}}`);
  }

  #literal32(slot: Sm4OperandSlot, literals: Sm4OpcodeRow['literals']): void {
    const { cursor, out } = this;
    const { literal, literalCount } = slot;
    const { open, close } = this.#style.markup.literal;
    const count = literalCount === 1 ? 1 : 4;
    const separator = literals === 'untyped' ? ',' : ', ';
    out.text(`l${open}(`);
    for (let i = 0; i < count; i++) {
      if (i > 0) out.text(separator);
      // A literal of no components prints four zeros.
      const word = i < literalCount ? cursor.word(literal + i) : 0;
      this.#literalWord(word | 0, this.#style.hex ? 'hex' : (literals ?? 'untyped'));
    }
    out.text(`)${close}`);
  }

  #literalWord(word: number, form: keyof typeof LITERAL_FORMS): void {
    const { out } = this;
    const { code, text } = LITERAL_FORMS[form];
    const place = LITERAL_WORDS.find(word, code, 0, 0);
    if (place >= 0) {
      out.cached(LITERAL_WORDS, place);
      return;
    }
    const from = out.length;
    out.text(text(word));
    out.keep(LITERAL_WORDS, from, word, code, 0, 0);
  }

  #literal64(slot: Sm4OperandSlot): void {
    const { cursor, out } = this;
    const { literal, literalCount } = slot;
    const { open, close } = this.#style.markup.literal;
    const word = (i: number) => (i < literalCount ? cursor.word(literal + i) : 0);
    let text: string;
    if (this.#style.hex) {
      text = hex32(word(0));
      if (literalCount !== 1) text += `, ${hex32(word(1))}, ${hex32(word(2))}, ${hex32(word(3))}`;
    } else if (literalCount === 1) {
      text = formatF(word(0));
    } else {
      text = `${formatDouble(word(0), word(1))}l, ${formatDouble(word(2), word(3))}l`;
    }
    out.text(`d${open}(${text})${close}`);
  }

  #customData(): void {
    const { cursor, out } = this;
    const { keyword, comment, html } = this.#style.markup;
    const dataClass = sm4CustomDataClass(cursor.token);
    // Microsoft's HTML has an empty mnemonic here.
    if (html) out.text(keyword.open + keyword.close);
    if (dataClass === Sm4CustomDataClass.comment) {
      out.text(`${comment.open}${COMMENT_MARK}${this.#commentText()}${comment.close}`);
    } else if (dataClass === Sm4CustomDataClass.immediateConstantBuffer) {
      this.#immediateConstantBuffer();
    } else if (dataClass !== Sm4CustomDataClass.shaderMessage || !this.#shaderMessage()) {
      out.text(UNREADABLE_DATA);
    }
  }

  /** A debug message as the call that it comes from; false when it cannot be read. */
  #shaderMessage(): boolean {
    const { cursor, out } = this;
    const { open, close } = this.#style.markup.literal;
    const message = readSm4Message(cursor);
    if (message === undefined) return false;
    const operands: Sm4OperandSlot[] = [];
    for (let at = message.operands; at < message.operandsEnd; ) {
      const slot = new Sm4OperandSlot();
      at = cursor.readOperand(slot, at);
      operands.push(slot);
    }
    if (operands.length > message.operandCount) return false;
    this.keyword(`${message.function ?? UNKNOWN_FUNCTION} `);
    out.text(`${open}"${message.isPrintf ? escaped(message.format) : message.format}"${close}`);
    for (const slot of operands) {
      out.text(', ');
      this.#modified(slot, 'untyped', slot.extension);
    }
    return true;
  }

  #immediateConstantBuffer(): void {
    const { cursor, out } = this;
    const first = cursor.start + 2;
    const rows = Math.max(0, cursor.end - first) >>> 2;
    this.keyword('dcl_immediateConstantBuffer');
    out.text(' { ');
    for (let row = 0; row < rows; row++) {
      out.text(row > 0 ? `,\n${ROW_INDENT}{ ` : '{ ');
      for (let i = 0; i < 4; i++) {
        const word = cursor.word(first + 4 * row + i);
        if (i > 0) out.text(', ');
        out.text(this.#style.hex ? hex32(word) : untypedText(word));
      }
      out.text('}');
    }
    out.text(' }');
  }

  /** The bytes up to the first NUL; the last byte of the block is never shown (source: oracle). */
  #commentText(): string {
    const { start, end } = this.cursor;
    const bytes = bytesOf(this.#program.words.subarray(start + 2, end));
    return stringAt(bytes, 0, bytes.byteLength - 1);
  }

  keyword(text: string): void {
    const { open, close } = this.#style.markup.keyword;
    this.out.text(open + text + close);
  }
}

const SELECT_ONE = [...COMPONENTS].map((component) => `.${component}`);

/** Whether a line has an instruction number. */
function isExecutable(row: Sm4Opcode | undefined, token: number): boolean {
  if (row === undefined) return true;
  if (row.kind === 'custom') return sm4CustomDataClass(token) === Sm4CustomDataClass.shaderMessage;
  return row.kind === 'instruction' || row.kind === 'reserved';
}

/** How a listing writes characters of a message that would not show. */
export const MESSAGE_ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\\': '\\\\',
};

/** A format string on one line; bytes that do not print become dots. */
function escaped(format: string): string {
  let text = '';
  for (const character of format)
    text += MESSAGE_ESCAPES[character] ?? (character >= ' ' && character <= '\x7f' ? character : '.');
  return text;
}

function intText(word: number): string {
  const value = word | 0;
  return value >= -LARGEST_DECIMAL && value <= LARGEST_DECIMAL ? String(value) : hex32(word);
}

const EXPONENT = 0x7f80_0000;

/** A literal whose type is not known: small integers, ordinary floats, anything else as its word. */
function untypedText(word: number): string {
  const value = word | 0;
  if (value >= -LARGEST_DECIMAL && value <= LARGEST_DECIMAL) return String(value);
  if (word >>> 0 === 0x8000_0000) return '-0.000000';
  const exponent = word & EXPONENT;
  return exponent === 0 || exponent === EXPONENT ? hex32(word) : formatF(word);
}

/** The ways in which a word of a literal prints; what it looks like in each is kept, since shaders repeat their numbers. */
const LITERAL_FORMS = {
  float: { code: 0, text: formatF },
  int: { code: 1, text: intText },
  untyped: { code: 2, text: untypedText },
  hex: { code: 3, text: hex32 },
} as const;
const LITERAL_WORDS = new PackedTexts(11, 24);

/** The suffixes of a mnemonic that stand for extended opcode tokens. */
function extensionNames({ sampleControls, resourceDimension, resourceReturnType }: Sm4Cursor): string {
  const offsets = sampleControls === 0 ? '' : SUFFIXES.offsets;
  return resourceDimension === 0 && resourceReturnType === 0 ? offsets : offsets + SUFFIXES.indexable;
}

/** What the extended opcode tokens say, each in parentheses. */
function extensionValues({ sampleControls, resourceDimension, resourceReturnType }: Sm4Cursor): string {
  let text = sampleControls === 0 ? '' : offsetsText(sampleControls);
  if (resourceDimension !== 0) text += dimensionText(resourceDimension);
  if (resourceReturnType !== 0) {
    text += `(${sm4ReturnTypeNames(Sm4ExtendedOpcodeToken.returnTypes.get(resourceReturnType))})`;
  }
  return text;
}

/** The texel offsets of an extended opcode token, each a signed number of four bits. */
function offsetsText(token: number): string {
  const signed = (nibble: number) => (nibble << 28) >> 28;
  const u = signed(Sm4ExtendedOpcodeToken.offsetU.get(token));
  const v = signed(Sm4ExtendedOpcodeToken.offsetV.get(token));
  const w = signed(Sm4ExtendedOpcodeToken.offsetW.get(token));
  return `(${u},${v},${w})`;
}

function dimensionText(token: number): string {
  const name = sm4DimensionName(Sm4ExtendedOpcodeToken.dimension.get(token));
  const stride = Sm4ExtendedOpcodeToken.stride.get(token);
  return stride === 0 ? `(${name})` : `(${name}, stride=${stride})`;
}

function syncText(token: number): string {
  let text = '';
  if (Sm4SyncControls.uavGlobal.test(token)) text += SYNC_SUFFIXES.uavGlobal;
  else if (Sm4SyncControls.uavGroup.test(token)) text += SYNC_SUFFIXES.uavGroup;
  if (Sm4SyncControls.sharedMemory.test(token)) text += SYNC_SUFFIXES.sharedMemory;
  if (Sm4SyncControls.threadsInGroup.test(token)) text += SYNC_SUFFIXES.threadsInGroup;
  return text;
}
