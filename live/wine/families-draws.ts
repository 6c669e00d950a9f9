/**
 * Random draws: which pixels primitives cover, how colors are interpolated, clipping, depth, stencil, blending,
 * indices.
 *
 * Positions are integer 256ths of pixels and w is a power of two, so that both round nothing before they decide which
 * pixels are covered. What is outside of the target is drawn in one family only: llvmpipe cuts triangles there, which
 * moves their edges a little (untrusted.ts).
 */

import type { Random } from '../../smith/random.ts';
import {
  BLEND_FACTORS,
  BLEND_OPERATIONS,
  type BlendFactor,
  type BlendState,
  DEFAULT_STENCIL_FACE,
  STENCIL_OPERATIONS,
  type StencilFace,
} from '../../src/vm/draw/states.ts';
import { COMPARISONS } from '../../src/vm/texture/sampler.ts';
import { drawTrial, type RandomDraw, SIZE } from './draws.ts';
import type { Family, Trial } from './trial.ts';

export const FLOAT4 = 'R32G32B32A32_FLOAT';
export const BLACK = [0, 0, 0, 0] as const;
/** Adds up the colors: a pixel that is covered twice shows. */
export const COUNTED: Partial<BlendState> = {
  targets: [
    {
      color: { source: 'one', destination: 'one', operation: 'add' },
      alpha: { source: 'one', destination: 'one', operation: 'add' },
      writeMask: 15,
    },
  ],
};

/**
 * A coordinate in pixels, on the centers and corners of pixels often. @param margin how far outside of the target it
 * may be
 */
function coordinate(random: Random, margin: number): number {
  const integer = random.between(-margin, SIZE - 1 + margin);
  const fractions = [0, 0.5, random.below(256) / 256, random.below(256) / 256, random.below(16) / 16];
  return integer + random.pick(fractions);
}

/** A vertex at a position in pixels. */
export function vertex(x: number, y: number, color: readonly number[], z = 0.5, w = 1): number[] {
  return [(x / (SIZE / 2) - 1) * w, (1 - y / (SIZE / 2)) * w, z * w, w, ...color];
}

/** Numbers that floats add without rounding. */
export function color(random: Random): number[] {
  return Array.from({ length: 4 }, () => random.between(1, 64) / 16);
}

/** Vertices of triangles that often share edges and points. */
function points(random: Random, count: number, margin = 0): (readonly [number, number])[] {
  const list: [number, number][] = [];
  for (let i = 0; i < count; i++)
    list.push(i > 2 && random.oneIn(3) ? random.pick(list) : [coordinate(random, margin), coordinate(random, margin)]);
  return list;
}

function count(random: Random, topology: RandomDraw['topology']): number {
  if (topology === 'triangle-list') return 3 * random.between(1, 6);
  return random.between(3, 10);
}

function coverage(random: Random): Trial {
  const topology = random.pick(['triangle-list', 'triangle-list', 'triangle-strip', 'point-list'] as const);
  const vertices = points(random, count(random, topology)).map(([x, y]) => vertex(x, y, color(random)));
  const corner = () => random.between(0, SIZE / 2);
  return drawTrial(
    {
      topology,
      vertices,
      mode: 'constant',
      target: FLOAT4,
      clear: BLACK,
      blend: COUNTED,
      ...(random.oneIn(3) && { scissor: [corner(), corner(), SIZE / 2 + corner(), SIZE / 2 + corner()] as const }),
      rasterizer: {
        cull: random.pick(['none', 'none', 'front', 'back']),
        isFrontCounterClockwise: random.oneIn(2),
      },
    },
    {},
  );
}

function interpolation(random: Random): Trial {
  const topology = random.pick(['triangle-list', 'triangle-strip'] as const);
  const list = points(random, count(random, topology));
  // One w for each position: a triangle without area whose corners differ in w makes llvmpipe leave out another one
  // (untrusted.ts).
  const ws = new Map(list.map((point) => [point, random.pick([0.5, 1, 1, 2, 4])]));
  const vertices = list.map((point) => vertex(point[0], point[1], color(random), 0.5, ws.get(point)));
  return drawTrial(
    { topology, vertices, mode: random.pick(['linear', 'linear noperspective']), target: FLOAT4, clear: BLACK },
    // Small triangles far outside of their pixels: the slope of a color is large, and llvmpipe computes it in 32 bits.
    { absolute: 2 ** -8, relative: 2 ** -10 },
  );
}

function clipping(random: Random): Trial {
  const topology = random.pick(['triangle-list', 'triangle-strip'] as const);
  const vertices = points(random, count(random, topology), 8).map(([x, y]) =>
    vertex(x, y, color(random), random.between(-8, 16) / 8, random.pick([-1, 0.5, 1, 1, 1, 2])),
  );
  return drawTrial(
    { topology, vertices, mode: 'constant', target: FLOAT4, clear: BLACK, blend: COUNTED },
    { edgePixels: 12 },
  );
}

function stencilFace(random: Random): StencilFace {
  return {
    comparison: random.pick(COMPARISONS),
    fail: random.pick(STENCIL_OPERATIONS),
    depthFail: random.pick(STENCIL_OPERATIONS),
    pass: random.pick(STENCIL_OPERATIONS),
  };
}

