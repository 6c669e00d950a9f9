/** Pixels and barriers. */

import { BarrierBits, Kind, OP_NAMES } from '../../../ir/index.ts';
import { DX6031 } from '../../common/messages.ts';
import { COMMON_FLOW_RULES } from '../../common/rules/flow.ts';
import { native } from '../../common/rules/integers.ts';
import { Precedence } from '../../common/text-language.ts';
import { fromVector } from '../../common/vectors.ts';
import type { WgslContext } from '../context.ts';
import type { WgslRule } from './rule.ts';

const discard: WgslRule = (w, op) => {
  const { emitter } = w;
  const word = emitter.wordOf(w.module.ops.operand(op, 0));
  if (word === 0) return '';
  emitter.line(word === undefined ? `if (${emitter.operand(op, 0, Precedence.lowest)}) { discard; }` : 'discard;');
  return '';
};

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
    const known = w.inputTexts.get(ops.extra[op]! >> 2);
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

export const FLOW_RULES = {
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
  emit: refuse,
  cut: refuse,
} as const satisfies Record<string, WgslRule>;
