/**
 * The state of the flow control of one stream from 2_0 on. Updated by flow.ts; rules of operands read from it whether
 * aL has a value.
 *
 * Not for: rules.
 */
import type { Sm1Model } from '../model.ts';

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

  /** The table of labels, which reaches to `number`. */
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
