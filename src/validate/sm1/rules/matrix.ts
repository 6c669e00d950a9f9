/**
 * Rules of the m*x* macros, in all models from 2.0 on and vs_1_1: their second source means the registers after it too.
 *
 * Not for: what holds for the operands of every instruction (the pipelines vs.ts and ps.ts).
 */
import { componentsRead, IDENTITY_SWIZZLE } from '../../../isa/components.ts';
import { SM1_OPCODE_LIMIT, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import type { Sm1ValidationContext } from '../context.ts';
import type { Sm1RuleRow } from '../rule.ts';

export const RANGE_VS11_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5318' },
  text: 'The matrix that begins at register {register} extends past register {limit}, the last one of its type.',
  hint: 'Begin the matrix at a lower register.',
};
export const RANGE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5320', vs20: 'X5362', vs30: 'X5688', ps20: 'X5565', ps30: 'X5684' },
  text: 'The matrix that begins at register {register} extends past register {limit}, the last one of its type.',
  hint: 'Begin the matrix at a lower register.',
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
 * Whether modifier and swizzle of source `i` are checked as those of a matrix: {@link checkMatrixModifier} and
 * {@link checkMatrixSwizzle} then mean the rules of other sources.
 */
export function isMatrix(opcode: number, i: number): boolean {
  return i === 1 && matrixRows(opcode) !== 0;
}

/**
 * Checks a modifier of the matrix in source `i` that other sources may have; one they may not have is the caller's to
 * report.
 */
export function checkMatrixModifier(ctx: Sm1ValidationContext, i: number): void {
  if (ctx.sourceModifier[i] !== MODIFIERS.none.code) ctx.report(MODIFIER_RULE, ctx.sourceAt[i]!);
}

/** Checks the swizzle of the matrix in source `i`. */
export function checkMatrixSwizzle(ctx: Sm1ValidationContext, i: number): void {
  if (ctx.sourceSwizzle[i] !== IDENTITY_SWIZZLE) ctx.report(SWIZZLE_RULE, ctx.sourceAt[i]!);
}

/** Checks modifier and swizzle of the matrix in source `i`, for models in which nothing comes between the two. */
export function checkMatrixSource(ctx: Sm1ValidationContext, i: number): void {
  checkMatrixModifier(ctx, i);
  checkMatrixSwizzle(ctx, i);
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
