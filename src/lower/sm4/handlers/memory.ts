/** Raw, structured and typed memory: loads, stores, atomic operations and counters. */
import { type IrOpName, Kind, NONE, Op, type Ref, refOf } from '../../../ir/index.ts';
import { swizzleComponent } from '../../../isa/components.ts';
import { destinationMask, sourceSwizzle } from '../../../isa/sm4/cursor.ts';
import { WIDTH_OF_MASK } from '../../lowering.ts';
import {
  coordinateMask,
  isTypedBuffer,
  type NamedView,
  reach,
  typedViewOf,
  untypedViewOf,
  viewOf,
} from '../accesses.ts';
import { forEachRun, storeRefs } from '../destinations.ts';
import type { Sm4Handler, Sm4Lowering } from '../lowering.ts';
import { scalar, vector } from '../sources.ts';
import { finishRead } from './textures.ts';

const { b32, i32, u32 } = Kind;

/**
 * A load of the words from the address on, up to the last one that the swizzle names. @param addresses operands of the
 * address
 */
function load(name: 'buf.load' | 'buf.load.raw', addresses: 1 | 2, isSparse: boolean): Sm4Handler {
  const first = isSparse ? 2 : 1;
  const memory = first + addresses;
  return (l) => {
    const slot = l.cursor.operands[memory]!;
    const swizzle = sourceSwizzle(slot);
    const mask = l.maskOf(0);
    let width = 1;
    for (let c = 0; c < 4; c++) if (mask & (1 << c)) width = Math.max(width, swizzleComponent(swizzle, c) + 1);
    const address: number[] = [];
    for (let i = 0; i < addresses; i++) address.push(scalar(l, first + i, u32));
    const { access, trailing } = reach(l, untypedViewOf(l, slot));
    const value = l.b.opList(Op[name], l.type(b32, width), [...address, ...trailing], access);
    finishRead(l, value, memory, isSparse);
  };
}

/** A store of words from the address on; components that the mask leaves out stay. */
function store(name: 'buf.store' | 'buf.store.raw', addresses: 1 | 2): Sm4Handler {
  return (l) => {
    const slot = l.cursor.operands[0]!;
    const mask = destinationMask(slot);
    if (mask === 0) return;
    const address: number[] = [];
    for (let i = 0; i < addresses; i++) address.push(scalar(l, 1 + i, u32));
    const value = vector(l, 1 + addresses, b32, mask);
    const { access, trailing } = reach(l, untypedViewOf(l, slot));
    const refs: Ref[] = Array.from({ length: WIDTH_OF_MASK[mask]! }, (_, c) => refOf(value, c));
    forEachRun(l, mask, refs, (component, words) => {
      const operands = [...address];
      if (component > 0)
        operands[addresses - 1] = l.b.op(Op['i.add'], u32, operands.at(-1)!, l.unsigned(4 * component));
      l.b.opList(Op[name], NONE, [...operands, words, ...trailing], access);
    });
  };
}

/** Elements and texels have all four components. */
const storeTyped: Sm4Handler = (l) => {
  const view = typedViewOf(l, l.cursor.operands[0]!);
  const address = addressOf(l, view, 1);
  const value = vector(l, 2, b32, 15);
  const { access, trailing } = reach(l, view);
  const code = Op[isTypedBuffer(view.binding) ? 'buf.put' : 'img.store'];
  l.b.opList(code, NONE, [address, value, ...trailing], access);
};

/** Where an operation changes memory: coordinates, a byte offset, or an element and a byte offset in it. */
function addressOf(l: Sm4Lowering, { binding }: NamedView, i: number): number {
  return vector(l, i, u32, coordinateMask(binding));
}

/** @param values operands after the address */
function change(l: Sm4Lowering, name: IrOpName, kind: number, values: 1 | 2, first: number, type: number): number {
  const view = viewOf(l, l.cursor.operands[first]!);
  const operands = [addressOf(l, view, first + 1)];
  for (let i = 0; i < values; i++) operands.push(scalar(l, first + 2 + i, kind));
  const { access, trailing } = reach(l, view);
  return l.b.opList(Op[name], type, [...operands, ...trailing], access);
}

function atomic(name: IrOpName, kind: number = u32, values: 1 | 2 = 1): Sm4Handler {
  return (l) => {
    change(l, name, kind, values, 0, NONE);
  };
}

/** An atomic operation that returns the previous value. */
function returning(name: IrOpName, kind: number = u32, values: 1 | 2 = 1): Sm4Handler {
  return (l) => {
    const before = change(l, name, kind, values, 1, kind);
    storeRefs(l, 0, Array<Ref>(4).fill(refOf(before)));
  };
}

function counter(name: 'counter.next' | 'counter.last'): Sm4Handler {
  return (l) => {
    const { access, trailing } = reach(l, viewOf(l, l.cursor.operands[1]!));
    storeRefs(l, 0, Array<Ref>(4).fill(refOf(l.b.opList(Op[name], u32, trailing, access))));
  };
}

export const MEMORY_HANDLERS = {
  ld_raw: load('buf.load.raw', 1, false),
  ld_raw_s: load('buf.load.raw', 1, true),
  ld_structured: load('buf.load', 2, false),
  ld_structured_s: load('buf.load', 2, true),
  store_raw: store('buf.store.raw', 1),
  store_structured: store('buf.store', 2),
  store_uav_typed: storeTyped,
  atomic_and: atomic('atomic.and'),
  atomic_or: atomic('atomic.or'),
  atomic_xor: atomic('atomic.xor'),
  atomic_cmp_store: atomic('atomic.compare', u32, 2),
  atomic_iadd: atomic('atomic.add', i32),
  atomic_imax: atomic('atomic.imax', i32),
  atomic_imin: atomic('atomic.imin', i32),
  atomic_umax: atomic('atomic.umax'),
  atomic_umin: atomic('atomic.umin'),
  imm_atomic_alloc: counter('counter.next'),
  imm_atomic_consume: counter('counter.last'),
  imm_atomic_iadd: returning('atomic.add', i32),
  imm_atomic_and: returning('atomic.and'),
  imm_atomic_or: returning('atomic.or'),
  imm_atomic_xor: returning('atomic.xor'),
  imm_atomic_exch: returning('atomic.exchange'),
  imm_atomic_cmp_exch: returning('atomic.compare', u32, 2),
  imm_atomic_imax: returning('atomic.imax', i32),
  imm_atomic_imin: returning('atomic.imin', i32),
  imm_atomic_umax: returning('atomic.umax'),
  imm_atomic_umin: returning('atomic.umin'),
} as const satisfies Record<string, Sm4Handler>;
