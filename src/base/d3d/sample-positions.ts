/**
 * The standard positions of samples in a pixel, in sixteenths of a pixel from its center.
 *
 * Source: the public documentation of `D3D11_STANDARD_MULTISAMPLE_QUALITY_LEVELS`.
 */

export type SamplePosition = readonly [x: number, y: number];

export const SAMPLE_PATTERNS: ReadonlyMap<number, readonly SamplePosition[]> = new Map([
  [1, [[0, 0]]],
  [
    2,
    [
      [4, 4],
      [-4, -4],
    ],
  ],
  [
    4,
    [
      [-2, -6],
      [6, -2],
      [-6, 2],
      [2, 6],
    ],
  ],
  [
    8,
    [
      [1, -3],
      [-1, 3],
      [5, 1],
      [-3, -5],
      [-5, 5],
      [-7, -1],
      [3, 7],
      [7, -7],
    ],
  ],
  [
    16,
    [
      [1, 1],
      [-1, -3],
      [-3, 2],
      [4, -1],
      [-5, -2],
      [2, 5],
      [5, 3],
      [3, -5],
      [-2, 6],
      [0, -7],
      [-4, -6],
      [-6, 4],
      [-8, 0],
      [7, -4],
      [6, 7],
      [-7, -8],
    ],
  ],
]);

/** The positions of `count` samples (1, 2, 4, 8 or 16); of any other number those of one. */
export function samplePositions(count: number): readonly SamplePosition[] {
  return SAMPLE_PATTERNS.get(count) ?? SAMPLE_PATTERNS.get(1)!;
}
