/**
 * Random textures and samplers for both executors, and coordinates at which they agree: texel positions that are
 * multiples of 1/256 and never at the border of two texels, so that neither rounding nor the precision of weights
 * decides what is read.
 */

import type { Random } from '../../smith/random.ts';
import { dxgiFormat, type Format } from '../../src/formats/formats.ts';
import { encodeTexel } from '../../src/formats/texel.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { type AddressMode, createSampler, type Sampler } from '../../src/vm/texture/sampler.ts';
import { createTexture } from '../../src/vm/texture/texture.ts';
import { createTextureView, type TextureView, type ViewDimension } from '../../src/vm/texture/texture-view.ts';

/** Dimensions by the names that declarations have. */
export const DIMENSIONS: Readonly<Record<string, ViewDimension>> = {
  texture1d: '1d',
  texture1darray: '1d-array',
  texture2d: '2d',
  texture2darray: '2d-array',
  texture3d: '3d',
  texturecube: 'cube',
  texturecubearray: 'cube-array',
};

/** Formats that shaders read as floats, with the largest error of their conversion. */
export const FLOAT_FORMATS = [
  'R32G32B32A32_FLOAT',
  'R16G16B16A16_FLOAT',
  'R32_FLOAT',
  'R32G32_FLOAT',
  'R16_FLOAT',
  'R11G11B10_FLOAT',
  'R8G8B8A8_UNORM',
  'B8G8R8A8_UNORM',
  'R8G8B8A8_SNORM',
  'R16G16_UNORM',
  'R16_SNORM',
  'R8_UNORM',
  'R10G10B10A2_UNORM',
] as const;
export const INTEGER_FORMATS = [
  'R32G32B32A32_UINT',
  'R32G32_SINT',
  'R8G8B8A8_UINT',
  'R16G16_SINT',
  'R32_UINT',
  'R8_SINT',
] as const;
const SIZES = [1, 2, 4, 8, 16];
const LAYERS = 3;

/** A texture with a full chain of levels and random texels: floats from -4 to 4 in steps of 1/16. */
export function randomTexture(random: Random, dimension: ViewDimension, format: Format): TextureView {
  const isCube = dimension.startsWith('cube');
  const width = random.pick(SIZES);
  const height = dimension.startsWith('1d') ? 1 : isCube ? width : random.pick(SIZES);
  const depth = dimension === '3d' ? random.pick(SIZES) : 1;
  const isArray = dimension.endsWith('array');
  const layers = isCube ? 6 * (isArray ? 2 : 1) : isArray ? LAYERS : 1;
  const levels = 1 + Math.log2(Math.max(width, height, depth));
  const base = dimension.startsWith('1d') ? '1d' : dimension === '3d' ? '3d' : '2d';
  const { texture, diagnostics } = createTexture({
    dimension: base,
    format,
    width,
    height,
    depth,
    layers,
    mips: random.between(1, levels),
  });
  if (texture === undefined) throw new Error(diagnostics[0]!.message);
  fillTexels(random, texture.bytes, format);
  return createTextureView(texture, { dimension }).view!;
}

/** Random texels: floats from -4 to 4, or from 1/4 to 1, in steps of 1/16. */
export function fillTexels(random: Random, bytes: Uint8Array, format: Format, isPositive = false): void {
  const texel = new Uint32Array(4);
  for (let at = 0; at < bytes.length; at += format.blockBytes) {
    for (let i = 0; i < 4; i++)
      texel[i] = format.isInteger
        ? random.word() >>> random.below(32)
        : bitsOfFloat(isPositive ? random.between(4, 16) / 16 : random.between(-64, 64) / 16);
    encodeTexel(format, texel, 0, bytes, at);
  }
}

export function pickFormat(random: Random, names: readonly string[]): Format {
  return dxgiFormat(random.pick(names))!;
}

/** Modes of addressing that samplers choose from. */
const ADDRESSING: readonly AddressMode[] = ['wrap', 'mirror', 'clamp', 'border'];

/** A sampler without anisotropy; `isFiltered` false: only points. */
export function randomSampler(random: Random, isFiltered: boolean, modes = ADDRESSING): Sampler {
  const filter = () => (isFiltered && random.oneIn(2) ? 'linear' : 'point');
  const address = () => random.pick(modes);
  // The minification and the magnification filter are the same: where one ends, executors differ.
  const texels = filter();
  return createSampler({
    minFilter: texels,
    magFilter: texels,
    mipFilter: filter(),
    addressU: address(),
    addressV: address(),
    addressW: address(),
    border: [0.25, 0.5, -1, 2],
  });
}

/** How many coordinates a dimension has, without the layer; and whether there is one. */
export function axesOf({ axes, isArray, isCube }: TextureView): { readonly count: number; readonly isArray: boolean } {
  return { count: isCube ? 3 : axes, isArray };
}

/** Comments that say what the textures, from t1 on, and the sampler are. */
export function viewComments(views: readonly TextureView[], sampler: Sampler): string {
  const textures = views.map(({ dimension, format, mips, texture: { width, height, depth, layers } }, i) => {
    const size = `${width}x${height}x${depth}, ${layers} layers, ${mips} levels`;
    return `// t${i + 1}: ${dimension} ${format.name} ${size}`;
  });
  return [...textures, `// s0: ${JSON.stringify(sampler)}`].join('\n');
}
