/** The page: each scene in a canvas, with its time as a slider and its shaders in GLSL ES. */
import { MESH } from '../shared/mesh.ts';
import { showError, showScene } from '../shared/page.ts';
import { RIPPLE } from '../shared/ripple.ts';
import { Renderer, translateScene } from './renderer.ts';

async function main(): Promise<void> {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (gl === null) throw new Error('this browser has no WebGL 2');
  for (const scene of [MESH, RIPPLE]) {
    const stages = await translateScene(scene);
    const renderer = new Renderer(gl, scene, stages);
    const codes = stages.map(({ code }) => code);
    await showScene(scene, codes, async (time) => renderer.draw(time));
  }
}

main().catch(showError);
