/**
 * Rules of operands that use v#, vcp#, vocp#, vpc# and o#: they are declared, vertices exist, and only registers of an
 * index range are indexed. Also the inputs of eval_*.
 *
 * Not for: registers that are the only one of their type (special-registers.ts).
 */
import { maskText } from '../../../../isa/components.ts';
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_INTERPOLATION_MODES } from '../../../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import type { Sm4RuleRow } from '../../rule.ts';
import { isPosition } from './declarations.ts';
import { outputMask } from './index-ranges.ts';
import { FILE_OF_TYPE, prefixOf, readComponents, registerIndex } from './operands.ts';
import { REGISTER_FILES } from './state.ts';

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
