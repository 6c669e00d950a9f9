/**
 * The bit-fields of every token of the tokenized program format (SM 4.0 to 5.1), declared once: readers, writers, the
 * bit-level inspector and the generated documentation all use these.
 *
 * Source: the public tokenized program format headers; where the oracle reads a field wider or narrower, the oracle.
 *
 * Not for: every kind of DWORD as a list (token-kinds.ts).
 */
import { Field } from '../../base/field.ts';

export { SM4_VERSION as VersionToken } from '../../base/profile.ts';

/** The first DWORD of every instruction, whatever its class. */
export const Sm4OpcodeToken = {
  opcode: new Field('opcode', 0, 11, 'D3D10_SB_OPCODE_TYPE'),
  controls: new Field('controls', 11, 13, 'meaning depends on the opcode'),
  length: new Field('length', 24, 7, 'DWORDs of the instruction, this token included'),
  extended: new Field('extended', 31, 1, 'an extended opcode token follows'),
} as const;

/** Controls of executable instructions (bits 11 to 23 of the opcode token). */
export const Sm4InstructionControls = {
  returnType: new Field('return type', 11, 2, 'of resinfo and sampleinfo: float, rcpFloat, uint'),
  saturate: new Field('saturate', 13, 1, 'clamp the result to 0..1'),
  testNonZero: new Field('test', 18, 1, 'of conditional instructions: 0 tests for zero, 1 for non-zero'),
  precise: new Field('precise', 19, 4, 'components whose result must not be refactored'),
} as const;

/** Controls of `sync`. */
export const Sm4SyncControls = {
  threadsInGroup: new Field('threads in group', 11, 1, 'wait for all threads of the group'),
  sharedMemory: new Field('group-shared memory', 12, 1, 'fence group-shared memory'),
  uavGroup: new Field('UAV, group', 13, 1, 'fence UAV memory within the group'),
  uavGlobal: new Field('UAV, global', 14, 1, 'fence UAV memory for all threads'),
} as const;

/** Controls of the declarations (bits 11 to 23 of the opcode token). */
export const Sm4DeclarationControls = {
  resourceDimension: new Field('dimension', 11, 5, 'D3D10_SB_RESOURCE_DIMENSION'),
  sampleCount: new Field('sample count', 16, 7, 'samples of a multisampled texture, 0 where not given'),
  globallyCoherent: new Field('globally coherent', 16, 1, 'UAV writes are visible to all groups'),
  rasterizerOrdered: new Field('rasterizer ordered', 17, 1, 'UAV accesses keep the order of primitives'),
  orderPreservingCounter: new Field('order-preserving counter', 23, 1, 'the counter may be used to index back'),
  dynamicallyIndexed: new Field('access pattern', 11, 1, 'of a constant buffer: 0 immediate, 1 dynamic'),
  samplerMode: new Field('sampler mode', 11, 4, 'D3D10_SB_SAMPLER_MODE'),
  interpolation: new Field('interpolation', 11, 4, 'D3D10_SB_INTERPOLATION_MODE'),
  outputTopology: new Field('output topology', 11, 6, 'D3D10_SB_PRIMITIVE_TOPOLOGY'),
  inputPrimitive: new Field('input primitive', 11, 6, 'D3D10_SB_PRIMITIVE'),
  controlPointCount: new Field('control points', 11, 6, '1 to 32'),
  tessellatorDomain: new Field('domain', 11, 2, 'D3D11_SB_TESSELLATOR_DOMAIN'),
  tessellatorPartitioning: new Field('partitioning', 11, 3, 'D3D11_SB_TESSELLATOR_PARTITIONING'),
  tessellatorOutputPrimitive: new Field('output primitive', 11, 3, 'D3D11_SB_TESSELLATOR_OUTPUT_PRIMITIVE'),
  interfaceDynamicallyIndexed: new Field('dynamically indexed', 11, 1, 'the interface array is indexed at run time'),
} as const;

/** Controls of `dcl_globalFlags`, in the order in which a listing names them (source: oracle). */
export const Sm4GlobalFlags = {
  refactoringAllowed: new Field('refactoringAllowed', 11, 1, 'arithmetic may be reordered'),
  enableDoublePrecisionFloatOps: new Field('enableDoublePrecisionFloatOps', 12, 1, 'double operations are used'),
  enableRawAndStructuredBuffers: new Field(
    'enableRawAndStructuredBuffers',
    14,
    1,
    'raw and structured buffers in SM 4',
  ),
  forceEarlyDepthStencil: new Field('forceEarlyDepthStencil', 13, 1, 'depth and stencil test before the shader'),
  skipOptimization: new Field('skipOptimization', 15, 1, 'the driver should not optimize'),
  enableMinimumPrecision: new Field('enableMinimumPrecision', 16, 1, 'minimum precision types are used'),
  enable11_1DoubleExtensions: new Field('enable11_1DoubleExtensions', 17, 1, 'double division, reciprocal, fma'),
  enable11_1ShaderExtensions: new Field('enable11_1ShaderExtensions', 18, 1, 'msad and other 11.1 operations'),
  allResourcesBound: new Field('allResourcesBound', 19, 1, 'every declared resource is bound'),
} as const;

