/**
 * A render target: writes what a pixel shader puts out, blended and masked, to the samples of a view.
 *
 * Source: Direct3D 11.3 functional specification, 17.1, 17.5 and 17.15.
 */
import type { Format } from '../../formats/formats.ts';
import { maxUnsigned } from '../../formats/number-types.ts';
import { decodeTexel, encodeTexel } from '../../formats/texel.ts';
import { COMPONENTS } from '../lanes.ts';
import type { TextureView } from '../texture/texture-view.ts';
import { blendWords, logicWords } from './blend.ts';
import { type TargetSample, targetOffset } from './depth-stencil.ts';
import type { TargetBlend } from './states.ts';

const FULL_MASK = 15;
/** Bytes of the largest texel. */
const MAX_TEXEL_BYTES = 16;

export class RenderTarget {
  readonly view: TextureView;
  readonly #blend: TargetBlend;
  readonly #constant: readonly number[];
  /** Bits of a texel that the write mask lets through; undefined: all. */
  readonly #bits: Uint8Array | undefined;
  readonly #destination = new Uint32Array(COMPONENTS);
  readonly #result = new Uint32Array(COMPONENTS);
  readonly #texel = new Uint8Array(MAX_TEXEL_BYTES);

  constructor(view: TextureView, blend: TargetBlend, constant: readonly number[]) {
    this.view = view;
    this.#blend = blend;
    this.#constant = constant;
    this.#bits = (blend.writeMask & FULL_MASK) === FULL_MASK ? undefined : writtenBits(view.format, blend.writeMask);
  }

  /** Writes a sample. @param second the output that equations call `src1` */
  write(at: TargetSample, source: Uint32Array, second: Uint32Array): void {
    const { format, texture } = this.view;
    const offset = targetOffset(this.view, at);
    if (offset < 0) return;
    const { color, alpha, logic } = this.#blend;
    let words = source;
    if (color !== undefined && alpha !== undefined && !format.isInteger) {
      decodeTexel(format, texture.bytes, offset, this.#destination);
      const inputs = { source, second, destination: this.#destination, constant: this.#constant };
      blendWords(format, { color, alpha }, inputs, this.#result);
      words = this.#result;
    } else if (logic !== undefined && format.isInteger) {
      decodeTexel(format, texture.bytes, offset, this.#destination);
      logicWords(format, logic, source, this.#destination, this.#result);
      words = this.#result;
    }
    if (this.#bits === undefined) {
      encodeTexel(format, words, 0, texture.bytes, offset);
      return;
    }
    if (!encodeTexel(format, words, 0, this.#texel, 0)) return;
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
