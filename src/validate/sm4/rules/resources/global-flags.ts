/**
 * Rules of `dcl_globalFlags`, and of the flag that raw and structured buffers need in 4.x.
 *
 * Not for: what the flags allow (encoding/availability.ts), or whether the feature bits match (signatures/features.ts).
 */
import type { Field } from '../../../../base/field.ts';
import type { Sm4Program } from '../../../../isa/sm4/program.ts';
import { Sm4GlobalFlags, Sm4OpcodeToken } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, Sm4ValidationContext } from '../../context.ts';

export const TWICE_RULE: Sm4RuleRow = {
  code: 'DX3468',
  text: 'Global flags are declared twice.',
  hint: 'List all flags in one declaration.',
};
export const UNKNOWN_RULE: Sm4RuleRow = {
  code: 'DX3469',
  text: 'Global flags are set that do not exist in this shader model.',
  hint: 'Clear the flags that this shader model does not have.',
};
export const RAW_IN_COMPUTE_RULE: Sm4RuleRow = {
  code: 'DX3470',
  text: 'A compute shader sets the flag for raw and structured buffers, which it always has.',
  hint: 'Clear the flag `enableRawAndStructuredBuffers`.',
};
export const RAW_MISSING_RULE: Sm4RuleRow = {
  code: 'DX3471',
  text: 'Raw or structured buffers are declared, which need a global flag in shader model 4.',
  hint: 'Set the flag `enableRawAndStructuredBuffers`.',
};

const ALWAYS = flags(
  Sm4GlobalFlags.refactoringAllowed,
  Sm4GlobalFlags.skipOptimization,
  Sm4GlobalFlags.enableMinimumPrecision,
);
const SINCE_5_0 = flags(
  Sm4GlobalFlags.enableDoublePrecisionFloatOps,
  Sm4GlobalFlags.forceEarlyDepthStencil,
  Sm4GlobalFlags.enable11_1DoubleExtensions,
  Sm4GlobalFlags.enable11_1ShaderExtensions,
);
const SINCE_5_1 = flags(Sm4GlobalFlags.allResourcesBound);
const BEFORE_5_0 = flags(Sm4GlobalFlags.enableRawAndStructuredBuffers);

function flags(...fields: readonly Field[]): number {
  return fields.reduce((bits, field) => field.set(bits, 1), 0);
}

/** Microsoft's validator does not know later ones. */
const LAST_MAJOR = 6;

/** The shader model whose flags apply to a program (source: oracle): 40, 50 or 51 for every version. */
export function flagModelOf({ major, minor }: Sm4Program): number {
  if (major < 5) return 40;
  return major > LAST_MAJOR || (major === 5 && minor === 0) ? 50 : 51;
}

function flagsOf(model: number): number {
  if (model < 50) return ALWAYS | BEFORE_5_0;
  return ALWAYS | SINCE_5_0 | (model >= 51 ? SINCE_5_1 : 0);
}

export const FLAG_DECLARATIONS: Handlers = { dcl_globalFlags: checkGlobalFlags };

function checkGlobalFlags(ctx: Sm4ValidationContext): void {
  const { token } = ctx.cursor;
  if (ctx.resources.hasFlags) ctx.report(TWICE_RULE);
  ctx.resources.hasFlags = true;
  // Those of a second declaration are added (source: oracle).
  ctx.globalFlags |= token;
  const set = Sm4OpcodeToken.controls.get(token);
  if ((set & ~Sm4OpcodeToken.controls.get(flagsOf(flagModelOf(ctx.program)))) !== 0) ctx.report(UNKNOWN_RULE);
  if (ctx.version < 50 && ctx.stage === 'cs' && Sm4GlobalFlags.enableRawAndStructuredBuffers.test(token)) {
    ctx.report(RAW_IN_COMPUTE_RULE);
  }
}

/** Checks raw and structured buffers of 4.x, after the feature bits; Microsoft's validator names no declaration. */
export function checkRawBuffersAtEnd(ctx: Sm4ValidationContext): void {
  if (ctx.version >= 50 || ctx.stage === 'cs' || !ctx.resources.hasRawBuffers) return;
  if (!Sm4GlobalFlags.enableRawAndStructuredBuffers.test(ctx.globalFlags)) ctx.reportProgram(RAW_MISSING_RULE);
}
