/**
 * Buffers and memory of groups: arrays of words in WGSL. Reads and writes are functions for each variable, which test whether all of an element is
 * inside; those of memory with atomic operations are atomic themselves.
 */
import { type IrBinding, Kind, kindOf, OP_NAMES, widthOf } from '../../ir/index.ts';
import type { PlannedResource } from '../common/plan.ts';
import { Use } from '../common/resource-uses.ts';
import type { WgslContext } from './context.ts';
import { type TexelFormat, texelFormat } from './formats.ts';
import { viewKind } from './resources.ts';
import type { WgslRule } from './rule.ts';

const { u32 } = Kind;

/** A variable with words, and how they are addressed. */
interface Memory {
  readonly w: WgslContext;
  readonly binding: IrBinding;
  readonly number: number;
  readonly element: number;
  readonly name: string;
  /** Words of the whole array, as text. */
  readonly length: string;
  readonly isAtomic: boolean;
  /** Words of an element of structured memory; 0 for others. */
  readonly stride: number;
  readonly format: TexelFormat | undefined;
}

/** Words of group memory. */
export function groupWords({ dimension, stride = 0, size = 0 }: IrBinding): number {
  return Math.max(1, Math.floor((dimension === 'rawBuffer' ? size : size * stride) / 4));
}

export function isAtomicMemory(w: WgslContext, number: number): boolean {
  return (w.uses.bindings[number]! & Use.atomic) !== 0;
}

function memoryOf(w: WgslContext, number: number, element: number): Memory {
  const binding = w.binding(number);
  const resource = w.resource(number, element);
  const { name } = resource;
  return {
    w,
    binding,
    number,
    element,
    name,
    length: binding.kind === 'group' ? `${groupWords(binding)}u` : `arrayLength(&${name})`,
    isAtomic: isAtomicMemory(w, number),
    stride: binding.dimension === 'structuredBuffer' ? Math.max(1, (binding.stride ?? 4) >> 2) : 0,
    format: binding.dimension === 'buffer' ? formatOf(resource, binding) : undefined,
  };
}

function formatOf({ format }: PlannedResource, binding: IrBinding): TexelFormat {
  const kind = viewKind(binding);
  return (
    texelFormat(format ?? '') ?? texelFormat(`rgba32${kind === 'f32' ? 'float' : kind === 'i32' ? 'sint' : 'uint'}`)!
  );
}

/** A function that reads a word, or gives 0 outside. */
function wordFunction({ w, name, length, isAtomic }: Memory): string {
  const read = isAtomic ? `atomicLoad(&${name}[i])` : `${name}[i]`;
  return w.helpers.own(`${name}_word`, () => {
    const body = w.checksRanges ? `  if (i < ${length}) { return ${read}; }\n  return 0u;` : `  return ${read};`;
    return `fn ${name}_word(i: u32) -> u32 {\n${body}\n}`;
  });
}

/** A function that writes a word, unless it is outside. */
function putFunction({ w, name, length, isAtomic }: Memory): string {
  const write = isAtomic ? `atomicStore(&${name}[i], value);` : `${name}[i] = value;`;
  return w.helpers.own(
    `${name}_put`,
    () => `fn ${name}_put(i: u32, value: u32) {\n  ${w.checksRanges ? `if (i < ${length}) { ${write} }` : write}\n}`,
  );
}

/** The words of a vector from `first` on, as texts. */
function words(memory: Memory, first: string, width: number): string[] {
  const read = wordFunction(memory);
  return Array.from({ length: width }, (_, i) => `${read}(${first}${i > 0 ? ` + ${i}u` : ''})`);
}

function vector(type: string, texts: readonly string[]): string {
  return texts.length === 1 ? texts[0]! : `${type}(${texts.join(', ')})`;
}

/** The test that word `i` of an access from byte `offset` on is inside an element. */
function insideElement({ stride }: Memory, i: number): string {
  return `offset < ${Math.max(0, 4 * (stride - i))}u`;
}

