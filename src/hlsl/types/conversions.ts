/**
 * Conversions between types, the common type of two operands, and the choice of an overload, as Microsoft's compiler
 * does them: the tables below are measured with functions of two overloads.
 *
 * Not for: constructors, and how a conversion is computed (lower/).
 */
import {
  type ArrayType,
  allMembers,
  componentCount,
  type HlslType,
  isPatch,
  type NumericType,
  numericType,
  type ObjectType,
  SCALAR_NAMES,
  type ScalarName,
  type StructType,
  scalarCount,
  scalarsOf,
  withScalar,
} from './types.ts';

/**
 * The type of an integer constant without a suffix, and of expressions of such constants. It is `int` where nothing
 * else decides, and becomes the type of the other operand: `1 + h` is `half`.
 */
export const INT_LITERAL: NumericType = { ...numericType('int') };
/** The type of a constant with a point or an exponent and without a suffix. */
export const FLOAT_LITERAL: NumericType = { ...numericType('float') };

const MAX_INT = 0x7fff_ffff;

/** The type of a constant as written: an integer that no int holds is one nevertheless, and negative. */
export function literalType({ scalar, value }: { readonly scalar: ScalarName; readonly value: number }): NumericType {
  if (scalar === 'int') return value > MAX_INT ? numericType('int') : INT_LITERAL;
  return scalar === 'float' ? FLOAT_LITERAL : numericType(scalar);
}

export function isLiteralType(type: HlslType): boolean {
  return type === INT_LITERAL || type === FLOAT_LITERAL;
}

/** The type of a variable that has a value of `type`: literals become `int` and `float`. */
export function withoutLiteral(type: HlslType): HlslType {
  return isLiteralType(type) ? numericType((type as NumericType).scalar) : type;
}

export interface Conversion {
  /** How bad it is; 0 for equal types. Of overloads the one with the smallest sum is taken. */
  readonly rank: number;
  /** Components are dropped: warning X3206. */
  readonly isTruncation: boolean;
  /** The scalar is one with fewer bits: warning X3205. */
  readonly isNarrowing: boolean;
}

const SPLAT_RANK = 1;
const TRUNCATION_RANK = 334;

/** Ranks of classes of conversions between scalars, as 8,461 of 8,462 random pairs of overloads have them. */
const CLASS_RANKS: Readonly<Record<string, number>> = {
  '=': 0,
  /** Widening. */
  w: 5,
  /** Other signs: uint to int, min16uint to int, int to uint. */
  s: 8,
  t: 13,
  u: 19,
  /** Narrowing of floats, of integers to the smallest; to half, whose size is that of float. */
  n: 32,
  h: 37,
  /** An int to min16uint. */
  m: 51,
  /** Integers to floats and the like; to half. */
  f: 122,
  g: 154,
};

/** Classes of conversions from the row to the column, both in the order of SCALAR_NAMES. */
const SCALAR_CLASSES: Readonly<Record<ScalarName | 'intLiteral' | 'floatLiteral', string>> = {
  bool: '=ffgfffffff',
  int: 'n=ugffffnnm',
  uint: 'ns=gffffnnn',
  half: 'hhh=wwhhhhh',
  float: 'nnnn=wnnnnn',
  double: 'nnnnn=nnnnn',
  min16float: 'nnnhww=nnnn',
  min10float: 'nnnhwww=nnn',
  min16int: 'nwfgffff=nf',
  min12int: 'nwfgffffw=f',
  min16uint: 'ntwgffffnn=',
  intLiteral: 'n==ffffffff',
  floatLiteral: 'nnn===ffnnn',
};

/** Bits of a scalar as X3205 counts them; a bool never loses any. */
const SCALAR_BITS: Readonly<Record<ScalarName, number>> = {
  bool: 0,
  int: 32,
  uint: 32,
  half: 32,
  float: 32,
  double: 64,
  min16float: 16,
  min10float: 10,
  min16int: 16,
  min12int: 12,
  min16uint: 16,
};

function scalarRank(from: NumericType, to: NumericType): number {
  const row = from === INT_LITERAL ? 'intLiteral' : from === FLOAT_LITERAL ? 'floatLiteral' : from.scalar;
  return CLASS_RANKS[SCALAR_CLASSES[row][SCALAR_NAMES.indexOf(to.scalar)]!]!;
}

