/**
 * Memory of words: buffers and memory of groups. Reads and writes are functions of each variable, which test whether
 * all of an element is inside; the only access of a variable, and one whose words are known to be inside, is written
 * where it is.
 */

import { groupWords } from '../common/memory.ts';
import type { ResourceRole } from '../common/plan.ts';
import type { ResourceVariable } from './builtins.ts';
import type { Code } from './code.ts';
import type { SpirvContext } from './context.ts';
import { Spv } from './grammar.ts';
import { descriptorIndex, variableOf } from './resources.ts';

/** Memory that an operation reaches. */
export interface Memory {
  readonly w: SpirvContext;
  readonly name: string;
  readonly variable: ResourceVariable;
  readonly isGroup: boolean;
  /** Words of an element of structured memory; 0 for others. */
  readonly stride: number;
  /** Words of memory of groups. */
  readonly words: number;
  readonly isNonuniform: boolean;
  /** Whether one operation alone has it. */
  readonly isUsedOnce: boolean;
}

/**
 * Writes an access with its operands; `descriptor` is the number of the descriptor, where there are several. Gives the
 * value, or 0.
 */
type WriteAccess = (code: Code, operands: readonly number[], descriptor: number | undefined) => number;

/** An access to memory: a function of its variable, or inline instructions. */
export interface MemoryAccess {
  /** Name of the function, after that of the variable; undefined for one that is always inline. */
  readonly name?: string;
  /** Type of its value. */
  readonly result: number;
  /** Types of its operands. */
  readonly takes: readonly number[];
  readonly write: WriteAccess;
  /** Whether the value may be unused: with an inline range test, it would be a useless phi. */
  readonly isAtomic?: boolean;
}

export function memoryOf(w: SpirvContext, op: number, binding: number, role: ResourceRole = 'main'): Memory {
  const declared = w.binding(binding);
  const { dimension, stride = 4, kind } = declared;
  const isNonuniform = w.isNonuniform(op) && declared.count !== 1;
  return {
    w,
    name: `${w.resource(binding, role).name}${isNonuniform ? '_nonuniform' : ''}`,
    variable: variableOf(w, binding, role),
    isGroup: kind === 'group',
    stride: dimension === 'structuredBuffer' ? Math.max(1, stride >> 2) : 0,
    words: kind === 'group' ? groupWords(declared) : 0,
    isNonuniform,
    isUsedOnce: w.uses.counts[binding] === 1,
  };
}

/** An access with numbers as operands, then some of other types. */
export function memoryAccess(
  { w: { m } }: Memory,
  name: string,
  result: number,
  numbers: number,
  write: WriteAccess,
  types: readonly number[] = [],
): MemoryAccess {
  return { name, result, takes: [...Array<number>(numbers).fill(m.uint), ...types], write };
}

/** Makes an access. @param operand the operand with the number of the descriptor; -1 without */
export function accessMemory(
  memory: Memory,
  op: number,
  operand: number,
  { name, result, takes, write, isAtomic = false }: MemoryAccess,
  args: readonly number[],
): number {
  const { w, variable } = memory;
  const index = descriptorIndex(w, op, variable, operand);
  if (name === undefined || (memory.isUsedOnce && !isAtomic)) return write(w.code, args, index);
  const isArray = variable.count !== 1;
  const parameters = isArray ? [...takes, w.m.uint] : takes;
  const callee = w.helpers.define(`${memory.name}_${name}`, result, parameters, (code, given) =>
    write(code, given, isArray ? given.at(-1) : undefined),
  );
  return w.code.call(result, callee, index === undefined ? args : [...args, index]);
}

export function wordPointer(memory: Memory, code: Code, at: number, descriptor: number | undefined): number {
  const { variable, isGroup, isNonuniform, w } = memory;
  const { id, storage } = variable;
  const zero = w.m.unsigned(0);
  const indexes = isGroup ? [at] : descriptor === undefined ? [zero, at] : [descriptor, zero, at];
  const pointer = code.access(storage, w.m.uint, id, ...indexes);
  if (isNonuniform) w.m.decorateNonuniform(pointer);
  return pointer;
}

/** Returns the length of the memory in words. */
export function lengthOf(memory: Memory, code: Code, descriptor: number | undefined): number {
  const { variable, isGroup, words, w, isNonuniform } = memory;
  const { m } = w;
  if (isGroup) return m.unsigned(words);
  const { id, storage, type } = variable;
  const block = descriptor === undefined ? id : code.access(storage, type, id, descriptor);
  if (isNonuniform && block !== id) m.decorateNonuniform(block);
  return code.binary(Spv.ArrayLength, m.uint, block, 0);
}

