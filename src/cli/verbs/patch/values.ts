/** Values of `--set` as they are typed: numbers, `nan`, `inf`, booleans, and DWORDs such as `0x3f800000`. */
import type { ConstantValue } from '../../../shader/index.ts';
import { UsageError } from '../../exit-status.ts';

const WORD = /^0x[0-9a-f]{1,8}$/i;
/** With the suffix of HLSL, which changes nothing. */
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?f?$/i;
const INFINITY = /^([-+]?)inf(inity)?$/i;
const NAN = /^([-+]?)nan$/i;

/** The quiet NaN of Direct3D with either sign. JavaScript has no sign of NaN. */
const QUIET_NAN = 0x7fc0_0000;
const NEGATIVE_NAN = 0xffc0_0000;

/**
 * Returns the values of a list with commas.
 *
 * @param option the option and its argument, for the message
 * @throws UsageError when one is not a value
 */
export function valuesOf(list: string, option: string): ConstantValue[] {
  return list.split(',').map((text) => typedValue(text.trim(), option));
}

function typedValue(text: string, option: string): ConstantValue {
  if (WORD.test(text)) return { word: Number(text) };
  if (NUMBER.test(text)) return Number(text.replace(/f$/i, ''));
  const [, infinite] = INFINITY.exec(text) ?? [];
  if (infinite !== undefined) return infinite === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const [, sign] = NAN.exec(text) ?? [];
  if (sign !== undefined) return { word: sign === '-' ? NEGATIVE_NAN : QUIET_NAN };
  if (text === 'true' || text === 'false') return text === 'true';
  throw new UsageError(
    `${option}: '${text}' is not a value; use numbers, nan, inf, true, false or words such as 0x3f800000`,
  );
}
