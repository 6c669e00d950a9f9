/**
 * Rules of the encoding of an instruction: the modifiers of its token, and for each operand its type, components,
 * modifiers and precision. What they require is in ../../operand-constraints.ts and ../../type-classes.ts.
 *
 * Not for: indices (indices.ts), or whether what operands name is declared.
 */
import { bitCount } from '../../../../base/words.ts';
import { IDENTITY_SWIZZLE } from '../../../../isa/components.ts';
import { isAbsolute, isNegated, type Sm4Cursor, type Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_MIN_PRECISIONS } from '../../../../isa/sm4/names.ts';
import { sm4OperandTypeDoc } from '../../../../isa/sm4/opcode-docs.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, type Sm4Opcode } from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../../../isa/sm4/operands.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOpcodeKind,
  Sm4ExtendedOpcodeToken,
  Sm4ExtendedOperandToken,
  Sm4InstructionControls,
  Sm4OperandToken,
  Sm4SelectionMode,
} from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import {
  CONSTRAINT_COUNTS,
  CONSTRAINTS,
  Constraint,
  KNOWN_OFFSET,
  MAX_OPERANDS,
  PRECISION,
  SELECTION,
} from '../../operand-constraints.ts';
import { type TypeTable, UNLIMITED } from '../../type-classes.ts';
import { UNREADABLE_RULE } from './availability.ts';
import { allNumbers, checkIndices } from './indices.ts';

export const SATURATE_RULE: Sm4RuleRow = {
  code: 'DX3406',
  text: 'The result of {opcode} cannot be saturated.',
  hint: 'Remove `_sat`, or add a `mov_sat` after the instruction.',
};
export const PRECISE_RULE: Sm4RuleRow = {
  code: 'DX3407',
  text: '{opcode} cannot be precise; before shader model 5.0 no instruction can.',
  hint: 'Clear the precise mask in the opcode token.',
};
export const VIEW_KIND_RULE: Sm4RuleRow = {
  code: 'DX3408',
  text: '{opcode} has the dimension or the return types of a view; only instructions of 5.0 that read views may have them.',
  hint: 'Remove the extended opcode tokens.',
  listingHint:
    'Write `{opcode}` without `_indexable` and the parentheses after it, or skip the validation with `--no-validate`.',
  specRules: ['SM51-7'],
};
export const TYPE_RULE: Sm4RuleRow = {
  code: 'DX3409',
  text: 'Operand {operand} of {opcode} cannot have the type {type} in this stage and shader model.',
  hint: 'Use an operand of another type; copy the value into a temporary first if necessary.',
  aborts: true,
};
export const FOUR_RULE: Sm4RuleRow = {
  code: 'DX3410',
  text: 'Operand {operand} of {opcode} must have four components; a literal may have one.',
  hint: 'Encode four components with a mask, a swizzle or one selected component.',
};
export const ONE_RULE: Sm4RuleRow = {
  code: 'DX3411',
  text: 'Operand {operand} of {opcode} must be one component: a scalar, or four components with one selected.',
  hint: 'Select one component instead of using a swizzle or mask; give a literal one value.',
};
export const NONE_RULE: Sm4RuleRow = {
  code: 'DX3412',
  text: 'Operand {operand} of {opcode} must have no components.',
  hint: 'Encode a component count of 0.',
};
export const MASK_RULE: Sm4RuleRow = {
  code: 'DX3413',
  text: 'Operand {operand} of {opcode} must have a mask of at least one component.',
  hint: 'Use mask mode with the components that are written or declared.',
};
export const SINGLE_RULE: Sm4RuleRow = {
  code: 'DX3414',
  text: 'Operand {operand} of {opcode} must have a mask of one component.',
  hint: 'Write one component, then copy it.',
};
export const ONE_OR_TWO_RULE: Sm4RuleRow = {
  code: 'DX3415',
  text: 'Operand {operand} of {opcode} must have a mask of one or two components, since two doubles take four.',
  hint: 'Write one component for each double.',
};
export const PREFIX_RULE: Sm4RuleRow = {
  code: 'DX3416',
  text: 'The mask of operand {operand} of {opcode} must be x, xy, xyz or xyzw.',
  hint: 'Store components from x on without gaps.',
};
export const DOUBLE_SWIZZLE_RULE: Sm4RuleRow = {
  code: 'DX3417',
  text: 'The swizzle of operand {operand} of {opcode} must select whole doubles: the pairs xy and zw.',
  hint: 'Use xyzw, xyxy, zwzw or zwxy.',
};
export const DOUBLE_MASK_RULE: Sm4RuleRow = {
  code: 'DX3418',
  text: 'The mask of operand {operand} of {opcode} must have whole doubles: xy, zw or xyzw.',
  hint: 'Write both halves of each double.',
};
export const FIRST_RULE: Sm4RuleRow = {
  code: 'DX3419',
  text: 'Operand {operand} of {opcode}, the view of a comparison, must have the swizzle xxxx.',
  hint: 'Use the swizzle xxxx, or select x.',
};
export const FULL_SWIZZLE_RULE: Sm4RuleRow = {
  code: 'DX3420',
  text: 'The constant buffer in {opcode} must have the swizzle xyzw.',
  hint: 'Use the swizzle xyzw.',
};
export const NEGATE_RULE: Sm4RuleRow = {
  code: 'DX3421',
  text: 'Operand {operand} of {opcode} may not be negated.',
  hint: 'Negate the value in an earlier instruction, or use another opcode.',
};
export const ABSOLUTE_RULE: Sm4RuleRow = {
  code: 'DX3422',
  text: 'Operand {operand} of {opcode} may not be an absolute value.',
  hint: 'Take the absolute value in an earlier instruction.',
};
export const FLOAT_PRECISION_RULE: Sm4RuleRow = {
  code: 'DX3423',
  text: 'The minimum precision of operand {operand} of {opcode} must be a float precision.',
  hint: 'Use min16f, min2_8f or the default precision.',
};
export const INT_PRECISION_RULE: Sm4RuleRow = {
  code: 'DX3424',
  text: 'The minimum precision of operand {operand} of {opcode} must be an integer precision.',
  hint: 'Use min16i, min16u or the default precision.',
};
export const UNKNOWN_PRECISION_RULE: Sm4RuleRow = {
  code: 'DX3425',
  text: 'Operand {operand} of {opcode} has a minimum precision that does not exist.',
  hint: 'Use min16f, min2_8f, min16i, min16u or the default precision.',
};
export const NO_PRECISION_RULE: Sm4RuleRow = {
  code: 'DX3426',
  text: 'Operand {operand} of {opcode} may not have a minimum precision.',
  hint: 'Use the default precision.',
};

