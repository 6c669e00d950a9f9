/** A request to the executor for Direct3D 11: shaders, resources, draws and dispatches, and what to read back. */

import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import type { Viewport } from '../../src/vm/draw/clip.ts';
import type { DrawArguments, IndexBuffer } from '../../src/vm/draw/draw-common.ts';
import type { PixelRectangle } from '../../src/vm/draw/rasterizer.ts';
import type { BlendState, DepthStencilState, RasterizerState } from '../../src/vm/draw/states.ts';
import type { Sampler } from '../../src/vm/texture/sampler.ts';
import type { Texture } from '../../src/vm/texture/texture.ts';
import type { TextureView, ViewDimension } from '../../src/vm/texture/texture-view.ts';
import type { BufferUse, D3d11Command, LayoutElement, Stage } from './d3d11-commands.ts';
import { blendWords, depthStencilWords, rasterizerWords, samplerWords } from './d3d11-states.ts';
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
  targetSamples: 28,
} as const;

/** By their numbers in d3d11.c. */
const STAGES: readonly Stage[] = ['vs', 'hs', 'ds', 'gs', 'ps', 'cs'];

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
/** The access of a texture in d3d11-resources.c. */
const TEXTURE_USES = { read: 1, written: 2, depth: 1 | 4 } as const;
/** DXGI_FORMAT without a type, for textures that are depth targets and read as these formats. */
const TYPELESS_DEPTHS: Readonly<Record<string, number>> = { R32_FLOAT: 39, R16_UNORM: 53 };

export class D3d11Request extends Request {
  /** The commands so far; what they refer to is as it was when they were added. */
  readonly commands: D3d11Command[] = [];

