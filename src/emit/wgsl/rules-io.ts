/** Inputs, outputs, constants and arrays. */
import { Kind, kindOf, widthOf } from '../../ir/index.ts';
import { inMember } from '../common/constant-members.ts';
import { Use } from '../common/resource-uses.ts';
import { Precedence } from '../common/text-language.ts';
import type { WgslContext } from './context.ts';
import type { WgslRule } from './rule.ts';

const AXES = 'xyzw';

/**
 * Components of something with four of them, as the value of an operation. Where no cast is needed, components of the value are components of it.
 *
 * @param kind of its components
 */
export function fromVector(w: WgslContext, op: number, text: string, kind: number, isScalar = false): string {
  const { ops } = w.module;
  const type = ops.type[op]!;
  const first = isScalar ? 0 : ops.extra[op]! & 3;
  const width = widthOf(type);
  if (kind === kindOf(type) && w.emitter.decisions.modes[op] === 1) w.emitter.bases.set(op, { text, first, isScalar });
  if (isScalar) return w.result(op, text, kind);
  return w.result(op, width === 4 ? text : `${text}.${AXES.slice(first, first + width)}`, kind);
}

const input: WgslRule = (w, op) => {
  const element = w.module.ops.extra[op]! >> 2;
  const known = w.inputTexts.get(element);
  if (known === undefined) return w.zero(op);
  return fromVector(w, op, known.text, known.kind, known.isScalar);
};

const inputAt: WgslRule = (w, op) => {
  const { ops, inputRanges } = w.module;
  const range = ops.extra[op]! >> 2;
  const { count } = inputRanges[range]!;
  const index = clampedIndex(w, ops.operand(op, 0), count);
  return fromVector(w, op, `${inputRangeName(range)}[${index}]`, rangeKind(w, range, true));
};

export function inputRangeName(range: number): string {
  return `input_range${range}`;
}

export function outputRangeName(range: number): string {
  return `output_range${range}`;
}

/** The kind of an array that copies a range: words where an element of it is no float. */
export function rangeKind(w: WgslContext, range: number, isInput: boolean): number {
  const { kind, register, count } = (isInput ? w.module.inputRanges : w.module.outputRanges)[range]!;
  const elements = isInput ? w.module.inputs : w.module.outputs;
  const plan = isInput ? w.plan.inputs : w.plan.outputs;
  const isFloat = elements.every((one, i) => {
    const { place } = plan[i]!;
    const isInside = one.kind === kind && one.register >= register && one.register < register + count;
    return !isInside || place.kind !== 'location' || place.type === 'f32';
  });
  return isFloat ? Kind.f32 : Kind.u32;
}

/** An index, or `count` where it is not smaller: the arrays have a spare element there. */
export function clampedIndex(w: WgslContext, value: number, count: number, spare = count): string {
  const word = w.emitter.wordOf(value);
  if (word !== undefined) return `${word >>> 0 < count ? word >>> 0 : spare}`;
  const text = w.as(value, Kind.u32);
  return w.checksRanges ? `min(${text}, ${spare}u)` : text;
}

const output: WgslRule = (w, op) => {
  const { ops, outputs } = w.module;
  const element = ops.extra[op]! >> 2;
  const value = ops.operand(op, 0);
  const { name, place } = w.plan.outputs[element]!;
  const { emitter } = w;
  const first = ops.extra[op]! & 3;
  const width = widthOf(ops.type[value]!);
  if (place.kind === 'none') return '';
  if (place.kind === 'builtin') {
    builtinOutput(w, op, element, place.value);
    return '';
  }
  const kind = Kind[place.type];
  const target = `result.${name}`;
  const sharing = w.plan.outputs.filter((one) => one.name === name).length;
  const isWhole = first === 0 && width === countOf(outputs[element]!.mask) && sharing === 1;
  const text = w.as(value, kind);
  if (width === 4) emitter.line(`${target} = ${text};`);
  else if (isWhole) {
    const zeros = Array<string>(4 - width).fill(kind === Kind.f32 ? '0.0' : '0');
    emitter.line(`${target} = vec4${place.type[0]}(${[text, ...zeros].join(', ')});`);
  } else storeComponents(w, target, value, kind, first);
  return '';
};

function countOf(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + ((mask >> 3) & 1);
}

/** Writes each component of a value to a vector. */
function storeComponents(w: WgslContext, target: string, value: number, kind: number, first: number): void {
  const { emitter } = w;
  const type = w.module.ops.type[value]!;
  const width = widthOf(type);
  if (width === 1) {
    emitter.line(`${target}.${AXES[first]} = ${w.as(value, kind, Precedence.lowest)};`);
    return;
  }
  for (let i = 0; i < width; i++) {
    const text = w.castText(w.part(value, [i]), kindOf(type), kind, 1);
    emitter.line(`${target}.${AXES[first + i]} = ${text};`);
  }
}

