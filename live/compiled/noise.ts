/**
 * Changes what the interpreter computes by as much as Direct3D and its drivers leave open: roundings, functions that
 * are approximated, weights of filters, interpolation, and what registers have before they are written. Runs with
 * different noise show which results of a program are certain, so that programs of any kind can be compared with a
 * driver.
 *
 * Not for: the comparison (results.ts), what Direct3D leaves undefined altogether (smith/checks/vm-undefined.ts).
 */

import {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4Category,
  type Sm4InstructionMnemonic,
  type Sm4MipLevel,
  type Sm4Mnemonic,
  type Sm4OpcodeRow,
} from '../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../src/isa/sm4/operands.ts';
import { Sm4GlobalFlags, Sm4InstructionControls } from '../../src/isa/sm4/tokens.ts';
import { bitsOfFloat, floatOfBits } from '../../src/numerics/conversion.ts';
import { LANES, type LaneWords, type RegisterFile } from '../../src/vm/lanes.ts';
import type { QuadFlow, QuadObserver } from '../../src/vm/quad-flow.ts';
import type { Sm4Step } from '../../src/vm/sm4/executable.ts';
import type { Sm4Destination } from '../../src/vm/sm4/operands.ts';
import type { Sm4Quad } from '../../src/vm/sm4/quad.ts';
import { TextureView } from '../../src/vm/texture/texture-view.ts';
import {
  ANYTHING,
  approximated,
  conversionError,
  INTERPOLATION,
  multiplyAddError,
  orderError,
  otherFraction,
  productError,
  RegisterNoise,
  saturated,
  sineError,
  sumError,
  sumOfTermsError,
  TEXEL,
  textureError,
} from './noise-errors.ts';

/** The largest error of component `i` of a result, whose value is `value`, in a lane. */
type ErrorOf = (quad: Sm4Quad, step: Sm4Step, i: number, lane: number, value: number) => number;

/** Component `i` of another result than `value` in a lane. */
type ValueOf = (quad: Sm4Quad, step: Sm4Step, i: number, lane: number, value: number) => number;

/** Whether a program permits that component `i` of a result is computed in another order. */
function mayReorder({ executable }: Sm4Quad, step: Sm4Step, i: number): boolean {
  const isPrecise = (Sm4InstructionControls.precise.get(step.token) & (1 << i)) !== 0;
  return !isPrecise && Sm4GlobalFlags.refactoringAllowed.test(executable.declarations.globalFlags);
}

/** Numbers are rounded once; a sum of products may be rounded after each operation, in any order. */
const rounded: ErrorOf = (quad, step, i, lane) => {
  const at = i * LANES + lane;
  const [a, b, c] = quad.sources.map(({ floats }) => floats[at]!) as [number, number, number];
  const [error, terms] =
    step.mnemonic === 'add'
      ? [sumError(a, b), [a, b]]
      : step.mnemonic === 'mul'
        ? [productError(a, b), [a * b]]
        : [multiplyAddError(a, b, c), [a * b, c]];
  return mayReorder(quad, step, i) ? Math.max(error, orderError(terms)) : error;
};

function sumOfProducts(count: number): ErrorOf {
  return (quad, _step, _i, lane) => {
    const [first, second] = quad.sources as [LaneWords, LaneWords];
    return sumOfTermsError(
      Array.from({ length: count }, (_, k) => first.floats[k * LANES + lane]! * second.floats[k * LANES + lane]!),
    );
  };
}

/** An operation that drivers approximate. */
function functionError(name: string): ErrorOf {
  const errorOf = approximated(name);
  return (_quad, _step, _i, _lane, value) => errorOf(value);
}

/** An approximated operation that only Direct3D defines for negative numbers: it gives NaN. */
function errorUnlessNegative(name: string): ErrorOf {
  const errorOf = approximated(name);
  return (quad, _step, i, lane, value) => (quad.sources[0]!.floats[i * LANES + lane]! < 0 ? ANYTHING : errorOf(value));
}

