/**
 * Where the values of the temporary registers of a program of shader models 4.0 to 5.1 are needed.
 *
 * Not for: indexable temporaries (`x0`), whose elements are not known before the program runs.
 */

import { componentsRead, FULL_MASK } from '../components.ts';
import { type FlowGraph, type FlowStep, flowGraphOf } from '../flow/graph.ts';
import { type LiveRange, liveRangesOf, RegisterAccesses } from '../flow/liveness.ts';
import { destinationMask, Sm4Cursor, type Sm4OperandSlot, sourceSwizzle } from './cursor.ts';
import { SM4_OPCODE_BY_CODE, type Sm4Components, type Sm4Mnemonic } from './opcodes.ts';
import { SM4_OPERAND_TYPES } from './operands.ts';
import type { Sm4Program } from './program.ts';
import { Sm4OpcodeToken } from './tokens.ts';

/** The effect of each opcode on control flow; absent: nothing. The number of a call or label is its operand. */
const STEPS: Readonly<Partial<Record<Sm4Mnemonic, FlowStep & string>>> = {
  if: 'if',
  else: 'else',
  endif: 'endif',
  loop: 'loop',
  endloop: 'endloop',
  switch: 'switch',
  case: 'case',
  default: 'default',
  endswitch: 'endswitch',
  break: 'break',
  breakc: 'breakIf',
  continue: 'continue',
  continuec: 'continueIf',
  ret: 'return',
  retc: 'returnIf',
  fcall: 'callAny',
  hs_decls: 'phase',
  hs_control_point_phase: 'phase',
  hs_fork_phase: 'phase',
  hs_join_phase: 'phase',
};
/** Opcodes with the number of a label, and the operand that has it. */
const LABELED: Readonly<
  Partial<Record<Sm4Mnemonic, { readonly does: 'call' | 'callIf' | 'label'; readonly operand: number }>>
> = {
  call: { does: 'call', operand: 0 },
  callc: { does: 'callIf', operand: 1 },
  label: { does: 'label', operand: 0 },
};

/**
 * Returns the control flow graph of a program. Positions are indices of instructions in `program.starts`. Memory and
 * time grow with the number of instructions.
 */
export function readSm4FlowGraph(program: Sm4Program): FlowGraph {
  const cursor = new Sm4Cursor(program);
  const { words, starts, count } = program;
  return flowGraphOf(count, (position) => {
    const row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(words[starts[position]!]!)];
    if (row === undefined) return undefined;
    const labeled = LABELED[row.mnemonic];
    if (labeled === undefined) return STEPS[row.mnemonic];
    cursor.goto(position);
    const { type, index0 } = cursor.operands[labeled.operand]!;
    const isBody = labeled.does === 'label' && type === SM4_OPERAND_TYPES.functionBody.code;
    return { does: isBody ? 'functionBody' : labeled.does, number: index0 };
  });
}

const TEMP = SM4_OPERAND_TYPES.temp.code;
/** Declarations name registers without an access to them. */
const X = 1;

/**
 * Returns the live ranges of the temporary registers (`r0` and so on), by register, then in program order. Positions
 * are indices of instructions in `program.starts`. A value counts as needed where a path reaches a read of it; of
 * addresses whose number of components depends on a resource, all components that the operand names count as read.
 */
export function sm4LiveRanges(program: Sm4Program): LiveRange[] {
  const cursor = new Sm4Cursor(program);
  const accesses = new RegisterAccesses();
  for (let position = 0; position < program.count; position++) {
    cursor.goto(position);
    if (cursor.row?.kind === 'instruction') addAccesses(cursor, accesses);
  }
  return liveRangesOf(readSm4FlowGraph(program), accesses);
}

/**
 * The components of a register that operand `i` of the current instruction reads, a mask; those of a literal count as a
 * register's.
 */
export function sm4ComponentsRead({ row, operands, operandCount }: Sm4Cursor, i: number): number {
  const components = row?.operands[i]?.components ?? 'xyzw';
  const result = resultMask(row?.operands ?? [], operands, operandCount);
  return componentsRead(sourceSwizzle(operands[i]!), positionsRead(components, result));
}

function addAccesses({ position, row, operands, operandCount }: Sm4Cursor, accesses: RegisterAccesses): void {
  const rows = row!.operands;
  const result = resultMask(rows, operands, operandCount);
  for (let i = 0; i < operandCount; i++) {
    const slot = operands[i]!;
    const { access, components } = rows[i] ?? { access: 'read', components: 'xyzw' };
    addIndices(position, slot, accesses);
    if (slot.type !== TEMP || access === 'write' || access === 'status') continue;
    accesses.read(position, slot.index0, componentsRead(sourceSwizzle(slot), positionsRead(components, result)));
  }
  for (let i = 0; i < operandCount; i++) {
    const slot = operands[i]!;
    const access = rows[i]?.access;
    if (slot.type === TEMP && (access === 'write' || access === 'readWrite' || access === 'status'))
      accesses.write(position, slot.index0, destinationMask(slot));
  }
}

function addIndices(position: number, slot: Sm4OperandSlot, accesses: RegisterAccesses): void {
  for (let i = 0; i < slot.indexCount; i++) {
    const relative = slot.isRelative(i) ? slot.relative[i] : undefined;
    if (relative === undefined) continue;
    if (relative.type === TEMP) accesses.read(position, relative.index0, componentsRead(sourceSwizzle(relative), X));
    addIndices(position, relative, accesses);
  }
}

/** The components that an instruction computes; all of them where it has no result with a mask. */
function resultMask(
  rows: readonly { readonly access: string }[],
  operands: readonly Sm4OperandSlot[],
  count: number,
): number {
  let mask = 0;
  for (let i = 0; i < Math.min(count, rows.length); i++) {
    const { access } = rows[i]!;
    if (access === 'write' || access === 'readWrite') mask |= destinationMask(operands[i]!);
  }
  return mask === 0 ? FULL_MASK : mask;
}

/** The components of a source, before its swizzle, that are read for the result. */
function positionsRead(components: Sm4Components, result: number): number {
  switch (components) {
    case 'mask':
    case 'prefix':
      return result;
    case 'one':
      return X;
    case 'xy':
      return 3;
    case 'xyz':
      return 7;
    case 'doublePerComponent':
      // The second double is read where the result has a second component.
      return (result & (result - 1)) === 0 ? 3 : FULL_MASK;
    case 'componentPerDouble':
      return (result & 3 ? 1 : 0) | (result & 12 ? 2 : 0);
    case 'none':
      return 0;
    default:
      return FULL_MASK;
  }
}
