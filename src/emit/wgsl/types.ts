/** Types and constants as WGSL spells them. */
import { MAX_FLOAT } from '../../base/numerics/float.ts';
import { type IrType, Kind, kindOf, widthOf } from '../../ir/index.ts';

const SCALARS: Readonly<Record<number, string>> = {
  [Kind.bool]: 'bool',
  [Kind.i32]: 'i32',
  [Kind.u32]: 'u32',
  [Kind.f32]: 'f32',
  // Words that no pass has typed, and doubles, which are refused where they are computed.
  [Kind.b32]: 'u32',
  [Kind.f64]: 'u32',
};
const SUFFIXES: Readonly<Record<number, string>> = { [Kind.i32]: 'i', [Kind.u32]: 'u', [Kind.f32]: 'f' };

/** The name of a type. */
export function wgslType(type: IrType): string {
  const kind = kindOf(type);
  const width = widthOf(type);
  if (width === 1) return SCALARS[kind]!;
  if (kind === Kind.bool) return `vec${width}<bool>`;
  return `vec${width}${SUFFIXES[kind] ?? 'u'}`;
}

const words = new Int32Array(1);
const floats = new Float32Array(words.buffer);

/** The value of a float32 by its bits. */
export function floatOf(word: number): number {
  words[0] = word;
  return floats[0]!;
}

/** Whether a float constant may be written: WGSL has no infinities and no NaN. */
export function isFinite32(word: number): boolean {
  return (word & 0x7f80_0000) !== 0x7f80_0000;
}

/** A float as a literal that is the same float32 again. */
export function floatLiteral(word: number): string {
  const value = floatOf(word);
  if (Object.is(value, -0)) return '-0.0';
  for (let digits = 6; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    // The shortest text of the largest number is larger than it, which WGSL refuses.
    if (Math.fround(Number(text)) === value && Math.abs(Number(text)) <= MAX_FLOAT)
      return /[.e]/.test(text) ? text : `${text}.0`;
  }
  return String(value);
}

/** A scalar constant of a kind; floats have to be finite. */
export function literal(kind: number, word: number): string {
  if (kind === Kind.bool) return word === 0 ? 'false' : 'true';
  if (kind === Kind.i32) return word === -0x8000_0000 ? 'i32(-2147483647 - 1)' : String(word);
  if (kind === Kind.f32) return floatLiteral(word);
  const number = word >>> 0;
  // Masks and addresses read better in hexadecimal.
  return number > 0xffff ? `0x${number.toString(16)}u` : `${number}u`;
}

/** Zero of a type. */
export function zeroOf(type: IrType): string {
  return widthOf(type) === 1 ? literal(kindOf(type), 0) : `${wgslType(type)}()`;
}
