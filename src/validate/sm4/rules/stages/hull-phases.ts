/**
 * The phases of hull shaders: where each begins and ends, and which instructions and declarations it allows. The
 * declarations of a phase are checked together where it ends: at the next marker, at the first label, or at the end of
 * the program (source: oracle).
 *
 * Not for: declarations of inputs and outputs (../registers), or what phases pass to each other (patch-constants.ts).
 */
import { Sm4CustomDataClass } from '../../../../isa/sm4/names.ts';
import { SM4_OPCODES, type Sm4Mnemonic } from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import { sm4CustomDataClass } from '../../../../isa/sm4/program.ts';
import type { Handlers, Sm4ValidationContext } from '../../context.ts';
import type { Sm4RuleRow } from '../../rule.ts';
import { checkPhaseStep } from '../flow/flow.ts';
import { checkVertices } from '../registers/totals.ts';
import { checkTessellator } from './domain.ts';
import { checkControlPointPhase, checkPassThrough, checkPatchPhase } from './patch-constants.ts';
import { checkPatchFactors } from './tess-factors.ts';
import { HULL_PHASES, ONCE } from './tessellation-state.ts';

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
