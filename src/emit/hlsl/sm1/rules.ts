/** The rules of models 1 to 3, where they differ: constants by variables, samplers with their textures, arithmetic. */
import { type IrOpName, Kind, OP_NAMES, Op, refOf, widthOf } from '../../../ir/index.ts';
import { isRepeated } from '../../../ir/module.ts';
import { AXES } from '../../common/rules/constants.ts';
import { COMMON_VALUE_RULES, multiplyAdd, nativeFloat } from '../../common/rules/values.ts';
import { Precedence } from '../../common/text-language.ts';
import type { HlslContext, HlslRule } from '../context.ts';
import { interpolated, normalized, power, productWithOnes } from '../idioms.ts';
import { asChosen, exchanged } from '../operand-order.ts';
import { RULES } from '../rules/index.ts';
import { divided, floored9, length9, saturated, signed9 } from './idioms.ts';
import { indexText, slotOfLoad } from './indexes.ts';
import { linearOf } from './linear.ts';
import { scaledSum, summed } from './products.ts';
import { type Registers, type SamplerPair, slotText } from './registers.ts';
import { vectorOf, vectorText } from './vectors.ts';

const { additive, multiplicative, unary, lowest, primary } = Precedence;

const registersOf = (w: HlslContext): Registers => w.sm1!;

// --- constants -------------------------------------------------------------------------------------------------------

const constants: HlslRule = (w, op) => {
  const { ops } = w.module;
  const slot = slotOfLoad(w, op);
  const first = ops.extra[op]! & 3;
  const width = widthOf(ops.type[op]!);
  const isBool = w.module.bindings[ops.extra[op]! >> 2]!.file === 'bool';
  w.emitter.bases[op] = (list) =>
    slotText(
      slot,
      list.map((c) => first + c),
    );
  if (isBool) return slot.text;
  return slotText(
    slot,
    Array.from({ length: width }, (_, i) => first + i),
  );
};

/** A boolean constant is what its comparison with 0 says. */
const notEqual: HlslRule = (w, op) => {
  const { ops, bindings } = w.module;
  const load = ops.operand(op, 0);
  const isBool = ops.code[load] === Op['cb.load'] && bindings[ops.extra[load]! >> 2]!.file === 'bool';
  return isBool ? w.emitter.value(load, primary) : RULES['i.ne'](w, op);
};

const immediate: HlslRule = (w, op) => {
  const { ops } = w.module;
  const index = linearOf(w.module, ops.operand(op, 0));
  const text = `${w.tables[0]!.name}[${indexText(w, index, 1, index.constant)}]`;
  const first = ops.extra[op]! & 3;
  const width = widthOf(ops.type[op]!);
  return width === 4 ? text : `${text}.${AXES.slice(first, first + width)}`;
};

// --- inputs and outputs ----------------------------------------------------------------------------------------------

const input: HlslRule = (w, op) => {
  const { ops } = w.module;
  const element = w.inputElements[ops.extra[op]! >> 2];
  if (element === undefined) return w.zero(op);
  const first = ops.extra[op]! & 3;
  const width = widthOf(ops.type[op]!);
  if (element.width === 1) w.emitter.bases[op] = () => element.name;
  // The compiler declares all components that a shader of a vertex may have; those of a pixel that it reads.
  return w.componentsOf({ ...element, kind: Kind.f32 }, first, Math.min(width, element.width - first));
};

const output: HlslRule = (w, op) => {
  const { ops } = w.module;
  const element = w.outputElements[ops.extra[op]! >> 2];
  if (element === undefined) return '';
  const first = ops.extra[op]! & 3;
  const value = ops.operand(op, 0);
  const given = widthOf(ops.type[value]!);
  const width = Math.min(given, element.width - first);
  if (width <= 0) return '';
  const text = width === given ? w.emitter.value(value, lowest) : firstComponents(w, value, width);
  if (first > 0 && !w.writtenOutputs.has(element)) w.emitter.line(`${element.name} = 0;`);
  w.writtenOutputs.add(element);
  if (first + width < element.width && first === 0) {
    const zeros = Array<string>(element.width - width).fill('0.0');
    w.emitter.line(`${element.name} = float${element.width}(${[text, ...zeros].join(', ')});`);
  } else w.assign(op, w.componentsOf(element, first, width), text);
  return '';
};

/** The first components of a value. */
function firstComponents(w: HlslContext, value: number, width: number): string {
  const { ops } = w.module;
  const refs: number[] = [];
  for (let c = 0; c < width; c++)
    refs.push(ops.code[value] === Op.pick && !w.emitter.isNamed(value) ? ops.operand(value, c) : refOf(value, c));
  return vectorText(w, refs);
}

