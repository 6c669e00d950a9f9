/**
 * THE TABLE of shader models 1 to 3: one row for every D3DSIO_* opcode, with its number and mnemonic, its operands,
 * what its controls are, its slots, what it does to the nesting of blocks, what it is for, how its result is computed,
 * and which versions have it. Decoder, printer, assembler, builder, validator, reflection, documentation, coverage and
 * the random-program generators derive from it.
 *
 * Differences of Microsoft's validator are named exceptions in `validate/sm1`.
 *
 * Sources: numbers from the public Direct3D 9 headers; mnemonics, operands, slot costs and versions from the oracle
 * (its assembler for every mnemonic in every version, its listing for every opcode); value types, results and
 * components that are read from the public Direct3D 9 documentation, checked against the oracle's validator where that
 * depends on them.
 */

import { Sm1Version } from '../../base/profile.ts';
import { FULL_MASK } from '../components.ts';

const { v1_1, v1_2, v1_3, v1_4, v2_0, v2_x, v3_0, v3_sw } = Sm1Version;

export type Sm1OperandRole =
  /** A register that receives a result. */
  | 'destination'
  /** A register that is read. */
  | 'source'
  | 'sampler'
  | 'label'
  /** aL */
  | 'loopCounter'
  | 'intConstant'
  /** A boolean constant, or one component of the predicate. */
  | 'condition'
  | 'predicate'
  /** The DWORD of `dcl` before its destination. */
  | 'attributes'
  /** A raw float, integer or boolean. */
  | 'float'
  | 'int'
  | 'bool';

export type Sm1ValueType = 'f32' | 'i32' | 'bool' | 'sampler' | 'label' | 'bits';

/**
 * Which components of an operand an instruction accesses:
 * - a mask: these components, for any write mask; of a source before its swizzle;
 * - `mask`: those of the write mask;
 * - `one`: one component, which the swizzle of the source selects four times;
 * - `coordinates`: as many as the dimension of the sampled texture needs (`SM1_TEXTURE_COORDINATES`), and w of
 *   projected and biased loads;
 * - `coordinatesAndLevel`: the same, and always w;
 * - `lighting`: those of `lit`, x, y and w where z is written, else x;
 * - `none`: the operand has no components.
 */
export type Sm1Components = number | 'mask' | 'one' | 'coordinates' | 'coordinatesAndLevel' | 'lighting' | 'none';

/** How an operand is accessed; `scratch` is a register that the instruction may overwrite. */
export type Sm1Access = 'read' | 'write' | 'readWrite' | 'scratch';

export interface Sm1OperandRow {
  readonly role: Sm1OperandRole;
  readonly type: Sm1ValueType;
  readonly components: Sm1Components;
  readonly access: Sm1Access;
  /** Registers that the operand means, the first one named: the rows of a matrix. Absent: 1. */
  readonly rows?: number;
}

/**
 * The purpose of an instruction. `texture` instructions work on the coordinates of a texture register without sampling;
 * `sample` instructions read a texture; `matrix` ones are macros; `address` is `mova`, `predicate` is `setp`.
 */
export type Sm1Category =
  | 'arithmetic'
  | 'matrix'
  | 'texture'
  | 'sample'
  | 'derivative'
  | 'flow'
  | 'declaration'
  | 'constant'
  | 'address'
  | 'predicate'
  | 'other';

/**
 * How the components of a result are computed: each from the same component of the sources, one value for all, each in
 * its own way, or there is no result.
 */
export type Sm1Result = 'componentwise' | 'scalar' | 'vector' | 'none';

/** First and last version of a stage that has an opcode, both included. */
export interface Sm1VersionRange {
  readonly since: number;
  readonly until: number;
}

