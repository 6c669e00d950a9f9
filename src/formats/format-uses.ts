/**
 * Permitted uses of formats: the letters in the rows of the tables.
 *
 * Source: the lists of formats by feature level that belong to the Direct3D 11.3 functional specification, 19.1.4
 * (feature level 11_1), and for typed loads of Direct3D 11.3 the documentation of typed unordered access views.
 */

/** Each use by its letter. */
export const FORMAT_USES = {
  B: { name: 'buffer', doc: 'typed buffers' },
  V: { name: 'vertex', doc: 'vertex buffers' },
  I: { name: 'index', doc: 'index buffers' },
  O: { name: 'stream-output', doc: 'buffers for stream output' },
  1: { name: 'texture-1d', doc: '1D textures' },
  2: { name: 'texture-2d', doc: '2D textures' },
  3: { name: 'texture-3d', doc: '3D textures' },
  C: { name: 'texture-cube', doc: 'cube textures' },
  L: { name: 'load', doc: 'reads without a sampler' },
  F: { name: 'sample', doc: 'reads with a sampler, filtered' },
  K: { name: 'compare', doc: 'reads with a comparison' },
  G: { name: 'gather', doc: 'reads of four texels' },
  H: { name: 'gather-compare', doc: 'comparisons of four texels' },
  P: { name: 'mipmap', doc: 'mipmaps' },
  T: { name: 'render-target', doc: 'render targets' },
  N: { name: 'blend', doc: 'blending' },
  R: { name: 'logic-operation', doc: 'logic operations on render targets' },
  D: { name: 'depth-stencil', doc: 'depth and stencil' },
  W: { name: 'typed-store', doc: 'stores to typed unordered access views' },
  X: { name: 'typed-load', doc: 'loads from typed unordered access views' },
  A: { name: 'atomic', doc: 'atomic operations on typed unordered access views' },
  E: { name: 'atomic-exchange', doc: 'atomic exchange on typed unordered access views' },
  M: { name: 'multisample', doc: 'multisampling with four samples' },
  S: { name: 'resolve', doc: 'resolving of samples' },
  Q: { name: 'multisample-load', doc: 'reads of single samples' },
  Y: { name: 'display', doc: 'swap chains' },
} as const;

export type FormatUse = (typeof FORMAT_USES)[keyof typeof FORMAT_USES]['name'];

const LETTER_OF = new Map<string, string>(Object.entries(FORMAT_USES).map(([letter, { name }]) => [name, letter]));

/** Whether the letters of a row allow a use: `required`, `optional` (it depends on the device), or false. */
export function allowsUse(uses: string, use: FormatUse): 'required' | 'optional' | false {
  const letter = LETTER_OF.get(use)!;
  if (uses.includes(letter)) return 'required';
  return uses.includes(letter.toLowerCase()) ? 'optional' : false;
}
