/**
 * What modifiers of shader models 1 to 3 do: those of sources to each component, shift and saturation to a result; and the range of constants
 * in pixel shaders before 2_0.
 *
 * Source: the Direct3D 9 shader reference (source register modifiers, instruction modifiers, registers of ps_1_x).
 *
 * Not for: the divisions of texcrd and texld in ps_1_4, which need two components (quad.ts).
 */
import { add, multiply, saturate } from '../../base/numerics/float.ts';
import { SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { type LaneWords, REGISTER_WORDS } from '../lanes.ts';
import type { Sm1Destination } from './operands.ts';

const MODIFIERS = SM1_SOURCE_MODIFIERS;
const bias = (x: number) => add(x, -0.5);
const sign = (x: number) => multiply(bias(x), 2);
const twice = (x: number) => multiply(x, 2);

/** What modifiers of sources do, by D3DSPSM_*; the divisions are not here. */
export const CHANGES: readonly (((x: number) => number) | undefined)[] = byCode();

function byCode(): ((x: number) => number)[] {
  const list: ((x: number) => number)[] = [];
  list[MODIFIERS.negate.code] = (x) => -x;
  list[MODIFIERS.bias.code] = bias;
  list[MODIFIERS.biasNegate.code] = (x) => -bias(x);
  list[MODIFIERS.sign.code] = sign;
  list[MODIFIERS.signNegate.code] = (x) => -sign(x);
  list[MODIFIERS.complement.code] = (x) => add(1, -x);
  list[MODIFIERS.x2.code] = twice;
  list[MODIFIERS.x2Negate.code] = (x) => -twice(x);
  list[MODIFIERS.abs.code] = Math.abs;
  list[MODIFIERS.absNegate.code] = (x) => -Math.abs(x);
  return list;
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
  for (let i = 0; i < floats.length; i++) floats[i] = Math.min(Math.max(floats[i]!, -1), 1);
}
