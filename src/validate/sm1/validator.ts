/**
 * The driver: a stream in, instruction by instruction, findings out. The assembler feeds instructions as it makes them;
 * `validateSm1` (verdict.ts) cuts a stream of bytes into them.
 *
 * Not for: rules. Those of tokens are in rules/tokens.ts, those of a model in its file.
 */
import { SM1_VERSION, sm1Profile } from '../../base/profile.ts';
import { SM1_COMMENT, SM1_END } from '../../isa/sm1/opcodes.ts';
import { type Sm1ModelRules, Sm1ValidationContext } from './context.ts';
import type { Sm1Diagnostic } from './diagnostics.ts';
import { type Sm1Model, sm1Model } from './model.ts';
import { createPs20, createPs30 } from './ps.ts';
import { createPs11 } from './ps11.ts';
import { createPs14 } from './ps14.ts';
import { nearestModel, STREAM_RULES } from './rules/stream.ts';
import { checkSm1Comment, checkSm1End, decodeSm1Instruction } from './rules/tokens.ts';
import { createVs11, createVs20, createVs30 } from './vs.ts';

const CREATE: Readonly<Record<Sm1Model, (j: Sm1ValidationContext) => Sm1ModelRules>> = {
  vs11: createVs11,
  vs20: createVs20,
  vs30: createVs30,
  ps11: createPs11,
  ps14: createPs14,
  ps20: createPs20,
  ps30: createPs30,
};

const NO_DIAGNOSTICS: readonly Sm1Diagnostic[] = [];

/**
 * One stream under validation: the version token first, then instruction by instruction, comments included, the end token
 * last, then {@link end}.
 */
export class Sm1Validator {
  readonly #flags: number;
  #ctx: Sm1ValidationContext | undefined;
  #rules: Sm1ModelRules | undefined;
  #ended = false;

  /** @param flags 0 judges as the assembler does, 1 to 3 as the compiler does (source: oracle) */
  constructor(flags = 0) {
    this.#flags = flags;
  }

  /** What was found so far, in Microsoft's order. */
  get diagnostics(): readonly Sm1Diagnostic[] {
    return this.#ctx?.diagnostics.list ?? NO_DIAGNOSTICS;
  }

  /** How many findings there were beyond those that are kept. */
  get omitted(): number {
    return this.#ctx?.diagnostics.omitted ?? 0;
  }

  /** DWORD index of a token that Microsoft's validator refuses without naming a code; -1: there is none. */
  get silentAt(): number {
    return this.#ctx?.diagnostics.silentAt ?? -1;
  }

  /** Whether anything worse than a warning was found. */
  get failed(): boolean {
    return (this.#ctx?.diagnostics.errors ?? 0) > 0;
  }

  /** Whether the end token was judged. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Takes the next instruction: `count` DWORDs of `words` from `start` on; the version token counts as the first one.
   * Returns false when validation is over: by a finding that ends it, or by the end token.
   */
  instruction(words: Uint32Array, start: number, count: number): boolean {
    const j = this.#ctx;
    if (j === undefined) return this.#begin(words, start);
    if (j.aborted || this.#ended) return false;
    if (j.fastPath?.accepts(j, words, start, count) === true) {
      j.last = ++j.index;
      return true;
    }
    return this.#check(j, words, start, count);
  }

  /**
   * Takes the instructions of a stream that is there as a whole from `start` on, as many as need no rules; their lengths are
   * those that they state. Returns where the first other one begins.
   */
  fastRun(words: Uint32Array, start: number): number {
    const j = this.#ctx;
    if (j?.fastPath === undefined || j.aborted || this.#ended) return start;
    const stop = j.fastPath.run(j, words, start);
    if (stop > start) j.last = j.index;
    return stop;
  }

  /** Takes the next instruction, which is known to need rules. */
  special(words: Uint32Array, start: number, count: number): boolean {
    const j = this.#ctx;
    if (j === undefined) return this.#begin(words, start);
    return !j.aborted && !this.#ended && this.#check(j, words, start, count);
  }

  #check(j: Sm1ValidationContext, words: Uint32Array, start: number, count: number): boolean {
    j.index++;
    j.words = words;
    j.start = start;
    j.end = start + count;
    j.token = words[start]!;
    j.opcode = j.token & 0xffff;
    if (j.opcode === SM1_COMMENT) checkSm1Comment(j);
    else if (j.opcode === SM1_END) {
      checkSm1End(j);
      this.#ended = !j.aborted;
      if (this.#ended) this.#rules!.end(j);
      return false;
    } else if (decodeSm1Instruction(j)) {
      j.last = j.index;
      this.#rules!.instruction(j);
    }
    return !j.aborted;
  }

  /** Closes the stream: reports a missing end. Returns whether it is valid. */
  end(): boolean {
    this.#ctx ??= new Sm1ValidationContext('vs11', 0, this.#flags);
    const j = this.#ctx;
    if (!j.aborted && !this.#ended) j.diagnostics.report(STREAM_RULES.noEnd, -1, -1);
    return !this.failed;
  }

  #begin(words: Uint32Array, start: number): boolean {
    const token = words[start] ?? 0;
    const model = sm1Model(token);
    const j = new Sm1ValidationContext(model ?? nearestModel(token), token & 0xffff, this.#flags);
    j.words = words;
    j.token = token;
    this.#ctx = j;
    if (model !== undefined) {
      this.#rules = CREATE[model](j);
      return true;
    }
    const { stage, major, minor } = SM1_VERSION;
    if (stage.get(token) < 0xfffe && major.get(token) !== 2) j.reportStream(STREAM_RULES.noStage, start);
    else if (major.get(token) === 1 && minor.get(token) === 0)
      j.reportStream(STREAM_RULES.version10, start, { version: sm1Profile(token) });
    else j.reportStream(STREAM_RULES.version, start, { version: sm1Profile(token) });
    return false;
  }
}
