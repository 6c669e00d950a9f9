/**
 * Constants, components, bits as another kind, and arithmetic of floats, as far as textual languages write them alike.
 */
import { Kind, kindOf, OP_NAMES, Op, widthOf } from '../../../ir/index.ts';
import { isNativeProduct, isRepeated } from '../../../ir/module.ts';
import { DX6000 } from '../messages.ts';
import type { CommonHelper, TextContext, TextRule } from '../text-context.ts';
import { Precedence } from '../text-language.ts';

const { logical, additive, multiplicative, unary, relational, primary } = Precedence;

const constant: TextRule = (w, op) => {
  const { ops } = w.module;
  const type = ops.type[op]!;
  const width = widthOf(type);
  if (kindOf(type) === Kind.f64) return w.spelling.zero(type);
  const { literal } = w.emitter.language;
  const first = literal(op, 0);
  if (width === 1) {
    if (first.startsWith('-')) w.emitter.precedence = unary;
    return first;
  }
  let all = first;
  let areSame = true;
  for (let i = 1; i < width; i++) {
    const text = literal(op, i);
    areSame &&= text === first;
    all += `, ${text}`;
  }
  return `${w.spelling.typeName(type)}(${areSame ? first : all})`;
};

const pick: TextRule = (w, op) => {
  const { ops } = w.module;
  const references = new Array<number>(ops.arity[op]!);
  for (let i = 0; i < references.length; i++) references[i] = ops.operand(op, i);
  const value = references[0]! >> 2;
  if (references.length > 1 || widthOf(ops.type[value]!) > 1) return w.emitter.pick(references);
  w.emitter.precedence = w.emitter.precedences[value]!;
  return w.emitter.value(value, Precedence.lowest);
};

const bitcast: TextRule = (w, op) => {
  const { ops } = w.module;
  const value = ops.operand(op, 0);
  const to = kindOf(ops.type[op]!);
  const from = kindOf(ops.type[value]!);
  // A constant is spelled as what it becomes.
  if (ops.code[value] === Op.const && from !== Kind.f64) {
    const text = w.constantAs(value, to);
    if (text.startsWith('-')) w.emitter.precedence = unary;
    return text;
  }
  if (from === to) {
    w.emitter.precedence = primary;
    return w.emitter.operand(op, 0, primary);
  }
  return w.castText(w.emitter.operand(op, 0), from, to, widthOf(ops.type[op]!));
};

const select: TextRule = (w, op) => {
  const { emitter } = w;
  return w.choice(emitter.operand(op, 0, logical), emitter.operand(op, 1), emitter.operand(op, 2));
};

const mask: TextRule = (w, op) => w.choice(w.emitter.operand(op, 0, logical), '0xffffffffu', '0u');

// --- floats ---------------------------------------------------------------------------------------------------------

/** Operand `i`; the exact profile flushes subnormal numbers. */
function float(w: TextContext, op: number, i: number, precedence: number = Precedence.bitwise): string {
  const { ops } = w.module;
  if (!w.isExact) return w.emitter.operand(op, i, precedence);
  return `${w.helper('flush', widthOf(ops.type[ops.operand(op, i)]!))}(${w.emitter.operand(op, i)})`;
}

/**
 * Returns the text of a value that is combined with `other` in a sum, product or quotient. Languages broadcast a scalar
 * to a vector operand, so a vector that repeats one component is written as that component, unless both vectors do: the
 * result is a vector.
 */
export function operandText(w: TextContext, value: number, other: number, precedence: number): string {
  const { emitter, module } = w;
  const isScalar = !emitter.isNamed(value) && isRepeated(module, value) && !isRepeated(module, other);
  return isScalar ? emitter.repeated(value, precedence) : emitter.value(value, precedence);
}

/** Returns the text of operand `i` that is combined with operand `other`; the exact profile flushes it. */
function floatOperand(w: TextContext, op: number, i: number, other: number, precedence: number): string {
  const { ops } = w.module;
  return w.isExact ? float(w, op, i) : operandText(w, ops.operand(op, i), ops.operand(op, other), precedence);
}

/** The value of a float operation; the exact profile flushes it. */
function flushed(w: TextContext, op: number, text: string, precedence: number = primary): string {
  if (!w.isExact) {
    w.emitter.precedence = precedence;
    return text;
  }
  return `${w.helper('flush', widthOf(w.module.ops.type[op]!))}(${text})`;
}

/** A call of a function with all operands. */
function call(w: TextContext, op: number, name: string): string {
  let list = '';
  for (let i = 0; i < w.module.ops.arity[op]!; i++) {
    if (i > 0) list += ', ';
    list += float(w, op, i, w.emitter.language.argument);
  }
  return flushed(w, op, `${name}(${list})`);
}

