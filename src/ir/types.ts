/**
 * Types of values: a kind, one to four components, and whether 10 or 16 bits are enough. A type is one number, so that
 * a column of bytes holds the types of a program.
 *
 * Not for: what an operation accepts (ops.ts), memory and its layout (module.ts).
 */

/**
 * Kinds of values, by number.
 *
 * - `none`: the operation has no value.
 * - `b32`: 32 bits whose use decides what they are: registers that were moved, constant buffers, memory. The pass
 *   that types webs replaces it.
 */
export const KINDS = ['none', 'bool', 'i32', 'u32', 'f32', 'f64', 'b32'] as const;

export type IrKind = (typeof KINDS)[number];

/** Numbers of kinds, as types hold them in their lowest bits. */
export const Kind = { none: 0, bool: 1, i32: 2, u32: 3, f32: 4, f64: 5, b32: 6 } as const satisfies Record<
  IrKind,
  number
>;

/**
 * A type as a number: kind (3 bits), components - 1 (2 bits), precision (2 bits: 0 full, 1 for 16 bits, 2 for 10 bits).
 */
export type IrType = number;

const WIDTH_SHIFT = 3;
const PRECISION_SHIFT = 5;

export function typeOf(kind: number, width = 1): IrType {
  return kind | ((width - 1) << WIDTH_SHIFT);
}

export function kindOf(type: IrType): number {
  return type & 7;
}

/** Components of a type, 1 to 4. */
export function widthOf(type: IrType): number {
  return ((type >> WIDTH_SHIFT) & 3) + 1;
}

/** The smallest precision in bits that the program asks for: 32, 16 or 10. */
export function precisionOf(type: IrType): 32 | 16 | 10 {
  return ([32, 16, 10] as const)[type >> PRECISION_SHIFT] ?? 32;
}

/** Returns a type with the hint that `bits` (32, 16 or 10) are enough. All arithmetic may use 32 bits. */
export function withPrecision(type: IrType, bits: 32 | 16 | 10): IrType {
  return (type & FULL_TYPE) | ((bits === 32 ? 0 : bits === 16 ? 1 : 2) << PRECISION_SHIFT);
}

/** Returns a type with the same kind and precision and another number of components. */
export function withWidth(type: IrType, width: number): IrType {
  return (type & ~(3 << WIDTH_SHIFT)) | ((width - 1) << WIDTH_SHIFT);
}

/** Returns a type with the same width and precision and another kind. */
export function withKind(type: IrType, kind: number): IrType {
  return (type & ~7) | kind;
}

/** Whether two types are equal but for their precision. */
export function isSameType(a: IrType, b: IrType): boolean {
  return ((a ^ b) & FULL_TYPE) === 0;
}

/** The bits of a type that are not its precision. */
const FULL_TYPE = 31;

/** Words of 32 bits that one component takes. */
export function wordsOf(kind: number): number {
  return kind === Kind.f64 ? 2 : 1;
}

/** Types that are used most. */
export const NONE: IrType = Kind.none;
export const BOOL: IrType = Kind.bool;
export const I32: IrType = Kind.i32;
export const U32: IrType = Kind.u32;
export const F32: IrType = Kind.f32;
export const B32: IrType = Kind.b32;

/** A type as text: `f32`, `u32x3`, `f32x4~16`. */
export function typeText(type: IrType): string {
  const width = widthOf(type);
  const precision = precisionOf(type);
  return `${KINDS[kindOf(type)] ?? '?'}${width > 1 ? `x${width}` : ''}${precision < 32 ? `~${precision}` : ''}`;
}

/** The most components of a value of a kind: a register holds two doubles. */
export function widestOf(kind: number): number {
  return kind === Kind.f64 ? 2 : 4;
}

/** The type that a text names; undefined if it names none. */
export function typeFromText(text: string): IrType | undefined {
  const match = /^([a-z]+\d*)(?:x([234]))?(?:~(16|10))?$/.exec(text);
  const kind = KINDS.indexOf(match?.[1] as IrKind);
  const width = Number(match?.[2] ?? 1);
  if (match === null || kind < 0 || width > widestOf(kind)) return undefined;
  return withPrecision(typeOf(kind, width), Number(match[3] ?? 32) as 32 | 16 | 10);
}
