/**
 * Changes what the interpreter computes by as much as Direct3D and its drivers leave open: roundings, functions that are approximated, weights of
 * filters, interpolation, and what registers have before they are written. Runs with different noise show which results of a program are certain, so
 * that programs of any kind can be compared with a driver.
 *
 * Not for: the comparison (results.ts), what Direct3D leaves undefined altogether (test/support/vm-undefined.ts).
 */
import { bitsOfFloat, floatOfBits } from '../../../src/base/numerics/conversion.ts';
import {
  SM4_FULL_OPCODES,
  SM4_MIP_LEVELS,
  type Sm4InstructionMnemonic,
  type Sm4MipLevel,
} from '../../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../src/isa/sm4/operands.ts';
import { LANES, type LaneWords, type RegisterFile } from '../../../src/vm/lanes.ts';
import type { QuadFlow, QuadObserver } from '../../../src/vm/quad-flow.ts';
import type { Sm4Destination } from '../../../src/vm/sm4/operands.ts';
import type { Sm4Quad } from '../../../src/vm/sm4/quad.ts';
import type { Sm4Step } from '../../../src/vm/sm4/step.ts';
import { TextureView } from '../../../src/vm/texture/texture-view.ts';
import { Random } from '../../../test/support/smith/random.ts';
import { toleranceOf } from '../wine/untrusted.ts';

/** The largest error of component `i` of a result, whose value is `value`, in a lane. */
type ErrorOf = (quad: Sm4Quad, step: Sm4Step, i: number, lane: number, value: number) => number;

/** Component `i` of another result than `value` in a lane. */
type ValueOf = (quad: Sm4Quad, step: Sm4Step, i: number, lane: number, value: number) => number;

/** A unit in the last place of a number, at most. */
const ULP = 2 ** -23;
/** Interpolated values: the corners of a triangle have values that are not much larger than 4 (pixel.ts). */
const INTERPOLATION = 2 ** -17;
/** Filters have weights of at least 8 bits; neighbors in textures of trials (resources.ts) differ by less than a half. */
const FILTER = 2 ** -8;
/** Another texel, level or layer: texels are from 0 to 1. */
const TEXEL = 1;
/** Where any number may come out, or none. */
const ANYTHING = Number.POSITIVE_INFINITY;
const NAN = 0x7fc0_0000;
/** How close to a border of texels, or between layers, coordinates are not certain, in texels. */
const BORDER = 2 ** -6;

const isExact = (exact: number) => Math.fround(exact) === exact;

/** Numbers are rounded once; a sum of products may be rounded after each operation, in any order. */
const rounded: ErrorOf = (quad, step, i, lane) => {
  const at = i * LANES + lane;
  const [a, b, c] = quad.sources.map(({ floats }) => floats[at]!) as [number, number, number];
  switch (step.mnemonic) {
    case 'add':
      return isExact(a + b) ? 0 : ULP * Math.max(Math.abs(a), Math.abs(b));
    case 'mul':
      return isExact(a * b) ? 0 : ULP * Math.abs(a * b);
    default:
      return isExact(a * b) && isExact(a * b + c) ? 0 : ULP * (Math.abs(a * b) + Math.abs(c));
  }
};

function sumOfProducts(count: number): ErrorOf {
  const products = new Float64Array(count);
  return (quad, _step, _i, lane) => {
    const [first, second] = quad.sources as [LaneWords, LaneWords];
    let size = 0;
    for (let k = 0; k < count; k++) {
      products[k] = first.floats[k * LANES + lane]! * second.floats[k * LANES + lane]!;
      size += Math.abs(products[k]!);
    }
    return hasExactSums(products) ? 0 : 2 * ULP * size;
  };
}

/** Whether numbers can be added in any order without rounding: all sums of some of them are exact. */
function hasExactSums(numbers: Float64Array): boolean {
  for (let some = 1; some < 1 << numbers.length; some++) {
    let sum = 0;
    for (let k = 0; k < numbers.length; k++) if (some & (1 << k)) sum += numbers[k]!;
    if (!isExact(sum)) return false;
  }
  return true;
}

/** The tolerance of an operation that drivers approximate. */
function approximated(name: string): ErrorOf {
  const rule = toleranceOf(name);
  if (typeof rule === 'string') throw new Error(`no tolerance of ${name}`);
  const relative = 'relative' in rule ? rule.relative : 0;
  return (_quad, _step, _i, _lane, value) => Math.max(rule.absolute ?? 0, relative * Math.abs(value));
}

