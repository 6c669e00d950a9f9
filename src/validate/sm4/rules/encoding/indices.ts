/**
 * Rules of the indices of an operand: how many it has, how each is represented, its highest number, and the registers
 * it is relative to.
 *
 * Not for: whether the registers are declared.
 */
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import { Sm4IndexRepresentation } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { Constraint, INDEXING } from '../../operand-constraints.ts';
import { type TypeTable, UNLIMITED } from '../../type-classes.ts';
import { checkedRows } from '../resources/declarations.ts';

export const NUMBERS_ONLY_RULE: Sm4RuleRow = {
  code: 'DX3427',
  text: 'The indices of operand {operand} of {opcode} must be 32-bit numbers.',
  hint: 'Name the register by its number.',
  aborts: true,
};
export const COUNT_RULE: Sm4RuleRow = {
  code: 'DX3428',
  text: 'Operand {operand} of {opcode} has {count} indices; its type takes {wanted}.',
  hint: 'Give the operand as many indices as its type takes in this shader model.',
  aborts: true,
  specRules: ['SM51-2', 'SM51-5', 'SM51-6'],
};
export const VIEW_KIND_RULE: Sm4RuleRow = {
  code: 'DX3429',
  text: 'Operand {operand} is a view selected at run time, and {opcode} has no dimension for it.',
  hint: 'Add the extended opcode tokens with dimension and return types.',
  aborts: true,
};
export const FIRST_INDEX_RULE: Sm4RuleRow = {
  code: 'DX3430',
  text: 'The first index of operand {operand} of {opcode} must be a number before shader model 5.0.',
  hint: 'Name the register by its number, or use shader model 5.0.',
  aborts: true,
};
export const REPRESENTATION_RULE: Sm4RuleRow = {
  code: 'DX3431',
  text: 'Index {index} of operand {operand} of {opcode} is a 64-bit number.',
  hint: 'Represent the index as a 32-bit number, a register, or both.',
  aborts: true,
};
export const REGISTER_TYPE_RULE: Sm4RuleRow = {
  code: 'DX3432',
  text: 'Index {index} of operand {operand} of {opcode} is relative to a register that is not a temporary.',
  hint: 'Copy the index into a temporary.',
  aborts: true,
};
export const REGISTER_INDICES_RULE: Sm4RuleRow = {
  code: 'DX3433',
  text: 'The register in index {index} of operand {operand} of {opcode} has the wrong number of indices: r# takes one, x# two.',
  hint: 'Give the register as many indices as its type takes.',
  aborts: true,
};
export const REGISTER_RANGE_RULE: Sm4RuleRow = {
  code: 'DX3434',
  text: 'The register in index {index} of operand {operand} of {opcode} has the number {number}; the highest is {limit}.',
  hint: 'Use a lower register.',
  aborts: true,
};
export const RANGE_RULE: Sm4RuleRow = {
  code: 'DX3435',
  text: 'Index {index} of operand {operand} of {opcode} is {number}; the highest possible is {limit}.',
  hint: 'Use a register that the stage and shader model have.',
  aborts: true,
};

const TEMP = SM4_OPERAND_TYPES.temp.code;
const INDEXABLE_TEMP = SM4_OPERAND_TYPES.indexableTemp.code;
const RESOURCE = SM4_OPERAND_TYPES.resource.code;
const LABEL = SM4_OPERAND_TYPES.label.code;
const UAV = SM4_OPERAND_TYPES.unorderedAccessView.code;
const HIGHEST_OF_64 = 63;
const RASTERIZER = SM4_OPERAND_TYPES.rasterizer.code;
/** Of registers, and of elements of arrays. */
const HIGHEST_TEMP = 4095;

/** Types whose first index must be a number before 5.0. */
const FIRST_IS_NUMBER: ReadonlySet<number> = new Set(
  (['temp', 'indexableTemp', 'constantBuffer', 'resource', 'unorderedAccessView', 'groupSharedMemory'] as const).map(
    (name) => SM4_OPERAND_TYPES[name].code,
  ),
);

