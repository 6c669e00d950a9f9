import { EXTRA_WORDS, SM4_RESOURCE_DIMENSIONS, UNKNOWN_OPCODE } from '../../isa/sm4/names.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, type Sm4Opcode } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import {
  Sm4ExtendedOpcodeKind,
  Sm4ExtendedOpcodeToken,
  Sm4IndexRepresentation,
  Sm4InstructionControls,
  Sm4OpcodeToken,
  Sm4OperandToken,
} from '../../isa/sm4/tokens.ts';
import type { DeclarationMnemonic } from '../../text/sm4/declarations.ts';
import { DX3101, DX3103, DX3104, DX3107, DX3112, DX3119, DX3121 } from '../messages.ts';
import { DECLARATIONS, DeclarationWriter } from './declaration-writer.ts';
import { EXTENDED, failForSuffix, InstructionMarks } from './instruction-marks.ts';
import {
  foreignHint,
  type MnemonicMatch,
  mnemonicIn,
  nearestMnemonic,
  OPERAND_RULE,
  ROLE_NAMES,
  readMnemonic,
} from './mnemonics.ts';
import { OperandWriter } from './operand-writer.ts';
import type { WordBuffer } from './registers.ts';
import { CLOSE_PAREN, COMMA, GREATER, LESS, OPEN_BRACKET, OPEN_PAREN, quoted, type Scanner } from './scanner.ts';

const LENGTH_BIT = Sm4OpcodeToken.length.low;
const LONGEST = Sm4OpcodeToken.length.ones;
const CUBES: readonly number[] = [
  SM4_RESOURCE_DIMENSIONS.indexOf('texturecube'),
  SM4_RESOURCE_DIMENSIONS.indexOf('texturecubearray'),
];
/** The maximum number of unknown words with a hint. */
const MAX_GUESSES = 100;
/** No instruction has more operands. */
const MAX_OPERANDS = 16;

/**
 * After the operands of these the compiler leaves a DWORD for texel offsets when there are none: 0, except {@link
 * REMNANT_OF_D_CL_5_0} in sample_d_cl_s of 5.0. It is missing when there cannot be offsets (source: oracle, 4,000
 * cases).
 */
const OFFSET_REMNANTS: ReadonlySet<number> = new Set(
  [
    SM4_OPCODES.samplepos,
    SM4_OPCODES.sample_l_s,
    SM4_OPCODES.sample_c_lz_s,
    SM4_OPCODES.sample_cl_s,
    SM4_OPCODES.sample_b_cl_s,
    SM4_OPCODES.sample_d_cl_s,
    SM4_OPCODES.sample_c_cl_s,
  ].map(({ code }) => code),
);
const REMNANT_OF_D_CL_5_0 = 0x2000;
const UNCONDITIONAL = /l\([ \t]*-1[ \t]*\)/y;
const EXTRA = new RegExp(`,[ \\t]*${EXTRA_WORDS}\\(`, 'y');

export class InstructionWriter {
  readonly operands: OperandWriter;
  readonly #declarations: DeclarationWriter;
  /** How many more unknown words get a hint: each costs a comparison with all mnemonics. */
  #guesses = MAX_GUESSES;
  readonly #marks: InstructionMarks;
  /** The index of the first word of each operand. */
  readonly #operandStarts = new Int32Array(MAX_OPERANDS);

  constructor(
    readonly scanner: Scanner,
    readonly out: WordBuffer,
    /** Resources are named by range id, from 5.1 on. */
    private readonly rangeIds: boolean,
  ) {
    this.operands = new OperandWriter(scanner, out);
    this.#declarations = new DeclarationWriter(scanner, out, this.operands, rangeIds);
    this.#marks = new InstructionMarks(scanner, out, this.operands.numbers, this.#declarations);
  }

  /** Writes the instruction that begins here, to the end of the line; false, with a diagnostic, when it is invalid. */
  instruction(): boolean {
    const { scanner, out } = this;
    const start = scanner.at;
    let end = scanner.wordEnd(start);
    while (scanner.codes[end] === LESS) end = this.#unknownNameEnd(end);
    const word = scanner.source.slice(start, end);
    const match = readMnemonic(word);
    scanner.at = end;
    if (match === undefined) {
      return word.startsWith(UNKNOWN_OPCODE) ? this.#unknown(start, word) : this.#noMnemonic(start, end, word);
    }
    const first = out.count;
    out.put(match.token);
    const written =
      match.row.kind === 'declaration'
        ? DECLARATIONS[match.row.mnemonic as DeclarationMnemonic](this.#declarations, match, first)
        : this.#executable(match, first);
    if (!written) return false;
    if (!scanner.atLineEnd()) return this.#tooMuch(match.row);
    const length = out.count - first;
    if (length <= LONGEST) out.words[first]! |= length << LENGTH_BIT;
    else if (match.row.longLength) this.#longLength(first, length + 1);
    else return scanner.fail(DX3112, start, end, { length, limit: LONGEST });
    return true;
  }

  /** Writes a `length` that the token at `first` cannot hold to a DWORD after it. */
  #longLength(first: number, length: number): void {
    const { out } = this;
    out.insert(first + 1, length);
    out.words[first]! |= EXTENDED | ((length & LONGEST) << LENGTH_BIT);
  }

