/**
 * Draws a scene with WebGPU. Code, bind groups, vertex layout and constants come from the translation of the compiled
 * shaders, its maps, and reflection; nothing is written by hand for a shader.
 */
import { type TranslationBinding, type TranslationMap, translateToWgsl, webgpuPipeline } from 'dxlens/translate';
import { constantBytes } from '../shared/constants.ts';
import type { Drawing, Picture, Scene } from '../shared/scene.ts';
import { halfPixel, loadShaders, runtimeFloats } from '../shared/translated.ts';

const DEPTH_FORMAT = 'depth32float';

/** Shaders of a scene in WGSL, with what the pipeline is made of. */
export interface Translated {
  readonly scene: Drawing;
  /** By stage: the compiled file, the code in WGSL and the map. */
  readonly stages: readonly { readonly bytes: Uint8Array; readonly code: string; readonly map: TranslationMap }[];
  readonly pipeline: ReturnType<typeof webgpuPipeline>;
}

export async function translateScene(scene: Scene): Promise<Translated> {
  return translateShaders(scene, await loadShaders(scene));
}

/** @param files the compiled shaders: that of vertices, then that of pixels */
export function translateShaders(scene: Drawing, files: readonly Uint8Array[]): Translated {
  const { stages, diagnostics } = translateToWgsl(files, { link: true, constants: 'named' });
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(`${error.code}: ${error.message}`);
  return {
    scene,
    stages: stages.map(({ code, map }, i) => ({ bytes: files[i]!, code, map })),
    pipeline: webgpuPipeline(...stages.map(({ map }) => map)),
  };
}

export class Renderer {
  readonly #device: GPUDevice;
  readonly #translated: Translated;
  readonly #pipeline: GPURenderPipeline;
  readonly #groups: readonly GPUBindGroup[];
  /** Buffers of constants with the rows of the map that they are for. */
  readonly #constants: { readonly buffer: GPUBuffer; readonly bytes: Uint8Array; readonly row: TranslationBinding }[] =
    [];
  readonly #vertices: GPUBuffer;
  readonly #indices: GPUBuffer;

  constructor(device: GPUDevice, translated: Translated, format: GPUTextureFormat) {
    this.#device = device;
    this.#translated = translated;
    const { scene, stages, pipeline } = translated;
    const [vertex, fragment] = stages.map(({ code }) => device.createShaderModule({ code }));
    const layouts = pipeline.bindGroupLayouts.map((one) => device.createBindGroupLayout(one));
    this.#pipeline = device.createRenderPipeline({
      layout: device.createPipelineLayout({ bindGroupLayouts: layouts }),
      vertex: {
        module: vertex!,
        entryPoint: pipeline.vertex!.entryPoint,
        buffers: [vertexLayout(scene, stages[0]!.map)],
      },
      fragment: { module: fragment!, entryPoint: pipeline.fragment!.entryPoint, targets: [{ format }] },
      primitive: { frontFace: 'cw', cullMode: 'back' },
      depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: true, depthCompare: 'less-equal' },
    });
    const entries: GPUBindGroupEntry[][] = layouts.map(() => []);
    for (const { bytes, map } of stages)
      for (const row of map.bindings)
        entries[row.group]!.push({ binding: row.binding, resource: this.#resource(bytes, map, row) });
    this.#groups = layouts.map((layout, i) => device.createBindGroup({ layout, entries: entries[i]! }));
    this.#vertices = bufferOf(device, scene.vertices, GPUBufferUsage.VERTEX);
    this.#indices = bufferOf(device, scene.indices, GPUBufferUsage.INDEX);
  }

  /** Draws the scene at a time. */
  draw(target: GPUTextureView, time: number): void {
    const { scene } = this.#translated;
    const values = scene.constants(time);
    for (const { buffer, bytes, row } of this.#constants)
      this.#device.queue.writeBuffer(buffer, 0, constantBytes(bytes, row.register, row.minSize ?? 0, values));
    const depth = this.#device.createTexture({
      size: [scene.size, scene.size],
      format: DEPTH_FORMAT,
      usage: GPUTextureUsage.RENDER_ATTACHMENT,
    });
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      colorAttachments: [{ view: target, clearValue: scene.background, loadOp: 'clear', storeOp: 'store' }],
      depthStencilAttachment: {
        view: depth.createView(),
        depthClearValue: 1,
        depthLoadOp: 'clear',
        depthStoreOp: 'discard',
      },
    });
    pass.setPipeline(this.#pipeline);
    for (const [i, group] of this.#groups.entries()) pass.setBindGroup(i, group);
    pass.setVertexBuffer(0, this.#vertices);
    pass.setIndexBuffer(this.#indices, 'uint16');
    pass.drawIndexed(scene.indices.length);
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
    depth.destroy();
  }

  /** The resource to bind for a row of a map. */
  #resource(bytes: Uint8Array, map: TranslationMap, row: TranslationBinding): GPUBindingResource {
    const { scene } = this.#translated;
    switch (row.type) {
      case 'cbv': {
        const { byteLength: size } = constantBytes(bytes, row.register, row.minSize ?? 0, scene.constants(0));
        const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
        const buffer = this.#device.createBuffer({ size, usage });
        this.#constants.push({ buffer, bytes, row });
        return { buffer };
      }
      case 'runtime':
        return {
          buffer: bufferOf(
            this.#device,
            runtimeFloats(map, row, { half_pixel: halfPixel(scene) }),
            GPUBufferUsage.UNIFORM,
          ),
        };
      case 'srv':
        return textureOf(this.#device, scene.textures[row.register]!).createView();
      case 'sampler': {
        const mode = scene.addressModes[row.register]!;
        return this.#device.createSampler({
          addressModeU: mode,
          addressModeV: mode,
          magFilter: 'linear',
          minFilter: 'linear',
        });
      }
      default:
        throw new Error(`nothing to bind for ${row.name}`);
    }
  }
}

/** Where each input of the vertex shader is in a vertex of the scene. */
function vertexLayout({ attributes }: Drawing, map: TranslationMap): GPUVertexBufferLayout {
  let offset = 0;
  const found: GPUVertexAttribute[] = [];
  for (const { semantic, components } of attributes) {
    const input = map.inputs.find((one) => one.semantic.toUpperCase() === semantic && one.index === 0);
    if (input?.location !== undefined)
      found.push({ format: `float32x${components}`, offset, shaderLocation: input.location });
    offset += 4 * components;
  }
  return { arrayStride: offset, attributes: found };
}

function bufferOf(
  device: GPUDevice,
  data: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  usage: number,
): GPUBuffer {
  const size = Math.ceil(data.byteLength / 4) * 4;
  const buffer = device.createBuffer({ size, usage, mappedAtCreation: true });
  new Uint8Array(buffer.getMappedRange()).set(new Uint8Array(data.buffer));
  buffer.unmap();
  return buffer;
}

function textureOf(device: GPUDevice, { width, height, pixels }: Picture): GPUTexture {
  const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
  const texture = device.createTexture({ size: [width, height], format: 'rgba8unorm', usage });
  device.queue.writeTexture({ texture }, pixels, { bytesPerRow: 4 * width }, [width, height]);
  return texture;
}
