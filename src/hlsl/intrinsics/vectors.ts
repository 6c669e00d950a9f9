/** Expansions of functions on vectors and matrices, with the order of operations of Microsoft's compiler. */
import { Op } from '../../ir/ops.ts';
import { Kind, typeOf } from '../../ir/types.ts';
import type { NumericType } from '../types/types.ts';
import type { Emitter } from './emitter.ts';
import { pow } from './math.ts';
import * as sm1 from './sm1-math.ts';

type Refs = readonly number[];

/** The sum of products; of one component, doubles and integers as separate operations. */
export function dot(e: Emitter, a: Refs, b: Refs): number {
  const { ops } = e.b;
  const isZero = (ref: number) => ops.code[ref] === Op.const && ops.operand(ref, 0) === 0;
  if (a.length === 1 || e.kindOf(a[0]!) !== Kind.f32) return inOrder(e, a, b);
  if (e.isFast) {
    const used = Array.from(a.keys()).filter((i) => !isZero(a[i]!) && !isZero(b[i]!));
    if (used.length === 0) return e.float(0);
    if (used.length < a.length)
      return dot(
        e,
        used.map((i) => a[i]!),
        used.map((i) => b[i]!),
      );
  }
  return e.op('f.dot', e.typeOf(a[0]!), e.vector(a), e.vector(b));
}

/** Products that are added from the first to the last. */
function inOrder(e: Emitter, a: Refs, b: Refs): number {
  return a.map((component, i) => e.mul(component, b[i]!)).reduce((sum, product) => e.add(sum, product));
}

/** Sums of products in matrices: four of doubles in two pairs. */
function sumOfProducts(e: Emitter, a: Refs, b: Refs): number {
  if (a.length === 4 && e.kindOf(a[0]!) === Kind.f64) {
    const [p, q, r, s] = a.map((component, i) => e.mul(component, b[i]!));
    return e.add(e.add(q!, s!), e.add(p!, r!));
  }
  return inOrder(e, a, b);
}

/** Whether no component is 0, for floats and doubles by the product. */
export function all(e: Emitter, x: Refs): number {
  if (isFloating(e, x)) {
    const product = x.reduce((sum, component) => e.mul(sum, component));
    return e.ne(product, e.like(product, 0));
  }
  return x.map((component) => e.convert(component, 'bool')).reduce((a, b) => e.and(a, b));
}

/** Whether any component is not 0, for floats and doubles by the sum of squares. */
export function any(e: Emitter, x: Refs): number {
  if (isFloating(e, x)) {
    const sum = x.length === 1 && e.kindOf(x[0]!) === Kind.f32 ? x[0]! : sumOfSquares(e, x);
    return e.ne(sum, e.like(sum, 0));
  }
  const bits = x.reduce((a, b) => e.or(a, b));
  return e.convert(bits, 'bool');
}

function isFloating(e: Emitter, [first]: Refs): boolean {
  const kind = e.kindOf(first!);
  return kind === Kind.f32 || kind === Kind.f64;
}

/** Squares of up to four components at a time. */
function sumOfSquares(e: Emitter, x: Refs): number {
  const rows = Array.from({ length: Math.ceil(x.length / 4) }, (_, i) => x.slice(4 * i, 4 * i + 4));
  return rows.map((row) => dot(e, row, row)).reduce((a, b) => e.add(a, b));
}

export function length(e: Emitter, x: Refs): number {
  return x.length === 1 ? e.abs(x[0]!) : e.unary('sqrt', dot(e, x, x));
}

export function difference(e: Emitter, a: Refs, b: Refs): number[] {
  return e.b.vector(a, (component, i) => e.sub(component, b[i]!));
}

export function normalize(e: Emitter, x: Refs): number[] {
  const scale = e.unary('rsq', dot(e, x, x));
  return e.b.vector(x, (component) => e.mul(scale, component));
}

export function cross(e: Emitter, a: Refs, b: Refs): number[] {
  return e.b.vector([0, 1, 2], (i) => {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    return e.sub(e.mul(a[j]!, b[k]!), e.mul(a[k]!, b[j]!));
  });
}

export function reflect(e: Emitter, i: Refs, n: Refs): number[] {
  const product = dot(e, i, n);
  const twice = e.neg(e.add(product, product));
  return e.b.vector(i, (component, c) => e.madd(n[c]!, twice, component));
}

