/** The names of types of variables, as HLSL spells them. */
import type { TypeDesc } from './types.ts';

/** A type without elements and members: `float4`, `row_major float4x3`, `struct Light`, `interface Shape`. */
export function typeName(type: Pick<TypeDesc, 'name' | 'class' | 'type' | 'rows' | 'columns'>): string {
  switch (type.class) {
    case 'vector':
      return `${type.type}${type.columns}`;
    case 'matrixRows':
      return `row_major ${type.type}${type.rows}x${type.columns}`;
    case 'matrixColumns':
      return `${type.type}${type.rows}x${type.columns}`;
    case 'struct':
    case 'interfaceClass':
      return type.name === null ? 'struct' : `struct ${type.name}`;
    case 'interfacePointer':
      return type.name === null ? 'interface' : `interface ${type.name}`;
    default:
      return String(type.type);
  }
}
