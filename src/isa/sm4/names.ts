/**
 * The named values of SM 4-5.1 tokens as listings spell them, each table indexed by the value.
 * Source of every spelling: oracle.
 */

import {
  type InterpolationMode,
  type MinPrecision,
  type NamesByNumber,
  Primitive,
  PrimitiveTopology,
  ResourceDimension,
  type ReturnType,
  recordByNumber,
  type TessellatorDomain,
  type TessellatorOutputPrimitive,
  type TessellatorPartitioning,
} from '../../base/d3d/enumerations.ts';
import { DECLARED_SYSTEM_VALUES, type DeclaredSystemValue } from '../../base/d3d/system-values.ts';

/** D3D10_SB_RESOURCE_DIMENSION. */
export const SM4_RESOURCE_DIMENSIONS = [
  '<unknown dimension>',
  'buffer',
  'texture1d',
  'texture2d',
  'texture2dms',
  'texture3d',
  'texturecube',
  'texture1darray',
  'texture2darray',
  'texture2dmsarray',
  'texturecubearray',
  'raw_buffer',
  'structured_buffer',
] as const satisfies NamesByNumber<typeof ResourceDimension>;

/** Dimensions whose name is followed by a sample count. */
export const SM4_MULTISAMPLED_DIMENSIONS: readonly number[] = [
  ResourceDimension.texture2DMS,
  ResourceDimension.texture2DMSArray,
];

/** D3D10_SB_RESOURCE_RETURN_TYPE. */
export const SM4_RETURN_TYPES = [
  '<unknown resource return type>',
  'unorm',
  'snorm',
  'sint',
  'uint',
  'float',
  'mixed',
  'double',
  '<continued>',
  '<unused>',
] as const satisfies NamesByNumber<typeof ReturnType>;

/** The name of a resource dimension; values without a name are the unknown dimension. */
export function sm4DimensionName(dimension: number): string {
  return SM4_RESOURCE_DIMENSIONS[dimension] ?? SM4_RESOURCE_DIMENSIONS[0];
}

/** The return types of the four components, four bits each from the lowest on: `float,float,float,float`. */
export function sm4ReturnTypeNames(types: number): string {
  const name = (component: number) => SM4_RETURN_TYPES[(types >>> (4 * component)) & 15] ?? SM4_RETURN_TYPES[0];
  return `${name(0)},${name(1)},${name(2)},${name(3)}`;
}

/** D3D10_SB_SAMPLER_MODE; other values print nothing. */
export const SM4_SAMPLER_MODES = ['mode_default', 'mode_comparison', 'mode_mono'] as const;

/** D3D10_SB_INTERPOLATION_MODE. */
export const SM4_INTERPOLATION_MODES = [
  'undefined',
  'constant',
  'linear',
  'linear centroid',
  'linear noperspective',
  'linear noperspective centroid',
  'linear sample',
  'linear noperspective sample',
] as const satisfies NamesByNumber<typeof InterpolationMode>;

/** D3D10_SB_NAME: system values in declarations; other values print as nothing. */
export const SM4_SYSTEM_NAMES: readonly DeclaredSystemValue[] = DECLARED_SYSTEM_VALUES.map(({ declared }) => declared);

/** The spelling of a value that no table of declarations has. */
export const SM4_UNKNOWN_SYSTEM_NAME = '???';

/** D3D10_SB_PRIMITIVE_TOPOLOGY of geometry shader outputs. */
export const SM4_OUTPUT_TOPOLOGIES: Readonly<Record<number, string>> = recordByNumber(PrimitiveTopology);

/** D3D10_SB_PRIMITIVE of geometry shader inputs. */
export const SM4_INPUT_PRIMITIVES: Readonly<Record<number, string>> = recordByNumber(Primitive);

/** D3D11_SB_TESSELLATOR_DOMAIN; 0 is undefined. */
export const SM4_TESSELLATOR_DOMAINS = [
  SM4_UNKNOWN_SYSTEM_NAME,
  'domain_isoline',
  'domain_tri',
  'domain_quad',
] as const satisfies NamesByNumber<typeof TessellatorDomain>;

/** D3D11_SB_TESSELLATOR_PARTITIONING; 0 is undefined. */
export const SM4_TESSELLATOR_PARTITIONINGS = [
  SM4_UNKNOWN_SYSTEM_NAME,
  'partitioning_integer',
  'partitioning_pow2',
  'partitioning_fractional_odd',
  'partitioning_fractional_even',
] as const satisfies NamesByNumber<typeof TessellatorPartitioning>;

