/** Inputs, outputs and arrays. A language adds its system values and how outputs are named. */
import { Kind, widthOf } from '../../../ir/index.ts';
import { componentsBefore, countOf } from '../plan.ts';
import { hasOperation } from '../resource-uses.ts';
import { isReadByVertex } from '../stage-elements.ts';
import type { InputText, TextContext, TextRule } from '../text-context.ts';
import { Precedence } from '../text-language.ts';
import { AXES, CONSTANT_RULES, clampedIndex, fromVector } from './constants.ts';

const input: TextRule = (w, op) => readText(w, op, w.inputExpressions.get(w.module.ops.extra[op]! >> 2));

/** Reads components of an input; those of one that is nowhere are 0. */
export function readText(w: TextContext, op: number, known: InputText | undefined): string {
  return known === undefined ? w.zero(op) : fromVector(w, op, known.text, known.kind, known.isScalar);
}

const inputAt: TextRule = (w, op) => {
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
export function rangeKind(w: Pick<TextContext, 'module' | 'plan'>, range: number, isInput: boolean): number {
  const { kind, register, count } = (isInput ? w.module.inputRanges : w.module.outputRanges)[range]!;
  const elements = isInput ? w.module.inputs : w.module.outputs;
  const plan = isInput ? w.plan.inputs : w.plan.outputs;
  const isFloat = elements.every((one, i) => {
    const { slot } = plan[i]!;
    const isInside = one.kind === kind && one.register >= register && one.register < register + count;
    return !isInside || slot.kind !== 'location' || slot.type === 'f32';
  });
  return isFloat ? Kind.f32 : Kind.u32;
}

const output: TextRule = (w, op) => {
  const { ops } = w.module;
  writeOutput(w, ops.extra[op]! >> 2, ops.operand(op, 0), ops.extra[op]! & 3);
  return '';
};

/** Writes a value to components of an output. @param first the component of the register that the value begins with */
export function writeOutput(w: TextContext, element: number, value: number, first: number): void {
  const { ops, outputs } = w.module;
  const planned = w.plan.outputs[element]!;
  const { name, slot } = planned;
  const { emitter } = w;
  const width = widthOf(ops.type[value]!);
  if (slot.kind === 'none') return;
  if (slot.kind === 'builtin') {
    w.writeBuiltin(element, slot.value, value, first);
    return;
  }
  const kind = Kind[slot.type];
  const target = w.outputText(planned);
  const sharing = w.plan.outputs.filter((one) => one.name === name).length;
  const isComplete = first === 0 && width === countOf(outputs[element]!.mask) && sharing === 1;
  const text = w.as(value, kind);
  if (width === 4) emitter.line(`${target} = ${text};`);
  else if (isComplete) {
    const zeros = Array<string>(4 - width).fill(w.spelling.literal(kind, 0));
    emitter.line(`${target} = ${w.type(kind, 4)}(${[text, ...zeros].join(', ')});`);
  } else storeComponents(w, target, value, kind, first);
}

/** Writes each component of a value to a vector. */
export function storeComponents(w: TextContext, target: string, value: number, kind: number, first: number): void {
  const { emitter } = w;
  const type = w.module.ops.type[value]!;
  const width = widthOf(type);
  if (width === 1) {
    emitter.line(`${target}.${AXES[first]} = ${w.as(value, kind, Precedence.lowest)};`);
    return;
  }
  for (let i = 0; i < width; i++) {
    const text = w.componentAs(value, i, kind);
    emitter.line(`${target}.${AXES[first + i]} = ${text};`);
  }
}

/** Statements that fill the copies of ranges of inputs. */
export function inputRangeCopies(w: TextContext): string[] {
  const lines: string[] = [];
  if (!hasOperation(w.uses, 'in.at')) return lines;
  for (const [i, { kind, register, count }] of w.module.inputRanges.entries()) {
    if (isReadByVertex(w.module, i)) continue;
    const target = rangeKind(w, i, true);
    for (const [number, one] of w.module.inputs.entries()) {
      if (one.kind !== kind || one.register < register || one.register >= register + count) continue;
      const known = w.inputExpressions.get(number);
      if (known === undefined || known.isScalar) continue;
      const row = `${inputRangeName(i)}[${one.register - register}]`;
      // Elements that share a register have separate variables, each with its components at their positions in the
      // register.
      const shares = w.module.inputs.some(
        (other) => other !== one && other.kind === kind && other.register === one.register,
      );
      if (!shares) lines.push(`${row} = ${w.castText(known.text, known.kind, target, 4)};`);
      else
        for (const axis of AXES.split('').filter((_, c) => one.mask & (1 << c)))
          lines.push(`${row}.${axis} = ${w.castText(`${known.text}.${axis}`, known.kind, target, 1)};`);
    }
  }
  return lines;
}

/** Statements that write the copies of ranges to outputs. */
export function outputRangeCopies(w: TextContext): string[] {
  const lines: string[] = [];
  if (!hasOperation(w.uses, 'out.at')) return lines;
  for (const [i, { kind, register, count }] of w.module.outputRanges.entries()) {
    const from = rangeKind(w, i, false);
    const written = new Set<string>();
    for (const [number, one] of w.module.outputs.entries()) {
      const { name, slot } = w.plan.outputs[number]!;
      if (one.kind !== kind || one.register < register || one.register >= register + count) continue;
      if (slot.kind !== 'location' || written.has(name)) continue;
      written.add(name);
      const row = `${outputRangeName(i)}[${one.register - register}]`;
      lines.push(`${w.spelling.output(name)} = ${w.castText(row, from, Kind[slot.type], 4)};`);
    }
  }
  return lines;
}

const outputAt: TextRule = (w, op) => {
  const { ops, outputRanges } = w.module;
  const range = ops.extra[op]! >> 2;
  const { count } = outputRanges[range]!;
  storeRow(w, op, outputRangeName(range), clampedIndex(w, ops.operand(op, 0), count), rangeKind(w, range, false), 4);
  return '';
};

/** Writes the last operand to components of a row. */
function storeRow(w: TextContext, op: number, array: string, index: string, kind: number, components: number): void {
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
      emitter.line(emitter.language.constant(at, Kind.u32, index));
    }
    storeComponents(w, `${array}[${at}]`, value, kind, first);
  }
}

