/**
 * Reads destinations, sources and predicates into the instruction: by characters on the fast path, else by tokens. A
 * register may have an index in brackets, `c[a0.x + 3]`, and an index may contain registers with an index, to any
 * depth: they are stored in frames, and Microsoft's limit on the symbols of its parser is counted.
 */

import { SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX2201, X2003, X2004, X2005, X2009, X2010, X2011, X2012, X2018, X2022, X2029 } from '../messages.ts';
import { LocationMark } from '../text-location.ts';
import { registerBits } from './dialect.ts';
import {
  COMPONENT,
  FULL_MASK,
  IDENTITY,
  MODIFIER_LOW,
  NEGATED,
  OperandFastPath,
  type OperandNames,
} from './operand-fast-path.ts';
import type { StreamValidation } from './stream-validation.ts';
import {
  DESTINATION,
  INVALID_INDEX,
  INVALID_REGISTER,
  NESTED_INDEX,
  type ParsedInstruction,
  PREDICATE,
} from './syntax-errors.ts';
import { Terminal, type TokenClassifier } from './token-classifier.ts';

// Reads write masks and swizzles.

export class ComponentParser {
  mask = 0;
  swizzle = 0;
  /** The components of the last swizzle are the current token: they are not taken yet. */
  #isPending = false;

  constructor(
    private readonly classifier: TokenClassifier,
    private readonly validation: StreamValidation,
    private readonly diagnostics: AssemblyDiagnostics,
  ) {}

  /** Reads a mask if there is one; false when a token is not accepted. */
  readMask(isScalar: boolean): boolean {
    const { classifier } = this;
    this.mask = FULL_MASK;
    if (!classifier.is(Terminal.dot)) return true;
    classifier.take();
    if (!classifier.is(Terminal.name)) return classifier.lacks(Terminal.dot);
    if (!this.validation.isOver) this.mask = this.#maskBits(isScalar);
    classifier.take();
    return true;
  }

  /** Reads a swizzle if there is one, up to its components; false when a token is not accepted. */
  readSwizzle(isScalar: boolean): boolean {
    const { classifier } = this;
    this.swizzle = IDENTITY;
    this.#isPending = false;
    if (!classifier.is(Terminal.dot)) return true;
    classifier.take();
    if (!classifier.is(Terminal.name)) return classifier.lacks(Terminal.dot);
    if (!this.validation.isOver) this.swizzle = this.#swizzleBits(isScalar);
    this.#isPending = true;
    return true;
  }

  /** Takes the components of {@link readSwizzle}. Before that the operand is complete and its faults are reported. */
  takeSwizzle(): void {
    if (this.#isPending) this.classifier.take();
  }

  #maskBits(isScalar: boolean): number {
    const { token } = this.classifier;
    const { source, start, end } = token;
    if (isScalar) {
      this.diagnostics.report(X2022, token);
      return FULL_MASK;
    }
    let mask = 0;
    let least = 0;
    for (let at = start; at < end; at++) {
      const code = source.charCodeAt(at);
      const component = code < 128 ? COMPONENT[code]! : 4;
      if (component > 3 || component < least) {
        const hint = 'write components of a mask in the order of xyzw, each once';
        this.diagnostics.report(X2003, token, { mask: token.text }, hint);
        return 0;
      }
      mask |= 1 << component;
      least = component + 1;
    }
    return mask << Sm1DestinationToken.mask.low;
  }

  #swizzleBits(isScalar: boolean): number {
    const { token } = this.classifier;
    const { source, start, end } = token;
    if (isScalar) {
      this.diagnostics.report(X2022, token);
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
    this.diagnostics.report(X2004, token, { swizzle: token.text }, hint);
    return 0;
  }
}

/** Microsoft's parser keeps fewer symbols than this; every open index and every term before a plus takes two. */
const MAX_SYMBOLS = 9999;

const RELATIVE = 1 << Sm1SourceToken.relative.low;
const MARK = 1 << Sm1SourceToken.mark.low;

class RegisterName {
  readonly mark = new LocationMark();
  /** Its index in the list of the dialect, -1 for none; its modifier; its number as written. */
  register = 0;
  modifier = 0;
  number = 0;
}

