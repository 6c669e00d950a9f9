/** The options of `compile` for the flags that Microsoft's compiler is given (`D3DCOMPILE_*`). */
import type { CompileOptions } from '../../src/hlsl/index.ts';

const SKIP_OPTIMIZATION = 0x4;
const ROW_MAJOR = 0x8;
const PARTIAL_PRECISION = 0x20;
const NO_PRESHADER = 0x100;
const AVOID_FLOW = 0x200;
const PREFER_FLOW = 0x400;
const COMPATIBILITY = 0x1000;
const STRICT = 0x2000;
const MAY_ALIAS = 0x8_0000;
const UNBOUNDED_TABLES = 0x10_0000;
const ALL_BOUND = 0x20_0000;
/** Levels of optimization, `/Ges`, `/WX`, `/Vd` and `/Zpc`. */
const NOTED = 0x4_c812;

export function optionsOfFlags(flags: number): Omit<CompileOptions, 'profile'> {
  const flow = (flags & AVOID_FLOW) !== 0 ? 'avoid' : (flags & PREFER_FLOW) !== 0 ? 'prefer' : undefined;
  return {
    rowMajor: (flags & ROW_MAJOR) !== 0,
    strict: (flags & STRICT) !== 0,
    compatibility: (flags & COMPATIBILITY) !== 0,
    skipPreshaders: (flags & NO_PRESHADER) !== 0,
    skipOptimization: (flags & SKIP_OPTIMIZATION) !== 0,
    partialPrecision: (flags & PARTIAL_PRECISION) !== 0,
    resourcesMayAlias: (flags & MAY_ALIAS) !== 0,
    unboundedTables: (flags & UNBOUNDED_TABLES) !== 0,
    allResourcesBound: (flags & ALL_BOUND) !== 0,
    notedFlags: flags & NOTED,
    ...(flow === undefined ? {} : { flow }),
  };
}
