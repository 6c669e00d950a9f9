/**
 * That declarations stand in front of all other instructions.
 *
 * Not for: what is judged between the two (the functions "AtBody" of the topics), or hull shaders, whose phases mix them.
 */
import type { Field } from '../../../../base/field.ts';
import { CustomDataClass } from '../../../../isa/sm4/names.ts';
import { byOpcode, codesOf, OPCODES } from '../../../../isa/sm4/opcodes.ts';
import { customDataClass } from '../../../../isa/sm4/scan.ts';
import { DeclarationControls } from '../../../../isa/sm4/tokens.ts';
import type { Sm4Judgement } from '../../context.ts';
import { rules } from '../../rule.ts';

export const ORDER_RULES = rules({
  lateDeclaration: {
    code: 3300,
    text: 'A declaration stands behind an instruction.',
    mend: 'Move all declarations to the front.',
  },
});

/**
 * Microsoft's asks a late declaration for the class of an immediate constant buffer, too, where others have their number, size,
 * name or mode: those that have that of the class there are reported once more (source: oracle).
 */
const CLASS_IN_CONTROLS: readonly (Field | undefined)[] = byOpcode<Field>({
  dcl_resource: DeclarationControls.resourceDimension,
  dcl_uav_typed: DeclarationControls.resourceDimension,
  dcl_sampler: DeclarationControls.samplerMode,
  dcl_input_ps: DeclarationControls.interpolation,
  dcl_outputtopology: DeclarationControls.outputTopology,
  dcl_inputprimitive: DeclarationControls.inputPrimitive,
  dcl_input_control_point_count: DeclarationControls.controlPointCount,
  dcl_tessellator_domain: DeclarationControls.tessellatorDomain,
});

/** Of these nothing stands in that place. */
const WITHOUT_CLASS = codesOf('dcl_interface', 'dcl_constantbuffer', 'dcl_resource_raw', 'dcl_uav_raw');

/** Judges a declaration or data block behind an instruction. */
export function judgeLateDeclaration(j: Sm4Judgement): void {
  const { code, token, start } = j.cursor;
  if (code === OPCODES.customdata.code) {
    // All other data blocks may stand anywhere (source: oracle).
    if (customDataClass(token) === CustomDataClass.immediateConstantBuffer)
      j.reportProgram(ORDER_RULES.lateDeclaration, {}, start);
    return;
  }
  j.reportProgram(ORDER_RULES.lateDeclaration, {}, start);
  if (hasClass(j)) j.reportProgram(ORDER_RULES.lateDeclaration, {}, start);
}

function hasClass({ cursor }: Sm4Judgement): boolean {
  const { code, token, payload, row } = cursor;
  const field = CLASS_IN_CONTROLS[code];
  if (field !== undefined) return field.get(token) === CustomDataClass.immediateConstantBuffer;
  if (row?.payload === undefined || WITHOUT_CLASS.has(code)) return false;
  return cursor.word(payload) === CustomDataClass.immediateConstantBuffer;
}
