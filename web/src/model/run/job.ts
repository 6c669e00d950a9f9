/** Jobs of the interpreter for a shader with its settings. */
import type { Job, JobCommand, JobValues } from 'dxlens/vm';
import { controlKind } from './assumptions.ts';
import type { BufferControl, ConstantControl, RunPlan, TextureControl } from './controls.ts';
import { constantValue, type RunSettings } from './settings.ts';
import { type SurfacePoint, sourceValue } from './sources.ts';
import { surfaceOf } from './surface.ts';
import { type Picture, patternTexture } from './textures.ts';

type Invoke = Extract<JobCommand, { readonly command: 'invoke' }>;
type Stage = Pick<Invoke, 'shader' | 'bindings' | 'constants'>;
type Inputs = NonNullable<Invoke['inputs']>;

/** A shader with everything that it gets. */
export interface RunSetup {
  readonly bytes: Uint8Array;
  readonly plan: RunPlan;
  readonly settings: RunSettings;
}

/** A pixel of a picture, or the vertex that is there. */
export interface PixelPosition {
  readonly x: number;
  readonly y: number;
  /** Pixels of the picture along each side. */
  readonly size: number;
}

export const SHADER = 'shader';
const COMMAND = 'result';
const SAMPLER = 'sampler';
const COMPARISON = 'comparison';
/** Width, height and slices of textures that shaders write. */
const WRITTEN_SIZE = 16;

export interface JobLimits {
  readonly instructions: number;
  readonly memory: number;
  readonly seconds: number;
}

/** The job that runs the four pixels around one; that pixel is the lane x is odd plus 2 where y is odd. */
export function quadJob(setup: RunSetup, pixel: PixelPosition, limits: JobLimits): Job {
  const { x, y, size } = pixel;
  const [left, top] = [x & ~1, y & ~1];
  const valuesAt = inputsOfPicture(setup, size);
  return invokeJob(
    setup,
    [0, 1, 2, 3].map((lane) => valuesAt(left + (lane & 1), top + (lane >> 1))),
    limits,
  );
}

/** The job that runs all pixels of rows, quad by quad from the left; `size` and `rows` are even. */
export function rowsJob(setup: RunSetup, top: number, rows: number, size: number, limits: JobLimits): Job {
  const valuesAt = inputsOfPicture(setup, size);
  const inputs: Inputs[number][] = [];
  for (let y = top; y < top + rows; y += 2)
    for (let x = 0; x < size; x += 2)
      for (let lane = 0; lane < 4; lane++) inputs.push(valuesAt(x + (lane & 1), y + (lane >> 1)));
  return invokeJob(setup, inputs, limits);
}

/** The job of a compute shader; outputs are what it may write, by register. */
export function dispatchJob(setup: RunSetup, limits: JobLimits): Job {
  return {
    ...resourcesOf(setup, limits),
    commands: [{ command: 'dispatch', ...stageOf(setup), groups: setup.settings.groups }],
    outputs: Object.fromEntries([
      ...setup.plan.buffers
        .filter(({ isWritable }) => isWritable)
        .map((one) => [one.register, { buffer: one.register, as: 'numbers', flat: true }]),
      ...setup.plan.textures
        .filter(({ isWritable }) => isWritable)
        .map((one) => [one.register, { texture: one.register, as: 'numbers' }]),
    ]),
  };
}

function invokeJob(setup: RunSetup, inputs: Inputs, limits: JobLimits): Job {
  return {
    ...resourcesOf(setup, limits),
    commands: [{ command: 'invoke', name: COMMAND, ...stageOf(setup), inputs }],
  };
}

/** The values of inputs by name: as many as the shader has components. */
export type InputValues = Readonly<Record<string, readonly number[]>>;

/** Returns the function that gives the inputs of a pixel. */
export function inputsOfPicture({ plan, settings }: RunSetup, size: number): (x: number, y: number) => InputValues {
  const pointAt = surfaceOf(settings, size);
  return (x, y) => {
    const point = pointAt(x, y);
    return Object.fromEntries(
      plan.inputs.map((input) => {
        const values = inputValue(input, settings, point, x, y, size);
        // Two inputs may share a register; each has its own components of it.
        return [input.name, plan.isLegacy ? values : values.slice(0, componentCount(input.mask))];
      }),
    );
  };
}

function componentCount(mask: number): number {
  return [1, 2, 4, 8].filter((bit) => mask & bit).length;
}

/** The four components of an input. */
export function inputValue(
  { name, semantic }: RunPlan['inputs'][number],
  { inputs }: RunSettings,
  point: SurfacePoint,
  x: number,
  y: number,
  size: number,
): readonly [number, number, number, number] {
  const choice = inputs[name];
  if (choice === undefined) return [0, 0, 0, 0];
  if (choice.source === 'value') return choice.value;
  const values = sourceValue(choice.source, point, x, y, size);
  // Pixel centers of Direct3D 9 are at integers.
  return semantic === 'vpos' ? [Math.floor(values[0]), Math.floor(values[1]), values[2], values[3]] : values;
}

