/**
 * Where Wine 8.0 on Mesa 22.3's llvmpipe is no reference: operations that it does not have, or has in another way than
 * Direct3D defines, and what Direct3D leaves open. The families use this table: what is not compared is not in their
 * programs, or only with operands for which all agree.
 */
import type { Rule } from './trial.ts';

interface Untrusted {
  /** Mnemonics, or what else it is about. */
  readonly what: readonly string[];
  readonly models: '1-3' | '4-5';
  readonly reason: string;
  /** Results that are compared all the same; absent: none. */
  readonly compared?: string;
}

export const UNTRUSTED: readonly Untrusted[] = [
  {
    models: '4-5',
    what: ['edges of triangles that are partly outside of the target'],
    reason: 'llvmpipe cuts triangles at the target and rounds the new corners',
    compared: 'all pixels but a few at edges',
  },
  {
    models: '4-5',
    what: ['noperspective in triangles that are clipped'],
    reason: 'llvmpipe gives NaN',
    compared: 'triangles inside of the target',
  },
  {
    models: '4-5',
    what: ['triangles without area whose corners differ in w'],
    reason: 'with one in the same draw, llvmpipe may leave out a triangle that it draws alone',
  },
  {
    models: '4-5',
    what: ['arrays of temporaries and immediate constants in hull shaders'],
    reason: 'Wine draws nothing',
    compared: 'the same code in the other stages',
  },
  {
    models: '4-5',
    what: ['sample_c and gather4_c with the comparison never, or of 1D textures and arrays of cubes'],
    reason: 'Wine gives the texels for never, and 0 for these dimensions',
    compared: 'the other comparisons and dimensions',
  },
  {
    models: '4-5',
    what: ['lines that end on the border of the diamond of a pixel or beside its center, or pass close to a corner'],
    reason: 'llvmpipe has a rule of its own there, and rounds slopes (3.4.3: exact)',
    compared: 'all other lines',
  },
  {
    models: '4-5',
    what: ['umad', 'uaddc', 'usubb', 'msad', 'call', 'callc', 'label'],
    reason: 'Wine refuses the shader: not implemented',
  },
  { models: '4-5', what: ['double precision', 'fcall'], reason: 'Wine does not implement them' },
  {
    models: '4-5',
    what: ['atomic_imax', 'atomic_imin', 'imm_atomic_imax', 'imm_atomic_imin'],
    reason: 'Wine compares without sign (functional specification 22.17: signed)',
  },
  {
    models: '4-5',
    what: ['deriv_rtx_coarse', 'deriv_rty_coarse'],
    reason: 'llvmpipe takes those of each row or column, ours are of the first; the specification allows both (22.5)',
  },
  { models: '4-5', what: ['resinfo_rcpfloat'], reason: 'Wine gives the sizes, not their reciprocals' },
  {
    models: '4-5',
    what: ['high words of imul and umul'],
    reason: 'Wine does not implement them',
    compared: 'the low words',
  },
  {
    models: '4-5',
    what: ['firstbit_hi of 0', 'firstbit_shi of 0 and -1'],
    reason: 'Wine gives 32 instead of all ones (22.11)',
    compared: 'other numbers',
  },
  {
    models: '4-5',
    what: ['ibfe of width 0, and with width + offset above 32'],
    reason: 'undefined in GLSL, which Wine makes of it',
    compared: 'fields inside the number',
  },
  {
    models: '4-5',
    what: ['udiv by 0'],
    reason: 'undefined in GLSL; Mesa folds it to 0 (22.12: all ones)',
    compared: 'other divisors',
  },
  {
    models: '4-5',
    what: ['ftoi, ftou out of range, f32tof16 of numbers with more than 11 bits'],
    reason: 'undefined in GLSL; packHalf2x16 rounds to nearest, Direct3D toward zero (3.2.2)',
    compared: 'numbers in range; floats of 11 bits',
  },
  {
    models: '4-5',
    what: ['subnormals, signs of zeros'],
    reason: 'llvmpipe computes with subnormals (3.1: flushed); Mesa simplifies -x + 0 to -x',
    compared: 'the bits of subnormals where they are moved; NaN and infinities; zeros of either sign are equal',
  },
  {
    models: '4-5',
    what: ['rsq, sqrt, log, div and rcp of negative numbers, of 0 and of tiny ones'],
    reason: 'undefined in GLSL',
    compared: 'operands from 1/8 to 1024',
  },
  {
    models: '4-5',
    what: ['dp2, dp3, dp4'],
    reason: 'the order of the sum is free (22.10), and Mesa has another one',
    compared: 'whole numbers, whose sums are exact',
  },
  {
    models: '4-5',
    what: ['reads and writes outside of views, of arrays and of buffers; registers that were never written'],
    reason: 'undefined in GLSL without robust access, or in Direct3D itself',
    compared: 'what is inside',
  },
  {
    models: '1-3',
    what: ['call', 'callnz', 'label'],
    reason: 'Wine writes the end of the main function into the last subroutine; the outputs are lost',
  },
  {
    models: '1-3',
    what: ['setp', 'breakp', 'predicated instructions'],
    reason: 'Wine ignores the predicate of an instruction; a condition that is a predicate does not compile',
  },
  {
    models: '1-3',
    what: ['texcoord before 1_4'],
    reason: 'Wine does not set w to 1 (Direct3D 9 shader reference, texcoord)',
    compared: 'x, y and z',
  },
  {
    models: '1-3',
    what: ['colors of pixel shaders before 2_0 in targets of floats'],
    reason: 'Wine does not clamp them to 0 and 1, which Direct3D 9 on Windows does',
    compared: 'the clamped colors',
  },
  {
    models: '1-3',
    what: ['fog of vertex shaders without oFog'],
    reason: 'Wine takes a factor of 0, and not the alpha of the second color',
    compared: 'the factor of oFog',
  },
  {
    models: '1-3',
    what: ['lit of a diffuse light of 0, or with a power of 0'],
    reason: 'Wine gives the power for a light of 0, and 0 for a power of 0 (shader reference, lit: 0 and 1)',
    compared: 'lights above and below 0',
  },
  {
    models: '1-3',
    what: ['texm3x3vspec of a volume'],
    reason: 'Wine makes the vector of the eye one of length 1, the shader reference does not',
    compared: 'cubes, where the length has no effect',
  },
  {
    models: '1-3',
    what: ['border colors of L8, A8 and A8L8'],
    reason: 'Wine takes red (and green) of the border for the format that it uses instead',
    compared: 'the other address modes',
  },
  {
    models: '1-3',
    what: ['R5G6B5, A1R5G5B5'],
    reason: 'llvmpipe expands components to 8 bits: 2/31 becomes 16/255',
  },
  {
    models: '1-3',
    what: ['dp3, dp4, dp2add, crs, lrp'],
    reason: 'the order of the operations is free, and Mesa has another one',
    compared: 'inputs and constants that are multiples of 1/64, whose sums are exact',
  },
];

