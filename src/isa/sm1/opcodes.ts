/**
 * THE TABLE of shader models 1 to 3: one row for every D3DSIO_* opcode. Decoder, printer, documentation, coverage and the
 * random-program generator derive from it; later the encoder, the assembler and the validator do.
 *
 * Sources: numbers from the public Direct3D 9 headers; mnemonics, operands, the versions that have an opcode and slot
 * costs from the oracle (its assembler for every mnemonic in every version, its listing for every opcode).
 */

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
  /** The DWORD of `dcl` in front of its destination. */
  | 'attributes'
  /** A raw float, integer or boolean. */
  | 'float'
  | 'int'
  | 'bool';

/** First and last version of a stage that has an opcode, both included. */
export interface Sm1VersionRange {
  readonly since: number;
  readonly until: number;
}

export interface Sm1OpcodeRow {
  /** D3DSIO_* */
  readonly code: number;
  /** What a listing writes; comparisons and `texld` controls put more behind it. */
  readonly mnemonic: string;
  /** The mnemonic before version 1_4, where it differs. */
  readonly oldMnemonic?: string;
  /** Operands in the newest version; of `def*` and `dcl` with the raw DWORDs in their place. */
  readonly operands: readonly Sm1OperandRole[];
  /** Operands of older versions: the first entry whose `below` is above the version holds. */
  readonly oldOperands?: readonly { readonly below: number; readonly operands: readonly Sm1OperandRole[] }[];
  /** What bits 23:16 of the instruction token mean. */
  readonly controls?: 'comparison' | 'texld';
  /** Vertex shader versions; absent: none. */
  readonly vs?: Sm1VersionRange;
  /** Pixel shader versions; absent: none. */
  readonly ps?: Sm1VersionRange;
  /** The first version in which assemblers take the mnemonic, where it is an older one; the validator then refuses it. */
  readonly assembledSince?: { readonly vs?: number; readonly ps?: number };
  /** What it does to the nesting of blocks. */
  readonly block?: 'open' | 'middle' | 'close';
  /** `false`: takes no number in a numbered listing. */
  readonly numbered?: false;
  /** Arithmetic instruction slots, 1 where absent. Pixel shaders before 2_0 count at most 1. */
  readonly slots?: number;
  /** Arithmetic instruction slots in vs_1_1, where they differ. */
  readonly slotsVs11?: number;
  /** Texture instruction slots, 0 where absent. */
  readonly textureSlots?: number;
  /** Arithmetic slots that validators count from 2_0 on, where a listing has others (source: oracle). */
  readonly validatorSlots?: number;
  /** Texture slots that validators count from 2_0 on, where a listing has others. */
  readonly validatorTextureSlots?: number;
  readonly doc: string;
}

const DST = 'destination';
const SRC = 'source';
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
/** The texture instructions of the first pixel shaders, which 1_4 gave up. */
function upTo13(): Range<typeof v1_1, typeof v1_3>;
function upTo13<const Since extends number>(since: Since): Range<Since, typeof v1_3>;
function upTo13(since: number = v1_1): Sm1VersionRange {
  return from(since, v1_3);
}

