/**
 * The phases of hull shaders: where each begins.
 *
 * Not for: what is declared in them about inputs and outputs (ports.ts).
 */
import { OPCODES } from '../../../isa/sm4/opcodes.ts';
import type { Sm4Judgement } from '../judgement.ts';
import { judgeVertices } from './port-totals.ts';
import { HULL_PHASES } from './tessellation-state.ts';

/** The phases by the opcodes that begin them. */
const PHASE_AT: readonly (number | undefined)[] = phasesByCode();

function phasesByCode(): (number | undefined)[] {
  const phases: number[] = [];
  phases[OPCODES.hs_decls.code] = HULL_PHASES.declarations;
  phases[OPCODES.hs_control_point_phase.code] = HULL_PHASES.controlPoint;
  phases[OPCODES.hs_fork_phase.code] = HULL_PHASES.fork;
  phases[OPCODES.hs_join_phase.code] = HULL_PHASES.join;
  return phases;
}

/** Judges where in a hull shader the instruction at hand stands; whether it begins a phase, and there is no more to it. */
export function judgeHullPhase(j: Sm4Judgement): boolean {
  const phase = PHASE_AT[j.cursor.code];
  if (phase === undefined) return false;
  judgeVertices(j);
  j.tessellation.phase = phase;
  j.bodyBegan = false;
  j.flow.beginPhase();
  j.ports.beginPhase();
  j.resources.beginPhase();
  return true;
}
