/**
 * Functions of a module for operations that take many instructions: transcendental functions, divisions, shifts by
 * counts that differ between lanes. Each is written when it is called first.
 *
 * Functions of float32 do the same steps in float64 as src/numerics, so that results have the same bits; only sine and
 * cosine of numbers from 2^19 on ask the host. Operands are flushed before.
 */
import {
  EXPONENT_END,
  EXPONENT_START,
  INVERSE_FACTORIALS,
  LOGARITHM_TERMS,
  ODD_RECIPROCALS,
} from '../../numerics/exponential.ts';
import { cosineTerms, HALF_PI_PARTS, SIMPLE_END, sineTerms } from '../../numerics/trigonometry.ts';
import { WasmCode, type WasmModuleWriter } from './encoder.ts';
import type { WasmOp } from './opcodes.ts';
import { type ConstantPool, WasmWriter, WORDS } from './writer.ts';

const LANES = 4;
const DOUBLE_BIAS = 1023;
const MANTISSA_BITS = 52;

const floats = new Float32Array(1);
const floatWords = new Int32Array(floats.buffer);

function wordOf(value: number): number {
  floats[0] = value;
  return floatWords[0]!;
}

/** The functions of the host that routines call. */
export type HostFunctions = Readonly<Record<'host' | 'refill' | 'sine' | 'cosine' | 'compute', number>>;

interface RoutineContext extends WasmWriter {
  readonly host: HostFunctions;
}

class RoutineWriter extends WasmWriter implements RoutineContext {
  constructor(
    code: WasmCode,
    pool: ConstantPool,
    readonly host: HostFunctions,
  ) {
    super(code, pool);
  }

  /** Two lanes of a vector of float32 as float64. */
  promote(x: number, half: number): void {
    this.code.get(x);
    this.pair(x, half);
    this.op('f64x2.promote_low_f32x4');
  }

  /** Moves two lanes of the vector on the stack, which local `x` has, to the lowest ones. */
  pair(x: number, half: number): void {
    if (half === 0) return;
    this.code.get(x);
    this.code.shuffle(2, 3, 2, 3);
  }

  /** Lanes 0 and 1 of two vectors on the stack, one after the other. */
  join(): void {
    this.code.shuffle(0, 1, 4, 5);
  }

  /** Computes both halves of float64 that `write` leaves, and joins them as float32. */
  halves(write: (half: number) => void): void {
    for (const half of [0, 1]) {
      write(half);
      this.op('f32x4.demote_f64x2_zero');
    }
    this.join();
  }

  /** The sum of a series with `power` as its variable: `terms` from the last to the first. */
  horner(power: number, count: number, term: (n: number) => void): void {
    term(count - 1);
    for (let n = count - 2; n >= 0; n--) {
      this.code.get(power);
      this.op('f64x2.mul');
      term(n);
      this.op('f64x2.add');
    }
  }

  /** Replaces the vector on the stack where a condition holds: `value`, where `write` leaves all bits. */
  replaceWhere(value: () => void, condition: () => void): void {
    this.withLocal((result) => {
      value();
      this.code.get(result);
      condition();
      this.op('v128.bitselect');
    });
  }
}

const X = 0;

function exp2(w: RoutineWriter): void {
  const { code } = w;
  const [x, integer, power] = [code.take(), code.take(), code.take()];
  w.halves((half) => {
    w.promote(X, half);
    code.tee(x);
    w.splatDouble(0.5);
    w.op('f64x2.add', 'f64x2.floor');
    code.set(integer);
    code.get(x);
    code.get(integer);
    w.op('f64x2.sub');
    w.splatDouble(Math.LN2);
    w.op('f64x2.mul');
    code.set(power);
    w.horner(power, INVERSE_FACTORIALS.length, (n) => w.splatDouble(INVERSE_FACTORIALS[n]!));
    // The power of two, made of its exponent.
    code.get(integer);
    w.op('i32x4.trunc_sat_f64x2_s_zero', 'i64x2.extend_low_i32x4_s');
    w.vector([DOUBLE_BIAS, 0, DOUBLE_BIAS, 0]);
    w.op('i64x2.add');
    code.i32(MANTISSA_BITS);
    w.op('i64x2.shl', 'f64x2.mul');
  });
  const compared = (value: number, op: WasmOp) => () => {
    code.get(X);
    w.splat(wordOf(value));
    w.op(op);
  };
  w.replaceWhere(() => w.splat(wordOf(Number.POSITIVE_INFINITY)), compared(EXPONENT_END, 'f32x4.ge'));
  w.replaceWhere(() => w.splat(0), compared(EXPONENT_START, 'f32x4.lt'));
  replaceNan(w);
  w.flush();
}

/** A NaN of the operand is the result. */
function replaceNan(w: RoutineWriter): void {
  const { code } = w;
  w.replaceWhere(
    () => code.get(X),
    () => {
      code.get(X);
      code.get(X);
      w.op('f32x4.ne');
    },
  );
}

