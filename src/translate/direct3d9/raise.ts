/**
 * Makes of a module of shader models 1 to 3 one that has only what later versions have: textures with samplers, one
 * buffer of constants, system values, and the states of Direct3D 9 as operations. Emitters need no rule for any of it.
 *
 * Not for: arithmetic of Direct3D 9, which emitters write as functions.
 */
import type { IrBinding, IrModule } from '../../ir/index.ts';
import type { Sm1Names } from '../reflected.ts';
import { type ConstantBuffer, mergeConstants } from './constants.ts';
import { raiseElements } from './elements.ts';
import { samplerName } from './names.ts';
import type { State9 } from './options.ts';
import { applyPixelStates } from './pixel-states.ts';
import { divideSamplers } from './samplers.ts';
import { STATE_BUFFER, StateReader } from './state-rows.ts';
import { applyVertexStates } from './vertex-states.ts';

/** Properties of a raised module. */
export interface Raised9 {
  /** The buffer of constants; undefined where the program reads none. */
  readonly constants: ConstantBuffer | undefined;
  readonly assumptions: readonly string[];
  readonly approximations: readonly string[];
}

const STATE_BINDING: IrBinding = {
  kind: 'constants',
  register: STATE_BUFFER.register,
  space: 0,
  count: 1,
  size: STATE_BUFFER.rows,
  file: 'state',
  name: STATE_BUFFER.name,
};

/** Raises a module, which has been lowered and not changed since. */
export function raise9(module: IrModule, state: State9, reflection: Sm1Names | undefined): Raised9 {
  const approximations = divideSamplers(module, (register) => samplerName(reflection, register));
  raiseElements(module, state);
  const reader = new StateReader(module);
  if (module.stage === 'vs') applyVertexStates(module, state, reader);
  else applyPixelStates(module, state, reader);
  const constants = mergeConstants(module);
  const states = module.bindings.findIndex(({ file }) => file === 'state');
  if (states >= 0) module.bindings[states] = STATE_BINDING;
  return { constants, assumptions: assumptionsOf(module), approximations };
}

function assumptionsOf({ inputs }: IrModule): string[] {
  return inputs.some(({ systemValue }) => systemValue === 'is_front_face')
    ? ['The front of a triangle is the one whose vertices are clockwise on the screen.']
    : [];
}
