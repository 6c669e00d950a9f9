/**
 * THE TABLE of shader models 1 to 3: one row for every D3DSIO_* opcode. Decoder, printer, assembler, builder, validator,
 * reflection, documentation, coverage and the random-program generators derive from it.
 *
 * Sources: numbers from the public Direct3D 9 headers; mnemonics, operands, the versions that have an opcode and slot
 * costs from the oracle (its assembler for every mnemonic in every version, its listing for every opcode); value types,
 * components that are read and results from the public Direct3D 9 documentation, checked against the oracle's validator where that
 * depends on them. Differences of Microsoft's validator are named exceptions in `validate/sm1`.
 */

import { enumerated } from '../../base/enumerated.ts';
import { FULL_MASK } from '../components.ts';

/** Versions as the low half of a version token: 2_x is 2.1, software versions have the minor version 255. */
export const Sm1Version = {
  v1_1: 0x101,
  v1_2: 0x102,
  v1_3: 0x103,
  v1_4: 0x104,
  v2_0: 0x200,
  v2_x: 0x201,
  v2_sw: 0x2ff,
  v3_0: 0x300,
  v3_sw: 0x3ff,
} as const;

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

/** What an operand holds. */
export type Sm1ValueType = 'f32' | 'i32' | 'bool' | 'sampler' | 'label' | 'bits';

/**
 * Which components of an operand an instruction accesses:
 * - a mask: these components, for any write mask; of a source before its swizzle;
 * - `mask`: those of the write mask;
 * - `one`: one component, which the swizzle of the source selects four times;
 * - `coordinates`: as many as the dimension of the sampled texture needs (`SM1_TEXTURE_COORDINATES`), and w of projected and
 *   biased loads;
 * - `coordinatesAndLevel`: the same, and always w;
 * - `lighting`: those of `lit`, x, y and w where z is written, else x;
 * - `none`: the operand has no components.
 */
export type Sm1Components = number | 'mask' | 'one' | 'coordinates' | 'coordinatesAndLevel' | 'lighting' | 'none';

/** How an operand is accessed; `scratch` is a register that the instruction may overwrite. */
export type Sm1Access = 'read' | 'write' | 'readWrite' | 'scratch';

/** One operand of an opcode. */
export interface Sm1OperandRow {
  readonly role: Sm1OperandRole;
  readonly type: Sm1ValueType;
  readonly components: Sm1Components;
  readonly access: Sm1Access;
  /** Registers that the operand means, the first one named: the rows of a matrix. Absent: 1. */
  readonly rows?: number;
}

/**
 * What an instruction is for. `texture` instructions work on the coordinates of a texture register without sampling; `sample`
 * instructions read a texture; `matrix` ones are macros; `address` is `mova`, `predicate` is `setp`.
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
 * How the components of a result are computed: each from the same component of the sources, one value for all, each in its own
 * way, or there is no result.
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
  /** What a listing writes, without the suffixes of comparisons and `texld` controls. */
  readonly mnemonic: string;
  /** The mnemonic before version 1_4, where it differs. */
  readonly oldMnemonic?: string;
  readonly category: Sm1Category;
  readonly result: Sm1Result;
  /** Operands in the newest version; of `def*` and `dcl` with the raw DWORDs where their tokens are. */
  readonly operands: readonly Sm1OperandRow[];
  /** Operands of older versions: the first entry whose `below` is above the version applies. */
  readonly oldOperands?: readonly { readonly below: number; readonly operands: readonly Sm1OperandRow[] }[];
  /** What bits 23:16 of the instruction token mean. */
  readonly controls?: 'comparison' | 'texld';
  /** `false`: the destination cannot be saturated where the version has `_sat`. */
  readonly saturates?: false;
  /** Needs the neighboring pixels: computes a derivative, of texture coordinates for instance. */
  readonly quad?: true;
  /** Vertex shader versions; absent: none. */
  readonly vs?: Sm1VersionRange;
  /** Pixel shader versions; absent: none. */
  readonly ps?: Sm1VersionRange;
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
}

// --- operands ---------------------------------------------------------------------------------------------------

