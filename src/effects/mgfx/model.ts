/**
 * Effects of MonoGame (MGFX) as data: constant buffers, shaders, parameters, techniques. The numbers of states, types
 * and formats are those of MonoGame's enumerations, which are in the names of {@link MGFX_VALUES}.
 *
 * Source of the facts: MonoGame's repository, `EffectObject.writer.cs` and `Effect.ReadEffect` with its history.
 */

/** The graphics interface that runs the shaders of an effect. */
export const MgfxProfile = { openGl: 0, directX11: 1 } as const;

export interface MgfxEffect {
  readonly version: number;
  /** {@link MgfxProfile}, or a number of another platform. */
  readonly profile: number;
  readonly buffers: readonly MgfxBuffer[];
  readonly shaders: readonly MgfxShader[];
  readonly parameters: readonly MgfxParameter[];
  readonly techniques: readonly MgfxTechnique[];
}

export interface MgfxBuffer {
  /** Empty for DirectX. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly parameters: readonly {
    /** In {@link MgfxEffect.parameters}. */
    readonly index: number;
    /** In bytes. */
    readonly offset: number;
  }[];
}

export interface MgfxShader {
  readonly isVertex: boolean;
  /** The file and the function that it was compiled from; empty before version 11. */
  readonly source: string;
  readonly entry: string;
  /** A DXBC container, or GLSL. */
  readonly code: Uint8Array;
  readonly samplers: readonly MgfxSampler[];
  /** Indices in {@link MgfxEffect.buffers}, by slot. */
  readonly buffers: readonly number[];
  /** Inputs of a vertex shader for OpenGL. */
  readonly attributes: readonly {
    readonly name: string;
    /** The number of {@link MGFX_VALUES.usage}. */
    readonly usage: number;
    readonly index: number;
    readonly location: number;
  }[];
}

export interface MgfxSampler {
  /** The number of {@link MGFX_VALUES.samplerType}. */
  readonly type: number;
  readonly textureSlot: number;
  readonly samplerSlot: number;
  /** The states in the source; undefined where the application sets them. */
  readonly state: MgfxSamplerState | undefined;
  /** The name of the uniform for OpenGL. */
  readonly name: string;
  /** The parameter that is the texture. */
  readonly parameter: number;
}

export type MgfxColor = readonly [red: number, green: number, blue: number, alpha: number];

export interface MgfxSamplerState {
  readonly addressU: number;
  readonly addressV: number;
  readonly addressW: number;
  readonly borderColor: MgfxColor;
  readonly filter: number;
  readonly maxAnisotropy: number;
  readonly maxMipLevel: number;
  readonly mipMapLevelOfDetailBias: number;
}

export interface MgfxParameter {
  /** The number of {@link MGFX_VALUES.parameterClass}. */
  readonly class: number;
  /** The number of {@link MGFX_VALUES.parameterType}. */
  readonly type: number;
  readonly name: string;
  readonly semantic: string;
  readonly rows: number;
  readonly columns: number;
  readonly elements: readonly MgfxParameter[];
  readonly members: readonly MgfxParameter[];
  /** The default value of a number without elements and members: rows by columns, 4 bytes each. */
  readonly value: Uint8Array;
}

export interface MgfxTechnique {
  readonly name: string;
  readonly passes: readonly MgfxPass[];
}

export interface MgfxPass {
  readonly name: string;
  /** Indices of shaders; -1 for none. */
  readonly vertexShader: number;
  readonly pixelShader: number;
  readonly blend: MgfxBlendState | undefined;
  readonly depthStencil: MgfxDepthStencilState | undefined;
  readonly rasterizer: MgfxRasterizerState | undefined;
}

export interface MgfxBlendState {
  readonly alphaFunction: number;
  readonly alphaDestination: number;
  readonly alphaSource: number;
  readonly factor: MgfxColor;
  readonly colorFunction: number;
  readonly colorDestination: number;
  readonly colorSource: number;
  /** Of four render targets. */
  readonly writeChannels: readonly [number, number, number, number];
  readonly multiSampleMask: number;
}

export interface MgfxDepthStencilState {
  readonly counterClockwiseDepthFail: number;
  readonly counterClockwiseFail: number;
  readonly counterClockwiseFunction: number;
  readonly counterClockwisePass: number;
  readonly depthEnable: boolean;
  readonly depthFunction: number;
  readonly depthWriteEnable: boolean;
  readonly stencilReference: number;
  readonly stencilDepthFail: number;
  readonly stencilEnable: boolean;
  readonly stencilFail: number;
  readonly stencilFunction: number;
  readonly stencilMask: number;
  readonly stencilPass: number;
  readonly stencilWriteMask: number;
  readonly twoSided: boolean;
}

export interface MgfxRasterizerState {
  readonly cullMode: number;
  readonly depthBias: number;
  readonly fillMode: number;
  readonly multiSample: boolean;
  readonly scissorTest: boolean;
  readonly slopeScaleDepthBias: number;
}

const list = (names: string): readonly string[] => names.split(' ');

/** The names of numbers: those of MonoGame's enumerations. */
export const MGFX_VALUES = {
  parameterClass: list('Scalar Vector Matrix Object Struct'),
  parameterType: list('Void Bool Int32 Single String Texture Texture1D Texture2D Texture3D TextureCube'),
  samplerType: list('2D Cube Volume 1D'),
  usage: list(
    'Position Color TextureCoordinate Normal Binormal Tangent BlendIndices BlendWeight Depth Fog PointSize Sample TessellateFactor',
  ),
  blend: list(
    'One Zero SourceColor InverseSourceColor SourceAlpha InverseSourceAlpha DestinationColor InverseDestinationColor DestinationAlpha InverseDestinationAlpha BlendFactor InverseBlendFactor SourceAlphaSaturation',
  ),
  blendFunction: list('Add Subtract ReverseSubtract Min Max'),
  compare: list('Always Never Less LessEqual Equal GreaterEqual Greater NotEqual'),
  stencil: list('Keep Zero Replace Increment Decrement IncrementSaturation DecrementSaturation Invert'),
  cull: list('None CullClockwiseFace CullCounterClockwiseFace'),
  fill: list('Solid WireFrame'),
  address: list('Wrap Clamp Mirror Border'),
  filter: list(
    'Linear Point Anisotropic LinearMipPoint PointMipLinear MinLinearMagPointMipLinear MinLinearMagPointMipPoint MinPointMagLinearMipLinear MinPointMagLinearMipPoint',
  ),
} as const;
