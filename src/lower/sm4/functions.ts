/**
 * Subroutines and calls. A subroutine is a function whose parameters are the temporary registers that it reads or writes, and whose results
 * are those that it writes. A call through an interface chooses by the class of the instance that is bound to the pointer.
 */

import type { IrCase } from '../../ir/index.ts';
import { B32, Kind, NONE, Op, refOf } from '../../ir/index.ts';
import { finish, leaveBranch, restore, snapshot, words } from '../flow.ts';
import type { Frame } from '../frames.ts';
import { DX5103, DX5105 } from '../messages.ts';
import type { Sm4Lowering } from './lowering.ts';
import { registerText } from './register-text.ts';
import { pointerOf } from './sources.ts';

/** Calls the subroutine that a label operand names. */
export function callLabel(l: Sm4Lowering, operand: number): void {
  callSubroutine(l, subroutineOf(l, l.structure.labels, l.cursor.operands[operand]!.index0));
}

function subroutineOf(l: Sm4Lowering, numbers: ReadonlyMap<number, number>, number: number): number {
  const found = numbers.get(number);
  if (found === undefined) l.refuse(DX5105, { label: number });
  return found;
}

function callSubroutine(l: Sm4Lowering, subroutine: number): void {
  const { b, structure } = l;
  const writes = structure.subroutineWrites[subroutine]!;
  l.callers.set(subroutine, { phase: l.phase, arrays: l.declared.arrays });
  const op = b.opList(Op.call, NONE, words(l, structure.subroutineUses[subroutine]!), l.firstSubroutine + subroutine);
  for (const [i, component] of writes.entries()) l.registers[component] = refOf(b.result(op, B32, i));
}

/** Begins the function of a subroutine: its parameters are what the registers hold. One that no phase of a hull shader calls is never reached. */
export function beginSubroutine(l: Sm4Lowering, subroutine: number): void {
  const { b, structure, flow } = l;
  const { kind, number } = flow.subroutines[subroutine]!;
  const results = structure.subroutineWrites[subroutine]!;
  const uses = structure.subroutineUses[subroutine]!;
  b.beginFunction(
    'subroutine',
    kind === 'label' ? `label${number}` : `fb${number}`,
    results.map(() => B32),
  );
  const parameters = uses.map(() => b.parameter(B32));
  l.beginRegisters(false);
  for (const [i, component] of uses.entries()) l.registers[component] = refOf(parameters[i]!);
  l.results = results;
  const caller = l.callers.get(subroutine);
  if (caller === undefined) {
    // In other stages subroutines may be before those that call them.
    if (l.module.stage !== 'hs') return;
    b.unreachable();
    l.isDead = true;
    return;
  }
  l.phase = caller.phase;
  l.declared.arrays = caller.arrays;
}

/** `fcall`: one case for each function body that the classes of the interface have. */
export function callInterface(l: Sm4Lowering): void {
  const { b, cursor, declarations } = l;
  const slot = cursor.operands[0]!;
  const declared = declarations.interfaces.get(slot.index0);
  if (declared === undefined) l.refuse(DX5103, { register: registerText(slot) }, slot.at);
  const functionIndex = cursor.word(cursor.body) >>> 0;
  const tables = new Map<number, number[]>();
  for (const table of declared.tables) {
    const body = declarations.functionTables.get(table)?.bodies[functionIndex];
    if (body === undefined) continue;
    const subroutine = subroutineOf(l, l.structure.bodies, body);
    tables.set(subroutine, [...(tables.get(subroutine) ?? []), table]);
  }
  const written = [...new Set([...tables.keys()].flatMap((one) => l.structure.subroutineWrites[one]!))];
  const selector = b.op(Op['instance.table'], Kind.u32, pointerOf(l, slot, 1, slot.index0));
  const cases: IrCase[] = [...tables.values()].map((values) => ({ values: [...new Set(values)], isDefault: false }));
  const op = b.beginSwitch(selector, [...cases, { values: [], isDefault: true }]);
  const before = snapshot(l, written);
  const frame: Frame = {
    kind: 'switch',
    op,
    written,
    before,
    results: written,
    exits: [],
    hasElse: true,
    entry: 0,
    cases: undefined,
  };
  for (const [i, subroutine] of [...tables.keys(), -1].entries()) {
    b.nextRegion(op, i);
    restore(l, written, before);
    if (subroutine >= 0) callSubroutine(l, subroutine);
    leaveBranch(l, frame);
  }
  finish(l, frame);
}
