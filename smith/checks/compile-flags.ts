/** The options of `compile` for the flags that Microsoft's compiler is given (`D3DCOMPILE_*`). */
import type { CompileOptions } from '../../src/hlsl/index.ts';

const SKIP_OPTIMIZATION = 0x4;
const ROW_MAJOR = 0x8;
const NO_PRESHADER = 0x100;
const AVOID_FLOW = 0x200;
const PREFER_FLOW = 0x400;
const COMPATIBILITY = 0x1000;
const STRICT = 0x2000;

export function optionsOfFlags(flags: number): Omit<CompileOptions, 'profile'> {
  const flow = (flags & AVOID_FLOW) !== 0 ? 'avoid' : (flags & PREFER_FLOW) !== 0 ? 'prefer' : undefined;
  return {
    rowMajor: (flags & ROW_MAJOR) !== 0,
    strict: (flags & STRICT) !== 0,
    compatibility: (flags & COMPATIBILITY) !== 0,
    skipPreshaders: (flags & NO_PRESHADER) !== 0,
    skipOptimization: (flags & SKIP_OPTIMIZATION) !== 0,
    ...(flow === undefined ? {} : { flow }),
  };
}
