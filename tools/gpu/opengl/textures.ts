/** Textures and samplers of trials as commands for OpenGL. Textures with one dimension have two there, with one row. */
import type { TranslationBinding } from '../../../src/translate/index.ts';
import { COMPARISONS, type Sampler } from '../../../src/vm/texture/sampler.ts';
import { texelWords } from '../texel-words.ts';
import { type GpuTexture, GpuUnsupported } from '../trial.ts';
import { FLOAT, INT, OPENGL_DEPTH_FORMATS, OPENGL_FORMATS, RGBA_INTEGER, UNSIGNED_INT } from './formats.ts';
import type { GlFormat, OpenGlRequest } from './request.ts';

const TARGETS = {
  flat: 0x0de1,
  array: 0x8c1a,
  volume: 0x806f,
  cube: 0x8513,
  cubeArray: 0x9009,
  samples: 0x9100,
  sampleArray: 0x9102,
} as const;
const FIRST_FACE = 0x8515;

const VIEW_TARGETS: Readonly<Record<NonNullable<TranslationBinding['viewDimension']>, number>> = {
  '1d': TARGETS.flat,
  '1d-array': TARGETS.array,
  '2d': TARGETS.flat,
  '2d-array': TARGETS.array,
  '3d': TARGETS.volume,
  cube: TARGETS.cube,
  'cube-array': TARGETS.cubeArray,
};

/** The target of a texture as a row of a map sees it. */
export function targetOf({ viewDimension = '2d', multisampled = false }: TranslationBinding): number {
  if (multisampled) return viewDimension === '2d' ? TARGETS.samples : TARGETS.sampleArray;
  return VIEW_TARGETS[viewDimension];
}

export function formatOf(name: string, isDepth = false): GlFormat {
  // The bytes are put in the order of red, green and blue.
  const resolved = name === BLUE_FIRST ? 'R8G8B8A8_UNORM' : name;
  const format = (isDepth ? OPENGL_DEPTH_FORMATS : OPENGL_FORMATS)[resolved];
  if (format === undefined) throw new GpuUnsupported(`no format of OpenGL for ${name}`);
  return format;
}

/** The type of the components of a format: 0 for floats, 1 for signed and 2 for unsigned integers. */
export function sortOf(format: string): 0 | 1 | 2 {
  return format.endsWith('_SINT') ? 1 : format.endsWith('_UINT') ? 2 : 0;
}

const BLUE_FIRST = 'B8G8R8A8_UNORM';

/** Makes a texture with its texels. */
export function addTexture(
  request: OpenGlRequest,
  number: number,
  texture: GpuTexture,
  target: number,
  isDepth: boolean,
): void {
  const format = formatOf(texture.format, isDepth);
  const { width, height, depth, layers, mips, subresources } = texture;
  if (texture.samples !== undefined) {
    const size = [width, height, layers, texture.samples];
    request.samples(number, target, format.internal, size, sortOf(texture.format), texelWords(texture));
    return;
  }
  const isVolume = target === TARGETS.volume;
  request.texture(number, target, format.internal, [width, height, isVolume ? depth : layers], mips);
  const bytes = texture.format === BLUE_FIRST ? withRedFirst(texture.bytes) : texture.bytes;
  for (const [i, one] of subresources.entries()) {
    const [layer, level] = [Math.floor(i / mips), i % mips];
    const isFace = target === TARGETS.cube;
    // A flat view of an array has its first layer.
    if (target === TARGETS.flat && layer > 0) continue;
    const face = isFace ? FIRST_FACE + layer : target;
    const size = [one.width, one.height, isVolume ? one.depth : 1];
    const texels = bytes.subarray(one.offset, one.offset + one.bytes);
    request.upload(number, face, level, isFace || isVolume ? 0 : layer, size, format, texels);
  }
}

function withRedFirst(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  for (let i = 0; i < bytes.length; i += 4) [copy[i], copy[i + 2]] = [bytes[i + 2]!, bytes[i]!];
  return copy;
}

// --- reads ----------------------------------------------------------------------------------------------------------

/** How texels are read: OpenGL ES reads integers and floats of 32 bits as four components of 32 bits only. */
export interface ReadFormat extends GlFormat {
  readonly bytes: number;
  /** The texels of the own format. */
  readonly narrow: (read: Uint8Array) => Uint8Array;
}

