/**
 * THE TABLE of shader models 4.0 to 5.1: one row for every opcode, with its number, its operands with their value
 * types, components and access, how it is encoded and how it prints, what it does, what the statistics count it as, and
 * which programs may have it. Decoder, printer, assembler, encoder, validator, documentation, coverage and the
 * random-program generator derive from it. A line of prose for each row is in opcode-docs.ts.
 *
 * Where Microsoft's validator or compiler disagrees with a fact, the fact stays here and the disagreement is a named
 * exception in the code that follows Microsoft (validate/sm4/operand-constraints.ts, validate/sm4/availability.ts,
 * validate/sm4/rules/flow/uninitialized-reads.ts).
 *
 * Sources: numbers from the public tokenized program format headers; value types, components and access from the public
 * Direct3D 11.3 functional specification; operand counts, how literals print, which operands take their precision from
 * the destination, and what the statistics count from the oracle.
 */
import type { Sm4Controls } from './controls.ts';

export type Sm4OperandRole =
  | 'destination'
  | 'source'
  | 'resource'
  | 'sampler'
  | 'uav'
  | 'memory'
  | 'constantBuffer'
  | 'register'
  | 'label'
  | 'stream'
  | 'function';

/**
 * How an instruction interprets a value.
 *
 * - `f64` takes two components, the low half first.
 * - `bool` is all ones or zero.
 * - `bits` is a 32-bit pattern that no number is read from: bitwise logic, conditions (any set bit is true), packed
 *   halves.
 * - `any` is copied as it is, or has the type that a declaration or the instruction's controls give it.
 * - `none`: the operand has no value; it names a register.
 */
export type Sm4ValueType = 'f32' | 'i32' | 'u32' | 'f64' | 'bool' | 'bits' | 'any' | 'none';

/**
 * Which components of an operand take part. For sources, components count after the swizzle.
 *
 * - `mask`: of a destination, those of its write mask; of a source, those in the same positions as the mask of the
 *   destination. The swizzle of a view that is read applies to the texel in the same way.
 * - `prefix`: a write mask without gaps, from x on.
 * - `one`: of a destination, a mask of one component; of a source, one selected component, or a literal with one value.
 * - `xy`, `xyz`, `xyzw`: these, for any mask of the destination.
 * - `coordinates`: as many as the dimension of the resource has, with the array slice.
 * - `coordinatesAndLevel`: the same, and the mip level in w; buffers have none.
 * - `gradients`: as many as the dimension of the resource has, without an array slice.
 * - `doublePerComponent`: the first double for the first component of the mask, the second for the second.
 * - `componentPerDouble`: x for the double in xy, y for the one in zw.
 * - `none`: the operand has no components.
 */
export type Sm4Components =
  | 'mask'
  | 'one'
  | 'prefix'
  | 'xy'
  | 'xyz'
  | 'xyzw'
  | 'coordinates'
  | 'coordinatesAndLevel'
  | 'gradients'
  | 'doublePerComponent'
  | 'componentPerDouble'
  | 'none';

/**
 * The way in which an instruction uses an operand.
 *
 * - `read`, `write`, `readWrite`: with its value; of views and memory, with their contents.
 * - `status`: writes the access status of a sparse instruction.
 * - `address`: reads it as a coordinate, an offset or an index into the resource.
 * - `constant`: takes a literal that is known before the program runs.
 * - `interpolate`: evaluates an input register at another location instead of reading it.
 * - `query`: reads properties of a view, not its contents.
 * - `counter`: changes the hidden counter of a structured UAV.
 * - `name`: names a sampler, label, stream or interface.
 * - `declare`: declares the register.
 */
export type Sm4Access =
  | 'read'
  | 'write'
  | 'readWrite'
  | 'status'
  | 'address'
  | 'constant'
  | 'interpolate'
  | 'query'
  | 'counter'
  | 'name'
  | 'declare';

export interface Sm4OperandRow {
  readonly role: Sm4OperandRole;
  readonly type: Sm4ValueType;
  readonly components: Sm4Components;
  readonly access: Sm4Access;
  /** A result that the null register may discard. */
  readonly optional: boolean;
  /** The operation runs at the precision of the first operand, so a listing names both precisions of this one. */
  readonly precisionOfDestination: boolean;
  /** How many of the low bits count; absent: all 32. */
  readonly usedBits?: 5;
  /** The register that a `resource` operand may be instead of a shader resource view. */
  readonly alternative?: 'uav' | 'rasterizer';
}

// --- operands -----------------------------------------------------------------------------------------------------

/** Role and access stay part of the type: the builder takes operands by them. */
type Operand<Role extends Sm4OperandRole, Access extends Sm4Access> = Sm4OperandRow & {
  readonly role: Role;
  readonly access: Access;
};

function operand<Role extends Sm4OperandRole, Access extends Sm4Access>(
  role: Role,
  access: Access,
  type: Sm4ValueType,
  components: Sm4Components,
): Operand<Role, Access> {
  return { role, type, components, access, optional: false, precisionOfDestination: false };
}

const result = (type: Sm4ValueType, components: Sm4Components = 'mask') =>
  operand('destination', 'write', type, components);
const source = (type: Sm4ValueType, components: Sm4Components = 'mask') => operand('source', 'read', type, components);
const address = (type: Sm4ValueType, components: Sm4Components) => operand('source', 'address', type, components);
const optional = <Row extends Sm4OperandRow>(row: Row): Row => ({ ...row, optional: true });
const asDst = <Row extends Sm4OperandRow>(row: Row): Row => ({ ...row, precisionOfDestination: true });

// Results
const DST_F32 = result('f32');
const DST_I32 = result('i32');
const DST_U32 = result('u32');
const DST_F64 = result('f64');
const DST_BOOL = result('bool');
const DST_BITS = result('bits');
const DST_ANY = result('any');
const DST_ANY_AS_DST = asDst(DST_ANY);
const DST_ONE_I32 = result('i32', 'one');
const DST_ONE_U32 = result('u32', 'one');
const DST_ONE_BITS = result('bits', 'one');
const OPT_F32 = optional(DST_F32);
const OPT_I32 = optional(DST_I32);
const OPT_U32 = optional(DST_U32);
const OPT_ANY = optional(DST_ANY);
/** The access status of a sparse instruction: an opaque value for `check_access_fully_mapped`. */
const STATUS = optional(operand('destination', 'status', 'bits', 'mask'));

// Values, component by component
const F32 = source('f32');
const F32_AS_DST = asDst(F32);
const I32 = source('i32');
const I32_AS_DST = asDst(I32);
const U32 = source('u32');
const U32_AS_DST = asDst(U32);
const F64_AS_DST = asDst(source('f64'));
const BITS = source('bits');
const BITS_AS_DST = asDst(BITS);
const ANY = source('any');
const ANY_AS_DST = asDst(ANY);
/** An amount of bits: only the low 5 bits count. */
const LOW_5_BITS = { ...U32, usedBits: 5 } as const;
const LOW_5_BITS_AS_DST = asDst(LOW_5_BITS);

// Vectors of dot products
const F32_XY_AS_DST = asDst(source('f32', 'xy'));
const F32_XYZ_AS_DST = asDst(source('f32', 'xyz'));
const F32_XYZW_AS_DST = asDst(source('f32', 'xyzw'));

// Conversions between one component and two
const F64_FOR_32 = source('f64', 'doublePerComponent');
const F64_FOR_32_AS_DST = asDst(F64_FOR_32);
const F32_FOR_64 = source('f32', 'componentPerDouble');
const I32_FOR_64 = source('i32', 'componentPerDouble');
const U32_FOR_64 = source('u32', 'componentPerDouble');
const BITS_FOR_64 = source('bits', 'componentPerDouble');

