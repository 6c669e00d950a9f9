/**
 * The parser of SM 1-3 assembly: tokens in, DWORDs out, the same ones and the same complaints at the same places as
 * Microsoft's assembler (source: oracle). That one is a table-driven parser with an error rule for statements, so errors here
 * follow the discipline of such parsers: one complaint, tokens dropped up to one that can begin a statement, and silence until
 * three tokens have been taken. Instructions are judged as soon as they are whole, between the parser's own messages.
 *
 * Not for: what characters make a token (lexer.ts), what names mean (dialect.ts), what a shader may do (validate).
 */

import { nearestName } from '../../base/nearest-name.ts';
import { SM1_END } from '../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1InstructionToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import type { AssemblyDiagnostics, Place } from '../diagnostics.ts';
import type { ProgramValidator, Sm1StreamValidator } from '../program-validator.ts';
import { DebugLines } from './debug-info.ts';
import {
  COMPONENTS_PLACE,
  type Dialect,
  dialectOf,
  Literals,
  NameKind,
  registerBits,
  SHAPE_DCL,
  SHAPE_DESTINATION,
  SHAPE_LAST_COMPONENT,
  SHAPE_LITERALS,
  SHAPE_LITERALS_LOW,
  SHAPE_ROWS,
  SHAPE_ROWS_LOW,
  SHAPE_SOURCES,
  SHAPE_SOURCES_LOW,
  SHAPE_SUB,
} from './dialect.ts';
import { misfitHint, versionHint } from './hints.ts';
import { NumberReader } from './numbers.ts';
import {
  COMPONENT,
  FULL_MASK,
  IDENTITY,
  MODIFIER_LOW,
  NEGATED,
  OperandFastPath,
  type OperandNames,
  operandNamesOf,
} from './operand-fast-path.ts';
import { TokenKind, type TokenSource } from './token-source.ts';
import { versionToken, versionUpgrade } from './versions.ts';

/** Kinds of tokens as the grammar tells them; punctuators are their own codes, all above these. */
const K = {
  end: 0,
  /** A name that is no instruction: a register, components, or nothing known. */
  name: 1,
  instruction: 2,
  bool: 3,
  precision: 4,
  int: 5,
  float: 6,
  /** What fits nowhere: strings, versions, large integers, characters of no token. */
  other: 7,
  as: 8,
} as const;
const COMMA = 0x2c;
const DOT = 0x2e;
const PLUS = 0x2b;
const MINUS = 0x2d;
const NOT = 0x21;
const OPEN = 0x28;
const CLOSE = 0x29;
const OPEN_INDEX = 0x5b;
const CLOSE_INDEX = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** How hints name what is expected. */
const EXPECTED: ReadonlyMap<number, string> = new Map([
  [K.name, 'a register'],
  [K.bool, 'true or false'],
  [K.int, 'an integer'],
  [K.float, 'a number'],
  [K.precision, 'min16f or min2_8f'],
  [DOT, 'a selection of components'],
  [MINUS, 'the - of a complement 1-r'],
  [CLOSE, 'the ) behind a predicate'],
  [CLOSE_INDEX, 'the ] of an index'],
  [CLOSE_BRACE, 'the } behind a precision'],
]);
/** Behind this many diagnostics there are no hints for names: looking for them takes longer than parsing. */
const MAX_HINTS = 100;

/** Microsoft's parser keeps fewer symbols than this; every open index and every term in front of a plus takes two. */
const MAX_SYMBOLS = 9999;

/** Tokens to take before errors are told again. */
const QUIET_TOKENS = 3;

/** No version has an instruction of more DWORDs: four sources with an index each, destination, predicate. */
const LONGEST_INSTRUCTION = 16;

/** `.w`, and every bit of a swizzle. */
const LAST_COMPONENT = Sm1SourceToken.swizzle.ones << Sm1SourceToken.swizzle.low;
const RELATIVE = 1 << Sm1SourceToken.relative.low;
const MARK = 1 << Sm1SourceToken.mark.low;
const PREDICATED = 1 << Sm1InstructionToken.predicated.low;
const COISSUE = 1 << Sm1InstructionToken.coissue.low;
const LENGTH_LOW = Sm1InstructionToken.length.low;
const MODIFIER = Sm1SourceToken.modifier.ones << MODIFIER_LOW;
/** a0.x as the token of an address. */
const A0_X = 0xb000_0000 | 0;

/** What is odd about an operand. */
const INVALID = 1;
/** It has the index of an index. */
const NESTED = 2;
/** The register of its index is none. */
const INVALID_INDEX = 4;

const { none, complement, not } = SM1_SOURCE_MODIFIERS;

/** Whether a name has no character but x, y, z, w, r, g, b, a. */
function isComponents(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code >= 128 || COMPONENT[code]! > 3) return false;
  }
  return true;
}

/** A place that was passed. */
class Mark implements Place {
  source = '';
  start = 0;
  end = 0;
  line = 0;
  column = 0;
  file = '';

