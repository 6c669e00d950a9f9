/**
 * Rules of the operands of flow control, in all models from 2.0 on: labels, conditions, integer constants, the loop counter
 * and the predicate of `breakp`. The loops over the sources in vs.ts and ps.ts call them.
 *
 * Not for: blocks, calls and labels (flow.ts).
 */
import { IDENTITY_SWIZZLE, isReplicateSwizzle } from '../../../isa/components.ts';
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { rules } from '../rule.ts';
import { SourceKind } from './source-kinds.ts';

export const FLOW_OPERAND_RULES = rules({
  label: {
    codes: { vs20: 'X5933', vs30: 'X5937', ps20: 'X5515', ps30: 'X5929' },
    text: 'The operand of label is not a label, l#.',
    hint: 'Name a label.',
  },
  calledLabel: {
    codes: { vs20: 'X5935', vs30: 'X5939', ps20: 'X5927', ps30: 'X5931' },
    text: 'The first operand of a call is not a label, l#.',
    hint: 'Name the label of the subroutine.',
  },
  ifCondition: {
    codes: { vs20: 'X5920', vs30: 'X5923', ps20: 'X5914', ps30: 'X5917' },
    text: 'The operand of if is neither a boolean constant nor a component of the predicate.',
    hint: 'Use b# or p0 with one component.',
  },
  ifConditionVs20: {
    codes: { vs20: 'X5921' },
    text: 'The operand of if is not a boolean constant.',
    hint: 'Use b#.',
  },
  callCondition: {
    codes: { vs20: 'X5919', vs30: 'X5922', ps20: 'X5914', ps30: 'X5916' },
    text: 'The second operand of callnz is neither a boolean constant nor a component of the predicate.',
    hint: 'Use b# or p0 with one component.',
  },
  callConditionVs20: {
    codes: { vs20: 'X5918' },
    text: 'The second operand of callnz is not a boolean constant.',
    hint: 'Use b#.',
  },
  integer: {
    codes: { vs20: 'X5936', vs30: 'X5940', ps20: 'X5928', ps30: 'X5932' },
    text: 'The operand of a loop is not an integer constant, i#.',
    hint: 'Use i#, set with defi or by the application.',
  },
  loopCounter: {
    codes: { vs20: 'X5924', vs30: 'X5925', ps30: 'X5514' },
    text: 'The first operand of loop is not the loop counter, aL.',
    hint: 'Write aL.',
  },
  predicate: {
    codes: { vs20: 'X5934', vs30: 'X5938', ps20: 'X5926', ps30: 'X5930' },
    text: 'The operand of breakp is not a component of the predicate.',
    hint: 'Use p0 with one component.',
  },
  modifier: {
    codes: { vs20: 'X5694', vs30: 'X5696', ps20: 'X5363', ps30: 'X5690' },
    text: 'This operand takes neither negation nor _abs.',
    hint: 'Remove the modifier.',
  },
  callSwizzle: {
    codes: { vs20: 'X5951', vs30: 'X5956', ps20: 'X5516', ps30: 'X5945' },
    text: 'The operands of callnz take no swizzle, except for the predicate.',
    hint: 'Remove the swizzle.',
  },
  callSwizzleVs20: {
    codes: { vs20: 'X5950' },
    text: 'The operands of callnz take no swizzle.',
    hint: 'Remove the swizzle.',
  },
  callPredicateSwizzle: {
    codes: { vs20: 'X5952', vs30: 'X5957', ps20: 'X5941', ps30: 'X5946' },
    text: 'The predicate of callnz does not select a single component.',
    hint: 'Select a component: .x, .y, .z or .w.',
  },
  loopSwizzle: {
    codes: { vs20: 'X5953', vs30: 'X5958', ps20: 'X5942', ps30: 'X5947' },
    text: 'The operands of loops take no swizzle.',
    hint: 'Remove the swizzle.',
  },
  ifBooleanSwizzle: {
    codes: { vs20: 'X5954', vs30: 'X5959', ps20: 'X5943', ps30: 'X5948' },
    text: 'A boolean constant takes no swizzle.',
    hint: 'Remove the swizzle.',
  },
  ifPredicateSwizzle: {
    codes: { vs20: 'X5955', vs30: 'X5960', ps20: 'X5944', ps30: 'X5949' },
    text: 'The predicate of if does not select a single component.',
    hint: 'Select a component: .x, .y, .z or .w.',
  },
  precisionCondition: {
    codes: { ps20: 'X6086' },
    text: 'A condition has no minimum precision.',
    hint: 'Remove the minimum precision.',
  },
  precisionIf: {
    codes: { vs20: 'X6109' },
    text: 'The condition of if has no minimum precision.',
    hint: 'Remove the minimum precision.',
  },
  precisionCallCondition: {
    codes: { vs20: 'X6106' },
    text: 'The condition of callnz has no minimum precision.',
    hint: 'Remove the minimum precision.',
  },
  precisionInteger: {
    codes: { vs20: 'X6100', ps20: 'X6087' },
    text: 'An integer constant has no minimum precision.',
    hint: 'Remove the minimum precision.',
  },
  precisionLoopCounter: {
    codes: { vs20: 'X6107' },
    text: 'The loop counter has no minimum precision.',
    hint: 'Remove the minimum precision.',
  },
  precisionCalledLabel: {
    codes: { vs20: 'X6105', ps20: 'X6100' },
    text: 'The label of a call has no minimum precision.',
    hint: 'Remove the minimum precision.',
  },
  precisionLabel: {
    codes: { vs20: 'X6103', ps20: 'X6102' },
    text: 'A label has no minimum precision.',
    hint: 'Remove the minimum precision.',
  },
  precisionPredicate: {
    codes: { vs20: 'X6104', ps20: 'X6101' },
    text: 'The predicate has no minimum precision.',
    hint: 'Remove the minimum precision.',
  },
});

