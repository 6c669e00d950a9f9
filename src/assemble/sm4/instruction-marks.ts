/**
 * Writes what is between the mnemonic and the operands of an instruction: `[precise(xy)]`, texel offsets, the dimension
 * and the return types of the resource, and a suffix after them.
 */

import { nearestName } from '../../base/nearest-name.ts';
import { PRECISE, SM4_RESOURCE_DIMENSIONS, SM4_RETURN_TYPES, SUFFIXES } from '../../isa/sm4/names.ts';
import type { Sm4Opcode } from '../../isa/sm4/opcodes.ts';
import {
  Sm4ExtendedOpcodeKind,
  Sm4ExtendedOpcodeToken,
  Sm4InstructionControls,
  Sm4OpcodeToken,
} from '../../isa/sm4/tokens.ts';
import { DX3102, DX3104, DX3106, DX3107, DX3111 } from '../messages.ts';
import type { DeclarationWriter } from './declaration-writer.ts';
import type { LiteralReader } from './literals.ts';
import { isTest, lateSuffix, type MnemonicMatch, readsView, suffixesOf } from './mnemonics.ts';
import type { WordBuffer } from './registers.ts';
import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  EQUALS,
  isBlank,
  isDigit,
  MINUS,
  OPEN_BRACKET,
  OPEN_PAREN,
  quoted,
  type Scanner,
  UNDERSCORE,
} from './scanner.ts';

/** The bit of a token that another one follows. */
export const EXTENDED = Sm4OpcodeToken.extended.set(0, 1) | 0;

/** Numbers of dimensions and return types by name; of several with the same name, the first. */
const DIMENSIONS: ReadonlyMap<string, number> = numbered(SM4_RESOURCE_DIMENSIONS);
const RETURNS: ReadonlyMap<string, number> = numbered(SM4_RETURN_TYPES);

function numbered(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, code): [string, number] => [name, code]).reverse());
}

export class InstructionMarks {
  /** The suffix for the test of the instruction is still missing. */
  untested = false;

  constructor(
    private readonly scanner: Scanner,
    private readonly out: WordBuffer,
    private readonly numbers: LiteralReader,
    private readonly declarations: DeclarationWriter,
  ) {}

  /** Reads `[precise(xy)]`, `(1,0,0)`, `(texture2d)`, `(float,float,float,float)` and a suffix after them. */
  read(match: MnemonicMatch, first: number): boolean {
    const { scanner, out } = this;
    let { offsets } = match;
    let dimension = 0;
    let returns = -1;
    for (;;) {
      const code = scanner.next();
      if (code === OPEN_BRACKET) {
        if (!this.#precise(first)) return false;
      } else if (code === OPEN_PAREN && (offsets || this.#areBareOffsets(match, out.count - first))) {
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
          returns = this.declarations.returnTypes();
          if (returns < 0) return false;
        }
      } else if (code === OPEN_PAREN && match.indexable && returns < 0) {
        returns = this.declarations.returnTypes();
        if (returns < 0) return false;
      } else if (code === UNDERSCORE) {
        const start = scanner.at;
        const suffix = scanner.word();
        const bits = lateSuffix(match.row, suffix);
        if (bits === undefined) return failForSuffix(scanner, match.row, suffix, start);
        out.words[first]! |= bits;
        if (isTest(suffix)) this.untested = false;
      } else break;
    }
    if (scanner.code() === OPEN_PAREN) {
      const { at } = scanner;
      const hint = `parentheses belong to ${SUFFIXES.offsets} and ${SUFFIXES.indexable}`;
      return scanner.fail(
        DX3104,
        at,
        scanner.pieceEnd(at),
        { found: scanner.found(), mnemonic: match.row.mnemonic },
        hint,
      );
    }
    if (offsets || (match.indexable && dimension === 0 && returns < 0)) {
      return scanner.fail(DX3107, scanner.at, scanner.at + 1, {
        expected: quoted(OPEN_PAREN),
        found: scanner.found(),
      });
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

  /**
   * Whether the parenthesis here begins texel offsets of an instruction without `_aoffimmi`, as in `sample_l(1,0,0)`:
   * Microsoft's compilers from the June 2010 SDK to `d3dcompiler_46` print them so.
   *
   * @param written the number of tokens of the instruction so far
   */
  #areBareOffsets(match: MnemonicMatch, written: number): boolean {
    const { scanner } = this;
    if (match.offsets || written !== 1 || !readsView(match.row)) return false;
    let ahead = 1;
    while (isBlank(scanner.peek(ahead))) ahead++;
    const code = scanner.peek(ahead);
    return isDigit(code) || code === MINUS;
  }

  /** `[precise]` or `[precise(xy)]`. */
  #precise(first: number): boolean {
    const { scanner, out } = this;
    scanner.at++;
    const start = scanner.here();
    if (scanner.word() !== PRECISE) {
      return scanner.fail(DX3111, start, scanner.pieceEnd(start), {
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
      if (names === '' || mask < 0) return scanner.fail(DX3106, at, scanner.pieceEnd(at), { found: names });
      if (!scanner.expect(CLOSE_PAREN)) return false;
    }
    out.words[first] = Sm4InstructionControls.precise.set(out.words[first]!, mask);
    return scanner.expect(CLOSE_BRACKET);
  }

  /** `(1,-2,0)`: the token of texel offsets, or 0. */
  #offsets(): number {
    const { scanner, numbers } = this;
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
    const { scanner, numbers } = this;
    scanner.at++;
    const start = scanner.here();
    const name = this.declarations.name();
    const dimension = DIMENSIONS.get(name);
    if (dimension === undefined) {
      if (RETURNS.has(name)) return 0;
      this.declarations.noName(start, name, 'a resource dimension', DIMENSIONS.keys());
      return -1;
    }
    let token = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.resourceDimension);
    token = Sm4ExtendedOpcodeToken.dimension.set(token, dimension);
    if (scanner.take(COMMA)) {
      const at = scanner.here();
      const { stride } = Sm4ExtendedOpcodeToken;
      if (scanner.word() !== stride.name) {
        scanner.report(DX3107, at, scanner.pieceEnd(at), { expected: 'stride=', found: scanner.found(at) });
        return -1;
      }
      if (!scanner.expect(EQUALS)) return -1;
      if (!numbers.read(scanner) || !numbers.isInteger(scanner, 0, stride.ones)) return -1;
      token = stride.set(token, numbers.integer);
    }
    return scanner.expect(CLOSE_PAREN) ? token : -1;
  }
}

/** Reports that `row` has no such `suffix`. Returns false, the result of readers that fail. */
export function failForSuffix(scanner: Scanner, row: Sm4Opcode, suffix: string, start: number): false {
  const suffixes = suffixesOf(row);
  const nearest = nearestName(suffix, suffixes);
  const takes =
    suffixes.length === 0 ? `${row.mnemonic} takes no suffix` : `${row.mnemonic} takes ${suffixes.join(' ')}`;
  return scanner.fail(
    DX3102,
    start,
    start + suffix.length,
    { suffix, mnemonic: row.mnemonic },
    nearest ? `did you mean ${nearest}?` : takes,
  );
}
