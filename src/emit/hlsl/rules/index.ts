/** The rule of each operation (an operation without one does not compile), and all rules but those of memory. */
import { BarrierBits, type IrOpName, Kind, kindOf, NO_OP, OP_NAMES, Op, widthOf } from '../../../ir/index.ts';
import { Mode } from '../../common/decide-values.ts';
import { AXES, CONSTANT_RULES, fromVector } from '../../common/rules/constants.ts';
import { COMMON_FLOW_RULES } from '../../common/rules/flow.ts';
import { COMMON_INTEGER_RULES, native } from '../../common/rules/integers.ts';
import { IO_RULES, inputRangeName, outputRangeName } from '../../common/rules/io.ts';
import { COMMON_VALUE_RULES, nativeFloat, operandText } from '../../common/rules/values.ts';
import { swizzle } from '../../common/text-emitter.ts';
import { Precedence } from '../../common/text-language.ts';
import type { HlslContext, HlslRule } from '../context.ts';
import { indexSum, rangeMember, structOf } from '../entry.ts';
import {
  crossProduct,
  interpolated,
  lengthOf,
  normalized,
  orIdiom,
  orSign,
  PAIRS,
  power,
  productWithOnes,
  reflected,
  smoothStep,
} from '../idioms.ts';
import { type Component, sourceOf } from '../indices.ts';
import { inVector } from '../integer-vectors.ts';
import { rangeKindOf, vertexRegisters } from '../interface.ts';
import { loadElement, storeElement } from '../local-arrays.ts';
import { dotOrProduct, summedProduct } from '../matrices.ts';
import { fusedSum, inOrder } from '../operand-order.ts';
import type { EntryElement, StreamStruct } from '../plan.ts';
import { tableElement } from '../tables.ts';
import { hlslType, literal } from '../types.ts';
import { extract, insert } from './bit-fields.ts';
import { constantSlots, constants, operandIndex, packed, tested, wordsIn, wordsOfDouble } from './constants.ts';
import { MEMORY_RULES } from './memory.ts';
import { TEXTURE_RULES } from './textures.ts';

const { additive, multiplicative, unary, logical, relational, lowest } = Precedence;

// --- floats and integers --------------------------------------------------------------------------------------------

const reciprocal: HlslRule = (w, op) => {
  if (w.isModel5) return w.emitter.call(op, 'rcp');
  const text = `1.0 / ${w.emitter.operand(op, 0, unary)}`;
  w.emitter.precedence = multiplicative;
  return text;
};

/** A sum; a negative constant is subtracted. */
const sum: HlslRule = (w, op) => {
  const { ops } = w.module;
  const type = ops.type[op]!;
  for (const [constant, other] of [
    [1, 0],
    [0, 1],
  ] as const) {
    const word = widthOf(type) === 1 ? w.emitter.wordOf(ops.operand(op, constant)) : undefined;
    if (word === undefined || (word | 0) >= 0 || (word | 0) < -SMALL) continue;
    const text = `${w.emitter.operand(op, other, additive)} - ${-(word | 0)}`;
    w.emitter.precedence = additive;
    return text;
  }
  return differenceText(w, op) ?? COMMON_INTEGER_RULES['i.add'](w, op);
};

/** A sum with a product whose factor is negative, as a difference: the compiler makes the same of it. */
function differenceText(w: HlslContext, op: number): string | undefined {
  const { ops } = w.module;
  const kind = kindOf(ops.type[op]!);
  if (widthOf(ops.type[op]!) > 1) return undefined;
  for (const [i, k] of PAIRS) {
    const product = ops.operand(op, i);
    if (ops.code[product] !== Op['i.mul'] || !isInline(w, product) || w.emitter.isNamed(product)) continue;
    for (const [sign, factor] of PAIRS) {
      const { value } = sourceOf(w.module, ops.operand(product, sign), 0);
      if (ops.code[value] !== Op['i.neg'] || w.emitter.isNamed(value) || widthOf(ops.type[value]!) > 1) continue;
      const text = `${w.as(ops.operand(value, 0), kind, multiplicative)} * ${w.operandAs(product, factor, kind, unary)}`;
      w.emitter.precedence = additive;
      return `${w.operandAs(op, k, kind, additive)} - ${text}`;
    }
  }
  return undefined;
}

