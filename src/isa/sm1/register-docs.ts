/** One line of documentation for each register and modifier of shader models 1 to 3. Not for: how a listing writes them (registers.ts). */
import {
  type SM1_RESULT_MODIFIERS,
  SM1_SOURCE_MODIFIERS,
  type Sm1RegisterName,
  type Sm1SourceModifierName,
} from './registers.ts';

export const SM1_REGISTER_DOCS: Readonly<Record<Sm1RegisterName, string>> = {
  temp: 'temporary',
  input: 'input: vertex element, or interpolated color',
  const: 'float constant',
  addressOrTexture: 'address register of vertex shaders, texture coordinate of pixel shaders',
  rasterizerOut: 'position, fog and point size of vertex shaders before 3_0',
  attributeOut: 'color of vertex shaders before 3_0',
  outputOrTexCoordOut: 'texture coordinate of vertex shaders before 3_0, any output from 3_0 on',
  constInt: 'integer constant',
  colorOut: 'color of pixel shaders from 2_0 on',
  depthOut: 'depth of pixel shaders from 2_0 on',
  sampler: 'sampler and its texture',
  const2: 'float constants 2048 to 4095',
  const3: 'float constants 4096 to 6143',
  const4: 'float constants 6144 to 8191',
  constBool: 'boolean constant',
  loop: 'loop counter',
  tempFloat16: 'reserved: half precision temporary',
  misc: 'pixel position and face of pixel shaders from 3_0 on',
  label: 'subroutine',
  predicate: 'predicate',
};

export const SM1_SOURCE_MODIFIER_DOCS: Readonly<Record<Sm1SourceModifierName, string>> = {
  none: 'r',
  negate: '-r',
  bias: 'r - 0.5',
  biasNegate: '-(r - 0.5)',
  sign: '2 * (r - 0.5)',
  signNegate: '-2 * (r - 0.5)',
  complement: '1 - r',
  x2: '2 * r',
  x2Negate: '-2 * r',
  dz: 'r divided by its z',
  dw: 'r divided by its w',
  abs: 'absolute value',
  absNegate: 'negated absolute value',
  not: 'logical not, of booleans and predicates',
};

/** Returns the effect of the source modifier with number `code`; undefined if the number has no modifier. */
export function sm1SourceModifierDoc(code: number): string | undefined {
  for (const name of Object.keys(SM1_SOURCE_MODIFIERS) as Sm1SourceModifierName[])
    if (SM1_SOURCE_MODIFIERS[name].code === code) return SM1_SOURCE_MODIFIER_DOCS[name];
  return undefined;
}

/** The effects of the result modifiers, by their suffixes. */
export const SM1_RESULT_MODIFIER_DOCS: Readonly<Record<(typeof SM1_RESULT_MODIFIERS)[number]['suffix'], string>> = {
  _sat: 'clamp to 0..1',
  _pp: 'partial precision is enough',
  _centroid: 'interpolate within the covered part of the pixel',
};