/** Instructions of models 4.0 to 5.1 that are not in any program. */
export const UNTRUSTED_SM4: ReadonlySet<string> = new Set(
  UNTRUSTED.filter(({ models, compared }) => models === '4-5' && compared === undefined).flatMap(({ what }) => what),
);

/**
 * Tolerances of single operations: the bound of Direct3D for ours plus that of llvmpipe, whose exponential, logarithm,
 * sine and cosine are polynomials with a larger error than Direct3D permits. The names of models 1 to 3 end in 9.
 */
const TOLERANCES: Readonly<Record<string, Rule>> = {
  rcp: { relative: 2 ** -20 },
  rsq: { relative: 2 ** -20 },
  sqrt: { relative: 2 ** -22 },
  div: { relative: 2 ** -21 },
  exp: { relative: 2 ** -20 },
  log: { relative: 2 ** -20, absolute: 2 ** -20 },
  sincos: { absolute: 0.0016 },
  rcp9: { relative: 2 ** -20 },
  rsq9: { relative: 2 ** -20 },
  exp9: { relative: 2 ** -18 },
  expp9: { relative: 2 ** -18 },
  log9: { relative: 2 ** -18, absolute: 2 ** -18 },
  logp9: { relative: 2 ** -18, absolute: 2 ** -18 },
  pow9: { relative: 2 ** -14 },
  nrm9: { relative: 2 ** -20 },
  sincos9: { absolute: 0.0016 },
  lit9: { relative: 2 ** -14 },
};

export function toleranceOf(name: string): Rule {
  return TOLERANCES[name] ?? 'float';
}
