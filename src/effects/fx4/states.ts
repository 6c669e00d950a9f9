/**
 * The states that passes and state blocks of fx_4_0, fx_4_1 and fx_5_0 assign, and the names of their values. The rows
 * are in the order of their numbers, without gaps (source: EffectStates11.h of Microsoft's FX11, which is public; every
 * row was checked with the oracle's listing of an effect in which that number was written).
 *
 * Not for: reading assignments, or states of fx_2_0, which have different numbers.
 */
import { FILTERS as D3D_FILTERS, FilterReduction } from '../../base/d3d/enumerations.ts';
import type { Fx4Profile } from './enums.ts';

/** Where a state may be assigned. */
export type Fx4StateBlock = 'pass' | 'rasterizer' | 'depth-stencil' | 'blend' | 'sampler';

/** Values by name. Their order is Microsoft's. */
export type Fx4StateValues = Readonly<Record<string, number>>;

/** The type of the value of a state: numbers, or an object whose only constant is NULL. */
export type Fx4StateType = 'uint' | 'bool' | 'float' | 'byte' | 'Texture' | 'object';

export interface Fx4State {
  /** The number in the bytes; the position in the table. */
  readonly code: number;
  /** The name in the language of effects, such as `SrcBlend`. */
  readonly name: string;
  readonly block: Fx4StateBlock;
  readonly type: Fx4StateType;
  /** The number of components; 1 if the row does not say it. */
  readonly components?: number;
  /**
   * How many elements the state has, such as 8 for one value a render target; 1 if the row does not say it. Listings
   * print the index of these.
   */
  readonly elements?: number;
  /** Whether an assignment without an index is one to element 0. Without it an index has to be written. */
  readonly indexOptional?: true;
  readonly values?: Fx4StateValues;
}

const BOOLEANS = { FALSE: 0, TRUE: 1 } as const satisfies Fx4StateValues;

/** `D3D11_FILL_MODE`. */
const FILL_MODES = { WIREFRAME: 2, SOLID: 3 } as const satisfies Fx4StateValues;

/** `D3D11_CULL_MODE`. */
const CULL_MODES = { NONE: 1, FRONT: 2, BACK: 3 } as const satisfies Fx4StateValues;

/** `D3D11_DEPTH_WRITE_MASK`. */
const DEPTH_WRITE_MASKS = { ZERO: 0, ALL: 1 } as const satisfies Fx4StateValues;

/** `D3D11_COMPARISON_FUNC`. */
const COMPARISONS = {
  NEVER: 1,
  LESS: 2,
  EQUAL: 3,
  LESS_EQUAL: 4,
  GREATER: 5,
  NOT_EQUAL: 6,
  GREATER_EQUAL: 7,
  ALWAYS: 8,
} as const satisfies Fx4StateValues;

/** `D3D11_STENCIL_OP`. */
const STENCIL_OPERATIONS = {
  KEEP: 1,
  ZERO: 2,
  REPLACE: 3,
  INCR_SAT: 4,
  DECR_SAT: 5,
  INVERT: 6,
  INCR: 7,
  DECR: 8,
} as const satisfies Fx4StateValues;

/** `D3D11_BLEND`. */
const BLENDS = {
  ZERO: 1,
  ONE: 2,
  SRC_COLOR: 3,
  INV_SRC_COLOR: 4,
  SRC_ALPHA: 5,
  INV_SRC_ALPHA: 6,
  DEST_ALPHA: 7,
  INV_DEST_ALPHA: 8,
  DEST_COLOR: 9,
  INV_DEST_COLOR: 10,
  SRC_ALPHA_SAT: 11,
  BLEND_FACTOR: 14,
  INV_BLEND_FACTOR: 15,
  SRC1_COLOR: 16,
  INV_SRC1_COLOR: 17,
  SRC1_ALPHA: 18,
  INV_SRC1_ALPHA: 19,
} as const satisfies Fx4StateValues;

/** `D3D11_BLEND_OP`. */
const BLEND_OPERATIONS = { ADD: 1, SUBTRACT: 2, REV_SUBTRACT: 3, MIN: 4, MAX: 5 } as const satisfies Fx4StateValues;

