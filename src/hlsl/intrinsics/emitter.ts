/**
 * Values and operations while intrinsics are lowered: everything is scalar, and the kind of the operands decides which
 * operation is meant.
 *
 * Not for: the expansions of single functions.
 */
import type { IrBuilder } from '../../ir/builder.ts';
import { refOf } from '../../ir/builder.ts';
import type { IrBinding, IrStage } from '../../ir/declarations.ts';
import { type IrOpName, Op, OpFlag } from '../../ir/ops.ts';
import { BOOL, F32, type IrType, Kind, kindOf, typeOf, withKind, withPrecision } from '../../ir/types.ts';
import type { HlslType, NumericType, ObjectType, ScalarName } from '../types/types.ts';

/** A value: an operation with one component for each scalar, rows of matrices first, members and elements in order. */
export interface Value {
  readonly type: HlslType;
  readonly refs: readonly number[];
}

/** A resource, sampler or stream. */
export interface ObjectRef {
  readonly type: ObjectType;
  /** The number of the binding in the module; the number of a stream. */
  readonly binding: number;
  /** The operation that is the index into a range of bindings. */
  readonly index?: number | undefined;
}

/** A scalar in memory that an atomic operation changes. */
export interface MemoryRef {
  readonly type: NumericType;
  readonly object: Pick<ObjectRef, 'binding' | 'index'>;
  /** Coordinates, a byte offset, or an element and a byte offset in it: u32 or i32. */
  readonly address: readonly number[];
}

/** A text for printf. */
export interface TextRef {
  readonly text: string;
}

export type Argument = Value | ObjectRef | MemoryRef | TextRef;

/** Textures that samplers of Direct3D 9 have. */
export type SampledDimension = 'texture2D' | 'texture3D' | 'textureCube';

export interface LoweringContext {
  readonly b: IrBuilder;
  readonly stage: IrStage;
  /** Major and minor version of the shader model. */
  readonly version: readonly [number, number];
  /** The compatibility flag (`/Gec`), which samplers of Direct3D 9 need. */
  readonly isCompatible: boolean;
  /** The program is one of model 2 inside of a shader of model 4. */
  readonly isLevel9?: boolean;
  /** The binding of a sampler that is read with a dimension, in models 1 to 3. */
  samplerOf?(sampler: ObjectRef, dimension: IrBinding['dimension']): number;
  /** The texture of a sampler of Direct3D 9, in later models. */
  textureOf?(sampler: ObjectRef, dimension: SampledDimension): ObjectRef;
  /** The binding of a texture that is read through a sampler, in models 1 to 3. */
  stageOf?(texture: ObjectRef, sampler: ObjectRef): number;
  /** Reads of typed views by a method, which Microsoft's compiler takes for the same in all threads. */
  readonly methodLoads?: Set<number>;
  /** Writes the outputs of a geometry shader and appends them to a stream. */
  appendVertex(stream: ObjectRef, vertex: Value): void;
  /**
   * Reports an error if any of the operations is still in the module after optimization: code that does not stay may
   * use what the profile lacks. Without operations the error is reported in any case.
   */
  refuse(ops: readonly number[], code: string, values: Readonly<Record<string, string | number>>): void;
  /** Unrolls the innermost loop because an operand has to be a constant; returns false where there is none. */
  unrollForConstants(): boolean;
}

/** A call whose arguments have the types of the parameters; those of `out` parameters are left out. */
export interface IntrinsicCall {
  readonly e: Emitter;
  readonly args: readonly Argument[];
  /** Scalars of each argument that is a value. */
  readonly refs: readonly (readonly number[])[];
  readonly result: NumericType;
  /** Types of the `out` parameters. */
  readonly outs: readonly HlslType[];
}

/** Lowers a call: scalars of the result, then those of each `out` parameter. */
export type Lowering = (call: IntrinsicCall) => readonly (readonly number[])[];

/** Where a function is available, and the code of the error elsewhere. */
export interface Availability {
  /** The smallest model, times ten. */
  readonly model: number;
  readonly stages: string;
  readonly code: string;
}

const { f32, i32, u32, f64, bool } = Kind;

/** The type of a scalar in the IR. */
export function irTypeOf(scalar: ScalarName): IrType {
  return IR_TYPES[scalar];
}

const IR_TYPES: Readonly<Record<ScalarName, IrType>> = {
  bool,
  int: i32,
  uint: u32,
  half: f32,
  float: f32,
  double: f64,
  min16float: withPrecision(f32, 16),
  min10float: withPrecision(f32, 10),
  min16int: withPrecision(i32, 16),
  min12int: withPrecision(i32, 16),
  min16uint: withPrecision(u32, 16),
};

