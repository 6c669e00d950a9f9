/**
 * Random pixel shaders of models 1 to 3 that read textures: every texture instruction, projection, bump matrices,
 * levels and gradients.
 */
import type { Random } from '../../smith/random.ts';
import { FIRST_COORDINATE, randomConstants, sm1Trial } from './d3d9.ts';
import {
  bindStages,
  FLOAT_FORMAT,
  type Kind9,
  randomStage,
  type Stage9,
  stageComments,
  textureCells,
  texturesOf,
} from './d3d9-textures.ts';
import type { Family, Rule, Trial } from './trial.ts';

const CONVERTED: Rule = { absolute: 2 ** -20, relative: 2 ** -20 };
const FILTERED: Rule = { absolute: 2 ** -11 };
/** Two weights of 8 bits, each wrong by 1/256 of a difference of up to 8. */
const FILTERED_COARSE: Rule = { absolute: 2 ** -4 };

const KINDS: readonly Kind9[] = ['2d', 'cube', 'volume'];
const DECLARED = { '2d': 'dcl_2d', cube: 'dcl_cube', volume: 'dcl_volume' } as const;

/**
 * Four reads of four textures. Coordinate 0 is that of sampler 0 and so on; w of coordinate 2 is a level, that of 3 a
 * divisor.
 */
function modern(random: Random): Trial | undefined {
  const [major, minor] = random.pick([
    [2, 0],
    [2, 1],
    [3, 0],
  ] as const);
  const kinds = [0, 1, 2, 3].map(() => random.pick(KINDS));
  kinds[3] = random.pick(['2d', 'volume']);
  const stages = kinds.map((kind) => randomStage(random, { kind }));
  const from = (i: number) => (major === 3 ? `v${FIRST_COORDINATE + i}` : `t${i}`);
  const reads = [
    random.pick(['texld', 'texldb']),
    major === 3 || minor > 0 ? 'texldd' : 'texld',
    major === 3 ? 'texldl' : 'texld',
    'texldp',
  ];
  // Gradients along one axis each.
  const gradient = random.pick([1 / 64, 1 / 16, 1 / 4, 1]);
  const isCube = kinds[1] === 'cube';
  if (isCube && reads[1] === 'texldd') reads[1] = 'texld';
  const lines = reads.map((read, i) => `${read} r${i}, ${from(i)}, s${i}${read === 'texldd' ? ', c20, c21' : ''}`);
  const declarations = kinds.map((kind, i) =>
    major === 3 ? `dcl_texcoord${i} ${from(i)}\n${DECLARED[kind]} s${i}` : `dcl t${i}\n${DECLARED[kind]} s${i}`,
  );
  const w = (i: number) => {
    if (i === 2) return random.between(0, 15) / 4 + 1 / 8;
    return i === 3 ? random.pick([0.5, 1, 2, 4]) : random.between(-4, 4) / 4;
  };
  const cubes = new Set(kinds.flatMap((kind, i) => (kind === 'cube' ? [i] : [])));
  return trial(random, {
    version: { stage: 'ps', major, minor },
    text: [
      `ps_${major}_${minor > 0 ? 'x' : minor}`,
      `def c20, ${gradient}, 0, 0, 0`,
      `def c21, 0, ${gradient}, 0, 0`,
      ...declarations,
      ...lines,
      ...[0, 1, 2, 3].map((i) => `mov oC${i}, r${i}`),
      '',
    ].join('\n'),
    stages,
    cells: textureCells(random, cubes, w),
    rules: stages.flatMap(({ states }, i) => Array(4).fill(ruleOf(states.magFilter === 1, kinds[i]!))),
  });
}

function ruleOf(isPoint: boolean, kind: Kind9): Rule {
  if (isPoint) return CONVERTED;
  return kind === 'cube' ? FILTERED_COARSE : FILTERED;
}

interface Parts {
  readonly version: { readonly stage: 'ps'; readonly major: number; readonly minor: number };
  readonly text: string;
  readonly stages: readonly Stage9[];
  readonly cells: readonly (readonly number[])[];
  readonly rules: readonly Rule[];
}

function trial(random: Random, { version, text, stages, cells, rules }: Parts): Trial | undefined {
  return sm1Trial({
    version,
    text: `${stageComments(stages)}${text}`,
    cells,
    constants: randomConstants(random, version.major < 2),
    rules,
    bind: (request) => bindStages(request, stages),
    textures: () => texturesOf(stages),
  });
}

/**
 * Texture instructions of ps_1_1 to ps_1_3 after `tex t0`: the text, the kind of the texture of each stage, and the
 * oldest version.
 */
