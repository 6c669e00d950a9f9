/**
 * Registers of shader models 1 to 3 and the small enumerations that belong to them: usages, texture types, modifiers.
 * One row a member; printing, assembling and documentation derive from the rows.
 *
 * Spellings: oracle. Numbers: the public Direct3D 9 headers.
 */

/** The two stages, and what an assembler writes before the version. */
export type Sm1Stage = 'vs' | 'ps';

export interface Sm1RegisterRow {
  /** D3DSPR_* */
  readonly code: number;
  /** The letters before the number in a listing. */
  readonly name: string;
  /** The name in pixel shaders, where it differs. */
  readonly pixelName?: string;
  /** The name from version 3_0 on, where it differs. */
  readonly name30?: string;
  /** Registers that have a name of their own instead of a number, from 0 on. */
  readonly named?: readonly string[];
  /** There is one such register and its number is not written. */
  readonly single?: boolean;
  /** Added to the register number: the constants beyond 2047 have types of their own. */
  readonly base?: number;
}

// biome-ignore format: one row, one line
export const SM1_REGISTERS = {
  temp: { code: 0, name: 'r' },
  input: { code: 1, name: 'v' },
  const: { code: 2, name: 'c' },
  addressOrTexture: { code: 3, name: 'a', pixelName: 't' },
  rasterizerOut: { code: 4, name: 'oX', named: ['oPos', 'oFog', 'oPts'] },
  attributeOut: { code: 5, name: 'oD' },
  outputOrTexCoordOut: { code: 6, name: 'oT', name30: 'o' },
  constInt: { code: 7, name: 'i' },
  colorOut: { code: 8, name: 'oC' },
  depthOut: { code: 9, name: 'oDepth', single: true },
  sampler: { code: 10, name: 's' },
  const2: { code: 11, name: 'c', base: 2048 },
  const3: { code: 12, name: 'c', base: 4096 },
  const4: { code: 13, name: 'c', base: 6144 },
  constBool: { code: 14, name: 'b' },
  loop: { code: 15, name: 'aL', single: true },
  tempFloat16: { code: 16, name: 'x' },
  misc: { code: 17, name: 'm', named: ['vPos', 'vFace'] },
  label: { code: 18, name: 'l' },
  predicate: { code: 19, name: 'p' },
} as const satisfies Record<string, Sm1RegisterRow>;

export type Sm1RegisterName = keyof typeof SM1_REGISTERS;

/** The prefix of a register type without a row. */
export const SM1_UNKNOWN_REGISTER = 'x';

/** Rows by D3DSPR_*; a hole where there is none. */
export const SM1_REGISTER_BY_CODE: readonly (Sm1RegisterRow | undefined)[] = /* @__PURE__ */ Array.from(
  { length: 32 },
  (_, code) => Object.values(SM1_REGISTERS).find((row: Sm1RegisterRow) => row.code === code),
);

/** The names of the rows by D3DSPR_*; a hole where there is none. */
export const SM1_REGISTER_NAME_BY_CODE: readonly (Sm1RegisterName | undefined)[] = /* @__PURE__ */ Array.from(
  { length: 32 },
  (_, code) => (Object.keys(SM1_REGISTERS) as Sm1RegisterName[]).find((name) => SM1_REGISTERS[name].code === code),
);

/** The names of registers, which depend on the stage and on the version. */
export interface Sm1Dialect {
  readonly pixel: boolean;
  readonly major: number;
}

/** The letters before the number of a register of type `type` (D3DSPR_*) that has no name of its own. */
export function sm1RegisterPrefix(type: number, { pixel, major }: Sm1Dialect): string {
  const row = SM1_REGISTER_BY_CODE[type];
  if (row === undefined) return SM1_UNKNOWN_REGISTER;
  if (pixel && row.pixelName !== undefined) return row.pixelName;
  return major >= 3 && row.name30 !== undefined ? row.name30 : row.name;
}

/** The register as a listing writes it: `c2049`, `oPos`, `aL`. */
export function sm1RegisterText(type: number, number: number, dialect: Sm1Dialect): string {
  const row = SM1_REGISTER_BY_CODE[type];
  if (row?.single) return row.name;
  return row?.named?.[number] ?? `${sm1RegisterPrefix(type, dialect)}${number + (row?.base ?? 0)}`;
}