  #record(command: D3d11Command): this {
    this.commands.push(command);
    return this;
  }

  shader(stage: Stage, bytes: Uint8Array): this {
    this.#record({ what: 'shader', stage, bytes });
    return this.add(COMMAND.shader, STAGES.indexOf(stage), bytes);
  }

  /** Sets the data that the next geometry shader writes to buffers of the given strides and sizes. */
  streamOutput(entries: readonly StreamEntry[], buffers: readonly { stride: number; bytes: number }[]): this {
    const parts = entries.flatMap(({ stream = 0, name, index = 0, first = 0, components, buffer = 0 }) => [
      words([stream, index, first, components, buffer]),
      fixedName(name),
    ]);
    this.#record({ what: 'streamOutput' });
    const sizes = words(buffers.flatMap(({ stride, bytes }) => [stride, bytes]));
    return this.add(COMMAND.streamOutput, buffers.length, sizes, ...parts);
  }

  constants(stage: Stage, slot: number, data: Uint32Array): this {
    this.#record({ what: 'constants', stage, slot, data: data.slice() });
    return this.add(COMMAND.constants, STAGES.indexOf(stage), slot, words(data));
  }

  buffer(id: number, data: Uint8Array, use: BufferUse): this {
    const { kind, stride = 0, format = 0, elementBytes = 0, isRead = false, isWritten = false, flags = 0 } = use;
    this.#record({ what: 'buffer', id, data: data.slice(), use });
    const element = kind === 'typed' ? format | (elementBytes << 16) : stride;
    return this.add(COMMAND.buffer, id, KINDS[kind], element, (isRead ? 1 : 0) | (isWritten ? 2 : 0), flags, data);
  }

  /** A texture with its view, which shows all of it; one that is a depth target, too, can be compared. */
  texture(id: number, view: TextureView, use: keyof typeof TEXTURE_USES = 'read'): this {
    const { texture, dimension } = view;
    const code = texture.format.code;
    this.#record({ what: 'texture', id, view, bytes: texture.bytes.slice() });
    return this.add(
      COMMAND.texture,
      id,
      words([
        RESOURCE_DIMENSIONS[texture.dimension],
        SRV_DIMENSIONS[dimension],
        UAV_DIMENSIONS[dimension] ?? 0,
        use === 'depth' ? (TYPELESS_DEPTHS[texture.format.name] ?? code) : code,
        view.format.code,
        texture.width,
        texture.height,
        texture.depth,
        texture.layers,
        texture.mips,
        TEXTURE_USES[use],
        view.isCube ? MISC_CUBE : 0,
      ]),
      words(texture.subresources.flatMap(({ rowBytes, sliceBytes }) => [rowBytes, sliceBytes])),
      texture.bytes,
    );
  }

  view(stage: Stage, slot: number, id: number): this {
    this.#record({ what: 'view', stage, slot, id });
    return this.add(COMMAND.view, STAGES.indexOf(stage), slot, id);
  }

  unorderedView(slot: number, id: number, counter = 0xffff_ffff): this {
    this.#record({ what: 'unorderedView', slot, id, counter });
    return this.add(COMMAND.unorderedView, slot, id, counter);
  }

  sampler(stage: Stage, slot: number, sampler: Sampler): this {
    this.#record({ what: 'sampler', stage, slot, sampler });
    return this.add(COMMAND.sampler, STAGES.indexOf(stage), slot, words(samplerWords(sampler)));
  }

  /**
   * @param formats DXGI_FORMAT of each target
   * @param samples of each; {@link readTarget} then gives their averages
   */
  targets(width: number, height: number, formats: readonly number[], samples = 1): this {
    this.#record({ what: 'targets', width, height, formats, samples });
    if (samples > 1) this.add(COMMAND.targetSamples, samples);
    return this.add(COMMAND.targets, width, height, words(formats));
  }

  layout(stride: number, elements: readonly LayoutElement[]): this {
    this.#record({ what: 'layout', stride, elements });
    const parts = elements.flatMap(({ name, index = 0, format, offset }) => [
      fixedName(name),
      words([index, format, offset]),
    ]);
    return this.add(COMMAND.layout, stride, ...parts);
  }

  vertices(data: Uint32Array): this {
    this.#record({ what: 'vertices', data });
    return this.add(COMMAND.vertices, words(data));
  }

  draw(topology: number, vertices: number, instances = 1): this {
    this.#record({ what: 'draw', topology, vertices, instances });
    return this.add(COMMAND.draw, topology, vertices, instances);
  }

  drawIndexed(topology: number, of: DrawArguments): this {
    const { count, instances, first, baseVertex } = of;
    this.#record({ what: 'drawIndexed', topology, arguments: of });
    return this.add(COMMAND.drawIndexed, topology, count, instances, first, baseVertex);
  }

  indices(buffer: IndexBuffer): this {
    const { bits, bytes } = buffer;
    this.#record({ what: 'indices', buffer });
    return this.add(COMMAND.indices, bits, bytes);
  }

  clear(target: number, color: readonly number[]): this {
    this.#record({ what: 'clear', target, color });
    return this.add(COMMAND.clear, target, words(color.map(bitsOfFloat)));
  }

  rasterizer(state: RasterizerState): this {
    this.#record({ what: 'rasterizer', state });
    return this.add(COMMAND.rasterizer, words(rasterizerWords(state)));
  }

  depthStencil(state: DepthStencilState): this {
    this.#record({ what: 'depthStencil', state });
    return this.add(COMMAND.depthStencil, words(depthStencilWords(state)));
  }

  /** The states of the first target; its factors of alpha are those of color where it has no equation for alpha. */
  blend(state: BlendState): this {
    this.#record({ what: 'blend', state });
    return this.add(COMMAND.blend, words(blendWords(state)));
  }

  viewport(viewport: Viewport, scissor: PixelRectangle): this {
    const { x, y, width, height, minDepth, maxDepth } = viewport;
    this.#record({ what: 'viewport', viewport, scissor });
    const { left, top, right, bottom } = scissor;
    const floats = [x, y, width, height, minDepth, maxDepth].map(bitsOfFloat);
    return this.add(COMMAND.viewport, words([...floats, left, top, right, bottom]));
  }

  /** @param format DXGI_FORMAT */
  depthTarget(width: number, height: number, format: number, depth: number, stencil: number): this {
    this.#record({ what: 'depthTarget', width, height, format, depth, stencil });
    return this.add(COMMAND.depthTarget, width, height, format, bitsOfFloat(depth), stencil);
  }

  /** Four bytes of each texel of the depth target. */
  readDepth(): this {
    this.#record({ what: 'readDepth' });
    return this.add(COMMAND.readDepth);
  }

  dispatch(x: number, y: number, z: number): this {
    this.#record({ what: 'dispatch', groups: [x, y, z] });
    return this.add(COMMAND.dispatch, x, y, z);
  }

  readTarget(target: number, texelBytes: number): this {
    this.#record({ what: 'readTarget', target, texelBytes });
    return this.add(COMMAND.readTarget, target, texelBytes);
  }

  readBuffer(id: number): this {
    this.#record({ what: 'readBuffer', id });
    return this.add(COMMAND.readBuffer, id);
  }

  readCounter(id: number): this {
    this.#record({ what: 'readCounter', id });
    return this.add(COMMAND.readCounter, id);
  }

  /** All bytes of a subresource. */
  readTexture(id: number, texture: Texture, subresource: number): this {
    const { rowBytes, height, depth } = texture.subresources[subresource]!;
    this.#record({ what: 'readTexture', id, subresource });
    return this.add(COMMAND.readTexture, id, subresource, rowBytes, height, depth);
  }

  readStream(buffer: number): this {
    this.#record({ what: 'readStream' });
    return this.add(COMMAND.readStream, buffer);
  }
}
