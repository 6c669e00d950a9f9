/** A request to the executor for Direct3D 11: shaders, resources, draws and dispatches, and what to read back. */
import { bitsOfFloat } from '../../src/base/numerics/conversion.ts';
import type { Viewport } from '../../src/vm/draw/clip.ts';
import type { DrawArguments, IndexBuffer } from '../../src/vm/draw/draw-common.ts';
import type { PixelRectangle } from '../../src/vm/draw/raster-quads.ts';
import {
  BLEND_FACTORS,
  BLEND_OPERATIONS,
  type BlendEquation,
  type BlendState,
  type DepthStencilState,
  type RasterizerState,
  STENCIL_OPERATIONS,
} from '../../src/vm/draw/states.ts';
import { ADDRESS_MODES, COMPARISONS, type Sampler } from '../../src/vm/texture/sampler.ts';
import type { Texture } from '../../src/vm/texture/texture.ts';
import type { TextureView, ViewDimension } from '../../src/vm/texture/texture-view.ts';
import { fixedName, Request, words } from './request.ts';

/** The commands of d3d11.c. */
const COMMAND = {
  shader: 1,
  streamOutput: 2,
  constants: 3,
  buffer: 4,
  texture: 5,
  view: 6,
  unorderedView: 7,
  sampler: 8,
  targets: 9,
  layout: 10,
  vertices: 11,
  draw: 12,
  dispatch: 13,
  readTarget: 14,
  readBuffer: 15,
  readCounter: 16,
  readTexture: 17,
  readStream: 18,
  clear: 19,
  rasterizer: 20,
  depthStencil: 21,
  blend: 22,
  viewport: 23,
  depthTarget: 24,
  readDepth: 25,
  indices: 26,
  drawIndexed: 27,
} as const;

/** By their numbers in d3d11.c. */
const STAGES = ['vs', 'hs', 'ds', 'gs', 'ps', 'cs'] as const;
export type Stage = (typeof STAGES)[number];

/** D3D_PRIMITIVE_TOPOLOGY */
export const TOPOLOGY = { points: 1, lines: 2, triangles: 4, triangleStrip: 5, patches: 32 } as const;

export interface StreamEntry {
  readonly stream?: number;
  readonly name: string;
  readonly index?: number;
  readonly first?: number;
  readonly components: number;
  readonly buffer?: number;
}

export interface LayoutElement {
  readonly name: string;
  readonly index?: number;
  /** DXGI_FORMAT */
  readonly format: number;
  readonly offset: number;
}

/** How shaders see a buffer. */
export interface BufferUse {
  readonly kind: 'raw' | 'structured' | 'typed';
  /** Bytes of a structure. */
  readonly stride?: number;
  /** DXGI_FORMAT of a typed buffer, and the bytes of an element. */
  readonly format?: number;
  readonly elementBytes?: number;
  readonly isRead?: boolean;
  readonly isWritten?: boolean;
  /** D3D11_BUFFER_UAV_FLAG_APPEND (2) or _COUNTER (4). */
  readonly flags?: number;
}

const KINDS = { raw: 0, structured: 1, typed: 2 } as const;
/** D3D11_SRV_DIMENSION and D3D11_UAV_DIMENSION. */
const SRV_DIMENSIONS: Readonly<Record<ViewDimension, number>> = {
  '1d': 2,
  '1d-array': 3,
  '2d': 4,
  '2d-array': 5,
  '2d-ms': 6,
  '2d-ms-array': 7,
  '3d': 8,
  cube: 9,
  'cube-array': 10,
};
const UAV_DIMENSIONS: Partial<Readonly<Record<ViewDimension, number>>> = {
  '1d': 2,
  '1d-array': 3,
  '2d': 4,
  '2d-array': 5,
  '3d': 8,
};
/** D3D11_RESOURCE_DIMENSION */
const RESOURCE_DIMENSIONS = { '1d': 2, '2d': 3, '3d': 4 } as const;
const MISC_CUBE = 4;

export class D3d11Request extends Request {
  shader(stage: Stage, bytes: Uint8Array): this {
    return this.add(COMMAND.shader, STAGES.indexOf(stage), bytes);
  }