/** Negative numbers that are written with a sign, also where they are added to unsigned ones. */
const SMALL = 0xffff;

/** A value or zero: a choice, which the compiler makes a mask of again. */
const masked: HlslRule = (w, op) => {
  const { ops } = w.module;
  for (const [mask, other] of PAIRS) {
    const value = ops.operand(op, mask);
    if (ops.code[value] !== Op.mask || w.emitter.isNamed(value) || widthOf(ops.type[op]!) > 1) continue;
    const kind = kindOf(ops.type[op]!);
    return w.choice(w.emitter.operand(value, 0, logical), w.emitter.operand(op, other, logical), literal(kind, 0));
  }
  // The compiler aborts where both operands of `&&` are results of `CheckAccessFullyMapped`.
  if (PAIRS.every(([i]) => ops.code[ops.operand(op, i)] === Op['status.mapped']))
    return w.emitter.binary(op, '&', Precedence.bitwise, unary, unary);
  return COMMON_INTEGER_RULES['i.and'](w, op);
};

/** A copy; one of a value with a sign needs brackets in expressions, where the compiler would not copy it. */
const copied: HlslRule = (w, op) => {
  const text = w.emitter.operand(op, 0, lowest);
  if (!text.startsWith('-')) return w.emitter.operand(op, 0, Precedence.primary);
  w.emitter.precedence = lowest;
  return text;
};

/** A comparison; of a vector with a scalar that is repeated, the scalar. */
const compared =
  (operator: string, swapped = operator): HlslRule =>
  (w, op) => {
    const [a, b] = w.module.ops.operands(op) as [number, number];
    return w.emitter.comparison(op, operandText(w, a, b, additive), operandText(w, b, a, additive), operator, swapped);
  };

/** A choice; one for each component also among scalars that are repeated. */
const chosen: HlslRule = (w, op) => {
  const { ops } = w.module;
  const [condition, yes, no] = ops.operands(op) as [number, number, number];
  if (widthOf(ops.type[condition]!) === 1) return COMMON_VALUE_RULES.select(w, op);
  const text = (value: number) => operandText(w, value, condition, Precedence.bitwise);
  return w.choice(w.emitter.value(condition, logical), text(yes), text(no));
};

/** Conversions of scalars, with the type of the result. */
const CONVERSIONS: Readonly<Record<number, string>> = {
  [Op['cvt.f2i']]: 'int',
  [Op['cvt.f2u']]: 'uint',
  [Op['cvt.i2f']]: 'float',
  [Op['cvt.u2f']]: 'float',
};

/** Scalars that are converted alike, as a converted vector; undefined for others. */
function convertedVector(w: HlslContext, references: readonly number[]): string | undefined {
  const { ops } = w.module;
  const values = references.map((reference) => reference >> 2);
  const code = ops.code[values[0]!]!;
  const type = CONVERSIONS[code];
  if (type === undefined || values.length < 2 || widthOf(ops.type[values[0]!]!) > 1) return undefined;
  if (!values.every((one) => ops.code[one] === code && !w.emitter.isNamed(one) && isInline(w, one))) return undefined;
  const sources = values.map((one) => sourceOf(w.module, ops.operand(one, 0), 0));
  const kind = code === Op['cvt.i2f'] ? Kind.i32 : code === Op['cvt.u2f'] ? Kind.u32 : Kind.f32;
  const vector = vectorText(w, sources, kind);
  if (vector === undefined) return undefined;
  w.emitter.precedence = unary;
  return `(${type}${values.length})${vector}`;
}

