/**
 * Runs trials on WebGPU: Deno's (wgpu with naga) or Dawn's (Tint). Trials come on standard input, answers go to
 * standard output: see protocol.ts.
 *
 *     deno run --unstable-webgpu -A serve.mjs
 *     node --import tsx serve.mjs PATH-OF-DAWN
 *
 * Not for: what a trial means (tools/gpu/trial.ts).
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { WEBGPU_FORMATS } from './formats.ts';
import { STATUS, trialIn } from './protocol.ts';

class Unsupported extends Error {}
class Refused extends Error {}

/** `GPUBufferUsage`, `GPUTextureUsage`, `GPUMapMode`. */
const BUFFER = { mapRead: 1, copySource: 4, copyTarget: 8, index: 16, vertex: 32, uniform: 64, storage: 128 };
const TEXTURE = { copySource: 1, copyTarget: 2, binding: 4, storage: 8, attachment: 16 };
const READ = 1;
/** Bytes of four components of a vertex. */
const VECTOR_SIZE = 16;
const ROW_ALIGNMENT = 256;
const MAX_LOD = 32;

async function openDevice() {
  const dawn = process.argv[2];
  const gpu = dawn === undefined ? globalThis.navigator.gpu : (await import(pathToFileURL(dawn).href)).create([]);
  const adapter = await gpu?.requestAdapter();
  if (!adapter) {
    process.stderr.write('no adapter of WebGPU\n');
    process.exit(2);
  }
  const limits = {};
  for (const name in adapter.limits) if (typeof adapter.limits[name] === 'number') limits[name] = adapter.limits[name];
  // Subgroup sizes are no limits that one may ask for.
  for (const name of Object.keys(limits)) if (/subgroup/i.test(name)) delete limits[name];
  const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features], requiredLimits: limits });
  return { gpu, adapter, device };
}

const { gpu, adapter, device } = await openDevice();
const { queue } = device;
/** Dawn ends an instance that nothing refers to. */
globalThis.kept = [gpu, adapter];

/** What a trial made; destroyed after it. */
let made = [];

function makeBuffer(bytes, usage, size = bytes.length) {
  const buffer = device.createBuffer({ size, usage: usage | BUFFER.copyTarget });
  made.push(buffer);
  if (bytes.length > 0) queue.writeBuffer(buffer, 0, bytes);
  return buffer;
}

function formatOf(name) {
  const format = WEBGPU_FORMATS[name];
  if (format === undefined) throw new Unsupported(`WebGPU has no format ${name}`);
  return format;
}

/**
 * Draws texels to where they cannot be written from memory: depths, and textures with several samples, those of a texel
 * all the same.
 */
const FILL = `
@group(0) @binding(0) var texels: texture_2d<f32>;
@vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  return vec4f(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn depth(@builtin(position) at: vec4f) -> @builtin(frag_depth) f32 {
  return textureLoad(texels, vec2u(at.xy), 0).x;
}
@fragment fn color(@builtin(position) at: vec4f) -> @location(0) vec4f {
  return textureLoad(texels, vec2u(at.xy), 0);
}`;
let fillModule;
let depthFill;

function makeFill(entryPoint, targets, states) {
  fillModule ??= device.createShaderModule({ code: FILL });
  return device.createRenderPipeline({
    layout: 'auto',
    vertex: { module: fillModule, entryPoint: 'vertex' },
    fragment: { module: fillModule, entryPoint, targets },
    ...states,
  });
}

/** Draws the texels in `bytes` to attachments of one size. */
function drawTexels(fill, format, bytes, bytesPerRow, size, attachments) {
  const source = device.createTexture({ size, format, usage: TEXTURE.binding | TEXTURE.copyTarget });
  made.push(source);
  queue.writeTexture({ texture: source }, bytes, { bytesPerRow }, size);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginRenderPass(attachments);
  pass.setPipeline(fill);
  const entries = [{ binding: 0, resource: source.createView() }];
  pass.setBindGroup(0, device.createBindGroup({ layout: fill.getBindGroupLayout(0), entries }));
  pass.draw(3);
  pass.end();
  queue.submit([encoder.finish()]);
}