function resourcesOf({ bytes, plan, settings }: RunSetup, limits: JobLimits) {
  const address = settings.isRepeating ? 'wrap' : 'clamp';
  const filter = settings.isSmooth ? 'linear' : 'point';
  const states = {
    minFilter: filter,
    magFilter: filter,
    mipmapFilter: 'none',
    addressModeU: address,
    addressModeV: address,
    addressModeW: address,
  } as const;
  return {
    version: 1,
    limits,
    shaders: { [SHADER]: { bytes } },
    buffers: Object.fromEntries(plan.buffers.map((one) => [one.register, bufferSpec(one, settings)])),
    textures: Object.fromEntries(plan.textures.map((one) => [one.register, textureSpec(one, settings)])),
    samplers: { [SAMPLER]: states, [COMPARISON]: { ...states, compare: 'less-equal' } },
  } as const;
}

function bufferSpec({ register, formats, stride, layout }: BufferControl, { buffers }: RunSettings) {
  const data = buffers[register] ?? [];
  return { format: formats, data: [...data], ...(layout === 'structured' && { stride }) };
}

/** The picture of a texture. */
export function pictureOf({ register, dimension }: TextureControl, { textures }: RunSettings): Picture {
  const choice = textures[register];
  const file = choice?.file?.picture;
  if (file === undefined) return patternTexture(choice?.pattern ?? 'checker', dimension);
  return dimension === 'cube' && file.layers < 6 ? repeated(file, 6) : file;
}

/** A picture on each face of a cube. */
function repeated({ width, height, pixels }: Picture, layers: number): Picture {
  const size = 4 * width * height;
  const all = new Uint8Array(size * layers);
  for (let layer = 0; layer < layers; layer++) all.set(pixels.subarray(0, size), size * layer);
  return { width, height, layers, pixels: all };
}

const WRITTEN_FORMATS = { float: 'R32G32B32A32_FLOAT', int: 'R32G32B32A32_SINT', uint: 'R32G32B32A32_UINT' } as const;

function textureSpec(control: TextureControl, settings: RunSettings) {
  const { dimension, type } = control;
  const is3d = dimension === '3d';
  const sort = { dimension: dimension === 'cube' ? ('2d' as const) : dimension };
  if (control.isWritable)
    return {
      ...sort,
      format: WRITTEN_FORMATS[type],
      width: WRITTEN_SIZE,
      height: dimension === '1d' ? 1 : WRITTEN_SIZE,
      ...(is3d && { depth: WRITTEN_SIZE }),
    };
  const { width, height, layers, pixels } = pictureOf(control, settings);
  return {
    ...sort,
    format: type === 'float' ? 'R8G8B8A8_UNORM' : type === 'uint' ? 'R8G8B8A8_UINT' : 'R8G8B8A8_SINT',
    width,
    height,
    ...(is3d ? { depth: layers } : { layers: dimension === 'cube' ? layers : 1 }),
    data: is3d || dimension === 'cube' ? pixels : pixels.subarray(0, 4 * width * height),
  };
}

function stageOf({ plan, settings }: RunSetup): Stage {
  const values = new Map<string, Record<string, JobValues>>();
  for (const control of plan.constants) {
    // Values that the shader sets itself are preserved, bit for bit.
    if (settings.constants[control.name] === undefined && controlKind(control) !== 'time') continue;
    const buffer = control.buffer ?? '';
    const list = values.get(buffer) ?? {};
    list[control.name] = jobValue(control, constantValue(plan, settings, control.name));
    values.set(buffer, list);
  }
  const constants = values.get('');
  const buffers = [...new Set(plan.constants.map(({ buffer }) => buffer))].filter((one) => one !== undefined);
  return {
    shader: SHADER,
    ...(constants !== undefined && { constants }),
    bindings: Object.fromEntries([
      ...buffers.map((register) => [register, { values: values.get(register) ?? {} }]),
      ...plan.buffers.map(({ register }) => [register, register]),
      ...plan.textures.map(({ register }) => [
        register,
        plan.isLegacy ? { texture: register, sampler: SAMPLER } : register,
      ]),
      ...plan.samplers.map(({ register, isComparison }) => [register, isComparison ? COMPARISON : SAMPLER]),
    ]),
  };
}

/** A value as jobs take it: arrays as lists of elements. */
function jobValue({ rows, columns, elements, type }: ConstantControl, values: readonly number[]): JobValues {
  const numbers = type === 'bool' ? values.map((one) => one !== 0) : values;
  const size = rows * columns;
  if (elements === 1) return size === 1 ? numbers[0]! : [...numbers];
  return Array.from({ length: elements }, (_, i) => {
    const element = numbers.slice(i * size, (i + 1) * size);
    return size === 1 ? element[0]! : element;
  });
}