export function refract(e: Emitter, i: Refs, n: Refs, eta: number): number[] {
  const one = e.float(1);
  const product = dot(e, i, n);
  const k = e.sub(one, e.mul(e.mul(eta, eta), e.sub(one, e.mul(product, product))));
  const scale = e.madd(eta, product, e.unary('sqrt', k));
  const isRefracted = e.ge(k, e.float(0));
  return e.b.vector(i, (component, c) => {
    const ray = e.sub(e.mul(eta, component), e.mul(scale, n[c]!));
    return e.select(isRefracted, ray, e.float(0));
  });
}

export function faceforward(e: Emitter, n: Refs, i: Refs, reference: Refs): number[] {
  const isBehind = e.ge(dot(e, i, reference), e.float(0));
  return e.b.vector(n, (component) => e.select(isBehind, e.neg(component), component));
}

/** (1, diffuse, specular, 1). */
export function lit(e: Emitter, diffuse: number, specular: number, power: number): number[] {
  if (e.isDirect3D9) return sm1.lit(e, diffuse, specular, power);
  const zero = e.float(0);
  const isLit = e.and(e.ge(diffuse, zero), e.ge(specular, zero));
  return [e.float(1), e.max(diffuse, zero), e.select(isLit, pow(e, specular, power), zero), e.float(1)];
}

export function dst(e: Emitter, a: Refs, b: Refs): number[] {
  const one = e.like(a[0]!, 1);
  if (e.kindOf(one) === Kind.f64) return [one, e.mul(a[1]!, b[1]!), a[2]!, b[3]!];
  return [one, e.mul(a[1]!, b[1]!), e.mul(a[2]!, one), e.mul(one, b[3]!)];
}

/** Bytes of a color in the order of Direct3D 9. */
export function colorToBytes(e: Emitter, color: Refs): number[] {
  if (e.isDirect3D9) return sm1.colorToBytes(e, color);
  const [r, g, b, a] = color;
  const scale = e.floatBits(0x437f_0080);
  return [b!, g!, r!, a!].map((component) => e.op('cvt.f2i', typeOf(Kind.i32), e.mul(component, scale)));
}

// --- matrices -------------------------------------------------------------------------------------------------------

/** Components of a row and of a column. */
function rowOf(m: Refs, { columns }: NumericType, row: number): Refs {
  return m.slice(row * columns, (row + 1) * columns);
}

function columnOf(m: Refs, { rows, columns }: NumericType, column: number): Refs {
  return Array.from({ length: rows }, (_, row) => m[row * columns + column]!);
}

export function transpose(m: Refs, type: NumericType): number[] {
  return Array.from({ length: type.columns }, (_, column) => columnOf(m, type, column)).flat();
}

/** One component of a product. */
function product(e: Emitter, a: Refs, b: Refs): number {
  return e.kindOf(a[0]!) === Kind.f64 ? sumOfProducts(e, a, b) : dot(e, a, b);
}

/** Whether the components of a product are dot products: the registers of a matrix decide, then its type. */
function isDotProduct(e: Emitter, a: Refs, left: NumericType, b: Refs, right: NumericType): boolean {
  const isVector = left.shape === 'vector';
  const [matrix, type] = isVector ? [b, right] : [a, left];
  const byRow = type.isRowMajor !== isVector;
  const rows = Array.from({ length: type.rows }, (_, row) => rowOf(matrix, type, row));
  const columns = Array.from({ length: type.columns }, (_, column) => columnOf(matrix, type, column));
  const [dotted, crossed] = isVector ? [columns, rows] : [rows, columns];
  // All dot products are the same one.
  if (type.rows > 1 && type.columns > 1 && crossed.every((line) => line.every((ref) => ref === line[0]))) return true;
  // The lines of a matrix that one operation computed are vectors in both directions.
  const [isDotted, isCrossed] = [dotted, crossed].map((lines) => lines.every((line) => e.b.isOneVector(line)));
  if (isDotted !== isCrossed) return isDotted!;
  const [hasRows, hasColumns] = [rows, columns].map((lines) => areRegisters(e, lines));
  return hasRows === hasColumns ? byRow : hasRows! !== isVector;
}

function isMatrix({ shape }: NumericType): boolean {
  return shape === 'matrix';
}

function areRegisters(e: Emitter, lines: readonly Refs[]): boolean {
  return lines.every((line) => isOneRegister(e, line));
}

