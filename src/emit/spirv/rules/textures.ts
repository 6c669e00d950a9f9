/** Filtered reads of textures: samples, comparisons, gathers. */

import { type IrAccess, Kind } from '../../../ir/index.ts';
import { DX6032 } from '../../common/messages.ts';
import { viewKind } from '../../common/resource-uses.ts';
import type { SpirvContext, SpirvRule } from '../context.ts';
import { ImageOperand, Spv } from '../grammar.ts';
import {
  addOperand,
  type ImageOperands,
  type ImageShape,
  loadHandle,
  operandWords,
  shapeOf,
  texelType,
  variableOf,
} from '../resources.ts';
import { viewOf } from './buffers.ts';

const { f32, u32 } = Kind;

const OFFSET_BITS = 6;

/** A texture with its sampler. They are combined where they are used: the result is not visible in other blocks. */
function sampledImage(w: SpirvContext, op: number): number {
  const { m, code, module } = w;
  const access = module.accesses[module.ops.extra[op]!]!;
  const { binding, index } = viewOf(w, op);
  const samplerIndex = access.isSamplerIndexed ? module.ops.arity[op]! - 1 : -1;
  const image = loadHandle(w, op, binding, index);
  const sampler = loadHandle(w, op, access.sampler, samplerIndex);
  const id = code.binary(Spv.SampledImage, m.sampledImage(variableOf(w, binding).type), image, sampler);
  if (w.isNonuniform(op)) m.decorateNonuniform(id);
  return id;
}

/** The coordinates of a filtered read, with the slice. */
function coordinates(w: SpirvContext, op: number, { axes, isArray }: ImageShape): number {
  return w.part(w.module.ops.operand(op, 0), 0, axes + (isArray ? 1 : 0));
}

/** Adds constant offsets. */
function addOffsets(w: SpirvContext, to: ImageOperands, { offsets }: IrAccess, { axes, isCube }: ImageShape): void {
  if (isCube || offsets.every((one) => one === 0)) return;
  const { m } = w;
  const parts = offsets.slice(0, axes).map((one) => m.signed(one));
  addOperand(to, ImageOperand.ConstOffset, axes === 1 ? parts[0]! : m.composite(m.vector(m.int, axes), parts));
}

/** Adds the smallest level, which is the first of the trailing operands. */
function addClamp(w: SpirvContext, op: number, to: ImageOperands, access: IrAccess, canClamp: boolean): void {
  if (!access.hasClamp) return;
  if (!canClamp) {
    w.report(DX6032, w.module.ops.at[op]!);
    return;
  }
  w.m.need('MinLod');
  w.approximations.add('Where an instruction clamps levels past the last one, the last one is read; Direct3D gives 0.');
  const trailing = 1 + (access.isIndexed ? 1 : 0) + (access.isSamplerIndexed ? 1 : 0);
  addOperand(to, ImageOperand.MinLod, w.operandAs(op, w.module.ops.arity[op]! - trailing, f32));
}

/** The four components of a read as the value of an operation. */
function texel(w: SpirvContext, op: number, binding: number, id: number): number {
  const { m } = w;
  if (viewKind(w.binding(binding)) !== 'i32') return w.result(op, id, Kind[viewKind(w.binding(binding))]);
  return w.result(op, w.code.unary(Spv.Bitcast, m.vector(m.uint, 4), id), u32);
}

type Extra = 'none' | 'bias' | 'level' | 'gradients' | 'reference' | 'referenceAtZero';

