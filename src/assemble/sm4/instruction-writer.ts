/**
 * Writes one line of a listing as one instruction: the marks between mnemonic and operands, the operands, and the word that
 * compilers write after some instructions and no listing shows.
 */

import { nearestName } from '../../base/nearest-name.ts';
import { PRECISE, SM4_RESOURCE_DIMENSIONS, SM4_RETURN_TYPES, SUFFIXES, UNKNOWN_OPCODE } from '../../isa/sm4/names.ts';
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
import { DECLARATIONS } from './declaration-formats.ts';
import { DeclarationWriter } from './declaration-writer.ts';
import {
  isTest,
  lateSuffix,
  type MnemonicMatch,
  mnemonicIn,
  nearestMnemonic,
  ROLE_TEXTS,
  readMnemonic,
  suffixesOf,
} from './mnemonics.ts';
import { OperandWriter } from './operand-writer.ts';
import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  EQUALS,
  GREATER,
  LESS,
  OPEN_BRACKET,
  OPEN_PAREN,
  type Scanner,
  UNDERSCORE,
} from './scanner.ts';
import type { WordBuffer } from './word-buffer.ts';

const EXTENDED = Sm4OpcodeToken.extended.set(0, 1) | 0;
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

/** Numbers of dimensions and return types by name; of several with the same name, the first. */
const DIMENSIONS: ReadonlyMap<string, number> = numbered(SM4_RESOURCE_DIMENSIONS);
const RETURNS: ReadonlyMap<string, number> = numbered(SM4_RETURN_TYPES);

function numbered(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, code): [string, number] => [name, code]).reverse());
}