/** Elements of structured memory. */
export function elementsOf(memory: Memory, code: Code, descriptor: number | undefined): number {
  const { w, stride } = memory;
  const length = lengthOf(memory, code, descriptor);
  return stride === 1 ? length : code.binary(Spv.UDiv, w.m.uint, length, w.m.unsigned(stride));
}

function loadWord(memory: Memory, code: Code, at: number, descriptor: number | undefined): number {
  const id = code.load(memory.w.m.uint, wordPointer(memory, code, at, descriptor));
  if (memory.isNonuniform) memory.w.m.decorateNonuniform(id);
  return id;
}

/** `at` with a number added. */
function plus({ w }: Memory, code: Code, at: number, add: number): number {
  return add === 0 ? at : code.binary(Spv.IAdd, w.m.uint, at, w.m.unsigned(add));
}

function shiftedOffset({ w }: Memory, code: Code, offset: number): number {
  return code.binary(Spv.ShiftRightLogical, w.m.uint, offset, w.m.unsigned(2));
}

/** The words of a vector as one value. */
function vectorOf({ w }: Memory, code: Code, parts: readonly number[]): number {
  return parts.length === 1 ? parts[0]! : code.construct(w.m.vector(w.m.uint, parts.length), parts);
}

/** A word inside, or 0. */
function wordOrZero(memory: Memory, code: Code, at: number, length: number, descriptor: number | undefined): number {
  const { m } = memory.w;
  const isInside = code.binary(Spv.ULessThan, m.bool, at, length);
  return code.guarded(isInside, m.uint, m.unsigned(0), () => loadWord(memory, code, at, descriptor));
}

/** Reads words from a byte offset on; words outside are 0. */
export function rawLoad(memory: Memory, width: number): MemoryAccess {
  const { w } = memory;
  const { m } = w;
  return memoryAccess(memory, `load${width}`, m.vector(m.uint, width), 1, (code, [offset], descriptor) => {
    const first = shiftedOffset(memory, code, offset!);
    const length = w.checksRanges ? lengthOf(memory, code, descriptor) : 0;
    const parts = Array.from({ length: width }, (_, i) => {
      const at = plus(memory, code, first, i);
      return w.checksRanges ? wordOrZero(memory, code, at, length, descriptor) : loadWord(memory, code, at, descriptor);
    });
    return vectorOf(memory, code, parts);
  });
}

/** The address of words of an element. */
function elementAddress(memory: Memory, code: Code, element: number, offset: number): number {
  const { w, stride } = memory;
  const { m } = w;
  const start = code.binary(Spv.IMul, m.uint, element, m.unsigned(stride));
  return code.binary(Spv.IAdd, m.uint, start, shiftedOffset(memory, code, offset));
}

/** Whether word `i` of an access from byte `offset` on is inside an element. */
function isInsideElement({ w, stride }: Memory, code: Code, offset: number, i: number): number {
  return code.binary(Spv.ULessThan, w.m.bool, offset, w.m.unsigned(Math.max(0, 4 * (stride - i))));
}

/** Reads words of an element. @param checksOffset whether the offset may be beyond the element */
export function structuredLoad(memory: Memory, width: number, checksOffset: boolean): MemoryAccess {
  const { w } = memory;
  const { m } = w;
  const type = m.vector(m.uint, width);
  const name = `load${width}${checksOffset ? '_inside' : ''}`;
  return memoryAccess(memory, name, type, 2, (code, [element, offset], descriptor) => {
    const read = (): number => {
      const first = elementAddress(memory, code, element!, offset!);
      const parts = Array.from({ length: width }, (_, i) => {
        const load = () => loadWord(memory, code, plus(memory, code, first, i), descriptor);
        if (!checksOffset) return load();
        return code.guarded(isInsideElement(memory, code, offset!, i), m.uint, m.unsigned(0), load);
      });
      return vectorOf(memory, code, parts);
    };
    if (!w.checksRanges) return read();
    const isInside = code.binary(Spv.ULessThan, m.bool, element!, elementsOf(memory, code, descriptor));
    return code.guarded(isInside, type, m.zero(type), read);
  });
}

