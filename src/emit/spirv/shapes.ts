/** Dimensions of views as images of SPIR-V. */
import type { IrBinding } from '../../ir/index.ts';
import type { NeededResource } from '../common/plan.ts';
import type { Capability } from './capabilities.ts';
import { Dim } from './grammar.ts';

export interface ImageShape {
  readonly dim: number;
  readonly view?: NonNullable<NeededResource['viewDimension']>;
  /** Components of coordinates without the slice. */
  readonly axes: 1 | 2 | 3;
  readonly isArray: boolean;
  readonly isMultisampled: boolean;
  readonly isCube: boolean;
  readonly isBuffer: boolean;
  /** Capabilities of textures and unordered access views with this shape. */
  readonly sampled: readonly Capability[];
  readonly storage: readonly Capability[];
}

const row = (
  dim: number,
  view: ImageShape['view'],
  axes: ImageShape['axes'],
  more: Partial<ImageShape> = {},
): ImageShape => ({
  dim,
  ...(view !== undefined && { view }),
  axes,
  isArray: false,
  isMultisampled: false,
  isCube: false,
  isBuffer: false,
  sampled: [],
  storage: [],
  ...more,
});

const flat = { sampled: ['Sampled1D'], storage: ['Image1D'] } as const;

export const IMAGE_SHAPES: Readonly<Partial<Record<NonNullable<IrBinding['dimension']>, ImageShape>>> = {
  buffer: row(Dim.Buffer, undefined, 1, { isBuffer: true, sampled: ['SampledBuffer'], storage: ['ImageBuffer'] }),
  texture1D: row(Dim['1D'], '1d', 1, flat),
  texture1DArray: row(Dim['1D'], '1d-array', 1, { ...flat, isArray: true }),
  texture2D: row(Dim['2D'], '2d', 2),
  texture2DArray: row(Dim['2D'], '2d-array', 2, { isArray: true }),
  texture2DMS: row(Dim['2D'], '2d', 2, { isMultisampled: true, storage: ['StorageImageMultisample'] }),
  texture2DMSArray: row(Dim['2D'], '2d-array', 2, {
    isMultisampled: true,
    isArray: true,
    storage: ['StorageImageMultisample', 'ImageMSArray'],
  }),
  texture3D: row(Dim['3D'], '3d', 3),
  textureCube: row(Dim.Cube, 'cube', 3, { isCube: true }),
  textureCubeArray: row(Dim.Cube, 'cube-array', 3, {
    isCube: true,
    isArray: true,
    sampled: ['SampledCubeArray'],
    storage: ['ImageCubeArray'],
  }),
};

/** Components of sizes, and of integer coordinates. */
export function texelAxes({ axes, isArray, isCube }: ImageShape): number {
  return (isCube ? 2 : axes) + (isArray ? 1 : 0);
}
