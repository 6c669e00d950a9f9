/** Constants, components, bits as another kind, and arithmetic of floats. */
import { Kind, kindOf, OP_NAMES, Op, OpFlag, widthOf } from '../../ir/index.ts';
import { Precedence } from '../common/text-language.ts';
import type { WgslContext } from './context.ts';
import type { HelperName } from './helpers.ts';
import type { WgslRule } from './rule.ts';
import { isFinite32, literal, wgslType, zeroOf } from './types.ts';

const { additive, multiplicative, unary, relational, primary } = Precedence;

/** A component of a constant. What WGSL has no literal for goes through a function, which its compilers do not evaluate. */
export function literalOf(w: WgslContext, value: number, component: number): string {
  const { ops } = w.module;
  const kind = kindOf(ops.type[value]!);
  const word = ops.operand(value, component);
  if (kind === Kind.f32 && !isFinite32(word)) return `${w.helper('float_bits')}(0x${(word >>> 0).toString(16)}u)`;
  return literal(kind, word);
}

const constant: WgslRule = (w, op) => {
  const { ops } = w.module;
  const type = ops.type[op]!;
  const width = widthOf(type);
  if (kindOf(type) === Kind.f64) return zeroOf(type);
  const texts = Array.from({ length: width }, (_, i) => literalOf(w, op, i));
  if (width === 1) {
    if (texts[0]!.startsWith('-')) w.emitter.precedence = unary;
    return texts[0]!;
  }
  const same = texts.every((text) => text === texts[0]);
  return `${wgslType(type)}(${same ? texts[0] : texts.join(', ')})`;
};

const pick: WgslRule = (w, op) => w.emitter.pick(w.module.ops.operands(op));

const bitcast: WgslRule = (w, op) => {
  const { ops } = w.module;
  const value = ops.operand(op, 0);
  const to = kindOf(ops.type[op]!);
  const from = kindOf(ops.type[value]!);
  // A constant is spelled as what it becomes.
  if (ops.code[value] === Op.const && from !== Kind.f64) {
    const width = widthOf(ops.type[op]!);
    const words = Array.from({ length: width }, (_, i) => ops.operand(value, i));
    if (to !== Kind.f32 || words.every(isFinite32)) {
      const texts = words.map((word) => literal(to, word));
      if (width > 1) return `${wgslType(ops.type[op]!)}(${texts.join(', ')})`;
      if (texts[0]!.startsWith('-')) w.emitter.precedence = unary;
      return texts[0]!;
    }
  }
  if (from === to) {
    w.emitter.precedence = primary;
    return w.emitter.operand(op, 0, primary);
  }
  return w.castText(w.emitter.operand(op, 0), from, to, widthOf(ops.type[op]!));
};

const select: WgslRule = (w, op) => {
  const { emitter } = w;
  return `select(${emitter.operand(op, 2)}, ${emitter.operand(op, 1)}, ${emitter.operand(op, 0)})`;
};

const mask: WgslRule = (w, op) => `select(0u, 0xffffffffu, ${w.emitter.operand(op, 0)})`;

// --- floats ---------------------------------------------------------------------------------------------------------

function isExact(w: WgslContext): boolean {
  return w.plan.profile === 'exact';
}

/** Operand `i`; the exact profile flushes subnormal numbers. */
function float(w: WgslContext, op: number, i: number, precedence: number = Precedence.bitwise): string {
  const { ops } = w.module;
  if (!isExact(w)) return w.emitter.operand(op, i, precedence);
  return `${w.helper('flush', widthOf(ops.type[ops.operand(op, i)]!))}(${w.emitter.operand(op, i)})`;
}

/** The value of a float operation; the exact profile flushes it. */
function flushed(w: WgslContext, op: number, text: string, precedence: number = primary): string {
  if (!isExact(w)) {
    w.emitter.precedence = precedence;
    return text;
  }
  return `${w.helper('flush', widthOf(w.module.ops.type[op]!))}(${text})`;
}

/** A function of WGSL with the same meaning. */
const native =
  (name: string): WgslRule =>
  (w, op) => {
    const texts: string[] = [];
    for (let i = 0; i < w.module.ops.arity[op]!; i++) texts.push(float(w, op, i));
    return flushed(w, op, `${name}(${texts.join(', ')})`);
  };

/** A helper, or a function of WGSL in the fast profile. */
const guarded =
  (helper: HelperName, fast: string): WgslRule =>
  (w, op) =>
    native(w.isFast ? fast : w.helper(helper, widthOf(w.module.ops.type[op]!)))(w, op);

/** What operand `i` is the negative of, if it is written in place. */
function negated(w: WgslContext, op: number, i: number): number | undefined {
  const { ops } = w.module;
  const value = ops.operand(op, i);
  return ops.code[value] === Op['f.neg'] && !w.emitter.isNamed(value) ? ops.operand(value, 0) : undefined;
}

const add: WgslRule = (w, op) => {
  const { emitter } = w;
  for (const i of isExact(w) ? [] : [1, 0]) {
    const value = negated(w, op, i);
    if (value === undefined) continue;
    emitter.precedence = additive;
    return `${emitter.operand(op, 1 - i, additive)} - ${emitter.value(value, multiplicative)}`;
  }
  return flushed(w, op, `${float(w, op, 0, additive)} + ${float(w, op, 1, multiplicative)}`, additive);
};

const multiply: WgslRule = (w, op) =>
  flushed(w, op, `${float(w, op, 0, multiplicative)} * ${float(w, op, 1, unary)}`, multiplicative);

