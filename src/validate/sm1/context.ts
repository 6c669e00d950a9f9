/**
 * The validation context of one stream: the instruction that all rules look at, decoded into numbers, the state of the
 * stream so far, and its diagnostics in the order in which Microsoft's validator reports them. One object serves an
 * entire stream, so that only diagnostics allocate.
 *
 * Not for: walking arbitrary streams (isa/sm1/cursor.ts). Instructions are cut and counted here as Microsoft's
 * validator does.
 */

import type { MessageValues } from '../../base/diagnostics.ts';
import { MAX_VALIDATION_DIAGNOSTICS } from '../../base/limits.ts';
import { SM1_OPCODE_LIMIT, SM1_OPCODES, type Sm1OpcodeRow } from '../../isa/sm1/opcodes.ts';
import type { Sm1Model, Sm1RuleRow, XCode } from '../rule.ts';

export const MAX_IF_DEPTH = 24;
export const MAX_LOOP_DEPTH = 4;
export const MAX_CALL_DEPTH = 4;
export const MAX_STATIC_FLOW = 16;
/** vs_2_sw takes labels to 15 although its registers go further (source: oracle). */
const MAX_LABEL_VS20 = 15;
/** Labels are numbered in eleven bits. */
const LABELS = 2048;
/** Byte offsets in the record of a label, and the size of the record. */
export const [FLAGS, STATIC_IFS, DYNAMIC_IFS, LOOPS, CALLS, LABEL_BYTES] = [0, 1, 2, 3, 4, 8] as const;

/** The flow control of one stream so far. */
export class Sm1Flow {
  /** Open blocks of the main program or the subroutine. */
  readonly blocks: number[] = [];
  /** Of each open loop, how many calls in loops were pending when it began. */
  readonly firstPending: number[] = [];
  depth = 0;
  /** Open blocks by type, those around the callers included. */
  staticIfs = 0;
  dynamicIfs = 0;
  loops = 0;
  /** Open `loop` and `rep` blocks of this subroutine. */
  subroutineLoops = 0;
  /** Open `loop` blocks of this subroutine. */
  subroutineCounters = 0;
  /** Subroutines around this one. */
  calls = 0;
  /** The callers have aL. */
  callersHaveCounter = false;
  /** A caller calls in a loop with a break. */
  callersBreak = false;
  staticFlow = 0;
  afterRet = false;
  inSubroutine = false;

  /** Of each label {@link LABEL_BYTES}: flags, and the maximum nesting around its callers. Grows with the labels. */
  labels: Uint8Array | undefined;
  highestLabel = -1;
  /** Labels called in open loops that have no break yet. */
  readonly pending: number[] = [];

  readonly maxLoops: number;
  readonly maxCalls: number;
  readonly maxLabel: number;
  readonly compiled: boolean;
  readonly pixel: boolean;

  constructor(model: Sm1Model, version: number, flags: number) {
    const first = version === 0x200;
    this.maxLoops = first ? 1 : MAX_LOOP_DEPTH;
    this.maxCalls = first ? 1 : MAX_CALL_DEPTH;
    this.maxLabel = model === 'vs20' ? MAX_LABEL_VS20 : LABELS - 1;
    this.compiled = (flags & 1) !== 0;
    this.pixel = model === 'ps20' || model === 'ps30';
  }

  labelsTo(number: number): Uint8Array {
    const wanted = (number + 1) * LABEL_BYTES;
    let labels = this.labels;
    if (labels === undefined || labels.length < wanted) {
      const grown = new Uint8Array(Math.max(16 * LABEL_BYTES, 2 ** Math.ceil(Math.log2(wanted))));
      if (labels !== undefined) grown.set(labels);
      labels = grown;
      this.labels = labels;
    }
    if (number > this.highestLabel) this.highestLabel = number;
    return labels;
  }

  /** Whether aL has a value: in a `loop`, or in a subroutine that is only called from inside loops. */
  get hasLoopCounter(): boolean {
    return this.subroutineCounters > 0 || this.callersHaveCounter;
  }
}

/** Opcodes that vertex and pixel shaders of any version have; `sub` of vertex shaders is for assemblers only (IT9). */
const KNOWN_VS = new Uint8Array(SM1_OPCODE_LIMIT);
const KNOWN_PS = new Uint8Array(SM1_OPCODE_LIMIT);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.code >= SM1_OPCODE_LIMIT) continue;
  if (row.vs !== undefined && row.code !== SM1_OPCODES.sub.code) KNOWN_VS[row.code] = 1;
  if (row.ps !== undefined) KNOWN_PS[row.code] = 1;
}

/**
 * Opcodes whose controls mean something: comparisons from 2_x on of vertex and 2_0 on of pixel shaders, and `texld`.
 */
const CONTROLS_VS = new Uint8Array(SM1_OPCODE_LIMIT);
const CONTROLS_PS = new Uint8Array(SM1_OPCODE_LIMIT);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.controls !== undefined) CONTROLS_PS[row.code] = 1;
  if (row.controls === 'comparison') CONTROLS_VS[row.code] = 1;
}

