/**
 * The constraints of Microsoft's validator on each operand of each opcode, regardless of declarations: the class of
 * types, how components are selected, modifiers, and minimum precision (source: oracle, every opcode, operand, type,
 * selection and modifier tried alone).
 *
 * Almost all of it follows from the rows of the opcode table. The exceptions are in {@link QUIRKS}, each with its
 * reason.
 *
 * Not for: which types a class has in a stage (type-classes.ts), or the check itself (rules/encoding/operands.ts).
 */
import { field } from '../../base/field.ts';
import {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4DeclarationRow,
  type Sm4InstructionRow,
  type Sm4Mnemonic,
  type Sm4Opcode,
  type Sm4OperandRow,
} from '../../isa/sm4/opcodes.ts';

/** Which types an operand may have; which they are in a stage and model is in type-classes.ts. */
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

/** How the components of an operand must be selected. */
export const SELECTION = {
  /** Anything. */
  free: 0,
  /** No components. */
  none: 1,
  /** Four, in any mode. */
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
  /** Four, without a swizzle. */
  whole: 11,
  /** Components follow from the type of a declared input. */
  declaredInput: 12,
  /** Four; before 5.0 one. */
  fourSince5_0: 13,
  /** One; before 5.0 four with the first component selected. */
  oneSince5_0: 14,
} as const;

/** Which minimum precisions an operand may have. */
export const PRECISION = { none: 0, float: 1, int: 2, any: 3 } as const;

/** In which models indices may be relative to registers. */
export const INDEXING = {
  /** In all. */
  free: 0,
  /** In none. */
  never: 1,
  /** From 5.0 on. */
  since5_0: 2,
  /** In 5.0 if the instruction has the dimension and the return types of its view, from 5.1 on without. */
  viewOfKnownKind: 3,
  /** In all; in 5.0 if the instruction has the dimension of its view. */
  viewOfKnownDimension: 4,
  /** From 5.1 on. */
  since5_1: 5,
} as const;

/** The fields of a constraint, packed in one number. */
export const Constraint = {
  types: field('types', 0, 5), // TYPE_CLASS
  selection: field('selection', 5, 4), // SELECTION
  negate: field('negate', 9, 1), // may be negated
  absolute: field('absolute', 10, 1), // may be made absolute
  precision: field('precision', 11, 2), // PRECISION
  indexing: field('indexing', 13, 3), // INDEXING
  declares: field('declares', 16, 1), // is what a declaration is about
} as const;

/** A constraint before it is packed. */
interface Parts {
  readonly types: keyof typeof TYPE_CLASS;
  readonly selection: keyof typeof SELECTION;
  /** `n`: may be negated; `a`: may be an absolute value. */
  readonly modifiers: '' | 'n' | 'a' | 'na';
  readonly precision: keyof typeof PRECISION;
  readonly indexing: keyof typeof INDEXING;
  readonly declares: boolean;
}

const NOTHING: Parts = {
  types: 'value',
  selection: 'none',
  modifiers: '',
  precision: 'none',
  indexing: 'free',
  declares: false,
};

function pack({ types, selection, modifiers, precision, indexing, declares }: Parts): number {
  let packed = Constraint.types.set(0, TYPE_CLASS[types]);
  packed = Constraint.selection.set(packed, SELECTION[selection]);
  packed = Constraint.negate.set(packed, modifiers.includes('n') ? 1 : 0);
  packed = Constraint.absolute.set(packed, modifiers.includes('a') ? 1 : 0);
  packed = Constraint.precision.set(packed, PRECISION[precision]);
  packed = Constraint.indexing.set(packed, INDEXING[indexing]);
  return Constraint.declares.set(packed, declares ? 1 : 0);
}

// --- what follows from the opcode table ---------------------------------------------------------------------------

