/**
 * Rules of the registers that are the only one of their type: ids of primitives, instances and threads, coverage, the
 * location in the domain, the cycle counter, and the outputs for depth, coverage and stencil.
 *
 * Not for: v# and o# (declarations.ts, registers.ts).
 */

import type { Feature } from '../../../../chunks/sfi0.ts';
import { maskText } from '../../../../isa/components.ts';
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPCODES } from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../../../isa/sm4/operands.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { maskOf, readComponents, selectsComponents } from './state.ts';

export const TWICE_RULE: Sm4RuleRow = {
  code: 'DX3570',
  text: '{register} is declared twice.',
  hint: 'Declare it once.',
};
export const OTHER_DEPTH_RULE: Sm4RuleRow = {
  code: 'DX3571',
  text: '{register} is declared after another kind of depth output.',
  hint: 'Declare one of oDepth, oDepthGE and oDepthLE.',
};
export const OTHER_COVERAGE_RULE: Sm4RuleRow = {
  code: 'DX3572',
  text: 'vCoverage and vInnerCoverage are both declared.',
  hint: 'Declare one of them.',
};
export const FEATURE_RULE: Sm4RuleRow = {
  code: 'DX3573',
  text: '{register} needs a feature that the container does not declare.',
  hint: 'Set the bit for {feature} in the chunk SFI0.',
};
export const CYCLE_COUNTER_MODEL_RULE: Sm4RuleRow = {
  code: 'DX3574',
  text: 'vCycleCounter needs shader model 5.',
  hint: 'Use a profile of shader model 5.',
};
export const MASK_RULE: Sm4RuleRow = {
  code: 'DX3575',
  text: '{register} cannot be declared with these components.',
  hint: 'Declare {components}.',
};
export const UNDECLARED_RULE: Sm4RuleRow = {
  code: 'DX3576',
  text: '{register} is used but not declared.',
  hint: 'Declare it with all the components that are used.',
  aborts: true,
};
export const DEPTH_KIND_RULE: Sm4RuleRow = {
  code: 'DX3577',
  text: '{register} is written, but another kind of depth output is declared.',
  hint: 'Write the declared register.',
  aborts: true,
};
export const SELECTION_RULE: Sm4RuleRow = {
  code: 'DX3578',
  text: '{register} is read without a swizzle or a selected component.',
  hint: 'Select components.',
  aborts: true,
};
export const CYCLE_COUNTER_MOV_RULE: Sm4RuleRow = {
  code: 'DX3579',
  text: 'vCycleCounter is read by an instruction other than `mov`.',
  hint: 'Copy it with `mov`.',
  aborts: true,
};

const code = (name: Sm4OperandTypeName): number => SM4_OPERAND_TYPES[name].code;
const COVERAGE = code('inputCoverageMask');
const INNER_COVERAGE = code('innerCoverage');
const CYCLE_COUNTER = code('cycleCounter');
const STENCIL = code('outputStencilRef');
const DEPTH = code('outputDepth');
const DEPTH_GREATER = code('outputDepthGreaterEqual');
const DEPTH_LESS = code('outputDepthLessEqual');
const MOV = SM4_OPCODES.mov.code;

/** Which masks a declaration may have. */
interface MaskRow {
  readonly allows: (mask: number) => boolean;
  readonly components: string;
  readonly counts?: true;
}
const XYZ: MaskRow = {
  allows: (mask) => mask !== 0 && (mask & ~7) === 0,
  components: 'some of x, y and z',
  counts: true,
};
const MASKS: Readonly<Partial<Record<Sm4OperandTypeName, MaskRow>>> = {
  inputThreadId: XYZ,
  inputThreadGroupId: XYZ,
  inputThreadIdInGroup: XYZ,
  inputThreadIdInGroupFlattened: { allows: (mask) => mask === 0, components: 'no components' },
  inputDomainPoint: { allows: (mask) => mask !== 0, components: 'at least one component', counts: true },
  cycleCounter: { allows: (mask) => mask === 1 || mask === 3, components: 'x, or x and y', counts: true },
};
const MASK_BY_CODE: readonly (MaskRow | undefined)[] = masksByCode();

function masksByCode(): (MaskRow | undefined)[] {
  const rows: MaskRow[] = [];
  for (const [name, row] of Object.entries(MASKS)) rows[code(name as Sm4OperandTypeName)] = row;
  return rows;
}

const nameOf = (type: number): string => SM4_OPERAND_TYPE_BY_CODE[type]?.prefix ?? '';