/** D3D11_SB_TESSELLATOR_OUTPUT_PRIMITIVE; undefined and unknown values print nothing at all. */
export const SM4_TESSELLATOR_OUTPUT_PRIMITIVES = [
  '',
  'output_point',
  'output_line',
  'output_triangle_cw',
  'output_triangle_ccw',
] as const satisfies NamesByNumber<typeof TessellatorOutputPrimitive>;

/** D3D11_SB_OPERAND_MIN_PRECISION; 0 and unknown values, up to 7, are the default precision. */
export const SM4_MIN_PRECISIONS = [
  'def32',
  'min16f',
  'min2_8f',
  'def32',
  'min16i',
  'min16u',
  'def32',
  'def32',
] as const satisfies NamesByNumber<typeof MinPrecision>;

/** D3D10_SB_RESINFO_INSTRUCTION_RETURN_TYPE. */
export const SM4_RESINFO_RETURN_TYPES = ['float', 'rcpfloat', 'uint'] as const;

/** D3D10_SB_INSTRUCTION_RETURN_TYPE, of sampleinfo. */
export const SM4_SAMPLEINFO_RETURN_TYPES = ['float', 'uint'] as const;

/** D3D10_SB_OPERAND_MODIFIER. */
export const SM4_OPERAND_MODIFIERS = ['none', 'negate', 'absolute', 'negated absolute'] as const;

/** D3D10_SB_CUSTOMDATA_CLASS. */
export const Sm4CustomDataClass = {
  comment: 0,
  debugInfo: 1,
  opaque: 2,
  immediateConstantBuffer: 3,
  shaderMessage: 4,
  clipPlaneConstantMappings: 5,
} as const;

/** The classes of custom data by number, spelled out. */
export const SM4_CUSTOM_DATA_CLASSES = [
  'comment',
  'debug information',
  'opaque',
  'immediate constant buffer',
  'shader message',
  'clip plane constant mappings',
] as const;

/** Suffixes of mnemonics: for bits of the opcode token, and for what follows the mnemonic. */
export const SUFFIXES = {
  offsets: '_aoffimmi',
  indexable: '_indexable',
  saturate: '_sat',
  zero: '_z',
  nonZero: '_nz',
} as const;

/** The word in brackets after a mnemonic whose result must not be refactored. */
export const PRECISE = 'precise';

/** Suffixes for the format of the results of `resinfo`, by the value in its token (source: oracle). */
export const SIZE_SUFFIXES = ['', '_rcpfloat', '_uint', ''] as const;
export const SAMPLE_COUNT_SUFFIXES = ['', '_uint', '', ''] as const;

/** Suffixes of `sync` by field, in the order of a listing. */
export const SYNC_SUFFIXES = {
  uavGlobal: '_uglobal',
  uavGroup: '_ugroup',
  sharedMemory: '_g',
  threadsInGroup: '_t',
} as const;

/** Suffixes of UAV declarations by field, in the order of a listing. */
export const UAV_SUFFIXES = {
  globallyCoherent: '_glc',
  orderPreservingCounter: '_opc',
  rasterizerOrdered: '_rov',
} as const;
/** The suffix of declarations of interfaces that are selected at run time. */
export const DYNAMIC_INTERFACE_SUFFIX = '_dynamicindexed';

/** How the declaration of a constant buffer spells whether it is indexed at run time, by the value in its token. */
export const ACCESS_PATTERNS = ['immediateIndexed', 'dynamicIndexed'] as const;
/** The spelling of no global flags, directly after the mnemonic. */
export const NO_GLOBAL_FLAGS = 'none';
/** The mark of an operand whose index differs between lanes. */
export const NON_UNIFORM = 'nonuniform';
/** The mark before the text of a comment that is part of a program. */
export const COMMENT_MARK = '// COMMENT: ';
/** The spelling of a data block that a listing does not show. */
export const UNREADABLE_DATA = 'undecipherable custom data';
/** Before words after the operands of an instruction, in parentheses (ours: only exact listings have them). */
export const EXTRA_WORDS = 'words';
/** The spelling of an unknown function of a debug message. */
export const UNKNOWN_FUNCTION = '<unknown>';
/** Prefixes for the numbers of unknown opcodes and operand types (ours: Microsoft's disassembler gives up). */
export const UNKNOWN_OPCODE = 'opcode_';
export const UNKNOWN_TYPE = 'type';
