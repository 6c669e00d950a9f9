/** Dimensions of views in WGSL: textures with one dimension are those with two and a height of 1, because WGSL's have neither mips nor arrays. */
import type { IrBinding } from '../../ir/index.ts';
import type { NeededResource } from '../common/plan.ts';

export interface WgslDimension {
  /** The name in types of textures. */
  readonly type: '2d' | '2d_array' | 'cube' | 'cube_array' | '3d';
  readonly view: NonNullable<NeededResource['viewDimension']>;
  /** Components of coordinates of Direct3D without the slice. */
  readonly axes: 1 | 2 | 3;
  readonly isArray: boolean;
  readonly multisampled: boolean;
  /** Whether Direct3D's has one dimension. */
  readonly isFlat: boolean;
  /** Components of whole coordinates and of sizes in WGSL. */
  readonly texelAxes: 2 | 3;
}

const row = (
  type: WgslDimension['type'],
  view: WgslDimension['view'],
  axes: WgslDimension['axes'],
  more: Partial<WgslDimension> = {},
): WgslDimension => ({ type, view, axes, isArray: false, multisampled: false, isFlat: false, texelAxes: 2, ...more });

export const WGSL_DIMENSIONS: Readonly<Partial<Record<NonNullable<IrBinding['dimension']>, WgslDimension>>> = {
  texture1D: row('2d', '2d', 1, { isFlat: true }),
  texture1DArray: row('2d_array', '2d-array', 1, { isFlat: true, isArray: true }),
  texture2D: row('2d', '2d', 2),
  texture2DArray: row('2d_array', '2d-array', 2, { isArray: true }),
  texture2DMS: row('2d', '2d', 2, { multisampled: true }),
  texture3D: row('3d', '3d', 3, { texelAxes: 3 }),
  textureCube: row('cube', 'cube', 3),
  textureCubeArray: row('cube_array', 'cube-array', 3, { isArray: true }),
};