  set(from: Place): void {
    this.source = from.source;
    this.start = from.start;
    this.end = from.end;
    this.line = from.line;
    this.column = from.column;
    this.file = from.file;
  }
}

/** An index that is read: its register and the sum so far. */
class IndexFrame {
  readonly mark = new Mark();
  /** Of the register: its place in the dialect's list, its modifier, its number as written. */
  at = 0;
  modifier = 0;
  number = 0;
  sum = 0;
  /** How many registers the sum has; the first one is the address. */
  registers = 0;
  address = 0;
  flags = 0;
  terms = 1;

  /** @param around the index that this one stands in */
  constructor(readonly around: IndexFrame | undefined) {}

  begin(mark: Mark, at: number, modifier: number, number: number): void {
    this.mark.set(mark);
    this.at = at;
    this.modifier = modifier;
    this.number = number;
    this.sum = 0;
    this.registers = 0;
    this.address = 0;
    this.flags = 0;
    this.terms = 1;
  }
}

/** What a parser writes to; kept for the next one, since most texts are short. */
class Scratch {
  words: Uint32Array = new Uint32Array(1024);
  readonly operands = new Int32Array(8);
  readonly addresses = new Int32Array(8);
  readonly flags = new Uint8Array(8);
  readonly plain = new OperandFastPath(this.operands, this.flags);
  readonly values = new Int32Array(4);
  readonly numbers = new NumberReader();
  readonly instructionMark = new Mark();
  readonly registerMark = new Mark();
  readonly outermost = new IndexFrame(undefined);
}

/** More DWORDs than this are not kept. */
const KEPT_WORDS = 1 << 16;
let spare: Scratch | undefined;

export interface Sm1ParseOptions {
  /** Validates each instruction as soon as it is complete. */
  readonly validator?: ProgramValidator | undefined;
  /** Whether to write down which line each instruction comes from. */
  readonly debug: boolean;
  /** Whether it is the program of feature level 9 in a listing of shader model 4. Default: no. */
  readonly level9?: boolean;
}

/** Parses one text. */
export class Sm1Parser {
  readonly #tokens: TokenSource;
  readonly #diagnostics: AssemblyDiagnostics;
  readonly #validator: Sm1StreamValidator | undefined;
  readonly #lines: DebugLines | undefined;
  #dialect!: Dialect;
  readonly #scratch: Scratch;
  readonly #numbers: NumberReader;

  /** The token under consideration: its kind, and the place of a name in the dialect's tables. */
  #kind = 0;
  #name = 0;
  /** The last name that was looked up as an instruction: any but a keyword. */
  #lookedUp = '';
  #lookedUpStart = 0;
  #lookedUpEnd = 0;
  /** What was expected when a token did not fit. */
  #lacking = 0;
  /** Tokens to take before errors are told again. */
  #quiet = 0;
  /** The validator gave up: from here on only the grammar is checked (source: oracle). */
  #dead = false;

  #words: Uint32Array;
  #size = 0;
  /** Findings of the validator that were told. Each is told at the instruction that was given last (source: oracle). */
  #reported = 0;

  // --- the instruction that is read -------------------------------------------------------------------------------
  readonly #instructionMark: Mark;
  #token = 0;
  #shape = 0;
  #result = 0;
  #attributes = 0;
  #coissued = false;
  #predicated = false;
  /** Operands: the destination first, the predicate, then sources. */
  readonly #operands: Int32Array;
  readonly #plain: OperandFastPath;
  #operandNames!: OperandNames;
  readonly #addresses: Int32Array;
  readonly #flags: Uint8Array;
  #sources = 0;
  readonly #values: Int32Array;

  // --- the register that is read -----------------------------------------------------------------------------------
  readonly #registerMark: Mark;
  /** Type and number with the mark. */
  #register = 0;
  #registerAddress = 0;
  #registerFlags = 0;
  #registerScalar = false;
  /** Modifier that its name has. */
  #registerModifier = 0;
  /** Of a name in front of an index: what the dialect says about it. */
  #nameAt = 0;
  #nameModifier = 0;
  #nameNumber = 0;
  readonly #outermost: IndexFrame;
  /** What a table-driven parser has on its stack in front of the operand. */
  #symbols = 0;
  #over = false;
  #swizzle = 0;

  constructor(
    tokens: TokenSource,
    diagnostics: AssemblyDiagnostics,
    readonly options: Sm1ParseOptions,
  ) {
    this.#tokens = tokens;
    this.#diagnostics = diagnostics;
    this.#validator = options.validator?.sm1();
    if (options.debug) this.#lines = new DebugLines();
    const scratch = spare ?? new Scratch();
    spare = undefined;
    this.#scratch = scratch;
    this.#words = scratch.words;
    this.#operands = scratch.operands;
    this.#plain = scratch.plain;
    this.#addresses = scratch.addresses;
    this.#flags = scratch.flags;
    this.#values = scratch.values;
    this.#numbers = scratch.numbers;
    this.#instructionMark = scratch.instructionMark;
    this.#registerMark = scratch.registerMark;
    this.#outermost = scratch.outermost;
  }