// One component
const F32_ONE = source('f32', 'one');
const I32_ONE = source('i32', 'one');
const U32_ONE = source('u32', 'one');
const BITS_ONE = source('bits', 'one');
/** The value of a `case`. */
const LITERAL = operand('source', 'constant', 'bits', 'one');

// Addresses
/** Where a texture is sampled. */
const LOCATION = address('f32', 'coordinates');
const GRADIENT = address('f32', 'gradients');
const TEXEL = address('i32', 'coordinates');
const TEXEL_AND_LEVEL = address('i32', 'coordinatesAndLevel');
/**
 * An element of a typed UAV; of raw memory a byte offset, of structured memory the element and the byte offset in it.
 */
const ELEMENT = address('u32', 'coordinates');
/** A byte offset, or the number of an element. */
const INDEX = address('u32', 'one');
const LEVEL = address('u32', 'one');
const SAMPLE_INDEX = address('u32', 'one');
/** Offsets in texels, or in sixteenths of a pixel. */
const OFFSET = address('i32', 'xy');
const INTERPOLATED_AS_DST = asDst(operand('source', 'interpolate', 'any', 'mask'));

// Views, memory and samplers
const RESOURCE = operand('resource', 'read', 'any', 'mask');
/** A view whose mip levels the instruction reads, not its texels. */
const RESOURCE_INFO = operand('resource', 'query', 'any', 'mask');
const RESOURCE_OR_UAV = { ...RESOURCE_INFO, alternative: 'uav' } as const;
const RESOURCE_OR_RASTERIZER = { ...RESOURCE_INFO, alternative: 'rasterizer' } as const;
const SAMPLER = operand('sampler', 'name', 'none', 'none');
/** A sampler with the channel that a gather reads. */
const SAMPLER_CHANNEL = operand('sampler', 'name', 'none', 'one');
const UAV_READ = operand('uav', 'read', 'any', 'mask');
const UAV_WRITE = operand('uav', 'write', 'any', 'xyzw');
const UAV_COUNTER = operand('uav', 'counter', 'u32', 'none');
/** Raw or structured memory: UAV, group-shared memory, or a buffer view. */
const MEMORY_READ = operand('memory', 'read', 'any', 'mask');
/** UAV or group-shared memory. */
const MEMORY_WRITE = operand('memory', 'write', 'any', 'prefix');
const MEMORY_I32 = operand('memory', 'readWrite', 'i32', 'none');
const MEMORY_U32 = operand('memory', 'readWrite', 'u32', 'none');
const MEMORY_BITS = operand('memory', 'readWrite', 'bits', 'none');

// Names
const LABEL = operand('label', 'name', 'none', 'none');
const STREAM = operand('stream', 'name', 'none', 'none');
/** An interface pointer. */
const FUNCTION = operand('function', 'name', 'none', 'none');

// Registers that a declaration is about
const DCL_RESOURCE = operand('resource', 'declare', 'none', 'none');
const DCL_SAMPLER = operand('sampler', 'declare', 'none', 'none');
const DCL_UAV = operand('uav', 'declare', 'none', 'none');
const DCL_MEMORY = operand('memory', 'declare', 'none', 'none');
const DCL_STREAM = operand('stream', 'declare', 'none', 'none');
const DCL_CONSTANT_BUFFER = operand('constantBuffer', 'declare', 'any', 'xyzw');
const DCL_REGISTER = operand('register', 'declare', 'any', 'mask');

// --- rows ---------------------------------------------------------------------------------------------------------

/** DWORDs of a declaration that are not operands, by what they mean; `space` exists from 5.1 on only. */
export type Sm4Payload =
  | 'returnTypes'
  | 'space'
  | 'size'
  | 'count'
  | 'name'
  | 'register'
  | 'components'
  | 'list'
  | 'callSites'
  | 'interface'
  | 'float'
  | 'x'
  | 'y'
  | 'z'
  | 'stride'
  | 'byteCount'
  | 'functionIndex'
  | 'interfaceId';

/** The subject of a declaration. */
export type Sm4Declares =
  | 'input'
  | 'output'
  | 'temps'
  | 'indexableTemp'
  | 'indexRange'
  | 'constantBuffer'
  | 'sampler'
  | 'resource'
  | 'uav'
  | 'sharedMemory'
  | 'interface'
  | 'globalFlags'
  | 'geometry'
  | 'stream'
  | 'tessellation'
  | 'phaseInstances'
  | 'threadGroup';

/** The purpose of an instruction; `none`: it has no effect. */
export type Sm4Category =
  | 'arithmetic'
  | 'comparison'
  | 'integer'
  | 'bitwise'
  | 'conversion'
  | 'move'
  | 'sample'
  | 'gather'
  | 'load'
  | 'store'
  | 'atomic'
  | 'query'
  | 'derivative'
  | 'interpolation'
  | 'flow'
  | 'stream'
  | 'barrier'
  | 'phase'
  | 'debug'
  | 'none';

/**
 * The requirements of an opcode in addition to its shader model and stage.
 *
 * - `doubles`, `doubleExtensions`, `shaderExtensions`: the global flag for it.
 * - `tiledResources`: the feature of the container.
 * - `unorderedAccess`: shader model 5, or a compute shader; in stages other than pixel and compute the feature
 *   `uavsAtEveryStage`.
 * - `rawBuffers`: shader model 5, or a compute shader, or the feature of raw and structured buffers in shader model 4.
 * - `pixelShaderIn4_0`: in shader model 4.0 a pixel shader.
 * - `unavailable`: no program may have it.
 */
export type Sm4Requirement =
  | 'nothing'
  | 'doubles'
  | 'doubleExtensions'
  | 'shaderExtensions'
  | 'tiledResources'
  | 'unorderedAccess'
  | 'rawBuffers'
  | 'pixelShaderIn4_0'
  | 'unavailable';

/**
 * The counter of the chunk STAT that an instruction increments in addition to the number of instructions (source:
 * oracle). `nothing`: as nothing else; `uncounted`: not even as an instruction. `branch` is static or dynamic flow
 * control, depending on its operand. Which fields these are, and how operands change them, is in statistics.ts.
 */
export type Sm4CountedAs =
  | 'nothing'
  | 'uncounted'
  | 'float'
  | 'int'
  | 'uint'
  | 'conversion'
  | 'floatAndConversion'
  | 'sincos'
  | 'mov'
  | 'movc'
  | 'staticFlow'
  | 'branch'
  | 'cut'
  | 'emit'
  | 'emitAndCut'
  | 'sample'
  | 'sampleCompare'
  | 'sampleBias'
  | 'sampleGradient'
  | 'load'
  | 'store'
  | 'gather'
  | 'lod'
  | 'barrier'
  | 'atomic';

/** Where a `sample` instruction has its mip level from; `implicit` and `bias` need the derivatives of the quad. */
export type Sm4MipLevel = 'implicit' | 'bias' | 'explicit' | 'gradients' | 'zero';

export type Sm4Stage = 'ps' | 'vs' | 'gs' | 'hs' | 'ds' | 'cs';

