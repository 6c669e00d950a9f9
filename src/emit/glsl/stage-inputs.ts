/**
 * Reads of inputs that are there once for each vertex: arrays of variables, and the structures that have what vertices
 * give the rasterizer.
 *
 * Not for: inputs that are there once (interface.ts), which inputs are arrays (../common/stage-elements.ts).
 */
import { type IrModule, Kind, typeOf } from '../../ir/index.ts';
import { componentsBefore, countOf, type EmitPlan } from '../common/plan.ts';
import { AXES, clampedIndex } from '../common/rules/constants.ts';
import { rangeKind } from '../common/rules/io.ts';
import {
  elementCount,
  isInstanceNumber,
  isInternalInput,
  isReadByVertex,
  TESS_FACTORS,
} from '../common/stage-elements.ts';
import type { InputText } from '../common/text-context.ts';
import type { GlslContext } from './context.ts';
import { zeroOf } from './types.ts';

// Clip and cull distances: registers in Direct3D, arrays in GLSL.

interface DistanceInputs {
  readonly module: Pick<IrModule, 'stage' | 'inputs'>;
  readonly plan: Pick<EmitPlan, 'inputs'>;
}

/** Arrays of distances: the components of all elements that have them, in their order and without gaps. */
export const DISTANCES = ['gl_ClipDistance', 'gl_CullDistance'] as const;

/**
 * The components of an element in such an array, each where the register has it.
 *
 * @param first the number of the first one
 * @param read what is written for a component
 */
function distancesText(array: string, mask: number, first: number, read = (text: string) => text): string {
  let next = first;
  const parts = Array.from(AXES, (_, c) => ((mask & (1 << c)) === 0 ? '0.0' : read(`${array}[${next++}]`)));
  return `vec4(${parts.join(', ')})`;
}

/**
 * The distances that are an input of a pixel shader; undefined for other inputs. @param read what is written for a
 * component
 */
export function distancesOfPixel(
  { module: { stage, inputs }, plan }: DistanceInputs,
  element: number,
  read?: (text: string) => string,
): string | undefined {
  const { slot } = plan.inputs[element]!;
  if (stage !== 'ps' || slot.kind !== 'builtin' || !DISTANCES.some((value) => value === slot.value)) return undefined;
  const first = componentsBefore(plan.inputs, inputs, element, slot.value);
  return distancesText(slot.value, inputs[element]!.mask, first, read);
}

/**
 * Returns the input that an operation reads of the vertex in its operand; undefined for inputs that are not per vertex.
 */
export function readOfVertex(w: GlslContext, op: number): InputText | undefined {
  const { ops, inputs } = w.module;
  const element = ops.extra[op]! >> 2;
  const one = inputs[element]!;
  if (isInstanceNumber(one.special)) return { text: PHASE_INSTANCE, isScalar: true, kind: Kind.u32 };
  const count = elementCount(w.module, one, true);
  if (isInternalInput(w.module, one))
    return internalInput(w, element, count === undefined ? '' : vertexIndex(w, ops.operand(op, 0), count));
  const factor = TESS_FACTORS[one.systemValue ?? ''];
  const { slot } = w.plan.inputs[element]!;
  if (one.kind === 'patch' && factor !== undefined && slot.kind === 'builtin')
    return { text: `${slot.value}[${factor[1]}]`, isScalar: true, kind: Kind.f32 };
  if (count === undefined || ops.arity[op] === 0) return undefined;
  return inputOfVertex(w, element, vertexIndex(w, ops.operand(op, 0), count));
}

/** The number of a vertex: a constant or a name, because a text may have it more than once. */
function vertexIndex(w: GlslContext, value: number, count: number): string {
  const word = w.emitter.wordOf(value);
  if (word !== undefined) return `${Math.min(word >>> 0, count - 1)}`;
  const text = w.as(value, Kind.u32);
  const index = w.checksRanges ? `min(${text}, ${count - 1}u)` : text;
  return named(w, index, 'vertex');
}

/** The name of an index; one that has none gets `name`. */
function named({ emitter }: GlslContext, index: string, name: string): string {
  if (/^\w+$/.test(index)) return index;
  const unique = emitter.names.unique(name);
  emitter.line(emitter.language.constant(unique, Kind.u32, index));
  return unique;
}

/** The parameter of phases of a patch. */
export const PHASE_INSTANCE = 'phase_instance';

/**
 * Returns values that earlier phases of the hull shader wrote, as words. @param point the number of a control point,
 * else empty
 */
