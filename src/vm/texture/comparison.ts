/** The comparisons of depth, stencil and alpha tests and of samplers (Direct3D 11.3 functional specification, 17.8). */
import type { Comparison } from './sampler.ts';

const HOLDS: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  never: () => false,
  less: (a, b) => a < b,
  equal: (a, b) => a === b,
  'less-equal': (a, b) => a <= b,
  greater: (a, b) => a > b,
  'not-equal': (a, b) => a !== b,
  'greater-equal': (a, b) => a >= b,
  always: () => true,
};

/** Whether `a` compares with `b` as `comparison` says; in a read of a texture, `a` is the reference. */
export function compares(comparison: Comparison, a: number, b: number): boolean {
  return HOLDS[comparison](a, b);
}
