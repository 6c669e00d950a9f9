/**
 * Where the values of the temporary registers of a program of shader models 1 to 3 are needed.
 *
 * Not for: other registers that are written, such as those of texture coordinates, addresses and predicates.
 */

import { Sm1Version } from '../../base/profile.ts';
import { componentsRead, FULL_MASK } from '../components.ts';
import { type FlowGraph, type FlowStep, flowGraphOf } from '../flow/graph.ts';
import { type LiveRange, liveRangesOf, RegisterAccesses } from '../flow/liveness.ts';
import { Sm1Cursor } from './cursor.ts';
import {
  SM1_OPCODE_BY_CODE,
  type Sm1Components,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  sm1OpcodeRow,
  sm1Operands,
} from './opcodes.ts';
import type { Sm1Program } from './program.ts';
import { SM1_REGISTERS } from './registers.ts';

/** The effect of each opcode on control flow; absent: nothing. Loops count, and may run zero times. */
const STEPS: Readonly<Partial<Record<Sm1Opcode, FlowStep & string>>> = {
  if: 'if',
  ifc: 'if',
  else: 'else',
  endif: 'endif',
  loop: 'countedLoop',
  rep: 'countedLoop',
  endloop: 'endloop',
  endrep: 'endloop',
  break: 'break',
  breakc: 'breakIf',
  breakp: 'breakIf',
  ret: 'return',
};
/** Opcodes whose first operand is a label. */
const LABELED: Readonly<Partial<Record<Sm1Opcode, 'call' | 'callIf' | 'label'>>> = {
  call: 'call',
  callnz: 'callIf',
  label: 'label',
};

/**
 * Returns the control flow graph of a program. Positions are indices of instructions in `program.starts`, comments and
 * declarations included. Memory and time grow with the number of instructions.
 */
export function readSm1FlowGraph(program: Sm1Program): FlowGraph {
  const cursor = new Sm1Cursor(program);
  return flowGraphOf(program.count, (position) => {
    cursor.moveTo(program.starts[position]!);
    const name = SM1_OPCODE_BY_CODE.get(cursor.opcode);
    if (name === undefined) return undefined;
    const does = LABELED[name];
    if (does === undefined) {
      const step = STEPS[name];
      // A break with a predicate may not happen.
      return step === 'break' && cursor.predicate >= 0 ? 'breakIf' : step;
    }
    cursor.goto(position);
    return { does, number: cursor.operands[0]?.number ?? -1 };
  });
}

const TEMP = SM1_REGISTERS.temp.code;
const X = 1;
/** x, y and w. */
const LIGHTING = 11;

/**
 * Returns the live ranges of the temporary registers (`r0` and so on), by register, then in program order. Positions
 * are indices of instructions in `program.starts`. Pixel shaders of models 1 return r0. A value counts as needed where
 * a path reaches a read of it; of texture coordinates, all components that the operand names count as read.
 */
export function sm1LiveRanges(program: Sm1Program): LiveRange[] {
  const cursor = new Sm1Cursor(program);
  const accesses = new RegisterAccesses();
  const version = 256 * program.major + program.minor;
  for (let position = 0; position < program.count; position++) {
    cursor.goto(position);
    const row = cursor.isComment ? undefined : sm1OpcodeRow(cursor.opcode);
    if (row !== undefined && row.category !== 'declaration') addAccesses(cursor, row, version, accesses);
  }
  const returnsR0 = program.stage === 'ps' && version < Sm1Version.v2_0;
  return liveRangesOf(readSm1FlowGraph(program), accesses, new Map(returnsR0 ? [[0, FULL_MASK]] : []));
}

function addAccesses(cursor: Sm1Cursor, row: Sm1OpcodeRow, version: number, accesses: RegisterAccesses): void {
  const { position, operands, operandCount, firstSource, predicate, coissued } = cursor;
  const rows = sm1Operands(row, version);
  const result = firstSource > 0 ? operands[0]!.mask : FULL_MASK;
  // Two instructions that run together both read what was there before.
  const readAt = coissued && position > 0 ? position - 1 : position;
  for (let i = 0; i < operandCount; i++) {
    const { type, number, swizzle } = operands[i]!;
    const operand = rows[i];
    if (type !== TEMP || operand === undefined || operand.access === 'write' || operand.access === 'scratch') continue;
    const positions = positionsRead(operand.components, result);
    const components = i < firstSource ? positions : componentsRead(swizzle, positions);
    for (let k = 0; k < (operand.rows ?? 1); k++) accesses.read(readAt, number + k, components);
  }
  for (let i = 0; i < operandCount; i++) {
    const { type, number, mask } = operands[i]!;
    const access = rows[i]?.access;
    if (type !== TEMP || access === undefined || access === 'read') continue;
    if (access === 'scratch' || predicate >= 0) accesses.mayWrite(position, number, i < firstSource ? mask : FULL_MASK);
    else accesses.write(position, number, mask);
  }
}

/** The components of an operand, before its swizzle, that are read for the result. */
function positionsRead(components: Sm1Components, result: number): number {
  if (typeof components === 'number') return components;
  switch (components) {
    case 'mask':
      return result;
    case 'one':
      return X;
    case 'lighting':
      return LIGHTING;
    case 'none':
      return 0;
    default:
      return FULL_MASK;
  }
}
