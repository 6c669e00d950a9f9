/**
 * The driver: a stream in, instruction by instruction, diagnostics out. The assembler feeds instructions as it makes
 * them; `validateSm1` (result.ts) cuts a stream of bytes into them.
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
import { NO_END_RULE, NO_STAGE_RULE, nearestModel, VERSION_RULE, VERSION10_RULE } from './rules/stream.ts';
import { checkSm1Comment, checkSm1End, decodeSm1Instruction } from './rules/tokens.ts';
import { createVs11, createVs20, createVs30 } from './vs.ts';

const CREATE: Readonly<Record<Sm1Model, (ctx: Sm1ValidationContext) => Sm1ModelRules>> = {
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
 * One stream under validation: the version token first, then instruction by instruction, comments included, the end
 * token last, then {@link end}.
 */
export class Sm1Validator {
  readonly #flags: number;
  #ctx: Sm1ValidationContext | undefined;
  #rules: Sm1ModelRules | undefined;
  #ended = false;

  /** @param flags 0 checks as the assembler does, 1 to 3 as the compiler does (source: oracle) */
  constructor(flags = 0) {
    this.#flags = flags;
  }

  /** The diagnostics so far, in Microsoft's order. */
  get diagnostics(): readonly Sm1Diagnostic[] {
    return this.#ctx?.diagnostics.list ?? NO_DIAGNOSTICS;
  }

  /** The number of diagnostics beyond the limit, which are only counted. */
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

  /** Whether the end token was checked. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Takes the next instruction: `count` DWORDs of `words` from `start` on; the version token counts as the first one.
   * Returns false when validation is over: by a diagnostic that ends it, or by the end token.
   */
  instruction(words: Uint32Array, start: number, count: number): boolean {
    const ctx = this.#ctx;
    if (ctx === undefined) return this.#begin(words, start);
    if (ctx.aborted || this.#ended) return false;
    if (ctx.fastPath?.accepts(ctx, words, start, count) === true) {
      ctx.last = ++ctx.index;
      return true;
    }
    return this.#check(ctx, words, start, count);
  }

  /**
   * Validates instructions of a complete stream from `start` on, as long as they pass without rules; each length is the
   * stated one. Returns the start of the first other instruction.
   */
  fastRun(words: Uint32Array, start: number): number {
    const ctx = this.#ctx;
    if (ctx?.fastPath === undefined || ctx.aborted || this.#ended) return start;
    const stop = ctx.fastPath.run(ctx, words, start);
    if (stop > start) ctx.last = ctx.index;
    return stop;
  }

  /** Takes the next instruction, which is known to need rules. */
  slowInstruction(words: Uint32Array, start: number, count: number): boolean {
    const ctx = this.#ctx;
    if (ctx === undefined) return this.#begin(words, start);
    return !ctx.aborted && !this.#ended && this.#check(ctx, words, start, count);
  }

  #check(ctx: Sm1ValidationContext, words: Uint32Array, start: number, count: number): boolean {
    ctx.index++;
    ctx.words = words;
    ctx.start = start;
    ctx.end = start + count;
    ctx.token = words[start]!;
    ctx.opcode = ctx.token & 0xffff;
    if (ctx.opcode === SM1_COMMENT) checkSm1Comment(ctx);
    else if (ctx.opcode === SM1_END) {
      checkSm1End(ctx);
      this.#ended = !ctx.aborted;
      if (this.#ended) this.#rules!.end(ctx);
      return false;
    } else if (decodeSm1Instruction(ctx)) {
      ctx.last = ctx.index;
      this.#rules!.instruction(ctx);
    }
    return !ctx.aborted;
  }

  /** Closes the stream: reports a missing end. Returns whether it is valid. */
  end(): boolean {
    this.#ctx ??= new Sm1ValidationContext('vs11', 0, this.#flags);
    const ctx = this.#ctx;
    if (!ctx.aborted && !this.#ended) ctx.diagnostics.report(NO_END_RULE, -1, -1);
    return !this.failed;
  }

  #begin(words: Uint32Array, start: number): boolean {
    const token = words[start] ?? 0;
    const model = sm1Model(token);
    const ctx = new Sm1ValidationContext(model ?? nearestModel(token), token & 0xffff, this.#flags);
    ctx.words = words;
    ctx.token = token;
    this.#ctx = ctx;
    if (model !== undefined) {
      this.#rules = CREATE[model](ctx);
      return true;
    }
    const { stage, major, minor } = SM1_VERSION;
    if (stage.get(token) < 0xfffe && major.get(token) !== 2) ctx.reportStream(NO_STAGE_RULE, start);
    else if (major.get(token) === 1 && minor.get(token) === 0)
      ctx.reportStream(VERSION10_RULE, start, { version: sm1Profile(token) });
    else ctx.reportStream(VERSION_RULE, start, { version: sm1Profile(token) });
    return false;
  }
}
