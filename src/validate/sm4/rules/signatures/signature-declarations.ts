/**
 * The declarations of a program against its signatures: each component must be in the signature, with the same system
 * value. The signature may have more (source: oracle).
 *
 * Not for: signatures on their own (signatures.ts).
 */
import { SM4_SYSTEM_NAMES } from '../../../../isa/sm4/names.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { INTERFACE_REGISTERS, STREAMS } from '../../limits.ts';
import type { Sm4RuleRow } from '../../rule.ts';
import type { RegisterFile } from '../registers/state.ts';
import { ABSENT, type SignatureMap } from './signature-map.ts';

export const NAME_RULE: Sm4RuleRow = {
  code: 'DX3329',
  text: 'Component {component} of {which} register {register} has another system value in the declaration than in the signature.',
  hint: 'Use the same system value in both.',
};
export const MISSING_RULE: Sm4RuleRow = {
  code: 'DX3330',
  text: 'Component {component} of {which} register {register} is declared but not in the signature.',
  hint: 'Add it to the signature, or remove its declaration.',
};

const COMPONENTS = 'xyzw';

const POSITION = SM4_SYSTEM_NAMES.indexOf('position');
const CLIP_DISTANCE = SM4_SYSTEM_NAMES.indexOf('clip_distance');
const VIEWPORT = SM4_SYSTEM_NAMES.indexOf('viewport_array_index');

/** A range of system values in a signature that match any declaration; `to` below `from`: none. */
interface Free {
  readonly from: number;
  readonly to: number;
}

const NONE_FREE: Free = { from: 0, to: -1 };
/** Inputs that are passed on per vertex: their system value in the earlier stage does not matter (source: oracle). */
const GEOMETRY_FREE: Free = { from: CLIP_DISTANCE, to: VIEWPORT };
const DOMAIN_FREE: Free = { from: POSITION, to: VIEWPORT };
const HULL_OUTPUT_FREE: Free = { from: 0, to: VIEWPORT };
const ALL_FREE: Free = { from: 0, to: ABSENT - 1 };

/** Checks declared patch constants; of hull shaders only those that join phases read are compared (source: oracle). */
export function checkDeclaredPatchConstants(ctx: Sm4ValidationContext, map: SignatureMap): void {
  if (ctx.stage === 'ds') validateFile(ctx, ctx.registers.current.patchConstant, map, 0, 'patch constant', NONE_FREE);
  else if (ctx.stage === 'hs') validateFile(ctx, ctx.tessellation.hull.joined, map, 0, 'patch constant', ALL_FREE);
}

export function checkDeclaredInputs(ctx: Sm4ValidationContext, map: SignatureMap): void {
  const { current } = ctx.registers;
  if (ctx.stage === 'ds') validateFile(ctx, current.inputControlPoint, map, 0, 'input', DOMAIN_FREE);
  else if (ctx.stage === 'hs') validateFile(ctx, ctx.tessellation.hull.controlPoints?.input, map, 0, 'input', ALL_FREE);
  else validateFile(ctx, current.input, map, 0, 'input', ctx.stage === 'gs' ? GEOMETRY_FREE : NONE_FREE);
}

export function checkDeclaredOutputs(ctx: Sm4ValidationContext, map: SignatureMap): void {
  if (ctx.stage === 'hs') {
    validateFile(ctx, ctx.tessellation.hull.controlPoints?.output(), map, 0, 'output', HULL_OUTPUT_FREE);
    return;
  }
  for (let stream = 0; stream < STREAMS; stream++)
    validateFile(ctx, ctx.registers.current.output(stream), map, stream, 'output', NONE_FREE);
}

function validateFile(
  ctx: Sm4ValidationContext,
  file: RegisterFile | undefined,
  map: SignatureMap,
  stream: number,
  which: string,
  free: Free,
): void {
  if (file === undefined) return;
  for (let register = 0; register < INTERFACE_REGISTERS; register++) {
    const mask = file.mask(register);
    if (mask === 0) continue;
    for (let component = 0; component < COMPONENTS.length; component++) {
      if ((mask & (1 << component)) === 0) continue;
      const name = map.name(stream, register, component);

      const isFree = name >= free.from && name <= free.to;
      if (isFree || name === file.name(register, component)) continue;
      const values = { which, register, component: COMPONENTS[component]! };
      ctx.reportProgram(name === ABSENT ? MISSING_RULE : NAME_RULE, values);
    }
  }
}