function depthAndStencil(random: Random): Trial {
  const vertices: number[][] = [];
  const triangles = random.between(2, 8);
  for (let i = 0; i < triangles; i++) {
    // One depth for a triangle: whether a test passes does not depend on rounding.
    const z = random.between(0, 16) / 16;
    for (const [x, y] of points(random, 3)) vertices.push(vertex(x, y, color(random), z));
  }
  const isStencilTested = random.oneIn(2);
  return drawTrial(
    {
      topology: 'triangle-list',
      vertices,
      mode: 'constant',
      target: FLOAT4,
      clear: BLACK,
      blend: COUNTED,
      depth: isStencilTested || random.oneIn(2) ? 'D24_UNORM_S8_UINT' : 'D32_FLOAT',
      clearDepth: random.between(0, 16) / 16,
      clearStencil: random.below(256),
      depthRange: random.oneIn(3) ? [0.25, 0.75] : [0, 1],
      depthStencil: {
        isDepthTested: !random.oneIn(4),
        isDepthWritten: !random.oneIn(4),
        depthComparison: random.pick(COMPARISONS),
        isStencilTested,
        stencilReadMask: random.pick([0xff, 0xff, random.below(256)]),
        stencilWriteMask: random.pick([0xff, 0xff, random.below(256)]),
        stencilReference: random.below(256),
        front: isStencilTested ? stencilFace(random) : DEFAULT_STENCIL_FACE,
        back: isStencilTested ? stencilFace(random) : DEFAULT_STENCIL_FACE,
      },
    },
    { depth: 2 ** -24 },
  );
}

/** How far apart results may be, by target: a unit of fixed point, the last digit of small floats. */
const BLEND_TARGETS: Readonly<Record<string, number>> = {
  [FLOAT4]: 2 ** -20,
  R16G16B16A16_FLOAT: 2 ** -7,
  R8G8B8A8_UNORM: 1.01 / 255,
  R10G10B10A2_UNORM: 1.01 / 3,
  R16G16B16A16_UNORM: 1.01 / 255,
};

/** Without the second color, which the pixel shader does not put out. */
const FACTORS = BLEND_FACTORS.filter(
  (factor): factor is BlendFactor => factor !== undefined && !factor.includes('src1'),
);
/** Factors of alpha: Direct3D has no colors there. */
const ALPHA_FACTORS = FACTORS.filter((factor) => !['src', 'dst', 'one-minus-src', 'one-minus-dst'].includes(factor));

function blending(random: Random): Trial {
  const target = random.pick(Object.keys(BLEND_TARGETS));
  const unit = () => random.between(0, 16) / 16;
  const four = () => [unit(), unit(), unit(), unit()] as const;
  const vertices = Array.from({ length: random.between(1, 3) }, () => {
    const tint = four();
    return points(random, 3).map(([x, y]) => vertex(x, y, tint));
  }).flat();
  const equation = (factors: readonly BlendFactor[]) => ({
    source: random.pick(factors),
    destination: random.pick(factors),
    operation: random.pick(BLEND_OPERATIONS),
  });
  return drawTrial(
    {
      topology: 'triangle-list',
      vertices,
      mode: 'constant',
      target,
      clear: four(),
      blend: {
        targets: [
          {
            color: equation(FACTORS),
            alpha: equation(ALPHA_FACTORS),
            writeMask: random.pick([15, 15, 7, random.below(16)]),
          },
        ],
        constant: four(),
      },
    },
    { absolute: BLEND_TARGETS[target]! },
  );
}

/** Colors that are the same in a triangle, so that only what is covered decides, sample by sample. */
function samples(random: Random): Trial {
  const topology = random.pick(['triangle-list', 'triangle-list', 'triangle-strip'] as const);
  const vertices = points(random, count(random, topology)).map(([x, y]) => vertex(x, y, color(random)));
  return drawTrial(
    {
      topology,
      vertices,
      samples: 4,
      mode: 'constant',
      target: FLOAT4,
      clear: BLACK,
      blend: { ...COUNTED, sampleMask: random.oneIn(3) ? random.below(16) : 0xffff_ffff },
    },
    {},
  );
}

const CUT = { 16: 0xffff, 32: 0xffff_ffff } as const;

function indexed(random: Random): Trial {
  const topology = random.pick(['triangle-list', 'triangle-strip'] as const);
  const vertices = points(random, random.between(4, 12)).map(([x, y]) => vertex(x, y, color(random)));
  const bits = random.pick([16, 32] as const);
  const baseVertex = random.oneIn(3) ? random.between(0, 2) : 0;
  const first = random.below(3);
  const list = Array.from({ length: first + random.between(3, 24) }, () =>
    topology === 'triangle-strip' && random.oneIn(6) ? CUT[bits] : random.below(vertices.length - baseVertex),
  );
  const words = bits === 16 ? Uint16Array.from(list) : Uint32Array.from(list);
  const bytes = new Uint8Array(words.buffer);
  return drawTrial(
    {
      topology,
      vertices,
      indices: {
        buffer: { bytes, bits, offset: 0 },
        arguments: {
          isIndexed: true,
          count: list.length - first,
          instances: random.oneIn(4) ? 2 : 1,
          first,
          baseVertex,
          firstInstance: 0,
        },
      },
      mode: 'constant',
      target: FLOAT4,
      clear: BLACK,
      blend: COUNTED,
    },
    {},
  );
}

export const DRAW_FAMILIES: readonly Family[] = [
  { name: 'draws: coverage', api: 'd3d11', share: 4, make: coverage },
  { name: 'draws: interpolation', api: 'd3d11', share: 2, make: interpolation },
  { name: 'draws: clipping', api: 'd3d11', share: 2, make: clipping },
  { name: 'draws: depth and stencil', api: 'd3d11', share: 3, make: depthAndStencil },
  { name: 'draws: blending', api: 'd3d11', share: 3, make: blending },
  { name: 'draws: samples', api: 'd3d11', share: 2, make: samples },
  { name: 'draws: indices', api: 'd3d11', share: 2, make: indexed },
];
