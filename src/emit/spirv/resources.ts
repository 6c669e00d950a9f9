/**
 * Resources of a module in SPIR-V: their variables, the dimensions of views as images, and pointers to what descriptors
 * refer to.
 */
import { BarrierBits, type IrBinding, type IrModule, Kind } from '../../ir/index.ts';
import { groupWords } from '../common/memory.ts';
import { DX6005, DX6034 } from '../common/messages.ts';
import {
  type EmitReport,
  type NeededResource,
  type PlannedResource,
  type ResourceRole,
  type ResourceUses,
  roleKey,
  type Variable,
  type ViewFormats,
  variableOfRegister,
} from '../common/plan.ts';
import { constantsVariable, registerName, SAMPLE_TYPES, Use, viewKind } from '../common/resource-uses.ts';
import { constantKind } from '../common/rules/constants.ts';
import type { ResourceVariable } from './builtins.ts';
import { type Capability, IMAGE_FORMATS } from './capabilities.ts';
import type { SpirvContext } from './context.ts';
import { Decoration, Dim, Ext, type ImageOperand, StorageClass } from './grammar.ts';

// Dimensions of views as images of SPIR-V.

export interface ImageShape {
  readonly dim: number;
  readonly view?: NonNullable<NeededResource['viewDimension']>;
  /** Components of coordinates without the slice. */
  readonly axes: 1 | 2 | 3;
  readonly isArray: boolean;
  readonly isMultisampled: boolean;
  readonly isCube: boolean;
  readonly isBuffer: boolean;
  /** Capabilities of textures and unordered access views with this shape. */
  readonly sampled: readonly Capability[];
  readonly storage: readonly Capability[];
}

const row = (
  dim: number,
  view: ImageShape['view'],
  axes: ImageShape['axes'],
  more: Partial<ImageShape> = {},
): ImageShape => ({
  dim,
  ...(view !== undefined && { view }),
  axes,
  isArray: false,
  isMultisampled: false,
  isCube: false,
  isBuffer: false,
  sampled: [],
  storage: [],
  ...more,
});

const flat = { sampled: ['Sampled1D'], storage: ['Image1D'] } as const;

const IMAGE_SHAPES: Readonly<Partial<Record<NonNullable<IrBinding['dimension']>, ImageShape>>> = {
  buffer: row(Dim.Buffer, undefined, 1, { isBuffer: true, sampled: ['SampledBuffer'], storage: ['ImageBuffer'] }),
  texture1D: row(Dim['1D'], '1d', 1, flat),
  texture1DArray: row(Dim['1D'], '1d-array', 1, { ...flat, isArray: true }),
  texture2D: row(Dim['2D'], '2d', 2),
  texture2DArray: row(Dim['2D'], '2d-array', 2, { isArray: true }),
  texture2DMS: row(Dim['2D'], '2d', 2, { isMultisampled: true, storage: ['StorageImageMultisample'] }),
  texture2DMSArray: row(Dim['2D'], '2d-array', 2, {
    isMultisampled: true,
    isArray: true,
    storage: ['StorageImageMultisample', 'ImageMSArray'],
  }),
  texture3D: row(Dim['3D'], '3d', 3),
  textureCube: row(Dim.Cube, 'cube', 3, { isCube: true }),
  textureCubeArray: row(Dim.Cube, 'cube-array', 3, {
    isCube: true,
    isArray: true,
    sampled: ['SampledCubeArray'],
    storage: ['ImageCubeArray'],
  }),
};

/** Components of sizes, and of integer coordinates. */
export function texelAxes({ axes, isArray, isCube }: ImageShape): number {
  return (isCube ? 2 : axes) + (isArray ? 1 : 0);
}

/** All variables for the bindings that a module uses, in the order of its bindings. */
export function spirvResources(
  module: IrModule,
  uses: ResourceUses,
  formats: ViewFormats,
  report: EmitReport,
): NeededResource[] {
  const needed: NeededResource[] = [];
  for (const [number, { count }] of module.bindings.entries())
    for (const one of variablesOf(module, number, uses, formats, report))
      needed.push(variableOfRegister(one, number, 0, count === 1 ? {} : { count }));
  return needed;
}

