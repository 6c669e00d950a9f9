/**
 * The families of random programs that run on GPU interfaces: those of Wine's Direct3D 9, and of its Direct3D 11 with
 * the stages that the languages have. Vertex shaders have no stream output there; textures have formats and samplers
 * modes that WebGPU, OpenGL ES and Vulkan have in common.
 */

import type { Random } from '../../smith/random.ts';
import { Sm4Code } from '../../smith/runnable/sm4-code.ts';
import type { AddressMode } from '../../src/vm/texture/sampler.ts';
import { FAMILIES } from '../wine/families.ts';
import { pixels } from '../wine/families-stages.ts';
import { textureTrial } from '../wine/families-textures.ts';
import { FLOAT_FORMATS } from '../wine/random-textures.ts';
import type { Family, Trial } from '../wine/trial.ts';
import { UNTRUSTED_SM4 } from '../wine/untrusted.ts';
import { distanceTrial } from './distance-trials.ts';
import { frontTrial } from './front-trials.ts';
import { patchTrial } from './patch-trials.ts';
import { preciseTrial } from './precise-trials.ts';
import { primitiveTrial } from './primitive-trials.ts';
import { stageTrial } from './stage-trials.ts';
import { pointTrial } from './vertex-trial.ts';

/** Families that have others in their stead here, or whose subject is not code. */
const OTHERS =
  /^(pixel|vertex|geometry|hull|domain) shaders|^textures|^draws: (coverage|clipping|depth|blending|indices|lines|samples)/;

const DERIVATIVES = 'derivatives in pixel shaders';
const DISTANCES = 'distances of clipping and culling';
/** A compiled program (../compiled). */
const LEVELS_OF_TEXELS = 'sample-every-dimension.main';

/**
 * Families, and trials of compiled programs by the beginnings of their names, that a driver gets wrong: another one and
 * the interpreter agree.
 */
export const DRIVER_FAULTS = {
  // Fine derivatives of values that were read from buffers are those of other pixels (Mesa 22.3). Where clip and cull
  // distances together are more than four, it takes some for others; OpenGL in Mesa, and SwiftShader as far as it has
  // the stages, do not. Texels of a quad are read at the level of its first pixel.
  lavapipe: [DERIVATIVES, DISTANCES, LEVELS_OF_TEXELS],
  // llvmpipe has these faults in OpenGL, too; versions that read buffers as textures agree with the interpreter.
  llvmpipe: [DERIVATIVES, LEVELS_OF_TEXELS],
  // Offsets with mirrored addresses and linear filters of cubes read other texels, once in 25 programs.
  // Interpolation is less exact than the tolerance of the family.
  // Sines of numbers up to 10^5, which that program takes as random numbers, are less exact than on others.
  swiftshader: [
    'textures in compute shaders',
    'textures in pixel shaders',
    'draws: interpolation',
    'ray-march.main.ps_4_0',
    'ray-march.main.ps_5_0',
  ],
} as const satisfies Record<string, readonly string[]>;

const CHOICES = {
  formats: FLOAT_FORMATS.filter((name) => !/16.*NORM/.test(name)),
  addressing: ['wrap', 'mirror', 'clamp'] satisfies AddressMode[],
};

/** Points of a stage that not every language has. */
function points(random: Random, stage: 'gs' | 'hs' | 'ds'): Trial {
  const code = new Sm4Code(random, { isModel5: true, without: UNTRUSTED_SM4, flow: 2, arrays: 1 });
  code.statements(random.between(4, 12));
  return stageTrial(random, stage, { code: code.lines, outputs: [] });
}

const FAMILY_ROWS: readonly Omit<Family, 'api'>[] = [
  { name: 'pixel shaders', share: 6, make: (random) => pixels(random, 0) },
  { name: DERIVATIVES, share: 2, make: (random) => pixels(random) },
  {
    name: 'vertex shaders',
    share: 5,
    make: (random) => {
      const code = new Sm4Code(random, { isModel5: true, without: UNTRUSTED_SM4, flow: 2, arrays: 1 });
      code.statements(random.between(4, 16));
      return pointTrial(random, { code: code.lines, outputs: [] });
    },
  },
  { name: 'primitives in geometry shaders', share: 4, make: primitiveTrial },
  { name: 'phases and patches', share: 4, make: patchTrial },
  { name: 'sides of tessellated triangles', share: 2, make: frontTrial },
  { name: DISTANCES, share: 2, make: distanceTrial },
  { name: 'geometry shaders', share: 3, make: (random) => points(random, 'gs') },
  { name: 'hull shaders', share: 2, make: (random) => points(random, 'hs') },
  { name: 'domain shaders', share: 2, make: (random) => points(random, 'ds') },
  { name: 'textures in compute shaders', share: 6, make: (random) => textureTrial(random, false, CHOICES) },
  { name: 'textures in pixel shaders', share: 6, make: (random) => textureTrial(random, true, CHOICES) },
  { name: 'precise arithmetic', share: 3, make: preciseTrial },
];

export const GPU_FAMILIES: readonly Family[] = [
  ...FAMILIES.filter(({ api, name }) => api === 'd3d9' || !OTHERS.test(name)),
  ...FAMILY_ROWS.map((family) => ({ ...family, api: 'd3d11' as const })),
];
