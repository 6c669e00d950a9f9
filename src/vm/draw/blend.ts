/**
 * Blending and logic operations on the words of one sample.
 *
 * Products and sums are made in float64 and rounded once, as if they were fused; what goes in is clamped to the range of the target first.
 *
 * Source: Direct3D 11.3 functional specification, 17.1, 17.5 to 17.7.
 *
 * Not for: texels in memory and write masks (render-target.ts).
 */
import type { Format } from '../../formats/formats.ts';
import { maxUnsigned, rangeOf } from '../../formats/number-types.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { maximum, minimum } from '../../numerics/float.ts';
import type { BlendEquation, BlendFactor, LogicOperation } from './states.ts';

const COMPONENTS = 4;
const ALPHA = 3;

/** The colors of an equation, red to alpha. */
interface Colors {
  readonly source: readonly number[];
  readonly second: readonly number[];
  readonly destination: readonly number[];
  readonly constant: readonly number[];
}

type Factor = (colors: Colors, component: number) => number;

const FACTORS: Readonly<Record<BlendFactor, Factor>> = {
  zero: () => 0,
  one: () => 1,
  src: ({ source }, i) => source[i]!,
  'one-minus-src': ({ source }, i) => 1 - source[i]!,
  'src-alpha': ({ source }) => source[ALPHA]!,
  'one-minus-src-alpha': ({ source }) => 1 - source[ALPHA]!,
  'dst-alpha': ({ destination }) => destination[ALPHA]!,
  'one-minus-dst-alpha': ({ destination }) => 1 - destination[ALPHA]!,
  dst: ({ destination }, i) => destination[i]!,
  'one-minus-dst': ({ destination }, i) => 1 - destination[i]!,
  'src-alpha-saturated': ({ source, destination }, i) =>
    i === ALPHA ? 1 : minimum(source[ALPHA]!, 1 - destination[ALPHA]!),
  constant: ({ constant }, i) => constant[i]!,
  'one-minus-constant': ({ constant }, i) => 1 - constant[i]!,
  src1: ({ second }, i) => second[i]!,
  'one-minus-src1': ({ second }, i) => 1 - second[i]!,
  'src1-alpha': ({ second }) => second[ALPHA]!,
  'one-minus-src1-alpha': ({ second }) => 1 - second[ALPHA]!,
};

/** Whether an equation reads the second output of the pixel shader. */
export function usesSecondSource(equation: BlendEquation | undefined): boolean {
  return equation !== undefined && (equation.source.includes('src1') || equation.destination.includes('src1'));
}

function evaluate(equation: BlendEquation, colors: Colors, i: number): number {
  const source = colors.source[i]!;
  const destination = colors.destination[i]!;
  // These two have no factors.
  if (equation.operation === 'min') return minimum(source, destination);
  if (equation.operation === 'max') return maximum(source, destination);
  const a = source * FACTORS[equation.source](colors, i);
  const b = destination * FACTORS[equation.destination](colors, i);
  if (equation.operation === 'subtract') return a - b;
  return equation.operation === 'reverse-subtract' ? b - a : a + b;
}

/** The range of a format's components. Those that it does not have get that of the others. */
function rangeOfFormat({ types }: Format): readonly [number, number] {
  return rangeOf(types.find((type) => type !== undefined) ?? 'float');
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  if (Number.isNaN(value)) return Number.isFinite(high) ? 0 : value;
  return Math.min(Math.max(value, low), high);
}

/** Blends the words of a float or normalized target into `out`. */
export function blendWords(
  format: Format,
  equations: { readonly color: BlendEquation; readonly alpha: BlendEquation },
  words: {
    readonly source: Uint32Array;
    readonly second: Uint32Array;
    readonly destination: Uint32Array;
    readonly constant: readonly number[];
  },
  out: Uint32Array,
): void {
  const range = rangeOfFormat(format);
  const clamped = (list: Uint32Array) => Array.from(list, (word) => clamp(floatOfBits(word), range));
  const colors: Colors = {
    source: clamped(words.source),
    second: clamped(words.second),
    destination: Array.from(words.destination, floatOfBits),
    constant: words.constant.map((value) => clamp(value, range)),
  };
  for (let i = 0; i < COMPONENTS; i++) {
    const result = evaluate(i === ALPHA ? equations.alpha : equations.color, colors, i);
    out[i] = bitsOfFloat(Math.fround(clamp(result, range)));
  }
}

const LOGIC: Readonly<Record<LogicOperation, (s: number, d: number) => number>> = {
  clear: () => 0,
  set: () => ~0,
  copy: (s) => s,
  'copy-inverted': (s) => ~s,
  noop: (_, d) => d,
  invert: (_, d) => ~d,
  and: (s, d) => s & d,
  nand: (s, d) => ~(s & d),
  or: (s, d) => s | d,
  nor: (s, d) => ~(s | d),
  xor: (s, d) => s ^ d,
  equivalent: (s, d) => ~(s ^ d),
  'and-reverse': (s, d) => s & ~d,
  'and-inverted': (s, d) => ~s & d,
  'or-reverse': (s, d) => s | ~d,
  'or-inverted': (s, d) => ~s | d,
};

/** Combines the bits of the words of an integer target: as many as each component has, from the lowest on. */
export function logicWords(
  { components }: Format,
  operation: LogicOperation,
  source: Uint32Array,
  destination: Uint32Array,
  out: Uint32Array,
): void {
  const combine = LOGIC[operation];
  for (const { targets, bits } of components)
    for (const i of targets) out[i] = combine(source[i]!, destination[i]!) & maxUnsigned(bits);
}
