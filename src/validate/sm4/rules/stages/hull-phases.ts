/**
 * The phases of hull shaders: where each begins and ends, which instructions and declarations it allows, and what
 * phases pass to each other: control points that fork and join phases read, patch constants that they write and join
 * phases read, and the index ranges over these. The declarations of a phase are checked together where it ends: at the
 * next marker, at the first label, or at the end of the program (source: oracle).
 *
 * Not for: tessellation factors (tess-factors.ts), or what a single phase declares (../registers).
 */

import { bitCount } from '../../../../base/words.ts';
import { Sm4CustomDataClass } from '../../../../isa/sm4/names.ts';
import { SM4_OPCODES, type Sm4Mnemonic } from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import { sm4CustomDataClass } from '../../../../isa/sm4/program.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, Sm4ValidationContext } from '../../context.ts';
import { INTERFACE_REGISTERS, MAX_CONTROL_POINT_SCALARS } from '../../limits.ts';
import { checkPhaseStep } from '../flow/flow.ts';
import { checkVertices } from '../registers/registers.ts';
import type { IndexRange, RegisterFile } from '../registers/state.ts';
import { checkTessellator } from './domain.ts';
import { checkPatchFactors } from './tess-factors.ts';
import { HULL_PHASES, type HullState, ONCE } from './tessellation-state.ts';

export const CONSTANT_TWICE_RULE: Sm4RuleRow = {
  code: 'DX3760',
  text: 'Components of patch constant o{register} are also written by an earlier phase.',
  hint: 'Write each component in one phase only.',
};
export const UNWRITTEN_CONTROL_POINT_RULE: Sm4RuleRow = {
  code: 'DX3761',
  text: 'Components of vocp[][{register}] are read that the control point phase does not write.',
  hint: 'Write them in the control point phase, or remove their declaration.',
};
export const UNWRITTEN_CONSTANT_RULE: Sm4RuleRow = {
  code: 'DX3762',
  text: 'Components of vpc{register} are read that no earlier phase writes.',
  hint: 'Write them in a fork phase, or in an earlier join phase.',
};
export const OVERLAPPING_RANGES_RULE: Sm4RuleRow = {
  code: 'DX3763',
  text: 'The index range of patch constants {first} to {last} overlaps {otherFirst} to {otherLast} of an earlier phase.',
  hint: 'Give the phases the same index ranges, or ranges that do not overlap.',
};
export const CONTROL_POINT_SCALARS_RULE: Sm4RuleRow = {
  code: 'DX3764',
  text: '{points} output control points of {scalars} components are {total} scalars; at most {most} are allowed.',
  hint: 'Output fewer components or control points.',
};
export const PASS_THROUGH_RULE: Sm4RuleRow = {
  code: 'DX3765',
  text: 'There are more output control points ({output}) than input control points ({input}), but no control point phase.',
  hint: 'Declare at most as many output control points as input control points, or add a control point phase.',
  aborts: true,
};

/** Checks the fork or join phase that ends here, and records its outputs. */
export function checkPatchPhase(ctx: Sm4ValidationContext, kind: number): void {
  const { hull } = ctx.tessellation;
  const { current } = ctx.registers;
  checkControlPoints(ctx, hull, current.outputControlPoint);
  noteInputs(hull, current.inputControlPoint);
  const output = current.output();
  const joins = kind === HULL_PHASES.join;
  // The index ranges of fork phases with an instance count are not checked.
  const ranged = joins || (ctx.tessellation.declared & ONCE.instances) === 0;
  for (let register = 0; register < INTERFACE_REGISTERS; register++) {
    if (joins) {
      const input = current.patchConstant;
      const mask = input.mask(register);
      if ((input.rawMask(register) & ~hull.constants.mask(register)) !== 0)
        ctx.reportProgram(UNWRITTEN_CONSTANT_RULE, { register });
      hull.joined.declare(register, mask, 0, 0, 0);
      checkConstant(ctx, hull, output, register);
      checkRange(ctx, hull, input.rangeAt(register), register);
    } else checkConstant(ctx, hull, output, register);
    if (ranged) checkRange(ctx, hull, output.rangeAt(register), register);
  }
}

function checkControlPoints(ctx: Sm4ValidationContext, hull: HullState, file: RegisterFile): void {
  if (hull.controlPoints === undefined) return;
  const written = hull.controlPoints.output();
  for (let register = 0; register < file.count; register++) {
    if ((file.rawMask(register) & ~written.rawMask(register)) !== 0)
      ctx.reportProgram(UNWRITTEN_CONTROL_POINT_RULE, { register });
  }
}

function noteInputs({ inputMasks }: HullState, file: RegisterFile): void {
  for (let register = 0; register < file.count; register++) inputMasks[register]! |= file.mask(register);
}

function checkConstant(
  ctx: Sm4ValidationContext,
  { constants }: HullState,
  output: RegisterFile,
  register: number,
): void {
  if ((output.mask(register) & constants.mask(register)) !== 0) ctx.reportProgram(CONSTANT_TWICE_RULE, { register });
  constants.add(register, output);
}

