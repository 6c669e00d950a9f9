/** Clip and cull distances: registers in Direct3D, arrays in GLSL. */
import type { IrModule } from '../../ir/index.ts';
import { componentsBefore } from '../common/component-counts.ts';
import type { EmitPlan } from '../common/plan.ts';
import { AXES } from '../common/vectors.ts';

interface DistanceInputs {
  readonly module: Pick<IrModule, 'stage' | 'inputs'>;
  readonly plan: Pick<EmitPlan, 'inputs'>;
}

/** Arrays of distances: the components of all elements that have them, in their order and without gaps. */
export const DISTANCES = ['gl_ClipDistance', 'gl_CullDistance'] as const;

/**
 * The components of an element in such an array, each where the register has it.
 *
 * @param first the number of the first one
 * @param read what is written for a component
 */
export function distancesText(array: string, mask: number, first: number, read = (text: string) => text): string {
  let next = first;
  const parts = Array.from(AXES, (_, c) => ((mask & (1 << c)) === 0 ? '0.0' : read(`${array}[${next++}]`)));
  return `vec4(${parts.join(', ')})`;
}

/** The distances that are an input of a pixel shader; undefined for other inputs. @param read what is written for a component */
export function distancesOfPixel(
  { module: { stage, inputs }, plan }: DistanceInputs,
  element: number,
  read?: (text: string) => string,
): string | undefined {
  const { slot } = plan.inputs[element]!;
  if (stage !== 'ps' || slot.kind !== 'builtin' || !DISTANCES.some((value) => value === slot.value)) return undefined;
  const first = componentsBefore(plan.inputs, inputs, element, slot.value);
  return distancesText(slot.value, inputs[element]!.mask, first, read);
}
