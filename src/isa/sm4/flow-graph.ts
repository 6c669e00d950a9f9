/**
 * The control flow graph of a program of shader models 4.0 to 5.1.
 *
 * Not for: the graph itself (flow/graph.ts), or the nesting of blocks (control-flow.ts).
 */
import { type FlowGraph, type FlowStep, flowGraphOf } from '../flow/graph.ts';
import { Sm4Cursor } from './cursor.ts';
import { SM4_OPCODE_BY_CODE, type Sm4Mnemonic } from './opcodes.ts';
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
 * Returns the control flow graph of a program. Positions are indices of instructions in `program.starts`. Memory and time grow with the number
 * of instructions.
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