/** Operations by the kind of their operands: float, double, signed, unsigned. */
const BY_KIND = {
  add: ['f.add', 'd.add', 'i.add', 'i.add'],
  mul: ['f.mul', 'd.mul', 'i.mul', 'i.mul'],
  min: ['f.min', 'd.min', 'i.min', 'u.min'],
  max: ['f.max', 'd.max', 'i.max', 'u.max'],
  neg: ['f.neg', 'd.neg', 'i.neg', 'i.neg'],
  lt: ['f.lt', 'd.lt', 'i.lt', 'u.lt'],
  ge: ['f.ge', 'd.ge', 'i.ge', 'u.ge'],
  eq: ['f.eq', 'd.eq', 'i.eq', 'i.eq'],
  ne: ['f.ne', 'd.ne', 'i.ne', 'i.ne'],
} as const satisfies Readonly<Record<string, readonly IrOpName[]>>;

const KIND_COLUMNS: Readonly<Record<number, number>> = { [f32]: 0, [f64]: 1, [i32]: 2, [u32]: 3 };

/** Software versions have the minor version 255. */
const MAX_MINOR = 9;

/** Operations on floats with one operand. */
export type FloatFunction =
  | 'rcp'
  | 'rsq'
  | 'sqrt'
  | 'exp2'
  | 'log2'
  | 'sin'
  | 'cos'
  | 'sat'
  | 'frc'
  | 'floor'
  | 'ceil'
  | 'trunc'
  | 'rne';

/** The bits of 1. */
const ONE = 0x3f80_0000;

/** Functions with a value for every number. */
const OF_DIRECT3D_9: Readonly<Partial<Record<FloatFunction, IrOpName>>> = {
  rcp: 'f.rcp9',
  rsq: 'f.rsq9',
  log2: 'f.log9',
};

export class Emitter {
  readonly b: IrBuilder;

  constructor(readonly context: LoweringContext) {
    this.b = context.b;
  }

  /** The major version times ten plus the minor one: 41 is 4_1. */
  get model(): number {
    const [major, minor] = this.context.version;
    return 10 * major + Math.min(minor, MAX_MINOR);
  }

  /** Whether arithmetic need not be as written. */
  get isFast(): boolean {
    return (this.b.flags & OpFlag.precise) === 0;
  }

  /** Shader models 1 to 3. */
  get isDirect3D9(): boolean {
    return this.context.version[0] < 4;
  }

  typeOf(op: number): IrType {
    return this.b.ops.type[op]!;
  }

  kindOf(op: number): number {
    return kindOf(this.typeOf(op));
  }

  op(name: IrOpName, type: IrType, ...operands: number[]): number {
    return this.b.opList(Op[name], type, operands);
  }

  // Constants

  float(value: number): number {
    return this.b.float(value);
  }

  /** The float with these bits. */
  floatBits(bits: number): number {
    return this.b.constant(F32, bits | 0);
  }

  unsigned(value: number): number {
    return this.b.unsigned(value);
  }

  signed(value: number): number {
    return this.b.constant(typeOf(i32), value | 0);
  }

  bool(value: boolean): number {
    return this.b.bool(value);
  }

  /** An integral number with the type of a value. */
  like(value: number, number: number): number {
    switch (this.kindOf(value)) {
      case f32:
        return this.float(number);
      case f64:
        return this.op('d.from_f', typeOf(f64), this.float(number));
      case i32:
        return this.signed(number);
      default:
        return this.unsigned(number);
    }
  }

  // Arithmetic