export interface Sm1OpcodeRow {
  /** D3DSIO_* */
  readonly code: number;
  /** The spelling in listings, without the suffixes of comparisons and `texld` controls. */
  readonly mnemonic: string;
  /** The mnemonic before version 1_4, where it differs. */
  readonly oldMnemonic?: string;
  /** Operands in the newest version; of `def*` and `dcl` with the raw DWORDs where their tokens are. */
  readonly operands: readonly Sm1OperandRow[];
  /** Operands of older versions: the first entry whose `below` is above the version applies. */
  readonly oldOperands?: readonly { readonly below: number; readonly operands: readonly Sm1OperandRow[] }[];
  /** The meaning of bits 23:16 of the instruction token. */
  readonly controls?: 'comparison' | 'texld';
  /** Its effect on the nesting of blocks. */
  readonly block?: 'open' | 'middle' | 'close';
  /** `false`: has no number in a numbered listing. */
  readonly numbered?: false;
  /** Arithmetic instruction slots, 1 where absent. Pixel shaders before 2_0 count at most 1. */
  readonly slots?: number;
  /** Arithmetic instruction slots in vs_1_1, where they differ. */
  readonly slotsVs11?: number;
  /** Texture instruction slots, 0 where absent. */
  readonly textureSlots?: number;
  readonly category: Sm1Category;
  readonly result: Sm1Result;
  /** The result in vs_1_1, where it differs. */
  readonly resultVs11?: Sm1Result;
  /** Of `texm*`: the rows of the matrix product that it is part of, and whether it computes the last one. */
  readonly matrix?: { readonly rows: 2 | 3; readonly last: boolean };
  /** `false`: the destination cannot be saturated where the version has `_sat`. */
  readonly saturates?: false;
  /** Needs the neighboring pixels: computes a derivative, of texture coordinates for instance. */
  readonly quad?: true;
  /** Vertex shader versions; absent: none. */
  readonly vs?: Sm1VersionRange;
  /** Pixel shader versions; absent: none. */
  readonly ps?: Sm1VersionRange;
  /**
   * The first version in which assemblers accept the mnemonic, where it is an older one; the validator then rejects it.
   */
  readonly assembled?: { readonly vs?: number; readonly ps?: number };
}

// --- operands ---------------------------------------------------------------------------------------------------

/** The role stays part of the type: the builder takes operands by it. */
type Operand<Role extends Sm1OperandRole> = Sm1OperandRow & { readonly role: Role };

const operand = <Role extends Sm1OperandRole>(
  role: Role,
  type: Sm1ValueType,
  components: Sm1Components = 'none',
  access: Sm1Access = 'read',
): Operand<Role> => ({ role, type, components, access });

const destination = (type: Sm1ValueType, components: Sm1Components = 'mask', access: Sm1Access = 'write') =>
  operand('destination', type, components, access);
const source = (components: Sm1Components, access: Sm1Access = 'read') => operand('source', 'f32', components, access);
/** The first of the registers that hold the rows of a matrix. */
const matrix = (components: number, rows: number): Operand<'source'> => ({ ...source(components), rows });

const DST = destination('f32');
const DST_INT = destination('i32');
const DST_BOOL = destination('bool');
/** The register that `dcl` declares. */
const DECLARED = destination('bits');
/** A destination token that names a register which is only read. */
const KILLED = destination('f32', 'mask', 'read');
/**
 * Before 2_0; later Microsoft's compiler has all four tested, for `clip` of a float4 in all profiles (source: oracle).
 */
const KILLED_XYZ = destination('f32', 7, 'read');
/** The texture register of a stage whose coordinates are consumed. */
const STAGE = KILLED_XYZ;
/** Red and green are divided. */
const DEPTH_RATIO = destination('f32', 3, 'readWrite');

const SRC = source('mask');
const ONE = source('one');
const XY = source(3);
const YZ = source(6);
const XW = source(9);
const YW = source(10);
const XYZ = source(7);
const XYZW = source(FULL_MASK);
const LIGHTING = source('lighting');
const SCRATCH = source('mask', 'scratch');
const MATRIX_4X4 = matrix(FULL_MASK, 4);
const MATRIX_4X3 = matrix(FULL_MASK, 3);
const MATRIX_3X4 = matrix(7, 4);
const MATRIX_3X3 = matrix(7, 3);
const MATRIX_3X2 = matrix(7, 2);
const COORDINATES = source('coordinates');
const COORDINATES_AND_LEVEL = source('coordinatesAndLevel');

