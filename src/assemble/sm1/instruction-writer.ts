/** Writes parsed instructions as DWORDs, reports what no instruction has, and has each one validated. */

import type { Message } from '../../base/messages.ts';
import { SM1_END } from '../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1InstructionToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { X2007, X2008, X2009, X2013, X2014, X2019, X2020, X2027, X2028 } from '../messages.ts';
import type { TextLocation } from '../text-location.ts';
import type { DebugLines } from './debug-info.ts';
import type { Dialect } from './dialect.ts';
import {
  Literals,
  SHAPE_DCL,
  SHAPE_DESTINATION,
  SHAPE_LAST_COMPONENT,
  SHAPE_LITERALS,
  SHAPE_LITERALS_LOW,
  SHAPE_ROWS,
  SHAPE_ROWS_LOW,
  SHAPE_SUB,
} from './mnemonic-table.ts';
import { FULL_MASK, IDENTITY, MODIFIER_LOW, NEGATED } from './operand-fast-path.ts';
import type { StreamValidation } from './stream-validation.ts';
import {
  DESTINATION,
  FIRST_SOURCE,
  INVALID_INDEX,
  INVALID_REGISTER,
  NESTED_INDEX,
  type ParsedInstruction,
  PREDICATE,
} from './syntax-errors.ts';

/** No version has an instruction of more DWORDs: four sources with an index each, destination, predicate. */
const LONGEST_INSTRUCTION = 16;
/** Larger buffers are not reused for the next text. */
const MAX_CACHED_WORDS = 1 << 16;

/** `.w`, and every bit of a swizzle. */
const LAST_COMPONENT = Sm1SourceToken.swizzle.ones << Sm1SourceToken.swizzle.low;
const RELATIVE = 1 << Sm1SourceToken.relative.low;
const PREDICATED = 1 << Sm1InstructionToken.predicated.low;
const COISSUE = 1 << Sm1InstructionToken.coissue.low;
const LENGTH_LOW = Sm1InstructionToken.length.low;
const MODIFIER = Sm1SourceToken.modifier.ones << MODIFIER_LOW;
/** a0.x as the token of an address. */
const A0_X = 0xb000_0000 | 0;

const { none, not } = SM1_SOURCE_MODIFIERS;

/** The buffer of a finished writer, for the next one: most programs are short. */
let spareWords: Uint32Array | undefined;

export class InstructionWriter {
  dialect!: Dialect;
  #words: Uint32Array;
  #size = 0;

  constructor(
    private readonly instruction: ParsedInstruction,
    private readonly validation: StreamValidation,
    private readonly diagnostics: AssemblyDiagnostics,
    private readonly lines: DebugLines | undefined,
  ) {
    this.#words = spareWords ?? new Uint32Array(1024);
    spareWords = undefined;
  }

