/** Samples of 2D textures on decoded levels: the same bits as those of the general code. */
import { afterEach, describe, expect, it } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { fastPaths } from '../../../src/base/direct-mapped-cache.ts';
import { dxgiFormat } from '../../../src/formats/formats.ts';
import { isFlat } from '../../../src/vm/texture/flat-sampling.ts';
import { type LodSource, sample } from '../../../src/vm/texture/sample.ts';
import {
  ADDRESS_MODES,
  COMPARISONS,
  createSampler,
  SampleRequest,
  type Sampler,
} from '../../../src/vm/texture/sampler.ts';
import { createTexture, fullMipCount } from '../../../src/vm/texture/texture.ts';
import { createTextureView, type TextureView } from '../../../src/vm/texture/texture-view.ts';

const FORMATS = ['R8G8B8A8_UNORM', 'R8_SNORM', 'R16G16_FLOAT', 'R32G32B32A32_FLOAT', 'BC1_UNORM', 'BC3_UNORM_SRGB'];
const SOURCES: readonly LodSource[] = ['implicit', 'bias', 'gradient', 'level', 'zero'];
const READS = 60;
/** Reads of one texture until its levels are decoded. */
const WARM_UP = 400;

function randomView(random: Random): TextureView {
  const format = dxgiFormat(random.pick(FORMATS))!;
  const size = () => (format.blockWidth > 1 ? 4 * random.between(1, 4) : random.between(1, 16));
  const [width, height, layers] = [size(), size(), random.oneIn(3) ? 3 : 1];
  const mips = format.blockWidth > 1 ? 1 : random.between(1, fullMipCount(width, height));
  const made = createTexture({ dimension: '2d', format, width, height, layers, mips });
  const { bytes } = made.texture!;
  for (let i = 0; i < bytes.length; i++) bytes[i] = random.below(256);
  return createTextureView(made.texture!, { dimension: layers > 1 ? '2d-array' : '2d' }).view!;
}

function randomSampler(random: Random): Sampler {
  const modes = ADDRESS_MODES.filter((mode) => mode !== 'border');
  return createSampler({
    minFilter: random.pick(['point', 'linear']),
    magFilter: random.pick(['point', 'linear']),
    mipFilter: random.pick(['none', 'point', 'linear']),
    addressU: random.pick(modes),
    addressV: random.pick(modes),
    lodBias: random.pick([0, 0, 0.5, -1.25]),
    minLod: random.pick([-1000, 0, 0.75]),
    maxLod: random.pick([1000, 1.5]),
    comparison: random.pick(COMPARISONS),
    footprint: random.pick(['ellipse', 'longest']),
    magnification: random.pick(['clamped', 'unclamped']),
  });
}

const SPECIAL = [0, -0, 1, 0.5, -0.25, 1e-40, 3.4e38, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];

function fill(request: SampleRequest, random: Random): void {
  const number = () => (random.oneIn(12) ? random.pick(SPECIAL) : (random.below(4001) - 2000) / 777);
  for (const list of [request.coordinates, request.ddx, request.ddy, request.lod])
    for (let i = 0; i < list.length; i++) list[i] = number();
  for (let i = 0; i < request.offsets.length; i++) request.offsets[i] = random.oneIn(2) ? 0 : random.between(-8, 7);
  for (let i = 0; i < 4; i++) request.reference[i] = random.oneIn(2) ? random.pick([0, 1, 0.5]) : number();
  for (let i = 0; i < 4; i++) request.clamp[i] = random.oneIn(5) ? random.below(3) : Number.NEGATIVE_INFINITY;
  request.lanes = random.oneIn(2) ? 15 : random.below(16);
}

afterEach(() => {
  fastPaths.enabled = true;
});

describe('samples of decoded levels', () => {
  it.each(Array.from({ length: 40 }, (_, i) => i + 1))('seed %d', (seed) => {
    const random = new Random(seed);
    const [view, sampler] = [randomView(random), randomSampler(random)];
    expect(isFlat(view, sampler)).toBe(true);
    const request = new SampleRequest();
    for (let i = 0; i < WARM_UP; i++) {
      fill(request, random);
      sample(view, sampler, request, 'level');
    }
    expect(view.decoded(0, 0, WARM_UP)).toBeDefined();
    for (let i = 0; i < READS; i++) {
      fill(request, random);
      const source = random.pick(SOURCES);
      const isComparison = random.oneIn(3);
      request.result.fill(7);
      fastPaths.enabled = true;
      sample(view, sampler, request, source, isComparison);
      const fast = [...request.result];
      request.result.fill(7);
      fastPaths.enabled = false;
      sample(view, sampler, request, source, isComparison);
      expect(fast, `${source} ${view.format.name}`).toEqual([...request.result]);
    }
  });

  it('decodes again after a change', () => {
    const view = createTextureView(
      createTexture({ dimension: '2d', format: dxgiFormat('R8_UNORM')!, width: 1, height: 1 }).texture!,
    ).view!;
    const request = new SampleRequest();
    const red = () => {
      sample(view, createSampler(), request, 'zero');
      return request.resultFloats[0];
    };
    expect(red()).toBe(0);
    expect(red()).toBe(0);
    view.texture.bytes[0] = 255;
    view.texture.changed();
    expect(red()).toBe(1);
    view.texture.writers++;
    view.texture.bytes[0] = 0;
    expect(red()).toBe(0);
  });
});
