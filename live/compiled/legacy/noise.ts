/**
 * Noise (../noise-errors.ts) for models 1 to 3: what the instructions of Direct3D 9 leave open.
 *
 * Not for: what Direct3D leaves undefined altogether (watch.ts).
 */

import type { Sm1Opcode } from '../../../src/isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../src/isa/sm1/registers.ts';
import { bitsOfFloat, floatOfBits } from '../../../src/numerics/conversion.ts';
import type { UsedRegister } from '../../../src/vm/draw/legacy/legacy-vertices.ts';
import { LANES, LaneWords, REGISTER_WORDS, type RegisterFile } from '../../../src/vm/lanes.ts';
import type { QuadFlow, QuadObserver } from '../../../src/vm/quad-flow.ts';
import type { Sm1Step } from '../../../src/vm/sm1/executable.ts';
import type { Sm1Quad } from '../../../src/vm/sm1/quad.ts';
import {
  ANYTHING,
  approximated,
  INTERPOLATION,
  multiplyAddError,
  otherFraction,
  productError,
  RegisterNoise,
  saturated,
  sineError,
  sumError,
  sumOfTermsError,
} from '../noise-errors.ts';
import type { BoundLegacy } from './draw.ts';
import { withPartner } from './program.ts';
import { textureErrors } from './texture-errors.ts';

/** Returns the value that an instruction read in a lane: component `i` of source `k`. */
export type Read = (k: number, i: number) => number;

/** The largest error of component `i` of a result, whose value is `value`. */
type ErrorOf = (read: Read, i: number, value: number) => number;

/** The product of Direct3D 9: 0 where a factor is 0. */
const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : a * b);

function products(read: Read, count: number, row: number): number[] {
  return Array.from({ length: count }, (_, k) => times(read(0, k), read(row, k)));
}

function dotProduct(count: number): ErrorOf {
  return (read) => sumOfTermsError(products(read, count, 1));
}

/** A row for each component. */
function matrix(count: number): ErrorOf {
  return (read, i) => sumOfTermsError(products(read, count, 1 + i));
}

function functionError(name: string): ErrorOf {
  const errorOf = approximated(`${name}9`);
  return (_read, _i, value) => errorOf(value);
}

/** `a * (b - c) + c`, or `a * b + (1 - a) * c`. */
const interpolation: ErrorOf = (read, i) => {
  const [a, b, c] = [read(0, i), read(1, i), read(2, i)];
  const isExact = [b - c, a * (b - c), 1 - a, a * b, (1 - a) * c, a * b + (1 - a) * c].every(
    (value) => Math.fround(value) === value,
  );
  return isExact ? 0 : 2 * sumSize([a * b, a * c, c]);
};

function sumSize(terms: readonly number[]): number {
  return terms.reduce((sum, term) => sum + Math.abs(term), 0) * 2 ** -23;
}

/** A power is the exponential of a product with a logarithm, whose error the exponent multiplies. */
const OF_LOGARITHM = approximated('log9');
const OF_POWER = approximated('pow9');
function powerError(exponent: number, value: number): number {
  return OF_POWER(value) + Math.abs(value) * Math.abs(exponent) * OF_LOGARITHM(0);
}

const OF_SINES = approximated('sincos9');
const sine: ErrorOf = (read, i, value) => (i > 1 ? 0 : sineError(OF_SINES(value), read(0, 0)));

/** Of the difference of two products. */
const cross: ErrorOf = (read, i) => {
  const [k, l] = [(i + 1) % 3, (i + 2) % 3];
  return i > 2 ? 0 : sumOfTermsError([times(read(0, k), read(1, l)), -times(read(0, l), read(1, k))]);
};

const ERRORS: Readonly<Partial<Record<Sm1Opcode, ErrorOf>>> = {
  add: (read, i) => sumError(read(0, i), read(1, i)),
  sub: (read, i) => sumError(read(0, i), -read(1, i)),
  mul: (read, i) => productError(read(0, i), read(1, i)),
  mad: (read, i) => multiplyAddError(times(read(0, i), read(1, i)) === 0 ? 0 : read(0, i), read(1, i), read(2, i)),
  lrp: interpolation,
  dp3: dotProduct(3),
  dp4: dotProduct(4),
  dp2add: (read) => sumOfTermsError([...products(read, 2, 1), read(2, 0)]),
  m4x4: matrix(4),
  m4x3: matrix(4),
  m3x4: matrix(3),
  m3x3: matrix(3),
  m3x2: matrix(3),
  crs: cross,
  dst: (read, i) => (i === 1 ? productError(read(0, 1), read(1, 1)) : 0),
  rcp: functionError('rcp'),
  rsq: functionError('rsq'),
  exp: functionError('exp'),
  expp: functionError('expp'),
  log: functionError('log'),
  logp: functionError('logp'),
  nrm: functionError('nrm'),
  pow: (read, _i, value) => powerError(read(1, 0), value),
  lit: (read, i, value) => (i === 2 ? powerError(read(0, 3), value) : 0),
  sincos: sine,
  sin: sine,
  cos: sine,
};

/** Derivatives of the row or column of a lane, where the interpreter takes those of the first. */
const DERIVATIVES: Readonly<Partial<Record<Sm1Opcode, readonly [step: number, other: number]>>> = {
  dsx: [1, 2],
  dsy: [2, 1],
};

