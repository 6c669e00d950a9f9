/**
 * Modifiers of shader models 1 to 3: source modifiers of each component, shift and saturation of a result; and the
 * range of constants in pixel shaders before 2_0.
 *
 * Source: the Direct3D 9 shader reference (source register modifiers, instruction modifiers, registers of ps_1_x).
 *
 * Not for: the divisions of texcrd and texld in ps_1_4, which need two components (quad.ts).
 */

import { SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { add, multiply, saturate } from '../../numerics/float.ts';
import { type LaneWords, REGISTER_WORDS } from '../lanes.ts';
import type { Sm1Destination } from './operands.ts';

const MODIFIERS = SM1_SOURCE_MODIFIERS;
const bias = (x: number) => add(x, -0.5);
const sign = (x: number) => multiply(bias(x), 2);
const complement = (x: number) => add(1, -x);
const twice = (x: number) => multiply(x, 2);

/** The effect of a source modifier: arithmetic first, then on the sign, of NaN too. */
export interface Change {
  readonly compute?: (x: number) => number;
  readonly isAbsolute?: boolean;
  readonly isNegated?: boolean;
}

/** Effects of source modifiers, by D3DSPSM_*, without the divisions. */
export const CHANGES: readonly (Change | undefined)[] = byCode();

function byCode(): Change[] {
  const list: Change[] = [];
  list[MODIFIERS.negate.code] = { isNegated: true };
  list[MODIFIERS.bias.code] = { compute: bias };
  list[MODIFIERS.biasNegate.code] = { compute: bias, isNegated: true };
  list[MODIFIERS.sign.code] = { compute: sign };
  list[MODIFIERS.signNegate.code] = { compute: sign, isNegated: true };
  list[MODIFIERS.complement.code] = { compute: complement };
  list[MODIFIERS.x2.code] = { compute: twice };
  list[MODIFIERS.x2Negate.code] = { compute: twice, isNegated: true };
  list[MODIFIERS.abs.code] = { isAbsolute: true };
  list[MODIFIERS.absNegate.code] = { isAbsolute: true, isNegated: true };
  return list;
}

const SIGN = 0x8000_0000;

/** Changes all words of a source. */
export function applyChange({ compute, isAbsolute = false, isNegated = false }: Change, values: LaneWords): void {
  const { words, floats } = values;
  for (let i = 0; i < REGISTER_WORDS; i++) {
    if (compute !== undefined) values.setFloat(i, compute(floats[i]!));
    if (isAbsolute) words[i]! &= ~SIGN;
    if (isNegated) words[i]! ^= SIGN;
  }
}

/** Shift, then saturation. */
export function finish({ scale, saturate: isSaturated }: Sm1Destination, values: LaneWords): void {
  if (scale === 1 && !isSaturated) return;
  for (let i = 0; i < REGISTER_WORDS; i++) {
    const scaled = scale === 1 ? values.floats[i]! : multiply(values.floats[i]!, scale);
    values.setFloat(i, isSaturated ? saturate(scaled) : scaled);
  }
}

/** Constants of pixel shaders before 2_0 are between -1 and 1. */
export function clampConstants(words: Uint32Array): void {
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
  // Whatever is between them keeps its bits.
  for (let i = 0; i < floats.length; i++) {
    if (floats[i]! > 1) floats[i] = 1;
    else if (floats[i]! < -1) floats[i] = -1;
  }
}
