/**
 * The parser of SM 1-3 assembly: tokens in, DWORDs out, the same ones with the same diagnostics at the same locations
 * as Microsoft's assembler (source: oracle). That one is a table-driven parser with an error rule for statements, so
 * errors here follow the discipline of such parsers: one diagnostic, tokens skipped up to one that can begin a
 * statement, and silence until three tokens were taken. Each instruction is validated as soon as it is complete,
 * between the diagnostics of the parser.
 *
 * This file has the statements; operand-parser.ts reads operands, instruction-writer.ts writes instructions.
 *
 * Not for: what characters make a token (lexer.ts), what names mean (dialect.ts), what a shader may do (validate).
 */

import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { X2001, X2015, X2030 } from '../messages.ts';
import type { ProgramValidator } from '../program-validator.ts';
import { DebugLines } from './debug-info.ts';
import { dialectOf, versionHint } from './dialect.ts';
import { InstructionWriter } from './instruction-writer.ts';
import { versionToken, versionUpgrade } from './lexer.ts';
import {
  Literals,
  SHAPE_DESTINATION,
  SHAPE_LITERALS,
  SHAPE_LITERALS_LOW,
  SHAPE_SOURCES,
  SHAPE_SOURCES_LOW,
} from './mnemonic-table.ts';
import { NumberReader } from './numbers.ts';
import { type OperandNames, operandNamesOf } from './operand-fast-path.ts';
import { OperandParser } from './operand-parser.ts';
import { StreamValidation } from './stream-validation.ts';
import { FIRST_SOURCE, ParsedInstruction, reportUnexpected } from './syntax-errors.ts';
import { Terminal, TokenClassifier } from './token-classifier.ts';
import { TokenKind, type TokenSource } from './token-source.ts';

/** The word before the bits of a literal in parentheses. */
const BITS = 'bits';

/** Tokens to take before errors are reported again. */
const QUIET_TOKENS = 3;

export interface Sm1ParseOptions {
  /** Validates each instruction as soon as it is complete. */
  readonly validator?: ProgramValidator | undefined;
  /** Whether to write debug information: the line of each instruction. */
  readonly debug: boolean;
  /** Whether it is the program of feature level 9 in a listing of shader model 4. Default: no. */
  readonly level9?: boolean;
}

/**
 * The instruction of a parser that is done, for the next one: making its arrays is a tenth of the time of a text of one
 * line.
 */
let spareInstruction: ParsedInstruction | undefined;

export class Sm1Parser {
  readonly #classifier: TokenClassifier;
  readonly #instruction: ParsedInstruction;
  readonly #operands: OperandParser;
  readonly #writer: InstructionWriter;
  readonly #lines: DebugLines | undefined;
  #operandNames!: OperandNames;

  constructor(
    private readonly tokens: TokenSource,
    private readonly diagnostics: AssemblyDiagnostics,
    private readonly options: Sm1ParseOptions,
  ) {
    this.#instruction = spareInstruction ?? new ParsedInstruction();
    spareInstruction = undefined;
    const validation = new StreamValidation(options.validator?.sm1(), diagnostics);
    if (options.debug) this.#lines = new DebugLines();
    this.#classifier = new TokenClassifier(tokens, new NumberReader());
    this.#operands = new OperandParser(this.#classifier, this.#instruction, validation, diagnostics);
    this.#writer = new InstructionWriter(this.#instruction, validation, diagnostics, this.#lines);
  }

  /** The token stream; undefined when there are errors. Moves the source from its first token to the end. */
  parse(): Uint32Array | undefined {
    const words = this.#parse();
    this.#writer.release();
    this.#instruction.mark.clear();
    spareInstruction = this.#instruction;
    return words;
  }

