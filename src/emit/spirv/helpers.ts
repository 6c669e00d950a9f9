/**
 * Functions that a module defines where an operation of Direct3D has no exact counterpart in SPIR-V. Each is written
 * where a rule asks for it first; all of them are one block without branches.
 */

import { SAMPLE_PATTERNS } from '../../base/d3d/sample-positions.ts';
import { Kind, typeOf } from '../../ir/index.ts';
import { MAX_FLOAT } from '../../numerics/float.ts';
import { MAX_SPECULAR_POWER } from '../../numerics/legacy.ts';
import type { LegacyHelper } from '../common/helper-functions.ts';
import { Code } from './code.ts';
import { Ext, Spv } from './grammar.ts';
import type { SpirvModule } from './module-writer.ts';
import { Words } from './words.ts';

/** The functions that others call. */
interface HelperCalls {
  call(code: Code, name: LegacyHelper, width: number, args: readonly number[]): number;
}

interface Helper {
  /** Kinds of the parameters. */
  readonly takes: readonly number[];
  readonly gives: number;
  /** Components of the result; as many as the parameters have without. */
  readonly width?: number;
  /** @param width components, where a helper is for vectors too */
  readonly write: (code: Code, parameters: readonly number[], width: number, helpers: HelperCalls) => number;
}

// Functions for the arithmetic of Direct3D 9. The rows `f.…9` of the operation table define their results.

const { f32 } = Kind;

/** The sum of the components of a vector, in order. */
function sumOf(code: Code, vector: number, width: number): number {
  const { float } = code.module;
  let sum = code.extract(float, vector, 0);
  for (let i = 1; i < width; i++) sum = code.binary(Spv.FAdd, float, sum, code.extract(float, vector, i));
  return sum;
}

/** One of two scalars: that at zero, or the other one. */
function unlessZero(code: Code, x: number, atZero: number, elsewhere: number): number {
  const { module: m } = code;
  return code.select(m.float, code.binary(Spv.FOrdEqual, m.bool, x, m.floatOf(0)), m.floatOf(atZero), elsewhere);
}

const LEGACY_HELPERS: Readonly<Record<LegacyHelper, Helper>> = {
  legacy_product: {
    takes: [f32, f32],
    gives: f32,
    write: (code, [a, b], width) => {
      const { module: m } = code;
      const type = m.type(typeOf(f32, width));
      const bools = m.type(typeOf(Kind.bool, width));
      const zero = m.zero(type);
      const isZero = (x: number) => code.binary(Spv.FOrdEqual, bools, x, zero);
      const isEither = code.binary(Spv.LogicalOr, bools, isZero(a!), isZero(b!));
      return code.select(type, isEither, zero, code.binary(Spv.FMul, type, a!, b!));
    },
  },
  legacy_dot: {
    takes: [f32, f32],
    gives: f32,
    width: 1,
    write: (code, [a, b], width, helpers) => sumOf(code, helpers.call(code, 'legacy_product', width, [a!, b!]), width),
  },
  legacy_mix: {
    takes: [f32, f32, f32],
    gives: f32,
    write: (code, [amount, a, b], width, helpers) => {
      const type = code.module.type(typeOf(f32, width));
      const difference = code.binary(Spv.FSub, type, a!, b!);
      return code.binary(Spv.FAdd, type, helpers.call(code, 'legacy_product', width, [amount!, difference]), b!);
    },
  },
  legacy_reciprocal: {
    takes: [f32],
    gives: f32,
    write: (code, [x]) => {
      const { module: m } = code;
      return unlessZero(code, x!, MAX_FLOAT, code.binary(Spv.FDiv, m.float, m.floatOf(1), x!));
    },
  },
  legacy_inverse_sqrt: {
    takes: [f32],
    gives: f32,
    write: (code, [x]) => {
      const { float } = code.module;
      return unlessZero(code, x!, MAX_FLOAT, code.ext(Ext.InverseSqrt, float, code.ext(Ext.FAbs, float, x!)));
    },
  },
  legacy_inverse_length: {
    takes: [f32],
    gives: f32,
    width: 1,
    write: (code, [v], width) => {
      const { module: m } = code;
      const sum = sumOf(code, code.binary(Spv.FMul, m.type(typeOf(f32, width)), v!, v!), width);
      return unlessZero(code, sum, MAX_FLOAT, code.ext(Ext.InverseSqrt, m.float, sum));
    },
  },
  legacy_log2: {
    takes: [f32],
    gives: f32,
    write: (code, [x]) => {
      const { float } = code.module;
      return unlessZero(code, x!, -MAX_FLOAT, code.ext(Ext.Log2, float, code.ext(Ext.FAbs, float, x!)));
    },
  },
  legacy_power: {
    takes: [f32, f32],
    gives: f32,
    write: (code, [x, y], _, helpers) => {
      const exponent = helpers.call(code, 'legacy_product', 1, [helpers.call(code, 'legacy_log2', 1, [x!]), y!]);
      return unlessZero(code, y!, 1, code.ext(Ext.Exp2, code.module.float, exponent));
    },
  },
  legacy_specular: {
    takes: [f32, f32, f32],
    gives: f32,
    write: (code, [diffuse, light, power], _, helpers) => {
      const { module: m } = code;
      const zero = m.floatOf(0);
      const isLit = (x: number) => code.binary(Spv.FOrdLessThan, m.bool, zero, x);
      const low = code.ext(Ext.NMax, m.float, power!, m.floatOf(-MAX_SPECULAR_POWER));
      const limited = code.ext(Ext.NMin, m.float, low, m.floatOf(MAX_SPECULAR_POWER));
      const value = helpers.call(code, 'legacy_power', 1, [light!, limited]);
      return code.select(m.float, code.binary(Spv.LogicalAnd, m.bool, isLit(diffuse!), isLit(light!)), value, zero);
    },
  },
};

