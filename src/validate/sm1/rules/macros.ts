/**
 * Rules of the instructions that drivers expand (`nrm`, `crs`, `pow`, `lrp`, `sincos`, `sgn`, `dp2add`, m*x*) and of
 * those that read one component (`rcp`, `rsq`, `exp`, `log`, `pow`), in all models from 2.0 on and, where it has them,
 * vs_1_1.
 *
 * Not for: what holds for the operands of every instruction (the pipelines vs.ts and ps.ts).
 */

import { Sm1Version } from '../../../base/profile.ts';
import { componentsRead, IDENTITY_SWIZZLE, isReplicateSwizzle } from '../../../isa/components.ts';
import {
  isSm1Source,
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OperandRow,
  sm1OpcodeTable,
  sm1Operands,
} from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';

export const REPLICATE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5485', vs20: 'X5794', vs30: 'X5795', ps20: 'X5422', ps30: 'X5793' },
  text: 'The instruction reads a single component, and the swizzle of its operand does not select one.',
  hint: 'Select a component: .x, .y, .z or .w.',
};
export const REPLICATE_POSITION_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5466' },
  text: 'The instruction reads a single component, and vPos has only x and y.',
  hint: 'Select .x or .y.',
};
export const NRM_SAME_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5449', vs30: 'X5783', ps20: 'X5225', ps30: 'X5604' },
  text: 'nrm cannot write the register that it reads.',
  hint: 'Write another register.',
};
export const NRM_MASK_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5450', vs30: 'X5784', ps20: 'X5194', ps30: 'X5530' },
  text: 'nrm must write .xyz or all components.',
  hint: 'Change the write mask to .xyz or remove it.',
};
export const NRM_DESTINATION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5464', vs30: 'X5791' },
  text: 'nrm can only write a temporary.',
  hint: 'Write a temporary and move the result.',
};
export const CRS_SAME_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5452', vs30: 'X5786', ps20: 'X5418', ps30: 'X5761' },
  text: 'crs cannot write a register that it reads.',
  hint: 'Write another register.',
};
export const CRS_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5453', vs30: 'X5787', ps20: 'X5419', ps30: 'X5762' },
  text: 'The operands of crs take no swizzle.',
  hint: 'Remove the swizzle.',
};
export const CRS_MASK_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5454', vs30: 'X5788', ps20: 'X5420', ps30: 'X5763' },
  text: 'crs cannot write .w.',
  hint: 'Remove w from the write mask.',
};
export const CRS_DESTINATION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5451', vs30: 'X5785' },
  text: 'crs can only write a temporary.',
  hint: 'Write a temporary and move the result.',
};
export const POW_SAME_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5455', vs30: 'X5789', ps20: 'X5421', ps30: 'X5764' },
  text: 'pow cannot write the register that holds its exponent.',
  hint: 'Write another register.',
};
export const POW_DESTINATION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5465', vs30: 'X5792' },
  text: 'pow can only write a temporary.',
  hint: 'Write a temporary and move the result.',
};
export const LRP_SAME_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5456', vs30: 'X5790', ps20: 'X5765', ps30: 'X5766' },
  text: 'lrp cannot write the register of its first or third operand.',
  hint: 'Write another register.',
};
export const LRP_DESTINATION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5467', vs30: 'X5796' },
  text: 'lrp can only write a temporary.',
  hint: 'Write a temporary and move the result.',
};
export const SINCOS_SAME_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5457', vs30: 'X5768', ps20: 'X5423', ps30: 'X5767' },
  text: 'sincos cannot write the register that holds the angle.',
  hint: 'Write another register.',
};
export const SINCOS_SECOND_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5458', ps20: 'X5226' },
  text: 'The second operand of sincos must be a float constant.',
  hint: 'Use the constant of the Direct3D headers, D3DSINCOSCONST1 or D3DSINCOSCONST2.',
};
export const SINCOS_THIRD_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5459', ps20: 'X5227' },
  text: 'The third operand of sincos must be a float constant.',
  hint: 'Use the constant of the Direct3D headers, D3DSINCOSCONST1 or D3DSINCOSCONST2.',
};
export const SINCOS_SAME_CONSTANT_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5460', ps20: 'X5228' },
  text: 'The two constants of sincos are the same register.',
  hint: 'Use two different float constants.',
};
export const SINCOS_REPLICATE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5461', ps20: 'X5229', ps30: 'X5605' },
  text: 'The angle of sincos must be a single component.',
  hint: 'Select a component: .x, .y, .z or .w.',
};
export const SINCOS_MODIFIER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5462', ps20: 'X5230' },
  text: 'The constants of sincos take no modifier.',
  hint: 'Remove the modifier.',
};
export const SINCOS_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5463', ps20: 'X5231' },
  text: 'The constants of sincos take no swizzle.',
  hint: 'Remove the swizzle.',
};
export const SINCOS_DESTINATION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5469', vs30: 'X6076', ps30: 'X6075' },
  text: 'sincos can only write a temporary.',
  hint: 'Write a temporary and move the result.',
};
export const SINCOS_MASK_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5545', vs30: 'X5983' },
  text: 'sincos must write .x, .y or both.',
  hint: 'Change the write mask to .x, .y or .xy.',
};
export const SGN_SCRATCH_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5470', vs30: 'X5797' },
  text: 'The second and third operand of sgn, its scratch registers, are not two different temporaries.',
  hint: 'Use two temporaries whose values are no longer needed.',
};
export const SGN_SAME_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5471', vs30: 'X5798' },
  text: 'sgn cannot read one of its scratch registers.',
  hint: 'Use another temporary as scratch space.',
};
export const SGN_UNMODIFIED_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5472', vs30: 'X5799' },
  text: 'The scratch registers of sgn take neither swizzle nor modifier.',
  hint: 'Write the registers without swizzle and modifier.',
};
export const DP2ADD_REPLICATE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5519', ps30: 'X5961' },
  text: 'The third operand of dp2add must be a single component.',
  hint: 'Select a component: .x, .y, .z or .w.',
};

