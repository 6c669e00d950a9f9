/**
 * The states that passes and samplers of an effect of Direct3D 9 assign, one row each; the number of a state is its
 * position (source: oracle, by compiling each name).
 *
 * Not for: the enumerations that are their values (state-values.ts).
 */
import type { Fx2EnumerationName } from './state-values.ts';

/** The group of a state; it decides how `Direct3D` names the state. */
export type Fx2StateGroup =
  | 'render'
  | 'textureStage'
  | 'samplerState'
  | 'transform'
  | 'material'
  | 'light'
  | 'lightEnable'
  | 'patch'
  | 'fvf'
  | 'shader'
  | 'constants'
  | 'texture'
  | 'sampler';

export interface Fx2StateRow {
  /** As a source spells it, in any case. */
  readonly name: string;
  readonly group: Fx2StateGroup;
  /** The enumeration of its values, or `color` (A8R8G8B8); absent for numbers. */
  readonly values?: Fx2EnumerationName | 'color';
}

// biome-ignore format: one state, one line
export const FX2_STATES: readonly Fx2StateRow[] = [
  // 0x00
  { name: 'ZEnable', group: 'render', values: 'zBuffer' },
  { name: 'FillMode', group: 'render', values: 'fill' },
  { name: 'ShadeMode', group: 'render', values: 'shade' },
  { name: 'ZWriteEnable', group: 'render', values: 'bool' },
  { name: 'AlphaTestEnable', group: 'render', values: 'bool' },
  { name: 'LastPixel', group: 'render', values: 'bool' },
  { name: 'SrcBlend', group: 'render', values: 'blend' },
  { name: 'DestBlend', group: 'render', values: 'blend' },
  { name: 'CullMode', group: 'render', values: 'cull' },
  { name: 'ZFunc', group: 'render', values: 'compare' },
  { name: 'AlphaRef', group: 'render' },
  { name: 'AlphaFunc', group: 'render', values: 'compare' },
  { name: 'DitherEnable', group: 'render', values: 'bool' },
  { name: 'AlphaBlendEnable', group: 'render', values: 'bool' },
  { name: 'FogEnable', group: 'render', values: 'bool' },
  { name: 'SpecularEnable', group: 'render', values: 'bool' },
  // 0x10
  { name: 'FogColor', group: 'render', values: 'color' },
  { name: 'FogTableMode', group: 'render', values: 'fog' },
  { name: 'FogStart', group: 'render' },
  { name: 'FogEnd', group: 'render' },
  { name: 'FogDensity', group: 'render' },
  { name: 'RangeFogEnable', group: 'render', values: 'bool' },
  { name: 'StencilEnable', group: 'render', values: 'bool' },
  { name: 'StencilFail', group: 'render', values: 'stencil' },
  { name: 'StencilZFail', group: 'render', values: 'stencil' },
  { name: 'StencilPass', group: 'render', values: 'stencil' },
  { name: 'StencilFunc', group: 'render', values: 'compare' },
  { name: 'StencilRef', group: 'render' },
  { name: 'StencilMask', group: 'render' },
  { name: 'StencilWriteMask', group: 'render' },
  { name: 'TextureFactor', group: 'render', values: 'color' },
  { name: 'Wrap0', group: 'render', values: 'wrap' },
  // 0x20
  { name: 'Wrap1', group: 'render', values: 'wrap' },
  { name: 'Wrap2', group: 'render', values: 'wrap' },
  { name: 'Wrap3', group: 'render', values: 'wrap' },
  { name: 'Wrap4', group: 'render', values: 'wrap' },
  { name: 'Wrap5', group: 'render', values: 'wrap' },
  { name: 'Wrap6', group: 'render', values: 'wrap' },
  { name: 'Wrap7', group: 'render', values: 'wrap' },
  { name: 'Wrap8', group: 'render', values: 'wrap' },
  { name: 'Wrap9', group: 'render', values: 'wrap' },
  { name: 'Wrap10', group: 'render', values: 'wrap' },
  { name: 'Wrap11', group: 'render', values: 'wrap' },
  { name: 'Wrap12', group: 'render', values: 'wrap' },
  { name: 'Wrap13', group: 'render', values: 'wrap' },
  { name: 'Wrap14', group: 'render', values: 'wrap' },
  { name: 'Wrap15', group: 'render', values: 'wrap' },
  { name: 'Clipping', group: 'render', values: 'bool' },
  // 0x30
  { name: 'Lighting', group: 'render', values: 'bool' },
  { name: 'Ambient', group: 'render', values: 'color' },
  { name: 'FogVertexMode', group: 'render', values: 'fog' },
  { name: 'ColorVertex', group: 'render', values: 'bool' },
  { name: 'LocalViewer', group: 'render', values: 'bool' },
  { name: 'NormalizeNormals', group: 'render', values: 'bool' },
  { name: 'DiffuseMaterialSource', group: 'render', values: 'material' },
  { name: 'SpecularMaterialSource', group: 'render', values: 'material' },
  { name: 'AmbientMaterialSource', group: 'render', values: 'material' },
  { name: 'EmissiveMaterialSource', group: 'render', values: 'material' },
  { name: 'VertexBlend', group: 'render', values: 'vertexBlend' },
  { name: 'ClipPlaneEnable', group: 'render', values: 'clipPlanes' },
  { name: 'PointSize', group: 'render' },
  { name: 'PointSize_Min', group: 'render' },
  { name: 'PointSize_Max', group: 'render' },
  { name: 'PointSpriteEnable', group: 'render', values: 'bool' },
  // 0x40
  { name: 'PointScaleEnable', group: 'render', values: 'bool' },
  { name: 'PointScale_A', group: 'render' },
  { name: 'PointScale_B', group: 'render' },
  { name: 'PointScale_C', group: 'render' },
  { name: 'MultiSampleAntialias', group: 'render', values: 'bool' },
  { name: 'MultiSampleMask', group: 'render' },
  { name: 'PatchEdgeStyle', group: 'render', values: 'patchEdge' },
  { name: 'DebugMonitorToken', group: 'render', values: 'monitor' },
  { name: 'IndexedVertexBlendEnable', group: 'render', values: 'bool' },
  { name: 'ColorWriteEnable', group: 'render', values: 'channels' },
  { name: 'TweenFactor', group: 'render' },
  { name: 'BlendOp', group: 'render', values: 'blendOperation' },
  { name: 'PositionDegree', group: 'render', values: 'degree' },
  { name: 'NormalDegree', group: 'render', values: 'degree' },
  { name: 'ScissorTestEnable', group: 'render', values: 'bool' },
  { name: 'SlopeScaleDepthBias', group: 'render' },
  // 0x50
  { name: 'AntialiasedLineEnable', group: 'render', values: 'bool' },
  { name: 'MinTessellationLevel', group: 'render' },
  { name: 'MaxTessellationLevel', group: 'render' },
  { name: 'AdaptiveTess_X', group: 'render' },
  { name: 'AdaptiveTess_Y', group: 'render' },
  { name: 'AdaptiveTess_Z', group: 'render' },
  { name: 'AdaptiveTess_W', group: 'render' },
  { name: 'EnableAdaptiveTessellation', group: 'render', values: 'bool' },
  { name: 'TwoSidedStencilMode', group: 'render', values: 'bool' },
  { name: 'CCW_StencilFail', group: 'render', values: 'stencil' },
  { name: 'CCW_StencilZFail', group: 'render', values: 'stencil' },
  { name: 'CCW_StencilPass', group: 'render', values: 'stencil' },
  { name: 'CCW_StencilFunc', group: 'render', values: 'compare' },
  { name: 'ColorWriteEnable1', group: 'render', values: 'channels' },
  { name: 'ColorWriteEnable2', group: 'render', values: 'channels' },
  { name: 'ColorWriteEnable3', group: 'render', values: 'channels' },
  // 0x60
  { name: 'BlendFactor', group: 'render', values: 'color' },
  { name: 'SRGBWriteEnable', group: 'render', values: 'bool' },
  { name: 'DepthBias', group: 'render' },
  { name: 'SeparateAlphaBlendEnable', group: 'render', values: 'bool' },
  { name: 'SrcBlendAlpha', group: 'render', values: 'blendAlpha' },
  { name: 'DestBlendAlpha', group: 'render', values: 'blendAlpha' },
  { name: 'BlendOpAlpha', group: 'render', values: 'blendOperation' },
  { name: 'ColorOp', group: 'textureStage', values: 'textureOperation' },
  { name: 'ColorArg0', group: 'textureStage', values: 'textureArgument' },
  { name: 'ColorArg1', group: 'textureStage', values: 'textureArgument' },
  { name: 'ColorArg2', group: 'textureStage', values: 'textureArgument' },
  { name: 'AlphaOp', group: 'textureStage', values: 'textureOperation' },
  { name: 'AlphaArg0', group: 'textureStage', values: 'textureArgument' },
  { name: 'AlphaArg1', group: 'textureStage', values: 'textureArgument' },
  { name: 'AlphaArg2', group: 'textureStage', values: 'textureArgument' },
  { name: 'ResultArg', group: 'textureStage', values: 'textureArgument' },
  // 0x70
  { name: 'BumpEnvMat00', group: 'textureStage' },
  { name: 'BumpEnvMat01', group: 'textureStage' },
  { name: 'BumpEnvMat10', group: 'textureStage' },
  { name: 'BumpEnvMat11', group: 'textureStage' },
  { name: 'TexCoordIndex', group: 'textureStage', values: 'coordinateIndex' },
  { name: 'BumpEnvLScale', group: 'textureStage' },
  { name: 'BumpEnvLOffset', group: 'textureStage' },
  { name: 'TextureTransformFlags', group: 'textureStage', values: 'textureTransform' },
  { name: 'Constant', group: 'textureStage', values: 'color' },
  { name: 'PatchSegments', group: 'patch' },
  { name: 'FVF', group: 'fvf', values: 'fvf' },
  { name: 'ProjectionTransform', group: 'transform' },
  { name: 'ViewTransform', group: 'transform' },
  { name: 'WorldTransform', group: 'transform' },
  { name: 'TextureTransform', group: 'transform' },
  { name: 'MaterialDiffuse', group: 'material' },
  // 0x80
  { name: 'MaterialAmbient', group: 'material' },
  { name: 'MaterialSpecular', group: 'material' },
  { name: 'MaterialEmissive', group: 'material' },
  { name: 'MaterialPower', group: 'material' },
  { name: 'LightType', group: 'light', values: 'light' },
  { name: 'LightDiffuse', group: 'light' },
  { name: 'LightSpecular', group: 'light' },
  { name: 'LightAmbient', group: 'light' },
  { name: 'LightPosition', group: 'light' },
  { name: 'LightDirection', group: 'light' },
  { name: 'LightRange', group: 'light' },
  { name: 'LightFalloff', group: 'light' },
  { name: 'LightAttenuation0', group: 'light' },
  { name: 'LightAttenuation1', group: 'light' },
  { name: 'LightAttenuation2', group: 'light' },
  { name: 'LightTheta', group: 'light' },
  // 0x90
  { name: 'LightPhi', group: 'light' },
  { name: 'LightEnable', group: 'lightEnable', values: 'bool' },
  { name: 'VertexShader', group: 'shader' },
  { name: 'PixelShader', group: 'shader' },
  { name: 'VertexShaderConstantF', group: 'constants' },
  { name: 'VertexShaderConstantB', group: 'constants' },
  { name: 'VertexShaderConstantI', group: 'constants' },
  { name: 'VertexShaderConstant', group: 'constants' },
  { name: 'VertexShaderConstant1', group: 'constants' },
  { name: 'VertexShaderConstant2', group: 'constants' },
  { name: 'VertexShaderConstant3', group: 'constants' },
  { name: 'VertexShaderConstant4', group: 'constants' },
  { name: 'PixelShaderConstantF', group: 'constants' },
  { name: 'PixelShaderConstantB', group: 'constants' },
  { name: 'PixelShaderConstantI', group: 'constants' },
  { name: 'PixelShaderConstant', group: 'constants' },
  // 0xa0
  { name: 'PixelShaderConstant1', group: 'constants' },
  { name: 'PixelShaderConstant2', group: 'constants' },
  { name: 'PixelShaderConstant3', group: 'constants' },
  { name: 'PixelShaderConstant4', group: 'constants' },
  { name: 'Texture', group: 'texture' },
  { name: 'AddressU', group: 'samplerState', values: 'address' },
  { name: 'AddressV', group: 'samplerState', values: 'address' },
  { name: 'AddressW', group: 'samplerState', values: 'address' },
  { name: 'BorderColor', group: 'samplerState', values: 'color' },
  { name: 'MagFilter', group: 'samplerState', values: 'filter' },
  { name: 'MinFilter', group: 'samplerState', values: 'filter' },
  { name: 'MipFilter', group: 'samplerState', values: 'filter' },
  { name: 'MipMapLodBias', group: 'samplerState' },
  { name: 'MaxMipLevel', group: 'samplerState' },
  { name: 'MaxAnisotropy', group: 'samplerState' },
  { name: 'SRGBTexture', group: 'samplerState', values: 'bool' },
  // 0xb0
  { name: 'ElementIndex', group: 'samplerState' },
  { name: 'DMAPOffset', group: 'samplerState' },
  { name: 'Sampler', group: 'sampler' },
];

