/** The subpath `dxlens/find`: the shaders inside files of any kind. */
export type { Codec, CodecInput, Codecs } from './codecs.ts';
export { type FindLimits, type FindOptions, findShaders } from './find-shaders.ts';
export { FOUND_BY, type Found, type FoundBy, type FoundDiagnostic, type FoundShader } from './found.ts';
export {
  type Encoder,
  type Encoders,
  type InjectOptions,
  type InjectResult,
  injectShaders,
  type ShaderReplacement,
} from './inject.ts';
export type { RandomAccessSource, Siblings } from './source.ts';
