/**
 * THE TABLE of shader models 4.0 to 5.1: one row for every opcode. It holds the facts about the instruction: its operands with
 * their value types, components and access, its category, what it requires, and what the statistics count it as. Decoder,
 * printer, assembler, encoder, validator, statistics, documentation, coverage and the random-program generator derive from it.
 *
 * Where Microsoft's validator or compiler disagrees with a fact, the fact stays here and the disagreement is a named exception
 * in the code that follows Microsoft (validate/sm4/operand-constraints.ts, validate/sm4/rules/flow/component-reads.ts).
 *
 * Sources: numbers from the public tokenized program format headers; value types, components and access from the public
 * Direct3D 11.3 functional specification; operand counts, how literals print, which operands take their precision from the
 * destination, and what the statistics count from the oracle.
 */
import type { Sm4Controls } from './token-kinds.ts';

export type Sm4Stage = 'ps' | 'vs' | 'gs' | 'hs' | 'ds' | 'cs';

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
 * - `bits` is a 32-bit pattern that no number is read from: bitwise logic, conditions (any set bit is true), packed halves.
 * - `any` is copied as it is, or has the type that a declaration or the instruction's controls give it.
 * - `none`: the operand has no value; it names a register.
 */
export type Sm4ValueType = 'f32' | 'i32' | 'u32' | 'f64' | 'bool' | 'bits' | 'any' | 'none';

/**
 * Which components of an operand take part. For sources, components count after the swizzle.
 *
 * - `mask`: of a destination, those of its write mask; of a source, those in the same positions as the mask of the destination.
 *   The swizzle of a view that is read applies to the texel in the same way.
 * - `prefix`: a write mask without gaps, from x on.
 * - `one`: of a destination, a mask of one component; of a source, one selected component, or a literal with one value.
 * - `xy`, `xyz`, `xyzw`: these, for any mask of the destination.
 * - `coordinates`: as many as the dimension of the resource has, with the array slice.
 * - `coordinatesAndLevel`: the same, and the mip level in w; buffers have none.
 * - `gradients`: as many as the dimension of the resource has, without an array slice.
 * - `doublePerComponent`: the first double for the first component of the mask, the second for the second.
 * - `componentPerDouble`: x for the first double of the mask, y for the second.
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
 * What an instruction does with an operand.
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
  /** What a `resource` operand may be besides a shader resource view. */
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
/** The operand at the precision of the destination. */
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
/** An element of a typed UAV; of raw memory a byte offset, of structured memory the element and the byte offset in it. */
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

/** What an instruction does; `none`: nothing. */
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
 * What an opcode requires besides its shader model and stage.
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
 * What the chunk STAT counts an instruction as, besides an instruction (source: oracle). `nothing`: as nothing else;
 * `uncounted`: not even as an instruction. `branch` is static or dynamic flow control, depending on its operand. Which fields
 * these are, and how operands change them, is in statistics.ts.
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

/** What a declaration is about. */
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

interface RowBase {
  readonly code: number;
  /** Before the operands for `fcall`, after them for declarations. */
  readonly payload?: readonly Sm4Payload[];
  /**
   * What bits 11 to 23 of its token hold; absent: nothing. Whether a result may be clamped, and in which models it may be
   * precise, is what Microsoft's validator accepts (source: oracle).
   */
  readonly controls?: Sm4Controls;
  /**
   * Its lists may be longer than the length field in its token can hold: with bit 31 that has the low seven bits of the length,
   * and the next DWORD all of it (source: oracle).
   */
  readonly longLength?: true;
  /** Its effect on the nesting of blocks. */
  readonly block?: 'open' | 'middle' | 'close';
  /** The first shader model that has it; compute shaders 4.x count. */
  readonly since: '4.0' | '4.1' | '5.0' | '5.1';
  /** The last shader model that has it, where later ones reject it. */
  readonly until?: '4.1';
  /** The only stages that have it; absent: all. */
  readonly stages?: readonly Sm4Stage[];
}

type Operands =
  | {
      readonly operands: readonly [Sm4OperandRow, ...Sm4OperandRow[]];
      /** How literals of this opcode print. */
      readonly literals: 'float' | 'int' | 'untyped';
    }
  | { readonly operands: readonly []; readonly literals?: undefined };

interface InstructionBase extends RowBase {
  readonly kind: 'instruction';
  readonly requires: Sm4Requirement;
  readonly counts: Sm4CountedAs;
}

type Instruction =
  | (InstructionBase & { readonly category: Exclude<Sm4Category, 'sample'> })
  | (InstructionBase & {
      readonly category: 'sample';
      readonly level: Sm4MipLevel;
      /** It compares texels with a reference value. */
      readonly compares: boolean;
    });

interface Declaration extends RowBase {
  readonly kind: 'declaration';
  readonly requires: Sm4Requirement;
  readonly declares: Sm4Declares;
}

interface Other extends RowBase {
  /** `marker` begins the declarations of a hull shader; `reserved` opcodes have a number and no meaning. */
  readonly kind: 'marker' | 'custom' | 'reserved';
}

/** A row of an executable instruction. */
export type Sm4InstructionRow = Instruction & Operands;
/** A row of a declaration. */
export type Sm4DeclarationRow = Declaration & Operands;
/** A row of the table: `kind` says which facts it has. */
export type Sm4OpcodeRow = Sm4InstructionRow | Sm4DeclarationRow | (Other & Operands);

