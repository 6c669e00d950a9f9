/**
 * A reused cursor over the instructions of a shader model 1-3 program. All its fields are numbers from construction on;
 * locations are DWORD indices into the words, -1 where there is none.
 *
 * {@link Sm1Cursor.moveTo} finds the tokens of an instruction, which is all that the scan and listings need; {@link
 * Sm1Cursor.goto} also decodes its operands into reused slots. The cursor walks as Microsoft's reader does (source:
 * oracle): bit 31 marks parameter tokens, in every version; the length field of 2_0 and later (IT3) is not followed. It
 * walks any words, and never reads outside them.
 *
 * Not for: validating, which splits instructions differently (validate/sm1/rules/tokens.ts).
 */
import type { TokenProgram } from '../model.ts';
import { SM1_COMMENT, SM1_END, SM1_OPCODE_LIMIT, SM1_OPCODES, sm1LiteralCount, sm1OpcodeTable } from './opcodes.ts';
import {
  Sm1CommentToken,
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1SourceToken,
  Sm1VersionToken,
  sm1RegisterType,
} from './tokens.ts';

/** Raw DWORDs after the destination. */
const LITERAL_COUNTS = sm1OpcodeTable(sm1LiteralCount);
const KNOWN = sm1OpcodeTable(() => 1);
const DCL = SM1_OPCODES.dcl.code;
const RELATIVE = 1 << Sm1DestinationToken.relative.low;
const PREDICATED = 1 << Sm1InstructionToken.predicated.low;
/** Rows without a destination. */
const NO_DESTINATION = sm1OpcodeTable(({ operands }) => (operands.some(({ role }) => role === 'destination') ? 0 : 1));

/** Whether the first operand of `opcode` is a destination; that of an opcode without a row is one (source: oracle). */
export function sm1TakesDestination(opcode: number): boolean {
  return opcode < SM1_OPCODE_LIMIT ? NO_DESTINATION[opcode] === 0 : opcode < SM1_OPCODES.phase.code;
}

/** The positions of a cursor without a program. */
const NO_INSTRUCTIONS = { starts: new Uint32Array(0), count: 0 };

/** One register operand, decoded in place. */
export class Sm1OperandSlot {
  /** DWORD index of the operand token. */
  at = 0;
  /** The operand token, as a signed number. */
  token = 0;
  /** D3DSPR_* */
  type = 0;
  number = 0;
  /** Whether the operand is addressed relatively. */
  isRelative = false;
  /** DWORD index of the token of the register that is added; -1: there is none, as in 1_x, where it is always a0.x. */
  relativeAt = -1;

  get mask(): number {
    return Sm1DestinationToken.mask.get(this.token);
  }

  get resultModifiers(): number {
    return Sm1DestinationToken.modifiers.get(this.token);
  }

  /** Result shift of a destination: the power of two, -8 to 7. */
  get shift(): number {
    const shift = Sm1DestinationToken.shift.get(this.token);
    return shift < 8 ? shift : shift - 16;
  }

  get swizzle(): number {
    return Sm1SourceToken.swizzle.get(this.token);
  }

  /** D3DSPSM_* of a source. */
  get modifier(): number {
    return Sm1SourceToken.modifier.get(this.token);
  }

  /** Minimum precision (SM1_PRECISIONS). */
  get precision(): number {
    return Sm1SourceToken.precision.get(this.token);
  }
}

export class Sm1Cursor {
  readonly #program: TokenProgram | undefined;
  readonly words: Uint32Array;
  /** From 2_0 on a relatively addressed operand is followed by the register it is relative to. */
  readonly relativeTokens: boolean;

  /** DWORD index of the instruction token. */
  start = 0;
  /** DWORD index just past the last token that the walk found. */
  end = 0;
  opcode = 0;
  /** The attribute DWORD of `dcl`. */
  attributes = -1;
  destination = -1;
  /** The register that the destination is relative to. */
  destinationRelative = -1;
  predicate = -1;
  /** First raw DWORD of `def`, `defi`, `defb`, or of a comment. */
  literals = -1;
  literalCount = 0;
  /** First source operand; equal to {@link end} where there is none. */
  sources = 0;

  /** The instruction that {@link goto} decoded; -1 before, and after {@link moveTo}. */
  position = -1;
  /** How many of {@link operands} the instruction uses; filled by {@link goto}. */
  operandCount = 0;
  /** Index in {@link operands} of the first source: 1 after a destination, else 0. */
  firstSource = 0;
  /** The destination, where there is one, then the sources; as many slots as any instruction so far has needed. */
  readonly operands: Sm1OperandSlot[] = [];

  /** @param source a program, or words alone, in which only {@link moveTo} moves */
  constructor(source: TokenProgram | Uint32Array) {
    const isProgram = 'words' in source;
    this.#program = isProgram ? source : undefined;
    this.words = isProgram ? source.words : source;
    this.relativeTokens = Sm1VersionToken.major.get(this.words[0] ?? 0) >= 2;
  }

  get token(): number {
    return this.words[this.start]!;
  }

  get controls(): number {
    return Sm1InstructionToken.controls.get(this.token);
  }

  /** Runs together with the instruction before it (IT6). */
  get coissued(): boolean {
    return Sm1InstructionToken.coissue.test(this.token);
  }

