/**
 * The state of samplers, of Direct3D 10 and later and of Direct3D 9.
 *
 * Source: Direct3D 11.3 functional specification, 7.18.3 (D3D11_FILTER) and 17.8 (comparisons); D3DSAMPLERSTATETYPE,
 * D3DTEXTUREFILTERTYPE and D3DTEXTUREADDRESS in the documentation of Direct3D 9.
 *
 * Not for: what the state does (sample.ts).
 */
import { ALL_LANES, COMPONENTS, LANES } from '../lanes.ts';

/** By their numbers in D3D11_TEXTURE_ADDRESS_MODE, from 1; D3DTEXTUREADDRESS has the same. */
export const ADDRESS_MODES = ['wrap', 'mirror', 'clamp', 'border', 'mirror-once'] as const;
export type AddressMode = (typeof ADDRESS_MODES)[number];

/** By their numbers in D3D11_COMPARISON_FUNC, from 1. */
export const COMPARISONS = [
  'never',
  'less',
  'equal',
  'less-equal',
  'greater',
  'not-equal',
  'greater-equal',
  'always',
] as const;
export type Comparison = (typeof COMPARISONS)[number];

export type TexelFilter = 'point' | 'linear' | 'anisotropic';
/** `none`: only the most detailed level that `minLod` allows (Direct3D 9). */
export type MipFilter = 'none' | 'point' | 'linear';
/** The reduction of the texels of a filter. */
export type Reduction = 'average' | 'minimum' | 'maximum';

export interface Sampler {
  readonly minFilter: TexelFilter;
  readonly magFilter: TexelFilter;
  readonly mipFilter: MipFilter;
  readonly reduction: Reduction;
  readonly addressU: AddressMode;
  readonly addressV: AddressMode;
  readonly addressW: AddressMode;
  readonly minLod: number;
  readonly maxLod: number;
  readonly lodBias: number;
  readonly maxAnisotropy: number;
  readonly comparison: Comparison;
  /** Red, green, blue and alpha. */
  readonly border: readonly [number, number, number, number];
  /** Whether filters of a cube go on across its edges, as from Direct3D 10 on. */
  readonly isSeamless: boolean;
  /**
   * The source of the level of detail: the axes of the ellipse that the derivatives span, which the functional
   * specification calls ideal, or the longer derivative, which it permits and drivers use.
   */
  readonly footprint: 'ellipse' | 'longest';
  /**
   * Which level of detail decides between `magFilter` and `minFilter`: that after the clamps, as from feature level
   * 11.0 on, or that before, as the reference of Direct3D 9 has it for `texldl`.
   */
  readonly magnification: 'clamped' | 'unclamped';
}

const MAX_FLOAT = 3.4028234663852886e38;

/** The sampler of D3D11_SAMPLER_DESC with its defaults. */
export const DEFAULT_SAMPLER: Sampler = {
  minFilter: 'linear',
  magFilter: 'linear',
  mipFilter: 'linear',
  reduction: 'average',
  addressU: 'clamp',
  addressV: 'clamp',
  addressW: 'clamp',
  minLod: -MAX_FLOAT,
  maxLod: MAX_FLOAT,
  lodBias: 0,
  maxAnisotropy: 1,
  comparison: 'never',
  border: [1, 1, 1, 1],
  isSeamless: true,
  footprint: 'ellipse',
  magnification: 'clamped',
};

/** A sampler with the given states; the others are those of {@link DEFAULT_SAMPLER}. */
export function createSampler(states: Partial<Sampler> = {}): Sampler {
  return { ...DEFAULT_SAMPLER, ...states };
}

const MIP_LINEAR = 0x01;
const MAG_LINEAR = 0x04;
const MIN_LINEAR = 0x10;
const ANISOTROPIC = 0x40;
const REDUCTION_SHIFT = 7;
const REDUCTIONS: readonly Reduction[] = ['average', 'average', 'minimum', 'maximum'];

/** The filters that a number of D3D11_FILTER means. */
export function filterStates(filter: number): Pick<Sampler, 'minFilter' | 'magFilter' | 'mipFilter' | 'reduction'> {
  const texelFilter = (bit: number): TexelFilter => {
    if (filter & ANISOTROPIC) return 'anisotropic';
    return filter & bit ? 'linear' : 'point';
  };
  return {
    minFilter: texelFilter(MIN_LINEAR),
    magFilter: texelFilter(MAG_LINEAR),
    mipFilter: filter & MIP_LINEAR ? 'linear' : 'point',
    reduction: REDUCTIONS[(filter >>> REDUCTION_SHIFT) & 3]!,
  };
}

/** The states of a sampler of Direct3D 9, by their numbers. */
export interface LegacySamplerStates {
  readonly addressU?: number;
  readonly addressV?: number;
  readonly addressW?: number;
  /** Alpha, red, green and blue, from the highest byte on. */
  readonly borderColor?: number;
  readonly magFilter?: number;
  readonly minFilter?: number;
  readonly mipFilter?: number;
  /** The bits of the bias: a float, or the four-character code that switches fetch4 on or off. */
  readonly mipMapLodBias?: number;
  readonly maxMipLevel?: number;
  readonly maxAnisotropy?: number;
  readonly srgbTexture?: boolean;
}

/** A sampler of Direct3D 9. */
export interface LegacySampler {
  readonly sampler: Sampler;
  /** Whether a read gives one component of four texels, as drivers of ATI had it. */
  readonly isFetch4: boolean;
  /** Whether texels are sRGB; the view has to have the sRGB variant of its format. */
  readonly isSrgb: boolean;
}