function partsOf(row: Sm4InstructionRow | Sm4DeclarationRow, operand: Sm4OperandRow): Parts {
  if (row.kind === 'declaration') return declarationParts(row, operand);
  const { role, access, components } = operand;
  switch (role) {
    case 'destination':
      return resultParts(row, operand);
    case 'source':
      return sourceParts(row, operand);
    case 'resource':
      return resourceParts(row, operand);
    case 'sampler':
      return {
        ...NOTHING,
        types: 'sampler',
        selection: components === 'none' ? 'none' : 'oneSince5_0',
        indexing: 'since5_0',
      };
    case 'uav':
      if (access === 'read') return { ...NOTHING, types: 'uav', selection: 'four', indexing: 'since5_1' };
      if (access === 'write')
        return { ...NOTHING, types: 'uav', selection: 'mask', modifiers: 'na', indexing: 'since5_1' };
      return { ...NOTHING, types: 'uav', indexing: 'since5_1' };
    case 'memory':
      if (access === 'read') return { ...NOTHING, types: 'readable', selection: 'four' };
      if (access === 'write')
        return { ...NOTHING, types: 'writable', selection: 'prefix', modifiers: 'na', indexing: 'since5_1' };
      return { ...NOTHING, types: 'writable', indexing: 'since5_1' };
    case 'label':
      return { ...NOTHING, types: 'label', indexing: 'never' };
    case 'stream':
      return { ...NOTHING, types: 'stream', selection: 'free', modifiers: 'na', indexing: 'never' };
    case 'function':
      return { ...NOTHING, types: 'function', modifiers: 'na' };
    case 'constantBuffer':
    case 'register':
      return NOTHING;
  }
}

function declarationParts({ declares, controls }: Sm4DeclarationRow, { role }: Sm4OperandRow): Parts {
  const parts: Parts = { ...NOTHING, indexing: 'never', declares: true };
  switch (role) {
    case 'resource':
      return { ...parts, types: 'view' };
    case 'sampler':
    case 'uav':
    case 'memory':
      return { ...parts, types: role };
    case 'constantBuffer':
      return { ...parts, types: role, selection: 'whole' };
    case 'stream':
      return { ...parts, types: role, selection: 'free' };
    default:
      if (declares === 'indexRange') return { ...parts, types: 'indexRange', selection: 'mask' };
      if (declares === 'output') return { ...parts, types: 'declaredOutput', selection: 'mask', precision: 'any' };
      if (controls === 'dclInputPs') return { ...parts, types: 'input', selection: 'mask', precision: 'any' };
      return { ...parts, types: 'declaredInput', selection: 'declaredInput', precision: 'any' };
  }
}

const PRECISIONS: Readonly<Record<Sm4OperandRow['type'], Parts['precision']>> = {
  f32: 'float',
  i32: 'int',
  u32: 'int',
  bool: 'int',
  bits: 'int',
  any: 'any',
  f64: 'none',
  none: 'none',
};

/** Modifiers of results are not looked at; those of an access status are. */
function resultParts(row: Sm4InstructionRow, operand: Sm4OperandRow): Parts {
  const { type, components, access } = operand;
  if (access === 'status') return { ...NOTHING, types: 'optionalResult', selection: 'mask', precision: 'int' };
  if (type === 'f64') return { ...NOTHING, types: 'doubleResult', selection: 'doubleMask', modifiers: 'na' };
  const ofDoubles = row.operands.some((one) => one.components === 'doublePerComponent');
  return {
    ...NOTHING,
    types: operand.optional ? 'optionalResult' : 'result',
    selection: components === 'one' ? 'single' : ofDoubles ? 'oneOrTwo' : 'mask',
    modifiers: 'na',
    // The previous contents of memory, which an atomic operation returns, have no precision of the result.
    precision: row.category === 'atomic' ? 'none' : PRECISIONS[type],
    // A register that raw or structured memory is read into has no relative index.
    indexing: row.operands.some((one) => one.role === 'memory' && one.access === 'read') ? 'never' : 'free',
  };
}

