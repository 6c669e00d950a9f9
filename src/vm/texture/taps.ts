/**
 * The texels of a filter: their weighted sum, or the smallest or largest, or the results of comparing them.
 *
 * Weights are fixed-point integers, so the sum of products is exact in float64 but for its last digits; it is rounded
 * to float32 once, at the end. Texels of weight 0 do not count. The result of a single texel is that texel, bit for
 * bit.
 *
 * Source: Direct3D 11.3 functional specification, 7.18.8, 7.18.15, 7.18.16 and 5.9.4.5.6; 22.4.19 (comparisons).
 *
 * Not for: which texels they are (sample.ts).
 */
import type { Format } from '../../formats/formats.ts';
import { decodeNumber, encodeNumber, rangeOf } from '../../formats/number-types.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { flush, maximum, minimum } from '../../numerics/float.ts';
import { COMPONENTS } from '../lanes.ts';
import { compares } from './comparison.ts';
import type { Comparison, Reduction, Sampler } from './sampler.ts';

/** A reference value as the red component of a format can hold it: clamped and rounded as depth is that is written. */
export function quantizeReference(format: Format, reference: number): number {
  const type = format.types[0];
  const bits = format.components.find(({ targets }) => targets.includes(0))?.bits;
  if (type === 'unorm' || type === 'snorm' || (type === 'float' && bits === 16)) {
    if (bits === undefined) return clampTo(rangeOf(type), reference);
    return floatOfBits(decodeNumber(type, bits, encodeNumber(type, bits, bitsOfFloat(reference))));
  }
  return flush(reference);
}

function clampTo([low, high]: readonly [number, number], x: number): number {
  return Math.min(Math.max(Number.isNaN(x) ? 0 : x, low), high);
}

/**
 * The border color of a sampler as a format has it: clamped to its range, without the components that it does not have.
 */
export function borderTexel(format: Format, { border }: Sampler, out: Uint32Array): void {
  for (let i = 0; i < COMPONENTS; i++) {
    const type = format.types[i];
    if (type === undefined) out[i] = format.missing[i]!;
    else if (format.isInteger) out[i] = Math.trunc(border[i]!) >>> 0;
    else out[i] = bitsOfFloat(Math.fround(clampTo(rangeOf(type), border[i]!)));
  }
}

/** Collects the texels of one read of one lane. */
export class Taps {
  /** The texel to add: a reader writes it here. */
  readonly texel = new Uint32Array(COMPONENTS);
  readonly #texelFloats = new Float32Array(this.texel.buffer);
  readonly #first = new Uint32Array(COMPONENTS);
  readonly #sums = new Float64Array(COMPONENTS);
  #count = 0;
  #reduction: Reduction = 'average';
  #comparison: Comparison | undefined;
  #reference = 0;

  /** Begins a read. With a comparison, texels become 1 or 0. */
  begin(reduction: Reduction, comparison: Comparison | undefined, reference: number): void {
    this.#sums.fill(0);
    this.#count = 0;
    this.#reduction = reduction;
    this.#comparison = comparison;
    this.#reference = reference;
  }

  /** Adds {@link texel} with a weight, which is a part of 1. */
  add(weight: number): void {
    if (this.#comparison !== undefined) {
      const isOne = compares(this.#comparison, this.#reference, flush(this.#texelFloats[0]!));
      this.addValue(isOne ? 1 : 0, weight);
      return;
    }
    if (this.#count === 0) this.#first.set(this.texel);
    for (let i = 0; i < COMPONENTS; i++) this.#accumulate(i, flush(this.#texelFloats[i]!), weight);
    this.#count++;
  }

  /** Adds one number for all components. */
  addValue(value: number, weight: number): void {
    for (let i = 0; i < COMPONENTS; i++) this.#accumulate(i, value, weight);
    // A comparison is never the texel itself.
    this.#count += 2;
  }

  #accumulate(i: number, value: number, weight: number): void {
    const isFirst = this.#count === 0;
    if (this.#reduction === 'average') this.#sums[i]! += value * weight;
    else if (isFirst) this.#sums[i] = value;
    else this.#sums[i] = (this.#reduction === 'minimum' ? minimum : maximum)(this.#sums[i]!, value);
  }

  /** Writes the result of component `i` to `out[at]`. */
  write(i: number, out: Uint32Array, at: number): void {
    out[at] = this.#count === 1 ? this.#first[i]! : bitsOfFloat(flush(Math.fround(this.#sums[i]!)));
  }
}