  /** The token stream; undefined where anything but warnings was told. Moves the source from its first token to the end. */
  parse(): Uint32Array | undefined {
    const words = this.#parse();
    // The texts that marks refer to are let go.
    const scratch = this.#scratch;
    scratch.instructionMark.source = '';
    scratch.registerMark.source = '';
    scratch.outermost.mark.source = '';
    if (this.#words.length <= KEPT_WORDS) scratch.words = this.#words;
    spare = scratch;
    return words;
  }

  #parse(): Uint32Array | undefined {
    if (!this.#version()) return undefined;
    this.#classify();
    while (this.#kind !== K.end) {
      if (this.#statement()) continue;
      if (this.#over) break;
      this.#recover();
    }
    // A shader is judged as a whole where only the preprocessor found something wrong with it (source: oracle).
    if (this.#over || this.#tokens.isBroken || this.#diagnostics.ownErrors > 0) return undefined;
    this.#reserve(1);
    this.#words[this.#size++] = SM1_END;
    this.#feed(this.#size - 1, 1, this.#tokens);
    if (this.#diagnostics.errors > 0) return undefined;
    const words = this.#words.slice(0, this.#size);
    const explained = this.#lines?.insertInto(words);
    if (this.#lines !== undefined && explained === undefined) this.#diagnostics.report('X2030', this.#tokens);
    return explained ?? words;
  }

  // --- tokens -------------------------------------------------------------------------------------------------------

  /** Takes the token. */
  #take(): void {
    if (this.#quiet > 0) this.#quiet--;
    this.#tokens.next();
    this.#classify();
  }

  #classify(): void {
    const tokens = this.#tokens;
    switch (tokens.kind) {
      case TokenKind.name: {
        // Components are the names that come most; nothing else is called so.
        if (tokens.end - tokens.start <= 4 && isComponents(tokens.source, tokens.start, tokens.end)) {
          this.#kind = K.name;
          this.#name = COMPONENTS_PLACE;
          this.#lookedUp = tokens.source;
          this.#lookedUpStart = tokens.start;
          this.#lookedUpEnd = tokens.end;
          break;
        }
        const place = this.#dialect.find(tokens.source, tokens.start, tokens.end, tokens.hash);
        this.#name = place;
        const kind = this.#dialect.kind[place]!;
        if (kind <= NameKind.instruction) {
          this.#kind = kind === NameKind.plain ? K.name : K.instruction;
          this.#lookedUp = tokens.source;
          this.#lookedUpStart = tokens.start;
          this.#lookedUpEnd = tokens.end;
        } else if (kind === NameKind.precision) this.#kind = K.precision;
        else this.#kind = kind === NameKind.as ? K.as : K.bool;
        break;
      }
      case TokenKind.punctuator:
        this.#kind = tokens.punctuator;
        break;
      case TokenKind.number: {
        const numbers = this.#numbers;
        numbers.read(tokens.source, tokens.start, tokens.end);
        this.#kind = numbers.isInteger ? (numbers.isLong ? K.other : K.int) : K.float;
        break;
      }
      case TokenKind.end:
        this.#kind = K.end;
        break;
      default:
        this.#kind = K.other;
    }
  }

  #is(kind: number): boolean {
    return this.#kind === kind;
  }

  /** Takes a token of `kind`; false where another one stands. */
  #expect(kind: number): boolean {
    if (!this.#is(kind)) return this.#lacks(kind);
    this.#take();
    return true;
  }

  // --- errors -------------------------------------------------------------------------------------------------------

  /** Tells that the token does not fit, if errors are told, and drops what cannot begin a statement. */
  #recover(): void {
    if (this.#quiet === 0) this.#unexpected();
    this.#quiet = QUIET_TOKENS;
    for (;;) {
      const kind = this.#kind;
      if (kind === K.end || kind === K.instruction || kind === PLUS || kind === OPEN) return;
      this.#tokens.next();
      this.#classify();
    }
  }

  #unexpected(): void {
    const tokens = this.#tokens;
    const { profile } = this.#dialect;
    const name = tokens.kind === TokenKind.name ? tokens.source.slice(tokens.start, tokens.end) : undefined;
    // What is wrong with a keyword is what was wrong with the last other name (source: oracle).
    const lookedUp = this.#lookedUp.slice(this.#lookedUpStart, this.#lookedUpEnd);
    const misfit = name === undefined || this.#is(K.instruction) ? undefined : this.#dialect.misfit(lookedUp);
    const reported = this.#diagnostics.list.length < MAX_HINTS;
    this.#diagnostics.report('X2000', tokens, { found: foundText(tokens) }, reported ? this.#hint(name) : undefined);
    if (misfit === undefined) return;
    const hint = reported ? misfitHint(misfit, lookedUp, this.#dialect) : undefined;
    this.#diagnostics.report(misfit, tokens, { name: name!, version: profile }, hint);
  }

  /** What to write instead of the token, a name or something else. */
  #hint(name: string | undefined): string | undefined {
    const lacking = this.#lacking;
    if (lacking !== K.instruction) {
      if (lacking !== COMMA) return `${EXPECTED.get(lacking) ?? 'something else'} is expected`;
      const { source, start, end } = this.#instructionMark;
      return `a comma is expected: ${source.slice(start, end)} takes ${operandsText(this.#shape)}`;
    }
    const nearest = name && this.#is(K.name) ? nearestName(name, this.#dialect.mnemonics.keys()) : undefined;
    return nearest ? `is ${nearest} meant?` : 'an instruction is expected';
  }

  /** Notes what is expected in place of the token; false, since something else stands there. */
  #lacks(kind: number): false {
    this.#lacking = kind;
    return false;
  }

  /** Reports at the instruction that is read. */
  #report(code: 'X2007' | 'X2008' | 'X2009' | 'X2013' | 'X2014' | 'X2019' | 'X2020' | 'X2027' | 'X2028'): void {
    this.#diagnostics.report(code, this.#instructionMark, { version: this.#dialect.profile });
  }

  // --- the version ----------------------------------------------------------------------------------------------------

  #version(): boolean {
    const tokens = this.#tokens;
    const isName = tokens.kind === TokenKind.name || tokens.kind === TokenKind.version;
    const name = isName ? tokens.source.slice(tokens.start, tokens.end) : '';
    const token = versionToken(name);
    if (token === undefined) {
      this.#diagnostics.report('X2001', tokens, {}, versionHint(tokens.source));
      return false;
    }
    const upgrade = versionUpgrade(name);
    if (upgrade !== undefined) this.#diagnostics.report('X2015', tokens, { old: name, version: upgrade });
    this.#dialect = dialectOf(token, this.options.level9);
    this.#operandNames = operandNamesOf(this.#dialect);
    this.#words[this.#size++] = token;
    this.#feed(0, 1, tokens);
    tokens.next();
    return true;
  }

