/** The options of `compile` for the flags that Microsoft's compiler is given (`D3DCOMPILE_*`). */
import { CompileFlag, OPTIMIZATION_LEVEL_BIT } from '../../src/base/d3d/enumerations.ts';
import type { CompileOptions } from '../../src/hlsl/index.ts';

/** Flags that are only in reflection. */
const NOTED =
  (3 << OPTIMIZATION_LEVEL_BIT) |
  (1 << CompileFlag.skipValidation) |
  (1 << CompileFlag.packMatrixColumnMajor) |
  (1 << CompileFlag.enableStrictness) |
  (1 << CompileFlag.warningsAreErrors);

export function optionsOfFlags(flags: number): Omit<CompileOptions, 'profile'> {
  const has = (flag: keyof typeof CompileFlag) => ((flags >> CompileFlag[flag]) & 1) !== 0;
  const flow = has('avoidFlowControl') ? 'avoid' : has('preferFlowControl') ? 'prefer' : undefined;
  return {
    rowMajor: has('packMatrixRowMajor'),
    strict: has('ieeeStrictness'),
    compatibility: has('enableBackwardsCompatibility'),
    skipPreshaders: has('noPreshader'),
    skipOptimization: has('skipOptimization'),
    partialPrecision: has('partialPrecision'),
    resourcesMayAlias: has('resourcesMayAlias'),
    unboundedTables: has('enableUnboundedDescriptorTables'),
    allResourcesBound: has('allResourcesBound'),
    notedFlags: flags & NOTED,
    ...(flow === undefined ? {} : { flow }),
  };
}
