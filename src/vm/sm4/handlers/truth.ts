/** Results of comparisons: all ones for true, 0 for false. */
export const TRUE = 0xffff_ffff;

export function truthOf(holds: boolean): number {
  return holds ? TRUE : 0;
}
