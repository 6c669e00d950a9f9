/**
 * A reused cursor that finds the tokens of an instruction of shader models 1 to 3: all that listings and the scan need. All its fields
 * are numbers from construction on; locations are DWORD indices into the words, -1 where there is none.
 *
 * It walks as Microsoft's reader does (source: oracle): bit 31 marks parameter tokens, in every version; the length field of 2_0 and
 * later (IT3) is not followed.
 *
 * Not for: decoding operands (cursor.ts), and validating, which splits instructions differently (validate/sm1/rules/tokens.ts). The
 * cursor walks any words, and never reads outside them.
 */
import {
  SM1_COMMENT,
  SM1_END,
  SM1_OPCODE_LIMIT,
  SM1_PRINTED_ROWS,
  sm1LiteralCount,
  sm1PrintedTable,
} from './printed-rows.ts';
import { Sm1CommentToken, Sm1DestinationToken, Sm1InstructionToken, Sm1VersionToken } from './tokens.ts';

/** Raw DWORDs after the destination. */
const LITERAL_COUNTS = sm1PrintedTable(sm1LiteralCount);
/** Opcodes that have a row. */
const KNOWN = sm1PrintedTable(() => 1);
const DCL = SM1_PRINTED_ROWS.dcl.code;
const RELATIVE = 1 << Sm1DestinationToken.relative.low;
const PREDICATED = 1 << Sm1InstructionToken.predicated.low;
/** Rows without a destination. */
const NO_DESTINATION = sm1PrintedTable(({ operands }) => (operands.some(({ role }) => role === 'destination') ? 0 : 1));

/** Whether the first operand of `opcode` is a destination; that of an opcode without a row is one (source: oracle). */
export function sm1TakesDestination(opcode: number): boolean {
  return opcode < SM1_OPCODE_LIMIT ? NO_DESTINATION[opcode] === 0 : opcode < SM1_PRINTED_ROWS.phase.code;
}

/** The tokens of one instruction at a time. */
export class Sm1TokenCursor {
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
  constructor(words: Uint32Array) {
    this.words = words;
    this.relativeTokens = Sm1VersionToken.major.get(words[0] ?? 0) >= 2;
  }

  /** The instruction token. */
  get token(): number {
    return this.words[this.start]!;
  }

  /** Controls of the opcode (IT2). */
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
    return opcode < SM1_OPCODE_LIMIT ? KNOWN[opcode] === 1 : opcode === SM1_PRINTED_ROWS.phase.code;
  }

  get isComment(): boolean {
    return this.opcode === SM1_COMMENT;
  }

  /** DWORDs after the instruction token. */
  get operandWords(): number {
    return this.end - this.start - 1;
  }

  /** Finds the tokens of the instruction whose token is at `at`, which must be inside the words. */
  moveTo(at: number): void {
    const { words, relativeTokens } = this;
    const limit = words.length;
    // Signed, so that the mark in bit 31 is the sign and every token stays a small integer (measured).
    const token = words[at]! | 0;
    const opcode = token & 0xffff;
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