/** Whether a conversion of scalars loses bits. */
function losesBits(from: NumericType, to: ScalarName): boolean {
  if (isLiteralType(from)) return false;
  return SCALAR_BITS[from.scalar] > SCALAR_BITS[to] && to !== 'bool';
}

/** How the components of a numeric type become those of another one; undefined if they cannot. */
export type ShapeConversion = 'same' | 'splat' | 'truncation';

/**
 * A single component becomes any shape and any shape a single component. Vectors and matrices of equal size are alike;
 * a smaller one is a vector of a vector (or of a matrix with one row or column), or a matrix that is part of a matrix.
 */
export function shapeConversion(from: NumericType, to: NumericType): ShapeConversion | undefined {
  const count = componentCount(from);
  const wanted = componentCount(to);
  if (wanted === 1) return count === 1 ? 'same' : 'truncation';
  if (count === 1) return 'splat';
  if (from.shape === 'matrix' && to.shape === 'matrix') {
    if (from.rows === to.rows && from.columns === to.columns) return 'same';
    return to.rows <= from.rows && to.columns <= from.columns ? 'truncation' : undefined;
  }
  if (count === wanted) return 'same';
  return wanted < count && isLine(from) && isLine(to) ? 'truncation' : undefined;
}

/** Whether a type is a vector, or a matrix with one row or column. */
function isLine(type: NumericType): boolean {
  return type.rows === 1 || type.columns === 1;
}

/** The implicit conversion from one type to another; undefined if there is none. */
export function conversionTo(from: HlslType, to: HlslType): Conversion | undefined {
  if (from.kind === 'error' || to.kind === 'error') return IDENTITY;
  if (from.kind !== 'numeric' || to.kind !== 'numeric') return isAssignable(from, to) ? IDENTITY : undefined;
  const shape = shapeConversion(from, to);
  if (shape === undefined) return undefined;
  const isTruncation = shape === 'truncation';
  const rank = scalarRank(from, to) + (isTruncation ? TRUNCATION_RANK : shape === 'splat' ? SPLAT_RANK : 0);
  return { rank, isTruncation, isNarrowing: losesBits(from, to.scalar) };
}

const IDENTITY: Conversion = { rank: 0, isTruncation: false, isNarrowing: false };

/** Whether a value that is no number goes into a variable as it is. */
function isAssignable(from: HlslType, to: HlslType): boolean {
  if (isSameType(from, to)) return true;
  if (from.kind === 'object' && to.kind === 'object') return isAssignableObject(from, to);
  if (isComposed(from) && isComposed(to)) return isFlat(from) && isFlat(to) && hasSameScalars(from, to);
  if (from.kind !== 'struct' || to.kind !== 'interface') return false;
  for (let type: StructType | undefined = from; type !== undefined; type = type.base)
    if (type.interfaces.includes(to)) return true;
  return false;
}

function isComposed({ kind }: HlslType): boolean {
  return kind === 'struct' || kind === 'array';
}

/** Whether two types have the same scalars in the same order, grouped in any way. */
function hasSameScalars(a: HlslType, b: HlslType): boolean {
  if (scalarCount(a) !== scalarCount(b)) return false;
  const others = scalarsOf(b);
  return scalarsOf(a).every((scalar, i) => scalar === others[i]);
}

/** Whether two types are equal but for the order of matrices in memory. */
export function isSameType(a: HlslType, b: HlslType): boolean {
  if (a === b) return true;
  if (a.kind === 'numeric' && b.kind === 'numeric')
    return a.scalar === b.scalar && a.shape === b.shape && a.rows === b.rows && a.columns === b.columns;
  if (a.kind === 'array' && b.kind === 'array') return a.length === b.length && isSameType(a.element, b.element);
  if (a.kind === 'object' && b.kind === 'object') return isSameObject(a, b);
  return false;
}

function isSameObject(a: ObjectType, b: ObjectType): boolean {
  if (isSampler(a) && isSampler(b)) return true;
  return a.count === b.count && isSameObjectButCount(a, b);
}

