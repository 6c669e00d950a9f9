/**
 * Instructions on textures and typed buffers: which operands they pass on. How texels are filtered is tested in
 * ../texture. r15 has the lane.
 */
import { describe, expect, it } from 'vitest';
import { dxgiFormat } from '../../../src/formats/formats.ts';
import { bitsOfFloat, floatOfBits } from '../../../src/numerics/conversion.ts';
import { Bindings, BufferMemory } from '../../../src/vm/bindings.ts';
import { createBufferView } from '../../../src/vm/texture/load.ts';
import { createSampler } from '../../../src/vm/texture/sampler.ts';
import { createTexture, type TextureDescriptor } from '../../../src/vm/texture/texture.ts';
import { createTextureView, type TextureViewDescriptor } from '../../../src/vm/texture/texture-view.ts';
import { lanesOf, runSm4, temp } from '../../support/run-sm4.ts';

/** A view of a new texture whose 32-bit texels count from 0. */
function counting(descriptor: Omit<TextureDescriptor, 'format'>, format: string, view: TextureViewDescriptor = {}) {
  const { texture, diagnostics } = createTexture({ ...descriptor, format: dxgiFormat(format)! });
  expect(diagnostics).toEqual([]);
  const words = new Uint32Array(texture!.bytes.buffer);
  for (let i = 0; i < words.length; i++) words[i] = format.endsWith('FLOAT') ? bitsOfFloat(i) : i;
  return { texture: texture!, view: createTextureView(texture!, view).view!, words };
}

/** The word of an infinite float. */
const INFINITY = 0x7f80_0000;

const POINT = createSampler({ minFilter: 'point', magFilter: 'point', mipFilter: 'point' });

/** The floats of r0 in the first lane. */
function sampled(body: string, bindings: Bindings): number[] {
  return temp(runSm4(body, [], bindings), 0).map(floatOfBits);
}

describe('sample', () => {
  // 4 by 4 texels, 2 by 2, 1: texels 0 to 15, 16 to 19, 20.
  const bindings = new Bindings();
  bindings.resources.set(0, counting({ dimension: '2d', width: 4, height: 4, mips: 3 }, 'R32_FLOAT').view);
  bindings.samplers.set(0, POINT);
  bindings.samplers.set(1, createSampler({ ...POINT, comparison: 'less' }));
  const DCL =
    'dcl_resource_texture2d (float,float,float,float) t0\ndcl_sampler s0, mode_default\ndcl_sampler s1, mode_comparison\n';
  const AT = 'l(0.625, 0.375, 0, 0)';

  it.each([
    ['sample_l r0.xyzw, AT, t0.xyzw, s0, l(0)', [6, 0, 0, 1]],
    ['sample_l r0.xyzw, AT, t0.wzyx, s0, l(1)', [1, 0, 0, 17]],
    ['sample_l_aoffimmi(1,-1,0) r0.xyzw, AT, t0.xyzw, s0, l(0)', [3, 0, 0, 1]],
    // The coordinates are the same in all lanes.
    ['sample r0.xyzw, AT, t0.xyzw, s0', [6, 0, 0, 1]],
    ['sample_b r0.xyzw, AT, t0.xyzw, s0, l(2)', [6, 0, 0, 1]],
    ['sample_d r0.xyzw, AT, t0.xyzw, s0, l(0.5, 0, 0, 0), l(0, 0.5, 0, 0)', [17, 0, 0, 1]],
    ['sample_c_lz r0.xyzw, AT, t0.xyzw, s1, l(5.5)', [1, 1, 1, 1]],
    ['sample_c_lz r0.xyzw, AT, t0.xyzw, s1, l(6.5)', [0, 0, 0, 0]],
    ['sample_c r0.x, AT, t0.xxxx, s1, l(5.5)', [1, 0, 0, 0]],
    // Between the four upper left texels: (-,+) (+,+) (+,-) (-,-).
    ['gather4 r0.xyzw, l(0.25, 0.25, 0, 0), t0.xyzw, s0.x', [4, 5, 1, 0]],
    ['gather4_c r0.xyzw, l(0.25, 0.25, 0, 0), t0.xyzw, s1.x, l(2)', [1, 1, 0, 0]],
    ['gather4_po r0.xyzw, l(0.25, 0.25, 0, 0), l(1, 2, 0, 0), t0.xyzw, s0.x', [13, 14, 10, 9]],
    ['sample_l r0.xyzw, AT, t7.xyzw, s0, l(0)', [0, 0, 0, 0]],
  ])('%s', (code, expected) => {
    expect(sampled(`${DCL}${code.replace('AT', AT)}`, bindings)).toEqual(expected);
  });

  it('takes the level from the differences in the quad', () => {
    // Two texels from pixel to pixel: level 1.
    const body = `${DCL}utof r1.x, r15.x\nmul r1.x, r1.x, l(0.5)\nsample r0.x, r1.xxxx, t0.xxxx, s0\nlod r2.xy, r1.xxxx, t0.xyxx, s0`;
    const quad = runSm4(body, [], bindings);
    // Along y the coordinate changes by two lanes: four texels, level 2.
    expect(lanesOf(quad, 0).map(floatOfBits)).toEqual([20, 20, 20, 20]);
    expect(lanesOf(quad, 2).map(floatOfBits)[0]).toBe(2);
  });
});

