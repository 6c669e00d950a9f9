/** Reads and writes of single texels, and what textures are asked: sizes and samples. */
import { Kind, kindOf } from '../../../ir/index.ts';
import { viewKind } from '../../common/resource-uses.ts';
import type { Code } from '../code.ts';
import type { SpirvContext, SpirvRule } from '../context.ts';
import { ImageOperand, Spv, StorageClass } from '../grammar.ts';
import { accessMemory, type Memory, memoryAccess, memoryOf } from '../memory.ts';
import { type ImageShape, loadHandle, shapeOf, texelAxes, texelType } from '../resources.ts';
import { imageIn, isBelow, viewOf } from './buffers.ts';

const { u32 } = Kind;

/** Components of coordinates of single texels: faces of cubes are slices. */
function coordinateWidth({ axes, isArray }: ImageShape): number {
  return axes + (isArray ? 1 : 0);
}

/** Integer coordinates with offsets. */
function texelCoordinates(w: SpirvContext, op: number, shape: ImageShape, width: number): number {
  const { m, code } = w;
  const { ops, accesses } = w.module;
  const value = ops.operand(op, 0);
  const { offsets } = accesses[ops.extra[op]!]!;
  const at = w.cast(w.part(value, 0, width), kindOf(ops.type[value]!), u32, width);
  if (offsets.every((one) => one === 0)) return at;
  const type = m.vector(m.uint, width);
  const parts = Array.from({ length: width }, (_, i) => m.unsigned(i < shape.axes ? (offsets[i] ?? 0) : 0));
  return code.binary(Spv.IAdd, type, at, width === 1 ? parts[0]! : m.composite(type, parts));
}

/** The kind of texels as values. */
function texelKind(w: SpirvContext, binding: number): number {
  return viewKind(w.binding(binding)) === 'f32' ? Kind.f32 : u32;
}

/** Texels of `from` as values. */
function given(code: Code, from: number, to: number, id: number): number {
  return from === to ? id : code.unary(Spv.Bitcast, to, id);
}

const fetch: SpirvRule = (w, op) => {
  const { m } = w;
  const { binding, index } = viewOf(w, op);
  const shape = shapeOf(w, binding);
  const memory = memoryOf(w, op, binding);
  const width = coordinateWidth(shape);
  const coords = m.vector(m.uint, width);
  const kind = texelKind(w, binding);
  const type = m.vector(m.type(kind), 4);
  const texel = m.vector(texelType(w, binding), 4);
  const { isMultisampled } = shape;
  const read = (code: Code, image: number, at: number, level: number): number => {
    const operand = isMultisampled ? ImageOperand.Sample : ImageOperand.Lod;
    return given(code, texel, type, code.value(Spv.ImageFetch, texel, [image, at, operand, level]));
  };
  const at = texelCoordinates(w, op, shape, width);
  const level = w.operandAs(op, 1, u32);
  if (!w.checksRanges) return w.result(op, read(w.code, loadHandle(w, op, binding, index), at, level), kind);
  m.need('ImageQuery');
  const access = memoryAccess(
    memory,
    'fetch',
    type,
    0,
    (code, [coordinate, which], descriptor) => {
      const image = imageIn(memory, code, descriptor);
      const count = code.unary(isMultisampled ? Spv.ImageQuerySamples : Spv.ImageQueryLevels, m.uint, image);
      const isThere = code.binary(Spv.ULessThan, m.bool, which!, count);
      return code.guarded(isThere, type, m.zero(type), () => {
        const size = isMultisampled
          ? code.unary(Spv.ImageQuerySize, coords, image)
          : code.binary(Spv.ImageQuerySizeLod, coords, image, which!);
        const isInside = isBelow(code, coordinate!, size, width);
        return code.guarded(isInside, type, m.zero(type), () => read(code, image, coordinate!, which!));
      });
    },
    [coords, m.uint],
  );
  return w.result(op, accessMemory(memory, op, index, access, [at, level]), kind);
};

/** Views for unordered access: out of range, reads give zeros; writes are dropped by Vulkan itself. */
const load: SpirvRule = (w, op) => {
  const { m } = w;
  const { binding, index } = viewOf(w, op);
  const shape = shapeOf(w, binding);
  const memory = memoryOf(w, op, binding);
  const width = coordinateWidth(shape);
  const coords = m.vector(m.uint, width);
  const kind = texelKind(w, binding);
  const type = m.vector(m.type(kind), 4);
  const texel = m.vector(texelType(w, binding), 4);
  const at = texelCoordinates(w, op, shape, width);
  const read = (code: Code, image: number, coordinate: number) =>
    given(code, texel, type, code.binary(Spv.ImageRead, texel, image, coordinate));
  if (!w.checksRanges) return w.result(op, read(w.code, loadHandle(w, op, binding, index), at), kind);
  m.need('ImageQuery');
  const write = (code: Code, [coordinate]: readonly number[], descriptor: number | undefined): number => {
    const image = imageIn(memory, code, descriptor);
    const isInside = isBelow(code, coordinate!, code.unary(Spv.ImageQuerySize, coords, image), width);
    return code.guarded(isInside, type, m.zero(type), () => read(code, image, coordinate!));
  };
  const access = memoryAccess(memory, 'load', type, 0, write, [coords]);
  return w.result(op, accessMemory(memory, op, index, access, [at]), kind);
};

