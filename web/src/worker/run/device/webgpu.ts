/** Draws a translated pixel shader with WebGPU. */
import { type TranslationBinding, webgpuPipeline } from 'dxlens/translate';
import type { RunSetup } from '../../../model/run/job.ts';
import { constantBuffers, elementBytes, runtimeBuffer } from './buffers.ts';
import { isFrontFace } from './refusals.ts';
import { depthsOf, registerOf, textureFor } from './textures.ts';
import type { DeviceShader, OrRefusal } from './translated.ts';
import { BUFFER_USAGE, MAP_READ, TEXTURE_USAGE } from './usage.ts';
import { POSITION_BYTES, type VertexInput } from './vertices.ts';
import type { Drawing } from './webgl2.ts';

const TARGET = 'rgba8unorm';
const DEPTH = 'depth32float';
const ATTRIBUTE_BYTES = 16;
/** Rows of a copy begin at multiples of it. */
const ROW_ALIGNMENT = 256;

let opening: Promise<OrRefusal<GPUDevice>> | undefined;

/** The device of the browser, or why there is none. */
export function webgpuDevice(): Promise<OrRefusal<GPUDevice>> {
  opening ??= openDevice();
  return opening;
}

async function openDevice(): Promise<OrRefusal<GPUDevice>> {
  const { gpu } = navigator as { readonly gpu?: GPU };
  if (gpu === undefined) return 'This browser has no WebGPU.';
  const adapter = await gpu.requestAdapter();
  if (adapter === null) return 'This browser has WebGPU, but no device for it.';
  const wanted = ['clip-distances', 'primitive-index'].filter((one) => adapter.features.has(one));
  const device = await adapter.requestDevice({ requiredFeatures: wanted as GPUFeatureName[] });
  // A lost device is opened again with the next picture.
  void device.lost.then(() => {
    opening = undefined;
  });
  return device;
}

/** The pixels, rows from the top; alpha is 0 where something was drawn. */
export async function drawWithWebgpu(shader: DeviceShader, drawing: Drawing): Promise<OrRefusal<Uint8Array>> {
  const device = await webgpuDevice();
  if (typeof device === 'string') return device;
  const { requires } = shader.map;
  const lacking = requires.features.find((feature) => !device.features.has(feature));
  if (lacking !== undefined) return `The device does not have the feature ${lacking}.`;
  const limits = device.limits as unknown as Readonly<Record<string, number | undefined>>;
  for (const [name, value] of Object.entries(requires.limits))
    if ((limits[name] ?? value) < value)
      return `The device has a limit of ${limits[name]} for ${name}; the shader needs ${value}.`;
  const made: { destroy(): void }[] = [];
  device.pushErrorScope('validation');
  let pixels: OrRefusal<Uint8Array>;
  try {
    pixels = await draw(device, shader, drawing, made);
  } catch (error) {
    pixels = error instanceof Error ? error.message : String(error);
  }
  const error = await device.popErrorScope();
  for (const one of made) one.destroy();
  return error === null ? pixels : `WebGPU refuses the shader: ${error.message}`;
}