const { temp, addressOrTexture, outputOrTexCoordOut, rasterizerOut, attributeOut, colorOut } = SM1_REGISTERS;
const UNDEFINED = [temp, outputOrTexCoordOut, rasterizerOut, attributeOut, colorOut];

/** The most sources of an instruction, and instructions that run together. */
const SOURCES = 6;
const TOGETHER = 2;

export class LegacyNoise implements QuadObserver<Sm1Step> {
  readonly #noise: RegisterNoise;
  readonly #bound: BoundLegacy;
  readonly #interpolated: readonly UsedRegister[];
  /** Source values, saved before results replace them. */
  readonly #read = Array.from({ length: TOGETHER }, () =>
    Array.from({ length: SOURCES }, () => new LaneWords(REGISTER_WORDS)),
  );
  /** Errors of the texels that each of the instructions reads, by lane. */
  readonly #texels: number[][] = [];
  /** All derivatives are those of the row or column, or none; the same for fractions. */
  readonly #hasDerivatives: boolean;
  readonly #hasOtherFractions: boolean;

  /** @param interpolated inputs of a pixel shader that change from pixel to pixel */
  constructor(seed: number, bound: BoundLegacy, interpolated: readonly UsedRegister[] = []) {
    this.#noise = new RegisterNoise(seed);
    this.#bound = bound;
    this.#interpolated = interpolated;
    this.#hasDerivatives = this.#noise.random.oneIn(2);
    this.#hasOtherFractions = this.#noise.random.oneIn(2);
  }

  started(flow: QuadFlow<Sm1Step>): void {
    const quad = flow as Sm1Quad;
    for (const { code } of UNDEFINED) this.#noise.fill(quad.files[code]!);
    for (const { type, number } of this.#interpolated) {
      const file = quad.files[type]!;
      const base = file.baseOf(number);
      for (let i = 0; i < REGISTER_WORDS; i++) this.#noise.change(file, base + i, () => INTERPOLATION, false);
    }
    if (this.#interpolated.length > 0) quad.coordinates.words.set(textureRegisters(quad, quad.coordinates));
  }

  before(flow: QuadFlow<Sm1Step>, step: Sm1Step): void {
    const quad = flow as Sm1Quad;
    for (const [i, one] of withPartner(step).entries()) {
      for (const [k, source] of one.sources.entries()) quad.readInto(source, this.#read[i]![k]!);
      this.#texels[i] = textureErrors(quad, one, this.#bound, this.#read[i]!);
    }
  }

  after(flow: QuadFlow<Sm1Step>, step: Sm1Step): void {
    const quad = flow as Sm1Quad;
    for (const [which, one] of withPartner(step).entries()) this.#changeResult(quad, one, which);
  }

  #changeResult(quad: Sm1Quad, step: Sm1Step, which: number): void {
    const errorOf = ERRORS[step.opcode];
    const texels = this.#texels[which]!;
    const derivative = this.#hasDerivatives ? DERIVATIVES[step.opcode] : undefined;
    const otherValue = this.#hasOtherFractions && step.opcode === 'frc' ? otherFraction : undefined;
    const { scale = 1, saturate = false } = step.destination ?? {};
    const floatAt = (k: number, i: number, lane: number) => this.#read[which]![k]!.floats[i * LANES + lane]!;
    if (errorOf !== undefined || texels.length > 0)
      forEachResult(quad, step, (file, at, i, lane) => {
        const read: Read = (k, component) => floatAt(k, component, lane);
        const ofValue = (value: number) => (errorOf === undefined ? texels[lane]! : errorOf(read, i, value / scale));
        this.#noise.change(file, at, (value) => scaledError(ofValue(value), scale), saturate);
      });
    if (derivative !== undefined || otherValue !== undefined)
      forEachResult(quad, step, ({ words }, at, i, lane) => {
        const given =
          derivative && floatAt(0, i, (lane & derivative[1]) + derivative[0]) - floatAt(0, i, lane & derivative[1]);
        const value = scale * (given ?? otherValue!(floatOfBits(words[at]!) / scale));
        words[at] = bitsOfFloat(saturate ? saturated(value) : value);
      });
  }
}

function scaledError(error: number, scale: number): number {
  return error === ANYTHING ? ANYTHING : error * scale;
}

/** The words of the texture registers, which are the coordinates of stages at the beginning. */
function textureRegisters({ files }: Sm1Quad, { words }: RegisterFile): Uint32Array {
  return files[addressOrTexture.code]!.words.subarray(0, words.length);
}

/** Calls `visit` with the position of each component that an instruction wrote in each lane. */
function forEachResult(
  quad: Sm1Quad,
  { destination, predicate }: Sm1Step,
  visit: (file: RegisterFile, at: number, i: number, lane: number) => void,
): void {
  const file = destination && quad.files[destination.type];
  if (file === undefined) return;
  for (let lane = 0; lane < LANES; lane++) {
    if ((quad.masks.running & (1 << lane)) === 0) continue;
    const base = file.baseOf(quad.registerOf(destination!, lane));
    const mask = destination!.mask & quad.predicated(predicate, lane);
    for (let i = 0; i < 4 && base >= 0; i++) if (mask & (1 << i)) visit(file, base + i * LANES + lane, i, lane);
  }
}