const SAMPLER = operand('sampler', 'sampler');
const LABEL = operand('label', 'label');
const LOOP_COUNTER = operand('loopCounter', 'i32', 'none', 'write');
/** Iteration count, first value and step of a loop. */
const INT_CONSTANT = operand('intConstant', 'i32', 7);
const CONDITION = operand('condition', 'bool', 'one');
const PREDICATE = operand('predicate', 'bool', 'one');
const ATTRIBUTES = operand('attributes', 'bits');
const FLOAT = operand('float', 'f32');
const INT = operand('int', 'i32');
const BOOL = operand('bool', 'bool');

// --- rows ---------------------------------------------------------------------------------------------------------

interface Range<Since extends number, Until extends number> {
  readonly since: Since;
  readonly until: Until;
}

// Versions keep their literal types: the builder's signatures derive from them.
function from<const Since extends number>(since: Since): Range<Since, typeof v3_sw>;
function from<const Since extends number, const Until extends number>(since: Since, until: Until): Range<Since, Until>;
function from(since: number, until: number = v3_sw): Sm1VersionRange {
  return { since, until };
}
/** The texture instructions of the first pixel shaders, which 1_4 removed. */
function upTo13(): Range<typeof v1_1, typeof v1_3>;
function upTo13<const Since extends number>(since: Since): Range<Since, typeof v1_3>;
function upTo13(since: number = v1_1): Sm1VersionRange {
  return from(since, v1_3);
}