const loaded: ErrorOf = (quad, step, _i, lane) => conversionError(quad.viewOf(step.named[0]!, lane));

function mipLevelOf(mnemonic: Sm4Mnemonic): Sm4MipLevel | undefined {
  const row: Sm4OpcodeRow = SM4_OPCODES[mnemonic];
  return row.kind === 'instruction' && row.category === 'sample' ? row.mipLevel : undefined;
}

/** Values that are read from a texture at coordinates. */
const filtered: ErrorOf = (quad, step, _i, lane) => {
  const [named, sampling] = step.named;
  const view = quad.viewOf(named!, lane);
  if (!(view instanceof TextureView)) return 0;
  const coordinate = (axis: number) => quad.sources[0]!.floats[axis * LANES + lane]!;
  const coordinates = Array.from({ length: view.isCube ? 3 : view.axes }, (_, axis) => coordinate(axis));
  const level = mipLevelOf(step.mnemonic);
  // Vulkan reads the last level where Direct3D reads nothing, because the instruction clamps levels past it.
  const clamp = /_cl\b|_cl_/.test(step.mnemonic) ? quad.sources[step.sources.length - 1]!.floats[lane]! : 0;
  if (clamp > view.mips - 1 && coordinates.every(Number.isFinite)) return TEXEL;
  return textureError({
    view,
    sampler: quad.bindings.samplers.get(quad.indexOf(sampling!.register, lane), sampling!.space),
    coordinates,
    layer: view.isArray ? coordinate(coordinates.length) : 0,
    isGather: step.mnemonic.startsWith('gather4'),
    isLevelOpen: level === 'implicit' || level === 'bias' || level === 'gradients',
  });
};

/**
 * The derivative of the row or column of a lane, where the interpreter takes that of the first. @param step to the
 * neighbor @param other to the other row or column
 */
function exactDerivative(step: number, other: number): ValueOf {
  return (quad, _step, i, lane) => {
    const value = (number: number) => quad.sources[0]!.floats[i * LANES + number]!;
    return value((lane & other) + step) - value(lane & other);
  };
}

const OF_ANGLES = functionError('sincos');
const sineAndCosine: ErrorOf = (quad, step, i, lane, value) =>
  sineError(OF_ANGLES(quad, step, i, lane, value), quad.sources[0]!.floats[i * LANES + lane]!);

const interpolated: ErrorOf = () => INTERPOLATION;

const OF_CATEGORY: Readonly<Partial<Record<Sm4Category, ErrorOf>>> = {
  sample: filtered,
  gather: filtered,
  load: loaded,
};