/** `D3D11_FILTER`; those of minimum and maximum reduction came after effects and have no names in them. */
const FILTERS: Fx4StateValues = {
  ...D3D_FILTERS,
  .../* @__PURE__ */ comparisonFilters(),
  // Direct3D 11 has no such filter; sources of its effects have the name all the same.
  TEXT_1BIT: 0x8000_0000,
};

function comparisonFilters(): Fx4StateValues {
  return Object.fromEntries(
    Object.entries(D3D_FILTERS).map(([name, filter]) => [`COMPARISON_${name}`, FilterReduction.comparison | filter]),
  );
}

/** `D3D11_TEXTURE_ADDRESS_MODE`. */
const ADDRESS_MODES = { WRAP: 1, MIRROR: 2, CLAMP: 3, BORDER: 4, MIRROR_ONCE: 5 } as const satisfies Fx4StateValues;

/** The prefixes of these names in the enumerators of Direct3D, after `D3D10_` or `D3D11_`; none for booleans. */
export const FX4_VALUE_PREFIXES: ReadonlyMap<Fx4StateValues, string> = /* @__PURE__ */ new Map<Fx4StateValues, string>([
  [FILL_MODES, 'FILL_'],
  [CULL_MODES, 'CULL_'],
  [DEPTH_WRITE_MASKS, 'DEPTH_WRITE_MASK_'],
  [COMPARISONS, 'COMPARISON_'],
  [STENCIL_OPERATIONS, 'STENCIL_OP_'],
  [BLENDS, 'BLEND_'],
  [BLEND_OPERATIONS, 'BLEND_OP_'],
  [FILTERS, 'FILTER_'],
  [ADDRESS_MODES, 'TEXTURE_ADDRESS_'],
]);

/** The name of a value of a state: `SRC_ALPHA`; undefined for one without a name. */
export function fx4ValueName({ values }: Fx4State, bits: number): string | undefined {
  for (const name in values) if (values[name]! >>> 0 === bits) return name;
  return undefined;
}

/** Render targets that a pass has. */
const RENDER_TARGETS = 8;

