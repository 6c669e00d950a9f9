/** Clipping of a primitive to the view volume, and its position in the window. */
import { describe, expect, it } from 'vitest';
import { type ClipVertex, clipPrimitive, pixelsOf, toWindow } from '../../../src/vm/draw/clip.ts';

const VIEWPORT = { x: 0, y: 0, width: 8, height: 4, minDepth: 0, maxDepth: 1 };

function vertex(
  position: readonly [number, number, number, number],
  attribute = 0,
  clipDistances: readonly number[] = [],
  cullDistances: readonly number[] = [],
): ClipVertex {
  return { position, attributes: Float64Array.of(attribute), clipDistances, cullDistances };
}

/** Positions and attributes of what is left. */
function left(vertices: readonly ClipVertex[], isDepthClipped = true) {
  return clipPrimitive(vertices, VIEWPORT, isDepthClipped).map(({ position, attributes }) => [
    ...position,
    attributes[0],
  ]);
}

describe('clipping', () => {
  it('keeps what is inside', () => {
    const triangle = [vertex([-1, -1, 0, 1]), vertex([1, -1, 1, 1]), vertex([0, 1, 0.5, 1])];
    expect(clipPrimitive(triangle, VIEWPORT, true)).toEqual(triangle);
  });

  it('cuts lines at the near and the far plane, with their attributes', () => {
    const line = [vertex([0, 0, -1, 1], 0), vertex([0, 0, 3, 1], 4)];
    expect(left(line)).toEqual([
      [0, 0, 0, 1, 1],
      [0, 0, 1, 1, 2],
    ]);
    expect(left(line, false)).toEqual([
      [0, 0, -1, 1, 0],
      [0, 0, 3, 1, 4],
    ]);
  });

  it('cuts a corner of a triangle to a polygon of four vertices', () => {
    const triangle = [vertex([0, 0, -1, 1], 0), vertex([1, 0, 1, 1], 2), vertex([0, 1, 1, 1], 4)];
    expect(left(triangle)).toEqual([
      [0, 0.5, 0, 1, 2],
      [0.5, 0, 0, 1, 1],
      [1, 0, 1, 1, 2],
      [0, 1, 1, 1, 4],
    ]);
  });

  it('drops what is behind the eye, and what has no position', () => {
    expect(left([vertex([0, 0, 0, -1]), vertex([1, 0, 0, -1]), vertex([0, 1, 0, -1])], false)).toEqual([]);
    expect(left([vertex([0, 0, 0, 0])])).toEqual([]);
    expect(left([vertex([Number.NaN, 0, 0, 1]), vertex([0, 0, 0, 1])])).toEqual([]);
    // Cut between an infinite and a finite position, the position is NaN.
    expect(left([vertex([Number.POSITIVE_INFINITY, 0, 0, 1]), vertex([0, 0, 0, 1])])).toEqual([]);
  });

  it('cuts by clip distances; a primitive with NaN is discarded', () => {
    expect(left([vertex([0, 0, 0, 1], 0, [-1]), vertex([0, 0, 0, 1], 8, [3])])).toEqual([
      [0, 0, 0, 1, 2],
      [0, 0, 0, 1, 8],
    ]);
    expect(left([vertex([0, 0, 0, 1], 0, [Number.NaN])])).toEqual([]);
    expect(left([vertex([0, 0, 0, 1], 0, [1, Number.NaN]), vertex([0, 0, 0, 1], 8, [3, 1])])).toEqual([]);
  });

  it('drops primitives whose cull distances are all negative', () => {
    expect(left([vertex([0, 0, 0, 1], 0, [], [-1]), vertex([0, 0, 0, 1], 0, [], [-2])])).toEqual([]);
    expect(left([vertex([0, 0, 0, 1], 0, [], [-1]), vertex([0, 0, 0, 1], 0, [], [2])])).toHaveLength(2);
  });
});

describe('the window', () => {
  it('has its origin in the upper left corner', () => {
    expect(toWindow(vertex([-1, 1, 0, 1]), VIEWPORT)).toEqual({ x: 0, y: 0, z: 0, inverseW: 1 });
    expect(toWindow(vertex([1, -2, 1, 2]), { ...VIEWPORT, x: 10, minDepth: 0.5 })).toEqual({
      x: 16,
      y: 4,
      z: 0.75,
      inverseW: 0.5,
    });
  });

  it('has the pixels of the viewport, with edges rounded down, of the scissor and the target', () => {
    const target = { width: 6, height: 6 };
    expect(pixelsOf(VIEWPORT, undefined, target)).toEqual({ left: 0, top: 0, right: 6, bottom: 4 });
    expect(pixelsOf({ ...VIEWPORT, x: 1.5, y: 0.75 }, { left: 0, top: 2, right: 3, bottom: 9 }, target)).toEqual({
      left: 1,
      top: 2,
      right: 3,
      bottom: 4,
    });
  });
});
