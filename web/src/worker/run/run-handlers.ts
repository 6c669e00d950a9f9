/** The handlers of the calls to the worker that runs shaders. */
import { type InvocationResult, type Job, type JobOutput, type NestedNumbers, run } from 'dxlens/vm';
import { dispatchJob, type RunSetup, rowsJob } from '../../model/run/job.ts';
import { parseObj } from '../../model/run/mesh.ts';
import { surfaceOf } from '../../model/run/surface.ts';
import type { Picture } from '../../model/run/textures.ts';
import type { Handlers } from '../protocol.ts';
import { recordLanes } from './record.ts';
import type { Numbers, RunCalls, RunOutcome } from './run-protocol.ts';

const LIMITS = { instructions: 800_000_000, memory: 2 ** 28, seconds: 120 };
/** Faces of a cube, slices: layers of a DDS file that are read. */
const MAX_LAYERS = 64;

export const RUN_HANDLERS: Handlers<RunCalls> = {
  record: ({ setup, place }) => recordLanes(setup, place),
  picture: ({ setup, size }) => drawPicture(setup, size),
  devicePicture: async ({ setup, size, chosen }) => {
    const { drawWithDevice } = await import('./device/draw.ts');
    return drawWithDevice(setup, size, chosen);
  },
  dispatch: (setup) => dispatch(setup),
  readObj: ({ name, bytes }) => parseObj(name, new TextDecoder().decode(bytes)),
  readDds: (bytes) => readDds(bytes),
};

/** Draws all pixels; those outside of the surface, and discarded ones, are transparent. */
function drawPicture(setup: RunSetup, size: number): RunOutcome<Uint8ClampedArray<ArrayBuffer>> {
  const { outputs, diagnostics, instructions } = run(rowsJob(setup, 0, size, size, LIMITS));
  const [output] = Object.values(outputs);
  if (output?.as !== 'numbers') return { result: undefined, diagnostics, instructions };
  const invocation = output.value as InvocationResult;
  const discarded = new Set(invocation.discarded);
  const pixels = new Uint8ClampedArray(4 * size * size);
  const pointAt = surfaceOf(setup.settings, size);
  for (const [i, values] of invocation.outputs.entries()) {
    const { x, y } = pixelOf(i, size);
    if (discarded.has(i) || !pointAt(x, y).isCovered) continue;
    const color = Object.entries(values).find(([name]) => COLOR.test(name))?.[1] ?? [];
    const at = 4 * (size * y + x);
    for (let k = 0; k < 3; k++) pixels[at + k] = MAX_BYTE * Number(color[k] ?? 0);
    // Without blending, alpha is not seen.
    pixels[at + 3] = MAX_BYTE;
  }
  return { result: pixels, diagnostics, instructions };
}

const MAX_BYTE = 255;
const COLOR = /^(?:sv_target|color)0$/i;

/** The pixel of an invocation: quad by quad from the left, rows of quads from the top. */
function pixelOf(i: number, size: number): { x: number; y: number } {
  const quad = i >> 2;
  const perRow = size / 2;
  return { x: 2 * (quad % perRow) + (i & 1), y: 2 * Math.floor(quad / perRow) + ((i >> 1) & 1) };
}

function dispatch(setup: RunSetup): RunOutcome<Numbers> {
  const { outputs, diagnostics, instructions } = run(dispatchJob(setup, LIMITS));
  const numbers = Object.entries(outputs).map(([name, output]) => [name, numbersOf(output)] as const);
  const result = numbers.length === 0 ? undefined : Object.fromEntries(numbers);
  return { result, diagnostics, instructions };
}

function numbersOf(output: JobOutput): (number | string)[] {
  return output.as === 'numbers' && Array.isArray(output.value)
    ? (output.value as NestedNumbers).flat(4).map(plain)
    : [];
}

function plain(value: unknown): number | string {
  return typeof value === 'number' ? value : String(value);
}

/** The first mipmap level of all layers, as 8 bits a component; or why there is none. */
function readDds(bytes: Uint8Array): Picture | string {
  const layers: Uint8Array[] = [];
  let size = { width: 0, height: 0 };
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const { outputs, diagnostics } = run(ddsJob(layer), { readFile: () => bytes });
    const { picture } = outputs;
    if (picture?.as !== 'png') {
      if (layer > 0) break;
      return diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'The file cannot be read.';
    }
    size = picture.image;
    layers.push(picture.image.pixels);
  }
  const pixels = new Uint8Array(layers.reduce((sum, { length }) => sum + length, 0));
  for (const [i, layer] of layers.entries()) pixels.set(layer, i * layers[0]!.length);
  return { width: size.width, height: size.height, layers: layers.length, pixels };
}

function ddsJob(layer: number): Job {
  return {
    version: 1,
    textures: { file: { data: { file: 'texture.dds' } } },
    commands: [],
    outputs: { picture: { texture: 'file', as: 'png', layer } },
  };
}
