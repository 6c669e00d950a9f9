/**
 * The contents of an effect of Direct3D 9 for comparisons: names, types, values, annotations, techniques and states,
 * without offsets and ids.
 */
import { Effect2Links, type Fx2Owner } from '../../src/effects/fx2/links.ts';
import {
  type Effect2,
  FX2_NONE,
  type Fx2Annotation,
  type Fx2Declaration,
  type Fx2State,
  type Fx2Value,
} from '../../src/effects/fx2/model.ts';

/**
 * Returns the contents of an effect.
 *
 * @param textOf returns the text of code, strings and names
 */
export function effect2Content(effect: Effect2, textOf: (data: Uint8Array) => string): unknown {
  const links = new Effect2Links(effect);
  const codeOf = (data: Uint8Array | undefined): string =>
    data === undefined || data.byteLength === 0 ? '' : textOf(data);
  const value = (one: Fx2Value, owner?: Fx2Owner): unknown => {
    if (one.kind === 'numbers') return [...one.words];
    if (one.kind === 'objects') return one.ids.map((id) => codeOf(links.object(id)?.data));
    if (one.kind === 'structure') return one.members.map((member) => value(member));
    return one.samplers.map((sampler, element) => states(sampler.states, { ...owner!, element }));
  };
  const states = (list: readonly Fx2State[], owner: Fx2Owner): unknown =>
    list.map((state, i) => {
      const resource = links.resource(owner, i);
      const { declaration, operation, index } = state;
      const assigned = resource ? [resource.usage, codeOf(resource.data)] : value(state.value);
      return [operation, index, declaration.type, declaration.rows, declaration.columns, assigned];
    });
  const annotations = (list: readonly Fx2Annotation[]): unknown =>
    list.map((one) => [typeOf(one.declaration), value(one.value)]);
  return {
    parameters: effect.parameters.map((one, owner) => [
      typeOf(one.declaration),
      one.flags,
      value(one.value, { technique: FX2_NONE, owner, element: 0 }),
      annotations(one.annotations),
    ]),
    techniques: effect.techniques.map((one, technique) => [
      one.name,
      annotations(one.annotations),
      one.passes.map((pass, owner) => [
        pass.name,
        annotations(pass.annotations),
        states(pass.states, { technique, owner, element: FX2_NONE }),
      ]),
    ]),
  };
}

/** The description of a type; a scalar and a vector of one component are initialized alike. */
function typeOf({ definitions: _, members, ...rest }: Fx2Declaration): unknown {
  return { ...rest, members: members.map(typeOf) };
}