/** A function of the language with the same meaning. */
export const nativeFloat =
  (name: string): TextRule =>
  (w, op) =>
    call(w, op, name);

/** A helper, or a function of the language in the fast profile. */
export const guardedFloat =
  (helper: CommonHelper, fast: string): TextRule =>
  (w, op) =>
    call(w, op, w.isFast ? fast : w.helper(helper, widthOf(w.module.ops.type[op]!)));

/** Returns the value whose negation is operand `i`, if the negation is written inline. */
export function negated(w: TextContext, op: number, i: number): number | undefined {
  const { ops } = w.module;
  const value = ops.operand(op, i);
  return ops.code[value] === Op['f.neg'] && !w.emitter.isNamed(value) ? ops.operand(value, 0) : undefined;
}

/** Returns a sum: an operand that begins with a sign is subtracted without it, which gives the same bits. */
function sum(left: string, right: string): string {
  return right.startsWith('-') ? `${left} - ${right.slice(1)}` : `${left} + ${right}`;
}

const add: TextRule = (w, op) => {
  const { emitter } = w;
  const { ops } = w.module;
  for (const i of w.isExact ? [] : [1, 0]) {
    const value = negated(w, op, i);
    if (value === undefined) continue;
    emitter.precedence = additive;
    const other = ops.operand(op, 1 - i);
    return `${operandText(w, other, value, additive)} - ${operandText(w, value, other, multiplicative)}`;
  }
  return flushed(w, op, sum(floatOperand(w, op, 0, 1, additive), floatOperand(w, op, 1, 0, multiplicative)), additive);
};

const product = (w: TextContext, op: number) =>
  `${floatOperand(w, op, 0, 1, multiplicative)} * ${floatOperand(w, op, 1, 0, unary)}`;

const multiply: TextRule = (w, op) => flushed(w, op, product(w, op), multiplicative);

/**
 * A product and a sum: one operation where the program requires it and the language has it. A compiler may fuse a
 * product and a sum anyway.
 *
 * @param fused the function of the language; undefined without
 */
export const multiplyAdd =
  (fused: (w: TextContext) => string | undefined): TextRule =>
  (w, op) => {
    const { emitter } = w;
    const name = w.isExact || w.isPrecise?.(op) ? fused(w) : undefined;
    if (name !== undefined) return call(w, op, name);
    if (w.isExact) return flushed(w, op, `${product(w, op)} + ${float(w, op, 2, multiplicative)}`, additive);
    const factors = product(w, op);
    const subtracted = negated(w, op, 2);
    // The product is a vector even if its factors repeat one component.
    const rest = operandText(w, subtracted ?? w.module.ops.operand(op, 2), op, multiplicative);
    emitter.precedence = additive;
    return subtracted === undefined ? sum(factors, rest) : `${factors} - ${rest}`;
  };

const divide: TextRule = (w, op) =>
  flushed(w, op, `${floatOperand(w, op, 0, 1, multiplicative)} / ${floatOperand(w, op, 1, 0, unary)}`, multiplicative);

const reciprocal: TextRule = (w, op) => flushed(w, op, `1.0 / ${float(w, op, 0, unary)}`, multiplicative);

const negate: TextRule = (w, op) => {
  const text = w.emitter.operand(op, 0, unary);
  w.emitter.precedence = unary;
  return text.startsWith('-') ? `-(${text})` : `-${text}`;
};

const dot: TextRule = (w, op) =>
  widthOf(w.module.ops.type[w.module.ops.operand(op, 0)]!) === 1 ? multiply(w, op) : call(w, op, 'dot');

const fraction: TextRule = (w, op) =>
  call(w, op, w.isExact ? w.helper('fract_below_1', widthOf(w.module.ops.type[op]!)) : 'fract');

const compare =
  (operator: string, swapped = operator): TextRule =>
  (w, op) =>
    w.emitter.comparison(op, float(w, op, 0, additive), float(w, op, 1, additive), operator, swapped);

/** True with NaN, which a compiler may suppose not to exist: it is the opposite of being equal. */
const notEqual: TextRule = (w, op) => {
  const { ops } = w.module;
  if (w.isFast) return compare('!=')(w, op);
  if (ops.operand(op, 0) === ops.operand(op, 1)) return `${w.helper('is_nan')}(${w.emitter.named(ops.operand(op, 0))})`;
  const text = `!(${float(w, op, 0, additive)} == ${float(w, op, 1, additive)})`;
  w.emitter.precedence = unary;
  return text;
};

