/**
 * The states that passes and samplers of an effect of Direct3D 9 assign, one row each; the number of a state is its
 * position (source: oracle, by compiling each name). With them the enumerations that are their values.
 */

/** An enumeration of Direct3D 9. */
export interface Fx2Enumeration {
  /** The prefix of the names in the header: `D3DBLEND_`. */
  readonly prefix: string;
  /** The prefix of the names in source code; absent for none, null if source code has no names. */
  readonly source?: string | null;
  readonly values: Readonly<Record<string, number>>;
  /** Names that the compiler takes from no source. */
  readonly unspelled?: readonly string[];
  /** The bits that are one of {@link values}; absent where all are. */
  readonly mask?: number;
  /** Names of flags, which are added with `|`. */
  readonly flags?: Readonly<Record<string, number>>;
  /** A second number in addition to that of {@link mask}. */
  readonly second?: { readonly mask: number; readonly values: Readonly<Record<string, number>> };
  /** The bits that are a number without names. */
  readonly number?: number;
}

/** Numbers the names from `first` on. */
function from(first: number, names: string): Readonly<Record<string, number>> {
  return Object.fromEntries(names.split(' ').map((name, i) => [name, first + i]));
}

/** Gives the names the bits 1, 2, 4, ... */
function bits(names: string): Readonly<Record<string, number>> {
  return Object.fromEntries(names.split(' ').map((name, i) => [name, 2 ** i]));
}

// biome-ignore format: one enumeration, one line
export const FX2_ENUMERATIONS = {
  bool: { prefix: '', values: from(0, 'FALSE TRUE') },
  zBuffer: { prefix: 'D3DZB_', values: from(0, 'FALSE TRUE USEW') },
  fill: { prefix: 'D3DFILL_', values: from(1, 'POINT WIREFRAME SOLID') },
  shade: { prefix: 'D3DSHADE_', values: from(1, 'FLAT GOURAUD PHONG') },
  blend: { prefix: 'D3DBLEND_', values: from(1, 'ZERO ONE SRCCOLOR INVSRCCOLOR SRCALPHA INVSRCALPHA DESTALPHA INVDESTALPHA DESTCOLOR INVDESTCOLOR SRCALPHASAT BOTHSRCALPHA BOTHINVSRCALPHA BLENDFACTOR INVBLENDFACTOR') },
  blendAlpha: { prefix: 'D3DBLEND_', values: from(1, 'ZERO ONE SRCCOLOR INVSRCCOLOR SRCALPHA INVSRCALPHA DESTALPHA INVDESTALPHA DESTCOLOR INVDESTCOLOR SRCALPHASAT BOTHSRCALPHA BOTHINVSRCALPHA BLENDFACTOR INVBLENDFACTOR'), unspelled: ['SRCCOLOR', 'INVSRCCOLOR', 'DESTCOLOR', 'INVDESTCOLOR', 'BOTHSRCALPHA', 'BOTHINVSRCALPHA'] },
  cull: { prefix: 'D3DCULL_', values: from(1, 'NONE CW CCW') },
  compare: { prefix: 'D3DCMP_', values: from(1, 'NEVER LESS EQUAL LESSEQUAL GREATER NOTEQUAL GREATEREQUAL ALWAYS') },
  fog: { prefix: 'D3DFOG_', values: from(0, 'NONE EXP EXP2 LINEAR') },
  stencil: { prefix: 'D3DSTENCILOP_', values: from(1, 'KEEP ZERO REPLACE INCRSAT DECRSAT INVERT INCR DECR') },
  wrap: { prefix: 'D3DWRAPCOORD_', source: 'COORD', values: {}, mask: 0, flags: bits('0 1 2 3') },
  material: { prefix: 'D3DMCS_', values: from(0, 'MATERIAL COLOR1 COLOR2') },
  vertexBlend: { prefix: 'D3DVBF_', values: { ...from(0, 'DISABLE 1WEIGHTS 2WEIGHTS 3WEIGHTS'), TWEENING: 255, '0WEIGHTS': 256 } },
  clipPlanes: { prefix: 'D3DCLIPPLANE', source: 'CLIPPLANE', values: {}, mask: 0, flags: bits('0 1 2 3 4 5') },
  patchEdge: { prefix: 'D3DPATCHEDGE_', values: from(0, 'DISCRETE CONTINUOUS') },
  monitor: { prefix: 'D3DDMT_', source: null, values: from(0, 'ENABLE DISABLE') },
  channels: { prefix: 'D3DCOLORWRITEENABLE_', values: {}, mask: 0, flags: bits('RED GREEN BLUE ALPHA') },
  blendOperation: { prefix: 'D3DBLENDOP_', values: from(1, 'ADD SUBTRACT REVSUBTRACT MIN MAX') },
  degree: { prefix: 'D3DDEGREE_', values: { LINEAR: 1, QUADRATIC: 2, CUBIC: 3, QUINTIC: 5 } },
  textureOperation: { prefix: 'D3DTOP_', values: from(1, 'DISABLE SELECTARG1 SELECTARG2 MODULATE MODULATE2X MODULATE4X ADD ADDSIGNED ADDSIGNED2X SUBTRACT ADDSMOOTH BLENDDIFFUSEALPHA BLENDTEXTUREALPHA BLENDFACTORALPHA BLENDTEXTUREALPHAPM BLENDCURRENTALPHA PREMODULATE MODULATEALPHA_ADDCOLOR MODULATECOLOR_ADDALPHA MODULATEINVALPHA_ADDCOLOR MODULATEINVCOLOR_ADDALPHA BUMPENVMAP BUMPENVMAPLUMINANCE DOTPRODUCT3 MULTIPLYADD LERP') },
  textureArgument: { prefix: 'D3DTA_', values: from(0, 'DIFFUSE CURRENT TEXTURE TFACTOR SPECULAR TEMP CONSTANT'), mask: 0xf, flags: { COMPLEMENT: 0x10, ALPHAREPLICATE: 0x20 } },
  coordinateIndex: { prefix: 'D3DTSS_TCI_', values: { PASSTHRU: 0, CAMERASPACENORMAL: 0x1_0000, CAMERASPACEPOSITION: 0x2_0000, CAMERASPACEREFLECTIONVECTOR: 0x3_0000, SPHEREMAP: 0x4_0000 }, mask: 0xffff_0000, number: 0xffff },
  textureTransform: { prefix: 'D3DTTFF_', values: from(0, 'DISABLE COUNT1 COUNT2 COUNT3 COUNT4'), mask: 0xff, flags: { PROJECTED: 256 } },
  light: { prefix: 'D3DLIGHT_', values: from(1, 'POINT SPOT DIRECTIONAL') },
  address: { prefix: 'D3DTADDRESS_', values: from(1, 'WRAP MIRROR CLAMP BORDER MIRRORONCE') },
  filter: { prefix: 'D3DTEXF_', values: { ...from(0, 'NONE POINT LINEAR ANISOTROPIC'), PYRAMIDALQUAD: 6, GAUSSIANQUAD: 7 } },
  fvf: { prefix: 'D3DFVF_', values: { XYZ: 2, XYZRHW: 4, XYZB1: 6, XYZB2: 8, XYZB3: 10, XYZB4: 12, XYZB5: 14, XYZW: 0x4002 }, mask: 0x400e, flags: { NORMAL: 0x10, PSIZE: 0x20, DIFFUSE: 0x40, SPECULAR: 0x80, LASTBETA_UBYTE4: 0x1000, LASTBETA_D3DCOLOR: 0x8000 }, second: { mask: 0xf00, values: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`TEX${n}`, 0x100 * n])) } },
} as const satisfies Record<string, Fx2Enumeration>;

