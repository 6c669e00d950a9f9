/**
 * Which components of a source each opcode reads for which component of its result, as Microsoft's validator assumes
 * when it checks that temporaries are written before they are read (source: oracle). Most of it follows from the rows
 * of the opcode table. Some instructions really read other components: {@link QUIRKS} lists them.
 *
 * Not for: the check itself (uninitialized-reads.ts).
 */
import { SM4_RESOURCE_DIMENSIONS } from '../../../../isa/sm4/names.ts';
import {
  SM4_OPCODE_BY_CODE,
  type Sm4Components,
  type Sm4InstructionRow,
  type Sm4Mnemonic,
  sm4IsSparse,
} from '../../../../isa/sm4/opcodes.ts';

/**
 * A pattern has four bits for each component of the result, x in the lowest: the positions of the source, before its
 * swizzle, that are read for it.
 */
const NOTHING = 0;
const EACH = 0x8421;
const X_FOR_X = 0x0001;
const XY_EACH = 0x0021;
const XYZ_EACH = 0x0421;
const W_FOR_X = 0x0008;
const XY_FOR_ALL = 0x3333;
const XYZ_FOR_ALL = 0x7777;
const XYZW_FOR_ALL = 0xffff;
const PAIR_FOR_EACH = 0x00c3;
const EACH_FOR_PAIR = 0x2211;
const W_FOR_W = 0x8000;

/** Sources whose pattern depends on the dimension of the resource that the instruction names. */
const COORDINATES = -1;
/** The mip level is in w. */
const COORDINATES_AND_LEVEL = -2;
/** Buffers have a coordinate too. */
const COORDINATES_OF_UAV = -3;
/** Two dimensions, with or without an array, and no others. */
const COORDINATES_2D = -4;

/**
 * The validator treats coordinates, gradients and offsets like operands that are read by component, not for every
 * result.
 */
const PATTERN_OF: Readonly<Record<Sm4Components, number>> = {
  mask: EACH,
  one: EACH,
  prefix: EACH,
  xy: XY_FOR_ALL,
  xyz: XYZ_FOR_ALL,
  xyzw: XYZW_FOR_ALL,
  coordinates: COORDINATES,
  coordinatesAndLevel: COORDINATES_AND_LEVEL,
  gradients: COORDINATES,
  doublePerComponent: PAIR_FOR_EACH,
  componentPerDouble: EACH_FOR_PAIR,
  none: NOTHING,
};

/** Patterns of the first sources, in order, that differ from what the instruction does. */
interface Quirk {
  readonly of: readonly Sm4Mnemonic[];
  readonly patterns: readonly number[];
}

/** Where Microsoft's validator differs from the facts of the opcode (source: oracle). */
const QUIRKS: readonly Quirk[] = [
  /** Instructions with two results read only w, and only for x. */
  { of: ['imul', 'umul', 'udiv', 'uaddc', 'usubb'], patterns: [W_FOR_X, W_FOR_X] },
  /** Nothing is checked of the location of lod. */
  { of: ['lod'], patterns: [NOTHING] },
  /**
   * Gathers with offsets from registers know two dimensions only, and read their offsets as if they were coordinates.
   */
  { of: ['gather4_po', 'gather4_po_c'], patterns: [COORDINATES_2D, COORDINATES_2D] },
  /** Addresses of raw and structured memory are read for x of the result only. */
  { of: ['ld_raw', 'ld_structured'], patterns: [X_FOR_X, X_FOR_X] },
  /**
   * So is the element of ld_structured_s, which is the only source that is checked of any instruction with access
   * status.
   */
  { of: ['ld_structured_s'], patterns: [X_FOR_X, NOTHING] },
  /** An offset for interpolation is read by component. */
  { of: ['eval_snapped'], patterns: [EACH, XY_EACH] },
  /** A sample for interpolation is read for x of the result only. */
  { of: ['eval_sample_index'], patterns: [EACH, X_FOR_X] },
  /** The condition of dmovc is read by component, not by double. */
  { of: ['dmovc'], patterns: [EACH] },
];

/**
 * Of these no source is checked: atomic operations with results, and what returns or tests an access status (source:
 * oracle).
 */
function isUnchecked(row: Sm4InstructionRow): boolean {
  return row.category === 'atomic' || row.requires === 'tiledResources' || sm4IsSparse(row);
}

/** Coordinates by D3D10_SB_RESOURCE_DIMENSION. */
const COORDINATE_PATTERNS: readonly number[] = SM4_RESOURCE_DIMENSIONS.map((name) => {
  if (name === 'texture1d') return X_FOR_X;
  if (name === 'texture2d' || name === 'texture1darray') return XY_EACH;
  if (name === 'texture3d' || name === 'texturecube' || name === 'texture2darray') return XYZ_EACH;
  return name === 'texturecubearray' ? EACH : NOTHING;
});

/** The pattern of a source, given its pattern or what it depends on, and the dimension of the resource. */
export function patternOf(pattern: number, dimension: number): number {
  if (pattern >= 0) return pattern;
  const name = SM4_RESOURCE_DIMENSIONS[dimension];
  const coordinates = COORDINATE_PATTERNS[dimension] ?? NOTHING;
  if (pattern === COORDINATES_2D) return name === 'texture2d' || name === 'texture2darray' ? coordinates : NOTHING;
  if (name === 'buffer') return pattern === COORDINATES ? NOTHING : X_FOR_X;
  if (pattern !== COORDINATES_AND_LEVEL) return coordinates;
  return name === 'texturecube' || name === 'texturecubearray' ? W_FOR_W : coordinates | W_FOR_W;
}

export interface OpcodeReads {
  /** Numbers of the operands, from 0, that are results. */
  readonly results: readonly number[];
  /** Numbers of the operands that are sources. */
  readonly sources: readonly number[];
  /** The pattern of each source, or what {@link patternOf} resolves. */
  readonly patterns: readonly number[];
  /** Number of the operand that is a resource, for coordinates; -1: there is none. */
  readonly resource: number;
  /** Its first source is tested: x of it is read for any result. */
  readonly tests: boolean;
}

/** By opcode; undefined where nothing is checked: instructions without a result, and declarations. */
export const OPCODE_READS: readonly (OpcodeReads | undefined)[] = SM4_OPCODE_BY_CODE.map((row) =>
  row?.kind === 'instruction' ? readsOf(row) : undefined,
);

function readsOf(row: Sm4InstructionRow): OpcodeReads | undefined {
  const numbers = (...roles: readonly string[]): number[] =>
    row.operands.flatMap(({ role }, i) => (roles.includes(role) ? [i] : []));
  const results = numbers('destination');
  const sources = numbers('source');
  const tests = row.category === 'flow' && sources.length > 0 && row.operands[0]?.access === 'read';
  if (results.length === 0 && !tests) return undefined;
  const resource = numbers('resource', 'uav', 'memory')[0] ?? -1;
  const patterns = sources.map((operand, i) => patternOfSource(row, operand, i));
  return { results, sources, patterns, resource, tests };
}

/** The pattern of operand `operand`, which is source number `source`, both from 0. */
function patternOfSource(row: Sm4InstructionRow, operand: number, source: number): number {
  const quirk = QUIRKS.find(({ of }) => of.includes(row.mnemonic))?.patterns[source];
  if (quirk !== undefined) return quirk;
  if (isUnchecked(row)) return NOTHING;
  const pattern = PATTERN_OF[row.operands[operand]!.components];
  const ofUav = pattern === COORDINATES && row.operands.some(({ role }) => role === 'uav');
  return ofUav ? COORDINATES_OF_UAV : pattern;
}
