/** Operations of float32. Operands are read with their subnormals flushed; results are flushed where they can be. */

import { bitsOfFloat } from '../../../numerics/conversion.ts';
import { MAX_SPECULAR_POWER } from '../../../numerics/legacy.ts';
import type { WasmContext } from '../context.ts';
import type { WasmOp } from '../opcodes.ts';
import type { RoutineName } from '../routines.ts';
import { slotsOf } from '../value-facts.ts';
import { WORDS } from '../writer.ts';
import { each, operandSlot, type WasmRule, type WasmRules, words } from './rule.ts';

/** Puts a flushed component of operand `i` on the stack. */
function float(w: WasmContext, op: number, i: number, slot: number): void {
  const value = w.module.ops.operand(op, i);
  w.getFlushed(value, operandSlot(w, value, slot));
}

/** An operation of one instruction; `isExact`: its result is never subnormal. */
function simple(instruction: WasmOp, count: number, isExact = false): WasmRule {
  return each((w, op, slot) => {
    for (let i = 0; i < count; i++) float(w, op, i, slot);
    w.op(instruction);
    if (!isExact) w.flush();
  }, true);
}

function routine(name: RoutineName): WasmRule {
  return each((w, op, slot) => {
    float(w, op, 0, slot);
    w.callRoutine(name);
  }, true);
}

const multiplyAdd: WasmRule = each((w, op, slot) => {
  float(w, op, 0, slot);
  float(w, op, 1, slot);
  w.op('f32x4.mul');
  w.flush();
  float(w, op, 2, slot);
  w.op('f32x4.add');
  w.flush();
}, true);

/** The operand that the comparison of both selects, the first one where the second is NaN. */
function choice(comparison: WasmOp): WasmRule {
  return each((w, op, slot) => {
    float(w, op, 0, slot);
    float(w, op, 1, slot);
    float(w, op, 0, slot);
    float(w, op, 1, slot);
    w.op(comparison);
    const second = w.module.ops.operand(op, 1);
    const constant = w.constantOf(second);
    // A constant is no NaN in the programs of compilers.
    if (constant === undefined || isNan(w, second)) {
      float(w, op, 1, slot);
      float(w, op, 1, slot);
      w.op('f32x4.ne', 'v128.or');
    }
    w.op('v128.bitselect');
  }, true);
}

const EXPONENT = 0x7f80_0000;

/** Whether a constant has a component that is NaN. */
function isNan({ module: { ops } }: WasmContext, constant: number): boolean {
  return ops.operands(constant).some((word) => (word & WORDS.magnitude) > EXPONENT);
}

/** Between 0 and 1; 0 for NaN. */
const saturate: WasmRule = each((w, op, slot) => {
  w.splat(WORDS.one);
  w.splat(0);
  float(w, op, 0, slot);
  w.op('f32x4.pmax', 'f32x4.pmin');
});

/** `x - floor(x)`, less than 1. */
const fraction: WasmRule = each((w, op, slot) => {
  float(w, op, 0, slot);
  float(w, op, 0, slot);
  w.op('f32x4.floor', 'f32x4.sub');
  w.splat(WORDS.largestFraction);
  w.op('f32x4.pmin');
}, true);

/** Leaves the product of two components on the stack. */
type Product = (w: WasmContext, a: () => void, b: () => void) => void;

const product: Product = (w, a, b) => {
  a();
  b();
  w.op('f32x4.mul');
  w.flush();
};

/** Zero where a factor is zero. */
const legacyProduct: Product = (w, a, b) => {
  a();
  b();
  w.op('f32x4.mul');
  w.flush();
  a();
  w.splat(0);
  w.op('f32x4.eq');
  b();
  w.splat(0);
  w.op('f32x4.eq', 'v128.or', 'v128.andnot');
};

function dot(multiply: Product): WasmRule {
  return (w, op) => {
    if (!w.needs(op, 0)) return;
    const count = slotsOf(w.module.ops.type[w.module.ops.a[op]!]!);
    for (let slot = 0; slot < count; slot++) {
      multiply(
        w,
        () => float(w, op, 0, slot),
        () => float(w, op, 1, slot),
      );
      if (slot === 0) continue;
      w.op('f32x4.add');
      w.flush();
    }
    w.define(op, 0, true);
  };
}

const legacyMultiply: WasmRule = each((w, op, slot) => {
  legacyProduct(
    w,
    () => float(w, op, 0, slot),
    () => float(w, op, 1, slot),
  );
}, true);

const legacyMultiplyAdd: WasmRule = each((w, op, slot) => {
  legacyProduct(
    w,
    () => float(w, op, 0, slot),
    () => float(w, op, 1, slot),
  );
  float(w, op, 2, slot);
  w.op('f32x4.add');
  w.flush();
}, true);

/** `a * (b - c) + c` */
const legacyInterpolate: WasmRule = each((w, op, slot) => {
  float(w, op, 1, slot);
  float(w, op, 2, slot);
  w.op('f32x4.sub');
  w.flush();
  w.withLocal((difference) =>
    legacyProduct(
      w,
      () => float(w, op, 0, slot),
      () => w.code.get(difference),
    ),
  );
  float(w, op, 2, slot);
  w.op('f32x4.add');
  w.flush();
}, true);

