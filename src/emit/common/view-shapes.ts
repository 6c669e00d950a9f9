/**
 * Dimensions of views in textual languages: textures with one dimension are those with two and a height of 1, because
 * WGSL's have neither mips nor arrays and OpenGL ES has none at all.
 */
import type { IrAccess, IrBinding } from '../../ir/index.ts';
import type { NeededResource } from './plan.ts';

export interface ViewShape {
  readonly view: NonNullable<NeededResource['viewDimension']>;
  /** Components of coordinates of Direct3D without the slice. */
  readonly axes: 1 | 2 | 3;
  readonly isArray: boolean;
  readonly multisampled: boolean;
  /** Whether Direct3D's has one dimension. */
  readonly isFlat: boolean;
  /** Components of integer coordinates and of sizes, without the slice. */
  readonly texelAxes: 2 | 3;
}

const shape = (view: ViewShape['view'], axes: ViewShape['axes'], more: Partial<ViewShape> = {}): ViewShape => ({
  view,
  axes,
  isArray: false,
  multisampled: false,
  isFlat: false,
  texelAxes: 2,
  ...more,
});

export const VIEW_SHAPES: Readonly<Partial<Record<NonNullable<IrBinding['dimension']>, ViewShape>>> = {
  texture1D: shape('2d', 1, { isFlat: true }),
  texture1DArray: shape('2d-array', 1, { isFlat: true, isArray: true }),
  texture2D: shape('2d', 2),
  texture2DArray: shape('2d-array', 2, { isArray: true }),
  texture2DMS: shape('2d', 2, { multisampled: true }),
  texture2DMSArray: shape('2d-array', 2, { multisampled: true, isArray: true }),
  texture3D: shape('3d', 3, { texelAxes: 3 }),
  textureCube: shape('cube', 3),
  textureCubeArray: shape('cube-array', 3, { isArray: true }),
};

/** Whether reads of a view have no offsets. */
export function hasNoOffsets({ view }: ViewShape): boolean {
  return view === 'cube' || view === 'cube-array';
}

/**
 * Constant offsets as a vector of integers; undefined where all are 0. @param type the name of a vector of signed
 * integers by its width
 */
export function offsetVector(
  { offsets }: IrAccess,
  { isFlat, axes }: ViewShape,
  type: (width: number) => string,
): string | undefined {
  if (offsets.every((one) => one === 0)) return undefined;
  return isFlat ? `${type(2)}(${offsets[0]}, 0)` : `${type(axes)}(${offsets.slice(0, axes).join(', ')})`;
}