describe('loads and stores', () => {
  it('address texels, levels and layers', () => {
    const bindings = new Bindings();
    bindings.resources.set(0, counting({ dimension: '2d', width: 2, height: 2, layers: 2, mips: 2 }, 'R32_UINT').view);
    const code = `dcl_resource_texture2darray (uint,uint,uint,uint) t0
ld r0.xyzw, l(1, 1, 0, 0), t0.xyzw
ld r1.xyzw, l(0, 0, 1, 1), t0.xyzw
ld r2.xyzw, l(2, 0, 0, 0), t0.xyzw`;
    const quad = runSm4(code, [], bindings);
    expect([0, 1, 2].map((register) => temp(quad, register))).toEqual([
      [3, 0, 0, 1],
      [9, 0, 0, 1],
      [0, 0, 0, 1],
    ]);
  });

  it('address samples', () => {
    const bindings = new Bindings();
    bindings.resources.set(0, counting({ dimension: '2d', width: 2, height: 1, samples: 4 }, 'R32_UINT').view);
    const quad = runSm4(
      'dcl_resource_texture2dms(4) (uint,uint,uint,uint) t0\nldms r0.x, l(1, 0, 0, 0), t0.xxxx, r15.x',
      [],
      bindings,
    );
    expect(lanesOf(quad, 0)).toEqual([4, 5, 6, 7]);
  });

  it('address samples of a texture that has one, whatever the fourth component of the address is', () => {
    const bindings = new Bindings();
    bindings.resources.set(0, counting({ dimension: '2d', width: 2, height: 1 }, 'R32_UINT').view);
    const code =
      'dcl_resource_texture2dms(0) (uint,uint,uint,uint) t0\nldms r0.xy, l(1, 0, 0, 7), t0.xwxx, l(0)\nldms r1.xy, l(2, 0, 0, 0), t0.xwxx, l(0)';
    const quad = runSm4(code, [], bindings);
    expect(temp(quad, 0)).toEqual([1, 1, 0, 0]);
    expect(temp(quad, 1)).toEqual([0, 1, 0, 0]);
  });

  it('of views for unordered access do not see the clamp of the resource', () => {
    const bindings = new Bindings();
    const { view, texture } = counting({ dimension: '2d', width: 2, height: 2, mips: 2 }, 'R32_UINT');
    texture.minLod = 1;
    bindings.unorderedAccess.set(0, view);
    bindings.resources.set(0, view);
    const code = `dcl_resource_texture2d (uint,uint,uint,uint) t0
dcl_uav_typed_texture2d (uint,uint,uint,uint) u0
ld r0.x, l(1, 1, 0, 0), t0.xxxx
ld_uav_typed r0.y, l(1, 1, 0, 0), u0.xxxx`;
    expect(temp(runSm4(code, [], bindings), 0)).toEqual([0, 3, 0, 0]);
  });

  it('address elements of typed buffers and UAVs', () => {
    const bindings = new Bindings();
    const bytes = new Uint8Array(Uint32Array.from([0x0403_0201, 0x0807_0605]).buffer);
    bindings.resources.set(0, createBufferView(bytes, dxgiFormat('R8G8B8A8_UINT')!).view!);
    const { view, words } = counting({ dimension: '2d', width: 2, height: 2 }, 'R32_UINT');
    bindings.unorderedAccess.set(0, view);
    const code = `dcl_resource_buffer (uint,uint,uint,uint) t0
dcl_uav_typed_texture2d (uint,uint,uint,uint) u0
ld r0.xyzw, l(1, 0, 0, 0), t0.xyzw
ld_uav_typed r1.x, l(1, 1, 0, 0), u0.xxxx
ult r3.x, r15.x, l(1)
if_nz r3.x
store_uav_typed u0.xyzw, l(0, 1, 0, 0), l(77, 0, 0, 0)
endif
imm_atomic_iadd r2.x, u0, l(1, 0, 0, 0), l(10)`;
    const quad = runSm4(code, [], bindings);
    expect(temp(quad, 0)).toEqual([5, 6, 7, 8]);
    expect(temp(quad, 1)[0]).toBe(3);
    expect(lanesOf(quad, 2)).toEqual([1, 11, 21, 31]);
    expect([...words]).toEqual([0, 41, 77, 3]);
  });
});

