/** Buffers, memory of groups, and atomic operations. */
import { Kind, kindOf, Op, widthOf } from '../../../ir/index.ts';
import { viewKind } from '../../common/resource-uses.ts';
import type { Code } from '../code.ts';
import type { SpirvContext, SpirvRule } from '../context.ts';
import { Scope, Spv, StorageClass } from '../grammar.ts';
import {
  accessMemory,
  atomicAddress,
  elementsOf,
  isInside,
  knownLoad,
  knownStore,
  knownWord,
  lengthOf,
  type Memory,
  memoryAccess,
  memoryOf,
  rawLoad,
  rawStore,
  structuredLoad,
  structuredStore,
  wordPointer,
} from '../memory.ts';
import { descriptorIndex, loadHandle, shapeOf, texelAxes, texelType, variableOf } from '../resources.ts';

const { u32 } = Kind;

/** The access of an operation, and the operand with the number of its descriptor; -1 without. */
export function viewOf(w: SpirvContext, op: number): { readonly binding: number; readonly index: number } {
  const { ops, accesses } = w.module;
  const { binding, isIndexed, isSamplerIndexed } = accesses[ops.extra[op]!]!;
  return { binding, index: isIndexed ? ops.arity[op]! - (isSamplerIndexed ? 2 : 1) : -1 };
}

/** Returns the constant words of the address operands. */
function addressWords(w: SpirvContext, op: number, count: number): (number | undefined)[] {
  return Array.from({ length: count }, (_, i) => w.wordOf(w.module.ops.operand(op, i)));
}

const loadRaw: SpirvRule = (w, op) => {
  const { binding, index } = viewOf(w, op);
  const memory = memoryOf(w, op, binding);
  const width = widthOf(w.module.ops.type[op]!);
  const known = knownWord(memory, addressWords(w, op, 1), width);
  const value =
    known !== undefined
      ? accessMemory(memory, op, index, knownLoad(memory, width, known), [])
      : accessMemory(memory, op, index, rawLoad(memory, width), [w.operandAs(op, 0, u32)]);
  return w.result(op, value, u32);
};

const load: SpirvRule = (w, op) => {
  const { binding, index } = viewOf(w, op);
  const memory = memoryOf(w, op, binding);
  const width = widthOf(w.module.ops.type[op]!);
  const words = addressWords(w, op, 2);
  const known = knownWord(memory, words, width);
  if (known !== undefined)
    return w.result(op, accessMemory(memory, op, index, knownLoad(memory, width, known), []), u32);
  const checks = w.checksRanges && !isInside(memory, words[1], width);
  const args = [w.operandAs(op, 0, u32), w.operandAs(op, 1, u32)];
  return w.result(op, accessMemory(memory, op, index, structuredLoad(memory, width, checks), args), u32);
};

const storeRaw: SpirvRule = (w, op) => {
  const { ops } = w.module;
  const { binding, index } = viewOf(w, op);
  const memory = memoryOf(w, op, binding);
  const width = widthOf(ops.type[ops.operand(op, 1)]!);
  const known = knownWord(memory, addressWords(w, op, 1), width);
  const value = w.operandAs(op, 1, u32);
  if (known !== undefined) accessMemory(memory, op, index, knownStore(memory, width, known), [value]);
  else accessMemory(memory, op, index, rawStore(memory, width), [w.operandAs(op, 0, u32), value]);
  return 0;
};

const store: SpirvRule = (w, op) => {
  const { ops } = w.module;
  const { binding, index } = viewOf(w, op);
  const memory = memoryOf(w, op, binding);
  const width = widthOf(ops.type[ops.operand(op, 2)]!);
  const words = addressWords(w, op, 2);
  const known = knownWord(memory, words, width);
  const value = w.operandAs(op, 2, u32);
  if (known !== undefined) {
    accessMemory(memory, op, index, knownStore(memory, width, known), [value]);
    return 0;
  }
  const checks = w.checksRanges && !isInside(memory, words[1], width);
  const args = [w.operandAs(op, 0, u32), w.operandAs(op, 1, u32), value];
  accessMemory(memory, op, index, structuredStore(memory, width, checks), args);
  return 0;
};

// --- typed buffers --------------------------------------------------------------------------------------------------

/** Loads the image of a function of a variable. */
export function imageIn(memory: Memory, code: Code, descriptor: number | undefined): number {
  const { id, storage, type } = memory.variable;
  if (descriptor === undefined) return code.load(type, id);
  const image = code.load(type, code.access(storage, type, id, descriptor));
  if (memory.isNonuniform) memory.w.m.decorateNonuniform(image);
  return image;
}

