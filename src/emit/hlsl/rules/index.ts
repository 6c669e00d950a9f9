/** The rule of each operation (an operation without one does not compile), and all rules but those of memory. */
import { BarrierBits, type IrOpName, Kind, kindOf, OP_NAMES, widthOf } from '../../../ir/index.ts';
import { AXES, CONSTANT_RULES, fromVector } from '../../common/rules/constants.ts';
import { COMMON_FLOW_RULES } from '../../common/rules/flow.ts';
import { COMMON_INTEGER_RULES, native } from '../../common/rules/integers.ts';
import { IO_RULES, inputRangeName, outputRangeName } from '../../common/rules/io.ts';
import { COMMON_VALUE_RULES, multiplyAdd, nativeFloat } from '../../common/rules/values.ts';
import { Precedence } from '../../common/text-language.ts';
import type { HlslContext, HlslRule } from '../context.ts';
import { interpolated, lengthOf, normalized, orIdiom, power } from '../idioms.ts';
import { rangeKindOf } from '../interface.ts';
import { hlslType } from '../types.ts';
import { MEMORY_RULES } from './memory.ts';
import { TEXTURE_RULES } from './textures.ts';

const { additive, multiplicative, unary, logical, relational, lowest } = Precedence;

const refuse: HlslRule = (w, op) => w.refuse(op, OP_NAMES[w.module.ops.code[op]!]!);

// --- floats and integers --------------------------------------------------------------------------------------------

const reciprocal: HlslRule = (w, op) => {
  if (w.isModel5) return w.emitter.call(op, 'rcp');
  const text = `1.0 / ${w.emitter.operand(op, 0, unary)}`;
  w.emitter.precedence = multiplicative;
  return text;
};

const notEqual: HlslRule = (w, op) =>
  w.emitter.comparison(op, w.emitter.operand(op, 0, additive), w.emitter.operand(op, 1, additive), '!=', '!=');

/** A sum with its operands exchanged: the compiler writes them in the other order. */
export const exchanged =
  (rule: HlslRule): HlslRule =>
  (w, op) => {
    const { a, b } = w.module.ops;
    const exchange = () => {
      const left = a[op]!;
      a[op] = b[op]!;
      b[op] = left;
    };
    exchange();
    const text = rule(w, op);
    exchange();
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
    const text = `(${type})${w.emitter.operand(op, 0, Precedence.primary)}`;
    w.emitter.precedence = unary;
    return text;
  };

const mask: HlslRule = (w, op) => w.choice(w.emitter.operand(op, 0, logical), '~0u', '0u');

/** A field of bits: shifts where its position is constant, as the compiler makes such a field of them. */
const extract =
  (isSigned: boolean): HlslRule =>
  (w, op) => {
    const type = isSigned ? 'int' : 'uint';
    const name = w.helpers.define(`extract_${type}`, (helper) =>
      w.spelling.fn(
        helper,
        [
          ['count', 'uint'],
          ['start', 'uint'],
          ['value', type],
        ],
        type,
        [
          'count &= 31;',
          'start &= 31;',
          'if (count == 0) return 0;',
          'if (count + start < 32) return value << (32 - count - start) >> (32 - count);',
          'return value >> start;',
        ],
      ),
    );
    const kind = isSigned ? Kind.i32 : Kind.u32;
    const args = [
      w.operandAs(op, 0, Kind.u32, lowest),
      w.operandAs(op, 1, Kind.u32, lowest),
      w.operandAs(op, 2, kind, lowest),
    ];
    return w.result(op, `${name}(${args.join(', ')})`, kind);
  };

const insert: HlslRule = (w, op) => {
  const name = w.helpers.define('insert_bits', (helper) =>
    w.spelling.fn(
      helper,
      [
        ['count', 'uint'],
        ['start', 'uint'],
        ['bits', 'uint'],
        ['base', 'uint'],
      ],
      'uint',
      [
        'uint mask = ((1u << (count & 31)) - 1) << (start & 31);',
        'return ((bits << (start & 31)) & mask) | (base & ~mask);',
      ],
    ),
  );
  const args = [0, 1, 2, 3].map((i) => w.operandAs(op, i, Kind.u32, lowest));
  return w.result(op, `${name}(${args.join(', ')})`, Kind.u32);
};

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

