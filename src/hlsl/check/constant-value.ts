/**
 * Values that are known when a source is read: lengths of arrays, labels, arguments of attributes, default values of
 * constants. Floats are computed with 64 bits, as Microsoft's compiler does it (source: oracle): neither casts nor
 * constants of the source round them.
 *
 * Not for: simplifying a program, which the passes of the IR do.
 */
import { scalarSources } from '../types/conversions.ts';
import { type HlslType, type ScalarName, scalarCount, scalarsOf } from '../types/types.ts';
import { knownFunction } from './known-functions.ts';
import type { TypedExpression, Variable } from './typed-tree.ts';

const float = new Float32Array(1);
const floatWord = new Uint32Array(float.buffer);
const double = new Float64Array(1);
const doubleWords = new Uint32Array(double.buffer);
/** The word of a constant that is true. */
const TRUE = 0xffff_ffff;

/** A number as a scalar type has it. */
export function asScalar(value: number, scalar: ScalarName): number {
  switch (scalar) {
    case 'bool':
      return Number(value !== 0);
    case 'int':
    case 'min16int':
    case 'min12int':
      return Number.isFinite(value) ? clamped(value) | 0 : 0;
    case 'uint':
    case 'min16uint':
      return Number.isFinite(value) ? clamped(value) >>> 0 : 0;
    case 'double':
      return value;
    default:
      float[0] = value;
      return float[0]!;
  }
}

/** The integer that a program makes of a float; the float itself where another type is asked for. */
function asInteger(value: number, scalar: ScalarName): number {
  if (!/int/.test(scalar)) return value;
  const [low, high] = /uint/.test(scalar) ? [0, 0xffff_ffff] : [-0x8000_0000, 0x7fff_ffff];
  return Math.min(Math.max(Math.trunc(Math.fround(value)), low), high);
}

/** A number as a scalar type has it while it is computed: floats are rounded where a program gets them. */
function unrounded(value: number, scalar: ScalarName): number {
  return /^(float|half)$/.test(scalar) ? value : asScalar(value, scalar);
}

/** Constants are computed as doubles; an int that 32 bits cannot hold becomes the smallest one (source: oracle). */
function literalResult(value: number): number {
  return value === (value | 0) ? value : -0x8000_0000;
}

/** Conversions to integers keep the low bits of what 64 bits can hold. */
function clamped(value: number): number {
  return Math.trunc(Math.min(Math.max(value, -(2 ** 53)), 2 ** 53));
}

/** Values of variables that are known where an expression is computed. */
export type KnownValues = (variable: Variable) => readonly number[] | undefined;

const CONSTANTS: KnownValues = ({ isConst, initializer }) =>
  isConst && initializer !== undefined ? knownValue(initializer) : undefined;

/** Values of constants that are no parts of a constant buffer. */
export const LITERALS: KnownValues = ({ isConst, storage, initializer }) =>
  isConst && storage !== 'constant' && initializer !== undefined ? knownValue(initializer, LITERALS) : undefined;

/**
 * The scalars of an expression; undefined where they are not known.
 *
 * @param known values of variables; those of constants without
 */
export function knownValue(expression: TypedExpression, known: KnownValues = CONSTANTS): readonly number[] | undefined {
  const before = VALUES.get(known);
  if (before === undefined || LEAVES.has(expression.kind)) return computed(expression, known);
  const found = before.get(expression);
  if (found !== undefined) return found === 'none' ? undefined : found;
  const value = computed(expression, known);
  before.set(expression, value ?? 'none');
  return value;
}

/** Values of expressions of constants alone: each is asked for with every expression that it is a part of. */
const VALUES: ReadonlyMap<KnownValues, WeakMap<TypedExpression, readonly number[] | 'none'>> = new Map([
  [CONSTANTS, new WeakMap()],
  [LITERALS, new WeakMap()],
]);
const LEAVES: ReadonlySet<TypedExpression['kind']> = new Set(['constant', 'variable']);

