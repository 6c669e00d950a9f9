/**
 * The notes on features that a shader requires: those in the chunk SFI0, and those in the program's own
 * `dcl_globalFlags`. Every spelling here: oracle.
 */

import { FEATURES, type Feature, type FeatureInfo, RAW_BUFFERS_IN_4 } from '../../chunks/sfi0.ts';
import { readSm4LeadingDeclarations } from '../../isa/sm4/declarations.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { SM4_FLAGGED_FEATURES } from '../../isa/sm4/tokens.ts';

/** The text for each feature. */
export const FEATURE_SPELLINGS: Readonly<Record<Feature, string>> = {
  doubles: 'Double-precision floating point',
  earlyDepthStencil: 'Early depth-stencil',
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

/** In the order of the listing, with the global flag for the same feature. */
const LINES = Object.entries(FEATURES).map(([feature, bit]) => ({
  bit: 1 << bit,
  line: `//       ${FEATURE_SPELLINGS[feature as Feature]}\n`,
}));

/** Features with a global flag in the program. */
const FEATURES_OF_FLAGS = Object.entries(SM4_FLAGGED_FEATURES).map(
  ([feature, field]) => [field, 1 << FEATURES[feature as keyof typeof SM4_FLAGGED_FEATURES]] as const,
);

/** Shaders with the debug digest get this note. */
export const DEBUG_LAYER_NOTE = '// Note: SHADER WILL ONLY WORK WITH THE DEBUG SDK LAYER ENABLED.\n//\n//\n';

/** Features of SFI0 that listings of shaders and of library functions show. */
const NAMED = ~RAW_BUFFERS_IN_4;
const NAMED_OF_FUNCTIONS = NAMED & ((1 << FEATURES.stencilRef) - 1);

/** The note on features; empty when none is required. */
export function printFeatures(
  features: FeatureInfo | undefined,
  program: Sm4Program | undefined,
  isFunction: boolean,
): string {
  const low = (features?.low ?? 0) & (isFunction ? NAMED_OF_FUNCTIONS : NAMED);
  const asked = low | (program === undefined ? 0 : featuresOf(program));
  if (asked === 0) return '';
  let lines = '';
  for (const { bit, line } of LINES) if ((asked & bit) !== 0) lines += line;
  return lines === '' ? '' : `// Note: shader requires additional functionality:\n${lines}//\n//\n`;
}

/** Feature bits for the global flags in the declarations at the start of `program`. */
function featuresOf({ words }: Sm4Program): number {
  const { globalFlags } = readSm4LeadingDeclarations(words);
  let features = 0;
  for (const [field, bit] of FEATURES_OF_FLAGS) if (field.test(globalFlags)) features |= bit;
  return features;
}