const ADDRESSING: readonly {
  readonly lines: readonly string[];
  readonly kinds: readonly Kind9[];
  readonly since: number;
  readonly isPositive?: boolean;
}[] = [
  { lines: ['tex t1', 'tex t2', 'add r0, t1, t2'], kinds: ['2d', '2d', 'volume'], since: 1 },
  { lines: ['texbem t1, t0', 'mov r0, t1'], kinds: ['2d', '2d'], since: 1 },
  { lines: ['texbeml t1, t0', 'mov r0, t1'], kinds: ['2d', '2d'], since: 1 },
  { lines: ['texreg2ar t1, t0', 'mov r0, t1'], kinds: ['2d', '2d'], since: 1 },
  { lines: ['texreg2gb t1, t0', 'mov r0, t1'], kinds: ['2d', '2d'], since: 1 },
  { lines: ['texreg2rgb t1, t0', 'mov r0, t1'], kinds: ['2d', 'volume'], since: 2 },
  { lines: ['texm3x2pad t1, t0*', 'texm3x2tex t2, t0*', 'mov r0, t2'], kinds: ['2d', '2d', '2d'], since: 1 },
  {
    lines: ['texm3x3pad t1, t0*', 'texm3x3pad t2, t0*', 'texm3x3tex t3, t0*', 'mov r0, t3'],
    kinds: ['2d', '2d', '2d', 'volume'],
    since: 1,
  },
  {
    lines: ['texm3x3pad t1, t0', 'texm3x3pad t2, t0', 'texm3x3spec t3, t0, c0', 'mov r0, t3'],
    kinds: ['2d', '2d', '2d', 'volume'],
    since: 1,
    isPositive: true,
  },
  {
    lines: ['texm3x3pad t1, t0', 'texm3x3pad t2, t0', 'texm3x3vspec t3, t0', 'mov r0, t3'],
    // Wine makes the eye's vector one of length 1, which only a cube does not show.
    kinds: ['2d', '2d', '2d', 'cube'],
    since: 1,
    isPositive: true,
  },
  { lines: ['texm3x3pad t1, t0*', 'texm3x3pad t2, t0*', 'texm3x3 t3, t0*', 'mov r0, t3'], kinds: ['2d'], since: 2 },
  { lines: ['texdp3 t1, t0*', 'mov r0, t1'], kinds: ['2d'], since: 2 },
  { lines: ['texdp3tex t1, t0*', 'mov r0, t1'], kinds: ['2d', '2d'], since: 2 },
  { lines: ['texkill t1', 'mov r0, t0'], kinds: ['2d'], since: 1 },
];

/**
 * A component of coordinates as a positive one. The last one, which is a divisor, is so already: it stays a power of
 * two, so that quotients are as far from the borders of texels as coordinates are.
 */
function positive(value: number, i: number): number {
  return i % 4 === 3 ? value : Math.abs(value) + 0.25;
}

function addressing(random: Random): Trial | undefined {
  const minor = random.between(1, 3);
  const { lines, kinds, isPositive = false } = random.pick(ADDRESSING.filter(({ since }) => since <= minor));
  const modifier = random.pick(['', '_bx2']);
  // The texels of the first stage are exact; what depends on them is filtered, so that small differences stay small.
  const stages = kinds.map((kind, i) =>
    randomStage(random, {
      kind,
      filter: i === 0 ? 'point' : 'linear',
      format: FLOAT_FORMAT,
      hasBump: true,
      isProjected: i === 0 && random.oneIn(3),
      isPositive,
    }),
  );
  const cells = textureCells(random, new Set(), () => random.pick([0.5, 1, 2]));
  return trial(random, {
    version: { stage: 'ps', major: 1, minor },
    text: [`ps_1_${minor}`, 'tex t0', ...lines.map((line) => line.replace('*', modifier)), ''].join('\n'),
    stages,
    cells: isPositive ? cells.map((values) => values.map(positive)) : cells,
    rules: Array(4).fill(FILTERED_COARSE),
  });
}

/** ps_1_4: reads in two phases, the second at what the first one read; coordinates as colors. */
function phases(random: Random): Trial | undefined {
  const stages = (['2d', '2d', 'volume', '2d'] as const).map((kind, i) =>
    randomStage(random, { kind, filter: i === 0 ? 'point' : 'linear', format: FLOAT_FORMAT }),
  );
  const projected = random.oneIn(2) ? 't0_dw.xyw' : random.oneIn(2) ? 't0_dz.xyz' : 't0.xyz';
  const lines = [
    `texld r0, ${projected}`,
    random.oneIn(2) ? 'texcrd r1.xyz, t1.xyz' : 'texcrd r1.xy, t1_dw.xyw',
    'phase',
    'texld r1, t1.xyz',
    'texld r2, r0.xyz',
    ...(random.oneIn(3) ? ['texkill r0'] : []),
    random.pick(['add r0, r1, r2', 'mul r0, r1, r2', 'mov r0, r2', 'mov r0, r1']),
  ];
  return trial(random, {
    version: { stage: 'ps', major: 1, minor: 4 },
    text: ['ps_1_4', ...lines, ''].join('\n'),
    stages,
    cells: textureCells(random, new Set(), () => random.pick([0.5, 1, 2])),
    rules: Array(4).fill({ absolute: 2 ** -2 }),
  });
}

export const D3D9_TEXTURE_FAMILIES: readonly Family[] = [
  { name: 'd3d9 textures', api: 'd3d9', share: 5, make: modern },
  { name: 'd3d9 texture addressing', api: 'd3d9', share: 4, make: addressing },
  { name: 'd3d9 phases', api: 'd3d9', share: 2, make: phases },
];