// biome-ignore format: one row, one line
export const SM1_OPCODES = {
  nop: { code: 0, mnemonic: 'nop', operands: [], vs: from(v1_1), ps: from(v1_1), numbered: false, slots: 0, validatorSlots: 1, doc: 'nothing' },
  mov: { code: 1, mnemonic: 'mov', operands: [DST, SRC], vs: from(v1_1), ps: from(v1_1), doc: 'dst = a' },
  add: { code: 2, mnemonic: 'add', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1), doc: 'dst = a + b' },
  sub: { code: 3, mnemonic: 'sub', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1), doc: 'dst = a - b; assemblers write add with b negated where b can be (IT9)' },
  mad: { code: 4, mnemonic: 'mad', operands: [DST, SRC, SRC, SRC], vs: from(v1_1), ps: from(v1_1), doc: 'dst = a * b + c' },
  mul: { code: 5, mnemonic: 'mul', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1), doc: 'dst = a * b' },
  rcp: { code: 6, mnemonic: 'rcp', operands: [DST, SRC], vs: from(v1_1), ps: from(v2_0), doc: 'dst = 1 / a' },
  rsq: { code: 7, mnemonic: 'rsq', operands: [DST, SRC], vs: from(v1_1), ps: from(v2_0), doc: 'dst = 1 / sqrt(|a|)' },
  dp3: { code: 8, mnemonic: 'dp3', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1), doc: 'three-component dot product' },
  dp4: { code: 9, mnemonic: 'dp4', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_2), doc: 'four-component dot product' },
  min: { code: 10, mnemonic: 'min', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), doc: 'the smaller of a and b' },
  max: { code: 11, mnemonic: 'max', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), doc: 'the larger of a and b' },
  slt: { code: 12, mnemonic: 'slt', operands: [DST, SRC, SRC], vs: from(v1_1), doc: 'dst = a < b ? 1 : 0' },
  sge: { code: 13, mnemonic: 'sge', operands: [DST, SRC, SRC], vs: from(v1_1), doc: 'dst = a >= b ? 1 : 0' },
  exp: { code: 14, mnemonic: 'exp', operands: [DST, SRC], vs: from(v1_1), ps: from(v2_0), slotsVs11: 10, doc: '2 to the power of a' },
  log: { code: 15, mnemonic: 'log', operands: [DST, SRC], vs: from(v1_1), ps: from(v2_0), slotsVs11: 10, doc: 'logarithm of |a| to base 2' },
  lit: { code: 16, mnemonic: 'lit', operands: [DST, SRC], vs: from(v1_1), validatorSlots: 3, doc: 'lighting coefficients from two dot products and an exponent' },
  dst: { code: 17, mnemonic: 'dst', operands: [DST, SRC, SRC], vs: from(v1_1), doc: 'distance vector' },
  lrp: { code: 18, mnemonic: 'lrp', operands: [DST, SRC, SRC, SRC], vs: from(v2_0), ps: from(v1_1), validatorSlots: 2, doc: 'dst = a * (b - c) + c' },
  frc: { code: 19, mnemonic: 'frc', operands: [DST, SRC], vs: from(v1_1), ps: from(v2_0), slotsVs11: 3, doc: 'fraction of a' },
  m4x4: { code: 20, mnemonic: 'm4x4', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), slots: 4, doc: 'product with a 4x4 matrix in four registers' },
  m4x3: { code: 21, mnemonic: 'm4x3', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), slots: 3, doc: 'product with a 4x3 matrix in three registers' },
  m3x4: { code: 22, mnemonic: 'm3x4', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), slots: 4, doc: 'product with a 3x4 matrix in four registers' },
  m3x3: { code: 23, mnemonic: 'm3x3', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), slots: 3, doc: 'product with a 3x3 matrix in three registers' },
  m3x2: { code: 24, mnemonic: 'm3x2', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), slots: 2, doc: 'product with a 3x2 matrix in two registers' },
  call: { code: 25, mnemonic: 'call', operands: ['label'], vs: from(v2_0), ps: from(v2_x), slots: 2, doc: 'call a subroutine' },
  callnz: { code: 26, mnemonic: 'callnz', operands: ['label', 'condition'], vs: from(v2_0), ps: from(v2_x), slots: 3, doc: 'call a subroutine if the condition holds' },
  loop: { code: 27, mnemonic: 'loop', operands: ['loopCounter', 'intConstant'], vs: from(v2_0), ps: from(v3_0), block: 'open', slots: 3, doc: 'counted loop with a counter register' },
  ret: { code: 28, mnemonic: 'ret', operands: [], vs: from(v2_0), ps: from(v2_x), doc: 'end of the main program or a subroutine' },
  endloop: { code: 29, mnemonic: 'endloop', operands: [], vs: from(v2_0), ps: from(v3_0), block: 'close', slots: 2, doc: 'end of a loop' },
  label: { code: 30, mnemonic: 'label', operands: ['label'], vs: from(v2_0), ps: from(v2_x), numbered: false, slots: 0, doc: 'beginning of a subroutine' },
  dcl: { code: 31, mnemonic: 'dcl', operands: ['attributes', DST], vs: from(v1_1), ps: from(v2_0), numbered: false, slots: 0, doc: 'declares an input, output or sampler' },
  pow: { code: 32, mnemonic: 'pow', operands: [DST, SRC, SRC], vs: from(v2_0), ps: from(v2_0), slots: 3, doc: '|a| to the power of b' },
  crs: { code: 33, mnemonic: 'crs', operands: [DST, SRC, SRC], vs: from(v2_0), ps: from(v2_0), slots: 2, doc: 'cross product' },
  sgn: { code: 34, mnemonic: 'sgn', operands: [DST, SRC, SRC, SRC], vs: from(v2_0), slots: 3, doc: 'sign of a; b and c are scratch registers' },
  abs: { code: 35, mnemonic: 'abs', operands: [DST, SRC], vs: from(v2_0), ps: from(v2_0), doc: 'absolute value' },
  nrm: { code: 36, mnemonic: 'nrm', operands: [DST, SRC], vs: from(v2_0), ps: from(v2_0), slots: 3, doc: 'a scaled to length 1' },
  sincos: { code: 37, mnemonic: 'sincos', operands: [DST, SRC], oldOperands: [{ below: v3_0, operands: [DST, SRC, SRC, SRC] }], vs: from(v2_0), ps: from(v2_0), slots: 8, doc: 'x: cosine, y: sine; before 3_0 with two constants for the series' },
  rep: { code: 38, mnemonic: 'rep', operands: ['intConstant'], vs: from(v2_0), ps: from(v2_x), block: 'open', slots: 3, doc: 'counted loop' },
  endrep: { code: 39, mnemonic: 'endrep', operands: [], vs: from(v2_0), ps: from(v2_x), block: 'close', slots: 2, doc: 'end of a rep' },
  if: { code: 40, mnemonic: 'if', operands: ['condition'], vs: from(v2_0), ps: from(v2_x), assembledSince: { ps: v2_0 }, block: 'open', slots: 3, doc: 'run the block if the condition holds' },
  ifc: { code: 41, mnemonic: 'if', operands: [SRC, SRC], controls: 'comparison', vs: from(v2_x), ps: from(v2_x), block: 'open', slots: 3, doc: 'run the block if the comparison holds' },
  else: { code: 42, mnemonic: 'else', operands: [], vs: from(v2_0), ps: from(v2_x), assembledSince: { ps: v2_0 }, block: 'middle', doc: 'other branch of an if' },
  endif: { code: 43, mnemonic: 'endif', operands: [], vs: from(v2_0), ps: from(v2_x), assembledSince: { ps: v2_0 }, block: 'close', doc: 'end of an if' },
  break: { code: 44, mnemonic: 'break', operands: [], vs: from(v2_x), ps: from(v2_x), assembledSince: { vs: v2_0 }, doc: 'leave the innermost loop' },
  breakc: { code: 45, mnemonic: 'break', operands: [SRC, SRC], controls: 'comparison', vs: from(v2_x), ps: from(v2_x), slots: 3, doc: 'leave the innermost loop if the comparison holds' },
  mova: { code: 46, mnemonic: 'mova', operands: [DST, SRC], vs: from(v2_0), doc: 'a rounded to an integer, into the address register' },
  defb: { code: 47, mnemonic: 'defb', operands: [DST, 'bool'], vs: from(v2_0), ps: from(v2_x), assembledSince: { ps: v2_0 }, numbered: false, slots: 0, doc: 'sets a boolean constant' },
  defi: { code: 48, mnemonic: 'defi', operands: [DST, 'int', 'int', 'int', 'int'], vs: from(v2_0), ps: from(v2_x), numbered: false, slots: 0, doc: 'sets an integer constant' },
  texcoord: { code: 64, mnemonic: 'texcrd', oldMnemonic: 'texcoord', operands: [DST, SRC], oldOperands: [{ below: v1_4, operands: [DST] }], ps: from(v1_1, v1_4), slots: 0, textureSlots: 1, doc: 'texture coordinates as a colour' },
  texkill: { code: 65, mnemonic: 'texkill', operands: [DST], ps: from(v1_1), validatorSlots: 0, validatorTextureSlots: 1, doc: 'drop the pixel where a component is below 0' },
  texld: { code: 66, mnemonic: 'texld', oldMnemonic: 'tex', operands: [DST, SRC, 'sampler'], oldOperands: [{ below: v1_4, operands: [DST] }, { below: v2_0, operands: [DST, SRC] }], controls: 'texld', ps: from(v1_1), slots: 0, textureSlots: 1, doc: 'sample a texture (IT10)' },
  texbem: { code: 67, mnemonic: 'texbem', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1, doc: 'sample with coordinates bent by a bump map' },
  texbeml: { code: 68, mnemonic: 'texbeml', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1, doc: 'texbem with luminance' },
  texreg2ar: { code: 69, mnemonic: 'texreg2ar', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1, doc: 'sample with alpha and red as coordinates' },
  texreg2gb: { code: 70, mnemonic: 'texreg2gb', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1, doc: 'sample with green and blue as coordinates' },
  texm3x2pad: { code: 71, mnemonic: 'texm3x2pad', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1, doc: 'first row of a 3x2 product' },
  texm3x2tex: { code: 72, mnemonic: 'texm3x2tex', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1, doc: 'last row of a 3x2 product, then sample' },
  texm3x3pad: { code: 73, mnemonic: 'texm3x3pad', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1, doc: 'first or second row of a 3x3 product' },
  texm3x3tex: { code: 74, mnemonic: 'texm3x3tex', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1, doc: 'last row of a 3x3 product, then sample' },
  reserved0: { code: 75, mnemonic: 'reserved0', operands: [DST], slots: 0, doc: 'a number without an instruction' },
  texm3x3spec: { code: 76, mnemonic: 'texm3x3spec', operands: [DST, SRC, SRC], ps: upTo13(), slots: 0, textureSlots: 1, doc: 'last row of a 3x3 product, reflection about a constant eye ray, then sample' },
  texm3x3vspec: { code: 77, mnemonic: 'texm3x3vspec', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1, doc: 'last row of a 3x3 product, reflection about an interpolated eye ray, then sample' },
  expp: { code: 78, mnemonic: 'expp', operands: [DST, SRC], vs: from(v1_1), doc: '2 to the power of a, partial precision' },
  logp: { code: 79, mnemonic: 'logp', operands: [DST, SRC], vs: from(v1_1), doc: 'logarithm of |a| to base 2, partial precision' },
  cnd: { code: 80, mnemonic: 'cnd', operands: [DST, SRC, SRC, SRC], ps: from(v1_1, v1_4), doc: 'dst = a > 0.5 ? b : c' },
  def: { code: 81, mnemonic: 'def', operands: [DST, 'float', 'float', 'float', 'float'], vs: from(v1_1), ps: from(v1_1), numbered: false, slots: 0, doc: 'sets a float constant' },
  texreg2rgb: { code: 82, mnemonic: 'texreg2rgb', operands: [DST, SRC], ps: upTo13(v1_2), slots: 0, textureSlots: 1, doc: 'sample with red, green and blue as coordinates' },
  texdp3tex: { code: 83, mnemonic: 'texdp3tex', operands: [DST, SRC], ps: upTo13(v1_2), slots: 0, textureSlots: 1, doc: 'dot product with the coordinates, then sample in one dimension' },
  texm3x2depth: { code: 84, mnemonic: 'texm3x2depth', operands: [DST, SRC], ps: upTo13(v1_3), slots: 0, textureSlots: 1, doc: 'last row of a 3x2 product, into the depth' },
  texdp3: { code: 85, mnemonic: 'texdp3', operands: [DST, SRC], ps: upTo13(v1_2), slots: 0, textureSlots: 1, doc: 'dot product with the coordinates' },
  texm3x3: { code: 86, mnemonic: 'texm3x3', operands: [DST, SRC], ps: upTo13(v1_2), slots: 0, textureSlots: 1, doc: 'last row of a 3x3 product' },
  texdepth: { code: 87, mnemonic: 'texdepth', operands: [DST], ps: from(v1_4, v1_4), doc: 'depth = r / g' },
  cmp: { code: 88, mnemonic: 'cmp', operands: [DST, SRC, SRC, SRC], ps: from(v1_2), doc: 'dst = a >= 0 ? b : c' },
  bem: { code: 89, mnemonic: 'bem', operands: [DST, SRC, SRC], ps: from(v1_4, v1_4), slots: 2, doc: 'bump map product' },
  dp2add: { code: 90, mnemonic: 'dp2add', operands: [DST, SRC, SRC, SRC], ps: from(v2_0), slots: 2, doc: 'two-component dot product plus c' },
  dsx: { code: 91, mnemonic: 'dsx', operands: [DST, SRC], ps: from(v2_x), slots: 2, doc: 'rate of change in x' },
  dsy: { code: 92, mnemonic: 'dsy', operands: [DST, SRC], ps: from(v2_x), slots: 2, doc: 'rate of change in y' },
  texldd: { code: 93, mnemonic: 'texldd', operands: [DST, SRC, 'sampler', SRC, SRC], ps: from(v2_x), slots: 2, textureSlots: 1, doc: 'sample with given derivatives' },
  setp: { code: 94, mnemonic: 'setp', operands: [DST, SRC, SRC], controls: 'comparison', vs: from(v2_x), ps: from(v2_x), doc: 'predicate = comparison' },
  texldl: { code: 95, mnemonic: 'texldl', operands: [DST, SRC, 'sampler'], vs: from(v3_0), ps: from(v3_0), slots: 0, textureSlots: 2, doc: 'sample a given mip level' },
  breakp: { code: 96, mnemonic: 'breakp', operands: ['predicate'], vs: from(v2_x), ps: from(v2_x), slots: 3, doc: 'leave the innermost loop where the predicate is true' },
  trunc: { code: 97, mnemonic: 'trunc', operands: [DST, SRC], doc: 'a without its fraction; the listing knows it, the assembler does not' },
  sin: { code: 98, mnemonic: 'sin', operands: [DST, SRC], doc: 'sine; the listing knows it, the assembler does not' },
  cos: { code: 99, mnemonic: 'cos', operands: [DST, SRC], doc: 'cosine; the listing knows it, the assembler does not' },
  phase: { code: 0xfffd, mnemonic: 'phase', operands: [], ps: from(v1_4, v1_4), slots: 0, doc: 'between the two phases of a ps_1_4 program' },
} as const satisfies Record<string, Sm1OpcodeRow>;

