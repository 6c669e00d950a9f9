/**
 * THE TABLE of SPIR-V: the instructions that translations have, with their operands, and the enumerants. Writers take
 * the numbers; the printer (text/) takes names and operands, the reader of the tests the operands.
 *
 * Source: the SPIR-V specification, unified version 1.6, and the specification of GLSL.std.450.
 *
 * Operands are letters: `T` result type, `R` result, `I` id, `L` literal number, `V` literal whose type is the result
 * type or, without one, that of the first id, `S` string. Small letters are enumerants (text.ts has the
 * table of each letter). The last operand is repeated if `*` follows; two in parentheses are repeated together.
 * Operands after `?` are optional.
 */

/** The first word of every module. */
export const SPIRV_MAGIC = 0x0723_0203;

/** Words before the first instruction. */
export const HEADER_WORDS = 5;

/** An instruction: its number and its operands. */
export interface SpirvInstruction {
  readonly code: number;
  readonly operands: string;
}

const row = (code: number, operands: string): SpirvInstruction => ({ code, operands });

export const SPIRV_INSTRUCTIONS = {
  Undef: row(1, 'TR'),
  Name: row(5, 'IS'),
  Extension: row(10, 'S'),
  ExtInstImport: row(11, 'RS'),
  ExtInst: row(12, 'TRIxI*'),
  MemoryModel: row(14, 'am'),
  EntryPoint: row(15, 'eISI*'),
  ExecutionMode: row(16, 'IoL*'),
  Capability: row(17, 'c'),
  TypeVoid: row(19, 'R'),
  TypeBool: row(20, 'R'),
  TypeInt: row(21, 'RLL'),
  TypeFloat: row(22, 'RL'),
  TypeVector: row(23, 'RIL'),
  TypeImage: row(25, 'RIgLLLLt'),
  TypeSampler: row(26, 'R'),
  TypeSampledImage: row(27, 'RI'),
  TypeArray: row(28, 'RII'),
  TypeRuntimeArray: row(29, 'RI'),
  TypeStruct: row(30, 'RI*'),
  TypePointer: row(32, 'RsI'),
  TypeFunction: row(33, 'RII*'),
  ConstantTrue: row(41, 'TR'),
  ConstantFalse: row(42, 'TR'),
  Constant: row(43, 'TRV*'),
  ConstantComposite: row(44, 'TRI*'),
  ConstantNull: row(46, 'TR'),
  Function: row(54, 'TRfI'),
  FunctionParameter: row(55, 'TR'),
  FunctionEnd: row(56, ''),
  FunctionCall: row(57, 'TRII*'),
  Variable: row(59, 'TRs?I'),
  ImageTexelPointer: row(60, 'TRIII'),
  Load: row(61, 'TRI'),
  Store: row(62, 'II'),
  AccessChain: row(65, 'TRII*'),
  ArrayLength: row(68, 'TRIL'),
  Decorate: row(71, 'IdL*'),
  MemberDecorate: row(72, 'ILdL*'),
  VectorShuffle: row(79, 'TRIIL*'),
  CompositeConstruct: row(80, 'TRI*'),
  CompositeExtract: row(81, 'TRIL*'),
  CompositeInsert: row(82, 'TRIIL*'),
  SampledImage: row(86, 'TRII'),
  ImageSampleImplicitLod: row(87, 'TRII?i'),
  ImageSampleExplicitLod: row(88, 'TRIIi'),
  ImageSampleDrefImplicitLod: row(89, 'TRIII?i'),
  ImageSampleDrefExplicitLod: row(90, 'TRIIIi'),
  ImageFetch: row(95, 'TRII?i'),
  ImageGather: row(96, 'TRIII?i'),
  ImageDrefGather: row(97, 'TRIII?i'),
  ImageRead: row(98, 'TRII?i'),
  ImageWrite: row(99, 'III?i'),
  ImageQuerySizeLod: row(103, 'TRII'),
  ImageQuerySize: row(104, 'TRI'),
  ImageQueryLod: row(105, 'TRII'),
  ImageQueryLevels: row(106, 'TRI'),
  ImageQuerySamples: row(107, 'TRI'),
  ConvertFToU: row(109, 'TRI'),
  ConvertFToS: row(110, 'TRI'),
  ConvertSToF: row(111, 'TRI'),
  ConvertUToF: row(112, 'TRI'),
  FConvert: row(115, 'TRI'),
  Bitcast: row(124, 'TRI'),
  SNegate: row(126, 'TRI'),
  FNegate: row(127, 'TRI'),
  IAdd: row(128, 'TRII'),
  FAdd: row(129, 'TRII'),
  ISub: row(130, 'TRII'),
  FSub: row(131, 'TRII'),
  IMul: row(132, 'TRII'),
  FMul: row(133, 'TRII'),
  UDiv: row(134, 'TRII'),
  FDiv: row(136, 'TRII'),
  UMod: row(137, 'TRII'),
  VectorTimesScalar: row(142, 'TRII'),
  Dot: row(148, 'TRII'),
  IAddCarry: row(149, 'TRII'),
  UMulExtended: row(151, 'TRII'),
  SMulExtended: row(152, 'TRII'),
  Any: row(154, 'TRI'),
  All: row(155, 'TRI'),
  LogicalNotEqual: row(165, 'TRII'),
  LogicalOr: row(166, 'TRII'),
  LogicalAnd: row(167, 'TRII'),
  LogicalNot: row(168, 'TRI'),
  Select: row(169, 'TRIII'),
  IEqual: row(170, 'TRII'),
  INotEqual: row(171, 'TRII'),
  UGreaterThan: row(172, 'TRII'),
  UGreaterThanEqual: row(174, 'TRII'),
  SGreaterThanEqual: row(175, 'TRII'),
  ULessThan: row(176, 'TRII'),
  SLessThan: row(177, 'TRII'),
  ULessThanEqual: row(178, 'TRII'),
  FOrdEqual: row(180, 'TRII'),
  FUnordNotEqual: row(183, 'TRII'),
  FOrdLessThan: row(184, 'TRII'),
  FOrdGreaterThan: row(186, 'TRII'),
  FOrdLessThanEqual: row(188, 'TRII'),
  FOrdGreaterThanEqual: row(190, 'TRII'),
  ShiftRightLogical: row(194, 'TRII'),
  ShiftRightArithmetic: row(195, 'TRII'),
  ShiftLeftLogical: row(196, 'TRII'),
  BitwiseOr: row(197, 'TRII'),
  BitwiseXor: row(198, 'TRII'),
  BitwiseAnd: row(199, 'TRII'),
  Not: row(200, 'TRI'),
  BitFieldInsert: row(201, 'TRIIII'),
  BitFieldSExtract: row(202, 'TRIII'),
  BitFieldUExtract: row(203, 'TRIII'),
  BitReverse: row(204, 'TRI'),
  BitCount: row(205, 'TRI'),
  DPdx: row(207, 'TRI'),
  DPdy: row(208, 'TRI'),
  DPdxFine: row(210, 'TRI'),
  DPdyFine: row(211, 'TRI'),
  DPdxCoarse: row(213, 'TRI'),
  DPdyCoarse: row(214, 'TRI'),
  EmitVertex: row(218, ''),
  EndPrimitive: row(219, ''),
  EmitStreamVertex: row(220, 'I'),
  EndStreamPrimitive: row(221, 'I'),
  ControlBarrier: row(224, 'III'),
  MemoryBarrier: row(225, 'II'),
  AtomicExchange: row(229, 'TRIIII'),
  AtomicCompareExchange: row(230, 'TRIIIIII'),
  AtomicIAdd: row(234, 'TRIIII'),
  AtomicISub: row(235, 'TRIIII'),
  AtomicSMin: row(236, 'TRIIII'),
  AtomicUMin: row(237, 'TRIIII'),
  AtomicSMax: row(238, 'TRIIII'),
  AtomicUMax: row(239, 'TRIIII'),
  AtomicAnd: row(240, 'TRIIII'),
  AtomicOr: row(241, 'TRIIII'),
  AtomicXor: row(242, 'TRIIII'),
  Phi: row(245, 'TR(II)*'),
  LoopMerge: row(246, 'IIl'),
  SelectionMerge: row(247, 'In'),
  Label: row(248, 'R'),
  Branch: row(249, 'I'),
  BranchConditional: row(250, 'III'),
  Switch: row(251, 'II(VI)*'),
  Return: row(253, ''),
  ReturnValue: row(254, 'I'),
  Unreachable: row(255, ''),
  DemoteToHelperInvocation: row(5380, ''),
} as const satisfies Record<string, SpirvInstruction>;

