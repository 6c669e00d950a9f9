/**
 * Rules of co-issued instructions in ps_1_x. They are checked at the second one of a pair, also for the first one.
 *
 * Not for: how many registers a pair may read (ps1-limits.ts).
 */
import { colorMaskText } from '../../../isa/components.ts';
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { PS1_KINDS, type Ps1State, TEXTURE_OP } from './ps1-state.ts';

export const ALONE_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5068', ps14: 'X5383' },
  text: 'No arithmetic precedes the instruction that it could be co-issued with.',
  hint: 'Remove the +.',
  specRules: ['IT6'],
};
export const TEXTURE_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5069', ps14: 'X5158' },
  text: 'A texture instruction is co-issued.',
  hint: 'Remove the +; only arithmetic can be co-issued.',
  specRules: ['IT6'],
};
export const THIRD_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5070', ps14: 'X5161' },
  text: 'The previous instruction is itself co-issued.',
  hint: 'Co-issue two instructions, not more.',
  specRules: ['IT6'],
};
export const PHASE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5159' },
  text: '`phase` is co-issued.',
  hint: 'Remove the +.',
  specRules: ['IT6'],
};
export const AFTER_PHASE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5162' },
  text: 'The instruction is co-issued with `phase`.',
  hint: 'Remove the +.',
  specRules: ['IT6'],
};
export const DEF_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5163' },
  text: '`def` cannot be co-issued.',
  hint: 'Remove the +.',
  specRules: ['IT6'],
};
export const AFTER_NOP_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5071' },
  text: 'The instruction is co-issued with `nop`.',
  hint: 'Remove the + or the nop.',
  specRules: ['IT6'],
};
export const NOP_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5072', ps14: 'X5164' },
  text: '`nop` cannot be co-issued.',
  hint: 'Remove the + or the nop.',
  specRules: ['IT6'],
};
export const AFTER_DP4_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5073', ps14: 'X5160' },
  text: 'The instruction is co-issued with `dp4`.',
  hint: 'Remove the +; dp4 needs both pipes.',
  specRules: ['IT6'],
};
export const DP4_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5074', ps14: 'X5165' },
  text: '`dp4` cannot be co-issued.',
  hint: 'Remove the +; dp4 needs both pipes.',
  specRules: ['IT6'],
};
export const BEM_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5166' },
  text: '`bem` cannot be co-issued.',
  hint: 'Remove the +.',
  specRules: ['IT6'],
};
export const TWO_PRODUCTS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5075', ps14: 'X5167' },
  text: 'Both co-issued instructions are `dp3`, but there is only one color pipe.',
  hint: 'Remove the +.',
  specRules: ['IT6'],
};
export const FIRST_COLOR_WITH_PRODUCT_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5076', ps14: 'X5168' },
  text: 'The previous instruction is co-issued with `dp3` and also writes color.',
  hint: 'Write alpha alone in the other instruction.',
  specRules: ['IT6'],
};
export const PRODUCT_ALPHA_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5077', ps14: 'X5169' },
  text: 'A co-issued `dp3` writes alpha, which needs both pipes.',
  hint: 'Write .rgb, or remove the +.',
  specRules: ['IT6'],
};
export const COLOR_WITH_PRODUCT_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5078', ps14: 'X5170' },
  text: 'The instruction is co-issued with `dp3` and also writes color.',
  hint: 'Write alpha alone.',
  specRules: ['IT6'],
};
export const FIRST_PRODUCT_ALPHA_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5079', ps14: 'X5171' },
  text: 'The previous `dp3` writes alpha and needs both pipes; nothing can be co-issued with it.',
  hint: 'Write .rgb in it, or remove the +.',
  specRules: ['IT6'],
};
export const FIRST_WRITES_ALL_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5080', ps14: 'X5172' },
  text: 'The first of the co-issued instructions writes both color and alpha.',
  hint: 'Write only color in one of the two and only alpha in the other.',
  specRules: ['IT6'],
};
export const WRITES_ALL_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5081', ps14: 'X5173' },
  text: 'The second of the co-issued instructions writes both color and alpha.',
  hint: 'Write only color in one of the two and only alpha in the other.',
  specRules: ['IT6'],
};
export const SAME_COMPONENTS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5082' },
  text: 'Both co-issued instructions write {components} of the same register.',
  hint: 'Write .rgb in one of the two and .a in the other.',
  specRules: ['IT6'],
};
export const BOTH_COLOR_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5083' },
  text: 'Both co-issued instructions write color.',
  hint: 'Write .a alone in one of the two.',
  specRules: ['IT6'],
};
export const BOTH_ALPHA_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5084' },
  text: 'Both co-issued instructions write alpha.',
  hint: 'Write .rgb alone in one of the two.',
  specRules: ['IT6'],
};
export const SAME_PIPE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5174' },
  text: 'Both co-issued instructions write {components}.',
  hint: 'Write alpha alone in one of the two and color in the other.',
  specRules: ['IT6'],
};
export const NO_ALPHA_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5175' },
  text: 'None of the co-issued instructions writes alpha.',
  hint: 'Write .a alone in one of the two.',
  specRules: ['IT6'],
};

const COLOR = 7;
const ALPHA = 8;
const NOP = SM1_OPCODES.nop.code;
const DEF = SM1_OPCODES.def.code;
const DP3 = SM1_OPCODES.dp3.code;
const DP4 = SM1_OPCODES.dp4.code;
const BEM = SM1_OPCODES.bem.code;
const PHASE = SM1_OPCODES.phase.code;
/** A texture instruction of ps_1_4 only; in older versions it is an unknown one. */
const TEXDEPTH = SM1_OPCODES.texdepth.code;