const { temp, const: constant, const2, const3, const4, misc } = SM1_REGISTERS;
/** Numbers of vPos and vFace. */
const POSITION = 0;
const FACE = 1;

/** Which macro {@link checkMacro} checks for an opcode; 0: none. */
const MACROS = new Uint8Array(SM1_OPCODE_LIMIT);
const [NRM, CRS, POW, LRP, SINCOS, SGN, DP2ADD] = [1, 2, 3, 4, 5, 6, 7] as const;
mark(MACROS, NRM, 'nrm');
mark(MACROS, CRS, 'crs');
mark(MACROS, POW, 'pow');
mark(MACROS, LRP, 'lrp');
mark(MACROS, SINCOS, 'sincos');
mark(MACROS, SGN, 'sgn');
mark(MACROS, DP2ADD, 'dp2add');

/** Opcodes all of whose sources are one component, in versions before 3_0 and from then on. */
const REPLICATE_20 = replicates(Sm1Version.v2_x);
const REPLICATE_30 = replicates(Sm1Version.v3_sw);

/** Conditions do not count: they have rules of their own (sources.ts), the predicate of `breakp` excepted. */
function replicates(version: number): Uint8Array {
  return sm1OpcodeTable((row) => {
    const sources = sm1Operands(row, version).filter(isSm1Source);
    const isReplicate = ({ role, components }: Sm1OperandRow) => role !== 'condition' && components === 'one';
    return sources.length > 0 && sources.every(isReplicate) ? 1 : 0;
  });
}

function mark(table: Uint8Array, value: number, ...names: readonly Sm1Opcode[]): void {
  for (const name of names) table[SM1_OPCODES[name].code] = value;
}

/** Whether the sources of `opcode` have to be one component in `version`. */
export function wantsReplicate(opcode: number, version: number): boolean {
  return opcode < SM1_OPCODE_LIMIT && (version < Sm1Version.v3_0 ? REPLICATE_20 : REPLICATE_30)[opcode] === 1;
}

/**
 * Checks that source `i` selects one component where its instruction reads one. Call in the loop over the sources,
 * after the swizzle.
 */
