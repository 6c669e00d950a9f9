/** Components that a name after a point selects: `xyzw`, `rgba`, `_m00_m11`, `_11_22`. */
import { componentCount, type NumericType } from '../types/types.ts';

const SETS = ['xyzw', 'rgba'];
const OF_MATRIX = /^(?:_m[0-3]{2}){1,4}$|^(?:_[1-4]{2}){1,4}$/;

/** Numbers of components in the order of rows; undefined for a name that selects none of this type. */
export function swizzleOf(name: string, type: NumericType): readonly number[] | undefined {
  if (name.length > 20) return undefined;
  if (type.shape === 'matrix') {
    if (!OF_MATRIX.test(name)) return undefined;
    const first = name.startsWith('_m') ? 0 : 1;
    const pairs = name.match(/\d\d/g)!;
    const components = pairs.map((pair) => {
      const row = Number(pair[0]) - first;
      const column = Number(pair[1]) - first;
      return row < type.rows && column < type.columns ? row * type.columns + column : -1;
    });
    return components.includes(-1) ? undefined : components;
  }
  if (name.length > 4) return undefined;
  for (const set of SETS) {
    const components = Array.from(name, (letter) => set.indexOf(letter));
    if (components.every((component) => component >= 0 && component < componentCount(type))) return components;
  }
  return undefined;
}
