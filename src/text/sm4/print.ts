/**
 * The listing of a program of shader models 4 to 5.1: the version line, declarations and instructions, byte for byte as
 * `D3DDisassemble` prints them (every spelling: oracle). This file has the loop over instructions, what begins each
 * line, and mnemonics with their suffixes, such as `sample_l_aoffimmi(1,0,0)(texture2d)`.
 *
 * Not for: operands (operands.ts), declarations and data blocks (declarations.ts); the `//` sections before the
 * program, which come from the other chunks of the container (dxbc/).
 */
import { getOrInsert } from '../../base/collections.ts';
import { maskText } from '../../isa/components.ts';
import { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import {
  EXTRA_WORDS,
  PRECISE,
  SAMPLE_COUNT_SUFFIXES,
  SIZE_SUFFIXES,
  SUFFIXES,
  SYNC_SUFFIXES,
  sm4DimensionName,
  sm4ReturnTypeNames,
  UNKNOWN_OPCODE,
} from '../../isa/sm4/names.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, type Sm4Opcode } from '../../isa/sm4/opcodes.ts';
import { type Sm4Program, sm4HasNumber, sm4ProfileOf, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import {
  Sm4ExtendedOpcodeToken,
  Sm4InstructionControls,
  Sm4OpcodeToken,
  Sm4SyncControls,
} from '../../isa/sm4/tokens.ts';
import type { DebugNotes } from '../debug-notes.ts';
import type { Markup } from '../markup.ts';
import { hex32 } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import { TextCache } from '../text-cache.ts';
import { Indentation, TextWriter } from '../writer.ts';
import {
  type DataBlockWriter,
  type DeclarationWriter,
  payloadLength,
  printDataBlock,
  printDeclaration,
} from './declarations.ts';
import { Sm4OperandWriter } from './operands.ts';

/** The spellings in one markup. */
export class Sm4LineSpellings {
  /** Mnemonics by {@link mnemonicKey}. */
  readonly mnemonics = new TextCache(12, 32);
  /** Mnemonics by their opcode tokens, where there are several, and declarations by all their words. */
  readonly runs = new TextCache(13, 88, 8);

  constructor(private readonly markup: Markup) {}

  /**
   * Returns the mnemonic of the instruction at the cursor, whose row is `row`, with the space after it, and keeps it.
   */
  mnemonic(cursor: Sm4Cursor, row: Sm4Opcode): string {
    const { program, start, token } = cursor;
    const text = this.#spell(cursor, row);
    if (token >= 0) this.mnemonics.add(mnemonicKey(token), 0, text);
    else this.runs.addRun(program.words, start, opcodeTokens(program.words, start, cursor.end), text);
    return text;
  }

  #spell(cursor: Sm4Cursor, row: Sm4Opcode): string {
    const { keyword, literal } = this.markup;
    const token = row.kind === 'marker' ? 0 : cursor.token;
    const { open, close } = keyword;
    let text = open + (row.kind === 'reserved' ? '' : row.mnemonic);
    text += extensionNames(cursor);
    if (Sm4InstructionControls.saturate.test(token)) text += SUFFIXES.saturate;
    text += close;
    const precise = Sm4InstructionControls.precise.get(token);
    if (precise !== 0) {
      const components = precise === 15 ? '' : `(${literal.open}${maskText(precise)}${literal.close})`;
      text += ` [${open}${PRECISE}${close}${components}]${open}${close}`;
    }
    text += extensionValues(cursor);
    if (row.code === SM4_OPCODES.resinfo.code) text += SIZE_SUFFIXES[Sm4InstructionControls.returnType.get(token)];
    if (row.code === SM4_OPCODES.sampleinfo.code)
      text += SAMPLE_COUNT_SUFFIXES[Sm4InstructionControls.returnType.get(token)];
    if (row.code === SM4_OPCODES.sync.code) return text + open + syncText(token) + close;
    if (row.controls === 'test')
      return `${text}${open}${Sm4InstructionControls.testNonZero.test(token) ? SUFFIXES.nonZero : SUFFIXES.zero} ${close}`;
    return `${text} `;
  }
}

const LENGTH_BITS = Sm4OpcodeToken.length.set(0, Sm4OpcodeToken.length.ones);

/** The bits of an opcode token without extended ones that its mnemonic depends on. */
export function mnemonicKey(token: number): number {
  return token & ~LENGTH_BITS;
}

/**
 * How many opcode tokens the instruction from DWORD `start` to `end` begins with: its extended ones continue while bit
 * 31 is set.
 */
export function opcodeTokens(words: Uint32Array, start: number, end: number): number {
  let at = start;
  while ((words[at++]! | 0) < 0 && at < end);
  return at - start;
}

/** By markup, with resources named by register and by range id. */
const spellingsByMarkup = new WeakMap<Markup, readonly [Sm4LineSpellings, Sm4LineSpellings]>();

/** The spellings in `markup`, which are built once. */
export function sm4LineSpellings(markup: Markup, rangeIds: boolean): Sm4LineSpellings {
  const create = () => [new Sm4LineSpellings(markup), new Sm4LineSpellings(markup)] as const;
  const spellings = getOrInsert(spellingsByMarkup, markup, create);
  return spellings[rangeIds ? 1 : 0];
}

/** The suffixes of a mnemonic for its extended opcode tokens. */
export function extensionNames({ sampleControls, resourceDimension, resourceReturnType }: Sm4Cursor): string {
  const offsets = sampleControls === 0 ? '' : SUFFIXES.offsets;
  return resourceDimension === 0 && resourceReturnType === 0 ? offsets : offsets + SUFFIXES.indexable;
}

/** The values of the extended opcode tokens, each in parentheses. */
export function extensionValues({ sampleControls, resourceDimension, resourceReturnType }: Sm4Cursor): string {
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

/** Writes the version line and one line an instruction, each ended by a line feed. */
export function printSm4(out: TextWriter, program: Sm4Program, style: ListingStyle, notes?: DebugNotes): void {
  new Sm4Printer(out, program, style).print(notes);
}

/** The facts that the loop needs about an opcode, in one number: the number of its operands, and these bits. */
const OPERANDS = 15;
/** Its line is a mnemonic and operands. */
const IS_REGULAR = 16;
const IS_DECLARATION = 32;
const CLOSES_BLOCK = 64;
const OPENS_BLOCK = 128;
const OPCODE = Sm4OpcodeToken.opcode.ones;
const FACTS = Uint8Array.from({ length: OPCODE + 1 }, (_, code) => factsOf(SM4_OPCODE_BY_CODE[code]));

function factsOf(row: Sm4Opcode | undefined): number {
  if (row === undefined || row.kind === 'custom') return 0;
  let facts = row.operands.length;
  if (row.kind === 'declaration') facts |= IS_DECLARATION;
  // An interface call has a number before its operand.
  else if (row.code !== SM4_OPCODES.fcall.code) facts |= IS_REGULAR;
  if (row.block !== undefined && row.block !== 'open') facts |= CLOSES_BLOCK;
  if (row.block !== undefined && row.block !== 'close') facts |= OPENS_BLOCK;
  return facts;
}

const LINE_FEED = 0x0a;

/**
 * Writes one program. The loop reads opcode and operand tokens from the words of the program and copies the strings
 * that are cached for them. The cursor decodes an instruction only if something is not cached yet, or needs the slow
 * path.
 */
export class Sm4Printer implements DeclarationWriter, DataBlockWriter {
  readonly cursor: Sm4Cursor;
  readonly rangeIds: boolean;
  readonly operands: Sm4OperandWriter;
  readonly #spellings: Sm4LineSpellings;
  readonly #isExact: boolean;
  readonly #indentation = new Indentation();
  #number = 0;

  constructor(
    readonly out: TextWriter,
    private readonly program: Sm4Program,
    readonly style: ListingStyle,
  ) {
    this.cursor = new Sm4Cursor(program);
    this.rangeIds = sm4UsesRangeIds(program);
    this.operands = new Sm4OperandWriter(this.cursor, this.out, style, this.rangeIds);
    this.#isExact = style.literals === 'exact';
    this.#spellings = sm4LineSpellings(style.markup, this.rangeIds);
  }

  print(notes?: DebugNotes): void {
    const { out } = this;
    const indentation = this.#indentation;
    const { count, starts, words } = this.program;
    const { numbers, offsets, markup } = this.style;
    // The result of an operator: the engine converts a boolean that it loads each time.
    const isPrefixed = !(!numbers && !offsets && !markup.html);
    notes?.begin?.(out);
    if (isPrefixed) this.#linePrefix(0, false);
    out.text(`${sm4ProfileOf(this.program)}\n`);
    for (let i = 0; i < count; i++) {
      const start = starts[i]!;
      const token = words[start]! | 0;
      const facts = FACTS[token & OPCODE]!;
      if (facts & CLOSES_BLOCK) indentation.close();
      notes?.before(out, i, 4 * start);
      if (isPrefixed) this.#linePrefix(4 * start, sm4HasNumber(token));
      if (indentation.depth > 0) out.text(indentation.line());
      this.#line(i, start, facts);
      notes?.after(out, i, 4 * start);
      out.character(LINE_FEED);
      if (facts & OPENS_BLOCK) indentation.open();
    }
  }

  line(position: number): void {
    const start = this.program.starts[position]!;
    this.#line(position, start, FACTS[this.program.words[start]! & OPCODE]!);
  }

  /** Instruction number and byte offset, as the flags request. */
  #linePrefix(offset: number, executable: boolean): void {
    const { numbers, offsets, markup } = this.style;
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

  /** Instruction `position`, which begins at DWORD `start`. */
  #line(position: number, start: number, facts: number): void {
    const { out, cursor } = this;
    const { starts, count, words, end } = this.program;
    const { mnemonics, runs } = this.#spellings;
    const token = words[start]! | 0;
    const next = position + 1 < count ? starts[position + 1]! : end;
    if (facts & IS_REGULAR) {
      const tokens = token < 0 ? opcodeTokens(words, start, next) : 1;
      const cache = token < 0 ? runs : mnemonics;
      const record = token < 0 ? runs.findRun(words, start, tokens) : mnemonics.find(mnemonicKey(token), 0);
      if (record >= 0) {
        out.cached(cache, record);
      } else {
        cursor.goto(position);
        this.mnemonic(cursor.row!);
      }
      if (facts & OPERANDS) this.operands.operands(token & OPCODE, start + tokens, facts & OPERANDS);
      if (this.#isExact) this.#rest(position);
      return;
    }
    const record = facts & IS_DECLARATION ? runs.findRun(words, start, next - start) : -1;
    if (record >= 0) {
      out.cached(runs, record);
      return;
    }
    cursor.goto(position);
    const { row } = cursor;
    if (row === undefined) this.#unknown();
    else if (row.kind === 'declaration') this.declaration(row);
    else if (row.kind === 'custom') printDataBlock(this, cursor);
    else this.#call(row);
  }

  /** Unknown opcodes print as their words, so that nothing is lost (ours: Microsoft's disassembler hangs on them). */
  #unknown(): void {
    const { start, end, code } = this.cursor;
    this.keyword(`${UNKNOWN_OPCODE}${code}`);
    this.out.text(` ${this.wordsFrom(start, end)}`);
  }

  /**
   * The words after the operands of an instruction, which some compilers leave (ours: only exact listings have them).
   */
  #rest(position: number): void {
    const { cursor } = this;
    cursor.goto(position);
    const { payload, end } = cursor;
    if (payload < end) this.out.text(`, ${EXTRA_WORDS}(${this.wordsFrom(payload, end)})`);
  }

  /** The words from DWORD `start` to `end` in hexadecimal. */
  wordsFrom(start: number, end: number): string {
    const words: string[] = [];
    for (let at = start; at < end; at++) words.push(hex32(this.cursor.word(at)));
    return words.join(', ');
  }

  declaration(row: Sm4Opcode): void {
    const { cursor, out } = this;
    const { start, end, body, payload, operandCount, operands } = cursor;
    const from = out.length;
    if (body === start + 1) {
      this.keyword(row.mnemonic);
    } else {
      this.keyword(row.mnemonic + extensionNames(cursor));
      out.text(extensionValues(cursor));
    }
    printDeclaration(this, cursor);
    // The text of other declarations depends on words after them, or, for literals, on the style.
    const depends = row.code === SM4_OPCODES.dcl_hs_max_tessfactor.code;
    if (
      !depends &&
      payload + payloadLength(row, this.rangeIds) <= end &&
      (operandCount === 0 || operands[0]!.isRegular)
    )
      this.#spellings.runs.addRun(cursor.program.words, start, end - start, out.since(from));
  }

  /** An interface call. */
  #call(row: Sm4Opcode): void {
    const { cursor } = this;
    this.mnemonic(row);
    this.operands.operands(row.code, cursor.body + 1, cursor.operandCount);
    this.callIndex();
  }

  /** Writes the mnemonic of the instruction at the cursor. */
  mnemonic(row: Sm4Opcode): void {
    this.out.text(this.#spellings.mnemonic(this.cursor, row));
  }

  /** Writes the number of the body that the interface call at the cursor selects. */
  callIndex(): void {
    this.out.text(`[${this.cursor.word(this.cursor.body)}]`);
  }

  declared(): void {
    this.operands.declared();
  }

  keyword(text: string): void {
    const { open, close } = this.style.markup.keyword;
    this.out.text(open + text + close);
  }
}

