/** The device, and pictures that are drawn with it. */
import type { Renderer, Translated } from './renderer.ts';

export const FORMAT = 'rgba8unorm';

/** A device with what all shaders need. */
export async function openDevice(needs: readonly Translated[]): Promise<GPUDevice> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error('this browser has no WebGPU');
  return adapter.requestDevice({
    // The names are newer than the types of some versions of @webgpu/types.
    requiredFeatures: needs.flatMap(({ pipeline }) => pipeline.requiredFeatures) as GPUFeatureName[],
    requiredLimits: Object.assign({}, ...needs.map(({ pipeline }) => pipeline.requiredLimits)),
  });
}

/**
 * Draws into a texture and reads it. A program that only shows its pictures draws into `getCurrentTexture()` of a
 * canvas; reading them is for the test, and works in browsers without a window, too.
 */
export async function drawnPixels(
  device: GPUDevice,
  renderer: Renderer,
  size: number,
  time: number,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC;
  const target = device.createTexture({ size: [size, size], format: FORMAT, usage });
  renderer.draw(target.createView(), time);
  const bytesPerRow = Math.ceil((4 * size) / 256) * 256;
  const copy = device.createBuffer({
    size: bytesPerRow * size,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
  });
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture: target }, { buffer: copy, bytesPerRow }, [size, size]);
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(GPUMapMode.READ);
  const rows = new Uint8Array(copy.getMappedRange());
  const pixels = new Uint8ClampedArray(4 * size * size);
  for (let y = 0; y < size; y++) pixels.set(rows.subarray(y * bytesPerRow, y * bytesPerRow + 4 * size), 4 * size * y);
  target.destroy();
  copy.destroy();
  return pixels;
}