const input: HlslRule = (w, op) => {
  const { ops } = w.module;
  const element = w.inputTexts[ops.extra[op]! >> 2];
  if (element === undefined) return w.zero(op);
  const index = ops.arity[op]! > 0 ? `[${w.operandAs(op, 0, Kind.u32, lowest)}]` : '';
  const text = w.componentsOf(element, ops.extra[op]! & 3, widthOf(ops.type[op]!), index);
  return w.result(op, text, element.kind);
};

const output: HlslRule = (w, op) => {
  const { ops } = w.module;
  const element = w.outputTexts[ops.extra[op]! >> 2];
  if (element === undefined) return '';
  const value = ops.operand(op, 0);
  const target = w.componentsOf(element, ops.extra[op]! & 3, widthOf(ops.type[value]!));
  w.emitter.line(`${target} = ${w.as(value, element.kind, lowest)};`);
  return '';
};

/** A row of constants; in a range of buffers that of one of them. */
const constants: HlslRule = (w, op) => {
  const { ops } = w.module;
  const number = ops.extra[op]! >> 2;
  const { count } = w.binding(number);
  const { name } = w.resource(number);
  const row = w.operandAs(op, 0, Kind.u32, lowest).replace(/^(\d+)u$/, '$1');
  const index = ops.arity[op]! < 2 ? '0' : w.operandAs(op, 1, Kind.u32, lowest);
  return fromVector(w, op, count === 1 ? `${name}[${row}]` : `${name}[${index}].rows[${row}]`, w.rowKind(number));
};

/** A register of a range of inputs, from a copy of the range. */
const inputAt: HlslRule = (w, op) => {
  const { ops } = w.module;
  const range = ops.extra[op]! >> 2;
  const index = w.operandAs(op, 0, Kind.u32, lowest);
  return fromVector(w, op, `${inputRangeName(range)}[${index}]`, rangeKindOf(w, range));
};

const outputAt: HlslRule = (w, op) => {
  const { ops } = w.module;
  const range = ops.extra[op]! >> 2;
  const value = ops.operand(op, 1);
  const first = ops.extra[op]! & 3;
  const target = `${outputRangeName(range)}[${w.operandAs(op, 0, Kind.u32, lowest)}]`;
  const part = AXES.slice(first, first + widthOf(ops.type[value]!));
  w.emitter.line(`${target}.${part} = ${w.as(value, Kind.f32, lowest)};`);
  return '';
};

const evaluate =
  (method: string, kind?: number): HlslRule =>
  (w, op) => {
    const { ops } = w.module;
    const element = w.inputTexts[ops.extra[op]! >> 2];
    if (element === undefined) return w.zero(op);
    const args = kind === undefined ? '' : `, ${w.operandAs(op, 0, kind, lowest)}`;
    const called = { ...element, name: `${method}(${element.name}${args})` };
    return w.result(op, w.componentsOf(called, ops.extra[op]! & 3, widthOf(ops.type[op]!)), element.kind);
  };

// --- pixels, groups ---------------------------------------------------------------------------------------------------

const discard: HlslRule = (w, op) => {
  const { emitter } = w;
  const word = emitter.wordOf(w.module.ops.operand(op, 0));
  if (word !== 0) emitter.line(word === undefined ? `if (${emitter.operand(op, 0, lowest)}) discard;` : 'discard;');
  return '';
};

/** Barriers by their bits: the memory that they order, and whether threads wait. */
const barrier: HlslRule = (w, op) => {
  const bits = w.module.ops.extra[op]!;
  const group = (bits & BarrierBits.groupMemory) !== 0;
  const device = (bits & (BarrierBits.uavGroup | BarrierBits.uavGlobal)) !== 0;
  const memory = group && device ? 'All' : device ? 'Device' : 'Group';
  w.emitter.line(`${memory}MemoryBarrier${(bits & BarrierBits.threads) === 0 ? '' : 'WithGroupSync'}();`);
  return '';
};