  /** What the next geometry shader writes to buffers of the given strides and sizes. */
  streamOutput(entries: readonly StreamEntry[], buffers: readonly { stride: number; bytes: number }[]): this {
    const parts = entries.flatMap(({ stream = 0, name, index = 0, first = 0, components, buffer = 0 }) => [
      words([stream, index, first, components, buffer]),
      fixedName(name),
    ]);
    const sizes = words(buffers.flatMap(({ stride, bytes }) => [stride, bytes]));
    return this.add(COMMAND.streamOutput, buffers.length, sizes, ...parts);
  }

  constants(stage: Stage, slot: number, data: Uint32Array): this {
    return this.add(COMMAND.constants, STAGES.indexOf(stage), slot, words(data));
  }

  buffer(id: number, data: Uint8Array, use: BufferUse): this {
    const { kind, stride = 0, format = 0, elementBytes = 0, isRead = false, isWritten = false, flags = 0 } = use;
    const element = kind === 'typed' ? format | (elementBytes << 16) : stride;
    return this.add(COMMAND.buffer, id, KINDS[kind], element, (isRead ? 1 : 0) | (isWritten ? 2 : 0), flags, data);
  }

  /** A texture with its view, which shows all of it. */
  texture(id: number, view: TextureView, isWritten = false): this {
    const { texture, dimension } = view;
    return this.add(
      COMMAND.texture,
      id,
      words([
        RESOURCE_DIMENSIONS[texture.dimension],
        SRV_DIMENSIONS[dimension],
        UAV_DIMENSIONS[dimension] ?? 0,
        texture.format.code,
        view.format.code,
        texture.width,
        texture.height,
        texture.depth,
        texture.layers,
        texture.mips,
        isWritten ? 2 : 1,
        view.isCube ? MISC_CUBE : 0,
      ]),
      words(texture.subresources.flatMap(({ rowBytes, sliceBytes }) => [rowBytes, sliceBytes])),
      texture.bytes,
    );
  }

  view(stage: Stage, slot: number, id: number): this {
    return this.add(COMMAND.view, STAGES.indexOf(stage), slot, id);
  }

  unorderedView(slot: number, id: number, counter = 0xffff_ffff): this {
    return this.add(COMMAND.unorderedView, slot, id, counter);
  }

  sampler(stage: Stage, slot: number, sampler: Sampler): this {
    return this.add(COMMAND.sampler, STAGES.indexOf(stage), slot, words(samplerWords(sampler)));
  }

  /** @param formats DXGI_FORMAT of each target */
  targets(width: number, height: number, formats: readonly number[]): this {
    return this.add(COMMAND.targets, width, height, words(formats));
  }

  layout(stride: number, elements: readonly LayoutElement[]): this {
    const parts = elements.flatMap(({ name, index = 0, format, offset }) => [
      fixedName(name),
      words([index, format, offset]),
    ]);
    return this.add(COMMAND.layout, stride, ...parts);
  }

  vertices(data: Uint32Array): this {
    return this.add(COMMAND.vertices, words(data));
  }

  draw(topology: number, vertices: number, instances = 1): this {
    return this.add(COMMAND.draw, topology, vertices, instances);
  }

  drawIndexed(topology: number, { count, instances, first, baseVertex }: DrawArguments): this {
    return this.add(COMMAND.drawIndexed, topology, count, instances, first, baseVertex);
  }

  indices({ bits, bytes }: IndexBuffer): this {
    return this.add(COMMAND.indices, bits, bytes);
  }

  clear(target: number, color: readonly number[]): this {
    return this.add(COMMAND.clear, target, words(color.map(bitsOfFloat)));
  }

  rasterizer(state: RasterizerState): this {
    return this.add(COMMAND.rasterizer, words(rasterizerWords(state)));
  }

  depthStencil(state: DepthStencilState): this {
    return this.add(COMMAND.depthStencil, words(depthStencilWords(state)));
  }

  /** The states of the first target; its factors of alpha are those of color where it has no equation for alpha. */
  blend(state: BlendState): this {
    return this.add(COMMAND.blend, words(blendWords(state)));
  }

  viewport({ x, y, width, height, minDepth, maxDepth }: Viewport, scissor: PixelRectangle): this {
    const { left, top, right, bottom } = scissor;
    const floats = [x, y, width, height, minDepth, maxDepth].map(bitsOfFloat);
    return this.add(COMMAND.viewport, words([...floats, left, top, right, bottom]));
  }

