/**
 * Changes to resource definitions: other names, other registers. Nothing is changed in place; what is not concerned is shared
 * with the original.
 *
 * Not for: the program; a binding that moves needs another declaration and other operands there, too.
 */
import type { Rdef, RdefBinding, RdefBuffer, RdefVariable } from './rdef.ts';

/** Where a binding is; what is left out stays as it is. */
export type RdefLocation = Partial<Pick<RdefBinding, 'bindPoint' | 'bindCount' | 'space' | 'id'>>;

/**
 * Definitions in which a buffer or another resource has the name `to`, as a buffer and as a binding.
 *
 * @throws RangeError when nothing is called `from`
 */
export function renameRdefResource(rdef: Rdef, from: string, to: string): Rdef {
  const rename = <T extends RdefBuffer | RdefBinding>(one: T): T => (one.name === from ? { ...one, name: to } : one);
  const known = rdef.buffers.some(({ name }) => name === from) || rdef.bindings.some(({ name }) => name === from);
  if (!known) throw new RangeError(`there is no resource ${from}`);
  return { ...rdef, buffers: rdef.buffers.map(rename), bindings: rdef.bindings.map(rename) };
}

/**
 * Definitions in which the variable `from` of a buffer is called `to`.
 *
 * @throws RangeError when there is no such buffer or variable
 */
export function renameRdefVariable(rdef: Rdef, buffer: string, from: string, to: string): Rdef {
  const known = rdef.buffers.some(
    ({ name, variables }) => name === buffer && variables.some((one) => one.name === from),
  );
  if (!known) throw new RangeError(`there is no variable ${from} in a buffer ${buffer}`);
  const rename = (one: RdefVariable) => (one.name === from ? { ...one, name: to } : one);
  const renameIn = (one: RdefBuffer) => (one.name === buffer ? { ...one, variables: one.variables.map(rename) } : one);
  return { ...rdef, buffers: rdef.buffers.map(renameIn) };
}

/**
 * Definitions in which the binding `name` is somewhere else. The range id of a binding before 5.1 follows its register.
 *
 * @throws RangeError when there is no such binding, or a register space or an id is given that the encoding has no field for
 */
export function rebindRdef(rdef: Rdef, name: string, place: RdefLocation): Rdef {
  if (!rdef.bindings.some((one) => one.name === name)) throw new RangeError(`there is no binding ${name}`);
  if (rdef.encoding !== 'spaces' && ((place.space ?? 0) !== 0 || place.id !== undefined)) {
    throw new RangeError('only 5.1 has register spaces and range ids');
  }
  const derived = rdef.encoding !== 'spaces' && place.bindPoint !== undefined ? { id: place.bindPoint } : {};
  const move = (one: RdefBinding) => (one.name === name ? { ...one, ...derived, ...place } : one);
  return { ...rdef, bindings: rdef.bindings.map(move) };
}