/** Components of one value or of constants as a vector of a kind; undefined for others. */
function vectorText(w: HlslContext, sources: readonly Component[], kind: number): string | undefined {
  const { ops } = w.module;
  const list = sources.map(({ component }) => component);
  const [{ value }] = sources as [Component];
  if (sources.every((one) => one.value === value)) {
    const type = ops.type[value]!;
    if (widthOf(type) === 1 || kindOf(type) !== kind) return undefined;
    const isAll = list.length === widthOf(type) && list.every((c, i) => c === i);
    return isAll ? w.emitter.value(value, Precedence.primary) : w.emitter.components(value, list);
  }
  const slots = sources.map((one) =>
    ops.code[one.value] === Op['cb.load'] && isInline(w, one.value)
      ? w.slotsOfRow(one.value, constantSlots)?.[one.component]
      : undefined,
  );
  if (slots.some((slot) => slot === undefined)) return undefined;
  return wordsIn(
    w,
    slots,
    slots.map((_, i) => i),
    kind,
  );
}

/** A rule for integers that may be components of a vector. */
const asVector = (rule: HlslRule) => inVector(rule, vectorText);

const isInline = (w: HlslContext, value: number) => w.emitter.decisions.modes[value] === Mode.inline;

/** Components that are a swizzle of a variable need no variable of their own. */
const pick: HlslRule = (w, op) => {
  const converted = convertedVector(w, w.module.ops.operands(op));
  if (converted !== undefined) return converted;
  const text = COMMON_VALUE_RULES.pick(w, op);
  const [, name, letters] = /^(\w+)(?:\.([xyzw]+))?$/.exec(text) ?? [];
  if (name !== undefined) w.emitter.decisions.modes[op] = Mode.inline;
  if (letters !== undefined) w.emitter.bases[op] = (list) => `${name}.${list.map((c) => letters[c]).join('')}`;
  return text;
};

/** A vector constructor of HLSL does not repeat a scalar: a cast does. */
const constant: HlslRule = (w, op) => {
  const { ops } = w.module;
  const type = ops.type[op]!;
  const width = widthOf(type);
  if (kindOf(type) === Kind.f64) return doubleText(ops.operand(op, 0), ops.operand(op, 1));
  const { literal } = w.emitter.language;
  const list = Array.from({ length: width }, (_, i) => literal(op, i));
  if (width === 1) {
    if (list[0]!.startsWith('-') || list[0]!.startsWith('(')) w.emitter.precedence = unary;
    return list[0]!;
  }
  return `${hlslType(type)}(${list.join(', ')})`;
};

function doubleText(low: number, high: number): string {
  return `asdouble(${low >>> 0}u, ${high >>> 0}u)`;
}

const operator =
  (text: string, precedence: number, right: number): HlslRule =>
  (w, op) =>
    w.emitter.binary(op, text, precedence, precedence, right);

const conversion =
  (type: string): HlslRule =>
  (w, op) => {
    const width = widthOf(w.module.ops.type[op]!);
    const text = `(${type}${width === 1 ? '' : width})${w.emitter.operand(op, 0, Precedence.primary)}`;
    w.emitter.precedence = unary;
    return text;
  };

const mask: HlslRule = (w, op) => w.choice(w.emitter.operand(op, 0, logical), '~0u', '0u');

/** Shifts mask their count themselves. */
const shift =
  (text: string): HlslRule =>
  (w, op) => {
    const { emitter } = w;
    const count = emitter.wordOf(w.module.ops.operand(op, 1));
    const right = count === undefined ? w.operandAs(op, 1, Kind.u32, unary) : String(count & 31);
    const left = emitter.operand(op, 0, unary);
    emitter.precedence = Precedence.bitwise;
    return `${left} ${text} ${right}`;
  };

// --- inputs and outputs ---------------------------------------------------------------------------------------------

/** Components of an input as a kind; what has a minimum precision is converted before its bits are used. */
function inputAs(w: HlslContext, { kind, scalar }: EntryElement, text: string, to: number, width: number): string {
  const isCast = scalar !== undefined && kind !== to;
  return w.castText(isCast ? `(${w.type(kind, width)})${text}` : text, kind, to, width);
}

