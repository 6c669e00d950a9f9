/** Members of structures of constants, by where they are. */
import type { ConstantLayout, ConstantMember } from './plan.ts';

/**
 * Returns the part of a member that holds `bytes` bytes at `offset`.
 *
 * @param nestsArrays whether an array of matrices is an array of arrays of rows; else it is one array of the rows of all
 */
export function inMember(
  member: ConstantMember,
  offset: number,
  bytes: number,
  nestsArrays: boolean,
): { readonly text: string; readonly first: number; readonly width: number } | undefined {
  const { name, width, rows, elements } = member;
  let inside = offset - member.offset;
  const stride = elements > 0 || rows > 1 ? 16 * rows : 4 * width;
  if (inside < 0 || inside >= stride * Math.max(elements, 1)) return undefined;
  // Elements of arrays and rows of matrices are vectors of four, also where fewer components are used.
  const isRow = elements > 0 || rows > 1;
  let text = name;
  if (nestsArrays && elements > 0 && rows > 1) {
    text += `[${Math.floor(inside / stride)}]`;
    inside %= stride;
  }
  if (isRow) {
    text += `[${Math.floor(inside / 16)}]`;
    inside %= 16;
  }
  return inside + bytes <= 4 * width ? { text, first: inside / 4, width: isRow ? 4 : width } : undefined;
}

/** Bytes that a member takes in a structure, and its alignment, by the rules that WGSL and std140 share. */
export function memberSize({ width, rows, elements }: ConstantMember): {
  readonly size: number;
  readonly align: number;
} {
  if (rows > 1 || elements > 0) return { size: 16 * rows * Math.max(elements, 1), align: 16 };
  return { size: 4 * width, align: width === 1 ? 4 : width === 2 ? 8 : 16 };
}

/** Bytes of a structure with these members, by the same rules. */
export function layoutSize({ members }: ConstantLayout): number {
  const last = members.at(-1);
  return last === undefined ? 0 : Math.ceil((last.offset + memberSize(last).size) / 16) * 16;
}

/** Whether a language with these sizes has a structure with these members at their offsets; they are in order. */
export function isExpressible({ members }: ConstantLayout): boolean {
  let end = 0;
  for (const member of members) {
    const { size, align } = memberSize(member);
    if (member.offset < end || member.offset % align !== 0) return false;
    end = member.offset + size;
  }
  return members.length > 0;
}
