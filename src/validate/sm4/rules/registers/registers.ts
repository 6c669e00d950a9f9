/**
 * Rules of inputs, outputs and special registers, collected for the driver (../../validate-container.ts): operands that
 * use v#, vcp#, vocp#, vpc# and o# (they are declared, vertices exist, and only registers of an index range are
 * indexed; also the inputs of eval_*), and after the last instruction the declarations together: vertices against the
 * primitive or patch, system values next to other components, the position against the depth output.
 *
 * Not for: single declarations (declarations.ts, special-registers.ts), tessellation factors as a set
 * (../stages/tess-factors.ts).
 */
import { maskText } from '../../../../isa/components.ts';
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_INTERPOLATION_MODES, SM4_TESSELLATOR_DOMAINS } from '../../../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { COMPONENTS, MAX_CONTROL_POINT_SCALARS } from '../../limits.ts';
import { HULL_PHASES } from '../stages/tessellation-state.ts';
import { isPosition, isSampleIndex, isTessFactor, REGISTER_DECLARATIONS } from './declarations.ts';
import { checkOutputRanges, checkRangeOf, DECLARED_RANGES, outputMask } from './index-ranges.ts';
import { isBoundedDepth, SPECIAL_REGISTER_REFERENCES } from './special-registers.ts';
import { FILE_OF_TYPE, prefixOf, REGISTER_FILES, type RegisterFile, readComponents, registerIndex } from './state.ts';

export const UNDECLARED_RULE: Sm4RuleRow = {
  code: 'DX3600',
  text: '{register} is used but not declared.',
  hint: 'Declare it with all the components that are used.',
  aborts: true,
};
export const UNDECLARED_IN_RANGE_RULE: Sm4RuleRow = {
  code: 'DX3601',
  text: 'Registers of the index range from {register} are not declared with all the components that are used.',
  hint: 'Declare these components in all registers of the range.',
  aborts: true,
};
export const NO_RANGE_RULE: Sm4RuleRow = {
  code: 'DX3602',
  text: '{register} is indexed but not in an index range.',
  hint: 'Declare an index range for it with `dcl_indexrange`.',
  aborts: true,
};
export const VERTEX_RULE: Sm4RuleRow = {
  code: 'DX3603',
  text: 'Vertex {vertex} is read, but the input has {count}.',
  hint: 'Read a vertex of the input primitive, or a control point of the patch.',
  aborts: true,
};
export const EVAL_MODE_RULE: Sm4RuleRow = {
  code: 'DX3604',
  text: '{register} is not interpolated, so it cannot be evaluated at another location.',
  hint: 'Declare it with an interpolation mode other than constant.',
};
export const EVAL_POSITION_RULE: Sm4RuleRow = {
  code: 'DX3605',
  text: 'The position cannot be evaluated at another location.',
  hint: 'Compute it from other inputs.',
};

const LINEAR = SM4_INTERPOLATION_MODES.indexOf('linear');
const INPUT = SM4_OPERAND_TYPES.input.code;

function checkInput(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  const kind = FILE_OF_TYPE[slot.type]!;
  const registers = ctx.registers.current;
  const file = registers.file(kind);
  const at = registerIndex(slot);
  if (at > 0 && !slot.isRelative(0)) {
    const count = verticesOf(ctx, kind);
    const vertex = slot.index(0);
    if (vertex >>> 0 >= count) {
      ctx.report(VERTEX_RULE, operand, { vertex, count });
      return;
    }
  }
  const register = slot.index(at);
  const components = readComponents(slot.token);
  if (!slot.isRelative(at)) {
    reportUndeclared(ctx, kind, register, components & ~file.rawMask(register), operand);
    return;
  }
  const range = file.rangeAt(register);
  if (range === undefined) {
    reportNoRange(ctx, kind, register, operand);
    return;
  }
  // Only the base counts, not the registers after it in the range (source: oracle).
  if ((components & ~file.rawMask(register)) !== 0)
    ctx.report(UNDECLARED_IN_RANGE_RULE, operand, { register: `${prefixOf(kind)}${range.first}` });
}