/** Writes words from a byte offset on; words outside are not written. */
export function rawStore(memory: Memory, width: number): MemoryAccess {
  const { w } = memory;
  const { m } = w;
  const write = (code: Code, [offset, value]: readonly number[], descriptor: number | undefined): number => {
    const first = shiftedOffset(memory, code, offset!);
    const length = w.checksRanges ? lengthOf(memory, code, descriptor) : 0;
    for (let i = 0; i < width; i++) {
      const at = plus(memory, code, first, i);
      const put = () =>
        code.store(wordPointer(memory, code, at, descriptor), width === 1 ? value! : code.extract(m.uint, value!, i));
      if (w.checksRanges) code.guardedEffect(code.binary(Spv.ULessThan, m.bool, at, length), put);
      else put();
    }
    return 0;
  };
  return memoryAccess(memory, `store${width}`, m.void, 1, write, [m.vector(m.uint, width)]);
}

/** Writes words of an element. */
export function structuredStore(memory: Memory, width: number, checksOffset: boolean): MemoryAccess {
  const { w } = memory;
  const { m } = w;
  const name = `store${width}${checksOffset ? '_inside' : ''}`;
  const write = (code: Code, [element, offset, value]: readonly number[], descriptor: number | undefined): number => {
    const put = (): void => {
      const first = elementAddress(memory, code, element!, offset!);
      for (let i = 0; i < width; i++) {
        const one = () =>
          code.store(
            wordPointer(memory, code, plus(memory, code, first, i), descriptor),
            width === 1 ? value! : code.extract(m.uint, value!, i),
          );
        if (checksOffset) code.guardedEffect(isInsideElement(memory, code, offset!, i), one);
        else one();
      }
    };
    if (w.checksRanges)
      code.guardedEffect(code.binary(Spv.ULessThan, m.bool, element!, elementsOf(memory, code, descriptor)), put);
    else put();
    return 0;
  };
  return memoryAccess(memory, name, m.void, 2, write, [m.vector(m.uint, width)]);
}

/**
 * The first word of an access to memory of groups, if its words are known and inside.
 *
 * @param address a byte offset, or an element and a byte offset; undefined where they are not known
 */
export function knownWord(
  { isGroup, stride, words }: Memory,
  address: readonly (number | undefined)[],
  width: number,
): number | undefined {
  const [element, offset] = stride > 0 ? address : [0, address[0]];
  if (!isGroup || element === undefined || offset === undefined) return undefined;
  const size = stride > 0 ? stride : words;
  const start = (element >>> 0) * size;
  const at = offset >>> 2;
  return at + width <= size && start + size <= words ? start + at : undefined;
}

/** Reads words from a known one on. */
export function knownLoad(memory: Memory, width: number, first: number): MemoryAccess {
  const { m } = memory.w;
  const write = (code: Code, _: readonly number[], descriptor: number | undefined) => {
    const read = (_: unknown, i: number) => loadWord(memory, code, m.unsigned(first + i), descriptor);
    return vectorOf(memory, code, Array.from({ length: width }, read));
  };
  return { result: m.vector(m.uint, width), takes: [], write };
}

/** Writes words from a known one on. */
export function knownStore(memory: Memory, width: number, first: number): MemoryAccess {
  const { m } = memory.w;
  const write = (code: Code, [value]: readonly number[], descriptor: number | undefined) => {
    for (let i = 0; i < width; i++) {
      const pointer = wordPointer(memory, code, m.unsigned(first + i), descriptor);
      code.store(pointer, width === 1 ? value! : code.extract(m.uint, value!, i));
    }
    return 0;
  };
  return { result: m.void, takes: [m.vector(m.uint, width)], write };
}

/** Whether all words from a constant byte offset on are inside an element. */
export function isInside({ stride }: Memory, offset: number | undefined, width: number): boolean {
  return offset !== undefined && offset >= 0 && (offset >> 2) + width <= stride;
}

/**
 * The word of an atomic operation, and whether it is inside. @param address a byte offset, or an element and a byte
 * offset
 */
export function atomicAddress(
  memory: Memory,
  code: Code,
  address: readonly number[],
  descriptor: number | undefined,
): { readonly at: () => number; readonly isInside: () => number } {
  const { w, stride } = memory;
  const { m } = w;
  const less = (a: number, b: number) => code.binary(Spv.ULessThan, m.bool, a, b);
  const [first, offset] = address;
  if (stride > 0)
    return {
      at: () => elementAddress(memory, code, first!, offset!),
      isInside: () =>
        code.binary(
          Spv.LogicalAnd,
          m.bool,
          less(first!, elementsOf(memory, code, descriptor)),
          less(offset!, m.unsigned(4 * stride)),
        ),
    };
  const at = shiftedOffset(memory, code, first!);
  return { at: () => at, isInside: () => less(at, lengthOf(memory, code, descriptor)) };
}
