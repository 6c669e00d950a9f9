/**
 * Structures for constants with names. Matrices and arrays are arrays of 16-byte rows, even if rows use fewer bytes,
 * because this is the layout of Direct3D; a gap before a member is the size of the one before it.
 */
import { memberSize } from '../common/constant-members.ts';
import type { ConstantLayout, ConstantMember } from '../common/plan.ts';

function typeOf({ type, width, rows, elements }: ConstantMember): string {
  const letter = type[0]!;
  if (rows <= 1 && elements === 0) return width === 1 ? type : `vec${width}${letter}`;
  const matrix = rows > 1 ? `array<vec4${letter}, ${rows}>` : `vec4${letter}`;
  return elements > 0 ? `array<${matrix}, ${elements}>` : matrix;
}

/** The declaration of the structure. */
export function structText({ typeName, members }: ConstantLayout): string {
  const lines: string[] = [];
  if (members[0]!.offset > 0) lines.push(`  @size(${members[0]!.offset}) unused: u32,`);
  for (const [i, member] of members.entries()) {
    const { size } = memberSize(member);
    const next = members[i + 1];
    const gap = next === undefined ? size : next.offset - member.offset;
    const isAligned =
      next === undefined ||
      Math.ceil((member.offset + size) / memberSize(next).align) * memberSize(next).align === next.offset;
    lines.push(`  ${isAligned ? '' : `@size(${gap}) `}${member.name}: ${typeOf(member)},`);
  }
  return `struct ${typeName} {\n${lines.join('\n')}\n}`;
}