const NEVER_SATURATED = 1;
const NEVER_PRECISE = 2;
const PRECISE_SINCE_5_0 = 4;
const TAKES_VIEW_KIND = 8;

const TOKEN_RULES = Uint8Array.from(SM4_OPCODE_BY_CODE, (row) => (row === undefined ? 0 : tokenRulesOf(row)));

function tokenRulesOf(row: Sm4Opcode): number {
  if (row.kind !== 'instruction') return 0;
  const readsView = row.operands.some(
    ({ role, access }) => role === 'resource' || ((role === 'uav' || role === 'memory') && access === 'read'),
  );
  const viewKind = readsView ? TAKES_VIEW_KIND : 0;
  if (row.operands.length === 0 || isUnchecked(row)) return viewKind;
  const saturate = row.controls === 'arithmetic' ? 0 : NEVER_SATURATED;
  return viewKind | saturate | (row.category === 'flow' ? NEVER_PRECISE : PRECISE_SINCE_5_0);
}

/**
 * Calls through interfaces, and instructions that send vertices to a stream, may have any of these bits (source:
 * oracle).
 */
function isUnchecked({ operands }: Sm4Opcode): boolean {
  return operands.some(({ role }) => role === 'function' || role === 'stream');
}

/** Sets of operand types, a byte each: types that are scalars and have no components to select. */
const SCALARS = typeSet(
  ...(['inputPrimitiveId', 'outputDepth', 'null', 'outputCoverageMask', 'outputControlPointId'] as const),
  ...(['inputForkInstanceId', 'inputJoinInstanceId', 'inputCoverageMask', 'inputThreadIdInGroupFlattened'] as const),
  ...(['inputGsInstanceId', 'outputDepthGreaterEqual', 'outputDepthLessEqual', 'cycleCounter'] as const),
  ...(['outputStencilRef', 'innerCoverage'] as const),
);
/** Types that are declared with four components in any mode. */
const THREAD_IDS = typeSet('inputThreadId', 'inputThreadGroupId', 'inputThreadIdInGroup');
const CYCLE_COUNTER = SM4_OPERAND_TYPES.cycleCounter.code;
const GROUP_SHARED_MEMORY = SM4_OPERAND_TYPES.groupSharedMemory.code;
const UNORDERED_ACCESS_VIEW = SM4_OPERAND_TYPES.unorderedAccessView.code;
const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;