  #executable(match: MnemonicMatch, first: number): boolean {
    const { scanner, out, operands } = this;
    const marks = this.#marks;
    marks.untested = match.untested;
    const { row, rules, literals } = match;
    // Parentheses and brackets follow the word, perhaps after a blank; no operand begins with either.
    const code = scanner.next();
    const marked = code === OPEN_PAREN || code === OPEN_BRACKET || match.offsets || match.indexable;
    if (marked && !marks.read(match, first)) return false;
    if (marks.untested && this.#isUnconditional(row)) out.words[first]! |= Sm4InstructionControls.testNonZero.set(0, 1);
    else if (marks.untested) {
      const { mnemonic } = row;
      return scanner.fail(DX3121, scanner.at, scanner.at + 1, { mnemonic }, `write ${mnemonic}_z or ${mnemonic}_nz`);
    }
    const body = out.count;
    const count = rules.length;
    let result = 0;
    for (let i = 0; i < count; i++) {
      if (i > 0 && !scanner.take(COMMA)) return this.#missing(match, i);
      if (scanner.atLineEnd()) return this.#missing(match, i);
      const start = out.count;
      this.#operandStarts[i] = start;
      if (i > 0) operands.result = row.operands[i]!.components === 'mask' ? result : 0;
      if (!operands.operand(rules[i]!, literals)) return false;
      if (i === 0 && rules[0] === OPERAND_RULE.destination) result = Sm4OperandToken.mask.get(out.words[start]!);
    }
    operands.result = 0;
    if (row.code === SM4_OPCODES.fcall.code) return this.#callSite(body);
    if (scanner.code() === COMMA && this.#atExtraWords()) return this.#extraWords();
    if (OFFSET_REMNANTS.has(row.code)) this.#remnant(match, first, body);
    return true;
  }

  /**
   * Whether the operand here is the literal of an unconditional `discard l(-1)`, which compilers before
   * `d3dcompiler_47` print without the suffix for its test.
   */
  #isUnconditional(row: Sm4Opcode): boolean {
    if (row.code !== SM4_OPCODES.discard.code) return false;
    UNCONDITIONAL.lastIndex = this.scanner.at;
    return UNCONDITIONAL.test(this.scanner.source);
  }