/** Fills a level of a layer of a depth texture. */
function fillDepth(target, of, subresource, baseArrayLayer, baseMipLevel) {
  if (of.format !== 'R32_FLOAT') throw new Unsupported(`no depth texture from ${of.format}`);
  depthFill ??= makeFill('depth', [], {
    depthStencil: { format: 'depth32float', depthWriteEnabled: true, depthCompare: 'always' },
  });
  const { width, height, offset, bytes, rowBytes } = subresource;
  const view = target.createView({
    dimension: '2d',
    baseArrayLayer,
    arrayLayerCount: 1,
    baseMipLevel,
    mipLevelCount: 1,
  });
  drawTexels(depthFill, 'r32float', of.bytes.subarray(offset, offset + bytes), rowBytes, [width, height], {
    colorAttachments: [],
    depthStencilAttachment: { view, depthLoadOp: 'clear', depthClearValue: 0, depthStoreOp: 'store' },
  });
}

/** A texture with several samples of one layer; WebGPU has no others. */
function makeSampled(of) {
  if (/INT$|SNORM/.test(of.format))
    throw new Unsupported(`WebGPU has no ${of.format} in textures with several samples`);
  const { samples, texelBytes } = of;
  const format = formatOf(of.format);
  const size = [of.width, of.height];
  const usage = TEXTURE.binding | TEXTURE.attachment;
  const texture = device.createTexture({ size, sampleCount: samples, format, usage });
  made.push(texture);
  const texels = new Uint8Array(of.bytes.length / samples);
  for (let i = 0; i < texels.length; i++) {
    const texel = Math.floor(i / texelBytes);
    texels[i] = of.bytes[texel * samples * texelBytes + (i % texelBytes)];
  }
  const fill = makeFill('color', [{ format }], { multisample: { count: samples } });
  drawTexels(fill, format, texels, of.subresources[0].rowBytes / samples, size, {
    colorAttachments: [{ view: texture.createView(), loadOp: 'clear', storeOp: 'store' }],
  });
  return texture;
}

/** The texture of a resource as a row wants it: color or depth. */
function makeTexture(of, row) {
  if (of.samples > 1) return makeSampled(of);
  const isDepth = row.kind === 'depthTexture';
  const isVolume = of.dimension === '3d';
  const size = [of.width, of.height, isVolume ? of.depth : of.layers];
  const texture = device.createTexture({
    size,
    mipLevelCount: of.mips,
    dimension: isVolume ? '3d' : '2d',
    format: isDepth ? 'depth32float' : formatOf(of.format),
    usage:
      TEXTURE.binding |
      TEXTURE.copyTarget |
      TEXTURE.copySource |
      (row.kind === 'storageTexture' ? TEXTURE.storage : 0) |
      (isDepth ? TEXTURE.attachment : 0),
  });
  made.push(texture);
  for (const [i, one] of of.subresources.entries()) {
    const [layer, mipLevel] = [Math.floor(i / of.mips), i % of.mips];
    if (isDepth) fillDepth(texture, of, one, layer, mipLevel);
    else
      queue.writeTexture(
        { texture, mipLevel, origin: [0, 0, isVolume ? 0 : layer] },
        of.bytes.subarray(one.offset, one.offset + one.bytes),
        { bytesPerRow: one.rowBytes, rowsPerImage: one.height },
        [one.width, one.height, one.depth],
      );
  }
  return texture;
}

const ADDRESS = { wrap: 'repeat', mirror: 'mirror-repeat', clamp: 'clamp-to-edge' };
const FILTERS = { point: 'nearest', none: 'nearest', linear: 'linear', anisotropic: 'linear' };

