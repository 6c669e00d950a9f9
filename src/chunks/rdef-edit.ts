/**
 * Changes to resource definitions: other names, other registers. Nothing is changed in place; unchanged
 * objects are shared with the original.
 *
 * Not for: the program; a binding that moves needs another declaration and other operands there, too.
 */
import type { Rdef, RdefBinding, RdefBuffer, RdefVariable } from './rdef.ts';

/** The location of a binding; omitted fields keep their values. */
export type RdefLocation = Partial<Pick<RdefBinding, 'bindPoint' | 'bindCount' | 'space' | 'id'>>;

/**
 * Returns definitions in which the buffer or other resource `from` has the name `to`, as a buffer and as a binding.
 *
 * @throws RangeError when nothing has the name `from`
 */
export function renameRdefResource(rdef: Rdef, from: string, to: string): Rdef {
  const rename = <T extends RdefBuffer | RdefBinding>(one: T): T => (one.name === from ? { ...one, name: to } : one);
  const known = rdef.buffers.some(({ name }) => name === from) || rdef.bindings.some(({ name }) => name === from);
  if (!known) throw new RangeError(`there is no resource ${from}`);
  return { ...rdef, buffers: rdef.buffers.map(rename), bindings: rdef.bindings.map(rename) };
}

/**
 * Returns definitions in which the variable `from` of a buffer has the name `to`.
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
 * Returns definitions in which the binding `name` has another location. The range id of a binding before 5.1 follows its
 * register.
 *
 * @throws RangeError when there is no such binding, or when the encoding has no field for the register space or id
 */
export function rebindRdef(rdef: Rdef, name: string, location: RdefLocation): Rdef {
  if (!rdef.bindings.some((one) => one.name === name)) throw new RangeError(`there is no binding ${name}`);
  if (rdef.encoding !== 'spaces' && ((location.space ?? 0) !== 0 || location.id !== undefined)) {
    throw new RangeError('only 5.1 has register spaces and range ids');
  }
  const derived = rdef.encoding !== 'spaces' && location.bindPoint !== undefined ? { id: location.bindPoint } : {};
  const move = (one: RdefBinding) => (one.name === name ? { ...one, ...derived, ...location } : one);
  return { ...rdef, bindings: rdef.bindings.map(move) };
}
