/**
 * The subpath `dxlens/internals/vm`: the evaluator of preshaders and expressions of effects, and textures that samplers
 * read.
 */
export type { PreshaderValue } from './preshader/constants.ts';
export { encodePreshader } from './preshader/encode.ts';
export * from './preshader/evaluate.ts';
export { perlinNoise } from './preshader/operations.ts';
export {
  decodePreshader,
  type Preshader,
  type PreshaderHolder,
  type PreshaderSource,
} from './preshader/preshader.ts';
export { type DdsTexture, readDds, writeDds } from './texture/dds.ts';
export { fetch4, type GatherOptions, gather4 } from './texture/gather.ts';
export { legacyView, sampleLegacy } from './texture/legacy.ts';
export * from './texture/load.ts';
export { type LodSource, queryLod, sample } from './texture/sample.ts';
export {
  type AddressMode,
  ALL_MAPPED,
  type Comparison,
  createSampler,
  DEFAULT_SAMPLER,
  filterStates,
  type LegacySampler,
  type LegacySamplerStates,
  legacySampler,
  type MipFilter,
  type Reduction,
  SampleRequest,
  type Sampler,
  type TexelFilter,
} from './texture/sampler.ts';
export {
  createTexture,
  fullMipCount,
  type Subresource,
  Texture,
  type TextureDescriptor,
  type TextureDimension,
  type TextureResult,
} from './texture/texture.ts';
export {
  createTextureView,
  resourceInfo,
  type SizeFormat,
  sampleCount,
  samplePosition,
  TextureView,
  type TextureViewDescriptor,
  type TextureViewResult,
  type ViewDimension,
} from './texture/texture-view.ts';
