/**
 * The page: HLSL is compiled as it is typed, translated to WGSL, and drawn. A page with large sources calls `compile`
 * in a worker.
 */
import { compile } from 'dxlens/compile';
import { showError, showScene } from '../shared/page.ts';
import { drawnPixels, FORMAT, openDevice } from '../webgpu-page/device.ts';
import { Renderer, translateShaders } from '../webgpu-page/renderer.ts';
import source from './waves.hlsl?raw';
import { WAVES } from './waves.ts';

const ENTRIES = [
  { profile: 'vs_5_0', entry: 'vertexMain' },
  { profile: 'ps_5_0', entry: 'pixelMain' },
];
/** Milliseconds without a key after which the source is compiled. */
const DELAY = 150;

const editor = document.querySelector('textarea')!;
const list = document.querySelector('ul')!;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The compiled shaders; undefined where the source has errors, which are listed. */
function compiledShaders(text: string): Uint8Array[] | undefined {
  const results = ENTRIES.map((one) => compile(text, { ...one, name: 'waves.hlsl' }));
  const messages = results.flatMap(({ diagnostics }) =>
    diagnostics.map(
      ({ line, column, severity, code, message }) => `${line}:${column}: ${severity} ${code}: ${message}`,
    ),
  );
  // Both entry points have the errors of what they share.
  list.replaceChildren(
    ...Array.from(new Set(messages), (message) =>
      Object.assign(document.createElement('li'), { textContent: message }),
    ),
  );
  const shaders = results.flatMap(({ bytes }) => bytes ?? []);
  return shaders.length === results.length ? shaders : undefined;
}

async function update(): Promise<void> {
  const shaders = compiledShaders(editor.value);
  if (shaders === undefined) return;
  const translated = translateShaders(WAVES, shaders);
  const device = await openDevice([translated]);
  const renderer = new Renderer(device, translated, FORMAT);
  const codes = translated.stages.map(({ code }) => code);
  document.querySelector('section')?.remove();
  await showScene(WAVES, codes, (time) => drawnPixels(device, renderer, WAVES.size, time));
}

editor.value = source;
editor.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(() => update().catch(showError), DELAY);
});
update().catch(showError);