/** An index that is being read: its register and the sum so far. */
export class IndexFrame {
  readonly name = new RegisterName();
  sum = 0;
  /** How many registers the sum has; the first one is the address. */
  registers = 0;
  address = 0;
  flags = 0;
  terms = 1;

  /** @param outer the index that contains this one */
  constructor(readonly outer: IndexFrame | undefined) {}

  begin({ mark, register, modifier, number }: RegisterName): void {
    this.name.mark.set(mark);
    this.name.register = register;
    this.name.modifier = modifier;
    this.name.number = number;
    this.sum = 0;
    this.registers = 0;
    this.address = 0;
    this.flags = 0;
    this.terms = 1;
  }
}

export class RegisterParser {
  // --- the register that was read last ------------------------------------------------------------------------------
  /** Type and number with the mark. */
  bits = 0;
  /** The token of its relative address. */
  address = 0;
  flags = 0;
  isScalar = false;
  /** The modifier in its name. */
  modifier = 0;

  /** How many symbols a table-driven parser has on its stack before the operand. */
  symbols = 0;
  /** The text nests deeper than the limit: everything ends. */
  isExhausted = false;

  /** The name that was read last. */
  readonly #name = new RegisterName();
  /** The frame of an index that is in no other. */
  readonly #outermost = new IndexFrame(undefined);

  constructor(
    private readonly classifier: TokenClassifier,
    private readonly components: ComponentParser,
    private readonly validation: StreamValidation,
    private readonly diagnostics: AssemblyDiagnostics,
  ) {}

  /** Reads a register with its index; false when a token is not accepted. */
  read(): boolean {
    const { classifier } = this;
    if (!classifier.is(Terminal.name)) return classifier.lacks(Terminal.name);
    return this.#readName() || this.#readIndex();
  }

