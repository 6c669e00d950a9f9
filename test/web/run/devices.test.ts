/**
 * The input of devices: geometry with the inputs of each pixel, bytes of constants, and reasons where they draw
 * nothing.
 */
import { expect, test } from 'vitest';
import { translateToGlsl, translateToWgsl } from '../../../src/translate/index.ts';
import { devicesFrom, pictureDifference } from '../../../web/src/model/run/engines.ts';
import { inputsOfPicture, type RunSetup } from '../../../web/src/model/run/job.ts';
import { constantBuffers, elementBytes, runtimeBuffer } from '../../../web/src/worker/run/device/buffers.ts';
import { isFrontFace, refusalOfSetup } from '../../../web/src/worker/run/device/refusals.ts';
import { shaderFor } from '../../../web/src/worker/run/device/translated.ts';
import { vertexInputs, verticesOf } from '../../../web/src/worker/run/device/vertices.ts';
import { assembledBytes, sampleBytes, setupOf } from './support.ts';

const SIZE = 8;

/** The output of a rasterizer for the vertices: the attributes at each pixel of the triangles that cover its center. */
function rasterized(setup: RunSetup, isFlat = false) {
  const { map } = translateToWgsl(setup.bytes).stages[0]!;
  const inputs = vertexInputs(setup.plan, map).map((one) =>
    isFlat ? { ...one, element: { ...one.element, interpolation: 'flat' } } : one,
  );
  const { data, count, stride } = verticesOf(setup, inputs, SIZE);
  const floats = new Float32Array(data);
  const width = stride / 4;
  const found = new Map<string, number[][]>();
  let nearest = 1;
  for (let first = 0; first < count; first += 3) {
    const corners = [0, 1, 2].map((i) => Array.from(floats.subarray((first + i) * width, (first + i + 1) * width)));
    const [a, b, c] = corners as [number[], number[], number[]];
    const area = (b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!);
    // All triangles turn clockwise where y goes down.
    expect(area).toBeGreaterThan(0);
    for (let y = 0; y < SIZE; y++)
      for (let x = 0; x < SIZE; x++) {
        const [px, py] = [(2 * (x + 0.5)) / SIZE - 1, (2 * (y + 0.5)) / SIZE - 1];
        const v = ((px - a[0]!) * (c[1]! - a[1]!) - (py - a[1]!) * (c[0]! - a[0]!)) / area;
        const w = ((b[0]! - a[0]!) * (py - a[1]!) - (b[1]! - a[1]!) * (px - a[0]!)) / area;
        const u = 1 - v - w;
        const least = Math.min(u, v, w);
        nearest = Math.min(nearest, Math.abs(least));
        if (least < 0) continue;
        const values = a.slice(2).map((one, i) => u * one + v * b[i + 2]! + w * c[i + 2]!);
        const key = `${x} ${y}`;
        found.set(key, [...(found.get(key) ?? []), values]);
      }
  }
  // No center is near an edge, where rounding would decide.
  expect(nearest).toBeGreaterThan(0.05);
  return { found, inputs };
}

test.each([
  ['rim-light.cso', 'sphere', false],
  ['rim-light.cso', 'sphere', true],
  ['lake.cso', 'quad', false],
] as const)(
  'one triangle covers each pixel and has its inputs at the center: %s, %s, flat: %s',
  (name, surface, isFlat) => {
    const setup = setupOf(sampleBytes(name), { surface });
    const { found, inputs } = rasterized(setup, isFlat);
    expect(found.size).toBe(SIZE ** 2);
    const valuesAt = inputsOfPicture(setup, SIZE);
    for (const [key, lists] of found) {
      expect(lists.length, key).toBe(1);
      const [x, y] = key.split(' ').map(Number) as [number, number];
      const expected = valuesAt(x, y);
      for (const [i, { parts }] of inputs.entries())
        for (const { input, components } of parts)
          for (const [k, component] of components.entries())
            expect(lists[0]![4 * i + component], `${input.name} at ${key}`).toBeCloseTo(expected[input.name]![k]!, 4);
    }
  },
);

