/**
 * Intrinsic functions of numbers that are known when a source is read, computed as Microsoft's compiler does it: with
 * 64 bits, and as mathematics has them, not by the instructions of a program (source: oracle).
 *
 * Not for: functions of values that a program computes (intrinsics/).
 */
import type { HlslType } from '../types/types.ts';

interface Argument {
  readonly values: readonly number[];
  readonly type: HlslType;
}

type Compute = (...values: (readonly number[])[]) => readonly number[];

const each1 =
  (compute: (x: number) => number): Compute =>
  (x) =>
    x!.map((value) => compute(value));
const each2 =
  (compute: (x: number, y: number) => number): Compute =>
  (x, y) =>
    x!.map((value, i) => compute(value, y![i]!));
const each3 =
  (compute: (x: number, y: number, z: number) => number): Compute =>
  (x, y, z) =>
    x!.map((value, i) => compute(value, y![i]!, z![i]!));

const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
const length = (x: readonly number[]) => Math.sqrt(dot(x, x));
const clamp = (x: number, low: number, high: number) => Math.min(Math.max(x, low), high);
const lerp = (x: number, y: number, s: number) => x + s * (y - x);

function smoothstep(low: number, high: number, x: number): number {
  const at = clamp((x - low) / (high - low), 0, 1);
  return at * at * (3 - 2 * at);
}

const cross: Compute = (a, b) =>
  [0, 1, 2].map((i) => {
    const [next, last] = [(i + 1) % 3, (i + 2) % 3];
    return a![next]! * b![last]! - a![last]! * b![next]!;
  });

const reflect: Compute = (i, n) => {
  const twice = 2 * dot(i!, n!);
  return i!.map((value, k) => value - twice * n![k]!);
};

const DEGREE = Math.PI / 180;

const FUNCTIONS: Readonly<Record<string, Compute>> = {
  abs: each1(Math.abs),
  acos: each1(Math.acos),
  asin: each1(Math.asin),
  atan: each1(Math.atan),
  atan2: each2(Math.atan2),
  ceil: each1(Math.ceil),
  clamp: each3(clamp),
  cos: each1(Math.cos),
  cosh: each1(Math.cosh),
  cross,
  degrees: each1((x) => x / DEGREE),
  distance: (x, y) => [length(x!.map((value, i) => value - y![i]!))],
  dot: (x, y) => [dot(x!, y!)],
  exp: each1(Math.exp),
  exp2: each1((x) => 2 ** x),
  floor: each1(Math.floor),
  fmod: each2((x, y) => x % y),
  frac: each1((x) => x - Math.floor(x)),
  length: (x) => [length(x!)],
  lerp: each3(lerp),
  log: each1(Math.log),
  log10: each1(Math.log10),
  log2: each1(Math.log2),
  mad: each3((x, y, z) => x * y + z),
  max: each2(Math.max),
  min: each2(Math.min),
  normalize: (x) => x!.map((value) => value / length(x!)),
  pow: each2((x, y) => x ** y),
  radians: each1((x) => x * DEGREE),
  rcp: each1((x) => 1 / x),
  reflect,
  round: each1((x) => Math.floor(x + 0.5)),
  rsqrt: each1((x) => 1 / Math.sqrt(x)),
  saturate: each1((x) => clamp(x, 0, 1)),
  sign: each1(Math.sign),
  sin: each1(Math.sin),
  sinh: each1(Math.sinh),
  smoothstep: each3(smoothstep),
  sqrt: each1(Math.sqrt),
  step: each2((edge, x) => Number(x >= edge)),
  tan: each1(Math.tan),
  tanh: each1(Math.tanh),
  trunc: each1(Math.trunc),
};

/** The result of a function; undefined for functions that are not known here, and for what is no finite number. */
export function knownFunction(name: string, args: readonly Argument[]): readonly number[] | undefined {
  const result = name === 'mul' ? product(args) : FUNCTIONS[name]?.(...args.map(({ values }) => values));
  return result?.every(Number.isFinite) === true ? result : undefined;
}

/** Rows and columns of an operand of `mul`: a vector is a row on the left and a column on the right. */
function sizeOf({ values, type }: Argument, isLeft: boolean): readonly [rows: number, columns: number] | undefined {
  if (type.kind !== 'numeric' || type.shape === 'scalar') return undefined;
  if (type.shape === 'matrix') return [type.rows, type.columns];
  return isLeft ? [1, values.length] : [values.length, 1];
}

function product([left, right]: readonly Argument[]): readonly number[] | undefined {
  const [a, b] = [sizeOf(left!, true), sizeOf(right!, false)];
  if (a === undefined || b === undefined) return undefined;
  const [rows, inner] = a;
  const columns = b[1];
  return Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let i = 0; i < inner; i++) sum += left!.values[row * inner + i]! * right!.values[i * columns + column]!;
    return sum;
  });
}
