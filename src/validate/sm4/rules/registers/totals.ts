/**
 * The declarations of inputs and outputs together, after the last instruction: vertices against the primitive or patch,
 * system values next to other components, the position against the depth output.
 *
 * Not for: single declarations (declarations.ts), tessellation factors as a set (tessellation.ts).
 */
import { SM4_INTERPOLATION_MODES, SM4_TESSELLATOR_DOMAINS } from '../../../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { COMPONENTS, MAX_CONTROL_POINT_SCALARS } from '../../limits.ts';
import type { Sm4RuleRow } from '../../rule.ts';
import { HULL_PHASES } from '../stages/tessellation-state.ts';
import { isPosition, isSampleIndex, isTessFactor } from './declarations.ts';
import { checkRangeOf } from './index-ranges.ts';
import { prefixOf } from './operands.ts';
import { isBoundedDepth } from './special-registers.ts';
import { REGISTER_FILES, type RegisterFile } from './state.ts';

export const VERTICES_RULE: Sm4RuleRow = {
  code: 'DX3615',
  text: '{register} is declared with {vertices} vertices or control points; expected {count}.',
  hint: 'Declare inputs with the vertices of the input primitive, or the control points of the patch.',
};
export const NO_PRIMITIVE_RULE: Sm4RuleRow = {
  code: 'DX3616',
  text: '{register} is declared, but the input primitive has no vertices.',
  hint: 'Declare an input primitive.',
  aborts: true,
};
export const CONTROL_POINT_SCALARS_RULE: Sm4RuleRow = {
  code: 'DX3617',
  text: 'The input control points have {scalars} scalars in total; at limit {limit} are allowed.',
  hint: 'Declare fewer components or control points.',
};
export const DOMAIN_POINT_RULE: Sm4RuleRow = {
  code: 'DX3618',
  text: 'vDomain is declared with components that the domain {domain} does not have.',
  hint: 'Declare x and y, and z only for triangles.',
};
export const DEPTH_POSITION_RULE: Sm4RuleRow = {
  code: 'DX3619',
  text: 'The shader writes a bounded depth and does not run per sample, but interpolates the position to pixel centers.',
  hint: 'Declare the position as linear noperspective centroid or linear noperspective sample.',
};
export const SYSTEM_VALUE_FIRST_RULE: Sm4RuleRow = {
  code: 'DX3620',
  text: 'A component of {register} is a system value and comes before one that is not.',
  hint: 'Put system values after other components, or into separate registers.',
};

const DOMAIN_POINT = SM4_OPERAND_TYPES.inputDomainPoint.code;
const TRI = SM4_TESSELLATOR_DOMAINS.indexOf('domain_tri');
/**
 * Interpolation modes of the position that a bounded depth allows, and the first one that makes a shader run per
 * sample.
 */
const CENTROID_POSITION = SM4_INTERPOLATION_MODES.indexOf('linear noperspective centroid');
const SAMPLE_POSITION = SM4_INTERPOLATION_MODES.indexOf('linear noperspective sample');
const FIRST_SAMPLE_MODE = SM4_INTERPOLATION_MODES.indexOf('linear sample');
/** Registers of a geometry shader whose vertices are checked, in all versions (source: oracle). */
const GEOMETRY_REGISTERS = 16;
/** The order in which files of inputs are checked. */
const INPUT_FILES = [
  REGISTER_FILES.input,
  REGISTER_FILES.inputControlPoint,
  REGISTER_FILES.inputPatchConstant,
  REGISTER_FILES.outputControlPoint,
] as const;

/** Checks vertices and control points of inputs: at the end of a hull shader's phase, or of another program. */
export function checkVertices(ctx: Sm4ValidationContext): void {
  const { inputControlPoints, outputControlPoints, phase } = ctx.tessellation;
  const registers = ctx.registers.current;
  if (ctx.stage === 'gs') checkPrimitive(ctx);
  else if (ctx.stage === 'ds') {
    checkDomainPoint(ctx);
    checkCount(ctx, REGISTER_FILES.inputControlPoint, inputControlPoints, true);
    const scalars = registers.inputControlPoint.scalars * inputControlPoints;
    if (scalars > MAX_CONTROL_POINT_SCALARS)
      ctx.reportProgram(CONTROL_POINT_SCALARS_RULE, { scalars, limit: MAX_CONTROL_POINT_SCALARS });
  } else if (ctx.stage === 'hs') {
    const exact = phase === HULL_PHASES.join;
    checkCount(ctx, REGISTER_FILES.input, inputControlPoints, exact);
    checkCount(ctx, REGISTER_FILES.inputControlPoint, inputControlPoints, exact);
    checkCount(ctx, REGISTER_FILES.outputControlPoint, outputControlPoints, exact);
  }
}