const D3D_PREFIXES: Partial<Record<Fx2StateGroup, string>> = {
  render: 'D3DRS_',
  textureStage: 'D3DTSS_',
  samplerState: 'D3DSAMP_',
};

/** Members of `D3DTRANSFORMSTATETYPE` by the name of the state; two have a number. */
const TRANSFORMS: Readonly<Record<string, (index: number) => string>> = {
  ProjectionTransform: () => 'D3DTS_PROJECTION',
  ViewTransform: () => 'D3DTS_VIEW',
  WorldTransform: (index) => `D3DTS_WORLDMATRIX(${index})`,
  TextureTransform: (index) => `D3DTS_TEXTURE${index}`,
};

/**
 * The name of a state in d3d9types.h: `D3DRS_ZENABLE`, `D3DSAMP_ADDRESSU`, `D3DTS_VIEW`, a member of `D3DLIGHT9` or
 * `D3DMATERIAL9`; null where a function sets it (`SetPixelShader`) or the number is unknown.
 *
 * @param index the number in brackets
 */
export function fx2D3dName(operation: number, index: number): string | null {
  const row = FX2_STATES[operation];
  if (row === undefined) return null;
  const { name, group } = row;
  const prefix = D3D_PREFIXES[group];
  if (prefix !== undefined) return prefix + name.toUpperCase();
  if (group === 'transform') return TRANSFORMS[name]!(index);
  if (group === 'light') return `D3DLIGHT9.${name.slice('Light'.length)}`;
  return group === 'material' ? `D3DMATERIAL9.${name.slice('Material'.length)}` : null;
}

/** Whether the state takes a number in brackets: `Texture[1]`. In samplers no state does. */
export function fx2IsIndexed({ name, group }: Fx2StateRow): boolean {
  switch (group) {
    case 'textureStage':
    case 'samplerState':
    case 'light':
    case 'lightEnable':
    case 'constants':
    case 'texture':
    case 'sampler':
      return true;
    default:
      return name === 'WorldTransform' || name === 'TextureTransform';
  }
}