async function draw(
  device: GPUDevice,
  shader: DeviceShader,
  { setup, inputs, vertices, size }: Drawing,
  made: { destroy(): void }[],
): Promise<OrRefusal<Uint8Array>> {
  const pipeline = pipelineFor(device, shader, inputs, isFrontFace(setup));
  const resources = resourcesOf(device, shader, setup, made);
  if (typeof resources === 'string') return resources;
  const target = textureWith(device, size, TARGET, TEXTURE_USAGE.target | TEXTURE_USAGE.copyFrom);
  const depth = textureWith(device, size, DEPTH, TEXTURE_USAGE.target);
  const buffer = bufferWith(device, new Uint8Array(vertices.data), BUFFER_USAGE.vertex);
  const rowBytes = Math.ceil((4 * size) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
  const copy = device.createBuffer({ size: rowBytes * size, usage: BUFFER_USAGE.copyTo | BUFFER_USAGE.mapRead });
  made.push(target, depth, buffer, copy);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginRenderPass({
    colorAttachments: [{ view: target.createView(), clearValue: [0, 0, 0, 1], loadOp: 'clear', storeOp: 'store' }],
    depthStencilAttachment: {
      view: depth.createView(),
      depthClearValue: 1,
      depthLoadOp: 'clear',
      depthStoreOp: 'discard',
    },
  });
  pass.setPipeline(pipeline.pipeline);
  for (const [i, entries] of resources.entries())
    pass.setBindGroup(i, device.createBindGroup({ layout: pipeline.layouts[i]!, entries }));
  pass.setVertexBuffer(0, buffer);
  pass.draw(vertices.count);
  pass.end();
  encoder.copyTextureToBuffer({ texture: target }, { buffer: copy, bytesPerRow: rowBytes }, [size, size]);
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(MAP_READ);
  const rows = new Uint8Array(copy.getMappedRange());
  const pixels = new Uint8Array(4 * size * size);
  for (let y = 0; y < size; y++) pixels.set(rows.subarray(y * rowBytes, y * rowBytes + 4 * size), 4 * size * y);
  copy.unmap();
  return pixels;
}

interface Pipeline {
  readonly device: GPUDevice;
  readonly code: string;
  readonly isFront: boolean;
  readonly pipeline: GPURenderPipeline;
  readonly layouts: readonly GPUBindGroupLayout[];
}

let lastPipeline: Pipeline | undefined;

/** The pipeline of a shader; the last one is cached. */
function pipelineFor(
  device: GPUDevice,
  { code, map }: DeviceShader,
  inputs: readonly VertexInput[],
  isFront: boolean,
): Pipeline {
  if (lastPipeline?.device === device && lastPipeline.code === code && lastPipeline.isFront === isFront)
    return lastPipeline;
  const layouts = webgpuPipeline(map).bindGroupLayouts.map((one) => device.createBindGroupLayout(one));
  const stride = POSITION_BYTES + ATTRIBUTE_BYTES * inputs.length;
  const pipeline = device.createRenderPipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: layouts }),
    vertex: {
      module: device.createShaderModule({ code: vertexShader(inputs) }),
      buffers: [
        {
          arrayStride: stride,
          attributes: [{ format: 'float32x2', offset: 0, shaderLocation: 0 }, ...inputs.map(attributeOf)],
        },
      ],
    },
    fragment: {
      module: device.createShaderModule({ code }),
      entryPoint: map.entryPoint,
      targets: [
        {
          format: TARGET,
          // Drawn pixels have an alpha of 0, and discarded ones keep the 1 of the background.
          blend: {
            color: { srcFactor: 'one', dstFactor: 'zero', operation: 'add' },
            alpha: { srcFactor: 'zero', dstFactor: 'zero', operation: 'add' },
          },
        },
      ],
    },
    primitive: { frontFace: isFront ? 'cw' : 'ccw', cullMode: 'none' },
    depthStencil: { format: DEPTH, depthWriteEnabled: false, depthCompare: 'always' },
  });
  lastPipeline = { device, code, isFront, pipeline, layouts };
  return lastPipeline;
}

function attributeOf({ type }: VertexInput, i: number): GPUVertexAttribute {
  const format = ({ f32: 'float32x4', i32: 'sint32x4', u32: 'uint32x4' } as const)[type];
  return { format, offset: POSITION_BYTES + ATTRIBUTE_BYTES * i, shaderLocation: i + 1 };
}

/** A vertex shader that gives each input of a pixel shader. */
function vertexShader(inputs: readonly VertexInput[]): string {
  const fields = inputs.map(({ location, type, element }, i) => {
    const vector = `vec4${type[0]}`;
    const how = type !== 'f32' ? 'flat' : element.interpolation;
    return {
      parameter: `@location(${i + 1}) value${i}: ${vector}`,
      member: `  @location(${location})${how === undefined ? '' : ` @interpolate(${how})`} value${i}: ${vector},`,
      line: `  result.value${i} = value${i};`,
    };
  });
  return `struct Result {
  @builtin(position) position: vec4f,
${fields.map(({ member }) => member).join('\n')}
}

@vertex
fn main(${['@location(0) place: vec2f', ...fields.map(({ parameter }) => parameter)].join(', ')}) -> Result {
  var result: Result;
  result.position = vec4f(place.x, -place.y, 0.5, 1.0);
${fields.map(({ line }) => line).join('\n')}
  return result;
}
`;
}