/** Whether all words from a constant byte offset on are inside an element. */
function isInside({ stride }: Memory, offset: number | undefined, width: number): boolean {
  return offset !== undefined && offset >= 0 && (offset >> 2) + width <= stride;
}

const elementTest = ({ stride, length }: Memory) => `element < ${length} / ${stride}u`;

// --- reads ----------------------------------------------------------------------------------------------------------

function rawLoad(memory: Memory, width: number): string {
  const { w, name } = memory;
  const type = w.type(u32, width);
  return w.helpers.own(`${name}_load${width}`, () => {
    const list = words(memory, 'i', width);
    return `fn ${name}_load${width}(offset: u32) -> ${type} {\n  let i = offset >> 2u;\n  return ${vector(type, list)};\n}`;
  });
}

function structuredLoad(memory: Memory, width: number, checksOffset: boolean): string {
  const { w, name, stride } = memory;
  const type = w.type(u32, width);
  const own = `${name}_load${width}${checksOffset ? '_inside' : ''}`;
  return w.helpers.own(own, () => {
    const texts = words(memory, 'i', width).map((text, i) =>
      checksOffset ? `select(0u, ${text}, ${insideElement(memory, i)})` : text,
    );
    const test = w.checksRanges ? `  if (!(${elementTest(memory)})) { return ${type}(); }\n` : '';
    return `fn ${own}(element: u32, offset: u32) -> ${type} {\n${test}  let i = element * ${stride}u + (offset >> 2u);\n  return ${vector(type, texts)};\n}`;
  });
}

/** What components a format does not have are. */
function padded(list: readonly string[], kind: TexelFormat['kind']): string[] {
  const zero = kind === 'f32' ? '0.0' : kind === 'i32' ? '0' : '0u';
  const one = kind === 'f32' ? '1.0' : kind === 'i32' ? '1' : '1u';
  return [...list, ...[zero, zero, zero, one].slice(list.length)].slice(0, 4);
}

function typedLoad(memory: Memory): string {
  const { w, name, length } = memory;
  const format = memory.format!;
  const type = `vec4${format.kind[0]}`;
  return w.helpers.own(`${name}_fetch`, () => {
    const list = padded(format.decode(Array.from({ length: format.words }, (_, i) => `w${i}`)), format.kind);
    const lets = Array.from({ length: format.words }, (_, i) => {
      const at = format.words === 1 ? 'element' : `element * ${format.words}u + ${i}u`;
      return `  let w${i} = ${memory.isAtomic ? `atomicLoad(&${name}[${at}])` : `${name}[${at}]`};`;
    });
    const count = format.words === 1 ? length : `${length} / ${format.words}u`;
    const test = w.checksRanges ? `  if (element >= ${count}) { return ${type}(); }\n` : '';
    return `fn ${name}_fetch(element: u32) -> ${type} {\n${test}${lets.join('\n')}\n  return ${type}(${list.join(', ')});\n}`;
  });
}

/** Calls for a register that a value selects: a function with a case for each. */
function selected(
  w: WgslContext,
  op: number,
  indexOperand: number,
  types: readonly string[],
  result: string,
  call: (memory: Memory, args: string) => string,
  args: readonly string[],
): string {
  const { ops, accesses } = w.module;
  const { binding, isIndexed } = accesses[ops.extra[op]!]!;
  const word = isIndexed ? w.emitter.wordOf(ops.operand(op, indexOperand)) : 0;
  if (word !== undefined) return call(memoryOf(w, binding, word), args.join(', '));
  const names = types.map((_, i) => `a${i}`).join(', ');
  const cases = Array.from({ length: w.binding(binding).count }, (_, i) => {
    const text = call(memoryOf(w, binding, i), names);
    return `    case ${i}u: { ${result === '' ? text : `return ${text}`}; }`;
  });
  const base = `${w.resource(binding).name}_${OP_NAMES[ops.code[op]!]!.replace(/\./g, '_')}_at`;
  const head = `(view_index: u32${types.map((type, i) => `, a${i}: ${type}`).join('')})`;
  const end = result === '' ? '' : `\n  return ${result}();`;
  const body = `${head}${result === '' ? '' : ` -> ${result}`} {\n  switch (view_index) {\n${cases.join('\n')}\n    default: {}\n  }${end}\n}`;
  let name = base;
  for (let i = 1; w.helpers.texts.has(name) && w.helpers.texts.get(name) !== `fn ${name}${body}`; i++)
    name = `${base}${i}`;
  w.helpers.own(name, () => `fn ${name}${body}`);
  return `${name}(${[w.operandAs(op, indexOperand, u32), ...args].join(', ')})`;
}