/** Inputs by an index, from a copy of all of them. */
const inputAt: HlslRule = (w, op) => {
  const { ops } = w.module;
  const index = linearOf(w.module, ops.operand(op, 0));
  const first = ops.extra[op]! & 3;
  const width = widthOf(ops.type[op]!);
  const text = `input_range${ops.extra[op]! >> 2}[${indexText(w, index, 1, index.constant)}]`;
  return width === 4 ? text : `${text}.${AXES.slice(first, first + width)}`;
};

/** Conversions of integers: everything is a float. */
const integer: HlslRule = (w, op) => {
  const { ops } = w.module;
  const source = ops.operand(op, 0);
  const code = ops.code[source]!;
  if (w.emitter.isNamed(source) || (code !== Op['f.floor'] && code !== Op['f.trunc'] && code !== Op['f.rne'])) {
    w.emitter.precedence = w.emitter.precedences[source]!;
    return w.emitter.value(source, lowest);
  }
  w.emitter.precedence = unary;
  return code === Op['f.trunc']
    ? `(int)${w.emitter.operand(source, 0, primary)}`
    : `(int)${w.emitter.value(source, primary)}`;
};

const nothing: HlslRule = (w, op) => w.emitter.operand(op, 0, primary);

// --- arithmetic ------------------------------------------------------------------------------------------------------

const reciprocal: HlslRule = (w, op) => {
  const text = `1.0 / ${w.emitter.operand(op, 0, unary)}`;
  w.emitter.precedence = multiplicative;
  return text;
};

const dot: HlslRule = (w, op) => {
  const { ops } = w.module;
  if (widthOf(ops.type[ops.operand(op, 0)]!) === 1) return multiply(w, op);
  return w.emitter.call(op, 'dot');
};

const interpolate: HlslRule = (w, op) => {
  const [t, a, b] = [0, 1, 2].map((i) => w.emitter.operand(op, i, lowest));
  return `lerp(${b}, ${a}, ${t})`;
};

const inverseLength: HlslRule = (w, op) => {
  const vector = w.emitter.named(w.module.ops.operand(op, 0));
  return `rsqrt(dot(${vector}, ${vector}))`;
};

const specular: HlslRule = (w, op) => `${w.emitter.call(op, 'lit')}.z`;

const call =
  (name: string): HlslRule =>
  (w, op) =>
    w.emitter.call(op, name);

/** Components that one operation computes side by side are one vector. */
const pick: HlslRule = (w, op) => {
  const { ops } = w.module;
  const references = Array.from({ length: ops.arity[op]! }, (_, i) => ops.operand(op, i));
  return vectorOf(w, references) ?? vectorText(w, references);
};

/** A vector that repeats a component is that component in an operation with another vector. */
function shortest(w: HlslContext, value: number, others: readonly number[], precedence: number): string {
  const { module, emitter } = w;
  const isVector = (one: number) => widthOf(module.ops.type[one]!) > 1 && !isRepeated(module, one);
  const isScalar = !emitter.isNamed(value) && isRepeated(module, value) && others.some(isVector);
  return isScalar ? emitter.repeated(value, precedence) : emitter.value(value, precedence);
}

/** The compiler makes 1 or -1 of the face by itself. */
function faceOf(w: HlslContext, condition: number, yes: number, no: number): string | undefined {
  const { module, emitter } = w;
  const { ops } = module;
  if (ops.code[condition] !== Op['f.ge'] || emitter.isNamed(condition)) return undefined;
  const face = ops.operand(condition, 0);
  const source = ops.code[face] === Op.pick ? ops.operand(face, 0) >> 2 : face;
  if (ops.code[source] !== Op.in || module.inputs[ops.extra[source]! >> 2]!.special !== 'face') return undefined;
  const isOne = emitter.wordOf(yes) === 0x3f80_0000 && emitter.wordOf(no) === (0xbf80_0000 | 0);
  return isOne && emitter.wordOf(ops.operand(condition, 1)) === 0 ? emitter.value(face, primary) : undefined;
}

const choose: HlslRule = (w, op) => {
  const { ops } = w.module;
  const [condition, yes, no] = [0, 1, 2].map((i) => ops.operand(op, i)) as [number, number, number];
  const face = faceOf(w, condition, yes, no);
  if (face !== undefined) return face;
  const test =
    isRepeated(w.module, condition) && !w.emitter.isNamed(condition)
      ? w.emitter.repeated(condition, Precedence.logical)
      : w.emitter.value(condition, Precedence.logical);
  const [a, b] = [
    shortest(w, yes, [condition, no], Precedence.logical),
    shortest(w, no, [condition, yes], Precedence.logical),
  ];
  w.emitter.precedence = lowest;
  return `${test} ? ${a} : ${b}`;
};

