/**
 * Writes operands of listings of SM 4-5.1 as words: registers with modifiers, indices, components and notes, and
 * literals. Bits that a listing does not show are as compilers write them (source: oracle):
 *
 * - the components of a result are a mask; of a value, one component is a component, and four are a swizzle;
 * - an index of a register plus 0 has no number in the program.
 */

import { MAX_OPERAND_NESTING } from '../../base/limits.ts';
import { NON_UNIFORM, SM4_MIN_PRECISIONS, UNKNOWN_TYPE } from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOperandKind,
  Sm4ExtendedOperandToken,
  Sm4IndexRepresentation,
  Sm4OperandModifier,
  Sm4OperandToken,
  Sm4SelectionMode,
} from '../../isa/sm4/tokens.ts';
import { DX3105, DX3106, DX3107, DX3108, DX3110, DX3111, DX3117, DX3118, DX3122, DX3123 } from '../messages.ts';
import { type LiteralKind, LiteralReader } from './literals.ts';
import { OPERAND_RULE, type OperandRule } from './mnemonics.ts';
import {
  ALONE,
  NAMED_TYPES,
  NAMELESS,
  nearestRegister,
  registerType,
  TYPE_TOKENS,
  type WordBuffer,
} from './registers.ts';
import {
  BAR,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  isDigit,
  isWord,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PLUS,
  POINT,
  quoted,
  type Scanner,
  SPACE,
  TAB,
  UNDERSCORE,
} from './scanner.ts';

// Reads the components of an operand: a mask, a swizzle or one component.

const FOUR = Sm4OperandToken.componentCount.set(0, Sm4ComponentCount.four);

/** Tokens of operands with a mask, a swizzle or one component, all other fields 0. */
const MASK_TOKENS = Int32Array.from({ length: 16 }, (_, mask) => Sm4OperandToken.mask.set(FOUR, mask));
const SWIZZLE = Sm4OperandToken.selection.set(FOUR, Sm4SelectionMode.swizzle);
const SWIZZLE_TOKENS = Int32Array.from({ length: 256 }, (_, swizzle) => Sm4OperandToken.swizzle.set(SWIZZLE, swizzle));
const SELECT = Sm4OperandToken.selection.set(FOUR, Sm4SelectionMode.selectOne);
const SELECT_TOKENS = Int32Array.from({ length: 4 }, (_, component) => Sm4OperandToken.select.set(SELECT, component));
/** Components by character, r g b a included; 4 for all others. */
const COMPONENTS = new Uint8Array(128).fill(4);
for (const names of ['xyzw', 'rgba', 'XYZW', 'RGBA'])
  [...names].forEach((name, component) => {
    COMPONENTS[name.charCodeAt(0)] = component;
  });
const component = (code: number) => (code >= 0 && code < 128 ? COMPONENTS[code]! : 4);

/** The register whose components are read. */
export interface SelectedRegister {
  /** The offset of its text. */
  readonly start: number;
  readonly type: number;
  /** The mask of a result that is computed component by component; 0 for another. */
  readonly result: number;
}

/** The components after a point as bits of the operand token; -1 when the rule does not allow them. */
function readSelection(scanner: Scanner, rule: OperandRule, register: SelectedRegister): number {
  const { type } = register;
  const { codes } = scanner;
  const start = ++scanner.at;
  let swizzle = 0;
  let mask = 0;
  let count = 0;
  let rising = true;
  let at = start;
  for (; at < scanner.end; at++) {
    const one = component(codes[at]!);
    if (one > 3) break;
    if (1 << one <= mask) rising = false;
    mask |= 1 << one;
    if (count < 4) swizzle |= one << (2 * count);
    count++;
  }
  scanner.at = at;
  if (at < scanner.end && isWord(codes[at]!)) {
    scanner.report(DX3106, start, scanner.pieceEnd(start), { found: scanner.found(start) });
    return -1;
  }
  if (rule === OPERAND_RULE.source || rule === OPERAND_RULE.view || rule === OPERAND_RULE.index) {
    if (count === 1)
      return rule === OPERAND_RULE.index && NAMELESS.index[type] === Sm4ComponentCount.one
        ? Sm4ComponentCount.one
        : SELECT_TOKENS[swizzle]!;
    if (count === 4 && rule !== OPERAND_RULE.index) return SWIZZLE_TOKENS[swizzle]!;
    if (count === 0) return Sm4ComponentCount.n;
    if (rule !== OPERAND_RULE.index && rising && count < 4) {
      // Some assemblers leave the mask of a result in the token of a value, and so a listing has it.
      const text = scanner.source.slice(start, at);
      scanner.report(DX3123, start, at, { found: text }, swizzleHint(scanner, register, start, at));
      return MASK_TOKENS[mask]!;
    }
  } else if (rising) return MASK_TOKENS[mask]!;
  reportSelection(scanner, rule, register, start, at);
  return -1;
}