function builtinOutput(w: WgslContext, op: number, element: number, name: string): void {
  const { ops, outputs } = w.module;
  const value = ops.operand(op, 0);
  const { emitter } = w;
  const first = ops.extra[op]! & 3;
  if (name === 'position') {
    if (widthOf(ops.type[value]!) === 4) emitter.line(`result.position = ${w.as(value, Kind.f32)};`);
    else storeComponents(w, 'result.position', value, Kind.f32, first);
  } else if (name === 'clip_distances') {
    // Components of all elements in order: the array of WGSL has no gaps.
    let start = 0;
    for (let i = 0; i < element; i++) {
      const { place } = w.plan.outputs[i]!;
      if (place.kind === 'builtin' && place.value === name) start += countOf(outputs[i]!.mask);
    }
    const { mask } = outputs[element]!;
    const width = widthOf(ops.type[value]!);
    for (let i = 0; i < width; i++) {
      const index = start + countOf(mask & ((1 << (first + i)) - 1));
      const text =
        width === 1 ? w.as(value, Kind.f32) : w.castText(w.part(value, [i]), kindOf(ops.type[value]!), Kind.f32, 1);
      emitter.line(`result.clip_distances[${index}] = ${text};`);
    }
  } else if (name === 'frag_depth') emitter.line(`result.depth = ${w.as(value, Kind.f32)};`);
  else emitter.line(`result.${name} = ${w.as(value, Kind.u32)};`);
}

const outputAt: WgslRule = (w, op) => {
  const { ops, outputRanges } = w.module;
  const range = ops.extra[op]! >> 2;
  const { count } = outputRanges[range]!;
  storeRow(w, op, outputRangeName(range), clampedIndex(w, ops.operand(op, 0), count), rangeKind(w, range, false), 4);
  return '';
};

/** Writes the last operand to components of a row. */
function storeRow(w: WgslContext, op: number, array: string, index: string, kind: number, components: number): void {
  const { ops } = w.module;
  const { emitter } = w;
  const value = ops.operand(op, 1);
  const first = ops.extra[op]! & 3;
  const width = widthOf(ops.type[value]!);
  if (components === 1) emitter.line(`${array}[${index}] = ${w.as(value, kind)};`);
  else if (width === components) emitter.line(`${array}[${index}] = ${w.as(value, kind)};`);
  else if (width === 1) emitter.line(`${array}[${index}].${AXES[first]} = ${w.as(value, kind)};`);
  else {
    let at = index;
    if (!/^\w+$/.test(index)) {
      at = emitter.names.unique('row');
      emitter.line(`let ${at} = ${index};`);
    }
    storeComponents(w, `${array}[${at}]`, value, kind, first);
  }
}

// --- constants ------------------------------------------------------------------------------------------------------

/** The kind of the rows of a binding that has no struct: floats unless something reads them as integers. */
export function constantKind(w: WgslContext, binding: number): number {
  return (w.uses.bindings[binding]! & Use.integer) === 0 ? Kind.f32 : Kind.u32;
}

const constants: WgslRule = (w, op) => {
  const { ops } = w.module;
  const number = ops.extra[op]! >> 2;
  const row = ops.operand(op, 0);
  const kind = constantKind(w, number);
  if (ops.arity[op]! < 2) {
    const member = memberAt(w, op, number);
    if (member !== undefined) return member;
    return fromVector(w, op, rowText(w, number, 0, row), kind);
  }
  const element = w.emitter.wordOf(ops.operand(op, 1));
  if (element !== undefined) return fromVector(w, op, rowText(w, number, element, row), kind);
  const { count } = w.binding(number);
  const name = `${w.resource(number).name}_of`;
  w.helpers.own(name, () => {
    const type = w.type(kind, 4);
    const cases = Array.from({ length: count }, (_, i) => {
      const text = w.checksRanges ? `${rowFunction(w, number, i)}(row)` : `${w.resource(number, i).name}[row]`;
      return `    case ${i}u: { return ${text}; }`;
    });
    return `fn ${name}(register_index: u32, row: u32) -> ${type} {\n  switch (register_index) {\n${cases.join('\n')}\n    default: { return ${type}(); }\n  }\n}`;
  });
  return fromVector(w, op, `${name}(${w.operandAs(op, 1, Kind.u32)}, ${w.as(row, Kind.u32)})`, kind);
};

function rowText(w: WgslContext, number: number, element: number, row: number): string {
  const { name } = w.resource(number, element);
  const rows = Math.max(w.binding(number).size ?? 0, 1);
  const word = w.emitter.wordOf(row);
  if (word !== undefined)
    return word >>> 0 < rows ? `${name}[${word >>> 0}]` : `${w.type(constantKind(w, number), 4)}()`;
  const index = w.as(row, Kind.u32);
  return w.checksRanges ? `${rowFunction(w, number, element)}(${index})` : `${name}[${index}]`;
}