const DST = { role: 'destination', type: 'f32', components: 'mask', access: 'write' } as const;
const DST_INT = { ...DST, type: 'i32' } as const;
const DST_BOOL = { ...DST, type: 'bool' } as const;
/** What `dcl` declares. */
const DECLARED = { ...DST, type: 'bits' } as const;
/** A destination token that names a register which is only read. */
const KILLED = { ...DST, access: 'read' } as const;
const KILLED_XYZ = { ...KILLED, components: 7 } as const;
/** The texture register of a stage whose coordinates are consumed. */
const STAGE = KILLED_XYZ;
/** Red and green are divided. */
const DEPTH_RATIO = { ...DST, components: 3, access: 'readWrite' } as const;

const SRC = { role: 'source', type: 'f32', components: 'mask', access: 'read' } as const;
/** A source of one component. */
const ONE = { ...SRC, components: 'one' } as const;
const XY = { ...SRC, components: 3 } as const;
const YZ = { ...SRC, components: 6 } as const;
const XW = { ...SRC, components: 9 } as const;
const YW = { ...SRC, components: 10 } as const;
const XYZ = { ...SRC, components: 7 } as const;
const XYZW = { ...SRC, components: FULL_MASK } as const;
const LIGHTING = { ...SRC, components: 'lighting' } as const;
const SCRATCH = { ...SRC, access: 'scratch' } as const;
const MATRIX_4X4 = { ...XYZW, rows: 4 } as const;
const MATRIX_4X3 = { ...XYZW, rows: 3 } as const;
const MATRIX_3X4 = { ...XYZ, rows: 4 } as const;
const MATRIX_3X3 = { ...XYZ, rows: 3 } as const;
const MATRIX_3X2 = { ...XYZ, rows: 2 } as const;
const COORDINATES = { ...SRC, components: 'coordinates' } as const;
const COORDINATES_AND_LEVEL = { ...SRC, components: 'coordinatesAndLevel' } as const;

const SAMPLER = { role: 'sampler', type: 'sampler', components: 'none', access: 'read' } as const;
const LABEL = { role: 'label', type: 'label', components: 'none', access: 'read' } as const;
const LOOP_COUNTER = { role: 'loopCounter', type: 'i32', components: 'none', access: 'write' } as const;
/** Iteration count, first value and step of a loop. */
const INT_CONSTANT = { role: 'intConstant', type: 'i32', components: 7, access: 'read' } as const;
const CONDITION = { role: 'condition', type: 'bool', components: 'one', access: 'read' } as const;
const PREDICATE = { role: 'predicate', type: 'bool', components: 'one', access: 'read' } as const;
const ATTRIBUTES = { role: 'attributes', type: 'bits', components: 'none', access: 'read' } as const;
const FLOAT = { role: 'float', type: 'f32', components: 'none', access: 'read' } as const;
const INT = { role: 'int', type: 'i32', components: 'none', access: 'read' } as const;
const BOOL = { role: 'bool', type: 'bool', components: 'none', access: 'read' } as const;

// --- mnemonics --------------------------------------------------------------------------------------------------

/**
 * A row as it is written: with a mnemonic only where listings write something else than the name of the row, and with a number only
 * where it is not the next one.
 */
type WrittenRow = Omit<Sm1OpcodeRow, 'code' | 'mnemonic'> & Partial<Pick<Sm1OpcodeRow, 'code' | 'mnemonic'>>;

type WithMnemonics<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] extends { readonly mnemonic: string }
    ? Rows[Name]
    : Rows[Name] & { readonly mnemonic: Name };
};

/** Enters into `rows` the mnemonics that they leave out: their names. */
function withMnemonics<Rows extends Readonly<Record<string, WrittenRow>>>(rows: Rows): WithMnemonics<Rows> {
  // Entered in place: V8 keeps the table that is written down fast, not one that is put together.
  for (const [name, row] of Object.entries<{ mnemonic?: string }>(rows)) row.mnemonic ??= name;
  return rows as WithMnemonics<Rows>;
}

// --- versions ---------------------------------------------------------------------------------------------------

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

