/**
 * Which opcodes a stage and version has at all, which need a global flag or a feature of the container, and what Microsoft's reader
 * of instructions gives up at.
 *
 * Not for: their operands (operand-forms.ts).
 */
import type { Feature } from '../../../../container/sfi0.ts';
import { type Sm4Cursor, Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { Sm4CustomDataClass } from '../../../../isa/sm4/names.ts';
import { SM4_OPCODES } from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import { sm4CustomDataClass } from '../../../../isa/sm4/scan.ts';
import { readSm4Message } from '../../../../isa/sm4/shader-message.ts';
import { Sm4ComponentCount, Sm4GlobalFlags, Sm4OperandToken, Sm4SelectionMode } from '../../../../isa/sm4/tokens.ts';
import { NEEDS, NEEDS_BY_CODE } from '../../availability.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { rules } from '../../rule.ts';

export const AVAILABILITY_RULES = rules({
  unreadable: {
    code: 'DX3400',
    text: 'The instruction cannot be read: its opcode is unknown, an operand selects components in no known way, or its operands run past the end of the program.',
    hint: 'Encode the instruction as the format says.',
    aborts: true,
  },
  opcode: {
    code: 'DX3401',
    text: '{opcode} is no instruction of this stage and shader model.',
    hint: 'Use a shader model that has the instruction, or another one.',
    aborts: true,
  },
  doubles: {
    code: 'DX3402',
    text: '{opcode} needs the global flag enableDoublePrecisionFloatOps.',
    hint: 'Set the flag in dcl_globalFlags.',
    aborts: true,
  },
  doubleExtensions: {
    code: 'DX3403',
    text: '{opcode} needs the global flag enable11_1DoubleExtensions.',
    hint: 'Set the flag in dcl_globalFlags.',
    aborts: true,
  },
  shaderExtensions: {
    code: 'DX3404',
    text: '{opcode} needs the global flag enable11_1ShaderExtensions.',
    hint: 'Set the flag in dcl_globalFlags.',
    aborts: true,
  },
  tiledResources: {
    code: 'DX3405',
    text: '{opcode} needs shader model 5.0 and the feature of tiled resources.',
    hint: 'Set the feature in the container, or use the instruction without access status.',
    aborts: true,
  },
});

const TILED_RESOURCES: Feature = 'tiledResources';

/** Judges whether the instruction at hand may stand in this program. */
export function checkAvailability(j: Sm4ValidationContext): void {
  const { cursor } = j;
  const { row, code } = cursor;
  if (row === undefined || !isReadable(j)) {
    j.reportProgram(AVAILABILITY_RULES.unreadable, {}, cursor.start);
    return;
  }
  const opcode = row.mnemonic;
  if (j.available[code] !== 1) {
    j.reportProgram(AVAILABILITY_RULES.opcode, { opcode }, cursor.start);
    return;
  }
  switch (NEEDS_BY_CODE[code]) {
    case NEEDS.doubles:
      if (!Sm4GlobalFlags.enableDoublePrecisionFloatOps.test(j.globalFlags))
        j.reportProgram(AVAILABILITY_RULES.doubles, { opcode }, cursor.start);
      break;
    case NEEDS.doubleExtensions:
      if (!Sm4GlobalFlags.enable11_1DoubleExtensions.test(j.globalFlags))
        j.reportProgram(AVAILABILITY_RULES.doubleExtensions, { opcode }, cursor.start);
      break;
    case NEEDS.shaderExtensions:
      if (!Sm4GlobalFlags.enable11_1ShaderExtensions.test(j.globalFlags))
        j.reportProgram(AVAILABILITY_RULES.shaderExtensions, { opcode }, cursor.start);
      break;
    case NEEDS.tiledResources:
      if (j.version < 50 || !j.containerInfo.features?.has(TILED_RESOURCES))
        j.reportProgram(AVAILABILITY_RULES.tiledResources, { opcode }, cursor.start);
      break;
  }
}

const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;
/** The mode that no operand has. */
const NO_MODE = Sm4SelectionMode.selectOne + 1;

/**
 * Whether the words of the instruction are operands; Microsoft's reader reads on behind its length (source: oracle).
 */
function isReadable({ cursor }: Sm4ValidationContext): boolean {
  const { operands, operandCount } = cursor;
  for (let i = 0; i < operandCount; i++) if (!isReadableOperand(operands[i]!)) return false;
  return cursor.code !== SM4_OPCODES.customdata.code || isReadableData(cursor);
}

/** Whether the operands of a debug message are some; what else blocks of data hold does not matter. */
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
