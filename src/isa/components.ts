/**
 * Components of registers, which both instruction sets write alike: masks (bit 0 is x, bit 3 is w) and swizzles (two
 * bits for each of x, y, z, w: the component that is read there).
 *
 * Not for: the fields of a token that hold them (tokens.ts of each instruction set).
 */

export type Component = 'x' | 'y' | 'z' | 'w';
/** Components of a write mask, in their order. */
export type ComponentMask = Exclude<`${'x' | ''}${'y' | ''}${'z' | ''}${'w' | ''}`, ''>;
/** The component that is read for each of x, y, z and w. */
export type FourComponents = `${Component}${Component}${Component}${Component}`;

export const COMPONENTS = 'xyzw';
export const COLOR_COMPONENTS = 'rgba';

export const FULL_MASK = 15;
export const IDENTITY_SWIZZLE = 0xe4;
/** {@link replicateSwizzle} of a component is this times its index. */
const REPLICATE_FACTOR = 0x55;

const MASKS = /* @__PURE__ */ masksOf(COMPONENTS);
const COLOR_MASKS = /* @__PURE__ */ masksOf(COLOR_COMPONENTS);

function masksOf(names: string): readonly string[] {
  return Array.from({ length: FULL_MASK + 1 }, (_, mask) =>
    [...names].filter((_, component) => mask & (1 << component)).join(''),
  );
}

/** The components of a mask, such as `xz`; empty for none. Bits above the fourth are ignored. */
export function maskText(mask: number): string {
  return MASKS[mask & FULL_MASK]!;
}

/** The components of a mask as colors, such as `rb`; empty for none. */
export function colorMaskText(mask: number): string {
  return COLOR_MASKS[mask & FULL_MASK]!;
}

/** The four components that a swizzle reads, such as `xxyw`. */
export function swizzleText(swizzle: number): string {
  let text = '';
  for (let i = 0; i < 4; i++) text += COMPONENTS[swizzleComponent(swizzle, i)]!;
  return text;
}

/** Index of the component called `name`; -1 for any other text. */
export function componentIndex(name: string): number {
  return name.length === 1 ? COMPONENTS.indexOf(name) : -1;
}

/** The component (0 to 3) that `swizzle` reads for component `i`. */
export function swizzleComponent(swizzle: number, i: number): number {
  return (swizzle >> (2 * i)) & 3;
}

/** The swizzle that reads one component four times. */
export function replicateSwizzle(component: number): number {
  return component * REPLICATE_FACTOR;
}

/** Whether `swizzle` (eight bits) reads one component four times. */
export function isReplicateSwizzle(swizzle: number): boolean {
  return (swizzle & 3) * REPLICATE_FACTOR === swizzle;
}

/** The components that `swizzle` reads where the components in `mask` are computed, as a mask. */
export function componentsRead(swizzle: number, mask: number): number {
  let read = 0;
  if (mask & 1) read |= 1 << (swizzle & 3);
  if (mask & 2) read |= 1 << ((swizzle >> 2) & 3);
  if (mask & 4) read |= 1 << ((swizzle >> 4) & 3);
  if (mask & 8) read |= 1 << ((swizzle >> 6) & 3);
  return read;
}