// biome-ignore format: one row, one line
export const SM1_OPCODES = /* @__PURE__ */ enumerated(/* @__PURE__ */ withMnemonics({
  /*  0 */ nop: { category: 'other', result: 'none', operands: [], vs: from(v1_1), ps: from(v1_1), numbered: false, slots: 0 },
  /*  1 */ mov: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC], vs: from(v1_1), ps: from(v1_1) },
  /*  2 */ add: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1) },
  /*  3 */ sub: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1) },
  /*  4 */ mad: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC, SRC], vs: from(v1_1), ps: from(v1_1) },
  /*  5 */ mul: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1) },
  /*  6 */ rcp: { category: 'arithmetic', result: 'scalar', operands: [DST, ONE], vs: from(v1_1), ps: from(v2_0) },
  /*  7 */ rsq: { category: 'arithmetic', result: 'scalar', operands: [DST, ONE], vs: from(v1_1), ps: from(v2_0) },
  /*  8 */ dp3: { category: 'arithmetic', result: 'scalar', operands: [DST, XYZ, XYZ], vs: from(v1_1), ps: from(v1_1) },
  /*  9 */ dp4: { category: 'arithmetic', result: 'scalar', operands: [DST, XYZW, XYZW], vs: from(v1_1), ps: from(v1_2) },
  /* 10 */ min: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0) },
  /* 11 */ max: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0) },
  /* 12 */ slt: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC], vs: from(v1_1) },
  /* 13 */ sge: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC], vs: from(v1_1) },
  /* 14 */ exp: { category: 'arithmetic', result: 'scalar', operands: [DST, ONE], vs: from(v1_1), ps: from(v2_0), slotsVs11: 10 },
  /* 15 */ log: { category: 'arithmetic', result: 'scalar', operands: [DST, ONE], vs: from(v1_1), ps: from(v2_0), slotsVs11: 10 },
  /* 16 */ lit: { category: 'arithmetic', result: 'vector', operands: [DST, LIGHTING], vs: from(v1_1) },
  /* 17 */ dst: { category: 'arithmetic', result: 'vector', operands: [DST, YZ, YW], vs: from(v1_1) },
  /* 18 */ lrp: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC, SRC], vs: from(v2_0), ps: from(v1_1) },
  /* 19 */ frc: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC], saturates: false, vs: from(v1_1), ps: from(v2_0), slotsVs11: 3 },
  /* 20 */ m4x4: { category: 'matrix', result: 'vector', operands: [DST, XYZW, MATRIX_4X4], vs: from(v1_1), ps: from(v2_0), slots: 4 },
  /* 21 */ m4x3: { category: 'matrix', result: 'vector', operands: [DST, XYZW, MATRIX_4X3], vs: from(v1_1), ps: from(v2_0), slots: 3 },
  /* 22 */ m3x4: { category: 'matrix', result: 'vector', operands: [DST, XYZ, MATRIX_3X4], vs: from(v1_1), ps: from(v2_0), slots: 4 },
  /* 23 */ m3x3: { category: 'matrix', result: 'vector', operands: [DST, XYZ, MATRIX_3X3], vs: from(v1_1), ps: from(v2_0), slots: 3 },
  /* 24 */ m3x2: { category: 'matrix', result: 'vector', operands: [DST, XYZ, MATRIX_3X2], vs: from(v1_1), ps: from(v2_0), slots: 2 },
  /* 25 */ call: { category: 'flow', result: 'none', operands: [LABEL], vs: from(v2_0), ps: from(v2_x), slots: 2 },
  /* 26 */ callnz: { category: 'flow', result: 'none', operands: [LABEL, CONDITION], vs: from(v2_0), ps: from(v2_x), slots: 3 },
  /* 27 */ loop: { category: 'flow', result: 'none', operands: [LOOP_COUNTER, INT_CONSTANT], vs: from(v2_0), ps: from(v3_0), block: 'open', slots: 3 },
  /* 28 */ ret: { category: 'flow', result: 'none', operands: [], vs: from(v2_0), ps: from(v2_x) },
  /* 29 */ endloop: { category: 'flow', result: 'none', operands: [], vs: from(v2_0), ps: from(v3_0), block: 'close', slots: 2 },
  /* 30 */ label: { category: 'flow', result: 'none', operands: [LABEL], vs: from(v2_0), ps: from(v2_x), numbered: false, slots: 0 },
  /* 31 */ dcl: { category: 'declaration', result: 'none', operands: [ATTRIBUTES, DECLARED], vs: from(v1_1), ps: from(v2_0), numbered: false, slots: 0 },
  /* 32 */ pow: { category: 'arithmetic', result: 'scalar', operands: [DST, ONE, ONE], vs: from(v2_0), ps: from(v2_0), slots: 3 },
  /* 33 */ crs: { category: 'arithmetic', result: 'vector', operands: [DST, XYZ, XYZ], vs: from(v2_0), ps: from(v2_0), slots: 2 },
  /* 34 */ sgn: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SCRATCH, SCRATCH], vs: from(v2_0), slots: 3 },
  /* 35 */ abs: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC], vs: from(v2_0), ps: from(v2_0) },
  /* 36 */ nrm: { category: 'arithmetic', result: 'vector', operands: [DST, XYZ], vs: from(v2_0), ps: from(v2_0), slots: 3 },
  /* 37 */ sincos: { category: 'arithmetic', result: 'vector', operands: [DST, ONE], oldOperands: [{ below: v3_0, operands: [DST, ONE, XYZW, XYZW] }], saturates: false, vs: from(v2_0), ps: from(v2_0), slots: 8 },
  /* 38 */ rep: { category: 'flow', result: 'none', operands: [INT_CONSTANT], vs: from(v2_0), ps: from(v2_x), block: 'open', slots: 3 },
  /* 39 */ endrep: { category: 'flow', result: 'none', operands: [], vs: from(v2_0), ps: from(v2_x), block: 'close', slots: 2 },
  /* 40 */ if: { category: 'flow', result: 'none', operands: [CONDITION], vs: from(v2_0), ps: from(v2_x), block: 'open', slots: 3 },
  /* 41 */ ifc: { mnemonic: 'if', category: 'flow', result: 'none', operands: [ONE, ONE], controls: 'comparison', vs: from(v2_x), ps: from(v2_x), block: 'open', slots: 3 },
  /* 42 */ else: { category: 'flow', result: 'none', operands: [], vs: from(v2_0), ps: from(v2_x), block: 'middle' },
  /* 43 */ endif: { category: 'flow', result: 'none', operands: [], vs: from(v2_0), ps: from(v2_x), block: 'close' },
  /* 44 */ break: { category: 'flow', result: 'none', operands: [], vs: from(v2_x), ps: from(v2_x) },
  /* 45 */ breakc: { mnemonic: 'break', category: 'flow', result: 'none', operands: [ONE, ONE], controls: 'comparison', vs: from(v2_x), ps: from(v2_x), slots: 3 },
  /* 46 */ mova: { category: 'address', result: 'componentwise', operands: [DST_INT, SRC], saturates: false, vs: from(v2_0) },
  /* 47 */ defb: { category: 'constant', result: 'none', operands: [DST_BOOL, BOOL], vs: from(v2_0), ps: from(v2_x), numbered: false, slots: 0 },
  /* 48 */ defi: { category: 'constant', result: 'none', operands: [DST_INT, INT, INT, INT, INT], vs: from(v2_0), ps: from(v2_x), numbered: false, slots: 0 },
  /* 64 */ texcoord: { code: 64, mnemonic: 'texcrd', oldMnemonic: 'texcoord', category: 'texture', result: 'vector', operands: [DST, SRC], oldOperands: [{ below: v1_4, operands: [DST] }], ps: from(v1_1, v1_4), slots: 0, textureSlots: 1 },
  /* 65 */ texkill: { category: 'texture', result: 'none', operands: [KILLED], oldOperands: [{ below: v3_0, operands: [KILLED_XYZ] }], saturates: false, ps: from(v1_1) },
  /* 66 */ texld: { oldMnemonic: 'tex', category: 'sample', result: 'vector', operands: [DST, COORDINATES, SAMPLER], oldOperands: [{ below: v1_4, operands: [DST] }, { below: v2_0, operands: [DST, XYZ] }], controls: 'texld', saturates: false, quad: true, ps: from(v1_1), slots: 0, textureSlots: 1 },
  /* 67 */ texbem: { category: 'sample', result: 'vector', operands: [DST, XY], quad: true, ps: upTo13(), slots: 0, textureSlots: 1 },
  /* 68 */ texbeml: { category: 'sample', result: 'vector', operands: [DST, XYZ], quad: true, ps: upTo13(), slots: 0, textureSlots: 1 },
  /* 69 */ texreg2ar: { category: 'sample', result: 'vector', operands: [DST, XW], quad: true, ps: upTo13(), slots: 0, textureSlots: 1 },
  /* 70 */ texreg2gb: { category: 'sample', result: 'vector', operands: [DST, YZ], quad: true, ps: upTo13(), slots: 0, textureSlots: 1 },
  /* 71 */ texm3x2pad: { category: 'texture', result: 'none', operands: [STAGE, XYZ], ps: upTo13(), slots: 0, textureSlots: 1 },
  /* 72 */ texm3x2tex: { category: 'sample', result: 'vector', operands: [DST, XYZ], quad: true, ps: upTo13(), slots: 0, textureSlots: 1 },
  /* 73 */ texm3x3pad: { category: 'texture', result: 'none', operands: [STAGE, XYZ], ps: upTo13(), slots: 0, textureSlots: 1 },
  /* 74 */ texm3x3tex: { category: 'sample', result: 'vector', operands: [DST, XYZ], quad: true, ps: upTo13(), slots: 0, textureSlots: 1 },
  /* 75 */ reserved0: { category: 'other', result: 'none', operands: [DST], slots: 0 },
  /* 76 */ texm3x3spec: { category: 'sample', result: 'vector', operands: [DST, XYZ, XYZ], quad: true, ps: upTo13(), slots: 0, textureSlots: 1 },
  /* 77 */ texm3x3vspec: { category: 'sample', result: 'vector', operands: [DST, XYZ], quad: true, ps: upTo13(), slots: 0, textureSlots: 1 },
  /* 78 */ expp: { category: 'arithmetic', result: 'scalar', operands: [DST, ONE], vs: from(v1_1) },
  /* 79 */ logp: { category: 'arithmetic', result: 'scalar', operands: [DST, ONE], vs: from(v1_1) },
  /* 80 */ cnd: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC, SRC], ps: from(v1_1, v1_4) },
  /* 81 */ def: { category: 'constant', result: 'none', operands: [DST, FLOAT, FLOAT, FLOAT, FLOAT], vs: from(v1_1), ps: from(v1_1), numbered: false, slots: 0 },
  /* 82 */ texreg2rgb: { category: 'sample', result: 'vector', operands: [DST, XYZ], quad: true, ps: upTo13(v1_2), slots: 0, textureSlots: 1 },
  /* 83 */ texdp3tex: { category: 'sample', result: 'vector', operands: [DST, XYZ], quad: true, ps: upTo13(v1_2), slots: 0, textureSlots: 1 },
  /* 84 */ texm3x2depth: { category: 'texture', result: 'none', operands: [STAGE, XYZ], ps: upTo13(v1_3), slots: 0, textureSlots: 1 },
  /* 85 */ texdp3: { category: 'texture', result: 'vector', operands: [DST, XYZ], ps: upTo13(v1_2), slots: 0, textureSlots: 1 },
  /* 86 */ texm3x3: { category: 'texture', result: 'vector', operands: [DST, XYZ], ps: upTo13(v1_2), slots: 0, textureSlots: 1 },
  /* 87 */ texdepth: { category: 'texture', result: 'none', operands: [DEPTH_RATIO], ps: from(v1_4, v1_4) },
  /* 88 */ cmp: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC, SRC, SRC], ps: from(v1_2) },
  /* 89 */ bem: { category: 'arithmetic', result: 'vector', operands: [DST, XY, XY], ps: from(v1_4, v1_4), slots: 2 },
  /* 90 */ dp2add: { category: 'arithmetic', result: 'scalar', operands: [DST, XY, XY, ONE], ps: from(v2_0), slots: 2 },
  /* 91 */ dsx: { category: 'derivative', result: 'componentwise', operands: [DST, SRC], quad: true, ps: from(v2_x), slots: 2 },
  /* 92 */ dsy: { category: 'derivative', result: 'componentwise', operands: [DST, SRC], quad: true, ps: from(v2_x), slots: 2 },
  /* 93 */ texldd: { category: 'sample', result: 'vector', operands: [DST, COORDINATES, SAMPLER, COORDINATES, COORDINATES], saturates: false, ps: from(v2_x), slots: 2, textureSlots: 1 },
  /* 94 */ setp: { category: 'predicate', result: 'componentwise', operands: [DST_BOOL, SRC, SRC], controls: 'comparison', saturates: false, vs: from(v2_x), ps: from(v2_x) },
  /* 95 */ texldl: { category: 'sample', result: 'vector', operands: [DST, COORDINATES_AND_LEVEL, SAMPLER], saturates: false, vs: from(v3_0), ps: from(v3_0), slots: 0, textureSlots: 2 },
  /* 96 */ breakp: { category: 'flow', result: 'none', operands: [PREDICATE], vs: from(v2_x), ps: from(v2_x), slots: 3 },
  /* 97 */ trunc: { category: 'arithmetic', result: 'componentwise', operands: [DST, SRC] },
  /* 98 */ sin: { category: 'arithmetic', result: 'scalar', operands: [DST, ONE] },
  /* 99 */ cos: { category: 'arithmetic', result: 'scalar', operands: [DST, ONE] },
  /* 0xfffd */ phase: { code: 0xfffd, category: 'other', result: 'none', operands: [], ps: from(v1_4, v1_4), slots: 0 },
} as const satisfies Record<string, WrittenRow>));