function reportSelection(
  scanner: Scanner,
  rule: OperandRule,
  register: SelectedRegister,
  start: number,
  end: number,
): void {
  const text = scanner.source.slice(start, end);
  if (rule === OPERAND_RULE.index)
    scanner.report(DX3106, start, end, { found: text }, 'an index is one component, such as r0.x');
  else if (rule === OPERAND_RULE.source || rule === OPERAND_RULE.view) {
    scanner.report(DX3106, start, end, { found: text }, swizzleHint(scanner, register, start, end));
  } else {
    const mask = [...'xyzw'].filter((name) => text.toLowerCase().includes(name)).join('');
    scanner.report(DX3106, start, end, { found: text }, `a mask has each component once, in order: .${mask}`);
  }
}

/**
 * The register with the swizzle that its components mean, as Microsoft's compiler writes it: the components are those
 * of the result, in order, and the first one takes all other positions (source: oracle).
 */
function swizzleHint({ source }: Scanner, register: SelectedRegister, start: number, end: number): string {
  const names = source.slice(start, end).slice(0, 4);
  const positions = [0, 1, 2, 3].filter((i) => (register.result >> i) & 1);
  const slots = positions.length === names.length ? positions : [0, 1, 2, 3];
  const swizzle = [0, 1, 2, 3].map((i) => names[slots.indexOf(i)] ?? names[0]!).join('');
  return `a value has one component or four: write ${source.slice(register.start, start)}${swizzle}`;
}

// Writes literal operands, `l(…)` and `d(…)`.

const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;

class LiteralWriter {
  constructor(
    private readonly scanner: Scanner,
    private readonly out: WordBuffer,
    private readonly numbers: LiteralReader,
  ) {}