export type Sm1Opcode = keyof typeof SM1_OPCODES;

/** Every opcode number with a row is below this, `phase` excepted: how long tables by number are. */
export const SM1_OPCODE_LIMIT = 128;

/** The two tokens that look like instructions and are none. */
export const SM1_COMMENT = 0xfffe;
export const SM1_END = 0xffff;

/** What a listing writes for an opcode without a row. */
export const SM1_UNKNOWN_MNEMONIC = '???';

/** The name of each row by its opcode number. */
export const SM1_OPCODE_BY_CODE: ReadonlyMap<number, Sm1Opcode> = new Map(
  (Object.keys(SM1_OPCODES) as Sm1Opcode[]).map((name) => [SM1_OPCODES[name].code, name]),
);

/** The row of an opcode number, if it has one. */
export function sm1OpcodeRow(code: number): Sm1OpcodeRow | undefined {
  return ROW_BY_CODE.get(code);
}

const ROW_BY_CODE: ReadonlyMap<number, Sm1OpcodeRow> = new Map(
  Object.values(SM1_OPCODES).map((row: Sm1OpcodeRow) => [row.code, row]),
);

/** The operands of `row` in `version`, the low half of a version token. */
export function sm1Operands(row: Sm1OpcodeRow, version: number): readonly Sm1OperandRole[] {
  return row.oldOperands?.find(({ below }) => version < below)?.operands ?? row.operands;
}

/** Whether `stage` has the opcode in `version`, the low half of a version token. */
export function sm1HasOpcode(row: Sm1OpcodeRow, stage: 'vs' | 'ps', version: number): boolean {
  const range = row[stage];
  return range !== undefined && version >= range.since && version <= range.until;
}

/** Whether assemblers take the mnemonic for `stage` in `version`; the validator may refuse it then. */
export function sm1Assembles(row: Sm1OpcodeRow, stage: 'vs' | 'ps', version: number): boolean {
  const since = row.assembledSince?.[stage];
  return sm1HasOpcode(row, stage, version) || (since !== undefined && version >= since);
}

/** Raw DWORDs that follow the destination of an opcode: the values of `def`, `defi` and `defb`. */
export function sm1LiteralCount(row: Sm1OpcodeRow): number {
  return row.operands.filter((role) => role === 'float' || role === 'int' || role === 'bool').length;
}