const loadRaw: WgslRule = (w, op) => {
  const width = widthOf(w.module.ops.type[op]!);
  const text = selected(w, op, 1, ['u32'], w.type(u32, width), (memory, args) => `${rawLoad(memory, width)}(${args})`, [
    w.operandAs(op, 0, u32),
  ]);
  return w.result(op, text, u32);
};

const load: WgslRule = (w, op) => {
  const { ops } = w.module;
  const width = widthOf(ops.type[op]!);
  const offset = w.emitter.wordOf(ops.operand(op, 1));
  const args = [w.operandAs(op, 0, u32), w.operandAs(op, 1, u32)];
  const call = (memory: Memory, list: string) =>
    `${structuredLoad(memory, width, w.checksRanges && !isInside(memory, offset, width))}(${list})`;
  return w.result(op, selected(w, op, 2, ['u32', 'u32'], w.type(u32, width), call, args), u32);
};

const fetch: WgslRule = (w, op) => {
  const { ops, accesses } = w.module;
  const { kind } = memoryOf(w, accesses[ops.extra[op]!]!.binding, 0).format ?? { kind: 'f32' };
  const text = selected(w, op, 1, ['u32'], `vec4${kind[0]}`, (memory, args) => `${typedLoad(memory)}(${args})`, [
    w.operandAs(op, 0, u32),
  ]);
  return w.result(op, text, Kind[kind]);
};

// --- writes ---------------------------------------------------------------------------------------------------------

const AXES = 'xyzw';

function rawStore(memory: Memory, width: number): string {
  const { w, name } = memory;
  const own = `${name}_store${width}`;
  return w.helpers.own(own, () => {
    const put = putFunction(memory);
    const lines = Array.from({ length: width }, (_, i) => {
      const component = width === 1 ? 'value' : `value.${AXES[i]}`;
      return `  ${put}((offset >> 2u)${i > 0 ? ` + ${i}u` : ''}, ${component});`;
    });
    return `fn ${own}(offset: u32, value: ${w.type(u32, width)}) {\n${lines.join('\n')}\n}`;
  });
}

function structuredStore(memory: Memory, width: number, checksOffset: boolean): string {
  const { w, name, stride } = memory;
  const own = `${name}_store${width}${checksOffset ? '_inside' : ''}`;
  return w.helpers.own(own, () => {
    const put = putFunction(memory);
    const lines = Array.from({ length: width }, (_, i) => {
      const component = width === 1 ? 'value' : `value.${AXES[i]}`;
      const statement = `${put}(i${i > 0 ? ` + ${i}u` : ''}, ${component});`;
      return checksOffset ? `  if (${insideElement(memory, i)}) { ${statement} }` : `  ${statement}`;
    });
    const test = w.checksRanges ? `  if (!(${elementTest(memory)})) { return; }\n` : '';
    return `fn ${own}(element: u32, offset: u32, value: ${w.type(u32, width)}) {\n${test}  let i = element * ${stride}u + (offset >> 2u);\n${lines.join('\n')}\n}`;
  });
}

function typedStore(memory: Memory): string {
  const { w, name, length } = memory;
  const format = memory.format!;
  return w.helpers.own(`${name}_put_element`, () => {
    const put = putFunction(memory);
    const list = format.encode(Array.from(AXES, (axis) => `value.${axis}`));
    const lines = list.map((text, i) => {
      const at = format.words === 1 ? 'element' : `element * ${format.words}u + ${i}u`;
      return `  ${put}(${at}, ${text});`;
    });
    const count = format.words === 1 ? length : `${length} / ${format.words}u`;
    const test = w.checksRanges ? `  if (element >= ${count}) { return; }\n` : '';
    return `fn ${name}_put_element(element: u32, value: vec4${format.kind[0]}) {\n${test}${lines.join('\n')}\n}`;
  });
}

