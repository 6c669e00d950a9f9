/**
 * Random draws of Direct3D 9: the alpha test, fog from vertices and by depth, outputs that are written in part, and
 * point sprites. Rectangles have their edges half a pixel from the centers of pixels, so that both draw the same ones.
 *
 * Not for: shaders (families-d3d9.ts).
 */

import { format, texture, view } from '../../smith/checks/textures.ts';
import type { Random } from '../../smith/random.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { vertexFormat } from '../../src/formats/formats.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { draw } from '../../src/vm/draw/draw.ts';
import {
  DEFAULT_LEGACY_STATES,
  FOG_MODES,
  type LegacyFog,
  type LegacyShader,
  type LegacyStates,
  type Sm1DrawCall,
} from '../../src/vm/draw/legacy-call.ts';
import {
  DEFAULT_BLEND_STATE,
  DEFAULT_DEPTH_STENCIL_STATE,
  DEFAULT_RASTERIZER_STATE,
} from '../../src/vm/draw/states.ts';
import { sm1Executable } from '../../src/vm/sm1/executable.ts';
import { COMPARISONS } from '../../src/vm/texture/sampler.ts';
import { D3d9Request, FLOAT_TARGET, PRIMITIVES } from '../../tools/executor/d3d9-request.ts';
import { assembledSm1 } from './d3d9.ts';
import type { Family, Rule, Trial } from './trial.ts';

const SIZE = 16;
const VERTEX_BYTES = 48;
/**
 * D3DDECLUSAGE of the elements of a vertex: its position, a color, and texture coordinates with the factor of fog in x.
 */
const USAGES = [
  { usage: 0, index: 0 },
  { usage: 10, index: 0 },
  { usage: 5, index: 0 },
] as const;

/** D3DRENDERSTATETYPE */
const STATES = {
  alphaTest: 15,
  alphaReference: 24,
  alphaFunction: 25,
  fog: 28,
  fogColor: 34,
  fogTableMode: 35,
  fogStart: 36,
  fogEnd: 37,
  fogDensity: 38,
  pointSize: 154,
  pointSprite: 156,
} as const;

const VERTEX = fixed(
  'vs_2_0\ndcl_position v0\ndcl_color v1\ndcl_texcoord v2\nmov oPos, v0\nmov oD0, v1\nmov oFog, v2.x\n',
);
/** The first two components: Wine has 0 in the last one, where other drivers have 1. */
const SPRITE = fixed('ps_2_0\ndcl t0\ndef c0, 0.25, 0.5, 0.75, 1\nmov r0, c0\nmov r0.xy, t0\nmov oC0, r0\n');
const PIXEL = fixed('ps_2_0\ndcl v0\nmov oC0, v0\n');

function fixed(text: string): Uint8Array {
  const bytes = assembledSm1(text);
  if (bytes === undefined) throw new Error(text);
  return bytes;
}

function shaderOf(bytes: Uint8Array): LegacyShader {
  const executable = sm1Executable(readSm1(openShaderFile(bytes).programs[0]!.words));
  return {
    executable,
    constants: { floats: new Uint32Array(0), integers: new Int32Array(0), booleans: [] },
    textures: [],
  };
}

