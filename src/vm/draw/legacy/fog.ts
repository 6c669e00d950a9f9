/**
 * Fog of Direct3D 9: how much of a pixel's color is left.
 *
 * Source: "Fog formulas" in the documentation of Direct3D 9. e^-x is made of the same operations on every engine.
 */
import { exp2Double } from '../../../numerics/exponential.ts';
import type { LegacyFog } from '../legacy-call.ts';

/** The factor of table fog at a distance, 0 to 1; 1 leaves the color as it is. */
export function fogFactor({ tableMode, start, end, density }: LegacyFog, distance: number): number {
  switch (tableMode) {
    case 'linear':
      return clamp(start === end ? (distance < end ? 1 : 0) : (end - distance) / (end - start));
    case 'exp':
      return clamp(exp2Double(-distance * density * Math.LOG2E));
    case 'exp2':
      return clamp(exp2Double(-((distance * density) ** 2) * Math.LOG2E));
    case 'none':
      return 1;
  }
}

function clamp(x: number): number {
  return x > 0 ? Math.min(x, 1) : 0;
}
