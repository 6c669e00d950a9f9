/**
 * Expands the operations of Direct3D 9 (`f.mul9`, `f.rcp9` and others) into those of later versions, to the same bits: a product with zero is 0,
 * reciprocals and logarithms of zero are finite.
 */
import { MAX_FLOAT } from '../../base/numerics/float.ts';
import type { IrBuilder } from '../builder.ts';
import type { IrModule } from '../module.ts';
import { type IrOpName, OP_NAMES, Op } from '../ops.ts';
import { BOOL, F32, widthOf } from '../types.ts';
import { byComponent, componentOf } from './split.ts';
import { builderBefore, Replacements, walkModule } from './walk.ts';

export function expandLegacy(module: IrModule): void {
  const { ops } = module;
  if (!hasLegacy(module)) return;
  const replacements = new Replacements(ops.count);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const expand = EXPANSIONS_BY_CODE[ops.code[op]!];
    if (expand === undefined) return;
    replacements.replace(op, expand(module, op));
    module.remove(op);
  });
  replacements.release();
}

function hasLegacy({ ops }: IrModule): boolean {
  const { code, count } = ops;
  for (let op = 0; op < count; op++) if (EXPANSIONS_BY_CODE[code[op]!] !== undefined) return true;
  return false;
}

/** The largest power of `lit`, as a float32. */
const MAX_SPECULAR_POWER = Math.fround(127.9961);

function isZero(b: IrBuilder, value: number): number {
  return b.op(Op['f.eq'], BOOL, value, b.float(0));
}

/** Whether a value is a constant that is not zero, and no subnormal number. */
function isNonZero({ ops }: IrBuilder, value: number): boolean {
  return ops.code[value] === Op.const && (ops.a[value]! & 0x7f80_0000) !== 0;
}

function multiply(b: IrBuilder, x: number, y: number): number {
  const product = b.op(Op['f.mul'], F32, x, y);
  // A square is 0 by itself.
  if (x === y) return product;
  const conditions = [x, y].filter((value) => !isNonZero(b, value)).map((value) => isZero(b, value));
  if (conditions.length === 0) return product;
  const [first, second] = conditions as [number, number?];
  const condition = second === undefined ? first : b.op(Op['i.or'], BOOL, first, second);
  return b.op(Op.select, F32, condition, b.float(0), product);
}

const negate = (b: IrBuilder, x: number) => b.op(Op['f.neg'], F32, x);
const add = (b: IrBuilder, x: number, y: number) => b.op(Op['f.add'], F32, x, y);

function reciprocal(b: IrBuilder, x: number): number {
  return b.op(Op.select, F32, isZero(b, x), b.float(MAX_FLOAT), b.op(Op['f.rcp'], F32, x));
}

function reciprocalRoot(b: IrBuilder, x: number): number {
  const root = b.op(Op['f.rsq'], F32, b.op(Op['f.abs'], F32, x));
  return b.op(Op.select, F32, isZero(b, x), b.float(MAX_FLOAT), root);
}

function logarithm(b: IrBuilder, x: number): number {
  const value = b.op(Op['f.log2'], F32, b.op(Op['f.abs'], F32, x));
  return b.op(Op.select, F32, isZero(b, x), b.float(-MAX_FLOAT), value);
}

function power(b: IrBuilder, x: number, y: number): number {
  const value = b.op(Op['f.exp2'], F32, multiply(b, logarithm(b, x), y));
  return b.op(Op.select, F32, isZero(b, y), b.float(1), value);
}

/** The sum of products of components, in order. */
function dot(b: IrBuilder, x: number, y: number, count: number): number {
  let sum = multiply(b, componentOf(b, x, 0), componentOf(b, y, 0));
  for (let i = 1; i < count; i++) sum = add(b, sum, multiply(b, componentOf(b, x, i), componentOf(b, y, i)));
  return sum;
}

function specular(b: IrBuilder, diffuse: number, light: number, exponent: number): number {
  const zero = b.float(0);
  const isLit = b.op(Op['i.and'], BOOL, b.op(Op['f.lt'], BOOL, zero, diffuse), b.op(Op['f.lt'], BOOL, zero, light));
  const low = b.op(Op['f.max'], F32, exponent, b.float(-MAX_SPECULAR_POWER));
  const clamped = b.op(Op['f.min'], F32, low, b.float(MAX_SPECULAR_POWER));
  return b.op(Op.select, F32, isLit, power(b, light, clamped), zero);
}

type Expansion = (module: IrModule, op: number) => number;

const each =
  (compute: (b: IrBuilder, ...operands: [number, number, number]) => number): Expansion =>
  (module, op) =>
    byComponent(module, op, (b, operands) => compute(b, ...(operands as [number, number, number])));

const EXPANSIONS: Readonly<Partial<Record<IrOpName, Expansion>>> = {
  'f.mul9': each((b, x, y) => multiply(b, x, y)),
  'f.mad9': each((b, x, y, z) => add(b, multiply(b, x, y), z)),
  'f.lrp9': each((b, x, y, z) => add(b, multiply(b, x, add(b, y, negate(b, z))), z)),
  'f.rcp9': each(reciprocal),
  'f.rsq9': each(reciprocalRoot),
  'f.log9': each(logarithm),
  'f.pow9': each((b, x, y) => power(b, x, y)),
  'f.lit9': each(specular),
  'f.dot9': (module, op) => {
    const { a, b, type } = module.ops;
    return dot(builderBefore(module, op), a[op]!, b[op]!, widthOf(type[a[op]!]!));
  },
  'f.nrm9': (module, op) => {
    const builder = builderBefore(module, op);
    const vector = module.ops.a[op]!;
    return reciprocalRoot(builder, dot(builder, vector, vector, 3));
  },
};

const EXPANSIONS_BY_CODE: readonly (Expansion | undefined)[] = OP_NAMES.map((name) => EXPANSIONS[name]);
