/**
 * The bit-fields of every token of the tokenized program format (SM 4.0 to 5.1), declared once: readers, writers, the
 * bit-level inspector and the generated documentation all use them.
 *
 * Source: the public tokenized program format headers; where the oracle reads a field wider or narrower, the oracle.
 *
 * Not for: every kind of DWORD as a list (token-kinds.ts).
 */
import { type Field, field } from '../../base/field.ts';

export { SM4_VERSION as Sm4VersionToken } from '../../base/profile.ts';

/** The first DWORD of every instruction of any class. */
export const Sm4OpcodeToken = {
  opcode: field('opcode', 0, 11),
  controls: field('controls', 11, 13),
  length: field('length', 24, 7),
  extended: field('extended', 31, 1),
} as const;

/** Controls of executable instructions (bits 11 to 23 of the opcode token). */
export const Sm4InstructionControls = {
  returnType: field('return type', 11, 2),
  saturate: field('saturate', 13, 1),
  testNonZero: field('test', 18, 1),
  precise: field('precise', 19, 4),
} as const;

/** Controls of `sync`. */
export const Sm4SyncControls = {
  threadsInGroup: field('threads in group', 11, 1),
  sharedMemory: field('group-shared memory', 12, 1),
  uavGroup: field('UAV, group', 13, 1),
  uavGlobal: field('UAV, global', 14, 1),
} as const;

/** Controls of the declarations (bits 11 to 23 of the opcode token). */
export const Sm4DeclarationControls = {
  resourceDimension: field('dimension', 11, 5),
  sampleCount: field('sample count', 16, 7),
  globallyCoherent: field('globally coherent', 16, 1),
  rasterizerOrdered: field('rasterizer ordered', 17, 1),
  orderPreservingCounter: field('order-preserving counter', 23, 1),
  dynamicallyIndexed: field('access pattern', 11, 1),
  samplerMode: field('sampler mode', 11, 4),
  interpolation: field('interpolation', 11, 4),
  outputTopology: field('output topology', 11, 6),
  inputPrimitive: field('input primitive', 11, 6),
  controlPointCount: field('control points', 11, 6),
  tessellatorDomain: field('domain', 11, 2),
  tessellatorPartitioning: field('partitioning', 11, 3),
  tessellatorOutputPrimitive: field('output primitive', 11, 3),
  interfaceDynamicallyIndexed: field('dynamically indexed', 11, 1),
} as const;

/** Controls of `dcl_globalFlags`, in the order of a listing (source: oracle). */
export const Sm4GlobalFlags = {
  refactoringAllowed: field('refactoringAllowed', 11, 1),
  enableDoublePrecisionFloatOps: field('enableDoublePrecisionFloatOps', 12, 1),
  enableRawAndStructuredBuffers: field('enableRawAndStructuredBuffers', 14, 1),
  forceEarlyDepthStencil: field('forceEarlyDepthStencil', 13, 1),
  skipOptimization: field('skipOptimization', 15, 1),
  enableMinimumPrecision: field('enableMinimumPrecision', 16, 1),
  enable11_1DoubleExtensions: field('enable11_1DoubleExtensions', 17, 1),
  enable11_1ShaderExtensions: field('enable11_1ShaderExtensions', 18, 1),
  allResourcesBound: field('allResourcesBound', 19, 1),
} as const;

/** The features that have a flag in `dcl_globalFlags`. */
export const SM4_FLAGGED_FEATURES = {
  doubles: Sm4GlobalFlags.enableDoublePrecisionFloatOps,
  earlyDepthStencil: Sm4GlobalFlags.forceEarlyDepthStencil,
  minimumPrecision: Sm4GlobalFlags.enableMinimumPrecision,
  doubleExtensions11_1: Sm4GlobalFlags.enable11_1DoubleExtensions,
  shaderExtensions11_1: Sm4GlobalFlags.enable11_1ShaderExtensions,
} as const satisfies Record<string, Field>;

/** The opcode token of `customdata`, which has no length field: the next DWORD is the length, both tokens included. */
export const Sm4CustomDataToken = {
  opcode: field('opcode', 0, 11),
  dataClass: field('class', 11, 21),
} as const;

/** An extended opcode token; what its bits 6 to 30 mean depends on the kind. */
export const Sm4ExtendedOpcodeToken = {
  kind: field('kind', 0, 6),
  offsetU: field('offset u', 9, 4),
  offsetV: field('offset v', 13, 4),
  offsetW: field('offset w', 17, 4),
  dimension: field('dimension', 6, 5),
  stride: field('stride', 11, 12),
  returnTypes: field('return types', 6, 16),
  returnX: field('x', 6, 4),
  returnY: field('y', 10, 4),
  returnZ: field('z', 14, 4),
  returnW: field('w', 18, 4),
  extended: field('extended', 31, 1),
} as const;

export const Sm4ExtendedOpcodeKind = {
  empty: 0,
  sampleControls: 1,
  resourceDimension: 2,
  resourceReturnType: 3,
} as const;

/** The first DWORD of an operand. */
export const Sm4OperandToken = {
  componentCount: field('components', 0, 2),
  selection: field('selection mode', 2, 2),
  mask: field('mask', 4, 4),
  swizzle: field('swizzle', 4, 8),
  select: field('component', 4, 2),
  type: field('type', 12, 8),
  indexDimension: field('index dimension', 20, 2),
  index0: field('index 0', 22, 3),
  index1: field('index 1', 25, 3),
  index2: field('index 2', 28, 3),
  extended: field('extended', 31, 1),
} as const;

export const Sm4ComponentCount = { none: 0, one: 1, four: 2, n: 3 } as const;
export const Sm4SelectionMode = { mask: 0, swizzle: 1, selectOne: 2 } as const;
export const Sm4IndexRepresentation = {
  immediate32: 0,
  immediate64: 1,
  relative: 2,
  immediate32PlusRelative: 3,
  immediate64PlusRelative: 4,
} as const;

/** An extended operand token. */
export const Sm4ExtendedOperandToken = {
  kind: field('kind', 0, 6),
  modifier: field('modifier', 6, 8),
  minPrecision: field('minimum precision', 14, 3),
  nonUniform: field('non-uniform', 17, 1),
  extended: field('extended', 31, 1),
} as const;

export const Sm4ExtendedOperandKind = { empty: 0, modifier: 1 } as const;
export const Sm4OperandModifier = { none: 0, negate: 1, absolute: 2, absoluteNegate: 3 } as const;

/** The DWORD that names a system value in a declaration. */
export const Sm4NameToken = {
  name: field('name', 0, 16),
  reserved: field('reserved', 16, 16),
} as const;

/** The DWORD of return types in a resource declaration: D3D10_SB_RESOURCE_RETURN_TYPE for each component. */
export const Sm4ReturnTypeToken = {
  x: field('x', 0, 4),
  y: field('y', 4, 4),
  z: field('z', 8, 4),
  w: field('w', 12, 4),
} as const;

/** The first payload DWORD of `dcl_interface`. */
export const Sm4InterfaceIdToken = {
  id: field('interface', 0, 16),
  reserved: field('reserved', 16, 16),
} as const;

/** The third payload DWORD of `dcl_interface`. */
export const Sm4InterfaceToken = {
  tableCount: field('table count', 0, 16),
  arrayLength: field('array length', 16, 16),
} as const;

/** The second DWORD of a program, and that of a data block. */
export const Sm4LengthToken = { length: field('length', 0, 32) } as const;
