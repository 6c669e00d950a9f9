/**
 * Options of lowering: the state of Direct3D 9 that a program of shader models 1 to 3 runs with, as far as the caller
 * knows it.
 */
import type { ResourceDimension } from '../../base/d3d/enumerations.ts';

/** State of a sampler, or in versions before 1_4 of a texture stage. */
export interface LowerSm1Sampler {
  /**
   * The dimension of its texture, for versions before 2_0, where programs do not declare it. Without it, the textures
   * of `texm3x3tex`, `texm3x3spec` and
   * `texm3x3vspec` are cubes, that of `texreg2rgb` is a volume, and all others have two dimensions.
   */
  readonly dimension?: Sm1Dimension;
  /** Whether its texture is a depth texture, which is compared with the third coordinate. */
  readonly isComparison?: boolean;
  /**
   * Whether the stage divides coordinates by the last one (`D3DTTFF_PROJECTED`); before 1_4. Without it, the module
   * reads it from its constants.
   */
  readonly isProjected?: boolean;
}

export interface LowerSm1Options {
  /** By the number of the sampler or stage. */
  readonly samplers?: readonly (LowerSm1Sampler | undefined)[];
}

/** Dimensions of textures in this model. */
export type Sm1Dimension = Extract<keyof typeof ResourceDimension, 'texture2D' | 'texture3D' | 'textureCube'>;