/** Replaces the result on the stack by a word where the float in a local is zero. */
function replaceForZero(w: WasmContext, word: number, local: number): void {
  w.withLocal((result) => {
    w.splat(word);
    w.code.get(result);
    w.code.get(local);
    w.splat(0);
    w.op('f32x4.eq', 'v128.bitselect');
  });
}

/** Leaves the reciprocal root of the absolute value on the stack, the largest float for zeros. */
function legacyRoot(w: WasmContext): void {
  w.op('f32x4.abs');
  w.withLocal((size) => {
    w.code.get(size);
    w.callRoutine('rsq');
    replaceForZero(w, WORDS.maxFloat, size);
  });
}

const legacyReciprocal: WasmRule = each((w, op, slot) => {
  w.splat(WORDS.one);
  float(w, op, 0, slot);
  w.op('f32x4.div');
  w.flush();
  float(w, op, 0, slot);
  w.withLocal((x) => replaceForZero(w, WORDS.maxFloat, x));
}, true);

const legacyReciprocalRoot: WasmRule = each((w, op, slot) => {
  float(w, op, 0, slot);
  legacyRoot(w);
}, true);

/** Leaves the logarithm of the absolute value on the stack, the largest negative float for zeros. */
function legacyLogarithm(w: WasmContext): void {
  w.op('f32x4.abs');
  w.withLocal((size) => {
    w.code.get(size);
    w.callRoutine('log2');
    replaceForZero(w, WORDS.maxFloat | WORDS.sign, size);
  });
}

const legacyLog: WasmRule = each((w, op, slot) => {
  float(w, op, 0, slot);
  legacyLogarithm(w);
}, true);

/** Leaves `x` to the power of a local on the stack, where `x` is; 1 for a power of 0. */
function power(w: WasmContext, exponent: number): void {
  legacyLogarithm(w);
  w.withLocal((logarithm) =>
    legacyProduct(
      w,
      () => w.code.get(logarithm),
      () => w.code.get(exponent),
    ),
  );
  w.callRoutine('exp2');
  replaceForZero(w, WORDS.one, exponent);
}

const legacyPower: WasmRule = each((w, op, slot) => {
  float(w, op, 1, slot);
  w.withLocal((exponent) => {
    float(w, op, 0, slot);
    power(w, exponent);
  });
}, true);

const legacyNormal: WasmRule = (w, op) => {
  if (!w.needs(op, 0)) return;
  for (let slot = 0; slot < 3; slot++) {
    const component = () => float(w, op, 0, slot);
    legacyProduct(w, component, component);
    if (slot === 0) continue;
    w.op('f32x4.add');
    w.flush();
  }
  legacyRoot(w);
  w.define(op, 0, true);
};

const MAX_POWER = bitsOfFloat(MAX_SPECULAR_POWER) | 0;

/** The specular light: a power, 0 where a light is not positive. */
const legacySpecular: WasmRule = each((w, op, slot) => {
  // The power clamped, its least value for NaN.
  w.splat(MAX_POWER);
  w.splat(MAX_POWER | WORDS.sign);
  float(w, op, 2, slot);
  w.op('f32x4.pmax', 'f32x4.pmin');
  w.withLocal((exponent) => {
    float(w, op, 1, slot);
    power(w, exponent);
  });
  for (const i of [0, 1]) {
    float(w, op, i, slot);
    w.splat(0);
    w.op('f32x4.gt');
  }
  w.op('v128.and', 'v128.and');
}, true);

function comparison(instruction: WasmOp): WasmRule {
  return each((w, op, slot) => {
    float(w, op, 0, slot);
    float(w, op, 1, slot);
    w.op(instruction);
  });
}

/** A word with a change of its sign. */
function sign(word: number, instruction: WasmOp): WasmRule {
  return each((w, op, slot) => {
    const value = w.module.ops.a[op]!;
    w.get(value, slot);
    w.splat(word);
    w.op(instruction);
  });
}

const flush: WasmRule = each((w, op, slot) => float(w, op, 0, slot));

/** The differences of neighbors: lane `later` minus lane `first` for each lane. */
function derivative(first: readonly number[], later: readonly number[]): WasmRule {
  return each((w, op, slot) => {
    for (const lanes of [later, first]) {
      float(w, op, 0, slot);
      float(w, op, 0, slot);
      w.code.shuffle(...lanes);
    }
    w.op('f32x4.sub');
    w.flush();
  }, true);
}

const COARSE = [0, 0, 0, 0];
const coarseX = derivative(COARSE, [1, 1, 1, 1]);
const coarseY = derivative(COARSE, [2, 2, 2, 2]);

/** A conversion of a word to or from a float. */
const convert = (instruction: WasmOp) => words(1, instruction);

