/**
 * Levels of textures whose texels are decoded: four words each, so that a read of a texel is a copy. A level is decoded
 * after about as many reads as it has texels, so decoding at most doubles the work of a draw that reads few of them.
 *
 * Not for: textures that are written at the same time, which have nothing decoded.
 */
import type { Format } from '../../formats/formats.ts';
import { decodeBlock, decodeTexel } from '../../formats/texel.ts';
import { flush } from '../../numerics/float.ts';
import type { Subresource, Texture } from './texture.ts';

const COMPONENTS = 4;
/** Texels of all decoded levels together: 64 MB, twice that where all levels have subnormals. */
const MAX_TEXELS = 2 ** 22;

/** The view whose levels are decoded. */
interface DecodableView {
  readonly format: Format;
  readonly texture: Texture;
  readonly mips: number;
  subresource(mip: number, layer: number): Subresource;
  offsetOf(mip: number, layer: number, x: number, y: number, z: number, sample: number): number;
}

/** A level with its texels, row by row. */
export interface DecodedLevel {
  readonly width: number;
  readonly height: number;
  readonly words: Uint32Array;
  /** The texels as filters read them, with subnormals flushed. */
  readonly floats: Float32Array;
}

interface Slot {
  reads: number;
  level: DecodedLevel | undefined;
}

/** Slots with a decoded level, the oldest first. Slots of views that are gone do not count. */
const decoded: { readonly slot: WeakRef<Slot>; readonly texels: number }[] = [];

/** Drops the oldest levels until there is space for `texels` more. */
function makeSpace(texels: number): void {
  let sum = texels;
  for (const one of decoded) sum += one.slot.deref()?.level === undefined ? 0 : one.texels;
  while (decoded.length > 0 && sum > MAX_TEXELS) {
    const { slot, texels: size } = decoded.shift()!;
    const oldest = slot.deref();
    if (oldest?.level === undefined) continue;
    oldest.level = undefined;
    oldest.reads = 0;
    sum -= size;
  }
}

const block = new Uint32Array(16 * COMPONENTS);

export class DecodedLevels {
  #slots: (Slot | undefined)[] = [];
  #version = -1;

  constructor(private readonly view: DecodableView) {}

  /** The level of a layer; undefined while decoding it does not pay. `reads` texels of it are read. */
  find(mip: number, layer: number, reads: number): DecodedLevel | undefined {
    const { texture, mips } = this.view;
    if (texture.writers > 0) return undefined;
    if (texture.version !== this.#version) {
      this.#slots = [];
      this.#version = texture.version;
    }
    const number = layer * mips + mip;
    let slot = this.#slots[number];
    if (slot === undefined) {
      slot = { reads: 0, level: undefined };
      this.#slots[number] = slot;
    }
    if (slot.level !== undefined) return slot.level;
    slot.reads += reads;
    return this.#decode(slot, mip, layer);
  }

  #decode(slot: Slot, mip: number, layer: number): DecodedLevel | undefined {
    const { width, height, depth } = this.view.subresource(mip, layer);
    const texels = width * height;
    if (slot.reads < texels || depth > 1 || texels > MAX_TEXELS || this.view.texture.samples > 1) return undefined;
    makeSpace(texels);
    const words = new Uint32Array(COMPONENTS * texels);
    decodeLevel(this.view, mip, layer, width, height, words);
    slot.level = { width, height, words, floats: flushed(words) };
    decoded.push({ slot: new WeakRef(slot), texels });
    return slot.level;
  }
}

/** Words as floats without subnormals; in most levels there are none, and no copy is made. */
function flushed(words: Uint32Array): Float32Array {
  const floats = new Float32Array(words.buffer);
  return floats.some((value) => !Object.is(flush(value), value)) ? floats.map(flush) : floats;
}

function decodeLevel(
  view: DecodableView,
  mip: number,
  layer: number,
  width: number,
  height: number,
  words: Uint32Array,
): void {
  const { format, texture } = view;
  const { bytes } = texture;
  const { blockWidth, blockHeight } = format;
  for (let y = 0; y < height; y += blockHeight)
    for (let x = 0; x < width; x += blockWidth) {
      const offset = view.offsetOf(mip, layer, x, y, 0, 0);
      if (blockWidth === 1) {
        decodeTexel(format, bytes, offset, words, (y * width + x) * COMPONENTS);
        continue;
      }
      decodeBlock(format, bytes, offset, block);
      const columns = Math.min(blockWidth, width - x);
      for (let row = 0; row < Math.min(blockHeight, height - y); row++) {
        const from = row * blockWidth * COMPONENTS;
        words.set(block.subarray(from, from + columns * COMPONENTS), ((y + row) * width + x) * COMPONENTS);
      }
    }
}
