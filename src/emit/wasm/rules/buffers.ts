/**
 * Raw and structured memory in the memory of the module: loads, stores and atomic operations without the host. Lanes
 * take their turns in order, as in the interpreter. An address outside of the memory becomes that of 64 spare bytes.
 */
import { widthOf } from '../../../ir/index.ts';
import type { WasmContext, WasmMemory } from '../context.ts';
import type { WasmOp } from '../opcodes.ts';
import { host } from './memory.ts';
import type { WasmRule } from './rule.ts';

const LANES = 4;
const WORD_BYTES = 4;

/** The memory that an operation uses; undefined where the host does it. */
function memoryOf({ module, memories }: WasmContext, op: number): WasmMemory | undefined {
  const access = module.accesses[module.ops.extra[op]!]!;
  return access.isIndexed ? undefined : memories.get(access.binding);
}

/** Leaves i32 on the stack as a vector. */
function splat(w: WasmContext, write: () => void): void {
  write();
  w.op('i32x4.splat');
}

/** The address of a word: how the vectors of elements and of byte offsets are put on the stack. */
interface Address {
  /** Undefined for raw memory. */
  readonly element: (() => void) | undefined;
  readonly offset: () => void;
}

/** Leaves the mask of lanes whose word, `index` words after the address, is inside. */
function isInside(w: WasmContext, memory: WasmMemory, { element, offset }: Address, index: number): void {
  const { code } = w;
  // The number of offsets that are inside: the words after the address count, too.
  const count = (bytes: () => void) => {
    bytes();
    code.i32(WORD_BYTES * index);
    code.op('i32.sub');
    code.i32(0);
    bytes();
    code.i32(WORD_BYTES * index);
    code.op('i32.gt_u');
    code.op('select');
  };
  if (element === undefined) {
    offset();
    splat(w, () => count(memory.bytes));
    w.op('i32x4.lt_u');
    return;
  }
  offset();
  splat(w, () => count(memory.stride));
  w.op('i32x4.lt_u');
  element();
  // Without a stride no offset is inside; the division must not fail.
  splat(w, () => {
    memory.bytes();
    memory.stride();
    code.i32(1);
    memory.stride();
    code.op('select');
    code.op('i32.div_u');
  });
  w.op('i32x4.lt_u', 'v128.and');
}

/** Leaves the addresses of words in a new local, those outside replaced; the mask of those inside is in another. */
function addressesOf(
  w: WasmContext,
  memory: WasmMemory,
  address: Address,
  index: number,
  isMasked: boolean,
): { readonly addresses: number; readonly inside: number } {
  const { code } = w;
  const [addresses, inside] = [code.take(), code.take()];
  isInside(w, memory, address, index);
  if (isMasked) {
    code.get(w.mask);
    code.get(w.helpers);
    code.ops('v128.andnot', 'v128.and');
  }
  code.set(inside);
  splat(w, memory.address);
  const { element, offset } = address;
  if (element !== undefined) {
    element();
    splat(w, memory.stride);
    w.op('i32x4.mul');
  }
  offset();
  if (element !== undefined) w.op('i32x4.add');
  // An address that is no multiple of four loses its lowest bits.
  w.splat(-WORD_BYTES);
  w.op('v128.and', 'i32x4.add');
  w.splat(WORD_BYTES * index);
  w.op('i32x4.add');
  w.splat(w.addresses.outside);
  code.get(inside);
  w.op('v128.bitselect');
  code.set(addresses);
  return { addresses, inside };
}

/** A rule for memory of the module; the host does the operation elsewhere. */
function inMemory(rule: (w: WasmContext, op: number, memory: WasmMemory) => void): WasmRule {
  return (w, op) => {
    const memory = memoryOf(w, op);
    if (memory === undefined) host(w, op);
    else rule(w, op, memory);
  };
}

function load(isRaw: boolean): WasmRule {
  return inMemory((w, op, memory) => {
    const { code } = w;
    const { ops } = w.module;
    const address = addressOfOperands(w, op, isRaw);
    for (let slot = 0; slot < widthOf(ops.type[op]!); slot++) {
      if (!w.needs(op, slot)) continue;
      const { addresses, inside } = addressesOf(w, memory, address, slot, false);
      const result = code.take();
      w.splat(0);
      code.set(result);
      for (let lane = 0; lane < LANES; lane++) {
        code.get(addresses);
        code.lane('i32x4.extract_lane', lane);
        code.get(result);
        code.memoryLane('v128.load32_lane', 0, lane);
        code.set(result);
      }
      code.get(result);
      code.get(inside);
      w.op('v128.and');
      for (const local of [addresses, inside, result]) code.give(local);
      w.define(op, slot);
    }
  });
}