function internalInput(w: GlslContext, number: number, point: string): InputText {
  const { inputs, outputs } = w.module;
  const { kind, register, mask } = inputs[number]!;
  const parts = Array.from(AXES, (axis, c) => {
    const output = outputs.findIndex(
      (one) => one.kind === kind && one.register === register && one.mask & mask & (1 << c),
    );
    const planned = w.plan.outputs[output];
    if (planned === undefined || planned.slot.kind === 'none') return '0u';
    const { name, slot } = planned;
    const of = outputs[output]!;
    if (slot.kind === 'location')
      return w.castText(`${name}${point === '' ? '' : `[${point}]`}.${axis}`, Kind[slot.type], Kind.u32, 1);
    const factor = TESS_FACTORS[of.systemValue ?? ''];
    if (factor !== undefined) return `floatBitsToUint(${slot.value}[${factor[1]}])`;
    if (slot.value === 'gl_Position') return `floatBitsToUint(gl_out[${point}].gl_Position.${axis})`;
    const index = componentsBefore(w.plan.outputs, outputs, output, slot.value) + countOf(of.mask & ((1 << c) - 1));
    return `floatBitsToUint(gl_out[${point}].${slot.value}[${index}])`;
  });
  return { text: `uvec4(${parts.join(', ')})`, isScalar: false, kind: Kind.u32 };
}

function rowKind(w: GlslContext, range: number): number {
  const { kind } = w.module.inputRanges[range]!;
  return isInternalInput(w.module, { kind, register: 0, mask: 0 }) ? Kind.u32 : rangeKind(w, range, true);
}

/** An input of a vertex, with four components. */
function inputOfVertex(w: GlslContext, element: number, vertex: string): InputText | undefined {
  const { name, slot } = w.plan.inputs[element]!;
  if (slot.kind === 'none') return undefined;
  if (slot.kind === 'location') return { text: `${name}[${vertex}]`, isScalar: false, kind: Kind[slot.type] };
  if (slot.value === 'gl_Position') return { text: `gl_in[${vertex}].gl_Position`, isScalar: false, kind: Kind.f32 };
  const { inputs } = w.module;
  const first = componentsBefore(w.plan.inputs, inputs, element, slot.value);
  const text = distancesText(`gl_in[${vertex}].${slot.value}`, inputs[element]!.mask, first);
  return { text, isScalar: false, kind: Kind.f32 };
}

/** The row that an operation reads of a range of inputs of a vertex; undefined for ranges that are there once. */
export function rowOfVertex(w: GlslContext, op: number): InputText | undefined {
  const { ops, inputRanges } = w.module;
  const range = ops.extra[op]! >> 2;
  if (!isReadByVertex(w.module, range)) return undefined;
  const { count, kind: rangeOf } = inputRanges[range]!;
  const name = w.helpers.define(`input_range${range}_row`, (helper) => rowFunction(w, range, helper));
  const index = clampedIndex(w, ops.operand(op, 0), count);
  const args = [/^\d+$/.test(index) ? `${index}u` : index];
  const vertices = elementCount(w.module, { kind: rangeOf }, true);
  if (vertices !== undefined) {
    const vertex = ops.arity[op]! > 1 ? vertexIndex(w, ops.operand(op, 1), vertices) : '0';
    args.push(/^\d+$/.test(vertex) ? `${vertex}u` : vertex);
  }
  return { text: `${name}(${args.join(', ')})`, isScalar: false, kind: rowKind(w, range) };
}

/** A function that gives a row of a range by its number. */
function rowFunction(w: GlslContext, range: number, name: string): string {
  const { inputs, inputRanges } = w.module;
  const { kind: rangeOf, register, count } = inputRanges[range]!;
  const kind = rowKind(w, range);
  const hasVertices = elementCount(w.module, { kind: rangeOf }, true) !== undefined;
  const type = w.type(kind, 4);
  const lines: string[] = [];
  for (let row = 0; row < count; row++) {
    const elements = [...inputs.keys()].filter((i) => {
      const one = inputs[i]!;
      return one.kind === rangeOf && one.register === register + row;
    });
    const declarations = elements.flatMap((element) => {
      const isInternal = isInternalInput(w.module, inputs[element]!);
      const known = isInternal
        ? internalInput(w, element, hasVertices ? 'vertex' : '')
        : inputOfVertex(w, element, 'vertex');
      return known === undefined ? [] : [{ mask: inputs[element]!.mask, ...known }];
    });
    if (declarations.length === 0) continue;
    const [first] = declarations;
    const vector = w.castText(first!.text, first!.kind, kind, 4);
    const parts = Array.from(AXES, (axis, c) => {
      const part = declarations.find(({ mask }) => mask & (1 << c));
      return part === undefined ? w.spelling.literal(kind, 0) : w.castText(`${part.text}.${axis}`, part.kind, kind, 1);
    });
    lines.push(`case ${row}u: return ${declarations.length === 1 ? vector : `${type}(${parts.join(', ')})`};`);
  }
  const vertices = elementCount(w.module, { kind: rangeOf }, true);
  const parameters = [['index', 'uint'] as const, ...(vertices === undefined ? [] : [['vertex', 'uint'] as const])];
  const body = [...(lines.length > 0 ? ['switch (index) {', ...lines.map((line) => `  ${line}`), '}'] : [])];
  return w.spelling.fn(name, parameters, type, [...body, `return ${zeroOf(typeOf(kind, 4))};`]);
}