function log2(w: RoutineWriter): void {
  const { code } = w;
  const [mantissa, exponent, isBig, ratio, square] = [code.take(), code.take(), code.take(), code.take(), code.take()];
  w.halves((half) => {
    w.promote(X, half);
    code.tee(mantissa);
    code.i32(MANTISSA_BITS);
    w.op('i64x2.shr_u');
    w.vector([DOUBLE_BIAS, 0, DOUBLE_BIAS, 0]);
    w.op('i64x2.sub');
    code.set(exponent);
    code.get(mantissa);
    code.get(exponent);
    code.i32(MANTISSA_BITS);
    w.op('i64x2.shl', 'i64x2.sub');
    code.tee(mantissa);
    w.splatDouble(Math.SQRT2);
    w.op('f64x2.gt');
    code.set(isBig);
    code.get(mantissa);
    w.splatDouble(0.5);
    w.op('f64x2.mul');
    code.get(mantissa);
    code.get(isBig);
    w.op('v128.bitselect');
    code.set(mantissa);
    code.get(mantissa);
    w.splatDouble(1);
    w.op('f64x2.sub');
    code.get(mantissa);
    w.splatDouble(1);
    w.op('f64x2.add', 'f64x2.div');
    code.tee(ratio);
    code.get(ratio);
    w.op('f64x2.mul');
    code.set(square);
    // A mask is -1 where the exponent is one more.
    code.get(exponent);
    code.get(isBig);
    w.op('i64x2.sub');
    code.get(X);
    code.shuffle(0, 2, 0, 2);
    w.op('f64x2.convert_low_i32x4_s');
    w.splatDouble(2);
    code.get(ratio);
    w.op('f64x2.mul');
    w.horner(square, LOGARITHM_TERMS, (n) => w.splatDouble(ODD_RECIPROCALS[n]!));
    w.op('f64x2.mul');
    w.splatDouble(Math.LN2);
    w.op('f64x2.div', 'f64x2.add');
  });
  const compared =
    (op: WasmOp, value = 0) =>
    () => {
      code.get(X);
      w.splat(wordOf(value));
      w.op(op);
    };
  w.replaceWhere(() => w.splat(wordOf(Number.NEGATIVE_INFINITY)), compared('f32x4.eq'));
  w.replaceWhere(() => w.splat(WORDS.nan), compared('f32x4.lt'));
  w.replaceWhere(() => code.get(X), compared('f32x4.eq', Number.POSITIVE_INFINITY));
  replaceNan(w);
  w.flush();
}

/** Sine or cosine: sine of `turns` quarters of a turn more. */
function circular(w: RoutineWriter, turns: 0 | 1): void {
  const { code } = w;
  // Large numbers: lane by lane by the host.
  code.get(X);
  w.op('f32x4.abs');
  w.splat(wordOf(SIMPLE_END));
  w.op('f32x4.ge', 'v128.any_true');
  code.open('if');
  eachLane(w, () => code.index('call', turns === 0 ? w.host.sine : w.host.cosine), [X]);
  code.op('return');
  code.end();
  const [size, quadrant, angle, square, sum] = [code.take(), code.take(), code.take(), code.take(), code.take()];
  const [isNegative, isOdd, isUpper] = [code.take(), code.take(), code.take()];
  w.halves((half) => {
    w.promote(X, half);
    code.tee(size);
    w.splatDouble(0);
    w.op('f64x2.lt');
    code.set(isNegative);
    code.get(size);
    w.op('f64x2.abs');
    code.tee(size);
    w.splatDouble(Math.PI / 2);
    w.op('f64x2.div');
    w.splatDouble(0.5);
    w.op('f64x2.add', 'f64x2.floor');
    code.set(quadrant);
    code.get(size);
    for (const part of HALF_PI_PARTS) {
      code.get(quadrant);
      w.splatDouble(part);
      w.op('f64x2.mul', 'f64x2.sub');
    }
    code.set(angle);
    for (const local of [quadrant, angle]) {
      code.get(local);
      w.op('f64x2.neg');
      code.get(local);
      code.get(isNegative);
      w.op('v128.bitselect');
      code.set(local);
    }
    code.get(quadrant);
    w.op('i32x4.trunc_sat_f64x2_s_zero', 'i64x2.extend_low_i32x4_s');
    w.vector([turns, 0, turns, 0]);
    w.op('i64x2.add');
    code.set(quadrant);
    w.vector([0, 0, 0, 0]);
    code.get(quadrant);
    w.vector([1, 0, 1, 0]);
    w.op('v128.and', 'i64x2.sub');
    code.set(isOdd);
    w.vector([0, 0, 0, 0]);
    code.get(quadrant);
    w.vector([2, 0, 2, 0]);
    w.op('v128.and');
    code.i32(1);
    w.op('i64x2.shr_u', 'i64x2.sub');
    code.set(isUpper);
    code.get(angle);
    code.get(angle);
    w.op('f64x2.mul');
    code.set(square);
    w.horner(square, sineTerms.length, (n) => {
      w.splatDouble(cosineTerms[n]!);
      w.splatDouble(sineTerms[n]!);
      code.get(isOdd);
      w.op('v128.bitselect');
    });
    code.tee(sum);
    code.get(sum);
    code.get(angle);
    w.op('f64x2.mul');
    code.get(isOdd);
    w.op('v128.bitselect');
    code.tee(sum);
    w.op('f64x2.neg');
    code.get(sum);
    code.get(isUpper);
    w.op('v128.bitselect');
  });
  w.flush();
  if (turns === 1) return;
  // The sine of -0 is -0.
  w.replaceWhere(
    () => code.get(X),
    () => {
      code.get(X);
      w.splat(0);
      w.op('f32x4.eq');
    },
  );
}

