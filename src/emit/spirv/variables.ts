/** Declarations of resources, and pointers to what their descriptors are. */
import { BarrierBits, Kind } from '../../ir/index.ts';
import { groupWords } from '../common/memory.ts';
import { type PlannedResource, type ResourceRole, roleKey } from '../common/plan.ts';
import { viewKind } from '../common/resource-uses.ts';
import { constantKind } from '../common/rules/constants.ts';
import { IMAGE_FORMATS } from './capabilities.ts';
import type { SpirvContext } from './context.ts';
import type { ResourceVariable } from './declared.ts';
import { Decoration, Ext, type ImageOperand, StorageClass } from './grammar.ts';
import { IMAGE_SHAPES, type ImageShape } from './shapes.ts';

const CONSTANTS_ALIGNMENT = 16;
const WORD = 4;

/** The variable of a binding. */
export function variableOf(w: SpirvContext, binding: number, role: ResourceRole = 'main'): ResourceVariable {
  const key = roleKey(binding, role);
  let known = w.resourceVariables[key];
  if (known === undefined) {
    known = declare(w, w.resource(binding, role));
    w.resourceVariables[key] = known;
  }
  return known;
}

/** Declares all resources of the plan. */
export function declareResources(w: SpirvContext): void {
  for (const { binding, role } of w.plan.resources) variableOf(w, binding, role);
}

/** Whether threads see what others wrote to views before a barrier. */
function hasBarrierOfViews({ uses }: SpirvContext): boolean {
  return (uses.barriers & (BarrierBits.uavGroup | BarrierBits.uavGlobal)) !== 0;
}

function declare(w: SpirvContext, resource: PlannedResource): ResourceVariable {
  const { m } = w;
  const { kind, name, group, number, role, binding, count = 1 } = resource;
  const declared = w.binding(binding);
  const { storage, type, dynamic, nonuniform } = descriptorOf(w, resource);
  if (count === 0) m.need('RuntimeDescriptorArray');
  const variableType = count === 1 ? type : count === 0 ? m.runtimeArray(type) : m.array(type, count);
  const id = m.variable(storage, variableType);
  w.variables.push(id);
  m.name(id, name);
  if (kind !== 'workgroup') {
    m.decorate(id, Decoration.DescriptorSet, group);
    m.decorate(id, Decoration.Binding, number);
  }
  const isMemory = kind === 'storageBuffer' || kind === 'storageTexture' || kind === 'storageTexelBuffer';
  if (kind === 'readOnlyStorageBuffer' || (isMemory && resource.access === 'read'))
    m.decorate(id, Decoration.NonWritable);
  if (isMemory && resource.access === 'write') m.decorate(id, Decoration.NonReadable);
  const isShared = declared.isCoherent || (role === 'main' && hasBarrierOfViews(w));
  if (isMemory && isShared) m.decorate(id, Decoration.Coherent);
  return { id, storage, type, count, dynamic, nonuniform };
}

type Descriptor = Pick<ResourceVariable, 'storage' | 'type' | 'dynamic' | 'nonuniform'>;

function descriptorOf(w: SpirvContext, resource: PlannedResource): Descriptor {
  const { m } = w;
  const { kind, binding, role } = resource;
  const declared = w.binding(binding);
  const rowsOf = (storage: number): Descriptor => ({
    storage,
    type: m.block(m.vector(m.type(constantKind(w, binding)), 4), CONSTANTS_ALIGNMENT, Math.max(declared.size ?? 0, 1)),
    dynamic: 'UniformBufferArrayDynamicIndexing',
    nonuniform: 'UniformBufferArrayNonUniformIndexing',
  });
  switch (kind) {
    case 'uniformBuffer':
      return rowsOf(StorageClass.Uniform);
    case 'readOnlyStorageBuffer':
    case 'storageBuffer':
      if (declared.kind === 'constants') return rowsOf(StorageClass.StorageBuffer);
      return {
        storage: StorageClass.StorageBuffer,
        type: m.block(m.uint, WORD, role === 'counter' ? 1 : 0),
        dynamic: 'StorageBufferArrayDynamicIndexing',
        nonuniform: 'StorageBufferArrayNonUniformIndexing',
      };
    case 'workgroup':
      return {
        storage: StorageClass.Workgroup,
        type: m.array(m.uint, groupWords(declared)),
        dynamic: undefined,
        nonuniform: undefined,
      };
    case 'sampler':
    case 'comparisonSampler':
      return {
        storage: StorageClass.UniformConstant,
        type: m.sampler,
        dynamic: 'SampledImageArrayDynamicIndexing',
        nonuniform: 'SampledImageArrayNonUniformIndexing',
      };
    default:
      return imageOf(w, resource);
  }
}

