/**
 * A draw that runs on Wine and in src/vm/draw from one description: vertices with a position and a color, states, one
 * target, and perhaps a depth target. The pixel shader puts the color out.
 *
 * Not for: random descriptions (families-draws.ts).
 */

import { fill, format, texture, view } from '../../smith/checks/textures.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { decodeTexel } from '../../src/formats/texel.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { bitsOfFloat, floatOfBits } from '../../src/numerics/conversion.ts';
import { Bindings } from '../../src/vm/bindings.ts';
import { draw } from '../../src/vm/draw/draw.ts';
import {
  type InputElement,
  type Sm4DrawCall,
  type Sm4DrawShader,
  type Sm4Stages,
  sm4DrawShader,
} from '../../src/vm/draw/draw-call.ts';
import type { DrawArguments, IndexBuffer, Topology } from '../../src/vm/draw/draw-common.ts';
import {
  type BlendState,
  DEFAULT_BLEND_STATE,
  DEFAULT_DEPTH_STENCIL_STATE,
  DEFAULT_RASTERIZER_STATE,
  type DepthStencilState,
  type RasterizerState,
} from '../../src/vm/draw/states.ts';
import type { TextureView } from '../../src/vm/texture/texture-view.ts';
import { D3d11Request } from '../../tools/executor/d3d11-request.ts';
import { assembled } from './compute.ts';
import { resolve } from './resolve.ts';
import { type SignatureElement, signature } from './signatures.ts';
import type { Trial } from './trial.ts';

/** Pixels of the target in each direction where a draw does not say. */
export const SIZE = 32;

/** D3D_PRIMITIVE_TOPOLOGY of what is drawn. */
const TOPOLOGY_CODES = {
  'point-list': 1,
  'line-list': 2,
  'line-strip': 3,
  'triangle-list': 4,
  'triangle-strip': 5,
  /** Of one control point. */
  'patch-list': 33,
} as const satisfies Partial<Record<Topology, number>>;

export interface RandomDraw {
  readonly topology: keyof typeof TOPOLOGY_CODES;
  /** Pixels of the target in each direction. Default: {@link SIZE}. */
  readonly size?: number;
  /** Listings of a hull and a domain shader, and the constants of the hull shader. */
  readonly tessellation?: { readonly hull: string; readonly domain: string; readonly factors: readonly number[] };
  /** Eight numbers each: position, color. */
  readonly vertices: readonly (readonly number[])[];
  readonly indices?: { readonly buffer: IndexBuffer; readonly arguments: DrawArguments };
  /** Samples of the target, whose averages are compared. Default: 1. */
  readonly samples?: number;
  /** How the color is interpolated. */
  readonly mode: 'constant' | 'linear' | 'linear noperspective';
  /** Names of DXGI formats. */
  readonly target: string;
  readonly depth?: 'D32_FLOAT' | 'D24_UNORM_S8_UINT';
  readonly clear: readonly [number, number, number, number];
  readonly clearDepth?: number;
  readonly clearStencil?: number;
  /** Left, top, width, height. */
  readonly viewport?: readonly [number, number, number, number];
  readonly depthRange?: readonly [number, number];
  readonly scissor?: readonly [number, number, number, number];
  readonly rasterizer?: Partial<RasterizerState>;
  readonly depthStencil?: Partial<DepthStencilState>;
  readonly blend?: Partial<BlendState>;
}

/** How pixels are compared: each component and, where there is a depth target, depth and stencil. */
export interface Tolerance {
  /** Of floats, and of components that are numbers from 0 to 1: largest difference, absolute or relative. */
  readonly absolute?: number;
  readonly relative?: number;
  /** Of depths. */
  readonly depth?: number;
  /** Pixels at edges may be covered in one of both: at most so many. */
  readonly edgePixels?: number;
}

const POSITION: SignatureElement = { name: 'SV_Position', register: 0, systemValue: 'POS', format: 'float' };
const COLOR: SignatureElement = { name: 'COLOR', register: 1, format: 'float' };
const TARGET: SignatureElement = { name: 'SV_Target', register: 0, systemValue: 'TARGET', format: 'float' };

const VERTEX = assembled(`${signature('Input', [{ ...POSITION, name: 'POSITION', systemValue: 'NONE' }, COLOR])}
${signature('Output', [POSITION, COLOR])}
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v0.xyzw
dcl_input v1.xyzw
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
mov o0.xyzw, v0.xyzw
mov o1.xyzw, v1.xyzw
ret
`);

const PIXELS = Object.fromEntries(
  (['constant', 'linear', 'linear noperspective'] as const).map((mode) => [
    mode,
    assembled(`${signature('Input', [POSITION, COLOR])}
${signature('Output', [TARGET])}
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps ${mode} v1.xyzw
dcl_output o0.xyzw
mov o0.xyzw, v1.xyzw
ret
`),
  ]),
) as Readonly<Record<RandomDraw['mode'], Uint8Array>>;

