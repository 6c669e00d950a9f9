/**
 * The features that a program declares in `dcl_globalFlags` against the feature bits (chunk SFI0); checked after the
 * last instruction.
 *
 * Not for: the flags on their own (global-flags.ts), or instructions that need one (encoding/availability.ts).
 */
import type { Field } from '../../../../base/field.ts';
import type { Feature } from '../../../../chunks/sfi0.ts';
import { Sm4GlobalFlags } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { flagModelOf } from '../resources/global-flags.ts';

export const MISMATCH_RULE: Sm4RuleRow = {
  code: 'DX3310',
  text: '`{flag}` is set in only one of `dcl_globalFlags` and the feature bits (chunk SFI0).',
  hint: 'Set it in both or in neither.',
};
export const EXTENSIONS_ALONE_RULE: Sm4RuleRow = {
  code: 'DX3311',
  text: 'The flag for double extensions is set without the flag for double operations.',
  hint: 'Add `enableDoublePrecisionFloatOps`.',
};
export const MINIMUM_PRECISION_RULE: Sm4RuleRow = {
  code: 'DX3312',
  text: 'Operands have a minimum precision, but `dcl_globalFlags` does not allow it.',
  hint: 'Add `enableMinimumPrecision`, or remove the precisions.',
};

/** The flag and the feature bit of each feature, in the order of the checks (source: oracle). */
const PAIRS = {
  doubles: [Sm4GlobalFlags.enableDoublePrecisionFloatOps, 'doubles'],
  raw: [Sm4GlobalFlags.enableRawAndStructuredBuffers, 'earlyDepthStencil'],
  minimumPrecision: [Sm4GlobalFlags.enableMinimumPrecision, 'minimumPrecision'],
  doubleExtensions: [Sm4GlobalFlags.enable11_1DoubleExtensions, 'doubleExtensions11_1'],
  shaderExtensions: [Sm4GlobalFlags.enable11_1ShaderExtensions, 'shaderExtensions11_1'],
} as const satisfies Record<string, readonly [Field, Feature]>;

/** Flags that shader model 4 does not have; there they count as clear (source: oracle). */
const MODEL_5_FLAGS =
  PAIRS.doubles[0].set(0, 1) | PAIRS.doubleExtensions[0].set(0, 1) | PAIRS.shaderExtensions[0].set(0, 1);

/** Checks the global flags against the feature bits. */
export function checkFeatures(ctx: Sm4ValidationContext): void {
  const model = flagModelOf(ctx.program);
  const globalFlags = model < 50 ? ctx.globalFlags & ~MODEL_5_FLAGS : ctx.globalFlags;
  checkPair(ctx, globalFlags, PAIRS.doubles);
  if (model < 50) checkPair(ctx, globalFlags, PAIRS.raw);
  checkPair(ctx, globalFlags, PAIRS.minimumPrecision);
  if (ctx.minimumPrecisionAt >= 0 && !Sm4GlobalFlags.enableMinimumPrecision.test(globalFlags))
    ctx.reportProgram(MINIMUM_PRECISION_RULE, {}, ctx.minimumPrecisionAt);
  checkPair(ctx, globalFlags, PAIRS.doubleExtensions);
  const { enable11_1DoubleExtensions, enableDoublePrecisionFloatOps } = Sm4GlobalFlags;
  if (enable11_1DoubleExtensions.test(globalFlags) && !enableDoublePrecisionFloatOps.test(globalFlags))
    ctx.reportProgram(EXTENSIONS_ALONE_RULE);
  checkPair(ctx, globalFlags, PAIRS.shaderExtensions);
}

function checkPair(ctx: Sm4ValidationContext, globalFlags: number, [flag, feature]: readonly [Field, Feature]): void {
  if (flag.test(globalFlags) !== (ctx.containerInfo.features?.has(feature) ?? false))
    ctx.reportProgram(MISMATCH_RULE, { flag: flag.name });
}