const storeRaw: WgslRule = (w, op) => {
  const width = widthOf(w.module.ops.type[w.module.ops.operand(op, 1)]!);
  const args = [w.operandAs(op, 0, u32), w.operandAs(op, 1, u32)];
  const call = (memory: Memory, list: string) => `${rawStore(memory, width)}(${list})`;
  w.emitter.line(`${selected(w, op, 2, ['u32', w.type(u32, width)], '', call, args)};`);
  return '';
};

const store: WgslRule = (w, op) => {
  const { ops } = w.module;
  const width = widthOf(ops.type[ops.operand(op, 2)]!);
  const offset = w.emitter.wordOf(ops.operand(op, 1));
  const args = [w.operandAs(op, 0, u32), w.operandAs(op, 1, u32), w.operandAs(op, 2, u32)];
  const call = (memory: Memory, list: string) =>
    `${structuredStore(memory, width, w.checksRanges && !isInside(memory, offset, width))}(${list})`;
  w.emitter.line(`${selected(w, op, 3, ['u32', 'u32', w.type(u32, width)], '', call, args)};`);
  return '';
};

const put: WgslRule = (w, op) => {
  const { ops, accesses } = w.module;
  const { kind } = memoryOf(w, accesses[ops.extra[op]!]!.binding, 0).format ?? { kind: 'f32' };
  const args = [w.operandAs(op, 0, u32), w.operandAs(op, 1, Kind[kind])];
  const call = (memory: Memory, list: string) => `${typedStore(memory)}(${list})`;
  w.emitter.line(`${selected(w, op, 2, ['u32', `vec4${kind[0]}`], '', call, args)};`);
  return '';
};

const size: WgslRule = (w, op) => {
  const call = (memory: Memory) => {
    if (memory.stride > 0) return `${memory.length} / ${memory.stride}u`;
    return memory.format === undefined ? `${memory.length} * 4u` : `${memory.length} / ${memory.format.words}u`;
  };
  w.emitter.precedence = 8;
  const text = selected(w, op, 0, [], 'u32', call, []);
  w.emitter.precedence = 8;
  return text;
};

// --- atomic operations ----------------------------------------------------------------------------------------------

const ATOMICS = {
  'atomic.add': 'atomicAdd',
  'atomic.and': 'atomicAnd',
  'atomic.or': 'atomicOr',
  'atomic.xor': 'atomicXor',
  'atomic.umin': 'atomicMin',
  'atomic.umax': 'atomicMax',
  'atomic.exchange': 'atomicExchange',
} as const;

/** The index of a word from an address, and the test that it is inside. */
function addressOf(memory: Memory): { readonly parameters: string; readonly index: string; readonly test: string } {
  const { stride, format, length } = memory;
  if (stride > 0)
    return {
      parameters: 'element: u32, offset: u32',
      index: `element * ${stride}u + (offset >> 2u)`,
      test: `${elementTest(memory)} && offset < ${4 * stride}u`,
    };
  return format === undefined
    ? { parameters: 'offset: u32', index: 'offset >> 2u', test: `(offset >> 2u) < ${length}` }
    : { parameters: 'element: u32', index: 'element', test: `element < ${length}` };
}

function atomicFunction(
  memory: Memory,
  name: string,
  operation: (place: string) => string,
  parameters = 'value: u32',
): string {
  const { w } = memory;
  const own = `${memory.name}_${name}`;
  return w.helpers.own(own, () => {
    const { parameters: address, index, test } = addressOf(memory);
    const body = operation(`&${memory.name}[${index}]`);
    const guarded = w.checksRanges
      ? `  if (${test}) {\n${body.replace(/^/gm, '    ')}\n  }\n  return 0u;`
      : body.replace(/^/gm, '  ');
    return `fn ${own}(${address}, ${parameters}) -> u32 {\n${guarded}\n}`;
  });
}

