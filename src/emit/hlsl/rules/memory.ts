/** Buffers, views for unordered access, and group memory. */
import { Kind, kindOf, typeOf, widthOf } from '../../../ir/index.ts';
import { Mode } from '../../common/decide-values.ts';
import { viewKind } from '../../common/resource-uses.ts';
import { Precedence } from '../../common/text-language.ts';
import type { HlslContext, HlslRule } from '../context.ts';
import { sourceOf } from '../indices.ts';
import { partText, type Slot, slotOf, typeName } from '../layouts.ts';
import { dynamicIndex, valueIndex, wordsIn } from './constants.ts';
import { storedText, widened } from './textures.ts';

const { i32, u32 } = Kind;
const WORD = 4;

/** The access of an operation on memory. */
function accessOf(w: HlslContext, op: number, operands: number) {
  const { ops, accesses } = w.module;
  const { binding, isIndexed } = accesses[ops.extra[op]!]!;
  const { kind, dimension } = w.binding(binding);
  return { binding, isGroup: kind === 'group', dimension, view: w.viewText(op, binding, isIndexed ? operands : -1) };
}

const SUFFIXES = ['', '', '2', '3', '4'];

/** Word `i` from a byte offset on, in an array of words. */
function wordIndex(w: HlslContext, offset: number, i: number): string {
  const word = w.emitter.wordOf(offset);
  if (word !== undefined) return String((word >>> 2) + i);
  const text = `${w.as(offset, u32, Precedence.unary)} >> 2`;
  return i === 0 ? text : `(${text}) + ${i}`;
}

/** Word `i` from a byte offset on of raw group memory. */
function groupWord(w: HlslContext, binding: number, view: string, offset: number, i: number): string {
  return (w.binding(binding).size ?? 0) <= WORD ? view : `${view}.words[${wordIndex(w, offset, i)}]`;
}

/** An element of structured memory: an array of words. */
function elementText(w: HlslContext, view: string, element: number): string {
  return `${view}[${w.as(element, u32, Precedence.lowest)}].words`;
}

/** The kind of the words of an array: signed where an atomic operation compares them so. */
const wordKind = (w: HlslContext, binding: number) => (w.isSignedMemory(binding) ? i32 : u32);

/** Words of an array as the value of an operation. */
function wordsText(w: HlslContext, op: number, list: readonly string[], kind: number): string {
  if (list.length === 1) return w.result(op, list[0]!, kind);
  return w.result(op, `${w.spelling.typeName(typeOf(kind, list.length))}(${list.join(', ')})`, kind);
}

const loadRaw: HlslRule = (w, op) => {
  const { ops } = w.module;
  const { binding, isGroup, view } = accessOf(w, op, 1);
  const width = widthOf(ops.type[op]!);
  const offset = ops.operand(op, 0);
  const status = w.statusOf(op);
  if (!isGroup)
    return w.result(op, `${view}.Load${SUFFIXES[width]}(${w.as(offset, u32, Precedence.lowest)}${status})`, u32);
  if (width > 1) w.emitter.named(offset);
  const list = Array.from({ length: width }, (_, i) => groupWord(w, binding, view, offset, i));
  return wordsText(w, op, list, wordKind(w, binding));
};

/** The slots of words of an element; undefined where its type is not known. */
function elementSlots(
  w: HlslContext,
  binding: number,
  view: string,
  element: number,
  offset: number,
  width: number,
): (Slot | undefined)[] | undefined {
  const type = w.elements.get(binding);
  if (type === undefined) return undefined;
  // An element is written once for each of its members.
  if (width > 1 && !w.appended.has(sourceOf(w.module, element, 0).value)) w.emitter.named(element);
  const [start, index] = dynamicIndex(w, offset, 1);
  const appended = w.appended.get(sourceOf(w.module, element, 0).value);
  const text = appended?.name ?? `${view}[${valueIndex(w, element)}]`;
  return Array.from({ length: width }, (_, i) => slotOf(type, text, start + WORD * i, index));
}

/** Neighboring slots in one vector; the words of a double belong together. */
function runsOf(slots: readonly (Slot | undefined)[]): Slot[][] {
  const runs: Slot[][] = [];
  let base: string | undefined;
  for (const slot of slots) {
    const text = slot!.text([0]);
    if (text === base) runs.at(-1)!.push(slot!);
    else runs.push([slot!]);
    base = text;
  }
  return runs;
}

