/**
 * Rules of `dcl_indexrange`: which registers may be indexed together. Whether the outputs of a range match is checked
 * before the first instruction, the inputs after the last (source: oracle).
 *
 * Not for: operands that index (registers.ts), or ranges that cross phases and tessellation factors (stages.ts).
 */

import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, Sm4ValidationContext } from '../../context.ts';
import { INTERFACE_REGISTERS } from '../../limits.ts';
import { isTessFactor } from './declarations.ts';
import {
  FILE_OF_TYPE,
  type IndexRange,
  type InterfaceRegisters,
  prefixOf,
  REGISTER_FILES,
  type RegisterFile,
  registerIndex,
} from './state.ts';

export const BOUNDS_RULE: Sm4RuleRow = {
  code: 'DX3585',
  text: 'The index range of {count} registers from {register} is empty or exceeds the last register.',
  hint: 'Declare a range within the registers of this stage.',
  aborts: true,
};
export const OVERLAP_RULE: Sm4RuleRow = {
  code: 'DX3586',
  text: 'The index range from {register} overlaps another index range.',
  hint: 'Merge the ranges, or separate them.',
  aborts: true,
};
export const EMPTY_RULE: Sm4RuleRow = {
  code: 'DX3587',
  text: 'No register of the index range {first} to {last} is declared.',
  hint: 'Declare the inputs, or remove the range.',
};
export const SYSTEM_NAME_RULE: Sm4RuleRow = {
  code: 'DX3588',
  text: '{register} is in an index range but is a system value.',
  hint: 'Keep system values other than tessellation factors out of index ranges.',
};
export const DIFFERENT_RULE: Sm4RuleRow = {
  code: 'DX3589',
  text: '{register} is in an index range whose first register has other components or another interpolation mode.',
  hint: 'Declare all inputs of a range the same way.',
};
export const UNDECLARED_RULE: Sm4RuleRow = {
  code: 'DX3590',
  text: '{register} is in an index range but is not declared.',
  hint: 'Declare all outputs of a range.',
};
export const NO_COMMON_COMPONENT_RULE: Sm4RuleRow = {
  code: 'DX3591',
  text: 'The outputs of the index range {first} to {last} have no component in common.',
  hint: 'Declare a common component in all outputs of the range.',
};

const MAX_40 = 16;
const MAX_TARGETS = 8;

/** How many registers of `kind` there are. */
function registersOf(ctx: Sm4ValidationContext, kind: number): number {
  const isOutput = kind === REGISTER_FILES.output;
  if (ctx.stage === 'ps') return isOutput ? MAX_TARGETS : INTERFACE_REGISTERS;
  if (ctx.version > 40) return INTERFACE_REGISTERS;
  return ctx.stage === 'vs' || !isOutput ? MAX_40 : INTERFACE_REGISTERS;
}

function checkRange(ctx: Sm4ValidationContext): void {
  const { cursor } = ctx;
  const slot = cursor.operands[0]!;
  const kind = FILE_OF_TYPE[slot.type];
  if (kind === undefined) return;
  const first = slot.index(registerIndex(slot));
  const count = cursor.word(cursor.payload) >>> 0;
  const register = `${prefixOf(kind)}${first}`;
  if (count === 0 || first < 0 || first + count > registersOf(ctx, kind)) {
    ctx.report(BOUNDS_RULE, 0, { register, count });
    return;
  }
  const file = ctx.registers.current.ensureFile(kind);
  const last = first + count - 1;
  for (const range of file.ranges) {
    if (range.first > last || range.last < first) continue;
    ctx.report(OVERLAP_RULE, 0, { register });
    return;
  }
  file.declareRange({ first, last, common: 0 });
}

/** Checks the index ranges over outputs; later declarations do not count (source: oracle). */
export function checkOutputRanges(ctx: Sm4ValidationContext): void {
  const { ranges } = ctx.registers.current.output();
  if (ranges.length === 0) return;
  for (const range of inOrder(ranges)) checkOutputRange(ctx, range);
}

function checkOutputRange(ctx: Sm4ValidationContext, range: IndexRange): void {
  const registers = ctx.registers.current;
  let common = -1;
  for (let register = range.first; register <= range.last; register++) {
    const mask = outputMask(registers, register);
    // Instances of a phase share the registers: those between the first and the last may belong to another phase.
    if (!registers.instanced || register === range.first || register === range.last) {
      common &= mask;
      if (mask === 0) ctx.reportProgram(UNDECLARED_RULE, { register: `o${register}` });
    }
    if (mask === 0) continue;
    checkOutputName(ctx, register);
    // The last register is the one that is reported, if it is declared.
    if (common === 0 && register === range.last)
      ctx.reportProgram(NO_COMMON_COMPONENT_RULE, { first: `o${range.first}`, last: `o${register}` });
  }
  range.common = common;
}

function inOrder(ranges: readonly IndexRange[]): readonly IndexRange[] {
  return ranges.length === 1 ? ranges : [...ranges].sort((a, b) => a.first - b.first);
}

/** The components of an output in all streams. */
export function outputMask(registers: InterfaceRegisters, register: number): number {
  let mask = 0;
  for (let kind = REGISTER_FILES.output; kind < registers.fileCount; kind++)
    mask |= registers.file(kind).rawMask(register);
  return mask;
}

/** Each stream is reported; outputs of a geometry shader without streams are not checked (source: oracle). */
function checkOutputName(ctx: Sm4ValidationContext, register: number): void {
  const { current: registers, streams } = ctx.registers;
  if (ctx.stage === 'gs' && streams === 0) return;
  for (let kind = REGISTER_FILES.output; kind < registers.fileCount; kind++) {
    if (hasOtherSystemValue(registers.file(kind), register))
      ctx.reportProgram(SYSTEM_NAME_RULE, { register: `o${register}` });
  }
}

/** Whether a component of `register` is a system value other than a tessellation factor. */
function hasOtherSystemValue(file: RegisterFile, register: number): boolean {
  for (let i = 0; i < 4; i++) {
    const name = file.name(register, i);
    if (name !== 0 && !isTessFactor(name)) return true;
  }
  return false;
}

/** Checks `register`, an input, by the index range that it is in. */
export function checkRangeOf(ctx: Sm4ValidationContext, kind: number, file: RegisterFile, register: number): void {
  const range = file.rangeAt(register);
  if (range === undefined) return;
  const prefix = prefixOf(kind);
  const values = { register: `${prefix}${register}` };
  const mask = file.rawMask(register);
  if (mask === 0) {
    if (isEmpty(file, range))
      ctx.reportProgram(EMPTY_RULE, { first: `${prefix}${range.first}`, last: `${prefix}${range.last}` });
  } else if (file.named(register) !== 0) {
    if (hasOtherSystemValue(file, register)) ctx.reportProgram(SYSTEM_NAME_RULE, values);
  } else {
    const first = file.rawMask(range.first);
    const same = first === mask && file.interpolation(range.first) === file.interpolation(register);
    if (first !== 0 && !same) ctx.reportProgram(DIFFERENT_RULE, values);
  }
}

function isEmpty(file: RegisterFile, { first, last }: IndexRange): boolean {
  for (let register = first; register <= last; register++) if (file.rawMask(register) !== 0) return false;
  return true;
}

function noteInstances(ctx: Sm4ValidationContext): void {
  ctx.registers.current.instanced = true;
}

export const DECLARED_RANGES: Handlers = {
  dcl_indexrange: checkRange,
  dcl_hs_fork_phase_instance_count: noteInstances,
  dcl_hs_join_phase_instance_count: noteInstances,
};
