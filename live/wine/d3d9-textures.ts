/**
 * Random textures and sampler states of Direct3D 9 for both executors, and inputs whose coordinates are never at the
 * border of two texels.
 */

import type { Random } from '../../smith/random.ts';
import { d3d9Format } from '../../src/formats/formats.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { StageTextures, type TextureStage } from '../../src/vm/sm1/stage-textures.ts';
import { type LegacySamplerStates, legacySampler } from '../../src/vm/texture/sampler.ts';
import { createTexture, fullMipCount } from '../../src/vm/texture/texture.ts';
import { createTextureView, type TextureView } from '../../src/vm/texture/texture-view.ts';
import type { D3d9Request } from '../../tools/executor/d3d9-request.ts';
import { COORDINATES } from './d3d9.ts';
import { fillTexels } from './random-textures.ts';

export type Kind9 = '2d' | 'cube' | 'volume';

/** Formats with 5 or 6 bits a component are not here: llvmpipe expands them to 8 bits first. */
const FORMATS = [
  'A8R8G8B8',
  'X8R8G8B8',
  'A32B32G32R32F',
  'A16B16G16R16F',
  'G16R16',
  'G16R16F',
  'R32F',
  'L8',
  'A8L8',
  'A8',
  'A4R4G4B4',
  'A2B10G10R10',
];
export const FLOAT_FORMAT = 'A32B32G32R32F';
const SIZES = [1, 2, 4, 8, 16];
/** D3DTSS_BUMPENVMAT00 to 11, _BUMPENVLSCALE and _BUMPENVLOFFSET, _TEXTURETRANSFORMFLAGS */
const BUMP_STATES = [7, 8, 9, 10, 22, 23];
/** D3DTADDRESS_CLAMP, _BORDER */
const CLAMP = 3;
const BORDER = 4;
const TRANSFORM_FLAGS = 24;
/** D3DTTFF_COUNT4 | D3DTTFF_PROJECTED */
const PROJECTED = 4 | 256;

/** A stage with the states that the request sets. */
export interface Stage9 {
  readonly stage: TextureStage;
  readonly view: TextureView;
  readonly states: LegacySamplerStates;
}

export interface StageOptions {
  readonly kind: Kind9;
  /** Only point sampling; only linear filters; either. */
  readonly filter?: 'point' | 'linear';
  readonly format?: string;
  readonly isProjected?: boolean;
  readonly hasBump?: boolean;
  /** Texels from 1/4 to 1 instead of all sizes. */
  readonly isPositive?: boolean;
}

export function randomStage(random: Random, options: StageOptions): Stage9 {
  const { kind, isProjected = false } = options;
  const format = d3d9Format(options.format ?? random.pick(FORMATS))!;
  const width = random.pick(SIZES);
  const height = kind === 'cube' ? width : random.pick(SIZES);
  const depth = kind === 'volume' ? random.pick(SIZES) : 1;
  const { texture, diagnostics } = createTexture({
    dimension: kind === 'volume' ? '3d' : '2d',
    format,
    width,
    height,
    depth,
    layers: kind === 'cube' ? 6 : 1,
    mips: random.between(1, fullMipCount(width, height, depth)),
  });
  if (texture === undefined) throw new Error(diagnostics[0]!.message);
  fillTexels(random, texture.bytes, format, options.isPositive);
  const view = createTextureView(texture, kind === 'cube' ? { dimension: 'cube' } : {}).view!;
  const filter = options.filter ?? random.pick(['point', 'linear'] as const);
  const texels = filter === 'point' ? 1 : 2;
  // Faces are clamped at their edges. Of formats without red, green and blue, Wine's border is that of the format that
  // it takes instead.
  const address = () =>
    kind === 'cube' ? CLAMP : random.between(1, /^(A8|L8|A8L8)$/.test(format.name) ? CLAMP : BORDER);
  const states: LegacySamplerStates = {
    addressU: address(),
    addressV: address(),
    addressW: address(),
    borderColor: 0x40ff_8000,
    magFilter: texels,
    minFilter: texels,
    mipFilter: random.between(0, filter === 'point' ? 1 : 2),
  };
  const bump = options.hasBump ? [0, 1, 2, 3, 4, 5].map(() => random.between(-8, 8) / 16) : undefined;
  const stage: TextureStage = {
    view,
    sampler: legacySampler(states),
    isProjected,
    ...(bump && { bump: bump as unknown as NonNullable<TextureStage['bump']> }),
  };
  return { stage, view, states };
}

/** Comments that say what the textures and samplers are. */
export function stageComments(stages: readonly Stage9[]): string {
  return stages
    .map(({ view: { format, texture, dimension }, states }, i) => {
      const { width, height, depth, mips } = texture;
      return `// s${i}: ${dimension} ${format.name} ${width}x${height}x${depth}, ${mips} levels ${JSON.stringify(states)}\n`;
    })
    .join('');
}

/** Sets the stages in the request. */
export function bindStages(request: D3d9Request, stages: readonly (Stage9 | undefined)[]): void {
  for (const [i, bound] of stages.entries()) {
    if (bound === undefined) continue;
    const { stage, view, states } = bound;
    request.texture(i, view).samplerStates(i, states);
    const pairs = [TRANSFORM_FLAGS, stage.isProjected ? PROJECTED : 0];
    for (const [k, state] of BUMP_STATES.entries()) pairs.push(state, bitsOfFloat(stage.bump?.[k] ?? 0));
    if (i < 8) request.stageStates(i, pairs);
  }
}

export function texturesOf(stages: readonly Stage9[]): StageTextures {
  return new StageTextures(stages.map(({ stage }) => stage));
}

/**
 * Inputs of cells: of each coordinate, x to z are odd multiples of 1/64, and w is what `w` gives. The coordinates of
 * cubes have one large component.
 */
export function textureCells(
  random: Random,
  cubes: ReadonlySet<number>,
  w: (coordinate: number) => number,
): number[][] {
  const odd = () => (2 * random.between(-64, 63) + 1) / 64;
  return Array.from({ length: 32 }, () => {
    const values = Array.from({ length: 8 }, () => random.between(0, 64) / 64);
    for (let i = 0; i < COORDINATES; i++) {
      const xyz = cubes.has(i) ? [odd() / 2, odd() / 2, odd() / 2] : [odd(), odd(), odd()];
      if (cubes.has(i)) xyz[random.below(3)] = random.pick([2, -2]);
      values.push(...xyz, w(i));
    }
    return values;
  });
}