const doubles = (name: string): HlslRule => native(name);

export const RULES: Readonly<Record<IrOpName, HlslRule>> = {
  ...COMMON_VALUE_RULES,
  ...COMMON_INTEGER_RULES,
  ...COMMON_FLOW_RULES,
  ...IO_RULES,
  ...CONSTANT_RULES,
  ...MEMORY_RULES,
  ...TEXTURE_RULES,
  const: constant,
  mask,
  // The compiler fuses a product and a sum in this order; `mad` pins the operation where it is precise.
  'f.mad': orIdiom(
    multiplyAdd(() => 'mad'),
    interpolated,
  ),
  'f.mul': orIdiom(COMMON_VALUE_RULES['f.mul'], normalized),
  'f.add': exchanged(COMMON_VALUE_RULES['f.add']),
  'i.add': exchanged(COMMON_INTEGER_RULES['i.add']),
  'f.sqrt': orIdiom(COMMON_VALUE_RULES['f.sqrt'], lengthOf),
  'f.exp2': orIdiom(COMMON_VALUE_RULES['f.exp2'], power),
  'f.rcp': reciprocal,
  'f.rsq': nativeFloat('rsqrt'),
  'f.min': nativeFloat('min'),
  'f.max': nativeFloat('max'),
  'f.sat': nativeFloat('saturate'),
  'f.frc': nativeFloat('frac'),
  'f.rne': nativeFloat('round'),
  'f.ne': notEqual,
  'u.div': operator('/', multiplicative, unary),
  'u.mod': operator('%', multiplicative, unary),
  'i.shl': shift('<<'),
  'i.shr': shift('>>'),
  'u.shr': shift('>>'),
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
  'd.pack': (w, op) => `asdouble(${w.operandAs(op, 0, Kind.u32, lowest)}, ${w.operandAs(op, 1, Kind.u32, lowest)})`,
  'd.low': (w, op) => `${splitDouble(w)}(${w.emitter.operand(op, 0, lowest)}).x`,
  'd.high': (w, op) => `${splitDouble(w)}(${w.emitter.operand(op, 0, lowest)}).y`,
  'd.add': operator('+', additive, multiplicative),
  'd.mul': operator('*', multiplicative, unary),
  'd.div': operator('/', multiplicative, unary),
  'd.rcp': doubles('rcp'),
  'd.fma': doubles('fma'),
  'd.min': doubles('min'),
  'd.max': doubles('max'),
  'd.sat': doubles('saturate'),
  'd.neg': COMMON_VALUE_RULES['f.neg'],
  'd.abs': doubles('abs'),
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
  'deriv.x': native('ddx'),
  'deriv.y': native('ddy'),
  'deriv.x.coarse': native('ddx_coarse'),
  'deriv.y.coarse': native('ddy_coarse'),
  'deriv.x.fine': native('ddx_fine'),
  'deriv.y.fine': native('ddy_fine'),
  'eval.centroid': evaluate('EvaluateAttributeCentroid'),
  'eval.sample': evaluate('EvaluateAttributeAtSample', Kind.u32),
  'eval.snapped': evaluate('EvaluateAttributeSnapped', Kind.i32),
  discard,
  barrier,
  emit: refuse,
  cut: refuse,
};

/** A function that gives the two words of a double. */
function splitDouble(w: HlslContext): string {
  return w.helpers.define('words_of_double', (helper) =>
    w.spelling.fn(helper, [['value', 'double']], 'uint2', [
      'uint2 words;',
      'asuint(value, words.x, words.y);',
      'return words;',
    ]),
  );
}

/** Rules by number. */
export const HLSL_RULES: readonly HlslRule[] = /* @__PURE__ */ OP_NAMES.map((name) => RULES[name]);
