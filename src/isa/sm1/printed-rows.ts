/**
 * The first part of THE TABLE of shader models 1 to 3: for every D3DSIO_* opcode its number and mnemonic, its operands, what its
 * controls are, its slots, and what it does to the nesting of blocks. Listings carry this part alone; the rest is in opcode-facts.ts,
 * and opcodes.ts has whole rows.
 *
 * Sources: numbers from the public Direct3D 9 headers; mnemonics, operands and slot costs from the oracle (its assembler for every
 * mnemonic in every version, its listing for every opcode); value types and components that are read from the public Direct3D 9
 * documentation, checked against the oracle's validator where that depends on them.
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

const { v1_4, v2_0, v3_0 } = Sm1Version;

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

/** What it takes to read and to print an instruction. */
export interface Sm1PrintedRow {
  /** D3DSIO_* */
  readonly code: number;
  /** What a listing writes, without the suffixes of comparisons and `texld` controls. */
  readonly mnemonic: string;
  /** The mnemonic before version 1_4, where it differs. */
  readonly oldMnemonic?: string;
  /** Operands in the newest version; of `def*` and `dcl` with the raw DWORDs where their tokens are. */
  readonly operands: readonly Sm1OperandRow[];
  /** Operands of older versions: the first entry whose `below` is above the version applies. */
  readonly oldOperands?: readonly { readonly below: number; readonly operands: readonly Sm1OperandRow[] }[];
  /** What bits 23:16 of the instruction token mean. */
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
}

// --- operands ---------------------------------------------------------------------------------------------------

const DST = { role: 'destination', type: 'f32', components: 'mask', access: 'write' } as const;
const DST_INT = { ...DST, type: 'i32' } as const;
const DST_BOOL = { ...DST, type: 'bool' } as const;
/** What `dcl` declares. */
const DECLARED = { ...DST, type: 'bits' } as const;
/** A destination token that names a register which is only read. */
const KILLED = { ...DST, access: 'read' } as const;
/** Before 2_0; later Microsoft's compiler has all four tested, for `clip` of a float4 in all profiles (source: oracle). */
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

// --- rows ---------------------------------------------------------------------------------------------------------

/**
 * A row as it is written: with a mnemonic only where listings write something else than the name of the row, and with a number only
 * where it is not the next one.
 */
type WrittenRow = Omit<Sm1PrintedRow, 'code' | 'mnemonic'> & Partial<Pick<Sm1PrintedRow, 'code' | 'mnemonic'>>;

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

