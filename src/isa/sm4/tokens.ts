/**
 * The bit-fields of every token of the tokenized program format (SM 4.0 to 5.1), declared once: readers, writers, the
 * bit-level inspector and the generated documentation all use them.
 *
 * Source: the public tokenized program format headers; where the oracle reads a field wider or narrower, the oracle.
 *
 * Not for: every kind of DWORD as a list (token-kinds.ts).
 */
import { type Field, fields } from '../../base/field.ts';

export { SM4_VERSION as Sm4VersionToken } from '../../base/profile.ts';

/** The first DWORD of every instruction of any class. */
export const Sm4OpcodeToken = /* @__PURE__ */ fields({
  opcode: [0, 11],
  controls: [11, 13],
  length: [24, 7],
  extended: [31, 1],
});

/** Controls of executable instructions (bits 11 to 23 of the opcode token). */
export const Sm4InstructionControls = /* @__PURE__ */ fields({
  returnType: [11, 2],
  saturate: [13, 1],
  testNonZero: [18, 1, 'test'],
  precise: [19, 4],
});

export const Sm4SyncControls = /* @__PURE__ */ fields({
  threadsInGroup: [11, 1],
  sharedMemory: [12, 1, 'group-shared memory'],
  uavGroup: [13, 1, 'UAV, group'],
  uavGlobal: [14, 1, 'UAV, global'],
});

/** Controls of the declarations (bits 11 to 23 of the opcode token). */
export const Sm4DeclarationControls = /* @__PURE__ */ fields({
  resourceDimension: [11, 5, 'dimension'],
  sampleCount: [16, 7],
  globallyCoherent: [16, 1],
  rasterizerOrdered: [17, 1],
  orderPreservingCounter: [23, 1, 'order-preserving counter'],
  dynamicallyIndexed: [11, 1, 'access pattern'],
  samplerMode: [11, 4],
  interpolation: [11, 4],
  outputTopology: [11, 6],
  inputPrimitive: [11, 6],
  controlPointCount: [11, 6, 'control points'],
  tessellatorDomain: [11, 2, 'domain'],
  tessellatorPartitioning: [11, 3, 'partitioning'],
  tessellatorOutputPrimitive: [11, 3, 'output primitive'],
  interfaceDynamicallyIndexed: [11, 1, 'dynamically indexed'],
});

/** Controls of `dcl_globalFlags`, in the order of a listing and named as there (source: oracle). */
export const Sm4GlobalFlags = /* @__PURE__ */ fields(
  {
    refactoringAllowed: [11, 1],
    enableDoublePrecisionFloatOps: [12, 1],
    enableRawAndStructuredBuffers: [14, 1],
    forceEarlyDepthStencil: [13, 1],
    skipOptimization: [15, 1],
    enableMinimumPrecision: [16, 1],
    enable11_1DoubleExtensions: [17, 1],
    enable11_1ShaderExtensions: [18, 1],
    allResourcesBound: [19, 1],
  },
  String,
);

/** The opcode token of `customdata`, which has no length field: the next DWORD is the length, both tokens included. */
export const Sm4CustomDataToken = /* @__PURE__ */ fields({
  opcode: [0, 11],
  dataClass: [11, 21, 'class'],
});

/** An extended opcode token; what its bits 6 to 30 mean depends on the kind. */
export const Sm4ExtendedOpcodeToken = /* @__PURE__ */ fields({
  kind: [0, 6],
  offsetU: [9, 4],
  offsetV: [13, 4],
  offsetW: [17, 4],
  dimension: [6, 5],
  stride: [11, 12],
  returnTypes: [6, 16],
  returnX: [6, 4, 'x'],
  returnY: [10, 4, 'y'],
  returnZ: [14, 4, 'z'],
  returnW: [18, 4, 'w'],
  extended: [31, 1],
});

export const Sm4ExtendedOpcodeKind = {
  empty: 0,
  sampleControls: 1,
  resourceDimension: 2,
  resourceReturnType: 3,
} as const;

export const Sm4OperandToken = /* @__PURE__ */ fields({
  componentCount: [0, 2, 'components'],
  selection: [2, 2, 'selection mode'],
  mask: [4, 4],
  swizzle: [4, 8],
  select: [4, 2, 'component'],
  type: [12, 8],
  indexDimension: [20, 2],
  index0: [22, 3],
  index1: [25, 3],
  index2: [28, 3],
  extended: [31, 1],
});

export const Sm4ComponentCount = { none: 0, one: 1, four: 2, n: 3 } as const;
export const Sm4SelectionMode = { mask: 0, swizzle: 1, selectOne: 2 } as const;
export const Sm4IndexRepresentation = {
  immediate32: 0,
  immediate64: 1,
  relative: 2,
  immediate32PlusRelative: 3,
  immediate64PlusRelative: 4,
} as const;

export const Sm4ExtendedOperandToken = /* @__PURE__ */ fields({
  kind: [0, 6],
  modifier: [6, 8],
  minPrecision: [14, 3, 'minimum precision'],
  nonUniform: [17, 1, 'non-uniform'],
  extended: [31, 1],
});

export const Sm4ExtendedOperandKind = { empty: 0, modifier: 1 } as const;
export const Sm4OperandModifier = { none: 0, negate: 1, absolute: 2, absoluteNegate: 3 } as const;

/** The DWORD that names a system value in a declaration. */
export const Sm4NameToken = /* @__PURE__ */ fields({
  name: [0, 16],
  reserved: [16, 16],
});

/** The DWORD of return types in a resource declaration: D3D10_SB_RESOURCE_RETURN_TYPE for each component. */
export const Sm4ReturnTypeToken = /* @__PURE__ */ fields({
  x: [0, 4],
  y: [4, 4],
  z: [8, 4],
  w: [12, 4],
});

/** The first payload DWORD of `dcl_interface`. */
export const Sm4InterfaceIdToken = /* @__PURE__ */ fields({
  id: [0, 16, 'interface'],
  reserved: [16, 16],
});

/** The third payload DWORD of `dcl_interface`. */
export const Sm4InterfaceToken = /* @__PURE__ */ fields({
  tableCount: [0, 16],
  arrayLength: [16, 16],
});

/** The second DWORD of a program, and that of a data block. */
export const Sm4LengthToken = /* @__PURE__ */ fields({ length: [0, 32] });

/** The features that have a flag in `dcl_globalFlags`. */
export const SM4_FLAGGED_FEATURES = {
  doubles: Sm4GlobalFlags.enableDoublePrecisionFloatOps,
  earlyDepthStencil: Sm4GlobalFlags.forceEarlyDepthStencil,
  minimumPrecision: Sm4GlobalFlags.enableMinimumPrecision,
  doubleExtensions11_1: Sm4GlobalFlags.enable11_1DoubleExtensions,
  shaderExtensions11_1: Sm4GlobalFlags.enable11_1ShaderExtensions,
} as const satisfies Record<string, Field>;
