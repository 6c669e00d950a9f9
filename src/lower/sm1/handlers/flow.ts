/** Flow control of shader models 2 and 3, and pixels that end.  */

import { Sm1Version } from '../../../base/profile.ts';
import { Kind, NONE, Op, refOf } from '../../../ir/index.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import {
  beginIf,
  deadFrame,
  elseOfIf,
  endIf,
  finish,
  leaveFunction,
  leaveIf,
  leaveLoopOrSwitch,
  pop,
  push,
  snapshot,
  words,
} from '../../flow.ts';
import { DX5101, DX5104, DX5105 } from '../../messages.ts';
import { predicateOf, writeOutputs } from '../destinations.ts';
import { flow, type Sm1FlowHandler, type Sm1Lowering } from '../lowering.ts';
import { componentsOf, LOOP_COUNTER } from '../registers.ts';
import { compared, condition, destinationInput, scalar } from '../sources.ts';

/** The function of the first subroutine: the main program is the one before. */
const FIRST_SUBROUTINE = 1;

/** The subroutine that the first source names. */
function subroutineOf(l: Sm1Lowering): number {
  const { number, at } = l.source(0);
  const found = l.structure.labels.get(number);
  if (found === undefined) l.refuse(DX5105, { label: number }, at);
  return found;
}

function callLabel(l: Sm1Lowering, subroutine: number): void {
  const { b, structure } = l;
  const uses = structure.subroutineUses[subroutine]!;
  const op = b.opList(Op.call, NONE, words(l, uses), FIRST_SUBROUTINE + subroutine);
  for (const [i, component] of structure.subroutineWrites[subroutine]!.entries())
    l.registers[component] = refOf(b.result(op, l.kindOfComponent(component), i));
}

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

const { bool, i32, u32 } = Kind;
const R = SM1_REGISTERS;
const none = flow(() => {});
/** Iterations of any loop. */
const MAX_ITERATIONS = 255;

const compare = (l: Sm1Lowering) => compared(l, scalar(l, 0, 0), scalar(l, 1, 0));

function beginIfWhere(conditionOf: (l: Sm1Lowering) => number): Sm1FlowHandler {
  return flow((l) => (l.isDead ? push(l, deadFrame('if')) : beginIf(l, conditionOf(l), l.carriedHere)));
}

// --- loops ----------------------------------------------------------------------------------------------------------

/**
 * The number of iterations of a loop is the x of its integer constant, up to 255; a counter begins at y and adds z. The
 * remaining iterations are a parameter of the loop, like the counter.
 */
function beginLoop(hasCounter: boolean): Sm1FlowHandler {
  return flow((l) => {
    const { b, registers } = l;
    if (l.isDead) {
      l.loops.push({ left: 0, step: undefined, outer: 0 });
      push(l, deadFrame('loop'));
      return;
    }
    const slot = l.source(hasCounter ? 1 : 0);
    if (slot.type !== R.constInt.code || slot.isRelative || (hasCounter && l.source(0).type !== R.loop.code))
      l.refuse(DX5104, { register: l.registerText(slot) }, slot.at);
    const integer = (component: number) => l.constants.integer(l, slot.number, component);
    const count = b.op(Op['u.min'], u32, b.as(u32, integer(0)), l.unsigned(MAX_ITERATIONS));
    const { before: written, after: results } = l.carriedHere;
    const step = hasCounter ? integer(2) : undefined;
    const initial = [...words(l, written), count, ...(hasCounter ? [integer(1)] : [])];
    const op = b.beginLoop(initial);
    for (const component of written) registers[component] = refOf(b.parameter(l.kindOfComponent(component)));
    const left = b.parameter(u32);
    const outer = registers[LOOP_COUNTER]!;
    if (hasCounter) registers[LOOP_COUNTER] = refOf(b.parameter(i32));
    l.loops.push({ left, step, outer });
    const before = snapshot(l, written);
    push(l, { kind: 'loop', op, written, before, results, exits: [], hasElse: false, entry: 0, cases: undefined });
    leaveIf(l, b.op(Op['i.eq'], bool, left, l.unsigned(0)), () => leaveLoopOrSwitch(l));
  });
}