export function checkReplicate(ctx: Sm1ValidationContext, i: number): void {
  if (!wantsReplicate(ctx.opcode, ctx.version)) return;
  const swizzle = ctx.sourceSwizzle[i]!;
  const isMisc = ctx.model === 'ps30' && ctx.sourceType[i] === misc.code;
  // vFace has no components to select.
  if (isMisc && ctx.sourceNumber[i] === FACE) return;
  if (isMisc && ctx.sourceNumber[i] === POSITION) {
    if (!isReplicateSwizzle(swizzle) || (swizzle & 2) !== 0) ctx.report(REPLICATE_POSITION_RULE, ctx.sourceAt[i]!);
  } else if (!isReplicateSwizzle(swizzle)) ctx.report(REPLICATE_RULE, ctx.sourceAt[i]!);
}

/** Checks the rules of a macro for its operands together. Call after {@link checkPorts}. */
export function checkMacro(ctx: Sm1ValidationContext): void {
  const { opcode } = ctx;
  const macro = opcode < SM1_OPCODE_LIMIT ? MACROS[opcode] : 0;
  if (macro === 0) return;
  if (macro === NRM) checkNrm(ctx);
  else if (macro === CRS) checkCrs(ctx);
  else if (macro === POW) checkPow(ctx);
  else if (macro === LRP) checkLrp(ctx);
  else if (macro === SINCOS) checkSincos(ctx);
  else if (macro === SGN) checkSgn(ctx);
  else if (!isReplicateSwizzle(ctx.sourceSwizzle[2]!)) ctx.report(DP2ADD_REPLICATE_RULE, ctx.sourceAt[2]!);
}

function checkPow(ctx: Sm1ValidationContext): void {
  if (isDestination(ctx, 1)) ctx.report(POW_SAME_RULE, ctx.destinationAt);
  if (!writesTemp(ctx)) ctx.report(POW_DESTINATION_RULE, ctx.destinationAt);
}

function checkLrp(ctx: Sm1ValidationContext): void {
  if (isDestination(ctx, 0) || isDestination(ctx, 2)) ctx.report(LRP_SAME_RULE, ctx.destinationAt);
  if (!writesTemp(ctx)) ctx.report(LRP_DESTINATION_RULE, ctx.destinationAt);
}

function checkNrm(ctx: Sm1ValidationContext): void {
  if (isDestination(ctx, 0)) ctx.report(NRM_SAME_RULE, ctx.destinationAt);
  if ((ctx.destinationMask & 7) !== 7) ctx.report(NRM_MASK_RULE, ctx.destinationAt);
  if (!writesTemp(ctx)) ctx.report(NRM_DESTINATION_RULE, ctx.destinationAt);
}

function checkCrs(ctx: Sm1ValidationContext): void {
  if (isDestination(ctx, 0) || isDestination(ctx, 1)) ctx.report(CRS_SAME_RULE, ctx.destinationAt);
  if (ctx.sourceSwizzle[0] !== IDENTITY_SWIZZLE || ctx.sourceSwizzle[1] !== IDENTITY_SWIZZLE)
    ctx.report(CRS_SWIZZLE_RULE);
  if ((ctx.destinationMask & 8) !== 0) ctx.report(CRS_MASK_RULE, ctx.destinationAt);
  if (!writesTemp(ctx)) ctx.report(CRS_DESTINATION_RULE, ctx.destinationAt);
}

function checkSincos(ctx: Sm1ValidationContext): void {
  const { model, sourceSwizzle } = ctx;
  const wrongDestination = model !== 'ps20' && ctx.destinationType !== temp.code;
  if (isDestination(ctx, 0)) ctx.report(SINCOS_SAME_RULE, ctx.destinationAt);
  if (ctx.version >= 0x300) {
    if (wrongDestination) ctx.report(SINCOS_DESTINATION_RULE, ctx.destinationAt);
    // vs_3_0 checks for one component in the loop over the sources, and only there.
    if (model === 'ps30' && !isReplicateSwizzle(sourceSwizzle[0]!)) ctx.report(SINCOS_REPLICATE_RULE, ctx.sourceAt[0]!);
  } else {
    checkSincosConstants(ctx);
    if (wrongDestination) ctx.report(SINCOS_DESTINATION_RULE, ctx.destinationAt);
  }
  // Pixel shaders check the mask with the destination.
  if (model === 'ps20' || model === 'ps30') return;
  if (ctx.destinationMask === 0 || ctx.destinationMask > 3) ctx.report(SINCOS_MASK_RULE, ctx.destinationAt);
}

