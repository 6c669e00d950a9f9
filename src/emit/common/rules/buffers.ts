/** Buffers and memory of groups. Reads and writes are functions for each variable (memory.ts). */
import { Kind, OP_NAMES, typeOf, widthOf } from '../../../ir/index.ts';
import {
  atomicFunction,
  elementCount,
  isInside,
  type Memory,
  rawLoad,
  rawStore,
  structuredLoad,
  structuredStore,
  typedLoad,
  typedStore,
} from '../memory.ts';
import { type Argument, selectRegister, viewAlone } from '../register-selection.ts';
import { defaultFormat } from '../resource-uses.ts';
import { type TexelFormat, texelFormat } from '../texel-formats.ts';
import type { TextContext, TextRule } from '../text-context.ts';
import { type AtomicOperation, Precedence } from '../text-language.ts';

const { u32 } = Kind;

function memoryOf(w: TextContext, number: number, element: number): Memory {
  const binding = w.binding(number);
  const { name, length, read, write, atomic } = w.memory(number, element);
  return {
    name,
    length,
    read,
    write,
    atomic,
    w,
    stride: binding.dimension === 'structuredBuffer' ? Math.max(1, (binding.stride ?? 4) >> 2) : 0,
    format: binding.dimension === 'buffer' ? formatOf(w, number) : undefined,
  };
}

/** The format of the elements of a typed buffer. */
function formatOf(w: TextContext, number: number): TexelFormat {
  const { format = '' } = w.resource(number);
  return texelFormat(format) ?? texelFormat(defaultFormat(w.binding(number), false))!;
}

/** Calls for a register that may be selected by operand `index`. */
function selected(
  w: TextContext,
  op: number,
  index: number,
  width: number | undefined,
  kind: number,
  args: readonly Argument[],
  call: (memory: Memory, args: string) => string,
): string {
  const { ops, accesses } = w.module;
  const { binding, isIndexed } = accesses[ops.extra[op]!]!;
  const type = width === undefined ? undefined : typeOf(kind, width);
  return selectRegister(w, op, viewAlone(binding, isIndexed ? index : -1), args, type, (element, _, expressions) =>
    call(memoryOf(w, binding, element), expressions.join(', ')),
  );
}

/** Operands from the first one on as unsigned words; the last one may be a vector. */
function wordArguments(w: TextContext, op: number, count: number): Argument[] {
  return Array.from({ length: count }, (_, i) => {
    const type = w.module.ops.type[w.module.ops.operand(op, i)]!;
    return { text: w.operandAs(op, i, u32), type: w.typeAs(type, u32) };
  });
}

const loadRaw: TextRule = (w, op) => {
  const width = widthOf(w.module.ops.type[op]!);
  const call = (memory: Memory, args: string) => `${rawLoad(memory, width)}(${args})`;
  return w.result(op, selected(w, op, 1, width, u32, wordArguments(w, op, 1), call), u32);
};

const load: TextRule = (w, op) => {
  const { ops } = w.module;
  const width = widthOf(ops.type[op]!);
  const offset = w.emitter.wordOf(ops.operand(op, 1));
  const call = (memory: Memory, args: string) =>
    `${structuredLoad(memory, width, w.checksRanges && !isInside(memory, offset, width))}(${args})`;
  return w.result(op, selected(w, op, 2, width, u32, wordArguments(w, op, 2), call), u32);
};

const fetch: TextRule = (w, op) => {
  const { ops, accesses } = w.module;
  const kind = Kind[formatOf(w, accesses[ops.extra[op]!]!.binding).kind];
  const call = (memory: Memory, args: string) => `${typedLoad(memory)}(${args})`;
  return w.result(op, selected(w, op, 1, 4, kind, wordArguments(w, op, 1), call), kind);
};

const storeRaw: TextRule = (w, op) => {
  const width = widthOf(w.module.ops.type[w.module.ops.operand(op, 1)]!);
  const call = (memory: Memory, args: string) => `${rawStore(memory, width)}(${args})`;
  w.write(`${selected(w, op, 2, undefined, u32, wordArguments(w, op, 2), call)};`);
  return '';
};

const store: TextRule = (w, op) => {
  const { ops } = w.module;
  const width = widthOf(ops.type[ops.operand(op, 2)]!);
  const offset = w.emitter.wordOf(ops.operand(op, 1));
  const call = (memory: Memory, args: string) =>
    `${structuredStore(memory, width, w.checksRanges && !isInside(memory, offset, width))}(${args})`;
  w.write(`${selected(w, op, 3, undefined, u32, wordArguments(w, op, 3), call)};`);
  return '';
};

const put: TextRule = (w, op) => {
  const { ops, accesses } = w.module;
  const kind = Kind[formatOf(w, accesses[ops.extra[op]!]!.binding).kind];
  const args = [...wordArguments(w, op, 1), { text: w.operandAs(op, 1, kind), type: w.type(kind, 4) }];
  const call = (memory: Memory, list: string) => `${typedStore(memory)}(${list})`;
  w.write(`${selected(w, op, 2, undefined, u32, args, call)};`);
  return '';
};

const size: TextRule = (w, op) => {
  const text = selected(w, op, 0, 1, u32, [], (memory) =>
    memory.stride > 0 || memory.format !== undefined ? elementCount(memory) : `${memory.length} * 4u`,
  );
  w.emitter.precedence = Precedence.multiplicative;
  return text;
};

// --- atomic operations ----------------------------------------------------------------------------------------------

/** The address of an atomic operation: its first operand, component by component. */
function addressArguments(w: TextContext, op: number): string[] {
  const value = w.module.ops.operand(op, 0);
  const type = w.module.ops.type[value]!;
  return Array.from({ length: widthOf(type) }, (_, i) => w.componentAs(value, i, u32));
}

/** Whether what an operation reads or writes is a texture. */
export function isTextureAccess(w: TextContext, op: number): boolean {
  const { ops, accesses } = w.module;
  const { dimension = 'unknown' } = w.binding(accesses[ops.extra[op]!]!.binding);
  return dimension !== 'buffer' && dimension !== 'rawBuffer' && dimension !== 'structuredBuffer';
}

const atomic =
  (operation: AtomicOperation): TextRule =>
  (w, op) => {
    // Languages without atomics on textures refuse them with the variables; the others replace this rule.
    if (isTextureAccess(w, op)) return w.zero(op);
    const values = operation === 'compare' ? ['compare', 'value'] : ['value'];
    const expressions = [...addressArguments(w, op), ...values.map((_, i) => w.operandAs(op, 1 + i, u32))];
    const args = expressions.map((text) => ({ text, type: w.type(u32) }));
    const call = (memory: Memory, list: string) =>
      `${atomicFunction(memory, `atomic_${operation}`, (target) => w.atomicLines(operation, target), values)}(${list})`;
    return w.result(op, selected(w, op, 1 + values.length, 1, u32, args, call), u32);
  };

const counter =
  (isNext: boolean): TextRule =>
  (w, op) => {
    const { ops, accesses } = w.module;
    const { binding, isIndexed } = accesses[ops.extra[op]!]!;
    const element = isIndexed ? (w.emitter.wordOf(ops.operand(op, 0)) ?? -1) : 0;
    if (element < 0) return w.refuse(op, `the counter of a buffer that a value selects (${OP_NAMES[ops.code[op]!]})`);
    w.emitter.precedence = Precedence.additive;
    return w.result(op, w.counterText(w.resource(binding, element, 'counter'), isNext), u32);
  };

export const BUFFER_RULES = {
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
  'counter.next': counter(true),
  'counter.last': counter(false),
} as const satisfies Record<string, TextRule>;