const ERRORS: Readonly<Partial<Record<Sm4InstructionMnemonic, ErrorOf>>> = {
  add: rounded,
  mul: rounded,
  mad: rounded,
  dp2: sumOfProducts(2),
  dp3: sumOfProducts(3),
  dp4: sumOfProducts(4),
  rcp: functionError('rcp'),
  rsq: errorUnlessNegative('rsq'),
  sqrt: errorUnlessNegative('sqrt'),
  div: functionError('div'),
  exp: functionError('exp'),
  log: errorUnlessNegative('log'),
  sincos: sineAndCosine,
  eval_centroid: interpolated,
  eval_sample_index: interpolated,
  eval_snapped: interpolated,
  ...Object.fromEntries(
    SM4_OPCODE_BY_CODE.flatMap((row) => {
      const errorOf = row?.kind === 'instruction' ? OF_CATEGORY[row.category] : undefined;
      return errorOf === undefined ? [] : [[row!.mnemonic, errorOf]];
    }),
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

/** Results that Direct3D permits instead, or that translations are known to give. */
const ALTERNATIVES: Readonly<Partial<Record<Sm4InstructionMnemonic, ValueOf>>> = {
  ld: withoutAlpha,
  frc: (_quad, _step, _i, _lane, value) => otherFraction(value),
  deriv_rtx: exactDerivative(1, 2),
  deriv_rty: exactDerivative(2, 1),
  deriv_rtx_coarse: exactDerivative(1, 2),
  deriv_rty_coarse: exactDerivative(2, 1),
};

const { temp, indexableTemp, input, output, null: nothing } = SM4_OPERAND_TYPES;

export class Noise implements QuadObserver<Sm4Step> {
  readonly #noise: RegisterNoise;
  readonly #interpolated: readonly number[];
  readonly #filled = new WeakSet<object>();
  /** Instructions that give the other results: all or none, as on a driver. */
  readonly #chosen: ReadonlySet<string>;

  /** @param inputs registers of inputs that are interpolated */
  constructor(seed: number, inputs: readonly number[] = []) {
    this.#noise = new RegisterNoise(seed);
    this.#interpolated = inputs;
    this.#chosen = new Set(Object.keys(ALTERNATIVES).filter(() => this.#noise.random.oneIn(2)));
  }

  started(flow: QuadFlow<Sm4Step>): void {
    const { files, tempArrays, shared, executable } = flow as Sm4Quad;
    const phase = executable.parts.find(({ start }) => start === flow.next)?.name;
    // The outputs of patch phases are not filled, because earlier phases may have written them.
    const outputs = phase === 'fork' || phase === 'join' ? undefined : files[output.code];
    for (const file of [files[temp.code], outputs, ...tempArrays]) if (file !== undefined) this.#noise.fill(file);
    // The quads of a group have the same memory.
    for (const memory of shared)
      if (memory !== undefined && !this.#filled.has(memory)) {
        this.#noise.fill(memory);
        this.#filled.add(memory);
      }
    const inputs = files[input.code];
    for (const register of this.#interpolated)
      for (let i = 0; i < 4 && inputs !== undefined; i++)
        for (let lane = 0; lane < LANES; lane++)
          this.#noise.change(inputs, inputs.baseOf(register) + i * LANES + lane, () => INTERPOLATION, false);
  }

  after(flow: QuadFlow<Sm4Step>, step: Sm4Step): void {
    const quad = flow as Sm4Quad;
    const errorOf = ERRORS[step.mnemonic];
    const alternative = this.#chosen.has(step.mnemonic) ? ALTERNATIVES[step.mnemonic] : undefined;
    if (errorOf !== undefined)
      forEachResult(quad, step, (file, at, i, lane) =>
        this.#noise.change(file, at, (value) => errorOf(quad, step, i, lane, value), step.saturate),
      );
    if (alternative !== undefined)
      forEachResult(quad, step, ({ words }, at, i, lane) => {
        const value = alternative(quad, step, i, lane, floatOfBits(words[at]!));
        words[at] = bitsOfFloat(step.saturate ? saturated(value) : value);
      });
  }
}

/** Calls `visit` with the position of each component that an instruction wrote in each lane. */
function forEachResult(
  quad: Sm4Quad,
  step: Sm4Step,
  visit: (file: RegisterFile, at: number, i: number, lane: number) => void,
): void {
  for (const destination of step.destinations) {
    if (destination.type === nothing.code) continue;
    for (let lane = 0; lane < LANES; lane++) {
      if ((quad.masks.running & (1 << lane)) === 0) continue;
      const [file, base] = registerOf(quad, destination, lane);
      for (let i = 0; i < 4 && base >= 0; i++)
        if (destination.mask & (1 << i)) visit(file!, base + i * LANES + lane, i, lane);
    }
  }
}

/** Where the result of an instruction is; a negative number for nowhere. */
function registerOf(
  quad: Sm4Quad,
  { type, indices }: Sm4Destination,
  lane: number,
): [RegisterFile | undefined, number] {
  const isArray = type === indexableTemp.code;
  const file = isArray ? quad.tempArrays[indices[0]?.immediate ?? 0] : quad.files[type];
  const register = quad.indexOf(indices.at(-1), lane);
  const vertex = indices.length > 1 && !isArray ? quad.indexOf(indices.at(-2), lane) : 0;
  return [file, file?.baseOf(register, vertex) ?? -1];
}
