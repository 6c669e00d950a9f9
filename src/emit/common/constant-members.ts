/** Members of structures of constants, by where they are. */
import type { ConstantMember } from './plan.ts';

/** What of a member holds `bytes` bytes at `offset`. */
export function inMember(
  member: ConstantMember,
  offset: number,
  bytes: number,
): { readonly text: string; readonly first: number; readonly width: number } | undefined {
  const { name, width, rows, elements } = member;
  let inside = offset - member.offset;
  const stride = elements > 0 || rows > 1 ? 16 * rows : 4 * width;
  if (inside < 0 || inside >= stride * Math.max(elements, 1)) return undefined;
  let text = name;
  if (elements > 0) {
    text += `[${Math.floor(inside / stride)}]`;
    inside %= stride;
  }
  if (rows > 1) {
    text += `[${Math.floor(inside / 16)}]`;
    inside %= 16;
  }
  // Elements of arrays and rows of matrices are vectors of four, whatever they use of them.
  const isRow = elements > 0 || rows > 1;
  return inside + bytes <= 4 * width ? { text, first: inside / 4, width: isRow ? 4 : width } : undefined;
}