/** The components of a run, each once. */
function componentsIn(run: readonly Slot[]): number[] {
  return [...new Set(run.map(({ component }) => component))];
}

/** Reads slots: those of one vector as an expression, more of them with a variable for each. */
function loadFrom(w: HlslContext, op: number, slots: readonly (Slot | undefined)[]): string {
  const kind = kindOf(w.module.ops.type[op]!);
  const all = slots.map((_, i) => i);
  const runs = runsOf(slots);
  const [first] = runs[0]!;
  if (runs.length === 1 && first!.kind !== Kind.f64) {
    if (first!.name !== '') w.nameHints.set(op, first!.name);
    return wordsIn(w, slots, all, kind);
  }
  const variables = runs.flatMap((run) => {
    const list = componentsIn(run);
    const name = w.emitter.names.unique(run[0]!.name);
    w.emitter.line(`${w.type(run[0]!.kind, list.length)} ${name} = ${run[0]!.text(list)};`);
    return run.map(
      (slot): Slot => ({
        ...slot,
        component: list.indexOf(slot.component),
        width: list.length,
        text: (some) => partText(name, some, list.length),
      }),
    );
  });
  w.loaded.set(op, variables);
  w.emitter.decisions.modes[op] = Mode.inline;
  w.emitter.bases[op] = (list) => wordsIn(w, variables, list, kind);
  return wordsIn(w, variables, all, kind);
}

/** Writes the components of a value to slots, those of one vector in one statement. */
function storeAt(w: HlslContext, slots: readonly (Slot | undefined)[], value: number): void {
  const from = kindOf(w.module.ops.type[value]!);
  let at = 0;
  for (const run of runsOf(slots)) {
    const list = componentsIn(run);
    const { kind } = run[0]!;
    const components = run.map((_, i) => at + i);
    at += run.length;
    const text =
      kind === Kind.f64
        ? doublesText(w, value, components)
        : run.length === slots.length
          ? w.as(value, kind, Precedence.lowest)
          : w.castText(w.part(value, components), from, kind, list.length);
    w.write(`${run[0]!.text(list)} = ${text};`);
  }
}

/** Doubles from pairs of words. */
function doublesText(w: HlslContext, value: number, components: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i + 1 < components.length; i += 2) {
    const [low, high] = [components[i]!, components[i + 1]!].map((c) => w.componentAs(value, c, u32));
    parts.push(`asdouble(${low}, ${high})`);
  }
  return parts.length === 1 ? parts[0]! : `double${parts.length}(${parts.join(', ')})`;
}

const load: HlslRule = (w, op) => {
  const { ops } = w.module;
  const { binding, view } = accessOf(w, op, 2);
  const width = widthOf(ops.type[op]!);
  const [element, offset] = [ops.operand(op, 0), ops.operand(op, 1)];
  const status = w.statusOf(op);
  if (status !== '') {
    const type = w.elements.get(binding);
    const complete = w.emitter.names.unique('element');
    const name = type === undefined ? `${w.resource(binding).name}_element` : typeName(type);
    w.emitter.line(`${name} ${complete} = ${view}.Load(${valueIndex(w, element)}${status});`);
    const [start, index] = dynamicIndex(w, offset, 1);
    if (type !== undefined)
      return loadFrom(
        w,
        op,
        Array.from({ length: width }, (_, i) => slotOf(type, complete, start + WORD * i, index)),
      );
    const words = Array.from({ length: width }, (_, i) => `${complete}.words[${wordIndex(w, offset, i)}]`);
    return wordsText(w, op, words, wordKind(w, binding));
  }
  const slots = elementSlots(w, binding, view, element, offset, width);
  if (slots !== undefined) return loadFrom(w, op, slots);
  if (width > 1) {
    w.emitter.named(element);
    w.emitter.named(offset);
  }
  const text = elementText(w, view, element);
  const list = Array.from({ length: width }, (_, i) => `${text}[${wordIndex(w, offset, i)}]`);
  return wordsText(w, op, list, wordKind(w, binding));
};