/** The angle and the two constants that sincos takes before 3_0. */
function checkSincosConstants(ctx: Sm1ValidationContext): void {
  const { sourceType, sourceNumber, sourceSwizzle } = ctx;
  const second = isConstant(sourceType[1]!);
  const third = isConstant(sourceType[2]!);
  if (!second) ctx.report(SINCOS_SECOND_RULE, ctx.sourceAt[1]!);
  if (!third) ctx.report(SINCOS_THIRD_RULE, ctx.sourceAt[2]!);
  const same = sourceType[1] === sourceType[2] && sourceNumber[1] === sourceNumber[2];
  if (second && third && same) ctx.report(SINCOS_SAME_CONSTANT_RULE, ctx.sourceAt[2]!);
  if (!isReplicateSwizzle(sourceSwizzle[0]!)) ctx.report(SINCOS_REPLICATE_RULE, ctx.sourceAt[0]!);
  for (let i = 1; i < 3; i++) {
    if (ctx.sourceModifier[i] !== 0) ctx.report(SINCOS_MODIFIER_RULE, ctx.sourceAt[i]!);
    if (sourceSwizzle[i] !== IDENTITY_SWIZZLE) ctx.report(SINCOS_SWIZZLE_RULE, ctx.sourceAt[i]!);
  }
}

function checkSgn(ctx: Sm1ValidationContext): void {
  const { sourceType, sourceNumber } = ctx;
  const temps = sourceType[1] === temp.code && sourceType[2] === temp.code;
  if (!temps || sourceNumber[1] === sourceNumber[2]) ctx.report(SGN_SCRATCH_RULE, ctx.sourceAt[1]!);
  const isScratch = (i: number): boolean => sourceType[0] === sourceType[i] && sourceNumber[0] === sourceNumber[i];
  if (sourceType[0] === temp.code && (isScratch(1) || isScratch(2))) ctx.report(SGN_SAME_RULE, ctx.sourceAt[0]!);
  const unmodified = (i: number): boolean => ctx.sourceSwizzle[i] === IDENTITY_SWIZZLE && ctx.sourceModifier[i] === 0;
  if (!unmodified(1) || !unmodified(2)) ctx.report(SGN_UNMODIFIED_RULE, ctx.sourceAt[1]!);
}

/** Whether source `i` is the register that is written. */
function isDestination(ctx: Sm1ValidationContext, i: number): boolean {
  return ctx.sourceType[i] === ctx.destinationType && ctx.sourceNumber[i] === ctx.destinationNumber;
}

/** Whether the destination is a temporary; pixel shaders check that elsewhere. */
function writesTemp(ctx: Sm1ValidationContext): boolean {
  return ctx.model === 'ps20' || ctx.model === 'ps30' || ctx.destinationType === temp.code;
}

function isConstant(type: number): boolean {
  return type === constant.code || type === const2.code || type === const3.code || type === const4.code;
}

export const RANGE_VS11_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5318' },
  text: 'The matrix that begins at register {register} extends past register {limit}, the last one of its type.',
  hint: 'Begin the matrix at a lower register.',
};
export const RANGE_RULE: Sm1RuleRow = {
  ...RANGE_VS11_RULE,
  codes: { vs11: 'X5320', vs20: 'X5362', vs30: 'X5688', ps20: 'X5565', ps30: 'X5684' },
};
export const MODIFIER_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5321', vs20: 'X5693', vs30: 'X5695', ps20: 'X5566', ps30: 'X5689' },
  text: 'The matrix of a matrix product takes no modifier.',
  hint: 'Negate the vector instead.',
};
export const SWIZZLE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5367', vs20: 'X5640', vs30: 'X5641', ps20: 'X5567', ps30: 'X5327' },
  text: 'The matrix of a matrix product takes no swizzle.',
  hint: 'Remove the swizzle.',
};
export const MASK_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5477', vs20: 'X5478', vs30: 'X5807', ps20: 'X5568', ps30: 'X6014' },
  text: 'A matrix product with {rows} rows must write exactly the first {rows} components.',
  hint: 'Use a write mask with one component for each row: .xy, .xyz or all four.',
};
export const SAME_AS_VECTOR_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5335', vs20: 'X5479', vs30: 'X5808', ps20: 'X5569', ps30: 'X6015' },
  text: 'A matrix product cannot write the register that it reads as its vector.',
  hint: 'Write another register and move the result.',
};
export const SAME_AS_ROW_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5336', vs20: 'X5480', vs30: 'X5809', ps20: 'X5570', ps30: 'X6016' },
  text: 'A matrix product cannot write a register that holds a later row of its matrix.',
  hint: 'Write another register and move the result.',
};

