/**
 * Trials of pixel shaders of models 1 to 3. A vertex shader passes on the values that the pixel shader reads: of a
 * small triangle for each pixel with the same values at its corners, so that nothing is interpolated, or of one
 * triangle that covers all pixels, whose values change by little from one to the next.
 */

import { Random } from '../../../smith/random.ts';
import { sm1UsageCode } from '../../../src/isa/sm1/declarations.ts';
import { SM1_REGISTERS } from '../../../src/isa/sm1/registers.ts';
import { bitsOfFloat } from '../../../src/numerics/conversion.ts';
import { USAGE, type UsedRegister } from '../../../src/vm/draw/legacy/legacy-vertices.ts';
import { NoTrial } from '../../gpu/from-request.ts';
import { assembledSm1 } from '../../wine/d3d9.ts';
import type { ComparedResult } from '../results.ts';
import type { CompiledTrial } from '../trial.ts';
import { randomTypedWord } from '../words.ts';
import { type LegacyValue, unboundLegacy } from './draw.ts';
import { type LegacyProgram, legacyProgramOf, OLD_COLOR, usageName, writtenMask } from './program.ts';
import { boundLegacy, HEIGHT, legacyTrial, WIDTH } from './trial.ts';
import { smallTriangles } from './triangles.ts';

const COLOR_OUT = SM1_REGISTERS.colorOut.code;
const TARGETS = 4;
/** Outputs of vs_3_0. */
const MAX_OUTPUTS = 11;

/**
 * The trial of a pixel shader; undefined for one that writes no color. @param isTriangle otherwise each pixel has a
 * triangle of its own
 */
export function legacyPixelTrial(program: LegacyProgram, seed: number, isTriangle: boolean): CompiledTrial | undefined {
  const results = targetsOf(program);
  if (results.length === 0) return undefined;
  const handed = distinct(program.inputs);
  const vertex = legacyProgramOf('', passVertex(program, handed))!;
  const random = new Random(seed);
  const count = 3 * (isTriangle ? 1 : WIDTH * HEIGHT);
  const values = handed.map(
    (input, index): LegacyValue => ({
      usage: VALUE,
      index,
      words: isTriangle ? corners(input, random) : vectors(input, random),
    }),
  );
  const triangle = isTriangle ? LARGE : smallTriangles();
  const subject = boundLegacy(program, seed);
  return legacyTrial(
    `${program.name}, ${isTriangle ? 'a triangle' : 'small triangles'}`,
    {
      vertex: unboundLegacy(vertex),
      pixel: subject,
      values: [{ usage: USAGE.position, index: 0, words: triangle }, ...values],
      vertices: count,
      width: WIDTH,
      height: HEIGHT,
      targets: results.length,
    },
    subject,
    results,
    isTriangle ? program.inputs : [],
  );
}

/** The colors up to the last one that the shader writes. */
function targetsOf({ executable, major }: LegacyProgram): ComparedResult[] {
  const masks =
    major < 2
      ? [writtenMask(executable, OLD_COLOR, 0)]
      : Array.from({ length: TARGETS }, (_, i) => writtenMask(executable, COLOR_OUT, i));
  return masks.slice(0, masks.findLastIndex((mask) => mask !== 0) + 1).map((mask, i) => ({
    name: `color ${i}`,
    type: (word) => ((mask & (1 << (word & 3))) === 0 ? 'unwritten' : 'float'),
  }));
}

/** The usage of the values in vertices, whatever the shader calls them. */
const VALUE = sm1UsageCode('texcoord');

/** The inputs without those that have the usage of another one. */
function distinct(inputs: readonly UsedRegister[]): UsedRegister[] {
  return inputs.filter((input, i) => inputs.findIndex((one) => usageName(one) === usageName(input)) === i);
}

/** A vertex shader that passes on a position and the values of inputs. */
function passVertex({ major, isSoftware }: LegacyProgram, handed: readonly UsedRegister[]): Uint8Array {
  if (handed.some(({ usage, usageIndex }) => usage === USAGE.position && usageIndex === 0))
    throw new NoTrial('the pixel shader reads the position');
  if (handed.length >= MAX_OUTPUTS && !isSoftware) throw new NoTrial('the pixel shader reads too much');
  const isModern = major >= 3;
  const outputs = handed.map((input, i) => (isModern ? `o${i + 1}` : fixedOutput(input)));
  const text = `${isModern ? (isSoftware ? 'vs_3_sw' : 'vs_3_0') : 'vs_2_0'}
dcl_position v0
${handed.map((_, i) => `dcl_texcoord${i} v${i + 1}`).join('\n')}
${isModern ? `dcl_position o0\n${handed.map((input, i) => `dcl_${usageName(input)} o${i + 1}`).join('\n')}` : ''}
mov ${isModern ? 'o0' : 'oPos'}, v0
${outputs.map((output, i) => `mov ${output}, v${i + 1}`).join('\n')}
`;
  const bytes = assembledSm1(text);
  if (bytes === undefined) throw new Error(text);
  return bytes;
}

/** The output that an input before 3_0 is linked to. */
function fixedOutput({ usage, usageIndex }: UsedRegister): string {
  return `${usage === USAGE.color ? 'oD' : 'oT'}${usageIndex}`;
}

/** A vector of each pixel, the same at all corners. Colors are from 0 to 1. */
function vectors({ usage }: UsedRegister, random: Random): Uint32Array {
  const word = () =>
    usage === USAGE.color ? bitsOfFloat(random.between(0, 64) / 64) : randomTypedWord(random, 'float');
  return Uint32Array.from(
    Array.from({ length: WIDTH * HEIGHT }, () => {
      const vector = [word(), word(), word(), word()];
      return [...vector, ...vector, ...vector];
    }).flat(),
  );
}

/** The corners of a triangle around all pixels, one pixel and fifteen pixels from the first one. */
const NEAR = -1;
const FAR = 15;
const LARGE = Uint32Array.from(
  [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, FAR],
  ].flatMap(([x, y]) => [(2 * x!) / WIDTH - 1, 1 - (2 * y!) / HEIGHT, 0.5, 1]),
  bitsOfFloat,
);

/**
 * Values of its corners: those of neighboring pixels differ by a multiple of 1/64, at most 1/8; colors stay between 0
 * and 1.
 */
function corners({ usage }: UsedRegister, random: Random): Uint32Array {
  const isColor = usage === USAGE.color;
  const [most, middle, range] = isColor ? [1, 32, 14] : [8, 0, 128];
  const list: number[][] = [[], [], []];
  for (let i = 0; i < 4; i++) {
    const start = (middle + random.between(-range, range)) / 64;
    const [right, down] = [random.between(-most, most) / 64, random.between(-most, most) / 64];
    for (const [corner, [x, y]] of [
      [NEAR, NEAR],
      [FAR, NEAR],
      [NEAR, FAR],
    ].entries())
      list[corner]![i] = start + x! * right + y! * down;
  }
  return Uint32Array.from(list.flat(), bitsOfFloat);
}
