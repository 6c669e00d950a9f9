/** Types and constants as WGSL spells them. */
import { type IrType, Kind, kindOf, widthOf } from '../../ir/index.ts';
import { ofType, typeTable } from '../../ir/tables.ts';
import { floatLiteral, isFinite32 } from '../common/float-literals.ts';

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

const NAMES = /* @__PURE__ */ typeTable((kind, width) => {
  if (width === 1) return SCALARS[kind]!;
  return kind === Kind.bool ? `vec${width}<bool>` : `vec${width}${SUFFIXES[kind] ?? 'u'}`;
});

/** The name of a type. */
export function wgslType(type: IrType): string {
  return ofType(NAMES, type);
}

const NEGATIVE_ZERO = -0x8000_0000;

/**
 * Whether a float may be a literal: no infinity, no NaN, and not -0, whose sign implementations may ignore in expressions of constants (Tint
 * does).
 */
export function isLiteral(word: number): boolean {
  return isFinite32(word) && (word | 0) !== NEGATIVE_ZERO;
}

/** A scalar constant of a kind; floats have to be literals. */
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