describe('queries', () => {
  const bindings = new Bindings();
  bindings.resources.set(0, counting({ dimension: '2d', width: 8, height: 4, layers: 3, mips: 2 }, 'R32_UINT').view);
  bindings.resources.set(1, new BufferMemory(new Uint32Array(10), 8));
  bindings.resources.set(2, counting({ dimension: '2d', width: 1, height: 1, samples: 4 }, 'R32_UINT').view);
  const DCL =
    'dcl_resource_texture2darray (uint,uint,uint,uint) t0\ndcl_resource_structured t1, 8\ndcl_resource_texture2dms(4) (uint,uint,uint,uint) t2\n';

  it.each([
    ['resinfo_uint r0.xyzw, l(1), t0.xyzw', [4, 2, 3, 2]],
    ['resinfo r0.xyzw, l(0), t0.xyzw', [8, 4, 3, 2].map(bitsOfFloat)],
    ['resinfo_rcpFloat r0.xyzw, l(0), t0.xyzw', [0.125, 0.25, 3, 2].map(bitsOfFloat)],
    ['resinfo_uint r0.xyzw, l(2), t0.xyzw', [0, 0, 0, 2]],
    ['bufinfo r0.x, t1.x', [5, 0, 0, 0]],
    ['sampleinfo_uint r0.xy, t2.xyxx', [4, 0, 0, 0]],
    ['samplepos r0.xy, t2.xyxx, l(1)', [bitsOfFloat(6 / 16), bitsOfFloat(-2 / 16), 0, 0]],
    ['sampleinfo r0.x, rasterizer.x', [bitsOfFloat(1), 0, 0, 0]],
    ['check_access_fully_mapped r0.x, l(0)', [0, 0, 0, 0]],
  ])('%s', (code, expected) => {
    expect(temp(runSm4(`${DCL}${code}`, [], bindings), 0)).toEqual(expected);
  });

  // Functional specification, 22.4.14: only sizes that the dimension has are reciprocals.
  it.each([
    ['1d', [INFINITY, 0, 0, 0]],
    ['1darray', [INFINITY, 0, 0, 0]],
    ['2d', [INFINITY, INFINITY, 0, 0]],
    ['2darray', [INFINITY, INFINITY, 0, 0]],
    ['cube', [INFINITY, INFINITY, 0, 0]],
    ['3d', [INFINITY, INFINITY, INFINITY, 0]],
  ] as const)('reciprocal sizes of an unbound texture %s', (dimension, expected) => {
    const code = `dcl_resource_texture${dimension} (float,float,float,float) t9\nresinfo_rcpFloat r0.xyzw, l(0), t9.xyzw`;
    expect(temp(runSm4(code), 0)).toEqual(expected);
  });
});