function isSameObjectButCount(a: ObjectType, b: ObjectType): boolean {
  if (a.name !== b.name && !(isPatch(a) && isPatch(b))) return false;
  return (
    a.element === b.element || (a.element !== undefined && b.element !== undefined && isSameType(a.element, b.element))
  );
}

/** The points of a patch may have another structure with the same scalars, a texture another number of samples. */
function isAssignableObject(from: ObjectType, to: ObjectType): boolean {
  if (isSampler(from)) return SAMPLERS.has(to.name);
  if (!isPatch(from)) return isSameObjectButCount(from, to);
  return isPatch(to) && from.count === to.count && isAssignable(from.element!, to.element!);
}

/** Whether a type is the sampler without a dimension, which has two names. */
function isSampler({ name }: ObjectType): boolean {
  return name === 'SamplerState' || name === 'sampler';
}

/** Samplers of Direct3D 9, which a sampler without a dimension becomes. */
const SAMPLERS: ReadonlySet<string> = new Set(['sampler1D', 'sampler2D', 'sampler3D', 'samplerCUBE']);

/** The conversion of a cast; undefined if it is an error. */
export function castTo(from: HlslType, to: HlslType): Pick<Conversion, 'isTruncation'> | undefined {
  const implicit = conversionTo(from, to);
  if (implicit !== undefined) return implicit;
  if (from.kind === 'numeric' && to.kind === 'numeric') return undefined;
  if (!isFlat(from) || !isFlat(to)) return undefined;
  const count = scalarCount(from);
  const wanted = scalarCount(to);
  if (count < wanted && !(from.kind === 'numeric' && count === 1)) return undefined;
  // A matrix is not cut off.
  if (count > wanted && from.kind === 'numeric' && !isLine(from)) return undefined;
  if (count > wanted && to.kind === 'numeric' && !isLine(to)) return undefined;
  return { isTruncation: count > wanted };
}

/** Whether a type has nothing but numbers. */
export function isFlat(type: HlslType): type is NumericType | ArrayType | StructType {
  if (type.kind === 'array') return isFlat(type.element);
  if (type.kind === 'struct') return allMembers(type).every((member) => isFlat(member.type));
  return type.kind === 'numeric';
}

/** For each scalar of `to` the number of the scalar of `from` that it gets, where a conversion or cast exists. */
export function scalarSources(from: HlslType, to: HlslType): number[] {
  const wanted = scalarCount(to);
  if (scalarCount(from) === 1) return Array<number>(wanted).fill(0);
  const isPart = from.kind === 'numeric' && to.kind === 'numeric' && from.shape === 'matrix' && to.shape === 'matrix';
  if (!isPart) return Array.from({ length: wanted }, (_, i) => i);
  return Array.from({ length: wanted }, (_, i) => Math.floor(i / to.columns) * from.columns + (i % to.columns));
}

// --- operands of operators ------------------------------------------------------------------------------------------

const FLOATS: ReadonlySet<ScalarName> = new Set(['half', 'float', 'double', 'min16float', 'min10float']);
const UNSIGNED: ReadonlySet<ScalarName> = new Set(['uint', 'min16uint']);

export function isFloatScalar(scalar: ScalarName): boolean {
  return FLOATS.has(scalar);
}

export function isUnsignedScalar(scalar: ScalarName): boolean {
  return UNSIGNED.has(scalar);
}

/** The scalar of a result of arithmetic on two types; the literal types if both are literals. */
function commonScalar(a: NumericType, b: NumericType): NumericType {
  if (isLiteralType(a) && isLiteralType(b)) return a === FLOAT_LITERAL ? a : b;
  if (isLiteralType(a)) return scalarWithLiteral(b, a);
  if (isLiteralType(b)) return scalarWithLiteral(a, b);
  return numericType(promotedScalar(a.scalar, b.scalar));
}

function scalarWithLiteral({ scalar }: NumericType, literal: NumericType): NumericType {
  if (literal === FLOAT_LITERAL) return numericType(isFloatScalar(scalar) ? scalar : 'float');
  return numericType(scalar === 'bool' ? 'int' : scalar);
}