/** Writes the block of a helper and gives its result. */
type Body = (code: Code, parameters: readonly number[]) => number;

const { u32, f64 } = Kind;

const OPPOSITE_SIGN = 0x8000_0000;
const INFINITY = 0x7f80_0000;
const MAGNITUDE = 0x7fff_ffff;
const ALL_ONES = 0xffff_ffff;

/** Writers of unsigned scalars, so that helpers read as formulas. */
function words(code: Code) {
  const { module: m } = code;
  const u = m.uint;
  return {
    u,
    n: (value: number) => m.unsigned(value),
    and: (a: number, b: number) => code.binary(Spv.BitwiseAnd, u, a, b),
    or: (a: number, b: number) => code.binary(Spv.BitwiseOr, u, a, b),
    left: (a: number, bits: number) => code.binary(Spv.ShiftLeftLogical, u, a, m.unsigned(bits)),
    right: (a: number, bits: number) => code.binary(Spv.ShiftRightLogical, u, a, m.unsigned(bits)),
    add: (a: number, b: number) => code.binary(Spv.IAdd, u, a, b),
    sub: (a: number, b: number) => code.binary(Spv.ISub, u, a, b),
    isAtLeast: (a: number, b: number) => code.binary(Spv.UGreaterThanEqual, m.bool, a, b),
    isEqual: (a: number, b: number) => code.binary(Spv.IEqual, m.bool, a, b),
    choose: (condition: number, a: number, b: number) => code.select(u, condition, a, b),
  };
}

/** Conversion of a float or double to an integer: toward zero, clamped, 0 of NaN. */
function toInteger(kind: number, isSigned: boolean): Helper['write'] {
  return (code, [x]) => {
    const { module: m } = code;
    const type = m.type(kind);
    const number = (value: number) => (kind === f64 ? m.doubleOf(value) : m.floatOf(value));
    const [low, end] = isSigned ? [-(2 ** 31), 2 ** 31] : [0, 2 ** 32];
    // The largest number of the type below the end.
    const high = kind === f64 ? end - 1 : end - end / 2 ** 24;
    // Of NaN, NClamp gives the lower bound.
    const clamped = code.ext(Ext.NClamp, type, x!, number(low), number(high));
    const integer = code.unary(isSigned ? Spv.ConvertFToS : Spv.ConvertFToU, m.uint, clamped);
    const isLarge = code.binary(Spv.FOrdGreaterThanEqual, m.bool, x!, number(end));
    const result = code.select(m.uint, isLarge, m.unsigned(isSigned ? MAGNITUDE : ALL_ONES), integer);
    if (!isSigned) return result;
    const isNan = code.binary(Spv.FUnordNotEqual, m.bool, x!, x!);
    return code.select(m.uint, isNan, m.unsigned(0), result);
  };
}

const division =
  (operation: number): Helper['write'] =>
  (code, [a, b]) => {
    const { u, n, isEqual, choose } = words(code);
    const result = code.binary(operation, u, a!, code.ext(Ext.UMax, u, b!, n(1)));
    return choose(isEqual(b!, n(0)), n(ALL_ONES), result);
  };

/**
 * The number of the highest bit counted from bit 31 down. @param find counts from bit 0 up, and gives all ones without
 */
const firstHigh =
  (find: number): Helper['write'] =>
  (code, [x]) => {
    const { u, n, sub, isEqual, choose } = words(code);
    const bit = code.ext(find, u, x!);
    return choose(isEqual(bit, n(ALL_ONES)), bit, sub(n(31), bit));
  };