function makeSampler(of, row) {
  const address = [of.addressU, of.addressV, of.addressW].map((mode) => ADDRESS[mode]);
  if (address.includes(undefined)) throw new Unsupported('WebGPU has no border and no single mirror');
  if (of.lodBias !== 0) throw new Unsupported('WebGPU has no bias of samplers');
  const isUnfiltered = row.role === 'unfiltered';
  const filter = (name) => (isUnfiltered ? 'nearest' : FILTERS[name]);
  const isAnisotropic = of.minFilter === 'anisotropic' && !isUnfiltered;
  return device.createSampler({
    addressModeU: address[0],
    addressModeV: address[1],
    addressModeW: address[2],
    magFilter: filter(of.magFilter),
    minFilter: filter(of.minFilter),
    mipmapFilter: isAnisotropic ? 'linear' : filter(of.mipFilter),
    lodMinClamp: Math.min(Math.max(of.minLod, 0), MAX_LOD),
    lodMaxClamp: Math.min(Math.max(of.maxLod, 0), MAX_LOD),
    maxAnisotropy: isAnisotropic ? of.maxAnisotropy : 1,
    ...(row.kind === 'comparisonSampler' && { compare: of.comparison }),
  });
}

/** The resources of a trial, made when a row first needs them. */
class Resources {
  #made = new Map();

  constructor(trial) {
    this.trial = trial;
  }

  of(index, row) {
    const of = this.trial.resources[index];
    const isUniform = row.kind === 'uniformBuffer';
    const key = `${index} ${of.kind === 'texture' && row.kind === 'depthTexture'} ${isUniform}`;
    let one = this.#made.get(key);
    if (one === undefined) {
      if (of.kind === 'texture') one = makeTexture(of, row);
      else {
        const size = Math.max(of.bytes.length, isUniform ? (row.minSize ?? 0) : 0, 4);
        one = makeBuffer(of.bytes, BUFFER.copySource | (isUniform ? BUFFER.uniform : BUFFER.storage), size);
      }
      this.#made.set(key, one);
    }
    return one;
  }

  /** The one that shaders write, else the one that they read. */
  written(index) {
    const rows = this.trial.bindings.filter(({ resource }) => resource === index).map(({ row }) => row);
    const row = rows.find(({ type }) => type === 'uav') ?? rows[0];
    return row === undefined ? undefined : this.of(index, row);
  }
}

function bindGroups(trial, pipeline, resources) {
  const layouts = pipeline.bindGroupLayouts.map((one) => device.createBindGroupLayout(one));
  const groups = pipeline.bindGroupLayouts.map(({ entries }, group) => {
    const list = entries.map(({ binding }) => {
      const found = trial.bindings.find(({ row }) => row.group === group && row.binding === binding);
      if (found === undefined) throw new Unsupported(`nothing is bound at group ${group}, binding ${binding}`);
      const { row, resource, sampler } = found;
      if (sampler !== undefined) return { binding, resource: makeSampler(sampler, row) };
      const one = resources.of(resource, row);
      if (trial.resources[resource].kind === 'buffer') return { binding, resource: { buffer: one } };
      const mipLevelCount = row.kind === 'storageTexture' ? 1 : undefined;
      return { binding, resource: one.createView({ dimension: row.viewDimension ?? '2d', mipLevelCount }) };
    });
    return device.createBindGroup({ layout: layouts[group], entries: list });
  });
  return { layout: device.createPipelineLayout({ bindGroupLayouts: layouts }), groups };
}

function setGroups(pass, groups) {
  for (const [i, group] of groups.entries()) pass.setBindGroup(i, group);
}

function runDispatch(trial, pipeline, encoder, { layout, groups }) {
  const module = device.createShaderModule({ code: trial.stages[0].code });
  const made = device.createComputePipeline({ layout, compute: { module, ...pipeline.compute } });
  const pass = encoder.beginComputePass();
  pass.setPipeline(made);
  setGroups(pass, groups);
  pass.dispatchWorkgroups(...trial.dispatch);
  pass.end();
}

