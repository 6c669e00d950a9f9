/**
 * Rules of the operands of flow control, in all models from 2.0 on: labels, conditions, integer constants, the loop counter
 * and the predicate of `breakp`. The loops over the sources in vs.ts and ps.ts call them.
 *
 * Not for: how blocks, calls and labels fit together.
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
    text: 'label takes a label, l#.',
    hint: 'Name a label.',
  },
  calledLabel: {
    codes: { vs20: 'X5935', vs30: 'X5939', ps20: 'X5927', ps30: 'X5931' },
    text: 'A call takes a label, l#, as its first operand.',
    hint: 'Name the label of the subroutine.',
  },
  ifCondition: {
    codes: { vs20: 'X5920', vs30: 'X5923', ps20: 'X5914', ps30: 'X5917' },
    text: 'if takes a boolean constant or a component of the predicate.',
    hint: 'Use b# or p0 with one component.',
  },
  ifConditionVs20: {
    codes: { vs20: 'X5921' },
    text: 'if takes a boolean constant.',
    hint: 'Use b#.',
  },
  callCondition: {
    codes: { vs20: 'X5919', vs30: 'X5922', ps20: 'X5914', ps30: 'X5916' },
    text: 'callnz takes a boolean constant or a component of the predicate as its second operand.',
    hint: 'Use b# or p0 with one component.',
  },
  callConditionVs20: {
    codes: { vs20: 'X5918' },
    text: 'callnz takes a boolean constant as its second operand.',
    hint: 'Use b#.',
  },
  integer: {
    codes: { vs20: 'X5936', vs30: 'X5940', ps20: 'X5928', ps30: 'X5932' },
    text: 'Loops take an integer constant, i#.',
    hint: 'Use i#, set with defi or by the application.',
  },
  loopCounter: {
    codes: { vs20: 'X5924', vs30: 'X5925', ps30: 'X5514' },
    text: 'loop takes the loop counter aL as its first operand.',
    hint: 'Write aL.',
  },
  predicate: {
    codes: { vs20: 'X5934', vs30: 'X5938', ps20: 'X5926', ps30: 'X5930' },
    text: 'breakp takes a component of the predicate.',
    hint: 'Use p0 with one component.',
  },
  modifier: {
    codes: { vs20: 'X5694', vs30: 'X5696', ps20: 'X5363', ps30: 'X5690' },
    text: 'This operand cannot be negated, and _abs cannot be taken of it.',
    hint: 'Leave the modifier out.',
  },
  callSwizzle: {
    codes: { vs20: 'X5951', vs30: 'X5956', ps20: 'X5516', ps30: 'X5945' },
    text: 'The operands of callnz take no swizzle, the predicate excepted.',
    hint: 'Leave the swizzle out.',
  },
  callSwizzleVs20: {
    codes: { vs20: 'X5950' },
    text: 'The operands of callnz take no swizzle.',
    hint: 'Leave the swizzle out.',
  },
  callPredicateSwizzle: {
    codes: { vs20: 'X5952', vs30: 'X5957', ps20: 'X5941', ps30: 'X5946' },
    text: 'callnz takes one component of the predicate.',
    hint: 'Select a component: .x, .y, .z or .w.',
  },
  loopSwizzle: {
    codes: { vs20: 'X5953', vs30: 'X5958', ps20: 'X5942', ps30: 'X5947' },
    text: 'The operands of loops take no swizzle.',
    hint: 'Leave the swizzle out.',
  },
  ifBooleanSwizzle: {
    codes: { vs20: 'X5954', vs30: 'X5959', ps20: 'X5943', ps30: 'X5948' },
    text: 'A boolean constant takes no swizzle.',
    hint: 'Leave the swizzle out.',
  },
  ifPredicateSwizzle: {
    codes: { vs20: 'X5955', vs30: 'X5960', ps20: 'X5944', ps30: 'X5949' },
    text: 'if takes one component of the predicate.',
    hint: 'Select a component: .x, .y, .z or .w.',
  },
  precisionCondition: {
    codes: { ps20: 'X6086' },
    text: 'A condition has no minimum precision.',
    hint: 'Leave the minimum precision out.',
  },
  precisionIf: {
    codes: { vs20: 'X6109' },
    text: 'The condition of if has no minimum precision.',
    hint: 'Leave the minimum precision out.',
  },
  precisionCallCondition: {
    codes: { vs20: 'X6106' },
    text: 'The condition of callnz has no minimum precision.',
    hint: 'Leave the minimum precision out.',
  },
  precisionInteger: {
    codes: { vs20: 'X6100', ps20: 'X6087' },
    text: 'An integer constant has no minimum precision.',
    hint: 'Leave the minimum precision out.',
  },
  precisionLoopCounter: {
    codes: { vs20: 'X6107' },
    text: 'The loop counter has no minimum precision.',
    hint: 'Leave the minimum precision out.',
  },
  precisionCalledLabel: {
    codes: { vs20: 'X6105', ps20: 'X6100' },
    text: 'The label of a call has no minimum precision.',
    hint: 'Leave the minimum precision out.',
  },
  precisionLabel: {
    codes: { vs20: 'X6103', ps20: 'X6102' },
    text: 'A label has no minimum precision.',
    hint: 'Leave the minimum precision out.',
  },
  precisionPredicate: {
    codes: { vs20: 'X6104', ps20: 'X6101' },
    text: 'The predicate has no minimum precision.',
    hint: 'Leave the minimum precision out.',
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

/** Judges the register type of source `i`, of `kind`; returns whether it is right. */
export function checkFlowOperandType(j: Sm1ValidationContext, i: number, kind: number): boolean {
  const type = j.sourceType[i]!;
  const at = j.sourceAt[i]!;
  const R = FLOW_OPERAND_RULES;
  switch (kind) {
    case SourceKind.label:
      if (type === label.code) return true;
      j.report(j.opcode === LABEL ? R.label : R.calledLabel, at);
      return false;
    case SourceKind.condition: {
      const booleansOnly = j.model === 'vs20' && j.version === 0x200;
      if (type === constBool.code || (type === predicate.code && !booleansOnly)) return true;
      if (booleansOnly) j.report(j.opcode === IF ? R.ifConditionVs20 : R.callConditionVs20, at);
      else j.report(j.opcode === IF ? R.ifCondition : R.callCondition, at);
      return false;
    }
    case SourceKind.integer:
      if (type === constInt.code) return true;
      j.report(R.integer, at);
      return false;
    case SourceKind.loopCounter:
      if (type === loop.code) return true;
      j.report(R.loopCounter, at);
      return false;
    default:
      if (type === predicate.code) return true;
      j.report(R.predicate, at);
      return false;
  }
}