/** One operation where the program asks for it; a compiler may fuse a product and a sum anyway. */
const multiplyAdd: WgslRule = (w, op) => {
  if (isExact(w) || (w.module.ops.flags[op]! & OpFlag.precise) !== 0) return native('fma')(w, op);
  const { emitter } = w;
  const product = `${emitter.operand(op, 0, multiplicative)} * ${emitter.operand(op, 1, unary)}`;
  const subtracted = negated(w, op, 2);
  const rest =
    subtracted === undefined ? emitter.operand(op, 2, multiplicative) : emitter.value(subtracted, multiplicative);
  emitter.precedence = additive;
  return `${product} ${subtracted === undefined ? '+' : '-'} ${rest}`;
};

const divide: WgslRule = (w, op) =>
  flushed(w, op, `${float(w, op, 0, multiplicative)} / ${float(w, op, 1, unary)}`, multiplicative);

const reciprocal: WgslRule = (w, op) => flushed(w, op, `1.0 / ${float(w, op, 0, unary)}`, multiplicative);

const negate: WgslRule = (w, op) => {
  const text = w.emitter.operand(op, 0, unary);
  w.emitter.precedence = unary;
  return text.startsWith('-') ? `-(${text})` : `-${text}`;
};

const dot: WgslRule = (w, op) =>
  (widthOf(w.module.ops.type[w.module.ops.operand(op, 0)]!) === 1 ? multiply : native('dot'))(w, op);

const fraction: WgslRule = (w, op) =>
  native(isExact(w) ? w.helper('fract_below_1', widthOf(w.module.ops.type[op]!)) : 'fract')(w, op);

const compare =
  (operator: string): WgslRule =>
  (w, op) => {
    const text = `${float(w, op, 0, additive)} ${operator} ${float(w, op, 1, additive)}`;
    w.emitter.precedence = relational;
    return text;
  };

/** True with NaN, which a compiler may suppose not to exist: it is the opposite of being equal. */
const notEqual: WgslRule = (w, op) => {
  const { ops } = w.module;
  if (w.isFast) return compare('!=')(w, op);
  if (ops.operand(op, 0) === ops.operand(op, 1)) return `${w.helper('is_nan')}(${w.emitter.named(ops.operand(op, 0))})`;
  const text = `!(${float(w, op, 0, additive)} == ${float(w, op, 1, additive)})`;
  w.emitter.precedence = unary;
  return text;
};

const flush: WgslRule = (w, op) => {
  if (isExact(w)) return w.emitter.call(op, w.helper('flush', widthOf(w.module.ops.type[op]!)));
  const text = w.emitter.operand(op, 0, primary);
  return text;
};

/** Doubles: there are none. */
const refuseDouble: WgslRule = (w, op) => {
  const { ops } = w.module;
  w.report('DX6000', ops.at[op]!, { target: 'WGSL', operation: OP_NAMES[ops.code[op]!]! });
  return kindOf(ops.type[op]!) === Kind.bool ? 'false' : w.zero(op);
};

/** Operations that passes replace before anything is written. */
const replaced: WgslRule = (w, op) => w.refuse(op, `${OP_NAMES[w.module.ops.code[op]!]} before it is expanded`);

export const VALUE_RULES = {
  const: constant,
  undef: (w, op) => zeroOf(w.module.ops.type[op]!),
  pick,
  bitcast,
  select,
  mask,
  'f.add': add,
  'f.mul': multiply,
  'f.mad': multiplyAdd,
  'f.div': divide,
  'f.rcp': reciprocal,
  'f.rsq': native('inverseSqrt'),
  'f.sqrt': native('sqrt'),
  'f.exp2': native('exp2'),
  'f.log2': native('log2'),
  'f.sin': native('sin'),
  'f.cos': native('cos'),
  'f.min': guarded('min_number', 'min'),
  'f.max': guarded('max_number', 'max'),
  'f.sat': guarded('clamp01', 'saturate'),
  'f.frc': fraction,
  'f.floor': native('floor'),
  'f.ceil': native('ceil'),
  'f.trunc': native('trunc'),
  'f.rne': native('round'),
  'f.flush': flush,
  'f.neg': negate,
  'f.abs': (w, op) => w.emitter.call(op, 'abs'),
  'f.dot': dot,
  'f.eq': compare('=='),
  'f.ne': notEqual,
  'f.lt': compare('<'),
  'f.ge': compare('>='),
  'f.mul9': replaced,
  'f.mad9': replaced,
  'f.dot9': replaced,
  'f.lrp9': replaced,
  'f.rcp9': replaced,
  'f.rsq9': replaced,
  'f.log9': replaced,
  'f.pow9': replaced,
  'f.nrm9': replaced,
  'f.lit9': replaced,
  'd.pack': refuseDouble,
  'd.low': refuseDouble,
  'd.high': refuseDouble,
  'd.add': refuseDouble,
  'd.mul': refuseDouble,
  'd.div': refuseDouble,
  'd.rcp': refuseDouble,
  'd.fma': refuseDouble,
  'd.min': refuseDouble,
  'd.max': refuseDouble,
  'd.sat': refuseDouble,
  'd.neg': refuseDouble,
  'd.abs': refuseDouble,
  'd.eq': refuseDouble,
  'd.ne': refuseDouble,
  'd.lt': refuseDouble,
  'd.ge': refuseDouble,
  'd.to_f': refuseDouble,
  'd.to_i': refuseDouble,
  'd.to_u': refuseDouble,
  'd.from_f': refuseDouble,
  'd.from_i': refuseDouble,
  'd.from_u': refuseDouble,
} as const satisfies Record<string, WgslRule>;