/** The rows by name, in the order of their numbers. */
// biome-ignore format: one row, one line
export const SM1_PRINTED_ROWS = /* @__PURE__ */ enumerated(/* @__PURE__ */ withMnemonics({
  /*  0 */ nop: { operands: [], numbered: false, slots: 0 },
  /*  1 */ mov: { operands: [DST, SRC] },
  /*  2 */ add: { operands: [DST, SRC, SRC] },
  /*  3 */ sub: { operands: [DST, SRC, SRC] },
  /*  4 */ mad: { operands: [DST, SRC, SRC, SRC] },
  /*  5 */ mul: { operands: [DST, SRC, SRC] },
  /*  6 */ rcp: { operands: [DST, ONE] },
  /*  7 */ rsq: { operands: [DST, ONE] },
  /*  8 */ dp3: { operands: [DST, XYZ, XYZ] },
  /*  9 */ dp4: { operands: [DST, XYZW, XYZW] },
  /* 10 */ min: { operands: [DST, SRC, SRC] },
  /* 11 */ max: { operands: [DST, SRC, SRC] },
  /* 12 */ slt: { operands: [DST, SRC, SRC] },
  /* 13 */ sge: { operands: [DST, SRC, SRC] },
  /* 14 */ exp: { operands: [DST, ONE], slotsVs11: 10 },
  /* 15 */ log: { operands: [DST, ONE], slotsVs11: 10 },
  /* 16 */ lit: { operands: [DST, LIGHTING] },
  /* 17 */ dst: { operands: [DST, YZ, YW] },
  /* 18 */ lrp: { operands: [DST, SRC, SRC, SRC] },
  /* 19 */ frc: { operands: [DST, SRC], slotsVs11: 3 },
  /* 20 */ m4x4: { operands: [DST, XYZW, MATRIX_4X4], slots: 4 },
  /* 21 */ m4x3: { operands: [DST, XYZW, MATRIX_4X3], slots: 3 },
  /* 22 */ m3x4: { operands: [DST, XYZ, MATRIX_3X4], slots: 4 },
  /* 23 */ m3x3: { operands: [DST, XYZ, MATRIX_3X3], slots: 3 },
  /* 24 */ m3x2: { operands: [DST, XYZ, MATRIX_3X2], slots: 2 },
  /* 25 */ call: { operands: [LABEL], slots: 2 },
  /* 26 */ callnz: { operands: [LABEL, CONDITION], slots: 3 },
  /* 27 */ loop: { operands: [LOOP_COUNTER, INT_CONSTANT], block: 'open', slots: 3 },
  /* 28 */ ret: { operands: [] },
  /* 29 */ endloop: { operands: [], block: 'close', slots: 2 },
  /* 30 */ label: { operands: [LABEL], numbered: false, slots: 0 },
  /* 31 */ dcl: { operands: [ATTRIBUTES, DECLARED], numbered: false, slots: 0 },
  /* 32 */ pow: { operands: [DST, ONE, ONE], slots: 3 },
  /* 33 */ crs: { operands: [DST, XYZ, XYZ], slots: 2 },
  /* 34 */ sgn: { operands: [DST, SRC, SCRATCH, SCRATCH], slots: 3 },
  /* 35 */ abs: { operands: [DST, SRC] },
  /* 36 */ nrm: { operands: [DST, XYZ], slots: 3 },
  /* 37 */ sincos: { operands: [DST, ONE], oldOperands: [{ below: v3_0, operands: [DST, ONE, XYZW, XYZW] }], slots: 8 },
  /* 38 */ rep: { operands: [INT_CONSTANT], block: 'open', slots: 3 },
  /* 39 */ endrep: { operands: [], block: 'close', slots: 2 },
  /* 40 */ if: { operands: [CONDITION], block: 'open', slots: 3 },
  /* 41 */ ifc: { mnemonic: 'if', operands: [ONE, ONE], controls: 'comparison', block: 'open', slots: 3 },
  /* 42 */ else: { operands: [], block: 'middle' },
  /* 43 */ endif: { operands: [], block: 'close' },
  /* 44 */ break: { operands: [] },
  /* 45 */ breakc: { mnemonic: 'break', operands: [ONE, ONE], controls: 'comparison', slots: 3 },
  /* 46 */ mova: { operands: [DST_INT, SRC] },
  /* 47 */ defb: { operands: [DST_BOOL, BOOL], numbered: false, slots: 0 },
  /* 48 */ defi: { operands: [DST_INT, INT, INT, INT, INT], numbered: false, slots: 0 },
  /* 64 */ texcoord: { code: 64, mnemonic: 'texcrd', oldMnemonic: 'texcoord', operands: [DST, SRC], oldOperands: [{ below: v1_4, operands: [DST] }], slots: 0, textureSlots: 1 },
  /* 65 */ texkill: { operands: [KILLED], oldOperands: [{ below: v2_0, operands: [KILLED_XYZ] }] },
  /* 66 */ texld: { oldMnemonic: 'tex', operands: [DST, COORDINATES, SAMPLER], oldOperands: [{ below: v1_4, operands: [DST] }, { below: v2_0, operands: [DST, XYZ] }], controls: 'texld', slots: 0, textureSlots: 1 },
  /* 67 */ texbem: { operands: [DST, XY], slots: 0, textureSlots: 1 },
  /* 68 */ texbeml: { operands: [DST, XYZ], slots: 0, textureSlots: 1 },
  /* 69 */ texreg2ar: { operands: [DST, XW], slots: 0, textureSlots: 1 },
  /* 70 */ texreg2gb: { operands: [DST, YZ], slots: 0, textureSlots: 1 },
  /* 71 */ texm3x2pad: { operands: [STAGE, XYZ], slots: 0, textureSlots: 1 },
  /* 72 */ texm3x2tex: { operands: [DST, XYZ], slots: 0, textureSlots: 1 },
  /* 73 */ texm3x3pad: { operands: [STAGE, XYZ], slots: 0, textureSlots: 1 },
  /* 74 */ texm3x3tex: { operands: [DST, XYZ], slots: 0, textureSlots: 1 },
  /* 75 */ reserved0: { operands: [DST], slots: 0 },
  /* 76 */ texm3x3spec: { operands: [DST, XYZ, XYZ], slots: 0, textureSlots: 1 },
  /* 77 */ texm3x3vspec: { operands: [DST, XYZ], slots: 0, textureSlots: 1 },
  /* 78 */ expp: { operands: [DST, ONE] },
  /* 79 */ logp: { operands: [DST, ONE] },
  /* 80 */ cnd: { operands: [DST, SRC, SRC, SRC] },
  /* 81 */ def: { operands: [DST, FLOAT, FLOAT, FLOAT, FLOAT], numbered: false, slots: 0 },
  /* 82 */ texreg2rgb: { operands: [DST, XYZ], slots: 0, textureSlots: 1 },
  /* 83 */ texdp3tex: { operands: [DST, XYZ], slots: 0, textureSlots: 1 },
  /* 84 */ texm3x2depth: { operands: [STAGE, XYZ], slots: 0, textureSlots: 1 },
  /* 85 */ texdp3: { operands: [DST, XYZ], slots: 0, textureSlots: 1 },
  /* 86 */ texm3x3: { operands: [DST, XYZ], slots: 0, textureSlots: 1 },
  /* 87 */ texdepth: { operands: [DEPTH_RATIO] },
  /* 88 */ cmp: { operands: [DST, SRC, SRC, SRC] },
  /* 89 */ bem: { operands: [DST, XY, XY], slots: 2 },
  /* 90 */ dp2add: { operands: [DST, XY, XY, ONE], slots: 2 },
  /* 91 */ dsx: { operands: [DST, SRC], slots: 2 },
  /* 92 */ dsy: { operands: [DST, SRC], slots: 2 },
  /* 93 */ texldd: { operands: [DST, COORDINATES, SAMPLER, COORDINATES, COORDINATES], slots: 2, textureSlots: 1 },
  /* 94 */ setp: { operands: [DST_BOOL, SRC, SRC], controls: 'comparison' },
  /* 95 */ texldl: { operands: [DST, COORDINATES_AND_LEVEL, SAMPLER], slots: 0, textureSlots: 2 },
  /* 96 */ breakp: { operands: [PREDICATE], slots: 3 },
  /* 97 */ trunc: { operands: [DST, SRC] },
  /* 98 */ sin: { operands: [DST, ONE] },
  /* 99 */ cos: { operands: [DST, ONE] },
  /* 0xfffd */ phase: { code: 0xfffd, operands: [], slots: 0 },
} as const satisfies Record<string, WrittenRow>));

