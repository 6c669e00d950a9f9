/**
 * The operand kind that each source of each opcode requires, from 2_0 on, and the components that it reads, before its
 * swizzle: both derived from the opcode table. Then the rules of the operands of flow control: labels, conditions,
 * integer constants, the loop counter and the predicate of `breakp`.
 *
 * Not for: texture loads, whose coordinates depend on the sampler; blocks, calls and labels (flow.ts).
 */

import { FULL_MASK, IDENTITY_SWIZZLE, isReplicateSwizzle } from '../../../isa/components.ts';
import {
  isSm1Source,
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1Components,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  type Sm1OperandRole,
  sm1OpcodeTable,
  sm1Operands,
} from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import { MAX_SOURCES, type Sm1ValidationContext } from '../context.ts';

export const SourceKind = {
  plain: 0,
  /** The first register of a matrix. */
  matrix: 1,
  /** Texture coordinates. */
  coordinate: 2,
  sampler: 3,
  /** Derivatives of texture coordinates. */
  gradient: 4,
  label: 5,
  /** A boolean constant or a component of the predicate. */
  condition: 6,
  integer: 7,
  loopCounter: 8,
  predicate: 9,
} as const;

const KIND_BY_ROLE: Readonly<Partial<Record<Sm1OperandRole, number>>> = {
  sampler: SourceKind.sampler,
  label: SourceKind.label,
  condition: SourceKind.condition,
  intConstant: SourceKind.integer,
  loopCounter: SourceKind.loopCounter,
  predicate: SourceKind.predicate,
};

const KINDS = new Uint8Array(SM1_OPCODE_LIMIT * MAX_SOURCES);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.code >= SM1_OPCODE_LIMIT) continue;
  const sources = row.operands.filter(isSm1Source);
  const samples = sources.some(({ role }) => role === 'sampler');
  for (const [i, { role, rows }] of sources.entries()) {
    let kind: number = KIND_BY_ROLE[role] ?? SourceKind.plain;
    if (samples && role === 'source') kind = i === 0 ? SourceKind.coordinate : SourceKind.gradient;
    if (rows !== undefined) kind = SourceKind.matrix;
    KINDS[row.code * MAX_SOURCES + i] = kind;
  }
}

/** The kind of source `i` of `opcode`, one of {@link SourceKind}. */
export function sourceKind(opcode: number, i: number): number {
  return opcode < SM1_OPCODE_LIMIT ? KINDS[opcode * MAX_SOURCES + i]! : SourceKind.plain;
}

/** A mask of components; 0: those of the write mask. */
export const WRITTEN = 0;

/** Opcodes and sources for which a validator assumes other components than the opcode table has. */
export type ReadExceptions = Readonly<Partial<Record<Sm1Opcode, Readonly<Record<number, number>>>>>;

/**
 * A mask for each source of each opcode in `version`, at `opcode * MAX_SOURCES + source`; {@link WRITTEN}: the write
 * mask.
 *
 * @param one what a source of one component counts as; its swizzle selects that component four times where it is sound
 */
export function readComponents(version: number, one: number, exceptions: ReadExceptions = {}): Uint8Array {
  const table = new Uint8Array(SM1_OPCODE_LIMIT * MAX_SOURCES);
  for (const name of Object.keys(SM1_OPCODES) as Sm1Opcode[]) {
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    if (row.code >= SM1_OPCODE_LIMIT) continue;
    for (const [i, { components }] of sm1Operands(row, version).filter(isSm1Source).entries()) {
      table[row.code * MAX_SOURCES + i] = exceptions[name]?.[i] ?? maskOf(components, one);
    }
  }
  return table;
}

function maskOf(components: Sm1Components, one: number): number {
  if (typeof components === 'number') return components;
  if (components === 'one') return one;
  return components === 'lighting' ? FULL_MASK : WRITTEN;
}

