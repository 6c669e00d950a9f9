/**
 * Signatures of intrinsic functions and methods: a small language, and the types that a call gives its variables.
 *
 * `F[M] = F[M] F[M] H[1]` is a result and parameters. A type is scalars and a shape. Scalars are a name (`uint`) or a
 * letter of {@link SCALAR_SETS}, which all parameters with that letter share. Shapes: nothing is any shape, equal for
 * all parameters without one; `.` is a scalar; `[3]`, `[M]` a vector; `[NxM]` a matrix; letters are sizes that the
 * arguments decide. `out` comes before a type. `@sampler2D` is an object; `@memory` a location that an atomic operation
 * changes; `string` and `...` are for printf. Parameters after `|` may be left out, with those that follow.
 */
import { commonScalarType, conversionTo, isLiteralType } from '../types/conversions.ts';
import {
  componentCount,
  ERROR,
  type HlslType,
  matrixType,
  type NumericType,
  numericType,
  type ObjectName,
  objectType,
  SCALAR_NAMES,
  type ScalarName,
  STRING,
  VOID,
  vectorType,
} from '../types/types.ts';

/** Sets of scalars, the default first. */
export const SCALAR_SETS: Readonly<Record<string, readonly ScalarName[]>> = {
  F: ['float', 'half', 'min10float', 'min16float'],
  H: ['float', 'half'],
  D: ['float', 'half', 'double', 'min10float', 'min16float'],
  N: ['float', 'half', 'double', 'min10float', 'min16float', 'int', 'uint', 'min12int', 'min16int', 'min16uint'],
  A: [
    'float',
    'half',
    'double',
    'min10float',
    'min16float',
    'int',
    'uint',
    'min12int',
    'min16int',
    'min16uint',
    'bool',
  ],
  W: ['float', 'half', 'int', 'uint'],
  I: ['int', 'uint'],
  J: ['int', 'uint'],
  X: ['float', 'half', 'int', 'uint'],
  Y: ['float', 'half', 'int', 'uint'],
  Z: ['float', 'half', 'int', 'uint'],
  S: ['uint'],
  B: ['double'],
};

/** Sets that take no conversions. */
const STRICT_SETS: ReadonlySet<string> = new Set(['W', 'S', 'B']);

type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'scalar' }
  | { readonly kind: 'vector'; readonly columns: string }
  | { readonly kind: 'matrix'; readonly rows: string; readonly columns: string };

export interface ParameterPattern {
  readonly isOut: boolean;
  /** A letter of SCALAR_SETS, a scalar, `void`, `string`, `memory`, `...`, `T` (the element), or an object. */
  readonly scalar: string;
  readonly isObject: boolean;
  readonly shape: Shape;
}

export interface Signature {
  readonly result: ParameterPattern;
  readonly parameters: readonly ParameterPattern[];
}

const TYPE = /^(@?)(\.\.\.|[A-Za-z]\w*?)(\.|\[(\w+?)(?:x(\w))?\])?$/;

const parsed = new Map<string, readonly Signature[]>();

/** The signatures of a pattern: one for each number of optional parameters. */
export function parseSignatures(text: string): readonly Signature[] {
  let signatures = parsed.get(text);
  if (signatures === undefined) {
    const [result = '', parameters = ''] = text.split(' =');
    const groups = parameters.split('|').map(parameterPatterns);
    signatures = groups.map((_, i) => ({
      result: patternOf(result, false),
      parameters: groups.slice(0, i + 1).flat(),
    }));
    parsed.set(text, signatures);
  }
  return signatures;
}

function parameterPatterns(text: string): ParameterPattern[] {
  const patterns: ParameterPattern[] = [];
  let isOut = false;
  for (const word of text.split(' ')) {
    if (word === '') continue;
    if (word !== 'out') patterns.push(patternOf(word, isOut));
    isOut = word === 'out';
  }
  return patterns;
}

function patternOf(word: string, isOut: boolean): ParameterPattern {
  const match = TYPE.exec(word);
  if (match === null) throw new Error(`no type: ${word}`);
  const [, object, scalar = '', shape, first = '', second] = match;
  return { isOut, scalar, isObject: object === '@', shape: shapeOf(shape, first, second) };
}

function shapeOf(text: string | undefined, first: string, second: string | undefined): Shape {
  if (text === undefined) return { kind: 'any' };
  if (text === '.') return { kind: 'scalar' };
  return second === undefined ? { kind: 'vector', columns: first } : { kind: 'matrix', rows: first, columns: second };
}

