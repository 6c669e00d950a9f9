/**
 * Intrinsic functions in shader models 1 to 3: which profiles have each, and the code of the error elsewhere (source:
 * oracle).
 */
import type { Argument, LoweringContext } from './emitter.ts';

/** Functions that no profile has, by the code of their error. */
const MISSING: Readonly<Record<string, readonly string[]>> = {
  X3535: ['NonUniformResourceIndex', 'msad4', 'CheckAccessFullyMapped'],
  X3543: ['asint', 'asuint'],
  X3548: ['asdouble', 'countbits', 'firstbithigh', 'firstbitlow', 'reversebits'],
  X3664: [
    ...['AllMemoryBarrier', 'AllMemoryBarrierWithGroupSync', 'DeviceMemoryBarrier', 'GroupMemoryBarrier'],
    ...['DeviceMemoryBarrierWithGroupSync', 'GroupMemoryBarrierWithGroupSync'],
  ],
  X3672: ['EvaluateAttributeAtSample', 'EvaluateAttributeCentroid', 'EvaluateAttributeSnapped'],
  X3684: ['fma'],
  X3692: ['abort'],
  X3693: ['errorf', 'printf'],
  X3704: ['f16tof32', 'f32tof16'],
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

/** @param kind how the level is chosen: by `lod`, `grad`, or implicitly */
function codeOfRead(kind: string | undefined, { b, stage, version: [major] }: LoweringContext): string | undefined {
  const isPixel = stage === 'ps';
  if (!isPixel && major < 3) return 'X4545';
  if (kind === 'lod') return major >= 3 ? undefined : 'X4532';
  if (kind !== 'grad') return isPixel ? undefined : 'X4532';
  if (!isPixel) return 'X5296';
  return b.module.facts.profile === 'ps_2_0' ? 'X5190' : undefined;
}

/** Methods that read through a texture and a sampler together, with the way in which they choose a level. */
const METHODS: Readonly<Record<string, string>> = {
  Sample: '',
  SampleBias: 'bias',
  SampleLevel: 'lod',
  SampleGrad: 'grad',
};
const COMPARED: ReadonlySet<string> = new Set(['SampleCmp', 'SampleCmpLevelZero']);
const TEXTURES: ReadonlySet<string> = new Set(['Texture1D', 'Texture2D', 'Texture3D', 'TextureCube']);

/**
 * The code of the error of a method that a profile does not have; undefined where it has it.
 *
 * @param values arguments but the sampler: offsets do not exist
 */
export function methodCodeInDirect3D9(
  name: string,
  texture: string,
  values: number,
  context: LoweringContext,
): string | undefined {
  const isCompared = context.isLevel9 === true && COMPARED.has(name) && texture === 'Texture2D';
  const kind = isCompared ? '' : METHODS[name];
  if (kind === undefined) return 'X4532';
  // At feature level 9, declarations are faulty.
  if (!TEXTURES.has(texture)) return context.isLevel9 === true ? undefined : 'X4545';
  const expected = isCompared ? 2 : kind === '' ? 1 : kind === 'grad' ? 3 : 2;
  return values > expected ? 'X4532' : codeOfRead(kind, context);
}

/** The code of the error of a function that a profile does not have; undefined where it has it. */
export function codeInDirect3D9(name: string, context: LoweringContext, args: readonly Argument[]): string | undefined {
  const { profile } = context.b.module.facts;
  const isPixel = context.stage === 'ps';
  const read = READ.exec(name);
  if (read !== null) return codeOfRead(args.length < WITH_GRADIENTS ? read[1] : 'grad', context);
  if (name === 'clip') return isPixel ? undefined : 'X4532';
  if (name === 'ddx' || name === 'ddy' || name === 'fwidth')
    return isPixel && profile !== 'ps_2_0' && profile !== 'ps_2_b' ? undefined : 'X4532';
  if (name.startsWith('Process')) return 'X3535';
  if (name.startsWith('Interlocked')) return 'X3660';
  return CODES.get(name);
}
