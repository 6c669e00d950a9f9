/**
 * Rules of the views and samplers that instructions read textures through: dimension, return types, sampler mode, bias.
 *
 * With a register in the index of the view, as for class instances, the dimension is that of the opcode's extension and
 * the return types are not checked (source: oracle). Instructions that return an access status are not checked, except
 * `sample_cl_s`.
 *
 * Not for: raw and structured memory (memory.ts).
 */
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_RETURN_TYPES, SM4_SAMPLER_MODES, sm4DimensionName } from '../../../../isa/sm4/names.ts';
import { SM4_OPCODES } from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import { Sm4ExtendedOpcodeToken, Sm4ReturnTypeToken } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handler, Handlers, Sm4ValidationContext } from '../../context.ts';
import { nameOf } from './declarations.ts';
import { type Dimension, dimensionSet, RAW_BUFFER, STRUCTURED_BUFFER } from './resource-state.ts';

export const DIMENSION_RULE: Sm4RuleRow = {
  code: 'DX3480',
  text: '`{opcode}` does not take a view of dimension {dimension}.',
  hint: 'Declare the view with a dimension that the instruction takes, or use another instruction.',
};
export const BUFFERS_RULE: Sm4RuleRow = {
  code: 'DX3481',
  text: '`{opcode}` does not read raw or structured buffers.',
  hint: 'Use `ld_raw` or `ld_structured`.',
};
export const SAMPLER_MODE_RULE: Sm4RuleRow = {
  code: 'DX3482',
  text: '`{opcode}` needs a sampler with {wanted}; found {mode}.',
  hint: 'Declare the sampler with that mode, or use another instruction.',
};
export const RETURN_TYPES_RULE: Sm4RuleRow = {
  code: 'DX3483',
  text: '`{opcode}` filters, but {register} has components that are not unorm, snorm or float.',
  hint: 'Declare the view with one of these types, or read it with `ld`.',
};
export const BIAS_RULE: Sm4RuleRow = {
  code: 'DX3484',
  text: 'The bias {bias} is not in the range {least} to {most}.',
  hint: 'Use a bias in that range.',
};

const RESOURCE = SM4_OPERAND_TYPES.resource.code;
const VIEW = SM4_OPERAND_TYPES.unorderedAccessView.code;
const RETURN_FIELDS = [Sm4ReturnTypeToken.x, Sm4ReturnTypeToken.y, Sm4ReturnTypeToken.z, Sm4ReturnTypeToken.w] as const;
/** Bits by return type. */
const FILTERED = ['unorm', 'snorm', 'float'].reduce(
  (set, name) => set | (1 << SM4_RETURN_TYPES.indexOf(name as never)),
  0,
);
const MIN_BIAS = -16;
/** As a number of 32 bits. */
const MAX_BIAS = Math.fround(15.99);

const DEFAULT = SM4_SAMPLER_MODES.indexOf('mode_default');
const COMPARISON = SM4_SAMPLER_MODES.indexOf('mode_comparison');

const NON_CUBES: readonly Dimension[] = ['texture1d', 'texture2d', 'texture3d', 'texture1darray', 'texture2darray'];
const CUBES: readonly Dimension[] = ['texturecube', 'texturecubearray'];
const MULTISAMPLED: readonly Dimension[] = ['texture2dms', 'texture2dmsarray'];
const BUFFERS: readonly Dimension[] = ['raw_buffer', 'structured_buffer'];

const SAMPLED = dimensionSet(...NON_CUBES, ...CUBES);
const COMPARED_4_0 = dimensionSet('texture1d', 'texture2d', 'texturecube');
const COMPARED = dimensionSet('texture1d', 'texture2d', 'texture1darray', 'texture2darray', ...CUBES);
const GATHERED = dimensionSet('texture2d', 'texture2darray', ...CUBES);
const GATHERED_AT_OFFSETS = dimensionSet('texture2d', 'texture2darray');
const BUFFER_SET = dimensionSet(...BUFFERS);
const LOADED = dimensionSet('buffer', ...NON_CUBES);
const LOADED_SAMPLES = dimensionSet(...MULTISAMPLED);
const SIZED = dimensionSet(...NON_CUBES, ...CUBES, ...MULTISAMPLED);
const SIZED_BUFFERS = dimensionSet('buffer', ...BUFFERS);

const float = new Float32Array(1);
const floatBits = new Uint32Array(float.buffer);

/** Position of the view among the operands of most of these instructions, from 0; a sampler follows it. */
const VIEW_AT = 2;

const checkSample = samples(SAMPLED, DEFAULT);
const checkComparison = samples(COMPARED, COMPARISON, COMPARED_4_0);