const { label, constBool, constInt, loop, predicate } = SM1_REGISTERS;
const CALLNZ = SM1_OPCODES.callnz.code;
const IF = SM1_OPCODES.if.code;
const LABEL = SM1_OPCODES.label.code;
const NOT = SM1_SOURCE_MODIFIERS.not.code;

/** Opcodes whose operands can be taken with `!`. */
const TAKES_NOT = sm1OpcodeTable(({ operands }) =>
  operands.some(({ role }) => role === 'condition' || role === 'predicate') ? 1 : 0,
);

/** Whether `kind` is one of flow control. */
export function isFlowOperand(kind: number): boolean {
  return kind >= SourceKind.label;
}

/** Checks the register type of source `i`, of `kind`; returns whether it is right. */
export function checkFlowOperandType(ctx: Sm1ValidationContext, i: number, kind: number): boolean {
  const type = ctx.sourceType[i]!;
  const at = ctx.sourceAt[i]!;
  const R = FLOW_OPERAND_RULES;
  switch (kind) {
    case SourceKind.label:
      if (type === label.code) return true;
      ctx.report(ctx.opcode === LABEL ? R.label : R.calledLabel, at);
      return false;
    case SourceKind.condition: {
      const booleansOnly = ctx.model === 'vs20' && ctx.version === 0x200;
      if (type === constBool.code || (type === predicate.code && !booleansOnly)) return true;
      if (booleansOnly) ctx.report(ctx.opcode === IF ? R.ifConditionVs20 : R.callConditionVs20, at);
      else ctx.report(ctx.opcode === IF ? R.ifCondition : R.callCondition, at);
      return false;
    }
    case SourceKind.integer:
      if (type === constInt.code) return true;
      ctx.report(R.integer, at);
      return false;
    case SourceKind.loopCounter:
      if (type === loop.code) return true;
      ctx.report(R.loopCounter, at);
      return false;
    default:
      if (type === predicate.code) return true;
      ctx.report(R.predicate, at);
      return false;
  }
}

/** Reports that source `i`, of `kind`, has a minimum precision; models of 2.0 only. */
export function reportFlowOperandPrecision(ctx: Sm1ValidationContext, i: number, kind: number): void {
  const R = FLOW_OPERAND_RULES;
  const at = ctx.sourceAt[i]!;
  if (kind === SourceKind.label) ctx.report(ctx.opcode === LABEL ? R.precisionLabel : R.precisionCalledLabel, at);
  else if (kind === SourceKind.integer) ctx.report(R.precisionInteger, at);
  else if (kind === SourceKind.loopCounter) ctx.report(R.precisionLoopCounter, at);
  else if (kind === SourceKind.predicate) ctx.report(R.precisionPredicate, at);
  else if (ctx.model === 'ps20') ctx.report(R.precisionCondition, at);
  else ctx.report(ctx.opcode === IF ? R.precisionIf : R.precisionCallCondition, at);
}

/** Whether source `i` of a flow instruction has the modifier `!` where that is allowed. */
export function isAllowedNot(ctx: Sm1ValidationContext, i: number): boolean {
  return ctx.sourceModifier[i] === NOT && TAKES_NOT[ctx.opcode] === 1;
}

/** Checks the swizzle of source `i`, of `kind`; that of `breakp` is checked by `checkReplicate`. */
export function checkFlowOperandSwizzle(ctx: Sm1ValidationContext, i: number, kind: number): void {
  const R = FLOW_OPERAND_RULES;
  const swizzle = ctx.sourceSwizzle[i]!;
  const type = ctx.sourceType[i]!;
  const at = ctx.sourceAt[i]!;
  if (kind === SourceKind.integer || kind === SourceKind.loopCounter) {
    if (swizzle !== IDENTITY_SWIZZLE) ctx.report(R.loopSwizzle, at);
  } else if (ctx.opcode === IF) {
    if (type === constBool.code && swizzle !== IDENTITY_SWIZZLE) ctx.report(R.ifBooleanSwizzle, at);
    else if (type === predicate.code && !isReplicateSwizzle(swizzle)) ctx.report(R.ifPredicateSwizzle, at);
  } else if (ctx.opcode === CALLNZ) {
    if (i === 0 || type === constBool.code) {
      if (swizzle === IDENTITY_SWIZZLE) return;
      ctx.report(ctx.model === 'vs20' && ctx.version === 0x200 ? R.callSwizzleVs20 : R.callSwizzle, at);
    } else if (type === predicate.code && !isReplicateSwizzle(swizzle)) ctx.report(R.callPredicateSwizzle, at);
  }
}
