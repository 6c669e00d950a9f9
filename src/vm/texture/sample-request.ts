/**
 * The operands and results of reads for the four lanes of a quad: made once, filled before each read.
 *
 * Element `component * 4 + lane` is a component of a lane, as in the registers of the interpreter. Lanes: 0 upper left,
 * 1 upper right, 2 lower left, 3 lower right.
 */

import { ALL_LANES, COMPONENTS, LANES } from '../lanes.ts';

/** The status of a read whose texels are all mapped; textures here always are. */
export const ALL_MAPPED = 0xffff_ffff;

/** Operands and results of one read. */
export class SampleRequest {
  /** Coordinates as floats; where an instruction has integers, {@link words}. */
  readonly coordinates = new Float32Array(LANES * COMPONENTS);
  /** The coordinates as words. */
  readonly words = new Uint32Array(this.coordinates.buffer);
  /** Derivatives along x and along y (`gradient`). */
  readonly ddx = new Float32Array(LANES * COMPONENTS);
  readonly ddy = new Float32Array(LANES * COMPONENTS);
  /** The level of detail (`level`), or what is added to it (`bias`), of each lane. */
  readonly lod = new Float32Array(LANES);
  /** The reference values of comparisons. */
  readonly reference = new Float32Array(LANES);
  /** The smallest level of detail; minus infinity for none. */
  readonly clamp = new Float32Array(LANES).fill(Number.NEGATIVE_INFINITY);
  /** Texels that are added to the coordinates. */
  readonly offsets = new Int32Array(LANES * COMPONENTS);
  /** Which sample is read from a multisampled texture. */
  readonly sampleIndex = new Uint32Array(LANES);
  /** The lanes that are read, a bit each. Derivatives use the coordinates of all four. */
  lanes = ALL_LANES;
  /** Results as words and as floats; lanes that are not read keep theirs. */
  readonly result = new Uint32Array(LANES * COMPONENTS);
  readonly resultFloats = new Float32Array(this.result.buffer);
}