function endLoop(hasCounter: boolean): Sm1FlowHandler {
  return flow((l) => {
    const { b, registers } = l;
    const what = hasCounter ? 'endloop' : 'endrep';
    const frame = pop(l, 'loop', what);
    const { left, step, outer } = l.loops.pop()!;
    if (frame.op < 0) return;
    if ((step !== undefined) !== hasCounter) l.refuse(DX5101, { what, block: hasCounter ? 'loop' : 'rep' });
    if (!l.isDead) {
      const next = [...words(l, frame.written), b.op(Op['i.sub'], u32, left, l.unsigned(1))];
      if (step !== undefined) next.push(b.op(Op['i.add'], i32, counterOf(l), step));
      b.continue(frame.op, next);
    }
    finish(l, frame);
    registers[LOOP_COUNTER] = outer;
  });
}

function counterOf({ b, registers }: Sm1Lowering): number {
  return b.pick([registers[LOOP_COUNTER]!]);
}

function breakWhere(conditionOf: (l: Sm1Lowering) => number): Sm1FlowHandler {
  return flow((l) => leaveIf(l, conditionOf(l), () => leaveLoopOrSwitch(l)));
}

// --- calls ----------------------------------------------------------------------------------------------------------

const callnz = flow((l) => {
  const subroutine = subroutineOf(l);
  const written = l.structure.subroutineWrites[subroutine]!;
  beginIf(l, condition(l, l.source(1)), { before: written, after: written });
  callLabel(l, subroutine);
  endIf(l, l.frames.pop()!);
});

// --- pixels ---------------------------------------------------------------------------------------------------------

const FIRST_THREE = 7;

/**
 * Ends pixels with a negative component: before 2_0 of the first three, later of those that are named and whose
 * predicate holds.
 */
const texkill = flow((l) => {
  const { b } = l;
  const slot = l.cursor.operands[0]!;
  const mask = l.version < Sm1Version.v2_0 ? FIRST_THREE : slot.mask;
  const predicate = predicateOf(l, mask);
  let killed = -1;
  for (let c = 0; c < 4; c++) {
    if ((mask & (1 << c)) === 0) continue;
    let isNegative = b.op(Op['f.lt'], bool, killedComponent(l, c), l.float(0));
    const holds = predicate?.[c];
    if (holds !== undefined) isNegative = b.op(Op['i.and'], bool, holds, isNegative);
    killed = killed < 0 ? isNegative : b.op(Op['i.or'], bool, killed, isNegative);
  }
  if (killed >= 0) b.op(Op.discard, NONE, killed);
});

/** A component of the register that `texkill` names: before 1_4 the coordinates, even if the register was written. */
function killedComponent(l: Sm1Lowering, c: number): number {
  const slot = l.cursor.operands[0]!;
  const { type, number } = slot;
  if (slot.isRelative) l.refuse(DX5104, { register: l.registerText(slot) }, slot.at);
  if (type === R.temp.code && l.version >= Sm1Version.v1_4) {
    const first = componentsOf(type, number);
    if (first >= 0) return l.b.pick([l.registers[first + c]!]);
  }
  if (type !== R.addressOrTexture.code && (type !== R.input.code || l.version < Sm1Version.v3_0))
    l.refuse(DX5104, { register: l.registerText(slot) }, slot.at);
  return l.b.pick([destinationInput(l, type, number, c)]);
}

export const FLOW_HANDLERS = {
  if: beginIfWhere((l) => condition(l, l.source(0))),
  ifc: beginIfWhere(compare),
  else: flow(elseOfIf),
  endif: flow((l) => endIf(l, pop(l, 'if', 'endif'))),
  loop: beginLoop(true),
  rep: beginLoop(false),
  endloop: endLoop(true),
  endrep: endLoop(false),
  break: flow(leaveLoopOrSwitch),
  breakc: breakWhere(compare),
  breakp: breakWhere((l) => condition(l, l.source(0))),
  call: flow((l) => callLabel(l, subroutineOf(l))),
  callnz,
  ret: flow(leaveProgram),
  label: none,
  texkill,
  nop: none,
  phase: none,
  dcl: none,
  def: none,
  defi: none,
  defb: none,
  reserved0: none,
} as const satisfies Record<string, Sm1FlowHandler>;