const ROWS = sm1OpcodeTable(({ operands }) => operands.find(({ rows }) => rows !== undefined)?.rows ?? 0);
/** Components of the vector that a macro reads, before the swizzle. */
const VECTOR_READS = sm1OpcodeTable(({ category, operands }) => {
  const read = category === 'matrix' ? operands[1]?.components : 0;
  return typeof read === 'number' ? read : 0;
});

const MODIFIERS = SM1_SOURCE_MODIFIERS;

/** Registers that the second source of `opcode` means: 2 to 4 of an m*x* macro, 0 of any other instruction. */
export function matrixRows(opcode: number): number {
  return opcode < SM1_OPCODE_LIMIT ? ROWS[opcode]! : 0;
}

/**
 * Checks that the last register of the matrix in source `i` is at most `highest`. Call where the number of a source is
 * checked, if that is in range.
 */
export function checkMatrixRange(ctx: Sm1ValidationContext, i: number, highest: number): void {
  const register = ctx.sourceNumber[i]!;
  if (i !== 1 || register + matrixRows(ctx.opcode) - 1 <= highest) return;
  const values = { register, limit: highest };
  if (ctx.model === 'vs11') ctx.report(RANGE_VS11_RULE, ctx.sourceAt[i]!, values);
  ctx.report(RANGE_RULE, ctx.sourceAt[i]!, values);
}

/**
 * Checks a modifier of the matrix in source `i` that other sources may have; one they may not have is the caller's to
 * report.
 */
export function checkMatrixModifier(ctx: Sm1ValidationContext, i: number): void {
  if (ctx.sourceModifier[i] !== MODIFIERS.none.code) ctx.report(MODIFIER_RULE, ctx.sourceAt[i]!);
}

export function checkMatrixSwizzle(ctx: Sm1ValidationContext, i: number): void {
  if (ctx.sourceSwizzle[i] !== IDENTITY_SWIZZLE) ctx.report(SWIZZLE_RULE, ctx.sourceAt[i]!);
}

/**
 * Checks the mask of a macro. Call as the last rule of the destination, before {@link checkPorts}. Returns whether it
 * is right.
 */
export function checkMatrixDestination(ctx: Sm1ValidationContext): boolean {
  const rows = matrixRows(ctx.opcode);
  if (rows === 0 || ctx.destinationMask === (1 << rows) - 1) return true;
  ctx.report(MASK_RULE, ctx.destinationAt, { rows });
  return false;
}

/**
 * Checks that a macro writes none of the registers that it still reads. Call with the rules of the destination: a fault
 * of it leaves the write out (source: oracle).
 */
export function checkMatrixOverlap(ctx: Sm1ValidationContext): void {
  const rows = matrixRows(ctx.opcode);
  if (rows === 0 || ctx.sourceCount < 2 || (ctx.model === 'vs30' && ctx.destinationRelativeAt >= 0)) return;
  const { destinationType, destinationNumber, sourceType, sourceNumber } = ctx;
  const isVector = sourceType[0] === destinationType && sourceNumber[0] === destinationNumber;
  if (isVector && (componentsRead(ctx.sourceSwizzle[0]!, VECTOR_READS[ctx.opcode]!) & ctx.destinationMask) !== 0) {
    ctx.report(SAME_AS_VECTOR_RULE, ctx.destinationAt);
  }
  const row = destinationNumber - sourceNumber[1]!;
  if (sourceType[1] === destinationType && row > 0 && row < rows) ctx.report(SAME_AS_ROW_RULE, ctx.destinationAt);
}