  /** After `l`: writes `l(…)`: one word or four. */
  word32(kind: LiteralKind): boolean {
    const scanner = this.scanner;
    const out = this.out;
    const tokenAt = out.count;
    out.put(0);
    const open = scanner.at;
    if (!scanner.expect(OPEN_PAREN)) return false;
    let count = 0;
    do {
      if (!this.numbers.read(scanner)) return false;
      out.put(this.numbers.word(scanner, kind));
      count++;
    } while (scanner.take(COMMA));
    if (!this.#isClosed(open)) return false;
    if (count !== 1 && count !== 4) {
      return scanner.fail(DX3110, open, scanner.at, { count, expected: '1 or 4 numbers' });
    }
    out.words[tokenAt] = TYPE_TOKENS[IMMEDIATE32]! | (count === 1 ? Sm4ComponentCount.one : Sm4ComponentCount.four);
    return true;
  }

  /** After `d`: writes `d(…)`: two doubles, or their four words, or one word. */
  word64(): boolean {
    const scanner = this.scanner;
    const out = this.out;
    const { numbers } = this;
    const tokenAt = out.count;
    out.put(0);
    const open = scanner.at;
    if (!scanner.expect(OPEN_PAREN)) return false;
    let count = 0;
    let words = 0;
    do {
      if (!numbers.read(scanner)) return false;
      // One number alone is a word, printed as a float32 is.
      if (numbers.isHex || (count === 0 && !numbers.isLong && scanner.next() === CLOSE_PAREN)) {
        out.put(numbers.word(scanner, 'float'));
        words++;
      } else {
        out.put(numbers.low(scanner));
        out.put(numbers.high);
        words += 2;
      }
      count++;
    } while (scanner.take(COMMA));
    if (!this.#isClosed(open)) return false;
    if (words !== 1 && words !== 4) {
      return scanner.fail(DX3110, open, scanner.at, { count, expected: '2 doubles, or 4 words (0x…)' });
    }
    out.words[tokenAt] = TYPE_TOKENS[IMMEDIATE64]! | (words === 1 ? Sm4ComponentCount.one : Sm4ComponentCount.four);
    return true;
  }

  /** Takes the parenthesis that closes the one at `open`. */
  #isClosed(open: number): boolean {
    const scanner = this.scanner;
    if (scanner.take(CLOSE_PAREN)) return true;
    return scanner.fail(
      DX3107,
      open,
      scanner.at + 1,
      { expected: quoted(CLOSE_PAREN), found: scanner.found() },
      'the parenthesis is not closed',
    );
  }
}

const EXTENDED = Sm4OperandToken.extended.set(0, 1) | 0;

/** Tokens of registers by the number of their nameless components. */
const COUNT_TOKENS = Int32Array.from({ length: 4 }, (_, count) => Sm4OperandToken.componentCount.set(0, count));
/** Tokens by the number of indices. */
const DIMENSION_TOKENS = Int32Array.from({ length: 4 }, (_, count) => Sm4OperandToken.indexDimension.set(0, count));
const MAX_INDICES = 3;

const REPRESENTATIONS = [Sm4OperandToken.index0, Sm4OperandToken.index1, Sm4OperandToken.index2].map((field) =>
  Int32Array.from({ length: 8 }, (_, representation) => field.set(0, representation)),
);

/** The component count of operands without component names, by operand rule. */
const NAMELESS_COUNTS = [
  NAMELESS.destination,
  NAMELESS.source,
  NAMELESS.view,
  NAMELESS.view,
  NAMELESS.declared,
  NAMELESS.index,
] as const;

/** Whether registers of a type must name components, by operand rule. */
const NAMED = [
  NAMED_TYPES.value,
  NAMED_TYPES.value,
  NAMED_TYPES.view,
  NAMED_TYPES.none,
  NAMED_TYPES.value,
  NAMED_TYPES.value,
];

const MODIFIER_TOKEN = Sm4ExtendedOperandToken.kind.set(0, Sm4ExtendedOperandKind.modifier);
const MODIFIER_BIT = Sm4ExtendedOperandToken.modifier.low;
/** D3D11_SB_OPERAND_MIN_PRECISION by name; of several with the same name, the first. */
const PRECISION_CODES: ReadonlyMap<string, number> = new Map(
  SM4_MIN_PRECISIONS.map((name, code): [string, number] => [name, code]).reverse(),
);

const LOWEST = -(2 ** 31);
const HIGHEST = 2 ** 32 - 1;

/** Writes operands; methods return false, with a diagnostic, when the text is invalid. */
export class OperandWriter {
  readonly numbers = new LiteralReader();
  /** The write mask of the result, for an operand that is read component by component; 0 for another operand. */
  result = 0;
  readonly #literals: LiteralWriter;

  constructor(
    private readonly scanner: Scanner,
    private readonly out: WordBuffer,
  ) {
    this.#literals = new LiteralWriter(scanner, out, this.numbers);
  }

  operand(rule: OperandRule, literals: LiteralKind): boolean {
    const scanner = this.scanner;
    let code = scanner.next();
    let modifier: number = Sm4OperandModifier.none;
    if (code === MINUS) {
      modifier = Sm4OperandModifier.negate;
      scanner.at++;
      code = scanner.next();
    }
    if (code === BAR) {
      modifier |= Sm4OperandModifier.absolute;
      scanner.at++;
      code = scanner.next();
    }
    const bar = scanner.at - 1;
    const tokenAt = this.out.count;
    // Notes follow the register, but their token precedes its indices; most operands have neither.
    if (!this.#bare(rule, literals, 0)) return false;
    code = scanner.code();
    let extension = modifier << MODIFIER_BIT;
    if (code === SPACE || code === TAB) code = scanner.next();
    if (code === OPEN_BRACE) {
      const notes = this.#notes();
      if (notes < 0) return false;
      extension |= notes;
      code = scanner.next();
    }
    if (extension !== 0) {
      this.out.insert(tokenAt + 1, extension | MODIFIER_TOKEN);
      this.out.words[tokenAt]! |= EXTENDED;
    }
    if ((modifier & Sm4OperandModifier.absolute) === 0) return true;
    if (code !== BAR)
      return scanner.fail(DX3107, bar, scanner.at + 1, { expected: quoted(BAR), found: scanner.found() });
    scanner.at++;
    return true;
  }

  /** Writes a register or literal without modifiers and notes. */
  #bare(rule: OperandRule, literals: LiteralKind, depth: number): boolean {
    const scanner = this.scanner;
    const start = scanner.at;
    let end = scanner.lettersEnd(start);
    let type = end > start ? registerType(scanner, start, end) : -1;
    if (type < 0) {
      type = this.#unknownType(start, end);
      if (type < 0) return this.#noRegister(start);
      end = scanner.at;
    } else if (type === IMMEDIATE32 || type === IMMEDIATE64) {
      scanner.at = end;
      return type === IMMEDIATE32 ? this.#literals.word32(literals) : this.#literals.word64();
    }
    scanner.at = end;
    return this.#register(type, rule, depth, start);
  }

