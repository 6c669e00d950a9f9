/** Functions for what instructions do and no expression or intrinsic of HLSL says. */
import type { HelperText } from '../common/helper-functions.ts';

const row = (text: (name: string, width: number) => string): HelperText => ({ text });

/** The function of a scalar, from its parameters and its body. */
const scalar = (result: string, parameters: string, ...body: string[]): HelperText =>
  row((name) => `${result} ${name}(${parameters})\n{\n${body.map((line) => `  ${line}`).join('\n')}\n}`);

/** The high word of a product of words, from products of halves. */
const HIGH_PRODUCT = [
  'uint low = (a & 0xffff) * (b & 0xffff);',
  'uint middle = (a >> 16) * (b & 0xffff) + (low >> 16);',
  'uint other = (a & 0xffff) * (b >> 16) + (middle & 0xffff);',
];

/** The helpers that rules ask for; an intrinsic or an operator says what those of other languages do. */
export type HlslHelper = 'mul_high' | 'mul_high_signed' | 'first_high' | 'first_high_signed' | 'masked_sad' | 'carry';

export const HLSL_HELPERS: Readonly<Record<HlslHelper, HelperText>> = {
  mul_high: scalar(
    'uint',
    'uint a, uint b',
    ...HIGH_PRODUCT,
    'return (a >> 16) * (b >> 16) + (middle >> 16) + (other >> 16);',
  ),
  mul_high_signed: scalar(
    'int',
    'int x, int y',
    'uint a = x;',
    'uint b = y;',
    ...HIGH_PRODUCT,
    'uint high = (a >> 16) * (b >> 16) + (middle >> 16) + (other >> 16);',
    'return high - (x < 0 ? b : 0) - (y < 0 ? a : 0);',
  ),
  first_high: scalar('uint', 'uint value', 'uint bit = firstbithigh(value);', 'return bit == ~0u ? bit : 31 - bit;'),
  first_high_signed: scalar('int', 'int value', 'int bit = firstbithigh(value);', 'return bit == -1 ? bit : 31 - bit;'),
  carry: scalar('uint', 'uint a, uint b', 'return a + b < a ? 1 : 0;'),
  masked_sad: scalar(
    'uint',
    'uint reference, uint source, uint sum',
    'return msad4(reference, uint2(source, 0), sum.xxxx).x;',
  ),
};