function sampling(extra: Extra): SpirvRule {
  return (w, op) => {
    const { m, code } = w;
    const { binding } = viewOf(w, op);
    const shape = shapeOf(w, binding);
    const access = w.module.accesses[w.module.ops.extra[op]!]!;
    const at = coordinates(w, op, shape);
    const operands: ImageOperands = { mask: 0, ids: [] };
    const isExplicit = extra === 'level' || extra === 'gradients' || extra === 'referenceAtZero';
    if (extra === 'bias') addOperand(operands, ImageOperand.Bias, w.operand(op, 1));
    if (extra === 'level') addOperand(operands, ImageOperand.Lod, w.operand(op, 1));
    if (extra === 'referenceAtZero') addOperand(operands, ImageOperand.Lod, m.floatOf(0));
    if (extra === 'gradients') {
      const { ops } = w.module;
      const part = (i: number) => w.part(ops.operand(op, i), 0, shape.axes);
      addOperand(operands, ImageOperand.Grad, part(1), part(2));
    }
    addOffsets(w, operands, access, shape);
    addClamp(w, op, operands, access, !isExplicit || extra === 'gradients');
    const compares = extra === 'reference' || extra === 'referenceAtZero';
    const reference = compares ? [w.operand(op, 1)] : [];
    const image = sampledImage(w, op);
    const words = [image, at, ...reference, ...operandWords(operands)];
    if (compares) {
      const instruction = isExplicit ? Spv.ImageSampleDrefExplicitLod : Spv.ImageSampleDrefImplicitLod;
      const id = code.value(instruction, m.float, words);
      w.viewOf(op, -1, 0, 1, f32, id);
      return 0;
    }
    const instruction = isExplicit ? Spv.ImageSampleExplicitLod : Spv.ImageSampleImplicitLod;
    return texel(w, op, binding, code.value(instruction, m.vector(texelType(w, binding), 4), words));
  };
}

/** Offsets of six bits, with their sign. */
function gatherOffsets(w: SpirvContext, op: number): number {
  const { m, code } = w;
  const value = w.part(w.module.ops.operand(op, 1), 0, 2);
  const type = m.vector(m.int, 2);
  const signed = code.unary(Spv.Bitcast, type, value);
  w.assumptions.add('Offsets of gathers that are not constant are within the limits of the device.');
  return code.ternary(Spv.BitFieldSExtract, type, signed, m.unsigned(0), m.unsigned(OFFSET_BITS));
}

/** @param hasOffset the second operand has the offsets */
function gathering(compares: boolean, hasOffset: boolean): SpirvRule {
  return (w, op) => {
    const { m, code } = w;
    const { binding } = viewOf(w, op);
    const shape = shapeOf(w, binding);
    const access = w.module.accesses[w.module.ops.extra[op]!]!;
    const at = coordinates(w, op, shape);
    const operands: ImageOperands = { mask: 0, ids: [] };
    addClamp(w, op, operands, access, false);
    if (hasOffset) {
      m.need('ImageGatherExtended');
      addOperand(operands, ImageOperand.Offset, gatherOffsets(w, op));
    } else addOffsets(w, operands, access, shape);
    const third = compares ? w.operand(op, hasOffset ? 2 : 1) : m.unsigned(access.channel);
    const image = sampledImage(w, op);
    const instruction = compares ? Spv.ImageDrefGather : Spv.ImageGather;
    const type = m.vector(compares ? m.float : texelType(w, binding), 4);
    const id = code.value(instruction, type, [image, at, third, ...operandWords(operands)]);
    return compares ? w.result(op, id, f32) : texel(w, op, binding, id);
  };
}

/** The clamped and the unclamped level of detail. */
const levelOfDetail: SpirvRule = (w, op) => {
  const { m, code } = w;
  const { binding } = viewOf(w, op);
  m.need('ImageQuery');
  const at = w.part(w.module.ops.operand(op, 0), 0, shapeOf(w, binding).axes);
  return code.binary(Spv.ImageQueryLod, m.vector(m.float, 2), sampledImage(w, op), at);
};

export const TEXTURE_RULES = {
  'tex.sample': sampling('none'),
  'tex.sample.bias': sampling('bias'),
  'tex.sample.level': sampling('level'),
  'tex.sample.grad': sampling('gradients'),
  'tex.sample.cmp': sampling('reference'),
  'tex.sample.cmp.zero': sampling('referenceAtZero'),
  'tex.gather': gathering(false, false),
  'tex.gather.cmp': gathering(true, false),
  'tex.gather.offset': gathering(false, true),
  'tex.gather.offset.cmp': gathering(true, true),
  'tex.lod': levelOfDetail,
} as const satisfies Record<string, SpirvRule>;