// --- arrays ---------------------------------------------------------------------------------------------------------

export function variableName(number: number): string {
  return `x${number}`;
}

export function variableKind(w: TextContext, number: number): number {
  return w.uses.floatVariables[number] ? Kind.f32 : Kind.u32;
}

/**
 * Arrays have two spare rows: one that reads outside read, and one that writes outside write. Nothing writes the first.
 */
const load: TextRule = (w, op) => {
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

const store: TextRule = (w, op) => {
  const { ops, variables } = w.module;
  const number = ops.extra[op]! >> 2;
  const { rows, components } = variables[number]!;
  storeRow(w, op, variableName(number), writtenRow(w, ops.operand(op, 0), rows), variableKind(w, number), components);
  return '';
};

/**
 * Writes the components of a clip or cull distance to its elements of an array.
 *
 * @param name the system value, in the words of the language
 */
export function writeDistances(
  w: TextContext,
  array: string,
  element: number,
  value: number,
  first: number,
  name: string,
): void {
  const { ops, outputs } = w.module;
  const start = componentsBefore(w.plan.outputs, outputs, element, name);
  const { mask } = outputs[element]!;
  const width = widthOf(ops.type[value]!);
  for (let i = 0; i < width; i++) {
    const index = start + countOf(mask & ((1 << (first + i)) - 1));
    const text = width === 1 ? w.as(value, Kind.f32) : w.componentAs(value, i, Kind.f32);
    w.emitter.line(`${array}[${index}] = ${text};`);
  }
}

/** The row that a store writes: the spare one after that of loads for an index outside. */
function writtenRow(w: TextContext, value: number, rows: number): string {
  const word = w.emitter.wordOf(value);
  if (word !== undefined) return `${word >>> 0 < rows ? word >>> 0 : rows + 1}`;
  if (!w.checksRanges) return w.as(value, Kind.u32);
  w.emitter.named(value);
  const text = w.as(value, Kind.u32);
  return w.spelling.choose(`${text} < ${rows}u`, text, `${rows + 1}u`);
}

/** Interfaces without class instances were refused before. */
const refuse: TextRule = (w, op) => w.refuse(op, 'a constant buffer that a value selects');

/** The type of the rows of an array. */
export function rowType(w: TextContext, number: number): string {
  return w.type(variableKind(w, number), w.module.variables[number]!.components);
}

export const IO_RULES = {
  ...CONSTANT_RULES,
  in: input,
  'in.at': inputAt,
  out: output,
  'out.at': outputAt,
  'cb.dynamic': refuse,
  'var.load': load,
  'var.store': store,
  'instance.table': refuse,
  'instance.constants': refuse,
  'instance.offset': refuse,
  'instance.texture': refuse,
  'instance.sampler': refuse,
} as const satisfies Record<string, TextRule>;
