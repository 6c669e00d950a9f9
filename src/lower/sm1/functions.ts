/**
 * Subroutines and calls. A subroutine is a function whose parameters are the registers that it reads or writes, and whose results are those
 * that it writes.
 */

import { NONE, Op, refOf } from '../../ir/index.ts';
import { leaveFunction, words } from '../flow.ts';
import { DX5105 } from '../messages.ts';
import { writeOutputs } from './destinations.ts';
import type { Sm1Lowering } from './lowering.ts';

/** The function of the first subroutine: the main program is the one before. */
const FIRST_SUBROUTINE = 1;

/** The subroutine that the first source names. */
export function subroutineOf(l: Sm1Lowering): number {
  const { number, at } = l.source(0);
  const found = l.structure.labels.get(number);
  if (found === undefined) l.refuse(DX5105, { label: number }, at);
  return found;
}

/** Calls a subroutine. */
export function callLabel(l: Sm1Lowering, subroutine: number): void {
  const { b, structure } = l;
  const uses = structure.subroutineUses[subroutine]!;
  const op = b.opList(Op.call, NONE, words(l, uses), FIRST_SUBROUTINE + subroutine);
  for (const [i, component] of structure.subroutineWrites[subroutine]!.entries())
    l.registers[component] = refOf(b.result(op, l.kindOfComponent(component), i));
}

/** Begins the function of a subroutine. */
export function beginSubroutine(l: Sm1Lowering, subroutine: number): void {
  const { b, structure } = l;
  const results = structure.subroutineWrites[subroutine]!;
  const uses = structure.subroutineUses[subroutine]!;
  b.beginFunction(
    'subroutine',
    `l${structure.subroutines[subroutine]!.label}`,
    results.map((component) => l.kindOfComponent(component)),
  );
  const parameters = uses.map((component) => b.parameter(l.kindOfComponent(component)));
  l.beginRegisters();
  for (const [i, component] of uses.entries()) l.registers[component] = refOf(parameters[i]!);
  l.results = results;
}

/** Leaves a subroutine, or the program after its outputs were written. */
export function leaveProgram(l: Sm1Lowering): void {
  if (l.results === undefined) writeOutputs(l);
  leaveFunction(l);
}