export const LABEL_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5933', vs30: 'X5937', ps20: 'X5515', ps30: 'X5929' },
  text: 'The operand of label is not a label, l#.',
  hint: 'Name a label.',
};
export const CALLED_LABEL_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5935', vs30: 'X5939', ps20: 'X5927', ps30: 'X5931' },
  text: 'The first operand of a call is not a label, l#.',
  hint: 'Name the label of the subroutine.',
};
export const IF_CONDITION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5920', vs30: 'X5923', ps20: 'X5914', ps30: 'X5917' },
  text: 'The operand of if is neither a boolean constant nor a component of the predicate.',
  hint: 'Use b# or p0 with one component.',
};
export const IF_CONDITION_VS20_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5921' },
  text: 'The operand of if is not a boolean constant.',
  hint: 'Use b#.',
};
export const CALL_CONDITION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5919', vs30: 'X5922', ps20: 'X5914', ps30: 'X5916' },
  text: 'The second operand of callnz is neither a boolean constant nor a component of the predicate.',
  hint: 'Use b# or p0 with one component.',
};
export const CALL_CONDITION_VS20_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5918' },
  text: 'The second operand of callnz is not a boolean constant.',
  hint: 'Use b#.',
};
export const INTEGER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5936', vs30: 'X5940', ps20: 'X5928', ps30: 'X5932' },
  text: 'The operand of a loop is not an integer constant, i#.',
  hint: 'Use i#, set with defi or by the application.',
};
export const LOOP_COUNTER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5924', vs30: 'X5925', ps30: 'X5514' },
  text: 'The first operand of loop is not the loop counter, aL.',
  hint: 'Write aL.',
};
export const PREDICATE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5934', vs30: 'X5938', ps20: 'X5926', ps30: 'X5930' },
  text: 'The operand of breakp is not a component of the predicate.',
  hint: 'Use p0 with one component.',
};
export const FLOW_MODIFIER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5694', vs30: 'X5696', ps20: 'X5363', ps30: 'X5690' },
  text: 'This operand takes neither negation nor _abs.',
  hint: 'Remove the modifier.',
};
export const CALL_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5951', vs30: 'X5956', ps20: 'X5516', ps30: 'X5945' },
  text: 'The operands of callnz take no swizzle, except for the predicate.',
  hint: 'Remove the swizzle.',
};
export const CALL_SWIZZLE_VS20_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5950' },
  text: 'The operands of callnz take no swizzle.',
  hint: 'Remove the swizzle.',
};
export const CALL_PREDICATE_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5952', vs30: 'X5957', ps20: 'X5941', ps30: 'X5946' },
  text: 'The predicate of callnz does not select a single component.',
  hint: 'Select a component: .x, .y, .z or .w.',
};
export const LOOP_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5953', vs30: 'X5958', ps20: 'X5942', ps30: 'X5947' },
  text: 'The operands of loops take no swizzle.',
  hint: 'Remove the swizzle.',
};
export const IF_BOOLEAN_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5954', vs30: 'X5959', ps20: 'X5943', ps30: 'X5948' },
  text: 'A boolean constant takes no swizzle.',
  hint: 'Remove the swizzle.',
};
export const IF_PREDICATE_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5955', vs30: 'X5960', ps20: 'X5944', ps30: 'X5949' },
  text: 'The predicate of if does not select a single component.',
  hint: 'Select a component: .x, .y, .z or .w.',
};
export const PRECISION_CONDITION_RULE: Sm1RuleRow = {
  codes: { ps20: 'X6086' },
  text: 'A condition has no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const PRECISION_IF_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6109' },
  text: 'The condition of if has no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const PRECISION_CALL_CONDITION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6106' },
  text: 'The condition of callnz has no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const PRECISION_INTEGER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6100', ps20: 'X6087' },
  text: 'An integer constant has no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const PRECISION_LOOP_COUNTER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6107' },
  text: 'The loop counter has no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const PRECISION_CALLED_LABEL_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6105', ps20: 'X6100' },
  text: 'The label of a call has no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const PRECISION_LABEL_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6103', ps20: 'X6102' },
  text: 'A label has no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const PRECISION_PREDICATE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6104', ps20: 'X6101' },
  text: 'The predicate has no minimum precision.',
  hint: 'Remove the minimum precision.',
};

const { label, constBool, constInt, loop, predicate } = SM1_REGISTERS;
const CALLNZ = SM1_OPCODES.callnz.code;
const IF = SM1_OPCODES.if.code;
const LABEL = SM1_OPCODES.label.code;
const NOT = SM1_SOURCE_MODIFIERS.not.code;

/** Opcodes whose operands can be taken with `!`. */
const TAKES_NOT = sm1OpcodeTable(({ operands }) =>
  operands.some(({ role }) => role === 'condition' || role === 'predicate') ? 1 : 0,
);