/** Of two scalars the one of the earlier group wins; `half` and `float` together are `float`. */
function promotedScalar(a: ScalarName, b: ScalarName): ScalarName {
  if (a === b && a !== 'bool') return a;
  const has = (...names: ScalarName[]) => names.includes(a) || names.includes(b);
  if (has('double')) return 'double';
  if (has('float', 'half')) return 'float';
  for (const scalar of ['min16float', 'min10float', 'uint'] as const) if (has(scalar)) return scalar;
  if (has('int')) return has('min16uint') ? 'uint' : 'int';
  for (const scalar of ['min16uint', 'min16int', 'min12int'] as const) if (has(scalar)) return scalar;
  return 'int';
}

/** The scalar type that all of some types have in common: that of `max(a, b, ...)` where every scalar is allowed. */
export function commonScalarType(types: readonly NumericType[]): NumericType {
  const first = types[0]!;
  if (types.length === 1) return isLiteralType(first) ? first : numericType(first.scalar);
  return types.slice(1).reduce((common, type) => {
    const isBool = common.scalar === 'bool' && type.scalar === 'bool';
    return isBool ? numericType('bool') : commonScalar(common, type);
  }, first);
}

/** The shape of an operation on components of two types (with the scalar of the first); undefined without one. */
export function commonShape(a: NumericType, b: NumericType): { type: NumericType; isTruncation: boolean } | undefined {
  const [left, right] = [componentCount(a), componentCount(b)];
  // Two single components are a vector only if nothing is converted.
  if (left === 1 && right === 1)
    return { type: a.scalar === b.scalar ? a : numericType(a.scalar), isTruncation: false };
  if (left === 1) return { type: b, isTruncation: false };
  if (right === 1) return { type: a, isTruncation: false };
  if (a.shape === 'matrix' && b.shape === 'matrix') {
    if (a.rows === b.rows && a.columns === b.columns) return { type: a, isTruncation: false };
    if (a.rows <= b.rows && a.columns <= b.columns) return { type: a, isTruncation: true };
    return b.rows <= a.rows && b.columns <= a.columns ? { type: b, isTruncation: true } : undefined;
  }
  if (left === right) return { type: a, isTruncation: false };
  if (!isLine(a) || !isLine(b)) return undefined;
  return { type: left < right ? a : b, isTruncation: true };
}

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!='
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | '&&'
  | '||';

/** The types of a binary operation: both operands are converted, then it is computed component by component. */
export interface BinaryTypes {
  readonly result: NumericType;
  readonly left: NumericType;
  readonly right: NumericType;
  /** A vector or matrix loses components: X3206. */
  readonly isTruncation: boolean;
  /** X3205. */
  readonly isNarrowing: boolean;
  /** An unsigned number is compared with one that is not: X3203. */
  readonly hasMixedSigns: boolean;
}

/** The code of the error of operands that do not go together. */
export type OperandError = 'X3017' | 'X3020' | 'X3022' | 'X3082';

const COMPARISONS: ReadonlySet<string> = new Set(['<', '>', '<=', '>=', '==', '!=']);
const BITWISE: ReadonlySet<string> = new Set(['&', '|', '^', '<<', '>>']);
const LOGICAL: ReadonlySet<string> = new Set(['&&', '||']);

/** The types of a binary operator with operands of two types, or the error. */
export function binaryType(operator: BinaryOperator, a: HlslType, b: HlslType): BinaryTypes | OperandError {
  if (a.kind !== 'numeric' || b.kind !== 'numeric') return COMPARISONS.has(operator) ? 'X3020' : 'X3022';
  const isShift = operator === '<<' || operator === '>>';
  if (BITWISE.has(operator) && (isFloatScalar(a.scalar) || isFloatScalar(b.scalar))) return 'X3082';
  // A bool on the left of arithmetic is an int before anything else.
  const isBool = LOGICAL.has(operator) || COMPARISONS.has(operator);
  const left = a.scalar === 'bool' && !isBool ? withScalar(a, 'int') : a;
  const shape = commonShape(left, b);
  if (shape === undefined) return 'X3020';
  const common = isShift ? left : commonScalar(left, b);
  const scalar = LOGICAL.has(operator) ? 'bool' : common.scalar;
  // Operands of one type keep it (source: oracle).
  const operand = withScalar(left === b && !isBool ? shape.type : lineOf(shape.type), scalar);
  const isLiteral = !isBool && isLiteralType(common);
  return {
    result: isBool ? withScalar(operand, 'bool') : isLiteral ? common : operand,
    left: operand,
    right: operand,
    isTruncation: shape.isTruncation,
    isNarrowing: losesBits(left, scalar) || losesBits(b, scalar),
    hasMixedSigns: COMPARISONS.has(operator) && hasMixedSigns(a, b),
  };
}