/** The address of an atomic operation: its first operand, component by component. */
function addressTexts(w: WgslContext, op: number): string[] {
  const value = w.module.ops.operand(op, 0);
  const type = w.module.ops.type[value]!;
  return Array.from({ length: widthOf(type) }, (_, i) => w.castText(w.part(value, [i]), kindOf(type), u32, 1));
}

function isTexture(w: WgslContext, op: number): boolean {
  const { ops, accesses } = w.module;
  const { dimension = 'unknown' } = w.binding(accesses[ops.extra[op]!]!.binding);
  return dimension !== 'buffer' && dimension !== 'rawBuffer' && dimension !== 'structuredBuffer';
}

const atomic =
  (operation: (place: string) => string, name: string, values = 1): WgslRule =>
  (w, op) => {
    // Textures were refused with their variables.
    if (isTexture(w, op)) return w.zero(op);
    const address = addressTexts(w, op);
    const args = [...address, ...Array.from({ length: values }, (_, i) => w.operandAs(op, 1 + i, u32))];
    const parameters = values === 2 ? 'compare: u32, value: u32' : 'value: u32';
    const call = (memory: Memory, list: string) => `${atomicFunction(memory, name, operation, parameters)}(${list})`;
    const text = selected(
      w,
      op,
      1 + values,
      args.map(() => 'u32'),
      'u32',
      call,
      args,
    );
    return w.result(op, text, u32);
  };

const simple = (name: keyof typeof ATOMICS): WgslRule =>
  atomic((place) => `return ${ATOMICS[name]}(${place}, value);`, name.replace('.', '_'));

/** The words are unsigned, so signed ones are compared and exchanged until nobody else was faster. */
const signed = (choice: 'min' | 'max'): WgslRule =>
  atomic(
    (place) =>
      [
        'loop {',
        `  let old = atomicLoad(${place});`,
        `  let chosen = u32(${choice}(i32(old), i32(value)));`,
        `  if (chosen == old || atomicCompareExchangeWeak(${place}, old, chosen).exchanged) { return old; }`,
        '}',
      ].join('\n'),
    `atomic_signed_${choice}`,
  );

/** A weak exchange may fail without a reason. */
const compareExchange: WgslRule = atomic(
  (place) =>
    [
      'loop {',
      `  let attempt = atomicCompareExchangeWeak(${place}, compare, value);`,
      '  if (attempt.exchanged || attempt.old_value != compare) { return attempt.old_value; }',
      '}',
    ].join('\n'),
  'atomic_compare',
  2,
);

const counter =
  (text: (name: string) => string): WgslRule =>
  (w, op) => {
    const { ops, accesses } = w.module;
    const { binding, isIndexed } = accesses[ops.extra[op]!]!;
    const element = isIndexed ? (w.emitter.wordOf(ops.operand(op, 0)) ?? -1) : 0;
    if (element < 0) return w.refuse(op, `the counter of a buffer that a value selects (${OP_NAMES[ops.code[op]!]})`);
    w.emitter.precedence = 7;
    return w.result(op, text(w.resource(binding, element, 'counter').name), u32);
  };

export const BUFFER_RULES = {
  'buf.fetch': fetch,
  'buf.put': put,
  'buf.load.raw': loadRaw,
  'buf.load': load,
  'buf.store.raw': storeRaw,
  'buf.store': store,
  'buf.size': size,
  'atomic.add': simple('atomic.add'),
  'atomic.and': simple('atomic.and'),
  'atomic.or': simple('atomic.or'),
  'atomic.xor': simple('atomic.xor'),
  'atomic.imin': signed('min'),
  'atomic.imax': signed('max'),
  'atomic.umin': simple('atomic.umin'),
  'atomic.umax': simple('atomic.umax'),
  'atomic.exchange': simple('atomic.exchange'),
  'atomic.compare': compareExchange,
  'counter.next': counter((name) => `atomicAdd(&${name}, 1u)`),
  'counter.last': counter((name) => `atomicSub(&${name}, 1u) - 1u`),
} as const satisfies Record<string, WgslRule>;
