/**
 * Writes the pieces that declarations of SM 4-5.1 consist of as words: registers, ranges, names, numbers, lists. Bits that a
 * listing does not show are as compilers write them.
 *
 * Not for: which pieces a declaration has (declaration-formats.ts).
 */

import type { Field } from '../../base/field.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { IDENTITY_SWIZZLE } from '../../isa/components.ts';
import { SM4_RETURN_TYPES, SM4_UNKNOWN_SYSTEM_NAME } from '../../isa/sm4/names.ts';
import {
  SM4_OPERAND_TYPE_BY_CODE,
  SM4_OPERAND_TYPES,
  SM4_UNBOUNDED,
  type Sm4OperandTypeName,
} from '../../isa/sm4/operands.ts';
import { Sm4ComponentCount, Sm4OperandToken, Sm4SelectionMode } from '../../isa/sm4/tokens.ts';
import { DX3105, DX3107, DX3109, DX3111 } from '../messages.ts';
import { OPERAND_RULE } from './mnemonics.ts';
import type { OperandWriter } from './operand-writer.ts';
import { registerType } from './registers.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  EQUALS,
  GREATER,
  LESS,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  type Scanner,
  STAR,
} from './scanner.ts';
import type { WordBuffer } from './word-buffer.ts';

const LOWEST = -(2 ** 31);
const HIGHEST = 2 ** 32 - 1;

/** The numbers of names; empty and unknown names are left out. */
export const byName = (names: Readonly<Record<number, string>> | readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(names)
      .map(([code, name]): [string, number] => [name, Number(code)])
      .filter(([name]) => name !== '' && name !== SM4_UNKNOWN_SYSTEM_NAME),
  );

const RETURNS = byName(SM4_RETURN_TYPES);

export class DeclarationWriter {
  readonly scanner: Scanner;
  readonly out: WordBuffer;
  readonly operands: OperandWriter;
  /** Resources are declared by range id, from 5.1 on. */
  readonly rangeIds: boolean;
  /** The dimension of each resource that has been declared, by range id or register. */
  readonly dimensions = new Map<number, number>();

  constructor(scanner: Scanner, out: WordBuffer, operands: OperandWriter, rangeIds: boolean) {
    this.scanner = scanner;
    this.out = out;
    this.operands = operands;
    this.rangeIds = rangeIds;
  }

  /** Writes a number as a word. */
  number(lowest = LOWEST, highest = HIGHEST): boolean {
    const { numbers } = this.operands;
    if (!this.integer(lowest, highest)) return false;
    this.out.put(numbers.integer);
    return true;
  }

  /** Reads a number into the fields of the reader. */
  integer(lowest: number, highest: number): boolean {
    const { numbers } = this.operands;
    return numbers.readInteger(this.scanner) && numbers.isInteger(this.scanner, lowest, highest);
  }

  /** Reads a name, angle brackets and the text in them included. */
  name(): string {
    const { scanner } = this;
    if (scanner.next() !== LESS) return scanner.word();
    const start = scanner.at;
    let at = start;
    while (at < scanner.end && scanner.codes[at] !== GREATER && scanner.codes[at]! >= 0x20) at++;
    scanner.at = Math.min(at + 1, scanner.end);
    return scanner.source.slice(start, scanner.at);
  }

  /** A name of `names` as the field `field` of the opcode token. */
  named(first: number, field: Field, names: ReadonlyMap<string, number>, what: string): boolean {
    const start = this.scanner.here();
    const name = this.name();
    const code = names.get(name) ?? names.get(name.toLowerCase());
    if (code === undefined) return this.noName(start, name, what, names.keys());
    this.out.words[first] = field.set(this.out.words[first]!, code);
    return true;
  }

  noName(start: number, name: string, what: string, names: Iterable<string>): boolean {
    const { scanner } = this;
    const all = [...names];
    const nearest = nearestName(name, all);
    const few = all.length <= 12 ? `one of ${all.join(', ')}` : undefined;
    const end = Math.max(scanner.at, scanner.pieceEnd(start));
    return scanner.fail(
      DX3111,
      start,
      end,
      { name: name || scanner.found(start), what },
      nearest ? `did you mean ${nearest}?` : few,
    );
  }