/** Values that are read from a texture at coordinates. */
const filtered: ErrorOf = (quad, step, _i, lane) => {
  const [named, sampling] = step.named;
  const view = quad.viewOf(named!, lane);
  if (!(view instanceof TextureView)) return 0;
  const coordinate = (axis: number) => quad.sources[0]!.floats[axis * LANES + lane]!;
  const axes = Array.from({ length: view.isCube ? 3 : view.axes }, (_, axis) => coordinate(axis));
  const layer = view.isArray ? coordinate(axes.length) : 0;
  if (![...axes, layer].every(Number.isFinite)) return ANYTHING;
  const isGather = step.mnemonic.startsWith('gather4');
  const sampler = quad.bindings.samplers.get(quad.indexOf(sampling!.register, lane), sampling!.space);
  const isPoint = isGather || sampler?.minFilter === 'point';
  const level = (SM4_MIP_LEVELS as Partial<Record<string, Sm4MipLevel>>)[step.mnemonic];
  const isComputed = level === 'implicit' || level === 'bias' || level === 'gradients';
  // Vulkan reads the last level where Direct3D reads nothing, because the instruction clamps levels past it.
  const clamp = /_cl\b|_cl_/.test(step.mnemonic) ? quad.sources[step.sources.length - 1]!.floats[lane]! : 0;
  if (clamp > view.mips - 1) return TEXEL;
  if ((isComputed && view.mips > 1) || (isPoint && view.isCube) || isNear(layer - 0.5)) return TEXEL;
  if (!isPoint) return FILTER;
  // Gathers take the texels around a point, others the texel that has it.
  const { width, height, depth } = view.texture;
  const sizes = [width, height, depth];
  return axes.some((at, axis) => isNear(at * sizes[axis]! - (isGather ? 0.5 : 0))) ? TEXEL : 0;
};

/** Whether a number of texels is close to a whole number. */
function isNear(at: number): boolean {
  return Math.abs(at - Math.round(at)) < BORDER;
}

/** The derivative of the row or column of a lane, where the interpreter takes that of the first. @param step to the neighbor @param other to the other row or column */
function ownDerivative(step: number, other: number): ValueOf {
  return (quad, _step, i, lane) => {
    const value = (number: number) => quad.sources[0]!.floats[i * LANES + number]!;
    return value((lane & other) + step) - value(lane & other);
  };
}

/** Direct3D bounds the error of sines and cosines for numbers in this range only (functional specification, 22.10.20). */
const MAX_ANGLE = 100 * Math.PI;
const OF_ANGLES = approximated('sincos');
const sineAndCosine: ErrorOf = (quad, step, i, lane, value) =>
  Math.abs(quad.sources[0]!.floats[i * LANES + lane]!) > MAX_ANGLE ? 1 : OF_ANGLES(quad, step, i, lane, value);

const interpolated: ErrorOf = () => INTERPOLATION;

const ERRORS: Readonly<Partial<Record<Sm4InstructionMnemonic, ErrorOf>>> = {
  add: rounded,
  mul: rounded,
  mad: rounded,
  dp2: sumOfProducts(2),
  dp3: sumOfProducts(3),
  dp4: sumOfProducts(4),
  rcp: approximated('rcp'),
  rsq: approximated('rsq'),
  sqrt: approximated('sqrt'),
  div: approximated('div'),
  exp: approximated('exp'),
  log: approximated('log'),
  sincos: sineAndCosine,
  eval_centroid: interpolated,
  eval_sample_index: interpolated,
  eval_snapped: interpolated,
  ...Object.fromEntries(
    SM4_FULL_OPCODES.flatMap((row) =>
      row?.kind === 'instruction' && (row.category === 'sample' || row.category === 'gather')
        ? [[row.mnemonic, filtered]]
        : [],
    ),
  ),
  lod: (_quad, _step, _i, _lane, value) => (Number.isFinite(value) ? TEXEL : ANYTHING),
};

/** Translations give 0 for alpha, too, outside of a texture whose format has none (docs/translating.md). */
const withoutAlpha: ValueOf = (quad, step, i, lane, value) => {
  const [named] = step.named;
  const view = quad.viewOf(named!, lane);
  const hasAlpha = !(view instanceof TextureView) || /A\d/.test(view.format.name);
  return hasAlpha || named!.swizzle[i] !== 3 ? value : 0;
};

/** WGSL and SPIR-V do not define the fraction of NaN: SwiftShader gives the largest one. */
const fractionOfNan: ValueOf = (_quad, _step, _i, _lane, value) => (Number.isNaN(value) ? 1 - 2 ** -24 : value);

