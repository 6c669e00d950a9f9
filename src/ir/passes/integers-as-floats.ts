/**
 * Makes the integers of a module floats, as shader models 1 to 3 compute: no instruction rounds them. It
 * runs on what a source was lowered to, before any other pass.
 *
 * The rows that constants are read at stay integers: a constant, the conversion of a float that is rounded, or a sum of
 * both. Operations on bits, which the models do not have, become sums; the caller reports them.
 */
import { bitsOfFloat } from '../../numerics/conversion.ts';
import { IrBuilder } from '../builder.ts';
import type { IrModule } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { type IrOpName, OP_ROWS, Op } from '../ops.ts';
import { F32, Kind, kindOf, withKind } from '../types.ts';

/** Operations of floats, by those of integers. */
const OF_FLOATS: Readonly<Partial<Record<IrOpName, IrOpName>>> = {
  'i.add': 'f.add',
  'i.sub': 'f.add',
  'i.mul': 'f.mul',
  'i.neg': 'f.neg',
  'i.min': 'f.min',
  'u.min': 'f.min',
  'i.max': 'f.max',
  'u.max': 'f.max',
  'i.eq': 'f.eq',
  'i.ne': 'f.ne',
  'i.lt': 'f.lt',
  'u.lt': 'f.lt',
  'i.ge': 'f.ge',
  'u.ge': 'f.ge',
  'cvt.f2i': 'f.trunc',
  // No unsigned number is negative.
  'cvt.f2u': 'f.floor',
  'cvt.i2f': 'bitcast',
  'cvt.u2f': 'bitcast',
  'i.and': 'f.add',
  'i.or': 'f.add',
  'i.xor': 'f.add',
  'i.shl': 'f.add',
  'i.shr': 'f.add',
  'u.shr': 'f.add',
  'i.not': 'f.neg',
};

const CODES: ReadonlyMap<number, number> = /* @__PURE__ */ new Map(
  Object.entries(OF_FLOATS).map(([from, to]) => [Op[from as IrOpName], Op[to]]),
);

export function integersAsFloats(module: IrModule): void {
  const { ops } = module;
  const builder = new IrBuilder(module);
  const isRow = rowsOf(module);
  const count = ops.count;
  for (let op = 0; op < count; op++) {
    if (ops.region[op] === NO_OP || isRow[op] === 1) continue;
    const type = ops.type[op]!;
    const code = ops.code[op]!;
    const isInteger = isIntegerKind(kindOf(type));
    if (code === Op.const) {
      if (isInteger) ops.a[op] = bitsOf(ops.a[op]!, kindOf(type));
    } else if (code === Op.mask) {
      builder.goBefore(op);
      ops.change(op, Op.select, 3, ops.a[op]!, float(builder, 1), float(builder, 0));
    } else if (isInteger || CODES.has(code)) {
      if (code === Op['i.sub']) {
        builder.goBefore(op);
        ops.b[op] = builder.op(Op['f.neg'], F32, ops.b[op]!);
      }
      // Logic of conditions stays.
      if (isInteger || !LOGIC.has(code)) ops.code[op] = CODES.get(code) ?? code;
    }
    if (isInteger) ops.type[op] = withKind(type, Kind.f32);
  }
}

const LOGIC: ReadonlySet<number> = /* @__PURE__ */ new Set([Op['i.and'], Op['i.or'], Op['i.xor'], Op['i.not']]);

function isIntegerKind(kind: number): boolean {
  return kind === Kind.i32 || kind === Kind.u32 || kind === Kind.b32;
}

function float(builder: IrBuilder, value: number): number {
  return builder.constant(F32, bitsOfFloat(value) | 0);
}

function bitsOf(word: number, kind: number): number {
  return bitsOfFloat(kind === Kind.i32 ? word | 0 : word >>> 0) | 0;
}

/** The operations that rows of constants consist of, which are of no other use. */
function rowsOf({ ops }: IrModule): Uint8Array {
  const isRow = new Uint8Array(ops.count);
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP || OP_ROWS[ops.code[op]!]!.attribute !== 'constants') continue;
    const row = ops.operand(op, 0);
    isRow[row] = 1;
    if (ops.code[row] !== Op['i.add']) continue;
    isRow[ops.operand(row, 0)] = 1;
    isRow[ops.operand(row, 1)] = 1;
  }
  return isRow;
}
