/**
 * Operand modifiers of shader models 4.0 to 5.1: absolute value, sign, saturation.
 *
 * Source: Direct3D 11.3 functional specification, 22.18 and 22.19.
 */
import { saturate } from '../../numerics/float.ts';
import { LANES, type LaneWords, REGISTER_WORDS } from '../lanes.ts';
import type { Sm4Source } from './operands.ts';

const SIGN = 0x8000_0000;

/** Applies the modifiers of a source to the words of its value. */
export function modify({ absolute, negate, modifiers }: Sm4Source, words: Uint32Array): void {
  for (let i = 0; i < REGISTER_WORDS; i++) {
    // The sign of a float64 is in the second of its words: components y and w.
    if (modifiers === 'f64' && ((i / LANES) & 1) === 0) continue;
    let word = words[i]!;
    if (modifiers === 'i32') {
      if (absolute && (word | 0) < 0) word = -word;
      words[i] = negate ? -word : word;
      continue;
    }
    if (absolute) word &= ~SIGN;
    words[i] = negate ? word ^ SIGN : word;
  }
}

/** Clamps the components in `mask` to 0 to 1. */
export function saturateAll(values: LaneWords, mask: number): void {
  for (let i = 0; i < REGISTER_WORDS; i++) if (mask & (1 << (i >> 2))) values.setFloat(i, saturate(values.floats[i]!));
}

/** Flushes subnormal floats of all components: what a move with a modifier does. */
export function flushAll(values: LaneWords): void {
  for (let i = 0; i < REGISTER_WORDS; i++) {
    const word = values.words[i]!;
    // Subnormal: no exponent, but a mantissa.
    if ((word & 0x7f80_0000) === 0) values.words[i] = word & SIGN;
  }
}
