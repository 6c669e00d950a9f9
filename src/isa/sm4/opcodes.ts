/**
 * THE TABLE of shader models 4.0 to 5.1: one row for every opcode, with its number, its operands with their value types, components
 * and access, how it is encoded and how it prints. What the opcode does and which programs may have it is a second table with the
 * same rows (opcode-facts.ts). Decoder, printer, assembler, encoder, validator, documentation, coverage and the random-program
 * generator derive from the two.
 *
 * Where Microsoft's validator or compiler disagrees with a fact, the fact stays here and the disagreement is a named exception
 * in the code that follows Microsoft (validate/sm4/operand-constraints.ts, validate/sm4/rules/flow/component-reads.ts).
 *
 * Sources: numbers from the public tokenized program format headers; value types, components and access from the public
 * Direct3D 11.3 functional specification; operand counts, how literals print, which operands take their precision from the
 * destination, and what the statistics count from the oracle.
 */
import { enumerated } from '../../base/enumerated.ts';
import { SM4_OPCODE_FACTS, type Sm4FactsByKind, type Sm4Requirement } from './opcode-facts.ts';
import type { Sm4Controls } from './token-kinds.ts';

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
  /** `D3D10_SB_OPCODE_TYPE`. */
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
}

/** How literals of an opcode print. */
type Literals = 'float' | 'int' | 'untyped';

type Operands =
  | {
      readonly operands: readonly [Sm4OperandRow, ...Sm4OperandRow[]];
      readonly literals: Literals;
    }
  | { readonly operands: readonly []; readonly literals?: undefined };

/** `marker` begins the declarations of a hull shader; `reserved` opcodes have a number and no meaning. */
type Kinds =
  | { readonly kind: 'instruction' | 'marker' | 'custom' | 'reserved' }
  | { readonly kind: 'declaration'; readonly declares: Sm4Declares };

/** A row of the table. */
export type Sm4OpcodeRow = RowBase & Kinds & Operands;

// --- numbers and kinds --------------------------------------------------------------------------------------------

/** A row as it is written: its position is its number, and without a kind it is an instruction. */
type WrittenRow = Written<Sm4OpcodeRow>;
type Written<Row> = Row extends Sm4OpcodeRow
  ? Omit<Row, 'code' | 'kind'> & { readonly kind?: Exclude<Row['kind'], 'instruction'> }
  : never;

type WithKinds<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] & {
    readonly kind: Rows[Name] extends { readonly kind: infer Kind extends Sm4OpcodeRow['kind'] } ? Kind : 'instruction';
  };
};

/** Enters into `rows` the kinds that they leave out. */
function withKinds<Rows extends Readonly<Record<string, WrittenRow>>>(rows: Rows): WithKinds<Rows> {
  // Entered in place: V8 keeps the table that is written down fast, not one that is put together.
  for (const row of Object.values<{ kind?: string }>(rows)) row.kind ??= 'instruction';
  return rows as WithKinds<Rows>;
}

type WrittenOperands = readonly [Sm4OperandRow, ...Sm4OperandRow[]];

/** Makes rows of instructions of how their literals print and their controls. */
const rowsWith =
  <const L extends Literals, const Controls extends Sm4Controls>(literals: L, controls: Controls) =>
  <const Row extends WrittenOperands>(...operands: Row) =>
    ({ operands, literals, controls }) as const;

const arithmetic = rowsWith('float', 'arithmetic');
/** Arithmetic whose literals print as integers. */
const arithmeticInts = rowsWith('int', 'arithmetic');
const floats = rowsWith('float', 'precise');
const ints = rowsWith('int', 'precise');
const test = rowsWith('int', 'test');

