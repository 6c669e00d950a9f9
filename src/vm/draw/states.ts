/**
 * The fixed states of a draw: rasterizer, depth and stencil, blending; and what each is by default.
 *
 * Source: D3D11_RASTERIZER_DESC2, D3D11_DEPTH_STENCIL_DESC and D3D11_BLEND_DESC1 in the documentation of Direct3D 11,
 * with their defaults.
 *
 * Not for: states that only Direct3D 9 has (legacy-call.ts), what the states do.
 */
import type { Comparison } from '../texture/sampler.ts';

/** `point` is a mode of Direct3D 9: the corners of triangles. */
export type FillMode = 'solid' | 'wireframe' | 'point';
export type CullMode = 'none' | 'front' | 'back';

export interface RasterizerState {
  readonly fill: FillMode;
  readonly cull: CullMode;
  /** Whether the front of a triangle is the side where its vertices go counterclockwise on the screen. */
  readonly isFrontCounterClockwise: boolean;
  /** Added to the depth in units of the depth format: see primitive-setup.ts. */
  readonly depthBias: number;
  readonly slopeScaledDepthBias: number;
  /** The largest bias, or the smallest where it is negative; 0 for no limit. */
  readonly depthBiasClamp: number;
  /** Whether primitives are cut at the near and the far plane; otherwise depths are clamped to the viewport. */
  readonly isDepthClipped: boolean;
  readonly isScissored: boolean;
  /**
   * Whether lines on multisampled targets are rectangles; triangles and points always are sampled where samples are.
   */
  readonly isMultisampled: boolean;
  /** Whether lines have the width of a pixel and alpha that follows their coverage. */
  readonly isLineAntialiased: boolean;
  /** Samples of a pixel where no target is bound; 0 for 1. */
  readonly forcedSampleCount: number;
}

export const DEFAULT_RASTERIZER_STATE: RasterizerState = {
  fill: 'solid',
  cull: 'back',
  isFrontCounterClockwise: false,
  depthBias: 0,
  slopeScaledDepthBias: 0,
  depthBiasClamp: 0,
  isDepthClipped: true,
  isScissored: false,
  isMultisampled: false,
  isLineAntialiased: false,
  forcedSampleCount: 0,
};

/** By their numbers in D3D11_STENCIL_OP, from 1; D3DSTENCILOP has the same. */
export const STENCIL_OPERATIONS = [
  'keep',
  'zero',
  'replace',
  'increment-clamp',
  'decrement-clamp',
  'invert',
  'increment-wrap',
  'decrement-wrap',
] as const;
export type StencilOperation = (typeof STENCIL_OPERATIONS)[number];

/** Stencil operations of one side of a primitive. */
export interface StencilFace {
  /** The comparison of the reference with what is stored. */
  readonly comparison: Comparison;
  readonly fail: StencilOperation;
  readonly depthFail: StencilOperation;
  readonly pass: StencilOperation;
}

export interface DepthStencilState {
  readonly isDepthTested: boolean;
  /** Whether depths are written where the test is made. */
  readonly isDepthWritten: boolean;
  readonly depthComparison: Comparison;
  readonly isStencilTested: boolean;
  readonly stencilReadMask: number;
  readonly stencilWriteMask: number;
  /** Of triangles that face the eye, lines and points. */
  readonly front: StencilFace;
  readonly back: StencilFace;
  readonly stencilReference: number;
}

export const DEFAULT_STENCIL_FACE: StencilFace = {
  comparison: 'always',
  fail: 'keep',
  depthFail: 'keep',
  pass: 'keep',
};

export const DEFAULT_DEPTH_STENCIL_STATE: DepthStencilState = {
  isDepthTested: true,
  isDepthWritten: true,
  depthComparison: 'less',
  isStencilTested: false,
  stencilReadMask: 0xff,
  stencilWriteMask: 0xff,
  front: DEFAULT_STENCIL_FACE,
  back: DEFAULT_STENCIL_FACE,
  stencilReference: 0,
};

/**
 * By their numbers in D3D11_BLEND, from 1; `undefined` for numbers that it does not have. `constant` is the blend
 * factor of the state.
 */
export const BLEND_FACTORS = [
  'zero',
  'one',
  'src',
  'one-minus-src',
  'src-alpha',
  'one-minus-src-alpha',
  'dst-alpha',
  'one-minus-dst-alpha',
  'dst',
  'one-minus-dst',
  'src-alpha-saturated',
  undefined,
  undefined,
  'constant',
  'one-minus-constant',
  'src1',
  'one-minus-src1',
  'src1-alpha',
  'one-minus-src1-alpha',
] as const;
export type BlendFactor = Exclude<(typeof BLEND_FACTORS)[number], undefined>;

/** By their numbers in D3D11_BLEND_OP, from 1; D3DBLENDOP has the same. */
export const BLEND_OPERATIONS = ['add', 'subtract', 'reverse-subtract', 'min', 'max'] as const;
export type BlendOperation = (typeof BLEND_OPERATIONS)[number];

/** By their numbers in D3D11_LOGIC_OP. */
export const LOGIC_OPERATIONS = [
  'clear',
  'set',
  'copy',
  'copy-inverted',
  'noop',
  'invert',
  'and',
  'nand',
  'or',
  'nor',
  'xor',
  'equivalent',
  'and-reverse',
  'and-inverted',
  'or-reverse',
  'or-inverted',
] as const;
export type LogicOperation = (typeof LOGIC_OPERATIONS)[number];

/** One equation of blending: source * factor, operation, destination * factor. */
export interface BlendEquation {
  readonly source: BlendFactor;
  readonly destination: BlendFactor;
  readonly operation: BlendOperation;
}

/** How a render target is written. */
export interface TargetBlend {
  /** Without equations the target is replaced. Both or none must be there. */
  readonly color?: BlendEquation;
  readonly alpha?: BlendEquation;
  /** Combines the bits of an integer target instead; only without equations. */
  readonly logic?: LogicOperation;
  /** Components that are written, red to alpha from bit 0. */
  readonly writeMask: number;
}

export interface BlendState {
  /** By number of the render target; where `isIndependent` is not set, the first is that of all. */
  readonly targets: readonly TargetBlend[];
  readonly isIndependent: boolean;
  readonly isAlphaToCoverage: boolean;
  /** Red, green, blue and alpha of the factor `constant`. */
  readonly constant: readonly [number, number, number, number];
  /** Samples that are written, a bit each. */
  readonly sampleMask: number;
}

export const DEFAULT_TARGET_BLEND: TargetBlend = { writeMask: 15 };

export const DEFAULT_BLEND_STATE: BlendState = {
  targets: [DEFAULT_TARGET_BLEND],
  isIndependent: false,
  isAlphaToCoverage: false,
  constant: [1, 1, 1, 1],
  sampleMask: 0xffff_ffff,
};