/** Draws, and gives the targets. */
function runDraw(trial, pipeline, encoder, { layout, groups }) {
  const { draw, stages } = trial;
  const [vertex, fragment] = ['vs', 'ps'].map((stage) => {
    const found = stages.find((one) => one.stage === stage);
    return device.createShaderModule({ code: found.code });
  });
  const targets = draw.targets.map(({ format }) => {
    const texture = device.createTexture({
      size: [draw.width, draw.height],
      format: formatOf(format),
      usage: TEXTURE.attachment | TEXTURE.copySource,
    });
    made.push(texture);
    return texture;
  });
  const locations = new Set(pipeline.fragment.targets.map(({ location }) => location));
  const isStrip = draw.topology.endsWith('strip');
  const bits = draw.indices && `uint${draw.indices.bits}`;
  const { buffers, entryPoint } = pipeline.vertex;
  // A shader that writes depths has to have somewhere to write them; the test always passes.
  const depth = stages.some(({ map }) => map.outputs.some(({ builtin }) => builtin === 'frag_depth'))
    ? device.createTexture({ size: [draw.width, draw.height], format: 'depth32float', usage: TEXTURE.attachment })
    : undefined;
  if (depth) made.push(depth);
  const state = device.createRenderPipeline({
    layout,
    vertex: { module: vertex, entryPoint, buffers },
    fragment: {
      module: fragment,
      entryPoint: pipeline.fragment.entryPoint,
      targets: draw.targets.map(({ format }, i) => ({
        format: formatOf(format),
        writeMask: locations.has(i) ? 15 : 0,
      })),
    },
    primitive: { topology: draw.topology, frontFace: 'cw', ...(isStrip && bits && { stripIndexFormat: bits }) },
    ...(depth && { depthStencil: { format: 'depth32float', depthWriteEnabled: true, depthCompare: 'always' } }),
  });
  const pass = encoder.beginRenderPass({
    colorAttachments: targets.map((texture, i) => ({
      view: texture.createView(),
      loadOp: 'clear',
      storeOp: 'store',
      clearValue: draw.targets[i].clear,
    })),
    ...(depth && {
      depthStencilAttachment: {
        view: depth.createView(),
        depthLoadOp: 'clear',
        depthClearValue: 0,
        depthStoreOp: 'discard',
      },
    }),
  });
  pass.setPipeline(state);
  setGroups(pass, groups);
  for (const [i, layout] of buffers.entries())
    pass.setVertexBuffer(i, makeBuffer(verticesOf(layout, draw.inputs), BUFFER.vertex));
  if (draw.indices) {
    const { bytes } = draw.indices;
    pass.setIndexBuffer(makeBuffer(bytes, BUFFER.index, (bytes.length + 3) & ~3), bits);
    pass.drawIndexed(draw.vertices, draw.instances, 0, draw.baseVertex);
  } else pass.draw(draw.vertices, draw.instances);
  pass.end();
  return targets;
}

/** The bytes of a vertex buffer: each vertex has the components of all attributes that the shader reads. */
function verticesOf({ arrayStride, attributes }, inputs) {
  const lists = attributes.map(({ semantic, index }) => {
    const input = inputs.find((one) => one.semantic === semantic && one.index === index);
    if (input === undefined) throw new Unsupported(`no vertex input ${semantic}${index}`);
    return input.bytes;
  });
  const vertices = new Uint8Array(arrayStride * Math.max(...lists.map(({ length }) => length / VECTOR_SIZE)));
  for (const [i, { offset, format }] of attributes.entries()) {
    const size = (VECTOR_SIZE / 4) * Number(/x(\d)$/.exec(format)?.[1] ?? 1);
    for (let from = 0, to = offset; from < lists[i].length; from += VECTOR_SIZE, to += arrayStride)
      vertices.set(lists[i].subarray(from, from + size), to);
  }
  return vertices;
}

