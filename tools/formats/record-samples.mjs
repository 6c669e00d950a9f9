/**
 * Records how another implementation filters textures: fixtures/formats/samples.json.gz. It runs in Deno, whose WebGPU
 * takes Mesa's software driver (lavapipe) where there is no GPU; neither is needed by the tests.
 *
 * usage: GALLIVM_PERF=no_brilinear,no_rho_approx deno run --unstable-webgpu --allow-write
 * tools/formats/record-samples.mjs samples.json
 *        gzip -9n samples.json       (Debian: mesa-vulkan-drivers; Deno: the npm package @deno/linux-x64-glibc)
 */
const READS = 96;
/** Floats of one read: coordinates and layer, level, reference, derivatives along x and y. */
const INPUTS = 16;
const { GPUBufferUsage, GPUMapMode, GPUTextureUsage, Deno } = globalThis;

const SIZES = {
  '1d': { size: [7, 1, 1], layers: 1, mips: 1 },
  '2d': { size: [12, 9, 1], layers: 1, mips: 4 },
  '2d-array': { size: [8, 4, 1], layers: 3, mips: 3 },
  '3d': { size: [6, 5, 4], layers: 1, mips: 3 },
  cube: { size: [8, 8, 1], layers: 6, mips: 4 },
  'cube-array': { size: [4, 4, 1], layers: 12, mips: 3 },
};
const TYPES = {
  '1d': ['texture_1d', 'i.p.x', ''],
  '2d': ['texture_2d', 'i.p.xy', ''],
  '2d-array': ['texture_2d_array', 'i.p.xy', ', u32(i.p.w)'],
  '3d': ['texture_3d', 'i.p.xyz', ''],
  cube: ['texture_cube', 'i.p.xyz', ''],
  'cube-array': ['texture_cube_array', 'i.p.xyz', ', u32(i.p.w)'],
};
const LINEAR = { magFilter: 'linear', minFilter: 'linear', mipmapFilter: 'linear' };
const NEAREST = { magFilter: 'nearest', minFilter: 'nearest', mipmapFilter: 'nearest' };
const ADDRESS = ['repeat', 'mirror-repeat', 'clamp-to-edge'];
const COMPARISONS = ['less', 'less-equal', 'greater', 'greater-equal'];

let state = 2024;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

function base64(array) {
  let text = '';
  for (const byte of new Uint8Array(array.buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}

function inputsOf(dimension, { layers, size }) {
  const list = new Float32Array(READS * INPUTS);
  const isCube = dimension.startsWith('cube');
  for (let i = 0; i < READS; i++) {
    const at = i * INPUTS;
    for (let c = 0; c < 3; c++) list[at + c] = isCube ? random() * 2 - 1 : random() * 6 - 3;
    // Directions near edges and corners of a cube.
    if (isCube && i % 3 > 0)
      for (let c = 0; c <= i % 3; c++) list[at + c] = (i & (1 << c) ? 1 : -1) * (1 - random() / 8);
    list[at + 3] = Math.floor(random() * (isCube ? layers / 6 : layers));
    list[at + 4] = random() * 5 - 1;
    list[at + 5] = random();
    const scale = 2 ** Math.floor(random() * 5 - 2);
    for (let c = 0; c < 3; c++) {
      list[at + 8 + c] = ((random() * 2 - 1) * scale) / size[c];
      list[at + 12 + c] = ((random() * 2 - 1) * scale) / size[c];
    }
  }
  return list;
}

const CALLS = {
  level: (at, layer) => `textureSampleLevel(t, s, ${at}${layer}, i.q.x)`,
  gradient: (at, layer, width) => `textureSampleGrad(t, s, ${at}${layer}, i.dx.${width}, i.dy.${width})`,
  gather: (at, layer) => `textureGather(1, t, s, ${at}${layer})`,
  compare: (at, layer) => `vec4<f32>(textureSampleCompareLevel(t, s, ${at}${layer}, i.q.y))`,
  'gather-compare': (at, layer) => `textureGatherCompare(t, s, ${at}${layer}, i.q.y)`,
};

const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ requiredFeatures: ['float32-filterable'] });
device.addEventListener?.('uncapturederror', (event) => console.error(event.error.message));

