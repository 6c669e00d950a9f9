/**
 * The rules of operations that programs of shader models 1 to 3 have; any other operation is refused. Arithmetic is
 * that of the language, but reciprocals and logarithms of zero are finite, as in Direct3D 9.
 */
import { type IrOpName, Kind, kindOf, OP_NAMES, widthOf } from '../../ir/index.ts';
import { accessOf } from '../common/register-selection.ts';
import { fromVector } from '../common/rules/constants.ts';
import { COMMON_FLOW_RULES } from '../common/rules/flow.ts';
import { COMMON_INTEGER_RULES, native } from '../common/rules/integers.ts';
import { IO_RULES } from '../common/rules/io.ts';
import { COMMON_VALUE_RULES, multiplyAdd, nativeFloat } from '../common/rules/values.ts';
import { Precedence } from '../common/text-language.ts';
import type { ViewShape } from '../common/view-shapes.ts';
import type { Feature, Glsl110Rule } from './context.ts';

/** Operations of booleans: the language has no bits of integers. */
const boolean =
  (rule: Glsl110Rule): Glsl110Rule =>
  (w, op) =>
    (kindOf(w.module.ops.type[op]!) === Kind.bool ? rule : refused)(w, op);

const refused: Glsl110Rule = (w, op) => w.refuse(op, `the operation ${OP_NAMES[w.module.ops.code[op]!]}`);

/** A helper for as many components as operand 0 has. */
const helper =
  (name: Parameters<Parameters<Glsl110Rule>[0]['helper']>[0]): Glsl110Rule =>
  (w, op) =>
    w.emitter.call(op, w.helper(name, widthOf(w.module.ops.type[w.module.ops.operand(op, 0)]!)));

const FLOATS = {
  ...COMMON_VALUE_RULES,
  'f.mad': multiplyAdd(() => undefined),
  'f.rsq': nativeFloat('inversesqrt'),
  'f.sat': (w, op) => `clamp(${w.emitter.operand(op, 0)}, 0.0, 1.0)`,
  'f.rne': (w, op) => `floor(${w.emitter.operand(op, 0, Precedence.additive)} + 0.5)`,
  'f.trunc': helper('truncated'),
  'f.mul9': COMMON_VALUE_RULES['f.mul'],
  'f.mad9': multiplyAdd(() => undefined),
  'f.dot9': COMMON_VALUE_RULES['f.dot'],
} as const satisfies Record<string, Glsl110Rule>;

/** The operand of a texture read after the coordinates. */
type Extra = 'none' | 'bias' | 'level' | 'gradients';

const NAMES: Readonly<Partial<Record<ViewShape['view'], string>>> = {
  '2d': 'texture2D',
  '3d': 'texture3D',
  cube: 'textureCube',
};
const SUFFIXES: Readonly<Record<Extra, string>> = { none: '', bias: '', level: 'Lod', gradients: 'Grad' };

const sampling =
  (extra: Extra): Glsl110Rule =>
  (w, op) => {
    const { ops, stage } = w.module;
    const { access, shape } = accessOf(w, op);
    const { name } = w.resource(access.binding);
    if (shape.view === '3d') w.needed.add('volumes');
    if (extra === 'level' || extra === 'gradients') w.needed.add(stage === 'vs' ? 'vertexLod' : 'lod');
    const args = [name, w.part(ops.operand(op, 0), [0, 1, 2].slice(0, shape.axes))];
    if (extra === 'bias' || extra === 'level') args.push(w.emitter.operand(op, 1));
    if (extra === 'gradients')
      for (const i of [1, 2]) args.push(w.part(ops.operand(op, i), [0, 1, 2].slice(0, shape.axes)));
    return `${NAMES[shape.view]}${SUFFIXES[extra]}(${args.join(', ')})`;
  };

/** A function that needs an extension of OpenGL ES. */
const needing =
  (feature: Feature, rule: Glsl110Rule): Glsl110Rule =>
  (w, op) => {
    w.needed.add(feature);
    return rule(w, op);
  };

const discard: Glsl110Rule = (w, op) => {
  const { emitter } = w;
  const word = emitter.wordOf(w.module.ops.operand(op, 0));
  if (word !== 0)
    emitter.line(word === undefined ? `if (${emitter.operand(op, 0, Precedence.lowest)}) { discard; }` : 'discard;');
  return '';
};

const RULES: Readonly<Partial<Record<IrOpName, Glsl110Rule>>> = {
  ...FLOATS,
  mask: refused,
  status: refused,
  'status.mapped': refused,
  'f.div': COMMON_VALUE_RULES['f.div'],
  'i.add': COMMON_INTEGER_RULES['i.add'],
  'i.sub': COMMON_INTEGER_RULES['i.sub'],
  'i.mul': COMMON_INTEGER_RULES['i.mul'],
  'i.neg': COMMON_INTEGER_RULES['i.neg'],
  'i.eq': COMMON_INTEGER_RULES['i.eq'],
  'i.ne': COMMON_INTEGER_RULES['i.ne'],
  'i.lt': COMMON_INTEGER_RULES['i.lt'],
  'i.ge': COMMON_INTEGER_RULES['i.ge'],
  'i.and': boolean(COMMON_INTEGER_RULES['i.and']),
  'i.or': boolean(COMMON_INTEGER_RULES['i.or']),
  'i.xor': boolean(COMMON_INTEGER_RULES['i.xor']),
  'i.not': boolean(COMMON_INTEGER_RULES['i.not']),
  'cvt.f2i': native('int'),
  'cvt.i2f': native('float'),
  in: IO_RULES.in,
  'in.at': IO_RULES['in.at'],
  out: IO_RULES.out,
  'cb.load': IO_RULES['cb.load'],
  'icb.load': (w, op) =>
    fromVector(w, op, `immediate_constants[${w.as(w.module.ops.operand(op, 0), Kind.i32)}]`, Kind.f32),
  'tex.sample': sampling('none'),
  'tex.sample.bias': sampling('bias'),
  'tex.sample.level': sampling('level'),
  'tex.sample.grad': sampling('gradients'),
  'deriv.x': needing('derivatives', native('dFdx')),
  'deriv.y': needing('derivatives', native('dFdy')),
  discard,
  ...COMMON_FLOW_RULES,
  call: refused,
};

/** Rules by number. */
export const GLSL110_RULES: readonly Glsl110Rule[] = /* @__PURE__ */ OP_NAMES.map((name) => RULES[name] ?? refused);