const fetch: SpirvRule = (w, op) => {
  const { m } = w;
  const { binding, index } = viewOf(w, op);
  const memory = memoryOf(w, op, binding);
  const scalar = texelType(w, binding);
  const texel = m.vector(scalar, 4);
  const isUav = w.binding(binding).kind === 'uav';
  const kind = viewKind(w.binding(binding)) === 'f32' ? Kind.f32 : u32;
  const type = m.vector(m.type(kind), 4);
  const access = memoryAccess(memory, 'fetch', type, 1, (code, [element], descriptor) => {
    const image = imageIn(memory, code, descriptor);
    const read = () => {
      const value = code.binary(isUav ? Spv.ImageRead : Spv.ImageFetch, texel, image, element!);
      return texel === type ? value : code.unary(Spv.Bitcast, type, value);
    };
    if (!w.checksRanges) return read();
    m.need('ImageQuery');
    const size = code.unary(Spv.ImageQuerySize, m.uint, image);
    return code.guarded(code.binary(Spv.ULessThan, m.bool, element!, size), type, m.zero(type), read);
  });
  return w.result(op, accessMemory(memory, op, index, access, [w.operandAs(op, 0, u32)]), kind);
};

const put: SpirvRule = (w, op) => {
  const { m } = w;
  const { binding, index } = viewOf(w, op);
  const memory = memoryOf(w, op, binding);
  const texel = m.vector(texelType(w, binding), 4);
  const kind = viewKind(w.binding(binding)) === 'f32' ? Kind.f32 : u32;
  const type = m.vector(m.type(kind), 4);
  const write = (code: Code, [element, value]: readonly number[], descriptor: number | undefined): number => {
    const image = imageIn(memory, code, descriptor);
    const one = () =>
      code.effect(Spv.ImageWrite, image, element!, texel === type ? value! : code.unary(Spv.Bitcast, texel, value!));
    if (w.checksRanges) {
      m.need('ImageQuery');
      const size = code.unary(Spv.ImageQuerySize, m.uint, image);
      code.guardedEffect(code.binary(Spv.ULessThan, m.bool, element!, size), one);
    } else one();
    return 0;
  };
  const access = memoryAccess(memory, 'put', m.void, 1, write, [type]);
  accessMemory(memory, op, index, access, [w.operandAs(op, 0, u32), w.operandAs(op, 1, kind)]);
  return 0;
};

const size: SpirvRule = (w, op) => {
  const { m } = w;
  const { binding, index } = viewOf(w, op);
  const memory = memoryOf(w, op, binding);
  if (w.binding(binding).dimension === 'buffer') {
    m.need('ImageQuery');
    return w.code.unary(Spv.ImageQuerySize, m.uint, loadHandle(w, op, binding, index));
  }
  const access = memoryAccess(memory, 'size', m.uint, 0, (code, _, descriptor) => {
    if (memory.stride > 0) return elementsOf(memory, code, descriptor);
    return code.binary(Spv.IMul, m.uint, lengthOf(memory, code, descriptor), m.unsigned(4));
  });
  return accessMemory(memory, op, index, access, []);
};

// --- atomic operations ----------------------------------------------------------------------------------------------

function isMemory(w: SpirvContext, binding: number): boolean {
  const { dimension, kind } = w.binding(binding);
  return kind === 'group' || dimension === 'rawBuffer' || dimension === 'structuredBuffer';
}

/** Writes an atomic operation at a pointer. */
type Atomic = (code: Code, pointer: number, scope: number, values: readonly number[], type: number) => number;

/** @param values operands after the address */
const atomic =
  (name: string, operation: Atomic, values = 1): SpirvRule =>
  (w, op) => {
    const { m } = w;
    const { ops } = w.module;
    const { binding, index } = viewOf(w, op);
    const address = ops.operand(op, 0);
    const given = Array.from({ length: values }, (_, i) => w.operandAs(op, 1 + i, u32));
    if (!isMemory(w, binding)) return w.result(op, texelAtomic(w, op, binding, index, name, operation, given), u32);
    const memory = memoryOf(w, op, binding);
    const width = widthOf(ops.type[address]!);
    const scope = m.unsigned(memory.isGroup ? Scope.Workgroup : Scope.Device);
    const known = knownWord(memory, componentWords(w, address, width), 1);
    if (known !== undefined) {
      const write = (code: Code, list: readonly number[], descriptor: number | undefined) =>
        operation(code, wordPointer(memory, code, m.unsigned(known), descriptor), scope, list, m.uint);
      return w.result(op, accessMemory(memory, op, index, { result: m.uint, takes: [], write }, given), u32);
    }
    const access = memoryAccess(memory, name, m.uint, width + values, (code, parameters, descriptor) => {
      const where = atomicAddress(memory, code, parameters.slice(0, width), descriptor);
      const change = () =>
        operation(
          code,
          wordPointer(memory, code, where.at(), descriptor),
          scope,
          parameters.slice(width, width + values),
          m.uint,
        );
      return w.checksRanges ? code.guarded(where.isInside(), m.uint, m.unsigned(0), change) : change();
    });
    const words = Array.from({ length: width }, (_, i) =>
      w.cast(w.component(address, i), kindOf(ops.type[address]!), u32, 1),
    );
    return w.result(op, accessMemory(memory, op, index, { ...access, isAtomic: true }, [...words, ...given]), u32);
  };

