/**
 * Operations of float64. A value has its low words in one vector and its high words in the next; two lanes at a time
 * become the pairs that WebAssembly computes with.
 */
import type { WasmContext } from '../context.ts';
import type { WasmOp } from '../opcodes.ts';
import { compute, each, type WasmRule } from './rule.ts';

const NAN = Number.NaN;
const SIGN = 0x8000_0000 | 0;

/** Puts two lanes of operand `i` on the stack as float64. */
function pair(w: WasmContext, op: number, i: number, half: number): void {
  const value = w.module.ops.operand(op, i);
  w.get(value, 0);
  w.get(value, 1);
  if (half === 0) w.code.shuffle(0, 4, 1, 5);
  else w.code.shuffle(2, 6, 3, 7);
}

/** Defines the words of the float64 that `write` leaves for each half. */
function define(w: WasmContext, op: number, write: (half: number) => void): void {
  const { code } = w;
  for (const half of [0, 1]) {
    write(half);
    canonicalize(w);
  }
  w.withLocal((second) =>
    w.withLocal((first) => {
      for (const [slot, lanes] of [[0, 2, 4, 6] as const, [1, 3, 5, 7] as const].entries()) {
        code.get(first);
        code.get(second);
        code.shuffle(...lanes);
        w.define(op, slot);
      }
    }),
  );
}

/** Gives every NaN the same bits. */
function canonicalize(w: WasmContext): void {
  w.withLocal((x) => {
    w.code.get(x);
    w.splatDouble(NAN);
    w.code.get(x);
    w.code.get(x);
    w.op('f64x2.eq', 'v128.bitselect');
  });
}

/** An operation of one instruction. */
function simple(instruction: WasmOp, count = 2): WasmRule {
  return (w, op) => {
    if (!w.facts.isUsed(op)) return;
    define(w, op, (half) => {
      for (let i = 0; i < count; i++) pair(w, op, i, half);
      w.op(instruction);
    });
  };
}

const reciprocal: WasmRule = (w, op) => {
  if (!w.facts.isUsed(op)) return;
  define(w, op, (half) => {
    w.splatDouble(1);
    pair(w, op, 0, half);
    w.op('f64x2.div');
  });
};

/** The operand that the comparison of both selects, a number rather than NaN. */
function choice(comparison: WasmOp): WasmRule {
  return (w, op) => {
    if (!w.facts.isUsed(op)) return;
    define(w, op, (half) => {
      for (const i of [0, 1, 0, 1]) pair(w, op, i, half);
      w.op(comparison);
      pair(w, op, 1, half);
      pair(w, op, 1, half);
      w.op('f64x2.ne', 'v128.or', 'v128.bitselect');
    });
  };
}

const saturate: WasmRule = (w, op) => {
  if (!w.facts.isUsed(op)) return;
  define(w, op, (half) => {
    w.splatDouble(1);
    w.splatDouble(0);
    pair(w, op, 0, half);
    w.op('f64x2.pmax', 'f64x2.pmin');
  });
};

/** The low words and the high words with a change. */
function sign(word: number, instruction: WasmOp): WasmRule {
  return each((w, op, slot) => {
    w.get(w.module.ops.a[op]!, slot);
    if (slot === 0) return;
    w.splat(word);
    w.op(instruction);
  });
}

function comparison(instruction: WasmOp): WasmRule {
  return each((w, op) => {
    for (const half of [0, 1]) {
      pair(w, op, 0, half);
      pair(w, op, 1, half);
      w.op(instruction);
    }
    w.code.shuffle(0, 2, 4, 6);
  });
}

/** A conversion to 32 bits, which leaves two lanes. */
function narrow(instruction: WasmOp, isFloat = false): WasmRule {
  return each((w, op) => {
    for (const half of [0, 1]) {
      pair(w, op, 0, half);
      w.op(instruction);
    }
    w.code.shuffle(0, 1, 4, 5);
    if (isFloat) w.flush();
  }, isFloat);
}

/** A conversion from 32 bits, of the two lowest lanes. */
function widen(instruction: WasmOp): WasmRule {
  return (w, op) => {
    if (!w.facts.isUsed(op)) return;
    const value = w.module.ops.a[op]!;
    define(w, op, (half) => {
      w.get(value);
      w.get(value);
      w.code.shuffle(2 * half, 2 * half + 1, 2 * half, 2 * half + 1);
      w.op(instruction);
    });
  };
}

const pack: WasmRule = (w, op) => {
  w.alias(op, 0, w.module.ops.a[op]!, 0);
  w.alias(op, 1, w.module.ops.b[op]!, 0);
};

function half(slot: number): WasmRule {
  return (w, op) => w.alias(op, 0, w.module.ops.a[op]!, slot);
}

export const DOUBLE_RULES = {
  'd.pack': pack,
  'd.low': half(0),
  'd.high': half(1),
  'd.add': simple('f64x2.add'),
  'd.mul': simple('f64x2.mul'),
  'd.div': simple('f64x2.div'),
  'd.rcp': reciprocal,
  'd.fma': compute,
  'd.min': choice('f64x2.lt'),
  'd.max': choice('f64x2.ge'),
  'd.sat': saturate,
  'd.neg': sign(SIGN, 'v128.xor'),
  'd.abs': sign(~SIGN, 'v128.and'),
  'd.eq': comparison('f64x2.eq'),
  'd.ne': comparison('f64x2.ne'),
  'd.lt': comparison('f64x2.lt'),
  'd.ge': comparison('f64x2.ge'),
  'd.to_f': narrow('f32x4.demote_f64x2_zero', true),
  'd.to_i': narrow('i32x4.trunc_sat_f64x2_s_zero'),
  'd.to_u': narrow('i32x4.trunc_sat_f64x2_u_zero'),
  'd.from_f': widen('f64x2.promote_low_f32x4'),
  'd.from_i': widen('f64x2.convert_low_i32x4_s'),
  'd.from_u': widen('f64x2.convert_low_i32x4_u'),
} as const;
