/**
 * The names that Direct3D 10 and 11 have for the states of fx_4_0, fx_4_1 and fx_5_0 and their values: members of
 * structures and enumerators (source: d3d10.h, d3d10_1.h and d3d11.h, which are public).
 *
 * Not for: the names in the language of effects (states.ts).
 */
import type { Fx4Profile } from './enums.ts';
import { FX4_STATES, FX4_VALUE_PREFIXES, type Fx4State, type Fx4StateBlock, fx4ValueName } from './states.ts';

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
