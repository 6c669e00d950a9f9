/**
 * Trials of compiled pixel shaders. A vertex shader passes on the values that the pixel shader reads: of a point for
 * each pixel, so that nothing is interpolated, or of one triangle that covers all pixels, whose values change by little
 * from one to the next.
 */

import { Random } from '../../smith/random.ts';
import { InterpolationMode } from '../../src/base/d3d/enumerations.ts';
import type { SignatureElement } from '../../src/chunks/signature.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { writtenResults } from './dispatch.ts';
import { centers, type DrawDescription } from './draw.ts';
import { drawTrial } from './draw-trial.ts';
import { freeRegister, positionElement } from './edit.ts';
import { passedValues, passVertex } from './pass.ts';
import { type CompiledProgram, type ElementType, elementType, systemValueOf } from './program.ts';
import type { ComparedResult } from './results.ts';
import { boundShader, type CompiledTrial } from './trial.ts';
import { randomRange, randomTypedWord } from './words.ts';

const WIDTH = 8;
const HEIGHT = 4;

/** System values that the rasterizer makes. */
const GENERATED: ReadonlySet<string> = new Set(['position', 'primitiveId', 'isFrontFace', 'sampleIndex']);
const DISTANCES: ReadonlySet<string> = new Set(['clipDistance', 'cullDistance']);

/**
 * The trial of a pixel shader; undefined for one that writes nothing. @param isTriangle otherwise each pixel is a point
 */
export function pixelTrial(program: CompiledProgram, seed: number, isTriangle: boolean): CompiledTrial | undefined {
  const written = writtenResults(boundShader(program, seed));
  const targets = targetsOf(program);
  // Pixels write to memory in any order: only one is drawn.
  const isOne = written.length > 0;
  // Points have nothing to interpolate.
  if (written.length + targets.results.length === 0 || (isTriangle ? isOne : program.evaluatesInputs)) return undefined;
  const handed = program.inputs.filter((element) => !GENERATED.has(systemValueOf(element)));
  const position = positionOf(program, handed);
  const interpolated = isTriangle ? handed.filter((element) => isInterpolated(program, element)) : [];
  const random = new Random(seed);
  const size = isOne ? { width: 1, height: 1 } : { width: WIDTH, height: HEIGHT };
  const count = isTriangle ? 3 : size.width * size.height;
  const description: DrawDescription = {
    topology: isTriangle ? 'triangle-list' : 'point-list',
    vertices: count,
    values: passedValues([position, ...handed], (element) => {
      if (element === position) return isTriangle ? CORNERS : centers(size);
      return interpolated.includes(element) ? corners(random) : wordsOf(element, count, random, isTriangle);
    }),
    ...size,
    targets: targets.types,
  };
  return drawTrial({
    name: `${program.name}, ${isTriangle ? 'a triangle' : 'points'}`,
    program,
    seed,
    others: { vs: passVertex([position, ...handed]) },
    description,
    targets: targets.results,
    interpolated: interpolated.map(({ register }) => register),
  });
}

/** The types of the targets, and which of their components the shader writes. */
function targetsOf({ outputs }: CompiledProgram): { types: ElementType[]; results: ComparedResult[] } {
  const elements: SignatureElement[] = [];
  for (const element of outputs)
    if (/^sv_target$/i.test(element.semanticName)) elements[element.semanticIndex] = element;
  const list = Array.from(elements, (element) => element as SignatureElement | undefined);
  return {
    types: list.map((element) => (element === undefined ? 'float' : elementType(element))),
    results: list.map((element, i) => ({
      name: `target ${i}`,
      type: (word) => {
        if (element === undefined || (element.mask & (1 << (word & 3))) === 0) return 'unwritten';
        return elementType(element) === 'float' ? 'float' : 'integer';
      },
    })),
  };
}

/** The position of vertices, in the register in which the program reads it, or in one of its own. */
function positionOf({ inputs }: CompiledProgram, handed: readonly SignatureElement[]): SignatureElement {
  const position = inputs.find((element) => systemValueOf(element) === 'position');
  return positionElement(position?.register ?? freeRegister(handed, 'input'));
}

/** Two corners are far outside, so that the triangle covers all pixels. */
const CORNERS = Uint32Array.from([-1, 1, 0.5, 1, 3, 1, 0.5, 1, -1, -3, 0.5, 1], bitsOfFloat);

function isInterpolated({ declarations }: CompiledProgram, element: SignatureElement): boolean {
  const declared = declarations.inputs.find(
    ({ register, mask }) => register === element.register && (mask & element.mask) !== 0,
  );
  const isDistance = DISTANCES.has(systemValueOf(element));
  return elementType(element) === 'float' && !isDistance && declared?.interpolation !== InterpolationMode.constant;
}

/**
 * Values that are not interpolated; the same at all corners of a triangle, because interfaces take them from different
 * ones.
 */
function wordsOf(element: SignatureElement, count: number, random: Random, isTriangle: boolean): Uint32Array {
  const type = elementType(element);
  const isDistance = DISTANCES.has(systemValueOf(element));
  const range = randomRange(random);
  const word = () => (isDistance ? bitsOfFloat(random.between(1, 64) / 16) : randomTypedWord(random, type, range));
  const words = Uint32Array.from({ length: 4 * count }, word);
  return isTriangle ? words.map((_, i) => words[i & 3]!) : words;
}

/** Values of the corners of the triangle: those of neighboring pixels differ by a multiple of 1/64, at most 1/8. */
function corners(random: Random): Uint32Array {
  const vectors: number[][] = [[], [], []];
  for (let i = 0; i < 4; i++) {
    const start = random.between(-128, 128) / 64;
    // A corner is two sizes of the target away.
    const [right, down] = [random.between(-8, 8) / 64, random.between(-8, 8) / 64];
    for (const [corner, value] of [start, start + 2 * WIDTH * right, start + 2 * HEIGHT * down].entries())
      vectors[corner]![i] = value;
  }
  return Uint32Array.from(vectors.flat(), bitsOfFloat);
}
