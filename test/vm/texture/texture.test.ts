/** Textures and views: layout, limits and what is refused. */
import { describe, expect, test } from 'vitest';
import { format, texture } from '../../../smith/checks/textures.ts';
import { createTexture, fullMipCount, type TextureDescriptor } from '../../../src/vm/texture/texture.ts';
import { createTextureView, type TextureViewDescriptor } from '../../../src/vm/texture/texture-view.ts';

const RGBA = format('R8G8B8A8_UNORM');

describe('layout', () => {
  test('mipmaps of a layer follow each other, then the next layer', () => {
    const made = texture({ dimension: '2d', format: RGBA, width: 4, height: 2, layers: 2, mips: 3 });
    expect(made.subresources.map(({ width, height, offset, rowBytes }) => [width, height, offset, rowBytes])).toEqual([
      [4, 2, 0, 16],
      [2, 1, 32, 8],
      [1, 1, 40, 4],
      [4, 2, 44, 16],
      [2, 1, 76, 8],
      [1, 1, 84, 4],
    ]);
    expect(made.bytes.length).toBe(88);
  });

  test('blocks are whole in every level: the example of 19.5.1', () => {
    const made = texture({ dimension: '2d', format: format('BC1_UNORM'), width: 20, height: 20, mips: 5 });
    // A level of 10 texels has the memory of 12.
    expect(made.subresources.map(({ width, rowBytes, sliceBytes }) => [width, rowBytes, sliceBytes])).toEqual([
      [20, 40, 200],
      [10, 24, 72],
      [5, 16, 32],
      [2, 8, 8],
      [1, 8, 8],
    ]);
  });

  test('samples of a texel are next to each other', () => {
    const made = texture({ dimension: '2d', format: RGBA, width: 2, height: 1, samples: 4 });
    const { view } = createTextureView(made);
    expect([view!.offsetOf(0, 0, 0, 0, 0, 3), view!.offsetOf(0, 0, 1, 0, 0, 0)]).toEqual([12, 16]);
  });

  test('the number of levels', () => {
    expect([fullMipCount(1), fullMipCount(20, 3), fullMipCount(16384), fullMipCount(4, 4, 8)]).toEqual([1, 5, 15, 4]);
  });
});

describe('textures that are refused', () => {
  const codes = (descriptor: Partial<TextureDescriptor>, bytes?: Uint8Array) =>
    createTexture({ dimension: '2d', format: RGBA, width: 4, height: 4, ...descriptor }, bytes).diagnostics.map(
      ({ code }) => code,
    );

  test.each([
    ['no width', { width: 0 }, ['DX7050']],
    ['a width that is no number', { width: Number.NaN }, ['DX7050']],
    ['a width that is not whole', { width: 1.5 }, ['DX7050']],
    ['too wide', { width: 16385 }, ['DX7050']],
    ['a 1D texture with a height', { dimension: '1d' as const }, ['DX7050']],
    ['a 3D texture with layers', { dimension: '3d' as const, layers: 2 }, ['DX7050']],
    ['too many levels', { mips: 4 }, ['DX7050']],
    ['three samples', { samples: 3 }, ['DX7055']],
    ['samples and levels', { samples: 4, mips: 2 }, ['DX7054']],
    ['an unknown format', { format: format('UNKNOWN') }, ['DX7051']],
    ['blocks in 1D', { dimension: '1d' as const, height: 1, format: format('BC1_UNORM') }, ['DX7051', 'DX7060']],
    ['a size that is not whole blocks', { width: 6, format: format('BC7_UNORM') }, ['DX7060']],
    ['a large texture', { width: 16384, height: 16384 }, ['DX7052']],
  ])('%s', (_, descriptor, expected) => {
    expect(codes(descriptor)).toEqual(expected);
  });

  test('the wrong number of bytes', () => {
    expect(codes({}, new Uint8Array(63))).toEqual(['DX7053']);
    expect(codes({}, new Uint8Array(64))).toEqual([]);
  });

  test('every description of any numbers gives a texture or a diagnostic', () => {
    const odd = [-1, 0, 0.5, 1, 2 ** 31, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY];
    for (const a of odd) {
      for (const name of ['width', 'height', 'depth', 'layers', 'mips', 'samples']) {
        for (const dimension of ['1d', '2d', '3d'] as const) {
          const answer = createTexture({ dimension, format: RGBA, width: 1, [name]: a });
          expect(answer.texture === undefined).toBe(answer.diagnostics.length > 0);
        }
      }
    }
  });
});

describe('views', () => {
  const array = texture({
    dimension: '2d',
    format: format('R8G8B8A8_TYPELESS'),
    width: 4,
    height: 4,
    layers: 12,
    mips: 3,
  });
  const codes = (descriptor: TextureViewDescriptor) =>
    createTextureView(array, { format: RGBA, ...descriptor }).diagnostics.map(({ code }) => code);

  test('everything by default', () => {
    const { view } = createTextureView(array, { format: RGBA });
    expect([view!.dimension, view!.mips, view!.layers]).toEqual(['2d-array', 3, 12]);
    expect(createTextureView(array, { format: RGBA, dimension: 'cube-array' }).view!.elements).toBe(2);
  });

  test.each([
    [{ dimension: '3d' as const }, ['DX7056']],
    [{ dimension: '2d-ms' as const }, ['DX7056']],
    [{ dimension: '2d' as const, layers: 2 }, ['DX7056']],
    [{ dimension: 'cube-array' as const, layers: 7 }, ['DX7056']],
    [{ format: format('R8_UNORM') }, ['DX7057']],
    [{ firstMip: 2, mips: 2 }, ['DX7058']],
    [{ firstMip: -1 }, ['DX7058']],
    [{ firstLayer: 12 }, ['DX7058']],
    [{ mips: Number.NaN }, ['DX7058']],
    [{ format: format('R32_FLOAT') }, []],
    [{ dimension: 'cube' as const, firstLayer: 6 }, []],
  ])('%o', (descriptor, expected) => {
    expect(codes(descriptor)).toEqual(expected);
  });

  // Functional specification, 5.3.6: a multisampled texture has one sample or more.
  test.each([1, 2, 4])('with samples, of %d', (samples) => {
    const one = texture({ dimension: '2d', format: RGBA, width: 4, height: 4, samples, layers: 2 });
    const faults = (descriptor: TextureViewDescriptor) =>
      createTextureView(one, { format: format('R8G8B8A8_UNORM'), ...descriptor }).diagnostics.map(({ code }) => code);
    expect(faults({ dimension: '2d-ms' })).toEqual([]);
    expect(faults({ dimension: '2d-ms-array' })).toEqual([]);
    expect(faults({ dimension: '2d' })).toEqual(samples === 1 ? [] : ['DX7056']);
  });

  test('a format that shaders cannot read', () => {
    const typeless = texture({ dimension: '2d', format: format('BC1_TYPELESS'), width: 4, height: 4 });
    expect(createTextureView(typeless).diagnostics.map(({ code }) => code)).toEqual(['DX7059']);
    expect(createTextureView(typeless, { format: format('BC1_UNORM') }).diagnostics).toEqual([]);
  });

  test('blocks are read again after a change', () => {
    const blocks = texture({ dimension: '2d', format: format('BC4_UNORM'), width: 4, height: 4 });
    const { view } = createTextureView(blocks);
    const out = new Uint32Array(4);
    view!.fetch(0, 0, 0, 0, 0, 0, out);
    blocks.bytes[0] = 255;
    blocks.changed();
    view!.fetch(0, 0, 0, 0, 0, 0, out);
    expect(out[0]).toBe(0x3f80_0000);
  });
});