const flush: TextRule = (w, op) => {
  if (w.isExact) return w.emitter.call(op, w.helper('flush', widthOf(w.module.ops.type[op]!)));
  return w.emitter.operand(op, 0, primary);
};

/**
 * It has a name, because compilers evaluate expressions of constants: those of WGSL refuse the bits of NaN, those of
 * GLSL an index below zero.
 */
const status: TextRule = (w) => {
  w.assumptions.add('All texels of textures are in memory.');
  const name = w.emitter.names.unique('status');
  w.emitter.line(w.spelling.local(name, w.type(Kind.u32), '0xffffffffu'));
  return name;
};

const isMapped: TextRule = (w, op) => {
  const { ops } = w.module;
  const zero = w.spelling.literal(kindOf(ops.type[ops.operand(op, 0)]!), 0);
  const text = `${w.emitter.operand(op, 0, additive)} != ${zero}`;
  w.emitter.precedence = relational;
  return text;
};

// --- Direct3D 9 -----------------------------------------------------------------------------------------------------

/** A helper for as many components as operand 0 has. */
const legacy =
  (helper: CommonHelper): TextRule =>
  (w, op) =>
    call(w, op, w.helper(helper, widthOf(w.module.ops.type[w.module.ops.operand(op, 0)]!)));

const legacyProduct = legacy('legacy_product');
const legacyDot = legacy('legacy_dot');

const multiply9: TextRule = (w, op) => (isNativeProduct(w.module, op, w.isExact) ? multiply : legacyProduct)(w, op);

const multiplyAdd9: TextRule = (w, op) => {
  const { ops } = w.module;
  const width = widthOf(ops.type[op]!);
  const factors = isNativeProduct(w.module, op, w.isExact)
    ? product(w, op)
    : `${w.helper('legacy_product', width)}(${w.emitter.operand(op, 0)}, ${w.emitter.operand(op, 1)})`;
  const subtracted = w.isExact ? undefined : negated(w, op, 2);
  const rest = operandText(w, subtracted ?? ops.operand(op, 2), op, multiplicative);
  w.emitter.precedence = additive;
  return subtracted === undefined ? sum(factors, rest) : `${factors} - ${rest}`;
};

const dot9: TextRule = (w, op) => {
  if (widthOf(w.module.ops.type[w.module.ops.operand(op, 0)]!) === 1) return multiply9(w, op);
  return isNativeProduct(w.module, op, w.isExact) ? call(w, op, 'dot') : legacyDot(w, op);
};

/** Doubles where there are none. */
export const refuseDouble: TextRule = (w, op) => {
  const { ops } = w.module;
  w.report(DX6000, ops.at[op]!, { target: w.target, operation: OP_NAMES[ops.code[op]!]! });
  return kindOf(ops.type[op]!) === Kind.bool ? 'false' : w.zero(op);
};

export const COMMON_VALUE_RULES = {
  const: constant,
  undef: (w, op) => w.zero(op),
  pick,
  bitcast,
  select,
  mask,
  'f.add': add,
  'f.mul': multiply,
  'f.div': divide,
  'f.rcp': reciprocal,
  'f.sqrt': nativeFloat('sqrt'),
  'f.exp2': nativeFloat('exp2'),
  'f.log2': nativeFloat('log2'),
  'f.sin': nativeFloat('sin'),
  'f.cos': nativeFloat('cos'),
  'f.min': guardedFloat('min_number', 'min'),
  'f.max': guardedFloat('max_number', 'max'),
  'f.frc': fraction,
  'f.floor': nativeFloat('floor'),
  'f.ceil': nativeFloat('ceil'),
  'f.trunc': nativeFloat('trunc'),
  'f.flush': flush,
  'f.neg': negate,
  'f.abs': (w, op) => w.emitter.call(op, 'abs'),
  'f.dot': dot,
  'f.eq': compare('=='),
  'f.ne': notEqual,
  'f.lt': compare('<', '>'),
  'f.ge': compare('>=', '<='),
  status,
  'status.mapped': isMapped,
  'f.mul9': multiply9,
  'f.mad9': multiplyAdd9,
  'f.dot9': dot9,
  'f.lrp9': legacy('legacy_mix'),
  'f.rcp9': legacy('legacy_reciprocal'),
  'f.rsq9': legacy('legacy_inverse_sqrt'),
  'f.log9': legacy('legacy_log2'),
  'f.pow9': legacy('legacy_power'),
  'f.nrm9': legacy('legacy_inverse_length'),
  'f.lit9': legacy('legacy_specular'),
} as const satisfies Record<string, TextRule>;