function textureOf(dimension, { size, layers, mips }, isDepth) {
  const texture = device.createTexture({
    size: [size[0], size[1], dimension === '3d' ? size[2] : layers],
    mipLevelCount: mips,
    dimension: dimension === '1d' || dimension === '3d' ? dimension : '2d',
    format: isDepth ? 'depth16unorm' : 'rgba32float',
    usage: GPUTextureUsage.COPY_DST | GPUTextureUsage.TEXTURE_BINDING,
  });
  const parts = [];
  for (let layer = 0; layer < layers; layer++) {
    for (let mip = 0; mip < mips; mip++) {
      const [w, h, d] = size.map((length) => Math.max(1, length >> mip));
      const count = w * h * d;
      const data = isDepth
        ? Uint16Array.from({ length: count }, () => Math.floor(random() * 65536))
        : Float32Array.from({ length: count * 4 }, () => Math.floor(random() * 257) / 256);
      parts.push(data);
      const origin = [0, 0, dimension === '3d' ? 0 : layer];
      const bytesPerRow = w * (isDepth ? 2 : 16);
      device.queue.writeTexture({ texture, mipLevel: mip, origin }, data, { bytesPerRow, rowsPerImage: h }, [w, h, d]);
    }
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer), offset);
    offset += part.byteLength;
  }
  return { texture, bytes };
}

async function record(dimension, call, states) {
  const shape = SIZES[dimension];
  const isCompare = call.endsWith('compare');
  const [type, at, layer] = TYPES[dimension];
  const { texture, bytes } = textureOf(dimension, shape, isCompare);
  const inputs = inputsOf(dimension, shape);
  const width = at.slice(4);
  const code = `
struct Input { p: vec4<f32>, q: vec4<f32>, dx: vec4<f32>, dy: vec4<f32> };
@group(0) @binding(0) var t: ${isCompare ? type.replace('texture', 'texture_depth') : `${type}<f32>`};
@group(0) @binding(1) var s: ${isCompare ? 'sampler_comparison' : 'sampler'};
@group(0) @binding(2) var<storage, read> inputs: array<Input>;
@group(0) @binding(3) var<storage, read_write> outputs: array<vec4<f32>>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = inputs[id.x];
  outputs[id.x] = ${CALLS[call](at, layer, width)};
}`;
  const module = device.createShaderModule({ code });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'main' } });
  const source = device.createBuffer({
    size: inputs.byteLength,
    usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(source, 0, inputs);
  const length = READS * 16;
  const target = device.createBuffer({ size: length, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
  const answer = device.createBuffer({ size: length, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [
      { binding: 0, resource: texture.createView({ dimension }) },
      { binding: 1, resource: device.createSampler(states) },
      { binding: 2, resource: { buffer: source } },
      { binding: 3, resource: { buffer: target } },
    ],
  });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(READS);
  pass.end();
  encoder.copyBufferToBuffer(target, 0, answer, 0, length);
  device.queue.submit([encoder.finish()]);
  await answer.mapAsync(GPUMapMode.READ);
  const outputs = new Float32Array(answer.getMappedRange().slice(0));
  return { dimension, ...shape, call, states, texels: base64(bytes), inputs: base64(inputs), outputs: base64(outputs) };
}

const cases = [];
let turn = 0;
const address = () => {
  turn++;
  return {
    addressModeU: ADDRESS[turn % 3],
    addressModeV: ADDRESS[Math.floor(turn / 3) % 3],
    addressModeW: ADDRESS[(turn + 1) % 3],
  };
};
for (const dimension of Object.keys(SIZES)) {
  for (const filter of [NEAREST, LINEAR]) {
    cases.push(await record(dimension, 'level', { ...filter, ...address() }));
    if (dimension !== '1d') cases.push(await record(dimension, 'gradient', { ...filter, ...address() }));
  }
  if (dimension === '1d' || dimension === '3d') continue;
  cases.push(await record(dimension, 'gather', { ...LINEAR, ...address() }));
  for (const compare of COMPARISONS) {
    // WebGPU compares the reference first, as Direct3D does.
    cases.push(await record(dimension, 'compare', { ...LINEAR, ...address(), compare }));
  }
  cases.push(await record(dimension, 'gather-compare', { ...LINEAR, ...address(), compare: 'less' }));
}
await Deno.writeTextFile(Deno.args[0], `[\n${cases.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`);