/** Checks the indices of operand number `operand`, whose type is allowed. */
export function checkIndices(
  ctx: Sm4ValidationContext,
  table: TypeTable,
  slot: Sm4OperandSlot,
  constraint: number,
  operand: number,
): void {
  const { type, indexCount } = slot;
  const numbersOnly = slot.isRegular || indexCount === 0 || allNumbers(slot);
  if (!numbersOnly && !mayBeIndexed(ctx, type, constraint)) {
    ctx.report(NUMBERS_ONLY_RULE, operand, { operand, opcode: ctx.cursor.row!.mnemonic });
    return;
  }
  const declares = Constraint.declares.get(constraint);
  const wanted = table.count(type, declares);
  if (ctx.rangeIds && declares === 1 && isConstantBuffer(type)) {
    checkedRows(ctx);
    if (ctx.aborted) return;
  }
  if (!numbersOnly && type === RESOURCE && isOfUnknownDimension(ctx, constraint)) {
    ctx.report(VIEW_KIND_RULE, operand, { operand, opcode: ctx.cursor.row!.mnemonic });
    return;
  }
  if (indexCount !== wanted) {
    ctx.report(COUNT_RULE, operand, { operand, opcode: ctx.cursor.row!.mnemonic, count: indexCount, wanted });
    return;
  }
  if (indexCount > 0 && !numbersOnly && ctx.version < 50 && slot.representation(0) !== 0 && FIRST_IS_NUMBER.has(type)) {
    ctx.report(FIRST_INDEX_RULE, operand, { operand, opcode: ctx.cursor.row!.mnemonic });
    return;
  }
  for (let i = 0; i < indexCount && !ctx.aborted; i++) {
    const representation = numbersOnly ? 0 : slot.representation(i);
    if (representation === Sm4IndexRepresentation.immediate32) {
      const limit = limitOf(ctx, table, type, i, declares);
      if (limit !== UNLIMITED && slot.index(i) >>> 0 > limit)
        ctx.report(RANGE_RULE, operand, {
          operand,
          opcode: ctx.cursor.row!.mnemonic,
          index: i + 1,
          number: slot.index(i) >>> 0,
          limit,
        });
    } else if (representation === Sm4IndexRepresentation.immediate64) {
      ctx.report(REPRESENTATION_RULE, operand, { operand, opcode: ctx.cursor.row!.mnemonic, index: i + 1 });
    } else checkRegister(ctx, slot.relative[i]!, i + 1, operand);
  }
}

function limitOf(ctx: Sm4ValidationContext, table: TypeTable, type: number, i: number, declares: number): number {
  if (type === UAV && ctx.version === 50 && ctx.stage !== 'lib' && ctx.containerInfo.features?.has('uavSlots64'))
    return HIGHEST_OF_64;
  return table.limit(type, i, declares);
}

/** Whether all indices are 32-bit numbers. */
export function allNumbers(slot: Sm4OperandSlot): boolean {
  for (let i = 0; i < slot.indexCount; i++) {
    if (slot.representation(i) !== Sm4IndexRepresentation.immediate32) return false;
  }
  return true;
}

/** Whether the indices of this operand may be relative to registers. */
function mayBeIndexed(ctx: Sm4ValidationContext, type: number, constraint: number): boolean {
  const { version, cursor } = ctx;
  switch (Constraint.indexing.get(constraint)) {
    case INDEXING.never:
      return type !== LABEL && version >= 51 && Constraint.declares.test(constraint) && isConstantBuffer(type);
    case INDEXING.since5_0:
      return version >= 50;
    case INDEXING.since5_1:
      return version >= 51;
    case INDEXING.viewOfKnownKind:
      if (version !== 50 || type === RASTERIZER) return version > 50;
      return cursor.resourceDimension !== 0 && cursor.resourceReturnType !== 0;
    default:
      return true;
  }
}

function isConstantBuffer(type: number): boolean {
  return type === SM4_OPERAND_TYPES.constantBuffer.code;
}

function isOfUnknownDimension({ version, cursor }: Sm4ValidationContext, constraint: number): boolean {
  return (
    version === 50 &&
    Constraint.indexing.get(constraint) === INDEXING.viewOfKnownDimension &&
    cursor.resourceDimension === 0
  );
}

/** Checks the register that index number `index` is relative to. */
function checkRegister(ctx: Sm4ValidationContext, register: Sm4OperandSlot, index: number, operand: number): void {
  const { type } = register;
  if (type !== TEMP && type !== INDEXABLE_TEMP) {
    ctx.report(REGISTER_TYPE_RULE, operand, { operand, opcode: ctx.cursor.row!.mnemonic, index }, register.at);
    return;
  }
  if (register.indexCount !== (type === TEMP ? 1 : 2)) {
    ctx.report(REGISTER_INDICES_RULE, operand, { operand, opcode: ctx.cursor.row!.mnemonic, index }, register.at);
    return;
  }
  for (let i = 0; i < register.indexCount; i++) {
    const number = register.index(i) >>> 0;
    if (number > HIGHEST_TEMP) {
      ctx.report(
        REGISTER_RANGE_RULE,
        operand,
        { operand, opcode: ctx.cursor.row!.mnemonic, index, number, limit: HIGHEST_TEMP },
        register.at,
      );
      return;
    }
  }
}