const input: HlslRule = (w, op) => {
  const { ops } = w.module;
  const element = w.inputElements[ops.extra[op]! >> 2];
  if (element === undefined) return w.zero(op);
  const index = ops.arity[op]! > 0 ? operandIndex(w, op, 0) : '0';
  const first = ops.extra[op]! & 3;
  const to = kindOf(ops.type[op]!);
  if (w.emitter.decisions.modes[op] === Mode.inline && element.width > 1)
    w.emitter.bases[op] = (list) => {
      if (list.every((c, i) => c === list[0]! + i))
        return inputAs(w, element, w.componentsOf(element, first + list[0]!, list.length, index), to, list.length);
      const complete = w.componentsOf(element, element.first, element.width, index);
      return inputAs(w, element, `${complete}.${swizzle(list, first - element.first)}`, to, list.length);
    };
  const width = widthOf(ops.type[op]!);
  return inputAs(w, element, w.componentsOf(element, first, width, index), to, width);
};

const output: HlslRule = (w, op) => {
  const { ops } = w.module;
  const element = w.outputElements[ops.extra[op]! >> 2];
  if (element === undefined) return '';
  const value = ops.operand(op, 0);
  const target = w.componentsOf(element, ops.extra[op]! & 3, widthOf(ops.type[value]!));
  w.assign(op, target, w.as(value, element.kind, lowest));
  return '';
};

/** A register of a range of inputs: an element of an array, or of a copy of the range. */
const inputAt: HlslRule = (w, op) => {
  const { ops } = w.module;
  const number = ops.extra[op]! >> 2;
  const range = w.module.inputRanges[number]!;
  const index = (precedence: number) => operandIndex(w, op, 0, precedence);
  const first = ops.extra[op]! & 3;
  if (range.kind === 'patch' && w.registers !== undefined)
    return fromVector(w, op, `${w.registers}[${indexSum(range.register, index)}]`, Kind.f32);
  const vertex = ops.arity[op]! > 1 ? operandIndex(w, op, 1) : '0';
  const member = rangeMember(w, range, first, index);
  if (member !== undefined)
    return w.result(op, w.componentsOf(member, first, widthOf(ops.type[op]!), vertex), member.kind);
  const text =
    ops.arity[op]! > 1
      ? registerOfPoint(w, number, vertex, index(lowest))
      : `${inputRangeName(number)}[${index(lowest)}]`;
  return fromVector(w, op, text, rangeKindOf(w, number));
};

/** A register of a range of inputs of a vertex or control point. */
function registerOfPoint(w: HlslContext, range: number, point: string, index: string): string {
  const struct = structOf(w, w.module.inputRanges[range]!.kind)!;
  return `${vertexRegisters(w, range, struct)}(${struct.variable}[${point}], ${index})`;
}

const outputAt: HlslRule = (w, op) => {
  const { ops } = w.module;
  const number = ops.extra[op]! >> 2;
  const value = ops.operand(op, 1);
  const first = ops.extra[op]! & 3;
  const range = w.module.outputRanges[number]!;
  const index = (precedence: number) => operandIndex(w, op, 0, precedence);
  const isPatch = range.kind === 'patch';
  const member = isPatch && w.registers === undefined ? rangeMember(w, range, first, index) : undefined;
  if (member !== undefined) {
    const text = w.componentsOf(member, first, widthOf(ops.type[value]!));
    w.emitter.line(`${text} = ${w.as(value, member.kind, lowest)};`);
    return '';
  }
  const target =
    isPatch && w.registers !== undefined
      ? `${w.registers}[${indexSum(range.register, index)}]`
      : `${outputRangeName(number)}[${index(lowest)}]`;
  const part = AXES.slice(first, first + widthOf(ops.type[value]!));
  w.emitter.line(`${target}.${part} = ${w.as(value, Kind.f32, lowest)};`);
  return '';
};

const evaluate =
  (method: string, kind?: number): HlslRule =>
  (w, op) => {
    const { ops } = w.module;
    const element = w.inputElements[ops.extra[op]! >> 2];
    if (element === undefined) return w.zero(op);
    const args = kind === undefined ? '' : `, ${w.operandAs(op, 0, kind, lowest)}`;
    const called = { ...element, name: `${method}(${element.name}${args})` };
    return w.result(op, w.componentsOf(called, ops.extra[op]! & 3, widthOf(ops.type[op]!)), element.kind);
  };

// --- pixels, groups --------------------------------------------------------------------------------------------------

