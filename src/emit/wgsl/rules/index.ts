/**
 * The rule of each operation (an operation without one does not compile), and all rules but those of textures:
 * arithmetic, pixels and barriers.
 */
import { BarrierBits, type IrOpName, Kind, OP_NAMES } from '../../../ir/index.ts';
import { DX6031 } from '../../common/messages.ts';
import { BUFFER_RULES } from '../../common/rules/buffers.ts';
import { fromVector } from '../../common/rules/constants.ts';
import { COMMON_FLOW_RULES } from '../../common/rules/flow.ts';
import { COMMON_INTEGER_RULES, constantBits, fiveBits, fromFloat, native } from '../../common/rules/integers.ts';
import { IO_RULES } from '../../common/rules/io.ts';
import { COMMON_VALUE_RULES, guardedFloat, multiplyAdd, nativeFloat, refuseDouble } from '../../common/rules/values.ts';
import { Precedence } from '../../common/text-language.ts';
import type { WgslContext, WgslRule } from '../context.ts';
import { TEXEL_RULES, TEXTURE_RULES } from './texels.ts';

// Pixels and barriers.

const discard: WgslRule = (w, op) => {
  const { emitter } = w;
  const word = emitter.wordOf(w.module.ops.operand(op, 0));
  if (word === 0) return '';
  emitter.line(word === undefined ? `if (${emitter.operand(op, 0, Precedence.lowest)}) { discard; }` : 'discard;');
  return '';
};

/** Messages for a debugger are left out. */
const message: WgslRule = () => '';

/** All barriers of WGSL wait for the threads of the group. */
const barrier: WgslRule = (w, op) => {
  const bits = w.module.ops.extra[op]!;
  const { emitter } = w;
  if ((bits & BarrierBits.threads) === 0) {
    w.report(DX6031, w.module.ops.at[op]!);
    return '';
  }
  const uavs = BarrierBits.uavGroup | BarrierBits.uavGlobal;
  if ((bits & uavs) !== 0) {
    emitter.line('storageBarrier();');
    if (w.plan.resources.some(({ kind, access }) => kind === 'storageTexture' && access === 'read_write'))
      emitter.line('textureBarrier();');
  }
  if ((bits & BarrierBits.groupMemory) !== 0 || (bits & uavs) === 0) emitter.line('workgroupBarrier();');
  return '';
};

/** Inputs elsewhere in the pixel: from the value at its center and its derivatives. */
const evaluate =
  (position: (w: WgslContext, op: number) => string | undefined): WgslRule =>
  (w, op) => {
    const { ops } = w.module;
    const known = w.inputExpressions.get(ops.extra[op]! >> 2);
    if (known === undefined) return w.zero(op);
    const at = position(w, op);
    if (at === undefined || known.kind !== Kind.f32) {
      w.approximations.add('Inputs at the centroid are those at the center of the pixel.');
      return fromVector(w, op, known.text, known.kind, known.isScalar);
    }
    w.approximations.add('Inputs at another place of the pixel are computed from derivatives.');
    const name = w.helpers.define(
      'input_at',
      (helper) =>
        `fn ${helper}(value: vec4f, along_x: vec4f, along_y: vec4f, place: vec2f) -> vec4f {\n  return value + along_x * place.x + along_y * place.y;\n}`,
    );
    const text = known.isScalar ? `vec4f(${known.text})` : known.text;
    const call = `${name}(${text}, dpdx(${text}), dpdy(${text}), ${at})`;
    return fromVector(w, op, call, Kind.f32);
  };

const snapped = (w: WgslContext, op: number): string => {
  const text = w.operandAs(op, 0, Kind.i32);
  return `vec2f(extractBits(${text}, 0u, 4u)) / 16.0`;
};

const atSample = (w: WgslContext, op: number): string =>
  `${w.helper('sample_position')}(${w.operandAs(op, 0, Kind.u32)}, ${w.uniform('sample_count')})`;

const refuse: WgslRule = (w, op) => w.refuse(op, OP_NAMES[w.module.ops.code[op]!]!);

const FLOW_RULES = {
  ...COMMON_FLOW_RULES,
  'deriv.x': native('dpdx'),
  'deriv.y': native('dpdy'),
  'deriv.x.coarse': native('dpdxCoarse'),
  'deriv.y.coarse': native('dpdyCoarse'),
  'deriv.x.fine': native('dpdxFine'),
  'deriv.y.fine': native('dpdyFine'),
  'eval.centroid': evaluate(() => undefined),
  'eval.sample': evaluate(atSample),
  'eval.snapped': evaluate(snapped),
  discard,
  barrier,
  message,
  emit: refuse,
  cut: refuse,
} as const satisfies Record<string, WgslRule>;

/** Width and start of bits: constants must not reach beyond bit 31. */
const extract: WgslRule = (w, op) => {
  const count = constantBits(w, op);
  return `extractBits(${w.emitter.operand(op, 2)}, ${fiveBits(w, op, 1)}, ${count === undefined ? fiveBits(w, op, 0) : `${count.count}u`})`;
};

const insert: WgslRule = (w, op) => {
  const count = constantBits(w, op);
  return `insertBits(${w.emitter.operand(op, 3)}, ${w.emitter.operand(op, 2)}, ${fiveBits(w, op, 1)}, ${count === undefined ? fiveBits(w, op, 0) : `${count.count}u`})`;
};

const INTEGER_RULES = {
  ...COMMON_INTEGER_RULES,
  'i.bfe': extract,
  'u.bfe': extract,
  'i.bfi': insert,
  'i.bfrev': native('reverseBits'),
  'i.bits': native('countOneBits'),
  'i.first_lo': native('firstTrailingBit'),
  'cvt.f2i': fromFloat('to_i32', 'i32'),
  'cvt.f2u': fromFloat('to_u32', 'u32'),
  'cvt.i2f': native('f32'),
  'cvt.u2f': native('f32'),
} as const satisfies Record<string, WgslRule>;

// Arithmetic of floats that WGSL spells in its own way, and doubles, which it does not have.

const VALUE_RULES = {
  ...COMMON_VALUE_RULES,
  'f.mad': multiplyAdd(() => 'fma'),
  'f.rsq': nativeFloat('inverseSqrt'),
  'f.sat': guardedFloat('clamp01', 'saturate'),
  'f.rne': nativeFloat('round'),
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

const RULES: Readonly<Record<IrOpName, WgslRule>> = {
  ...VALUE_RULES,
  ...INTEGER_RULES,
  ...IO_RULES,
  ...TEXTURE_RULES,
  ...TEXEL_RULES,
  ...BUFFER_RULES,
  ...FLOW_RULES,
};

/** Rules by number. */
export const WGSL_RULES: readonly WgslRule[] = /* @__PURE__ */ OP_NAMES.map((name) => RULES[name]);
