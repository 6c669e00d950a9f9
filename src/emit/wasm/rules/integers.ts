/** Operations of 32-bit integers, and those that only move words. */
import { Kind, kindOf } from '../../../ir/index.ts';
import type { WasmContext } from '../context.ts';
import type { WasmOp } from '../opcodes.ts';
import { slotsOf } from '../value-facts.ts';
import { compute, each, operand, routine, type WasmRule, words } from './rule.ts';

/** A shift: of all lanes at once where the count is a constant. */
function shift(name: 'i.shl' | 'i.shr' | 'u.shr', instruction: WasmOp): WasmRule {
  const general = routine(name, 2);
  return (w, op) => {
    const count = w.constantOf(w.module.ops.operand(op, 1));
    if (count === undefined) {
      general(w, op);
      return;
    }
    if (!w.needs(op, 0)) return;
    operand(w, op, 0, 0);
    w.code.i32(count & 31);
    w.op(instruction);
    w.define(op, 0);
  };
}

/** The high words of 64-bit products. */
function multiplyHigh(low: WasmOp, high: WasmOp): WasmRule {
  return each((w, op, slot) => {
    for (const instruction of [low, high]) {
      operand(w, op, 0, slot);
      operand(w, op, 1, slot);
      w.op(instruction);
    }
    w.code.shuffle(1, 3, 5, 7);
  });
}

/** Leaves the low five bits of operand `i` on the stack. */
function fiveBits(w: WasmContext, op: number, i: number): void {
  operand(w, op, i, 0);
  w.splat(31);
  w.op('v128.and');
}

/** `width` bits from `offset` on: shifted to the top, and down again. Bits past the highest one do not exist. */
function extract(shiftDown: 'i.shr' | 'u.shr', instruction: WasmOp): WasmRule {
  return each((w, op) => {
    const { ops } = w.module;
    const [width, offset] = [w.constantOf(ops.operand(op, 0)), w.constantOf(ops.operand(op, 1))];
    if (width === undefined || offset === undefined) extractAny(w, op, shiftDown);
    else if ((width & 31) === 0) w.splat(0);
    else {
      const size = Math.min(width & 31, 32 - (offset & 31));
      operand(w, op, 2, 0);
      w.code.i32(32 - size - (offset & 31));
      w.op('i32x4.shl');
      w.code.i32(32 - size);
      w.op(instruction);
    }
  });
}

function extractAny(w: WasmContext, op: number, shiftDown: 'i.shr' | 'u.shr'): void {
  const { code } = w;
  fiveBits(w, op, 1);
  w.withLocal((offset) => {
    fiveBits(w, op, 0);
    w.splat(32);
    code.get(offset);
    w.op('i32x4.sub', 'i32x4.min_s');
    w.withLocal((size) => {
      operand(w, op, 2, 0);
      w.splat(32);
      code.get(size);
      w.op('i32x4.sub');
      code.get(offset);
      w.op('i32x4.sub');
      w.callRoutine('i.shl');
      w.splat(32);
      code.get(size);
      w.op('i32x4.sub');
      w.callRoutine(shiftDown);
      // Without bits the result is 0.
      code.get(size);
      w.splat(0);
      w.op('i32x4.eq', 'v128.andnot');
    });
  });
}

const insert: WasmRule = each((w, op) => {
  const { code } = w;
  fiveBits(w, op, 1);
  w.withLocal((offset) => {
    w.splat(1);
    fiveBits(w, op, 0);
    w.callRoutine('i.shl');
    w.splat(1);
    w.op('i32x4.sub');
    code.get(offset);
    w.callRoutine('i.shl');
    w.withLocal((mask) => {
      operand(w, op, 2, 0);
      code.get(offset);
      w.callRoutine('i.shl');
      operand(w, op, 3, 0);
      code.get(mask);
      w.op('v128.bitselect');
    });
  });
});

const reverse: WasmRule = each((w, op) => {
  const { code } = w;
  operand(w, op, 0, 0);
  // Bytes by a shuffle, bits in them by exchanges.
  w.withLocal((x) => {
    code.get(x);
    code.get(x);
    code.shuffleBytes([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]);
  });
  for (const [count, mask] of [
    [4, 0x0f0f_0f0f],
    [2, 0x3333_3333],
    [1, 0x5555_5555],
  ] as const)
    w.withLocal((x) => {
      code.get(x);
      code.i32(count);
      w.op('i32x4.shr_u');
      w.splat(mask);
      w.op('v128.and');
      code.get(x);
      w.splat(mask);
      w.op('v128.and');
      code.i32(count);
      w.op('i32x4.shl', 'v128.or');
    });
});

