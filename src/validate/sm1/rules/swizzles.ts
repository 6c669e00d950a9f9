/** Swizzles as the eight bits of a source token. Not for: rules. */

/** `.xyzw`, which is what no swizzle stands for. */
export const IDENTITY = 0xe4;

/** Whether `swizzle` selects one component four times. */
export function isReplicate(swizzle: number): boolean {
  return (swizzle & 3) * 0x55 === swizzle;
}

/** The components that `swizzle` reads for the destination components in `mask`, as a mask. */
export function componentsRead(swizzle: number, mask: number): number {
  let read = 0;
  if (mask & 1) read |= 1 << (swizzle & 3);
  if (mask & 2) read |= 1 << ((swizzle >> 2) & 3);
  if (mask & 4) read |= 1 << ((swizzle >> 4) & 3);
  if (mask & 8) read |= 1 << ((swizzle >> 6) & 3);
  return read;
}