function typeSet(...names: readonly Sm4OperandTypeName[]): Uint8Array {
  const set = new Uint8Array(1 << Sm4OperandToken.type.width);
  for (const name of names) set[SM4_OPERAND_TYPES[name].code] = 1;
  return set;
}

/** Checks the instruction token and every operand of the instruction at the cursor. */
export function checkOperands(ctx: Sm4ValidationContext): void {
  const { cursor } = ctx;
  const { code } = cursor;
  checkToken(ctx);
  const count = CONSTRAINT_COUNTS[code]!;
  if (count === 0) return;
  const { types } = ctx;
  const isComplete = cursor.payload <= cursor.program.words.length;
  const first = code * MAX_OPERANDS;
  for (let i = 0; i < count && !ctx.aborted; i++) {
    const slot = cursor.operands[i]!;
    const constraint =
      i === STORED_OFFSET && code === STORE_STRUCTURED ? constraintOfOffset(ctx) : CONSTRAINTS[first + i]!;
    if (isComplete) {
      if (types.accepted.find(slot.token, constraint) < 0 || !isWithinLimits(types, slot))
        checkCompleteOperand(ctx, slot, constraint, i + 1);
      continue;
    }
    if (slot.at < cursor.program.words.length) checkOperand(ctx, types, slot, constraint, i + 1);
    if (!ctx.aborted && isPastEnd(cursor, i)) ctx.reportProgram(UNREADABLE_RULE, {}, cursor.start);
  }
}

/**
 * Checks an operand, and remembers its token where the token alone shows that all but the numbers of indices is right.
 */
function checkCompleteOperand(
  ctx: Sm4ValidationContext,
  slot: Sm4OperandSlot,
  constraint: number,
  operand: number,
): void {
  const before = ctx.diagnostics.errors;
  checkOperand(ctx, ctx.types, slot, constraint, operand);
  if (ctx.diagnostics.errors === before && isCacheable(slot) && !Constraint.declares.test(constraint))
    ctx.types.accepted.add(slot.token, constraint);
}

/** Whether the token decides everything but the numbers of indices. */
function isCacheable(slot: Sm4OperandSlot): boolean {
  const { token, type } = slot;
  if (Sm4OperandToken.extended.test(token)) return false;
  if (type === IMMEDIATE32 || type === IMMEDIATE64) return true;
  // The highest number of a UAV depends on the container.
  return type !== UNORDERED_ACCESS_VIEW && (slot.isRegular || allNumbers(slot));
}

/** Whether the indices of an operand, which are numbers, are within the limits of its type. */
function isWithinLimits(types: TypeTable, slot: Sm4OperandSlot): boolean {
  const { type, indexCount } = slot;
  for (let i = 0; i < indexCount; i++) {
    const limit = types.limit(type, i, 0);
    if (limit !== UNLIMITED && slot.index(i) >>> 0 > limit) return false;
  }
  return true;
}

const STORE_STRUCTURED = SM4_OPCODES.store_structured.code;
/** The operand of `store_structured` that is the byte offset in the element, from 0. */
const STORED_OFFSET = 2;

/** The constraint of that offset: before 5.0 it must be a literal in group-shared memory (source: oracle). */
function constraintOfOffset({ cursor, version }: Sm4ValidationContext): number {
  if (version < 50 && cursor.operands[0]!.type === GROUP_SHARED_MEMORY) return KNOWN_OFFSET;
  return CONSTRAINTS[STORE_STRUCTURED * MAX_OPERANDS + STORED_OFFSET]!;
}

/**
 * Whether operand `i` has words after the end of the program. Microsoft's validator takes what memory holds there; it
 * does not look at literals (source: oracle).
 */
function isPastEnd({ operands, operandCount, payload, program }: Sm4Cursor, i: number): boolean {
  const { at, literalCount } = operands[i]!;
  const end = i + 1 < operandCount ? operands[i + 1]!.at : payload;
  return (literalCount > 0 ? at + 1 : end) > program.words.length;
}