  /** Goes past `, words(` if that is here. */
  #atExtraWords(): boolean {
    const { scanner } = this;
    EXTRA.lastIndex = scanner.at;
    if (!EXTRA.test(scanner.source)) return false;
    scanner.at = EXTRA.lastIndex;
    return true;
  }

  /** Writes the words after the operands, up to the parenthesis that closes them. */
  #extraWords(): boolean {
    return this.#words() && this.scanner.expect(CLOSE_PAREN);
  }

  #words(): boolean {
    const { scanner, out } = this;
    const { numbers } = this.operands;
    do {
      if (!numbers.read(scanner) || !numbers.isInteger(scanner, -(2 ** 31), 2 ** 32 - 1)) return false;
      out.put(numbers.integer);
    } while (scanner.take(COMMA));
    return true;
  }

  /** The end of a name in angle brackets at `from` and of the word that directly follows it. */
  #unknownNameEnd(from: number): number {
    const { scanner } = this;
    let at = from;
    while (at < scanner.end && scanner.codes[at] !== GREATER && scanner.codes[at]! >= 0x20) at++;
    return scanner.wordEnd(at + 1);
  }

  /** The last index of an interface is the number of the function, which is stored before the operand. */
  #callSite(body: number): boolean {
    const { scanner, out } = this;
    const token = out.words[body]!;
    const count = Sm4OperandToken.indexDimension.get(token);
    const last = [Sm4OperandToken.index0, Sm4OperandToken.index1, Sm4OperandToken.index2][count - 1];
    if (count < 2 || last!.get(token) !== 0) {
      return scanner.fail(DX3103, scanner.at, scanner.at + 1, {
        mnemonic: 'fcall',
        number: 2,
        count: 2,
        what: 'the number of the function in brackets',
      });
    }
    out.words[body] = Sm4OperandToken.indexDimension.set(token, count - 1);
    const site = out.words[--out.count]!;
    out.insert(body, site);
    return true;
  }

  /** @param body index of the first operand */
  #remnant({ row }: MnemonicMatch, first: number, body: number): void {
    if (!this.#lacksOffsets(row, first, body)) return;
    const five = row.code === SM4_OPCODES.sample_d_cl_s.code && !this.rangeIds;
    this.out.put(five ? REMNANT_OF_D_CL_5_0 : 0);
  }

  /** Whether there can be offsets and are none: cubes and the samples of the rasterizer never have any. */
  #lacksOffsets(row: Sm4Opcode, first: number, body: number): boolean {
    const { words, count } = this.out;
    for (let at = first + 1; at < body; at++) {
      const kind = Sm4ExtendedOpcodeToken.kind.get(words[at]!);
      if (kind === Sm4ExtendedOpcodeKind.sampleControls) return false;
      if (kind !== Sm4ExtendedOpcodeKind.resourceDimension) continue;
      return !CUBES.includes(Sm4ExtendedOpcodeToken.dimension.get(words[at]!));
    }
    const resource = row.operands.findIndex(({ role }) => role === 'resource');
    const at = this.#operandStarts[resource]!;
    const token = words[at]!;
    if (Sm4OperandToken.type.get(token) === SM4_OPERAND_TYPES.rasterizer.code) return false;
    const number = at + (Sm4OperandToken.extended.test(token) ? 2 : 1);
    if (number >= count || Sm4OperandToken.index0.get(token) !== Sm4IndexRepresentation.immediate32) return true;
    const dimension = this.#declarations.dimensions.get(words[number]!);
    return dimension === undefined || !CUBES.includes(dimension);
  }

  /** Writes the words of `opcode_300 0x0300012c, 0x00000005`. */
  #unknown(start: number, word: string): boolean {
    const { scanner, out } = this;
    const first = out.count;
    if (!this.#words()) return false;
    if (!scanner.atLineEnd()) {
      return scanner.fail(DX3104, scanner.at, scanner.pieceEnd(scanner.at), {
        found: scanner.found(),
        mnemonic: word,
      });
    }
    const token = out.words[first]!;
    const length = out.count - first;
    const said = Sm4OpcodeToken.length.get(token);
    const opcode = Sm4OpcodeToken.opcode.get(token);
    if (said !== length || SM4_OPCODE_BY_CODE[opcode] !== undefined || word !== `${UNKNOWN_OPCODE}${opcode}`) {
      return scanner.fail(DX3119, start, scanner.at, { name: word, opcode, said, length });
    }
    return true;
  }

  #missing({ row, rules }: MnemonicMatch, i: number): boolean {
    const { scanner } = this;
    const { at } = scanner;
    if (!scanner.atLineEnd() && scanner.code() !== COMMA) {
      return scanner.fail(DX3107, at, scanner.pieceEnd(at), { expected: quoted(COMMA), found: scanner.found() });
    }
    const what = ROLE_NAMES[row.operands[i]!.role];
    return scanner.fail(DX3103, at, Math.min(at + 1, scanner.end), {
      mnemonic: row.mnemonic,
      number: i + 1,
      count: rules.length,
      what,
    });
  }

  #tooMuch(row: Sm4Opcode): boolean {
    const { scanner } = this;
    const { at } = scanner;
    const count = row.operands.length;
    const hint =
      row.kind === 'declaration' ? undefined : `${row.mnemonic} takes ${count} operand${count === 1 ? '' : 's'}`;
    return scanner.fail(DX3104, at, scanner.pieceEnd(at), { found: scanner.found(), mnemonic: row.mnemonic }, hint);
  }

  #noMnemonic(start: number, end: number, word: string): boolean {
    const { scanner } = this;
    if (word === '') {
      return scanner.fail(DX3101, start, scanner.pieceEnd(start), { name: scanner.found() });
    }
    const row = mnemonicIn(word);
    if (row !== undefined) {
      const suffix = word.slice(row.mnemonic.length);
      if (row.kind === 'instruction') return failForSuffix(scanner, row, suffix, start + row.mnemonic.length);
    }
    const foreign = foreignHint(word);
    if (foreign !== undefined) return scanner.fail(DX3101, start, end, { name: word }, foreign);
    const nearest = this.#guesses-- > 0 ? nearestMnemonic(word) : undefined;
    return scanner.fail(DX3101, start, end, { name: word }, nearest && `did you mean ${nearest}?`);
  }
}