export function checkSpecialInput(ctx: Sm4ValidationContext, slot: Sm4OperandSlot): void {
  const { type } = slot;
  const registers = ctx.registers.current;
  const mask = maskOf(slot.token);
  const values = { register: nameOf(type) };
  if (type === CYCLE_COUNTER && ctx.version < 50) ctx.report(CYCLE_COUNTER_MODEL_RULE);
  if (type === INNER_COVERAGE) checkFeature(ctx, type, 'innerCoverage');
  const row = MASK_BY_CODE[type];
  // A declaration without the components that it needs does not count (source: oracle).
  if (row?.counts ? registers.specialMask(type) !== 0 : registers.hasSpecial(type)) ctx.report(TWICE_RULE, 0, values);
  else if (
    (type === COVERAGE && registers.hasSpecial(INNER_COVERAGE)) ||
    (type === INNER_COVERAGE && registers.hasSpecial(COVERAGE))
  )
    ctx.report(OTHER_COVERAGE_RULE);
  if (row !== undefined && !row.allows(mask)) ctx.report(MASK_RULE, 0, { ...values, components: row.components });
  registers.declareSpecial(type, mask);
}

export function checkSpecialOutput(ctx: Sm4ValidationContext, slot: Sm4OperandSlot): void {
  const { type } = slot;
  const registers = ctx.registers.current;
  const values = { register: nameOf(type) };
  if (isDepth(type)) {
    if (registers.depth === type) ctx.report(TWICE_RULE, 0, values);
    else if (registers.depth !== 0) ctx.report(OTHER_DEPTH_RULE, 0, values);
    registers.depth = type;
  } else {
    if (type === STENCIL) checkFeature(ctx, type, 'stencilRef');
    if (registers.hasSpecial(type)) ctx.report(TWICE_RULE, 0, values);
  }
  registers.declareSpecial(type, 0);
}

function checkFeature(ctx: Sm4ValidationContext, type: number, feature: Feature): void {
  if (!ctx.containerInfo.features?.has(feature)) ctx.report(FEATURE_RULE, 0, { register: nameOf(type), feature });
}

function isDepth(type: number): boolean {
  return type === DEPTH || type === DEPTH_GREATER || type === DEPTH_LESS;
}

/** Whether the depth output is bounded by the depth of the position. */
export function isBoundedDepth(type: number): boolean {
  return type === DEPTH_GREATER || type === DEPTH_LESS;
}

/** @param missing its undeclared components; 0: it has no components to select */
function reportUndeclared(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number, missing = 0): void {
  const components = missing === 0 ? '' : `.${maskText(missing)}`;
  ctx.report(UNDECLARED_RULE, operand, { register: `${nameOf(slot.type)}${components}` });
}

function checkRegister(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  if (!ctx.registers.current.hasSpecial(slot.type)) reportUndeclared(ctx, slot, operand);
}

function checkComponents(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  const { type, token } = slot;
  if (!selectsComponents(token)) {
    ctx.report(SELECTION_RULE, operand, { register: nameOf(type) });
    return;
  }
  const missing = readComponents(token) & ~ctx.registers.current.specialMask(type);
  if (missing !== 0) reportUndeclared(ctx, slot, operand, missing);
}

function checkCycleCounter(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  checkComponents(ctx, slot, operand);
  if (!ctx.aborted && ctx.cursor.code !== MOV) ctx.report(CYCLE_COUNTER_MOV_RULE, operand);
}

function checkDepth(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  const { depth } = ctx.registers.current;
  if (depth === 0) reportUndeclared(ctx, slot, operand);
  else if (depth !== slot.type) ctx.report(DEPTH_KIND_RULE, operand, { register: nameOf(slot.type) });
}

/**
 * The location in the domain is not here: Microsoft's validator does not check that it is declared (source: oracle).
 */
export const SPECIAL_REGISTER_REFERENCES: ReferenceHandlers = {
  inputPrimitiveId: checkRegister,
  outputControlPointId: checkRegister,
  inputForkInstanceId: checkRegister,
  inputJoinInstanceId: checkRegister,
  inputGsInstanceId: checkRegister,
  inputCoverageMask: checkRegister,
  innerCoverage: checkRegister,
  inputThreadIdInGroupFlattened: checkRegister,
  outputCoverageMask: checkRegister,
  outputStencilRef: checkRegister,
  outputDepth: checkDepth,
  outputDepthGreaterEqual: checkDepth,
  outputDepthLessEqual: checkDepth,
  inputThreadId: checkComponents,
  inputThreadGroupId: checkComponents,
  inputThreadIdInGroup: checkComponents,
  cycleCounter: checkCycleCounter,
};
