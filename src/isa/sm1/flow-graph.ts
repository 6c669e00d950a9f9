/**
 * The control flow graph of a program of shader models 1 to 3.
 *
 * Not for: the graph itself (flow/graph.ts).
 */
import { type FlowGraph, type FlowStep, flowGraphOf } from '../flow/graph.ts';
import { Sm1Cursor } from './cursor.ts';
import { SM1_OPCODE_BY_CODE, type Sm1Opcode } from './opcodes.ts';
import type { Sm1Program } from './program.ts';

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
 * Returns the control flow graph of a program. Positions are indices of instructions in `program.starts`, comments and declarations included.
 * Memory and time grow with the number of instructions.
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
