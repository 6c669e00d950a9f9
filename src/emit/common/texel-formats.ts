/** Formats of typed buffers and storage textures, as WebGPU names them: their words, components and conversions. */

/**
 * Formats of elements of typed buffers, as WebGPU names them: how many words an element takes, and how words become
 * components. A typed buffer that is an array of words is read and written by these rules.
 *
 * Rules of conversion: section 3.2 of the Direct3D 11.3 functional specification.
 */
export interface TexelFormat {
  readonly kind: 'f32' | 'i32' | 'u32';
  /** Components that the format has. */
  readonly components: number;
  readonly words: number;
  /** How components are in words. */
  readonly encoding: /** One word each. */
    | { readonly type: 'whole' }
    /** Functions of the languages pack and unpack a word: `2x16float`. */
    | { readonly type: 'packed'; readonly name: PackedName }
    /** Integers of 8 or 16 bits. */
    | { readonly type: 'small'; readonly bits: 8 | 16 };
}

export type PackedName = '2x16float' | '2x16unorm' | '2x16snorm' | '4x8unorm' | '4x8snorm';

function wordFormat(kind: TexelFormat['kind'], components: 1 | 2 | 3 | 4): TexelFormat {
  return { kind, components, words: components, encoding: { type: 'whole' } };
}

function packed(name: PackedName, words: 1 | 2): TexelFormat {
  return {
    kind: 'f32',
    components: Number(name[0]) * words,
    words,
    encoding: { type: 'packed', name },
  };
}

function small(kind: 'i32' | 'u32', bits: 8 | 16): TexelFormat {
  return { kind, components: 4, words: bits === 8 ? 1 : 2, encoding: { type: 'small', bits } };
}

export const TEXEL_FORMATS = {
  r32float: wordFormat('f32', 1),
  r32uint: wordFormat('u32', 1),
  r32sint: wordFormat('i32', 1),
  rg32float: wordFormat('f32', 2),
  rg32uint: wordFormat('u32', 2),
  rg32sint: wordFormat('i32', 2),
  rgb32float: wordFormat('f32', 3),
  rgb32uint: wordFormat('u32', 3),
  rgb32sint: wordFormat('i32', 3),
  rgba32float: wordFormat('f32', 4),
  rgba32uint: wordFormat('u32', 4),
  rgba32sint: wordFormat('i32', 4),
  rg16float: packed('2x16float', 1),
  rgba16float: packed('2x16float', 2),
  rg16unorm: packed('2x16unorm', 1),
  rg16snorm: packed('2x16snorm', 1),
  rgba16unorm: packed('2x16unorm', 2),
  rgba16snorm: packed('2x16snorm', 2),
  rgba8unorm: packed('4x8unorm', 1),
  rgba8snorm: packed('4x8snorm', 1),
  rgba8uint: small('u32', 8),
  rgba8sint: small('i32', 8),
  rgba16uint: small('u32', 16),
  rgba16sint: small('i32', 16),
} as const satisfies Record<string, TexelFormat>;

type TexelFormatName = keyof typeof TEXEL_FORMATS;

export function texelFormat(name: string): TexelFormat | undefined {
  return (TEXEL_FORMATS as Readonly<Record<string, TexelFormat>>)[name];
}

/** How a language takes words apart and puts them together. */
export interface FormatSpelling {
  /** A word as a component of a kind, and back. */
  readonly fromWord: (kind: TexelFormat['kind'], word: string) => string;
  readonly toWord: (kind: TexelFormat['kind'], component: string) => string;
  readonly unpack: (name: PackedName, word: string) => string;
  readonly pack: (name: PackedName, components: readonly string[]) => string;
  /** `count` bits of an integer from bit `start` on; signed ones keep their sign. */
  readonly bits: (kind: 'i32' | 'u32', word: string, start: number, count: number) => string;
}

const AXES = [...'xyzw'];

/** Expressions for the components, from expressions for the words. */
export function decodeTexel(
  { kind, encoding }: TexelFormat,
  words: readonly string[],
  spell: FormatSpelling,
): string[] {
  switch (encoding.type) {
    case 'whole':
      return words.map((word) => spell.fromWord(kind, word));
    case 'packed': {
      const { name } = encoding;
      const axes = AXES.slice(0, Number(name[0]));
      return words.flatMap((word) => axes.map((axis) => `${spell.unpack(name, word)}.${axis}`));
    }
    default: {
      const { bits } = encoding;
      const perWord = 32 / bits;
      return AXES.map((_, i) =>
        spell.bits(kind as 'i32' | 'u32', words[Math.floor(i / perWord)]!, (i % perWord) * bits, bits),
      );
    }
  }
}

/** Expressions for the words, from expressions for the components. */
export function encodeTexel(format: TexelFormat, components: readonly string[], spell: FormatSpelling): string[] {
  const { kind, encoding, words } = format;
  switch (encoding.type) {
    case 'whole':
      return components.slice(0, format.components).map((one) => spell.toWord(kind, one));
    case 'packed': {
      const { name } = encoding;
      const perWord = Number(name[0]);
      return Array.from({ length: words }, (_, i) =>
        spell.pack(name, components.slice(i * perWord, (i + 1) * perWord)),
      );
    }
    default: {
      const { bits } = encoding;
      const perWord = 32 / bits;
      const mask = `0x${(2 ** bits - 1).toString(16)}u`;
      const [low, high] =
        kind === 'u32' ? ['0u', `${2 ** bits - 1}u`] : [`${-(2 ** (bits - 1))}`, `${2 ** (bits - 1) - 1}`];
      return Array.from({ length: words }, (_, word) =>
        components
          .slice(word * perWord, (word + 1) * perWord)
          .map((one, i) => `((${spell.toWord(kind, `clamp(${one}, ${low}, ${high})`)} & ${mask}) << ${i * bits}u)`)
          .join(' | '),
      );
    }
  }
}

// Sources: the table of texture formats and the features `texture-formats-tier1` and `-tier2` of the WebGPU
// specification, checked with Dawn.

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
