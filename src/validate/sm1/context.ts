/**
 * The validation context of one stream: the instruction that all rules look at, decoded into numbers, and the state of
 * the stream so far. One object serves an entire stream, so that only diagnostics allocate.
 *
 * Not for: walking arbitrary streams (isa/sm1/cursor.ts). Instructions are cut and counted here as Microsoft's
 * validator does.
 */
import type { MessageValues } from '../../base/diagnostics.ts';
import { Sm1Diagnostics } from './diagnostics.ts';
import type { Sm1Model } from './model.ts';
import type { Sm1RuleRow } from './rule.ts';
import { Sm1Flow } from './rules/flow-state.ts';
import { type Sm1ReservedBits, sm1ReservedBits } from './rules/reserved.ts';

/**
 * No instruction takes more sources. The lists of sources below are arrays, which are created faster than typed arrays.
 */
export const MAX_SOURCES = 4;

const NO_WORDS = new Uint32Array(0);

export class Sm1ValidationContext {
  readonly diagnostics: Sm1Diagnostics;
  /** Which bits its tokens may not set. */
  readonly reserved: Sm1ReservedBits;
  /** The fast path for instructions that break no rule; created by the rules of the model, from 2_0 on. */
  fastPath: Sm1FastPathCheck | undefined;
  /** Number of the last checked instruction, comments not counted; -1: none. */
  last = -1;
  /** Blocks, loops and subroutines so far. */
  readonly flow: Sm1Flow;
  /** The words of the stream; may be another array from one instruction to the next while an assembler grows it. */
  words: Uint32Array = NO_WORDS;

  /** Number of the instruction, the version token being 0; comments count (source: oracle). */
  index = 0;
  /** DWORD index of the instruction token, and just past the last one of its tokens. */
  start = 0;
  end = 0;
  token = 0;
  opcode = 0;
  /** Bits 23:16 of the instruction token. */
  controls = 0;
  predicated = false;
  coissued = false;

  /** DWORD index of the attribute DWORD of `dcl`; -1 where there is none. */
  attributesAt = -1;
  /**
   * DWORD index of the first raw value of `def`, `defi`, `defb`, past the words where they are missing; -1 elsewhere.
   */
  literalsAt = -1;
  /** That of the last constant that had values. */
  lastLiteralsAt = -1;

  /** DWORD index of the destination token; -1 where there is none, and then the fields below are 0. */
  destinationAt = -1;
  destinationType = 0;
  destinationNumber = 0;
  /** Bits 19:16, moved down. */
  destinationMask = 0;
  /** Bits 23:20, moved down. */
  destinationModifiers = 0;
  /** Bits 27:24, moved down. */
  destinationShift = 0;
  /** DWORD index of the token that it is relative to, past the words where that is missing; -1: absolute. */
  destinationRelativeAt = -1;

  /** DWORD index of the predicate token, past the words where it is missing; -1: not predicated. */
  predicateAt = -1;

  /** Source tokens; at most {@link MAX_SOURCES}, for more end validation before any rule of a model. */
  sourceCount = 0;
  /** DWORD index of each source token. */
  readonly sourceAt: number[] = [0, 0, 0, 0];
  readonly sourceType: number[] = [0, 0, 0, 0];
  readonly sourceNumber: number[] = [0, 0, 0, 0];
  /** Bits 23:16, moved down: two bits a component. */
  readonly sourceSwizzle: number[] = [0, 0, 0, 0];
  /** Bits 27:24, moved down. */
  readonly sourceModifier: number[] = [0, 0, 0, 0];
  /**
   * DWORD index of the token that the source is relative to; its own index in 1_x, where the source
   * token itself has the flag; past the words where it is missing, which Microsoft reads as zero; -1: absolute.
   */
  readonly sourceRelativeAt: number[] = [0, 0, 0, 0];

  /** Bit n: source n breaks a rule of operands. Set by the model's rules; cleared with each instruction. */
  sourceFaults = 0;

  /** Slots of all instructions so far. */
  arithmeticSlots = 0;
  textureSlots = 0;
  /** Components of the predicate that were set so far. */
  predicateWritten = 0;

  /** Set by a rule that ends validation. */
  aborted = false;

  constructor(
    readonly model: Sm1Model,
    /** The low half of the version token: 0x201 is 2_x. */
    readonly version: number,
    /**
     * The flags of Microsoft's `Begin`: 0 checks as the assembler does, 1 to 3 as the compiler does (source: oracle).
     */
    readonly flags: number,
  ) {
    this.diagnostics = new Sm1Diagnostics(model);
    this.reserved = sm1ReservedBits(model.startsWith('p'), version, flags);
    this.flow = new Sm1Flow(model, version, flags);
  }

  /** Reports that this instruction breaks `rule`, pointing at DWORD `at`. */
  report(rule: Sm1RuleRow, at: number = this.start, values?: MessageValues): void {
    this.diagnostics.report(rule, this.index, at, values);
    if (rule.aborts) this.aborted = true;
  }

  /**
   * Reports that the entire stream breaks `rule`, or a token that belongs to no instruction yet. As in Microsoft's
   * validator, the instruction of such a diagnostic is 0 after an earlier diagnostic, else -1 (source: oracle).
   */
  reportStream(rule: Sm1RuleRow, at = -1, values?: MessageValues): void {
    this.diagnostics.report(rule, this.diagnostics.list.length > 0 ? 0 : -1, at, values);
    if (rule.aborts) this.aborted = true;
  }
}

/** A check that recognizes instructions which break no rule, without decoding them into the context. */
export interface Sm1FastPathCheck {
  /**
   * Whether an instruction, `count` DWORDs of `words` from `start` on, breaks no rule. If so, its effects on the state
   * are already applied.
   */
  accepts(ctx: Sm1ValidationContext, words: Uint32Array, start: number, count: number): boolean;
  /**
   * Accepts and counts instructions from `start` on, which state their lengths; returns where the first other one
   * begins.
   */
  run(ctx: Sm1ValidationContext, words: Uint32Array, start: number): number;
}

/** The rules of one model, in the order in which Microsoft's validator runs them. */
export interface Sm1ModelRules {
  /** Checks the instruction that `ctx` holds. */
  instruction(ctx: Sm1ValidationContext): void;
  /** Checks the entire shader, after its end token. */
  end(ctx: Sm1ValidationContext): void;
}
