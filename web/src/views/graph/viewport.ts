/**
 * Zoom and pan of a drawing: where its origin is in the window that shows it, and its scale.
 *
 * Not for: what moves it (graph-canvas.tsx).
 */
import type { Point, Size } from '../../worker/graph/layout.ts';

export interface Viewport extends Point {
  readonly scale: number;
}

export const MIN_SCALE = 0.05;
export const MAX_SCALE = 2;
/** The scale of a graph that is too large to be read at once. */
const READABLE = 0.85;
const LEAST_READABLE = 0.6;
const PADDING = 16;

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Shows all of a drawing, in the middle. */
export function fitAll(drawing: Size, view: Size): Viewport {
  const scale = clamp(Math.min(view.width / drawing.width, view.height / drawing.height, 1), MIN_SCALE, MAX_SCALE);
  return {
    scale,
    x: (view.width - drawing.width * scale) / 2,
    y: (view.height - drawing.height * scale) / 2,
  };
}

/** Shows all of a drawing where that can be read, and otherwise the part around a rectangle. */
export function firstView(drawing: Size, view: Size, around: Point & Size): Viewport {
  const all = fitAll(drawing, view);
  if (all.scale >= LEAST_READABLE) return all;
  const scale = READABLE;
  const x = view.width / 2 - (around.x + around.width / 2) * scale;
  // The block of the selection begins in the upper part, so that what follows it is seen.
  return { scale, x, y: Math.min(view.height / 4, 48) - around.y * scale };
}

/** Changes the scale; what is at `at` stays there. */
export function zoomAt({ x, y, scale }: Viewport, factor: number, at: Point): Viewport {
  const next = clamp(scale * factor, MIN_SCALE, MAX_SCALE);
  return { scale: next, x: at.x - ((at.x - x) / scale) * next, y: at.y - ((at.y - y) / scale) * next };
}

/** Moves as little as it takes to show a rectangle of the drawing; its top left corner where it is too large. */
export function reveal(viewport: Viewport, view: Size, rectangle: Point & Size): Viewport {
  const { x, y, scale } = viewport;
  const moved = (from: number, start: number, size: number, room: number) => {
    const low = from + start * scale;
    const high = low + size * scale;
    if (low < PADDING || size * scale > room - 2 * PADDING) return from + PADDING - low;
    return high > room - PADDING ? from + room - PADDING - high : from;
  };
  const isInside =
    x + rectangle.x * scale >= 0 &&
    y + rectangle.y * scale >= 0 &&
    x + (rectangle.x + rectangle.width) * scale <= view.width &&
    y + (rectangle.y + rectangle.height) * scale <= view.height;
  if (isInside) return viewport;
  return {
    scale,
    x: moved(x, rectangle.x, rectangle.width, view.width),
    y: moved(y, rectangle.y, rectangle.height, view.height),
  };
}

/** Keeps a part of the drawing in the window. */
export function keepInside(viewport: Viewport, drawing: Size, view: Size): Viewport {
  const margin = 40;
  const inside = (at: number, size: number, room: number) => clamp(at, margin - size * viewport.scale, room - margin);
  return {
    scale: viewport.scale,
    x: inside(viewport.x, drawing.width, view.width),
    y: inside(viewport.y, drawing.height, view.height),
  };
}

/** The rectangle that is next to another one in a direction; -1 for none. */
export function neighborOf(
  rectangles: readonly (Point & Size)[],
  index: number,
  direction: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight',
): number {
  const middle = ({ x, y, width, height }: Point & Size) => ({ x: x + width / 2, y: y + height / 2 });
  const from = middle(rectangles[index]!);
  let found = -1;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [i, rectangle] of rectangles.entries()) {
    const to = middle(rectangle);
    const right = to.x - from.x;
    const down = to.y - from.y;
    const [along, across] = {
      ArrowUp: [-down, right],
      ArrowDown: [down, right],
      ArrowLeft: [-right, down],
      ArrowRight: [right, down],
    }[direction] as [number, number];
    if (i === index || along <= 1) continue;
    const distance = along + 2 * Math.abs(across);
    if (distance < nearest) {
      nearest = distance;
      found = i;
    }
  }
  return found;
}