/** The shape of the views of a binding. */
export function shapeOf(w: SpirvContext, binding: number): ImageShape {
  // A view without a dimension was refused with its variables.
  return IMAGE_SHAPES[w.binding(binding).dimension ?? 'unknown'] ?? IMAGE_SHAPES.texture2D!;
}

function imageOf(w: SpirvContext, { kind, binding, format, access }: PlannedResource): Descriptor {
  const { m } = w;
  const shape = shapeOf(w, binding);
  const isStorage = kind === 'storageTexture' || kind === 'storageTexelBuffer';
  for (const need of isStorage ? shape.storage : shape.sampled) m.need(need);
  const [, formatCode, isExtended] = (isStorage &&
    access !== 'write' &&
    format !== undefined &&
    IMAGE_FORMATS[format]) || ['', 0, false];
  if (isExtended) m.need('StorageImageExtendedFormats');
  if (isStorage && formatCode === 0) {
    if (access !== 'write') m.need('StorageImageReadWithoutFormat');
    if (access !== 'read') m.need('StorageImageWriteWithoutFormat');
  }
  // Whether an image holds depths is not said, so that one variable is enough for all reads.
  const { dim, isArray, isMultisampled, isBuffer } = shape;
  const depth = isStorage || isBuffer ? 0 : UNKNOWN_DEPTH;
  const type = m.image([
    texelType(w, binding),
    dim,
    depth,
    isArray ? 1 : 0,
    isMultisampled ? 1 : 0,
    isStorage ? 2 : 1,
    formatCode,
  ]);
  const storage = StorageClass.UniformConstant;
  if (isBuffer)
    return isStorage
      ? {
          storage,
          type,
          dynamic: 'StorageTexelBufferArrayDynamicIndexing',
          nonuniform: 'StorageTexelBufferArrayNonUniformIndexing',
        }
      : {
          storage,
          type,
          dynamic: 'UniformTexelBufferArrayDynamicIndexing',
          nonuniform: 'UniformTexelBufferArrayNonUniformIndexing',
        };
  return isStorage
    ? {
        storage,
        type,
        dynamic: 'StorageImageArrayDynamicIndexing',
        nonuniform: 'StorageImageArrayNonUniformIndexing',
      }
    : {
        storage,
        type,
        dynamic: 'SampledImageArrayDynamicIndexing',
        nonuniform: 'SampledImageArrayNonUniformIndexing',
      };
}

const UNKNOWN_DEPTH = 2;

/** The type of a texel component: only here the sign of an integer matters. */
export function texelType({ m, module }: SpirvContext, binding: number): number {
  const kind = viewKind(module.bindings[binding]!);
  return kind === 'f32' ? m.float : kind === 'i32' ? m.int : m.uint;
}

/** The number of a descriptor as an id; undefined for a variable that is no array. */
export function descriptorIndex(
  w: SpirvContext,
  op: number,
  variable: ResourceVariable,
  operand: number,
): number | undefined {
  const { m, code } = w;
  const { count, dynamic, nonuniform } = variable;
  if (count === 1) return undefined;
  const value = operand < 0 ? undefined : w.module.ops.operand(op, operand);
  const word = value === undefined ? 0 : w.wordOf(value);
  if (word !== undefined) return m.unsigned(word);
  if (dynamic !== undefined) m.need(dynamic);
  let index = w.as(value!, Kind.u32);
  if (count > 0 && w.checksRanges) index = code.ext(Ext.UMin, m.uint, index, m.unsigned(count - 1));
  if (w.isNonuniform(op) && nonuniform !== undefined) {
    m.need(nonuniform);
    m.decorateNonuniform(index);
  }
  return index;
}

/** Loads an image or a sampler. @param operand the operand with the number of the descriptor; -1 without */
export function loadHandle(w: SpirvContext, op: number, binding: number, operand: number): number {
  const { m, code } = w;
  const variable = variableOf(w, binding);
  const index = descriptorIndex(w, op, variable, operand);
  if (index === undefined) return w.handle(variable.id, () => code.load(variable.type, variable.id));
  const pointer = code.access(variable.storage, variable.type, variable.id, index);
  const id = code.load(variable.type, pointer);
  if (w.isNonuniform(op)) m.decorateNonuniform(id);
  return id;
}

/** Words of a mask of image operands with their ids. */
export interface ImageOperands {
  mask: number;
  readonly ids: number[];
}

/** Adds an operand; they have to be added from the lowest bit on. */
export function addOperand(
  to: ImageOperands,
  bit: (typeof ImageOperand)[keyof typeof ImageOperand],
  ...ids: number[]
): void {
  to.mask |= bit;
  for (const id of ids) to.ids.push(id);
}

/** The words of image operands: none if there are none. */
export function operandWords({ mask, ids }: ImageOperands): number[] {
  return mask === 0 ? [] : [mask, ...ids];
}