export function isFlowOperand(kind: number): boolean {
  return kind >= SourceKind.label;
}

/** Checks the register type of source `i`, of `kind`; returns whether it is right. */
export function checkFlowOperandType(ctx: Sm1ValidationContext, i: number, kind: number): boolean {
  const type = ctx.sourceType[i]!;
  const at = ctx.sourceAt[i]!;

  switch (kind) {
    case SourceKind.label:
      if (type === label.code) return true;
      ctx.report(ctx.opcode === LABEL ? LABEL_RULE : CALLED_LABEL_RULE, at);
      return false;
    case SourceKind.condition: {
      const booleansOnly = ctx.model === 'vs20' && ctx.version === 0x200;
      if (type === constBool.code || (type === predicate.code && !booleansOnly)) return true;
      if (booleansOnly) ctx.report(ctx.opcode === IF ? IF_CONDITION_VS20_RULE : CALL_CONDITION_VS20_RULE, at);
      else ctx.report(ctx.opcode === IF ? IF_CONDITION_RULE : CALL_CONDITION_RULE, at);
      return false;
    }
    case SourceKind.integer:
      if (type === constInt.code) return true;
      ctx.report(INTEGER_RULE, at);
      return false;
    case SourceKind.loopCounter:
      if (type === loop.code) return true;
      ctx.report(LOOP_COUNTER_RULE, at);
      return false;
    default:
      if (type === predicate.code) return true;
      ctx.report(PREDICATE_RULE, at);
      return false;
  }
}

/** Reports that source `i`, of `kind`, has a minimum precision; models of 2.0 only. */
export function reportFlowOperandPrecision(ctx: Sm1ValidationContext, i: number, kind: number): void {
  const at = ctx.sourceAt[i]!;
  if (kind === SourceKind.label)
    ctx.report(ctx.opcode === LABEL ? PRECISION_LABEL_RULE : PRECISION_CALLED_LABEL_RULE, at);
  else if (kind === SourceKind.integer) ctx.report(PRECISION_INTEGER_RULE, at);
  else if (kind === SourceKind.loopCounter) ctx.report(PRECISION_LOOP_COUNTER_RULE, at);
  else if (kind === SourceKind.predicate) ctx.report(PRECISION_PREDICATE_RULE, at);
  else if (ctx.model === 'ps20') ctx.report(PRECISION_CONDITION_RULE, at);
  else ctx.report(ctx.opcode === IF ? PRECISION_IF_RULE : PRECISION_CALL_CONDITION_RULE, at);
}

/** Whether source `i` of a flow instruction has the modifier `!` where that is allowed. */
export function isAllowedNot(ctx: Sm1ValidationContext, i: number): boolean {
  return ctx.sourceModifier[i] === NOT && TAKES_NOT[ctx.opcode] === 1;
}

/** Checks the swizzle of source `i`, of `kind`; that of `breakp` is checked by `checkReplicate`. */
export function checkFlowOperandSwizzle(ctx: Sm1ValidationContext, i: number, kind: number): void {
  const swizzle = ctx.sourceSwizzle[i]!;
  const type = ctx.sourceType[i]!;
  const at = ctx.sourceAt[i]!;
  if (kind === SourceKind.integer || kind === SourceKind.loopCounter) {
    if (swizzle !== IDENTITY_SWIZZLE) ctx.report(LOOP_SWIZZLE_RULE, at);
  } else if (ctx.opcode === IF) {
    if (type === constBool.code && swizzle !== IDENTITY_SWIZZLE) ctx.report(IF_BOOLEAN_SWIZZLE_RULE, at);
    else if (type === predicate.code && !isReplicateSwizzle(swizzle)) ctx.report(IF_PREDICATE_SWIZZLE_RULE, at);
  } else if (ctx.opcode === CALLNZ) {
    if (i === 0 || type === constBool.code) {
      if (swizzle === IDENTITY_SWIZZLE) return;
      ctx.report(ctx.model === 'vs20' && ctx.version === 0x200 ? CALL_SWIZZLE_VS20_RULE : CALL_SWIZZLE_RULE, at);
    } else if (type === predicate.code && !isReplicateSwizzle(swizzle)) ctx.report(CALL_PREDICATE_SWIZZLE_RULE, at);
  }
}
