/** A rule for each operation of the IR, by its number: an operation without one does not compile.  */
import { BarrierBits, type IrOpName, Kind, OP_NAMES, resultsOf } from '../../../ir/index.ts';
import { usesStreams } from '../../common/stage-elements.ts';
import type { SpirvContext, SpirvRule } from '../context.ts';
import { copyOutputRanges, loadInput, widthOfInput } from '../elements.ts';
import { Ext, MemorySemantics, Scope, Spv } from '../grammar.ts';
import { BUFFER_RULES } from './buffers.ts';
import { INTEGER_RULES } from './integers.ts';
import { IO_RULES } from './io.ts';
import { TEXEL_RULES } from './texels.ts';
import { TEXTURE_RULES } from './textures.ts';
import { VALUE_RULES } from './values.ts';

// Pixels, barriers and calls. Constructs and jumps are written by flow.ts.

const derivative =
  (instruction: number, isControlled = false): SpirvRule =>
  (w, op) => {
    if (isControlled) w.m.need('DerivativeControl');
    return w.code.unary(instruction, w.m.type(w.module.ops.type[op]!), w.operand(op, 0));
  };

/** An input at another position in the pixel. */
const evaluate =
  (instruction: number, position: (w: SpirvContext, op: number) => number[]): SpirvRule =>
  (w, op) => {
    const { m, code } = w;
    const { extra } = w.module.ops;
    const number = extra[op]! >> 2;
    const element = w.inputs[number];
    if (element === undefined) return w.zeroOf(op);
    const { mask } = w.module.inputs[number]!;
    const width = widthOfInput(element);
    const first = width === 1 ? 0 : extra[op]! & 3;
    let row: number;
    if (element.builtin !== undefined || element.kind !== Kind.f32) row = loadInput(w, element, mask);
    else {
      m.need('InterpolationFunction');
      row = code.ext(instruction, m.vector(m.float, 4), element.variable, ...position(w, op));
    }
    w.viewOf(op, -1, first, width, element.kind, row);
    return 0;
  };

/** Offsets of four bits, with their sign, in sixteenths of a pixel. */
function snapped(w: SpirvContext, op: number): number[] {
  const { m, code } = w;
  const pair = m.vector(m.uint, 2);
  const value = w.part(w.module.ops.operand(op, 0), 0, 2);
  const integers = code.ternary(Spv.BitFieldSExtract, pair, value, m.unsigned(0), m.unsigned(4));
  const type = m.vector(m.float, 2);
  const offset = code.unary(Spv.ConvertSToF, type, integers);
  return [code.binary(Spv.VectorTimesScalar, type, offset, m.floatOf(1 / 16))];
}

/** The pixel goes on as a helper: derivatives of its neighbors need it. */
const discard: SpirvRule = (w, op) => {
  const { m, code } = w;
  const word = w.wordOf(w.module.ops.operand(op, 0));
  if (word === 0) return 0;
  m.need('DemoteToHelperInvocation');
  const demote = () => code.effect(Spv.DemoteToHelperInvocation);
  if (word === undefined) code.guardedEffect(w.operand(op, 0), demote);
  else demote();
  return 0;
};

/** Messages for a debugger are left out. */
const message: SpirvRule = () => 0;

const barrier: SpirvRule = (w, op) => {
  const { m, code } = w;
  const bits = w.module.ops.extra[op]!;
  const isUav = (bits & (BarrierBits.uavGroup | BarrierBits.uavGlobal)) !== 0;
  const isGroup = (bits & BarrierBits.groupMemory) !== 0;
  const { AcquireRelease, UniformMemory, ImageMemory, WorkgroupMemory } = MemorySemantics;
  const memory = (isUav ? UniformMemory | ImageMemory : 0) | (isGroup ? WorkgroupMemory : 0);
  const semantics = m.unsigned(memory === 0 ? 0 : memory | AcquireRelease);
  const scope = m.unsigned((bits & BarrierBits.uavGlobal) !== 0 ? Scope.Device : Scope.Workgroup);
  if ((bits & BarrierBits.threads) !== 0)
    code.effect(Spv.ControlBarrier, m.unsigned(Scope.Workgroup), scope, semantics);
  else if (memory !== 0) code.effect(Spv.MemoryBarrier, scope, semantics);
  return 0;
};

const call: SpirvRule = (w, op) => {
  const { m, code } = w;
  const { ops, functions } = w.module;
  const number = ops.extra[op]!;
  const args = Array.from({ length: ops.arity[op]! }, (_, i) => w.operand(op, i));
  const types = functions[number]!.results.map((type) => m.type(type));
  const result = code.call(types.length === 0 ? m.void : m.struct(types), w.functionId(number), args);
  for (const [i, value] of resultsOf(w.module, op).entries()) w.values[value] = code.extract(types[i]!, result, i);
  return 0;
};

/** Gives a vertex to a stream, or ends the strip of a stream. */
const stream =
  (instruction: number, ofStream: number, isVertex: boolean): SpirvRule =>
  (w, op) => {
    const { m, code, module } = w;
    if (isVertex) copyOutputRanges(w);
    if (usesStreams(module)) code.effect(ofStream, m.unsigned(module.ops.extra[op]!));
    else code.effect(instruction);
    return 0;
  };

/** Written with their constructs. */
const nothing: SpirvRule = () => 0;

const FLOW_RULES = {
  'deriv.x': derivative(Spv.DPdx),
  'deriv.y': derivative(Spv.DPdy),
  'deriv.x.coarse': derivative(Spv.DPdxCoarse, true),
  'deriv.y.coarse': derivative(Spv.DPdyCoarse, true),
  'deriv.x.fine': derivative(Spv.DPdxFine, true),
  'deriv.y.fine': derivative(Spv.DPdyFine, true),
  'eval.centroid': evaluate(Ext.InterpolateAtCentroid, () => []),
  'eval.sample': evaluate(Ext.InterpolateAtSample, (w, op) => [w.operandAs(op, 0, Kind.u32)]),
  'eval.snapped': evaluate(Ext.InterpolateAtOffset, snapped),
  discard,
  barrier,
  message,
  emit: stream(Spv.EmitVertex, Spv.EmitStreamVertex, true),
  cut: stream(Spv.EndPrimitive, Spv.EndStreamPrimitive, false),
  if: nothing,
  switch: nothing,
  loop: nothing,
  block: nothing,
  param: nothing,
  result: nothing,
  call,
  exit: nothing,
  continue: nothing,
  repeat: nothing,
  return: nothing,
  abort: nothing,
  unreachable: nothing,
} as const satisfies Record<string, SpirvRule>;

const RULES: Readonly<Record<IrOpName, SpirvRule>> = {
  ...VALUE_RULES,
  ...INTEGER_RULES,
  ...IO_RULES,
  ...TEXTURE_RULES,
  ...TEXEL_RULES,
  ...BUFFER_RULES,
  ...FLOW_RULES,
};

export const SPIRV_RULES: readonly SpirvRule[] = /* @__PURE__ */ OP_NAMES.map((name) => RULES[name]);