function checkToken(ctx: Sm4ValidationContext): void {
  const { token, code, start, body } = ctx.cursor;
  const validated = TOKEN_RULES[code]!;
  if ((validated & NEVER_SATURATED) !== 0 && Sm4InstructionControls.saturate.test(token))
    ctx.report(SATURATE_RULE, 0, { opcode: ctx.cursor.row!.mnemonic });
  if ((validated & (NEVER_PRECISE | PRECISE_SINCE_5_0)) !== 0 && Sm4InstructionControls.precise.test(token)) {
    if ((validated & NEVER_PRECISE) !== 0 || ctx.version < 50)
      ctx.report(PRECISE_RULE, 0, { opcode: ctx.cursor.row!.mnemonic });
  }
  if (body - start < 2 || ((validated & TAKES_VIEW_KIND) !== 0 && ctx.version === 50)) return;
  if (SM4_OPCODE_BY_CODE[code]?.longLength) return;
  for (let at = start + 1; at < body; at++) {
    const kind = Sm4ExtendedOpcodeToken.kind.get(ctx.cursor.word(at));
    if (kind === Sm4ExtendedOpcodeKind.resourceDimension || kind === Sm4ExtendedOpcodeKind.resourceReturnType)
      ctx.report(VIEW_KIND_RULE, 0, { opcode: ctx.cursor.row!.mnemonic }, at);
  }
}

function refuse(ctx: Sm4ValidationContext, rule: Sm4RuleRow, operand: number): void {
  ctx.report(rule, operand, { operand, opcode: ctx.cursor.row!.mnemonic });
}

function checkOperand(
  ctx: Sm4ValidationContext,
  table: TypeTable,
  slot: Sm4OperandSlot,
  constraint: number,
  operand: number,
): void {
  if (!table.allows(Constraint.types.get(constraint), slot.type)) {
    const row = SM4_OPERAND_TYPE_BY_CODE[slot.type];
    const type = row ? `${row.prefix} (${sm4OperandTypeDoc(slot.type)})` : `${slot.type}`;
    ctx.report(TYPE_RULE, operand, { operand, opcode: ctx.cursor.row!.mnemonic, type });
    return;
  }
  checkComponents(ctx, slot, selectionOf(ctx, constraint), operand, Constraint.declares.test(constraint));
  if (slot.extension !== 0) checkModifiers(ctx, slot, constraint, operand);
  if (slot.type !== IMMEDIATE32 && slot.type !== IMMEDIATE64) checkIndices(ctx, table, slot, constraint, operand);
}

/** How components must be selected in this shader model. */
function selectionOf({ version }: Sm4ValidationContext, constraint: number): number {
  const selection = Constraint.selection.get(constraint);
  if (selection === SELECTION.fourSince5_0) return version >= 50 ? SELECTION.four : SELECTION.one;
  if (selection === SELECTION.oneSince5_0) return version >= 50 ? SELECTION.one : SELECTION.first;
  return selection;
}

function checkComponents(
  ctx: Sm4ValidationContext,
  slot: Sm4OperandSlot,
  selection: number,
  operand: number,
  declares: boolean,
): void {
  const { token, type } = slot;
  const count = Sm4OperandToken.componentCount.get(token);
  if (selection === SELECTION.one) {
    const selected =
      count === Sm4ComponentCount.four && Sm4OperandToken.selection.get(token) === Sm4SelectionMode.selectOne;
    if (count !== Sm4ComponentCount.one && (type === IMMEDIATE32 || !selected)) refuse(ctx, ONE_RULE, operand);
    return;
  }
  if (type === IMMEDIATE32 || type === IMMEDIATE64) {
    if (count !== Sm4ComponentCount.four && count !== Sm4ComponentCount.one) refuse(ctx, FOUR_RULE, operand);
    return;
  }
  if (selection === SELECTION.none) {
    // From 5.1 on the declared range of registers may have components; they mean nothing.
    if (count !== Sm4ComponentCount.none && !(declares && ctx.rangeIds && type !== GROUP_SHARED_MEMORY))
      refuse(ctx, NONE_RULE, operand);
    return;
  }
  if (selection === SELECTION.free) return;
  if (selection === SELECTION.first) {
    if (!isFirst(token, count)) refuse(ctx, FIRST_RULE, operand);
    return;
  }
  if (selection === SELECTION.declaredInput && type === CYCLE_COUNTER) {
    if (maskOf(token, count) === 0) refuse(ctx, MASK_RULE, operand);
    return;
  }
  const scalar = SCALARS[type] === 1;
  if (count !== Sm4ComponentCount.four && !scalar) refuse(ctx, FOUR_RULE, operand);
  if (scalar && selection !== SELECTION.oneOrTwo) return;
  checkSelection(ctx, slot, selection, count, operand);
}

