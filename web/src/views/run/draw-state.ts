/** The picture of a pixel shader: what draws it, and how pictures of two engines differ. */
import { batch, computed, effect, signal } from '@preact/signals';
import {
  devicesFrom,
  type Engine,
  type PictureDifference,
  pictureDifference,
  type Refusals,
} from '../../model/run/engines.ts';
import type { RunSetup } from '../../model/run/job.ts';
import {
  change,
  deviceCall,
  drawing,
  MAX_TIME,
  PICTURE_SIZE,
  playing,
  runCall,
  runDiagnostics,
  setup,
} from './run-state.ts';

/** Pixels along each side that the interpreter draws; the picture is shown larger. */
export const INTERPRETED_SIZE = 128;
/** Milliseconds without a change before the interpreter draws. */
const DELAY = 120;

export interface DrawnPicture {
  readonly of: RunSetup;
  readonly engine: Engine;
  readonly size: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

export const picture = signal<DrawnPicture | undefined>(undefined);
/** The engine that was chosen; undefined for the best one that can. */
export const chosenEngine = signal<Engine | undefined>(undefined);
/** Why devices do not draw the shader; undefined until they were asked. */
export const refusals = signal<Refusals | undefined>(undefined);

export interface ShownDifference extends PictureDifference {
  readonly of: RunSetup;
  readonly engines: readonly [Engine, Engine];
  readonly size: number;
}

/** The difference that is shown instead of the picture; a change of what the shader gets ends it. */
const lastDifference = signal<ShownDifference | undefined>(undefined);
export const difference = computed(() => (lastDifference.value?.of === setup.value ? lastDifference.value : undefined));

/**
 * Lets the time run while it is played: it goes on when the picture of a time is drawn. Returns the function that ends
 * this.
 */
export function followTime(): () => void {
  let frame = 0;
  const end = effect(() => {
    cancelAnimationFrame(frame);
    if (!playing.value) return;
    let before = performance.now();
    const advance = (now: number) => {
      frame = requestAnimationFrame(advance);
      const current = setup.peek();
      if (current === undefined || picture.peek()?.of !== current) return;
      const passed = Math.max(0, now - before) / MILLISECONDS;
      before = now;
      change({ time: (current.settings.time + passed) % MAX_TIME });
    };
    frame = requestAnimationFrame(advance);
  });
  return () => {
    cancelAnimationFrame(frame);
    end();
    playing.value = false;
  };
}

const MILLISECONDS = 1000;

/** Draws the picture anew whenever something changes. Returns the function that ends this. */
export function followPicture(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = effect(() => {
    const current = setup.value;
    const chosen = chosenEngine.value;
    clearTimeout(timer);
    if (current === undefined) return;
    if (chosen === 'interpreter') timer = setTimeout(() => void interpret(current), DELAY);
    // The current drawing is followed by one of the changes in the meantime.
    else if (drawing.peek() === undefined) void drawAll();
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** Draws with a device until nothing has changed since. */
async function drawAll(): Promise<void> {
  for (;;) {
    const current = setup.peek();
    const chosen = chosenEngine.peek();
    if (current === undefined || chosen === 'interpreter') return;
    const result = await deviceCall('devicePicture', 'Drawing', { setup: current, size: PICTURE_SIZE, chosen });
    if (result === undefined) return;
    refusals.value = result.refusals;
    if (result.drawn !== undefined) {
      const { device: engine, pixels } = result.drawn;
      batch(() => {
        picture.value = { of: current, engine, size: PICTURE_SIZE, pixels };
        runDiagnostics.value = [];
      });
    } else if (setup.peek() === current) await interpret(current);
    if (setup.peek() === current && chosenEngine.peek() === chosen) return;
  }
}

/** Draws with the interpreter. */
async function interpret(current: RunSetup): Promise<void> {
  if (refusals.peek() === undefined && drawing.peek() === undefined) void askDevices(current);
  const pixels = await interpretedPixels(current);
  if (pixels === undefined || setup.peek() !== current) return;
  picture.value = { of: current, engine: 'interpreter', size: INTERPRETED_SIZE, pixels };
}

async function interpretedPixels(current: RunSetup): Promise<Uint8ClampedArray<ArrayBuffer> | undefined> {
  const outcome = await runCall('picture', 'Drawing', { setup: current, size: INTERPRETED_SIZE });
  if (outcome === undefined) return undefined;
  runDiagnostics.value = outcome.diagnostics;
  return outcome.result;
}

/** Asks devices what they refuse, without a picture. */
async function askDevices(current: RunSetup): Promise<void> {
  const result = await deviceCall('devicePicture', 'Asking the device', { setup: current, size: 2, chosen: undefined });
  if (result !== undefined) refusals.value = result.refusals;
}

/** Draws with two engines at the size of the interpreter, and shows how the pictures differ. */
export async function compareEngines(engines: readonly [Engine, Engine]): Promise<void> {
  const current = setup.peek();
  if (current === undefined) return;
  const pixels: Uint8ClampedArray<ArrayBuffer>[] = [];
  for (const engine of engines) {
    const drawn = await pixelsOf(engine, current);
    if (drawn === undefined || setup.peek() !== current) return;
    pixels.push(drawn);
  }
  const [a, b] = pixels as [Uint8ClampedArray, Uint8ClampedArray];
  lastDifference.value = { ...pictureDifference(a, b), of: current, engines, size: INTERPRETED_SIZE };
}

async function pixelsOf(engine: Engine, current: RunSetup): Promise<Uint8ClampedArray<ArrayBuffer> | undefined> {
  if (engine === 'interpreter') return interpretedPixels(current);
  const input = { setup: current, size: INTERPRETED_SIZE, chosen: engine };
  const result = await deviceCall('devicePicture', 'Drawing', input);
  return result?.drawn?.device === engine ? result.drawn.pixels : undefined;
}

/** Shows the picture again. */
export function hideDifference(): void {
  lastDifference.value = undefined;
}

/** Engines that draw the shader. */
export const ableEngines = computed<readonly Engine[]>(() => [
  ...devicesFrom(undefined).filter((one) => refusals.value !== undefined && refusals.value[one] === undefined),
  'interpreter',
]);
