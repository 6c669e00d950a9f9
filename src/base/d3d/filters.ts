/** The filters of samplers, whose numbers Direct3D 10, 11 and 12 share: `D3D12_FILTER` (source: d3d12.h). */

/** The part of a name after `FILTER_`, `FILTER_COMPARISON_` and so on, and its bits. */
export const FILTERS = {
  MIN_MAG_MIP_POINT: 0x00,
  MIN_MAG_POINT_MIP_LINEAR: 0x01,
  MIN_POINT_MAG_LINEAR_MIP_POINT: 0x04,
  MIN_POINT_MAG_MIP_LINEAR: 0x05,
  MIN_LINEAR_MAG_MIP_POINT: 0x10,
  MIN_LINEAR_MAG_POINT_MIP_LINEAR: 0x11,
  MIN_MAG_LINEAR_MIP_POINT: 0x14,
  MIN_MAG_MIP_LINEAR: 0x15,
  ANISOTROPIC: 0x55,
} as const;

/** The reduction of the samples of a filter, in bits 7 and 8. */
export const FilterReduction = { none: 0, comparison: 0x80, minimum: 0x100, maximum: 0x180 } as const;
