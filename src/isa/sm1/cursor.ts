/**
 * One instruction at a time out of the words of a shader model 1-3 program: a cursor that passes move and ask. All its
 * fields are numbers from construction on (positions are DWORD indices into the words, -1 where there is none).
 *
 * It walks as Microsoft's reader does (source: oracle): parameter tokens are told by their bit 31, in every version; the
 * length field that 2_0 brought (IT3) is not what it follows.
 *
 * Not for: judging. Anything with a shape is walked, and reads never leave the words.
 */
import { SM1_COMMENT, SM1_END, SM1_OPCODE_LIMIT, SM1_OPCODES, type Sm1OpcodeRow, sm1LiteralCount } from './opcodes.ts';
import { Sm1CommentToken, Sm1DestinationToken, Sm1InstructionToken, Sm1VersionToken } from './tokens.ts';

/** Raw DWORDs behind the destination. */
const LITERAL_COUNTS = new Uint8Array(SM1_OPCODE_LIMIT);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.code < SM1_OPCODE_LIMIT) LITERAL_COUNTS[row.code] = sm1LiteralCount(row);
}
/** Opcodes that have a row. */
const KNOWN = new Uint8Array(SM1_OPCODE_LIMIT);
for (const row of Object.values(SM1_OPCODES)) if (row.code < SM1_OPCODE_LIMIT) KNOWN[row.code] = 1;
const DCL = SM1_OPCODES.dcl.code;
const RELATIVE = 1 << Sm1DestinationToken.relative.low;
const PREDICATED = 1 << Sm1InstructionToken.predicated.low;
/** Rows that have no destination in front. */
const NO_DESTINATION = new Uint8Array(SM1_OPCODE_LIMIT);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.code < SM1_OPCODE_LIMIT && !row.operands.some(({ role }) => role === 'destination'))
    NO_DESTINATION[row.code] = 1;
}

/** Whether a destination stands in front of the operands; opcodes without a row have one (source: oracle). */
export function sm1TakesDestination(opcode: number): boolean {
  return opcode < SM1_OPCODE_LIMIT ? NO_DESTINATION[opcode] === 0 : opcode < SM1_OPCODES.phase.code;
}

export class Sm1Cursor {
  readonly words: Uint32Array;
  /** From 2_0 on a relatively addressed operand is followed by the register it is relative to. */
  readonly relativeTokens: boolean;

  /** Where the instruction token stands. */
  start = 0;
  /** Just past the last token that the walk found. */
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

  /** The opcode has a destination in front, whether or not it is there. */
  get wantsDestination(): boolean {
    return sm1TakesDestination(this.opcode);
  }

  /** The opcode has a row in the table. */
  get isKnown(): boolean {
    const { opcode } = this;
    return opcode < SM1_OPCODE_LIMIT ? KNOWN[opcode] === 1 : opcode === SM1_OPCODES.phase.code;
  }

  get isComment(): boolean {
    return this.opcode === SM1_COMMENT;
  }

  /** The tag of the comment under the cursor, 0 where it has none. */
  get commentTag(): number {
    return this.isComment && this.literalCount > 0 ? this.words[this.literals]! : 0;
  }

  /** DWORDs behind the instruction token. */
  get operandWords(): number {
    return this.end - this.start - 1;
  }

  /** Reads the instruction whose token stands at `at`, which must be inside the words. */
  moveTo(at: number): void {
    const { words, relativeTokens } = this;
    const limit = words.length;
    // Signed, so that the mark in bit 31 is the sign and no word needs more than a small number (measured).
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
    while (p < limit) {
      const word = words[p]! | 0;
      if (word >= 0) break;
      p += relativeTokens && (word & RELATIVE) !== 0 && p + 1 < limit ? 2 : 1;
    }
    this.end = p;
  }

  /** Where the operand behind the source operand at `at` begins: a relative address belongs to its operand. */
  after(at: number): number {
    const next = at + 1;
    return this.relativeAt(at) < 0 ? next : next + 1;
  }

  /** Where the register stands that the source operand at `at` is relative to; -1 where there is none. */
  relativeAt(at: number): number {
    const { words } = this;
    return this.relativeTokens && Sm1DestinationToken.relative.test(words[at]!) && at + 1 < words.length ? at + 1 : -1;
  }
}

/** Whether `token` ends a stream (source: oracle; the high bits do not matter). */
export function isSm1End(token: number): boolean {
  return (token & 0xffff) === SM1_END;
}