  version(token: number, location: TextLocation): void {
    this.#words[this.#size++] = token;
    this.validation.feed(this.#words, 0, 1, location);
  }

  end(location: TextLocation): void {
    this.#reserve(1);
    this.#words[this.#size++] = SM1_END;
    this.validation.feed(this.#words, this.#size - 1, 1, location);
  }

  /** A copy of the words so far. */
  finish(): Uint32Array {
    return this.#words.slice(0, this.#size);
  }

  /** Gives the buffer back. */
  release(): void {
    if (this.#words.length <= MAX_CACHED_WORDS) spareWords = this.#words;
  }

  /** Reserves space for `count` more DWORDs. */
  #reserve(count: number): void {
    if (this.#size + count <= this.#words.length) return;
    const words = new Uint32Array(2 * (this.#size + count));
    words.set(this.#words.subarray(0, this.#size));
    this.#words = words;
  }

  #report(message: Message): void {
    this.diagnostics.report(message, this.instruction.mark, { version: this.dialect.profile });
  }

  write(): void {
    if (this.validation.isOver) return;
    const { dialect, instruction } = this;
    const { shape, flags, operands, addresses, mark, coissued } = instruction;
    const { relativeTokens } = dialect;
    const hasDestination = (shape & SHAPE_DESTINATION) !== 0;
    const predicated = instruction.predicated && dialect.predicates;
    if (instruction.predicated && !predicated) this.#report(X2028);
    if (coissued && !dialect.pairs) {
      this.#report(X2027);
      return;
    }
    let invalid = 0;
    if (hasDestination) invalid |= this.#checkDestination();
    if (predicated) invalid |= this.#checkPredicate();
    const last = FIRST_SOURCE + instruction.sources;
    for (let i = FIRST_SOURCE; i < last; i++) {
      if (flags[i] === 0) continue;
      invalid |= flags[i]! & (INVALID_REGISTER | INVALID_INDEX);
      if (flags[i]! & NESTED_INDEX) this.#report(X2009);
    }
    if ((shape & SHAPE_SUB) !== 0) this.#negateSecond();
    if (shape >= SHAPE_LAST_COMPONENT) this.#chooseComponents(shape);

    this.#reserve(LONGEST_INSTRUCTION);
    const words = this.#words;
    const start = this.#size;
    let at = start + 1;
    let uncounted = 0;
    if ((shape & SHAPE_DCL) !== 0) words[at++] = instruction.attributes;
    if (hasDestination) {
      words[at++] = (operands[DESTINATION]! & ~MODIFIER) | instruction.result;
      if (relativeTokens && (operands[DESTINATION]! & RELATIVE) !== 0) {
        words[at++] = addresses[DESTINATION]!;
        // In versions without relative destinations it is written and not counted (source: oracle).
        if (!dialect.relativeDestinations) uncounted = 1;
      }
    }
    if (predicated) words[at++] = operands[PREDICATE]!;
    const literals = (shape >> SHAPE_LITERALS_LOW) & SHAPE_LITERALS;
    if (literals !== Literals.none) {
      const count = literals === Literals.bool ? 1 : 4;
      for (let i = 0; i < count; i++) words[at++] = instruction.values[i]!;
    }
    for (let i = FIRST_SOURCE; i < last; i++) {
      const operand = operands[i]!;
      words[at++] = operand;
      if ((operand & RELATIVE) === 0) continue;
      if (relativeTokens) words[at++] = addresses[i]!;
      else if (addresses[i] !== A0_X) this.#report(X2007);
    }
    if (invalid !== 0) return;
    let token = instruction.token | (predicated ? PREDICATED : 0) | (coissued ? COISSUE : 0);
    if (relativeTokens) token |= (at - start - 1 - uncounted) << LENGTH_LOW;
    words[start] = token;
    this.#size = at;
    this.lines?.add(start, mark.line, mark.file);
    this.validation.feed(words, start, at - start, mark);
  }

  /** Reports faults of the destination. Returns the flags that make the instruction invalid. */
  #checkDestination(): number {
    const operand = this.instruction.operands[DESTINATION]!;
    const flags = this.instruction.flags[DESTINATION]!;
    if ((operand & MODIFIER) !== 0) this.#report(X2014);
    if ((operand & RELATIVE) === 0) return flags & INVALID_REGISTER;
    if (!this.dialect.relativeDestinations) {
      this.#report(X2008);
      return flags & INVALID_REGISTER;
    }
    if (flags & NESTED_INDEX) this.#report(X2009);
    return flags & (INVALID_REGISTER | INVALID_INDEX);
  }

  /**
   * Reports faults of the predicate, whose address is not written. Returns the flags that make the instruction invalid.
   */
  #checkPredicate(): number {
    const { operands, flags } = this.instruction;
    const operand = operands[PREDICATE]!;
    const modifier = (operand & MODIFIER) >>> MODIFIER_LOW;
    if (modifier !== none.code && modifier !== not.code) this.#report(X2019);
    if ((operand & RELATIVE) !== 0) this.#report(X2020);
    operands[PREDICATE] = operand & ~RELATIVE;
    return flags[PREDICATE]! & INVALID_REGISTER;
  }

  /** Negates the second source: `sub` is written as `add`. */
  #negateSecond(): void {
    const { operands } = this.instruction;
    const operand = operands[FIRST_SOURCE + 1]!;
    const negated = NEGATED[(operand & MODIFIER) >>> MODIFIER_LOW]!;
    if (negated < 0) this.#report(X2013);
    else operands[FIRST_SOURCE + 1] = (operand & ~MODIFIER) | (negated << MODIFIER_LOW);
  }

  /** The components of vs_1_1 for operands without a selection. */
  #chooseComponents(shape: number): void {
    const { operands } = this.instruction;
    if ((shape & SHAPE_LAST_COMPONENT) !== 0 && (operands[FIRST_SOURCE]! & LAST_COMPONENT) === IDENTITY)
      operands[FIRST_SOURCE]! |= LAST_COMPONENT;
    const rows = (shape >> SHAPE_ROWS_LOW) & SHAPE_ROWS;
    if (rows === 0 || (operands[DESTINATION]! & FULL_MASK) !== FULL_MASK) return;
    operands[DESTINATION] = (operands[DESTINATION]! & ~FULL_MASK) | (((1 << rows) - 1) << Sm1DestinationToken.mask.low);
  }
}