test('inputs that share a register have their own components of it', () => {
  const setup = setupOf(
    assembledBytes(`// Input signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// TEXCOORD                 0   xy          0     NONE   float   xy
// TEXCOORD                 1     zw        0     NONE   float     zw
//
//
// Output signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_TARGET                0   xyzw        0   TARGET   float   xyzw
//
ps_4_0
dcl_input_ps linear v0.xy
dcl_input_ps linear v0.zw
dcl_output o0.xyzw
mov o0.xyzw, v0.xyzw
ret
`),
  );
  const values = inputsOfPicture(setup, 4)(1, 2);
  expect(values).toEqual({ TEXCOORD0: [0.375, 0.625], TEXCOORD1: [0.375, 0.625] });
  const [input, ...others] = vertexInputs(setup.plan, translateToWgsl(setup.bytes).stages[0]!.map);
  expect(others).toEqual([]);
  expect(input!.parts.map(({ components }) => components)).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test('constants are bytes where the compiler has put them', () => {
  const lake = setupOf(sampleBytes('lake.cso'), { time: 2.5 });
  const buffers = constantBuffers(lake, translateToWgsl(lake.bytes).stages[0]!.map);
  const frame = (buffers as Map<string, Uint8Array<ArrayBuffer>>).get('Frame')!;
  const color = [0.7, 0.75, 0.8].map(Math.fround);
  expect([...new Float32Array(frame.buffer)]).toEqual([2.5, 0, 0, -3, ...color, 1, 20, 200, 0, 0]);
  const rim = setupOf(sampleBytes('rim-light.cso'));
  const legacy = constantBuffers(rim, translateToGlsl(rim.bytes, { to: 'essl', version: '300' }).stages[0]!.map);
  const bytes = (legacy as Map<string, Uint8Array<ArrayBuffer>>).get('ps_c')!;
  const sun = rim.plan.constants.find(({ name }) => name === 'sun')!.defaults!.map(Math.fround);
  expect([...new Float32Array(bytes.buffer)].join()).toContain(sun.join());
});

test('buffers have their elements, and uniforms of translations their values', () => {
  const row = { name: 'values', format: 'rgba8unorm' } as never;
  const control = { name: 'values', register: 't0', stride: 4, isWritable: false, hasCounter: false } as const;
  const typed = { ...control, layout: 'typed', formats: ['R8G8B8A8_UNORM'], columns: ['x', 'y', 'z', 'w'] } as const;
  expect([...(elementBytes(typed, [1, 0, 0.5, 2], row) as Uint8Array)].slice(0, 4)).toEqual([255, 0, 128, 255]);
  const other = { ...typed, formats: ['R32_FLOAT'], columns: ['value'] };
  expect(elementBytes(other, [1], row)).toMatch(/R32_FLOAT/);
  const structured = {
    ...control,
    layout: 'structured',
    formats: ['R32_FLOAT', 'R32_SINT'],
    columns: ['a', 'b'],
  } as const;
  const bytes = elementBytes(structured, [1.5, -2], { name: 'values' } as never) as Uint8Array<ArrayBuffer>;
  expect([new Float32Array(bytes.buffer)[0], new Int32Array(bytes.buffer)[1]]).toEqual([1.5, -2]);
  const uniform = (name: string) => ({ name, offset: 4, type: 'f32' as const, why: 'why' });
  const map = (name: string) => ({ runtimeUniforms: [uniform(name)] }) as never;
  const values = runtimeBuffer(map('y_sign'), { register: 0, minSize: 8 } as never) as Uint8Array<ArrayBuffer>;
  expect([...new Float32Array(values.buffer)]).toEqual([0, -1, 0, 0]);
  expect(runtimeBuffer(map('something_else'), { register: 0, minSize: 8 } as never)).toMatch(/something_else/);
});

test('what a device does not draw has a reason', () => {
  const lake = setupOf(sampleBytes('lake.cso'));
  const { map } = translateToWgsl(lake.bytes).stages[0]!;
  expect(refusalOfSetup(lake, map)).toBeUndefined();
  const position = { ...map.inputs[0]!, semantic: 'SV_Position', index: 0, builtin: 'position' };
  const withPosition = { ...map, inputs: [position] };
  expect(refusalOfSetup(lake, withPosition)).toBeUndefined();
  const moved = { SV_Position: { source: 'value', value: [1, 1, 1, 1] } } as const;
  expect(refusalOfSetup({ ...lake, settings: { ...lake.settings, inputs: moved } }, withPosition)).toMatch(
    /SV_Position/,
  );
  expect(refusalOfSetup(lake, { ...map, outputs: [] })).toMatch(/no color/);
  // A language that lacks something names it.
  const stores = assembledBytes(
    'ps_5_0\ndcl_uav_raw u1\ndcl_output o0.xyzw\nstore_raw u1.x, l(0), l(1)\nmov o0.xyzw, l(0, 0, 0, 0)\nret\n',
  );
  expect(shaderFor('webgl2', stores)).toMatch(/^DX6011: /);
  const stored = setupOf(stores);
  expect(refusalOfSetup(stored, translateToWgsl(stores).stages[0]!.map)).toMatch(/writes buffers/);
  expect(typeof shaderFor('webgl2', lake.bytes)).toBe('object');
});

test('triangles are front faces where the input says so', () => {
  const setup = setupOf(
    assembledBytes('ps_3_0\ndef c0, 1, 0, 0, 1\ndcl vFace\nmov r0, c0\ncmp r0, vFace, r0, c0.y\nmov oC0, r0\n'),
  );
  expect(isFrontFace(setup)).toBe(true);
  const back = { ...setup.settings.inputs, vFace: { source: 'value', value: [-1, 0, 0, 0] } } as const;
  expect(isFrontFace({ ...setup, settings: { ...setup.settings, inputs: back } })).toBe(false);
});

test('pictures are compared by components of pixels', () => {
  const a = Uint8ClampedArray.of(10, 20, 30, 255, 1, 1, 1, 255, 0, 0, 0, 0, 0, 0, 0, 0);
  const b = Uint8ClampedArray.of(10, 22, 26, 255, 1, 1, 1, 255, 0, 0, 0, 0, 0, 0, 0, 0);
  expect(pictureDifference(a, b)).toMatchObject({ pixels: 2, different: 1, largest: 4 });
  expect([...pictureDifference(a, b).picture.subarray(0, 8)]).toEqual([0, 128, 255, 255, 0, 0, 0, 255]);
  b[11] = 255;
  expect(pictureDifference(a, b)).toMatchObject({ pixels: 3, different: 2, largest: 255 });
  expect(devicesFrom('webgl2')).toEqual(['webgl2', 'webgpu']);
  expect(devicesFrom(undefined)).toEqual(['webgpu', 'webgl2']);
});
