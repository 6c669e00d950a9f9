/** Which shaders a set has: profiles, sizes and what they are for, by seed. */
import { Random } from '../random.ts';
import { compute } from './compute.ts';
import { billboards, domain, hull } from './geometry.ts';
import { type Extent, material } from './pixel.ts';
import { post } from './post.ts';
import { Source } from './source.ts';
import { vertex } from './vertex.ts';

/** A source and how it is compiled. */
export interface HlslShader {
  readonly source: string;
  readonly profile: string;
  /** `D3DCOMPILE_*` flags. */
  readonly flags: number;
  /** Whether reflection is stripped, as many games do. */
  readonly stripped: boolean;
}

/** Choices with how often each is taken. */
type Weighted<T> = readonly (readonly [weight: number, choice: T])[];

function pick<T>(random: Random, choices: Weighted<T>): T {
  let left = random.below(choices.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, choice] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  throw new Error('no choice');
}

const SM1_PROFILES: Weighted<string> = [
  ...([
    [18, 'ps_2_0'],
    [10, 'ps_2_b'],
    [27, 'ps_3_0'],
  ] as const),
  ...([
    [5, 'vs_1_1'],
    [18, 'vs_2_0'],
    [22, 'vs_3_0'],
  ] as const),
];
const SM4_PROFILES: Weighted<string> = [
  ...([
    [15, 'ps_4_0'],
    [5, 'ps_4_1'],
    [32, 'ps_5_0'],
    [5, 'ps_5_1'],
  ] as const),
  ...([
    [10, 'vs_4_0'],
    [3, 'vs_4_1'],
    [14, 'vs_5_0'],
    [2, 'vs_5_1'],
  ] as const),
  ...([
    [8, 'cs_5_0'],
    [1, 'cs_5_1'],
    [2, 'gs_4_0'],
    [1, 'hs_5_0'],
    [2, 'ds_5_0'],
  ] as const),
];
const EXTENTS: Weighted<Extent> = [
  [3, 'short'],
  [5, 'medium'],
  [3, 'long'],
];
/** Shaders of Direct3D 9 are shorter, and version 2_0 has space for less. */
const SM3_EXTENTS: Weighted<Extent> = [
  [6, 'short'],
  [4, 'medium'],
  [1, 'long'],
];
const SM2_EXTENTS: Weighted<Extent> = [
  [4, 'short'],
  [1, 'medium'],
];

/** Flags of compilation: mostly none, sometimes row-major matrices or other levels of optimization. */
const FLAGS: Weighted<number> = [
  [6, 0],
  [1, 0x8],
  [2, 0x8000],
  [1, 0x4000],
];
const SKIP_OPTIMIZATION = 0x4;
/** Flow control is preferred: loops stay loops. */
const PREFER_FLOW = 0x400;

/** A shader of models 1 to 3; what a seed gives may be too long for its profile. */
export function sm1Shader(seed: number): HlslShader {
  const random = new Random(seed);
  const profile = pick(random, SM1_PROFILES);
  const extent = pick(random, Number(profile[3]) < 3 ? SM2_EXTENTS : SM3_EXTENTS);
  const source = textOf(new Source(random, Number(profile[3])), profile, profile === 'vs_1_1' ? 'short' : extent);
  return { source, profile, flags: pick(random, FLAGS), stripped: false };
}

/** The source of a shader, with half of the local variables and of the texture coordinates of type `half`. */
export function withHalves(source: string, seed: number): string {
  const random = new Random(seed);
  return source.replace(/^float(?=[234]? \w+ = [^{])|\bfloat(?=[234]? \w+ : TEXCOORD)/gm, (word) =>
    random.oneIn(2) ? 'half' : word,
  );
}

/** A shader of models 4 to 5.1. */
export function sm4Shader(seed: number): HlslShader {
  const random = new Random(seed);
  const profile = pick(random, SM4_PROFILES);
  const source = textOf(new Source(random, Number(profile[3])), profile, pick(random, EXTENTS));
  const flags = pick(random, FLAGS) | (random.oneIn(6) ? PREFER_FLOW : 0);
  return { source, profile, flags, stripped: random.oneIn(5) };
}

/** Steps of a long shader: the compiler's time grows with their square, and without optimization less. */
const OPTIMIZED_STEPS = [110, 260] as const;
const UNOPTIMIZED_STEPS = [200, 680] as const;

/** A shader of models 4 to 5.1 with unrolled loops: 50 to 500 KB. */
export function largeShader(seed: number): HlslShader {
  const random = new Random(seed);
  const optimized = random.oneIn(2);
  const [least, most] = optimized ? OPTIMIZED_STEPS : UNOPTIMIZED_STEPS;
  const source = post(new Source(random, 5), 'long', random.between(least, most));
  const profile = random.pick(['ps_4_0', 'ps_5_0', 'ps_5_0']);
  return { source, profile, flags: optimized ? 0 : SKIP_OPTIMIZATION, stripped: random.oneIn(5) };
}

function textOf(h: Source, profile: string, extent: Extent): string {
  switch (profile.slice(0, 2)) {
    case 'vs':
      return vertex(h, extent);
    case 'cs':
      return compute(h);
    case 'gs':
      return billboards(h);
    case 'hs':
      return hull(h);
    case 'ds':
      return domain(h);
    default:
      return h.random.oneIn(3) ? post(h, extent) : material(h, extent);
  }
}