  /** The opcode has a row in the table. */
  get isKnown(): boolean {
    const { opcode } = this;
    return opcode < SM1_OPCODE_LIMIT ? KNOWN[opcode] === 1 : opcode === SM1_OPCODES.phase.code;
  }

  get isComment(): boolean {
    return this.opcode === SM1_COMMENT;
  }

  /** DWORDs after the instruction token. */
  get operandWords(): number {
    return this.end - this.start - 1;
  }

  /** Whether the first operand of the opcode is a destination; it may be missing. */
  get wantsDestination(): boolean {
    return sm1TakesDestination(this.opcode);
  }

  /** The tag of the comment under the cursor, 0 where it has none. */
  get commentTag(): number {
    return this.isComment && this.literalCount > 0 ? this.words[this.literals]! : 0;
  }

  /** Finds the tokens of the instruction whose token is at `at`, which must be inside the words. */
  moveTo(at: number): void {
    const { words, relativeTokens } = this;
    const limit = words.length;
    // Signed, so that the mark in bit 31 is the sign and every token stays a small integer (measured).
    const token = words[at]! | 0;
    const opcode = token & 0xffff;
    this.position = -1;
    this.operandCount = 0;
    this.start = at;
    this.opcode = opcode;
    this.attributes = -1;
    this.destination = -1;
    this.destinationRelative = -1;
    this.predicate = -1;
    this.literals = -1;
    this.literalCount = 0;
    let p = at + 1;
    if (opcode >= SM1_COMMENT) {
      if (opcode === SM1_COMMENT) {
        this.literals = p;
        this.literalCount = Math.min(Sm1CommentToken.length.get(token), limit - p);
      }
      p += this.literalCount;
      this.sources = p;
      this.end = p;
      return;
    }
    if (opcode === DCL && p < limit) this.attributes = p++;
    if (sm1TakesDestination(opcode) && p < limit) {
      const word = words[p]! | 0;
      if (word < 0) {
        this.destination = p++;
        if (relativeTokens && (word & RELATIVE) !== 0 && p < limit) this.destinationRelative = p++;
      }
    }
    if ((token & PREDICATED) !== 0 && p < limit && (words[p]! | 0) < 0) this.predicate = p++;
    if (opcode < SM1_OPCODE_LIMIT && LITERAL_COUNTS[opcode] !== 0) {
      this.literals = p;
      this.literalCount = Math.min(LITERAL_COUNTS[opcode]!, limit - p);
      p += this.literalCount;
    }
    this.sources = p;
    this.end = sm1OperandsEnd(words, p, relativeTokens);
  }

  /** DWORD index after the source operand at `at`: a relative address belongs to its operand. */
  after(at: number): number {
    const next = at + 1;
    return this.relativeAt(at) < 0 ? next : next + 1;
  }

  /** DWORD index of the register that the source operand at `at` is relative to; -1 where there is none. */
  relativeAt(at: number): number {
    const { words } = this;
    return this.relativeTokens && Sm1DestinationToken.relative.test(words[at]!) && at + 1 < words.length ? at + 1 : -1;
  }

  /** Finds and decodes instruction `position` (0 to `program.count - 1`). */
  goto(position: number): void {
    const { starts, count } = this.#program ?? NO_INSTRUCTIONS;
    if (position < 0 || position >= count)
      throw new RangeError(`instruction ${position} is out of range: the program has ${count}`);
    this.moveTo(starts[position]!);
    this.position = position;
    this.#decode();
  }

  /** Decodes the operand whose token is at `at` into `slot`; returns the index after it. */
  readOperand(slot: Sm1OperandSlot, at: number): number {
    const token = this.words[at]! | 0;
    slot.at = at;
    slot.token = token;
    slot.type = sm1RegisterType(token);
    slot.number = Sm1SourceToken.number.get(token);
    slot.isRelative = (token & RELATIVE) !== 0;
    slot.relativeAt = this.relativeAt(at);
    return slot.relativeAt < 0 ? at + 1 : at + 2;
  }

  #decode(): void {
    const { destination, sources, end } = this;
    let count = 0;
    if (destination >= 0) this.readOperand(this.#slot(count++), destination);
    this.firstSource = count;
    for (let at = sources; at < end; ) at = this.readOperand(this.#slot(count++), at);
    this.operandCount = count;
  }

  #slot(i: number): Sm1OperandSlot {
    const { operands } = this;
    if (i === operands.length) operands.push(new Sm1OperandSlot());
    return operands[i]!;
  }
}

/**
 * DWORD index after the operands that begin at `at`: every word with bit 31 set is one.
 *
 * @param relativeTokens whether a relatively addressed operand is followed by the register it is relative to
 */
export function sm1OperandsEnd(words: Uint32Array, at: number, relativeTokens: boolean): number {
  const limit = words.length;
  let end = at;
  while (end < limit) {
    const word = words[end]! | 0;
    if (word >= 0) break;
    end += relativeTokens && (word & RELATIVE) !== 0 && end + 1 < limit ? 2 : 1;
  }
  return end;
}

/** Whether `token` ends a stream (source: oracle; the high bits do not matter). */
export function isSm1End(token: number): boolean {
  return (token & 0xffff) === SM1_END;
}