const storeRaw: HlslRule = (w, op) => {
  const { ops } = w.module;
  const { binding, isGroup, view } = accessOf(w, op, 2);
  const [offset, value] = [ops.operand(op, 0), ops.operand(op, 1)];
  const width = widthOf(ops.type[value]!);
  if (!isGroup) {
    const args = `${w.as(offset, u32, Precedence.lowest)}, ${w.as(value, u32, Precedence.lowest)}`;
    w.write(`${view}.Store${SUFFIXES[width]}(${args});`);
    return '';
  }
  if (width > 1) w.emitter.named(offset);
  for (let i = 0; i < width; i++)
    w.write(`${groupWord(w, binding, view, offset, i)} = ${storedWord(w, value, i, wordKind(w, binding))};`);
  return '';
};

/** Component `i` of a value that is stored word by word. */
function storedWord(w: HlslContext, value: number, i: number, kind: number): string {
  return widthOf(w.module.ops.type[value]!) === 1
    ? w.as(value, kind, Precedence.lowest)
    : w.componentAs(value, i, kind);
}

const store: HlslRule = (w, op) => {
  const { ops } = w.module;
  const { binding, view } = accessOf(w, op, 3);
  const [element, offset, value] = [ops.operand(op, 0), ops.operand(op, 1), ops.operand(op, 2)];
  const width = widthOf(ops.type[value]!);
  const appended = w.appended.get(sourceOf(w.module, element, 0).value);
  const slots = elementSlots(w, binding, view, element, offset, width);
  if (slots !== undefined) {
    // A value that is all of an element needs no variable.
    if (appended?.name === '') w.write(`${view}.Append(${w.as(value, slots[0]!.kind, Precedence.lowest)});`);
    else storeAt(w, slots, value);
    if (appended !== undefined && --appended.stores === 0 && appended.name !== '')
      w.write(`${view}.Append(${appended.name});`);
    return '';
  }
  if (width > 1) {
    w.emitter.named(element);
    w.emitter.named(offset);
  }
  const text = elementText(w, view, element);
  for (let i = 0; i < width; i++)
    w.write(`${text}[${wordIndex(w, offset, i)}] = ${storedWord(w, value, i, wordKind(w, binding))};`);
  return '';
};

const fetch: HlslRule = (w, op) => {
  const { binding, view } = accessOf(w, op, 1);
  const at = w.operandAs(op, 0, u32, Precedence.lowest);
  const status = w.statusOf(op);
  const text = status === '' ? `${view}[${at}]` : `${view}.Load(${at}${status})`;
  return w.result(op, widened(w, op, text, w.typedWidth(binding)), Kind[viewKind(w.binding(binding))]);
};

const put: HlslRule = (w, op) => {
  const { binding, view } = accessOf(w, op, 2);
  const value = storedText(w, op, binding, Kind[viewKind(w.binding(binding))]);
  w.write(`${view}[${w.operandAs(op, 0, u32, Precedence.lowest)}] = ${value};`);
  return '';
};

const size: HlslRule = (w, op) => {
  const { binding, dimension, view } = accessOf(w, op, 0);
  const isStructured = dimension === 'structuredBuffer';
  const name = w.helpers.distinct(`${w.resource(binding).name}_size`, (helper) =>
    w.spelling.fn(helper, [], 'uint', [
      isStructured ? 'uint count, stride;' : 'uint count;',
      `${view}.GetDimensions(${isStructured ? 'count, stride' : 'count'});`,
      'return count;',
    ]),
  );
  return w.result(op, `${name}()`, u32);
};

// Atomic operations.

const METHODS = {
  add: 'InterlockedAdd',
  and: 'InterlockedAnd',
  or: 'InterlockedOr',
  xor: 'InterlockedXor',
  imin: 'InterlockedMin',
  imax: 'InterlockedMax',
  umin: 'InterlockedMin',
  umax: 'InterlockedMax',
  exchange: 'InterlockedExchange',
  compare: 'InterlockedCompareExchange',
} as const;

type Atomic = keyof typeof METHODS;