const CONTROLS = 0x00ff_0000;
const LENGTH = 0x0f00_0000;
const PREDICATED = 0x1000_0000;
const COISSUE = 0x4000_0000;
const NOT_OPCODE = 0xffff_0000 | 0;
const RELATIVE = 0x2000;
const PRECISION = 0xc000;
/** The reader of ps_3_0 leaves bits 26:23 of attributes alone, and takes four bits of usage. */
const PS30_ATTRIBUTES_RESERVED = 0x7870_fff0;

/** More than there are versions. */
const MAX_CACHED = 64;
const MADE = new Map<number, Sm1ReservedBits>();

/**
 * The reserved bits of a stream, built once for each kind of stream; the parameters are those of {@link
 * Sm1ReservedBits}.
 */
export function sm1ReservedBits(pixel: boolean, version: number, flags: number): Sm1ReservedBits {
  // 16 bits of version; of the flags one matters.
  const key = version | ((flags & 2) << 16) | (pixel ? 0x1_0000 : 0);
  let made = MADE.get(key);
  if (made === undefined) {
    made = new Sm1ReservedBits(pixel, version, flags);
    // A version that does not exist is checked no further, so that its entry is not needed.
    if (MADE.size < MAX_CACHED) MADE.set(key, made);
  }
  return made;
}

/** The fields that are reserved in the tokens of a stream. */
export class Sm1ReservedBits {
  readonly instruction: number;
  readonly instructionWithControls: number;
  readonly controls: Uint8Array;
  readonly known: Uint8Array;
  readonly phase: boolean;
  readonly destination: number;
  readonly source: number;
  readonly attributes: number;
  /** Whether a relative operand is followed by the token of its register. */
  readonly destinationTokens: boolean;
  readonly sourceTokens: boolean;
  /** vs_1_1: the first token is read as a destination even of opcodes that have none. */
  readonly destinationFirst: boolean;

  /**
   * @param pixel of pixel shaders
   * @param version the low half of the version token
   * @param flags 2 lets minimum precisions pass to the rules of the model
   */
  constructor(pixel: boolean, version: number, flags: number) {
    const counted = version >= 0x200;
    const precision = (flags & 2) !== 0 ? 0 : PRECISION;
    this.instruction =
      NOT_OPCODE & ~(counted ? LENGTH : 0) & ~(version > 0x200 ? PREDICATED : 0) & ~(pixel ? COISSUE : 0);
    this.controls = pixel ? CONTROLS_PS : CONTROLS_VS;
    this.instructionWithControls = version >= (pixel ? 0x200 : 0x201) ? this.instruction & ~CONTROLS : this.instruction;
    this.known = pixel ? KNOWN_PS : KNOWN_VS;
    this.phase = pixel;
    if (pixel) {
      const high = counted ? 0 : 0x4000_0000;
      this.destination = high | RELATIVE | (counted ? precision : PRECISION);
      this.source = high | precision | (version < 0x300 ? RELATIVE : 0);
      this.attributes = version < 0x300 ? 0x7fff_ffff : PS30_ATTRIBUTES_RESERVED;
    } else {
      this.destination = precision | (version > 0x200 ? 0x0f00_0000 : 0x0ff0_2000);
      this.source = counted ? precision : 0;
      this.attributes = 0;
    }
    this.destinationTokens = !pixel && version > 0x200;
    this.destinationFirst = !pixel && !counted;
    this.sourceTokens = pixel ? version >= 0x300 : counted;
  }
}

export interface Sm1Diagnostic {
  /** The rule that is broken; its row has text, severity and the codes of all models. */
  readonly rule: Sm1RuleRow;
  /** `X5703` */
  readonly code: XCode;
  /**
   * Number of the instruction as Microsoft counts (source: oracle): the version token is 0; 0 or -1 where none is
   * named.
   */
  readonly instruction: number;
  /**
   * DWORD index of the token to point at: the operand's when an operand breaks the rule, else the instruction's; -1:
   * the entire stream.
   */
  readonly at: number;
  readonly values: MessageValues;
}

const NO_VALUES: MessageValues = {};

export class Sm1Diagnostics {
  readonly list: Sm1Diagnostic[] = [];
  /** Errors so far, warnings not counted. */
  errors = 0;
  /** Diagnostics beyond {@link MAX_VALIDATION_DIAGNOSTICS}. */
  omitted = 0;
  /** DWORD index of a token that Microsoft's validator refuses without naming a code; -1: there is none. */
  silentAt = -1;

  constructor(readonly model: Sm1Model) {}

  /** Reports that `rule` is broken at DWORD `at`, by instruction number `instruction`. */
  report(rule: Sm1RuleRow, instruction: number, at: number, values: MessageValues = NO_VALUES): void {
    if (rule.severity !== 'warning') this.errors++;
    if (this.list.length === MAX_VALIDATION_DIAGNOSTICS) {
      this.omitted++;
      return;
    }
    this.list.push({ rule, code: rule.codes[this.model] ?? 'X0', instruction, at, values });
  }

  /** Fails at DWORD `at` without a diagnostic, as Microsoft's validator does in one case. */
  failSilently(at: number): void {
    this.errors++;
    this.silentAt = at;
  }
}

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
  instruction(ctx: Sm1ValidationContext): void;
  /** Checks the entire shader, after its end token. */
  end(ctx: Sm1ValidationContext): void;
}
