/**
 * Texture instructions of shader models 1 to 3. Before 1_4 they address the texture of the stage that the destination
 * names by its coordinates, by earlier results, or by products with a matrix whose rows several instructions compute.
 *
 * Source: the Direct3D 9 shader reference (ps_1_x texture instructions, texld, texldd, texldl); where it leaves signs
 * and clamps open, Wine.
 */

import { Sm1Version } from '../../../base/profile.ts';
import { add, divide, minimum, multiply, saturate } from '../../../numerics/float.ts';
import { LANES, LaneWords, REGISTER_WORDS } from '../../lanes.ts';
import type { Sm1Step } from '../executable.ts';
import type { Sm1Quad, Sm1Sampling } from '../quad.ts';
import { dot } from './arithmetic.ts';
import { flow, result, type Sm1Handler, type Sm1ResultHandler } from './handler.ts';

/** The controls of `texld` from 2_0 on. */
const PROJECTED = 1;
const BIASED = 2;

/** The stage of a texture instruction before 2_0: the number of its destination. */
function stageOf({ destination }: Sm1Step): number {
  return destination?.number ?? 0;
}

/** The coordinates of a stage as the vertices have them, into `out`. */
function coordinatesOf(quad: Sm1Quad, stage: number, out: LaneWords): LaneWords {
  const base = quad.coordinates.baseOf(stage);
  if (base < 0) out.words.fill(0);
  else out.words.set(quad.coordinates.words.subarray(base, base + REGISTER_WORDS));
  return out;
}

/** Divides x, y and z by w. */
function project(coordinates: LaneWords): void {
  for (let lane = 0; lane < LANES; lane++) {
    const divisor = coordinates.floats[3 * LANES + lane]!;
    for (let i = 0; i < 3; i++)
      coordinates.setFloat(i * LANES + lane, divide(coordinates.floats[i * LANES + lane]!, divisor));
  }
}

/** Samples the texture of `sampler`; without textures, opaque black. */
function sample(
  quad: Sm1Quad,
  sampler: number,
  coordinates: LaneWords,
  how: Sm1Sampling,
  out: LaneWords,
  gradients?: readonly [LaneWords, LaneWords],
): void {
  if (quad.textures !== undefined) {
    quad.textures.sample(sampler, coordinates, how, out, gradients);
    return;
  }
  for (let i = 0; i < REGISTER_WORDS; i++) out.setFloat(i, i < 3 * LANES ? 0 : 1);
}

/** Samples the stage of `step` at coordinates that `compute` makes from its source. */
function sampleAt(compute: (read: (component: number) => number) => readonly number[]): Sm1ResultHandler {
  return result((quad, step, out) => {
    const source = quad.read(step, 0).floats;
    const at = quad.sources[1]!;
    for (let lane = 0; lane < LANES; lane++) {
      const values = compute((component) => source[component * LANES + lane]!);
      for (let i = 0; i < 4; i++) at.setFloat(i * LANES + lane, values[i] ?? 0);
    }
    sample(quad, stageOf(step), at, 'implicit', out);
  });
}

const texld = result((quad, step, out) => {
  const { version } = quad.executable;
  const scratch = quad.sources[1]!;
  if (version < Sm1Version.v1_4) {
    const stage = stageOf(step);
    const at = coordinatesOf(quad, stage, scratch);
    if (quad.textures?.isProjected(stage)) project(at);
    sample(quad, stage, at, 'implicit', out);
    return;
  }
  const at = quad.read(step, 0);
  if (version < Sm1Version.v2_0) {
    sample(quad, stageOf(step), at, 'implicit', out);
    return;
  }
  if (step.controls === PROJECTED) project(at);
  sampleNamed(quad, step, at, step.controls === BIASED ? 'bias' : 'implicit', out);
});

