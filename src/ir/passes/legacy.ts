/**
 * Expands the operations of Direct3D 9 (`f.mul9`, `f.rcp9` and others) into those of later versions, to the same bits: a product with zero is 0,
 * reciprocals and logarithms of zero are finite.
 */
import { bitsOfFloat } from '../../base/numerics/conversion.ts';
import { MAX_FLOAT } from '../../base/numerics/float.ts';
import { IrBuilder } from '../builder.ts';
import type { IrModule } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { type IrOpName, OP_NAMES, Op } from '../ops.ts';
import { BOOL, F32, widthOf } from '../types.ts';
import { byComponent, componentOf } from './split.ts';
import { Replacements, walkModule } from './walk.ts';

/** Operations that one component of most becomes. */
const OPERATIONS_OF_COMPONENT = 6;

export function expandLegacy(module: IrModule): void {
  const { ops } = module;
  const components = legacyComponents(module);
  if (components === 0) return;
  ops.reserve(OPERATIONS_OF_COMPONENT * components);
  const replacements = new Replacements(ops.count);
  const builder = new IrBuilder(module, true);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const expand = EXPANSIONS_BY_CODE[ops.code[op]!];
    if (expand === undefined) return;
    replacements.replace(op, expand(builder, op));
    module.remove(op);
  });
  replacements.release();
}

/** Components that operations of Direct3D 9 compute, roughly. */
function legacyComponents({ ops }: IrModule): number {
  const { code, type, count } = ops;
  let components = 0;
  for (let op = 0; op < count; op++)
    if (EXPANSIONS_BY_CODE[code[op]!] !== undefined)
      components += Math.max(widthOf(type[op]!), widthOf(type[ops.a[op]!]!));
  return components;
}

/** The largest power of `lit`, as a float32. */
const MAX_SPECULAR_POWER = Math.fround(127.9961);

/** A constant; programs need the same ones again and again. */
function float(b: IrBuilder, value: number): number {
  return b.shared(Op.const, F32, 1, bitsOfFloat(value) | 0);
}

function isZero(b: IrBuilder, value: number): number {
  return b.shared(Op['f.eq'], BOOL, 2, value, float(b, 0));
}

/** Whether a value is a constant that is not zero, and no subnormal number. */
function isNonZero({ ops }: IrBuilder, value: number): boolean {
  return ops.code[value] === Op.const && (ops.a[value]! & 0x7f80_0000) !== 0;
}

function multiply(b: IrBuilder, x: number, y: number): number {
  const product = b.op(Op['f.mul'], F32, x, y);
  // A square is 0 by itself.
  if (x === y) return product;
  const [isX, isY] = [isNonZero(b, x), isNonZero(b, y)];
  if (isX && isY) return product;
  const first = isZero(b, isX ? y : x);
  const condition = isX || isY ? first : b.op(Op['i.or'], BOOL, first, isZero(b, y));
  return b.op(Op.select, F32, condition, float(b, 0), product);
}

const negate = (b: IrBuilder, x: number) => b.op(Op['f.neg'], F32, x);
const add = (b: IrBuilder, x: number, y: number) => b.op(Op['f.add'], F32, x, y);

function reciprocal(b: IrBuilder, x: number): number {
  return b.op(Op.select, F32, isZero(b, x), float(b, MAX_FLOAT), b.op(Op['f.rcp'], F32, x));
}

function reciprocalRoot(b: IrBuilder, x: number): number {
  const root = b.op(Op['f.rsq'], F32, b.op(Op['f.abs'], F32, x));
  return b.op(Op.select, F32, isZero(b, x), float(b, MAX_FLOAT), root);
}

function logarithm(b: IrBuilder, x: number): number {
  const value = b.op(Op['f.log2'], F32, b.op(Op['f.abs'], F32, x));
  return b.op(Op.select, F32, isZero(b, x), float(b, -MAX_FLOAT), value);
}

function power(b: IrBuilder, x: number, y: number): number {
  const value = b.op(Op['f.exp2'], F32, multiply(b, logarithm(b, x), y));
  return b.op(Op.select, F32, isZero(b, y), float(b, 1), value);
}

/** The sum of products of components, in order. */
function dot(b: IrBuilder, x: number, y: number, count: number): number {
  let sum = multiply(b, componentOf(b, x, 0), componentOf(b, y, 0));
  for (let i = 1; i < count; i++) sum = add(b, sum, multiply(b, componentOf(b, x, i), componentOf(b, y, i)));
  return sum;
}

function specular(b: IrBuilder, diffuse: number, light: number, exponent: number): number {
  const zero = float(b, 0);
  const isLit = b.op(Op['i.and'], BOOL, b.op(Op['f.lt'], BOOL, zero, diffuse), b.op(Op['f.lt'], BOOL, zero, light));
  const low = b.op(Op['f.max'], F32, exponent, float(b, -MAX_SPECULAR_POWER));
  const clamped = b.op(Op['f.min'], F32, low, float(b, MAX_SPECULAR_POWER));
  return b.op(Op.select, F32, isLit, power(b, light, clamped), zero);
}

type Expansion = (b: IrBuilder, op: number) => number;

/** An operation whose components are computed one by one from those of up to three operands. */
const each =
  (compute: (b: IrBuilder, x: number, y: number, z: number) => number): Expansion =>
  (b, op) => {
    const { ops } = b;
    const count = ops.arity[op]!;
    const [x, y, z] = [ops.a[op]!, ops.b[op]!, ops.c[op]!];
    b.goBefore(op, ops.flags[op]);
    return byComponent(b, ops.type[op]!, (i) =>
      compute(
        b,
        componentOf(b, x, i),
        count > 1 ? componentOf(b, y, i) : NO_OP,
        count > 2 ? componentOf(b, z, i) : NO_OP,
      ),
    );
  };

const EXPANSIONS: Readonly<Partial<Record<IrOpName, Expansion>>> = {
  'f.mul9': each((b, x, y) => multiply(b, x, y)),
  'f.mad9': each((b, x, y, z) => add(b, multiply(b, x, y), z)),
  'f.lrp9': each((b, x, y, z) => add(b, multiply(b, x, add(b, y, negate(b, z))), z)),
  'f.rcp9': each(reciprocal),
  'f.rsq9': each(reciprocalRoot),
  'f.log9': each(logarithm),
  'f.pow9': each((b, x, y) => power(b, x, y)),
  'f.lit9': each(specular),
  'f.dot9': (b, op) => {
    const { ops } = b;
    b.goBefore(op);
    return dot(b, ops.a[op]!, ops.b[op]!, widthOf(ops.type[ops.a[op]!]!));
  },
  'f.nrm9': (b, op) => {
    b.goBefore(op);
    const vector = b.ops.a[op]!;
    return reciprocalRoot(b, dot(b, vector, vector, 3));
  },
};

const EXPANSIONS_BY_CODE: readonly (Expansion | undefined)[] = OP_NAMES.map((name) => EXPANSIONS[name]);