/** A pixel is discarded where a number is below zero: the compiler moves that as it moves `clip`, not `discard`. */
function clipped({ module: { ops }, emitter, plan }: HlslContext, condition: number): string | undefined {
  const isClip =
    plan.choices.clips &&
    ops.code[condition] === Op['f.lt'] &&
    !emitter.isNamed(condition) &&
    widthOf(ops.type[condition]!) === 1 &&
    emitter.wordOf(ops.operand(condition, 1)) === 0;
  return isClip ? `clip(${emitter.operand(condition, 0, lowest)});` : undefined;
}

/** Whether the program writes an output before an operation of the same region. */
function isAfterOutput({ module: { ops } }: HlslContext, op: number): boolean {
  for (let at = ops.prev[op]!; at !== NO_OP; at = ops.prev[at]!) if (ops.code[at] === Op.out) return true;
  return false;
}

const discard: HlslRule = (w, op) => {
  const { emitter } = w;
  const condition = w.module.ops.operand(op, 0);
  const clip = clipped(w, condition);
  if (clip !== undefined) {
    emitter.line(clip);
    return '';
  }
  // The compiler writes outputs before `clip` only where the source does.
  if (w.plan.choices.keepsOrder && isAfterOutput(w, op)) {
    emitter.line(`clip(${emitter.operand(op, 0, logical)} ? -1.0 : 1.0);`);
    return '';
  }
  const word = emitter.wordOf(condition);
  if (word !== 0) emitter.line(word === undefined ? `if (${emitter.operand(op, 0, lowest)}) discard;` : 'discard;');
  return '';
};

const abort: HlslRule = (w) => {
  w.emitter.line('abort();');
  return '';
};

/** Messages for a debugger are left out. */
const message: HlslRule = () => '';

/** Barriers by their bits: the memory that they order, and whether threads wait. */
const barrier: HlslRule = (w, op) => {
  const bits = w.module.ops.extra[op]!;
  const group = (bits & BarrierBits.groupMemory) !== 0;
  const device = (bits & (BarrierBits.uavGroup | BarrierBits.uavGlobal)) !== 0;
  const memory = group && device ? 'All' : device ? 'Device' : 'Group';
  w.emitter.line(`${memory}MemoryBarrier${(bits & BarrierBits.threads) === 0 ? '' : 'WithGroupSync'}();`);
  return '';
};

/** A method of the stream of an operation. */
function append(w: HlslContext, op: number, text: (stream: StreamStruct) => string): string {
  const stream = w.plan.signature.streams?.[w.module.ops.extra[op]!];
  if (stream !== undefined) w.emitter.line(text(stream));
  return '';
}

