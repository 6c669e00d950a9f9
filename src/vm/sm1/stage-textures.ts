/**
 * The textures and texture states of Direct3D 9 that are set for the samplers of a shader.
 *
 * Not for: how texels are read (texture/legacy.ts).
 */
import type { LaneWords } from '../lanes.ts';
import { legacyView, sampleLegacy } from '../texture/legacy.ts';
import type { LodSource } from '../texture/sample.ts';
import { type LegacySampler, legacySampler, SampleRequest } from '../texture/sampler.ts';
import type { TextureView } from '../texture/texture-view.ts';
import type { Sm1Sampling, Sm1Textures } from './quad.ts';

/** The states of a sampler, or in versions before 1_4 of a texture stage. */
export interface TextureStage {
  readonly view?: TextureView;
  readonly sampler?: LegacySampler;
  /** `D3DTTFF_PROJECTED`: coordinates are divided by the last one. */
  readonly isProjected?: boolean;
  /** `D3DTSS_BUMPENVMAT00`, 01, 10, 11, `D3DTSS_BUMPENVLSCALE` and `D3DTSS_BUMPENVLOFFSET`. */
  readonly bump?: readonly [number, number, number, number, number, number];
}

const NO_BUMP = [0, 0, 0, 0, 0, 0] as const;
const LOD_SOURCES: Readonly<Record<Sm1Sampling, LodSource>> = {
  implicit: 'implicit',
  bias: 'bias',
  level: 'level',
  gradients: 'gradient',
};

export class StageTextures implements Sm1Textures {
  readonly #request = new SampleRequest();
  readonly #samplers: readonly LegacySampler[];
  readonly #views: readonly (TextureView | undefined)[];

  /** @param stages by the number of the sampler or stage */
  constructor(private readonly stages: readonly TextureStage[]) {
    this.#samplers = stages.map(({ sampler }) => sampler ?? legacySampler());
    this.#views = stages.map(({ view }, i) => view && legacyView(view, this.#samplers[i]!));
  }

  sample(
    sampler: number,
    coordinates: LaneWords,
    how: Sm1Sampling,
    out: LaneWords,
    gradients?: readonly [x: LaneWords, y: LaneWords],
  ): void {
    const request = this.#request;
    request.words.set(coordinates.words);
    // The bias and the level are the last coordinate.
    request.lod.set(coordinates.floats.subarray(3 * request.lod.length));
    if (gradients !== undefined) {
      request.ddx.set(gradients[0].floats);
      request.ddy.set(gradients[1].floats);
    }
    sampleLegacy(this.#views[sampler], this.#samplers[sampler] ?? legacySampler(), request, LOD_SOURCES[how]);
    out.words.set(request.result);
  }

  isProjected(stage: number): boolean {
    return this.stages[stage]?.isProjected ?? false;
  }

  bump(stage: number): readonly [number, number, number, number, number, number] {
    return this.stages[stage]?.bump ?? NO_BUMP;
  }
}