  // --- statements ---------------------------------------------------------------------------------------------------

  /** One instruction; false where a token does not fit. */
  #statement(): boolean {
    this.#coissued = this.#kind === PLUS;
    this.#symbols = this.#coissued ? 2 : 1;
    if (this.#coissued) this.#take();
    this.#predicated = this.#kind === OPEN;
    if (this.#predicated && !this.#predicate()) return false;
    if (this.#kind !== K.instruction) return this.#lacks(K.instruction);
    const dialect = this.#dialect;
    const name = this.#name;
    const shape = dialect.shape[name]!;
    this.#shape = shape;
    this.#token = dialect.token[name]!;
    this.#result = dialect.bits[name]!;
    this.#attributes = dialect.number[name]!;
    this.#instructionMark.set(this.#tokens);
    const sources = (shape >> SHAPE_SOURCES_LOW) & SHAPE_SOURCES;
    const literals = (shape >> SHAPE_LITERALS_LOW) & SHAPE_LITERALS;
    this.#sources = sources;
    if (shape === 0) {
      // Nothing can follow, so the instruction is whole before the next token is read.
      this.#emit();
      this.#take();
      return true;
    }
    if (literals === Literals.none && this.#operandFastPath(shape)) {
      this.#take();
      this.#emit();
      return true;
    }
    this.#take();
    this.#symbols += this.#predicated ? 2 : 1;
    let first = true;
    if ((shape & SHAPE_DESTINATION) !== 0) {
      if (!this.#destination(literals === Literals.none)) return false;
      first = false;
      this.#symbols++;
    }
    if (literals !== Literals.none) return this.#literals(literals);
    let closed = this.#closed;
    for (let i = 0; i < sources; i++) {
      if (closed) this.#takeClose();
      if (!first && !this.#expect(COMMA)) return false;
      if (!first) this.#symbols++;
      first = false;
      if (!this.#source(2 + i, true)) return false;
      this.#symbols++;
      closed = this.#closed;
    }
    this.#emit();
    if (closed) this.#takeClose();
    return true;
  }

  /** `(!p0.x)` */
  #predicate(): boolean {
    this.#take();
    if (!this.#source(1, false)) return false;
    return this.#expect(CLOSE);
  }

  /** `def`, `defi`, `defb`: the values behind the destination. */
  #literals(kind: number): boolean {
    if (this.#closed) this.#takeClose();
    const count = kind === Literals.bool ? 1 : 4;
    for (let i = 0; i < count; i++) {
      if (!this.#expect(COMMA)) return false;
      if (kind === Literals.bool) {
        if (this.#kind !== K.bool) return this.#lacks(K.bool);
        this.#values[i] = this.#dialect.bits[this.#name]!;
      } else {
        const negative = this.#kind === MINUS;
        if (negative || this.#kind === PLUS) this.#take();
        if (this.#kind !== K.int && (kind === Literals.int || this.#kind !== K.float)) {
          return this.#lacks(kind === Literals.int ? K.int : K.float);
        }
        const { value, float } = this.#numbers;
        if (kind === Literals.float) this.#values[i] = negative ? float ^ (1 << 31) : float;
        else this.#values[i] = negative ? -value : value;
      }
      // The last value makes the instruction whole before the next token is read.
      if (i === count - 1) this.#emit();
      this.#take();
    }
    return true;
  }

  // --- operands -----------------------------------------------------------------------------------------------------

  /** The closing brace of a precision stands there and is not taken yet: it makes an operand whole. */
  #closed = false;

  #takeClose(): void {
    this.#closed = false;
    this.#take();
  }

  /** Reads operands in their plain form, up to the end of the last one; false, and nothing read, where they are not plain. */
  #operandFastPath(shape: number): boolean {
    const tokens = this.#tokens;
    // Taken tokens are counted behind an error, and then components mean nothing.
    if (this.#quiet > 0 || this.#dead) return false;
    const from = tokens.plainFrom();
    if (from < 0) return false;
    const plain = this.#plain;
    const end = plain.read(tokens.source, from, shape, this.#operandNames);
    if (end < 0) return false;
    tokens.skipTo(end);
    this.#lookedUp = tokens.source;
    this.#lookedUpStart = plain.nameStart;
    this.#lookedUpEnd = plain.nameEnd;
    return true;
  }

  #destination(precise: boolean): boolean {
    if (!this.#readRegister()) return false;
    const register = this.#register;
    const address = this.#registerAddress;
    const flags = this.#registerFlags;
    const modifier = this.#registerModifier;
    const scalar = this.#registerScalar;
    let mask = FULL_MASK;
    if (this.#is(DOT)) {
      this.#take();
      if (!this.#is(K.name)) return this.#lacks(DOT);
      if (!this.#dead) mask = this.#mask(scalar);
      this.#take();
    }
    const precision = precise ? this.#precision() : 0;
    if (precision < 0) return false;
    this.#operands[0] = register | mask | precision | (modifier << MODIFIER_LOW);
    this.#addresses[0] = address;
    this.#flags[0] = flags;
    return true;
  }

  /** A source, or a predicate, at `place` of the operands. */
  #source(place: number, precise: boolean): boolean {
    const prefix = this.#kind;
    let number = 1;
    let isComplement = false;
    if (prefix === MINUS || prefix === NOT) this.#take();
    else if (prefix === K.int) {
      isComplement = true;
      number = this.#numbers.value;
      this.#take();
      if (!this.#expect(MINUS)) return false;
    }
    if (!this.#readRegister()) return false;
    const register = this.#register;
    const address = this.#registerAddress;
    const flags = this.#registerFlags;
    let modifier = this.#registerModifier;
    if (!this.#readSwizzle()) return false;
    if (!this.#dead) {
      if (prefix === MINUS) modifier = this.#negated(modifier);
      else if (prefix === NOT) modifier = this.#inverted(modifier);
      else if (isComplement) modifier = this.#complemented(modifier, number);
    }
    // The components make an operand whole before the next token is read.
    this.#takeSwizzle();
    const swizzle = this.#swizzle;
    const precision = precise ? this.#precision() : 0;
    if (precision < 0) return false;
    this.#operands[place] = register | swizzle | precision | (modifier << MODIFIER_LOW);
    this.#addresses[place] = address;
    this.#flags[place] = flags;
    return true;
  }

  /** The bits of `{min16f}` or `{min16f as def32}` where it stands, up to its closing brace; -1 where a token does not fit. */
  #precision(): number {
    this.#closed = false;
    if (!this.#is(OPEN_BRACE)) return 0;
    this.#take();
    if (!this.#is(K.precision)) return this.#lacks(K.precision) ? 0 : -1;
    const bits = this.#dialect.bits[this.#name]!;
    this.#take();
    // The second precision is what the register has anyway; it changes nothing.
    if (this.#is(K.as)) {
      this.#take();
      if (!this.#expect(K.precision)) return -1;
    }
    if (!this.#is(CLOSE_BRACE)) return this.#lacks(CLOSE_BRACE) ? 0 : -1;
    this.#closed = true;
    return bits;
  }

  #negated(modifier: number): number {
    const negated = NEGATED[modifier]!;
    if (negated >= 0) return negated;
    this.#diagnostics.report('X2011', this.#tokens);
    return modifier;
  }

  #inverted(modifier: number): number {
    if (modifier === none.code) return not.code;
    this.#diagnostics.report('X2018', this.#tokens);
    return modifier;
  }

  #complemented(modifier: number, number: number): number {
    const version = this.#dialect.profile;
    if (number !== 1) this.#diagnostics.report('X2010', this.#tokens, { number });
    else if (!this.#dialect.complements) this.#diagnostics.report('X2029', this.#tokens, { version });
    else if (modifier !== none.code) this.#diagnostics.report('X2012', this.#tokens);
    else return complement.code;
    return modifier;
  }

  /** The bits of the write mask under consideration. */
  #mask(scalar: boolean): number {
    const { source, start, end } = this.#tokens;
    if (scalar) {
      this.#diagnostics.report('X2022', this.#tokens);
      return FULL_MASK;
    }
    let mask = 0;
    let least = 0;
    for (let at = start; at < end; at++) {
      const code = source.charCodeAt(at);
      const component = code < 128 ? COMPONENT[code]! : 4;
      if (component > 3 || component < least) {
        const hint = 'components of a mask stand in the order of xyzw, each once';
        this.#diagnostics.report('X2003', this.#tokens, { mask: source.slice(start, end) }, hint);
        return 0;
      }
      mask |= 1 << component;
      least = component + 1;
    }
    return mask << Sm1DestinationToken.mask.low;
  }

  /** Components of {@link #readSwizzle} stand there and are not taken yet. */
  #swizzled = false;

  #takeSwizzle(): void {
    if (this.#swizzled) this.#take();
  }

  /** A swizzle where one stands, up to its components; false where a token does not fit. */
  #readSwizzle(): boolean {
    this.#swizzle = IDENTITY;
    this.#swizzled = false;
    if (!this.#is(DOT)) return true;
    this.#take();
    if (!this.#is(K.name)) return this.#lacks(DOT);
    if (!this.#dead) this.#swizzle = this.#swizzleBits();
    this.#swizzled = true;
    return true;
  }

  #swizzleBits(): number {
    const { source, start, end } = this.#tokens;
    if (this.#registerScalar) {
      this.#diagnostics.report('X2022', this.#tokens);
      return IDENTITY;
    }
    let swizzle = 0;
    let component = end - start > 4 ? 4 : 0;
    for (let i = 0; i < 4 && component < 4; i++) {
      if (start + i < end) {
        const code = source.charCodeAt(start + i);
        component = code < 128 ? COMPONENT[code]! : 4;
      }
      swizzle |= component << (2 * i);
    }
    if (component < 4) return swizzle << Sm1SourceToken.swizzle.low;
    const hint = 'a swizzle has one to four of the components xyzw';
    this.#diagnostics.report('X2004', this.#tokens, { swizzle: source.slice(start, end) }, hint);
    return 0;
  }

  // --- registers ----------------------------------------------------------------------------------------------------

  /** A register with its index, into the fields for it; false where a token does not fit. */
  #readRegister(): boolean {
    if (!this.#is(K.name)) return this.#lacks(K.name);
    return this.#readName() || this.#indexedRegister(this.#nameAt, this.#nameModifier, this.#nameNumber);
  }

  /** Takes the name of a register; one without an index is read then. False where an index follows. */
  #readName(): boolean {
    const dialect = this.#dialect;
    const name = this.#name;
    const bits = dialect.token[name]!;
    const at = dialect.shape[name]!;
    const modifier = dialect.bits[name]!;
    const number = dialect.number[name]!;
    const mark = this.#registerMark;
    mark.set(this.#tokens);
    this.#take();
    if (this.#kind === OPEN_INDEX) {
      this.#nameAt = at;
      this.#nameModifier = modifier;
      this.#nameNumber = number;
      return false;
    }
    this.#registerAddress = 0;
    this.#registerFlags = 0;
    if (bits === -1) {
      this.#invalidRegister(mark, at);
      return true;
    }
    this.#register = bits;
    this.#registerModifier = modifier;
    this.#registerScalar = dialect.registerList[at]!.scalar;
    return true;
  }

  /** A register with its index, the name being taken: nested ones are kept in frames, since a text may nest any number. */
  #indexedRegister(at: number, modifier: number, number: number): boolean {
    const outermost = this.#outermost;
    outermost.begin(this.#registerMark, at, modifier, number);
    let frame = outermost;
    let symbols = this.#symbols + 2;
    this.#take();
    for (;;) {
      if (symbols + 1 >= MAX_SYMBOLS) return this.#exhausted();
      if (this.#is(K.int)) {
        frame.sum = (frame.sum + this.#numbers.value) >>> 0;
        this.#take();
      } else {
        if (!this.#is(K.name)) return this.#lacks(K.name);
        if (!this.#readName()) {
          if (symbols + 2 >= MAX_SYMBOLS) return this.#exhausted();
          frame = new IndexFrame(frame);
          frame.begin(this.#registerMark, this.#nameAt, this.#nameModifier, this.#nameNumber);
          symbols += 2;
          this.#take();
          continue;
        }
        if (!this.#addressTerm(frame, symbols)) return false;
      }
      // A closed index makes its register the next term of the sum around it.
      while (!this.#is(PLUS)) {
        if (!this.#dead) for (let i = 1; i < frame.registers; i++) this.#diagnostics.report('X2009', this.#tokens);
        if (!this.#expect(CLOSE_INDEX)) return false;
        this.#resolveIndexed(frame);
        if (frame === outermost) return true;
        symbols -= 2 * frame.terms;
        frame = frame.around!;
        if (!this.#addressTerm(frame, symbols)) return false;
      }
      if (symbols + 2 >= MAX_SYMBOLS) return this.#exhausted();
      symbols += 2;
      frame.terms++;
      this.#take();
    }
  }

  /** The register that was read, with its components, as a term of the index of `frame`. */
  #addressTerm(frame: IndexFrame, symbols: number): boolean {
    if (symbols + 3 >= MAX_SYMBOLS && this.#is(DOT)) {
      if (symbols + 2 < MAX_SYMBOLS) this.#take();
      return this.#exhausted();
    }
    const register = this.#register;
    const flags = this.#registerFlags;
    const modifier = this.#registerModifier;
    if (!this.#readSwizzle()) return false;
    this.#takeSwizzle();
    if (frame.registers++ > 0) return true;
    frame.address = (register & ~RELATIVE) | this.#swizzle | (modifier << MODIFIER_LOW);
    frame.flags = (flags & INVALID ? INVALID_INDEX : 0) | ((register & RELATIVE) !== 0 ? NESTED : 0);
    return true;
  }

  /** Makes the register of `frame` the one that was read. */
  #resolveIndexed({ mark, at, modifier, number, sum, registers, address, flags }: IndexFrame): void {
    const register = at < 0 ? undefined : this.#dialect.registerList[at]!;
    const total = (Math.max(number, 0) + sum) >>> 0;
    const relative = registers > 0;
    this.#registerFlags = 0;
    this.#registerAddress = 0;
    if (register === undefined || !register.indexed || (relative ? total === 0xffff_ffff : total >= register.count)) {
      // Of a register whose index is none already, nothing more is told.
      this.#invalidRegister(mark, at, !(relative && flags & INVALID_INDEX));
      return;
    }
    this.#register = registerBits(register, total) | (relative ? RELATIVE : 0);
    this.#registerModifier = modifier;
    this.#registerScalar = register.scalar;
    if (!relative) return;
    this.#registerAddress = address;
    this.#registerFlags = flags;
  }

  /** Tells that the text nests deeper than can be kept, which ends everything. */
  #exhausted(): boolean {
    this.#diagnostics.report('DX2201', this.#tokens, { limit: MAX_SYMBOLS });
    this.#over = true;
    return false;
  }

  /** @param at place of the register that the name begins with, -1 for none */
  #invalidRegister(mark: Mark, at: number, reported = true): void {
    this.#register = MARK;
    this.#registerModifier = 0;
    this.#registerScalar = false;
    this.#registerFlags = INVALID;
    if (this.#dead || !reported) return;
    const { profile, registerList } = this.#dialect;
    const name = mark.source.slice(mark.start, mark.end);
    const register = registerList[at];
    const hint = register && `registers are ${register.number >= 0 ? register.name : rangeText(register)}`;
    this.#diagnostics.report('X2005', mark, { name, version: profile }, hint);
  }

  // --- instructions ---------------------------------------------------------------------------------------------------

  /** Makes room for `count` more DWORDs. */
  #reserve(count: number): void {
    if (this.#size + count <= this.#words.length) return;
    const words = new Uint32Array(2 * (this.#size + count));
    words.set(this.#words.subarray(0, this.#size));
    this.#words = words;
  }

  /** Writes the instruction that was read, unless something in it is none, and has it judged. */
  #emit(): void {
    if (this.#dead) return;
    const dialect = this.#dialect;
    const shape = this.#shape;
    const flags = this.#flags;
    const operands = this.#operands;
    const { relativeTokens } = dialect;
    const hasDestination = (shape & SHAPE_DESTINATION) !== 0;
    const predicated = this.#predicated && dialect.predicates;
    if (this.#predicated && !predicated) this.#report('X2028');
    if (this.#coissued && !dialect.pairs) {
      this.#report('X2027');
      return;
    }
    let invalid = 0;
    if (hasDestination) invalid |= this.#checkDestination();
    if (predicated) invalid |= this.#checkPredicate();
    const last = 2 + this.#sources;
    for (let i = 2; i < last; i++) {
      if (flags[i] === 0) continue;
      invalid |= flags[i]! & (INVALID | INVALID_INDEX);
      if (flags[i]! & NESTED) this.#report('X2009');
    }
    if ((shape & SHAPE_SUB) !== 0) this.#negateSecond();
    if (shape >= SHAPE_LAST_COMPONENT) this.#chooseComponents(shape);

    this.#reserve(LONGEST_INSTRUCTION);
    const words = this.#words;
    const start = this.#size;
    let at = start + 1;
    let uncounted = 0;
    if ((shape & SHAPE_DCL) !== 0) words[at++] = this.#attributes;
    if (hasDestination) {
      words[at++] = (operands[0]! & ~(MODIFIER | 0)) | this.#result;
      if (relativeTokens && (operands[0]! & RELATIVE) !== 0) {
        words[at++] = this.#addresses[0]!;
        // Where there can be none, it is written and not counted (source: oracle).
        if (!dialect.relativeDestinations) uncounted = 1;
      }
    }
    if (predicated) words[at++] = operands[1]!;
    const literals = (shape >> SHAPE_LITERALS_LOW) & SHAPE_LITERALS;
    if (literals !== Literals.none) {
      const count = literals === Literals.bool ? 1 : 4;
      for (let i = 0; i < count; i++) words[at++] = this.#values[i]!;
    }
    for (let i = 2; i < last; i++) {
      const operand = operands[i]!;
      words[at++] = operand;
      if ((operand & RELATIVE) === 0) continue;
      if (relativeTokens) words[at++] = this.#addresses[i]!;
      else if (this.#addresses[i] !== A0_X) this.#report('X2007');
    }
    if (invalid !== 0) return;
    let token = this.#token | (predicated ? PREDICATED : 0) | (this.#coissued ? COISSUE : 0);
    if (relativeTokens) token |= (at - start - 1 - uncounted) << LENGTH_LOW;
    words[start] = token;
    this.#size = at;
    this.#lines?.add(start, this.#instructionMark.line, this.#instructionMark.file);
    this.#feed(start, at - start, this.#instructionMark);
  }

  /** What is wrong with the destination; what makes the instruction none is returned. */
  #checkDestination(): number {
    const operand = this.#operands[0]!;
    const flags = this.#flags[0]!;
    if ((operand & MODIFIER) !== 0) this.#report('X2014');
    if ((operand & RELATIVE) === 0) return flags & INVALID;
    if (!this.#dialect.relativeDestinations) {
      this.#report('X2008');
      return flags & INVALID;
    }
    if (flags & NESTED) this.#report('X2009');
    return flags & (INVALID | INVALID_INDEX);
  }

  /** Likewise with the predicate; an address of it is not written. */
  #checkPredicate(): number {
    const operand = this.#operands[1]!;
    const modifier = (operand & MODIFIER) >>> MODIFIER_LOW;
    if (modifier !== none.code && modifier !== not.code) this.#report('X2019');
    if ((operand & RELATIVE) !== 0) this.#report('X2020');
    this.#operands[1] = operand & ~RELATIVE;
    return this.#flags[1]! & INVALID;
  }

  /** Turns the sign of the second source: `sub` is written as `add`. */
  #negateSecond(): void {
    const operand = this.#operands[3]!;
    const negated = NEGATED[(operand & MODIFIER) >>> MODIFIER_LOW]!;
    if (negated < 0) this.#report('X2013');
    else this.#operands[3] = (operand & ~MODIFIER) | (negated << MODIFIER_LOW);
  }

  /** What vs_1_1 makes of operands that say nothing about components. */
  #chooseComponents(shape: number): void {
    const operands = this.#operands;
    if ((shape & SHAPE_LAST_COMPONENT) !== 0 && (operands[2]! & LAST_COMPONENT) === IDENTITY)
      operands[2]! |= LAST_COMPONENT;
    const rows = (shape >> SHAPE_ROWS_LOW) & SHAPE_ROWS;
    if (rows === 0 || (operands[0]! & FULL_MASK) !== FULL_MASK) return;
    operands[0] = (operands[0]! & ~FULL_MASK) | (((1 << rows) - 1) << Sm1DestinationToken.mask.low);
  }

  /** Has the validator judge the `count` DWORDs from `start` on, and tells what it found. */
  #feed(start: number, count: number, place: Place): void {
    const validator = this.#validator;
    if (validator === undefined) return;
    if (!validator.instruction(this.#words, start, count)) this.#dead = true;
    const { diagnostics } = validator;
    while (this.#reported < diagnostics.length) this.#diagnostics.diagnostic(diagnostics[this.#reported++]!, place);
  }
}

/** `3 operands` */
function operandsText(shape: number): string {
  const literals = (shape >> SHAPE_LITERALS_LOW) & SHAPE_LITERALS;
  const values = literals === Literals.none ? 0 : literals === Literals.bool ? 1 : 4;
  const registers = (shape & SHAPE_DESTINATION ? 1 : 0) + ((shape >> SHAPE_SOURCES_LOW) & SHAPE_SOURCES);
  return `${registers + values} operand${registers + values === 1 ? '' : 's'}`;
}

/** `r0 to r11` */
function rangeText({ name, count }: { readonly name: string; readonly count: number }): string {
  return count === 1 ? `${name}0` : `${name}0 to ${name}${count - 1}`;
}

/** The token as messages name it. */
function foundText(tokens: TokenSource): string {
  if (tokens.kind === TokenKind.end) return 'the end of the text';
  return tokens.source.slice(tokens.start, tokens.end);
}
