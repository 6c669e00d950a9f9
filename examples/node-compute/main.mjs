/**
 * Runs a compute shader of Direct3D 11 with WebGPU in Node, and compares the result with dxlens' own interpreter.
 *
 *     node main.mjs [COUNT]
 */
import { readFileSync } from 'node:fs';
import { translate, webgpuPipeline } from 'dxlens/translate';
import { run } from 'dxlens/vm';
import { create, globals } from 'webgpu';

Object.assign(globalThis, globals);

const shader = readFileSync(new URL('../../samples/prefix-sum.cso', import.meta.url));
const count = Number(process.argv[2] ?? 256);
const values = Uint32Array.from({ length: count }, (_, i) => (i * 7919) % 10);

const sums = await onDevice(values);
const expected = interpreted(values);
console.log('values  ', values.slice(0, 16).join(' '));
console.log('sums    ', sums.slice(0, 16).join(' '));
const different = sums.findIndex((sum, i) => sum !== expected[i]);
console.log(
  different < 0
    ? `the interpreter has the same ${count} sums`
    : `sum ${different}: the interpreter has ${expected[different]}`,
);
process.exit(different < 0 ? 0 : 1);

/** The sums of the values before each in its group of threads, on the device. */
async function onDevice(values) {
  const { stages, diagnostics } = translate(shader);
  const [stage] = stages;
  if (stage === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const { code, map } = stage;
  const { bindGroupLayouts, compute, requiredLimits, requiredFeatures } = webgpuPipeline(map);

  const gpu = create([]);
  const adapter = await gpu.requestAdapter();
  // Dawn ends an instance that is collected, and its promises are never settled.
  globalThis.kept = [gpu, adapter];
  if (adapter === null) throw new Error('there is no device for WebGPU');
  const device = await adapter.requestDevice({ requiredLimits, requiredFeatures });
  console.log('device  ', adapter.info.description || adapter.info.device || adapter.info.vendor);

  const layouts = bindGroupLayouts.map((one) => device.createBindGroupLayout(one));
  const pipeline = device.createComputePipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: layouts }),
    compute: { module: device.createShaderModule({ code }), ...compute },
  });

  // Register t0 has the values, u0 gets the sums; the map says where they are bound.
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffers = Object.fromEntries(
    ['srv', 'uav'].map((type) => [type, device.createBuffer({ size: values.byteLength, usage })]),
  );
  device.queue.writeBuffer(buffers.srv, 0, values);
  const [x] = map.workgroupSize;
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  for (const [group, layout] of layouts.entries()) {
    const rows = map.bindings.filter((row) => row.group === group);
    const entries = rows.map(({ binding, type }) => ({ binding, resource: { buffer: buffers[type] } }));
    pass.setBindGroup(group, device.createBindGroup({ layout, entries }));
  }
  pass.dispatchWorkgroups(Math.ceil(values.length / x));
  pass.end();
  const result = device.createBuffer({
    size: values.byteLength,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
  });
  encoder.copyBufferToBuffer(buffers.uav, 0, result, 0, values.byteLength);
  device.queue.submit([encoder.finish()]);
  await result.mapAsync(GPUMapMode.READ);
  return new Uint32Array(result.getMappedRange().slice(0));
}

/** The same on the processor, by the rules of Direct3D. */
function interpreted(values) {
  const { outputs, diagnostics } = run({
    version: 1,
    buffers: {
      values: { format: 'R32_UINT', data: [...values] },
      sums: { format: 'R32_UINT', size: values.byteLength },
    },
    shaders: { scan: { bytes: shader } },
    commands: [
      {
        command: 'dispatch',
        shader: 'scan',
        groups: [Math.ceil(values.length / 64)],
        bindings: { t0: 'values', u0: 'sums' },
      },
    ],
    outputs: { sums: { buffer: 'sums' } },
  });
  for (const { message } of diagnostics) console.warn(message);
  return outputs.sums.value;
}