function sourceParts(row: Sm4InstructionRow, operand: Sm4OperandRow): Parts {
  const { type, components, access } = operand;
  if (type === 'f64') return { ...NOTHING, types: 'doubleValue', selection: 'doubleSwizzle', modifiers: 'na' };
  const selection = components === 'one' ? 'one' : 'four';
  if (access === 'constant') return { ...NOTHING, types: 'literal', selection };
  return {
    ...NOTHING,
    types: access === 'interpolate' ? 'input' : 'value',
    selection,
    modifiers: modifiersOf(row, operand),
    // Memory has no minimum precision, and neither has what is combined with it.
    precision: row.category === 'atomic' && access === 'read' ? 'none' : PRECISIONS[type],
  };
}

/**
 * Floats of arithmetic may be negated and absolute, ints may be negated; what addresses or compares bits takes neither.
 */
function modifiersOf({ category }: Sm4InstructionRow, { type }: Sm4OperandRow): Parts['modifiers'] {
  switch (type) {
    case 'f32':
      return category === 'sample' || category === 'gather' ? '' : 'na';
    case 'i32':
      return category === 'integer' || category === 'conversion' || category === 'interpolation' ? 'n' : '';
    case 'any':
      return category === 'move' || category === 'interpolation' ? 'na' : '';
    default:
      return '';
  }
}

function resourceParts(row: Sm4InstructionRow, { alternative }: Sm4OperandRow): Parts {
  const compares = row.category === 'sample' && row.compares;
  return {
    ...NOTHING,
    types: alternative === 'uav' ? 'viewOrUav' : alternative === 'rasterizer' ? 'viewOrRasterizer' : 'view',
    selection: compares ? 'first' : 'four',
    indexing: alternative === 'uav' ? 'viewOfKnownDimension' : 'viewOfKnownKind',
  };
}

// --- what does not ------------------------------------------------------------------------------------------------

interface Quirk {
  readonly of: readonly Sm4Mnemonic[];
  /** Number of the operand, from 1. */
  readonly operand: number;
  /** The constraints that replace those derived from the row. */
  readonly parts: Partial<Parts>;
}

