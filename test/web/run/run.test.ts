/** Runs of the page: plans of shaders, the values that jobs get, pictures and results. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dxgiFormat } from '../../../src/formats/formats.ts';
import { reflect } from '../../../src/reflect/index.ts';
import { createStepper, type InvocationResult, run } from '../../../src/vm/index.ts';
import { createTexture, writeDds } from '../../../src/vm/internals.ts';
import { controlKind } from '../../../web/src/model/run/assumptions.ts';
import { dispatchJob, inputsOfPicture, quadJob } from '../../../web/src/model/run/job.ts';
import { planOf } from '../../../web/src/model/run/plan.ts';
import { registerNames } from '../../../web/src/model/run/register-names.ts';
import { assumedSettings, carriedSettings, constantValue } from '../../../web/src/model/run/settings.ts';
import { SURFACES, type Surface, surfacePoint } from '../../../web/src/model/run/sources.ts';
import { PATTERNS, type Pattern, patternTexture } from '../../../web/src/model/run/textures.ts';
import { wordText } from '../../../web/src/model/run/word-text.ts';
import { RUN_HANDLERS } from '../../../web/src/worker/run/run-handlers.ts';
import { LIMITS, planOfBytes, sampleBytes, setupOf } from './support.ts';

const CONTEXT = { report: () => {}, signal: new AbortController().signal } as never;

test('constants are controls with the values of the shader, or assumed ones', () => {
  const lake = setupOf(sampleBytes('lake.cso'));
  const kinds = Object.fromEntries(lake.plan.constants.map((one) => [one.name, controlKind(one)]));
  expect(kinds).toEqual({ time: 'time', eye: 'numbers', fogColor: 'color', fogRange: 'numbers' });
  expect(constantValue(lake.plan, lake.settings, 'fogRange')).toEqual([20, 200]);
  expect(lake.settings.constants).toEqual({ eye: [0, 0, -3] });
  const rim = setupOf(sampleBytes('rim-light.cso'));
  expect(rim.plan.constants.map(({ name }) => name).sort()).toEqual(['rimColor', 'rimPower', 'sun']);
  expect(constantValue(rim.plan, rim.settings, 'sun')).toEqual([0.48, 0.8, 0.36]);
});

test('values reach the registers that the compiler gave them, and others keep those of the shader', () => {
  const lake = setupOf(sampleBytes('lake.cso'), { time: 2.5 });
  const settings = { ...lake.settings, constants: { ...lake.settings.constants, fogColor: [1, 2, 3, 4] } };
  const job = quadJob({ ...lake, settings }, { x: 0, y: 0, size: 4 }, LIMITS);
  const { stepper } = createStepper(job);
  expect(stepper!.values('cb0[0]')![0]).toEqual([2.5, 0, 0, -3]);
  expect(stepper!.values('cb0[1]')![0]).toEqual([1, 2, 3, 4]);
  expect(stepper!.values('cb0[2]')![0]).toEqual([20, 200, 0, 0]);
  const names = registerNames(reflect(lake.bytes).reflection);
  expect(names.get('cb0[0]')).toBe('time, eye');
  expect(names.get('v2')).toBe('TEXCOORD');
});

test('arrays, matrices and structures have the values that the interpreter has by default', () => {
  const bytes = sampleBytes('arrays-of-arrays.cso');
  const { plan, settings } = setupOf(bytes);
  const defaults = plan.constants.filter((one) => one.defaults !== undefined);
  const given = Object.fromEntries(defaults.map(({ name }) => [name, constantValue(plan, settings, name)]));
  // The shown values, passed as values, must change nothing.
  const words = (constants: typeof settings.constants) => {
    const { stepper } = createStepper(
      quadJob({ bytes, plan, settings: { ...settings, constants } }, { x: 0, y: 0, size: 2 }, LIMITS),
    );
    return Array.from({ length: 64 }, (_, row) => stepper!.words(`cb0[${row}]`));
  };
  expect(words({ ...settings.constants, ...given })).toEqual(words(settings.constants));
});

test('the picture has at each pixel what the debugger runs there', { tags: 'slow' }, async () => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const setup = setupOf(sampleBytes('rim-light.cso'), { surface });
    const size = 16;
    const { result } = await RUN_HANDLERS.picture({ setup, size }, CONTEXT);
    let covered = 0;
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const at = 4 * (size * y + x);
        const isCovered = surfacePoint(surface, x, y, size).isCovered;
        expect(result![at + 3]).toBe(isCovered ? 255 : 0);
        if (!isCovered) continue;
        covered++;
        const { outputs } = run(quadJob(setup, { x, y, size }, LIMITS));
        const [output] = Object.values(outputs);
        const lanes = (output as unknown as { value: InvocationResult }).value.outputs;
        const [color] = Object.values(lanes[(x & 1) + 2 * (y & 1)]!);
        const expected = new Uint8ClampedArray(color!.slice(0, 3).map((one) => 255 * Number(one)));
        expect([...result!.slice(at, at + 3)], `${surface} ${x} ${y}`).toEqual([...expected]);
      }
    expect(covered).toBeGreaterThan(100);
    if (surface === 'sphere') expect(new Set(result).size).toBeGreaterThan(20);
  }
});

test('a compute shader gives its buffers', async () => {
  const setup = setupOf(sampleBytes('prefix-sum.cso'));
  const { result, diagnostics } = await RUN_HANDLERS.dispatch(setup, CONTEXT);
  expect(diagnostics).toEqual([]);
  const values = Array.from({ length: 64 }, (_, i) => i % 10);
  expect(result!.u0).toEqual(values.map((_, i) => values.slice(0, i).reduce((sum, one) => sum + one, 0)));
  expect(dispatchJob(setup, LIMITS).outputs).toHaveProperty('u0');
});

test('shaders that do not run alone have a reason', () => {
  expect(planOf(undefined)).toMatch(/no reflection/);
  expect(planOf(reflect(sampleBytes('glow.fxo')).reflection)).toMatch(/Single shaders/);
  expect(planOf(reflect(sampleBytes('run/patch.hs.cso')).reflection)).toMatch(/Hull shaders/);
  expect(planOfBytes(sampleBytes('run/patch.vs.cso')).stage).toBe('vs');
});

test('an edited shader keeps the values of what it still has', () => {
  const { plan, settings } = setupOf(sampleBytes('lake.cso'));
  const changed = { ...settings, constants: { ...settings.constants, fogColor: [1, 0, 0, 1], gone: [1] }, time: 3 };
  const carried = carriedSettings(plan, changed);
  expect(carried.constants.fogColor).toEqual([1, 0, 0, 1]);
  expect(carried.constants).not.toHaveProperty('gone');
  expect(carried.time).toBe(3);
  const other = planOfBytes(sampleBytes('rim-light.cso'));
  expect(carriedSettings(other, changed).inputs).toEqual(assumedSettings(other).inputs);
});

test('inputs follow the surface', () => {
  const setup = setupOf(sampleBytes('rim-light.cso'), { surface: 'sphere' });
  const inputs = inputsOfPicture(setup, 9)(4, 4);
  // The middle of the sphere is nearest to the eye.
  expect(inputs.TEXCOORD0!.slice(0, 2)).toEqual([0.5, 0.5]);
  expect(inputs.TEXCOORD1!.map((one) => one + 0)).toEqual([0, 0, -1, 0]);
  expect(inputs.TEXCOORD2!.map((one) => one + 0)).toEqual([0, 0, -1, 0]);
  const point = surfacePoint('sphere', 1, 4, 9);
  expect(Math.hypot(...point.normal)).toBeCloseTo(1);
  expect(point.tangent.reduce((sum, one, i) => sum + one * point.normal[i]!, 0)).toBeCloseTo(0);
});

test('patterns fill every texel of every dimension', { tags: 'slow' }, () => {
  for (const pattern of Object.keys(PATTERNS) as Pattern[])
    for (const [dimension, layers] of [
      ['2d', 1],
      ['cube', 6],
      ['3d', 16],
      ['1d', 1],
    ] as const) {
      const picture = patternTexture(pattern, dimension);
      expect(picture.layers).toBe(layers);
      expect(picture.pixels.length).toBe(4 * picture.width * picture.height * layers);
      expect(picture.pixels.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
      if (pattern !== 'white' && pattern !== 'black') expect(new Set(picture.pixels).size).toBeGreaterThan(3);
    }
});

test('a DDS file is a picture, and what is none has a reason', async () => {
  const data = Uint8Array.from({ length: 16 }, (_, i) => 16 * i);
  const descriptor = { dimension: '2d', format: dxgiFormat('R8G8B8A8_UNORM')!, width: 2, height: 2 } as const;
  const { texture } = createTexture(descriptor, data);
  const file = writeDds(texture!);
  const picture = await RUN_HANDLERS.readDds(file as Uint8Array, CONTEXT);
  expect(picture).toEqual({ width: 2, height: 2, layers: 1, pixels: data });
  expect(await RUN_HANDLERS.readDds((file as Uint8Array).slice(0, 40), CONTEXT)).toEqual(expect.any(String));
});

test('words have texts in every format', () => {
  const words = (word: number) =>
    (['written', 'float', 'int', 'uint', 'hex'] as const).map((one) => wordText(word, one, 'any'));
  expect(words(0x3dcccccd)).toEqual(['0.1', '0.1', '1036831949', '1036831949', '0x3dcccccd']);
  expect(words(0xffffffff)).toEqual(['NaN', 'NaN', '-1', '4294967295', '0xffffffff']);
  expect(words(0x80000000)[0]).toBe('-0');
  expect(wordText(5, 'written', 'u32')).toBe('5');
  expect(wordText(0xfffffffe, 'written', 'i32')).toBe('-2');
  expect(wordText(5, 'bits', 'any')).toBe('00000000 00000000 00000000 00000101');
});

test('variables of a preshader are controls, and what it computes reaches the registers of the shader', () => {
  const bytes = new Uint8Array(readFileSync('fixtures/constants/preshader.ps.cso'));
  const { plan, settings } = setupOf(bytes);
  expect(plan.missing).toEqual([]);
  expect(plan.constants.map(({ name }) => name)).toEqual(['Color1', 'Color2', 'Choose']);
  const valuesOf = (Choose: number) => {
    const constants = { ...settings.constants, Choose: [Choose] };
    const job = quadJob({ bytes, plan, settings: { ...settings, constants } }, { x: 0, y: 0, size: 2 }, LIMITS);
    const { stepper } = createStepper(job);
    return [stepper!.words('b0')![0]![0], stepper!.values('c2')![0]![0]!];
  };
  const [isChosen, alpha] = valuesOf(1);
  expect(isChosen).toBe(1);
  expect(alpha).toBeCloseTo(Math.cos(1) + Math.sin(1) * Math.acos(0.1), 4);
  expect(valuesOf(0)).toEqual([0, 1]);
});
