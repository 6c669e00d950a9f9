/**
 * Errors of texels that instructions of models 1 to 3 read: of coordinates that the instruction has, and of those that
 * it computes.
 */
import type { Sm1Opcode } from '../../../src/isa/sm1/opcodes.ts';
import { LANES, type LaneWords } from '../../../src/vm/lanes.ts';
import type { Sm1Step } from '../../../src/vm/sm1/executable.ts';
import type { Sm1Quad } from '../../../src/vm/sm1/quad.ts';
import type { Stage9 } from '../../wine/d3d9-textures.ts';
import { FILTER, isNear, TEXEL, textureError } from '../noise-errors.ts';
import type { BoundLegacy } from './draw.ts';

/** Instructions that read a texture at coordinates which they compute. */
const COMPUTED: ReadonlySet<Sm1Opcode> = new Set<Sm1Opcode>([
  ...(['texbem', 'texbeml', 'texm3x2tex', 'texm3x3tex', 'texm3x3spec', 'texm3x3vspec', 'texdp3tex'] as const),
]);
/** Instructions whose result is a product with the coordinates of the stage. */
const PRODUCTS: ReadonlySet<Sm1Opcode> = new Set<Sm1Opcode>(['texdp3', 'texm3x3', 'bem']);
/** Components of the source that are the coordinates, before 1_4. */
const OF_TEXELS: Readonly<Partial<Record<Sm1Opcode, readonly number[]>>> = {
  texreg2ar: [3, 0],
  texreg2gb: [1, 2],
  texreg2rgb: [0, 1, 2],
};
/** Of the products of a matrix with values of trials, which are small. */
const PRODUCT = 2 ** -20;
const PROJECTED = 1;
/** Differences between pixels, in texels, that are so small that the first level is read. */
const FLAT = 2 ** -6;

/**
 * Of each lane, how much the texels may differ that `step` reads; empty where it reads none. @param read its sources
 */
export function textureErrors(
  quad: Sm1Quad,
  step: Sm1Step,
  { program, stages }: BoundLegacy,
  read: readonly LaneWords[],
): number[] {
  const { opcode } = step;
  if (PRODUCTS.has(opcode)) return Array(LANES).fill(PRODUCT);
  const hasSampler = program.major >= 2 && (opcode === 'texld' || opcode === 'texldl' || opcode === 'texldd');
  const bound = stages[hasSampler ? step.sources[1]!.number : (step.destination?.number ?? 0)];
  if (COMPUTED.has(opcode)) return Array(LANES).fill(computedError(bound));
  if (opcode !== 'texld' && opcode !== 'texldl' && opcode !== 'texldd' && OF_TEXELS[opcode] === undefined) return [];
  if (bound === undefined) return Array(LANES).fill(0);
  const { view, stage } = bound;
  const sampler = stage.sampler!.sampler;
  const lanes = Array.from({ length: LANES }, (_, lane) => coordinatesOf(quad, step, program, bound, read, lane));
  const sizes = [view.texture.width, view.texture.height, view.texture.depth];
  const spread = Math.max(
    ...lanes.flatMap((one) => one.map((at, axis) => Math.abs(at - lanes[0]![axis]!) * sizes[axis]!)),
  );
  const isImplicit = opcode !== 'texldl' && opcode !== 'texldd';
  return lanes.map((coordinates, lane) => {
    const level = read[0]!.floats[3 * LANES + lane]!;
    const isBetween = opcode === 'texldl' && (sampler.mipFilter === 'point' ? isNear(level - 0.5) : isNear(level));
    const isLevelOpen = isBetween || opcode === 'texldd' || (isImplicit && !(spread < FLAT));
    return textureError({ view, sampler, coordinates, layer: 0, isGather: false, isLevelOpen });
  });
}

function computedError(bound: Stage9 | undefined): number {
  if (bound === undefined) return 0;
  // Coordinates are wrong by little, and textures are smooth.
  return bound.stage.sampler!.sampler.minFilter === 'point' ? TEXEL : 2 * FILTER;
}

/** The coordinates in a lane. */
function coordinatesOf(
  quad: Sm1Quad,
  step: Sm1Step,
  { major, minor }: BoundLegacy['program'],
  { view, stage }: Stage9,
  read: readonly LaneWords[],
  lane: number,
): number[] {
  const isOfStage = major === 1 && minor < 4 && step.opcode === 'texld';
  const base = quad.coordinates.baseOf(step.destination?.number ?? 0);
  const floats = new Float32Array(quad.coordinates.words.buffer);
  const floatAt = (i: number) => (isOfStage ? floats[base + i * LANES + lane]! : read[0]!.floats[i * LANES + lane]!);
  const isProjected = isOfStage
    ? stage.isProjected
    : major >= 2 && step.opcode === 'texld' && step.controls === PROJECTED;
  const components = OF_TEXELS[step.opcode] ?? [0, 1, 2].slice(0, view.isCube ? 3 : view.axes);
  return components.map((i) => floatAt(i) / (isProjected ? floatAt(3) : 1));
}