/** Where Microsoft's validator differs from the facts of the opcode (source: oracle). */
export const QUIRKS: readonly Quirk[] = [
  /** The condition of callc may be negated and absolute, unlike all other conditions. */
  { of: ['callc'], operand: 1, parts: { modifiers: 'na' } },
  /** Nothing is said about a relative index of the label of callc. */
  { of: ['callc'], operand: 2, parts: { indexing: 'free' } },
  /** Before 5.0 a shift takes one amount for all components. */
  { of: ['ishl', 'ishr', 'ushr'], operand: 3, parts: { selection: 'fourSince5_0' } },
  /** ineg negates, so its source may not be negated. */
  { of: ['ineg'], operand: 2, parts: { modifiers: '' } },
  /** utod takes a negated source like itod. */
  { of: ['utod'], operand: 2, parts: { modifiers: 'n' } },
  /** The halves that f16tof32 unpacks may be negated and absolute, as if they were floats. */
  { of: ['f16tof32'], operand: 2, parts: { modifiers: 'na' } },
  /** msad is treated as an operation on floats. */
  { of: ['msad'], operand: 1, parts: { precision: 'float' } },
  { of: ['msad'], operand: 2, parts: { precision: 'float' } },
  { of: ['msad'], operand: 3, parts: { precision: 'float' } },
  { of: ['msad'], operand: 4, parts: { precision: 'float' } },
  /** The results of tests of doubles have no minimum precision, unlike those of all other tests. */
  { of: ['deq', 'dge', 'dlt', 'dne'], operand: 1, parts: { precision: 'none' } },
  /** dtoi and dtou may write more components than there are doubles. */
  { of: ['dtoi', 'dtou'], operand: 1, parts: { selection: 'mask' } },
  /** The values that swapc exchanges take no modifiers, unlike those of mov and movc. */
  { of: ['swapc'], operand: 4, parts: { modifiers: '' } },
  { of: ['swapc'], operand: 5, parts: { modifiers: '' } },
  /** A gather counts as a result of floats, though it may read ints. */
  {
    of: ['gather4', 'gather4_po', 'gather4_s', 'gather4_po_s'],
    operand: 1,
    parts: { precision: 'float' },
  },
  /** ldms_s counts as a result of floats, too, but ldms does not. */
  { of: ['ldms_s'], operand: 1, parts: { precision: 'float' } },
  /** The number of elements that bufinfo returns may have the precision of floats. */
  { of: ['bufinfo'], operand: 1, parts: { precision: 'any' } },
  /** Which sample ldms reads must be a literal in 4.0, and never comes from a register with a relative index. */
  { of: ['ldms'], operand: 4, parts: { types: 'sampleIndex', indexing: 'never' } },
  { of: ['ldms_s'], operand: 5, parts: { types: 'sampleIndex', indexing: 'never' } },
  /** The lowest mip level may have four components. */
  { of: ['sample_cl_s'], operand: 6, parts: { selection: 'four' } },
  { of: ['sample_b_cl_s', 'sample_c_cl_s'], operand: 7, parts: { selection: 'four' } },
  { of: ['sample_d_cl_s'], operand: 8, parts: { selection: 'four' } },
  /** The view of sample_c_cl_s may have any swizzle, unlike those of all other comparisons. */
  { of: ['sample_c_cl_s'], operand: 4, parts: { selection: 'four' } },
  /** An access status is looked at as an absolute value if need be, and has no minimum precision. */
  { of: ['check_access_fully_mapped'], operand: 2, parts: { modifiers: 'a', precision: 'none' } },
  { of: ['check_access_fully_mapped'], operand: 1, parts: { precision: 'none' } },
];

// --- by opcode ----------------------------------------------------------------------------------------------------

/** Operands of the opcode with the most. */
export const MAX_OPERANDS = Math.max(...Object.values(SM4_OPCODES).map(({ operands }) => operands.length));

export const CONSTRAINT_COUNTS = Uint8Array.from(SM4_OPCODE_BY_CODE, (row) => row?.operands.length ?? 0);

/** The constraint of operand `i`, from 0, of opcode number `code` is at `code * MAX_OPERANDS + i`. */
export const CONSTRAINTS: Int32Array = constraintsByCode();

/** The byte offset in an element of group-shared memory that shader model 4 writes to. */
export const KNOWN_OFFSET = pack({ ...NOTHING, types: 'literal', selection: 'one', precision: 'int' });

/** The constraint of operand `i`, from 0, that follows from the row of an opcode: without {@link QUIRKS}. */
export function derivedConstraint(row: Sm4Opcode, i: number): number {
  return pack(derivedParts(row, i));
}

function derivedParts(row: Sm4Opcode, i: number): Parts {
  // Markers, data blocks and reserved numbers have no operands.
  return row.kind === 'instruction' || row.kind === 'declaration' ? partsOf(row, row.operands[i]!) : NOTHING;
}

function constraintsByCode(): Int32Array {
  const list = new Int32Array(SM4_OPCODE_BY_CODE.length * MAX_OPERANDS);
  for (const row of SM4_OPCODE_BY_CODE) {
    if (row === undefined) continue;
    for (let i = 0; i < row.operands.length; i++) list[row.code * MAX_OPERANDS + i] = derivedConstraint(row, i);
  }
  for (const { of, operand, parts } of QUIRKS) {
    for (const mnemonic of of) {
      const { code } = SM4_OPCODES[mnemonic];
      const row = SM4_OPCODE_BY_CODE[code]!;
      list[code * MAX_OPERANDS + operand - 1] = pack({ ...derivedParts(row, operand - 1), ...parts });
    }
  }
  return list;
}