/** D3DDECLUSAGE: what a declared register means, as `dcl_` writes it. */
export const SM1_USAGES = [
  'position',
  'blendweight',
  'blendindices',
  'normal',
  'psize',
  'texcoord',
  'tangent',
  'binormal',
  'tessfactor',
  'positiont',
  'color',
  'fog',
  'depth',
  'sample',
] as const;

/** D3DSAMPLER_TEXTURE_TYPE. 0: the DWORD declares no sampler; 1 is unused. */
export const SM1_TEXTURE_TYPES: readonly (string | undefined)[] = [undefined, undefined, '2d', 'cube', 'volume'];

/** The coordinates that each texture type needs, as a mask; 0 for a sampler that is not declared. */
export const SM1_TEXTURE_COORDINATES: readonly number[] = [0, 0, 3, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/** The text after `dcl_` in a listing for a usage or texture type without a name. */
export const SM1_UNKNOWN_DCL = 'unknown';

export interface Sm1SourceModifierRow {
  /** D3DSPSM_* without its shift. */
  readonly code: number;
  readonly before: string;
  readonly after: string;
}

// biome-ignore format: one row, one line
export const SM1_SOURCE_MODIFIERS = {
  none: { code: 0, before: '', after: '' },
  negate: { code: 1, before: '-', after: '' },
  bias: { code: 2, before: '', after: '_bias' },
  biasNegate: { code: 3, before: '-', after: '_bias' },
  sign: { code: 4, before: '', after: '_bx2' },
  signNegate: { code: 5, before: '-', after: '_bx2' },
  complement: { code: 6, before: '1-', after: '' },
  x2: { code: 7, before: '', after: '_x2' },
  x2Negate: { code: 8, before: '-', after: '_x2' },
  dz: { code: 9, before: '', after: '_dz' },
  dw: { code: 10, before: '', after: '_dw' },
  abs: { code: 11, before: '', after: '_abs' },
  absNegate: { code: 12, before: '-', after: '_abs' },
  not: { code: 13, before: '!', after: '' },
} as const satisfies Record<string, Sm1SourceModifierRow>;

export type Sm1SourceModifierName = keyof typeof SM1_SOURCE_MODIFIERS;

/** Rows by number; a hole where there is none. */
export const SM1_SOURCE_MODIFIER_BY_CODE: readonly (Sm1SourceModifierRow | undefined)[] = /* @__PURE__ */ Array.from(
  { length: 16 },
  (_, code) => Object.values(SM1_SOURCE_MODIFIERS).find((row: Sm1SourceModifierRow) => row.code === code),
);

/** Result modifiers by bit, in the order in which a listing names them. */
export const SM1_RESULT_MODIFIERS = [
  { bit: 1, suffix: '_sat' },
  { bit: 2, suffix: '_pp' },
  { bit: 4, suffix: '_centroid' },
] as const;

/** Result shifts by their four bits, a signed power of two; the others print nothing. */
export const SM1_RESULT_SHIFTS: readonly string[] = /* @__PURE__ */ Array.from({ length: 16 }, (_, bits) => {
  if (bits >= 1 && bits <= 3) return `_x${1 << bits}`;
  return bits >= 13 ? `_d${1 << (16 - bits)}` : '';
});

/** Minimum precisions of level 9 shaders by their two bits. */
export const SM1_PRECISIONS: readonly string[] = ['', 'min16f', 'min2_8f', ''];

/** Comparisons of `if_*`, `break_*` and `setp_*` by their number; the others print nothing. */
export const SM1_COMPARISONS: readonly string[] = ['', '_gt', '_eq', '_ge', '_lt', '_ne', '_le'];

/** The suffixes of `texld` from 1_4 on, by the number of its controls. */
export const SM1_TEXLD_CONTROLS: readonly string[] = ['', 'p', 'b'];

export const SM1_REGISTER_COUNTS = {
  temp: 32,
  input: 16,
  /** The texture registers; vertex shaders have one address register. */
  addressOrTexture: 8,
  rasterizerOut: 3,
  attributeOut: 2,
  /** Texture coordinates before 3_0; 16 outputs in vs_3_sw. */
  outputOrTexCoordOut: 16,
  colorOut: 4,
  depthOut: 1,
  loop: 1,
  tempFloat16: 32,
  misc: 2,
  predicate: 1,
} as const satisfies Partial<Record<Sm1RegisterName, number>>;