/** Bits from a start on, as many as there are at most: SPIR-V leaves open what happens beyond. */
function bitRange(code: Code, width: number, start: number): [start: number, count: number] {
  const { u, n, and, sub } = words(code);
  const from = and(start, n(31));
  return [from, code.ext(Ext.UMin, u, and(width, n(31)), sub(n(32), from))];
}

const extractBits =
  (operation: number): Helper['write'] =>
  (code, [width, start, value]) => {
    const [from, count] = bitRange(code, width!, start!);
    return code.ternary(operation, code.module.uint, value!, from, count);
  };

export const HELPERS = {
  ...LEGACY_HELPERS,
  flush: {
    takes: [f32],
    gives: f32,
    write: (code, [x], width) => {
      const { module: m } = code;
      const u = m.type(typeOf(u32, width));
      const all = (word: number) => m.splat(u, m.unsigned(word), width);
      const bits = code.unary(Spv.Bitcast, u, x!);
      const exponent = code.binary(Spv.BitwiseAnd, u, bits, all(INFINITY));
      const isSubnormal = code.binary(Spv.IEqual, m.type(typeOf(Kind.bool, width)), exponent, all(0));
      const sign = code.binary(Spv.BitwiseAnd, u, bits, all(OPPOSITE_SIGN));
      return code.unary(Spv.Bitcast, m.type(typeOf(f32, width)), code.select(u, isSubnormal, sign, bits));
    },
  },
  to_i32: { takes: [f32], gives: u32, write: toInteger(f32, true) },
  to_u32: { takes: [f32], gives: u32, write: toInteger(f32, false) },
  double_to_i32: { takes: [f64], gives: u32, write: toInteger(f64, true) },
  double_to_u32: { takes: [f64], gives: u32, write: toInteger(f64, false) },
  to_half: {
    takes: [f32],
    gives: u32,
    write: (code, [x]) => {
      // Rounds toward zero; too large numbers become the largest one.
      const { u, n, and, or, right, sub, isAtLeast, choose } = words(code);
      const bits = code.unary(Spv.Bitcast, u, x!);
      const sign = and(right(bits, 16), n(0x8000));
      const magnitude = and(bits, n(MAGNITUDE));
      const normal = right(sub(magnitude, n(0x3800_0000)), 13);
      const mantissa = or(and(magnitude, n(0x7f_ffff)), n(0x80_0000));
      const shift = code.ext(Ext.UMin, u, sub(n(126), right(magnitude, 23)), n(31));
      const subnormal = code.binary(Spv.ShiftRightLogical, u, mantissa, shift);
      const finite = choose(isAtLeast(magnitude, n(0x3880_0000)), normal, subnormal);
      const clamped = choose(isAtLeast(magnitude, n(0x4780_0000)), n(0x7bff), finite);
      const infinite = choose(isAtLeast(magnitude, n(INFINITY)), n(0x7c00), clamped);
      return or(sign, choose(isAtLeast(magnitude, n(INFINITY + 1)), n(0x7e00), infinite));
    },
  },
  from_half: {
    takes: [u32],
    gives: f32,
    write: (code, [half]) => {
      const { module: m } = code;
      const { u, n, and, or, left, right, add, isEqual, choose } = words(code);
      const sign = left(and(half!, n(0x8000)), 16);
      const exponent = and(right(half!, 10), n(31));
      const mantissa = and(half!, n(0x3ff));
      const bits = left(mantissa, 13);
      const normal = or(left(add(exponent, n(112)), 23), bits);
      const fraction = code.binary(
        Spv.FMul,
        m.float,
        code.unary(Spv.ConvertUToF, m.float, mantissa),
        m.floatOf(2 ** -24),
      );
      const subnormal = code.unary(Spv.Bitcast, u, fraction);
      const finite = choose(isEqual(exponent, n(0)), subnormal, normal);
      const result = choose(isEqual(exponent, n(31)), or(n(INFINITY), bits), finite);
      return code.unary(Spv.Bitcast, m.float, or(sign, result));
    },
  },
  divide: { takes: [u32, u32], gives: u32, write: division(Spv.UDiv) },
  remainder: { takes: [u32, u32], gives: u32, write: division(Spv.UMod) },
  first_high: { takes: [u32], gives: u32, write: firstHigh(Ext.FindUMsb) },
  first_high_signed: { takes: [u32], gives: u32, write: firstHigh(Ext.FindSMsb) },
  extract_unsigned: { takes: [u32, u32, u32], gives: u32, write: extractBits(Spv.BitFieldUExtract) },
  extract_signed: { takes: [u32, u32, u32], gives: u32, write: extractBits(Spv.BitFieldSExtract) },
  insert: {
    takes: [u32, u32, u32, u32],
    gives: u32,
    write: (code, [width, start, value, base]) => {
      const [from, count] = bitRange(code, width!, start!);
      return code.value(Spv.BitFieldInsert, code.module.uint, [base!, value!, from, count]);
    },
  },
  masked_sad: {
    takes: [u32, u32, u32],
    gives: u32,
    write: (code, [reference, source, start]) => {
      const { module: m } = code;
      const { u, n, add, sub, isEqual, choose } = words(code);
      const byte = (x: number, i: number) => code.ternary(Spv.BitFieldUExtract, u, x, n(8 * i), n(8));
      let sum = start!;
      for (let i = 0; i < 4; i++) {
        const [a, b] = [byte(reference!, i), byte(source!, i)];
        const difference = sub(code.ext(Ext.UMax, u, a, b), code.ext(Ext.UMin, u, a, b));
        const next = add(sum, choose(isEqual(a, n(0)), n(0), difference));
        sum = choose(code.binary(Spv.ULessThan, m.bool, next, sum), n(ALL_ONES), next);
      }
      return sum;
    },
  },
  sample_position: {
    takes: [u32, u32],
    gives: f32,
    width: 2,
    write: (code, [sample, count]) => {
      // The standard patterns of Direct3D, in sixteenths of a pixel from its center: x in the low four bits, y in the
      // next ones.
      const { module: m } = code;
      const { u, n, and, isEqual, choose } = words(code);
      let bits = n(0);
      for (const [samples, positions] of SAMPLE_PATTERNS) {
        if (samples === 1) continue;
        for (const [i, [x, y]] of positions.entries()) {
          const isSample = and(isEqualMask(code, count!, samples), isEqualMask(code, sample!, i));
          bits = choose(isEqual(isSample, n(0)), bits, n((x & 15) | ((y & 15) << 4)));
        }
      }
      const axis = (i: number) => {
        const integer = code.ternary(Spv.BitFieldSExtract, u, bits, n(4 * i), n(4));
        return code.binary(Spv.FMul, m.float, code.unary(Spv.ConvertSToF, m.float, integer), m.floatOf(1 / 16));
      };
      return code.construct(m.vector(m.float, 2), [axis(0), axis(1)]);
    },
  },
} as const satisfies Record<string, Helper>;

