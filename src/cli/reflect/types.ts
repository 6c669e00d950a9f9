/** Types and values of variables in the text of `dxlens reflect`, similar to declarations in HLSL. */
import type { DefaultValue, TypeDesc } from '../../reflect/index.ts';
import { typeName } from '../../reflect/type-name.ts';

/** The declaration of `name`, followed by a line for each member of a structure. */
export function typeText(type: TypeDesc | null, name: string): string[] {
  if (type === null) return [`? ${name}`];
  const elements = type.elements > 0 ? `[${type.elements}]` : '';
  const lines = [`${typeName(type)} ${name}${elements}`];
  for (const member of type.members) {
    for (const [i, line] of typeText(member.type, member.name).entries()) {
      lines.push(`  ${line}${i === 0 && member.type !== null ? `  // ${member.type.offset}` : ''}`);
    }
  }
  return lines;
}

/** The numbers of a default value without padding. */
export function valueText({ values }: DefaultValue): string {
  return values.filter((value) => value !== null).join(', ');
}
