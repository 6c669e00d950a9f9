/**
 * Structures for constants with names. Matrices and arrays are arrays of rows of 16 bytes, whatever their rows have, because this is how Direct3D
 * lays them out; a gap before a member is the size of the one before it.
 */
import type { ConstantLayout, ConstantMember } from '../common/plan.ts';

/** Bytes that a member takes in a structure of WGSL, and its alignment. */
function sizeOf({ width, rows, elements }: ConstantMember): { readonly size: number; readonly align: number } {
  if (rows > 1 || elements > 0) return { size: 16 * rows * Math.max(elements, 1), align: 16 };
  return { size: 4 * width, align: width === 1 ? 4 : width === 2 ? 8 : 16 };
}

function typeOf({ type, width, rows, elements }: ConstantMember): string {
  const letter = type[0]!;
  if (rows <= 1 && elements === 0) return width === 1 ? type : `vec${width}${letter}`;
  const matrix = rows > 1 ? `array<vec4${letter}, ${rows}>` : `vec4${letter}`;
  return elements > 0 ? `array<${matrix}, ${elements}>` : matrix;
}

/** Whether WGSL has a structure with these members at their offsets; they are in order. */
export function isExpressible({ members }: ConstantLayout): boolean {
  let end = 0;
  for (const member of members) {
    const { size, align } = sizeOf(member);
    if (member.offset < end || member.offset % align !== 0) return false;
    end = member.offset + size;
  }
  return members.length > 0;
}

/** The declaration of the structure. */
export function structText({ typeName, members }: ConstantLayout): string {
  const lines: string[] = [];
  if (members[0]!.offset > 0) lines.push(`  @size(${members[0]!.offset}) unused: u32,`);
  for (const [i, member] of members.entries()) {
    const { size } = sizeOf(member);
    const next = members[i + 1];
    const gap = next === undefined ? size : next.offset - member.offset;
    const isAligned =
      next === undefined || Math.ceil((member.offset + size) / sizeOf(next).align) * sizeOf(next).align === next.offset;
    lines.push(`  ${isAligned ? '' : `@size(${gap}) `}${member.name}: ${typeOf(member)},`);
  }
  return `struct ${typeName} {\n${lines.join('\n')}\n}`;
}