export type Sm1Opcode = keyof typeof SM1_OPCODES;

/** The length of tables by opcode number: every opcode number with a row is below this, `phase` excepted. */
export const SM1_OPCODE_LIMIT = 128;

/** The two tokens that look like instructions but are not. */
export const SM1_COMMENT = 0xfffe;
export const SM1_END = 0xffff;

/** What a listing writes for an opcode without a row. */
export const SM1_UNKNOWN_MNEMONIC = '???';

/** The name of each row by its opcode number. */
export const SM1_OPCODE_BY_CODE: ReadonlyMap<number, Sm1Opcode> = /* @__PURE__ */ namesByCode();

function namesByCode(): Map<number, Sm1Opcode> {
  return new Map((Object.keys(SM1_OPCODES) as Sm1Opcode[]).map((name) => [SM1_OPCODES[name].code, name]));
}

/** The row of an opcode number, if it has one. */
export function sm1OpcodeRow(code: number): Sm1OpcodeRow | undefined {
  return ROW_BY_CODE.get(code);
}

/**
 * Returns a table by opcode number of the result of `value` for each row; 0 for numbers without a row. It does not hold `phase`.
 */
export function sm1OpcodeTable(value: (row: Sm1OpcodeRow, name: Sm1Opcode) => number): Uint8Array {
  const table = new Uint8Array(SM1_OPCODE_LIMIT);
  for (const name of Object.keys(SM1_OPCODES) as Sm1Opcode[]) {
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    if (row.code < SM1_OPCODE_LIMIT) table[row.code] = value(row, name);
  }
  return table;
}