const atomic =
  (operation: Atomic): HlslRule =>
  (w, op) => {
    const { ops } = w.module;
    const { emitter } = w;
    const count = operation === 'compare' ? 2 : 1;
    const { binding, isGroup, dimension, view } = accessOf(w, op, 1 + count);
    const address = ops.operand(op, 0);
    const isRaw = dimension === 'rawBuffer';
    const isTyped = !isGroup && !isRaw && dimension !== 'structuredBuffer';
    const slot = isRaw || isTyped ? undefined : atomicSlot(w, binding, view, address);
    const isUnsigned = operation === 'umin' || operation === 'umax';
    // The compiler compares as the value is, also where the memory is signed.
    const kind = isUnsigned ? u32 : isTyped ? Kind[viewKind(w.binding(binding))] : (slot?.kind ?? wordKind(w, binding));
    const values = Array.from({ length: count }, (_, i) => w.operandAs(op, 1 + i, kind, Precedence.lowest));
    const needsResult = emitter.decisions.mentions[op]! > 0 || operation === 'exchange';
    const method = operation === 'compare' && !needsResult ? 'InterlockedCompareStore' : METHODS[operation];
    const name = needsResult ? emitter.names.unique('original') : undefined;
    if (name !== undefined) emitter.line(`${w.type(kind)} ${name};`);
    const rest = [...values, ...(name === undefined ? [] : [name])].join(', ');
    if (isRaw && !isGroup) {
      w.write(`${view}.${method}(${w.as(address, u32, Precedence.lowest)}, ${rest});`);
    } else {
      const isVector = widthOf(ops.type[address]!) > 1;
      const target =
        slot !== undefined
          ? slot.text([slot.component])
          : isTyped
            ? `${view}[${w.as(address, u32, Precedence.lowest)}]`
            : isRaw
              ? groupWord(w, binding, view, address, 0)
              : isVector
                ? structuredWord(w, view, address)
                : `${view}[${w.as(address, u32, Precedence.lowest)}].words[0]`;
      w.write(`${method}(${target}, ${rest});`);
    }
    return name === undefined ? '' : w.result(op, name, kind);
  };

/** The integer of an element that an address names. */
function atomicSlot(w: HlslContext, binding: number, view: string, address: number): Slot | undefined {
  const type = w.elements.get(binding);
  if (type === undefined) return undefined;
  const hasOffset = widthOf(w.module.ops.type[address]!) > 1;
  const [start, index] = hasOffset ? dynamicIndex(w, address, 1, 1) : [0, undefined];
  return slotOf(type, `${view}[${valueIndex(w, address)}]`, start, index);
}

/** The word that an address of structured memory names: an element, and a byte offset in it. */
function structuredWord(w: HlslContext, view: string, address: number): string {
  const element = w.componentAs(address, 0, u32);
  const constant = w.constantComponent(address, 1);
  const offset = constant === undefined ? `(${w.componentAs(address, 1, u32)}) >> 2` : String(constant >>> 2);
  return `${view}[${element}].words[${offset}]`;
}

const counter =
  (method: string): HlslRule =>
  (w, op) => {
    const { binding, view } = accessOf(w, op, 0);
    const element = w.plan.appendBuffers?.elements.get(op);
    if (element === undefined) return w.result(op, `${view}.${method}()`, u32);
    const type = w.elements.get(binding)!;
    const isTaken = w.plan.appendBuffers!.methods.get(binding) === 'Consume';
    const isValue = !isTaken && element.stores === 1 && type.shape === 'vector' && type.kind !== Kind.f64;
    const name = isValue ? '' : w.emitter.names.unique(`${w.resource(binding).name}_element`);
    if (!isValue) w.emitter.line(`${typeName(type)} ${name}${isTaken ? ` = ${view}.Consume()` : ''};`);
    if (w.emitter.decisions.mentions[op] === 0) return '';
    w.appended.set(op, { name, stores: element.stores });
    w.emitter.decisions.modes[op] = Mode.inline;
    w.emitter.bases[op] = () => name;
    return name;
  };

export const MEMORY_RULES = {
  'buf.fetch': fetch,
  'buf.put': put,
  'buf.load.raw': loadRaw,
  'buf.load': load,
  'buf.store.raw': storeRaw,
  'buf.store': store,
  'buf.size': size,
  'atomic.add': atomic('add'),
  'atomic.and': atomic('and'),
  'atomic.or': atomic('or'),
  'atomic.xor': atomic('xor'),
  'atomic.imin': atomic('imin'),
  'atomic.imax': atomic('imax'),
  'atomic.umin': atomic('umin'),
  'atomic.umax': atomic('umax'),
  'atomic.exchange': atomic('exchange'),
  'atomic.compare': atomic('compare'),
  'counter.next': counter('IncrementCounter'),
  'counter.last': counter('DecrementCounter'),
} as const;