  /** Takes the name of a register; true when it has no index, and then it is the register that was read. */
  #readName(): boolean {
    const { classifier } = this;
    const { dialect, name: slot } = classifier;
    const bits = dialect.token[slot]!;
    const name = this.#name;
    name.register = dialect.shape[slot]!;
    name.modifier = dialect.bits[slot]!;
    name.number = dialect.number[slot]!;
    name.mark.set(classifier.token);
    classifier.take();
    if (classifier.is(Terminal.openBracket)) return false;
    this.address = 0;
    this.flags = 0;
    if (bits === -1) {
      this.#setInvalid(name);
      return true;
    }
    this.bits = bits;
    this.modifier = name.modifier;
    this.isScalar = dialect.registerList[name.register]!.scalar;
    return true;
  }

  /** After a name: reads its index. */
  #readIndex(): boolean {
    const { classifier } = this;
    let frame = this.#outermost;
    frame.begin(this.#name);
    let symbols = this.symbols + 2;
    classifier.take();
    for (;;) {
      if (symbols + 1 >= MAX_SYMBOLS) return this.#exhausted();
      if (classifier.is(Terminal.int)) {
        frame.sum = (frame.sum + classifier.numbers.value) >>> 0;
        classifier.take();
      } else {
        if (!classifier.is(Terminal.name)) return classifier.lacks(Terminal.name);
        if (!this.#readName()) {
          if (symbols + 2 >= MAX_SYMBOLS) return this.#exhausted();
          frame = new IndexFrame(frame);
          frame.begin(this.#name);
          symbols += 2;
          classifier.take();
          continue;
        }
        if (!this.#addressTerm(frame, symbols)) return false;
      }
      // A closed index makes its register the next term of the sum around it.
      while (!classifier.is(Terminal.plus)) {
        if (!this.validation.isOver)
          for (let i = 1; i < frame.registers; i++) this.diagnostics.report(X2009, classifier.token);
        if (!classifier.expect(Terminal.closeBracket)) return false;
        this.#resolve(frame);
        if (frame.outer === undefined) return true;
        symbols -= 2 * frame.terms;
        frame = frame.outer;
        if (!this.#addressTerm(frame, symbols)) return false;
      }
      if (symbols + 2 >= MAX_SYMBOLS) return this.#exhausted();
      symbols += 2;
      frame.terms++;
      classifier.take();
    }
  }

  /** Makes the register that was read, with its components, a term of the index of `frame`. */
  #addressTerm(frame: IndexFrame, symbols: number): boolean {
    const { classifier, components } = this;
    if (symbols + 3 >= MAX_SYMBOLS && classifier.is(Terminal.dot)) {
      if (symbols + 2 < MAX_SYMBOLS) classifier.take();
      return this.#exhausted();
    }
    const { bits, flags, modifier } = this;
    if (!components.readSwizzle(this.isScalar)) return false;
    components.takeSwizzle();
    if (frame.registers++ > 0) return true;
    frame.address = (bits & ~RELATIVE) | components.swizzle | (modifier << MODIFIER_LOW);
    frame.flags = (flags & INVALID_REGISTER ? INVALID_INDEX : 0) | ((bits & RELATIVE) !== 0 ? NESTED_INDEX : 0);
    return true;
  }

  #resolve({ name, sum, registers, address, flags }: IndexFrame): void {
    const { dialect } = this.classifier;
    const register = name.register < 0 ? undefined : dialect.registerList[name.register]!;
    const total = (Math.max(name.number, 0) + sum) >>> 0;
    const relative = registers > 0;
    this.flags = 0;
    this.address = 0;
    if (register === undefined || !register.indexed || (relative ? total === 0xffff_ffff : total >= register.count)) {
      // A register with an invalid index is not reported once more.
      this.#setInvalid(name, !(relative && flags & INVALID_INDEX));
      return;
    }
    this.bits = registerBits(register, total) | (relative ? RELATIVE : 0);
    this.modifier = name.modifier;
    this.isScalar = register.scalar;
    if (!relative) return;
    this.address = address;
    this.flags = flags;
  }

  /** Reports that the text nests deeper than the limit. */
  #exhausted(): false {
    this.diagnostics.report(DX2201, this.classifier.token, { limit: MAX_SYMBOLS });
    this.isExhausted = true;
    return false;
  }

  /** Makes an invalid register the one that was read, and reports it. */
  #setInvalid({ mark, register }: RegisterName, reported = true): void {
    this.bits = MARK;
    this.modifier = 0;
    this.isScalar = false;
    this.flags = INVALID_REGISTER;
    if (this.validation.isOver || !reported) return;
    const { profile, registerList } = this.classifier.dialect;
    const name = mark.source.slice(mark.start, mark.end);
    const row = registerList[register];
    const hint = row && `registers are ${row.number >= 0 ? row.name : rangeText(row)}`;
    this.diagnostics.report(X2005, mark, { name, version: profile }, hint);
  }
}

/** `r0 to r11` */
function rangeText({ name, count }: { readonly name: string; readonly count: number }): string {
  return count === 1 ? `${name}0` : `${name}0 to ${name}${count - 1}`;
}

const { none, complement, not } = SM1_SOURCE_MODIFIERS;

export class OperandParser {
  readonly registers: RegisterParser;
  /**
   * The closing brace of a precision is the current token: it completes an operand and is taken after the instruction
   * was written, or before what follows.
   */
  isBracePending = false;
  readonly #components: ComponentParser;
  readonly #fastPath: OperandFastPath;

