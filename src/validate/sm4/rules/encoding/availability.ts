/**
 * Checks that the stage and shader model have each opcode, that global flags and features which an opcode needs are
 * set, and that Microsoft's reader can read the instruction.
 *
 * Not for: the operands (operands.ts).
 */
import type { Feature } from '../../../../chunks/sfi0.ts';
import { type Sm4Cursor, Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { Sm4CustomDataClass } from '../../../../isa/sm4/names.ts';
import { SM4_OPCODES } from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import { sm4CustomDataClass } from '../../../../isa/sm4/program.ts';
import { readSm4Message } from '../../../../isa/sm4/shader-message.ts';
import { Sm4ComponentCount, Sm4GlobalFlags, Sm4OperandToken, Sm4SelectionMode } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import { NEEDS, NEEDS_BY_CODE } from '../../availability.ts';
import type { Sm4ValidationContext } from '../../context.ts';

export const UNREADABLE_RULE: Sm4RuleRow = {
  code: 'DX3400',
  text: 'The instruction cannot be read: its opcode is unknown, an operand has an unknown component selection, or its operands extend past the end of the program.',
  hint: 'Encode the instruction as the format requires.',
  aborts: true,
};
export const OPCODE_RULE: Sm4RuleRow = {
  code: 'DX3401',
  text: 'This stage and shader model do not have {opcode}.',
  hint: 'Use a shader model that has the instruction, or another instruction.',
  aborts: true,
};
export const DOUBLES_RULE: Sm4RuleRow = {
  code: 'DX3402',
  text: '{opcode} needs the global flag enableDoublePrecisionFloatOps.',
  hint: 'Set the flag in dcl_globalFlags.',
  aborts: true,
};
export const DOUBLE_EXTENSIONS_RULE: Sm4RuleRow = {
  code: 'DX3403',
  text: '{opcode} needs the global flag enable11_1DoubleExtensions.',
  hint: 'Set the flag in dcl_globalFlags.',
  aborts: true,
};
export const SHADER_EXTENSIONS_RULE: Sm4RuleRow = {
  code: 'DX3404',
  text: '{opcode} needs the global flag enable11_1ShaderExtensions.',
  hint: 'Set the flag in dcl_globalFlags.',
  aborts: true,
};
export const TILED_RESOURCES_RULE: Sm4RuleRow = {
  code: 'DX3405',
  text: '{opcode} needs shader model 5.0 and the tiled resources feature.',
  hint: 'Set the feature in the container, or use the instruction without an access status.',
  aborts: true,
};

const TILED_RESOURCES: Feature = 'tiledResources';

/** Checks whether the program may have the instruction at the cursor. */
export function checkAvailability(ctx: Sm4ValidationContext): void {
  const { cursor } = ctx;
  const { row, code } = cursor;
  if (row === undefined || !isReadable(ctx)) {
    ctx.reportProgram(UNREADABLE_RULE, {}, cursor.start);
    return;
  }
  const opcode = row.mnemonic;
  if (ctx.available[code] !== 1) {
    ctx.reportProgram(OPCODE_RULE, { opcode }, cursor.start);
    return;
  }
  switch (NEEDS_BY_CODE[code]) {
    case NEEDS.doubles:
      if (!Sm4GlobalFlags.enableDoublePrecisionFloatOps.test(ctx.globalFlags))
        ctx.reportProgram(DOUBLES_RULE, { opcode }, cursor.start);
      break;
    case NEEDS.doubleExtensions:
      if (!Sm4GlobalFlags.enable11_1DoubleExtensions.test(ctx.globalFlags))
        ctx.reportProgram(DOUBLE_EXTENSIONS_RULE, { opcode }, cursor.start);
      break;
    case NEEDS.shaderExtensions:
      if (!Sm4GlobalFlags.enable11_1ShaderExtensions.test(ctx.globalFlags))
        ctx.reportProgram(SHADER_EXTENSIONS_RULE, { opcode }, cursor.start);
      break;
    case NEEDS.tiledResources:
      if (ctx.version < 50 || !ctx.containerInfo.features?.has(TILED_RESOURCES))
        ctx.reportProgram(TILED_RESOURCES_RULE, { opcode }, cursor.start);
      break;
  }
}

const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;
/** The selection mode that does not exist. */
const NO_MODE = Sm4SelectionMode.selectOne + 1;

/**
 * Whether the operands of the instruction can be read; Microsoft's reader reads past its length (source: oracle).
 */
function isReadable({ cursor }: Sm4ValidationContext): boolean {
  const { operands, operandCount } = cursor;
  for (let i = 0; i < operandCount; i++) if (!isReadableOperand(operands[i]!)) return false;
  return cursor.code !== SM4_OPCODES.customdata.code || isReadableData(cursor);
}

/** Whether the operands of a debug message can be read; other data blocks can hold anything. */
function isReadableData(cursor: Sm4Cursor): boolean {
  if (sm4CustomDataClass(cursor.token) !== Sm4CustomDataClass.shaderMessage) return true;
  const message = readSm4Message(cursor);
  if (message === undefined) return true;
  const slot = new Sm4OperandSlot();
  let at = message.operands;
  for (let i = 0; i < message.operandCount && at < message.operandsEnd; i++) {
    at = cursor.readOperand(slot, at);
    if (!isReadableOperand(slot)) return false;
  }
  return true;
}

function isReadableOperand(slot: Sm4OperandSlot): boolean {
  const { token, type } = slot;
  if (
    Sm4OperandToken.selection.get(token) === NO_MODE &&
    Sm4OperandToken.componentCount.get(token) === Sm4ComponentCount.four &&
    type !== IMMEDIATE32 &&
    type !== IMMEDIATE64
  )
    return false;
  if (slot.isRegular) return true;
  for (let i = 0; i < slot.indexCount; i++) {
    if (slot.isRelative(i) && !isReadableOperand(slot.relative[i]!)) return false;
  }
  return true;
}
