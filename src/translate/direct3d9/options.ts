/** The state of Direct3D 9 that changes the code of a shader of models 1 to 3: what `translate` takes as `state9`. */
import { checkOptions, type OptionTypes } from '../../base/check-options.ts';
import type { LowerSm1Sampler } from '../../lower/sm1/module-declarations.ts';

/** Functions of the alpha test, in the order of D3DCMPFUNC (from 1 on). */
export const ALPHA_FUNCTIONS = [
  'never',
  'less',
  'equal',
  'lessEqual',
  'greater',
  'notEqual',
  'greaterEqual',
  'always',
] as const;

export type AlphaFunction = (typeof ALPHA_FUNCTIONS)[number];

/**
 * An input of a vertex shader whose vertex elements are integers that Direct3D 9 converts to floats: UBYTE4, SHORT2,
 * SHORT4.
 */
export interface IntegerInput {
  /** The usage, as listings spell it: `blendindices`. */
  readonly semantic: string;
  /** Default: 0. */
  readonly index?: number;
  readonly type: 'u32' | 'i32';
}

/** The known state that a shader of models 1 to 3 runs with. State that changes between draws is a runtime uniform. */
export interface State9 {
  /**
   * By the number of the sampler, or of the stage before ps_1_4: the dimension of its texture, which programs before
   * 2_0 do not declare; whether it is a depth texture that is compared; whether the stage divides coordinates by the
   * last one (before ps_1_4; otherwise a runtime uniform says it).
   */
  readonly samplers?: readonly (LowerSm1Sampler | undefined)[];
  /** The function of the alpha test; `runtime`: a uniform says which. Default: `always`, which is no test. */
  readonly alphaTest?: AlphaFunction | 'runtime';
  /**
   * Fog of pixel shaders before 3_0: by the factor of the vertex shader, or by a function of the distance. Default:
   * `none`. The vertex shader needs it, too.
   */
  readonly fog?: 'none' | 'vertex' | 'linear' | 'exp' | 'exp2';
  /** The distance of fog: the depth, or w, which devices take where the projection has a perspective. Default: `z`. */
  readonly fogDistance?: 'z' | 'w';
  /** How many clip planes are enabled, from plane 0 on. Default: 0. */
  readonly clipPlanes?: number;
  /**
   * How planes clip: by distances, which are an optional feature, or by pixels that are dropped. The pixel shader needs
   * both options, too. Default: `distances`.
   */
  readonly clipBy?: 'distances' | 'discard';
  /**
   * Whether positions move by half a pixel, because pixel centers of Direct3D 9 have integer coordinates. Default:
   * true.
   */
  readonly halfPixel?: boolean;
  /**
   * The size of points: what the shader writes (default), or that of the state where it writes none, between the limits
   * of the state.
   */
  readonly pointSize?: 'shader' | 'state';
  /**
   * Whether pixels of points have individual texture coordinates (D3DRS_POINTSPRITEENABLE): from 0, 0 at the upper left
   * corner of the point to 1, 1, in all coordinates that the pixel shader reads. For pipelines that draw points.
   * Default: false.
   */
  readonly pointSprite?: boolean;
  /** Whether colors are those of the first vertex (D3DSHADE_FLAT). Default: false. */
  readonly flatShading?: boolean;
  /**
   * Inputs of vertex shaders that are integers in memory; targets have no vertex formats that convert them to floats.
   */
  readonly integerInputs?: readonly IntegerInput[];
}

/** Values of the options that are words. */
export const STATE9_WORDS = {
  alphaTest: [...ALPHA_FUNCTIONS, 'runtime'],
  fog: ['none', 'vertex', 'linear', 'exp', 'exp2'],
  fogDistance: ['z', 'w'],
  clipBy: ['distances', 'discard'],
  pointSize: ['shader', 'state'],
  dimension: ['texture2D', 'texture3D', 'textureCube'],
  type: ['u32', 'i32'],
} as const;

const STATE_OPTIONS: OptionTypes<State9> = {
  samplers: 'object',
  alphaTest: STATE9_WORDS.alphaTest,
  fog: STATE9_WORDS.fog,
  fogDistance: STATE9_WORDS.fogDistance,
  clipPlanes: 'number',
  clipBy: STATE9_WORDS.clipBy,
  halfPixel: 'boolean',
  pointSize: STATE9_WORDS.pointSize,
  pointSprite: 'boolean',
  flatShading: 'boolean',
  integerInputs: 'object',
};

const SAMPLER_OPTIONS: OptionTypes<LowerSm1Sampler> = {
  dimension: STATE9_WORDS.dimension,
  isComparison: 'boolean',
  isProjected: 'boolean',
};

const INPUT_OPTIONS: OptionTypes<IntegerInput> = { semantic: 'string', index: 'number', type: STATE9_WORDS.type };

/** Planes of Direct3D 9 (D3DMAXUSERCLIPPLANES is 32; devices have 6). */
export const MAX_CLIP_PLANES = 6;

/**
 * Checks the option `state9`.
 *
 * @throws TypeError when a field is unknown or has a value that it cannot have
 */
export function checkState9(state: State9, caller: string): void {
  checkOptions(state, STATE_OPTIONS, `${caller}: state9`);
  const { samplers = [], integerInputs = [], clipPlanes = 0 } = state;
  if (!Number.isInteger(clipPlanes) || clipPlanes < 0 || clipPlanes > MAX_CLIP_PLANES)
    throw new TypeError(`${caller}: state9: clipPlanes must be a whole number from 0 to ${MAX_CLIP_PLANES}`);
  for (const [name, list] of Object.entries({ samplers, integerInputs }))
    if (!Array.isArray(list)) throw new TypeError(`${caller}: state9: ${name} must be an array`);
  // JSON has no undefined.
  for (const sampler of samplers)
    if (sampler !== undefined && sampler !== null) checkOptions(sampler, SAMPLER_OPTIONS, `${caller}: state9.samplers`);
  for (const input of integerInputs) checkOptions(input, INPUT_OPTIONS, `${caller}: state9.integerInputs`);
}