  /** @param format DXGI_FORMAT */
  depthTarget(width: number, height: number, format: number, depth: number, stencil: number): this {
    return this.add(COMMAND.depthTarget, width, height, format, bitsOfFloat(depth), stencil);
  }

  /** Four bytes of each texel of the depth target. */
  readDepth(): this {
    return this.add(COMMAND.readDepth);
  }

  dispatch(x: number, y: number, z: number): this {
    return this.add(COMMAND.dispatch, x, y, z);
  }

  readTarget(target: number, texelBytes: number): this {
    return this.add(COMMAND.readTarget, target, texelBytes);
  }

  readBuffer(id: number): this {
    return this.add(COMMAND.readBuffer, id);
  }

  readCounter(id: number): this {
    return this.add(COMMAND.readCounter, id);
  }

  /** All bytes of a subresource. */
  readTexture(id: number, texture: Texture, subresource: number): this {
    const { rowBytes, height, depth } = texture.subresources[subresource]!;
    return this.add(COMMAND.readTexture, id, subresource, rowBytes, height, depth);
  }

  readStream(buffer: number): this {
    return this.add(COMMAND.readStream, buffer);
  }
}

/** D3D11_RASTERIZER_DESC */
function rasterizerWords(state: RasterizerState): number[] {
  return [
    state.fill === 'wireframe' ? 2 : 3,
    ['none', 'front', 'back'].indexOf(state.cull) + 1,
    Number(state.isFrontCounterClockwise),
    state.depthBias,
    bitsOfFloat(state.depthBiasClamp),
    bitsOfFloat(state.slopeScaledDepthBias),
    Number(state.isDepthClipped),
    Number(state.isScissored),
    Number(state.isMultisampled),
    Number(state.isLineAntialiased),
  ];
}

function depthStencilWords(state: DepthStencilState): number[] {
  const faces = [state.front, state.back].flatMap(({ fail, depthFail, pass, comparison }) => [
    ...[fail, depthFail, pass].map((operation) => STENCIL_OPERATIONS.indexOf(operation) + 1),
    COMPARISONS.indexOf(comparison) + 1,
  ]);
  return [
    state.stencilReference,
    Number(state.isDepthTested),
    Number(state.isDepthWritten),
    COMPARISONS.indexOf(state.depthComparison) + 1,
    Number(state.isStencilTested),
    state.stencilReadMask,
    state.stencilWriteMask,
    ...faces,
  ];
}

function blendWords({ targets, constant, sampleMask }: BlendState): number[] {
  const { color, alpha, writeMask } = targets[0]!;
  const equation = ({ source, destination, operation }: BlendEquation) => [
    BLEND_FACTORS.indexOf(source) + 1,
    BLEND_FACTORS.indexOf(destination) + 1,
    BLEND_OPERATIONS.indexOf(operation) + 1,
  ];
  const none: BlendEquation = { source: 'one', destination: 'zero', operation: 'add' };
  const equations = [...equation(color ?? none), ...equation(alpha ?? color ?? none)];
  return [sampleMask, ...constant.map(bitsOfFloat), Number(color !== undefined), ...equations, writeMask];
}

const COMPARISON_FILTER = 0x80;
const ANISOTROPIC_FILTER = 0x55;

/** D3D11_SAMPLER_DESC */
function samplerWords(sampler: Sampler): number[] {
  const linear = (filter: string, bit: number) => (filter === 'point' ? 0 : bit);
  const isAnisotropic = sampler.minFilter === 'anisotropic';
  const filter = isAnisotropic
    ? ANISOTROPIC_FILTER
    : linear(sampler.mipFilter, 1) | linear(sampler.magFilter, 4) | linear(sampler.minFilter, 16);
  const address = [sampler.addressU, sampler.addressV, sampler.addressW].map((mode) => ADDRESS_MODES.indexOf(mode) + 1);
  return [
    filter | (sampler.comparison === 'never' ? 0 : COMPARISON_FILTER),
    ...address,
    bitsOfFloat(sampler.lodBias),
    sampler.maxAnisotropy,
    COMPARISONS.indexOf(sampler.comparison) + 1,
    ...sampler.border.map(bitsOfFloat),
    bitsOfFloat(sampler.minLod),
    bitsOfFloat(sampler.maxLod),
  ];
}
