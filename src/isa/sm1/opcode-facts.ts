/**
 * The second part of THE TABLE of shader models 1 to 3: what each opcode is for, how its result is computed, and which versions have
 * it. Listings do not carry it. A missing row does not compile.
 *
 * Sources: the versions that have an opcode from the oracle (its assembler for every mnemonic in every version); results from the
 * public Direct3D 9 documentation, checked against the oracle's validator where that depends on them.
 */

import { type Sm1Opcode, Sm1Version } from './printed-rows.ts';

const { v1_1, v1_2, v1_3, v1_4, v2_0, v2_x, v3_0, v3_sw } = Sm1Version;

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

/** What an opcode is for, and which versions have it. */
export interface Sm1OpcodeFacts {
  readonly category: Sm1Category;
  readonly result: Sm1Result;
  /** `false`: the destination cannot be saturated where the version has `_sat`. */
  readonly saturates?: false;
  /** Needs the neighboring pixels: computes a derivative, of texture coordinates for instance. */
  readonly quad?: true;
  /** Vertex shader versions; absent: none. */
  readonly vs?: Sm1VersionRange;
  /** Pixel shader versions; absent: none. */
  readonly ps?: Sm1VersionRange;
}

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

/** The facts by name, in the order of the rows. */
// biome-ignore format: one row, one line
export const SM1_OPCODE_FACTS = {
  nop: { category: 'other', result: 'none', vs: from(v1_1), ps: from(v1_1) },
  mov: { category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v1_1) },
  add: { category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v1_1) },
  sub: { category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v1_1) },
  mad: { category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v1_1) },
  mul: { category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v1_1) },
  rcp: { category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v2_0) },
  rsq: { category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v2_0) },
  dp3: { category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v1_1) },
  dp4: { category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v1_2) },
  min: { category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v2_0) },
  max: { category: 'arithmetic', result: 'componentwise', vs: from(v1_1), ps: from(v2_0) },
  slt: { category: 'arithmetic', result: 'componentwise', vs: from(v1_1) },
  sge: { category: 'arithmetic', result: 'componentwise', vs: from(v1_1) },
  exp: { category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v2_0) },
  log: { category: 'arithmetic', result: 'scalar', vs: from(v1_1), ps: from(v2_0) },
  lit: { category: 'arithmetic', result: 'vector', vs: from(v1_1) },
  dst: { category: 'arithmetic', result: 'vector', vs: from(v1_1) },
  lrp: { category: 'arithmetic', result: 'componentwise', vs: from(v2_0), ps: from(v1_1) },
  frc: { category: 'arithmetic', result: 'componentwise', saturates: false, vs: from(v1_1), ps: from(v2_0) },
  m4x4: { category: 'matrix', result: 'vector', vs: from(v1_1), ps: from(v2_0) },
  m4x3: { category: 'matrix', result: 'vector', vs: from(v1_1), ps: from(v2_0) },
  m3x4: { category: 'matrix', result: 'vector', vs: from(v1_1), ps: from(v2_0) },
  m3x3: { category: 'matrix', result: 'vector', vs: from(v1_1), ps: from(v2_0) },
  m3x2: { category: 'matrix', result: 'vector', vs: from(v1_1), ps: from(v2_0) },
  call: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  callnz: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  loop: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v3_0) },
  ret: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  endloop: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v3_0) },
  label: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  dcl: { category: 'declaration', result: 'none', vs: from(v1_1), ps: from(v2_0) },
  pow: { category: 'arithmetic', result: 'scalar', vs: from(v2_0), ps: from(v2_0) },
  crs: { category: 'arithmetic', result: 'vector', vs: from(v2_0), ps: from(v2_0) },
  sgn: { category: 'arithmetic', result: 'componentwise', vs: from(v2_0) },
  abs: { category: 'arithmetic', result: 'componentwise', vs: from(v2_0), ps: from(v2_0) },
  nrm: { category: 'arithmetic', result: 'vector', vs: from(v2_0), ps: from(v2_0) },
  sincos: { category: 'arithmetic', result: 'vector', saturates: false, vs: from(v2_0), ps: from(v2_0) },
  rep: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  endrep: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  if: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  ifc: { category: 'flow', result: 'none', vs: from(v2_x), ps: from(v2_x) },
  else: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  endif: { category: 'flow', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  break: { category: 'flow', result: 'none', vs: from(v2_x), ps: from(v2_x) },
  breakc: { category: 'flow', result: 'none', vs: from(v2_x), ps: from(v2_x) },
  mova: { category: 'address', result: 'componentwise', saturates: false, vs: from(v2_0) },
  defb: { category: 'constant', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  defi: { category: 'constant', result: 'none', vs: from(v2_0), ps: from(v2_x) },
  texcoord: { category: 'texture', result: 'vector', ps: from(v1_1, v1_4) },
  texkill: { category: 'texture', result: 'none', saturates: false, ps: from(v1_1) },
  texld: { category: 'sample', result: 'vector', saturates: false, quad: true, ps: from(v1_1) },
  texbem: { category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  texbeml: { category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  texreg2ar: { category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  texreg2gb: { category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  texm3x2pad: { category: 'texture', result: 'none', ps: upTo13() },
  texm3x2tex: { category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  texm3x3pad: { category: 'texture', result: 'none', ps: upTo13() },
  texm3x3tex: { category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  reserved0: { category: 'other', result: 'none' },
  texm3x3spec: { category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  texm3x3vspec: { category: 'sample', result: 'vector', quad: true, ps: upTo13() },
  expp: { category: 'arithmetic', result: 'scalar', vs: from(v1_1) },
  logp: { category: 'arithmetic', result: 'scalar', vs: from(v1_1) },
  cnd: { category: 'arithmetic', result: 'componentwise', ps: from(v1_1, v1_4) },
  def: { category: 'constant', result: 'none', vs: from(v1_1), ps: from(v1_1) },
  texreg2rgb: { category: 'sample', result: 'vector', quad: true, ps: upTo13(v1_2) },
  texdp3tex: { category: 'sample', result: 'vector', quad: true, ps: upTo13(v1_2) },
  texm3x2depth: { category: 'texture', result: 'none', ps: upTo13(v1_3) },
  texdp3: { category: 'texture', result: 'vector', ps: upTo13(v1_2) },
  texm3x3: { category: 'texture', result: 'vector', ps: upTo13(v1_2) },
  texdepth: { category: 'texture', result: 'none', ps: from(v1_4, v1_4) },
  cmp: { category: 'arithmetic', result: 'componentwise', ps: from(v1_2) },
  bem: { category: 'arithmetic', result: 'vector', ps: from(v1_4, v1_4) },
  dp2add: { category: 'arithmetic', result: 'scalar', ps: from(v2_0) },
  dsx: { category: 'derivative', result: 'componentwise', quad: true, ps: from(v2_x) },
  dsy: { category: 'derivative', result: 'componentwise', quad: true, ps: from(v2_x) },
  texldd: { category: 'sample', result: 'vector', saturates: false, ps: from(v2_x) },
  setp: { category: 'predicate', result: 'componentwise', saturates: false, vs: from(v2_x), ps: from(v2_x) },
  texldl: { category: 'sample', result: 'vector', saturates: false, vs: from(v3_0), ps: from(v3_0) },
  breakp: { category: 'flow', result: 'none', vs: from(v2_x), ps: from(v2_x) },
  trunc: { category: 'arithmetic', result: 'componentwise' },
  sin: { category: 'arithmetic', result: 'scalar' },
  cos: { category: 'arithmetic', result: 'scalar' },
  phase: { category: 'other', result: 'none', ps: from(v1_4, v1_4) },
} as const satisfies Record<Sm1Opcode, Sm1OpcodeFacts>;

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