  #byKind(name: keyof typeof BY_KIND, a: number): number {
    return Op[BY_KIND[name][KIND_COLUMNS[this.kindOf(a)] ?? 3]!];
  }

  /** The type of a result: that of the operand that is no constant. */
  #common(a: number, b: number): IrType {
    return this.b.ops.code[a] === Op.const ? this.typeOf(b) : this.typeOf(a);
  }

  add(a: number, b: number): number {
    return this.b.op(this.#byKind('add', a), this.#common(a, b), a, b);
  }

  sub(a: number, b: number): number {
    return this.add(a, this.neg(b));
  }

  mul(a: number, b: number): number {
    return this.b.op(this.#byKind('mul', a), this.#common(a, b), a, b);
  }

  /** A product and a sum. The pass that contracts them decides about `mad`. */
  madd(a: number, b: number, c: number): number {
    return this.add(this.mul(a, b), c);
  }

  div(a: number, b: number): number {
    if (this.isDirect3D9 && this.kindOf(a) === f32) return this.#product(a, this.unary('rcp', b));
    return this.op('f.div', this.#common(a, b), a, b);
  }

  /** A product, in which 1 is left out. */
  #product(a: number, b: number): number {
    const { ops } = this.b;
    const isOne = ops.code[a] === Op.const && ops.operand(a, 0) === ONE;
    return isOne ? b : this.mul(a, b);
  }

  min(a: number, b: number): number {
    return this.b.op(this.#byKind('min', a), this.#common(a, b), a, b);
  }

  max(a: number, b: number): number {
    return this.b.op(this.#byKind('max', a), this.#common(a, b), a, b);
  }

  neg(a: number): number {
    return this.b.op(this.#byKind('neg', a), this.typeOf(a), a);
  }

  abs(a: number): number {
    const kind = this.kindOf(a);
    if (kind === u32) return a;
    if (kind === i32) return this.max(this.neg(a), a);
    return this.op(kind === f64 ? 'd.abs' : 'f.abs', this.typeOf(a), a);
  }

  unary(name: FloatFunction, a: number): number {
    const type = this.typeOf(a);
    if (!this.isDirect3D9) return this.op(`f.${name}`, type, a);
    if (name === 'sqrt') return this.op('f.rcp9', type, this.op('f.rsq9', type, a));
    const { ops } = this.b;
    if (name === 'rcp' && ops.code[a] === Op['f.rcp9'] && ops.code[ops.a[a]!] === Op['f.rsq9']) return ops.a[a]!;
    return this.op(OF_DIRECT3D_9[name] ?? `f.${name}`, type, a);
  }

  /** The int that a float of models 1 to 3 is, without rounding. */
  signedFloat(a: number): number {
    return this.op('bitcast', typeOf(i32), a);
  }

  // Conditions

  lt(a: number, b: number): number {
    return this.b.op(this.#byKind('lt', a), BOOL, a, b);
  }

  ge(a: number, b: number): number {
    return this.b.op(this.#byKind('ge', a), BOOL, a, b);
  }

  eq(a: number, b: number): number {
    return this.b.op(this.#byKind('eq', a), BOOL, a, b);
  }

  ne(a: number, b: number): number {
    return this.b.op(this.#byKind('ne', a), BOOL, a, b);
  }

  select(condition: number, a: number, b: number): number {
    return this.op('select', this.#common(a, b), condition, a, b);
  }

  // Integers

  and(a: number, b: number): number {
    return this.op('i.and', this.#common(a, b), a, b);
  }

  or(a: number, b: number): number {
    return this.op('i.or', this.#common(a, b), a, b);
  }

  shl(a: number, bits: number): number {
    return this.op('i.shl', this.typeOf(a), a, this.unsigned(bits));
  }

  shr(a: number, bits: number): number {
    return this.op('u.shr', this.typeOf(a), a, this.unsigned(bits));
  }

  /** The bits of a value as another kind. */
  as(kind: number, value: number): number {
    return this.kindOf(value) === kind ? value : this.op('bitcast', withKind(this.typeOf(value), kind), value);
  }

  // Vectors

  /** Scalars as one value, which textures and memory take. */
  vector(refs: readonly number[]): number {
    return this.b.pick(refs.map((ref) => refOf(ref)));
  }

  /** The first `count` components of a value, as scalars. */
  split(value: number, count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.b.component(refOf(value, i)));
  }

  // Conversions

  /** A scalar as another type of scalar, as implicit conversions do it. */
  convert(value: number, to: ScalarName): number {
    const type = irTypeOf(to);
    const from = this.kindOf(value);
    const kind = kindOf(type);
    if (this.typeOf(value) === type) return value;
    if (from === kind) return this.#withType(value, type);
    if (kind === bool) return this.ne(value, this.like(value, 0));
    if (from === bool)
      return this.select(
        value,
        this.like(this.b.constant(type, ...ZERO[kind]!), 1),
        this.b.constant(type, ...ZERO[kind]!),
      );
    const name = CONVERSIONS[`${from}${kind}`];
    return name === undefined ? this.op('bitcast', type, value) : this.op(name, type, value);
  }

  /** Another precision. */
  #withType(value: number, type: IrType): number {
    return this.op('bitcast', type, value);
  }
}

const ZERO: Readonly<Record<number, readonly number[]>> = { [i32]: [0], [u32]: [0], [f32]: [0], [f64]: [0, 0] };

const CONVERSIONS: Readonly<Record<string, IrOpName>> = {
  [`${f32}${i32}`]: 'cvt.f2i',
  [`${f32}${u32}`]: 'cvt.f2u',
  [`${i32}${f32}`]: 'cvt.i2f',
  [`${u32}${f32}`]: 'cvt.u2f',
  [`${f64}${f32}`]: 'd.to_f',
  [`${f64}${i32}`]: 'd.to_i',
  [`${f64}${u32}`]: 'd.to_u',
  [`${f32}${f64}`]: 'd.from_f',
  [`${i32}${f64}`]: 'd.from_i',
  [`${u32}${f64}`]: 'd.from_u',
};

export function isValue(arg: Argument): arg is Value {
  return 'refs' in arg;
}

export function isObject(arg: Argument): arg is ObjectRef {
  return 'binding' in arg;
}