export const FX4_STATES: readonly Fx4State[] = [
  { code: 0, name: 'RasterizerState', block: 'pass', type: 'object' },
  { code: 1, name: 'DepthStencilState', block: 'pass', type: 'object' },
  { code: 2, name: 'BlendState', block: 'pass', type: 'object' },
  { code: 3, name: 'RenderTargetView', block: 'pass', type: 'object', elements: RENDER_TARGETS },
  { code: 4, name: 'DepthStencilView', block: 'pass', type: 'object', elements: RENDER_TARGETS },
  { code: 5, name: 'GenerateMips', block: 'pass', type: 'Texture' },
  { code: 6, name: 'VertexShader', block: 'pass', type: 'object' },
  { code: 7, name: 'PixelShader', block: 'pass', type: 'object' },
  { code: 8, name: 'GeometryShader', block: 'pass', type: 'object' },
  { code: 9, name: 'DS_StencilRef', block: 'pass', type: 'uint' },
  { code: 10, name: 'AB_BlendFactor', block: 'pass', type: 'float', components: 4 },
  { code: 11, name: 'AB_SampleMask', block: 'pass', type: 'uint' },
  { code: 12, name: 'FillMode', block: 'rasterizer', type: 'uint', values: FILL_MODES },
  { code: 13, name: 'CullMode', block: 'rasterizer', type: 'uint', values: CULL_MODES },
  { code: 14, name: 'FrontCounterClockwise', block: 'rasterizer', type: 'bool', values: BOOLEANS },
  { code: 15, name: 'DepthBias', block: 'rasterizer', type: 'uint' },
  { code: 16, name: 'DepthBiasClamp', block: 'rasterizer', type: 'float' },
  { code: 17, name: 'SlopeScaledDepthBias', block: 'rasterizer', type: 'float' },
  { code: 18, name: 'DepthClipEnable', block: 'rasterizer', type: 'bool', values: BOOLEANS },
  { code: 19, name: 'ScissorEnable', block: 'rasterizer', type: 'bool', values: BOOLEANS },
  { code: 20, name: 'MultisampleEnable', block: 'rasterizer', type: 'bool', values: BOOLEANS },
  { code: 21, name: 'AntialiasedLineEnable', block: 'rasterizer', type: 'bool', values: BOOLEANS },
  { code: 22, name: 'DepthEnable', block: 'depth-stencil', type: 'bool', values: BOOLEANS },
  { code: 23, name: 'DepthWriteMask', block: 'depth-stencil', type: 'uint', values: DEPTH_WRITE_MASKS },
  { code: 24, name: 'DepthFunc', block: 'depth-stencil', type: 'uint', values: COMPARISONS },
  { code: 25, name: 'StencilEnable', block: 'depth-stencil', type: 'bool', values: BOOLEANS },
  { code: 26, name: 'StencilReadMask', block: 'depth-stencil', type: 'byte' },
  { code: 27, name: 'StencilWriteMask', block: 'depth-stencil', type: 'byte' },
  { code: 28, name: 'FrontFaceStencilFail', block: 'depth-stencil', type: 'uint', values: STENCIL_OPERATIONS },
  { code: 29, name: 'FrontFaceStencilDepthFail', block: 'depth-stencil', type: 'uint', values: STENCIL_OPERATIONS },
  { code: 30, name: 'FrontFaceStencilPass', block: 'depth-stencil', type: 'uint', values: STENCIL_OPERATIONS },
  { code: 31, name: 'FrontFaceStencilFunc', block: 'depth-stencil', type: 'uint', values: COMPARISONS },
  { code: 32, name: 'BackFaceStencilFail', block: 'depth-stencil', type: 'uint', values: STENCIL_OPERATIONS },
  { code: 33, name: 'BackFaceStencilDepthFail', block: 'depth-stencil', type: 'uint', values: STENCIL_OPERATIONS },
  { code: 34, name: 'BackFaceStencilPass', block: 'depth-stencil', type: 'uint', values: STENCIL_OPERATIONS },
  { code: 35, name: 'BackFaceStencilFunc', block: 'depth-stencil', type: 'uint', values: COMPARISONS },
  { code: 36, name: 'AlphaToCoverageEnable', block: 'blend', type: 'bool', values: BOOLEANS },
  { code: 37, name: 'BlendEnable', block: 'blend', type: 'bool', elements: RENDER_TARGETS, values: BOOLEANS },
  {
    code: 38,
    name: 'SrcBlend',
    block: 'blend',
    type: 'uint',
    elements: RENDER_TARGETS,
    indexOptional: true,
    values: BLENDS,
  },
  {
    code: 39,
    name: 'DestBlend',
    block: 'blend',
    type: 'uint',
    elements: RENDER_TARGETS,
    indexOptional: true,
    values: BLENDS,
  },
  {
    code: 40,
    name: 'BlendOp',
    block: 'blend',
    type: 'uint',
    elements: RENDER_TARGETS,
    indexOptional: true,
    values: BLEND_OPERATIONS,
  },
  {
    code: 41,
    name: 'SrcBlendAlpha',
    block: 'blend',
    type: 'uint',
    elements: RENDER_TARGETS,
    indexOptional: true,
    values: BLENDS,
  },
  {
    code: 42,
    name: 'DestBlendAlpha',
    block: 'blend',
    type: 'uint',
    elements: RENDER_TARGETS,
    indexOptional: true,
    values: BLENDS,
  },
  {
    code: 43,
    name: 'BlendOpAlpha',
    block: 'blend',
    type: 'uint',
    elements: RENDER_TARGETS,
    indexOptional: true,
    values: BLEND_OPERATIONS,
  },
  { code: 44, name: 'RenderTargetWriteMask', block: 'blend', type: 'byte', elements: RENDER_TARGETS },
  { code: 45, name: 'Filter', block: 'sampler', type: 'uint', values: FILTERS },
  { code: 46, name: 'AddressU', block: 'sampler', type: 'uint', values: ADDRESS_MODES },
  { code: 47, name: 'AddressV', block: 'sampler', type: 'uint', values: ADDRESS_MODES },
  { code: 48, name: 'AddressW', block: 'sampler', type: 'uint', values: ADDRESS_MODES },
  { code: 49, name: 'MipLODBias', block: 'sampler', type: 'float' },
  { code: 50, name: 'MaxAnisotropy', block: 'sampler', type: 'uint' },
  { code: 51, name: 'ComparisonFunc', block: 'sampler', type: 'uint', values: COMPARISONS },
  { code: 52, name: 'BorderColor', block: 'sampler', type: 'float', components: 4 },
  { code: 53, name: 'MinLOD', block: 'sampler', type: 'float' },
  { code: 54, name: 'MaxLOD', block: 'sampler', type: 'float' },
  { code: 55, name: 'Texture', block: 'sampler', type: 'object' },
  { code: 56, name: 'HullShader', block: 'pass', type: 'object' },
  { code: 57, name: 'DomainShader', block: 'pass', type: 'object' },
  { code: 58, name: 'ComputeShader', block: 'pass', type: 'object' },
];

