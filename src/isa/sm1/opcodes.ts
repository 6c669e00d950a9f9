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
  nop: { code: 0, mnemonic: 'nop', operands: [], vs: from(v1_1), ps: from(v1_1), numbered: false, slots: 0, validatorSlots: 1 },
  mov: { code: 1, mnemonic: 'mov', operands: [DST, SRC], vs: from(v1_1), ps: from(v1_1) },
  add: { code: 2, mnemonic: 'add', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1) },
  sub: { code: 3, mnemonic: 'sub', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1) },
  mad: { code: 4, mnemonic: 'mad', operands: [DST, SRC, SRC, SRC], vs: from(v1_1), ps: from(v1_1) },
  mul: { code: 5, mnemonic: 'mul', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1) },
  rcp: { code: 6, mnemonic: 'rcp', operands: [DST, SRC], vs: from(v1_1), ps: from(v2_0) },
  rsq: { code: 7, mnemonic: 'rsq', operands: [DST, SRC], vs: from(v1_1), ps: from(v2_0) },
  dp3: { code: 8, mnemonic: 'dp3', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_1) },
  dp4: { code: 9, mnemonic: 'dp4', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v1_2) },
  min: { code: 10, mnemonic: 'min', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0) },
  max: { code: 11, mnemonic: 'max', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0) },
  slt: { code: 12, mnemonic: 'slt', operands: [DST, SRC, SRC], vs: from(v1_1) },
  sge: { code: 13, mnemonic: 'sge', operands: [DST, SRC, SRC], vs: from(v1_1) },
  exp: { code: 14, mnemonic: 'exp', operands: [DST, SRC], vs: from(v1_1), ps: from(v2_0), slotsVs11: 10 },
  log: { code: 15, mnemonic: 'log', operands: [DST, SRC], vs: from(v1_1), ps: from(v2_0), slotsVs11: 10 },
  lit: { code: 16, mnemonic: 'lit', operands: [DST, SRC], vs: from(v1_1), validatorSlots: 3 },
  dst: { code: 17, mnemonic: 'dst', operands: [DST, SRC, SRC], vs: from(v1_1) },
  lrp: { code: 18, mnemonic: 'lrp', operands: [DST, SRC, SRC, SRC], vs: from(v2_0), ps: from(v1_1), validatorSlots: 2 },
  frc: { code: 19, mnemonic: 'frc', operands: [DST, SRC], vs: from(v1_1), ps: from(v2_0), slotsVs11: 3 },
  m4x4: { code: 20, mnemonic: 'm4x4', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), slots: 4 },
  m4x3: { code: 21, mnemonic: 'm4x3', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), slots: 3 },
  m3x4: { code: 22, mnemonic: 'm3x4', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), slots: 4 },
  m3x3: { code: 23, mnemonic: 'm3x3', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), slots: 3 },
  m3x2: { code: 24, mnemonic: 'm3x2', operands: [DST, SRC, SRC], vs: from(v1_1), ps: from(v2_0), slots: 2 },
  call: { code: 25, mnemonic: 'call', operands: ['label'], vs: from(v2_0), ps: from(v2_x), slots: 2 },
  callnz: { code: 26, mnemonic: 'callnz', operands: ['label', 'condition'], vs: from(v2_0), ps: from(v2_x), slots: 3 },
  loop: { code: 27, mnemonic: 'loop', operands: ['loopCounter', 'intConstant'], vs: from(v2_0), ps: from(v3_0), block: 'open', slots: 3 },
  ret: { code: 28, mnemonic: 'ret', operands: [], vs: from(v2_0), ps: from(v2_x) },
  endloop: { code: 29, mnemonic: 'endloop', operands: [], vs: from(v2_0), ps: from(v3_0), block: 'close', slots: 2 },
  label: { code: 30, mnemonic: 'label', operands: ['label'], vs: from(v2_0), ps: from(v2_x), numbered: false, slots: 0 },
  dcl: { code: 31, mnemonic: 'dcl', operands: ['attributes', DST], vs: from(v1_1), ps: from(v2_0), numbered: false, slots: 0 },
  pow: { code: 32, mnemonic: 'pow', operands: [DST, SRC, SRC], vs: from(v2_0), ps: from(v2_0), slots: 3 },
  crs: { code: 33, mnemonic: 'crs', operands: [DST, SRC, SRC], vs: from(v2_0), ps: from(v2_0), slots: 2 },
  sgn: { code: 34, mnemonic: 'sgn', operands: [DST, SRC, SRC, SRC], vs: from(v2_0), slots: 3 },
  abs: { code: 35, mnemonic: 'abs', operands: [DST, SRC], vs: from(v2_0), ps: from(v2_0) },
  nrm: { code: 36, mnemonic: 'nrm', operands: [DST, SRC], vs: from(v2_0), ps: from(v2_0), slots: 3 },
  sincos: { code: 37, mnemonic: 'sincos', operands: [DST, SRC], oldOperands: [{ below: v3_0, operands: [DST, SRC, SRC, SRC] }], vs: from(v2_0), ps: from(v2_0), slots: 8 },
  rep: { code: 38, mnemonic: 'rep', operands: ['intConstant'], vs: from(v2_0), ps: from(v2_x), block: 'open', slots: 3 },
  endrep: { code: 39, mnemonic: 'endrep', operands: [], vs: from(v2_0), ps: from(v2_x), block: 'close', slots: 2 },
  if: { code: 40, mnemonic: 'if', operands: ['condition'], vs: from(v2_0), ps: from(v2_x), assembledSince: { ps: v2_0 }, block: 'open', slots: 3 },
  ifc: { code: 41, mnemonic: 'if', operands: [SRC, SRC], controls: 'comparison', vs: from(v2_x), ps: from(v2_x), block: 'open', slots: 3 },
  else: { code: 42, mnemonic: 'else', operands: [], vs: from(v2_0), ps: from(v2_x), assembledSince: { ps: v2_0 }, block: 'middle' },
  endif: { code: 43, mnemonic: 'endif', operands: [], vs: from(v2_0), ps: from(v2_x), assembledSince: { ps: v2_0 }, block: 'close' },
  break: { code: 44, mnemonic: 'break', operands: [], vs: from(v2_x), ps: from(v2_x), assembledSince: { vs: v2_0 } },
  breakc: { code: 45, mnemonic: 'break', operands: [SRC, SRC], controls: 'comparison', vs: from(v2_x), ps: from(v2_x), slots: 3 },
  mova: { code: 46, mnemonic: 'mova', operands: [DST, SRC], vs: from(v2_0) },
  defb: { code: 47, mnemonic: 'defb', operands: [DST, 'bool'], vs: from(v2_0), ps: from(v2_x), assembledSince: { ps: v2_0 }, numbered: false, slots: 0 },
  defi: { code: 48, mnemonic: 'defi', operands: [DST, 'int', 'int', 'int', 'int'], vs: from(v2_0), ps: from(v2_x), numbered: false, slots: 0 },
  texcoord: { code: 64, mnemonic: 'texcrd', oldMnemonic: 'texcoord', operands: [DST, SRC], oldOperands: [{ below: v1_4, operands: [DST] }], ps: from(v1_1, v1_4), slots: 0, textureSlots: 1 },
  texkill: { code: 65, mnemonic: 'texkill', operands: [DST], ps: from(v1_1), validatorSlots: 0, validatorTextureSlots: 1 },
  texld: { code: 66, mnemonic: 'texld', oldMnemonic: 'tex', operands: [DST, SRC, 'sampler'], oldOperands: [{ below: v1_4, operands: [DST] }, { below: v2_0, operands: [DST, SRC] }], controls: 'texld', ps: from(v1_1), slots: 0, textureSlots: 1 },
  texbem: { code: 67, mnemonic: 'texbem', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1 },
  texbeml: { code: 68, mnemonic: 'texbeml', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1 },
  texreg2ar: { code: 69, mnemonic: 'texreg2ar', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1 },
  texreg2gb: { code: 70, mnemonic: 'texreg2gb', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1 },
  texm3x2pad: { code: 71, mnemonic: 'texm3x2pad', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1 },
  texm3x2tex: { code: 72, mnemonic: 'texm3x2tex', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1 },
  texm3x3pad: { code: 73, mnemonic: 'texm3x3pad', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1 },
  texm3x3tex: { code: 74, mnemonic: 'texm3x3tex', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1 },
  reserved0: { code: 75, mnemonic: 'reserved0', operands: [DST], slots: 0 },
  texm3x3spec: { code: 76, mnemonic: 'texm3x3spec', operands: [DST, SRC, SRC], ps: upTo13(), slots: 0, textureSlots: 1 },
  texm3x3vspec: { code: 77, mnemonic: 'texm3x3vspec', operands: [DST, SRC], ps: upTo13(), slots: 0, textureSlots: 1 },
  expp: { code: 78, mnemonic: 'expp', operands: [DST, SRC], vs: from(v1_1) },
  logp: { code: 79, mnemonic: 'logp', operands: [DST, SRC], vs: from(v1_1) },
  cnd: { code: 80, mnemonic: 'cnd', operands: [DST, SRC, SRC, SRC], ps: from(v1_1, v1_4) },
  def: { code: 81, mnemonic: 'def', operands: [DST, 'float', 'float', 'float', 'float'], vs: from(v1_1), ps: from(v1_1), numbered: false, slots: 0 },
  texreg2rgb: { code: 82, mnemonic: 'texreg2rgb', operands: [DST, SRC], ps: upTo13(v1_2), slots: 0, textureSlots: 1 },
  texdp3tex: { code: 83, mnemonic: 'texdp3tex', operands: [DST, SRC], ps: upTo13(v1_2), slots: 0, textureSlots: 1 },
  texm3x2depth: { code: 84, mnemonic: 'texm3x2depth', operands: [DST, SRC], ps: upTo13(v1_3), slots: 0, textureSlots: 1 },
  texdp3: { code: 85, mnemonic: 'texdp3', operands: [DST, SRC], ps: upTo13(v1_2), slots: 0, textureSlots: 1 },
  texm3x3: { code: 86, mnemonic: 'texm3x3', operands: [DST, SRC], ps: upTo13(v1_2), slots: 0, textureSlots: 1 },
  texdepth: { code: 87, mnemonic: 'texdepth', operands: [DST], ps: from(v1_4, v1_4) },
  cmp: { code: 88, mnemonic: 'cmp', operands: [DST, SRC, SRC, SRC], ps: from(v1_2) },
  bem: { code: 89, mnemonic: 'bem', operands: [DST, SRC, SRC], ps: from(v1_4, v1_4), slots: 2 },
  dp2add: { code: 90, mnemonic: 'dp2add', operands: [DST, SRC, SRC, SRC], ps: from(v2_0), slots: 2 },
  dsx: { code: 91, mnemonic: 'dsx', operands: [DST, SRC], ps: from(v2_x), slots: 2 },
  dsy: { code: 92, mnemonic: 'dsy', operands: [DST, SRC], ps: from(v2_x), slots: 2 },
  texldd: { code: 93, mnemonic: 'texldd', operands: [DST, SRC, 'sampler', SRC, SRC], ps: from(v2_x), slots: 2, textureSlots: 1 },
  setp: { code: 94, mnemonic: 'setp', operands: [DST, SRC, SRC], controls: 'comparison', vs: from(v2_x), ps: from(v2_x) },
  texldl: { code: 95, mnemonic: 'texldl', operands: [DST, SRC, 'sampler'], vs: from(v3_0), ps: from(v3_0), slots: 0, textureSlots: 2 },
  breakp: { code: 96, mnemonic: 'breakp', operands: ['predicate'], vs: from(v2_x), ps: from(v2_x), slots: 3 },
  trunc: { code: 97, mnemonic: 'trunc', operands: [DST, SRC] },
  sin: { code: 98, mnemonic: 'sin', operands: [DST, SRC] },
  cos: { code: 99, mnemonic: 'cos', operands: [DST, SRC] },
  phase: { code: 0xfffd, mnemonic: 'phase', operands: [], ps: from(v1_4, v1_4), slots: 0 },
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
