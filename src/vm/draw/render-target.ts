/**
 * A render target: writes what a pixel shader puts out, blended and masked, to the samples of a view.
 *
 * Source: Direct3D 11.3 functional specification, 17.1, 17.5 and 17.15.
 */

import type { Format } from '../../formats/formats.ts';
import { maxUnsigned, rangeOf } from '../../formats/number-types.ts';
import { decodeTexel, type TexelEncoder, texelEncoder } from '../../formats/texel.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { maximum, minimum } from '../../numerics/float.ts';
import { COMPONENTS } from '../lanes.ts';
import type { TextureView } from '../texture/texture-view.ts';
import { type TargetSample, targetOffset } from './depth-stencil.ts';
import type { BlendEquation, BlendFactor, LogicOperation, TargetBlend } from './states.ts';

// Blending and logic operations on the words of one sample.
//
// Products and sums are made in float64 and rounded once, as if they were fused; what goes in is clamped to the range
// of the target first.
//
// Source: Direct3D 11.3 functional specification, 17.1, 17.5 to 17.7.

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
function blendWords(
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
function logicWords(
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

const FULL_MASK = 15;
/** Bytes of the largest texel. */
const MAX_TEXEL_BYTES = 16;

export class RenderTarget {
  /** Bits of a texel that the write mask lets through; undefined: all. */
  readonly #bits: Uint8Array | undefined;
  readonly #encode: TexelEncoder;
  readonly #destination = new Uint32Array(COMPONENTS);
  readonly #result = new Uint32Array(COMPONENTS);
  readonly #texel = new Uint8Array(MAX_TEXEL_BYTES);

  constructor(
    readonly view: TextureView,
    private readonly blend: TargetBlend,
    private readonly constant: readonly number[],
  ) {
    this.#encode = texelEncoder(view.format);
    this.#bits = (blend.writeMask & FULL_MASK) === FULL_MASK ? undefined : writtenBits(view.format, blend.writeMask);
  }

  /** Whether colors are stored as they are: in a 2D target without blending or a mask. */
  get isDirect(): boolean {
    const { view, blend } = this;
    const { color, alpha, logic } = blend;
    const isBlended = (color !== undefined && alpha !== undefined) || logic !== undefined;
    return !isBlended && this.#bits === undefined && view.axes === 2 && view.texture.samples === 1;
  }

  /** Stores a color, four words from `words[at]` on, in a target that {@link isDirect}. */
  store(x: number, y: number, layer: number, words: Uint32Array, at: number): void {
    const { texture, format } = this.view;
    const { offset, rowBytes, width, height } = this.view.subresource(0, layer);
    if (x < width && y < height) this.#encode(words, at, texture.bytes, offset + y * rowBytes + x * format.blockBytes);
  }

  /** Writes a sample. @param second the output that equations call `src1` */
  write(at: TargetSample, source: Uint32Array, second: Uint32Array): void {
    const { format, texture } = this.view;
    const offset = targetOffset(this.view, at);
    if (offset < 0) return;
    const { color, alpha, logic } = this.blend;
    let words = source;
    if (color !== undefined && alpha !== undefined && !format.isInteger) {
      decodeTexel(format, texture.bytes, offset, this.#destination);
      const inputs = { source, second, destination: this.#destination, constant: this.constant };
      blendWords(format, { color, alpha }, inputs, this.#result);
      words = this.#result;
    } else if (logic !== undefined && format.isInteger) {
      decodeTexel(format, texture.bytes, offset, this.#destination);
      logicWords(format, logic, source, this.#destination, this.#result);
      words = this.#result;
    }
    if (this.#bits === undefined) {
      this.#encode(words, 0, texture.bytes, offset);
      return;
    }
    if (!this.#encode(words, 0, this.#texel, 0)) return;
    for (let i = 0; i < format.blockBytes; i++) {
      const bits = this.#bits[i]!;
      texture.bytes[offset + i] = (texture.bytes[offset + i]! & ~bits) | (this.#texel[i]! & bits);
    }
  }
}

/** The bits of the components in a write mask. Of a component that is read into several, that of the first counts. */
function writtenBits({ components, blockBytes }: Format, writeMask: number): Uint8Array {
  const words = new Uint32Array(COMPONENTS);
  for (const { targets, bits, word, shift } of components)
    if (writeMask & (1 << targets[0]!)) words[word]! |= maxUnsigned(bits) << shift;
  return Uint8Array.from({ length: blockBytes }, (_, i) => words[i >> 2]! >>> (8 * (i & 3)));
}
