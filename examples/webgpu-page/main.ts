/** The page: each scene in a canvas, with its time as a slider and its shaders in WGSL. */
import { MESH } from '../shared/mesh.ts';
import { showError, showScene } from '../shared/page.ts';
import { RIPPLE } from '../shared/ripple.ts';
import { drawnPixels, FORMAT, openDevice } from './device.ts';
import { Renderer, translateScene } from './renderer.ts';

async function main(): Promise<void> {
  const translated = await Promise.all([MESH, RIPPLE].map(translateScene));
  const device = await openDevice(translated);
  for (const one of translated) {
    const { scene, stages } = one;
    const renderer = new Renderer(device, one, FORMAT);
    const codes = stages.map(({ code }) => code);
    await showScene(scene, codes, (time) => drawnPixels(device, renderer, scene.size, time));
  }
}

main().catch(showError);
