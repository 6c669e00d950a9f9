/** What runs on the CPU: preshaders, texture shaders and expressions of effects; and the textures of shaders, as samplers read them. */
export type { PreshaderValue } from './preshader/constants.ts';
export { encodePreshader } from './preshader/encode.ts';
export {
  evaluatePreshader,
  type PreshaderInputs,
  type PreshaderOutput,
  type PreshaderResult,
} from './preshader/evaluate.ts';
export { perlinNoise } from './preshader/noise.ts';
export {
  decodePreshader,
  type Preshader,
  type PreshaderHolder,
  type PreshaderSource,
} from './preshader/preshader.ts';
export { fetch4, type GatherOptions, gather4 } from './texture/gather.ts';
export { legacyView, sampleLegacy } from './texture/legacy.ts';
export {
  BufferView,
  type BufferViewResult,
  createBufferView,
  load,
  loadBuffer,
  storeElement,
  storeTexel,
} from './texture/load.ts';
export { resourceInfo, type SizeFormat, sampleCount, samplePosition } from './texture/query.ts';
export { type LodSource, queryLod, sample } from './texture/sample.ts';
export { ALL_MAPPED, SampleRequest } from './texture/sample-request.ts';
export {
  type AddressMode,
  type Comparison,
  createSampler,
  DEFAULT_SAMPLER,
  filterStates,
  type LegacySampler,
  type LegacySamplerStates,
  legacySampler,
  type MipFilter,
  type Reduction,
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
  TextureView,
  type TextureViewDescriptor,
  type TextureViewResult,
  type ViewDimension,
} from './texture/texture-view.ts';