function shaderOf(bytes: Uint8Array): Sm4DrawShader {
  const { programs, container } = openShaderFile(bytes);
  return sm4DrawShader(readSm4(programs[0]!.words), container);
}

const VERTEX_SHADER = shaderOf(VERTEX);
const VERTEX_BYTES = 32;
const LAYOUT: readonly InputElement[] = ['POSITION', 'COLOR'].map((semantic, i) => ({
  semantic,
  semanticIndex: 0,
  format: format('R32G32B32A32_FLOAT'),
  slot: 0,
  offset: 16 * i,
  perInstance: false,
  stepRate: 0,
}));

/** The trial of a draw. */
export function drawTrial(of: RandomDraw, tolerance: Tolerance): Trial {
  const call = callOf(of);
  return {
    text: JSON.stringify(of, undefined, 1),
    request: requestOf(of, call),
    ours: () => {
      const { target, depthTarget } = targetsOf(of);
      const { diagnostics } = draw({ ...call, renderTargets: [target], ...(depthTarget && { depthTarget }) });
      if (diagnostics.length > 0) throw new Error(diagnostics[0]!.message);
      return [averaged(target), ...(depthTarget ? [depthTarget] : [])].map(({ texture: { bytes } }) => wordsOf(bytes));
    },
    rule: () => 'bits',
    check: (ours, theirs) => differenceOf(of, tolerance, ours, theirs),
  };
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}

/** The averages of the samples of a target; the target itself, if it has one sample. */
function averaged(target: TextureView): TextureView {
  const { format: of, width, height, samples } = target.texture;
  if (samples === 1) return target;
  const to = view(texture({ dimension: '2d', format: of, width, height }));
  const [fault] = resolve(target, to);
  if (fault !== undefined) throw new Error(fault.message);
  return to;
}

function targetsOf({ target, depth, clear, clearDepth = 1, clearStencil = 0, size = SIZE, samples = 1 }: RandomDraw): {
  target: TextureView;
  depthTarget: TextureView | undefined;
} {
  const made = (name: string, values: readonly number[], count = 1) =>
    view(
      fill(texture({ dimension: '2d', format: format(name), width: size, height: size, samples: count }), () => values),
    );
  return {
    target: made(target, clear, samples),
    depthTarget: depth && clearedDepth(made(depth, [clearDepth]), clearStencil),
  };
}

/** The texels of D24_UNORM_S8_UINT have the stencil in their highest byte. */
function clearedDepth(made: TextureView, stencil: number): TextureView {
  const { bytes } = made.texture;
  if (made.format.name === 'D24_UNORM_S8_UINT') for (let i = 3; i < bytes.length; i += 4) bytes[i] = stencil;
  return made;
}

function callOf(of: RandomDraw): Sm4DrawCall {
  const { size = SIZE } = of;
  const [x, y, width, height] = of.viewport ?? [0, 0, size, size];
  const [minDepth, maxDepth] = of.depthRange ?? [0, 1];
  const [left, top, right, bottom] = of.scissor ?? [0, 0, size, size];
  return {
    kind: 'sm4',
    stages: { vertex: VERTEX_SHADER, pixel: shaderOf(PIXELS[of.mode]), ...tessellationOf(of) },
    vertexBuffers: [
      { bytes: new Uint8Array(Float32Array.from(of.vertices.flat()).buffer), stride: VERTEX_BYTES, offset: 0 },
    ],
    inputLayout: LAYOUT,
    topology: of.topology,
    patchControlPoints: 1,
    arguments: of.indices?.arguments ?? {
      isIndexed: false,
      count: of.vertices.length,
      instances: 1,
      first: 0,
      baseVertex: 0,
      firstInstance: 0,
    },
    ...(of.indices && { indexBuffer: of.indices.buffer }),
    viewports: [{ x, y, width, height, minDepth, maxDepth }],
    scissors: [{ left, top, right, bottom }],
    rasterizer: { ...DEFAULT_RASTERIZER_STATE, cull: 'none', isScissored: of.scissor !== undefined, ...of.rasterizer },
    depthStencil: { ...DEFAULT_DEPTH_STENCIL_STATE, isDepthTested: of.depth !== undefined, ...of.depthStencil },
    blend: { ...DEFAULT_BLEND_STATE, ...of.blend },
    renderTargets: [],
  };
}

function tessellationOf({ tessellation }: RandomDraw): Partial<Sm4Stages> {
  if (tessellation === undefined) return {};
  const bindings = new Bindings();
  bindings.constantBuffers.set(0, Uint32Array.from(tessellation.factors, bitsOfFloat));
  return {
    hull: { ...shaderOf(assembled(tessellation.hull)), bindings },
    domain: shaderOf(assembled(tessellation.domain)),
  };
}

