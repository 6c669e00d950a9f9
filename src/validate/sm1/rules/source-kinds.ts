/**
 * The operand kind that each source of each opcode requires, from 2_0 on. Derived from the opcode table. Not for:
 * rules.
 */
import {
  isSm1Source,
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1OpcodeRow,
  type Sm1OperandRole,
} from '../../../isa/sm1/opcodes.ts';
import { MAX_SOURCES } from '../context.ts';

export const SourceKind = {
  plain: 0,
  /** The first register of a matrix. */
  matrix: 1,
  /** Texture coordinates. */
  coordinate: 2,
  sampler: 3,
  /** Derivatives of texture coordinates. */
  gradient: 4,
  label: 5,
  /** A boolean constant or a component of the predicate. */
  condition: 6,
  integer: 7,
  loopCounter: 8,
  predicate: 9,
} as const;

const KIND_BY_ROLE: Readonly<Partial<Record<Sm1OperandRole, number>>> = {
  sampler: SourceKind.sampler,
  label: SourceKind.label,
  condition: SourceKind.condition,
  intConstant: SourceKind.integer,
  loopCounter: SourceKind.loopCounter,
  predicate: SourceKind.predicate,
};

const KINDS = new Uint8Array(SM1_OPCODE_LIMIT * MAX_SOURCES);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.code >= SM1_OPCODE_LIMIT) continue;
  const sources = row.operands.filter(isSm1Source);
  const samples = sources.some(({ role }) => role === 'sampler');
  for (const [i, { role, rows }] of sources.entries()) {
    let kind: number = KIND_BY_ROLE[role] ?? SourceKind.plain;
    if (samples && role === 'source') kind = i === 0 ? SourceKind.coordinate : SourceKind.gradient;
    if (rows !== undefined) kind = SourceKind.matrix;
    KINDS[row.code * MAX_SOURCES + i] = kind;
  }
}

/** The kind of source `i` of `opcode`, one of {@link SourceKind}. */
export function sourceKind(opcode: number, i: number): number {
  return opcode < SM1_OPCODE_LIMIT ? KINDS[opcode * MAX_SOURCES + i]! : SourceKind.plain;
}