/** How many vertices or control points there are to read. */
function verticesOf({ stage, tessellation }: Sm4ValidationContext, kind: number): number {
  if (stage === 'gs') return Math.max(0, tessellation.inputVertices);
  return kind === REGISTER_FILES.outputControlPoint
    ? tessellation.outputControlPoints
    : tessellation.inputControlPoints;
}

/**
 * Outputs of all streams share registers. All registers of an index range must have the components that are written
 * (source: oracle).
 */
function checkOutput(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  const registers = ctx.registers.current;
  const register = slot.index(0);
  const components = readComponents(slot.token);
  if (!slot.isRelative(0)) {
    reportUndeclared(ctx, REGISTER_FILES.output, register, components & ~outputMask(registers, register), operand);
    return;
  }
  const range = registers.output().rangeAt(register);
  if (range === undefined) {
    reportNoRange(ctx, REGISTER_FILES.output, register, operand);
    return;
  }
  if ((components & ~range.common) !== 0)
    ctx.report(UNDECLARED_IN_RANGE_RULE, operand, { register: `o${range.first}` });
}

/** @param missing the components that are used and not declared */
function reportUndeclared(
  ctx: Sm4ValidationContext,
  kind: number,
  register: number,
  missing: number,
  operand: number,
): void {
  if (missing === 0) return;
  const name = `${prefixOf(kind)}${register}.${maskText(missing)}`;
  ctx.report(UNDECLARED_RULE, operand, { register: name });
}

function reportNoRange(ctx: Sm4ValidationContext, kind: number, register: number, operand: number): void {
  ctx.report(NO_RANGE_RULE, operand, { register: `${prefixOf(kind)}${register}` });
}

/** An indexed input has the mode of its base (source: oracle). */
function checkEval(ctx: Sm4ValidationContext): void {
  const slot = ctx.cursor.operands[1]!;
  if (slot.type !== INPUT) return;
  const { input } = ctx.registers.current;
  const register = slot.index(registerIndex(slot));
  if (input.interpolation(register) < LINEAR) ctx.report(EVAL_MODE_RULE, 0, { register: `v${register}` });
  const components = readComponents(slot.token);
  for (let i = 0; i < 4; i++) {
    if ((components & (1 << i)) === 0 || !isPosition(input.name(register, i))) continue;
    ctx.report(EVAL_POSITION_RULE);
    return;
  }
}

export const REGISTER_REFERENCES: ReferenceHandlers = {
  input: checkInput,
  inputControlPoint: checkInput,
  outputControlPoint: checkInput,
  inputPatchConstant: checkInput,
  output: checkOutput,
};

export const EVALUATIONS: Handlers = {
  eval_snapped: checkEval,
  eval_sample_index: checkEval,
  eval_centroid: checkEval,
};

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

/** Declarations, by opcode. */
export const INTERFACE_REGISTER_DECLARATIONS: Handlers = { ...REGISTER_DECLARATIONS, ...DECLARED_RANGES };
/** Operands of instructions that are no declarations, by their type. */
export const INTERFACE_REGISTER_REFERENCES: ReferenceHandlers = {
  ...REGISTER_REFERENCES,
  ...SPECIAL_REGISTER_REFERENCES,
};
/** Instructions, by opcode, after the references of their operands. */
export const INTERFACE_REGISTER_INSTRUCTIONS: Handlers = EVALUATIONS;

/** Checks the declarations together, before the first instruction of a program or of a hull shader's phase. */
export function checkRegistersAtBody(ctx: Sm4ValidationContext): void {
  checkOutputRanges(ctx);
}

/** Checks the entire program after its last instruction. */
export function checkRegistersAtEnd(ctx: Sm4ValidationContext): void {
  checkTotals(ctx);
}