/** Operations between the components of a vector that is computed. */
const MAX_DISTANCE = 3;

/** Whether values are components of one register, or were computed one after the other. */
function isOneRegister(e: Emitter, refs: Refs): boolean {
  const { ops } = e.b;
  const sources = new Set<string>();
  let hasNumbers = false;
  let [first, last, computed] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const ref of refs) {
    let op = ref;
    while (ops.code[op] === Op['f.neg'] || ops.code[op] === Op.bitcast) op = ops.a[op]!;
    switch (ops.code[op]) {
      case Op.const:
        hasNumbers = true;
        break;
      case Op.pick:
        sources.add(`value ${ops.operand(op, 0) >> 2}`);
        break;
      case Op.in:
        sources.add(`input ${ops.extra[op]! >> 2}`);
        break;
      case Op['cb.load']: {
        const row = ops.a[op]!;
        sources.add(`constant ${ops.extra[op]! >> 2} ${ops.code[row] === Op.const ? ops.operand(row, 0) : row}`);
        break;
      }
      default:
        computed++;
        first = Math.min(first, ref);
        last = Math.max(last, ref);
    }
  }
  if (computed === 0) return sources.size + Number(hasNumbers) === 1;
  return sources.size === 0 && (e.b.isOneVector(refs) || last - first <= MAX_DISTANCE * (computed - 1));
}

/**
 * The product of any two shapes; a vector is a row on the left and a column on the right. What lies together in memory
 * is a dot product: with a matrix that lies by columns, products with a vector on the left; the others are sums.
 */
export function multiply(e: Emitter, a: Refs, left: NumericType, b: Refs, right: NumericType): number[] {
  if (left.shape === 'scalar') return e.b.vector(b, (component) => e.mul(a[0]!, component));
  if (right.shape === 'scalar') return e.b.vector(a, (component) => e.mul(component, b[0]!));
  if (left.shape === 'vector' && right.shape === 'vector') return [product(e, a, b)];
  const rows = left.shape === 'vector' ? [a] : Array.from({ length: left.rows }, (_, row) => rowOf(a, left, row));
  const columns =
    right.shape === 'vector' ? [b] : Array.from({ length: right.columns }, (_, c) => columnOf(b, right, c));
  const hasRows = isDotProduct(e, a, left, b, right);
  const lines = Array.from({ length: right.rows }, (_, row) => rowOf(b, right, row));
  const ofLines = hasRows && isMatrix(left) && isMatrix(right) && areRegisters(e, lines) && !areRegisters(e, columns);
  if (hasRows && !ofLines) return rows.flatMap((row) => columns.map((column) => product(e, row, column)));
  const numbers = (list: readonly Refs[]) => Array.from(list.keys());
  // The rows of the right matrix, or the columns of the left one, are registers; those of the product are so, too.
  if (ofLines || left.shape === 'vector')
    return rows.flatMap((row) => e.b.vector(numbers(columns), (column) => sumOfProducts(e, row, columns[column]!)));
  const made = columns.map((column) => e.b.vector(numbers(rows), (row) => sumOfProducts(e, rows[row]!, column)));
  return rows.flatMap((_, row) => made.map((column) => column[row]!));
}

export function determinant(e: Emitter, m: Refs, type: NumericType): number {
  // Lines as they are in memory: the determinant of the transposed matrix is the same.
  const lines = Array.from({ length: type.rows }, (_, i) => (type.isRowMajor ? rowOf : columnOf)(m, type, i));
  switch (type.columns) {
    case 1:
      return m[0]!;
    case 2:
      return e.sub(e.mul(m[0]!, m[3]!), e.mul(m[1]!, m[2]!));
    case 3:
      return dot(e, cross(e, lines[1]!, lines[2]!), lines[0]!);
    default:
      return determinant4(e, lines);
  }
}

/** Minors of the last three lines times the first line. */
function determinant4(e: Emitter, lines: readonly Refs[]): number {
  const minors = [0, 1, 2, 3].map((skipped) => {
    const [a, b, c] = lines.slice(1).map((line) => line.filter((_, i) => i !== skipped));
    // Odd minors have the other sign, which the order of the factors gives.
    return dot(e, skipped % 2 === 0 ? cross(e, b!, c!) : cross(e, c!, b!), a!);
  });
  return dot(e, minors, lines[0]!);
}