  /** `(float,float,float,float)` as 16 bits; -1, with a diagnostic, when it is invalid. */
  returnTypes(): number {
    const { scanner } = this;
    if (!scanner.expect(OPEN_PAREN)) return -1;
    let types = 0;
    for (let i = 0; i < 4; i++) {
      if (i > 0 && !scanner.expect(COMMA)) return -1;
      const start = scanner.here();
      const name = this.name();
      const code = RETURNS.get(name);
      if (code === undefined) {
        this.noName(start, name, 'a return type', RETURNS.keys());
        return -1;
      }
      types |= code << (4 * i);
    }
    return scanner.expect(CLOSE_PAREN) ? types : -1;
  }

  /** The register of a resource: `t3`, or from 5.1 on a range, `T0[5:*]`. */
  range(type: Sm4OperandTypeName): boolean {
    const { scanner, out } = this;
    const { code } = SM4_OPERAND_TYPES[type];
    if (!this.rangeIds) {
      const start = scanner.here();
      if (!this.prefix(code)) return false;
      scanner.at = start;
      return this.operands.operand(OPERAND_RULE.declared, 'int');
    }
    if (!this.prefix(code)) return false;
    out.put(rangeToken(code, 3));
    return this.number(0) && scanner.expect(OPEN_BRACKET) && this.bounds() && scanner.expect(CLOSE_BRACKET);
  }

  /** Reads the letters before the number of a register of type `code`. */
  prefix(code: number): boolean {
    const { scanner } = this;
    scanner.skipBlanks();
    const start = scanner.at;
    const end = scanner.lettersEnd(start);
    if (end > start && registerType(scanner, start, end) === code) {
      scanner.at = end;
      return true;
    }
    const { prefix } = SM4_OPERAND_TYPE_BY_CODE[code]!;
    const hint = `a register that begins with ${prefix} belongs here`;
    return scanner.fail(DX3105, start, scanner.pieceEnd(start), { found: scanner.found(start) }, hint);
  }

  /** `5:*` in a range. */
  bounds(): boolean {
    const { scanner, out } = this;
    if (!this.number() || !scanner.expect(COLON)) return false;
    if (!scanner.take(STAR)) return this.number();
    out.put(SM4_UNBOUNDED);
    return true;
  }

  /** `, space=2`, from 5.1 on. */
  space(): boolean {
    const { scanner } = this;
    if (!this.rangeIds) return true;
    if (!scanner.expect(COMMA)) return false;
    const start = scanner.here();
    if (scanner.word() !== 'space') {
      return scanner.fail(DX3107, start, scanner.pieceEnd(start), {
        expected: 'space=',
        found: scanner.found(start),
      });
    }
    return scanner.expect(EQUALS) && this.number();
  }

  /** `{fb0, fb1}`: writes the number of registers to word `count`, in the bits of `field`, then their numbers. */
  list(prefix: Sm4OperandTypeName, count: number, field: Field | undefined): boolean {
    const { scanner, out } = this;
    if (!scanner.expect(OPEN_BRACE)) return false;
    let length = 0;
    if (scanner.next() !== CLOSE_BRACE) {
      do {
        if (!this.prefix(SM4_OPERAND_TYPES[prefix].code) || !this.number()) return false;
        length++;
      } while (scanner.take(COMMA));
    }
    if (field !== undefined && length > field.ones) {
      return scanner.fail(DX3109, scanner.at - 1, scanner.at, { value: length, lowest: 0, highest: field.ones });
    }
    out.words[count] = field === undefined ? length : field.set(out.words[count]!, length);
    return scanner.expect(CLOSE_BRACE);
  }
}

/** The operand token of a range or a constant buffer: compilers give it four components. */
export function rangeToken(type: number, dimension: number): number {
  let token = Sm4OperandToken.type.set(0, type);
  token = Sm4OperandToken.componentCount.set(token, Sm4ComponentCount.four);
  token = Sm4OperandToken.selection.set(token, Sm4SelectionMode.swizzle);
  token = Sm4OperandToken.swizzle.set(token, IDENTITY_SWIZZLE);
  return Sm4OperandToken.indexDimension.set(token, dimension);
}
