/**
 * Intrinsic functions in shader models 1 to 3: which profiles have each, and the code of the error elsewhere (source:
 * oracle).
 */
import type { Argument, LoweringContext } from './emitter.ts';

/** Functions that no profile has, by the code of their error. */
const MISSING: Readonly<Record<string, readonly string[]>> = {
  X3535: ['NonUniformResourceIndex', 'msad4', 'CheckAccessFullyMapped'],
  X3543: ['asint', 'asuint'],
  X3548: ['asdouble', 'countbits', 'f16tof32', 'firstbithigh', 'firstbitlow', 'reversebits'],
  X3664: [
    ...['AllMemoryBarrier', 'AllMemoryBarrierWithGroupSync', 'DeviceMemoryBarrier', 'GroupMemoryBarrier'],
    ...['DeviceMemoryBarrierWithGroupSync', 'GroupMemoryBarrierWithGroupSync'],
  ],
  X3672: ['EvaluateAttributeAtSample', 'EvaluateAttributeCentroid', 'EvaluateAttributeSnapped'],
  X3684: ['fma'],
  X3692: ['abort'],
  X3704: ['f32tof16'],
  X4532: [
    ...['ddx_coarse', 'ddx_fine', 'ddy_coarse', 'ddy_fine', 'noise', 'GetRenderTargetSampleCount'],
    'GetRenderTargetSamplePosition',
  ],
};

const CODES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  Object.entries(MISSING).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
);

const READ = /^tex(?:1D|2D|3D|CUBE)(bias|proj|lod|grad)?$/;
/** Arguments of a read with gradients: the sampler, the location, and a gradient each way. */
const WITH_GRADIENTS = 4;

/** The code of the error of a function that a profile does not have; undefined where it has it. */
export function codeInDirect3D9(
  name: string,
  { b, stage, version: [major] }: LoweringContext,
  args: readonly Argument[],
): string | undefined {
  const { profile } = b.module.facts;
  const isPixel = stage === 'ps';
  const read = READ.exec(name);
  if (read !== null) {
    if (!isPixel && major < 3) return 'X4545';
    if (read[1] === 'lod') return major >= 3 ? undefined : 'X4532';
    if (read[1] !== 'grad' && args.length < WITH_GRADIENTS) return isPixel ? undefined : 'X4532';
    if (!isPixel) return 'X5296';
    return profile === 'ps_2_0' ? 'X5190' : undefined;
  }
  if (name === 'clip') return isPixel ? undefined : 'X4532';
  if (name === 'ddx' || name === 'ddy' || name === 'fwidth')
    return isPixel && profile !== 'ps_2_0' && profile !== 'ps_2_b' ? undefined : 'X4532';
  if (name.startsWith('Process')) return 'X3535';
  if (name.startsWith('Interlocked')) return 'X3660';
  return CODES.get(name);
}