/** Each register where two ranges overlap is reported. */
function checkRange(
  ctx: Sm4ValidationContext,
  { constants }: HullState,
  range: IndexRange | undefined,
  register: number,
): void {
  if (range === undefined) return;
  const other = constants.rangeAt(register);
  if (other !== undefined && (other.first !== range.first || other.last !== range.last)) {
    const { first, last } = range;
    const values = { first, last, otherFirst: other.first, otherLast: other.last };
    ctx.reportProgram(OVERLAPPING_RANGES_RULE, values);
  }
  constants.setRange(register, range);
}

/** Checks a hull shader without a control point phase, after its last phase. */
export function checkPassThrough(ctx: Sm4ValidationContext): void {
  const { hasControlPointPhase, inputControlPoints, outputControlPoints, hull } = ctx.tessellation;
  if (hasControlPointPhase) return;
  if (outputControlPoints > inputControlPoints) {
    ctx.reportProgram(PASS_THROUGH_RULE, { input: inputControlPoints, output: outputControlPoints });
    return;
  }
  checkScalars(
    ctx,
    hull.inputMasks.reduce((sum, mask) => sum + bitCount(mask), 0),
  );
}

/** Checks the control point phase that ends here. */
export function checkControlPointPhase(ctx: Sm4ValidationContext): void {
  checkScalars(ctx, ctx.registers.current.output().scalars);
}

function checkScalars(ctx: Sm4ValidationContext, scalars: number): void {
  const points = ctx.tessellation.outputControlPoints;
  const total = points * scalars;
  if (total > MAX_CONTROL_POINT_SCALARS)
    ctx.reportProgram(CONTROL_POINT_SCALARS_RULE, { points, scalars, total, most: MAX_CONTROL_POINT_SCALARS });
}

export const NO_DECLARATIONS_PHASE_RULE: Sm4RuleRow = {
  code: 'DX3750',
  text: 'The hull shader does not begin with `hs_decls`.',
  hint: 'Add `hs_decls` at the start.',
  aborts: true,
};
export const NOT_IN_PHASE_RULE: Sm4RuleRow = {
  code: 'DX3751',
  text: '{instruction} is not allowed {phase} of a hull shader.',
  hint: 'Move it to a phase that allows it; the order of phases is declarations, control points, fork, join.',
  aborts: true,
};

/** Names of phases in messages, by number. */
const PHASE_NAMES = [
  'before the phases',
  'in the declarations',
  'in the control point phase',
  'in a fork phase',
  'in a join phase',
  'in a subroutine',
] as const;

const DECLS = 1 << HULL_PHASES.declarations;
const CONTROL = 1 << HULL_PHASES.controlPoint;
const FORK = 1 << HULL_PHASES.fork;
const JOIN = 1 << HULL_PHASES.join;
const POSTAMBLE = 1 << HULL_PHASES.postamble;
const PROGRAMS = CONTROL | FORK | JOIN;

/**
 * The phases (bits) that allow a declaration; for a marker, the phases that it may follow. No phase allows other
 * declarations.
 */
const PHASES_OF: Partial<Record<Sm4Mnemonic, number>> = {
  hs_decls: 0,
  hs_control_point_phase: DECLS,
  hs_fork_phase: DECLS | CONTROL | FORK,
  hs_join_phase: DECLS | CONTROL | FORK | JOIN,
  dcl_globalFlags: DECLS,
  dcl_constantbuffer: DECLS,
  dcl_sampler: DECLS,
  dcl_resource: DECLS,
  dcl_resource_raw: DECLS,
  dcl_resource_structured: DECLS,
  dcl_function_body: DECLS,
  dcl_function_table: DECLS,
  dcl_interface: DECLS,
  dcl_input_control_point_count: DECLS,
  dcl_output_control_point_count: DECLS,
  dcl_tessellator_domain: DECLS,
  dcl_tessellator_partitioning: DECLS,
  dcl_tessellator_output_primitive: DECLS,
  dcl_hs_max_tessfactor: DECLS,
  dcl_hs_fork_phase_instance_count: FORK,
  dcl_hs_join_phase_instance_count: JOIN,
  dcl_input: PROGRAMS,
  dcl_output: PROGRAMS,
  dcl_output_siv: PROGRAMS,
  dcl_indexrange: PROGRAMS,
  dcl_temps: PROGRAMS,
  dcl_indexableTemp: PROGRAMS,
  // Views are allowed everywhere.
  dcl_uav_typed: DECLS | PROGRAMS | POSTAMBLE,
  dcl_uav_raw: DECLS | PROGRAMS | POSTAMBLE,
  dcl_uav_structured: DECLS | PROGRAMS | POSTAMBLE,
  customdata: DECLS,
};

const PHASES_BY_CODE = phasesByCode();

function phasesByCode(): Uint8Array {
  const list = new Uint8Array(Math.max(...Object.values(SM4_OPCODES).map(({ code }) => code)) + 1);
  for (const [mnemonic, { code, kind }] of Object.entries(SM4_OPCODES)) {
    const declares = kind === 'declaration';
    list[code] = PHASES_OF[mnemonic as Sm4Mnemonic] ?? (declares ? 0 : PROGRAMS | POSTAMBLE);
  }
  return list;
}

