/** Reads destinations, sources and predicates into the instruction: by characters on the fast path, else by tokens. */

import { SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { X2010, X2011, X2012, X2018, X2029 } from '../messages.ts';
import { MODIFIER_LOW, NEGATED, OperandFastPath, type OperandNames } from './operand-fast-path.ts';
import { ComponentParser, RegisterParser } from './register-parser.ts';
import type { StreamValidation } from './stream-validation.ts';
import { DESTINATION, type ParsedInstruction, PREDICATE } from './syntax-errors.ts';
import { Terminal, type TokenClassifier } from './token-classifier.ts';

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