const highestOfSigned: WasmRule = each((w, op) => {
  operand(w, op, 0, 0);
  operand(w, op, 0, 0);
  w.code.i32(31);
  w.op('i32x4.shr_s', 'v128.xor');
  w.callRoutine('firstHigh');
});

/** A flag as 1 or 0. */
function bit(write: (w: WasmContext, op: number) => void): WasmRule {
  return each((w, op) => {
    write(w, op);
    w.code.i32(31);
    w.op('i32x4.shr_u');
  });
}

const isWord: WasmRule = each((w, op) => {
  operand(w, op, 0, 0);
  w.splat(0);
  w.op('i32x4.ne');
});

/** The components are those of other values. */
const pick: WasmRule = (w, op) => {
  const { ops } = w.module;
  const slots = kindOf(ops.type[op]!) === Kind.f64 ? 2 : 1;
  for (let i = 0; i < slots * ops.arity[op]!; i++) {
    const ref = ops.operand(op, Math.floor(i / slots));
    w.aliasFloat(op, i, ref >> 2, (ref & 3) * slots + (i % slots));
  }
};

/** The components are those of the operand: a cast, or a condition as words. */
const copy: WasmRule = (w, op) => {
  for (let slot = 0; slot < slotsOf(w.module.ops.type[op]!); slot++) w.alias(op, slot, w.module.ops.a[op]!, slot);
};

const select: WasmRule = each((w, op, slot) => {
  w.get(w.module.ops.b[op]!, slot);
  w.get(w.module.ops.c[op]!, slot);
  w.get(w.module.ops.a[op]!);
  w.op('v128.bitselect');
});

/** Constants are written where they are used. */
const none: WasmRule = () => {};

export const INTEGER_RULES = {
  const: none,
  undef: none,
  pick,
  bitcast: copy,
  mask: copy,
  select,
  status: each((w) => w.splat(-1)),
  'status.mapped': isWord,
  'i.add': words(2, 'i32x4.add'),
  'i.sub': words(2, 'i32x4.sub'),
  'i.mul': words(2, 'i32x4.mul'),
  'i.neg': words(1, 'i32x4.neg'),
  'i.mulhi': multiplyHigh('i64x2.extmul_low_i32x4_s', 'i64x2.extmul_high_i32x4_s'),
  'u.mulhi': multiplyHigh('i64x2.extmul_low_i32x4_u', 'i64x2.extmul_high_i32x4_u'),
  'u.div': routine('u.div', 2),
  'u.mod': routine('u.mod', 2),
  'i.min': words(2, 'i32x4.min_s'),
  'i.max': words(2, 'i32x4.max_s'),
  'u.min': words(2, 'i32x4.min_u'),
  'u.max': words(2, 'i32x4.max_u'),
  'i.shl': shift('i.shl', 'i32x4.shl'),
  'i.shr': shift('i.shr', 'i32x4.shr_s'),
  'u.shr': shift('u.shr', 'i32x4.shr_u'),
  'i.bfe': extract('i.shr', 'i32x4.shr_s'),
  'u.bfe': extract('u.shr', 'i32x4.shr_u'),
  'i.bfi': insert,
  'i.bfrev': reverse,
  'i.bits': words(1, 'i8x16.popcnt', 'i16x8.extadd_pairwise_i8x16_u', 'i32x4.extadd_pairwise_i16x8_u'),
  'i.first_lo': routine('firstLow', 1),
  'u.first_hi': routine('firstHigh', 1),
  'i.first_hi': highestOfSigned,
  'u.addc': bit((w, op) => {
    operand(w, op, 0, 0);
    operand(w, op, 1, 0);
    w.op('i32x4.add');
    operand(w, op, 0, 0);
    w.op('i32x4.lt_u');
  }),
  'u.subb': bit((w, op) => {
    operand(w, op, 0, 0);
    operand(w, op, 1, 0);
    w.op('i32x4.lt_u');
  }),
  'u.msad': compute,
  'i.and': words(2, 'v128.and'),
  'i.or': words(2, 'v128.or'),
  'i.xor': words(2, 'v128.xor'),
  'i.not': words(1, 'v128.not'),
  'i.eq': words(2, 'i32x4.eq'),
  'i.ne': words(2, 'i32x4.ne'),
  'i.lt': words(2, 'i32x4.lt_s'),
  'i.ge': words(2, 'i32x4.ge_s'),
  'u.lt': words(2, 'i32x4.lt_u'),
  'u.ge': words(2, 'i32x4.ge_u'),
} as const;
