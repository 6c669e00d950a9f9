/**
 * Formats of texels and of elements of typed buffers, as WebGPU names them: how many words an element takes, and how words become components. The
 * buffers of WGSL have no formats, so a typed buffer is an array of words here.
 *
 * Rules of conversion: section 3.2 of the Direct3D 11.3 functional specification.
 */
export interface TexelFormat {
  readonly kind: 'f32' | 'i32' | 'u32';
  /** Components that the format has. */
  readonly components: number;
  readonly words: number;
  /** The components from the words, as texts. */
  readonly decode: (words: readonly string[]) => readonly string[];
  /** The words from the components. */
  readonly encode: (components: readonly string[]) => readonly string[];
  /** Whether WGSL can read and write it in one storage texture without a feature. */
  readonly readWrite?: true;
  /** Whether it is one of the formats of storage textures of core WebGPU. */
  readonly storage?: true;
}

const CAST = { f32: 'bitcast<f32>', i32: 'i32', u32: '' } as const;

function whole(kind: TexelFormat['kind'], components: 1 | 2 | 3 | 4): TexelFormat {
  const toWord = kind === 'f32' ? 'bitcast<u32>' : kind === 'i32' ? 'u32' : '';
  return {
    kind,
    components,
    words: components,
    decode: (words) => words.map((word) => (CAST[kind] === '' ? word : `${CAST[kind]}(${word})`)),
    encode: (list) => list.slice(0, components).map((one) => (toWord === '' ? one : `${toWord}(${one})`)),
    ...(components === 1 && { readWrite: true as const }),
    ...(components !== 3 && { storage: true as const }),
  };
}

/** Formats whose words a function of WGSL packs and unpacks. */
function packed(functionName: string, perWord: 2 | 4, words: 1 | 2, storage: boolean): TexelFormat {
  const axes = [...'xyzw'].slice(0, perWord);
  return {
    kind: 'f32',
    components: perWord * words,
    words,
    decode: (texts) => texts.flatMap((word) => axes.map((axis) => `unpack${functionName}(${word}).${axis}`)),
    encode: (list) =>
      Array.from(
        { length: words },
        (_, i) => `pack${functionName}(vec${perWord}f(${list.slice(i * perWord, (i + 1) * perWord).join(', ')}))`,
      ),
    ...(storage && { storage: true as const }),
  };
}

/** Integers of 8 or 16 bits. */
function small(kind: 'i32' | 'u32', bits: 8 | 16): TexelFormat {
  const perWord = 32 / bits;
  const words = bits === 8 ? 1 : 2;
  const mask = `0x${(2 ** bits - 1).toString(16)}u`;
  const [low, high] =
    kind === 'u32' ? ['0u', `${2 ** bits - 1}u`] : [`${-(2 ** (bits - 1))}`, `${2 ** (bits - 1) - 1}`];
  return {
    kind,
    components: 4,
    words,
    decode: (texts) =>
      Array.from({ length: 4 }, (_, i) => {
        const word = texts[Math.floor(i / perWord)]!;
        const source = kind === 'u32' ? word : `i32(${word})`;
        return `extractBits(${source}, ${(i % perWord) * bits}u, ${bits}u)`;
      }),
    encode: (list) =>
      Array.from({ length: words }, (_, w) =>
        list
          .slice(w * perWord, (w + 1) * perWord)
          .map((one, i) => `((u32(clamp(${one}, ${low}, ${high})) & ${mask}) << ${i * bits}u)`)
          .join(' | '),
      ),
    storage: true,
  };
}

export const TEXEL_FORMATS = {
  r32float: whole('f32', 1),
  r32uint: whole('u32', 1),
  r32sint: whole('i32', 1),
  rg32float: whole('f32', 2),
  rg32uint: whole('u32', 2),
  rg32sint: whole('i32', 2),
  rgb32float: whole('f32', 3),
  rgb32uint: whole('u32', 3),
  rgb32sint: whole('i32', 3),
  rgba32float: whole('f32', 4),
  rgba32uint: whole('u32', 4),
  rgba32sint: whole('i32', 4),
  rg16float: packed('2x16float', 2, 1, false),
  rgba16float: packed('2x16float', 2, 2, true),
  rg16unorm: packed('2x16unorm', 2, 1, false),
  rg16snorm: packed('2x16snorm', 2, 1, false),
  rgba16unorm: packed('2x16unorm', 2, 2, false),
  rgba16snorm: packed('2x16snorm', 2, 2, false),
  rgba8unorm: packed('4x8unorm', 4, 1, true),
  rgba8snorm: packed('4x8snorm', 4, 1, true),
  rgba8uint: small('u32', 8),
  rgba8sint: small('i32', 8),
  rgba16uint: small('u32', 16),
  rgba16sint: small('i32', 16),
} as const satisfies Record<string, TexelFormat>;

export type TexelFormatName = keyof typeof TEXEL_FORMATS;

/** A format by its name. */
export function texelFormat(name: string): TexelFormat | undefined {
  return (TEXEL_FORMATS as Readonly<Record<string, TexelFormat>>)[name];
}