/**
 * A function that returns the line of any instruction, without indentation and line feed; data blocks may have several
 * lines.
 */
export function sm4Lines(program: Sm4Program, style: ListingStyle): (position: number) => string {
  const printer = new Sm4Printer(TextWriter.of(LINE_LENGTH), program, style);
  return (position) => {
    printer.line(position);
    return printer.out.take();
  };
}

/** Words of an instruction, and the characters of its line for them. */
export interface Sm4LineSpan {
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
  /** The complete instruction first, then its operands in their order. Operands of an unknown instruction have none. */
  readonly spans: readonly Sm4LineSpan[];
}

/** The line of instruction `position` and the spans of its operands in it; of a data block the first line. */
export function printSm4Line(program: Sm4Program, position: number, style: ListingStyle): Sm4Line {
  return new SpanPrinter(TextWriter.of(LINE_LENGTH), program, style).lineWithSpans(position);
}

/** About how many characters a line has. */
const LINE_LENGTH = 256;

/** Collects the spans of operands. */
class SpanPrinter extends Sm4Printer {
  readonly #spans: Sm4LineSpan[] = [];

  lineWithSpans(position: number): Sm4Line {
    const { cursor, out } = this;
    cursor.goto(position);
    const { row, start, end } = cursor;
    if (row?.kind === 'declaration') {
      this.declaration(row);
    } else if (row === undefined || row.kind === 'custom') {
      this.line(position);
    } else {
      this.mnemonic(row);
      for (let i = 0; i < cursor.operandCount; i++) {
        if (i > 0) out.text(', ');
        const operandEnd = i + 1 < cursor.operandCount ? cursor.operands[i + 1]!.at : end;
        this.#span(i, operandEnd, () => this.operands.operandAt(i));
      }
      if (row.code === SM4_OPCODES.fcall.code) this.callIndex();
    }
    const [text] = out.finish().text.split('\n') as [string];
    return { text, spans: [{ at: start, end, column: 0, length: text.trimEnd().length }, ...this.#spans] };
  }

  override declared(): void {
    this.#span(0, this.cursor.payload, () => super.declared());
  }

  /** Adds the span of operand `i`, which ends at DWORD `end` and which `write` writes. */
  #span(i: number, end: number, write: () => void): void {
    const column = this.out.length;
    write();
    this.#spans.push({ at: this.cursor.operands[i]!.at, end, column, length: this.out.length - column });
  }
}