/** Samples the texture of the sampler that `step` names, whose swizzle applies to the texel (version 3_0). */
function sampleNamed(
  quad: Sm1Quad,
  step: Sm1Step,
  at: LaneWords,
  how: Sm1Sampling,
  out: LaneWords,
  gradients?: readonly [LaneWords, LaneWords],
): void {
  const { number, swizzle } = step.sources[1]!;
  sample(quad, number, at, how, out, gradients);
  if (swizzle.every((component, i) => component === i)) return;
  const texel = out.words.slice();
  for (const [i, component] of swizzle.entries())
    out.words.set(texel.subarray(component * LANES, (component + 1) * LANES), i * LANES);
}

const texldl = result((quad, step, out) => sampleNamed(quad, step, quad.read(step, 0), 'level', out));

const texldd = result((quad, step, out) => {
  const gradients = [quad.read(step, 2), quad.read(step, 3)] as const;
  sampleNamed(quad, step, quad.read(step, 0), 'gradients', out, gradients);
});

/** The coordinates as a color: before 1_4 clamped, with a w of 1. */
const texcoord = result((quad, step, out) => {
  if (quad.executable.version >= Sm1Version.v1_4) {
    out.words.set(quad.read(step, 0).words);
    return;
  }
  const at = coordinatesOf(quad, stageOf(step), quad.sources[0]!);
  for (let i = 0; i < REGISTER_WORDS; i++) out.setFloat(i, i < 3 * LANES ? saturate(at.floats[i]!) : 1);
});

/** Coordinates displaced by a texel, with the matrix of the stage; `texbeml` also lights the result. */
function bumpMapped(isLit: boolean): Sm1ResultHandler {
  return result((quad, step, out) => {
    const stage = stageOf(step);
    const texel = quad.read(step, 0).floats;
    const at = coordinatesOf(quad, stage, quad.sources[1]!);
    const [m00, m01, m10, m11, scale, offset] = quad.textures?.bump(stage) ?? [0, 0, 0, 0, 0, 0];
    if (quad.textures?.isProjected(stage)) project(at);
    for (let lane = 0; lane < LANES; lane++) {
      const [r, g] = [texel[lane]!, texel[LANES + lane]!];
      at.setFloat(lane, add(at.floats[lane]!, add(multiply(m00, r), multiply(m10, g))));
      at.setFloat(LANES + lane, add(at.floats[LANES + lane]!, add(multiply(m01, r), multiply(m11, g))));
    }
    sample(quad, stage, at, 'implicit', out);
    if (!isLit) return;
    for (let i = 0; i < REGISTER_WORDS; i++) {
      const light = add(multiply(texel[2 * LANES + (i % LANES)]!, scale), offset);
      out.setFloat(i, multiply(out.floats[i]!, light));
    }
  });
}

/** Computes the next row of the matrix product: the coordinates of the stage times a texel. */
function nextRow(quad: Sm1Quad, step: Sm1Step): void {
  const texel = quad.read(step, 0).floats;
  const at = coordinatesOf(quad, stageOf(step), quad.sources[1]!).floats;
  const row = new LaneWords(LANES);
  for (let lane = 0; lane < LANES; lane++) row.setFloat(lane, dot(at, texel, 3, lane));
  quad.rows.push(row);
}

const texturePad = flow(nextRow);

/** The last row, then what `compute` makes of all rows; the next matrix begins anew. */
function lastRow(
  rows: 2 | 3,
  compute: (quad: Sm1Quad, step: Sm1Step, product: LaneWords, out: LaneWords) => void,
): Sm1ResultHandler {
  return result((quad, step, out) => {
    nextRow(quad, step);
    const product = new LaneWords(REGISTER_WORDS);
    for (const [i, row] of quad.rows.slice(-rows).entries()) product.words.set(row.words, i * LANES);
    quad.rows.length = 0;
    compute(quad, step, product, out);
  });
}

/** Samples the stage at the product. */
const sampleProduct = (quad: Sm1Quad, step: Sm1Step, product: LaneWords, out: LaneWords) =>
  sample(quad, stageOf(step), product, 'implicit', out);