export function readFormatOf(name: string, texelBytes: number): ReadFormat {
  const resolved = formatOf(name);
  if (name === BLUE_FIRST) return { ...resolved, bytes: texelBytes, narrow: withRedFirst };
  const [, kind = ''] = /_(FLOAT|UINT|SINT)$/.exec(name) ?? [];
  const bits = /\d+/g.exec(name)![0];
  const isWide =
    kind !== '' && !name.startsWith('R10') && !name.startsWith('R11') && (kind !== 'FLOAT' || bits === '32');
  if (!isWide) return { ...resolved, bytes: texelBytes, narrow: (read) => read };
  const components = name.match(/[RGBA]\d+/g)!.length;
  const size = Number(bits) / 8;
  const format = kind === 'FLOAT' ? 0x1908 : RGBA_INTEGER;
  const type = kind === 'FLOAT' ? FLOAT : kind === 'UINT' ? UNSIGNED_INT : INT;
  return { internal: resolved.internal, format, type, bytes: 16, narrow: (read) => narrowed(read, components, size) };
}

/** The first bytes of the first components of texels with four words. */
function narrowed(read: Uint8Array, components: number, size: number): Uint8Array {
  const texels = read.length / 16;
  const bytes = new Uint8Array(texels * components * size);
  for (let i = 0; i < texels * components; i++) {
    const from = 16 * Math.floor(i / components) + 4 * (i % components);
    bytes.set(read.subarray(from, from + size), i * size);
  }
  return bytes;
}

/** Reads a subresource: as many commands as it has slices, whose number is the result. */
export function readTexture(
  request: OpenGlRequest,
  number: number,
  target: number,
  texture: GpuTexture,
  subresource: number,
): number {
  const [layer, level] = [Math.floor(subresource / texture.mips), subresource % texture.mips];
  const { width, height, depth } = texture.subresources[subresource]!;
  const format = readFormatOf(texture.format, texture.texelBytes);
  for (let slice = 0; slice < depth; slice++)
    request.readTexture(
      number,
      target,
      level,
      target === TARGETS.volume ? slice : layer,
      width,
      height,
      format,
      format.bytes,
    );
  return depth;
}

// --- samplers -------------------------------------------------------------------------------------------------------

/** Texture parameters and what they can be. */
const PARAMETERS = {
  magFilter: 0x2800,
  minFilter: 0x2801,
  wrapS: 0x2802,
  wrapT: 0x2803,
  wrapR: 0x8072,
  minLod: 0x813a,
  maxLod: 0x813b,
  lodBias: 0x8501,
  compareMode: 0x884c,
  compareFunction: 0x884d,
  maxAnisotropy: 0x84fe,
} as const;
const ADDRESSES = { wrap: 0x2901, mirror: 0x8370, clamp: 0x812f, border: 0x812d, 'mirror-once': 0x8743 } as const;
const NEAREST = 0x2600;
const WITH_LEVELS = 0x0100;
const LINEAR_LEVELS = 2;
const COMPARE_TO_TEXTURE = 0x884e;
const NEVER = 0x0200;
/** Larger than every level. */
const MAX_LOD = 1000;

/** @throws GpuUnsupported for what OpenGL ES does not have */
export function addSampler(
  request: OpenGlRequest,
  number: number,
  sampler: Sampler,
  compares: boolean,
  isEs: boolean,
): void {
  if (isEs && sampler.lodBias !== 0) throw new GpuUnsupported('OpenGL ES has no bias of samplers');
  if (isEs && [sampler.addressU, sampler.addressV, sampler.addressW].includes('mirror-once'))
    throw new GpuUnsupported('OpenGL ES has no single mirror');
  const isAnisotropic = sampler.minFilter === 'anisotropic';
  const linear = (filter: string) => (filter === 'point' || filter === 'none' ? 0 : 1);
  const mip = isAnisotropic ? 1 : linear(sampler.mipFilter);
  request.sampler(number, sampler.border, [
    { name: PARAMETERS.magFilter, value: NEAREST + linear(sampler.magFilter) },
    { name: PARAMETERS.minFilter, value: NEAREST + WITH_LEVELS + linear(sampler.minFilter) + LINEAR_LEVELS * mip },
    { name: PARAMETERS.wrapS, value: ADDRESSES[sampler.addressU] },
    { name: PARAMETERS.wrapT, value: ADDRESSES[sampler.addressV] },
    { name: PARAMETERS.wrapR, value: ADDRESSES[sampler.addressW] },
    { name: PARAMETERS.minLod, value: Math.max(sampler.minLod, 0), isFloat: true },
    { name: PARAMETERS.maxLod, value: Math.min(sampler.maxLod, MAX_LOD), isFloat: true },
    ...(isEs ? [] : [{ name: PARAMETERS.lodBias, value: sampler.lodBias, isFloat: true }]),
    ...(isAnisotropic ? [{ name: PARAMETERS.maxAnisotropy, value: sampler.maxAnisotropy, isFloat: true }] : []),
    ...(compares
      ? [
          { name: PARAMETERS.compareMode, value: COMPARE_TO_TEXTURE },
          { name: PARAMETERS.compareFunction, value: NEVER + COMPARISONS.indexOf(sampler.comparison) },
        ]
      : []),
  ]);
}
