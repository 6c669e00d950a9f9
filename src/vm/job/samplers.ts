/** Samplers of a job for both instruction sets. */

import type { JobNumber } from '../../base/shapes.ts';
import { createSampler, type LegacySampler, legacySampler, type Sampler } from '../texture/sampler.ts';
import { numberOf } from './numbers.ts';
import type { JobSampler } from './resources.ts';

/** The sampler of Direct3D 10 and later; what the job does not say has the defaults of D3D11_SAMPLER_DESC. */
export function samplerOf(job: JobSampler): Sampler {
  return createSampler(statesOf(job));
}

/** The sampler of Direct3D 9; what the job does not say has its defaults. */
export function legacySamplerOf(job: JobSampler): LegacySampler {
  const { sampler } = legacySampler();
  return {
    sampler: { ...sampler, ...statesOf(job) },
    isFetch4: job.fetch4 ?? false,
    isSrgb: job.srgb ?? false,
  };
}

function statesOf(job: JobSampler): Partial<Sampler> {
  const number = (value: JobNumber | undefined) => (value === undefined ? undefined : numberOf(value));
  const states = {
    minFilter: job.minFilter,
    magFilter: job.magFilter,
    mipFilter: job.mipmapFilter,
    reduction: job.reduction,
    addressU: job.addressModeU,
    addressV: job.addressModeV,
    addressW: job.addressModeW,
    minLod: number(job.lodMinClamp),
    maxLod: number(job.lodMaxClamp),
    lodBias: number(job.lodBias),
    maxAnisotropy: job.maxAnisotropy,
    comparison: job.compare,
    border: job.borderColor?.map(numberOf),
  };
  return Object.fromEntries(Object.entries(states).filter(([, value]) => value !== undefined)) as Partial<Sampler>;
}