/** The features that `dcl_globalFlags` names. */
export const SM4_FLAGGED_FEATURES = {
  doubles: Sm4GlobalFlags.enableDoublePrecisionFloatOps,
  earlyDepthStencil: Sm4GlobalFlags.forceEarlyDepthStencil,
  minimumPrecision: Sm4GlobalFlags.enableMinimumPrecision,
  doubleExtensions11_1: Sm4GlobalFlags.enable11_1DoubleExtensions,
  shaderExtensions11_1: Sm4GlobalFlags.enable11_1ShaderExtensions,
} as const satisfies Record<string, Field>;

/** The opcode token of `customdata`, which has no length field: the next DWORD is the length, both tokens included. */
export const Sm4CustomDataToken = {
  opcode: new Field('opcode', 0, 11, '53'),
  dataClass: new Field('class', 11, 21, 'D3D10_SB_CUSTOMDATA_CLASS'),
} as const;

/** An extended opcode token; what its bits 6 to 30 mean depends on the kind. */
export const Sm4ExtendedOpcodeToken = {
  kind: new Field('kind', 0, 6, 'D3D10_SB_EXTENDED_OPCODE_TYPE: 1 sample controls, 2 dimension, 3 return type'),
  offsetU: new Field('offset u', 9, 4, 'of sample controls: signed texel offset'),
  offsetV: new Field('offset v', 13, 4, 'of sample controls: signed texel offset'),
  offsetW: new Field('offset w', 17, 4, 'of sample controls: signed texel offset'),
  dimension: new Field('dimension', 6, 5, 'of resource dimension: D3D10_SB_RESOURCE_DIMENSION'),
  stride: new Field('stride', 11, 12, 'of resource dimension: bytes of a structured buffer element'),
  returnTypes: new Field('return types', 6, 16, 'of return type: four bits for each component'),
  returnX: new Field('x', 6, 4, 'return type of x'),
  returnY: new Field('y', 10, 4, 'return type of y'),
  returnZ: new Field('z', 14, 4, 'return type of z'),
  returnW: new Field('w', 18, 4, 'return type of w'),
  extended: new Field('extended', 31, 1, 'another extended opcode token follows'),
} as const;

export const Sm4ExtendedOpcodeKind = {
  empty: 0,
  sampleControls: 1,
  resourceDimension: 2,
  resourceReturnType: 3,
} as const;

/** The first DWORD of an operand. */
export const Sm4OperandToken = {
  componentCount: new Field('components', 0, 2, '0, 1 or 4 components (encoded 0, 1, 2); 3 is reserved for n'),
  selection: new Field('selection mode', 2, 2, '0 mask, 1 swizzle, 2 select one'),
  mask: new Field('mask', 4, 4, 'of mask mode: x, y, z, w'),
  swizzle: new Field('swizzle', 4, 8, 'of swizzle mode: two bits for each component'),
  select: new Field('component', 4, 2, 'of select-one mode'),
  type: new Field('type', 12, 8, 'D3D10_SB_OPERAND_TYPE'),
  indexDimension: new Field('index dimension', 20, 2, 'number of indices, 0 to 3'),
  index0: new Field('index 0', 22, 3, 'D3D10_SB_OPERAND_INDEX_REPRESENTATION of the first index'),
  index1: new Field('index 1', 25, 3, 'representation of the second index'),
  index2: new Field('index 2', 28, 3, 'representation of the third index'),
  extended: new Field('extended', 31, 1, 'an extended operand token follows'),
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
  kind: new Field('kind', 0, 6, 'D3D10_SB_EXTENDED_OPERAND_TYPE: 1 modifier'),
  modifier: new Field('modifier', 6, 8, 'D3D10_SB_OPERAND_MODIFIER: 1 negate, 2 absolute, 3 both'),
  minPrecision: new Field('minimum precision', 14, 3, 'D3D11_SB_OPERAND_MIN_PRECISION'),
  nonUniform: new Field('non-uniform', 17, 1, 'the index differs between lanes (5.1)'),
  extended: new Field('extended', 31, 1, 'another extended operand token follows; the oracle reads only one'),
} as const;

export const Sm4ExtendedOperandKind = { empty: 0, modifier: 1 } as const;
export const Sm4OperandModifier = { none: 0, negate: 1, absolute: 2, absoluteNegate: 3 } as const;

/** The DWORD that names a system value in a declaration. */
export const Sm4NameToken = {
  name: new Field('name', 0, 16, 'D3D10_SB_NAME'),
  reserved: new Field('reserved', 16, 16, '0'),
} as const;

/** The DWORD of return types in a resource declaration: D3D10_SB_RESOURCE_RETURN_TYPE for each component. */
export const Sm4ReturnTypeToken = {
  x: new Field('x', 0, 4, 'return type of x'),
  y: new Field('y', 4, 4, 'return type of y'),
  z: new Field('z', 8, 4, 'return type of z'),
  w: new Field('w', 12, 4, 'return type of w'),
} as const;

/** The first payload DWORD of `dcl_interface`. */
export const Sm4InterfaceIdToken = {
  id: new Field('interface', 0, 16, 'number of the first interface pointer'),
  reserved: new Field('reserved', 16, 16, '0'),
} as const;

/** The third payload DWORD of `dcl_interface`. */
export const Sm4InterfaceToken = {
  tableCount: new Field('table count', 0, 16, 'function tables listed behind'),
  arrayLength: new Field('array length', 16, 16, 'interface pointers of this name'),
} as const;

/** The second DWORD of a program, and that of a data block. */
export const Sm4LengthToken = { length: new Field('length', 0, 32, 'in DWORDs, all tokens of it included') } as const;