/** Checks a co-issued instruction of ps_1_1 to ps_1_3; `seen`: one that is no texture instruction came before. */
export function checkPs11Coissue(ctx: Sm1ValidationContext, s: Ps1State, seen: boolean): void {
  const { previous } = s;
  const texture = PS1_KINDS[ctx.opcode] === TEXTURE_OP;
  if (texture) ctx.report(TEXTURE_RULE);
  else if (!seen) ctx.report(ALONE_RULE);
  if (previous.coissued) ctx.report(THIRD_RULE);
  if (previous.opcode === NOP) ctx.report(AFTER_NOP_RULE);
  if (ctx.opcode === NOP) ctx.report(NOP_RULE);
  if (previous.opcode === DP4) ctx.report(AFTER_DP4_RULE);
  if (ctx.opcode === DP4) ctx.report(DP4_RULE);
  if (texture || previous.coissued || previous.opcode < 0) return;
  if (PS1_KINDS[previous.opcode] === TEXTURE_OP && previous.opcode !== TEXDEPTH) return;
  if (checkProducts(ctx, s)) return;
  const mask = s.destinationType < 0 ? 0 : ctx.destinationMask;
  const both = mask & previous.mask;
  if (previous.mask === 15) ctx.report(FIRST_WRITES_ALL_RULE);
  if (mask === 15) ctx.report(WRITES_ALL_RULE, ctx.destinationAt);
  const sameRegister =
    s.destinationType === previous.destinationType && s.destinationNumber === previous.destinationNumber;
  if (sameRegister && both !== 0)
    ctx.report(SAME_COMPONENTS_RULE, ctx.destinationAt, { components: colorMaskText(both) });
  if ((mask & COLOR) !== 0 && (previous.mask & COLOR) !== 0) ctx.report(BOTH_COLOR_RULE, ctx.destinationAt);
  if ((both & ALPHA) !== 0) ctx.report(BOTH_ALPHA_RULE, ctx.destinationAt);
}

/** Checks a pair with `dp3` in it; returns whether it is one. */
function checkProducts(ctx: Sm1ValidationContext, s: Ps1State): boolean {
  const { previous } = s;
  const first = previous.opcode === DP3;
  if (ctx.opcode === DP3) {
    if (first) ctx.report(TWO_PRODUCTS_RULE);
    else {
      if ((previous.mask & COLOR) !== 0) ctx.report(FIRST_COLOR_WITH_PRODUCT_RULE);
      if ((ctx.destinationMask & ALPHA) !== 0) ctx.report(PRODUCT_ALPHA_RULE, ctx.destinationAt);
    }
    return true;
  }
  if (!first) return false;
  if (s.destinationType >= 0 && (ctx.destinationMask & COLOR) !== 0)
    ctx.report(COLOR_WITH_PRODUCT_RULE, ctx.destinationAt);
  if ((previous.mask & ALPHA) !== 0) ctx.report(FIRST_PRODUCT_ALPHA_RULE);
  return true;
}

/** Returns the rule that forbids co-issuing an instruction of ps_1_4 with this opcode. */
function forbidden(opcode: number): Sm1RuleRow | undefined {
  if (opcode === DEF) return DEF_RULE;
  if (opcode === NOP) return NOP_RULE;
  if (opcode === DP4) return DP4_RULE;
  return opcode === BEM ? BEM_RULE : undefined;
}

/**
 * The rule that forbids to co-issue the instruction at all in ps_1_4, if there is one; then nothing else of it is
 * checked.
 */
function forbiddenPair(ctx: Sm1ValidationContext, s: Ps1State, started: boolean): Sm1RuleRow | undefined {
  const { previous } = s;
  if (ctx.opcode === PHASE) return PHASE_RULE;
  if (PS1_KINDS[ctx.opcode] === TEXTURE_OP) return TEXTURE_RULE;
  if (previous.opcode < 0) return ALONE_RULE;
  if (!started) return previous.opcode === DP4 ? AFTER_DP4_RULE : ALONE_RULE;
  if (previous.coissued) return THIRD_RULE;
  return forbidden(ctx.opcode) ?? (previous.opcode === PHASE ? AFTER_PHASE_RULE : forbidden(previous.opcode));
}

/**
 * Checks a co-issued instruction of ps_1_4; `started`: its phase has a texture instruction or arithmetic, itself
 * counted.
 */
export function checkPs14Coissue(ctx: Sm1ValidationContext, s: Ps1State, started: boolean): void {
  const rule = forbiddenPair(ctx, s, started);
  if (rule !== undefined) {
    ctx.report(rule);
    return;
  }
  checkProducts(ctx, s);
  const mask = ctx.destinationMask;
  const first = s.previous.mask;
  if ((first & ALPHA) !== 0 && (first & COLOR) !== 0) ctx.report(FIRST_WRITES_ALL_RULE);
  if ((mask & ALPHA) !== 0 && (mask & COLOR) !== 0) ctx.report(WRITES_ALL_RULE, ctx.destinationAt);
  const both = mask & first;
  if (both !== 0) ctx.report(SAME_PIPE_RULE, ctx.destinationAt, { components: colorMaskText(both) });
  if (((mask | first) & ALPHA) === 0) ctx.report(NO_ALPHA_RULE, ctx.destinationAt);
}
