/** Arithmetic of floats that GLSL spells in its own way, and doubles. */
import { Kind, kindOf } from '../../../ir/index.ts';
import { COMMON_VALUE_RULES, guardedFloat, multiplyAdd, nativeFloat, refuseDouble } from '../../common/rules/values.ts';
import { Precedence } from '../../common/text-language.ts';
import type { GlslHelper } from '../helpers.ts';
import { hex } from '../types.ts';
import type { GlslRule } from './rule.ts';

const { additive, multiplicative, unary, relational } = Precedence;

/** Doubles have no literals with all of their bits. */
const constant: GlslRule = (w, op) => {
  const { ops } = w.module;
  if (kindOf(ops.type[op]!) !== Kind.f64) return COMMON_VALUE_RULES.const(w, op);
  return `packDouble2x32(uvec2(${hex(ops.operand(op, 0))}, ${hex(ops.operand(op, 1))}))`;
};

// --- doubles --------------------------------------------------------------------------------------------------------

/** Doubles where the version has them. */
const double =
  (rule: GlslRule): GlslRule =>
  (w, op) =>
    (w.version.doubles ? rule : refuseDouble)(w, op);

const operator = (text: string, precedence: number, left: number, right: number): GlslRule =>
  double((w, op) => w.emitter.binary(op, text, precedence, left, right));

const call = (name: string): GlslRule => double((w, op) => w.emitter.call(op, name));

const helper = (name: GlslHelper): GlslRule => double((w, op) => w.emitter.call(op, w.helper(name)));

const compare = (text: string): GlslRule => operator(text, relational, additive, additive);

const pack: GlslRule = double(
  (w, op) => `packDouble2x32(uvec2(${w.operandAs(op, 0, Kind.u32)}, ${w.operandAs(op, 1, Kind.u32)}))`,
);

const half = (axis: string): GlslRule => double((w, op) => `unpackDouble2x32(${w.emitter.operand(op, 0)}).${axis}`);

const reciprocal: GlslRule = double((w, op) => {
  const text = `1.0lf / ${w.emitter.operand(op, 0, unary)}`;
  w.emitter.precedence = multiplicative;
  return text;
});

const negate: GlslRule = double((w, op) => {
  const text = w.emitter.operand(op, 0, unary);
  w.emitter.precedence = unary;
  return text.startsWith('-') ? `-(${text})` : `-${text}`;
});

/** True with NaN: the opposite of being equal. */
const notEqual: GlslRule = double((w, op) => {
  const text = `!(${w.emitter.operand(op, 0, additive)} == ${w.emitter.operand(op, 1, additive)})`;
  w.emitter.precedence = unary;
  return text;
});

const FUSED: GlslRule = multiplyAdd(() => 'fma');
const SEPARATE: GlslRule = multiplyAdd(() => undefined);
const SATURATE: GlslRule = guardedFloat('clamp01', 'clamp01');

export const VALUE_RULES = {
  ...COMMON_VALUE_RULES,
  const: constant,
  'f.mad': (w, op) => (w.version.fusedMultiplyAdd ? FUSED : SEPARATE)(w, op),
  'f.rsq': nativeFloat('inversesqrt'),
  'f.sat': (w, op) => (w.isFast ? `clamp(${w.emitter.operand(op, 0)}, 0.0, 1.0)` : SATURATE(w, op)),
  'f.rne': nativeFloat('roundEven'),
  'd.pack': pack,
  'd.low': half('x'),
  'd.high': half('y'),
  'd.add': operator('+', additive, additive, multiplicative),
  'd.mul': operator('*', multiplicative, multiplicative, unary),
  'd.div': operator('/', multiplicative, multiplicative, unary),
  'd.rcp': reciprocal,
  'd.fma': call('fma'),
  'd.min': helper('min_double'),
  'd.max': helper('max_double'),
  'd.sat': helper('clamp01_double'),
  'd.neg': negate,
  'd.abs': call('abs'),
  'd.eq': compare('=='),
  'd.ne': notEqual,
  'd.lt': compare('<'),
  'd.ge': compare('>='),
  'd.to_f': call('float'),
  'd.to_i': helper('double_to_i32'),
  'd.to_u': helper('double_to_u32'),
  'd.from_f': call('double'),
  'd.from_i': call('double'),
  'd.from_u': call('double'),
} as const satisfies Record<string, GlslRule>;
