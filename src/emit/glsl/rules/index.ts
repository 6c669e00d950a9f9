/**
 * The rule of each operation (an operation without one does not compile), and all rules but those of textures:
 * arithmetic, inputs, pixels and barriers.
 */
import { BarrierBits, type IrOpName, Kind, kindOf, OP_NAMES, widthOf } from '../../../ir/index.ts';
import { DX6031 } from '../../common/messages.ts';
import { AXES, fromVector } from '../../common/rules/constants.ts';
import { COMMON_FLOW_RULES } from '../../common/rules/flow.ts';
import { COMMON_INTEGER_RULES, constantBits, fiveBits, fromFloat, native } from '../../common/rules/integers.ts';
import { IO_RULES, readText, writeOutput } from '../../common/rules/io.ts';
import { COMMON_VALUE_RULES, guardedFloat, multiplyAdd, nativeFloat, refuseDouble } from '../../common/rules/values.ts';
import { usesStreams } from '../../common/stage-elements.ts';
import { Precedence } from '../../common/text-language.ts';
import type { GlslContext, GlslRule } from '../context.ts';
import type { GlslHelper } from '../helpers.ts';
import { STREAMS } from '../interface.ts';
import { distancesOfPixel, readOfVertex, rowOfVertex } from '../stage-inputs.ts';
import { hex } from '../types.ts';
import { TEXEL_RULES } from './texels.ts';
import { TEXTURE_RULES } from './textures.ts';

/** Where discarded pixels go on, a flag ends them when the program does. */
const discard: GlslRule = (w, op) => {
  const { emitter } = w;
  const word = emitter.wordOf(w.module.ops.operand(op, 0));
  if (word === 0) return '';
  const statement = w.keepsDiscarded ? 'discarded = true;' : 'discard;';
  emitter.line(word === undefined ? `if (${emitter.operand(op, 0, Precedence.lowest)}) { ${statement} }` : statement);
  return '';
};

/** Messages for a debugger are left out. */
const message: GlslRule = () => '';

const barrier: GlslRule = (w, op) => {
  const bits = w.module.ops.extra[op]!;
  const { emitter } = w;
  if (!w.version.memory) {
    w.report(DX6031, w.module.ops.at[op]!);
    return '';
  }
  const group = (bits & BarrierBits.groupMemory) !== 0;
  if ((bits & BarrierBits.uavGlobal) !== 0) emitter.line('memoryBarrier();');
  else if ((bits & BarrierBits.uavGroup) !== 0) emitter.line('groupMemoryBarrier();');
  else if (group) emitter.line('memoryBarrierShared();');
  if ((bits & BarrierBits.threads) !== 0) emitter.line('barrier();');
  return '';
};

/** Rows of the picture go down in Direct3D. */
const alongY =
  (name: string): GlslRule =>
  (w, op) => {
    w.emitter.precedence = Precedence.unary;
    return `-(${name}(${w.emitter.operand(op, 0)}) * ${w.uniform('y_sign')})`;
  };

/**
 * Coarse derivatives of the quad or fine ones of the row or column; the default ones where the version has no choice.
 */
const derivative =
  (axis: 'x' | 'y', precision: 'Coarse' | 'Fine'): GlslRule =>
  (w, op) => {
    if (!w.version.derivativeControl)
      w.approximations.add('Derivatives are coarse or fine as the implementation chooses.');
    const name = `dFd${axis}${w.version.derivativeControl ? precision : ''}`;
    return axis === 'x' ? w.emitter.call(op, name) : alongY(name)(w, op);
  };