interface RowBase {
  /** `D3D10_SB_OPCODE_TYPE`. */
  readonly code: number;
  /** Before the operands for `fcall`, after them for declarations. */
  readonly payload?: readonly Sm4Payload[];
  /**
   * The contents of bits 11 to 23 of its token; absent: nothing. Whether a result may be clamped, and in which models
   * it may be precise, is what Microsoft's validator accepts (source: oracle).
   */
  readonly controls?: Sm4Controls;
  /**
   * Its lists may be longer than the length field in its token can hold: with bit 31 that has the low seven bits of the
   * length, and the next DWORD all of it (source: oracle).
   */
  readonly longLength?: true;
  readonly block?: 'open' | 'middle' | 'close';
  /** The first shader model that has it; compute shaders 4.x count. */
  readonly since: '4.0' | '4.1' | '5.0' | '5.1';
  /** The last shader model that has it, where later ones reject it. */
  readonly until?: '4.1';
  /** The only stages that have it; absent: all. */
  readonly stages?: readonly Sm4Stage[];
}

/** How literals of an opcode print. */
type Literals = 'float' | 'int' | 'untyped';

type Operands =
  | {
      readonly operands: readonly [Sm4OperandRow, ...Sm4OperandRow[]];
      readonly literals: Literals;
    }
  | { readonly operands: readonly []; readonly literals?: undefined };

interface Executed {
  readonly kind: 'instruction';
  /** Absent: `nothing`. */
  readonly countedAs?: Sm4CountedAs;
  /** Absent: `nothing`. */
  readonly requires?: Sm4Requirement;
}

/** `marker` begins the declarations of a hull shader; `reserved` opcodes have a number and no meaning. */
type Kinds =
  | (Executed & { readonly category: Exclude<Sm4Category, 'sample'> })
  | (Executed & {
      readonly category: 'sample';
      readonly mipLevel: Sm4MipLevel;
      /** It compares texels with a reference value. */
      readonly compares: boolean;
    })
  | { readonly kind: 'declaration'; readonly declares: Sm4Declares; readonly requires?: Sm4Requirement }
  | { readonly kind: 'marker' | 'custom' | 'reserved' };

export type Sm4OpcodeRow = RowBase & Kinds & Operands;

type WrittenOperands = readonly [Sm4OperandRow, ...Sm4OperandRow[]];

/** Returns a function for rows of instructions by how their literals print and their controls. */
const rowsWith =
  <const L extends Literals, const Controls extends Sm4Controls>(literals: L, controls: Controls) =>
  <const Row extends WrittenOperands>(...operands: Row) =>
    ({ kind: 'instruction', operands, literals, controls }) as const;

const arithmetic = rowsWith('float', 'arithmetic');
/** Arithmetic whose literals print as integers. */
const arithmeticInts = rowsWith('int', 'arithmetic');
const floats = rowsWith('float', 'precise');
const ints = rowsWith('int', 'precise');
const test = rowsWith('int', 'test');

