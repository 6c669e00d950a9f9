/** Pixels and barriers. */

import { BarrierBits, Kind } from '../../../ir/index.ts';
import { DX6031 } from '../../common/messages.ts';
import { COMMON_FLOW_RULES } from '../../common/rules/flow.ts';
import { native } from '../../common/rules/integers.ts';
import { usesStreams } from '../../common/stage-elements.ts';
import { Precedence } from '../../common/text-language.ts';
import { fromVector } from '../../common/vectors.ts';
import type { GlslContext } from '../context.ts';
import { distancesOfPixel } from '../distances.ts';
import { STREAMS } from '../interface.ts';
import type { GlslRule } from './rule.ts';

/** Where discarded pixels go on, a flag ends them when the program does. */
const discard: GlslRule = (w, op) => {
  const { emitter } = w;
  const word = emitter.wordOf(w.module.ops.operand(op, 0));
  if (word === 0) return '';
  const statement = w.keepsDiscarded ? 'discarded = true;' : 'discard;';
  emitter.line(word === undefined ? `if (${emitter.operand(op, 0, Precedence.lowest)}) { ${statement} }` : statement);
  return '';
};

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
    const known = w.inputTexts.get(ops.extra[op]! >> 2);
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

export const FLOW_RULES = {
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
  emit: stream('EmitVertex', 'EmitStreamVertex', true),
  cut: stream('EndPrimitive', 'EndStreamPrimitive', false),
} as const satisfies Record<string, GlslRule>;