function addressOfOperands(w: WasmContext, op: number, isRaw: boolean): Address {
  const { ops } = w.module;
  return isRaw
    ? { element: undefined, offset: () => w.get(ops.operand(op, 0)) }
    : { element: () => w.get(ops.operand(op, 0)), offset: () => w.get(ops.operand(op, 1)) };
}

function store(isRaw: boolean): WasmRule {
  return inMemory((w, op, memory) => {
    const { code } = w;
    const { ops } = w.module;
    const value = ops.operand(op, isRaw ? 1 : 2);
    const address = addressOfOperands(w, op, isRaw);
    const slots = Array.from({ length: widthOf(ops.type[value]!) }, (_, slot) => {
      const { addresses, inside } = addressesOf(w, memory, address, slot, true);
      code.give(inside);
      return addresses;
    });
    // A lane writes all of its words before the next one.
    for (let lane = 0; lane < LANES; lane++)
      for (const [slot, addresses] of slots.entries()) {
        code.get(addresses);
        code.lane('i32x4.extract_lane', lane);
        w.get(value, slot);
        code.memoryLane('v128.store32_lane', 0, lane);
      }
    for (const addresses of slots) code.give(addresses);
  });
}

/** Leaves the new word: the previous one is in a local, operand words follow by `get`. */
type Change = (w: WasmContext, previous: number, operand: (i: number) => void) => void;

const simple =
  (instruction: WasmOp): Change =>
  (w, previous, operand) => {
    w.code.get(previous);
    operand(1);
    w.op(instruction);
  };

/** The one of both words that a comparison selects. */
const choice =
  (comparison: WasmOp): Change =>
  (w, previous, operand) => {
    w.code.get(previous);
    operand(1);
    w.code.get(previous);
    operand(1);
    w.op(comparison, 'select');
  };

const exchange: Change = (_, _previous, operand) => operand(1);

const compare: Change = (w, previous, operand) => {
  operand(2);
  w.code.get(previous);
  w.code.get(previous);
  operand(1);
  w.op('i32.eq', 'select');
};

function atomic(change: Change): WasmRule {
  return inMemory((w, op, memory) => {
    const { code } = w;
    const { ops } = w.module;
    const at = ops.operand(op, 0);
    const address: Address =
      widthOf(ops.type[at]!) < 2
        ? { element: undefined, offset: () => w.get(at) }
        : { element: () => w.get(at, 0), offset: () => w.get(at, 1) };
    const { addresses, inside } = addressesOf(w, memory, address, 0, true);
    const result = code.take();
    w.splat(0);
    code.set(result);
    for (let lane = 0; lane < LANES; lane++) {
      const extract = (write: () => void) => {
        write();
        code.lane('i32x4.extract_lane', lane);
      };
      extract(() => code.get(addresses));
      code.memory('i32.load', 0);
      code.set(w.row);
      extract(() => code.get(addresses));
      change(w, w.row, (i) => extract(() => w.get(ops.operand(op, i))));
      code.memory('i32.store', 0);
      code.get(result);
      code.get(w.row);
      code.lane('i32x4.replace_lane', lane);
      code.set(result);
    }
    code.get(result);
    code.get(inside);
    w.op('v128.and');
    for (const local of [addresses, inside, result]) code.give(local);
    w.define(op, 0);
  });
}

export const BUFFER_RULES = {
  'buf.load.raw': load(true),
  'buf.load': load(false),
  'buf.store.raw': store(true),
  'buf.store': store(false),
  'atomic.add': atomic(simple('i32.add')),
  'atomic.and': atomic(simple('i32.and')),
  'atomic.or': atomic(simple('i32.or')),
  'atomic.xor': atomic(simple('i32.xor')),
  'atomic.imin': atomic(choice('i32.lt_s')),
  'atomic.imax': atomic(choice('i32.gt_s')),
  'atomic.umin': atomic(choice('i32.lt_u')),
  'atomic.umax': atomic(choice('i32.gt_u')),
  'atomic.exchange': atomic(exchange),
  'atomic.compare': atomic(compare),
} as const;
