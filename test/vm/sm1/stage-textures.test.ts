/** Textures that are set for the samplers of Direct3D 9. */
import { describe, expect, it } from 'vitest';
import { d3d9Format } from '../../../src/formats/formats.ts';
import { bitsOfFloat } from '../../../src/numerics/conversion.ts';
import { StageTextures } from '../../../src/vm/sm1/stage-textures.ts';
import { createTexture } from '../../../src/vm/texture/texture.ts';
import { createTextureView } from '../../../src/vm/texture/texture-view.ts';
import { floatsIn, runSm1 } from '../../support/run-sm1.ts';

/** Levels of 2 by 2 and 1 texels whose red counts from 0. */
function counting() {
  const { texture } = createTexture({ dimension: '2d', format: d3d9Format('R32F')!, width: 2, height: 2, mips: 2 });
  const words = new Uint32Array(texture!.bytes.buffer);
  for (let i = 0; i < words.length; i++) words[i] = bitsOfFloat(i);
  return createTextureView(texture!).view!;
}

describe('textures of stages', () => {
  it('are read at coordinates, projected or not, with missing components of 1', () => {
    const textures = new StageTextures([{}, { view: counting() }]);
    const code =
      'ps_2_0\ndcl_2d s1\ndcl_2d s0\ndef c0, 0.75, 0.25, 0, 1\ndef c1, 0.5, 1.5, 0, 2\ntexld r0, c0, s1\ntexldp r1, c1, s1\ntexld r2, c0, s0\n';
    const quad = runSm1(code, { textures });
    expect(floatsIn(quad, 'temp', 0)).toEqual([1, 1, 1, 1]);
    expect(floatsIn(quad, 'temp', 1)).toEqual([2, 1, 1, 1]);
    // Nothing is bound.
    expect(floatsIn(quad, 'temp', 2)).toEqual([0, 0, 0, 1]);
  });

  it('are read at a level, with a filter between levels only if the sampler has one', () => {
    const textures = new StageTextures([{ view: counting() }]);
    expect(
      floatsIn(runSm1('ps_3_0\ndcl_2d s0\ndef c0, 0, 0, 0, 1\ntexldl r0, c0, s0\n', { textures }), 'temp', 0)[0],
    ).toBe(0);
  });

  it('have matrices for bump mapping', () => {
    const textures = new StageTextures([{ isProjected: true, bump: [1, 2, 3, 4, 5, 6] }]);
    expect([textures.isProjected(0), textures.isProjected(1)]).toEqual([true, false]);
    expect([textures.bump(0), textures.bump(1)]).toEqual([
      [1, 2, 3, 4, 5, 6],
      [0, 0, 0, 0, 0, 0],
    ]);
  });
});