function requestOf(of: RandomDraw, call: Sm4DrawCall): D3d11Request {
  const { size = SIZE } = of;
  const vertices = Uint32Array.from(of.vertices.flat(), bitsOfFloat);
  const request = new D3d11Request()
    .shader('vs', VERTEX)
    .shader('ps', PIXELS[of.mode])
    .targets(size, size, [format(of.target).code], of.samples)
    .clear(0, of.clear)
    .viewport(call.viewports[0]!, call.scissors[0]!)
    .rasterizer(call.rasterizer)
    .depthStencil(call.depthStencil)
    .blend(call.blend)
    .layout(
      VERTEX_BYTES,
      LAYOUT.map(({ semantic, format: { code }, offset }) => ({ name: semantic, format: code, offset })),
    )
    .vertices(vertices);
  if (of.depth) request.depthTarget(size, size, format(of.depth).code, of.clearDepth ?? 1, of.clearStencil ?? 0);
  if (of.tessellation) {
    const { hull, domain, factors } = of.tessellation;
    request.shader('hs', assembled(hull)).shader('ds', assembled(domain));
    request.constants('hs', 0, Uint32Array.from(factors, bitsOfFloat));
  }
  const topology = TOPOLOGY_CODES[of.topology];
  if (of.indices) request.indices(of.indices.buffer).drawIndexed(topology, of.indices.arguments);
  else request.draw(topology, of.vertices.length);
  request.readTarget(0, format(of.target).blockBytes);
  if (of.depth) request.readDepth();
  return request;
}

type Pixel = readonly [number, number, number, number];

/** The pixels of a target as floats. */
function pixelsOf(name: string, words: Uint32Array, size: number): Pixel[] {
  const of = format(name);
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  const texel = new Uint32Array(4);
  return Array.from({ length: size * size }, (_, i) => {
    decodeTexel(of, bytes, i * of.blockBytes, texel);
    return Array.from(texel, floatOfBits) as unknown as Pixel;
  });
}

function differenceOf(
  of: RandomDraw,
  tolerance: Tolerance,
  ours: readonly Uint32Array[],
  theirs: readonly Uint32Array[],
): string | undefined {
  const { size = SIZE } = of;
  const [a, b] = [pixelsOf(of.target, ours[0]!, size), pixelsOf(of.target, theirs[0]!, size)];
  const wrong: string[] = [];
  let edges = 0;
  for (let i = 0; i < a.length; i++) {
    if (a[i]!.every((value, component) => isNear(tolerance, value, b[i]![component]!))) continue;
    if ((isEdge(a, i, size) || isEdge(b, i, size)) && edges++ < (tolerance.edgePixels ?? 0)) continue;
    wrong.push(`pixel ${i % size}, ${Math.floor(i / size)}: ours ${a[i]!.join(' ')}; Wine's ${b[i]!.join(' ')}`);
  }
  if (of.depth !== undefined && edges === 0) wrong.push(...depthDifferences(of, tolerance, ours[1]!, theirs[1]!));
  return wrong.length === 0 ? undefined : [`${wrong.length} differences`, ...wrong.slice(0, 6)].join('\n');
}

function isNear({ absolute = 0, relative = 0 }: Tolerance, a: number, b: number): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  return Math.abs(a - b) <= Math.max(absolute, relative * Math.abs(a));
}

/** Whether a pixel has another color than one next to it. */
function isEdge(pixels: readonly Pixel[], i: number, size: number): boolean {
  const x = i % size;
  const neighbors = [x > 0 ? i - 1 : i, x < size - 1 ? i + 1 : i, i - size, i + size];
  return neighbors.some((other) => pixels[other]?.some((value, component) => value !== pixels[i]![component]));
}

function depthDifferences(
  { depth: name, size = SIZE }: RandomDraw,
  { depth = 0 }: Tolerance,
  ours: Uint32Array,
  theirs: Uint32Array,
): string[] {
  const isFloat = name === 'D32_FLOAT';
  const depthOf = (word: number) => (isFloat ? floatOfBits(word) : (word & 0xff_ffff) / 0xff_ffff);
  const stencilOf = (word: number) => (isFloat ? 0 : word >>> 24);
  return [...ours].flatMap((word, i) => {
    // Wine gives the texels as OpenGL has them, with the stencil in the lowest byte.
    const other = isFloat ? theirs[i]! : (theirs[i]! >>> 8) | (theirs[i]! << 24);
    const isSame = Math.abs(depthOf(word) - depthOf(other)) <= depth && stencilOf(word) === stencilOf(other);
    if (isSame) return [];
    const shown = (of: number) => `${depthOf(of)} (stencil ${stencilOf(of)})`;
    return [`depth at ${i % size}, ${Math.floor(i / size)}: ours ${shown(word)}; Wine's ${shown(other)}`];
  });
}
