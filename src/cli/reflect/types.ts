/** Types and values of variables in the text of `dxlens reflect`, similar to declarations in HLSL. */
import type { DefaultValue, TypeDesc } from '../../reflect/index.ts';

/** The declaration of `name`, followed by a line for each member of a structure. */
export function typeText(type: TypeDesc | null, name: string): string[] {
  if (type === null) return [`? ${name}`];
  const elements = type.elements > 0 ? `[${type.elements}]` : '';
  const lines = [`${spelled(type)} ${name}${elements}`];
  for (const member of type.members) {
    for (const [i, line] of typeText(member.type, member.name).entries()) {
      lines.push(`  ${line}${i === 0 && member.type !== null ? `  // ${member.type.offset}` : ''}`);
    }
  }
  return lines;
}

/** A type without elements and members: `float4`, `row_major float4x3`, `struct Light`, `interface Shape`. */
export function spelled(type: Pick<TypeDesc, 'name' | 'class' | 'type' | 'rows' | 'columns'>): string {
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

/** The numbers of a default value without padding. */
export function valueText({ values }: DefaultValue): string {
  return values.filter((value) => value !== null).join(', ');
}