/** Inputs elsewhere in the pixel. */
const evaluate =
  (name: string, position: (w: GlslContext, op: number) => string): GlslRule =>
  (w, op) => {
    const { ops } = w.module;
    const known = w.inputExpressions.get(ops.extra[op]! >> 2);
    if (known === undefined) return w.zero(op);
    // A value that is not interpolated is the same everywhere.
    if (known.kind !== Kind.f32 || known.isConstant === true)
      return fromVector(w, op, known.text, known.kind, known.isScalar);
    if (!w.needs(op, 'sampleShading', 'inputs at another place of the pixel')) return w.zero(op);
    const at = position(w, op);
    const text =
      distancesOfPixel(w, ops.extra[op]! >> 2, (one) => `${name}(${one}${at})`) ?? `${name}(${known.text}${at})`;
    return fromVector(w, op, text, known.kind, known.isScalar);
  };

/** Offsets in sixteenths of a pixel, of four bits. */
const snapped = (w: GlslContext, op: number): string => {
  const name = w.helpers.define(
    'pixel_offset',
    (helper) =>
      `vec2 ${helper}(ivec2 offset, float y_sign) {\n  return vec2((offset << 28) >> 28) * vec2(0.0625, -0.0625 * y_sign);\n}`,
  );
  return `, ${name}(${w.operandAs(op, 0, Kind.i32)}, ${w.uniform('y_sign')})`;
};

/** Gives a vertex to a stream, or ends the strip of a stream. */
const stream =
  (name: string, ofStream: string, isVertex: boolean): GlslRule =>
  (w, op) => {
    const { emitter, module } = w;
    const number = module.ops.extra[op]!;
    if (number > 0 && !w.needs(op, 'streams', STREAMS)) return '';
    if (isVertex) for (const line of w.vertexLines()) emitter.line(line);
    emitter.line(usesStreams(module) ? `${ofStream}(${number});` : `${name}();`);
    return '';
  };

const FLOW_RULES = {
  ...COMMON_FLOW_RULES,
  'deriv.x': native('dFdx'),
  'deriv.y': alongY('dFdy'),
  'deriv.x.coarse': derivative('x', 'Coarse'),
  'deriv.y.coarse': derivative('y', 'Coarse'),
  'deriv.x.fine': derivative('x', 'Fine'),
  'deriv.y.fine': derivative('y', 'Fine'),
  'eval.centroid': evaluate('interpolateAtCentroid', () => ''),
  'eval.sample': evaluate('interpolateAtSample', (w, op) => `, ${w.operandAs(op, 0, Kind.i32)}`),
  'eval.snapped': evaluate('interpolateAtOffset', snapped),
  discard,
  barrier,
  message,
  emit: stream('EmitVertex', 'EmitStreamVertex', true),
  cut: stream('EndPrimitive', 'EndStreamPrimitive', false),
} as const satisfies Record<string, GlslRule>;

/** Phases write registers of one range in turn, so each writes the one that the index names and no other. */
function outputOfPhase(w: GlslContext, op: number): string {
  const { ops, outputRanges, outputs } = w.module;
  const { emitter } = w;
  const range = outputRanges[ops.extra[op]! >> 2]!;
  const value = ops.operand(op, 1);
  const first = ops.extra[op]! & 3;
  const width = widthOf(ops.type[value]!);
  emitter.named(value);
  const word = emitter.wordOf(ops.operand(op, 0));
  const index = word === undefined ? emitter.names.unique('row') : '';
  if (word === undefined) emitter.line(emitter.language.constant(index, Kind.u32, w.operandAs(op, 0, Kind.u32)));
  for (const [number, { kind, register, mask }] of outputs.entries()) {
    const at = register - range.register;
    const written = ((1 << width) - 1) << first;
    if (kind !== range.kind || at < 0 || at >= range.count || (written & mask) === 0) continue;
    if (word !== undefined && word >>> 0 !== at) continue;
    if (word === undefined) emitter.line(`if (${index} == ${at}u) {`);
    if (word === undefined) emitter.lines.indent();
    writeMasked(w, number, value, first, written & mask);
    if (word === undefined) emitter.lines.outdent();
    if (word === undefined) emitter.line('}');
  }
  return '';
}