  #register(type: number, rule: OperandRule, depth: number, start: number): boolean {
    const scanner = this.scanner;
    const out = this.out;
    const tokenAt = out.count;
    out.put(0);
    let token = TYPE_TOKENS[type]!;
    let dimension = 0;
    let code = scanner.code();
    const digit = code - 0x30;
    const next = scanner.peek(1) - 0x30;
    if (digit >>> 0 <= 9 && next >>> 0 > 9) {
      // Most numbers have one digit.
      scanner.at++;
      out.put(digit);
      dimension = 1;
      code = scanner.code();
    } else if (isDigit(code) || (code === MINUS && next >>> 0 <= 9)) {
      if (!this.#integer()) return false;
      out.put(this.numbers.integer);
      dimension = 1;
      code = scanner.code();
    } else if (code === UNDERSCORE && depth > 0) {
      // Two indices in an index: `v_3_0`, the second one first.
      if (!this.#reversedIndices()) return false;
      dimension = 2;
      code = scanner.code();
    }
    while (code === OPEN_BRACKET) {
      if (dimension === MAX_INDICES) return scanner.fail(DX3117, scanner.at, scanner.at + 1, { limit: MAX_INDICES });
      const representation = this.#index(depth);
      if (representation < 0) return false;
      token |= REPRESENTATIONS[dimension]![representation]!;
      dimension++;
      code = scanner.code();
    }
    if (rule === OPERAND_RULE.index && dimension === 1 && ALONE[type] === 1 && out.words[tokenAt + 1] === 0) {
      // In an index every register has a number: the only one of a type has 0.
      out.count--;
      dimension = 0;
    }
    token |= DIMENSION_TOKENS[dimension]!;
    if (code === POINT) {
      const selection = readSelection(scanner, rule, { start, type, result: this.result });
      if (selection < 0) return false;
      token |= selection;
    } else {
      if (isWord(code)) return this.#noRegister(start);
      if (NAMED[rule]![type] === 1) {
        return scanner.fail(
          DX3122,
          scanner.at - 1,
          scanner.at,
          {},
          rule === OPERAND_RULE.source || rule === OPERAND_RULE.view
            ? 'write one, such as .x, or four, such as .xyzw'
            : 'write a mask, such as .xyzw',
        );
      }
      token |= COUNT_TOKENS[NAMELESS_COUNTS[rule]![type]!]!;
    }
    out.words[tokenAt] = token;
    return true;
  }

  #integer(): boolean {
    return this.numbers.readInteger(this.scanner) && this.numbers.isInteger(this.scanner, LOWEST, HIGHEST);
  }

