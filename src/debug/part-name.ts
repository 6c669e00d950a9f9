/**
 * Names of scalars of variables, counted from the first one, for the formats that count them: `.x`, `._m01`,
 * `[1].color.y`.
 *
 * Not for: program databases, which count bytes (spdb/component-name.ts).
 */

import { VariableClass } from '../base/d3d/enumerations.ts';
import { type CtabType, ctabTypeName } from '../chunks/ctab.ts';
import { COMPONENTS } from '../isa/components.ts';

/** Types in types; damaged ones may contain themselves. */
const MAX_DEPTH = 64;

/** The name of part `element` of a variable of `type`; `<element>` where the type has no such part. */
export function ctabPartName(type: CtabType | null, element: number): string {
  let text = '';
  let left = element;
  let at = type;
  for (let depth = 0; at !== null && depth < MAX_DEPTH; depth++) {
    const one = elementScalars(at);
    if (one === 0 || left >= one * Math.max(1, at.elements)) break;
    if (at.elements > 1) text += `[${Math.floor(left / one)}]`;
    left %= one;
    if (at.class !== VariableClass.struct) return text + scalarName(at.class, at.rows, at.columns, left);
    let next: CtabType | null = null;
    for (const member of at.members) {
      const size = elementScalars(member.type) * Math.max(1, member.type.elements);
      if (left < size) {
        text += `.${member.name ?? ''}`;
        next = member.type;
        break;
      }
      left -= size;
    }
    at = next;
  }
  return `<${element}>`;
}

/** Scalars of one element; those of a structure are stored with it. */
function elementScalars({ rows, columns }: CtabType): number {
  return rows * columns;
}

/** The name of scalar `index` of a value of a class with so many rows and columns. */
export function scalarName(kind: number, rows: number, columns: number, index: number): string {
  if (kind === VariableClass.matrixRows || kind === VariableClass.matrixColumns)
    return `._m${Math.floor(index / columns)}${index % columns}`;
  return rows * columns === 1 ? '' : `.${COMPONENTS[index] ?? index}`;
}

/** Such as `float4`, `Light`-less structures as `struct`, and arrays as `float4[3]`. */
export function ctabFullTypeName(type: CtabType): string | null {
  const name = type.class === VariableClass.struct ? 'struct' : ctabTypeName(type);
  if (name === '') return null;
  return type.elements > 1 ? `${name}[${type.elements}]` : name;
}
