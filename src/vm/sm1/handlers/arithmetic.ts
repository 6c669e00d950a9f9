/**
 * Arithmetic of shader models 1 to 3. Single operations are in base/numerics; this file says which components they
 * take.
 *
 * Source: the Direct3D 9 shader reference. Its vs_1_1 `mov` into the address register rounds down, as drivers and Wine
 * do, not to the nearest.
 */

import { Sm1Version } from '../../../base/profile.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import { floatToSigned } from '../../../numerics/conversion.ts';
import { exp2 } from '../../../numerics/exponential.ts';
import {
  add,
  floor,
  fraction,
  isEqual,
  isGreaterOrEqual,
  isLess,
  maximum,
  minimum,
  multiply,
  roundToEven,
  truncate,
} from '../../../numerics/float.ts';
import {
  legacyInterpolate,
  legacyLog2,
  legacyMultiply,
  legacyMultiplyAdd,
  legacyNormalFactor,
  legacyPower,
  legacyReciprocal,
  legacyReciprocalSquareRoot,
  legacySpecular,
} from '../../../numerics/legacy.ts';
import { cosine, sine } from '../../../numerics/trigonometry.ts';
import { LANES, type LaneWords, REGISTER_WORDS } from '../../lanes.ts';
import type { Sm1Step } from '../executable.ts';
import type { Sm1Quad } from '../quad.ts';
import { COMPARISONS, result, type Sm1ResultHandler } from './handler.ts';

/** Computes each component from the components of up to three sources. */
function each(compute: (a: number, b: number, c: number) => number): Sm1ResultHandler {
  return result((quad, step, out) => {
    const count = step.sources.length;
    const a = quad.read(step, 0).floats;
    const b = count > 1 ? quad.read(step, 1).floats : a;
    const c = count > 2 ? quad.read(step, 2).floats : a;
    for (let i = 0; i < REGISTER_WORDS; i++) out.setFloat(i, compute(a[i]!, b[i]!, c[i]!));
  });
}

/** One value for all components, from the first component of each source. */
function scalar(compute: (a: number, b: number) => number): Sm1ResultHandler {
  return result((quad, step, out) => {
    const a = quad.read(step, 0).floats;
    const b = step.sources.length > 1 ? quad.read(step, 1).floats : a;
    for (let lane = 0; lane < LANES; lane++) setAll(out, lane, compute(a[lane]!, b[lane]!));
  });
}

function setAll(out: LaneWords, lane: number, value: number): void {
  for (let i = 0; i < 4; i++) out.setFloat(i * LANES + lane, value);
}

function setComponents(out: LaneWords, lane: number, values: readonly number[]): void {
  for (let i = 0; i < 4; i++) out.setFloat(i * LANES + lane, values[i]!);
}

/** The sum of the products of the first `count` components, in order. */
export function dot(a: Float32Array, b: Float32Array, count: number, lane: number): number {
  let sum = legacyMultiply(a[lane]!, b[lane]!);
  for (let i = 1; i < count; i++) sum = add(sum, legacyMultiply(a[i * LANES + lane]!, b[i * LANES + lane]!));
  return sum;
}

function dotProduct(count: number): Sm1ResultHandler {
  return result((quad, step, out) => {
    const a = quad.read(step, 0).floats;
    const b = quad.read(step, 1).floats;
    for (let lane = 0; lane < LANES; lane++) setAll(out, lane, dot(a, b, count, lane));
  });
}

/** The products of a vector with `rows` rows of `count` components. */
function matrix(count: number, rows: number): Sm1ResultHandler {
  return result((quad, step, out) => {
    const a = quad.read(step, 0).floats;
    for (let row = 0; row < rows; row++) {
      const b = quad.read(step, 1 + row).floats;
      for (let lane = 0; lane < LANES; lane++) out.setFloat(row * LANES + lane, dot(a, b, count, lane));
    }
  });
}

/** Instructions that compute each component differently. */
function vector(compute: (read: (source: number, component: number) => number) => readonly number[]): Sm1ResultHandler {
  return result((quad, step, out) => {
    for (const i of step.sources.keys()) quad.read(step, i);
    for (let lane = 0; lane < LANES; lane++)
      setComponents(
        out,
        lane,
        compute((source, component) => quad.sources[source]!.floats[component * LANES + lane]!),
      );
  });
}