/** The entries of each bind group, or why something cannot be bound. */
function resourcesOf(
  device: GPUDevice,
  { map }: DeviceShader,
  setup: RunSetup,
  made: { destroy(): void }[],
): OrRefusal<GPUBindGroupEntry[][]> {
  const constants = constantBuffers(setup, map);
  if (typeof constants === 'string') return constants;
  const groups: GPUBindGroupEntry[][] = webgpuPipeline(map).bindGroupLayouts.map(() => []);
  for (const row of map.bindings) {
    const resource = resourceOf(row);
    if (typeof resource === 'string') return resource;
    groups[row.group]!.push({ binding: row.binding, resource });
  }
  return groups;

  function resourceOf(row: TranslationBinding): OrRefusal<GPUBindingResource> {
    switch (row.kind) {
      case 'uniformBuffer':
        return bufferFrom(row.type === 'runtime' ? runtimeBuffer(map, row) : constantsOf(row), BUFFER_USAGE.uniform);
      case 'readOnlyStorageBuffer': {
        const control = setup.plan.buffers.find(({ register }) => register === registerOf(setup, row));
        if (control === undefined) return `Nothing is bound to ${row.name}, which only the interpreter allows.`;
        return bufferFrom(
          elementBytes(control, setup.settings.buffers[control.register] ?? [], row),
          BUFFER_USAGE.storage,
        );
      }
      case 'sampler':
      case 'comparisonSampler':
        return samplerOf(device, row, setup);
      case 'texture':
      case 'depthTexture':
        return viewOf(row);
      default:
        return `${row.name} cannot be bound here: it is a ${row.kind}.`;
    }
  }

  function constantsOf({ name }: TranslationBinding): OrRefusal<Uint8Array<ArrayBuffer>> {
    return (constants as Exclude<typeof constants, string>).get(name) ?? `${name} has no values.`;
  }

  function bufferFrom(bytes: OrRefusal<Uint8Array<ArrayBuffer>>, usage: number): OrRefusal<GPUBindingResource> {
    if (typeof bytes === 'string') return bytes;
    const buffer = bufferWith(device, bytes, usage);
    made.push(buffer);
    return { buffer };
  }

  function viewOf(row: TranslationBinding): OrRefusal<GPUBindingResource> {
    const found = textureFor(setup, row);
    if (typeof found === 'string') return found;
    const { picture, layers } = found;
    const { width, height } = picture;
    const isDepth = row.kind === 'depthTexture';
    const format = isDepth
      ? 'depth16unorm'
      : row.sampleType === 'uint'
        ? 'rgba8uint'
        : row.sampleType === 'sint'
          ? 'rgba8sint'
          : 'rgba8unorm';
    const texture = device.createTexture({
      size: [width, height, layers],
      format,
      dimension: row.viewDimension === '3d' ? '3d' : '2d',
      usage: TEXTURE_USAGE.binding | TEXTURE_USAGE.copyTo,
    });
    made.push(texture);
    const data = isDepth ? depthsOf(picture) : picture.pixels;
    const texel = isDepth ? 2 : 4;
    const layout = { bytesPerRow: texel * width, rowsPerImage: height };
    device.queue.writeTexture({ texture }, data, layout, [width, height, layers]);
    return texture.createView({ dimension: (row.viewDimension ?? '2d') as GPUTextureViewDimension });
  }
}

function samplerOf(device: GPUDevice, { kind }: TranslationBinding, { settings }: RunSetup): GPUSampler {
  const address = settings.isRepeating ? 'repeat' : 'clamp-to-edge';
  const filter = settings.isSmooth ? 'linear' : 'nearest';
  return device.createSampler({
    addressModeU: address,
    addressModeV: address,
    addressModeW: address,
    magFilter: filter,
    minFilter: filter,
    ...(kind === 'comparisonSampler' && { compare: 'less-equal' as const }),
  });
}

function textureWith(device: GPUDevice, size: number, format: GPUTextureFormat, usage: number): GPUTexture {
  return device.createTexture({ size: [size, size], format, usage });
}

function bufferWith(device: GPUDevice, bytes: Uint8Array<ArrayBuffer>, usage: number): GPUBuffer {
  const buffer = device.createBuffer({ size: Math.max(bytes.length, 16), usage, mappedAtCreation: true });
  new Uint8Array(buffer.getMappedRange()).set(bytes);
  buffer.unmap();
  return buffer;
}