const compare =
  (operator: string, swapped = operator): HlslRule =>
  (w, op) => {
    const { ops } = w.module;
    const [a, b] = [ops.operand(op, 0), ops.operand(op, 1)];
    return w.emitter.comparison(op, shortest(w, a, [b], additive), shortest(w, b, [a], additive), operator, swapped);
  };

// --- textures --------------------------------------------------------------------------------------------------------

const SUFFIXES: Readonly<Record<string, string>> = { texture2D: '2D', texture3D: '3D', textureCube: 'CUBE' };

function samplerOf(w: HlslContext, op: number) {
  const { binding } = w.module.accesses[w.module.ops.extra[op]!]!;
  const { register, dimension = 'texture2D' } = w.binding(binding);
  const registers = registersOf(w);
  const suffix = registers.is1D(register) ? '1D' : (SUFFIXES[dimension] ?? '2D');
  return { text: registers.sampler(register), name: `tex${suffix}`, pair: registers.pair(register) };
}

/** Coordinates with a last component: one vector where both are parts of it. */
function coordinatesWith(w: HlslContext, at: number, last: number, lastComponent = 0): string {
  const { ops } = w.module;
  const refs: number[] = [];
  const width = widthOf(ops.type[at]!);
  const referenceOf = (value: number, c: number): number => {
    if (ops.code[value] !== Op.pick || w.emitter.isNamed(value)) return (value << 2) | c;
    const reference = ops.operand(value, c);
    return ops.code[reference >> 2] === Op.pick ? referenceOf(reference >> 2, reference & 3) : reference;
  };
  for (let c = 0; c < width; c++) refs.push(referenceOf(at, c));
  const end = referenceOf(last, lastComponent);
  if (refs.length < 3) {
    const [x, y] = refs as [number, number];
    const isOneVector = x >> 2 === end >> 2 && y >> 2 === end >> 2 && (x & 3) === 0 && (y & 3) === 1 && (end & 3) === 3;
    refs.push(isOneVector ? (x & ~3) | 2 : end);
  }
  refs.push(end);
  // Expressions of other components are components of a name.
  for (const reference of refs) if (widthOf(ops.type[reference >> 2]!) > 1) w.emitter.named(reference >> 2);
  return w.emitter.pick(refs);
}

/** A method of a texture with a sampler of its own; operands of one component come after the coordinates. */
function methodText(w: HlslContext, op: number, { texture, sampler }: SamplerPair, method: string): string {
  const { name } = samplerOf(w, op);
  const args = w.module.ops.operands(op).map((value, i) => {
    if (i === 0 || method === 'SampleGrad') return coordinateText(w, name, value);
    return widthOf(w.module.ops.type[value]!) === 1
      ? w.emitter.value(value, lowest)
      : w.componentAs(value, 0, Kind.f32);
  });
  return `${texture}.${method}(${[sampler, ...args].join(', ')})`;
}

const sample: HlslRule = (w, op) => {
  const { text, name, pair } = samplerOf(w, op);
  if (pair !== undefined) return methodText(w, op, pair, 'Sample');
  const { ops } = w.module;
  const at = ops.operand(op, 0);
  if (ops.code[at] === Op['f.div'] && !w.emitter.isNamed(at)) {
    const divisor = ops.operand(at, 1);
    return `${name}proj(${text}, ${coordinatesWith(w, ops.operand(at, 0), divisor)})`;
  }
  return `${name}(${text}, ${coordinateText(w, name, at)})`;
};

/** Coordinates as a function takes them. */
function coordinateText(w: HlslContext, name: string, at: number): string {
  if (!name.endsWith('1D')) return w.emitter.value(at, lowest);
  return `${w.emitter.value(at, primary)}.x`.replace(/\.([xyzw])[xyzw]*\.x$/, '.$1');
}

const sampleWith =
  (suffix: string, method: string): HlslRule =>
  (w, op) => {
    const { text, name, pair } = samplerOf(w, op);
    if (pair !== undefined) return methodText(w, op, pair, method);
    return `${name}${suffix}(${text}, ${coordinatesWith(w, w.module.ops.operand(op, 0), w.module.ops.operand(op, 1))})`;
  };

const sampleGradient: HlslRule = (w, op) => {
  const { text, name, pair } = samplerOf(w, op);
  if (pair !== undefined) return methodText(w, op, pair, 'SampleGrad');
  const args = [0, 1, 2].map((i) => coordinateText(w, name, w.module.ops.operand(op, i)));
  return `${name}grad(${[text, ...args].join(', ')})`;
};