const store: SpirvRule = (w, op) => {
  const { m, code } = w;
  const { binding, index } = viewOf(w, op);
  const shape = shapeOf(w, binding);
  const kind = texelKind(w, binding);
  const type = m.vector(m.type(kind), 4);
  const texel = m.vector(texelType(w, binding), 4);
  const at = texelCoordinates(w, op, shape, coordinateWidth(shape));
  const value = given(code, type, texel, w.operandAs(op, 1, kind));
  code.effect(Spv.ImageWrite, loadHandle(w, op, binding, index), at, value);
  return 0;
};

// --- queries --------------------------------------------------------------------------------------------------------

/** Width, height, depth or slices, and levels, as one vector. */
function sizeOf(
  memory: Memory,
  code: Code,
  image: number,
  level: number,
  shape: ImageShape,
  hasLevels: boolean,
): number {
  const { m } = memory.w;
  const width = texelAxes(shape);
  const type = m.vector(m.uint, width);
  const size = hasLevels
    ? code.binary(Spv.ImageQuerySizeLod, type, image, level)
    : code.unary(Spv.ImageQuerySize, type, image);
  const levels = hasLevels ? code.unary(Spv.ImageQueryLevels, m.uint, image) : m.unsigned(1);
  const zeros = Array<number>(3 - width).fill(m.unsigned(0));
  return code.construct(m.vector(m.uint, 4), [size, ...zeros, levels]);
}

const size: SpirvRule = (w, op) => {
  const { m } = w;
  m.need('ImageQuery');
  const { binding, index } = viewOf(w, op);
  const shape = shapeOf(w, binding);
  const memory = memoryOf(w, op, binding);
  const type = m.vector(m.uint, 4);
  const hasLevels = w.binding(binding).kind !== 'uav' && !shape.isMultisampled;
  const level = w.module.ops.operand(op, 0);
  if (w.wordOf(level) === 0) {
    const image = loadHandle(w, op, binding, index);
    return w.result(op, sizeOf(memory, w.code, image, m.unsigned(0), shape, hasLevels), u32);
  }
  const access = memoryAccess(memory, 'dimensions', type, 1, (code, [which], descriptor) => {
    const image = imageIn(memory, code, descriptor);
    const levels = hasLevels ? code.unary(Spv.ImageQueryLevels, m.uint, image) : m.unsigned(1);
    const isThere = code.binary(Spv.ULessThan, m.bool, which!, levels);
    const zero = m.unsigned(0);
    const none = code.construct(type, [zero, zero, zero, levels]);
    return code.guarded(isThere, type, none, () => sizeOf(memory, code, image, which!, shape, hasLevels));
  });
  return w.result(op, accessMemory(memory, op, index, access, [w.as(level, u32)]), u32);
};

/** Samples of a view, or of the targets. @param index the operand with the number of the descriptor */
function sampleCount(w: SpirvContext, op: number, index: number): number {
  const { m, code } = w;
  const { ops } = w.module;
  const binding = ops.extra[op]!;
  if (binding >= 0) {
    m.need('ImageQuery');
    const image = loadHandle(w, op, binding, ops.arity[op]! > index ? index : -1);
    return code.unary(Spv.ImageQuerySamples, m.uint, image);
  }
  const zero = m.unsigned(0);
  return code.load(m.uint, code.access(StorageClass.Uniform, m.uint, w.runtimeVariable(), zero, zero, zero));
}

const samplePosition: SpirvRule = (w, op) => {
  w.assumptions.add('Samples have the standard positions of Direct3D.');
  const args = [w.operandAs(op, 0, u32), sampleCount(w, op, 1)];
  return w.helpers.call(w.code, 'sample_position', 1, args);
};

const status: SpirvRule = (w) => {
  w.assumptions.add('All texels of textures are in memory.');
  return w.m.unsigned(0xffff_ffff);
};

export const TEXEL_RULES = {
  'tex.fetch': fetch,
  'tex.fetch.sample': fetch,
  'tex.size': size,
  'tex.samples': (w, op) => sampleCount(w, op, 0),
  'tex.samplepos': samplePosition,
  status,
  'status.mapped': (w, op) => w.code.binary(Spv.INotEqual, w.m.bool, w.operand(op, 0), w.m.unsigned(0)),
  'img.load': load,
  'img.store': store,
} as const satisfies Record<string, SpirvRule>;