/** The bits of the source; into the address register of vs_1_1, an integer. */
const mov = result((quad, step, out) => {
  const a = quad.read(step, 0);
  const { destination } = step;
  const isAddress = destination?.type === SM1_REGISTERS.addressOrTexture.code && !quad.executable.isPixel;
  if (isAddress) setIntegers(a, out, floor);
  else out.words.set(a.words);
});

const mova = result((quad, step, out) => setIntegers(quad.read(step, 0), out, roundToEven));

function setIntegers({ floats }: LaneWords, out: LaneWords, round: (x: number) => number): void {
  for (let i = 0; i < REGISTER_WORDS; i++) out.words[i] = floatToSigned(round(floats[i]!));
}

/** Chooses by a comparison with 0.5: before 1_4 of the one component a of r0, in 1_4 of each component. */
const cnd = result((quad, step, out) => {
  const condition = quad.read(step, 0).floats;
  const a = quad.read(step, 1);
  const b = quad.read(step, 2);
  const isScalar = quad.executable.version < Sm1Version.v1_4;
  // Before 1_4 a co-issued one that does not write alpha alone takes the second source (Wine's tests on hardware).
  const isAlways = isScalar && step.isCoissued && step.destination!.mask !== ALPHA;
  for (let i = 0; i < REGISTER_WORDS; i++) {
    const value = condition[isScalar ? i % LANES : i]!;
    out.words[i] = (isAlways || value > 0.5 ? a : b).words[i]!;
  }
});

const ALPHA = 8;

const cmp = result((quad, step, out) => {
  const condition = quad.read(step, 0).floats;
  const a = quad.read(step, 1);
  const b = quad.read(step, 2);
  for (let i = 0; i < REGISTER_WORDS; i++) out.words[i] = (isGreaterOrEqual(condition[i]!, 0) ? a : b).words[i]!;
});

/** Sets the predicate component by component: all ones for true. */
const setp = result((quad, step, out) => {
  const a = quad.read(step, 0).floats;
  const b = quad.read(step, 1).floats;
  const holds = COMPARISONS[step.controls];
  for (let i = 0; i < REGISTER_WORDS; i++) out.words[i] = holds?.(a[i]!, b[i]!) ? 0xffff_ffff : 0;
});

/** In vs_1_1 four values: the power of the integer part, the fraction, the power of the full value, 1. */
const expp = result((quad, step, out) => {
  const a = quad.read(step, 0).floats;
  const isVector = !quad.executable.isPixel && quad.executable.version === Sm1Version.v1_1;
  for (let lane = 0; lane < LANES; lane++) {
    const x = a[lane]!;
    if (isVector) setComponents(out, lane, [exp2(floor(x)), fraction(x), exp2(x), 1]);
    else setAll(out, lane, exp2(x));
  }
});

const nrm = result((quad, step, out) => {
  const a = quad.read(step, 0).floats;
  for (let lane = 0; lane < LANES; lane++) {
    const factor = legacyNormalFactor(a[lane]!, a[LANES + lane]!, a[2 * LANES + lane]!);
    for (let i = 0; i < 4; i++) out.setFloat(i * LANES + lane, legacyMultiply(a[i * LANES + lane]!, factor));
  }
});

const crs = vector((read) => {
  const part = (i: number, k: number) =>
    add(legacyMultiply(read(0, i), read(1, k)), -legacyMultiply(read(0, k), read(1, i)));
  return [part(1, 2), part(2, 0), part(0, 1), 0];
});

const lit = vector((read) => {
  const [diffuse, specular, power] = [read(0, 0), read(0, 1), read(0, 3)];
  return [1, maximum(diffuse, 0), legacySpecular(diffuse, specular, power), 1];
});