/** `1 / sqrt(x)`, rounded once. */
function reciprocalRoot(w: RoutineWriter): void {
  w.halves((half) => {
    w.splatDouble(1);
    w.promote(X, half);
    w.op('f64x2.sqrt', 'f64x2.div');
  });
}

/** Computes a lane after the other: `write` has the lanes of the operands on the stack. */
function eachLane(w: RoutineWriter, write: () => void, operands: readonly number[]): void {
  const { code } = w;
  code.get(operands[0]!);
  for (let lane = 0; lane < LANES; lane++) {
    for (const operand of operands) {
      code.get(operand);
      code.lane('i32x4.extract_lane', lane);
    }
    write();
    code.lane('i32x4.replace_lane', lane);
  }
}

/** All bits where the second operand is 0. */
function onesForZero(w: RoutineWriter): void {
  w.splat(0);
  w.code.get(1);
  w.op('i32x4.eq', 'v128.or');
}

/** The quotient of unsigned numbers, all ones for a division by zero: exact in float64. */
function quotient(w: RoutineWriter): void {
  const { code } = w;
  for (const half of [0, 1]) {
    for (const operand of [0, 1]) {
      code.get(operand);
      w.pair(operand, half);
      w.op('f64x2.convert_low_i32x4_u');
    }
    w.op('f64x2.div', 'f64x2.floor', 'i32x4.trunc_sat_f64x2_u_zero');
  }
  w.join();
}

/** A lane's count of zeros, or all ones for a word without a bit that is set. */
function firstBit(op: 'i32.clz' | 'i32.ctz') {
  return (w: RoutineWriter): void => {
    eachLane(w, () => w.op(op), [X]);
    w.splat(0);
    w.code.get(X);
    w.op('i32x4.eq', 'v128.or');
  };
}

const perLane = (op: WasmOp) => (w: RoutineWriter) => eachLane(w, () => w.op(op), [0, 1]);

const ROUTINES = {
  exp2: { operands: 1, write: exp2 },
  log2: { operands: 1, write: log2 },
  sin: { operands: 1, write: (w: RoutineWriter) => circular(w, 0) },
  cos: { operands: 1, write: (w: RoutineWriter) => circular(w, 1) },
  rsq: { operands: 1, write: reciprocalRoot },
  'i.shl': { operands: 2, write: perLane('i32.shl') },
  'i.shr': { operands: 2, write: perLane('i32.shr_s') },
  'u.shr': { operands: 2, write: perLane('i32.shr_u') },
  'u.div': {
    operands: 2,
    write: (w: RoutineWriter) => {
      quotient(w);
      onesForZero(w);
    },
  },
  'u.mod': {
    operands: 2,
    write: (w: RoutineWriter) => {
      w.code.get(0);
      quotient(w);
      w.code.get(1);
      w.op('i32x4.mul', 'i32x4.sub');
      onesForZero(w);
    },
  },
  firstLow: { operands: 1, write: firstBit('i32.ctz') },
  firstHigh: { operands: 1, write: firstBit('i32.clz') },
} as const satisfies Readonly<
  Record<string, { readonly operands: 1 | 2; readonly write: (writer: RoutineWriter) => void }>
>;

export type RoutineName = keyof typeof ROUTINES;

export class Routines {
  readonly #numbers = new Map<RoutineName, number>();

  constructor(
    private readonly writer: WasmModuleWriter,
    private readonly pool: ConstantPool,
    private readonly host: HostFunctions,
  ) {}

  /** The number of the function. */
  numberOf(name: RoutineName): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const { operands, write } = ROUTINES[name];
    const code = new WasmCode({ parameters: operands === 1 ? ['v128'] : ['v128', 'v128'], results: ['v128'] });
    write(new RoutineWriter(code, this.pool, this.host));
    const number = this.writer.addFunction(code);
    this.#numbers.set(name, number);
    return number;
  }
}
