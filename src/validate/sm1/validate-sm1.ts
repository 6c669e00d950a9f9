/**
 * The driver of models 1 to 3: a stream in, instruction by instruction, diagnostics out. The assembler feeds
 * instructions as it makes them; `validateSm1` cuts a stream of bytes as Microsoft's callers of the validator cut it:
 * by the length field from 2_0 on, before by the marks of parameter tokens (source: oracle). Any words are accepted;
 * damaged streams give diagnostics, not exceptions.
 *
 * Not for: containers, and rules of instructions. Those of tokens are in rules/tokens.ts, those of a model in its file.
 */
import { SM1_VERSION, sm1Profile, sm1Stage } from '../../base/profile.ts';
import { SM1_COMMENT, SM1_END, SM1_OPCODES } from '../../isa/sm1/opcodes.ts';
import { Sm1CommentToken, Sm1InstructionToken } from '../../isa/sm1/tokens.ts';
import { type Sm1Model, type Sm1RuleRow, sm1Model } from '../rule.ts';
import { type Sm1Diagnostic, type Sm1ModelRules, Sm1ValidationContext } from './context.ts';
import { PixelRules } from './ps.ts';
import { Ps11Rules, Ps14Rules } from './ps1.ts';
import { checkSm1Comment, checkSm1End, decodeSm1Instruction } from './rules/tokens.ts';
import { Vs11Rules, VsRules } from './vs.ts';

export const NO_STAGE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5240' },
  severity: 'shader',
  aborts: true,
  text: 'The first DWORD is not a version token of a vertex or pixel shader.',
  hint: 'Begin the stream with a version token such as 0xfffe0200 (vs_2_0) or 0xffff0200 (ps_2_0).',
};
export const VERSION_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5310', vs20: 'X5355', vs30: 'X5381', ps11: 'X5010', ps14: 'X5094', ps20: 'X5189', ps30: 'X5222' },
  severity: 'shader',
  aborts: true,
  text: 'Shader version {version} does not exist.',
  hint: 'Use one of vs_1_1, vs_2_0, vs_2_x, vs_2_sw, vs_3_0, vs_3_sw, ps_1_1 to ps_1_4, ps_2_0, ps_2_x, ps_2_sw, ps_3_0, ps_3_sw.',
};
export const VERSION10_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5086', ps11: 'X5085' },
  severity: 'shader',
  aborts: true,
  text: 'Version {version} is obsolete.',
  hint: 'Change the version to 1_1; nothing else changes.',
};
export const NO_END_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5243', vs20: 'X5243', vs30: 'X5243', ps11: 'X5243', ps14: 'X5243', ps20: 'X5243', ps30: 'X5243' },
  severity: 'misuse',
  aborts: true,
  text: 'The stream has no end token.',
  hint: 'Put the DWORD 0x0000ffff after the last instruction.',
};

/** The model whose numbering of codes serves a version token that no model takes. */
export function nearestModel(versionToken: number): Sm1Model {
  const stage = sm1Stage(versionToken);
  const major = SM1_VERSION.major.get(versionToken);
  if (stage === 'vs') return major <= 1 ? 'vs11' : major === 2 ? 'vs20' : 'vs30';
  if (stage !== 'ps') return 'vs11';
  if (major === 1) return SM1_VERSION.minor.test(versionToken) ? 'ps14' : 'ps11';
  if (major === 0) return 'ps11';
  return major === 2 ? 'ps20' : 'ps30';
}

const RULES: Readonly<Record<Sm1Model, new (ctx: Sm1ValidationContext) => Sm1ModelRules>> = {
  vs11: Vs11Rules,
  vs20: VsRules,
  vs30: VsRules,
  ps11: Ps11Rules,
  ps14: Ps14Rules,
  ps20: PixelRules,
  ps30: PixelRules,
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
      this.#rules = new RULES[model](ctx);
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

export interface Sm1CheckResult {
  /** Nothing but warnings was found, and the stream has an end token. */
  readonly valid: boolean;
  /** In Microsoft's order. */
  readonly diagnostics: readonly Sm1Diagnostic[];
  /** How many diagnostics beyond the limit were left out. */
  readonly omitted: number;
  /** DWORD index of a token that Microsoft's validator refuses without naming a code; -1: there is none. */
  readonly silentAt: number;
}

const { low: LENGTH_LOW, ones: LENGTH_ONES } = Sm1InstructionToken.length;
/** DWORDs of `def` with its register and values. */
const DEF_LENGTH = 6;

/**
 * Checks a token stream, its version token first.
 *
 * @param flags 0 checks as the assembler does, 1 to 3 as the compiler does (source: oracle)
 */
export function checkSm1(words: Uint32Array, flags = 0): Sm1CheckResult {
  const validator = new Sm1Validator(flags);
  const limit = words.length;
  if (limit > 0 && validator.instruction(words, 0, 1)) {
    const counted = SM1_VERSION.major.get(words[0]!) >= 2;
    for (let at = 1; at < limit; ) {
      at = validator.fastRun(words, at);
      if (at >= limit) break;
      const token = words[at]!;
      // Most instructions have their length in them.
      const stated = counted && (token & 0xffff) < SM1_COMMENT;
      const length = Math.min(stated ? 1 + ((token >>> LENGTH_LOW) & LENGTH_ONES) : lengthAt(words, at), limit - at);
      if (!validator.slowInstruction(words, at, length)) break;
      at += length;
    }
  }
  const valid = validator.end();
  const { diagnostics, omitted, silentAt } = validator;
  return { valid, diagnostics, omitted, silentAt };
}

/** DWORDs of the instruction at `at` that does not state its length; may reach past the words. */
function lengthAt(words: Uint32Array, at: number): number {
  const token = words[at]!;
  const opcode = token & 0xffff;
  if (opcode === SM1_END) return 1;
  if (opcode === SM1_COMMENT) return 1 + Sm1CommentToken.length.get(token);
  if (opcode === SM1_OPCODES.def.code) return DEF_LENGTH;
  let end = at + 1;
  while (end < words.length && (words[end]! | 0) < 0) end++;
  return end - at;
}
