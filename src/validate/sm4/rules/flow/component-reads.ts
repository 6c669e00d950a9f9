/**
 * Which components of a source each opcode reads for which component of its result, as Microsoft's validator has it (source:
 * oracle): where it checks that temporaries are written before they are read. Some of it is not what the instructions do; it is
 * kept as it is, for the verdict.
 *
 * Not for: the check itself (initialisation.ts).
 */
import { SM4_RESOURCE_DIMENSIONS } from '../../../../isa/sm4/names.ts';
import { SM4_OPCODES, type Sm4Mnemonic, type Sm4OpcodeRow } from '../../../../isa/sm4/opcodes.ts';

/**
 * A pattern has four bits for each component of the result, x in the lowest: the positions of the source, before its swizzle, that
 * are read for it.
 */
const NOTHING = 0;
const EACH = 0x8421;
const X_OF_X = 0x0001;
const XY_EACH = 0x0021;
const W_OF_X = 0x0008;
const XY_OF_ALL = 0x3333;
const XYZ_OF_ALL = 0x7777;
const XYZW_OF_ALL = 0xffff;
/** A double is read for each component of a result of another type, and the other way round. */
const PAIR_OF_EACH = 0x00c3;
const EACH_OF_PAIR = 0x2211;
const W_OF_W = 0x8000;

/** Kinds of sources whose pattern depends on the dimension of the resource that the instruction names. */
const COORDINATES = -1;
/** A mip level stands in w. */
const COORDINATES_AND_LEVEL = -2;
/** Buffers have a coordinate as well. */
const COORDINATES_OF_UAV = -3;
/** Two dimensions, with or without an array, and no others. */
const COORDINATES_2D = -4;

/** Patterns of the sources of opcodes whose sources are not all {@link EACH}, in order; the last one stands for all behind. */
const EXCEPTIONS: Readonly<Partial<Record<Sm4Mnemonic, readonly number[]>>> = {
  dp2: [XY_OF_ALL],
  dp3: [XYZ_OF_ALL],
  dp4: [XYZW_OF_ALL],
  imul: [W_OF_X],
  umul: [W_OF_X],
  udiv: [W_OF_X],
  uaddc: [W_OF_X],
  usubb: [W_OF_X],
  ld: [COORDINATES_AND_LEVEL],
  ldms: [COORDINATES, EACH],
  sample: [COORDINATES],
  sample_c: [COORDINATES, EACH],
  sample_c_lz: [COORDINATES, EACH],
  sample_l: [COORDINATES, EACH],
  sample_b: [COORDINATES, EACH],
  sample_d: [COORDINATES],
  lod: [NOTHING],
  gather4: [COORDINATES],
  gather4_c: [COORDINATES, EACH],
  gather4_po: [COORDINATES_2D],
  gather4_po_c: [COORDINATES_2D, COORDINATES_2D, EACH],
  ld_uav_typed: [COORDINATES_OF_UAV],
  ld_raw: [X_OF_X],
  ld_structured: [X_OF_X],
  ld_structured_s: [X_OF_X, NOTHING],
  eval_snapped: [XY_EACH],
  eval_sample_index: [X_OF_X],
  deq: [PAIR_OF_EACH],
  dge: [PAIR_OF_EACH],
  dlt: [PAIR_OF_EACH],
  dne: [PAIR_OF_EACH],
  dtof: [PAIR_OF_EACH],
  dtoi: [PAIR_OF_EACH],
  dtou: [PAIR_OF_EACH],
  ftod: [EACH_OF_PAIR],
  itod: [EACH_OF_PAIR],
  utod: [EACH_OF_PAIR],
};
/** Opcodes of which no source is checked, but for the exceptions above. */
const UNCHECKED = /_s$|^imm_atomic|^check_access/;

/** Coordinates by D3D10_SB_RESOURCE_DIMENSION. */
const COORDINATE_PATTERNS: readonly number[] = SM4_RESOURCE_DIMENSIONS.map((name) => {
  if (name === 'texture1d') return X_OF_X;
  if (name === 'texture2d' || name === 'texture1darray') return XY_EACH;
  if (name === 'texture3d' || name === 'texturecube' || name === 'texture2darray') return 0x0421;
  return name === 'texturecubearray' ? EACH : NOTHING;
});

/** The pattern of a source of `kind`, which may be a pattern already, where the resource has `dimension`. */
export function patternOf(kind: number, dimension: number): number {
  if (kind >= 0) return kind;
  const name = SM4_RESOURCE_DIMENSIONS[dimension];
  const pattern = COORDINATE_PATTERNS[dimension] ?? NOTHING;
  if (kind === COORDINATES_2D) return name === 'texture2d' || name === 'texture2darray' ? pattern : NOTHING;
  if (name === 'buffer') return kind === COORDINATES ? NOTHING : X_OF_X;
  if (kind !== COORDINATES_AND_LEVEL) return pattern;
  return name === 'texturecube' || name === 'texturecubearray' ? W_OF_W : pattern | W_OF_W;
}

export interface OpcodeReads {
  /** Numbers of the operands, from 0, that are results. */
  readonly results: readonly number[];
  /** Numbers of the operands that are sources. */
  readonly sources: readonly number[];
  /** The pattern of each source, or a kind that {@link patternOf} resolves. */
  readonly patterns: readonly number[];
  /** Number of the operand that is a resource, for coordinates; -1: there is none. */
  readonly resource: number;
  /** Its source is tested: x of it is read whatever there is of a result. */
  readonly tests: boolean;
}

const TESTS: ReadonlySet<string> = new Set(['if', 'switch', 'discard', 'retc', 'breakc', 'continuec', 'callc']);

/** By opcode; undefined where nothing is checked: what has no result, and declarations. */
export const OPCODE_READS: readonly (OpcodeReads | undefined)[] = readsByCode();

function readsByCode(): (OpcodeReads | undefined)[] {
  const list: (OpcodeReads | undefined)[] = [];
  for (const [name, row] of Object.entries(SM4_OPCODES) as [Sm4Mnemonic, Sm4OpcodeRow][]) {
    const numbers = (...roles: readonly string[]): number[] =>
      row.operands.flatMap(({ role }, i) => (roles.includes(role) ? [i] : []));
    const results = numbers('destination');
    const tests = TESTS.has(name);
    if (row.kind !== 'instruction' || (results.length === 0 && !tests)) continue;
    const sources = numbers('source');
    const kinds = EXCEPTIONS[name] ?? [UNCHECKED.test(name) ? NOTHING : EACH];
    const patterns = sources.map((_, i) => kinds[Math.min(i, kinds.length - 1)]!);
    list[row.code] = { results, sources, patterns, resource: numbers('resource', 'uav', 'memory')[0] ?? -1, tests };
  }
  return list;
}
