/** Numbers of SPIR-V by their types, as spirv-as reads them. */
import { shortFloat32 } from '../../../base/float32.ts';

/** The type of a number. */
export interface NumericType {
  readonly isFloat: boolean;
  /** In bits. */
  readonly width: number;
  readonly isSigned: boolean;
}

/** Bits of the parts of a float. */
interface FloatLayout {
  readonly exponent: number;
  readonly fraction: number;
}

const LAYOUTS: Readonly<Record<number, FloatLayout>> = {
  32: { exponent: 8, fraction: 23 },
  64: { exponent: 11, fraction: 52 },
};

/** Words that a number has. */
export function wordsOf({ width }: NumericType): number {
  return width > 32 ? 2 : 1;
}

/** A number as text; undefined where its type has a width that is not printed. */
export function numberText(type: NumericType, low: number, high: number): string | undefined {
  const { isFloat, width, isSigned } = type;
  const layout = LAYOUTS[width];
  if (layout === undefined) return undefined;
  const bits = width === 64 ? (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0) : BigInt(low >>> 0);
  if (!isFloat) return String(isSigned ? BigInt.asIntN(width, bits) : bits);
  return floatText(bits, width, layout);
}

/** Decimal where a reader of decimals gives the same bits for certain; subnormals, infinities and NaN are hexadecimal. */
function floatText(bits: bigint, width: number, { exponent, fraction }: FloatLayout): string {
  const field = Number((bits >> BigInt(fraction)) & ((1n << BigInt(exponent)) - 1n));
  const mantissa = bits & ((1n << BigInt(fraction)) - 1n);
  const sign = bits >> BigInt(width - 1) === 1n ? '-' : '';
  const isZero = field === 0 && mantissa === 0n;
  if (isZero) return `${sign}0`;
  if (field !== 0 && field !== 2 ** exponent - 1)
    return String(width === 32 ? shortFloat32(Number(bits)) : doubleOf(bits));
  const bias = 2 ** (exponent - 1) - 1;
  if (field !== 0) return `${sign}0x1${hexFraction(mantissa, fraction)}p+${field - bias}`;
  // A subnormal: its highest bit is the digit before the point.
  const highest = mantissa.toString(2).length - 1;
  const below = mantissa & ((1n << BigInt(highest)) - 1n);
  return `${sign}0x1${hexFraction(below, highest)}p${1 - bias - fraction + highest}`;
}

/** The digits after the point; none for 0. @param count bits of the fraction */
function hexFraction(fraction: bigint, count: number): string {
  const digits = Math.ceil(count / 4);
  const text = (fraction << BigInt(4 * digits - count)).toString(16).padStart(digits, '0').replace(/0+$/, '');
  return fraction === 0n ? '' : `.${text}`;
}

function doubleOf(bits: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}
