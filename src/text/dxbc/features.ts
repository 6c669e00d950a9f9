/** The notes on what a shader asks of the system. Every spelling here: oracle. */
import { FEATURES, type Feature, type FeatureInfo } from '../../container/sfi0.ts';

/** What a listing says for each feature; undefined where it says nothing. */
const FEATURE_TEXTS: Readonly<Record<Feature, string | undefined>> = {
  doubles: 'Double-precision floating point',
  earlyDepthStencil: undefined,
  uavsAtEveryStage: 'UAVs at every shader stage',
  uavSlots64: '64 UAV slots',
  minimumPrecision: 'Minimum-precision data types',
  doubleExtensions11_1: 'Double-precision extensions for 11.1',
  shaderExtensions11_1: 'Shader extensions for 11.1',
  level9ComparisonFiltering: 'Comparison filtering for feature level 9',
  tiledResources: 'Tiled resources',
  stencilRef: 'PS Output Stencil Ref',
  innerCoverage: 'PS Inner Coverage',
  typedUavLoadAdditionalFormats: 'Typed UAV Load Additional Formats',
  rasterizerOrderedViews: 'Raster Ordered UAVs',
  arrayIndexFromAnyShader: 'SV_RenderTargetArrayIndex or SV_ViewportArrayIndex from any shader feeding rasterizer',
};

const LINES: readonly { readonly bit: number; readonly line: string }[] = Object.entries(FEATURES).flatMap(
  ([feature, bit]) => {
    const text = FEATURE_TEXTS[feature as Feature];
    return text === undefined ? [] : [{ bit, line: `//       ${text}\n` }];
  },
);

/** Shaders with the debug digest get this note. */
export const DEBUG_LAYER_NOTE = '// Note: SHADER WILL ONLY WORK WITH THE DEBUG SDK LAYER ENABLED.\n//\n//\n';

/** The note on features; empty when none of those with a text is asked for. */
export function printFeatures(features: FeatureInfo): string {
  let lines = '';
  for (const { bit, line } of LINES) if ((features.low & (1 << bit)) !== 0) lines += line;
  return lines === '' ? '' : `// Note: shader requires additional functionality:\n${lines}//\n//\n`;
}
