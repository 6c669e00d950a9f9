/**
 * The instructions of random programs that are run and compared: arithmetic, logic and conversions of models 4.0 to
 * 5.1, by the types of their operands.
 *
 * A letter is an operand: `f` a float, `g` one without modifiers, `i` an integer that may be negated, `u` one that may
 * not, `c` a condition. Registers keep their type, so that no float is ever read as an integer, whose last bit would
 * show each rounding.
 */

export interface AluRow {
  /** Results: float, integer, or two; `n` is a result that is discarded. */
  readonly results: 'f' | 'i' | 'ff' | 'ii' | 'ni';
  readonly sources: string;
  /** The result grows: it is clamped afterwards. */
  readonly grows?: true;
  /**
   * The constraint on its operands, if executors differ: not 0 or -1; a divisor that is not 0; width and offset of a
   * field of up to 31 bits; integers, whose sums are the same in every order.
   */
  readonly needs?: 'mixedBits' | 'bitField' | 'whole' | 'divisor';
  /** Model 5 only. */
  readonly since5?: true;
}

/** Float operations that are exact or correctly rounded. */
export const FLOAT_OPS: Readonly<Record<string, AluRow>> = {
  add: { results: 'f', sources: 'ff' },
  mul: { results: 'f', sources: 'ff', grows: true },
  mad: { results: 'f', sources: 'fff', grows: true },
  min: { results: 'f', sources: 'ff' },
  max: { results: 'f', sources: 'ff' },
  mov: { results: 'f', sources: 'f' },
  movc: { results: 'f', sources: 'cff' },
  dp2: { results: 'f', sources: 'ff', needs: 'whole', grows: true },
  dp3: { results: 'f', sources: 'ff', needs: 'whole', grows: true },
  dp4: { results: 'f', sources: 'ff', needs: 'whole', grows: true },
  frc: { results: 'f', sources: 'f' },
  round_ne: { results: 'f', sources: 'f' },
  round_ni: { results: 'f', sources: 'f' },
  round_pi: { results: 'f', sources: 'f' },
  round_z: { results: 'f', sources: 'f' },
  swapc: { results: 'ff', sources: 'cgg', since5: true },
};

/** Comparisons, and float to integer. */
export const CROSSING_OPS: Readonly<Record<string, AluRow>> = {
  eq: { results: 'i', sources: 'ff' },
  ge: { results: 'i', sources: 'ff' },
  lt: { results: 'i', sources: 'ff' },
  ne: { results: 'i', sources: 'ff' },
  itof: { results: 'f', sources: 'i', grows: true },
  utof: { results: 'f', sources: 'u', grows: true },
  ftoi: { results: 'i', sources: 'f' },
  ftou: { results: 'i', sources: 'f' },
  f16tof32: { results: 'f', sources: 'u', since5: true },
  f32tof16: { results: 'i', sources: 'f', since5: true },
};

export const INTEGER_OPS: Readonly<Record<string, AluRow>> = {
  iadd: { results: 'i', sources: 'ii' },
  imad: { results: 'i', sources: 'iii' },
  umad: { results: 'i', sources: 'uuu' },
  imax: { results: 'i', sources: 'ii' },
  imin: { results: 'i', sources: 'ii' },
  umax: { results: 'i', sources: 'uu' },
  umin: { results: 'i', sources: 'uu' },
  ineg: { results: 'i', sources: 'u' },
  ishl: { results: 'i', sources: 'uu' },
  ishr: { results: 'i', sources: 'uu' },
  ushr: { results: 'i', sources: 'uu' },
  and: { results: 'i', sources: 'uu' },
  or: { results: 'i', sources: 'uu' },
  xor: { results: 'i', sources: 'uu' },
  not: { results: 'i', sources: 'u' },
  ieq: { results: 'i', sources: 'uu' },
  ine: { results: 'i', sources: 'uu' },
  ige: { results: 'i', sources: 'uu' },
  ilt: { results: 'i', sources: 'uu' },
  uge: { results: 'i', sources: 'uu' },
  ult: { results: 'i', sources: 'uu' },
  imul: { results: 'ni', sources: 'ii' },
  umul: { results: 'ni', sources: 'uu' },
  udiv: { results: 'ii', sources: 'uu', needs: 'divisor' },
  ubfe: { results: 'i', sources: 'uuu', since5: true },
  ibfe: { results: 'i', sources: 'uuu', needs: 'bitField', since5: true },
  bfi: { results: 'i', sources: 'uuuu', since5: true },
  bfrev: { results: 'i', sources: 'u', since5: true },
  countbits: { results: 'i', sources: 'u', since5: true },
  firstbit_hi: { results: 'i', sources: 'u', needs: 'mixedBits', since5: true },
  firstbit_lo: { results: 'i', sources: 'u', needs: 'mixedBits', since5: true },
  firstbit_shi: { results: 'i', sources: 'u', needs: 'mixedBits', since5: true },
  uaddc: { results: 'ii', sources: 'uu', since5: true },
  usubb: { results: 'ii', sources: 'uu', since5: true },
  msad: { results: 'i', sources: 'uuu', since5: true },
};

/** Operations with a tolerance: their results are written at once and nothing is computed from them. */
export const INEXACT_OPS: Readonly<Record<string, AluRow>> = {
  rcp: { results: 'f', sources: 'f', since5: true },
  rsq: { results: 'f', sources: 'f' },
  sqrt: { results: 'f', sources: 'f' },
  div: { results: 'f', sources: 'ff' },
  exp: { results: 'f', sources: 'f' },
  log: { results: 'f', sources: 'f' },
  sincos: { results: 'ff', sources: 'f' },
};
