/** Functions for the arithmetic of Direct3D 9. The rows `f.…9` of the operation table define their results. */

import { Kind, typeOf } from '../../ir/index.ts';
import { MAX_FLOAT } from '../../numerics/float.ts';
import { MAX_SPECULAR_POWER } from '../../numerics/legacy.ts';
import type { LegacyHelper } from '../common/legacy-helpers.ts';
import type { Code } from './code.ts';
import { Ext, Spv } from './grammar.ts';
import type { Helper } from './helper.ts';

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

export const LEGACY_HELPERS: Readonly<Record<LegacyHelper, Helper>> = {
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