  constructor(
    private readonly classifier: TokenClassifier,
    private readonly instruction: ParsedInstruction,
    private readonly validation: StreamValidation,
    private readonly diagnostics: AssemblyDiagnostics,
  ) {
    this.#components = new ComponentParser(classifier, validation, diagnostics);
    this.registers = new RegisterParser(classifier, this.#components, validation, diagnostics);
    this.#fastPath = new OperandFastPath(instruction.operands, instruction.flags);
  }

  /** Reads all operands by their characters, up to the next token; false, and nothing read, if that is not possible. */
  readFast(shape: number, names: OperandNames): boolean {
    const { classifier } = this;
    // Taken tokens are counted after an error, and after the end of validation components mean nothing.
    if (classifier.quiet > 0 || this.validation.isOver) return false;
    const position = classifier.tokens.directText();
    if (position === undefined) return false;
    const fastPath = this.#fastPath;
    if (!fastPath.read(position, shape, names)) return false;
    classifier.lookUp(position.text, fastPath.nameStart, fastPath.nameEnd);
    return true;
  }

  /**
   * Reads a destination; false when a token is not accepted.
   *
   * @param hasPrecision whether it may have a minimum precision
   */
  destination(hasPrecision: boolean): boolean {
    const { instruction, registers } = this;
    if (!registers.read()) return false;
    const { bits, address, flags, modifier } = registers;
    if (!this.#components.readMask(registers.isScalar)) return false;
    const { mask } = this.#components;
    const precision = hasPrecision ? this.#precision() : 0;
    if (precision < 0) return false;
    instruction.operands[DESTINATION] = bits | mask | precision | (modifier << MODIFIER_LOW);
    instruction.addresses[DESTINATION] = address;
    instruction.flags[DESTINATION] = flags;
    return true;
  }

  /** Reads `(!p0.x)`; false when a token is not accepted. */
  predicate(): boolean {
    this.classifier.take();
    if (!this.source(PREDICATE, false)) return false;
    return this.classifier.expect(Terminal.closeParenthesis);
  }

  /** Reads a source, or a predicate, as operand `index`; false when a token is not accepted. */
  source(index: number, hasPrecision: boolean): boolean {
    const { classifier, instruction, registers } = this;
    const components = this.#components;
    const prefix = classifier.kind;
    let number = 1;
    let isComplement = false;
    if (prefix === Terminal.minus || prefix === Terminal.not) classifier.take();
    else if (prefix === Terminal.int) {
      isComplement = true;
      number = classifier.numbers.value;
      classifier.take();
      if (!classifier.expect(Terminal.minus)) return false;
    }
    if (!registers.read()) return false;
    const { bits, address, flags } = registers;
    let { modifier } = registers;
    if (!components.readSwizzle(registers.isScalar)) return false;
    if (!this.validation.isOver) {
      if (prefix === Terminal.minus) modifier = this.#negated(modifier);
      else if (prefix === Terminal.not) modifier = this.#inverted(modifier);
      else if (isComplement) modifier = this.#complemented(modifier, number);
    }
    // The components complete an operand before the next token is read.
    components.takeSwizzle();
    const { swizzle } = components;
    const precision = hasPrecision ? this.#precision() : 0;
    if (precision < 0) return false;
    instruction.operands[index] = bits | swizzle | precision | (modifier << MODIFIER_LOW);
    instruction.addresses[index] = address;
    instruction.flags[index] = flags;
    return true;
  }

  takeBrace(): void {
    this.isBracePending = false;
    this.classifier.take();
  }

  /**
   * The bits of `{min16f}` or `{min16f as def32}`, up to its closing brace; 0 for none, -1 when a token is not
   * accepted.
   */
  #precision(): number {
    const { classifier } = this;
    this.isBracePending = false;
    if (!classifier.is(Terminal.openBrace)) return 0;
    classifier.take();
    if (!classifier.is(Terminal.precision)) return refused(classifier.lacks(Terminal.precision));
    const bits = classifier.dialect.bits[classifier.name]!;
    classifier.take();
    // The second precision is that of the register; it changes nothing.
    if (classifier.is(Terminal.as)) {
      classifier.take();
      if (!classifier.expect(Terminal.precision)) return -1;
    }
    if (!classifier.is(Terminal.closeBrace)) return refused(classifier.lacks(Terminal.closeBrace));
    this.isBracePending = true;
    return bits;
  }

  #negated(modifier: number): number {
    const negated = NEGATED[modifier]!;
    if (negated >= 0) return negated;
    this.diagnostics.report(X2011, this.classifier.token);
    return modifier;
  }

  #inverted(modifier: number): number {
    if (modifier === none.code) return not.code;
    this.diagnostics.report(X2018, this.classifier.token);
    return modifier;
  }

  #complemented(modifier: number, number: number): number {
    const { token, dialect } = this.classifier;
    if (number !== 1) this.diagnostics.report(X2010, token, { number });
    else if (!dialect.complements) this.diagnostics.report(X2029, token, { version: dialect.profile });
    else if (modifier !== none.code) this.diagnostics.report(X2012, token);
    else return complement.code;
    return modifier;
  }
}

/** -1: a token was not accepted. */
function refused(_accepted: false): -1 {
  return -1;
}