  #parse(): Uint32Array | undefined {
    const { tokens, diagnostics } = this;
    const classifier = this.#classifier;
    const { registers } = this.#operands;
    if (!this.#version()) return undefined;
    classifier.classify();
    while (!classifier.is(Terminal.end)) {
      if (this.#statement()) continue;
      if (registers.isExhausted) break;
      this.#recover();
    }
    // A complete shader is validated even when the preprocessor found errors (source: oracle).
    if (registers.isExhausted || tokens.isBroken || diagnostics.ownErrors > 0) return undefined;
    this.#writer.end(classifier.token);
    if (diagnostics.errors > 0) return undefined;
    const words = this.#writer.finish();
    const explained = this.#lines?.insertInto(words);
    if (this.#lines !== undefined && explained === undefined) diagnostics.report(X2030, classifier.token);
    return explained ?? words;
  }

  /** Reports the token, if errors are reported, and skips tokens up to one that can begin a statement. */
  #recover(): void {
    const classifier = this.#classifier;
    if (classifier.quiet === 0) reportUnexpected(classifier, this.#instruction, this.diagnostics);
    classifier.quiet = QUIET_TOKENS;
    for (;;) {
      const { kind } = classifier;
      if (kind === Terminal.end || kind === Terminal.instruction) return;
      if (kind === Terminal.plus || kind === Terminal.openParenthesis) return;
      classifier.skip();
    }
  }

  #version(): boolean {
    const { diagnostics } = this;
    const { token } = this.#classifier;
    const isName = token.kind === TokenKind.name || token.kind === TokenKind.version;
    const name = isName ? token.text : '';
    const version = versionToken(name);
    if (version === undefined) {
      diagnostics.report(X2001, token, {}, versionHint(token.source));
      return false;
    }
    const upgrade = versionUpgrade(name);
    if (upgrade !== undefined) diagnostics.report(X2015, token, { old: name, version: upgrade });
    const dialect = dialectOf(version, this.options.level9);
    this.#classifier.dialect = dialect;
    this.#writer.dialect = dialect;
    this.#operandNames = operandNamesOf(dialect);
    this.#writer.version(version, token);
    this.tokens.next();
    return true;
  }

  // --- statements ---------------------------------------------------------------------------------------------------

  /** Reads one instruction; false when a token is not accepted. */
  #statement(): boolean {
    const classifier = this.#classifier;
    const instruction = this.#instruction;
    const operands = this.#operands;
    const { registers } = operands;
    const coissued = classifier.kind === Terminal.plus;
    instruction.coissued = coissued;
    registers.symbols = coissued ? 2 : 1;
    if (coissued) classifier.take();
    const predicated = classifier.kind === Terminal.openParenthesis;
    instruction.predicated = predicated;
    if (predicated && !operands.predicate()) return false;
    if (classifier.kind !== Terminal.instruction) return classifier.lacks(Terminal.instruction);
    const { shape, sources } = this.#begin();
    if (shape === 0) {
      // Nothing can follow, so the instruction is complete before the next token is read.
      this.#writer.write();
      classifier.take();
      return true;
    }
    const literals = (shape >> SHAPE_LITERALS_LOW) & SHAPE_LITERALS;
    if (literals === Literals.none && operands.readFast(shape, this.#operandNames)) {
      classifier.take();
      this.#writer.write();
      return true;
    }
    classifier.take();
    registers.symbols += predicated ? 2 : 1;
    const hasDestination = (shape & SHAPE_DESTINATION) !== 0;
    if (hasDestination) {
      if (!operands.destination(literals === Literals.none)) return false;
      registers.symbols++;
    }
    if (literals !== Literals.none) return this.#literals(literals);
    return this.#sources(sources, hasDestination);
  }

  /** At a mnemonic: begins the instruction. */
  #begin(): ParsedInstruction {
    const instruction = this.#instruction;
    const { dialect, name, token } = this.#classifier;
    const shape = dialect.shape[name]!;
    instruction.shape = shape;
    instruction.token = dialect.token[name]!;
    instruction.result = dialect.bits[name]!;
    instruction.attributes = dialect.number[name]!;
    instruction.sources = (shape >> SHAPE_SOURCES_LOW) & SHAPE_SOURCES;
    instruction.mark.set(token);
    return instruction;
  }

  /** Reads the sources, and writes the instruction. */
  #sources(count: number, followsDestination: boolean): boolean {
    const classifier = this.#classifier;
    const operands = this.#operands;
    let isBracePending = operands.isBracePending;
    for (let i = 0; i < count; i++) {
      if (isBracePending) operands.takeBrace();
      if (i > 0 || followsDestination) {
        if (!classifier.expect(Terminal.comma)) return false;
        operands.registers.symbols++;
      }
      if (!operands.source(FIRST_SOURCE + i, true)) return false;
      operands.registers.symbols++;
      isBracePending = operands.isBracePending;
    }
    this.#writer.write();
    if (isBracePending) operands.takeBrace();
    return true;
  }

  /** `def`, `defi`, `defb`: reads the values after the destination, and writes the instruction. */
  #literals(kind: number): boolean {
    const classifier = this.#classifier;
    const { values } = this.#instruction;
    if (this.#operands.isBracePending) this.#operands.takeBrace();
    const count = kind === Literals.bool ? 1 : 4;
    for (let i = 0; i < count; i++) {
      if (!classifier.expect(Terminal.comma)) return false;
      if (kind === Literals.bool) {
        if (!classifier.is(Terminal.bool)) return classifier.lacks(Terminal.bool);
        values[i] = classifier.dialect.bits[classifier.name]!;
      } else {
        const isBits = kind === Literals.float && this.#atBits();
        if (!(isBits ? this.#bits(i) : this.#number(kind, i))) return false;
      }
      // The last value completes the instruction before the next token is read.
      if (i === count - 1) this.#writer.write();
      classifier.take();
    }
    return true;
  }

  /** Reads the number of value `i` up to its token, which is not taken yet. */
  #number(kind: number, i: number): boolean {
    const classifier = this.#classifier;
    const { values } = this.#instruction;
    const negative = classifier.is(Terminal.minus);
    if (negative || classifier.is(Terminal.plus)) classifier.take();
    if (!classifier.is(Terminal.int) && (kind === Literals.int || !classifier.is(Terminal.float))) {
      return classifier.lacks(kind === Literals.int ? Terminal.int : Terminal.float);
    }
    const { value, float } = classifier.numbers;
    if (kind === Literals.float) values[i] = negative ? float ^ (1 << 31) : float;
    else values[i] = negative ? -value : value;
    return true;
  }

  /**
   * Whether `bits(` begins here, which Microsoft's assembler refuses: the bits of a float, for what no number gives.
   */
  #atBits(): boolean {
    const { token } = this.#classifier;
    return this.#classifier.is(Terminal.name) && token.text === BITS && token.source[token.end] === '(';
  }

  /** Reads `bits(0x7fc00001)` as value `i` up to the parenthesis that closes it, which is not taken yet. */
  #bits(i: number): boolean {
    const classifier = this.#classifier;
    classifier.take();
    if (!classifier.expect(Terminal.openParenthesis)) return false;
    if (!classifier.is(Terminal.int)) return classifier.lacks(Terminal.int);
    this.#instruction.values[i] = classifier.numbers.value;
    classifier.take();
    return classifier.is(Terminal.closeParenthesis) || classifier.lacks(Terminal.closeParenthesis);
  }
}
