/** Draws the picture of a pixel shader with a device of the browser. */
import { type Device, devicesFrom, type Engine, type Refusals } from '../../../model/run/engines.ts';
import type { RunSetup } from '../../../model/run/job.ts';
import { surfaceOf } from '../../../model/run/surface.ts';
import { refusalOfSetup } from './refusals.ts';
import { type DeviceShader, type OrRefusal, shaderFor } from './translated.ts';
import { vertexInputs, verticesOf } from './vertices.ts';
import { type Drawing, drawWithWebgl2, webgl2Missing } from './webgl2.ts';
import { drawWithWebgpu, webgpuDevice } from './webgpu.ts';

/** A picture of a device; without one, all devices refused. */
export interface DevicePicture {
  readonly drawn: { readonly device: Device; readonly pixels: Uint8ClampedArray<ArrayBuffer> } | undefined;
  readonly refusals: Refusals;
}

/** Draws with the device that was chosen, else with the best one that can. */
export async function drawWithDevice(
  setup: RunSetup,
  size: number,
  chosen: Engine | undefined,
): Promise<DevicePicture> {
  const refusals: Partial<Record<Device, string>> = {};
  let drawn: DevicePicture['drawn'];
  for (const device of devicesFrom(chosen)) {
    const shader = await readyShader(device, setup);
    if (typeof shader === 'string') {
      refusals[device] = shader;
      continue;
    }
    if (drawn !== undefined) continue;
    const inputs = vertexInputs(setup.plan, shader.map);
    const drawing = { setup, inputs, vertices: verticesOf(setup, inputs, size), size };
    const pixels = await pixelsOf(device, shader, drawing);
    if (typeof pixels === 'string') refusals[device] = pixels;
    else drawn = { device, pixels: shownPixels(setup, pixels, size) };
  }
  return { drawn, refusals };
}

/** The shader for a device that is there and can draw it, or why not. */
async function readyShader(device: Device, setup: RunSetup): Promise<OrRefusal<DeviceShader>> {
  const missing = device === 'webgpu' ? await webgpuDevice() : webgl2Missing();
  if (typeof missing === 'string') return missing;
  const shader = shaderFor(device, setup.bytes);
  if (typeof shader === 'string') return shader;
  return refusalOfSetup(setup, shader.map) ?? shader;
}

async function pixelsOf(device: Device, shader: DeviceShader, drawing: Drawing): Promise<OrRefusal<Uint8Array>> {
  return device === 'webgpu' ? drawWithWebgpu(shader, drawing) : drawWithWebgl2(shader, drawing);
}

/** Opaque pixels where something was drawn on the surface. Devices give an alpha of 0 there. */
function shownPixels(setup: RunSetup, pixels: Uint8Array, size: number): Uint8ClampedArray<ArrayBuffer> {
  const shown = new Uint8ClampedArray(pixels.length);
  const pointAt = surfaceOf(setup.settings, size);
  for (let y = 0, at = 0; y < size; y++)
    for (let x = 0; x < size; x++, at += 4) {
      if (pixels[at + 3] !== 0 || !pointAt(x, y).isCovered) continue;
      shown.set(pixels.subarray(at, at + 3), at);
      shown[at + 3] = 255;
    }
  return shown;
}