/** Two triangles. What `cornerOf` gives of a corner: z, w, the color, and the factor of fog. */
function rectangle(
  random: Random,
  cornerOf: (x: number, y: number) => readonly [z: number, w: number, color: readonly number[], fog: number],
): number[][] {
  const [left, top] = [random.between(-2, SIZE - 4), random.between(-2, SIZE - 4)];
  const [right, bottom] = [left + random.between(2, SIZE), top + random.between(2, SIZE)];
  const corner = (x: number, y: number) => {
    const [z, w, color, fog] = cornerOf(x, y);
    // The center of pixel (0, 0) is the corner of the target in clip space.
    const [px, py] = [(2 * (x - 0.5)) / SIZE - 1, 1 - (2 * (y - 0.5)) / SIZE];
    return [px * w, py * w, z * w, w, ...color, fog, 0, 0, 0];
  };
  const corners = [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
  return [0, 1, 2, 0, 2, 3].map((i) => corners[i]!);
}

function renderStates({ alphaTest, fog, isPointSprite, pointSize }: Partial<LegacyStates>): number[] {
  const pairs: number[] = [];
  if (isPointSprite) pairs.push(STATES.pointSprite, 1, STATES.pointSize, bitsOfFloat(pointSize ?? 1));
  if (alphaTest)
    pairs.push(
      ...[STATES.alphaTest, 1, STATES.alphaReference, alphaTest.reference],
      ...[STATES.alphaFunction, COMPARISONS.indexOf(alphaTest.comparison) + 1],
    );
  if (fog) {
    const [red, green, blue] = fog.color.map((value) => Math.round(value * 255));
    pairs.push(
      ...[STATES.fog, 1, STATES.fogColor, ((red! << 16) | (green! << 8) | blue!) >>> 0],
      ...[STATES.fogTableMode, FOG_MODES.indexOf(fog.tableMode)],
      ...[STATES.fogStart, bitsOfFloat(fog.start), STATES.fogEnd, bitsOfFloat(fog.end)],
      ...[STATES.fogDensity, bitsOfFloat(fog.density)],
    );
  }
  return pairs;
}

/** Programs of a draw. */
interface Programs {
  readonly vertex: Uint8Array;
  readonly pixel: Uint8Array;
}

function trialOf(
  vertices: readonly (readonly number[])[],
  legacy: Partial<LegacyStates>,
  rule: Rule,
  programs: Programs = { vertex: VERTEX, pixel: legacy.isPointSprite === true ? SPRITE : PIXEL },
): Trial {
  const words = Uint32Array.from(vertices.flat(), bitsOfFloat);
  const isPoints = legacy.isPointSprite === true;
  const request = new D3d9Request()
    .shader('vs', programs.vertex)
    .shader('ps', programs.pixel)
    .targets(SIZE, SIZE, [FLOAT_TARGET])
    .renderStates(renderStates(legacy))
    .layout(USAGES)
    .vertices(words)
    .draw(isPoints ? PRIMITIVES.points : PRIMITIVES.triangles, vertices.length / (isPoints ? 1 : 3))
    .readTarget(0);
  return {
    text: JSON.stringify({ legacy, vertices }),
    request,
    ours: () => {
      const call = callOf(words, legacy, programs);
      const [{ message } = { message: undefined }] = draw(call).diagnostics;
      if (message !== undefined) throw new Error(message);
      return [new Uint32Array(call.renderTargets[0]!.texture.bytes.slice().buffer)];
    },
    rule: () => rule,
  };
}

function callOf(words: Uint32Array, legacy: Partial<LegacyStates>, { vertex, pixel }: Programs): Sm1DrawCall {
  const target = texture({ dimension: '2d', format: format('A32B32G32R32F', 'd3d9'), width: SIZE, height: SIZE });
  return {
    kind: 'sm1',
    vertex: shaderOf(vertex),
    pixel: shaderOf(pixel),
    streams: [{ bytes: new Uint8Array(words.slice().buffer), stride: VERTEX_BYTES, offset: 0 }],
    declaration: USAGES.map(({ usage, index }, i) => ({
      stream: 0,
      offset: 16 * i,
      format: vertexFormat('FLOAT4')!,
      usage,
      usageIndex: index,
    })),
    topology: legacy.isPointSprite ? 'point-list' : 'triangle-list',
    arguments: {
      isIndexed: false,
      count: (4 * words.length) / VERTEX_BYTES,
      instances: 1,
      first: 0,
      baseVertex: 0,
      firstInstance: 0,
    },
    viewports: [{ x: 0, y: 0, width: SIZE, height: SIZE, minDepth: 0, maxDepth: 1 }],
    scissors: [],
    rasterizer: { ...DEFAULT_RASTERIZER_STATE, cull: 'none' },
    depthStencil: { ...DEFAULT_DEPTH_STENCIL_STATE, isDepthTested: false },
    blend: DEFAULT_BLEND_STATE,
    renderTargets: [view(target)],
    legacy: { ...DEFAULT_LEGACY_STATES, ...legacy },
  };
}

/** An alpha near the reference, equal to it often; each rectangle has one. */
function alphaTest(random: Random): Trial {
  const reference = random.pick([0, 255, random.below(256)]);
  const vertices = Array.from({ length: random.between(1, 5) }, () => {
    const alpha = Math.min(Math.max(reference + random.between(-1, 1), 0), 255) / 255;
    const color = [random.between(1, 16) / 16, random.between(1, 16) / 16, random.between(1, 16) / 16, alpha];
    return rectangle(random, () => [0.5, 1, color, 1]);
  }).flat();
  return trialOf(vertices, { alphaTest: { comparison: random.pick(COMPARISONS), reference } }, { absolute: 2 ** -20 });
}

function fog(random: Random): Trial {
  const start = random.between(0, 8) / 8;
  const state: LegacyFog = {
    color: [random.below(256) / 255, random.below(256) / 255, random.below(256) / 255],
    tableMode: random.pick(FOG_MODES),
    start,
    end: start + random.pick([-0.5, 0.25, 0.5, 1, 2]),
    density: random.between(1, 16) / 8,
    usesW: false,
  };
  const tints = Array.from({ length: random.between(1, 4) }, () =>
    Array.from({ length: 4 }, () => random.between(0, 16) / 16),
  );
  const vertices = tints.flatMap((tint) => {
    const slope = random.between(-8, 8) / 256;
    const flat = random.between(0, 16) / 16;
    return rectangle(random, (x) => [
      Math.min(Math.max(flat + slope * x, 0), 1),
      1,
      tint,
      // Of vertices it is clamped to 0 to 1.
      flat + slope * x * random.pick([1, 4]),
    ]);
  });
  return trialOf(vertices, { fog: state }, { absolute: 2 ** -10 });
}

/**
 * Points with their centers between those of pixels, and an integer number of pixels wide, so that both draw the same
 * ones.
 */
function pointSprites(random: Random): Trial {
  const pointSize = random.pick([2, 4, 8]);
  const vertices = Array.from({ length: random.between(1, 3) }, () => {
    const [x, y] = [random.between(4, 12), random.between(4, 12)];
    return [(2 * (x - 0.5)) / SIZE - 1, 1 - (2 * (y - 0.5)) / SIZE, 0.5, 1, 1, 1, 1, 1, 9, 9, 9, 9];
  });
  return trialOf(vertices, { isPointSprite: true, pointSize }, { absolute: 2 ** -10 });
}

/** Vertex shaders before 3_0 that leave components of an output out, or all of it. */
function leftOut(random: Random): Trial {
  const profile = random.pick(['vs_1_1', 'vs_2_0', 'vs_2_x']);
  const [output, input] = random.pick([
    ['oD0', 'v0'],
    ['oD1', 'v1'],
    ['oT2', 't2'],
  ] as const);
  // Coordinates have no gaps in 1_1.
  const masks =
    profile === 'vs_1_1' && output === 'oT2' ? ['', 'x', 'xy', 'xyz'] : ['', 'x', 'y', 'w', 'xz', 'yzw', 'xyz'];
  const mask = random.pick(masks);
  const write = mask === '' ? '' : `mov ${output}.${mask}, v1\n`;
  const text = `${profile}\ndcl_position v0\ndcl_color v1\nmov oPos, v0\n${write}`;
  const color = Array.from({ length: 4 }, () => random.between(1, 15) / 16);
  const trial = trialOf(
    rectangle(random, () => [0.5, 1, color, 1]),
    {},
    { absolute: 2 ** -20 },
    { vertex: fixed(text), pixel: fixed(`ps_2_0\ndcl ${input}\nmov r0, ${input}\nmov oC0, r0\n`) },
  );
  return { ...trial, text: `${text}${trial.text}` };
}

export const D3D9_DRAW_FAMILIES: readonly Family[] = [
  { name: 'd3d9 draws: alpha test', api: 'd3d9', share: 1, make: alphaTest },
  { name: 'd3d9 draws: fog', api: 'd3d9', share: 2, make: fog },
  { name: 'd3d9 draws: components left out', api: 'd3d9', share: 2, make: leftOut },
  { name: 'd3d9 draws: point sprites', api: 'd3d9', share: 1, make: pointSprites },
];