/** The rows by mnemonic, in the order of their numbers, without gaps. */
// biome-ignore format: one row, one line
export const SM4_OPCODES = {
  add: { code: 0, ...arithmetic(DST_F32, F32_AS_DST, F32_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  and: { code: 1, ...ints(DST_BITS, BITS_AS_DST, BITS_AS_DST), category: 'bitwise', countedAs: 'uint', since: '4.0' },
  break: { code: 2, kind: 'instruction', operands: [], category: 'flow', countedAs: 'staticFlow', since: '4.0' },
  breakc: { code: 3, ...test(BITS_ONE), category: 'flow', countedAs: 'branch', since: '4.0' },
  call: { code: 4, kind: 'instruction', operands: [LABEL], literals: 'int', category: 'flow', countedAs: 'staticFlow', since: '4.0' },
  callc: { code: 5, ...test(BITS_ONE, LABEL), category: 'flow', countedAs: 'branch', since: '4.0' },
  case: { code: 6, kind: 'instruction', operands: [LITERAL], literals: 'int', category: 'flow', since: '4.0' },
  continue: { code: 7, kind: 'instruction', operands: [], category: 'flow', countedAs: 'staticFlow', since: '4.0' },
  continuec: { code: 8, ...test(BITS_ONE), category: 'flow', countedAs: 'branch', since: '4.0' },
  cut: { code: 9, kind: 'instruction', operands: [], category: 'stream', countedAs: 'cut', since: '4.0', stages: ['gs'] },
  default: { code: 10, kind: 'instruction', operands: [], category: 'flow', since: '4.0' },
  deriv_rtx: { code: 11, ...arithmetic(DST_F32, F32_AS_DST), category: 'derivative', countedAs: 'float', since: '4.0', until: '4.1', stages: ['ps'] },
  deriv_rty: { code: 12, ...arithmetic(DST_F32, F32_AS_DST), category: 'derivative', countedAs: 'float', since: '4.0', until: '4.1', stages: ['ps'] },
  discard: { code: 13, ...test(BITS_ONE), category: 'flow', since: '4.0', stages: ['ps'] },
  div: { code: 14, ...arithmetic(DST_F32, F32_AS_DST, F32_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  dp2: { code: 15, ...arithmetic(DST_F32, F32_XY_AS_DST, F32_XY_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  dp3: { code: 16, ...arithmetic(DST_F32, F32_XYZ_AS_DST, F32_XYZ_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  dp4: { code: 17, ...arithmetic(DST_F32, F32_XYZW_AS_DST, F32_XYZW_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  else: { code: 18, kind: 'instruction', operands: [], block: 'middle', category: 'flow', countedAs: 'staticFlow', since: '4.0' },
  emit: { code: 19, kind: 'instruction', operands: [], category: 'stream', countedAs: 'emit', since: '4.0', stages: ['gs'] },
  emit_then_cut: { code: 20, kind: 'instruction', operands: [], category: 'stream', countedAs: 'emitAndCut', since: '4.0', stages: ['gs'] },
  endif: { code: 21, kind: 'instruction', operands: [], block: 'close', category: 'flow', since: '4.0' },
  endloop: { code: 22, kind: 'instruction', operands: [], block: 'close', category: 'flow', since: '4.0' },
  endswitch: { code: 23, kind: 'instruction', operands: [], block: 'close', category: 'flow', since: '4.0' },
  eq: { code: 24, ...floats(DST_BOOL, F32, F32), category: 'comparison', countedAs: 'float', since: '4.0' },
  exp: { code: 25, ...arithmetic(DST_F32, F32_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  frc: { code: 26, ...arithmetic(DST_F32, F32_AS_DST), category: 'arithmetic', countedAs: 'floatAndConversion', since: '4.0' },
  ftoi: { code: 27, ...floats(DST_I32, F32), category: 'conversion', countedAs: 'conversion', since: '4.0' },
  ftou: { code: 28, ...floats(DST_U32, F32), category: 'conversion', countedAs: 'conversion', since: '4.0' },
  ge: { code: 29, ...floats(DST_BOOL, F32, F32), category: 'comparison', countedAs: 'float', since: '4.0' },
  iadd: { code: 30, ...ints(DST_I32, I32_AS_DST, I32_AS_DST), category: 'integer', countedAs: 'int', since: '4.0' },
  if: { code: 31, kind: 'instruction', operands: [BITS_ONE], literals: 'int', controls: 'test', block: 'open', category: 'flow', countedAs: 'branch', since: '4.0' },
  ieq: { code: 32, ...ints(DST_BOOL, I32, I32), category: 'comparison', countedAs: 'int', since: '4.0' },
  ige: { code: 33, ...ints(DST_BOOL, I32, I32), category: 'comparison', countedAs: 'int', since: '4.0' },
  ilt: { code: 34, ...ints(DST_BOOL, I32, I32), category: 'comparison', countedAs: 'int', since: '4.0' },
  imad: { code: 35, ...ints(DST_I32, I32_AS_DST, I32_AS_DST, I32_AS_DST), category: 'integer', countedAs: 'int', since: '4.0' },
  imax: { code: 36, ...ints(DST_I32, I32_AS_DST, I32_AS_DST), category: 'integer', countedAs: 'int', since: '4.0' },
  imin: { code: 37, ...ints(DST_I32, I32_AS_DST, I32_AS_DST), category: 'integer', countedAs: 'int', since: '4.0' },
  imul: { code: 38, ...ints(OPT_I32, OPT_I32, I32_AS_DST, I32_AS_DST), category: 'integer', countedAs: 'int', since: '4.0' },
  ine: { code: 39, ...ints(DST_BOOL, I32, I32), category: 'comparison', countedAs: 'int', since: '4.0' },
  ineg: { code: 40, ...ints(DST_I32, I32_AS_DST), category: 'integer', countedAs: 'int', since: '4.0' },
  ishl: { code: 41, ...ints(DST_BITS, BITS_AS_DST, LOW_5_BITS), category: 'bitwise', countedAs: 'int', since: '4.0' },
  ishr: { code: 42, ...ints(DST_I32, I32_AS_DST, LOW_5_BITS), category: 'bitwise', countedAs: 'int', since: '4.0' },
  itof: { code: 43, ...ints(DST_F32, I32), category: 'conversion', countedAs: 'conversion', since: '4.0' },
  label: { code: 44, kind: 'instruction', operands: [LABEL], literals: 'int', category: 'flow', countedAs: 'uncounted', since: '4.0' },
  ld: { code: 45, ...ints(DST_ANY, TEXEL_AND_LEVEL, RESOURCE), category: 'load', countedAs: 'load', since: '4.0' },
  ldms: { code: 46, ...ints(DST_ANY, TEXEL, RESOURCE, SAMPLE_INDEX), category: 'load', countedAs: 'load', requires: 'pixelShaderIn4_0', since: '4.0' },
  log: { code: 47, ...arithmetic(DST_F32, F32_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  loop: { code: 48, kind: 'instruction', operands: [], block: 'open', category: 'flow', since: '4.0' },
  lt: { code: 49, ...floats(DST_BOOL, F32, F32), category: 'comparison', countedAs: 'float', since: '4.0' },
  mad: { code: 50, ...arithmetic(DST_F32, F32_AS_DST, F32_AS_DST, F32_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  min: { code: 51, ...arithmetic(DST_F32, F32_AS_DST, F32_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  max: { code: 52, ...arithmetic(DST_F32, F32_AS_DST, F32_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  customdata: { code: 53, kind: 'custom', operands: [], since: '4.0' },
  mov: { code: 54, kind: 'instruction', operands: [DST_ANY, ANY_AS_DST], literals: 'untyped', controls: 'arithmetic', category: 'move', countedAs: 'mov', since: '4.0' },
  movc: { code: 55, kind: 'instruction', operands: [DST_ANY, BITS, ANY_AS_DST, ANY_AS_DST], literals: 'untyped', controls: 'arithmetic', category: 'move', countedAs: 'movc', since: '4.0' },
  mul: { code: 56, ...arithmetic(DST_F32, F32_AS_DST, F32_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  ne: { code: 57, ...floats(DST_BOOL, F32, F32), category: 'comparison', countedAs: 'float', since: '4.0' },
  nop: { code: 58, kind: 'instruction', operands: [], category: 'none', since: '4.0' },
  not: { code: 59, ...ints(DST_BITS, BITS_AS_DST), category: 'bitwise', countedAs: 'uint', since: '4.0' },
  or: { code: 60, ...ints(DST_BITS, BITS_AS_DST, BITS_AS_DST), category: 'bitwise', countedAs: 'uint', since: '4.0' },
  resinfo: { code: 61, kind: 'instruction', operands: [DST_ANY, LEVEL, RESOURCE_OR_UAV], literals: 'int', controls: 'sizeQuery', category: 'query', since: '4.0' },
  ret: { code: 62, kind: 'instruction', operands: [], category: 'flow', countedAs: 'staticFlow', since: '4.0' },
  retc: { code: 63, ...test(BITS_ONE), category: 'flow', countedAs: 'branch', since: '4.0' },
  round_ne: { code: 64, ...arithmetic(DST_F32, F32_AS_DST), category: 'arithmetic', countedAs: 'floatAndConversion', since: '4.0' },
  round_ni: { code: 65, ...arithmetic(DST_F32, F32_AS_DST), category: 'arithmetic', countedAs: 'floatAndConversion', since: '4.0' },
  round_pi: { code: 66, ...arithmetic(DST_F32, F32_AS_DST), category: 'arithmetic', countedAs: 'floatAndConversion', since: '4.0' },
  round_z: { code: 67, ...arithmetic(DST_F32, F32_AS_DST), category: 'arithmetic', countedAs: 'floatAndConversion', since: '4.0' },
  rsq: { code: 68, ...arithmetic(DST_F32, F32_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  sample: { code: 69, ...floats(DST_F32, LOCATION, RESOURCE, SAMPLER), category: 'sample', mipLevel: 'implicit', compares: false, countedAs: 'sample', since: '4.0', stages: ['ps'] },
  sample_c: { code: 70, ...floats(DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE), category: 'sample', mipLevel: 'implicit', compares: true, countedAs: 'sampleCompare', since: '4.0', stages: ['ps'] },
  sample_c_lz: { code: 71, ...floats(DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE), category: 'sample', mipLevel: 'zero', compares: true, countedAs: 'sampleCompare', since: '4.0' },
  sample_l: { code: 72, ...floats(DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE), category: 'sample', mipLevel: 'explicit', compares: false, countedAs: 'load', since: '4.0' },
  sample_d: { code: 73, ...floats(DST_F32, LOCATION, RESOURCE, SAMPLER, GRADIENT, GRADIENT), category: 'sample', mipLevel: 'gradients', compares: false, countedAs: 'sampleGradient', since: '4.0' },
  sample_b: { code: 74, ...floats(DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE), category: 'sample', mipLevel: 'bias', compares: false, countedAs: 'sampleBias', since: '4.0', stages: ['ps'] },
  sqrt: { code: 75, ...arithmetic(DST_F32, F32_AS_DST), category: 'arithmetic', countedAs: 'float', since: '4.0' },
  switch: { code: 76, kind: 'instruction', operands: [BITS_ONE], literals: 'int', block: 'open', category: 'flow', countedAs: 'branch', since: '4.0' },
  sincos: { code: 77, ...arithmetic(OPT_F32, OPT_F32, F32_AS_DST), category: 'arithmetic', countedAs: 'sincos', since: '4.0' },
  udiv: { code: 78, ...ints(OPT_U32, OPT_U32, U32_AS_DST, U32_AS_DST), category: 'integer', countedAs: 'uint', since: '4.0' },
  ult: { code: 79, ...ints(DST_BOOL, U32, U32), category: 'comparison', countedAs: 'uint', since: '4.0' },
  uge: { code: 80, ...ints(DST_BOOL, U32, U32), category: 'comparison', countedAs: 'uint', since: '4.0' },
  umul: { code: 81, ...ints(OPT_U32, OPT_U32, U32_AS_DST, U32_AS_DST), category: 'integer', countedAs: 'uint', since: '4.0' },
  umad: { code: 82, ...ints(DST_U32, U32_AS_DST, U32_AS_DST, U32_AS_DST), category: 'integer', countedAs: 'uint', since: '4.0' },
  umax: { code: 83, ...ints(DST_U32, U32_AS_DST, U32_AS_DST), category: 'integer', countedAs: 'uint', since: '4.0' },
  umin: { code: 84, ...ints(DST_U32, U32_AS_DST, U32_AS_DST), category: 'integer', countedAs: 'uint', since: '4.0' },
  ushr: { code: 85, ...ints(DST_U32, U32_AS_DST, LOW_5_BITS), category: 'bitwise', countedAs: 'uint', since: '4.0' },
  utof: { code: 86, ...ints(DST_F32, U32), category: 'conversion', countedAs: 'conversion', since: '4.0' },
  xor: { code: 87, ...ints(DST_BITS, BITS_AS_DST, BITS_AS_DST), category: 'bitwise', countedAs: 'uint', since: '4.0' },
  dcl_resource: { code: 88, kind: 'declaration', declares: 'resource', operands: [DCL_RESOURCE], literals: 'int', controls: 'dclResource', payload: ['returnTypes', 'space'], since: '4.0' },
  dcl_constantbuffer: { code: 89, kind: 'declaration', declares: 'constantBuffer', operands: [DCL_CONSTANT_BUFFER], literals: 'int', controls: 'dclConstantBuffer', payload: ['size', 'space'], since: '4.0' },
  dcl_sampler: { code: 90, kind: 'declaration', declares: 'sampler', operands: [DCL_SAMPLER], literals: 'int', controls: 'dclSampler', payload: ['space'], since: '4.0' },
  dcl_indexrange: { code: 91, kind: 'declaration', declares: 'indexRange', operands: [DCL_REGISTER], literals: 'float', payload: ['count'], since: '4.0' },
  dcl_outputtopology: { code: 92, kind: 'declaration', declares: 'geometry', operands: [], controls: 'dclOutputTopology', since: '4.0', stages: ['gs'] },
  dcl_inputprimitive: { code: 93, kind: 'declaration', declares: 'geometry', operands: [], controls: 'dclInputPrimitive', since: '4.0', stages: ['gs'] },
  dcl_maxout: { code: 94, kind: 'declaration', declares: 'geometry', operands: [], payload: ['count'], since: '4.0', stages: ['gs'] },
  dcl_input: { code: 95, kind: 'declaration', declares: 'input', operands: [DCL_REGISTER], literals: 'int', since: '4.0' },
  dcl_input_sgv: { code: 96, kind: 'declaration', declares: 'input', operands: [DCL_REGISTER], literals: 'float', payload: ['name'], since: '4.0', stages: ['vs', 'hs'] },
  dcl_input_siv: { code: 97, kind: 'declaration', declares: 'input', operands: [DCL_REGISTER], literals: 'float', payload: ['name'], since: '4.0', stages: ['gs', 'ds', 'cs'] },
  dcl_input_ps: { code: 98, kind: 'declaration', declares: 'input', operands: [DCL_REGISTER], literals: 'float', controls: 'dclInputPs', since: '4.0', stages: ['ps'] },
  dcl_input_ps_sgv: { code: 99, kind: 'declaration', declares: 'input', operands: [DCL_REGISTER], literals: 'float', controls: 'dclInputPs', payload: ['name'], since: '4.0', stages: ['ps'] },
  dcl_input_ps_siv: { code: 100, kind: 'declaration', declares: 'input', operands: [DCL_REGISTER], literals: 'float', controls: 'dclInputPs', payload: ['name'], since: '4.0', stages: ['ps'] },
  dcl_output: { code: 101, kind: 'declaration', declares: 'output', operands: [DCL_REGISTER], literals: 'int', since: '4.0' },
  dcl_output_sgv: { code: 102, kind: 'declaration', declares: 'output', operands: [DCL_REGISTER], literals: 'float', payload: ['name'], since: '4.0', stages: ['gs'] },
  dcl_output_siv: { code: 103, kind: 'declaration', declares: 'output', operands: [DCL_REGISTER], literals: 'float', payload: ['name'], since: '4.0', stages: ['vs', 'gs', 'hs', 'ds', 'cs'] },
  dcl_temps: { code: 104, kind: 'declaration', declares: 'temps', operands: [], payload: ['count'], since: '4.0' },
  dcl_indexableTemp: { code: 105, kind: 'declaration', declares: 'indexableTemp', operands: [], payload: ['register', 'count', 'components'], since: '4.0' },
  dcl_globalFlags: { code: 106, kind: 'declaration', declares: 'globalFlags', operands: [], controls: 'dclGlobalFlags', since: '4.0' },
  jmp: { code: 107, kind: 'instruction', operands: [], category: 'none', requires: 'unavailable', since: '4.0' },
  lod: { code: 108, ...ints(DST_F32, LOCATION, RESOURCE_INFO, SAMPLER), category: 'sample', mipLevel: 'implicit', compares: false, countedAs: 'lod', since: '4.1', stages: ['ps'] },
  gather4: { code: 109, ...floats(DST_ANY, LOCATION, RESOURCE, SAMPLER_CHANNEL), category: 'gather', countedAs: 'gather', since: '4.1' },
  samplepos: { code: 110, ...ints(DST_F32, RESOURCE_OR_RASTERIZER, SAMPLE_INDEX), category: 'query', since: '4.1' },
  sampleinfo: { code: 111, kind: 'instruction', operands: [DST_ANY, RESOURCE_OR_RASTERIZER], literals: 'int', controls: 'sizeQuery', category: 'query', since: '4.1' },
  reserved_112: { code: 112, kind: 'reserved', operands: [], since: '4.1' },
  hs_decls: { code: 113, kind: 'marker', operands: [], since: '5.0', stages: ['hs'] },
  hs_control_point_phase: { code: 114, kind: 'instruction', operands: [], category: 'phase', countedAs: 'uncounted', since: '5.0', stages: ['hs'] },
  hs_fork_phase: { code: 115, kind: 'instruction', operands: [], category: 'phase', countedAs: 'uncounted', since: '5.0', stages: ['hs'] },
  hs_join_phase: { code: 116, kind: 'instruction', operands: [], category: 'phase', countedAs: 'uncounted', since: '5.0', stages: ['hs'] },
  emit_stream: { code: 117, kind: 'instruction', operands: [STREAM], literals: 'int', category: 'stream', countedAs: 'emit', since: '5.0', stages: ['gs'] },
  cut_stream: { code: 118, kind: 'instruction', operands: [STREAM], literals: 'int', category: 'stream', countedAs: 'cut', since: '5.0', stages: ['gs'] },
  emit_then_cut_stream: { code: 119, kind: 'instruction', operands: [STREAM], literals: 'int', category: 'stream', countedAs: 'emitAndCut', since: '5.0', stages: ['gs'] },
  fcall: { code: 120, kind: 'instruction', operands: [FUNCTION], literals: 'int', payload: ['functionIndex'], category: 'flow', since: '5.0' },
  bufinfo: { code: 121, ...ints(DST_U32, RESOURCE_OR_UAV), category: 'query', since: '5.0' },
  deriv_rtx_coarse: { code: 122, ...arithmeticInts(DST_F32, F32_AS_DST), category: 'derivative', countedAs: 'float', since: '5.0', stages: ['ps'] },
  deriv_rtx_fine: { code: 123, ...arithmeticInts(DST_F32, F32_AS_DST), category: 'derivative', countedAs: 'float', since: '5.0', stages: ['ps'] },
  deriv_rty_coarse: { code: 124, ...arithmeticInts(DST_F32, F32_AS_DST), category: 'derivative', countedAs: 'float', since: '5.0', stages: ['ps'] },
  deriv_rty_fine: { code: 125, ...arithmeticInts(DST_F32, F32_AS_DST), category: 'derivative', countedAs: 'float', since: '5.0', stages: ['ps'] },
  gather4_c: { code: 126, ...floats(DST_F32, LOCATION, RESOURCE, SAMPLER_CHANNEL, F32_ONE), category: 'gather', since: '5.0' },
  gather4_po: { code: 127, ...ints(DST_ANY, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL), category: 'gather', countedAs: 'gather', since: '5.0' },
  gather4_po_c: { code: 128, ...ints(DST_F32, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL, F32_ONE), category: 'gather', since: '5.0' },
  rcp: { code: 129, ...arithmeticInts(DST_F32, F32_AS_DST), category: 'arithmetic', since: '5.0' },
  f32tof16: { code: 130, ...floats(DST_BITS, F32), category: 'conversion', since: '5.0' },
  f16tof32: { code: 131, ...ints(DST_F32, BITS), category: 'conversion', since: '5.0' },
  uaddc: { code: 132, ...ints(DST_U32, OPT_U32, U32_AS_DST, U32_AS_DST), category: 'integer', since: '5.0' },
  usubb: { code: 133, ...ints(DST_U32, OPT_U32, U32_AS_DST, U32_AS_DST), category: 'integer', since: '5.0' },
  countbits: { code: 134, ...ints(DST_U32, BITS_AS_DST), category: 'bitwise', since: '5.0' },
  firstbit_hi: { code: 135, ...ints(DST_U32, BITS_AS_DST), category: 'bitwise', since: '5.0' },
  firstbit_lo: { code: 136, ...ints(DST_U32, BITS_AS_DST), category: 'bitwise', since: '5.0' },
  firstbit_shi: { code: 137, ...ints(DST_U32, I32_AS_DST), category: 'bitwise', since: '5.0' },
  ubfe: { code: 138, ...ints(DST_U32, LOW_5_BITS_AS_DST, LOW_5_BITS, U32), category: 'bitwise', since: '5.0' },
  ibfe: { code: 139, ...ints(DST_I32, LOW_5_BITS_AS_DST, LOW_5_BITS, I32), category: 'bitwise', since: '5.0' },
  bfi: { code: 140, ...ints(DST_BITS, LOW_5_BITS_AS_DST, LOW_5_BITS, BITS, BITS), category: 'bitwise', since: '5.0' },
  bfrev: { code: 141, ...ints(DST_BITS, BITS_AS_DST), category: 'bitwise', since: '5.0' },
  swapc: { code: 142, kind: 'instruction', operands: [DST_ANY, DST_ANY_AS_DST, BITS, ANY, ANY], literals: 'untyped', controls: 'precise', category: 'move', since: '5.0' },
  dcl_stream: { code: 143, kind: 'declaration', declares: 'stream', operands: [DCL_STREAM], literals: 'int', since: '5.0', stages: ['gs'] },
  dcl_function_body: { code: 144, kind: 'declaration', declares: 'interface', operands: [], payload: ['register'], since: '5.0' },
  dcl_function_table: { code: 145, kind: 'declaration', declares: 'interface', operands: [], payload: ['register', 'list'], longLength: true, since: '5.0' },
  dcl_interface: { code: 146, kind: 'declaration', declares: 'interface', operands: [], controls: 'dclInterface', payload: ['interfaceId', 'callSites', 'interface'], longLength: true, since: '5.0' },
  dcl_input_control_point_count: { code: 147, kind: 'declaration', declares: 'tessellation', operands: [], controls: 'dclControlPointCount', since: '5.0', stages: ['hs', 'ds'] },
  dcl_output_control_point_count: { code: 148, kind: 'declaration', declares: 'tessellation', operands: [], controls: 'dclControlPointCount', since: '5.0', stages: ['hs'] },
  dcl_tessellator_domain: { code: 149, kind: 'declaration', declares: 'tessellation', operands: [], controls: 'dclTessellatorDomain', since: '5.0', stages: ['hs', 'ds'] },
  dcl_tessellator_partitioning: { code: 150, kind: 'declaration', declares: 'tessellation', operands: [], controls: 'dclTessellatorPartitioning', since: '5.0', stages: ['hs'] },
  dcl_tessellator_output_primitive: { code: 151, kind: 'declaration', declares: 'tessellation', operands: [], controls: 'dclTessellatorOutputPrimitive', since: '5.0', stages: ['hs'] },
  dcl_hs_max_tessfactor: { code: 152, kind: 'declaration', declares: 'tessellation', operands: [], payload: ['float'], since: '5.0', stages: ['hs'] },
  dcl_hs_fork_phase_instance_count: { code: 153, kind: 'declaration', declares: 'phaseInstances', operands: [], payload: ['count'], since: '5.0', stages: ['hs'] },
  dcl_hs_join_phase_instance_count: { code: 154, kind: 'declaration', declares: 'phaseInstances', operands: [], payload: ['count'], since: '5.0', stages: ['hs'] },
  dcl_thread_group: { code: 155, kind: 'declaration', declares: 'threadGroup', operands: [], payload: ['x', 'y', 'z'], since: '4.0', stages: ['cs'] },
  dcl_uav_typed: { code: 156, kind: 'declaration', declares: 'uav', operands: [DCL_UAV], literals: 'int', controls: 'dclUavTyped', payload: ['returnTypes', 'space'], requires: 'unorderedAccess', since: '5.0' },
  dcl_uav_raw: { code: 157, kind: 'declaration', declares: 'uav', operands: [DCL_UAV], literals: 'int', controls: 'dclUavRaw', payload: ['space'], requires: 'unorderedAccess', since: '4.0' },
  dcl_uav_structured: { code: 158, kind: 'declaration', declares: 'uav', operands: [DCL_UAV], literals: 'int', controls: 'dclUavStructured', payload: ['stride', 'space'], requires: 'unorderedAccess', since: '4.0' },
  dcl_tgsm_raw: { code: 159, kind: 'declaration', declares: 'sharedMemory', operands: [DCL_MEMORY], literals: 'int', payload: ['byteCount'], since: '5.0', stages: ['cs'] },
  dcl_tgsm_structured: { code: 160, kind: 'declaration', declares: 'sharedMemory', operands: [DCL_MEMORY], literals: 'int', payload: ['stride', 'count'], since: '4.0', stages: ['cs'] },
  dcl_resource_raw: { code: 161, kind: 'declaration', declares: 'resource', operands: [DCL_RESOURCE], literals: 'int', payload: ['space'], requires: 'rawBuffers', since: '4.0' },
  dcl_resource_structured: { code: 162, kind: 'declaration', declares: 'resource', operands: [DCL_RESOURCE], literals: 'int', payload: ['stride', 'space'], requires: 'rawBuffers', since: '4.0' },
  ld_uav_typed: { code: 163, ...ints(DST_ANY, ELEMENT, UAV_READ), category: 'load', countedAs: 'load', requires: 'unorderedAccess', since: '5.0' },
  store_uav_typed: { code: 164, kind: 'instruction', operands: [UAV_WRITE, ELEMENT, ANY], literals: 'untyped', category: 'store', countedAs: 'store', requires: 'unorderedAccess', since: '5.0' },
  ld_raw: { code: 165, ...ints(DST_ANY, INDEX, MEMORY_READ), category: 'load', countedAs: 'load', requires: 'rawBuffers', since: '4.0' },
  store_raw: { code: 166, kind: 'instruction', operands: [MEMORY_WRITE, INDEX, ANY], literals: 'untyped', category: 'store', countedAs: 'store', requires: 'unorderedAccess', since: '4.0' },
  ld_structured: { code: 167, ...ints(DST_ANY, INDEX, INDEX, MEMORY_READ), category: 'load', countedAs: 'load', requires: 'rawBuffers', since: '4.0' },
  store_structured: { code: 168, kind: 'instruction', operands: [MEMORY_WRITE, INDEX, INDEX, ANY], literals: 'untyped', category: 'store', countedAs: 'store', requires: 'unorderedAccess', since: '4.0' },
  atomic_and: { code: 169, kind: 'instruction', operands: [MEMORY_BITS, ELEMENT, BITS_ONE], literals: 'int', category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_or: { code: 170, kind: 'instruction', operands: [MEMORY_BITS, ELEMENT, BITS_ONE], literals: 'int', category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_xor: { code: 171, kind: 'instruction', operands: [MEMORY_BITS, ELEMENT, BITS_ONE], literals: 'int', category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_cmp_store: { code: 172, kind: 'instruction', operands: [MEMORY_BITS, ELEMENT, BITS_ONE, BITS_ONE], literals: 'int', category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_iadd: { code: 173, kind: 'instruction', operands: [MEMORY_I32, ELEMENT, I32_ONE], literals: 'int', category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_imax: { code: 174, kind: 'instruction', operands: [MEMORY_I32, ELEMENT, I32_ONE], literals: 'int', category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_imin: { code: 175, kind: 'instruction', operands: [MEMORY_I32, ELEMENT, I32_ONE], literals: 'int', category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_umax: { code: 176, kind: 'instruction', operands: [MEMORY_U32, ELEMENT, U32_ONE], literals: 'int', category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_umin: { code: 177, kind: 'instruction', operands: [MEMORY_U32, ELEMENT, U32_ONE], literals: 'int', category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_alloc: { code: 178, ...ints(DST_ONE_U32, UAV_COUNTER), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_consume: { code: 179, ...ints(DST_ONE_U32, UAV_COUNTER), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_iadd: { code: 180, ...ints(DST_ONE_I32, MEMORY_I32, ELEMENT, I32_ONE), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_and: { code: 181, ...ints(DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_or: { code: 182, ...ints(DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_xor: { code: 183, ...ints(DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_exch: { code: 184, ...ints(DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_cmp_exch: { code: 185, ...ints(DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE, BITS_ONE), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_imax: { code: 186, ...ints(DST_ONE_I32, MEMORY_I32, ELEMENT, I32_ONE), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_imin: { code: 187, ...ints(DST_ONE_I32, MEMORY_I32, ELEMENT, I32_ONE), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_umax: { code: 188, ...ints(DST_ONE_U32, MEMORY_U32, ELEMENT, U32_ONE), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_umin: { code: 189, ...ints(DST_ONE_U32, MEMORY_U32, ELEMENT, U32_ONE), category: 'atomic', countedAs: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  sync: { code: 190, kind: 'instruction', operands: [], controls: 'sync', category: 'barrier', countedAs: 'barrier', requires: 'unorderedAccess', since: '4.0' },
  dadd: { code: 191, ...arithmetic(DST_F64, F64_AS_DST, F64_AS_DST), category: 'arithmetic', requires: 'doubles', since: '5.0' },
  dmax: { code: 192, ...arithmetic(DST_F64, F64_AS_DST, F64_AS_DST), category: 'arithmetic', requires: 'doubles', since: '5.0' },
  dmin: { code: 193, ...arithmetic(DST_F64, F64_AS_DST, F64_AS_DST), category: 'arithmetic', requires: 'doubles', since: '5.0' },
  dmul: { code: 194, ...arithmetic(DST_F64, F64_AS_DST, F64_AS_DST), category: 'arithmetic', requires: 'doubles', since: '5.0' },
  deq: { code: 195, ...arithmetic(DST_BOOL, F64_FOR_32, F64_FOR_32), category: 'comparison', requires: 'doubles', since: '5.0' },
  dge: { code: 196, ...arithmetic(DST_BOOL, F64_FOR_32, F64_FOR_32), category: 'comparison', requires: 'doubles', since: '5.0' },
  dlt: { code: 197, ...arithmetic(DST_BOOL, F64_FOR_32, F64_FOR_32), category: 'comparison', requires: 'doubles', since: '5.0' },
  dne: { code: 198, ...arithmetic(DST_BOOL, F64_FOR_32, F64_FOR_32), category: 'comparison', requires: 'doubles', since: '5.0' },
  dmov: { code: 199, ...arithmetic(DST_F64, F64_AS_DST), category: 'move', requires: 'doubles', since: '5.0' },
  dmovc: { code: 200, ...arithmetic(DST_F64, BITS_FOR_64, F64_AS_DST, F64_AS_DST), category: 'move', requires: 'doubles', since: '5.0' },
  dtof: { code: 201, ...floats(DST_F32, F64_FOR_32_AS_DST), category: 'conversion', countedAs: 'conversion', requires: 'doubles', since: '5.0' },
  ftod: { code: 202, ...floats(DST_F64, F32_FOR_64), category: 'conversion', countedAs: 'conversion', requires: 'doubles', since: '5.0' },
  eval_snapped: { code: 203, ...arithmeticInts(DST_ANY, INTERPOLATED_AS_DST, OFFSET), category: 'interpolation', since: '5.0', stages: ['ps'] },
  eval_sample_index: { code: 204, ...arithmeticInts(DST_ANY, INTERPOLATED_AS_DST, SAMPLE_INDEX), category: 'interpolation', since: '5.0', stages: ['ps'] },
  eval_centroid: { code: 205, ...arithmeticInts(DST_ANY, INTERPOLATED_AS_DST), category: 'interpolation', since: '5.0', stages: ['ps'] },
  dcl_gsinstances: { code: 206, kind: 'declaration', declares: 'geometry', operands: [], payload: ['count'], since: '5.0', stages: ['gs'] },
  abort: { code: 207, kind: 'instruction', operands: [], category: 'debug', countedAs: 'uncounted', since: '4.0' },
  debug_break: { code: 208, kind: 'instruction', operands: [], category: 'debug', since: '4.0' },
  reserved_209: { code: 209, kind: 'reserved', operands: [], since: '5.0' },
  ddiv: { code: 210, ...arithmetic(DST_F64, F64_AS_DST, F64_AS_DST), category: 'arithmetic', requires: 'doubleExtensions', since: '5.0' },
  dfma: { code: 211, ...arithmeticInts(DST_F64, F64_AS_DST, F64_AS_DST, F64_AS_DST), category: 'arithmetic', countedAs: 'float', requires: 'doubleExtensions', since: '5.0' },
  drcp: { code: 212, ...arithmeticInts(DST_F64, F64_AS_DST), category: 'arithmetic', requires: 'doubleExtensions', since: '5.0' },
  msad: { code: 213, ...ints(DST_U32, U32_AS_DST, U32_AS_DST, U32_AS_DST), category: 'integer', countedAs: 'uint', requires: 'shaderExtensions', since: '5.0' },
  dtoi: { code: 214, ...ints(DST_I32, F64_FOR_32), category: 'conversion', countedAs: 'conversion', requires: 'doubleExtensions', since: '5.0' },
  dtou: { code: 215, ...ints(DST_U32, F64_FOR_32), category: 'conversion', countedAs: 'conversion', requires: 'doubleExtensions', since: '5.0' },
  itod: { code: 216, ...ints(DST_F64, I32_FOR_64), category: 'conversion', countedAs: 'conversion', requires: 'doubleExtensions', since: '5.0' },
  utod: { code: 217, ...ints(DST_F64, U32_FOR_64), category: 'conversion', countedAs: 'conversion', requires: 'doubleExtensions', since: '5.0' },
  reserved_218: { code: 218, kind: 'reserved', operands: [], since: '5.0' },
  gather4_s: { code: 219, ...floats(OPT_ANY, STATUS, LOCATION, RESOURCE, SAMPLER_CHANNEL), category: 'gather', countedAs: 'gather', requires: 'tiledResources', since: '5.0' },
  gather4_c_s: { code: 220, ...floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER_CHANNEL, F32_ONE), category: 'gather', countedAs: 'gather', requires: 'tiledResources', since: '5.0' },
  gather4_po_s: { code: 221, ...ints(OPT_ANY, STATUS, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL), category: 'gather', countedAs: 'gather', requires: 'tiledResources', since: '5.0' },
  gather4_po_c_s: { code: 222, ...ints(OPT_F32, STATUS, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL, F32_ONE), category: 'gather', countedAs: 'gather', requires: 'tiledResources', since: '5.0' },
  ld_s: { code: 223, ...ints(OPT_ANY, STATUS, TEXEL_AND_LEVEL, RESOURCE), category: 'load', countedAs: 'load', requires: 'tiledResources', since: '5.0' },
  ldms_s: { code: 224, ...ints(OPT_ANY, STATUS, TEXEL, RESOURCE, SAMPLE_INDEX), category: 'load', countedAs: 'load', requires: 'tiledResources', since: '5.0' },
  ld_uav_typed_s: { code: 225, ...ints(OPT_ANY, STATUS, ELEMENT, UAV_READ), category: 'load', countedAs: 'load', requires: 'tiledResources', since: '5.0' },
  ld_raw_s: { code: 226, ...ints(OPT_ANY, STATUS, INDEX, MEMORY_READ), category: 'load', countedAs: 'load', requires: 'tiledResources', since: '5.0' },
  ld_structured_s: { code: 227, ...ints(OPT_ANY, STATUS, INDEX, INDEX, MEMORY_READ), category: 'load', countedAs: 'load', requires: 'tiledResources', since: '5.0' },
  sample_l_s: { code: 228, ...floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE), category: 'sample', mipLevel: 'explicit', compares: false, countedAs: 'load', requires: 'tiledResources', since: '5.0' },
  sample_c_lz_s: { code: 229, ...floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE), category: 'sample', mipLevel: 'zero', compares: true, countedAs: 'sampleCompare', requires: 'tiledResources', since: '5.0' },
  sample_cl_s: { code: 230, ...floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE), category: 'sample', mipLevel: 'implicit', compares: false, countedAs: 'sample', requires: 'tiledResources', since: '5.0', stages: ['ps'] },
  sample_b_cl_s: { code: 231, ...floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE, F32_ONE), category: 'sample', mipLevel: 'bias', compares: false, countedAs: 'sampleBias', requires: 'tiledResources', since: '5.0', stages: ['ps'] },
  sample_d_cl_s: { code: 232, ...floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, GRADIENT, GRADIENT, F32_ONE), category: 'sample', mipLevel: 'gradients', compares: false, countedAs: 'sampleGradient', requires: 'tiledResources', since: '5.0' },
  sample_c_cl_s: { code: 233, ...floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE, F32_ONE), category: 'sample', mipLevel: 'implicit', compares: true, countedAs: 'sampleCompare', requires: 'tiledResources', since: '5.0', stages: ['ps'] },
  check_access_fully_mapped: { code: 234, ...ints(DST_BOOL, BITS), category: 'query', requires: 'tiledResources', since: '5.0' },
  reserved_235: { code: 235, kind: 'reserved', operands: [], since: '5.1' },
} as const satisfies Record<string, Sm4OpcodeRow>;

export type Sm4Mnemonic = keyof typeof SM4_OPCODES;

export type Sm4InstructionMnemonic = {
  [M in Sm4Mnemonic]: (typeof SM4_OPCODES)[M]['kind'] extends 'instruction' ? M : never;
}[Sm4Mnemonic];

export type Sm4Opcode = Sm4OpcodeRow & { readonly mnemonic: Sm4Mnemonic };

/** The row of an executable instruction, together with its mnemonic. */
export type Sm4InstructionRow = Sm4Opcode & { readonly kind: 'instruction' };

/** The row of a declaration, together with its mnemonic. */
export type Sm4DeclarationRow = Sm4Opcode & { readonly kind: 'declaration' };

/** Every property of a row: with it all rows have one shape, which makes reading them fast (measured). */
const ROW_SHAPE: object = {
  ...{ code: undefined, kind: undefined, declares: undefined, operands: undefined, literals: undefined },
  ...{ payload: undefined, controls: undefined, longLength: undefined, block: undefined },
  ...{ category: undefined, mipLevel: undefined, compares: undefined, countedAs: undefined, requires: undefined },
  ...{ since: undefined, until: undefined, stages: undefined },
};

/** The rows by opcode number; a number without a row is undefined. */
export const SM4_OPCODE_BY_CODE: readonly (Sm4Opcode | undefined)[] = byCode();

function byCode(): (Sm4Opcode | undefined)[] {
  const rows: (Sm4Opcode | undefined)[] = [];
  for (const [mnemonic, row] of Object.entries(SM4_OPCODES) as [Sm4Mnemonic, Sm4OpcodeRow][])
    rows[row.code] = { mnemonic, ...ROW_SHAPE, ...row };
  return rows;
}

/** Whether the instruction returns the access status of tiled resources. */
export function sm4IsSparse(row: Sm4OpcodeRow): boolean {
  return row.operands.some(({ access }) => access === 'status');
}

/** A table by mnemonic as a list by the opcodes' numbers. */
export function sm4ByOpcode<Value>(
  table: Readonly<Partial<Record<Sm4Mnemonic, Value>>>,
): readonly (Value | undefined)[] {
  const list: Value[] = [];
  for (const [mnemonic, value] of Object.entries(table))
    list[SM4_OPCODES[mnemonic as Sm4Mnemonic].code] = value as Value;
  return list;
}

/** The numbers of some opcodes, as a set. */
export function sm4CodesOf(...mnemonics: readonly Sm4Mnemonic[]): ReadonlySet<number> {
  return new Set(mnemonics.map((mnemonic) => SM4_OPCODES[mnemonic].code));
}

/** Whether the instruction needs the other pixels of its quad: it takes derivatives. */
export function sm4NeedsQuad(row: Sm4OpcodeRow): boolean {
  if (row.kind !== 'instruction') return false;
  if (row.category !== 'sample') return row.category === 'derivative';
  return row.mipLevel === 'implicit' || row.mipLevel === 'bias';
}

/** Returns what the opcode requires besides its shader model and stage. */
export function sm4Requirement(row: Sm4OpcodeRow): Sm4Requirement {
  if (row.kind === 'reserved') return 'unavailable';
  return (row.kind === 'instruction' || row.kind === 'declaration' ? row.requires : undefined) ?? 'nothing';
}

/** Returns what an opcode counts as; `uncounted` for declarations and the like. */
export function sm4CountedAs(row: Sm4OpcodeRow): Sm4CountedAs {
  return row.kind === 'instruction' ? (row.countedAs ?? 'nothing') : 'uncounted';
}

/** A byte for each opcode number: 1 for those whose row matches. */
export function sm4OpcodeSet(matches: (row: Sm4Opcode) => boolean): Uint8Array {
  return Uint8Array.from(SM4_OPCODE_BY_CODE, (row) => (row !== undefined && matches(row) ? 1 : 0));
}