/** Samples where the eye sees its reflection: `2 (N.E) / (N.N) N - E`. */
function sampleReflection(eyeOf: (quad: Sm1Quad, step: Sm1Step) => LaneWords) {
  return (quad: Sm1Quad, step: Sm1Step, product: LaneWords, out: LaneWords) => {
    const eye = eyeOf(quad, step).floats;
    const normal = product.floats;
    const at = new LaneWords(REGISTER_WORDS);
    for (let lane = 0; lane < LANES; lane++) {
      const factor = divide(multiply(2, dot(normal, eye, 3, lane)), dot(normal, normal, 3, lane));
      for (let i = 0; i < 3; i++)
        at.setFloat(i * LANES + lane, add(multiply(factor, normal[i * LANES + lane]!), -eye[i * LANES + lane]!));
    }
    sample(quad, stageOf(step), at, 'implicit', out);
  };
}

const constantEye = (quad: Sm1Quad, step: Sm1Step) => quad.read(step, 1);

/** The eye in the fourth components of the coordinates of the three stages. */
function coordinateEye(quad: Sm1Quad, step: Sm1Step): LaneWords {
  const eye = quad.sources[2]!;
  const last = stageOf(step);
  for (let i = 0; i < 3; i++) {
    const at = coordinatesOf(quad, last - 2 + i, quad.sources[1]!);
    eye.words.set(at.words.subarray(3 * LANES), i * LANES);
  }
  return eye;
}

/** The depth of the pixel: the first row divided by the second, 1 for a division by zero. */
const texm3x2depth = flow((quad, step) => {
  nextRow(quad, step);
  const [z, w] = quad.rows.slice(-2);
  quad.rows.length = 0;
  for (let lane = 0; lane < LANES; lane++) {
    const divisor = w?.floats[lane] ?? 0;
    quad.setDepth(lane, divisor === 0 ? 1 : saturate(divide(z!.floats[lane]!, divisor)));
  }
});

/** The depth of the pixel: red divided by green, which is at most 1. */
const texdepth = flow((quad, step) => {
  const values = quad.destinationFloats(step);
  for (let lane = 0; lane < LANES; lane++) {
    const divisor = minimum(values[LANES + lane]!, 1);
    quad.setDepth(lane, divisor === 0 ? 1 : saturate(divide(values[lane]!, divisor)));
  }
});

export const TEXTURE_HANDLERS = {
  texld,
  texldl,
  texldd,
  texcoord,
  texbem: bumpMapped(false),
  texbeml: bumpMapped(true),
  texreg2ar: sampleAt((read) => [read(3), read(0)]),
  texreg2gb: sampleAt((read) => [read(1), read(2)]),
  texreg2rgb: sampleAt((read) => [read(0), read(1), read(2)]),
  texm3x2pad: texturePad,
  texm3x3pad: texturePad,
  texm3x2tex: lastRow(2, sampleProduct),
  texm3x3tex: lastRow(3, sampleProduct),
  texm3x3spec: lastRow(3, sampleReflection(constantEye)),
  texm3x3vspec: lastRow(3, sampleReflection(coordinateEye)),
  texm3x3: lastRow(3, (_quad, _step, product, out) => {
    for (let i = 0; i < REGISTER_WORDS; i++) out.setFloat(i, i < 3 * LANES ? product.floats[i]! : 1);
  }),
  texdp3: result((quad, step, out) => {
    nextRow(quad, step);
    const row = quad.rows.pop()!;
    for (let i = 0; i < REGISTER_WORDS; i++) out.words[i] = row.words[i % LANES]!;
  }),
  texdp3tex: result((quad, step, out) => {
    nextRow(quad, step);
    const row = quad.rows.pop()!;
    const at = new LaneWords(REGISTER_WORDS);
    at.words.set(row.words);
    sample(quad, stageOf(step), at, 'implicit', out);
  }),
  texm3x2depth,
  texdepth,
} as const satisfies Record<string, Sm1Handler>;