export type SpirvInstructionName = keyof typeof SPIRV_INSTRUCTIONS;

/** Numbers of instructions: `Spv.FAdd`. */
export const Spv = /* @__PURE__ */ numbersOf(SPIRV_INSTRUCTIONS);

function numbersOf<Name extends string>(
  rows: Readonly<Record<Name, SpirvInstruction>>,
): Readonly<Record<Name, number>> {
  const numbers = Object.fromEntries(
    Object.entries<SpirvInstruction>(rows).map(([name, { code }]) => [name, code]),
  ) as Record<Name, number>;
  // V8 keeps an object with so many properties as a hash table, until it is the prototype of another one.
  Object.create(numbers);
  return numbers;
}

/** The set of the extended instructions {@link Ext}. */
export const EXTENDED_INSTRUCTIONS = 'GLSL.std.450';

/** Instructions of {@link EXTENDED_INSTRUCTIONS}. */
export const Ext = {
  RoundEven: 2,
  Trunc: 3,
  FAbs: 4,
  Floor: 8,
  Ceil: 9,
  Fract: 10,
  Sin: 13,
  Cos: 14,
  Exp2: 29,
  Log2: 30,
  Sqrt: 31,
  InverseSqrt: 32,
  FMin: 37,
  UMin: 38,
  FMax: 40,
  UMax: 41,
  FClamp: 43,
  SClamp: 45,
  Fma: 50,
  FindILsb: 73,
  FindSMsb: 74,
  FindUMsb: 75,
  InterpolateAtCentroid: 76,
  InterpolateAtSample: 77,
  InterpolateAtOffset: 78,
  NMin: 79,
  NMax: 80,
  NClamp: 81,
} as const;

