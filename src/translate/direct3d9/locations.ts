/**
 * Locations of what a vertex shader of Direct3D 9 gives to a pixel shader: by usage and index, because the registers of
 * both have nothing to do with each other from 3_0 on.
 */
import type { IrElement, IrModule } from '../../ir/index.ts';

const FIRST_COORDINATE = 2;
const COORDINATES = 8;
const COLORS = 2;
/** Locations of usages besides colors and texture coordinates, by usage and index. */
const OTHERS: Readonly<Record<string, number>> = {
  'fog 0': 10,
  'normal 0': 11,
  'tangent 0': 12,
  'binormal 0': 13,
  'clip 0': 14,
  'clip 1': 15,
};

/** The location of an element between stages; undefined if the usage has no fixed one. */
function usageLocation({ semantic = '', semanticIndex = 0 }: IrElement): number | undefined {
  if (semantic === 'color' && semanticIndex < COLORS) return semanticIndex;
  if (semantic === 'texcoord' && semanticIndex < COORDINATES) return FIRST_COORDINATE + semanticIndex;
  return OTHERS[`${semantic} ${semanticIndex}`];
}

/**
 * Locations of elements between a vertex and a pixel shader of models 1 to 3; undefined for any other list. Usages
 * without a fixed location get the remaining ones, in the order of their names: they agree in two shaders only if both
 * have the same.
 *
 * @param located numbers of the elements that need one
 */
export function usageLocations(
  module: IrModule,
  isInput: boolean,
  located: readonly number[],
): ReadonlyMap<number, number> | undefined {
  const { stage, facts } = module;
  if (facts.version[0] > 3 || (stage === 'vs') === isInput) return undefined;
  const list = isInput ? module.inputs : module.outputs;
  const locations = new Map<number, number>();
  const byKey = new Map<string, number>();
  const rest: number[] = [];
  for (const element of located) {
    const location = usageLocation(list[element]!);
    if (location === undefined) rest.push(element);
    else locations.set(element, location);
  }
  const taken = new Set(locations.values());
  const keyOf = (element: number) => {
    const { semantic = '', semanticIndex = 0, register } = list[element]!;
    return semantic === '' ? `register ${register}` : `${semantic} ${String(semanticIndex).padStart(2, '0')}`;
  };
  let free = 0;
  for (const element of rest.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const key = keyOf(element);
    let location = byKey.get(key);
    if (location === undefined) {
      while (taken.has(free)) free++;
      location = free;
      taken.add(location);
      byKey.set(key, location);
    }
    locations.set(element, location);
  }
  return locations;
}