/** The rows by name, in the order of their numbers. */
// biome-ignore format: one row, one line
export const SM1_OPCODES = {
  nop: { code: 0, mnemonic: 'nop', operands: [], numbered: false, slots: 0, category: 'other', result: 'none', vs: from(v1_1), ps: from(v1_1) },
  mov: { code: 1, mnemonic: 'mov', operands: [DST, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v1_1) },
  add: { code: 2, mnemonic: 'add', operands: [DST, SRC, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v1_1) },
  sub: { code: 3, mnemonic: 'sub', operands: [DST, SRC, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v1_1) },
  mad: { code: 4, mnemonic: 'mad', operands: [DST, SRC, SRC, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v1_1) },
  mul: { code: 5, mnemonic: 'mul', operands: [DST, SRC, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v1_1) },
  rcp: { code: 6, mnemonic: 'rcp', operands: [DST, ONE], category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v2_0) },
  rsq: { code: 7, mnemonic: 'rsq', operands: [DST, ONE], category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v2_0) },
  dp3: { code: 8, mnemonic: 'dp3', operands: [DST, XYZ, XYZ], category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v1_1) },
  dp4: { code: 9, mnemonic: 'dp4', operands: [DST, XYZW, XYZW], category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v1_2) },
  min: { code: 10, mnemonic: 'min', operands: [DST, SRC, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v2_0) },
  max: { code: 11, mnemonic: 'max', operands: [DST, SRC, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v2_0) },
  slt: { code: 12, mnemonic: 'slt', operands: [DST, SRC, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v1_1) },
  sge: { code: 13, mnemonic: 'sge', operands: [DST, SRC, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v1_1) },
  exp: { code: 14, mnemonic: 'exp', operands: [DST, ONE], slotsVs11: 10, category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v2_0) },
  log: { code: 15, mnemonic: 'log', operands: [DST, ONE], slotsVs11: 10, category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v2_0) },
  lit: { code: 16, mnemonic: 'lit', operands: [DST, LIGHTING], category: 'arithmetic', result: 'vector', vs: from(v1_1) },
  dst: { code: 17, mnemonic: 'dst', operands: [DST, YZ, YW], category: 'arithmetic', result: 'vector', vs: from(v1_1) },
  lrp: { code: 18, mnemonic: 'lrp', operands: [DST, SRC, SRC, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v2_0), ps: from(v1_1) },
  frc: { code: 19, mnemonic: 'frc', operands: [DST, SRC], slotsVs11: 3, category: 'arithmetic', result: 'componentwise', saturates: false, vs: from(v1_1), ps: from(v2_0) },
  m4x4: { code: 20, mnemonic: 'm4x4', operands: [DST, XYZW, MATRIX_4X4], slots: 4, category: 'matrix', result: 'vector', vs: from(v1_1), ps: from(v2_0) },
  m4x3: { code: 21, mnemonic: 'm4x3', operands: [DST, XYZW, MATRIX_4X3], slots: 3, category: 'matrix', result: 'vector', vs: from(v1_1), ps: from(v2_0) },
  m3x4: { code: 22, mnemonic: 'm3x4', operands: [DST, XYZ, MATRIX_3X4], slots: 4, category: 'matrix', result: 'vector', vs: from(v1_1), ps: from(v2_0) },
  m3x3: { code: 23, mnemonic: 'm3x3', operands: [DST, XYZ, MATRIX_3X3], slots: 3, category: 'matrix', result: 'vector', vs: from(v1_1), ps: from(v2_0) },
  m3x2: { code: 24, mnemonic: 'm3x2', operands: [DST, XYZ, MATRIX_3X2], slots: 2, category: 'matrix', result: 'vector', vs: from(v1_1), ps: from(v2_0) },
  call: { code: 25, mnemonic: 'call', operands: [LABEL], slots: 2, category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  callnz: { code: 26, mnemonic: 'callnz', operands: [LABEL, CONDITION], slots: 3, category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  loop: { code: 27, mnemonic: 'loop', operands: [LOOP_COUNTER, INT_CONSTANT], block: 'open', slots: 3, category: 'flow', result: 'none', vs: from(v2_0), ps: from(v3_0) },
  ret: { code: 28, mnemonic: 'ret', operands: [], category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  endloop: { code: 29, mnemonic: 'endloop', operands: [], block: 'close', slots: 2, category: 'flow', result: 'none', vs: from(v2_0), ps: from(v3_0) },
  label: { code: 30, mnemonic: 'label', operands: [LABEL], numbered: false, slots: 0, category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  dcl: { code: 31, mnemonic: 'dcl', operands: [ATTRIBUTES, DECLARED], numbered: false, slots: 0, category: 'declaration', result: 'none', vs: from(v1_1), ps: from(v2_0) },
  pow: { code: 32, mnemonic: 'pow', operands: [DST, ONE, ONE], slots: 3, category: 'arithmetic', result: 'scalar', vs: from(v2_0), ps: from(v2_0) },
  crs: { code: 33, mnemonic: 'crs', operands: [DST, XYZ, XYZ], slots: 2, category: 'arithmetic', result: 'vector', vs: from(v2_0), ps: from(v2_0) },
  sgn: { code: 34, mnemonic: 'sgn', operands: [DST, SRC, SCRATCH, SCRATCH], slots: 3, category: 'arithmetic', result: 'componentwise', vs: from(v2_0) },
  abs: { code: 35, mnemonic: 'abs', operands: [DST, SRC], category: 'arithmetic', result: 'componentwise', vs: from(v2_0), ps: from(v2_0) },
  nrm: { code: 36, mnemonic: 'nrm', operands: [DST, XYZ], slots: 3, category: 'arithmetic', result: 'vector', vs: from(v2_0), ps: from(v2_0) },
  sincos: { code: 37, mnemonic: 'sincos', operands: [DST, ONE], oldOperands: [{ below: v3_0, operands: [DST, ONE, XYZW, XYZW] }], slots: 8, category: 'arithmetic', result: 'vector', saturates: false, vs: from(v2_0), ps: from(v2_0) },
  rep: { code: 38, mnemonic: 'rep', operands: [INT_CONSTANT], block: 'open', slots: 3, category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  endrep: { code: 39, mnemonic: 'endrep', operands: [], block: 'close', slots: 2, category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  if: { code: 40, mnemonic: 'if', operands: [CONDITION], block: 'open', slots: 3, category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x), assembled: { ps: v2_0 } },
  ifc: { code: 41, mnemonic: 'if', operands: [ONE, ONE], controls: 'comparison', block: 'open', slots: 3, category: 'flow', result: 'none', vs: from(v2_x), ps: from(v2_x) },
  else: { code: 42, mnemonic: 'else', operands: [], block: 'middle', category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x), assembled: { ps: v2_0 } },
  endif: { code: 43, mnemonic: 'endif', operands: [], block: 'close', category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x), assembled: { ps: v2_0 } },
  break: { code: 44, mnemonic: 'break', operands: [], category: 'flow', result: 'none', vs: from(v2_x), ps: from(v2_x), assembled: { vs: v2_0 } },
  breakc: { code: 45, mnemonic: 'break', operands: [ONE, ONE], controls: 'comparison', slots: 3, category: 'flow', result: 'none', vs: from(v2_x), ps: from(v2_x) },
  mova: { code: 46, mnemonic: 'mova', operands: [DST_INT, SRC], category: 'address', result: 'componentwise', saturates: false, vs: from(v2_0) },
  defb: { code: 47, mnemonic: 'defb', operands: [DST_BOOL, BOOL], numbered: false, slots: 0, category: 'constant', result: 'none', vs: from(v2_0), ps: from(v2_x), assembled: { ps: v2_0 } },
  defi: { code: 48, mnemonic: 'defi', operands: [DST_INT, INT, INT, INT, INT], numbered: false, slots: 0, category: 'constant', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  texcoord: { code: 64, mnemonic: 'texcrd', oldMnemonic: 'texcoord', operands: [DST, SRC], oldOperands: [{ below: v1_4, operands: [DST] }], slots: 0, textureSlots: 1, category: 'texture', result: 'vector', ps: from(v1_1, v1_4) },
  texkill: { code: 65, mnemonic: 'texkill', operands: [KILLED], oldOperands: [{ below: v2_0, operands: [KILLED_XYZ] }], category: 'texture', result: 'none', saturates: false, ps: from(v1_1) },
  texld: { code: 66, mnemonic: 'texld', oldMnemonic: 'tex', operands: [DST, COORDINATES, SAMPLER], oldOperands: [{ below: v1_4, operands: [DST] }, { below: v2_0, operands: [DST, XYZ] }], controls: 'texld', slots: 0, textureSlots: 1, category: 'sample', result: 'vector', saturates: false, quad: true, ps: from(v1_1) },
  texbem: { code: 67, mnemonic: 'texbem', operands: [DST, XY], slots: 0, textureSlots: 1, category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  texbeml: { code: 68, mnemonic: 'texbeml', operands: [DST, XYZ], slots: 0, textureSlots: 1, category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  texreg2ar: { code: 69, mnemonic: 'texreg2ar', operands: [DST, XW], slots: 0, textureSlots: 1, category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  texreg2gb: { code: 70, mnemonic: 'texreg2gb', operands: [DST, YZ], slots: 0, textureSlots: 1, category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  texm3x2pad: { code: 71, mnemonic: 'texm3x2pad', operands: [STAGE, XYZ], slots: 0, textureSlots: 1, category: 'texture', result: 'none', matrix: { rows: 2, last: false }, ps: upTo13() },
  texm3x2tex: { code: 72, mnemonic: 'texm3x2tex', operands: [DST, XYZ], slots: 0, textureSlots: 1, category: 'sample', result: 'vector', matrix: { rows: 2, last: true }, quad: true, ps: upTo13() },
  texm3x3pad: { code: 73, mnemonic: 'texm3x3pad', operands: [STAGE, XYZ], slots: 0, textureSlots: 1, category: 'texture', result: 'none', matrix: { rows: 3, last: false }, ps: upTo13() },
  texm3x3tex: { code: 74, mnemonic: 'texm3x3tex', operands: [DST, XYZ], slots: 0, textureSlots: 1, category: 'sample', result: 'vector', matrix: { rows: 3, last: true }, quad: true, ps: upTo13() },
  reserved0: { code: 75, mnemonic: 'reserved0', operands: [DST], slots: 0, category: 'other', result: 'none' },
  texm3x3spec: { code: 76, mnemonic: 'texm3x3spec', operands: [DST, XYZ, XYZ], slots: 0, textureSlots: 1, category: 'sample', result: 'vector', matrix: { rows: 3, last: true }, quad: true, ps: upTo13() },
  texm3x3vspec: { code: 77, mnemonic: 'texm3x3vspec', operands: [DST, XYZ], slots: 0, textureSlots: 1, category: 'sample', result: 'vector', matrix: { rows: 3, last: true }, quad: true, ps: upTo13() },
  expp: { code: 78, mnemonic: 'expp', operands: [DST, ONE], category: 'arithmetic', result: 'scalar', resultVs11: 'vector', vs: from(v1_1) },
  logp: { code: 79, mnemonic: 'logp', operands: [DST, ONE], category: 'arithmetic', result: 'scalar', vs: from(v1_1) },
  cnd: { code: 80, mnemonic: 'cnd', operands: [DST, SRC, SRC, SRC], category: 'arithmetic', result: 'componentwise', ps: from(v1_1, v1_4) },
  def: { code: 81, mnemonic: 'def', operands: [DST, FLOAT, FLOAT, FLOAT, FLOAT], numbered: false, slots: 0, category: 'constant', result: 'none', vs: from(v1_1), ps: from(v1_1) },
  texreg2rgb: { code: 82, mnemonic: 'texreg2rgb', operands: [DST, XYZ], slots: 0, textureSlots: 1, category: 'sample', result: 'vector', quad: true, ps: upTo13(v1_2) },
  texdp3tex: { code: 83, mnemonic: 'texdp3tex', operands: [DST, XYZ], slots: 0, textureSlots: 1, category: 'sample', result: 'vector', quad: true, ps: upTo13(v1_2) },
  texm3x2depth: { code: 84, mnemonic: 'texm3x2depth', operands: [STAGE, XYZ], slots: 0, textureSlots: 1, category: 'texture', result: 'none', matrix: { rows: 2, last: true }, ps: upTo13(v1_3) },
  texdp3: { code: 85, mnemonic: 'texdp3', operands: [DST, XYZ], slots: 0, textureSlots: 1, category: 'texture', result: 'vector', ps: upTo13(v1_2) },
  texm3x3: { code: 86, mnemonic: 'texm3x3', operands: [DST, XYZ], slots: 0, textureSlots: 1, category: 'texture', result: 'vector', matrix: { rows: 3, last: true }, ps: upTo13(v1_2) },
  texdepth: { code: 87, mnemonic: 'texdepth', operands: [DEPTH_RATIO], category: 'texture', result: 'none', ps: from(v1_4, v1_4) },
  cmp: { code: 88, mnemonic: 'cmp', operands: [DST, SRC, SRC, SRC], category: 'arithmetic', result: 'componentwise', ps: from(v1_2) },
  bem: { code: 89, mnemonic: 'bem', operands: [DST, XY, XY], slots: 2, category: 'arithmetic', result: 'vector', ps: from(v1_4, v1_4) },
  dp2add: { code: 90, mnemonic: 'dp2add', operands: [DST, XY, XY, ONE], slots: 2, category: 'arithmetic', result: 'scalar', ps: from(v2_0) },
  dsx: { code: 91, mnemonic: 'dsx', operands: [DST, SRC], slots: 2, category: 'derivative', result: 'componentwise', quad: true, ps: from(v2_x) },
  dsy: { code: 92, mnemonic: 'dsy', operands: [DST, SRC], slots: 2, category: 'derivative', result: 'componentwise', quad: true, ps: from(v2_x) },
  texldd: { code: 93, mnemonic: 'texldd', operands: [DST, COORDINATES, SAMPLER, COORDINATES, COORDINATES], slots: 2, textureSlots: 1, category: 'sample', result: 'vector', saturates: false, ps: from(v2_x) },
  setp: { code: 94, mnemonic: 'setp', operands: [DST_BOOL, SRC, SRC], controls: 'comparison', category: 'predicate', result: 'componentwise', saturates: false, vs: from(v2_x), ps: from(v2_x) },
  texldl: { code: 95, mnemonic: 'texldl', operands: [DST, COORDINATES_AND_LEVEL, SAMPLER], slots: 0, textureSlots: 2, category: 'sample', result: 'vector', saturates: false, vs: from(v3_0), ps: from(v3_0) },
  breakp: { code: 96, mnemonic: 'breakp', operands: [PREDICATE], slots: 3, category: 'flow', result: 'none', vs: from(v2_x), ps: from(v2_x) },
  trunc: { code: 97, mnemonic: 'trunc', operands: [DST, SRC], category: 'arithmetic', result: 'componentwise' },
  sin: { code: 98, mnemonic: 'sin', operands: [DST, ONE], category: 'arithmetic', result: 'scalar' },
  cos: { code: 99, mnemonic: 'cos', operands: [DST, ONE], category: 'arithmetic', result: 'scalar' },
  phase: { code: 0xfffd, mnemonic: 'phase', operands: [], slots: 0, category: 'other', result: 'none', ps: from(v1_4, v1_4) },
} as const satisfies Record<string, Sm1OpcodeRow>;

export type Sm1Opcode = keyof typeof SM1_OPCODES;

/** The length of tables by opcode number: every opcode number with a row is below this, `phase` excepted. */
export const SM1_OPCODE_LIMIT = 128;

/** The two tokens that look like instructions but are not. */
export const SM1_COMMENT = 0xfffe;
export { SM1_END } from '../../base/profile.ts';

/** The spelling in listings of an opcode without a row. */
export const SM1_UNKNOWN_MNEMONIC = '???';

export const SM1_OPCODE_BY_CODE: ReadonlyMap<number, Sm1Opcode> = /* @__PURE__ */ new Map(
  (Object.keys(SM1_OPCODES) as Sm1Opcode[]).map((name) => [SM1_OPCODES[name].code, name]),
);

export function sm1OpcodeRow(code: number): Sm1OpcodeRow | undefined {
  return ROW_BY_CODE.get(code);
}

/**
 * Returns a table by opcode number of the result of `value` for each row; 0 for numbers without a row. It does not hold
 * `phase`.
 */
export function sm1OpcodeTable(value: (row: Sm1OpcodeRow, name: Sm1Opcode) => number): Uint8Array {
  const table = new Uint8Array(SM1_OPCODE_LIMIT);
  for (const name of Object.keys(SM1_OPCODES) as Sm1Opcode[]) {
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    if (row.code < SM1_OPCODE_LIMIT) table[row.code] = value(row, name);
  }
  return table;
}

const ROW_BY_CODE: ReadonlyMap<number, Sm1OpcodeRow> = /* @__PURE__ */ rowsByCode();

function rowsByCode(): Map<number, Sm1OpcodeRow> {
  // Every property of a row: with it all rows have one shape, which makes reading them fast (measured).
  const shape: object = {
    ...{ code: 0, mnemonic: '', oldMnemonic: undefined, operands: [], oldOperands: undefined, controls: undefined },
    ...{ block: undefined, numbered: undefined, slots: undefined, slotsVs11: undefined, textureSlots: undefined },
    ...{ category: undefined, result: undefined, resultVs11: undefined, matrix: undefined, saturates: undefined },
    ...{ quad: undefined, vs: undefined, ps: undefined, assembled: undefined },
  };
  return new Map(Object.values(SM1_OPCODES).map((row: Sm1OpcodeRow) => [row.code, { ...shape, ...row }]));
}

/** Whether `stage` has the opcode in `version`, the low half of a version token. */
export function sm1HasOpcode(row: Sm1OpcodeRow, stage: 'vs' | 'ps', version: number): boolean {
  const range = stage === 'vs' ? row.vs : row.ps;
  return range !== undefined && version >= range.since && version <= range.until;
}

/** Whether assemblers accept the mnemonic of `name` for `stage` in `version`; the validator may reject it then. */
export function sm1Assembles(name: Sm1Opcode, stage: 'vs' | 'ps', version: number): boolean {
  const row: Sm1OpcodeRow = SM1_OPCODES[name];
  const since = row.assembled?.[stage];
  return sm1HasOpcode(row, stage, version) || (since !== undefined && version >= since);
}

/** The operands of `row` in `version`, the low half of a version token. */
export function sm1Operands(row: Sm1OpcodeRow, version: number): readonly Sm1OperandRow[] {
  if (row.oldOperands !== undefined)
    for (const { below, operands } of row.oldOperands) if (version < below) return operands;
  return row.operands;
}

/** Whether an operand is a raw DWORD: a value of `def`, `defi` or `defb`. */
export function isSm1Literal({ role }: Sm1OperandRow): boolean {
  return role === 'float' || role === 'int' || role === 'bool';
}

/** Whether an operand has a source token: a register, sampler, label or condition that is not the destination. */
export function isSm1Source(operand: Sm1OperandRow): boolean {
  return operand.role !== 'destination' && operand.role !== 'attributes' && !isSm1Literal(operand);
}

/** Raw DWORDs that follow the destination of an opcode: the values of `def`, `defi` and `defb`. */
export function sm1LiteralCount(row: Sm1OpcodeRow): number {
  return row.operands.filter(isSm1Literal).length;
}