export interface Parameter {
  readonly type: HlslType;
  readonly isOut: boolean;
  /** A location that an atomic operation changes: it is not read before. */
  readonly isMemory: boolean;
}

export interface ResolvedCall {
  readonly parameters: readonly Parameter[];
  readonly result: HlslType;
}

/** A call that matches a signature, and how many arguments have another class of shape. */
interface Match extends ResolvedCall {
  readonly cost: number;
}

/** The signature among `signatures` that the arguments match best. */
export function chooseSignature(
  signatures: readonly Signature[],
  args: readonly HlslType[],
  element?: HlslType,
): { readonly index: number; readonly call: ResolvedCall } | 'none' | 'ambiguous' {
  let best: { index: number; call: Match } | undefined;
  let isAmbiguous = false;
  for (const [index, signature] of signatures.entries()) {
    const call = matchSignature(signature, args, element);
    if (call === undefined || (best !== undefined && call.cost > best.call.cost)) continue;
    isAmbiguous = best !== undefined && call.cost === best.call.cost;
    if (!isAmbiguous) best = { index, call };
  }
  if (best === undefined) return 'none';
  return isAmbiguous ? 'ambiguous' : best;
}

/** Costs of an argument: a scalar where a vector or matrix is expected, and another kind of scalar that is written. */
const SPLAT_COST = 1;
const OUT_COST = 1;

function matchSignature(signature: Signature, args: readonly HlslType[], element?: HlslType): Match | undefined {
  const { parameters } = signature;
  const hasMore = parameters.at(-1)?.scalar === '...';
  if (hasMore ? args.length < parameters.length - 1 : args.length !== parameters.length) return undefined;
  const variables = new Variables(element);
  let cost = 0;
  for (const [i, arg] of args.entries()) {
    const parameter = parameters[i];
    if (parameter === undefined || parameter.scalar === '...') {
      // Values of messages are scalars.
      if (arg.kind !== 'error' && (arg.kind !== 'numeric' || componentCount(arg) > 1)) return undefined;
      continue;
    }
    const argumentCost = variables.add(parameter, arg);
    if (argumentCost === undefined) return undefined;
    cost += argumentCost;
  }
  if (!variables.solve()) return undefined;
  const types = args.map((arg, i): Parameter => {
    const parameter = parameters[i] ?? parameters.at(-1)!;
    const isMemory = parameter.scalar === 'memory';
    const isAsGiven = isMemory || parameter.scalar === '...';
    return { type: isAsGiven ? arg : variables.typeOf(parameter, arg), isOut: parameter.isOut, isMemory };
  });
  return { parameters: types, result: variables.typeOf(signature.result, VOID, true), cost };
}

/** Scalars and sizes of one call. */
class Variables {
  readonly #args = new Map<string, NumericType[]>();
  readonly #scalars = new Map<string, NumericType>();
  readonly #sizes = new Map<string, number>();
  /** The shape of parameters without one. */
  #any: NumericType | undefined;

  constructor(readonly element: HlslType | undefined) {}

  /** Takes an argument; returns its cost, undefined if it does not match. */
  add(parameter: ParameterPattern, arg: HlslType): number | undefined {
    const { scalar, shape } = parameter;
    if (arg.kind === 'error') return 0;
    if (scalar === 'memory') return this.#addMemory(arg);
    if (parameter.isObject) return conversionTo(arg, objectType(scalar as ObjectName)) === undefined ? undefined : 0;
    if (scalar === 'string') return arg.kind === 'string' ? 0 : undefined;
    if (scalar === 'T') return conversionTo(arg, this.element!) === undefined ? undefined : 0;
    if (arg.kind !== 'numeric') return undefined;
    const set = SCALAR_SETS[scalar];
    if (set !== undefined) {
      const types = this.#args.get(scalar) ?? [];
      this.#args.set(scalar, types);
      types.push(arg);
    }
    if (shape.kind === 'any') return this.#addAny(arg);
    // Methods that return sizes have an overload for floats, which takes all that is not `uint`.
    const cost = parameter.isOut && set?.includes(arg.scalar) === false ? OUT_COST : 0;
    if (arg.shape === 'scalar') return shape.kind === 'scalar' ? cost : cost + SPLAT_COST;
    if (arg.shape !== shape.kind) return undefined;
    if (shape.kind === 'matrix' && !this.#addSize(shape.rows, arg.rows)) return undefined;
    return this.#addSize(shape.columns, arg.columns) ? 0 : undefined;
  }

  /** The memory of an atomic operation decides, with the value, whether Min and Max are signed. */
  #addMemory(arg: HlslType): number | undefined {
    if (arg.kind !== 'numeric') return undefined;
    this.#args.set('I', [arg]);
    return 0;
  }