export const SAMPLING_INSTRUCTIONS: Handlers = {
  sample: checkSample,
  sample_l: checkSample,
  sample_d: checkSample,
  sample_cl_s: samples(SAMPLED, DEFAULT, SAMPLED, VIEW_AT + 1),
  sample_b: checkSample,
  sample_c: checkComparison,
  sample_c_lz: checkComparison,
  gather4: gathers(GATHERED, DEFAULT, VIEW_AT),
  gather4_c: gathers(GATHERED, COMPARISON, VIEW_AT),
  gather4_po: gathers(GATHERED_AT_OFFSETS, DEFAULT, VIEW_AT + 1),
  gather4_po_c: gathers(GATHERED_AT_OFFSETS, COMPARISON, VIEW_AT + 1),
  lod: gathers(SAMPLED, DEFAULT, VIEW_AT),
  ld: checkLoad,
  ldms: takes(LOADED_SAMPLES, VIEW_AT),
  resinfo: takes(SIZED, VIEW_AT),
  bufinfo: takes(SIZED_BUFFERS, 1),
};

/** Checks instructions that filter; `set4_0`: the dimensions that they take in 4.0. */
function samples(set: number, mode: number, set4_0 = set, at = VIEW_AT): Handler {
  return (ctx) => {
    checkSampler(ctx, at + 1, mode);
    if (ctx.cursor.code === SM4_OPCODES.sample_b.code) checkBias(ctx);
    checkDimension(ctx, ctx.version === 40 ? set4_0 : set, at);
    checkReturnTypes(ctx, at);
  };
}

/** Checks instructions that have a sampler and read any type. */
function gathers(set: number, mode: number, at: number): Handler {
  return (ctx) => {
    checkSampler(ctx, at + 1, mode);
    checkDimension(ctx, set, at);
  };
}

/** Checks instructions without a sampler. */
function takes(set: number, at: number): Handler {
  return (ctx) => checkDimension(ctx, set, at);
}

function checkLoad(ctx: Sm4ValidationContext): void {
  const dimension = dimensionOf(ctx, ctx.cursor.operands[VIEW_AT]!);
  if (((BUFFER_SET >>> dimension) & 1) !== 0) {
    ctx.report(BUFFERS_RULE, VIEW_AT + 1, { opcode: ctx.cursor.row!.mnemonic });
  }
  checkDimension(ctx, LOADED, VIEW_AT);
}

/** The dimension of the view that `slot` names; 0 where it has none or is not declared. */
export function dimensionOf(ctx: Sm4ValidationContext, slot: Sm4OperandSlot): number {
  if (slot.type === VIEW) return ctx.resources.viewDimension(slot.index0);
  if (slot.type !== RESOURCE) return 0;
  if (slot.isRelative(0)) return Sm4ExtendedOpcodeToken.dimension.get(ctx.cursor.resourceDimension);
  return ctx.resources.resourceDimension(slot.index0);
}

function checkDimension(ctx: Sm4ValidationContext, set: number, at: number): void {
  const { cursor } = ctx;
  const slot = cursor.operands[at]!;
  const dimension = dimensionOf(ctx, slot);
  if (((set >>> dimension) & 1) !== 0) return;
  // Microsoft's validator calls the view operand 3 even where it is the second (source: oracle).
  const operand = Math.max(at, VIEW_AT) + 1;
  const values = { opcode: cursor.row!.mnemonic, dimension: sm4DimensionName(dimension) };
  ctx.report(DIMENSION_RULE, operand, values, slot.at);
}

function checkSampler(ctx: Sm4ValidationContext, at: number, wanted: number): void {
  const slot = ctx.cursor.operands[at]!;
  if (slot.isRelative(0)) return;
  const mode = ctx.resources.samplerMode(slot.index0);
  if (mode === undefined || mode === wanted) return;
  ctx.report(SAMPLER_MODE_RULE, at + 1, {
    opcode: ctx.cursor.row!.mnemonic,
    wanted: SM4_SAMPLER_MODES[wanted]!,
    mode: SM4_SAMPLER_MODES[mode]!,
  });
}

function checkReturnTypes(ctx: Sm4ValidationContext, at: number): void {
  const slot = ctx.cursor.operands[at]!;
  if (slot.type !== RESOURCE || slot.isRelative(0)) return;
  const dimension = ctx.resources.resourceDimension(slot.index0);
  const types = ctx.resources.resourceTypes(slot.index0);
  const known = dimension !== RAW_BUFFER && dimension !== STRUCTURED_BUFFER;
  if (known && RETURN_FIELDS.every((field) => ((FILTERED >>> field.get(types)) & 1) !== 0)) return;
  const register = nameOf('t', slot.index0);
  ctx.report(RETURN_TYPES_RULE, at + 1, { opcode: ctx.cursor.row!.mnemonic, register });
}

function checkBias(ctx: Sm4ValidationContext): void {
  const at = VIEW_AT + 2;
  const slot = ctx.cursor.operands[at]!;
  if (slot.type !== SM4_OPERAND_TYPES.immediate32.code) return;
  floatBits[0] = ctx.cursor.word(slot.literal);
  const bias = float[0]!;
  if (bias < MIN_BIAS || bias > MAX_BIAS) {
    ctx.report(BIAS_RULE, at + 1, { bias, least: MIN_BIAS, most: MAX_BIAS.toFixed(2) }, slot.literal);
  }
}
