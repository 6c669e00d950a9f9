/** Names of constants with parts: `Light.color`, `colors[2].r`.  */
import { nearestName } from '../base/nearest-name.ts';

/**
 * An edit cannot be made in this shader: it has no such constant, the number of values is wrong, a register is taken.
 * The shader is as before.
 */
export class ShaderEditError extends RangeError {
  override readonly name = 'ShaderEditError';

  constructor(
    method: string,
    /** The message without the name of the method. */
    readonly reason: string,
  ) {
    super(`${method}: ${reason}`);
  }
}

/** One step into a constant: a member of a structure or components of a vector, or an element of an array. */
export interface PathStep {
  readonly member?: string;
  readonly element?: number;
}

export function hasPrefix(path: string, name: string): boolean {
  return name !== '' && path.startsWith(name) && /^($|[.[])/.test(path.slice(name.length));
}

/** The steps of `path` after the constant `name`. Any other step matches nothing. */
export function pathSteps(path: string, name: string): PathStep[] {
  return [...path.slice(name.length).matchAll(/\[(\d+)\]|\.([^.[]*)|[^.]+/g)].map(([text, element, member]) =>
    element === undefined ? { member: member ?? text } : { element: Number(element) },
  );
}

/** Components after a point, as names of a vector or of a color. */
export const COMPONENT_NAMES = '[xyzw]{1,4}|[rgba]{1,4}';
const COMPONENTS = new RegExp(`^(?:${COMPONENT_NAMES})$`);

/**
 * The indices of components such as `xy` or `rgb`; undefined if `names` mixes both sets, has other letters or has one
 * twice.
 */
export function componentIndices(names: string): number[] | undefined {
  if (!COMPONENTS.test(names)) return undefined;
  const indices = [...names].map((name) => Math.max('xyzw'.indexOf(name), 'rgba'.indexOf(name)));
  return new Set(indices).size === indices.length ? indices : undefined;
}

/** Characters of the longest name that is compared with others. */
const MAX_NAME = 64;

export function noSuchName(caller: string, what: string, name: string, names: readonly string[]): ShaderEditError {
  const nearest = nearestName(name, names, MAX_NAME);
  return new ShaderEditError(
    caller,
    `there is no ${what} ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
  );
}
