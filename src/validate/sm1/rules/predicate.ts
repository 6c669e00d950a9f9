/**
 * Rules of predicated instructions, 2_x and later: which instructions can be, the predicate token, and in vs_2_x whether the
 * predicate was set. `setp` itself and the predicate as an operand of flow control are judged elsewhere.
 *
 * A model calls {@link checkPredicate} behind its rules for sources, and first of all for `dcl` and `def*` (source: oracle).
 */
import { componentsRead, IDENTITY_SWIZZLE, isReplicateSwizzle } from '../../../isa/components.ts';
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { rules } from '../rule.ts';

export const PREDICATE_RULES = rules({
  notPredicable: {
    codes: { vs20: 'X5670', vs30: 'X5675', ps20: 'X5357', ps30: 'X5665' },
    text: 'This instruction cannot be predicated.',
    hint: 'Leave out the predicate, or put the instruction into an `if` block.',
  },
  register: {
    codes: { vs20: 'X5671', vs30: 'X5676', ps20: 'X5662', ps30: 'X5666' },
    text: 'The predicate of an instruction is p0.',
    hint: 'Write `(p0)` or `(!p0)` in front.',
  },
  swizzle: {
    codes: { vs20: 'X5672', vs30: 'X5677', ps20: 'X5663', ps30: 'X5667' },
    text: 'A predicate is taken component by component, or one component for all.',
    hint: 'Use p0, p0.x, p0.y, p0.z or p0.w.',
  },
  modifier: {
    codes: { vs20: 'X5673', vs30: 'X5678', ps20: 'X5664', ps30: 'X5668' },
    text: 'A predicate has no modifier but `!`.',
    hint: 'Leave out the modifier.',
  },
  depth: {
    codes: { ps20: 'X6068', ps30: 'X6069' },
    text: 'The instruction writes the depth, one component, under a predicate of several.',
    hint: 'Select a component of the predicate: .x, .y, .z or .w.',
  },
  notSet: {
    codes: { vs20: 'X5368' },
    text: 'The instruction is predicated, and nothing set these components of p0 before.',
    hint: 'Set the predicate with `setp`.',
  },
});

const PREDICATE = SM1_REGISTERS.predicate.code;
const DEPTH = SM1_REGISTERS.depthOut.code;
const NOT = SM1_SOURCE_MODIFIERS.not.code;
const SETP = SM1_OPCODES.setp.code;
/** Number and relative flag. */
const REGISTER = 0x27ff;

/** Opcodes that cannot be predicated (source: oracle, each of them): flow control, declarations, constants and `setp`. */
const NOT_PREDICABLE = sm1OpcodeTable(({ category }, name) => {
  // Microsoft's validator takes a predicated `label`.
  if (name === 'label') return 0;
  return category === 'flow' || category === 'declaration' || category === 'constant' || category === 'predicate'
    ? 1
    : 0;
});

/** Keeps what `setp` sets. Call behind the rules of its destination, if that is sound (source: oracle). */
export function keepPredicate(j: Sm1ValidationContext): void {
  if (j.opcode === SETP) j.predicateWritten |= j.destinationMask;
}

/** Judges the predicate of the instruction. */
export function checkPredicate(j: Sm1ValidationContext): void {
  if (!j.predicated) return;
  if (NOT_PREDICABLE[j.opcode] !== 0) {
    j.report(PREDICATE_RULES.notPredicable);
    return;
  }
  const at = j.predicateAt;
  const token = j.words[at] ?? 0;
  if (sm1RegisterType(token) !== PREDICATE || (token & REGISTER) !== 0) {
    j.report(PREDICATE_RULES.register, at);
    return;
  }
  const swizzle = (token >>> 16) & 0xff;
  if (swizzle !== IDENTITY_SWIZZLE && !isReplicateSwizzle(swizzle)) j.report(PREDICATE_RULES.swizzle, at);
  const modifier = (token >>> 24) & 15;
  if (modifier !== 0 && modifier !== NOT) j.report(PREDICATE_RULES.modifier, at);
  const pixel = j.model === 'ps20' || j.model === 'ps30';
  if (pixel && j.destinationType === DEPTH && !isReplicateSwizzle(swizzle)) j.report(PREDICATE_RULES.depth, at);
  if (j.model === 'vs20' && (componentsRead(swizzle, j.destinationMask) & ~j.predicateWritten) !== 0) {
    j.report(PREDICATE_RULES.notSet, at);
  }
}
