/**
 * Rules of predicated instructions, 2_x and later: which instructions can be, the predicate token, and in vs_2_x
 * whether the predicate was set. `setp` itself and the predicate as an operand of flow control are checked elsewhere.
 *
 * A model calls {@link checkPredicate} after its rules for sources, and first of all for `dcl` and `def*` (source:
 * oracle).
 */
import { componentsRead, IDENTITY_SWIZZLE, isReplicateSwizzle } from '../../../isa/components.ts';
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';

export const NOT_PREDICABLE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5670', vs30: 'X5675', ps20: 'X5357', ps30: 'X5665' },
  text: 'This instruction cannot be predicated.',
  hint: 'Remove the predicate, or put the instruction into an `if` block.',
};
export const REGISTER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5671', vs30: 'X5676', ps20: 'X5662', ps30: 'X5666' },
  text: 'The predicate of the instruction is not p0.',
  hint: 'Write `(p0)` or `(!p0)` before the mnemonic.',
};
export const SWIZZLE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5672', vs30: 'X5677', ps20: 'X5663', ps30: 'X5667' },
  text: 'The swizzle of a predicate is neither .xyzw nor a single component.',
  hint: 'Use p0, p0.x, p0.y, p0.z or p0.w.',
};
export const MODIFIER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5673', vs30: 'X5678', ps20: 'X5664', ps30: 'X5668' },
  text: 'The only modifier of a predicate is `!`.',
  hint: 'Remove the modifier.',
};
export const DEPTH_RULE: Sm1RuleRow = {
  codes: { ps20: 'X6068', ps30: 'X6069' },
  text: 'The instruction writes the depth, which is one component, under a predicate of several components.',
  hint: 'Select a component of the predicate: .x, .y, .z or .w.',
};
export const NOT_SET_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5368' },
  text: 'The instruction is predicated by components of p0 that were never set.',
  hint: 'Set the predicate with `setp`.',
};

const PREDICATE = SM1_REGISTERS.predicate.code;
const DEPTH = SM1_REGISTERS.depthOut.code;
const NOT = SM1_SOURCE_MODIFIERS.not.code;
const SETP = SM1_OPCODES.setp.code;
/** Number and relative flag. */
const REGISTER = 0x27ff;

/**
 * Opcodes that cannot be predicated (source: oracle, each of them): flow control, declarations, constants and `setp`.
 */
const NOT_PREDICABLE = sm1OpcodeTable(({ category }, name) => {
  // Microsoft's validator takes a predicated `label`.
  if (name === 'label') return 0;
  return category === 'flow' || category === 'declaration' || category === 'constant' || category === 'predicate'
    ? 1
    : 0;
});

/** Records what `setp` sets. Call after the rules of its destination, if that is valid (source: oracle). */
export function keepPredicate(ctx: Sm1ValidationContext): void {
  if (ctx.opcode === SETP) ctx.predicateWritten |= ctx.destinationMask;
}

export function checkPredicate(ctx: Sm1ValidationContext): void {
  if (!ctx.predicated) return;
  if (NOT_PREDICABLE[ctx.opcode] !== 0) {
    ctx.report(NOT_PREDICABLE_RULE);
    return;
  }
  const at = ctx.predicateAt;
  const token = ctx.words[at] ?? 0;
  if (sm1RegisterType(token) !== PREDICATE || (token & REGISTER) !== 0) {
    ctx.report(REGISTER_RULE, at);
    return;
  }
  const swizzle = (token >>> 16) & 0xff;
  if (swizzle !== IDENTITY_SWIZZLE && !isReplicateSwizzle(swizzle)) ctx.report(SWIZZLE_RULE, at);
  const modifier = (token >>> 24) & 15;
  if (modifier !== 0 && modifier !== NOT) ctx.report(MODIFIER_RULE, at);
  const pixel = ctx.model === 'ps20' || ctx.model === 'ps30';
  if (pixel && ctx.destinationType === DEPTH && !isReplicateSwizzle(swizzle)) ctx.report(DEPTH_RULE, at);
  if (ctx.model === 'vs20' && (componentsRead(swizzle, ctx.destinationMask) & ~ctx.predicateWritten) !== 0) {
    ctx.report(NOT_SET_RULE, at);
  }
}