/** The numbers of the states that a shader may be compiled for in the assignment. */
export const FX4_SHADER_STATES: ReadonlySet<number> = new Set(
  FX4_STATES.filter(({ name }) => name.endsWith('Shader')).map(({ code }) => code),
);

// The names that Direct3D 10 and 11 have for the states of fx_4_0, fx_4_1 and fx_5_0 and their values: members of
// structures and enumerators (source: d3d10.h, d3d10_1.h and d3d11.h, which are public).

const STRUCTURES: Readonly<Partial<Record<Fx4StateBlock, string>>> = {
  rasterizer: 'RASTERIZER_DESC',
  'depth-stencil': 'DEPTH_STENCIL_DESC',
  blend: 'BLEND_DESC',
  sampler: 'SAMPLER_DESC',
};

/** The suffixes of the states of one face, and the members of `D3D11_DEPTH_STENCILOP_DESC`. */
const FACE_MEMBERS: Readonly<Record<string, string>> = {
  Fail: 'StencilFailOp',
  DepthFail: 'StencilDepthFailOp',
  Pass: 'StencilPassOp',
  Func: 'StencilFunc',
};

/** Values that Direct3D 11 has not. */
const OF_DIRECT3D_10: ReadonlySet<string> = new Set(['TEXT_1BIT']);

/** States of blocks that are objects: a function sets them. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set(['Texture']);

/**
 * The name of a state in the headers of Direct3D: `D3D11_RASTERIZER_DESC.FillMode`,
 * `D3D11_BLEND_DESC.RenderTarget[1].SrcBlend`; null where a function sets it, or the number is unknown.
 *
 * @param state a position in `FX4_STATES`
 * @param index the number in brackets
 */
export function fx4D3dName(state: number, index: number, profile: Fx4Profile | undefined): string | null {
  const row = FX4_STATES[state];
  const structure = row && STRUCTURES[row.block];
  if (row === undefined || structure === undefined || OF_FUNCTIONS.has(row.name)) return null;
  const prefix = profile === 'fx_5_0' ? 'D3D11_' : 'D3D10_';
  if (row.block !== 'blend') return `${prefix}${structure}.${memberOf(row)}`;
  const indexed = (row.elements ?? 1) > 1;
  // Before 10.1 all render targets share everything but two arrays.
  if (profile !== 'fx_5_0' && profile !== 'fx_4_1')
    return `${prefix}${structure}.${row.name}${indexed && row.indexOptional !== true ? `[${index}]` : ''}`;
  const suffix = profile === 'fx_4_1' ? '1' : '';
  return `${prefix}${structure}${suffix}.${indexed ? `RenderTarget[${index}].` : ''}${row.name}`;
}

function memberOf({ name, block }: Fx4State): string {
  const [, face, member] = (block === 'depth-stencil' && /^(FrontFace|BackFace)Stencil(\w+)$/.exec(name)) || [];
  return face === undefined ? name : `${face}.${FACE_MEMBERS[member!]!}`;
}

/**
 * The name of a value of a state in the headers of Direct3D: `D3D11_BLEND_ONE`, `TRUE`; null for a value without a
 * name.
 */
export function fx4D3dValueName(state: number, value: number, profile: Fx4Profile | undefined): string | null {
  const row = FX4_STATES[state];
  const name = row && fx4ValueName(row, value);
  if (row?.values === undefined || name === undefined) return null;
  if (profile === 'fx_5_0' && OF_DIRECT3D_10.has(name)) return null;
  const prefix = FX4_VALUE_PREFIXES.get(row.values);
  return prefix === undefined ? name : `${profile === 'fx_5_0' ? 'D3D11_' : 'D3D10_'}${prefix}${name}`;
}