/** A function that gives a row, or zeros outside. */
function rowFunction(w: WgslContext, number: number, element: number): string {
  const { name } = w.resource(number, element);
  const rows = Math.max(w.binding(number).size ?? 0, 1);
  const type = w.type(constantKind(w, number), 4);
  return w.helpers.own(
    `${name}_row`,
    () =>
      `fn ${name}_row(row: u32) -> ${type} {\n  if (row < ${rows}u) { return ${name}[row]; }\n  return ${type}();\n}`,
  );
}

/** The member of a struct of constants that an operation reads. */
function memberAt(w: WgslContext, op: number, number: number): string | undefined {
  const layout = w.layout(number);
  if (layout === undefined) return undefined;
  const { ops } = w.module;
  const row = w.emitter.wordOf(ops.operand(op, 0))!;
  const offset = 16 * row + 4 * (ops.extra[op]! & 3);
  const bytes = 4 * widthOf(ops.type[op]!);
  const base = w.resource(number).name;
  for (const member of layout.members) {
    const found = inMember(member, offset, bytes);
    if (found === undefined) continue;
    const text = `${base}.${found.text}`;
    const kind = Kind[member.type];
    const type = ops.type[op]!;
    if (kind === kindOf(type) && w.emitter.decisions.modes[op] === 1)
      w.emitter.bases.set(op, { text, first: found.first, isScalar: found.width === 1 });
    const width = widthOf(type);
    const isWhole = width === found.width;
    return w.result(op, isWhole ? text : `${text}.${AXES.slice(found.first, found.first + width)}`, kind);
  }
  return undefined;
}

const immediate: WgslRule = (w, op) => {
  const { module } = w;
  const rows = module.immediateConstants.length >> 2;
  const kind = immediateKind(w);
  return fromVector(w, op, `immediate_constants[${clampedIndex(w, module.ops.operand(op, 0), rows)}]`, kind);
};

/** Immediate constants are floats if all reads want floats, and all of them can be written as such. */
export function immediateKind(w: WgslContext): number {
  const { immediateConstants } = w.module;
  const areFloats = w.uses.floatConstants && immediateConstants.every((word) => isWritable(word));
  return areFloats ? Kind.f32 : Kind.u32;
}

/** Whether a word is a float that a literal keeps: finite and not subnormal. */
function isWritable(word: number): boolean {
  const exponent = word & 0x7f80_0000;
  return exponent !== 0x7f80_0000 && (exponent !== 0 || (word & 0x7fff_ffff) === 0);
}

// --- arrays ---------------------------------------------------------------------------------------------------------

export function variableName(number: number): string {
  return `x${number}`;
}

export function variableKind(w: WgslContext, number: number): number {
  return w.uses.floatVariables[number] ? Kind.f32 : Kind.u32;
}

/** Arrays have two spare rows: one that is read outside, and one that is written. */
const load: WgslRule = (w, op) => {
  const { ops, variables } = w.module;
  const number = ops.extra[op]! >> 2;
  const { rows, components } = variables[number]!;
  const text = `${variableName(number)}[${clampedIndex(w, ops.operand(op, 0), rows)}]`;
  const kind = variableKind(w, number);
  const width = widthOf(ops.type[op]!);
  if (components === 1) return w.result(op, text, kind);
  const first = ops.extra[op]! & 3;
  return w.result(op, width === components ? text : `${text}.${AXES.slice(first, first + width)}`, kind);
};

const store: WgslRule = (w, op) => {
  const { ops, variables } = w.module;
  const number = ops.extra[op]! >> 2;
  const { rows, components } = variables[number]!;
  const index = clampedIndex(w, ops.operand(op, 0), rows, rows + 1);
  storeRow(w, op, variableName(number), index, variableKind(w, number), components);
  return '';
};

const refuseInstance: WgslRule = (w, op) => {
  w.report('DX6007', w.module.ops.at[op]!);
  return w.zero(op);
};

/** The type of the rows of an array. */
export function rowType(w: WgslContext, number: number): string {
  return w.type(variableKind(w, number), w.module.variables[number]!.components);
}

export const IO_RULES = {
  in: input,
  'in.at': inputAt,
  out: output,
  'out.at': outputAt,
  'cb.load': constants,
  'cb.dynamic': refuseInstance,
  'icb.load': immediate,
  'var.load': load,
  'var.store': store,
  'instance.table': refuseInstance,
  'instance.constants': refuseInstance,
  'instance.offset': refuseInstance,
  'instance.texture': refuseInstance,
  'instance.sampler': refuseInstance,
} as const satisfies Record<string, WgslRule>;