export type Sm1Opcode = keyof typeof SM1_PRINTED_ROWS;

/** The length of tables by opcode number: every opcode number with a row is below this, `phase` excepted. */
export const SM1_OPCODE_LIMIT = 128;

/** The two tokens that look like instructions but are not. */
export const SM1_COMMENT = 0xfffe;
export { SM1_END } from '../../base/profile.ts';

/** What a listing writes for an opcode without a row. */
export const SM1_UNKNOWN_MNEMONIC = '???';

const ROW_BY_CODE: ReadonlyMap<number, Sm1PrintedRow> = /* @__PURE__ */ rowsByCode();

function rowsByCode(): Map<number, Sm1PrintedRow> {
  return new Map(Object.values(SM1_PRINTED_ROWS).map((row: Sm1PrintedRow) => [row.code, row]));
}

/** What it takes to print an opcode number, if it has a row. */
export function sm1PrintedRow(code: number): Sm1PrintedRow | undefined {
  return ROW_BY_CODE.get(code);
}

/**
 * Returns a table by opcode number of the result of `value` for each row; 0 for numbers without a row. It does not hold `phase`.
 */
export function sm1PrintedTable(value: (row: Sm1PrintedRow) => number): Uint8Array {
  const table = new Uint8Array(SM1_OPCODE_LIMIT);
  for (const row of Object.values<Sm1PrintedRow>(SM1_PRINTED_ROWS))
    if (row.code < SM1_OPCODE_LIMIT) table[row.code] = value(row);
  return table;
}

/** The operands of `row` in `version`, the low half of a version token. */
export function sm1Operands(row: Sm1PrintedRow, version: number): readonly Sm1OperandRow[] {
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
export function sm1LiteralCount(row: Sm1PrintedRow): number {
  return row.operands.filter(isSm1Literal).length;
}