  /** A size that is fixed takes larger ones; a variable is the smallest of all. */
  #addSize(name: string, size: number): boolean {
    if (name >= '1' && name <= '4') return size >= Number(name);
    this.#sizes.set(name, Math.min(this.#sizes.get(name) ?? size, size));
    return true;
  }

  #addAny(arg: NumericType): number | undefined {
    const known = this.#any;
    if (known === undefined || known.shape === 'scalar') this.#any = arg;
    else if (arg.shape !== 'scalar') {
      if (arg.shape !== known.shape) return undefined;
      const rows = Math.min(known.rows, arg.rows);
      this.#any = numericType('float', known.shape, rows, Math.min(known.columns, arg.columns));
    }
    return 0;
  }

  /** Decides the scalars; false if a set does not take what it gets. */
  solve(): boolean {
    for (const [name, types] of this.#args) {
      const set = SCALAR_SETS[name]!;
      const common = commonScalarType(types);
      if (set.includes(common.scalar)) this.#scalars.set(name, common);
      else if (!STRICT_SETS.has(name)) this.#scalars.set(name, numericType(bestScalar(common, set)));
      else if (conversionTo(common, numericType(set[0]!))!.rank > 0) return false;
      else this.#scalars.set(name, numericType(set[0]!));
    }
    return true;
  }

  /** The type that a parameter, or the result, has. */
  typeOf({ scalar, shape, isObject }: ParameterPattern, arg: HlslType, isResult = false): HlslType {
    if (arg.kind === 'error') return ERROR;
    if (scalar === 'void') return VOID;
    if (scalar === 'string') return STRING;
    if (scalar === 'T') return this.element!;
    if (isObject) return arg;
    const common = this.#scalars.get(scalar);
    const name = common?.scalar ?? (scalar as ScalarName);
    const isRowMajor = arg.kind === 'numeric' && arg.isRowMajor;
    const type = this.#shaped(name, shape, isRowMajor);
    // A literal stays one, so that what it is used with decides its type.
    return isResult && common !== undefined && isLiteralType(common) && type.shape === 'scalar' ? common : type;
  }

  #shaped(scalar: ScalarName, shape: Shape, isRowMajor: boolean): NumericType {
    switch (shape.kind) {
      case 'any':
        return this.#any === undefined ? numericType(scalar) : sameShape(this.#any, scalar);
      case 'scalar':
        return numericType(scalar);
      case 'vector':
        return vectorType(scalar, this.#size(shape.columns));
      case 'matrix':
        return matrixType(scalar, this.#size(shape.rows), this.#size(shape.columns), isRowMajor);
    }
  }

  #size(name: string): number {
    return name >= '1' && name <= '4' ? Number(name) : (this.#sizes.get(name) ?? 1);
  }
}

function sameShape({ shape, rows, columns }: NumericType, scalar: ScalarName): NumericType {
  return numericType(scalar, shape, rows, columns);
}

/** The scalar of a set that a type becomes with the best conversion; the first one of equal ones. */
function bestScalar(from: NumericType, set: readonly ScalarName[]): ScalarName {
  const ranks = set.map((scalar) => conversionTo(numericType(from.scalar), numericType(scalar))!.rank);
  return set[ranks.indexOf(Math.min(...ranks))]!;
}

/** A signature as messages print it: `lerp(float|half, ...)`. */
export function signatureText(name: string, { parameters }: Signature): string {
  return `${name}(${parameters.map(parameterText).join(', ')})`;
}

function parameterText({ isOut, scalar, shape }: ParameterPattern): string {
  const size =
    shape.kind === 'vector' ? shape.columns : shape.kind === 'matrix' ? `${shape.rows}x${shape.columns}` : '';
  const scalars = SCALAR_SETS[scalar] ?? [scalar];
  const isNumber = scalars.every((name) => (SCALAR_NAMES as readonly string[]).includes(name));
  const text = isNumber ? scalars.map((name) => `${name}${size}`).join('|') : scalar;
  return isOut ? `out ${text}` : text;
}
