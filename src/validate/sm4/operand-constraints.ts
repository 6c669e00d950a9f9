/**
 * What Microsoft's validator demands of each operand of each opcode, whatever is declared: the class of types, how components are
 * selected, modifiers, and minimum precision. One row for each list of demands (source: oracle, every opcode, operand, type, selection
 * and modifier tried alone).
 *
 * Not for: which types a class has in a stage (type-classes.ts), or judging (operand-forms.ts).
 */
import { field } from '../../base/field.ts';
import { SM4_OPCODES, type Sm4Mnemonic } from '../../isa/sm4/opcodes.ts';

/** Which types may stand in a place; what they are in a stage and model is in type-classes.ts. */
export const TYPE_CLASS = {
  result: 0,
  /** A result that may be discarded. */
  optionalResult: 1,
  doubleResult: 2,
  value: 3,
  doubleValue: 4,
  literal: 5,
  /** A literal in 4.0, any value later. */
  sampleIndex: 6,
  label: 7,
  view: 8,
  viewOrUav: 9,
  viewOrRasterizer: 10,
  /** Raw or structured memory to read. */
  readable: 11,
  /** Memory to write: UAV, or group-shared memory. */
  writable: 12,
  uav: 13,
  memory: 14,
  sampler: 15,
  constantBuffer: 16,
  function: 17,
  stream: 18,
  input: 19,
  declaredInput: 20,
  declaredOutput: 21,
  indexRange: 22,
} as const;

/** How components have to be selected. */
export const SELECTION = {
  /** Anything. */
  free: 0,
  /** No components. */
  none: 1,
  /** Four, in whatever mode. */
  four: 2,
  /** One: a scalar, or four with one selected. */
  one: 3,
  /** A mask that is not empty. */
  mask: 4,
  /** A mask of one component. */
  single: 5,
  /** A mask of one or two components. */
  oneOrTwo: 6,
  /** x, xy, xyz or xyzw. */
  prefix: 7,
  /** xy, zw or xyzw. */
  doubleMask: 8,
  /** Pairs of components in their order. */
  doubleSwizzle: 9,
  /** Only the first component. */
  first: 10,
  /** Four as they are. */
  whole: 11,
  /** What the type of a declared input demands. */
  declaredInput: 12,
  /** Four; before 5.0 one. */
  fourSince5_0: 13,
  /** One; before 5.0 four of which only the first is taken. */
  oneSince5_0: 14,
} as const;

/** Which minimum precisions may stand. */
export const PRECISION = { none: 0, float: 1, int: 2, any: 3 } as const;

/** In which models indices may be more than numbers. */
export const INDEXING = {
  /** In all. */
  free: 0,
  /** In none. */
  never: 1,
  /** From 5.0 on. */
  since5_0: 2,
  /** In 5.0 if the instruction says dimension and return types of its view, from 5.1 on without. */
  viewOfKnownKind: 3,
  /** In 5.0 if the instruction says the dimension of its view. */
  viewOfKnownDimension: 4,
  /** From 5.1 on. */
  since5_1: 5,
} as const;

/** The fields of a demand, packed in one number. */
export const Constraint = {
  types: field('types', 0, 5), // TYPE_CLASS
  selection: field('selection', 5, 4), // SELECTION
  negate: field('negate', 9, 1), // may be negated
  absolute: field('absolute', 10, 1), // may be made absolute
  precision: field('precision', 11, 2), // PRECISION
  indexing: field('indexing', 13, 3), // INDEXING
  declares: field('declares', 16, 1), // is what a declaration is about
} as const;

type Modifiers = '' | 'n' | 'a' | 'na';

function constraint(
  types: keyof typeof TYPE_CLASS,
  selection: keyof typeof SELECTION,
  modifiers: Modifiers,
  precision: keyof typeof PRECISION,
  indexing: keyof typeof INDEXING = 'free',
): number {
  let packed = Constraint.types.set(0, TYPE_CLASS[types]);
  packed = Constraint.selection.set(packed, SELECTION[selection]);
  packed = Constraint.negate.set(packed, modifiers.includes('n') ? 1 : 0);
  packed = Constraint.absolute.set(packed, modifiers.includes('a') ? 1 : 0);
  packed = Constraint.precision.set(packed, PRECISION[precision]);
  return Constraint.indexing.set(packed, INDEXING[indexing]);
}

