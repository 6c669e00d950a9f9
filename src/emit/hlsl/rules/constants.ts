/** Reads of buffers of constants: variables by name, or rows. */
import { Kind, kindOf, Op, typeOf, widthOf } from '../../../ir/index.ts';
import { Mode } from '../../common/decide-values.ts';
import { fromVector } from '../../common/rules/constants.ts';
import { COMMON_INTEGER_RULES } from '../../common/rules/integers.ts';
import { Precedence } from '../../common/text-language.ts';
import type { HlslContext, HlslRule } from '../context.ts';
import { type Component, constantOf, type SplitIndex, sourceOf, splitIndex } from '../indices.ts';
import { type DynamicIndex, type MemoryVariable, type Slot, slotIn } from '../layouts.ts';

const { lowest, multiplicative } = Precedence;
const ROW = 16;
const WORD = 4;

/** The text of an input or a constant that is an integer, without a cast between signed and unsigned. */
export function uncastText(w: HlslContext, value: number, component: number): string | undefined {
  const { ops } = w.module;
  const isInteger = (kind: number | undefined) => kind === Kind.i32 || kind === Kind.u32;
  if (ops.code[value] === Op.in && ops.arity[value] === 0) {
    const element = w.inputElements[ops.extra[value]! >> 2];
    if (element === undefined || !isInteger(element.kind)) return undefined;
    return w.componentsOf(element, (ops.extra[value]! & 3) + component, 1);
  }
  if (ops.code[value] !== Op['cb.load'] || w.emitter.decisions.modes[value] !== Mode.inline) return undefined;
  const slot = constantSlots(w, value)?.[component];
  return slot !== undefined && isInteger(slot.kind) ? slot.text([slot.component]) : undefined;
}

/** The text of a component of a value as an index. */
export function indexText(w: HlslContext, { value, component }: Component, precedence: number = lowest): string {
  const { ops } = w.module;
  if (!w.emitter.isNamed(value)) {
    const text = uncastText(w, value, component);
    if (text !== undefined) return text;
  }
  const kind = kindOf(ops.type[value]!);
  const isInteger = kind === Kind.i32 || kind === Kind.u32;
  if (widthOf(ops.type[value]!) > 1) return w.componentAs(value, component, isInteger ? kind : Kind.i32);
  return w.as(value, isInteger ? kind : Kind.i32, precedence);
}

/** Operand `i` as an index. */
export function operandIndex(w: HlslContext, op: number, i: number, precedence: number = lowest): string {
  return valueIndex(w, w.module.ops.operand(op, i), precedence);
}

/** The first component of a value as an index. */
export function valueIndex(w: HlslContext, value: number, precedence: number = lowest): string {
  const source = sourceOf(w.module, value, 0);
  const constant = constantOf(w.module, source);
  return constant === undefined ? indexText(w, source, precedence) : String(constant);
}

/** The index of an access to rows; undefined where it is a constant. */
export function dynamicIndex(
  w: HlslContext,
  operand: number,
  bytes: number,
  component = 0,
): [number, DynamicIndex | undefined] {
  return indexOf(w, splitIndex(w.module, operand, component), bytes);
}

/** The bytes that an index of `bytes` each names, and what varies. */
export function indexOf(
  w: HlslContext,
  { constant, variable, factor, product }: SplitIndex,
  bytes = ROW,
): [number, DynamicIndex | undefined] {
  if (variable === undefined) return [constant * bytes, undefined];
  const text = (times: number, precedence: number): string => {
    if (times === 1) return indexText(w, variable, precedence);
    if (times === factor && product !== undefined) return indexText(w, product, precedence);
    return `${indexText(w, variable, multiplicative)} * ${times}`;
  };
  return [constant * bytes, { scale: factor * bytes, text }];
}

/** The vectors that words of memory are in, from a byte offset on. */
export function slotsOf(
  variables: readonly MemoryVariable[],
  offset: number,
  width: number,
  index: DynamicIndex | undefined,
  prefix = '',
): (Slot | undefined)[] {
  const slots: (Slot | undefined)[] = [];
  for (let i = 0; i < width; i++) slots.push(slotIn(variables, offset + WORD * i, index, prefix));
  return slots;
}

/** The text of words of memory as components of a kind. */
export function wordsIn(
  w: HlslContext,
  slots: readonly (Slot | undefined)[],
  list: readonly number[],
  to: number,
): string {
  const parts: string[] = [];
  for (let i = 0; i < list.length; ) {
    const slot = slots[list[i]!];
    if (slot === undefined) {
      parts.push(w.spelling.zero(typeOf(to, 1)));
      i++;
      continue;
    }
    if (slot.kind === Kind.f64) {
      parts.push(w.castText(`${wordsOfDouble(w)}(${slot.text([slot.component])}).${'xy'[slot.word]}`, Kind.u32, to, 1));
      i++;
      continue;
    }
    const base = slot.text([0]);
    const components: number[] = [];
    for (; i < list.length && slots[list[i]!]?.text([0]) === base; i++) components.push(slots[list[i]!]!.component);
    const text =
      slot.width === 1 && components.length > 1
        ? `${slot.text([0])}.${'xxxx'.slice(0, components.length)}`
        : slot.text(components);
    // Arithmetic of a minimum precision is another one.
    const isMinimum = slot.scalar.startsWith('min');
    const complete = isMinimum ? `(${w.type(slot.kind, components.length)})${text}` : text;
    parts.push(w.castText(complete, slot.kind, to, components.length));
  }
  return parts.length === 1 ? parts[0]! : `${w.spelling.typeName(typeOf(to, list.length))}(${parts.join(', ')})`;
}

