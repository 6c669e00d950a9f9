/**
 * Rules of what the phases of a hull shader pass to each other: control points that fork and join phases read, patch
 * constants that they write and join phases read, and the index ranges over these. They are checked where a phase ends
 * (source: oracle).
 *
 * Not for: tessellation factors (tess-factors.ts), or what a single phase declares (../registers).
 */
import type { Sm4ValidationContext } from '../../context.ts';
import { INTERFACE_REGISTERS, MAX_CONTROL_POINT_SCALARS } from '../../limits.ts';
import type { Sm4RuleRow } from '../../rule.ts';
import type { IndexRange, RegisterFile } from '../registers/state.ts';
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
  let scalars = 0;
  for (let mask of hull.inputMasks) for (; mask !== 0; mask &= mask - 1) scalars++;
  checkScalars(ctx, scalars);
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