const ROW_BY_CODE: ReadonlyMap<number, Sm1OpcodeRow> = new Map(
  Object.values(SM1_OPCODES).map((row: Sm1OpcodeRow) => [row.code, row]),
);

/** The operands of `row` in `version`, the low half of a version token. */
export function sm1Operands(row: Sm1OpcodeRow, version: number): readonly Sm1OperandRow[] {
  return row.oldOperands?.find(({ below }) => version < below)?.operands ?? row.operands;
}

/** Whether `stage` has the opcode in `version`, the low half of a version token. */
export function sm1HasOpcode(row: Sm1OpcodeRow, stage: 'vs' | 'ps', version: number): boolean {
  const range = row[stage];
  return range !== undefined && version >= range.since && version <= range.until;
}

/** The first version in which assemblers accept the mnemonic, where it is an older one; the validator then rejects it. */
const ASSEMBLED_SINCE: Readonly<Partial<Record<Sm1Opcode, { readonly vs?: number; readonly ps?: number }>>> = {
  if: { ps: v2_0 },
  else: { ps: v2_0 },
  endif: { ps: v2_0 },
  break: { vs: v2_0 },
  defb: { ps: v2_0 },
};

/** Whether assemblers accept the mnemonic of `name` for `stage` in `version`; the validator may reject it then. */
export function sm1Assembles(name: Sm1Opcode, stage: 'vs' | 'ps', version: number): boolean {
  const since = ASSEMBLED_SINCE[name]?.[stage];
  return sm1HasOpcode(SM1_OPCODES[name], stage, version) || (since !== undefined && version >= since);
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

// --- facts that are not in the rows, so that listings do not carry them -------------------------------------------

/** The results in vs_1_1, where they differ. */
export const SM1_RESULTS_VS11: Readonly<Partial<Record<Sm1Opcode, Sm1Result>>> = { expp: 'vector' };

/** Of `texm*`: the rows of the matrix product that it is part of, and whether it computes the last one. */
export const SM1_TEXTURE_MATRICES: Readonly<
  Partial<Record<Sm1Opcode, { readonly rows: 2 | 3; readonly last: boolean }>>
> = {
  texm3x2pad: { rows: 2, last: false },
  texm3x2tex: { rows: 2, last: true },
  texm3x3pad: { rows: 3, last: false },
  texm3x3tex: { rows: 3, last: true },
  texm3x3spec: { rows: 3, last: true },
  texm3x3vspec: { rows: 3, last: true },
  texm3x2depth: { rows: 2, last: true },
  texm3x3: { rows: 3, last: true },
};
