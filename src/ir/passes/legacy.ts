/**
 * Expands the operations of Direct3D 9 (`f.mad9`, `f.rcp9` and others) into those of later versions and the product
 * `f.mul9`, to the same bits: a product with zero is 0, reciprocals and logarithms of zero are finite. Products of
 * vectors stay vectors: as scalars, they would be most of a module.
 *
 * An operation becomes the last one of its expansion; the others come before it.
 */
import { bitsOfFloat } from '../../numerics/conversion.ts';
import { MAX_FLOAT } from '../../numerics/float.ts';
import { MAX_SPECULAR_POWER } from '../../numerics/legacy.ts';
import { IrBuilder } from '../builder.ts';
import type { IrModule } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { type IrOpName, OP_NAMES, Op } from '../ops.ts';
import { BOOL, F32, widthOf } from '../types.ts';
import { componentOf } from './op-facts.ts';

/**
 * Returns false: it leaves nothing to clean, because what it writes is needed, and equal operations of a region are
 * written once.
 *
 * @param isFast whether products, reciprocals and logarithms are those of later versions: zero times infinity is NaN
 */
export function expandLegacy(module: IrModule, isFast = false): false {
  const { ops, first } = module;
  let builder: LegacyBuilder | undefined;
  for (let region = 0; region < first.length; region++) {
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const expand = EXPANSIONS_BY_CODE[ops.code[op]!];
      if (expand === undefined) continue;
      builder ??= new LegacyBuilder(module, isFast);
      builder.goBefore(op, ops.flags[op]);
      expand(builder, op);
    }
  }
  return false;
}

class LegacyBuilder extends IrBuilder {
  constructor(
    module: IrModule,
    readonly isFast: boolean,
  ) {
    super(module, true);
  }
}

const EXPONENT = 0x7f80_0000;

/** A constant; programs need the same ones again and again. */
function float(b: LegacyBuilder, value: number): number {
  return b.shared(Op.const, F32, 1, bitsOfFloat(value) | 0);
}

function isZero(b: LegacyBuilder, value: number): number {
  return b.shared(Op['f.eq'], BOOL, 2, value, float(b, 0));
}

/** The operation of a product. A square is 0 by itself. */
const productOf = ({ isFast }: LegacyBuilder, x: number, y: number) => (isFast || x === y ? Op['f.mul'] : Op['f.mul9']);

function multiply(b: LegacyBuilder, x: number, y: number): number {
  return b.shared(productOf(b, x, y), b.ops.type[x]!, 2, x, y);
}

const add = (b: LegacyBuilder, x: number, y: number) => b.shared(Op['f.add'], b.ops.type[x]!, 2, x, y);

/** The last operation of an expansion, as the arguments of `OpStore.change`. */
type Last = readonly [code: number, arity: number, a: number, b: number, c?: number];

const chosen = (condition: number, x: number, y: number): Last => [Op.select, 3, condition, x, y];

function reciprocal(b: LegacyBuilder, x: number): Last {
  if (b.isFast) return [Op['f.rcp'], 1, x, 0];
  return chosen(isZero(b, x), float(b, MAX_FLOAT), b.op(Op['f.rcp'], F32, x));
}

function reciprocalRoot(b: LegacyBuilder, x: number): Last {
  const size = b.op(Op['f.abs'], F32, x);
  if (b.isFast) return [Op['f.rsq'], 1, size, 0];
  const root = b.op(Op['f.rsq'], F32, size);
  return chosen(isZero(b, x), float(b, MAX_FLOAT), root);
}

function logarithm(b: LegacyBuilder, x: number): Last {
  const size = b.op(Op['f.abs'], F32, x);
  if (b.isFast) return [Op['f.log2'], 1, size, 0];
  const value = b.op(Op['f.log2'], F32, size);
  return chosen(isZero(b, x), float(b, -MAX_FLOAT), value);
}

function power(b: LegacyBuilder, x: number, y: number): Last {
  const product = multiply(b, inserted(b, logarithm(b, x)), y);
  // Whether a constant, the common case, is zero is known.
  if (b.isFast || (b.ops.code[y] === Op.const && (b.ops.a[y]! & EXPONENT) !== 0)) return [Op['f.exp2'], 1, product, 0];
  return chosen(isZero(b, y), float(b, 1), b.op(Op['f.exp2'], F32, product));
}