  /** Reads `_3_0` after the letters of a register in an index. */
  #reversedIndices(): boolean {
    const scanner = this.scanner;
    scanner.at++;
    if (!this.#integer()) return false;
    const second = this.numbers.integer;
    if (scanner.code() !== UNDERSCORE) return scanner.expect(UNDERSCORE);
    scanner.at++;
    if (!this.#integer()) return false;
    this.out.put(this.numbers.integer);
    this.out.put(second);
    return true;
  }

  /** Writes an index in brackets. Returns its representation, or -1. */
  #index(depth: number): number {
    const scanner = this.scanner;
    const out = this.out;
    const open = scanner.at++;
    let code = scanner.next();
    let representation: number = Sm4IndexRepresentation.immediate32;
    if (isDigit(code) || code === MINUS || code === PLUS) {
      if (!this.#integer()) return -1;
      out.put(this.numbers.integer);
    } else {
      if (depth === MAX_OPERAND_NESTING) {
        scanner.report(DX3118, open, scanner.at + 1, { limit: MAX_OPERAND_NESTING });
        return -1;
      }
      representation = Sm4IndexRepresentation.relative;
      const tokenAt = out.count;
      if (!this.#indexRegister(depth + 1)) return -1;
      code = scanner.next();
      if (code === PLUS || code === MINUS) {
        if (code === PLUS) {
          scanner.at++;
          scanner.skipBlanks();
        } else if (scanner.peek(1) <= 0x20) {
          scanner.report(DX3108, scanner.at, scanner.at + 1, { found: scanner.found() });
          return -1;
        }
        if (!this.#integer()) return -1;
        const plus = this.numbers.integer;
        if (plus !== 0) {
          out.insert(tokenAt, plus);
          representation = Sm4IndexRepresentation.immediate32PlusRelative;
        }
      }
    }
    if (scanner.next() !== CLOSE_BRACKET) {
      scanner.report(DX3107, scanner.at, scanner.at + 1, { expected: quoted(CLOSE_BRACKET), found: scanner.found() });
      return -1;
    }
    scanner.at++;
    return representation;
  }

  /** Writes the register in an index, which may have a minimum precision. */
  #indexRegister(depth: number): boolean {
    const scanner = this.scanner;
    const tokenAt = this.out.count;
    if (!this.#bare(OPERAND_RULE.index, 'int', depth)) return false;
    if (scanner.next() !== OPEN_BRACE) return true;
    const notes = this.#notes();
    if (notes < 0) return false;
    if (notes > 0) {
      this.out.insert(tokenAt + 1, notes | MODIFIER_TOKEN);
      this.out.words[tokenAt]! |= EXTENDED;
    }
    return true;
  }

  /** `{min16f as def32}` and `{ nonuniform }` as bits of the extended operand token; -1 when they are invalid. */
  #notes(): number {
    const scanner = this.scanner;
    let bits = 0;
    while (scanner.next() === OPEN_BRACE) {
      scanner.at++;
      const start = scanner.here();
      const word = scanner.word();
      const precision = PRECISION_CODES.get(word);
      if (word === NON_UNIFORM) bits = Sm4ExtendedOperandToken.nonUniform.set(bits, 1);
      else if (precision !== undefined) {
        bits = Sm4ExtendedOperandToken.minPrecision.set(bits, precision);
        if (scanner.next() !== CLOSE_BRACE) {
          const at = scanner.at;
          if (scanner.word() !== 'as' || !PRECISION_CODES.has(scanner.word())) return this.#noNote(at);
        }
      } else return this.#noNote(start);
      if (!scanner.expect(CLOSE_BRACE)) return -1;
    }
    return bits;
  }

  #noNote(at: number): number {
    const scanner = this.scanner;
    const names = [...PRECISION_CODES.keys(), NON_UNIFORM].join(', ');
    scanner.report(
      DX3111,
      at,
      scanner.pieceEnd(at),
      { name: scanner.found(at), what: 'a note of an operand' },
      `one of ${names}`,
    );
    return -1;
  }

  /** The number of `type99_`, the text of an unknown type, or -1. */
  #unknownType(start: number, end: number): number {
    const scanner = this.scanner;
    if (scanner.source.slice(start, end) !== UNKNOWN_TYPE) return -1;
    let at = end;
    let type = 0;
    for (; at < scanner.end && isDigit(scanner.codes[at]!) && type < 256; at++) {
      type = type * 10 + scanner.codes[at]! - 0x30;
    }
    if (type > 255 || scanner.codes[at] !== UNDERSCORE) return -1;
    scanner.at = at + 1;
    return type;
  }

  #noRegister(start: number): boolean {
    const scanner = this.scanner;
    const { source } = scanner;
    const end = scanner.pieceEnd(start);
    const letters = source.slice(start, scanner.lettersEnd(start));
    const nearest = nearestRegister(letters);
    const hint = nearest && nearest !== letters ? `did you mean ${nearest}?` : undefined;
    return scanner.fail(DX3105, start, end, { found: scanner.found(start) }, hint);
  }
}