/** Results that Direct3D permits instead, or that translations are known to give. */
const ALTERNATIVES: Readonly<Partial<Record<Sm4InstructionMnemonic, ValueOf>>> = {
  ld: withoutAlpha,
  frc: fractionOfNan,
  deriv_rtx: ownDerivative(1, 2),
  deriv_rty: ownDerivative(2, 1),
  deriv_rtx_coarse: ownDerivative(1, 2),
  deriv_rty_coarse: ownDerivative(2, 1),
};

const { temp, indexableTemp, input, output, null: nothing } = SM4_OPERAND_TYPES;

export class Noise implements QuadObserver<Sm4Step> {
  readonly #random: Random;
  readonly #interpolated: readonly number[];
  readonly #filled = new WeakSet<object>();
  /** Instructions that give the other results: all or none, as on a driver. */
  readonly #chosen: ReadonlySet<string>;

  /** @param inputs registers of inputs that are interpolated */
  constructor(seed: number, inputs: readonly number[] = []) {
    this.#random = new Random(seed);
    this.#interpolated = inputs;
    this.#chosen = new Set(Object.keys(ALTERNATIVES).filter(() => this.#random.oneIn(2)));
  }

  started(flow: QuadFlow<Sm4Step>): void {
    const { files, tempArrays, shared } = flow as Sm4Quad;
    for (const file of [files[temp.code], files[output.code], ...tempArrays]) if (file !== undefined) this.#fill(file);
    // The quads of a group have the same memory.
    for (const memory of shared)
      if (memory !== undefined && !this.#filled.has(memory)) {
        this.#fill(memory);
        this.#filled.add(memory);
      }
    const inputs = files[input.code];
    for (const register of this.#interpolated)
      for (let i = 0; i < 4 && inputs !== undefined; i++)
        for (let lane = 0; lane < LANES; lane++)
          this.#change(inputs, inputs.baseOf(register) + i * LANES + lane, () => INTERPOLATION, false);
  }

  #fill({ words }: { readonly words: Uint32Array }): void {
    for (let i = 0; i < words.length; i++) words[i] = this.#random.word();
  }

  after(flow: QuadFlow<Sm4Step>, step: Sm4Step): void {
    const quad = flow as Sm4Quad;
    const errorOf = ERRORS[step.mnemonic];
    const alternative = this.#chosen.has(step.mnemonic) ? ALTERNATIVES[step.mnemonic] : undefined;
    if (errorOf !== undefined)
      forEachResult(quad, step, (file, at, i, lane) =>
        this.#change(file, at, (value) => errorOf(quad, step, i, lane, value), step.saturate),
      );
    if (alternative !== undefined)
      forEachResult(quad, step, ({ words }, at, i, lane) => {
        const value = alternative(quad, step, i, lane, floatOfBits(words[at]!));
        words[at] = bitsOfFloat(step.saturate ? saturated(value) : value);
      });
  }

  #change({ words }: RegisterFile, at: number, errorOf: (value: number) => number, isSaturated: boolean): void {
    const value = floatOfBits(words[at]!);
    const error = errorOf(value);
    if (error === ANYTHING) words[at] = this.#random.oneIn(3) ? NAN : this.#random.word();
    if (!(error > 0 && Number.isFinite(error + value))) return;
    const changed = value + (this.#random.between(-1000, 1000) / 1000) * error;
    words[at] = bitsOfFloat(isSaturated ? saturated(changed) : changed);
  }
}

function saturated(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Calls `visit` with the place of each component that an instruction wrote in each lane. */
function forEachResult(
  quad: Sm4Quad,
  step: Sm4Step,
  visit: (file: RegisterFile, at: number, i: number, lane: number) => void,
): void {
  for (const destination of step.destinations) {
    if (destination.type === nothing.code) continue;
    for (let lane = 0; lane < LANES; lane++) {
      if ((quad.masks.running & (1 << lane)) === 0) continue;
      const [file, base] = placeOf(quad, destination, lane);
      for (let i = 0; i < 4 && base >= 0; i++)
        if (destination.mask & (1 << i)) visit(file!, base + i * LANES + lane, i, lane);
    }
  }
}

/** Where the result of an instruction is; a negative number for nowhere. */
function placeOf(quad: Sm4Quad, { type, indices }: Sm4Destination, lane: number): [RegisterFile | undefined, number] {
  const isArray = type === indexableTemp.code;
  const file = isArray ? quad.tempArrays[indices[0]?.immediate ?? 0] : quad.files[type];
  const register = quad.indexOf(indices.at(-1), lane);
  const vertex = indices.length > 1 && !isArray ? quad.indexOf(indices.at(-2), lane) : 0;
  return [file, file?.baseOf(register, vertex) ?? -1];
}
