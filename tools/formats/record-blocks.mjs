/**
 * Records what another implementation reads from random blocks of the BC formats: fixtures/formats/blocks.json.gz. It
 * runs in Deno, whose WebGPU takes Mesa's software driver (lavapipe) where there is no GPU; neither is needed by the
 * tests.
 *
 * usage: deno run --unstable-webgpu --allow-write tools/formats/record-blocks.mjs blocks.json && gzip -9n blocks.json
 *        (Debian: mesa-vulkan-drivers; Deno: the npm package @deno/linux-x64-glibc)
 */
const BLOCKS = 64;
const TEXELS = 16;
/**
 * Formats of WebGPU by the name of DXGI, with the bytes of a block and the number of modes that a block begins with.
 */
const FORMATS = {
  BC1_UNORM: ['bc1-rgba-unorm', 8],
  BC1_UNORM_SRGB: ['bc1-rgba-unorm-srgb', 8],
  BC2_UNORM: ['bc2-rgba-unorm', 16],
  BC3_UNORM: ['bc3-rgba-unorm', 16],
  BC4_UNORM: ['bc4-r-unorm', 8],
  BC4_SNORM: ['bc4-r-snorm', 8],
  BC5_UNORM: ['bc5-rg-unorm', 16],
  BC5_SNORM: ['bc5-rg-snorm', 16],
  BC6H_UF16: ['bc6h-rgb-ufloat', 16],
  BC6H_SF16: ['bc6h-rgb-float', 16],
  BC7_UNORM: ['bc7-rgba-unorm', 16],
};
/** First bytes of the modes of BC6H (five bits, two for the first two) and BC7. */
const BC6H_MODES = [0, 1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 31];
const SHADER = `
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> words: array<vec4<u32>>;
@compute @workgroup_size(16) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let block = id.x / 16u;
  let texel = id.x % 16u;
  let at = vec2<u32>(block * 4u + texel % 4u, texel / 4u);
  words[id.x] = bitcast<vec4<u32>>(textureLoad(image, at, 0));
}`;

let state = 12345;
function randomByte() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state >>> 24;
}

function randomBlocks(name, size) {
  const bytes = Uint8Array.from({ length: BLOCKS * size }, randomByte);
  for (let i = 0; i < BLOCKS; i++) {
    const at = i * size;
    if (name.startsWith('BC7')) bytes[at] = ((bytes[at] << 1) | 1) << (i % 8);
    if (name.startsWith('BC6H')) {
      const mode = BC6H_MODES[i % BC6H_MODES.length];
      bytes[at] = mode < 2 ? (bytes[at] & ~3) | mode : (bytes[at] & ~31) | mode;
    }
  }
  return bytes;
}

function base64(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ requiredFeatures: ['texture-compression-bc'] });
const compute = { module: device.createShaderModule({ code: SHADER }), entryPoint: 'main' };
const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute });
const { GPUBufferUsage, GPUMapMode, GPUTextureUsage } = globalThis;
const results = {};
for (const [name, [format, size]] of Object.entries(FORMATS)) {
  const blocks = randomBlocks(name, size);
  const texture = device.createTexture({
    size: [BLOCKS * 4, 4],
    format,
    usage: GPUTextureUsage.COPY_DST | GPUTextureUsage.TEXTURE_BINDING,
  });
  device.queue.writeTexture({ texture }, blocks, { bytesPerRow: BLOCKS * size, rowsPerImage: 1 }, [BLOCKS * 4, 4]);
  const length = BLOCKS * TEXELS * 16;
  const words = device.createBuffer({ size: length, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
  const answer = device.createBuffer({ size: length, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [
      { binding: 0, resource: texture.createView() },
      { binding: 1, resource: { buffer: words } },
    ],
  });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(BLOCKS);
  pass.end();
  encoder.copyBufferToBuffer(words, 0, answer, 0, length);
  device.queue.submit([encoder.finish()]);
  await answer.mapAsync(GPUMapMode.READ);
  results[name] = { blocks: base64(blocks), texels: base64(new Uint8Array(answer.getMappedRange().slice(0))) };
}
await globalThis.Deno.writeTextFile(globalThis.Deno.args[0], `${JSON.stringify(results)}\n`);