/**
 * The slots of the words that an operation reads; undefined for a buffer without a layout.
 *
 * @param isKey whether the text of an index only says which value it is, which may have no text yet
 */
export function constantSlots(w: HlslContext, op: number, isKey = false): (Slot | undefined)[] | undefined {
  const { ops } = w.module;
  const number = ops.extra[op]! >> 2;
  const layout = w.layouts.get(number);
  if (layout === undefined) return undefined;
  const split = splitIndex(w.module, ops.operand(op, 0));
  const [offset, named] = indexOf(w, split);
  const index = isKey && named !== undefined ? { ...named, text: keyOf(split) } : named;
  const { count } = w.binding(number);
  const element = ops.arity[op]! < 2 ? '0' : w.operandAs(op, 1, Kind.u32, lowest);
  const prefix = count === 1 ? '' : `${w.resource(number).name}[${element}].`;
  return slotsOf(layout.variables, offset + WORD * (ops.extra[op]! & 3), widthOf(ops.type[op]!), index, prefix);
}

/** The text of an index that says which value it is. */
function keyOf({ variable }: SplitIndex): DynamicIndex['text'] {
  return (factor) => `${variable?.value}.${variable?.component} * ${factor}`;
}

/** A row of constants; in a range of buffers that of one of them. */
export const constants: HlslRule = (w, op) => {
  const { ops } = w.module;
  const slots = constantSlots(w, op);
  if (slots !== undefined) {
    const type = ops.type[op]!;
    const text = (list: readonly number[]) => wordsIn(w, slots, list, kindOf(type));
    if (w.emitter.decisions.modes[op] === Mode.inline) w.emitter.bases[op] = text;
    return text(Array.from({ length: widthOf(type) }, (_, i) => i));
  }
  const number = ops.extra[op]! >> 2;
  const { count } = w.binding(number);
  const { name } = w.resource(number);
  const row = w.operandAs(op, 0, Kind.u32, lowest).replace(/^(\d+)u$/, '$1');
  const index = ops.arity[op]! < 2 ? '0' : w.operandAs(op, 1, Kind.u32, lowest);
  return fromVector(w, op, count === 1 ? `${name}[${row}]` : `${name}[${index}].rows[${row}]`, w.rowKind(number));
};

/** A function that gives the two words of a double. */
export function wordsOfDouble(w: HlslContext): string {
  return w.helpers.define('words_of_double', (helper) =>
    w.spelling.fn(helper, [['value', 'double']], 'uint2', [
      'uint low, high;',
      'asuint(value, low, high);',
      'return uint2(low, high);',
    ]),
  );
}

/** A double from its words: a constant of that type by its name. */
export const packed: HlslRule = (w, op) => {
  const [low, high] = [0, 1].map((i) => sourceOf(w.module, w.module.ops.operand(op, i), 0)) as [Component, Component];
  const slotOf = ({ value, component }: Component) =>
    (w.module.ops.code[value] === Op['cb.load'] ? constantSlots(w, value) : w.loaded.get(value))?.[component];
  const [first, second] = [slotOf(low), slotOf(high)];
  const text = first?.text([first.component]);
  const isDouble = first?.kind === Kind.f64 && first.word === 0 && second?.word === 1;
  if (text !== undefined && isDouble && second.text([second.component]) === text) return text;
  return `asdouble(${w.operandAs(op, 0, Kind.u32, lowest)}, ${w.operandAs(op, 1, Kind.u32, lowest)})`;
};

/** A comparison of a variable of type `bool` with zero is the variable. */
export const tested =
  (name: 'i.eq' | 'i.ne'): HlslRule =>
  (w, op) => {
    const { ops } = w.module;
    const width = widthOf(ops.type[op]!);
    const isZero = Array.from({ length: width }, (_, i) =>
      constantOf(w.module, sourceOf(w.module, ops.operand(op, 1), i)),
    );
    if (isZero.every((word) => word === 0)) {
      const list = Array.from({ length: width }, (_, i) => sourceOf(w.module, ops.operand(op, 0), i));
      const { value } = list[0]!;
      const slots =
        ops.code[value] === Op['cb.load'] && list.every((one) => one.value === value)
          ? constantSlots(w, value)
          : undefined;
      if (slots !== undefined && list.every(({ component }) => slots[component]?.kind === Kind.bool)) {
        const text = wordsIn(
          w,
          slots,
          list.map(({ component }) => component),
          Kind.bool,
        );
        w.emitter.precedence = name === 'i.ne' ? Precedence.primary : Precedence.unary;
        return name === 'i.ne' ? text : `!${text}`;
      }
    }
    return COMMON_INTEGER_RULES[name](w, op);
  };