/**
 * After the operands of these the compiler leaves a DWORD for texel offsets when there are none: 0, except
 * {@link REMNANT_OF_D_CL_5_0} in sample_d_cl_s of 5.0. It is missing when there cannot be offsets (source: oracle, 4,000 cases).
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

export class InstructionWriter {
  readonly scanner: Scanner;
  readonly out: WordBuffer;
  readonly operands: OperandWriter;
  readonly #declarations: DeclarationWriter;
  /** Resources are named by range id, from 5.1 on. */
  readonly #rangeIds: boolean;
  /** How many more unknown words get a hint: each costs a comparison with all mnemonics. */
  #guesses = MAX_GUESSES;
  /** The suffix for the test of the instruction is still missing. */
  #untested = false;
  /** The index of the first word of each operand. */
  readonly #operandStarts = new Int32Array(MAX_OPERANDS);

  constructor(scanner: Scanner, out: WordBuffer, rangeIds: boolean) {
    this.scanner = scanner;
    this.out = out;
    this.operands = new OperandWriter(scanner, out);
    this.#rangeIds = rangeIds;
    this.#declarations = new DeclarationWriter(scanner, out, this.operands, rangeIds);
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
    else return scanner.fail('DX3112', start, end, { length, limit: LONGEST });
    return true;
  }

  /** Writes a `length` that the token at `first` cannot hold to a DWORD after it. */
  #longLength(first: number, length: number): void {
    const { out } = this;
    out.insert(first + 1, length);
    out.words[first]! |= EXTENDED | ((length & LONGEST) << LENGTH_BIT);
  }

  #executable(match: MnemonicMatch, first: number): boolean {
    this.#untested = match.untested;
    const { scanner, out, operands } = this;
    const { row, rules, literals } = match;
    // Parentheses and brackets follow the word, perhaps after a blank; no operand begins with either.
    const code = scanner.next();
    const marked = code === OPEN_PAREN || code === OPEN_BRACKET || match.offsets || match.indexable;
    if (marked && !this.#marks(match, first)) return false;
    if (this.#untested) {
      const { mnemonic } = row;
      return scanner.fail('DX3121', scanner.at, scanner.at + 1, { mnemonic }, `write ${mnemonic}_z or ${mnemonic}_nz`);
    }
    const body = out.count;
    const count = rules.length;
    for (let i = 0; i < count; i++) {
      if (i > 0 && !scanner.take(COMMA)) return this.#missing(match, i);
      if (scanner.atLineEnd()) return this.#missing(match, i);
      this.#operandStarts[i] = out.count;
      if (!operands.operand(rules[i]!, literals)) return false;
    }
    if (row.code === SM4_OPCODES.fcall.code) return this.#callSite(body);
    if (OFFSET_REMNANTS.has(row.code)) this.#remnant(match, first, body);
    return true;
  }

  /** The end of a name in angle brackets at `from` and of the word that directly follows it. */
  #unknownNameEnd(from: number): number {
    const { scanner } = this;
    let at = from;
    while (at < scanner.end && scanner.codes[at] !== GREATER && scanner.codes[at]! >= 0x20) at++;
    return scanner.wordEnd(at + 1);
  }

  /** Reads `[precise(xy)]`, `(1,0,0)`, `(texture2d)`, `(float,float,float,float)` and a suffix after them. */
  #marks(match: MnemonicMatch, first: number): boolean {
    const { scanner, out } = this;
    let offsets = match.offsets;
    let dimension = 0;
    let returns = -1;
    for (;;) {
      const code = scanner.next();
      if (code === OPEN_BRACKET) {
        if (!this.#precise(first)) return false;
      } else if (code === OPEN_PAREN && offsets) {
        offsets = false;
        const token = this.#offsets();
        if (token === 0) return false;
        out.put(token);
      } else if (code === OPEN_PAREN && match.indexable && dimension === 0 && returns < 0) {
        const at = scanner.at;
        dimension = this.#dimension();
        if (dimension < 0) return false;
        if (dimension === 0) {
          scanner.at = at;
          returns = this.#returnTypes();
          if (returns < 0) return false;
        }
      } else if (code === OPEN_PAREN && match.indexable && returns < 0) {
        returns = this.#returnTypes();
        if (returns < 0) return false;
      } else if (code === UNDERSCORE) {
        const start = scanner.at;
        const suffix = scanner.word();
        const bits = lateSuffix(match.row, suffix);
        if (bits === undefined) return this.#noSuffix(match.row, suffix, start);
        out.words[first]! |= bits;
        if (isTest(suffix)) this.#untested = false;
      } else break;
    }
    if (scanner.code() === OPEN_PAREN) {
      const { at } = scanner;
      const hint = `parentheses belong to ${SUFFIXES.offsets} and ${SUFFIXES.indexable}`;
      return scanner.fail(
        'DX3104',
        at,
        scanner.pieceEnd(at),
        { found: scanner.found(), mnemonic: match.row.mnemonic },
        hint,
      );
    }
    if (offsets || (match.indexable && dimension === 0 && returns < 0)) {
      return scanner.fail('DX3107', scanner.at, scanner.at + 1, { expected: '(', found: scanner.found() });
    }
    if (dimension !== 0) out.put(dimension);
    if (returns >= 0) {
      const token = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.resourceReturnType);
      out.put(Sm4ExtendedOpcodeToken.returnTypes.set(token, returns));
    }
    // All tokens but the last one say that another follows.
    for (let at = first; at + 1 < out.count; at++) out.words[at]! |= EXTENDED;
    return true;
  }

  /** `[precise]` or `[precise(xy)]`. */
  #precise(first: number): boolean {
    const { scanner, out } = this;
    scanner.at++;
    const start = scanner.here();
    if (scanner.word() !== PRECISE) {
      return scanner.fail('DX3111', start, scanner.pieceEnd(start), {
        name: scanner.found(start),
        what: 'a mark of an instruction',
      });
    }
    let mask = Sm4InstructionControls.precise.ones;
    if (scanner.take(OPEN_PAREN)) {
      const at = scanner.here();
      const names = scanner.word();
      mask = 0;
      for (const name of names) mask |= 1 << 'xyzw'.indexOf(name);
      if (names === '' || mask < 0) return scanner.fail('DX3106', at, scanner.pieceEnd(at), { found: names });
      if (!scanner.expect(CLOSE_PAREN)) return false;
    }
    out.words[first] = Sm4InstructionControls.precise.set(out.words[first]!, mask);
    return scanner.expect(CLOSE_BRACKET);
  }

  /** `(1,-2,0)`: the token of texel offsets, or 0. */
  #offsets(): number {
    const { scanner, operands } = this;
    const { numbers } = operands;
    scanner.at++;
    let token = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.sampleControls);
    const fields = [Sm4ExtendedOpcodeToken.offsetU, Sm4ExtendedOpcodeToken.offsetV, Sm4ExtendedOpcodeToken.offsetW];
    for (const [i, field] of fields.entries()) {
      if (i > 0 && !scanner.expect(COMMA)) return 0;
      if (!numbers.read(scanner)) return 0;
      const high = (field.ones + 1) / 2;
      if (!numbers.isInteger(scanner, -high, high - 1)) return 0;
      token = field.set(token, numbers.integer & field.ones);
    }
    return scanner.expect(CLOSE_PAREN) ? token : 0;
  }

  /** The token of `(texture2d)` or `(structured_buffer, stride=16)`; 0 for return types, -1 after a diagnostic. */
  #dimension(): number {
    const { scanner, operands } = this;
    scanner.at++;
    const start = scanner.here();
    const name = this.#name();
    const dimension = DIMENSIONS.get(name);
    if (dimension === undefined) {
      if (RETURNS.has(name)) return 0;
      this.#noName(start, name, 'a resource dimension', DIMENSIONS.keys());
      return -1;
    }
    let token = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.resourceDimension);
    token = Sm4ExtendedOpcodeToken.dimension.set(token, dimension);
    if (scanner.take(COMMA)) {
      const at = scanner.here();
      const { stride } = Sm4ExtendedOpcodeToken;
      if (scanner.word() !== stride.name) {
        scanner.report('DX3107', at, scanner.pieceEnd(at), { expected: 'stride=', found: scanner.found(at) });
        return -1;
      }
      if (!scanner.expect(EQUALS)) return -1;
      if (!operands.numbers.read(scanner) || !operands.numbers.isInteger(scanner, 0, stride.ones)) return -1;
      token = stride.set(token, operands.numbers.integer);
    }
    return scanner.expect(CLOSE_PAREN) ? token : -1;
  }

  #returnTypes(): number {
    return this.#declarations.returnTypes();
  }

  /** Reads a name, angle brackets and the text in them included. */
  #name(): string {
    return this.#declarations.name();
  }

  #noName(start: number, name: string, what: string, names: Iterable<string>): boolean {
    return this.#declarations.noName(start, name, what, names);
  }

  /** The last index of an interface is the number of the function, which is stored before the operand. */
  #callSite(body: number): boolean {
    const { scanner, out } = this;
    const token = out.words[body]!;
    const count = Sm4OperandToken.indexDimension.get(token);
    const last = [Sm4OperandToken.index0, Sm4OperandToken.index1, Sm4OperandToken.index2][count - 1];
    if (count < 2 || last!.get(token) !== 0) {
      return scanner.fail('DX3103', scanner.at, scanner.at + 1, {
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
  #remnant({ row, offsets }: MnemonicMatch, first: number, body: number): void {
    if (offsets || !this.#takesOffsets(row, first, body)) return;
    const five = row.code === SM4_OPCODES.sample_d_cl_s.code && !this.#rangeIds;
    this.out.put(five ? REMNANT_OF_D_CL_5_0 : 0);
  }

  /** Whether there can be offsets: cubes and the samples of the rasterizer have none. */
  #takesOffsets(row: Sm4Opcode, first: number, body: number): boolean {
    const { words, count } = this.out;
    for (let at = first + 1; at < body; at++) {
      if (Sm4ExtendedOpcodeToken.kind.get(words[at]!) !== Sm4ExtendedOpcodeKind.resourceDimension) continue;
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
    const { scanner, out, operands } = this;
    const { numbers } = operands;
    const first = out.count;
    do {
      if (!numbers.read(scanner) || !numbers.isInteger(scanner, -(2 ** 31), 2 ** 32 - 1)) return false;
      out.put(numbers.integer);
    } while (scanner.take(COMMA));
    if (!scanner.atLineEnd()) {
      return scanner.fail('DX3104', scanner.at, scanner.pieceEnd(scanner.at), {
        found: scanner.found(),
        mnemonic: word,
      });
    }
    const token = out.words[first]!;
    const length = out.count - first;
    const said = Sm4OpcodeToken.length.get(token);
    const opcode = Sm4OpcodeToken.opcode.get(token);
    if (said !== length || SM4_OPCODE_BY_CODE[opcode] !== undefined || word !== `${UNKNOWN_OPCODE}${opcode}`) {
      return scanner.fail('DX3119', start, scanner.at, { name: word, opcode, said, length });
    }
    return true;
  }

  #missing({ row, rules }: MnemonicMatch, i: number): boolean {
    const { scanner } = this;
    const { at } = scanner;
    if (!scanner.atLineEnd() && scanner.code() !== COMMA) {
      return scanner.fail('DX3107', at, scanner.pieceEnd(at), { expected: ',', found: scanner.found() });
    }
    const what = ROLE_TEXTS[row.operands[i]!.role];
    return scanner.fail('DX3103', at, Math.min(at + 1, scanner.end), {
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
    return scanner.fail('DX3104', at, scanner.pieceEnd(at), { found: scanner.found(), mnemonic: row.mnemonic }, hint);
  }

  #noMnemonic(start: number, end: number, word: string): boolean {
    const { scanner } = this;
    if (word === '') {
      return scanner.fail('DX3101', start, scanner.pieceEnd(start), { name: scanner.found() });
    }
    const row = mnemonicIn(word);
    if (row !== undefined) {
      const suffix = word.slice(row.mnemonic.length);
      if (row.kind === 'instruction') return this.#noSuffix(row, suffix, start + row.mnemonic.length);
    }
    const nearest = this.#guesses-- > 0 ? nearestMnemonic(word) : undefined;
    return scanner.fail('DX3101', start, end, { name: word }, nearest && `did you mean ${nearest}?`);
  }

  #noSuffix(row: Sm4Opcode, suffix: string, start: number): boolean {
    const suffixes = suffixesOf(row);
    const nearest = nearestName(suffix, suffixes);
    const takes =
      suffixes.length === 0 ? `${row.mnemonic} takes no suffix` : `${row.mnemonic} takes ${suffixes.join(' ')}`;
    return this.scanner.fail(
      'DX3102',
      start,
      start + suffix.length,
      { suffix, mnemonic: row.mnemonic },
      nearest ? `did you mean ${nearest}?` : takes,
    );
  }
}