function checkPrimitive(ctx: Sm4ValidationContext): void {
  const { inputVertices } = ctx.tessellation;
  const { input } = ctx.registers.current;
  if (inputVertices > 0) checkCount(ctx, REGISTER_FILES.input, inputVertices, true, GEOMETRY_REGISTERS);
  else if (inputVertices === 0) {
    const end = Math.min(input.count, GEOMETRY_REGISTERS);
    for (let register = 0; register < end && !ctx.aborted; register++) {
      if (input.rawMask(register) !== 0) ctx.reportProgram(NO_PRIMITIVE_RULE, { register: `v${register}` });
    }
  }
}

/** `exact`: all registers have `count` vertices, and not fewer; `limit`: how many registers are checked. */
function checkCount(
  ctx: Sm4ValidationContext,
  kind: number,
  count: number,
  exact: boolean,
  limit = Number.MAX_VALUE,
): void {
  const file = ctx.registers.current.file(kind);
  const end = Math.min(file.count, limit);
  for (let register = 0; register < end; register++) {
    if (file.rawMask(register) === 0) continue;
    const vertices = file.vertices(register);
    if (vertices === count || (!exact && vertices < count)) continue;
    ctx.reportProgram(VERTICES_RULE, { register: `${prefixOf(kind)}${register}`, vertices, count });
  }
}

function checkDomainPoint(ctx: Sm4ValidationContext): void {
  const { domain } = ctx.tessellation;
  const allowed = domain === TRI ? 7 : 3;
  if ((ctx.registers.current.specialMask(DOMAIN_POINT) & ~allowed) !== 0)
    ctx.reportProgram(DOMAIN_POINT_RULE, { domain: SM4_TESSELLATOR_DOMAINS[domain] ?? domain });
}

/**
 * Checks the registers of all inputs, then those of outputs; of a hull shader those of its last phase (source: oracle).
 */
export function checkTotals(ctx: Sm4ValidationContext): void {
  const { current: registers, streams } = ctx.registers;
  if (ctx.stage === 'ps') checkDepthPosition(ctx);
  for (const kind of INPUT_FILES) {
    const file = registers.file(kind);
    const last = lastRegister(file);
    for (let register = 0; register <= last; register++) {
      checkRangeOf(ctx, kind, file, register);
      checkComponentOrder(ctx, kind, file, register);
    }
  }
  // Outputs of a geometry shader are only checked where streams are declared.
  if (ctx.stage === 'gs' && streams === 0) return;
  for (let kind = REGISTER_FILES.output; kind < registers.fileCount; kind++) {
    const file = registers.file(kind);
    for (let register = 0; register < file.count; register++) checkComponentOrder(ctx, kind, file, register);
  }
}

function lastRegister(file: RegisterFile): number {
  let last = file.count - 1;
  for (const range of file.ranges) last = Math.max(last, range.last);
  return last;
}

/** Reports each component that is not a system value and comes after one. */
function checkComponentOrder(ctx: Sm4ValidationContext, kind: number, file: RegisterFile, register: number): void {
  const mask = file.mask(register);
  if (mask === 0 || file.named(register) === 0) return;
  let named = false;
  for (let i = 0; i < COMPONENTS; i++) {
    const name = file.name(register, i);
    if (name !== 0) named ||= !isTessFactor(name);
    else if (named && (mask & (1 << i)) !== 0)
      ctx.reportProgram(SYSTEM_VALUE_FIRST_RULE, { register: `${prefixOf(kind)}${register}` });
  }
}

function checkDepthPosition(ctx: Sm4ValidationContext): void {
  const { input, depth } = ctx.registers.current;
  if (!isBoundedDepth(depth)) return;
  let position = 0;
  for (let register = 0; register < input.count; register++) {
    const mode = input.interpolation(register);
    if (mode >= FIRST_SAMPLE_MODE) return;
    for (let i = 0; i < COMPONENTS; i++) {
      const name = input.name(register, i);
      if (isSampleIndex(name)) return;
      if (isPosition(name)) position = mode;
    }
  }
  if (position !== 0 && position !== CENTROID_POSITION && position !== SAMPLE_POSITION)
    ctx.reportProgram(DEPTH_POSITION_RULE);
}
