/** Why a device cannot draw what the page asks for, apart from what a translation refuses. */
import type { TranslationMap } from 'dxlens/translate';
import type { RunSetup } from '../../../model/run/job.ts';
import { inputOf } from './vertices.ts';

/** The sentence that says why; undefined where nothing is in the way. */
export function refusalOfSetup({ plan, settings }: RunSetup, { inputs, outputs, bindings }: TranslationMap) {
  for (const { semantic, index, builtin } of inputs) {
    if (builtin === undefined) continue;
    const input = inputOf(plan, { semantic, index });
    const choice = input === undefined ? undefined : settings.inputs[input.name];
    if (choice === undefined) continue;
    const name = input!.name;
    if (/position|vpos/i.test(semantic)) {
      if (choice.source !== 'pixel') return `A device sets ${name} itself: choose the position of the pixel for it.`;
    } else if (choice.source !== 'value') {
      return `A device sets ${name} itself: choose the same value for all pixels.`;
    } else if (!/face/i.test(semantic) && choice.value.some((one) => one !== 0)) {
      return `A device sets ${name} itself: set it to 0.`;
    }
  }
  if (bindings.some(({ type }) => type === 'uav'))
    return 'The shader writes buffers or textures: the interpreter runs it.';
  const color = outputs.find(({ location, builtin }) => location === 0 && builtin === undefined);
  if (color === undefined) return 'The shader writes no color, so there is no picture.';
  return color.type === 'f32' || color.type === undefined
    ? undefined
    : 'The shader writes whole numbers, which are no color.';
}

/** Whether the triangles are front faces, as the input that says so has it. */
export function isFrontFace({ plan, settings }: RunSetup): boolean {
  const input = plan.inputs.find(({ semantic }) => semantic === 'vface' || semantic === 'sv_isfrontface');
  const [value = 1] = (input && settings.inputs[input.name]?.value) ?? [];
  return input?.semantic === 'vface' ? value >= 0 : value !== 0;
}