function declared(
  types: keyof typeof TYPE_CLASS,
  selection: keyof typeof SELECTION,
  precision: keyof typeof PRECISION = 'none',
): number {
  return Constraint.declares.set(constraint(types, selection, '', precision, 'never'), 1);
}

const RESULT = constraint('result', 'mask', 'na', 'any');
/** What raw and structured memory is read into. */
const RESULT_FIXED = constraint('result', 'mask', 'na', 'any', 'never');
const OPTIONAL_FIXED = constraint('optionalResult', 'mask', 'na', 'any', 'never');
const RESULT_FLOAT = constraint('result', 'mask', 'na', 'float');
const RESULT_INT = constraint('result', 'mask', 'na', 'int');
const RESULT_PLAIN = constraint('result', 'mask', 'na', 'none');
const RESULT_SINGLE = constraint('result', 'single', 'na', 'none');
/** What tests of doubles give. */
const RESULT_TESTS = constraint('result', 'oneOrTwo', 'na', 'none');
/** Floats from doubles. */
const RESULT_FLOATS = constraint('result', 'oneOrTwo', 'na', 'float');
const RESULT_DOUBLE = constraint('doubleResult', 'doubleMask', 'na', 'none');
const OPTIONAL = constraint('optionalResult', 'mask', 'na', 'any');
const OPTIONAL_FLOAT = constraint('optionalResult', 'mask', 'na', 'float');
const OPTIONAL_INT = constraint('optionalResult', 'mask', 'na', 'int');
/** Whether all memory was mapped. */
const STATUS = constraint('optionalResult', 'mask', '', 'int');

const VALUE = constraint('value', 'four', 'na', 'any');
const VALUE_AS_IS = constraint('value', 'four', '', 'any');
const FLOAT = constraint('value', 'four', 'na', 'float');
const FLOAT_AS_IS = constraint('value', 'four', '', 'float');
const SIGNED = constraint('value', 'four', 'n', 'int');
const INT = constraint('value', 'four', '', 'int');
/** How far to shift. */
const SHIFT = constraint('value', 'fourSince5_0', '', 'int');
const INT_FREE = constraint('value', 'four', 'na', 'int');
const DOUBLE = constraint('doubleValue', 'doubleSwizzle', 'na', 'none');
/** An access status to look at. */
const ACCESS = constraint('value', 'four', 'a', 'none');
const ONE = constraint('value', 'one', '', 'none');
const ONE_FLOAT = constraint('value', 'one', '', 'float');
const ONE_INT = constraint('value', 'one', '', 'int');
const ONE_INT_FREE = constraint('value', 'one', 'na', 'int');
const LITERAL = constraint('literal', 'one', '', 'none');
/** Where in an element of group-shared memory shader model 4 writes. */
export const KNOWN_PLACE = constraint('literal', 'one', '', 'int');
const SAMPLE_INDEX = constraint('sampleIndex', 'one', '', 'int', 'never');
/** What is interpolated. */
const INPUT = constraint('input', 'four', 'na', 'any');

const VIEW = constraint('view', 'four', '', 'none', 'viewOfKnownKind');
/** A view that comparisons read. */
const VIEW_X = constraint('view', 'first', '', 'none', 'viewOfKnownKind');
const VIEW_OR_UAV = constraint('viewOrUav', 'four', '', 'none', 'viewOfKnownDimension');
const VIEW_OR_RASTERIZER = constraint('viewOrRasterizer', 'four', '', 'none', 'viewOfKnownKind');
const SAMPLER = constraint('sampler', 'none', '', 'none', 'since5_0');
const SAMPLER_ONE = constraint('sampler', 'oneSince5_0', '', 'none', 'since5_0');
const READABLE = constraint('readable', 'four', '', 'none');
const STORED = constraint('writable', 'prefix', 'na', 'none', 'since5_1');
const ATOMIC = constraint('writable', 'none', '', 'none', 'since5_1');
const UAV = constraint('uav', 'none', '', 'none', 'since5_1');
const UAV_READ = constraint('uav', 'four', '', 'none', 'since5_1');
const UAV_WRITE = constraint('uav', 'mask', 'na', 'none', 'since5_1');