/** Copies what is read to a buffer; gives what takes the bytes from it. */
function startRead(read, trial, resources, targets, encoder) {
  if (read.what === 'buffer') {
    const buffer = resources.written(read.resource);
    const size = trial.resources[read.resource].bytes.length;
    if (buffer === undefined) return { bytes: async () => trial.resources[read.resource].bytes };
    const copy = makeBuffer(new Uint8Array(0), BUFFER.mapRead, Math.max(size, 4));
    encoder.copyBufferToBuffer(buffer, 0, copy, 0, size);
    return { bytes: async () => mapped(copy, size) };
  }
  const isTarget = read.what === 'target';
  const of = isTarget ? trial.draw.targets[read.target] : trial.resources[read.resource];
  const level = isTarget ? { ...trial.draw, depth: 1 } : of.subresources[read.subresource];
  const texture = isTarget ? targets[read.target] : resources.written(read.resource);
  const rowBytes = level.width * of.texelBytes;
  const bytesPerRow = Math.ceil(rowBytes / ROW_ALIGNMENT) * ROW_ALIGNMENT;
  const rows = level.height * level.depth;
  const copy = makeBuffer(new Uint8Array(0), BUFFER.mapRead, bytesPerRow * rows);
  const layer = isTarget ? 0 : Math.floor(read.subresource / of.mips);
  encoder.copyTextureToBuffer(
    { texture, mipLevel: isTarget ? 0 : read.subresource % of.mips, origin: [0, 0, level.depth > 1 ? 0 : layer] },
    { buffer: copy, bytesPerRow, rowsPerImage: level.height },
    [level.width, level.height, level.depth],
  );
  return {
    bytes: async () => {
      const all = await mapped(copy, bytesPerRow * rows);
      const bytes = new Uint8Array(rowBytes * rows);
      for (let y = 0; y < rows; y++) bytes.set(all.subarray(y * bytesPerRow, y * bytesPerRow + rowBytes), y * rowBytes);
      return bytes;
    },
  };
}

async function mapped(buffer, size) {
  await buffer.mapAsync(READ);
  const bytes = new Uint8Array(buffer.getMappedRange()).slice(0, size);
  buffer.unmap();
  return bytes;
}

/** Compiles code. */
async function check(code) {
  device.pushErrorScope('validation');
  device.createShaderModule({ code });
  const error = await device.popErrorScope();
  if (error) throw new Refused(error.message);
  return [];
}

async function run({ trial, pipeline }) {
  for (const feature of pipeline.requiredFeatures)
    if (!device.features.has(feature)) throw new Unsupported(`the device has no ${feature}`);
  for (const [name, value] of Object.entries(pipeline.requiredLimits))
    if (device.limits[name] < value) throw new Unsupported(`the device has ${name} ${device.limits[name]}`);
  device.pushErrorScope('validation');
  let failure;
  let pending = [];
  try {
    const resources = new Resources(trial);
    const bound = bindGroups(trial, pipeline, resources);
    const encoder = device.createCommandEncoder();
    const targets = trial.draw
      ? runDraw(trial, pipeline, encoder, bound)
      : runDispatch(trial, pipeline, encoder, bound);
    pending = trial.reads.map((read) => startRead(read, trial, resources, targets, encoder));
    queue.submit([encoder.finish()]);
  } catch (error) {
    failure = error;
  }
  const error = await device.popErrorScope();
  if (failure instanceof Unsupported) throw failure;
  if (error || failure) throw new Refused(error?.message ?? String(failure));
  const results = [];
  for (const { bytes } of pending) results.push(await bytes());
  return results;
}

function words(...values) {
  return new Uint8Array(Uint32Array.from(values).buffer);
}

async function answer(frame) {
  let status = STATUS.done;
  let body;
  try {
    const one = trialIn(frame);
    const results = await ('check' in one ? check(one.check) : run(one));
    body = results.flatMap((bytes) => [words(bytes.length), bytes]);
  } catch (error) {
    status = error instanceof Unsupported ? STATUS.unsupported : STATUS.refused;
    body = [new TextEncoder().encode(error instanceof Refused ? error.message : String(error.stack ?? error))];
  }
  for (const one of made) one.destroy();
  made = [];
  process.stdout.write(
    words(
      status,
      body.reduce((sum, { length }) => sum + length, 0),
    ),
  );
  for (const part of body) process.stdout.write(part);
}

let received = new Uint8Array(0);
for await (const chunk of process.stdin) {
  const joined = new Uint8Array(received.length + chunk.length);
  joined.set(received);
  joined.set(chunk, received.length);
  received = joined;
  while (received.length >= 4) {
    const size = new DataView(received.buffer, received.byteOffset).getUint32(0, true);
    if (size === 0xffff_ffff) process.exit(0);
    if (received.length < 4 + size) break;
    const frame = received.slice(4, 4 + size);
    received = received.slice(4 + size);
    await answer(frame);
  }
}