export const RULES: Readonly<Record<IrOpName, HlslRule>> = {
  ...COMMON_VALUE_RULES,
  ...COMMON_INTEGER_RULES,
  ...COMMON_FLOW_RULES,
  ...IO_RULES,
  ...CONSTANT_RULES,
  ...MEMORY_RULES,
  ...TEXTURE_RULES,
  const: constant,
  pick,
  mask,
  // The compiler fuses a product and a sum in this order; `mad` pins the operation where it is precise.
  'f.mad': orIdiom(fusedSum, crossProduct, interpolated, reflected, summedProduct),
  'f.mul': orIdiom(productWithOnes(inOrder(COMMON_VALUE_RULES['f.mul'])), normalized, smoothStep),
  'f.flush': copied,
  'f.add': orIdiom(inOrder(COMMON_VALUE_RULES['f.add']), summedProduct),
  'f.dot': dotOrProduct(COMMON_VALUE_RULES['f.dot']),
  'i.add': orSign(asVector(inOrder(sum))),
  'i.mul': inOrder(COMMON_INTEGER_RULES['i.mul']),
  'i.min': asVector(inOrder(COMMON_INTEGER_RULES['i.min'])),
  'i.max': asVector(inOrder(COMMON_INTEGER_RULES['i.max'])),
  'u.min': asVector(inOrder(COMMON_INTEGER_RULES['u.min'])),
  'u.max': asVector(inOrder(COMMON_INTEGER_RULES['u.max'])),
  'i.and': asVector(inOrder(masked)),
  'i.or': asVector(inOrder(COMMON_INTEGER_RULES['i.or'])),
  'i.xor': asVector(inOrder(COMMON_INTEGER_RULES['i.xor'])),
  'i.eq': inOrder(tested('i.eq')),
  'i.ne': inOrder(tested('i.ne')),
  'f.sqrt': orIdiom(COMMON_VALUE_RULES['f.sqrt'], lengthOf),
  'f.exp2': orIdiom(COMMON_VALUE_RULES['f.exp2'], power),
  'f.rcp': reciprocal,
  'f.rsq': nativeFloat('rsqrt'),
  'f.min': inOrder(nativeFloat('min')),
  'f.max': inOrder(nativeFloat('max')),
  'f.sat': nativeFloat('saturate'),
  'f.frc': nativeFloat('frac'),
  'f.rne': nativeFloat('round'),
  select: chosen,
  'f.lt': compared('<', '>'),
  'f.ge': compared('>=', '<='),
  'f.eq': inOrder(compared('==')),
  'f.ne': inOrder(compared('!=')),
  'u.div': operator('/', multiplicative, unary),
  'u.mod': operator('%', multiplicative, unary),
  'i.not': asVector(COMMON_INTEGER_RULES['i.not']),
  'i.shl': asVector(shift('<<')),
  'i.shr': asVector(shift('>>')),
  'u.shr': asVector(shift('>>')),
  'i.bfe': extract(true),
  'u.bfe': extract(false),
  'i.bfi': insert,
  'i.bfrev': native('reversebits'),
  'i.bits': native('countbits'),
  'i.first_lo': native('firstbitlow'),
  'cvt.f2i': conversion('int'),
  'cvt.f2u': conversion('uint'),
  'cvt.i2f': conversion('float'),
  'cvt.u2f': conversion('float'),
  'cvt.f2h': native('f32tof16'),
  'cvt.h2f': native('f16tof32'),
  'd.pack': packed,
  'd.low': (w, op) => `${wordsOfDouble(w)}(${w.emitter.operand(op, 0, lowest)}).x`,
  'd.high': (w, op) => `${wordsOfDouble(w)}(${w.emitter.operand(op, 0, lowest)}).y`,
  'd.add': operator('+', additive, multiplicative),
  'd.mul': operator('*', multiplicative, unary),
  'd.div': operator('/', multiplicative, unary),
  'd.rcp': native('rcp'),
  'd.fma': native('fma'),
  'd.min': native('min'),
  'd.max': native('max'),
  'd.sat': native('saturate'),
  'd.neg': COMMON_VALUE_RULES['f.neg'],
  'd.abs': native('abs'),
  'd.eq': operator('==', relational, additive),
  'd.ne': operator('!=', relational, additive),
  'd.lt': operator('<', relational, additive),
  'd.ge': operator('>=', relational, additive),
  'd.to_f': conversion('float'),
  'd.to_i': conversion('int'),
  'd.to_u': conversion('uint'),
  'd.from_f': conversion('double'),
  'd.from_i': conversion('double'),
  'd.from_u': conversion('double'),
  in: input,
  out: output,
  'in.at': inputAt,
  'out.at': outputAt,
  'cb.load': constants,
  'icb.load': tableElement,
  'var.load': loadElement,
  'var.store': storeElement,
  'deriv.x': native('ddx'),
  'deriv.y': native('ddy'),
  'deriv.x.coarse': native('ddx_coarse'),
  'deriv.y.coarse': native('ddy_coarse'),
  'deriv.x.fine': native('ddx_fine'),
  'deriv.y.fine': native('ddy_fine'),
  'eval.centroid': evaluate('EvaluateAttributeCentroid'),
  'eval.sample': evaluate('EvaluateAttributeAtSample', Kind.u32),
  'eval.snapped': evaluate('EvaluateAttributeSnapped', Kind.i32),
  abort,
  discard,
  barrier,
  message,
  emit: (w, op) => append(w, op, ({ stream, variable }) => `${stream}.Append(${variable});`),
  cut: (w, op) => append(w, op, ({ stream }) => `${stream}.RestartStrip();`),
};

/** Rules by number. */
export const HLSL_RULES: readonly HlslRule[] = /* @__PURE__ */ OP_NAMES.map((name) => RULES[name]);