function computed(expression: TypedExpression, known: KnownValues): readonly number[] | undefined {
  switch (expression.kind) {
    case 'constant':
      return expression.values;
    case 'variable':
      return known(expression.variable);
    case 'member': {
      const object = knownValue(expression.object, known);
      return object?.slice(expression.offset, expression.offset + scalarCount(expression.type));
    }
    case 'swizzle': {
      const object = knownValue(expression.object, known);
      return object && expression.components.map((component) => object[component]!);
    }
    case 'element': {
      const object = knownValue(expression.object, known);
      const index = knownValue(expression.index, known)?.[0];
      const size = scalarCount(expression.type);
      if (object === undefined || index === undefined || (index + 1) * size > object.length || index < 0)
        return undefined;
      return object.slice(index * size, (index + 1) * size);
    }
    case 'convert':
    case 'build':
      return converted(expression, known);
    case 'unary': {
      const { operator, type } = expression;
      const [scalar] = scalarsOf(type);
      return knownValue(expression.operand, known)?.map((value) =>
        unrounded(operator === '-' ? -value : operator === '!' ? Number(value === 0) : ~value, scalar!),
      );
    }
    case 'binary': {
      const left = knownValue(expression.left, known);
      const right = knownValue(expression.right, known);
      const operands = expression.left.type;
      if (left === undefined || right === undefined || operands.kind !== 'numeric') return undefined;
      const { operator, type } = expression;
      if (type.scalar === 'int' && /^[+*-]$/.test(operator))
        return left.map((a, i) => literalResult(binaryValue(operator, a, right[i]!, 'float')));
      return left.map((a, i) => unrounded(binaryValue(operator, a, right[i]!, operands.scalar), type.scalar));
    }
    case 'conditional': {
      const condition = knownValue(expression.condition, known);
      const whenTrue = knownValue(expression.whenTrue, known);
      const whenFalse = knownValue(expression.whenFalse, known);
      if (condition === undefined || whenTrue === undefined || whenFalse === undefined) return undefined;
      return whenTrue.map((value, i) => (condition[condition.length === 1 ? 0 : i] !== 0 ? value : whenFalse[i]!));
    }
    case 'intrinsic': {
      const { name } = expression.call;
      const isFloat = isOfFloats(expression.type);
      if (!isFloat && !OF_INTEGERS.has(name)) return undefined;
      const values = expression.arguments.map((argument) => knownValue(argument, known));
      if (values.includes(undefined)) return undefined;
      const result = knownFunction(
        name,
        expression.arguments.map(({ type }, i) => ({ type, values: values[i]! })),
      );
      const scalars = scalarsOf(expression.type);
      return isFloat ? result : result?.map((value, i) => asScalar(value, scalars[i]!));
    }
    case 'sequence':
      return knownValue(expression.items.at(-1)!, known);
    default:
      return undefined;
  }
}

/** Functions that have integers as results, too. */
const OF_INTEGERS: ReadonlySet<string> = new Set(['abs', 'clamp', 'max', 'min', 'sign']);

/** Whether the scalars of a type are floats. */
export function isOfFloats(type: HlslType): boolean {
  return type.kind === 'numeric' && (type.scalar === 'float' || type.scalar === 'half');
}

function converted(
  expression: Extract<TypedExpression, { kind: 'convert' | 'build' }>,
  known: KnownValues,
): number[] | undefined {
  const scalars = scalarsOf(expression.type);
  let values: number[] = [];
  if (expression.kind === 'convert') {
    const operand = knownValue(expression.operand, known);
    if (operand === undefined) return undefined;
    const positions = scalarSources(expression.operand.type, expression.type);
    const isFloat = isOfFloats(expression.operand.type);
    values = positions.map((position, i) =>
      isFloat ? asInteger(operand[position]!, scalars[i]!) : operand[position]!,
    );
  } else {
    for (const item of expression.items) {
      const value = knownValue(item, known);
      if (value === undefined) return undefined;
      const isFloat = isOfFloats(item.type);
      for (const one of value) values.push(isFloat ? asInteger(one, scalars[values.length]!) : one);
    }
  }
  return scalars.map((scalar, i) => unrounded(values[i]!, scalar));
}

function binaryValue(operator: string, a: number, b: number, scalar: ScalarName): number {
  const isInteger = /int/.test(scalar);
  const isUnsigned = /uint/.test(scalar);
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return isInteger ? Math.imul(a, b) : a * b;
    case '/':
      return isInteger ? (b === 0 ? -1 : Math.trunc(a / b)) : a / b;
    case '%':
      return isInteger && b === 0 ? -1 : a % b;
    case '<<':
      return a << b;
    case '>>':
      return isUnsigned ? a >>> b : a >> b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&&':
      return Number(a !== 0 && b !== 0);
    case '||':
      return Number(a !== 0 || b !== 0);
    case '==':
      return Number(a === b);
    case '!=':
      return Number(a !== b);
    case '<':
      return Number(a < b);
    case '>':
      return Number(a > b);
    case '<=':
      return Number(a <= b);
    default:
      return Number(a >= b);
  }
}

/** The words of scalars as constant buffers have them. */
export function wordsOf(values: readonly number[], scalars: readonly ScalarName[]): Uint32Array {
  const words: number[] = [];
  for (const [i, value] of values.entries()) {
    const scalar = scalars[i]!;
    if (scalar === 'double') {
      double[0] = value;
      words.push(doubleWords[0]!, doubleWords[1]!);
    } else if (scalar === 'bool') words.push(value === 0 ? 0 : TRUE);
    else if (/int/.test(scalar)) words.push(value >>> 0);
    else {
      float[0] = value;
      words.push(floatWord[0]!);
    }
  }
  return Uint32Array.from(words);
}