// biome-ignore format: one row, one line
export const SM4_OPCODES = {
  add: { code: 0, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  and: { code: 1, kind: 'instruction', category: 'bitwise', counts: 'uint', requires: 'nothing', literals: 'int', operands: [DST_BITS, BITS_AS_DST, BITS_AS_DST], controls: 'precise', since: '4.0' },
  break: { code: 2, kind: 'instruction', category: 'flow', counts: 'staticFlow', requires: 'nothing', operands: [], since: '4.0' },
  breakc: { code: 3, kind: 'instruction', category: 'flow', counts: 'branch', requires: 'nothing', literals: 'int', operands: [BITS_ONE], controls: 'test', since: '4.0' },
  call: { code: 4, kind: 'instruction', category: 'flow', counts: 'staticFlow', requires: 'nothing', literals: 'int', operands: [LABEL], since: '4.0' },
  callc: { code: 5, kind: 'instruction', category: 'flow', counts: 'branch', requires: 'nothing', literals: 'int', operands: [BITS_ONE, LABEL], controls: 'test', since: '4.0' },
  case: { code: 6, kind: 'instruction', category: 'flow', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [LITERAL], since: '4.0' },
  continue: { code: 7, kind: 'instruction', category: 'flow', counts: 'staticFlow', requires: 'nothing', operands: [], since: '4.0' },
  continuec: { code: 8, kind: 'instruction', category: 'flow', counts: 'branch', requires: 'nothing', literals: 'int', operands: [BITS_ONE], controls: 'test', since: '4.0' },
  cut: { code: 9, kind: 'instruction', category: 'stream', counts: 'cut', requires: 'nothing', operands: [], since: '4.0', stages: ['gs'] },
  default: { code: 10, kind: 'instruction', category: 'flow', counts: 'nothing', requires: 'nothing', operands: [], since: '4.0' },
  deriv_rtx: { code: 11, kind: 'instruction', category: 'derivative', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0', until: '4.1', stages: ['ps'] },
  deriv_rty: { code: 12, kind: 'instruction', category: 'derivative', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0', until: '4.1', stages: ['ps'] },
  discard: { code: 13, kind: 'instruction', category: 'flow', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [BITS_ONE], controls: 'test', since: '4.0', stages: ['ps'] },
  div: { code: 14, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  dp2: { code: 15, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_XY_AS_DST, F32_XY_AS_DST], controls: 'arithmetic', since: '4.0' },
  dp3: { code: 16, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_XYZ_AS_DST, F32_XYZ_AS_DST], controls: 'arithmetic', since: '4.0' },
  dp4: { code: 17, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_XYZW_AS_DST, F32_XYZW_AS_DST], controls: 'arithmetic', since: '4.0' },
  else: { code: 18, kind: 'instruction', category: 'flow', counts: 'staticFlow', requires: 'nothing', operands: [], block: 'middle', since: '4.0' },
  emit: { code: 19, kind: 'instruction', category: 'stream', counts: 'emit', requires: 'nothing', operands: [], since: '4.0', stages: ['gs'] },
  emit_then_cut: { code: 20, kind: 'instruction', category: 'stream', counts: 'emitAndCut', requires: 'nothing', operands: [], since: '4.0', stages: ['gs'] },
  endif: { code: 21, kind: 'instruction', category: 'flow', counts: 'nothing', requires: 'nothing', operands: [], block: 'close', since: '4.0' },
  endloop: { code: 22, kind: 'instruction', category: 'flow', counts: 'nothing', requires: 'nothing', operands: [], block: 'close', since: '4.0' },
  endswitch: { code: 23, kind: 'instruction', category: 'flow', counts: 'nothing', requires: 'nothing', operands: [], block: 'close', since: '4.0' },
  eq: { code: 24, kind: 'instruction', category: 'comparison', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_BOOL, F32, F32], controls: 'precise', since: '4.0' },
  exp: { code: 25, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  frc: { code: 26, kind: 'instruction', category: 'arithmetic', counts: 'floatAndConversion', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  ftoi: { code: 27, kind: 'instruction', category: 'conversion', counts: 'conversion', requires: 'nothing', literals: 'float', operands: [DST_I32, F32], controls: 'precise', since: '4.0' },
  ftou: { code: 28, kind: 'instruction', category: 'conversion', counts: 'conversion', requires: 'nothing', literals: 'float', operands: [DST_U32, F32], controls: 'precise', since: '4.0' },
  ge: { code: 29, kind: 'instruction', category: 'comparison', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_BOOL, F32, F32], controls: 'precise', since: '4.0' },
  iadd: { code: 30, kind: 'instruction', category: 'integer', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_I32, I32_AS_DST, I32_AS_DST], controls: 'precise', since: '4.0' },
  if: { code: 31, kind: 'instruction', category: 'flow', counts: 'branch', requires: 'nothing', literals: 'int', operands: [BITS_ONE], controls: 'test', block: 'open', since: '4.0' },
  ieq: { code: 32, kind: 'instruction', category: 'comparison', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_BOOL, I32, I32], controls: 'precise', since: '4.0' },
  ige: { code: 33, kind: 'instruction', category: 'comparison', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_BOOL, I32, I32], controls: 'precise', since: '4.0' },
  ilt: { code: 34, kind: 'instruction', category: 'comparison', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_BOOL, I32, I32], controls: 'precise', since: '4.0' },
  imad: { code: 35, kind: 'instruction', category: 'integer', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_I32, I32_AS_DST, I32_AS_DST, I32_AS_DST], controls: 'precise', since: '4.0' },
  imax: { code: 36, kind: 'instruction', category: 'integer', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_I32, I32_AS_DST, I32_AS_DST], controls: 'precise', since: '4.0' },
  imin: { code: 37, kind: 'instruction', category: 'integer', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_I32, I32_AS_DST, I32_AS_DST], controls: 'precise', since: '4.0' },
  imul: { code: 38, kind: 'instruction', category: 'integer', counts: 'int', requires: 'nothing', literals: 'int', operands: [OPT_I32, OPT_I32, I32_AS_DST, I32_AS_DST], controls: 'precise', since: '4.0' },
  ine: { code: 39, kind: 'instruction', category: 'comparison', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_BOOL, I32, I32], controls: 'precise', since: '4.0' },
  ineg: { code: 40, kind: 'instruction', category: 'integer', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_I32, I32_AS_DST], controls: 'precise', since: '4.0' },
  ishl: { code: 41, kind: 'instruction', category: 'bitwise', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_BITS, BITS_AS_DST, LOW_5_BITS], controls: 'precise', since: '4.0' },
  ishr: { code: 42, kind: 'instruction', category: 'bitwise', counts: 'int', requires: 'nothing', literals: 'int', operands: [DST_I32, I32_AS_DST, LOW_5_BITS], controls: 'precise', since: '4.0' },
  itof: { code: 43, kind: 'instruction', category: 'conversion', counts: 'conversion', requires: 'nothing', literals: 'int', operands: [DST_F32, I32], controls: 'precise', since: '4.0' },
  label: { code: 44, kind: 'instruction', category: 'flow', counts: 'uncounted', requires: 'nothing', literals: 'int', operands: [LABEL], since: '4.0' },
  ld: { code: 45, kind: 'instruction', category: 'load', counts: 'load', requires: 'nothing', literals: 'int', operands: [DST_ANY, TEXEL_AND_LEVEL, RESOURCE], controls: 'precise', since: '4.0' },
  ldms: { code: 46, kind: 'instruction', category: 'load', counts: 'load', requires: 'pixelShaderIn4_0', literals: 'int', operands: [DST_ANY, TEXEL, RESOURCE, SAMPLE_INDEX], controls: 'precise', since: '4.0' },
  log: { code: 47, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  loop: { code: 48, kind: 'instruction', category: 'flow', counts: 'nothing', requires: 'nothing', operands: [], block: 'open', since: '4.0' },
  lt: { code: 49, kind: 'instruction', category: 'comparison', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_BOOL, F32, F32], controls: 'precise', since: '4.0' },
  mad: { code: 50, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST, F32_AS_DST, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  min: { code: 51, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  max: { code: 52, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  customdata: { code: 53, kind: 'custom', operands: [], since: '4.0' },
  mov: { code: 54, kind: 'instruction', category: 'move', counts: 'mov', requires: 'nothing', literals: 'untyped', operands: [DST_ANY, ANY_AS_DST], controls: 'arithmetic', since: '4.0' },
  movc: { code: 55, kind: 'instruction', category: 'move', counts: 'movc', requires: 'nothing', literals: 'untyped', operands: [DST_ANY, BITS, ANY_AS_DST, ANY_AS_DST], controls: 'arithmetic', since: '4.0' },
  mul: { code: 56, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  ne: { code: 57, kind: 'instruction', category: 'comparison', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_BOOL, F32, F32], controls: 'precise', since: '4.0' },
  nop: { code: 58, kind: 'instruction', category: 'none', counts: 'nothing', requires: 'nothing', operands: [], since: '4.0' },
  not: { code: 59, kind: 'instruction', category: 'bitwise', counts: 'uint', requires: 'nothing', literals: 'int', operands: [DST_BITS, BITS_AS_DST], controls: 'precise', since: '4.0' },
  or: { code: 60, kind: 'instruction', category: 'bitwise', counts: 'uint', requires: 'nothing', literals: 'int', operands: [DST_BITS, BITS_AS_DST, BITS_AS_DST], controls: 'precise', since: '4.0' },
  resinfo: { code: 61, kind: 'instruction', category: 'query', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_ANY, LEVEL, RESOURCE_OR_UAV], controls: 'sizeQuery', since: '4.0' },
  ret: { code: 62, kind: 'instruction', category: 'flow', counts: 'staticFlow', requires: 'nothing', operands: [], since: '4.0' },
  retc: { code: 63, kind: 'instruction', category: 'flow', counts: 'branch', requires: 'nothing', literals: 'int', operands: [BITS_ONE], controls: 'test', since: '4.0' },
  round_ne: { code: 64, kind: 'instruction', category: 'arithmetic', counts: 'floatAndConversion', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  round_ni: { code: 65, kind: 'instruction', category: 'arithmetic', counts: 'floatAndConversion', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  round_pi: { code: 66, kind: 'instruction', category: 'arithmetic', counts: 'floatAndConversion', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  round_z: { code: 67, kind: 'instruction', category: 'arithmetic', counts: 'floatAndConversion', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  rsq: { code: 68, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  sample: { code: 69, kind: 'instruction', category: 'sample', level: 'implicit', compares: false, counts: 'sample', requires: 'nothing', literals: 'float', operands: [DST_F32, LOCATION, RESOURCE, SAMPLER], controls: 'precise', since: '4.0', stages: ['ps'] },
  sample_c: { code: 70, kind: 'instruction', category: 'sample', level: 'implicit', compares: true, counts: 'sampleCompare', requires: 'nothing', literals: 'float', operands: [DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE], controls: 'precise', since: '4.0', stages: ['ps'] },
  sample_c_lz: { code: 71, kind: 'instruction', category: 'sample', level: 'zero', compares: true, counts: 'sampleCompare', requires: 'nothing', literals: 'float', operands: [DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE], controls: 'precise', since: '4.0' },
  sample_l: { code: 72, kind: 'instruction', category: 'sample', level: 'explicit', compares: false, counts: 'load', requires: 'nothing', literals: 'float', operands: [DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE], controls: 'precise', since: '4.0' },
  sample_d: { code: 73, kind: 'instruction', category: 'sample', level: 'gradients', compares: false, counts: 'sampleGradient', requires: 'nothing', literals: 'float', operands: [DST_F32, LOCATION, RESOURCE, SAMPLER, GRADIENT, GRADIENT], controls: 'precise', since: '4.0' },
  sample_b: { code: 74, kind: 'instruction', category: 'sample', level: 'bias', compares: false, counts: 'sampleBias', requires: 'nothing', literals: 'float', operands: [DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE], controls: 'precise', since: '4.0', stages: ['ps'] },
  sqrt: { code: 75, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'nothing', literals: 'float', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  switch: { code: 76, kind: 'instruction', category: 'flow', counts: 'branch', requires: 'nothing', literals: 'int', operands: [BITS_ONE], block: 'open', since: '4.0' },
  sincos: { code: 77, kind: 'instruction', category: 'arithmetic', counts: 'sincos', requires: 'nothing', literals: 'float', operands: [OPT_F32, OPT_F32, F32_AS_DST], controls: 'arithmetic', since: '4.0' },
  udiv: { code: 78, kind: 'instruction', category: 'integer', counts: 'uint', requires: 'nothing', literals: 'int', operands: [OPT_U32, OPT_U32, U32_AS_DST, U32_AS_DST], controls: 'precise', since: '4.0' },
  ult: { code: 79, kind: 'instruction', category: 'comparison', counts: 'uint', requires: 'nothing', literals: 'int', operands: [DST_BOOL, U32, U32], controls: 'precise', since: '4.0' },
  uge: { code: 80, kind: 'instruction', category: 'comparison', counts: 'uint', requires: 'nothing', literals: 'int', operands: [DST_BOOL, U32, U32], controls: 'precise', since: '4.0' },
  umul: { code: 81, kind: 'instruction', category: 'integer', counts: 'uint', requires: 'nothing', literals: 'int', operands: [OPT_U32, OPT_U32, U32_AS_DST, U32_AS_DST], controls: 'precise', since: '4.0' },
  umad: { code: 82, kind: 'instruction', category: 'integer', counts: 'uint', requires: 'nothing', literals: 'int', operands: [DST_U32, U32_AS_DST, U32_AS_DST, U32_AS_DST], controls: 'precise', since: '4.0' },
  umax: { code: 83, kind: 'instruction', category: 'integer', counts: 'uint', requires: 'nothing', literals: 'int', operands: [DST_U32, U32_AS_DST, U32_AS_DST], controls: 'precise', since: '4.0' },
  umin: { code: 84, kind: 'instruction', category: 'integer', counts: 'uint', requires: 'nothing', literals: 'int', operands: [DST_U32, U32_AS_DST, U32_AS_DST], controls: 'precise', since: '4.0' },
  ushr: { code: 85, kind: 'instruction', category: 'bitwise', counts: 'uint', requires: 'nothing', literals: 'int', operands: [DST_U32, U32_AS_DST, LOW_5_BITS], controls: 'precise', since: '4.0' },
  utof: { code: 86, kind: 'instruction', category: 'conversion', counts: 'conversion', requires: 'nothing', literals: 'int', operands: [DST_F32, U32], controls: 'precise', since: '4.0' },
  xor: { code: 87, kind: 'instruction', category: 'bitwise', counts: 'uint', requires: 'nothing', literals: 'int', operands: [DST_BITS, BITS_AS_DST, BITS_AS_DST], controls: 'precise', since: '4.0' },
  dcl_resource: { code: 88, kind: 'declaration', declares: 'resource', requires: 'nothing', literals: 'int', operands: [DCL_RESOURCE], controls: 'dclResource', payload: ['returnTypes', 'space'], since: '4.0' },
  dcl_constantbuffer: { code: 89, kind: 'declaration', declares: 'constantBuffer', requires: 'nothing', literals: 'int', operands: [DCL_CONSTANT_BUFFER], controls: 'dclConstantBuffer', payload: ['size', 'space'], since: '4.0' },
  dcl_sampler: { code: 90, kind: 'declaration', declares: 'sampler', requires: 'nothing', literals: 'int', operands: [DCL_SAMPLER], controls: 'dclSampler', payload: ['space'], since: '4.0' },
  dcl_indexrange: { code: 91, kind: 'declaration', declares: 'indexRange', requires: 'nothing', literals: 'float', operands: [DCL_REGISTER], payload: ['count'], since: '4.0' },
  dcl_outputtopology: { code: 92, kind: 'declaration', declares: 'geometry', requires: 'nothing', operands: [], controls: 'dclOutputTopology', since: '4.0', stages: ['gs'] },
  dcl_inputprimitive: { code: 93, kind: 'declaration', declares: 'geometry', requires: 'nothing', operands: [], controls: 'dclInputPrimitive', since: '4.0', stages: ['gs'] },
  dcl_maxout: { code: 94, kind: 'declaration', declares: 'geometry', requires: 'nothing', operands: [], payload: ['count'], since: '4.0', stages: ['gs'] },
  dcl_input: { code: 95, kind: 'declaration', declares: 'input', requires: 'nothing', literals: 'int', operands: [DCL_REGISTER], since: '4.0' },
  dcl_input_sgv: { code: 96, kind: 'declaration', declares: 'input', requires: 'nothing', literals: 'float', operands: [DCL_REGISTER], payload: ['name'], since: '4.0', stages: ['vs', 'hs'] },
  dcl_input_siv: { code: 97, kind: 'declaration', declares: 'input', requires: 'nothing', literals: 'float', operands: [DCL_REGISTER], payload: ['name'], since: '4.0', stages: ['gs', 'ds', 'cs'] },
  dcl_input_ps: { code: 98, kind: 'declaration', declares: 'input', requires: 'nothing', literals: 'float', operands: [DCL_REGISTER], controls: 'dclInputPs', since: '4.0', stages: ['ps'] },
  dcl_input_ps_sgv: { code: 99, kind: 'declaration', declares: 'input', requires: 'nothing', literals: 'float', operands: [DCL_REGISTER], controls: 'dclInputPs', payload: ['name'], since: '4.0', stages: ['ps'] },
  dcl_input_ps_siv: { code: 100, kind: 'declaration', declares: 'input', requires: 'nothing', literals: 'float', operands: [DCL_REGISTER], controls: 'dclInputPs', payload: ['name'], since: '4.0', stages: ['ps'] },
  dcl_output: { code: 101, kind: 'declaration', declares: 'output', requires: 'nothing', literals: 'int', operands: [DCL_REGISTER], since: '4.0' },
  dcl_output_sgv: { code: 102, kind: 'declaration', declares: 'output', requires: 'nothing', literals: 'float', operands: [DCL_REGISTER], payload: ['name'], since: '4.0', stages: ['gs'] },
  dcl_output_siv: { code: 103, kind: 'declaration', declares: 'output', requires: 'nothing', literals: 'float', operands: [DCL_REGISTER], payload: ['name'], since: '4.0', stages: ['vs', 'gs', 'hs', 'ds', 'cs'] },
  dcl_temps: { code: 104, kind: 'declaration', declares: 'temps', requires: 'nothing', operands: [], payload: ['count'], since: '4.0' },
  dcl_indexableTemp: { code: 105, kind: 'declaration', declares: 'indexableTemp', requires: 'nothing', operands: [], payload: ['register', 'count', 'components'], since: '4.0' },
  dcl_globalFlags: { code: 106, kind: 'declaration', declares: 'globalFlags', requires: 'nothing', operands: [], controls: 'dclGlobalFlags', since: '4.0' },
  jmp: { code: 107, kind: 'instruction', category: 'none', counts: 'nothing', requires: 'unavailable', operands: [], since: '4.0' },
  lod: { code: 108, kind: 'instruction', category: 'sample', level: 'implicit', compares: false, counts: 'lod', requires: 'nothing', literals: 'int', operands: [DST_F32, LOCATION, RESOURCE_INFO, SAMPLER], controls: 'precise', since: '4.1', stages: ['ps'] },
  gather4: { code: 109, kind: 'instruction', category: 'gather', counts: 'gather', requires: 'nothing', literals: 'float', operands: [DST_ANY, LOCATION, RESOURCE, SAMPLER_CHANNEL], controls: 'precise', since: '4.1' },
  samplepos: { code: 110, kind: 'instruction', category: 'query', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_F32, RESOURCE_OR_RASTERIZER, SAMPLE_INDEX], controls: 'precise', since: '4.1' },
  sampleinfo: { code: 111, kind: 'instruction', category: 'query', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_ANY, RESOURCE_OR_RASTERIZER], controls: 'sizeQuery', since: '4.1' },
  reserved_112: { code: 112, kind: 'reserved', operands: [], since: '4.1' },
  hs_decls: { code: 113, kind: 'marker', operands: [], since: '5.0', stages: ['hs'] },
  hs_control_point_phase: { code: 114, kind: 'instruction', category: 'phase', counts: 'uncounted', requires: 'nothing', operands: [], since: '5.0', stages: ['hs'] },
  hs_fork_phase: { code: 115, kind: 'instruction', category: 'phase', counts: 'uncounted', requires: 'nothing', operands: [], since: '5.0', stages: ['hs'] },
  hs_join_phase: { code: 116, kind: 'instruction', category: 'phase', counts: 'uncounted', requires: 'nothing', operands: [], since: '5.0', stages: ['hs'] },
  emit_stream: { code: 117, kind: 'instruction', category: 'stream', counts: 'emit', requires: 'nothing', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'] },
  cut_stream: { code: 118, kind: 'instruction', category: 'stream', counts: 'cut', requires: 'nothing', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'] },
  emit_then_cut_stream: { code: 119, kind: 'instruction', category: 'stream', counts: 'emitAndCut', requires: 'nothing', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'] },
  fcall: { code: 120, kind: 'instruction', category: 'flow', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [FUNCTION], payload: ['functionIndex'], since: '5.0' },
  bufinfo: { code: 121, kind: 'instruction', category: 'query', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_U32, RESOURCE_OR_UAV], controls: 'precise', since: '5.0' },
  deriv_rtx_coarse: { code: 122, kind: 'instruction', category: 'derivative', counts: 'float', requires: 'nothing', literals: 'int', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  deriv_rtx_fine: { code: 123, kind: 'instruction', category: 'derivative', counts: 'float', requires: 'nothing', literals: 'int', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  deriv_rty_coarse: { code: 124, kind: 'instruction', category: 'derivative', counts: 'float', requires: 'nothing', literals: 'int', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  deriv_rty_fine: { code: 125, kind: 'instruction', category: 'derivative', counts: 'float', requires: 'nothing', literals: 'int', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  gather4_c: { code: 126, kind: 'instruction', category: 'gather', counts: 'nothing', requires: 'nothing', literals: 'float', operands: [DST_F32, LOCATION, RESOURCE, SAMPLER_CHANNEL, F32_ONE], controls: 'precise', since: '5.0' },
  gather4_po: { code: 127, kind: 'instruction', category: 'gather', counts: 'gather', requires: 'nothing', literals: 'int', operands: [DST_ANY, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL], controls: 'precise', since: '5.0' },
  gather4_po_c: { code: 128, kind: 'instruction', category: 'gather', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_F32, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL, F32_ONE], controls: 'precise', since: '5.0' },
  rcp: { code: 129, kind: 'instruction', category: 'arithmetic', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_F32, F32_AS_DST], controls: 'arithmetic', since: '5.0' },
  f32tof16: { code: 130, kind: 'instruction', category: 'conversion', counts: 'nothing', requires: 'nothing', literals: 'float', operands: [DST_BITS, F32], controls: 'precise', since: '5.0' },
  f16tof32: { code: 131, kind: 'instruction', category: 'conversion', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_F32, BITS], controls: 'precise', since: '5.0' },
  uaddc: { code: 132, kind: 'instruction', category: 'integer', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_U32, OPT_U32, U32_AS_DST, U32_AS_DST], controls: 'precise', since: '5.0' },
  usubb: { code: 133, kind: 'instruction', category: 'integer', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_U32, OPT_U32, U32_AS_DST, U32_AS_DST], controls: 'precise', since: '5.0' },
  countbits: { code: 134, kind: 'instruction', category: 'bitwise', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_U32, BITS_AS_DST], controls: 'precise', since: '5.0' },
  firstbit_hi: { code: 135, kind: 'instruction', category: 'bitwise', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_U32, BITS_AS_DST], controls: 'precise', since: '5.0' },
  firstbit_lo: { code: 136, kind: 'instruction', category: 'bitwise', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_U32, BITS_AS_DST], controls: 'precise', since: '5.0' },
  firstbit_shi: { code: 137, kind: 'instruction', category: 'bitwise', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_U32, I32_AS_DST], controls: 'precise', since: '5.0' },
  ubfe: { code: 138, kind: 'instruction', category: 'bitwise', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_U32, LOW_5_BITS_AS_DST, LOW_5_BITS, U32], controls: 'precise', since: '5.0' },
  ibfe: { code: 139, kind: 'instruction', category: 'bitwise', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_I32, LOW_5_BITS_AS_DST, LOW_5_BITS, I32], controls: 'precise', since: '5.0' },
  bfi: { code: 140, kind: 'instruction', category: 'bitwise', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_BITS, LOW_5_BITS_AS_DST, LOW_5_BITS, BITS, BITS], controls: 'precise', since: '5.0' },
  bfrev: { code: 141, kind: 'instruction', category: 'bitwise', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_BITS, BITS_AS_DST], controls: 'precise', since: '5.0' },
  swapc: { code: 142, kind: 'instruction', category: 'move', counts: 'nothing', requires: 'nothing', literals: 'untyped', operands: [DST_ANY, DST_ANY_AS_DST, BITS, ANY, ANY], controls: 'precise', since: '5.0' },
  dcl_stream: { code: 143, kind: 'declaration', declares: 'stream', requires: 'nothing', literals: 'int', operands: [DCL_STREAM], since: '5.0', stages: ['gs'] },
  dcl_function_body: { code: 144, kind: 'declaration', declares: 'interface', requires: 'nothing', operands: [], payload: ['register'], since: '5.0' },
  dcl_function_table: { code: 145, kind: 'declaration', declares: 'interface', requires: 'nothing', operands: [], payload: ['register', 'list'], longLength: true, since: '5.0' },
  dcl_interface: { code: 146, kind: 'declaration', declares: 'interface', requires: 'nothing', operands: [], controls: 'dclInterface', payload: ['interfaceId', 'callSites', 'interface'], longLength: true, since: '5.0' },
  dcl_input_control_point_count: { code: 147, kind: 'declaration', declares: 'tessellation', requires: 'nothing', operands: [], controls: 'dclControlPointCount', since: '5.0', stages: ['hs', 'ds'] },
  dcl_output_control_point_count: { code: 148, kind: 'declaration', declares: 'tessellation', requires: 'nothing', operands: [], controls: 'dclControlPointCount', since: '5.0', stages: ['hs'] },
  dcl_tessellator_domain: { code: 149, kind: 'declaration', declares: 'tessellation', requires: 'nothing', operands: [], controls: 'dclTessellatorDomain', since: '5.0', stages: ['hs', 'ds'] },
  dcl_tessellator_partitioning: { code: 150, kind: 'declaration', declares: 'tessellation', requires: 'nothing', operands: [], controls: 'dclTessellatorPartitioning', since: '5.0', stages: ['hs'] },
  dcl_tessellator_output_primitive: { code: 151, kind: 'declaration', declares: 'tessellation', requires: 'nothing', operands: [], controls: 'dclTessellatorOutputPrimitive', since: '5.0', stages: ['hs'] },
  dcl_hs_max_tessfactor: { code: 152, kind: 'declaration', declares: 'tessellation', requires: 'nothing', operands: [], payload: ['float'], since: '5.0', stages: ['hs'] },
  dcl_hs_fork_phase_instance_count: { code: 153, kind: 'declaration', declares: 'phaseInstances', requires: 'nothing', operands: [], payload: ['count'], since: '5.0', stages: ['hs'] },
  dcl_hs_join_phase_instance_count: { code: 154, kind: 'declaration', declares: 'phaseInstances', requires: 'nothing', operands: [], payload: ['count'], since: '5.0', stages: ['hs'] },
  dcl_thread_group: { code: 155, kind: 'declaration', declares: 'threadGroup', requires: 'nothing', operands: [], payload: ['x', 'y', 'z'], since: '4.0', stages: ['cs'] },
  dcl_uav_typed: { code: 156, kind: 'declaration', declares: 'uav', requires: 'unorderedAccess', literals: 'int', operands: [DCL_UAV], controls: 'dclUavTyped', payload: ['returnTypes', 'space'], since: '5.0' },
  dcl_uav_raw: { code: 157, kind: 'declaration', declares: 'uav', requires: 'unorderedAccess', literals: 'int', operands: [DCL_UAV], controls: 'dclUavRaw', payload: ['space'], since: '4.0' },
  dcl_uav_structured: { code: 158, kind: 'declaration', declares: 'uav', requires: 'unorderedAccess', literals: 'int', operands: [DCL_UAV], controls: 'dclUavStructured', payload: ['stride', 'space'], since: '4.0' },
  dcl_tgsm_raw: { code: 159, kind: 'declaration', declares: 'sharedMemory', requires: 'nothing', literals: 'int', operands: [DCL_MEMORY], payload: ['byteCount'], since: '5.0', stages: ['cs'] },
  dcl_tgsm_structured: { code: 160, kind: 'declaration', declares: 'sharedMemory', requires: 'nothing', literals: 'int', operands: [DCL_MEMORY], payload: ['stride', 'count'], since: '4.0', stages: ['cs'] },
  dcl_resource_raw: { code: 161, kind: 'declaration', declares: 'resource', requires: 'rawBuffers', literals: 'int', operands: [DCL_RESOURCE], payload: ['space'], since: '4.0' },
  dcl_resource_structured: { code: 162, kind: 'declaration', declares: 'resource', requires: 'rawBuffers', literals: 'int', operands: [DCL_RESOURCE], payload: ['stride', 'space'], since: '4.0' },
  ld_uav_typed: { code: 163, kind: 'instruction', category: 'load', counts: 'load', requires: 'unorderedAccess', literals: 'int', operands: [DST_ANY, ELEMENT, UAV_READ], controls: 'precise', since: '5.0' },
  store_uav_typed: { code: 164, kind: 'instruction', category: 'store', counts: 'store', requires: 'unorderedAccess', literals: 'untyped', operands: [UAV_WRITE, ELEMENT, ANY], since: '5.0' },
  ld_raw: { code: 165, kind: 'instruction', category: 'load', counts: 'load', requires: 'rawBuffers', literals: 'int', operands: [DST_ANY, INDEX, MEMORY_READ], controls: 'precise', since: '4.0' },
  store_raw: { code: 166, kind: 'instruction', category: 'store', counts: 'store', requires: 'unorderedAccess', literals: 'untyped', operands: [MEMORY_WRITE, INDEX, ANY], since: '4.0' },
  ld_structured: { code: 167, kind: 'instruction', category: 'load', counts: 'load', requires: 'rawBuffers', literals: 'int', operands: [DST_ANY, INDEX, INDEX, MEMORY_READ], controls: 'precise', since: '4.0' },
  store_structured: { code: 168, kind: 'instruction', category: 'store', counts: 'store', requires: 'unorderedAccess', literals: 'untyped', operands: [MEMORY_WRITE, INDEX, INDEX, ANY], since: '4.0' },
  atomic_and: { code: 169, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [MEMORY_BITS, ELEMENT, BITS_ONE], since: '5.0' },
  atomic_or: { code: 170, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [MEMORY_BITS, ELEMENT, BITS_ONE], since: '5.0' },
  atomic_xor: { code: 171, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [MEMORY_BITS, ELEMENT, BITS_ONE], since: '5.0' },
  atomic_cmp_store: { code: 172, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [MEMORY_BITS, ELEMENT, BITS_ONE, BITS_ONE], since: '5.0' },
  atomic_iadd: { code: 173, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [MEMORY_I32, ELEMENT, I32_ONE], since: '5.0' },
  atomic_imax: { code: 174, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [MEMORY_I32, ELEMENT, I32_ONE], since: '5.0' },
  atomic_imin: { code: 175, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [MEMORY_I32, ELEMENT, I32_ONE], since: '5.0' },
  atomic_umax: { code: 176, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [MEMORY_U32, ELEMENT, U32_ONE], since: '5.0' },
  atomic_umin: { code: 177, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [MEMORY_U32, ELEMENT, U32_ONE], since: '5.0' },
  imm_atomic_alloc: { code: 178, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_U32, UAV_COUNTER], controls: 'precise', since: '5.0' },
  imm_atomic_consume: { code: 179, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_U32, UAV_COUNTER], controls: 'precise', since: '5.0' },
  imm_atomic_iadd: { code: 180, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_I32, MEMORY_I32, ELEMENT, I32_ONE], controls: 'precise', since: '5.0' },
  imm_atomic_and: { code: 181, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE], controls: 'precise', since: '5.0' },
  imm_atomic_or: { code: 182, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE], controls: 'precise', since: '5.0' },
  imm_atomic_xor: { code: 183, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE], controls: 'precise', since: '5.0' },
  imm_atomic_exch: { code: 184, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE], controls: 'precise', since: '5.0' },
  imm_atomic_cmp_exch: { code: 185, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE, BITS_ONE], controls: 'precise', since: '5.0' },
  imm_atomic_imax: { code: 186, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_I32, MEMORY_I32, ELEMENT, I32_ONE], controls: 'precise', since: '5.0' },
  imm_atomic_imin: { code: 187, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_I32, MEMORY_I32, ELEMENT, I32_ONE], controls: 'precise', since: '5.0' },
  imm_atomic_umax: { code: 188, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_U32, MEMORY_U32, ELEMENT, U32_ONE], controls: 'precise', since: '5.0' },
  imm_atomic_umin: { code: 189, kind: 'instruction', category: 'atomic', counts: 'atomic', requires: 'unorderedAccess', literals: 'int', operands: [DST_ONE_U32, MEMORY_U32, ELEMENT, U32_ONE], controls: 'precise', since: '5.0' },
  sync: { code: 190, kind: 'instruction', category: 'barrier', counts: 'barrier', requires: 'unorderedAccess', operands: [], controls: 'sync', since: '4.0' },
  dadd: { code: 191, kind: 'instruction', category: 'arithmetic', counts: 'nothing', requires: 'doubles', literals: 'float', operands: [DST_F64, F64_AS_DST, F64_AS_DST], controls: 'arithmetic', since: '5.0' },
  dmax: { code: 192, kind: 'instruction', category: 'arithmetic', counts: 'nothing', requires: 'doubles', literals: 'float', operands: [DST_F64, F64_AS_DST, F64_AS_DST], controls: 'arithmetic', since: '5.0' },
  dmin: { code: 193, kind: 'instruction', category: 'arithmetic', counts: 'nothing', requires: 'doubles', literals: 'float', operands: [DST_F64, F64_AS_DST, F64_AS_DST], controls: 'arithmetic', since: '5.0' },
  dmul: { code: 194, kind: 'instruction', category: 'arithmetic', counts: 'nothing', requires: 'doubles', literals: 'float', operands: [DST_F64, F64_AS_DST, F64_AS_DST], controls: 'arithmetic', since: '5.0' },
  deq: { code: 195, kind: 'instruction', category: 'comparison', counts: 'nothing', requires: 'doubles', literals: 'float', operands: [DST_BOOL, F64_FOR_32, F64_FOR_32], controls: 'arithmetic', since: '5.0' },
  dge: { code: 196, kind: 'instruction', category: 'comparison', counts: 'nothing', requires: 'doubles', literals: 'float', operands: [DST_BOOL, F64_FOR_32, F64_FOR_32], controls: 'arithmetic', since: '5.0' },
  dlt: { code: 197, kind: 'instruction', category: 'comparison', counts: 'nothing', requires: 'doubles', literals: 'float', operands: [DST_BOOL, F64_FOR_32, F64_FOR_32], controls: 'arithmetic', since: '5.0' },
  dne: { code: 198, kind: 'instruction', category: 'comparison', counts: 'nothing', requires: 'doubles', literals: 'float', operands: [DST_BOOL, F64_FOR_32, F64_FOR_32], controls: 'arithmetic', since: '5.0' },
  dmov: { code: 199, kind: 'instruction', category: 'move', counts: 'nothing', requires: 'doubles', literals: 'float', operands: [DST_F64, F64_AS_DST], controls: 'arithmetic', since: '5.0' },
  dmovc: { code: 200, kind: 'instruction', category: 'move', counts: 'nothing', requires: 'doubles', literals: 'float', operands: [DST_F64, BITS_FOR_64, F64_AS_DST, F64_AS_DST], controls: 'arithmetic', since: '5.0' },
  dtof: { code: 201, kind: 'instruction', category: 'conversion', counts: 'conversion', requires: 'doubles', literals: 'float', operands: [DST_F32, F64_FOR_32_AS_DST], controls: 'precise', since: '5.0' },
  ftod: { code: 202, kind: 'instruction', category: 'conversion', counts: 'conversion', requires: 'doubles', literals: 'float', operands: [DST_F64, F32_FOR_64], controls: 'precise', since: '5.0' },
  eval_snapped: { code: 203, kind: 'instruction', category: 'interpolation', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_ANY, INTERPOLATED_AS_DST, OFFSET], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  eval_sample_index: { code: 204, kind: 'instruction', category: 'interpolation', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_ANY, INTERPOLATED_AS_DST, SAMPLE_INDEX], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  eval_centroid: { code: 205, kind: 'instruction', category: 'interpolation', counts: 'nothing', requires: 'nothing', literals: 'int', operands: [DST_ANY, INTERPOLATED_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  dcl_gsinstances: { code: 206, kind: 'declaration', declares: 'geometry', requires: 'nothing', operands: [], payload: ['count'], since: '5.0', stages: ['gs'] },
  abort: { code: 207, kind: 'instruction', category: 'debug', counts: 'uncounted', requires: 'nothing', operands: [], since: '4.0' },
  debug_break: { code: 208, kind: 'instruction', category: 'debug', counts: 'nothing', requires: 'nothing', operands: [], since: '4.0' },
  reserved_209: { code: 209, kind: 'reserved', operands: [], since: '5.0' },
  ddiv: { code: 210, kind: 'instruction', category: 'arithmetic', counts: 'nothing', requires: 'doubleExtensions', literals: 'float', operands: [DST_F64, F64_AS_DST, F64_AS_DST], controls: 'arithmetic', since: '5.0' },
  dfma: { code: 211, kind: 'instruction', category: 'arithmetic', counts: 'float', requires: 'doubleExtensions', literals: 'int', operands: [DST_F64, F64_AS_DST, F64_AS_DST, F64_AS_DST], controls: 'arithmetic', since: '5.0' },
  drcp: { code: 212, kind: 'instruction', category: 'arithmetic', counts: 'nothing', requires: 'doubleExtensions', literals: 'int', operands: [DST_F64, F64_AS_DST], controls: 'arithmetic', since: '5.0' },
  msad: { code: 213, kind: 'instruction', category: 'integer', counts: 'uint', requires: 'shaderExtensions', literals: 'int', operands: [DST_U32, U32_AS_DST, U32_AS_DST, U32_AS_DST], controls: 'precise', since: '5.0' },
  dtoi: { code: 214, kind: 'instruction', category: 'conversion', counts: 'conversion', requires: 'doubleExtensions', literals: 'int', operands: [DST_I32, F64_FOR_32], controls: 'precise', since: '5.0' },
  dtou: { code: 215, kind: 'instruction', category: 'conversion', counts: 'conversion', requires: 'doubleExtensions', literals: 'int', operands: [DST_U32, F64_FOR_32], controls: 'precise', since: '5.0' },
  itod: { code: 216, kind: 'instruction', category: 'conversion', counts: 'conversion', requires: 'doubleExtensions', literals: 'int', operands: [DST_F64, I32_FOR_64], controls: 'precise', since: '5.0' },
  utod: { code: 217, kind: 'instruction', category: 'conversion', counts: 'conversion', requires: 'doubleExtensions', literals: 'int', operands: [DST_F64, U32_FOR_64], controls: 'precise', since: '5.0' },
  reserved_218: { code: 218, kind: 'reserved', operands: [], since: '5.0' },
  gather4_s: { code: 219, kind: 'instruction', category: 'gather', counts: 'gather', requires: 'tiledResources', literals: 'float', operands: [OPT_ANY, STATUS, LOCATION, RESOURCE, SAMPLER_CHANNEL], controls: 'precise', since: '5.0' },
  gather4_c_s: { code: 220, kind: 'instruction', category: 'gather', counts: 'gather', requires: 'tiledResources', literals: 'float', operands: [OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER_CHANNEL, F32_ONE], controls: 'precise', since: '5.0' },
  gather4_po_s: { code: 221, kind: 'instruction', category: 'gather', counts: 'gather', requires: 'tiledResources', literals: 'int', operands: [OPT_ANY, STATUS, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL], controls: 'precise', since: '5.0' },
  gather4_po_c_s: { code: 222, kind: 'instruction', category: 'gather', counts: 'gather', requires: 'tiledResources', literals: 'int', operands: [OPT_F32, STATUS, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL, F32_ONE], controls: 'precise', since: '5.0' },
  ld_s: { code: 223, kind: 'instruction', category: 'load', counts: 'load', requires: 'tiledResources', literals: 'int', operands: [OPT_ANY, STATUS, TEXEL_AND_LEVEL, RESOURCE], controls: 'precise', since: '5.0' },
  ldms_s: { code: 224, kind: 'instruction', category: 'load', counts: 'load', requires: 'tiledResources', literals: 'int', operands: [OPT_ANY, STATUS, TEXEL, RESOURCE, SAMPLE_INDEX], controls: 'precise', since: '5.0' },
  ld_uav_typed_s: { code: 225, kind: 'instruction', category: 'load', counts: 'load', requires: 'tiledResources', literals: 'int', operands: [OPT_ANY, STATUS, ELEMENT, UAV_READ], controls: 'precise', since: '5.0' },
  ld_raw_s: { code: 226, kind: 'instruction', category: 'load', counts: 'load', requires: 'tiledResources', literals: 'int', operands: [OPT_ANY, STATUS, INDEX, MEMORY_READ], controls: 'precise', since: '5.0' },
  ld_structured_s: { code: 227, kind: 'instruction', category: 'load', counts: 'load', requires: 'tiledResources', literals: 'int', operands: [OPT_ANY, STATUS, INDEX, INDEX, MEMORY_READ], controls: 'precise', since: '5.0' },
  sample_l_s: { code: 228, kind: 'instruction', category: 'sample', level: 'explicit', compares: false, counts: 'load', requires: 'tiledResources', literals: 'float', operands: [OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE], controls: 'precise', since: '5.0' },
  sample_c_lz_s: { code: 229, kind: 'instruction', category: 'sample', level: 'zero', compares: true, counts: 'sampleCompare', requires: 'tiledResources', literals: 'float', operands: [OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE], controls: 'precise', since: '5.0' },
  sample_cl_s: { code: 230, kind: 'instruction', category: 'sample', level: 'implicit', compares: false, counts: 'sample', requires: 'tiledResources', literals: 'float', operands: [OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE], controls: 'precise', since: '5.0', stages: ['ps'] },
  sample_b_cl_s: { code: 231, kind: 'instruction', category: 'sample', level: 'bias', compares: false, counts: 'sampleBias', requires: 'tiledResources', literals: 'float', operands: [OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE, F32_ONE], controls: 'precise', since: '5.0', stages: ['ps'] },
  sample_d_cl_s: { code: 232, kind: 'instruction', category: 'sample', level: 'gradients', compares: false, counts: 'sampleGradient', requires: 'tiledResources', literals: 'float', operands: [OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, GRADIENT, GRADIENT, F32_ONE], controls: 'precise', since: '5.0' },
  sample_c_cl_s: { code: 233, kind: 'instruction', category: 'sample', level: 'implicit', compares: true, counts: 'sampleCompare', requires: 'tiledResources', literals: 'float', operands: [OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE, F32_ONE], controls: 'precise', since: '5.0', stages: ['ps'] },
  check_access_fully_mapped: { code: 234, kind: 'instruction', category: 'query', counts: 'nothing', requires: 'tiledResources', literals: 'int', operands: [DST_BOOL, BITS], controls: 'precise', since: '5.0' },
  reserved_235: { code: 235, kind: 'reserved', operands: [], since: '5.1' },
} as const satisfies Record<string, Sm4OpcodeRow>;

export type Sm4Mnemonic = keyof typeof SM4_OPCODES;

/** A row together with its mnemonic. */
export type Sm4Opcode = Sm4OpcodeRow & { readonly mnemonic: Sm4Mnemonic };

/** The rows by opcode number; a number without a row is undefined. */
export const SM4_OPCODE_BY_CODE: readonly (Sm4Opcode | undefined)[] = byCode();

function byCode(): (Sm4Opcode | undefined)[] {
  const rows: (Sm4Opcode | undefined)[] = [];
  for (const [mnemonic, row] of Object.entries(SM4_OPCODES) as [Sm4Mnemonic, Sm4OpcodeRow][])
    rows[row.code] = { mnemonic, ...row };
  return rows;
}

/** Whether the instruction needs the other pixels of its quad: it takes derivatives. */
export function sm4NeedsQuad(row: Sm4OpcodeRow): boolean {
  if (row.kind !== 'instruction') return false;
  if (row.category === 'sample') return row.level === 'implicit' || row.level === 'bias';
  return row.category === 'derivative';
}

/** Whether the instruction returns the access status of tiled resources. */
export function sm4IsSparse(row: Sm4OpcodeRow): boolean {
  return row.operands.some(({ access }) => access === 'status');
}

/** What the opcode requires besides its shader model and stage. */
export function sm4Requirement(row: Sm4OpcodeRow): Sm4Requirement {
  if (row.kind === 'reserved') return 'unavailable';
  return row.kind === 'instruction' || row.kind === 'declaration' ? row.requires : 'nothing';
}

/** A byte for each opcode number: 1 for those whose row matches. */
export function sm4OpcodeSet(matches: (row: Sm4Opcode) => boolean): Uint8Array {
  return Uint8Array.from(SM4_OPCODE_BY_CODE, (row) => (row !== undefined && matches(row) ? 1 : 0));
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