function variablesOf(
  module: IrModule,
  number: number,
  uses: ResourceUses,
  formats: ViewFormats,
  report: EmitReport,
): Variable[] {
  const binding = module.bindings[number]!;
  const use = uses.bindings[number]!;
  switch (binding.kind) {
    case 'constants':
      return use === 0 ? [] : [constantsVariable(binding)];
    case 'group':
      return use === 0 ? [] : [{ role: 'main', kind: 'workgroup' }];
    case 'sampler': {
      const all = uses.samplers[number]!;
      if (all === 0) return [];
      const isComparison = (all & (Use.compare | Use.sample | Use.integer)) === Use.compare;
      return [{ role: 'main', kind: isComparison ? 'comparisonSampler' : 'sampler' }];
    }
    default:
      return use === 0 ? [] : viewVariables(module, number, uses, formats, report);
  }
}

function viewVariables(
  module: IrModule,
  number: number,
  uses: ResourceUses,
  formats: ViewFormats,
  report: EmitReport,
): Variable[] {
  const binding = module.bindings[number]!;
  const use = uses.bindings[number]!;
  const at = uses.at[number]!;
  const { dimension = 'unknown', kind } = binding;
  const name = registerName(binding);
  const isUav = kind === 'uav';
  if (binding.isRasterizerOrdered) report(DX6034, at, { name });
  const counter: Variable[] = (use & Use.counter) === 0 ? [] : [{ role: 'counter', kind: 'storageBuffer', minSize: 4 }];
  if ((use & ~(Use.counter | Use.dynamic)) === 0) return counter;
  if (dimension === 'rawBuffer' || dimension === 'structuredBuffer')
    return [{ role: 'main', kind: isUav ? 'storageBuffer' : 'readOnlyStorageBuffer', minSize: 4 }, ...counter];
  const shape = IMAGE_SHAPES[dimension];
  if (shape === undefined) {
    report(DX6005, at, { target: 'SPIR-V', what: `a view of dimension ${dimension} (${name})` });
    return [];
  }
  const scalar = viewKind(binding);
  const viewDimension = shape.view;
  const multisampled = shape.isMultisampled || undefined;
  if (isUav) {
    const isAtomic = (use & Use.atomic) !== 0;
    const reads = (use & (Use.load | Use.atomic)) !== 0;
    const writes = (use & (Use.store | Use.atomic)) !== 0;
    const ofOneWord = `r32${SAMPLE_TYPES[scalar]}`;
    // An image that is read has a format, by default one of 32 bits as in Direct3D 11.0. An image that is only written
    // has none in the code.
    const format = isAtomic ? ofOneWord : (formats.get(number) ?? (reads ? ofOneWord : undefined));
    return [
      {
        role: 'main',
        kind: shape.isBuffer ? 'storageTexelBuffer' : 'storageTexture',
        viewDimension,
        multisampled,
        format,
        access: reads && writes ? 'read_write' : reads ? 'read' : 'write',
      },
      ...counter,
    ];
  }
  const format = formats.get(number);
  if (shape.isBuffer) return [{ role: 'main', kind: 'texelBuffer', format }];
  const sampleType = SAMPLE_TYPES[scalar];
  const isDepth = (use & Use.compare) !== 0;
  const isFiltered = (use & (Use.sample | Use.gather)) !== 0;
  return [
    {
      role: 'main',
      kind: 'texture',
      viewDimension,
      sampleType: isDepth ? 'depth' : sampleType === 'float' && !isFiltered ? 'unfilterable-float' : sampleType,
      multisampled,
    },
  ];
}

// Declarations of resources, and pointers to what their descriptors are.

const CONSTANTS_ALIGNMENT = 16;
const WORD = 4;

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
  if (index === undefined) return w.handle(variable);
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