const discard: HlslRule = (w, op) => {
  const { emitter } = w;
  const condition = w.module.ops.operand(op, 0);
  const word = emitter.wordOf(condition);
  if (word === 0) return '';
  const clipped = word === undefined ? clippedOf(w, condition) : undefined;
  if (clipped !== undefined) emitter.line(`clip(${clipped});`);
  else emitter.line(word === undefined ? `if (${emitter.operand(op, 0, lowest)}) discard;` : 'discard;');
  return '';
};

/** The vector that has a negative component where a condition holds. */
function clippedOf(w: HlslContext, condition: number): string | undefined {
  const { ops } = w.module;
  const refs: number[] = [];
  const collect = (value: number): boolean => {
    const code = ops.code[value]!;
    if (code === Op['i.or']) return collect(ops.operand(value, 0)) && collect(ops.operand(value, 1));
    if (code !== Op['f.lt'] || w.emitter.isNamed(value)) return false;
    if (w.emitter.wordOf(ops.operand(value, 1)) !== 0) return false;
    refs.push(ops.operand(value, 0));
    return true;
  };
  if (!collect(condition)) return undefined;
  const references = refs.map((value) => (ops.code[value] === Op.pick ? ops.operand(value, 0) : value << 2));
  const unique = [...new Set(references)];
  return vectorText(w, unique);
}

/** A rule that writes the first function that an operation is, and else what `rule` writes. */
const orElse =
  (rule: HlslRule, ...idioms: readonly HlslRule[]): HlslRule =>
  (w, op) => {
    for (const idiom of idioms) {
      w.emitter.precedence = primary;
      const text = idiom(w, op);
      if (text !== '') return text;
    }
    w.emitter.precedence = primary;
    return rule(w, op);
  };

/** Whether a value is of constants, which the compiler leaves where they are. */
function isConstant({ module: { ops } }: HlslContext, value: number): boolean {
  const code = ops.code[value]!;
  if (code === Op.const || code === Op['cb.load']) return true;
  if (code === Op['f.neg'] || code === Op['f.abs'])
    return isConstant({ module: { ops } } as HlslContext, ops.operand(value, 0));
  if (code !== Op.pick) return false;
  for (let i = 0; i < ops.arity[value]!; i++) {
    const source = ops.code[ops.operand(value, i) >> 2]!;
    if (source !== Op.const && source !== Op['cb.load']) return false;
  }
  return true;
}

/** The compiler exchanges the operands of sums and products, but not where one of them is constant. */
const commuted = (rule: HlslRule): HlslRule => {
  const other = exchanged(rule);
  return (w, op) => {
    const { ops } = w.module;
    const isFixed = w.plan.products.has(op) || isConstant(w, ops.operand(op, 0)) || isConstant(w, ops.operand(op, 1));
    return (isFixed === w.plan.choices.exchanged.has(ops.at[op]!) ? other : rule)(w, op);
  };
};

const multiply = orElse(productWithOnes(commuted(COMMON_VALUE_RULES['f.mul'])), normalized, divided);

const SM1_OVERRIDES: Partial<Record<IrOpName, HlslRule>> = {
  'cb.load': constants,
  'icb.load': immediate,
  'i.ne': notEqual,
  in: input,
  'in.at': inputAt,
  out: output,
  pick,
  select: choose,
  'f.lt': compare('<', '>'),
  'f.ge': compare('>=', '<='),
  'f.eq': compare('=='),
  'f.ne': compare('!='),
  'cvt.f2i': integer,
  'f.flush': nothing,
  bitcast: nothing,
  'f.add': orElse(commuted(COMMON_VALUE_RULES['f.add']), floored9, signed9),
  'f.min': orElse(commuted(nativeFloat('min')), saturated),
  'f.max': commuted(nativeFloat('max')),
  'f.mul9': multiply,
  'f.mul': multiply,
  'f.mad9': orElse(asChosen(multiplyAdd(() => 'mad')), summed, interpolated, scaledSum),
  'f.dot9': dot,
  'f.lrp9': interpolate,
  'f.rcp9': orElse(reciprocal, length9),
  'f.rsq9': call('rsqrt'),
  'f.log9': call('log2'),
  'f.pow9': call('pow'),
  'f.exp2': orElse(call('exp2'), power),
  'f.nrm9': inverseLength,
  'f.lit9': specular,
  'tex.sample': sample,
  'tex.sample.bias': sampleWith('bias', 'SampleBias'),
  'tex.sample.level': sampleWith('lod', 'SampleLevel'),
  'tex.sample.grad': sampleGradient,
  discard,
};

/** Rules by number. */
export const SM1_RULES: readonly HlslRule[] = /* @__PURE__ */ OP_NAMES.map(
  (name) => SM1_OVERRIDES[name] ?? RULES[name],
);
