/**
 * Checks that declarations come before all other instructions.
 *
 * Not for: checks between declarations and instructions (the functions `...AtBody` of the topics), or hull shaders,
 * whose phases mix them.
 */
import type { Field } from '../../../../base/field.ts';
import { Sm4CustomDataClass } from '../../../../isa/sm4/names.ts';
import { SM4_OPCODES, sm4ByOpcode, sm4CodesOf } from '../../../../isa/sm4/opcodes.ts';
import { sm4CustomDataClass } from '../../../../isa/sm4/program.ts';
import { Sm4DeclarationControls } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Sm4ValidationContext } from '../../context.ts';

export const LATE_DECLARATION_RULE: Sm4RuleRow = {
  code: 'DX3300',
  text: 'The declaration comes after an instruction.',
  hint: 'Move all declarations before the first instruction.',
};

/**
 * Where the number, size, name or mode of a late declaration is, Microsoft's validator also looks for the class of an
 * immediate constant buffer. Declarations with the same value there are reported a second time (source: oracle).
 */
const CLASS_IN_CONTROLS: readonly (Field | undefined)[] = sm4ByOpcode<Field>({
  dcl_resource: Sm4DeclarationControls.resourceDimension,
  dcl_uav_typed: Sm4DeclarationControls.resourceDimension,
  dcl_sampler: Sm4DeclarationControls.samplerMode,
  dcl_input_ps: Sm4DeclarationControls.interpolation,
  dcl_outputtopology: Sm4DeclarationControls.outputTopology,
  dcl_inputprimitive: Sm4DeclarationControls.inputPrimitive,
  dcl_input_control_point_count: Sm4DeclarationControls.controlPointCount,
  dcl_tessellator_domain: Sm4DeclarationControls.tessellatorDomain,
});

/** Declarations without a value there. */
const WITHOUT_CLASS = sm4CodesOf('dcl_interface', 'dcl_constantbuffer', 'dcl_resource_raw', 'dcl_uav_raw');

/** Checks a declaration or data block after an instruction. */
export function checkLateDeclaration(ctx: Sm4ValidationContext): void {
  const { code, token, start } = ctx.cursor;
  if (code === SM4_OPCODES.customdata.code) {
    // All other data blocks may be anywhere (source: oracle).
    if (sm4CustomDataClass(token) === Sm4CustomDataClass.immediateConstantBuffer)
      ctx.reportProgram(LATE_DECLARATION_RULE, {}, start);
    return;
  }
  ctx.reportProgram(LATE_DECLARATION_RULE, {}, start);
  if (hasClass(ctx)) ctx.reportProgram(LATE_DECLARATION_RULE, {}, start);
}

function hasClass({ cursor }: Sm4ValidationContext): boolean {
  const { code, token, payload, row } = cursor;
  const field = CLASS_IN_CONTROLS[code];
  if (field !== undefined) return field.get(token) === Sm4CustomDataClass.immediateConstantBuffer;
  if (row?.payload === undefined || WITHOUT_CLASS.has(code)) return false;
  return cursor.word(payload) === Sm4CustomDataClass.immediateConstantBuffer;
}