export type Fx2EnumerationName = keyof typeof FX2_ENUMERATIONS;

export interface Fx2ValueNames {
  /** As d3d9types.h has them: `D3DBLEND_ONE`, `D3DTTFF_COUNT2 | D3DTTFF_PROJECTED`. */
  readonly d3d: string;
  /** As a source spells them; null where a source cannot. */
  readonly source: string | null;
}

/** Returns the names whose sum is `value`; undefined where it has bits without a name, or is 0 and 0 has none. */
export function fx2ValueNames(name: Fx2EnumerationName, value: number): Fx2ValueNames | undefined {
  const row: Fx2Enumeration = FX2_ENUMERATIONS[name];
  const { prefix, source = '', values, unspelled = [], mask = 0xffff_ffff, flags = {}, second, number = 0 } = row;
  const names: string[] = [];
  let rest = value;
  const take = (choices: Readonly<Record<string, number>>, bits: number, always: boolean): void => {
    const part = (value & bits) >>> 0;
    const found = Object.entries(choices).find(([, one]) => one === part);
    if (found === undefined || (part === 0 && !always)) return;
    names.push(found[0]);
    rest = (rest ^ part) >>> 0;
  };
  take(values, mask, mask !== 0);
  for (const [flag, bit] of Object.entries(flags)) {
    if ((rest & bit) === 0) continue;
    names.push(flag);
    rest = (rest ^ bit) >>> 0;
  }
  if (second !== undefined) take(second.values, second.mask, false);
  const remainder = rest > 0 && (rest & ~number) === 0 ? [`${rest}`] : [];
  if ((rest > 0 && remainder.length === 0) || names.length === 0) return undefined;
  const text = (before: string): string => [...names.map((one) => before + one), ...remainder].join(' | ');
  return {
    d3d: text(prefix),
    source: source === null || names.some((one) => unspelled.includes(one)) ? null : text(source),
  };
}

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

/** States whose number is a float (source: oracle). */
const FLOAT_STATES =
  /^(Fog(Start|End|Density)|Point(Size|Scale_)|TweenFactor|SlopeScale|DepthBias|M(in|ax)Tess|AdaptiveTess|BumpEnv|PatchSegments|Light(Range|Falloff|Att|Theta|Phi)|MaterialPower|MipMapLodBias)/;

/** Whether the numbers of a state are floats. */
export function fx2IsFloat({ name, group }: Fx2StateRow): boolean {
  return (
    FLOAT_STATES.test(name) ||
    group === 'transform' ||
    (/^(Material|Light[A-Z])/.test(name) && !/^LightType|Enable$|Source$/.test(name))
  );
}