/** The rows by mnemonic, in the order of their numbers, without gaps. */
// biome-ignore format: one row, one line
export const SM4_OPCODES = /* @__PURE__ */ enumerated(/* @__PURE__ */ withKinds({
  /*   0 */ add: arithmetic(DST_F32, F32_AS_DST, F32_AS_DST),
  /*   1 */ and: ints(DST_BITS, BITS_AS_DST, BITS_AS_DST),
  /*   2 */ break: { operands: [] },
  /*   3 */ breakc: test(BITS_ONE),
  /*   4 */ call: { operands: [LABEL], literals: 'int' },
  /*   5 */ callc: test(BITS_ONE, LABEL),
  /*   6 */ case: { operands: [LITERAL], literals: 'int' },
  /*   7 */ continue: { operands: [] },
  /*   8 */ continuec: test(BITS_ONE),
  /*   9 */ cut: { operands: [] },
  /*  10 */ default: { operands: [] },
  /*  11 */ deriv_rtx: arithmetic(DST_F32, F32_AS_DST),
  /*  12 */ deriv_rty: arithmetic(DST_F32, F32_AS_DST),
  /*  13 */ discard: test(BITS_ONE),
  /*  14 */ div: arithmetic(DST_F32, F32_AS_DST, F32_AS_DST),
  /*  15 */ dp2: arithmetic(DST_F32, F32_XY_AS_DST, F32_XY_AS_DST),
  /*  16 */ dp3: arithmetic(DST_F32, F32_XYZ_AS_DST, F32_XYZ_AS_DST),
  /*  17 */ dp4: arithmetic(DST_F32, F32_XYZW_AS_DST, F32_XYZW_AS_DST),
  /*  18 */ else: { operands: [], block: 'middle' },
  /*  19 */ emit: { operands: [] },
  /*  20 */ emit_then_cut: { operands: [] },
  /*  21 */ endif: { operands: [], block: 'close' },
  /*  22 */ endloop: { operands: [], block: 'close' },
  /*  23 */ endswitch: { operands: [], block: 'close' },
  /*  24 */ eq: floats(DST_BOOL, F32, F32),
  /*  25 */ exp: arithmetic(DST_F32, F32_AS_DST),
  /*  26 */ frc: arithmetic(DST_F32, F32_AS_DST),
  /*  27 */ ftoi: floats(DST_I32, F32),
  /*  28 */ ftou: floats(DST_U32, F32),
  /*  29 */ ge: floats(DST_BOOL, F32, F32),
  /*  30 */ iadd: ints(DST_I32, I32_AS_DST, I32_AS_DST),
  /*  31 */ if: { operands: [BITS_ONE], literals: 'int', controls: 'test', block: 'open' },
  /*  32 */ ieq: ints(DST_BOOL, I32, I32),
  /*  33 */ ige: ints(DST_BOOL, I32, I32),
  /*  34 */ ilt: ints(DST_BOOL, I32, I32),
  /*  35 */ imad: ints(DST_I32, I32_AS_DST, I32_AS_DST, I32_AS_DST),
  /*  36 */ imax: ints(DST_I32, I32_AS_DST, I32_AS_DST),
  /*  37 */ imin: ints(DST_I32, I32_AS_DST, I32_AS_DST),
  /*  38 */ imul: ints(OPT_I32, OPT_I32, I32_AS_DST, I32_AS_DST),
  /*  39 */ ine: ints(DST_BOOL, I32, I32),
  /*  40 */ ineg: ints(DST_I32, I32_AS_DST),
  /*  41 */ ishl: ints(DST_BITS, BITS_AS_DST, LOW_5_BITS),
  /*  42 */ ishr: ints(DST_I32, I32_AS_DST, LOW_5_BITS),
  /*  43 */ itof: ints(DST_F32, I32),
  /*  44 */ label: { operands: [LABEL], literals: 'int' },
  /*  45 */ ld: ints(DST_ANY, TEXEL_AND_LEVEL, RESOURCE),
  /*  46 */ ldms: ints(DST_ANY, TEXEL, RESOURCE, SAMPLE_INDEX),
  /*  47 */ log: arithmetic(DST_F32, F32_AS_DST),
  /*  48 */ loop: { operands: [], block: 'open' },
  /*  49 */ lt: floats(DST_BOOL, F32, F32),
  /*  50 */ mad: arithmetic(DST_F32, F32_AS_DST, F32_AS_DST, F32_AS_DST),
  /*  51 */ min: arithmetic(DST_F32, F32_AS_DST, F32_AS_DST),
  /*  52 */ max: arithmetic(DST_F32, F32_AS_DST, F32_AS_DST),
  /*  53 */ customdata: { operands: [], kind: 'custom' },
  /*  54 */ mov: { operands: [DST_ANY, ANY_AS_DST], literals: 'untyped', controls: 'arithmetic' },
  /*  55 */ movc: { operands: [DST_ANY, BITS, ANY_AS_DST, ANY_AS_DST], literals: 'untyped', controls: 'arithmetic' },
  /*  56 */ mul: arithmetic(DST_F32, F32_AS_DST, F32_AS_DST),
  /*  57 */ ne: floats(DST_BOOL, F32, F32),
  /*  58 */ nop: { operands: [] },
  /*  59 */ not: ints(DST_BITS, BITS_AS_DST),
  /*  60 */ or: ints(DST_BITS, BITS_AS_DST, BITS_AS_DST),
  /*  61 */ resinfo: { operands: [DST_ANY, LEVEL, RESOURCE_OR_UAV], literals: 'int', controls: 'sizeQuery' },
  /*  62 */ ret: { operands: [] },
  /*  63 */ retc: test(BITS_ONE),
  /*  64 */ round_ne: arithmetic(DST_F32, F32_AS_DST),
  /*  65 */ round_ni: arithmetic(DST_F32, F32_AS_DST),
  /*  66 */ round_pi: arithmetic(DST_F32, F32_AS_DST),
  /*  67 */ round_z: arithmetic(DST_F32, F32_AS_DST),
  /*  68 */ rsq: arithmetic(DST_F32, F32_AS_DST),
  /*  69 */ sample: floats(DST_F32, LOCATION, RESOURCE, SAMPLER),
  /*  70 */ sample_c: floats(DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE),
  /*  71 */ sample_c_lz: floats(DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE),
  /*  72 */ sample_l: floats(DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE),
  /*  73 */ sample_d: floats(DST_F32, LOCATION, RESOURCE, SAMPLER, GRADIENT, GRADIENT),
  /*  74 */ sample_b: floats(DST_F32, LOCATION, RESOURCE, SAMPLER, F32_ONE),
  /*  75 */ sqrt: arithmetic(DST_F32, F32_AS_DST),
  /*  76 */ switch: { operands: [BITS_ONE], literals: 'int', block: 'open' },
  /*  77 */ sincos: arithmetic(OPT_F32, OPT_F32, F32_AS_DST),
  /*  78 */ udiv: ints(OPT_U32, OPT_U32, U32_AS_DST, U32_AS_DST),
  /*  79 */ ult: ints(DST_BOOL, U32, U32),
  /*  80 */ uge: ints(DST_BOOL, U32, U32),
  /*  81 */ umul: ints(OPT_U32, OPT_U32, U32_AS_DST, U32_AS_DST),
  /*  82 */ umad: ints(DST_U32, U32_AS_DST, U32_AS_DST, U32_AS_DST),
  /*  83 */ umax: ints(DST_U32, U32_AS_DST, U32_AS_DST),
  /*  84 */ umin: ints(DST_U32, U32_AS_DST, U32_AS_DST),
  /*  85 */ ushr: ints(DST_U32, U32_AS_DST, LOW_5_BITS),
  /*  86 */ utof: ints(DST_F32, U32),
  /*  87 */ xor: ints(DST_BITS, BITS_AS_DST, BITS_AS_DST),
  /*  88 */ dcl_resource: { operands: [DCL_RESOURCE], literals: 'int', controls: 'dclResource', kind: 'declaration', declares: 'resource', payload: ['returnTypes', 'space'] },
  /*  89 */ dcl_constantbuffer: { operands: [DCL_CONSTANT_BUFFER], literals: 'int', controls: 'dclConstantBuffer', kind: 'declaration', declares: 'constantBuffer', payload: ['size', 'space'] },
  /*  90 */ dcl_sampler: { operands: [DCL_SAMPLER], literals: 'int', controls: 'dclSampler', kind: 'declaration', declares: 'sampler', payload: ['space'] },
  /*  91 */ dcl_indexrange: { operands: [DCL_REGISTER], literals: 'float', kind: 'declaration', declares: 'indexRange', payload: ['count'] },
  /*  92 */ dcl_outputtopology: { operands: [], controls: 'dclOutputTopology', kind: 'declaration', declares: 'geometry' },
  /*  93 */ dcl_inputprimitive: { operands: [], controls: 'dclInputPrimitive', kind: 'declaration', declares: 'geometry' },
  /*  94 */ dcl_maxout: { operands: [], kind: 'declaration', declares: 'geometry', payload: ['count'] },
  /*  95 */ dcl_input: { operands: [DCL_REGISTER], literals: 'int', kind: 'declaration', declares: 'input' },
  /*  96 */ dcl_input_sgv: { operands: [DCL_REGISTER], literals: 'float', kind: 'declaration', declares: 'input', payload: ['name'] },
  /*  97 */ dcl_input_siv: { operands: [DCL_REGISTER], literals: 'float', kind: 'declaration', declares: 'input', payload: ['name'] },
  /*  98 */ dcl_input_ps: { operands: [DCL_REGISTER], literals: 'float', controls: 'dclInputPs', kind: 'declaration', declares: 'input' },
  /*  99 */ dcl_input_ps_sgv: { operands: [DCL_REGISTER], literals: 'float', controls: 'dclInputPs', kind: 'declaration', declares: 'input', payload: ['name'] },
  /* 100 */ dcl_input_ps_siv: { operands: [DCL_REGISTER], literals: 'float', controls: 'dclInputPs', kind: 'declaration', declares: 'input', payload: ['name'] },
  /* 101 */ dcl_output: { operands: [DCL_REGISTER], literals: 'int', kind: 'declaration', declares: 'output' },
  /* 102 */ dcl_output_sgv: { operands: [DCL_REGISTER], literals: 'float', kind: 'declaration', declares: 'output', payload: ['name'] },
  /* 103 */ dcl_output_siv: { operands: [DCL_REGISTER], literals: 'float', kind: 'declaration', declares: 'output', payload: ['name'] },
  /* 104 */ dcl_temps: { operands: [], kind: 'declaration', declares: 'temps', payload: ['count'] },
  /* 105 */ dcl_indexableTemp: { operands: [], kind: 'declaration', declares: 'indexableTemp', payload: ['register', 'count', 'components'] },
  /* 106 */ dcl_globalFlags: { operands: [], controls: 'dclGlobalFlags', kind: 'declaration', declares: 'globalFlags' },
  /* 107 */ jmp: { operands: [] },
  /* 108 */ lod: ints(DST_F32, LOCATION, RESOURCE_INFO, SAMPLER),
  /* 109 */ gather4: floats(DST_ANY, LOCATION, RESOURCE, SAMPLER_CHANNEL),
  /* 110 */ samplepos: ints(DST_F32, RESOURCE_OR_RASTERIZER, SAMPLE_INDEX),
  /* 111 */ sampleinfo: { operands: [DST_ANY, RESOURCE_OR_RASTERIZER], literals: 'int', controls: 'sizeQuery' },
  /* 112 */ reserved_112: { operands: [], kind: 'reserved' },
  /* 113 */ hs_decls: { operands: [], kind: 'marker' },
  /* 114 */ hs_control_point_phase: { operands: [] },
  /* 115 */ hs_fork_phase: { operands: [] },
  /* 116 */ hs_join_phase: { operands: [] },
  /* 117 */ emit_stream: { operands: [STREAM], literals: 'int' },
  /* 118 */ cut_stream: { operands: [STREAM], literals: 'int' },
  /* 119 */ emit_then_cut_stream: { operands: [STREAM], literals: 'int' },
  /* 120 */ fcall: { operands: [FUNCTION], literals: 'int', payload: ['functionIndex'] },
  /* 121 */ bufinfo: ints(DST_U32, RESOURCE_OR_UAV),
  /* 122 */ deriv_rtx_coarse: arithmeticInts(DST_F32, F32_AS_DST),
  /* 123 */ deriv_rtx_fine: arithmeticInts(DST_F32, F32_AS_DST),
  /* 124 */ deriv_rty_coarse: arithmeticInts(DST_F32, F32_AS_DST),
  /* 125 */ deriv_rty_fine: arithmeticInts(DST_F32, F32_AS_DST),
  /* 126 */ gather4_c: floats(DST_F32, LOCATION, RESOURCE, SAMPLER_CHANNEL, F32_ONE),
  /* 127 */ gather4_po: ints(DST_ANY, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL),
  /* 128 */ gather4_po_c: ints(DST_F32, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL, F32_ONE),
  /* 129 */ rcp: arithmeticInts(DST_F32, F32_AS_DST),
  /* 130 */ f32tof16: floats(DST_BITS, F32),
  /* 131 */ f16tof32: ints(DST_F32, BITS),
  /* 132 */ uaddc: ints(DST_U32, OPT_U32, U32_AS_DST, U32_AS_DST),
  /* 133 */ usubb: ints(DST_U32, OPT_U32, U32_AS_DST, U32_AS_DST),
  /* 134 */ countbits: ints(DST_U32, BITS_AS_DST),
  /* 135 */ firstbit_hi: ints(DST_U32, BITS_AS_DST),
  /* 136 */ firstbit_lo: ints(DST_U32, BITS_AS_DST),
  /* 137 */ firstbit_shi: ints(DST_U32, I32_AS_DST),
  /* 138 */ ubfe: ints(DST_U32, LOW_5_BITS_AS_DST, LOW_5_BITS, U32),
  /* 139 */ ibfe: ints(DST_I32, LOW_5_BITS_AS_DST, LOW_5_BITS, I32),
  /* 140 */ bfi: ints(DST_BITS, LOW_5_BITS_AS_DST, LOW_5_BITS, BITS, BITS),
  /* 141 */ bfrev: ints(DST_BITS, BITS_AS_DST),
  /* 142 */ swapc: { operands: [DST_ANY, DST_ANY_AS_DST, BITS, ANY, ANY], literals: 'untyped', controls: 'precise' },
  /* 143 */ dcl_stream: { operands: [DCL_STREAM], literals: 'int', kind: 'declaration', declares: 'stream' },
  /* 144 */ dcl_function_body: { operands: [], kind: 'declaration', declares: 'interface', payload: ['register'] },
  /* 145 */ dcl_function_table: { operands: [], kind: 'declaration', declares: 'interface', payload: ['register', 'list'], longLength: true },
  /* 146 */ dcl_interface: { operands: [], controls: 'dclInterface', kind: 'declaration', declares: 'interface', payload: ['interfaceId', 'callSites', 'interface'], longLength: true },
  /* 147 */ dcl_input_control_point_count: { operands: [], controls: 'dclControlPointCount', kind: 'declaration', declares: 'tessellation' },
  /* 148 */ dcl_output_control_point_count: { operands: [], controls: 'dclControlPointCount', kind: 'declaration', declares: 'tessellation' },
  /* 149 */ dcl_tessellator_domain: { operands: [], controls: 'dclTessellatorDomain', kind: 'declaration', declares: 'tessellation' },
  /* 150 */ dcl_tessellator_partitioning: { operands: [], controls: 'dclTessellatorPartitioning', kind: 'declaration', declares: 'tessellation' },
  /* 151 */ dcl_tessellator_output_primitive: { operands: [], controls: 'dclTessellatorOutputPrimitive', kind: 'declaration', declares: 'tessellation' },
  /* 152 */ dcl_hs_max_tessfactor: { operands: [], kind: 'declaration', declares: 'tessellation', payload: ['float'] },
  /* 153 */ dcl_hs_fork_phase_instance_count: { operands: [], kind: 'declaration', declares: 'phaseInstances', payload: ['count'] },
  /* 154 */ dcl_hs_join_phase_instance_count: { operands: [], kind: 'declaration', declares: 'phaseInstances', payload: ['count'] },
  /* 155 */ dcl_thread_group: { operands: [], kind: 'declaration', declares: 'threadGroup', payload: ['x', 'y', 'z'] },
  /* 156 */ dcl_uav_typed: { operands: [DCL_UAV], literals: 'int', controls: 'dclUavTyped', kind: 'declaration', declares: 'uav', payload: ['returnTypes', 'space'] },
  /* 157 */ dcl_uav_raw: { operands: [DCL_UAV], literals: 'int', controls: 'dclUavRaw', kind: 'declaration', declares: 'uav', payload: ['space'] },
  /* 158 */ dcl_uav_structured: { operands: [DCL_UAV], literals: 'int', controls: 'dclUavStructured', kind: 'declaration', declares: 'uav', payload: ['stride', 'space'] },
  /* 159 */ dcl_tgsm_raw: { operands: [DCL_MEMORY], literals: 'int', kind: 'declaration', declares: 'sharedMemory', payload: ['byteCount'] },
  /* 160 */ dcl_tgsm_structured: { operands: [DCL_MEMORY], literals: 'int', kind: 'declaration', declares: 'sharedMemory', payload: ['stride', 'count'] },
  /* 161 */ dcl_resource_raw: { operands: [DCL_RESOURCE], literals: 'int', kind: 'declaration', declares: 'resource', payload: ['space'] },
  /* 162 */ dcl_resource_structured: { operands: [DCL_RESOURCE], literals: 'int', kind: 'declaration', declares: 'resource', payload: ['stride', 'space'] },
  /* 163 */ ld_uav_typed: ints(DST_ANY, ELEMENT, UAV_READ),
  /* 164 */ store_uav_typed: { operands: [UAV_WRITE, ELEMENT, ANY], literals: 'untyped' },
  /* 165 */ ld_raw: ints(DST_ANY, INDEX, MEMORY_READ),
  /* 166 */ store_raw: { operands: [MEMORY_WRITE, INDEX, ANY], literals: 'untyped' },
  /* 167 */ ld_structured: ints(DST_ANY, INDEX, INDEX, MEMORY_READ),
  /* 168 */ store_structured: { operands: [MEMORY_WRITE, INDEX, INDEX, ANY], literals: 'untyped' },
  /* 169 */ atomic_and: { operands: [MEMORY_BITS, ELEMENT, BITS_ONE], literals: 'int' },
  /* 170 */ atomic_or: { operands: [MEMORY_BITS, ELEMENT, BITS_ONE], literals: 'int' },
  /* 171 */ atomic_xor: { operands: [MEMORY_BITS, ELEMENT, BITS_ONE], literals: 'int' },
  /* 172 */ atomic_cmp_store: { operands: [MEMORY_BITS, ELEMENT, BITS_ONE, BITS_ONE], literals: 'int' },
  /* 173 */ atomic_iadd: { operands: [MEMORY_I32, ELEMENT, I32_ONE], literals: 'int' },
  /* 174 */ atomic_imax: { operands: [MEMORY_I32, ELEMENT, I32_ONE], literals: 'int' },
  /* 175 */ atomic_imin: { operands: [MEMORY_I32, ELEMENT, I32_ONE], literals: 'int' },
  /* 176 */ atomic_umax: { operands: [MEMORY_U32, ELEMENT, U32_ONE], literals: 'int' },
  /* 177 */ atomic_umin: { operands: [MEMORY_U32, ELEMENT, U32_ONE], literals: 'int' },
  /* 178 */ imm_atomic_alloc: ints(DST_ONE_U32, UAV_COUNTER),
  /* 179 */ imm_atomic_consume: ints(DST_ONE_U32, UAV_COUNTER),
  /* 180 */ imm_atomic_iadd: ints(DST_ONE_I32, MEMORY_I32, ELEMENT, I32_ONE),
  /* 181 */ imm_atomic_and: ints(DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE),
  /* 182 */ imm_atomic_or: ints(DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE),
  /* 183 */ imm_atomic_xor: ints(DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE),
  /* 184 */ imm_atomic_exch: ints(DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE),
  /* 185 */ imm_atomic_cmp_exch: ints(DST_ONE_BITS, MEMORY_BITS, ELEMENT, BITS_ONE, BITS_ONE),
  /* 186 */ imm_atomic_imax: ints(DST_ONE_I32, MEMORY_I32, ELEMENT, I32_ONE),
  /* 187 */ imm_atomic_imin: ints(DST_ONE_I32, MEMORY_I32, ELEMENT, I32_ONE),
  /* 188 */ imm_atomic_umax: ints(DST_ONE_U32, MEMORY_U32, ELEMENT, U32_ONE),
  /* 189 */ imm_atomic_umin: ints(DST_ONE_U32, MEMORY_U32, ELEMENT, U32_ONE),
  /* 190 */ sync: { operands: [], controls: 'sync' },
  /* 191 */ dadd: arithmetic(DST_F64, F64_AS_DST, F64_AS_DST),
  /* 192 */ dmax: arithmetic(DST_F64, F64_AS_DST, F64_AS_DST),
  /* 193 */ dmin: arithmetic(DST_F64, F64_AS_DST, F64_AS_DST),
  /* 194 */ dmul: arithmetic(DST_F64, F64_AS_DST, F64_AS_DST),
  /* 195 */ deq: arithmetic(DST_BOOL, F64_FOR_32, F64_FOR_32),
  /* 196 */ dge: arithmetic(DST_BOOL, F64_FOR_32, F64_FOR_32),
  /* 197 */ dlt: arithmetic(DST_BOOL, F64_FOR_32, F64_FOR_32),
  /* 198 */ dne: arithmetic(DST_BOOL, F64_FOR_32, F64_FOR_32),
  /* 199 */ dmov: arithmetic(DST_F64, F64_AS_DST),
  /* 200 */ dmovc: arithmetic(DST_F64, BITS_FOR_64, F64_AS_DST, F64_AS_DST),
  /* 201 */ dtof: floats(DST_F32, F64_FOR_32_AS_DST),
  /* 202 */ ftod: floats(DST_F64, F32_FOR_64),
  /* 203 */ eval_snapped: arithmeticInts(DST_ANY, INTERPOLATED_AS_DST, OFFSET),
  /* 204 */ eval_sample_index: arithmeticInts(DST_ANY, INTERPOLATED_AS_DST, SAMPLE_INDEX),
  /* 205 */ eval_centroid: arithmeticInts(DST_ANY, INTERPOLATED_AS_DST),
  /* 206 */ dcl_gsinstances: { operands: [], kind: 'declaration', declares: 'geometry', payload: ['count'] },
  /* 207 */ abort: { operands: [] },
  /* 208 */ debug_break: { operands: [] },
  /* 209 */ reserved_209: { operands: [], kind: 'reserved' },
  /* 210 */ ddiv: arithmetic(DST_F64, F64_AS_DST, F64_AS_DST),
  /* 211 */ dfma: arithmeticInts(DST_F64, F64_AS_DST, F64_AS_DST, F64_AS_DST),
  /* 212 */ drcp: arithmeticInts(DST_F64, F64_AS_DST),
  /* 213 */ msad: ints(DST_U32, U32_AS_DST, U32_AS_DST, U32_AS_DST),
  /* 214 */ dtoi: ints(DST_I32, F64_FOR_32),
  /* 215 */ dtou: ints(DST_U32, F64_FOR_32),
  /* 216 */ itod: ints(DST_F64, I32_FOR_64),
  /* 217 */ utod: ints(DST_F64, U32_FOR_64),
  /* 218 */ reserved_218: { operands: [], kind: 'reserved' },
  /* 219 */ gather4_s: floats(OPT_ANY, STATUS, LOCATION, RESOURCE, SAMPLER_CHANNEL),
  /* 220 */ gather4_c_s: floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER_CHANNEL, F32_ONE),
  /* 221 */ gather4_po_s: ints(OPT_ANY, STATUS, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL),
  /* 222 */ gather4_po_c_s: ints(OPT_F32, STATUS, LOCATION, OFFSET, RESOURCE, SAMPLER_CHANNEL, F32_ONE),
  /* 223 */ ld_s: ints(OPT_ANY, STATUS, TEXEL_AND_LEVEL, RESOURCE),
  /* 224 */ ldms_s: ints(OPT_ANY, STATUS, TEXEL, RESOURCE, SAMPLE_INDEX),
  /* 225 */ ld_uav_typed_s: ints(OPT_ANY, STATUS, ELEMENT, UAV_READ),
  /* 226 */ ld_raw_s: ints(OPT_ANY, STATUS, INDEX, MEMORY_READ),
  /* 227 */ ld_structured_s: ints(OPT_ANY, STATUS, INDEX, INDEX, MEMORY_READ),
  /* 228 */ sample_l_s: floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE),
  /* 229 */ sample_c_lz_s: floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE),
  /* 230 */ sample_cl_s: floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE),
  /* 231 */ sample_b_cl_s: floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE, F32_ONE),
  /* 232 */ sample_d_cl_s: floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, GRADIENT, GRADIENT, F32_ONE),
  /* 233 */ sample_c_cl_s: floats(OPT_F32, STATUS, LOCATION, RESOURCE, SAMPLER, F32_ONE, F32_ONE),
  /* 234 */ check_access_fully_mapped: ints(DST_BOOL, BITS),
  /* 235 */ reserved_235: { operands: [], kind: 'reserved' },
} as const satisfies Record<string, WrittenRow>));

