/** Features of shaders that programs of models 4.0 to 5.1 ask for by a flag; the others follow from instructions (features.ts). */
import type { Field } from '../../base/field.ts';
import { Sm4GlobalFlags } from './tokens.ts';

/** The features that have a flag in `dcl_globalFlags`. */
export const SM4_FLAGGED_FEATURES = {
  doubles: Sm4GlobalFlags.enableDoublePrecisionFloatOps,
  earlyDepthStencil: Sm4GlobalFlags.forceEarlyDepthStencil,
  minimumPrecision: Sm4GlobalFlags.enableMinimumPrecision,
  doubleExtensions11_1: Sm4GlobalFlags.enable11_1DoubleExtensions,
  shaderExtensions11_1: Sm4GlobalFlags.enable11_1ShaderExtensions,
} as const satisfies Record<string, Field>;