/** The sum of products of components, in order. */
function dot(b: LegacyBuilder, x: number, y: number): Last {
  const width = widthOf(b.ops.type[x]!);
  if (width === 1) return [productOf(b, x, y), 2, x, y];
  if (b.isFast) return [Op['f.dot'], 2, x, y];
  const product = multiply(b, x, y);
  let sum = componentOf(b, product, 0);
  for (let i = 1; i < width - 1; i++) sum = add(b, sum, componentOf(b, product, i));
  return [Op['f.add'], 2, sum, componentOf(b, product, width - 1)];
}

function specular(b: LegacyBuilder, diffuse: number, light: number, exponent: number): Last {
  const zero = float(b, 0);
  const isLit = b.op(Op['i.and'], BOOL, b.op(Op['f.lt'], BOOL, zero, diffuse), b.op(Op['f.lt'], BOOL, zero, light));
  const low = b.op(Op['f.max'], F32, exponent, float(b, -MAX_SPECULAR_POWER));
  const clamped = b.op(Op['f.min'], F32, low, float(b, MAX_SPECULAR_POWER));
  return chosen(isLit, inserted(b, power(b, light, clamped)), zero);
}

/** A separate scalar operation instead of the last one. */
function inserted(b: LegacyBuilder, [code, , x, y, z]: Last): number {
  return b.op(code, F32, x, y, z);
}

/** Writes the operations before `op`, where the builder is, and changes `op`. */
type Expansion = (b: LegacyBuilder, op: number) => void;

/** Expansions whose operands stay vectors. */
const vectorwise =
  (compute: (b: LegacyBuilder, x: number, y: number, z: number) => Last): Expansion =>
  (b, op) => {
    const { ops } = b;
    // Not spread, which costs more than the rest (measured).
    const last = compute(b, ops.a[op]!, ops.b[op]!, ops.c[op]!);
    ops.change(op, last[0], last[1], last[2], last[3], last[4]);
  };

/** An operation whose components are computed one by one. */
const each = (compute: (b: LegacyBuilder, x: number, y: number, z: number) => Last): Expansion => {
  const scalar = vectorwise(compute);
  return (b, op) => {
    const { ops } = b;
    const width = widthOf(ops.type[op]!);
    if (width === 1) {
      scalar(b, op);
      return;
    }
    const arity = ops.arity[op]!;
    const refs: number[] = [];
    for (let i = 0; i < width; i++) {
      const x = componentOf(b, ops.a[op]!, i);
      const y = arity > 1 ? componentOf(b, ops.b[op]!, i) : 0;
      const z = arity > 2 ? componentOf(b, ops.c[op]!, i) : 0;
      refs.push(inserted(b, compute(b, x, y, z)) << 2);
    }
    ops.code[op] = Op.pick;
    ops.setOperands(op, refs);
  };
};

const EXPANSIONS: Readonly<Partial<Record<IrOpName, Expansion>>> = {
  'f.mul9': (b, op) => {
    const { ops } = b;
    ops.code[op] = productOf(b, ops.a[op]!, ops.b[op]!);
  },
  'f.mad9': vectorwise((b, x, y, z) => [Op['f.add'], 2, multiply(b, x, y), z]),
  'f.lrp9': vectorwise((b, x, y, z) => {
    const difference = add(b, y, b.shared(Op['f.neg'], b.ops.type[z]!, 1, z));
    return [Op['f.add'], 2, multiply(b, x, difference), z];
  }),
  'f.rcp9': each(reciprocal),
  'f.rsq9': each(reciprocalRoot),
  'f.log9': each(logarithm),
  'f.pow9': each(power),
  'f.lit9': each(specular),
  'f.dot9': vectorwise(dot),
  'f.nrm9': vectorwise((b, vector) => reciprocalRoot(b, inserted(b, dot(b, vector, vector)))),
};

const EXPANSIONS_BY_CODE: readonly (Expansion | undefined)[] = OP_NAMES.map((name) => EXPANSIONS[name]);