const FETCH4_ON = 0x3454_4547;
const FETCH4_OFF = 0x3154_4547;
const LEGACY_NONE = 0;
const LEGACY_POINT = 1;
const LEGACY_ANISOTROPIC = 3;
const bits = new Uint32Array(1);
const floats = new Float32Array(bits.buffer);

/**
 * The sampler of states of Direct3D 9; those that are absent have its defaults. Filters that it has no rule for are
 * linear.
 */
export function legacySampler(states: LegacySamplerStates = {}): LegacySampler {
  const bias = states.mipMapLodBias ?? 0;
  const isFetch4 = bias === FETCH4_ON;
  bits[0] = bias;
  const color = states.borderColor ?? 0;
  const sampler = createSampler({
    addressU: legacyAddress(states.addressU),
    addressV: legacyAddress(states.addressV),
    addressW: legacyAddress(states.addressW),
    magFilter: legacyFilter(states.magFilter),
    minFilter: legacyFilter(states.minFilter),
    mipFilter: legacyMipFilter(states.mipFilter),
    lodBias: isFetch4 || bias === FETCH4_OFF ? 0 : floats[0]!,
    minLod: states.maxMipLevel ?? 0,
    maxAnisotropy: states.maxAnisotropy ?? 1,
    comparison: 'less-equal',
    border: [16, 8, 0, 24].map((shift) => ((color >>> shift) & 255) / 255) as unknown as Sampler['border'],
    isSeamless: false,
    footprint: 'longest',
    magnification: 'unclamped',
  });
  return { sampler, isFetch4, isSrgb: states.srgbTexture ?? false };
}

function legacyAddress(mode = 1): AddressMode {
  return ADDRESS_MODES[mode - 1] ?? 'wrap';
}

function legacyFilter(filter = LEGACY_POINT): TexelFilter {
  if (filter === LEGACY_ANISOTROPIC) return 'anisotropic';
  return filter <= LEGACY_POINT ? 'point' : 'linear';
}

function legacyMipFilter(filter = LEGACY_NONE): MipFilter {
  if (filter === LEGACY_NONE) return 'none';
  return filter === LEGACY_POINT ? 'point' : 'linear';
}

/** The function of each comparison; in a read of a texture, its first argument is the reference. */
export const COMPARE: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  never: () => false,
  less: (a, b) => a < b,
  equal: (a, b) => a === b,
  'less-equal': (a, b) => a <= b,
  greater: (a, b) => a > b,
  'not-equal': (a, b) => a !== b,
  'greater-equal': (a, b) => a >= b,
  always: () => true,
};

/** Whether `a` compares with `b` as `comparison` says. */
export function compares(comparison: Comparison, a: number, b: number): boolean {
  return COMPARE[comparison](a, b);
}

// Element `component * 4 + lane` is a component of a lane, as in the registers of the interpreter. Lanes: 0 upper left,
// 1 upper right, 2 lower left, 3 lower right.

/** The status of a read whose texels are all mapped; textures here always are. */
export const ALL_MAPPED = 0xffff_ffff;

/** Operands of a read and its result, a register each; fewer components than it has may be used. */
export type SampleRegister =
  | 'coordinates'
  | 'ddx'
  | 'ddy'
  | 'lod'
  | 'reference'
  | 'clamp'
  | 'offsets'
  | 'sampleIndex'
  | 'result';

/** Operands and results of one read. */
export class SampleRequest {
  /** Coordinates as floats; where an instruction has integers, {@link words}. */
  readonly coordinates: Float32Array;
  readonly words: Uint32Array;
  /** Derivatives along x and along y (`gradient`). */
  readonly ddx: Float32Array;
  readonly ddy: Float32Array;
  /** The level of detail (`level`), or what is added to it (`bias`), of each lane. */
  readonly lod: Float32Array;
  readonly reference: Float32Array;
  /** The smallest level of detail; minus infinity for none. */
  readonly clamp: Float32Array;
  /** Texels that are added to the coordinates. */
  readonly offsets: Int32Array;
  /** Which sample is read from a multisampled texture. */
  readonly sampleIndex: Uint32Array;
  /** The lanes that are read, a bit each. Derivatives use the coordinates of all four. */
  lanes = ALL_LANES;
  /** Results as words and as floats; lanes that are not read keep theirs. */
  readonly result: Uint32Array;
  readonly resultFloats: Float32Array;

  /** @param registers where operands and results are in memory; the others are new */
  constructor(registers: Readonly<Partial<Record<SampleRegister, Uint32Array>>> = {}) {
    const words = (name: SampleRegister) => registers[name] ?? new Uint32Array(LANES * COMPONENTS);
    const floats = (name: SampleRegister, count: number) => {
      const { buffer, byteOffset } = words(name);
      return new Float32Array(buffer, byteOffset, count);
    };
    this.coordinates = floats('coordinates', LANES * COMPONENTS);
    this.words = new Uint32Array(this.coordinates.buffer, this.coordinates.byteOffset, LANES * COMPONENTS);
    this.ddx = floats('ddx', LANES * COMPONENTS);
    this.ddy = floats('ddy', LANES * COMPONENTS);
    this.lod = floats('lod', LANES);
    this.reference = floats('reference', LANES);
    this.clamp = floats('clamp', LANES);
    if (registers.clamp === undefined) this.clamp.fill(Number.NEGATIVE_INFINITY);
    const offsets = words('offsets');
    this.offsets = new Int32Array(offsets.buffer, offsets.byteOffset, LANES * COMPONENTS);
    this.sampleIndex = words('sampleIndex').subarray(0, LANES);
    this.result = words('result');
    this.resultFloats = new Float32Array(this.result.buffer, this.result.byteOffset, LANES * COMPONENTS);
  }
}