const FIRST_MARKER = SM4_OPCODES.hs_decls.code;
const LAST_MARKER = SM4_OPCODES.hs_join_phase.code;
/** The opcodes of markers are in the order of the phases. */
const phaseOf = (code: number): number => code - FIRST_MARKER + HULL_PHASES.declarations;
const LABEL = SM4_OPCODES.label.code;
const DATA = SM4_OPCODES.customdata.code;

/**
 * Checks whether the current phase of a hull shader allows the current instruction; ends and begins phases. Returns
 * whether the instruction needs no further checks.
 */
export function checkHullPhase(ctx: Sm4ValidationContext): boolean {
  const { cursor, tessellation } = ctx;
  const { code } = cursor;
  const begins = code >= FIRST_MARKER && code <= LAST_MARKER;
  if (tessellation.phase === HULL_PHASES.none) {
    if (code !== FIRST_MARKER) ctx.reportProgram(NO_DECLARATIONS_PHASE_RULE, {}, cursor.start);
    else beginPhase(ctx, HULL_PHASES.declarations);
    return true;
  }
  const { hull } = tessellation;
  const phase = hull.inPostamble ? HULL_PHASES.postamble : tessellation.phase;
  const inPhase =
    (PHASES_BY_CODE[code]! & (1 << phase)) !== 0 &&
    (code !== DATA || sm4CustomDataClass(cursor.token) === Sm4CustomDataClass.immediateConstantBuffer);
  if (!inPhase) {
    const values = { instruction: `\`${cursor.row?.mnemonic ?? code}\``, phase: PHASE_NAMES[phase]! };
    ctx.reportProgram(NOT_IN_PHASE_RULE, values, cursor.start);
    return true;
  }
  if (begins) endPhase(ctx);
  if (ctx.aborted) return true;
  if (begins) beginPhase(ctx, phaseOf(code));
  else if (code === LABEL) beginRoutine(ctx);
  return begins;
}

function beginPhase(ctx: Sm4ValidationContext, phase: number): void {
  const { tessellation } = ctx;
  const { hull } = tessellation;
  hull.current = hull.kinds.length;
  hull.kinds.push(phase);
  tessellation.phase = phase;
  tessellation.declared &= ~ONCE.instances;
  ctx.bodyBegan = false;
  ctx.registers.beginPhase();
  ctx.resources.beginPhase();
  checkPhaseStep(ctx);
  if (phase !== HULL_PHASES.controlPoint) return;
  tessellation.hasControlPointPhase = true;
  hull.controlPoints = ctx.registers.current;
}

/** A subroutine has the inputs, outputs and temporaries of the phase that calls it. */
function beginRoutine(ctx: Sm4ValidationContext): void {
  const { tessellation } = ctx;
  const { hull } = tessellation;
  if (!hull.inPostamble) {
    endPhase(ctx);
    if (ctx.aborted) return;
    hull.inPostamble = true;
  }
  const { type, index0 } = ctx.cursor.operands[0]!;
  hull.current = type === SM4_OPERAND_TYPES.label.code ? hull.callerOf(index0) : phaseOfBody(ctx, index0);
  tessellation.phase = hull.kinds[hull.current]!;
  ctx.registers.resumePhase(hull.current);
  ctx.resources.resumePhase(hull.current);
}

/** The phase whose `fcall` reaches a function body; that of the previous function where only functions call it. */
function phaseOfBody(ctx: Sm4ValidationContext, body: number): number {
  const { hull } = ctx.tessellation;
  const phase = (ctx.flow.linkageIfAny?.bodies.get(body)?.phase ?? 0) - 1;
  return phase >= 0 && phase < hull.kinds.length ? phase : hull.current;
}

/** Checks the phase that ends before the current instruction. */
function endPhase(ctx: Sm4ValidationContext): void {
  const { phase } = ctx.tessellation;
  if (phase === HULL_PHASES.declarations) {
    checkTessellator(ctx);
    return;
  }
  checkVertices(ctx);
  if (phase === HULL_PHASES.controlPoint) checkControlPointPhase(ctx);
  else checkPatchPhase(ctx, phase);
}

function recordCall(ctx: Sm4ValidationContext): void {
  if (ctx.stage !== 'hs') return;
  const { operands, operandCount } = ctx.cursor;
  ctx.tessellation.hull.recordCall(operands[operandCount - 1]!.index0);
}

/** Records which phase calls a subroutine. */
export const HULL_CALLS: Handlers = { call: recordCall, callc: recordCall };

/** Checks a hull shader after its last instruction. */
export function checkHullAtEnd(ctx: Sm4ValidationContext): void {
  const { tessellation } = ctx;
  if (tessellation.phase === HULL_PHASES.none) checkTessellator(ctx);
  else if (!tessellation.hull.inPostamble) endPhase(ctx);
  if (ctx.aborted) return;
  checkPassThrough(ctx);
  if (!ctx.aborted) checkPatchFactors(ctx);
}
