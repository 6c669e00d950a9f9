/** The elements of the pages: a canvas, a slider and the translated code for each scene. */
import type { Drawing } from './scene.ts';

/** Draws a picture at a time from 0 to 1: rows from the top, four bytes a pixel. */
export type Draw = (time: number) => Promise<Uint8ClampedArray<ArrayBuffer>>;

/** Adds a scene to the page and draws it whenever its slider moves. */
export async function showScene({ title, size }: Drawing, codes: readonly string[], draw: Draw): Promise<void> {
  const section = document.querySelector('template')!.content.cloneNode(true) as DocumentFragment;
  const canvas = section.querySelector('canvas')!;
  const slider = section.querySelector('input')!;
  section.querySelector('h2')!.textContent = title;
  for (const [i, pre] of section.querySelectorAll('pre').entries()) pre.textContent = codes[i] ?? '';
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d')!;
  const update = async () => context.putImageData(new ImageData(await draw(slider.valueAsNumber), size), 0, 0);
  slider.addEventListener('input', update);
  document.body.append(section);
  await update();
  canvas.dataset.state = 'drawn';
}

/** Shows why a page draws nothing. */
export function showError(error: unknown): void {
  document.querySelector('output')!.textContent = String(error);
}