/** A float16 as a float32: a product with a power of two corrects the exponent, for subnormals, too. */
const fromHalf: WasmRule = each((w, op, slot) => {
  const value = w.module.ops.a[op]!;
  const { code } = w;
  w.get(value, slot);
  w.splat(0x7fff);
  w.op('v128.and');
  code.i32(13);
  w.op('i32x4.shl');
  w.withLocal((bits) => {
    code.get(bits);
    // 2^112: the exponents differ by it.
    w.splat((112 + 127) << 23);
    w.op('f32x4.mul');
    // Infinity and NaN have all bits of the exponent.
    w.splat(EXPONENT);
    code.get(bits);
    w.splat(0x7c00 << 13);
    w.op('i32x4.ge_s', 'v128.and', 'v128.or');
  });
  w.get(value, slot);
  w.splat(0x8000);
  w.op('v128.and');
  code.i32(16);
  w.op('i32x4.shl', 'v128.or');
}, true);

/** A float32 as a float16, toward zero. */
const toHalf: WasmRule = each((w, op, slot) => {
  const value = w.module.ops.a[op]!;
  const { code } = w;
  w.get(value, slot);
  w.splat(WORDS.magnitude);
  w.op('v128.and');
  w.withLocal((size) => {
    // Normal numbers: the exponents differ by 112, the mantissas by 13 bits.
    code.get(size);
    w.splat(112 << 23);
    w.op('i32x4.sub');
    code.i32(13);
    w.op('i32x4.shr_u');
    const where = (word: number, limit: number, write?: () => void) =>
      w.withLocal((result) => {
        if (write) write();
        else w.splat(word);
        code.get(result);
        code.get(size);
        w.splat(limit);
        w.op(write ? 'i32x4.lt_s' : 'i32x4.ge_s', 'v128.bitselect');
      });
    // Below 2^-14: a multiple of 2^-24.
    where(0, (127 - 14) << 23, () => {
      code.get(size);
      w.splat((127 + 24) << 23);
      w.op('f32x4.mul', 'i32x4.trunc_sat_f32x4_s');
    });
    where(0x7bff, (127 + 16) << 23);
    where(0x7c00, EXPONENT);
    // The sign; a NaN has none.
    w.get(value, slot);
    code.i32(16);
    w.op('i32x4.shr_u');
    w.splat(0x8000);
    w.op('v128.and', 'v128.or');
    where(0x7e00, EXPONENT + 1);
  });
});

export const FLOAT_RULES = {
  'f.add': simple('f32x4.add', 2),
  'f.mul': simple('f32x4.mul', 2),
  'f.mad': multiplyAdd,
  'f.div': simple('f32x4.div', 2),
  'f.rcp': each((w, op, slot) => {
    w.splat(WORDS.one);
    float(w, op, 0, slot);
    w.op('f32x4.div');
    w.flush();
  }, true),
  'f.rsq': routine('rsq'),
  'f.sqrt': simple('f32x4.sqrt', 1, true),
  'f.exp2': routine('exp2'),
  'f.log2': routine('log2'),
  'f.sin': routine('sin'),
  'f.cos': routine('cos'),
  'f.min': choice('f32x4.lt'),
  'f.max': choice('f32x4.ge'),
  'f.sat': saturate,
  'f.frc': fraction,
  'f.floor': simple('f32x4.floor', 1, true),
  'f.ceil': simple('f32x4.ceil', 1, true),
  'f.trunc': simple('f32x4.trunc', 1, true),
  'f.rne': simple('f32x4.nearest', 1, true),
  'f.flush': flush,
  'f.neg': sign(WORDS.sign, 'v128.xor'),
  'f.abs': sign(WORDS.magnitude, 'v128.and'),
  'f.dot': dot(product),
  'f.eq': comparison('f32x4.eq'),
  'f.ne': comparison('f32x4.ne'),
  'f.lt': comparison('f32x4.lt'),
  'f.ge': comparison('f32x4.ge'),
  'f.mul9': legacyMultiply,
  'f.mad9': legacyMultiplyAdd,
  'f.dot9': dot(legacyProduct),
  'f.lrp9': legacyInterpolate,
  'f.rcp9': legacyReciprocal,
  'f.rsq9': legacyReciprocalRoot,
  'f.log9': legacyLog,
  'f.pow9': legacyPower,
  'f.nrm9': legacyNormal,
  'f.lit9': legacySpecular,
  'deriv.x': coarseX,
  'deriv.y': coarseY,
  'deriv.x.coarse': coarseX,
  'deriv.y.coarse': coarseY,
  'deriv.x.fine': derivative([0, 0, 2, 2], [1, 1, 3, 3]),
  'deriv.y.fine': derivative([0, 1, 0, 1], [2, 3, 2, 3]),
  'cvt.f2i': convert('i32x4.trunc_sat_f32x4_s'),
  'cvt.f2u': convert('i32x4.trunc_sat_f32x4_u'),
  'cvt.i2f': convert('f32x4.convert_i32x4_s'),
  'cvt.u2f': convert('f32x4.convert_i32x4_u'),
  'cvt.f2h': toHalf,
  'cvt.h2f': fromHalf,
} as const satisfies Partial<WasmRules<never>>;
