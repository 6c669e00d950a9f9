/**
 * How many registers of each type that instructions write or receive exist in some version: the number that an
 * interpreter or a translation allocates.
 *
 * Not for: what one version allows (validate/sm1), constants.
 */
import type { Sm1RegisterName } from './registers.ts';

export const SM1_REGISTER_COUNTS = {
  temp: 32,
  input: 16,
  /** The texture registers; vertex shaders have one address register. */
  addressOrTexture: 8,
  rasterizerOut: 3,
  attributeOut: 2,
  /** Texture coordinates before 3_0; 16 outputs in vs_3_sw. */
  outputOrTexCoordOut: 16,
  colorOut: 4,
  depthOut: 1,
  loop: 1,
  tempFloat16: 32,
  misc: 2,
  predicate: 1,
} as const satisfies Partial<Record<Sm1RegisterName, number>>;