/** A matrix with one row is a vector. */
function lineOf(type: NumericType): NumericType {
  return type.shape === 'matrix' && type.rows === 1 ? numericType(type.scalar, 'vector', 1, type.columns) : type;
}

function hasMixedSigns(a: NumericType, b: NumericType): boolean {
  return !isLiteralType(a) && !isLiteralType(b) && isUnsignedScalar(a.scalar) !== isUnsignedScalar(b.scalar);
}

/** The type of `-a`, `+a`, `~a`, `!a`, or the error. */
export function unaryType(operator: '-' | '+' | '~' | '!', a: HlslType): NumericType | OperandError {
  if (a.kind !== 'numeric') return 'X3022';
  if (operator === '!') return withScalar(a, 'bool');
  if (operator === '~' && isFloatScalar(a.scalar)) return 'X3082';
  return a.scalar === 'bool' ? withScalar(a, 'int') : a;
}

/** The types of `condition ? a : b`: both values are converted to the result, the condition to `condition`. */
export interface ConditionalTypes extends Pick<BinaryTypes, 'isTruncation' | 'isNarrowing'> {
  readonly result: HlslType;
  readonly condition: NumericType;
}

/** The types of a conditional operator, or the error. Objects of one type have no conversions. */
export function conditionalType(condition: HlslType, a: HlslType, b: HlslType): ConditionalTypes | OperandError {
  if (condition.kind !== 'numeric') return 'X3020';
  const selector = withScalar(condition, 'bool');
  if (a.kind === 'object' && isSameType(a, b))
    return { result: a, condition: selector, isTruncation: false, isNarrowing: false };
  if (a.kind !== 'numeric' || b.kind !== 'numeric') return 'X3020';
  const shape = commonShape(a, b);
  if (shape === undefined) return 'X3020';
  const common = a.scalar === 'bool' && b.scalar === 'bool' ? numericType('bool') : commonScalar(a, b);
  const isSingle = componentCount(condition) === 1;
  const isSplat = !isSingle && componentCount(shape.type) === 1;
  const { rows, columns } = shape.type;
  if (!isSingle && !isSplat && (condition.rows !== rows || condition.columns !== columns))
    return rows <= condition.rows && columns <= condition.columns ? 'X3017' : 'X3020';
  const type = withScalar(isSplat ? lineOf(condition) : shape.type, common.scalar);
  const isLiteral = isLiteralType(common) && type.shape === 'scalar';
  return {
    result: isLiteral ? common : type,
    condition: selector,
    isTruncation: shape.isTruncation,
    isNarrowing: losesBits(a, common.scalar) || losesBits(b, common.scalar),
  };
}

// --- overloads ------------------------------------------------------------------------------------------------------

/** Returns the number of the candidate whose parameters take the arguments with the smallest sum of ranks. */
export function chooseOverload(
  candidates: readonly (readonly HlslType[])[],
  args: readonly HlslType[],
): number | 'none' | 'ambiguous' {
  let best: number | 'none' | 'ambiguous' = 'none';
  let bestRank = Number.POSITIVE_INFINITY;
  for (const [i, parameters] of candidates.entries()) {
    const rank = rankOf(parameters, args);
    if (rank > bestRank || rank === Number.POSITIVE_INFINITY) continue;
    best = rank === bestRank ? 'ambiguous' : i;
    bestRank = rank;
  }
  return best;
}

/** The sum of the ranks of all conversions; infinite if there is one that does not exist. */
function rankOf(parameters: readonly HlslType[], args: readonly HlslType[]): number {
  if (parameters.length !== args.length) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (const [i, arg] of args.entries()) sum += conversionTo(arg, parameters[i]!)?.rank ?? Number.POSITIVE_INFINITY;
  return sum;
}