/** All ones where a value equals a number, else 0. */
function isEqualMask(code: Code, a: number, b: number): number {
  const { n, isEqual, choose } = words(code);
  return choose(isEqual(a, n(b)), n(ALL_ONES), n(0));
}

export type HelperName = keyof typeof HELPERS;

/** A helper that a module has: the type of its result, and its function. */
interface DefinedHelper {
  readonly result: number;
  readonly id: number;
}

/** The functions that a module defines so far. */
export class HelperSet implements HelperCalls {
  readonly #known = new Map<string, number>();
  /** Helpers that were asked for, by the number of components. */
  readonly #helpers = new Map<HelperName, DefinedHelper[]>();

  constructor(readonly module: SpirvModule) {}

  /** Calls a helper for `width` components. */
  call(code: Code, name: HelperName, width: number, args: readonly number[]): number {
    let helpers = this.#helpers.get(name);
    if (helpers === undefined) {
      helpers = [];
      this.#helpers.set(name, helpers);
    }
    helpers[width] ??= this.#define(name, width);
    const { result, id } = helpers[width];
    return code.call(result, id, args);
  }

  #define(name: HelperName, width: number): DefinedHelper {
    const { takes, gives, width: resultWidth, write } = HELPERS[name] as Helper;
    const { module: m } = this;
    const result = m.type(typeOf(gives, resultWidth ?? width));
    const parameters = takes.map((kind) => m.type(typeOf(kind, width)));
    const id = m.id();
    this.#write(id, `${name}${width > 1 ? width : ''}`, result, parameters, (code, ids) =>
      write(code, ids, width, this),
    );
    return { result, id };
  }

  /**
   * Returns a module-specific function, which is written on the first request.
   *
   * @param write writes its blocks and returns the result; a function of type void has none
   */
  define(name: string, result: number, parameters: readonly number[], write: Body): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const id = this.module.id();
    this.#known.set(name, id);
    this.#write(id, name, result, parameters, write);
    return id;
  }

  #write(id: number, name: string, result: number, parameters: readonly number[], write: Body): void {
    const { module: m } = this;
    m.name(id, name);
    const type = m.function(result, parameters);
    // Functions that this one calls are written first, so its words are gathered apart.
    const code = new Code(m, new Words(64));
    code.effect(Spv.Function, result, id, 0, type);
    const ids = parameters.map((parameter) => {
      const one = m.id();
      code.effect(Spv.FunctionParameter, parameter, one);
      return one;
    });
    code.label(m.id());
    const value = write(code, ids);
    if (result === m.void) code.effect(Spv.Return);
    else code.effect(Spv.ReturnValue, value);
    code.effect(Spv.FunctionEnd);
    m.helpers.append(code.to);
    code.to.release();
  }
}