/** Reports that source `i`, of `kind`, has a minimum precision; models of 2.0 only. */
export function reportFlowOperandPrecision(j: Sm1ValidationContext, i: number, kind: number): void {
  const R = FLOW_OPERAND_RULES;
  const at = j.sourceAt[i]!;
  if (kind === SourceKind.label) j.report(j.opcode === LABEL ? R.precisionLabel : R.precisionCalledLabel, at);
  else if (kind === SourceKind.integer) j.report(R.precisionInteger, at);
  else if (kind === SourceKind.loopCounter) j.report(R.precisionLoopCounter, at);
  else if (kind === SourceKind.predicate) j.report(R.precisionPredicate, at);
  else if (j.model === 'ps20') j.report(R.precisionCondition, at);
  else j.report(j.opcode === IF ? R.precisionIf : R.precisionCallCondition, at);
}

/** Whether source `i` of a flow instruction has the modifier `!` where that is allowed. */
export function isAllowedNot(j: Sm1ValidationContext, i: number): boolean {
  return j.sourceModifier[i] === NOT && TAKES_NOT[j.opcode] === 1;
}

/** Judges the swizzle of source `i`, of `kind`; that of `breakp` is judged by `checkReplicate`. */
export function checkFlowOperandSwizzle(j: Sm1ValidationContext, i: number, kind: number): void {
  const R = FLOW_OPERAND_RULES;
  const swizzle = j.sourceSwizzle[i]!;
  const type = j.sourceType[i]!;
  const at = j.sourceAt[i]!;
  if (kind === SourceKind.integer || kind === SourceKind.loopCounter) {
    if (swizzle !== IDENTITY_SWIZZLE) j.report(R.loopSwizzle, at);
  } else if (j.opcode === IF) {
    if (type === constBool.code && swizzle !== IDENTITY_SWIZZLE) j.report(R.ifBooleanSwizzle, at);
    else if (type === predicate.code && !isReplicateSwizzle(swizzle)) j.report(R.ifPredicateSwizzle, at);
  } else if (j.opcode === CALLNZ) {
    if (i === 0 || type === constBool.code) {
      if (swizzle === IDENTITY_SWIZZLE) return;
      j.report(j.model === 'vs20' && j.version === 0x200 ? R.callSwizzleVs20 : R.callSwizzle, at);
    } else if (type === predicate.code && !isReplicateSwizzle(swizzle)) j.report(R.callPredicateSwizzle, at);
  }
}