/** Writes the components of a value that are in a mask of its register. */
function writeMasked(w: GlslContext, output: number, value: number, first: number, mask: number): void {
  const width = widthOf(w.module.ops.type[value]!);
  const planned = w.plan.outputs[output]!;
  const { slot } = planned;
  if (mask === ((1 << width) - 1) << first) writeOutput(w, output, value, first);
  else if (slot.kind === 'location')
    for (let i = 0; i < width; i++)
      if (mask & (1 << (first + i)))
        w.emitter.line(`${w.outputText(planned)}.${AXES[first + i]} = ${w.componentAs(value, i, Kind[slot.type])};`);
}

const GLSL_IO_RULES = {
  ...IO_RULES,
  in: (w, op) => {
    const known = readOfVertex(w, op);
    return known === undefined ? IO_RULES.in(w, op) : readText(w, op, known);
  },
  'in.at': (w, op) => {
    const known = rowOfVertex(w, op);
    return known === undefined ? IO_RULES['in.at'](w, op) : readText(w, op, known);
  },
  'out.at': (w, op) => (w.module.stage === 'hs' ? outputOfPhase(w, op) : IO_RULES['out.at'](w, op)),
} as const satisfies Record<string, GlslRule>;

// Functions of bits and conversions that GLSL spells in its own way.

const { i32, u32 } = Kind;

/** A function of unsigned words for both kinds of integers. */
const ofWords =
  (name: GlslHelper): GlslRule =>
  (w, op) =>
    w.result(op, `${w.helper(name)}(${w.operandAs(op, 0, u32)})`, u32);

const extract: GlslRule = (w, op) => {
  const { emitter, module } = w;
  const isSigned = kindOf(module.ops.type[op]!) === i32;
  const bits = constantBits(w, op);
  if (bits !== undefined && w.version.bits)
    return `bitfieldExtract(${emitter.operand(op, 2)}, ${bits.start}, ${bits.count})`;
  const name = w.helper(isSigned ? 'extract_signed' : 'extract_bits');
  const [start, count] =
    bits === undefined ? [fiveBits(w, op, 1), fiveBits(w, op, 0)] : [`${bits.start}u`, `${bits.count}u`];
  return `${name}(${emitter.operand(op, 2)}, ${start}, ${count})`;
};

const insert: GlslRule = (w, op) => {
  const bits = constantBits(w, op);
  if (bits !== undefined && w.version.bits)
    return `bitfieldInsert(${w.emitter.operand(op, 3)}, ${w.emitter.operand(op, 2)}, ${bits.start}, ${bits.count})`;
  const [start, count] =
    bits === undefined ? [fiveBits(w, op, 1), fiveBits(w, op, 0)] : [`${bits.start}u`, `${bits.count}u`];
  const text = `${w.helper('insert_bits')}(${w.operandAs(op, 3, u32)}, ${w.operandAs(op, 2, u32)}, ${start}, ${count})`;
  return w.result(op, text, u32);
};

const INTEGER_RULES = {
  ...COMMON_INTEGER_RULES,
  'i.bfe': extract,
  'u.bfe': extract,
  'i.bfi': insert,
  'i.bfrev': ofWords('reverse_bits'),
  'i.bits': ofWords('count_bits'),
  'i.first_lo': ofWords('first_low'),
  'cvt.f2i': fromFloat('to_i32', 'int'),
  'cvt.f2u': fromFloat('to_u32', 'uint'),
  'cvt.i2f': native('float'),
  'cvt.u2f': native('float'),
} as const satisfies Record<string, GlslRule>;

// Arithmetic of floats that GLSL spells in its own way, and doubles.

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

const VALUE_RULES = {
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

const RULES: Readonly<Record<IrOpName, GlslRule>> = {
  ...VALUE_RULES,
  ...INTEGER_RULES,
  ...GLSL_IO_RULES,
  ...TEXTURE_RULES,
  ...TEXEL_RULES,
  ...FLOW_RULES,
};

/** Rules by number. */
export const GLSL_RULES: readonly GlslRule[] = /* @__PURE__ */ OP_NAMES.map((name) => RULES[name]);