export const AddressingModel = { Logical: 0 } as const;

export const MemoryModel = { Simple: 0, GLSL450: 1 } as const;

export const StorageClass = {
  UniformConstant: 0,
  Input: 1,
  Uniform: 2,
  Output: 3,
  Workgroup: 4,
  Private: 6,
  Function: 7,
  Image: 11,
  StorageBuffer: 12,
} as const;

export const ExecutionModel = {
  Vertex: 0,
  TessellationControl: 1,
  TessellationEvaluation: 2,
  Geometry: 3,
  Fragment: 4,
  GLCompute: 5,
} as const;

export const ExecutionMode = {
  Invocations: 0,
  SpacingEqual: 1,
  SpacingFractionalEven: 2,
  SpacingFractionalOdd: 3,
  VertexOrderCw: 4,
  VertexOrderCcw: 5,
  OriginUpperLeft: 7,
  EarlyFragmentTests: 9,
  PointMode: 10,
  DepthReplacing: 12,
  DepthGreater: 14,
  DepthLess: 15,
  LocalSize: 17,
  InputPoints: 19,
  InputLines: 20,
  InputLinesAdjacency: 21,
  Triangles: 22,
  InputTrianglesAdjacency: 23,
  Quads: 24,
  Isolines: 25,
  OutputVertices: 26,
  OutputPoints: 27,
  OutputLineStrip: 28,
  OutputTriangleStrip: 29,
  SignedZeroInfNanPreserve: 4461,
  StencilRefReplacingEXT: 5027,
} as const;

export const Decoration = {
  Block: 2,
  ArrayStride: 6,
  BuiltIn: 11,
  NoPerspective: 13,
  Flat: 14,
  Patch: 15,
  Centroid: 16,
  Sample: 17,
  Invariant: 18,
  Coherent: 23,
  NonWritable: 24,
  NonReadable: 25,
  Stream: 29,
  Location: 30,
  Binding: 33,
  DescriptorSet: 34,
  Offset: 35,
  NoContraction: 42,
  NonUniform: 5300,
} as const;

export const BuiltIn = {
  Position: 0,
  PointSize: 1,
  ClipDistance: 3,
  CullDistance: 4,
  PrimitiveId: 7,
  InvocationId: 8,
  Layer: 9,
  ViewportIndex: 10,
  TessLevelOuter: 11,
  TessLevelInner: 12,
  TessCoord: 13,
  FragCoord: 15,
  PointCoord: 16,
  FrontFacing: 17,
  SampleId: 18,
  SampleMask: 20,
  FragDepth: 22,
  WorkgroupId: 26,
  LocalInvocationId: 27,
  GlobalInvocationId: 28,
  LocalInvocationIndex: 29,
  VertexIndex: 42,
  InstanceIndex: 43,
  BaseVertex: 4424,
  BaseInstance: 4425,
  FragStencilRefEXT: 5014,
  FullyCoveredEXT: 5264,
} as const;

/** Dimensions of images. */
export const Dim = { '1D': 0, '2D': 1, '3D': 2, Cube: 3, Buffer: 5 } as const;

export const ImageOperand = {
  Bias: 1,
  Lod: 2,
  Grad: 4,
  ConstOffset: 8,
  Offset: 16,
  Sample: 64,
  MinLod: 128,
} as const;

export const Scope = { Device: 1, Workgroup: 2, Invocation: 4 } as const;

export const MemorySemantics = {
  AcquireRelease: 8,
  UniformMemory: 0x40,
  WorkgroupMemory: 0x100,
  ImageMemory: 0x800,
} as const;