function checkSelection(
  ctx: Sm4ValidationContext,
  slot: Sm4OperandSlot,
  selection: number,
  count: number,
  operand: number,
): void {
  const { token } = slot;
  const mask = maskOf(token, count);
  switch (selection) {
    case SELECTION.mask:
      if (mask === 0) refuse(ctx, MASK_RULE, operand);
      break;
    case SELECTION.declaredInput:
      if (mask === 0 && THREAD_IDS[slot.type] !== 1) refuse(ctx, MASK_RULE, operand);
      break;
    case SELECTION.single:
      if (bitCount(mask) !== 1) refuse(ctx, SINGLE_RULE, operand);
      break;
    case SELECTION.oneOrTwo:
      if (count !== Sm4ComponentCount.one && (mask === 0 || bitCount(mask) > 2)) refuse(ctx, ONE_OR_TWO_RULE, operand);
      break;
    case SELECTION.prefix:
      if (mask === 0 || (mask & (mask + 1)) !== 0) refuse(ctx, PREFIX_RULE, operand);
      break;
    case SELECTION.doubleMask:
      if (mask === 0) refuse(ctx, MASK_RULE, operand);
      if (mask !== XY && mask !== ZW && mask !== XYZW) refuse(ctx, DOUBLE_MASK_RULE, operand);
      break;
    case SELECTION.doubleSwizzle:
      if (!isDoubleSwizzle(token, count)) refuse(ctx, DOUBLE_SWIZZLE_RULE, operand);
      break;
    case SELECTION.whole:
      if (swizzleOf(token, count) !== IDENTITY_SWIZZLE) refuse(ctx, FULL_SWIZZLE_RULE, operand);
      break;
  }
}

const XY = 0b0011;
const ZW = 0b1100;
const XYZW = 0b1111;
/** Two components of a swizzle, and what they are where they select a double. */
const PAIR = 0b1111;
const XY_PAIR = 0b01_00;
const ZW_PAIR = 0b11_10;

/** The mask of an operand that has one; 0: it has none. */
function maskOf(token: number, count: number): number {
  const isMask = count === Sm4ComponentCount.four && Sm4OperandToken.selection.get(token) === Sm4SelectionMode.mask;
  return isMask ? Sm4OperandToken.mask.get(token) : 0;
}

/** The swizzle of an operand that has one; -1: it has none. */
function swizzleOf(token: number, count: number): number {
  const isSwizzle =
    count === Sm4ComponentCount.four && Sm4OperandToken.selection.get(token) === Sm4SelectionMode.swizzle;
  return isSwizzle ? Sm4OperandToken.swizzle.get(token) : -1;
}

function isDoubleSwizzle(token: number, count: number): boolean {
  const swizzle = swizzleOf(token, count);
  const low = swizzle & PAIR;
  const high = swizzle >> 4;
  return (low === XY_PAIR || low === ZW_PAIR) && (high === XY_PAIR || high === ZW_PAIR);
}

function isFirst(token: number, count: number): boolean {
  if (count !== Sm4ComponentCount.four) return false;
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.selectOne) return Sm4OperandToken.select.get(token) === 0;
  return mode === Sm4SelectionMode.swizzle && Sm4OperandToken.swizzle.get(token) === 0;
}

function checkModifiers(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, constraint: number, operand: number): void {
  if (isNegated(slot) && !Constraint.negate.test(constraint)) refuse(ctx, NEGATE_RULE, operand);
  if (isAbsolute(slot) && !Constraint.absolute.test(constraint)) refuse(ctx, ABSOLUTE_RULE, operand);
  const precision = Sm4ExtendedOperandToken.minPrecision.get(slot.extension);
  if (precision === 0) return;
  const before = ctx.diagnostics.errors;
  const isFloat = precision === MIN16F || precision === MIN2_8F;
  const isInt = precision === MIN16I || precision === MIN16U;
  switch (Constraint.precision.get(constraint)) {
    case PRECISION.none:
      refuse(ctx, NO_PRECISION_RULE, operand);
      break;
    case PRECISION.float:
      if (!isFloat) refuse(ctx, FLOAT_PRECISION_RULE, operand);
      break;
    case PRECISION.int:
      if (!isInt) refuse(ctx, INT_PRECISION_RULE, operand);
      break;
    default:
      if (!isFloat && !isInt) refuse(ctx, UNKNOWN_PRECISION_RULE, operand);
  }
  // A refused one does not count as used (source: oracle).
  if (ctx.minimumPrecisionAt < 0 && ctx.diagnostics.errors === before) ctx.minimumPrecisionAt = slot.at;
}

const MIN16F = SM4_MIN_PRECISIONS.indexOf('min16f');
const MIN2_8F = SM4_MIN_PRECISIONS.indexOf('min2_8f');
const MIN16I = SM4_MIN_PRECISIONS.indexOf('min16i');
const MIN16U = SM4_MIN_PRECISIONS.indexOf('min16u');