const LABEL = constraint('label', 'none', '', 'none', 'never');
const LABEL_FREE = constraint('label', 'none', '', 'none');
const FUNCTION = constraint('function', 'none', 'na', 'none');
const STREAM = constraint('stream', 'free', 'na', 'none', 'never');

const DCL_VIEW = declared('view', 'none');
const DCL_UAV = declared('uav', 'none');
const DCL_SAMPLER = declared('sampler', 'none');
const DCL_CONSTANTS = declared('constantBuffer', 'whole');
const DCL_MEMORY = declared('memory', 'none');
const DCL_STREAM = declared('stream', 'free');
const DCL_INPUT = declared('declaredInput', 'declaredInput', 'any');
const DCL_PIXEL_INPUT = declared('input', 'mask', 'any');
const DCL_OUTPUT = declared('declaredOutput', 'mask', 'any');
const DCL_RANGE = declared('indexRange', 'mask');

type Row = readonly [constraints: readonly number[], ...opcodes: readonly Sm4Mnemonic[]];

// biome-ignore format: one row, one line
const ROWS: readonly Row[] = [
  [[RESULT_FLOAT, FLOAT, FLOAT], 'add', 'div', 'dp2', 'dp3', 'dp4', 'min', 'max', 'mul'],
  [[RESULT_INT, INT, INT], 'and', 'ieq', 'ige', 'ilt', 'ine', 'or', 'ult', 'uge', 'umax', 'umin', 'xor'],
  [[RESULT_INT, INT, SHIFT], 'ishl', 'ishr', 'ushr'],
  [[ONE_INT], 'breakc', 'continuec', 'discard', 'if', 'retc', 'switch'],
  [[LABEL], 'call', 'label'],
  [[ONE_INT_FREE, LABEL_FREE], 'callc'],
  [[LITERAL], 'case'],
  [[RESULT_INT, FLOAT, FLOAT], 'eq', 'ge', 'lt', 'ne'],
  [[RESULT_FLOAT, FLOAT], 'exp', 'frc', 'log', 'round_ne', 'round_ni', 'round_pi', 'round_z', 'rsq', 'sqrt', 'deriv_rtx_coarse', 'deriv_rtx_fine', 'deriv_rty_coarse', 'deriv_rty_fine', 'rcp', 'deriv_rtx', 'deriv_rty'],
  [[RESULT_INT, FLOAT], 'ftoi', 'ftou', 'f32tof16'],
  [[RESULT_INT, SIGNED, SIGNED], 'iadd', 'imax', 'imin'],
  [[RESULT_INT, SIGNED, SIGNED, SIGNED], 'imad'],
  [[OPTIONAL_INT, OPTIONAL_INT, SIGNED, SIGNED], 'imul'],
  [[RESULT_INT, INT], 'ineg', 'not', 'countbits', 'firstbit_hi', 'firstbit_lo', 'firstbit_shi', 'bfrev'],
  [[RESULT_FLOAT, SIGNED], 'itof'],
  [[RESULT, INT, VIEW], 'ld'],
  [[RESULT, INT, VIEW, SAMPLE_INDEX], 'ldms'],
  [[RESULT_FLOAT, FLOAT, FLOAT, FLOAT], 'mad'],
  [[RESULT, VALUE], 'mov'],
  [[RESULT, INT, VALUE, VALUE], 'movc'],
  [[RESULT, ONE_INT, VIEW_OR_UAV], 'resinfo'],
  [[RESULT_FLOAT, FLOAT_AS_IS, VIEW, SAMPLER], 'sample', 'lod'],
  [[RESULT_FLOAT, FLOAT_AS_IS, VIEW_X, SAMPLER, ONE_FLOAT], 'sample_c', 'sample_c_lz'],
  [[RESULT_FLOAT, FLOAT_AS_IS, VIEW, SAMPLER, ONE_FLOAT], 'sample_l', 'sample_b'],
  [[RESULT_FLOAT, FLOAT_AS_IS, VIEW, SAMPLER, FLOAT_AS_IS, FLOAT_AS_IS], 'sample_d'],
  [[OPTIONAL_FLOAT, OPTIONAL_FLOAT, FLOAT], 'sincos'],
  [[OPTIONAL_INT, OPTIONAL_INT, INT, INT], 'udiv', 'umul'],
  [[RESULT_INT, INT, INT, INT], 'umad', 'ubfe', 'ibfe'],
  [[RESULT_FLOAT, INT], 'utof'],
  [[DCL_VIEW], 'dcl_resource', 'dcl_resource_raw', 'dcl_resource_structured'],
  [[DCL_CONSTANTS], 'dcl_constantbuffer'],
  [[DCL_SAMPLER], 'dcl_sampler'],
  [[DCL_RANGE], 'dcl_indexrange'],
  [[DCL_INPUT], 'dcl_input', 'dcl_input_sgv', 'dcl_input_siv'],
  [[DCL_PIXEL_INPUT], 'dcl_input_ps', 'dcl_input_ps_sgv', 'dcl_input_ps_siv'],
  [[DCL_OUTPUT], 'dcl_output', 'dcl_output_sgv', 'dcl_output_siv'],
  [[RESULT_FLOAT, FLOAT_AS_IS, VIEW, SAMPLER_ONE], 'gather4'],
  [[RESULT_FLOAT, VIEW_OR_RASTERIZER, ONE_INT], 'samplepos'],
  [[RESULT, VIEW_OR_RASTERIZER], 'sampleinfo'],
  [[FUNCTION], 'fcall'],
  [[RESULT, VIEW_OR_UAV], 'bufinfo'],
  [[RESULT_FLOAT, FLOAT_AS_IS, VIEW, SAMPLER_ONE, ONE_FLOAT], 'gather4_c'],
  [[RESULT_FLOAT, FLOAT_AS_IS, INT, VIEW, SAMPLER_ONE], 'gather4_po'],
  [[RESULT_FLOAT, FLOAT_AS_IS, INT, VIEW, SAMPLER_ONE, ONE_FLOAT], 'gather4_po_c'],
  [[RESULT_FLOAT, INT_FREE], 'f16tof32'],
  [[RESULT_INT, OPTIONAL_INT, INT, INT], 'uaddc', 'usubb'],
  [[RESULT_INT, INT, INT, INT, INT], 'bfi'],
  [[RESULT, RESULT, INT, VALUE_AS_IS, VALUE_AS_IS], 'swapc'],
  [[DCL_UAV], 'dcl_uav_typed', 'dcl_uav_raw', 'dcl_uav_structured'],
  [[RESULT, INT, UAV_READ], 'ld_uav_typed'],
  [[UAV_WRITE, INT, VALUE_AS_IS], 'store_uav_typed'],
  [[RESULT_FIXED, ONE_INT, READABLE], 'ld_raw'],
  [[STORED, ONE_INT, VALUE_AS_IS], 'store_raw'],
  [[RESULT_FIXED, ONE_INT, ONE_INT, READABLE], 'ld_structured'],
  [[STORED, ONE_INT, ONE_INT, VALUE_AS_IS], 'store_structured'],
  [[ATOMIC, INT, ONE], 'atomic_and', 'atomic_or', 'atomic_xor', 'atomic_iadd', 'atomic_imax', 'atomic_imin', 'atomic_umax', 'atomic_umin'],
  [[ATOMIC, INT, ONE, ONE], 'atomic_cmp_store'],
  [[RESULT_SINGLE, UAV], 'imm_atomic_alloc', 'imm_atomic_consume'],
  [[RESULT_SINGLE, ATOMIC, INT, ONE], 'imm_atomic_iadd', 'imm_atomic_and', 'imm_atomic_or', 'imm_atomic_xor', 'imm_atomic_exch', 'imm_atomic_imax', 'imm_atomic_imin', 'imm_atomic_umax', 'imm_atomic_umin'],
  [[RESULT_SINGLE, ATOMIC, INT, ONE, ONE], 'imm_atomic_cmp_exch'],
  [[RESULT_DOUBLE, DOUBLE, DOUBLE], 'dadd', 'dmax', 'dmin', 'dmul', 'ddiv'],
  [[RESULT_TESTS, DOUBLE, DOUBLE], 'deq', 'dge', 'dlt', 'dne'],
  [[RESULT_DOUBLE, DOUBLE], 'dmov', 'drcp'],
  [[RESULT_DOUBLE, INT, DOUBLE, DOUBLE], 'dmovc'],
  [[RESULT_FLOATS, DOUBLE], 'dtof'],
  [[RESULT_DOUBLE, FLOAT], 'ftod'],
  [[RESULT, INPUT, SIGNED], 'eval_snapped'],
  [[RESULT, INPUT, ONE_INT], 'eval_sample_index'],
  [[RESULT, INPUT], 'eval_centroid'],
  [[RESULT_DOUBLE, DOUBLE, DOUBLE, DOUBLE], 'dfma'],
  [[RESULT_FLOAT, FLOAT_AS_IS, FLOAT_AS_IS, FLOAT_AS_IS], 'msad'],
  [[RESULT_INT, DOUBLE], 'dtoi', 'dtou'],
  [[RESULT_DOUBLE, SIGNED], 'itod', 'utod'],
  [[OPTIONAL_FLOAT, STATUS, FLOAT_AS_IS, VIEW, SAMPLER_ONE], 'gather4_s'],
  [[OPTIONAL_FLOAT, STATUS, FLOAT_AS_IS, VIEW, SAMPLER_ONE, ONE_FLOAT], 'gather4_c_s'],
  [[OPTIONAL_FLOAT, STATUS, FLOAT_AS_IS, INT, VIEW, SAMPLER_ONE], 'gather4_po_s'],
  [[OPTIONAL_FLOAT, STATUS, FLOAT_AS_IS, INT, VIEW, SAMPLER_ONE, ONE_FLOAT], 'gather4_po_c_s'],
  [[OPTIONAL, STATUS, INT, VIEW], 'ld_s'],
  [[OPTIONAL_FLOAT, STATUS, INT, VIEW, SAMPLE_INDEX], 'ldms_s'],
  [[OPTIONAL, STATUS, INT, UAV_READ], 'ld_uav_typed_s'],
  [[OPTIONAL_FIXED, STATUS, ONE_INT, READABLE], 'ld_raw_s'],
  [[OPTIONAL_FIXED, STATUS, ONE_INT, ONE_INT, READABLE], 'ld_structured_s'],
  [[OPTIONAL_FLOAT, STATUS, FLOAT_AS_IS, VIEW, SAMPLER, ONE_FLOAT], 'sample_l_s'],
  [[OPTIONAL_FLOAT, STATUS, FLOAT_AS_IS, VIEW_X, SAMPLER, ONE_FLOAT], 'sample_c_lz_s'],
  [[OPTIONAL_FLOAT, STATUS, FLOAT_AS_IS, VIEW, SAMPLER, FLOAT_AS_IS], 'sample_cl_s'],
  [[OPTIONAL_FLOAT, STATUS, FLOAT_AS_IS, VIEW, SAMPLER, ONE_FLOAT, FLOAT_AS_IS], 'sample_b_cl_s', 'sample_c_cl_s'],
  [[OPTIONAL_FLOAT, STATUS, FLOAT_AS_IS, VIEW, SAMPLER, FLOAT_AS_IS, FLOAT_AS_IS, FLOAT_AS_IS], 'sample_d_cl_s'],
  [[RESULT_PLAIN, ACCESS], 'check_access_fully_mapped'],
  [[STREAM], 'emit_stream', 'cut_stream', 'emit_then_cut_stream'],
  [[DCL_STREAM], 'dcl_stream'],
  [[DCL_MEMORY], 'dcl_tgsm_raw', 'dcl_tgsm_structured'],
];

/** The demands on the operands of an opcode, by its number; absent where it has none. */
export const CONSTRAINTS: readonly (readonly number[] | undefined)[] = byCode();

function byCode(): (readonly number[] | undefined)[] {
  const list: (readonly number[] | undefined)[] = [];
  for (const [constraints, ...opcodes] of ROWS) {
    for (const opcode of opcodes) list[SM4_OPCODES[opcode].code] = constraints;
  }
  return list;
}
