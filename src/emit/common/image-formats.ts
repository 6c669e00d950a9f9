/**
 * Formats of storage textures, as WebGPU names them: what their components are, and what a device of WebGPU needs for
 * them.
 *
 * Sources: the table of texture formats and the features `texture-formats-tier1` and `-tier2` of the WebGPU
 * specification, checked with Dawn.
 *
 * Not for: formats of the elements of buffers (texel-formats.ts), and what other languages call formats (src/emit/glsl,
 * src/emit/spirv).
 */
import type { TexelFormatName } from './texel-formats.ts';

/** Formats that every device has. */
const CORE =
  'rgba8unorm rgba8snorm rgba8uint rgba8sint rgba16uint rgba16sint rgba16float r32float r32uint r32sint rg32float rg32uint rg32sint ' +
  'rgba32float rgba32uint rgba32sint';
/** Formats of the first tier. */
const TIER1 =
  'r8unorm r8snorm r8uint r8sint rg8unorm rg8snorm rg8uint rg8sint r16unorm r16snorm r16uint r16sint r16float rg16unorm rg16snorm ' +
  'rg16uint rg16sint rg16float rgba16unorm rgba16snorm rgb10a2uint rgb10a2unorm rg11b10ufloat';

const CORE_FORMATS: ReadonlySet<string> = /* @__PURE__ */ new Set(CORE.split(' '));
const TIER1_FORMATS: ReadonlySet<string> = /* @__PURE__ */ new Set(TIER1.split(' '));

/** Those that one shader can read and write: on every device, and on those of the second tier. */
const READ_WRITE = /^r32/;
const READ_WRITE_TIER2 =
  /^(r8(unorm|uint|sint)|rgba8(unorm|uint|sint)|r16(uint|sint|float)|rgba(16|32)(uint|sint|float))$/;

/** Features of WebGPU for formats. */
export type FormatFeature = 'texture-formats-tier1' | 'texture-formats-tier2';

/** Whether a storage texture can have a format. */
export function isImageFormat(name: string): boolean {
  return CORE_FORMATS.has(name) || TIER1_FORMATS.has(name);
}

/** Names of all formats of storage textures. */
export function imageFormats(): string[] {
  return [...CORE_FORMATS, ...TIER1_FORMATS];
}

/** The kind of the components of a format. */
export function kindOfFormat(name: string): 'f32' | 'i32' | 'u32' {
  return name.endsWith('uint') ? 'u32' : name.endsWith('sint') ? 'i32' : 'f32';
}

/** Returns the feature that WebGPU needs for a storage texture: '' for none, undefined for an unsupported format. */
export function featureOfFormat(name: string, access: 'read' | 'write' | 'read_write'): FormatFeature | '' | undefined {
  if (access === 'read_write')
    return READ_WRITE.test(name) ? '' : READ_WRITE_TIER2.test(name) ? 'texture-formats-tier2' : undefined;
  return CORE_FORMATS.has(name) ? '' : TIER1_FORMATS.has(name) ? 'texture-formats-tier1' : undefined;
}

/** A `GPUTextureFormat` of a storage texture. WebGPU has no formats with three components. */
export type ImageFormatName =
  | Exclude<TexelFormatName, `rgb32${string}`>
  | `r${'' | 'g'}8${'unorm' | 'snorm' | 'uint' | 'sint'}`
  | `r16${'unorm' | 'snorm' | 'uint' | 'sint' | 'float'}`
  | `rg16${'uint' | 'sint'}`
  | 'rgb10a2uint'
  | 'rgb10a2unorm'
  | 'rg11b10ufloat';