/** Returns the constant words of the components of an address. */
function componentWords(w: SpirvContext, address: number, width: number): (number | undefined)[] {
  const { ops } = w.module;
  if (width === 1) return [w.wordOf(address)];
  return Array.from({ length: width }, (_, i) => {
    if (ops.code[address] === Op.const) return ops.operand(address, i);
    if (ops.code[address] !== Op.pick) return undefined;
    const reference = ops.operand(address, i);
    return ops.code[reference >> 2] === Op.const ? ops.operand(reference >> 2, reference & 3) : undefined;
  });
}

/** An atomic operation on a texel. */
function texelAtomic(
  w: SpirvContext,
  op: number,
  binding: number,
  index: number,
  name: string,
  operation: Atomic,
  values: readonly number[],
): number {
  const { m } = w;
  const { ops } = w.module;
  const memory = memoryOf(w, op, binding);
  const shape = shapeOf(w, binding);
  const axes = texelAxes(shape);
  const coords = m.vector(m.uint, axes);
  const value = ops.operand(op, 0);
  const at = w.cast(w.part(value, 0, axes), kindOf(ops.type[value]!), u32, axes);
  const texel = texelType(w, binding);
  const write = (code: Code, [coordinate, ...rest]: readonly number[], descriptor: number | undefined): number => {
    const { id, storage, type } = memory.variable;
    const image = descriptor === undefined ? id : code.access(storage, type, id, descriptor);
    const change = () => {
      const pointer = code.ternary(
        Spv.ImageTexelPointer,
        m.pointer(StorageClass.Image, texel),
        image,
        coordinate!,
        m.unsigned(0),
      );
      const operands = rest
        .slice(0, values.length)
        .map((one) => (texel === m.uint ? one : code.unary(Spv.Bitcast, texel, one)));
      const old = operation(code, pointer, m.unsigned(Scope.Device), operands, texel);
      return texel === m.uint ? old : code.unary(Spv.Bitcast, m.uint, old);
    };
    if (!w.checksRanges) return change();
    m.need('ImageQuery');
    const size = code.unary(Spv.ImageQuerySize, coords, imageIn(memory, code, descriptor));
    return code.guarded(isBelow(code, coordinate!, size, axes), m.uint, m.unsigned(0), change);
  };
  const access = memoryAccess(memory, name, m.uint, 0, write, [coords, ...values.map(() => m.uint)]);
  return accessMemory(memory, op, index, { ...access, isAtomic: true }, [at, ...values]);
}

/** Whether all components of `at` are below those of `size`. */
export function isBelow(code: Code, at: number, size: number, width: number): number {
  const { module: m } = code;
  const each = code.binary(Spv.ULessThan, m.vector(m.bool, width), at, size);
  return width === 1 ? each : code.unary(Spv.All, m.bool, each);
}

const RELAXED = 0;

const simple = (name: string, instruction: number): SpirvRule =>
  atomic(name, (code, pointer, scope, [value], type) =>
    code.value(instruction, type, [pointer, scope, code.module.unsigned(RELAXED), value!]),
  );

const compareExchange = atomic(
  'atomic_compare',
  (code, pointer, scope, [expected, value], type) => {
    const relaxed = code.module.unsigned(RELAXED);
    return code.value(Spv.AtomicCompareExchange, type, [pointer, scope, relaxed, relaxed, value!, expected!]);
  },
  2,
);

/** The hidden counter of a view. @param isLast whether it is the value after the change */
const counter =
  (instruction: number, isLast: boolean): SpirvRule =>
  (w, op) => {
    const { m, code } = w;
    const { binding, index } = viewOf(w, op);
    const memory = memoryOf(w, op, binding, 'counter');
    const descriptor = descriptorIndex(w, op, variableOf(w, binding, 'counter'), index);
    const one = m.unsigned(1);
    const old = code.value(instruction, m.uint, [
      wordPointer(memory, code, m.unsigned(0), descriptor),
      m.unsigned(Scope.Device),
      m.unsigned(RELAXED),
      one,
    ]);
    return w.result(op, isLast ? code.binary(Spv.ISub, m.uint, old, one) : old, u32);
  };

export const BUFFER_RULES = {
  'buf.fetch': fetch,
  'buf.put': put,
  'buf.load.raw': loadRaw,
  'buf.load': load,
  'buf.store.raw': storeRaw,
  'buf.store': store,
  'buf.size': size,
  'atomic.add': simple('atomic_add', Spv.AtomicIAdd),
  'atomic.and': simple('atomic_and', Spv.AtomicAnd),
  'atomic.or': simple('atomic_or', Spv.AtomicOr),
  'atomic.xor': simple('atomic_xor', Spv.AtomicXor),
  'atomic.imin': simple('atomic_signed_min', Spv.AtomicSMin),
  'atomic.imax': simple('atomic_signed_max', Spv.AtomicSMax),
  'atomic.umin': simple('atomic_min', Spv.AtomicUMin),
  'atomic.umax': simple('atomic_max', Spv.AtomicUMax),
  'atomic.exchange': simple('atomic_exchange', Spv.AtomicExchange),
  'atomic.compare': compareExchange,
  'counter.next': counter(Spv.AtomicIAdd, false),
  'counter.last': counter(Spv.AtomicISub, true),
} as const satisfies Record<string, SpirvRule>;