/** The last two components are copied. */
const dst = result((quad, step, out) => {
  const a = quad.read(step, 0);
  const b = quad.read(step, 1);
  for (let lane = 0; lane < LANES; lane++) {
    out.setFloat(lane, 1);
    out.setFloat(LANES + lane, legacyMultiply(a.floats[LANES + lane]!, b.floats[LANES + lane]!));
    out.words[2 * LANES + lane] = a.words[2 * LANES + lane]!;
    out.words[3 * LANES + lane] = b.words[3 * LANES + lane]!;
  }
});

const sincos = vector((read) => {
  const angle = read(0, 0);
  return [cosine(angle), sine(angle), 0, 0];
});

const dp2add = result((quad, step, out) => {
  const a = quad.read(step, 0).floats;
  const b = quad.read(step, 1).floats;
  const c = quad.read(step, 2).floats;
  for (let lane = 0; lane < LANES; lane++) setAll(out, lane, add(dot(a, b, 2, lane), c[lane]!));
});

/** Differences between the pixels of the quad, for all of its pixels the same. */
function derivative(later: number): Sm1ResultHandler {
  return result((quad, step, out) => {
    const a = quad.read(step, 0).floats;
    for (let i = 0; i < 4; i++) {
      const difference = add(a[i * LANES + later]!, -a[i * LANES]!);
      for (let lane = 0; lane < LANES; lane++) out.setFloat(i * LANES + lane, difference);
    }
  });
}

/** The displaced coordinates of ps_1_4's bump mapping, with the matrix of the stage that the destination names. */
const bem = result((quad: Sm1Quad, step: Sm1Step, out: LaneWords) => {
  const a = quad.read(step, 0).floats;
  const b = quad.read(step, 1).floats;
  const [m00, m01, m10, m11] = quad.textures?.bump(step.destination!.number) ?? [0, 0, 0, 0];
  for (let lane = 0; lane < LANES; lane++) {
    const [x, y] = [b[lane]!, b[LANES + lane]!];
    setComponents(out, lane, [
      add(a[lane]!, add(multiply(m00!, x), multiply(m10!, y))),
      add(a[LANES + lane]!, add(multiply(m01!, x), multiply(m11!, y))),
      0,
      0,
    ]);
  }
});

/** Without subnormal numbers and without sign, of NaN too. */
const abs = result((quad, step, out) => {
  const a = quad.read(step, 0).words;
  for (let i = 0; i < REGISTER_WORDS; i++) out.words[i] = (a[i]! & EXPONENT) === 0 ? 0 : a[i]! & ~SIGN;
});

const SIGN = 0x8000_0000;
const EXPONENT = 0x7f80_0000;

/** In the order of the reference: 1 for NaN, which is neither less than 0 nor 0. */
const signOf = (x: number) => (isLess(x, 0) ? -1 : isEqual(x, 0) ? 0 : 1);

export const ARITHMETIC_HANDLERS = {
  mov,
  mova,
  add: each(add),
  sub: each((a, b) => add(a, -b)),
  mul: each(legacyMultiply),
  mad: each(legacyMultiplyAdd),
  lrp: each(legacyInterpolate),
  min: each(minimum),
  max: each(maximum),
  slt: each((a, b) => (isLess(a, b) ? 1 : 0)),
  sge: each((a, b) => (isGreaterOrEqual(a, b) ? 1 : 0)),
  frc: each(fraction),
  abs,
  sgn: each(signOf),
  trunc: each(truncate),
  rcp: scalar(legacyReciprocal),
  rsq: scalar(legacyReciprocalSquareRoot),
  exp: scalar(exp2),
  log: scalar(legacyLog2),
  expp,
  logp: scalar(legacyLog2),
  pow: scalar(legacyPower),
  sin: scalar(sine),
  cos: scalar(cosine),
  dp3: dotProduct(3),
  dp4: dotProduct(4),
  dp2add,
  m4x4: matrix(4, 4),
  m4x3: matrix(4, 3),
  m3x4: matrix(3, 4),
  m3x3: matrix(3, 3),
  m3x2: matrix(3, 2),
  nrm,
  crs,
  lit,
  dst,
  sincos,
  cnd,
  cmp,
  setp,
  dsx: derivative(1),
  dsy: derivative(2),
  bem,
} as const satisfies Record<string, Sm1ResultHandler>;