export type Sm4Mnemonic = keyof typeof SM4_OPCODES;

/** The mnemonic of an instruction. */
export type Sm4InstructionMnemonic = {
  [M in Sm4Mnemonic]: (typeof SM4_OPCODES)[M]['kind'] extends 'instruction' ? M : never;
}[Sm4Mnemonic];

/** A row together with its mnemonic. */
export type Sm4Opcode = Sm4OpcodeRow & { readonly mnemonic: Sm4Mnemonic };

/** What a row may have: with it all rows have one shape, which makes reading them fast (measured). */
const ROW_SHAPE: object = {
  ...{ code: undefined, kind: undefined, declares: undefined, operands: undefined, literals: undefined },
  ...{ payload: undefined, controls: undefined, longLength: undefined, block: undefined },
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

// --- rows with their facts ----------------------------------------------------------------------------------------

type Kind = keyof Sm4FactsByKind;
type WithFacts<K extends Kind> = Sm4Opcode & { readonly kind: K } & Sm4FactsByKind[K];

/** A row of an executable instruction, with its facts. */
export type Sm4InstructionRow = WithFacts<'instruction'>;
/** A row of a declaration, with its facts. */
export type Sm4DeclarationRow = WithFacts<'declaration'>;
/** A row of the table with its mnemonic and its facts: `kind` says which. */
export type Sm4FullOpcode = { [K in Kind]: WithFacts<K> }[Kind];

/** The facts by mnemonic: those that the kind of each opcode calls for. */
const FACTS: { readonly [M in Sm4Mnemonic]: Sm4FactsByKind[(typeof SM4_OPCODES)[M]['kind']] } = SM4_OPCODE_FACTS;

/** The rows with their facts by opcode number; a number without a row is undefined. */
export const SM4_FULL_OPCODES: readonly (Sm4FullOpcode | undefined)[] = /* @__PURE__ */ SM4_OPCODE_BY_CODE.map(
  (row) => row && ({ ...row, ...FACTS[row.mnemonic] } as Sm4FullOpcode),
);

/** Where a `sample` instruction has its mip level from; `implicit` and `bias` need the derivatives of the quad. */
export type Sm4MipLevel = 'implicit' | 'bias' | 'explicit' | 'gradients' | 'zero';

type SampleMnemonic = {
  [M in Sm4Mnemonic]: (typeof SM4_OPCODE_FACTS)[M] extends { readonly category: 'sample' } ? M : never;
}[Sm4Mnemonic];

/** The mip levels of the `sample` instructions. No part of their facts, so that the validator does not carry them. */
export const SM4_MIP_LEVELS: Readonly<Record<SampleMnemonic, Sm4MipLevel>> = {
  sample: 'implicit',
  sample_c: 'implicit',
  sample_c_lz: 'zero',
  sample_l: 'explicit',
  sample_d: 'gradients',
  sample_b: 'bias',
  lod: 'implicit',
  sample_l_s: 'explicit',
  sample_c_lz_s: 'zero',
  sample_cl_s: 'implicit',
  sample_b_cl_s: 'bias',
  sample_d_cl_s: 'gradients',
  sample_c_cl_s: 'implicit',
};

/** Whether the instruction needs the other pixels of its quad: it takes derivatives. */
export function sm4NeedsQuad(row: Sm4FullOpcode): boolean {
  if (row.kind !== 'instruction') return false;
  const levels: Readonly<Partial<Record<Sm4Mnemonic, Sm4MipLevel>>> = SM4_MIP_LEVELS;
  const level = levels[row.mnemonic];
  return level === 'implicit' || level === 'bias' || row.category === 'derivative';
}

/** What the opcode requires besides its shader model and stage. */
export function sm4Requirement(row: Sm4FullOpcode): Sm4Requirement {
  if (row.kind === 'reserved') return 'unavailable';
  return row.kind === 'instruction' || row.kind === 'declaration' ? row.requires : 'nothing';
}

/** A byte for each opcode number: 1 for those whose row matches. */
export function sm4OpcodeSet(matches: (row: Sm4Opcode) => boolean): Uint8Array {
  return Uint8Array.from(SM4_OPCODE_BY_CODE, (row) => (row !== undefined && matches(row) ? 1 : 0));
}

// --- statistics ---------------------------------------------------------------------------------------------------

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

/** What each instruction counts as. No part of its row, so that bundles which count nothing do not contain it. */
// biome-ignore format: many to a line
export const SM4_COUNTED_AS: Readonly<Record<Sm4InstructionMnemonic, Sm4CountedAs>> = {
  add: 'float', and: 'uint', break: 'staticFlow', breakc: 'branch', call: 'staticFlow', callc: 'branch',
  case: 'nothing', continue: 'staticFlow', continuec: 'branch', cut: 'cut', default: 'nothing', deriv_rtx: 'float',
  deriv_rty: 'float', discard: 'nothing', div: 'float', dp2: 'float', dp3: 'float', dp4: 'float', else: 'staticFlow',
  emit: 'emit', emit_then_cut: 'emitAndCut', endif: 'nothing', endloop: 'nothing', endswitch: 'nothing', eq: 'float',
  exp: 'float', frc: 'floatAndConversion', ftoi: 'conversion', ftou: 'conversion', ge: 'float', iadd: 'int',
  if: 'branch', ieq: 'int', ige: 'int', ilt: 'int', imad: 'int', imax: 'int', imin: 'int', imul: 'int', ine: 'int',
  ineg: 'int', ishl: 'int', ishr: 'int', itof: 'conversion', label: 'uncounted', ld: 'load', ldms: 'load', log: 'float',
  loop: 'nothing', lt: 'float', mad: 'float', min: 'float', max: 'float', mov: 'mov', movc: 'movc', mul: 'float',
  ne: 'float', nop: 'nothing', not: 'uint', or: 'uint', resinfo: 'nothing', ret: 'staticFlow', retc: 'branch',
  round_ne: 'floatAndConversion', round_ni: 'floatAndConversion', round_pi: 'floatAndConversion',
  round_z: 'floatAndConversion', rsq: 'float', sample: 'sample', sample_c: 'sampleCompare',
  sample_c_lz: 'sampleCompare', sample_l: 'load', sample_d: 'sampleGradient', sample_b: 'sampleBias', sqrt: 'float',
  switch: 'branch', sincos: 'sincos', udiv: 'uint', ult: 'uint', uge: 'uint', umul: 'uint', umad: 'uint', umax: 'uint',
  umin: 'uint', ushr: 'uint', utof: 'conversion', xor: 'uint', jmp: 'nothing', lod: 'lod', gather4: 'gather',
  samplepos: 'nothing', sampleinfo: 'nothing', hs_control_point_phase: 'uncounted', hs_fork_phase: 'uncounted',
  hs_join_phase: 'uncounted', emit_stream: 'emit', cut_stream: 'cut', emit_then_cut_stream: 'emitAndCut',
  fcall: 'nothing', bufinfo: 'nothing', deriv_rtx_coarse: 'float', deriv_rtx_fine: 'float', deriv_rty_coarse: 'float',
  deriv_rty_fine: 'float', gather4_c: 'nothing', gather4_po: 'gather', gather4_po_c: 'nothing', rcp: 'nothing',
  f32tof16: 'nothing', f16tof32: 'nothing', uaddc: 'nothing', usubb: 'nothing', countbits: 'nothing',
  firstbit_hi: 'nothing', firstbit_lo: 'nothing', firstbit_shi: 'nothing', ubfe: 'nothing', ibfe: 'nothing',
  bfi: 'nothing', bfrev: 'nothing', swapc: 'nothing', ld_uav_typed: 'load', store_uav_typed: 'store', ld_raw: 'load',
  store_raw: 'store', ld_structured: 'load', store_structured: 'store', atomic_and: 'atomic', atomic_or: 'atomic',
  atomic_xor: 'atomic', atomic_cmp_store: 'atomic', atomic_iadd: 'atomic', atomic_imax: 'atomic', atomic_imin: 'atomic',
  atomic_umax: 'atomic', atomic_umin: 'atomic', imm_atomic_alloc: 'atomic', imm_atomic_consume: 'atomic',
  imm_atomic_iadd: 'atomic', imm_atomic_and: 'atomic', imm_atomic_or: 'atomic', imm_atomic_xor: 'atomic',
  imm_atomic_exch: 'atomic', imm_atomic_cmp_exch: 'atomic', imm_atomic_imax: 'atomic', imm_atomic_imin: 'atomic',
  imm_atomic_umax: 'atomic', imm_atomic_umin: 'atomic', sync: 'barrier', dadd: 'nothing', dmax: 'nothing',
  dmin: 'nothing', dmul: 'nothing', deq: 'nothing', dge: 'nothing', dlt: 'nothing', dne: 'nothing', dmov: 'nothing',
  dmovc: 'nothing', dtof: 'conversion', ftod: 'conversion', eval_snapped: 'nothing', eval_sample_index: 'nothing',
  eval_centroid: 'nothing', abort: 'uncounted', debug_break: 'nothing', ddiv: 'nothing', dfma: 'float', drcp: 'nothing',
  msad: 'uint', dtoi: 'conversion', dtou: 'conversion', itod: 'conversion', utod: 'conversion', gather4_s: 'gather',
  gather4_c_s: 'gather', gather4_po_s: 'gather', gather4_po_c_s: 'gather', ld_s: 'load', ldms_s: 'load',
  ld_uav_typed_s: 'load', ld_raw_s: 'load', ld_structured_s: 'load', sample_l_s: 'load', sample_c_lz_s: 'sampleCompare',
  sample_cl_s: 'sample', sample_b_cl_s: 'sampleBias', sample_d_cl_s: 'sampleGradient', sample_c_cl_s: 'sampleCompare',
  check_access_fully_mapped: 'nothing',
};

/** What an opcode counts as; `uncounted` for declarations and the like. */
export function sm4CountedAs({ mnemonic }: Sm4Opcode): Sm4CountedAs {
  const countedAs: Readonly<Partial<Record<Sm4Mnemonic, Sm4CountedAs>>> = SM4_COUNTED_AS;
  return countedAs[mnemonic] ?? 'uncounted';
}
