/** Flow control, barriers, streams and pixels that end.  */
import { B32, BarrierBits, type IrCase, Kind, NONE, Op, refOf } from '../../../ir/index.ts';
import { SM4_OPCODES } from '../../../isa/sm4/opcodes.ts';
import { Sm4InstructionControls, Sm4OpcodeToken, Sm4SyncControls } from '../../../isa/sm4/tokens.ts';
import {
  beginIf,
  beginLoop,
  continueLoop,
  deadFrame,
  elseOfIf,
  endIf,
  endLoop,
  finish,
  leaveBranch,
  leaveFunction,
  leaveIf,
  leaveLoopOrSwitch,
  pop,
  push,
  restore,
  snapshot,
  words,
} from '../../flow.ts';
import type { CaseBody, CaseGroups, Frame } from '../../lowering.ts';
import { DX5100, DX5101, DX5103, DX5105, DX5111 } from '../../messages.ts';
import { registerText, type Sm4Handler, type Sm4Lowering } from '../lowering.ts';
import { pointerOf, scalar } from '../sources.ts';

/** Calls the subroutine that a label operand names. */
function callLabel(l: Sm4Lowering, operand: number): void {
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

/**
 * Begins the function of a subroutine: its parameters are what the registers hold. One that no phase of a hull shader
 * calls is never reached.
 */
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
function callInterface(l: Sm4Lowering): void {
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

/** The labels of one body: its last position, the values of all, and whether `default` is one of them. */
interface Body {
  readonly first: number;
  readonly values: number[];
  readonly labels: number[];
  isDefault: boolean;
  fallsThrough: boolean;
}

function beginSwitch(l: Sm4Lowering): void {
  const { b, cursor, flow } = l;
  if (l.isDead) {
    push(l, deadFrame('switch'));
    return;
  }
  const selector = scalar(l, 0, Kind.u32);
  const { before: written, after: results } = l.carriedHere;
  const bodies = bodiesOf(l, flow.blocks[flow.blockAt[cursor.position]!]!.parts);
  const groups = groupsOf(bodies);
  const cases: IrCase[] = groups.map((group) => ({
    values: group.flatMap(({ values }) => values),
    isDefault: group.some(({ isDefault }) => isDefault),
  }));
  const hasDefault = cases.some(({ isDefault }) => isDefault);
  if (!hasDefault) cases.push({ values: [], isDefault: true });
  const before = snapshot(l, written);
  const op = b.beginSwitch(selector, cases);
  const frame: Frame = {
    kind: 'switch',
    op,
    written,
    before,
    results,
    exits: [],
    hasElse: false,
    entry: 0,
    cases: caseGroups(selector, groups),
  };
  push(l, frame);
  if (!hasDefault) {
    b.nextRegion(op, groups.length);
    leaveBranch(l, frame);
  }
  // Until the first label.
  l.isDead = true;
}

/** Labels with the same instructions, in order. */
function bodiesOf(l: Sm4Lowering, parts: readonly number[]): Body[] {
  const { program } = l.cursor;
  const bodies: Body[] = [];
  const values = new Set<number | 'default'>();
  for (const position of parts) {
    const start = program.starts[position]!;
    const isDefault = Sm4OpcodeToken.opcode.get(program.words[start]!) === SM4_OPCODES.default.code;
    let body = bodies.at(-1);
    if (body === undefined || body.labels.at(-1) !== position - 1) {
      body = { first: position, values: [], labels: [], isDefault: false, fallsThrough: false };
      bodies.push(body);
    }
    body.labels.push(position);
    body.fallsThrough = l.structure.fallsThrough[position] !== 0;
    const value = isDefault ? 'default' : caseValue(l, position);
    if (values.has(value)) l.refuse(DX5111, { what: isDefault ? 'default' : `case ${value}` }, start);
    values.add(value);
    if (value === 'default') body.isDefault = true;
    else body.values.push(value);
  }
  return bodies;
}

/** The value of the `case` at a position. The cursor comes back. */
function caseValue({ cursor }: Sm4Lowering, position: number): number {
  const here = cursor.position;
  cursor.goto(position);
  const value = cursor.word(cursor.operands[0]!.literal) | 0;
  cursor.goto(here);
  return value;
}

function groupsOf(bodies: readonly Body[]): Body[][] {
  const groups: Body[][] = [];
  for (const [i, body] of bodies.entries()) {
    if (i > 0 && bodies[i - 1]!.fallsThrough) groups.at(-1)!.push(body);
    else groups.push([body]);
  }
  return groups;
}

/**
 * The values of bodies that are not the first of their group: complete lists would grow with the square of the cases.
 */
const NO_VALUES: CaseBody['values'] = [];

function caseGroups(selector: number, groups: readonly (readonly Body[])[]): CaseGroups {
  const bodyAt = new Map<number, CaseBody>();
  const otherLabels = new Set<number>();
  for (const [group, bodies] of groups.entries()) {
    for (const [index, { first, labels }] of bodies.entries()) {
      for (const label of labels.slice(1)) otherLabels.add(label);
      bodyAt.set(first, {
        group,
        index,
        count: bodies.length,
        values: index === 0 ? bodies.map(({ values }) => values) : NO_VALUES,
        defaultIndex: index === 0 ? bodies.findIndex(({ isDefault }) => isDefault) : -1,
      });
    }
  }
  return { selector, bodyAt, otherLabels };
}

/** `case` and `default`. */
function enterCase(l: Sm4Lowering): void {
  const { position, row } = l.cursor;
  const isInGuard = l.frames.at(-1)?.kind === 'guard';
  const frame = l.frames.at(isInGuard ? -2 : -1);
  if (frame?.kind !== 'switch') l.refuse(DX5101, { what: row!.mnemonic, block: 'switch' });
  frame.hasElse = true;
  if (frame.cases === undefined || frame.cases.otherLabels.has(position)) return;
  if (isInGuard) endGuard(l);
  const body = frame.cases.bodyAt.get(position);
  // Damage: the label belongs to no block.
  if (body === undefined) l.refuse(DX5101, { what: row!.mnemonic, block: 'switch' });
  if (body.index === 0) {
    leaveBranch(l, frame);
    l.b.nextRegion(frame.op, body.group);
    restore(l, frame.written, frame.before);
    l.isDead = false;
    if (body.count > 1) frame.entry = groupEntry(l, frame.cases.selector, body);
  }
  if (body.index < body.count - 1 && !l.isDead) {
    const isEntered = l.b.op(Op['u.ge'], Kind.bool, l.unsigned(body.index), frame.entry);
    beginIf(l, isEntered, { before: frame.written, after: frame.written }, 'guard');
  }
}

/** The number of the body in its group that the selector names. */
function groupEntry({ b }: Sm4Lowering, selector: number, { values, defaultIndex }: CaseBody): number {
  const cases = values.map((labels, i): IrCase => ({ values: labels, isDefault: i === defaultIndex }));
  // One of them has to be the default of this switch; values of other groups do not come here.
  if (defaultIndex < 0) cases[cases.length - 1] = { ...cases.at(-1)!, isDefault: true };
  const construct = b.beginSwitch(selector, cases);
  for (let i = 0; i < cases.length; i++) {
    b.nextRegion(construct, i);
    b.exit(construct, [b.unsigned(i)]);
  }
  b.end(construct);
  return b.result(construct, Kind.u32, 0);
}

/** Ends the body of a case that others fall into. */
function endGuard(l: Sm4Lowering): void {
  endIf(l, l.frames.pop()!);
}

function endSwitch(l: Sm4Lowering): void {
  if (l.frames.at(-1)?.kind === 'guard') endGuard(l);
  const frame = l.frames.pop();
  if (frame?.kind !== 'switch') l.refuse(DX5101, { what: 'endswitch', block: 'switch' });
  if (frame.op < 0) return;
  leaveBranch(l, frame);
  finish(l, frame);
}

const none: Sm4Handler = () => {};

/** The condition of an instruction: whether its operand is, or is not, zero. */
function condition(l: Sm4Lowering): number {
  const isSet = l.b.isSet(scalar(l, 0, Kind.u32));
  return Sm4InstructionControls.testNonZero.test(l.cursor.token) ? isSet : l.b.op(Op['i.not'], Kind.bool, isSet);
}

const conditionally =
  (leave: Sm4Handler): Sm4Handler =>
  (l) =>
    leaveIf(l, condition(l), () => leave(l));

const sync: Sm4Handler = (l) => {
  const { token } = l.cursor;
  const bits =
    (Sm4SyncControls.threadsInGroup.test(token) ? BarrierBits.threads : 0) |
    (Sm4SyncControls.sharedMemory.test(token) ? BarrierBits.groupMemory : 0) |
    (Sm4SyncControls.uavGroup.test(token) ? BarrierBits.uavGroup : 0) |
    (Sm4SyncControls.uavGlobal.test(token) ? BarrierBits.uavGlobal : 0);
  l.b.opWith(bits, Op.barrier, NONE);
};

/** @param hasStream an operand says which stream; without it is the first one */
function stream(codes: readonly number[], hasStream: boolean): Sm4Handler {
  return (l) => {
    for (const code of codes) l.b.opWith(hasStream ? l.cursor.operands[0]!.index0 & 3 : 0, code, NONE);
  };
}

export const FLOW_HANDLERS = {
  if: (l) => (l.isDead ? push(l, deadFrame('if')) : beginIf(l, condition(l), l.carriedHere)),
  else: elseOfIf,
  endif: (l) => endIf(l, pop(l, 'if', 'endif')),
  loop: (l) => (l.isDead ? push(l, deadFrame('loop')) : beginLoop(l, l.carriedHere)),
  endloop: (l) => endLoop(l, pop(l, 'loop', 'endloop')),
  switch: beginSwitch,
  case: enterCase,
  default: enterCase,
  endswitch: endSwitch,
  break: leaveLoopOrSwitch,
  breakc: conditionally(leaveLoopOrSwitch),
  continue: continueLoop,
  continuec: conditionally(continueLoop),
  ret: leaveFunction,
  retc: conditionally(leaveFunction),
  call: (l) => callLabel(l, 0),
  callc: (l) => {
    const written = l.structure.subroutineWrites;
    const label = l.cursor.operands[1]!.index0;
    const components = written[l.structure.labels.get(label) ?? -1] ?? [];
    beginIf(l, condition(l), { before: components, after: components });
    callLabel(l, 1);
    endIf(l, l.frames.pop()!);
  },
  fcall: callInterface,
  label: none,
  jmp: (l) => l.refuse(DX5100, { opcode: 'jmp' }),
  sync,
  discard: (l) => {
    l.b.op(Op.discard, NONE, condition(l));
  },
  nop: none,
  debug_break: none,
  hs_control_point_phase: none,
  hs_fork_phase: none,
  hs_join_phase: none,
  /** The invocation ends; what it did before remains. */
  abort: (l) => {
    l.b.op(Op.abort, NONE);
    l.isDead = true;
  },
  emit: stream([Op.emit], false),
  emit_stream: stream([Op.emit], true),
  cut: stream([Op.cut], false),
  cut_stream: stream([Op.cut], true),
  emit_then_cut: stream([Op.emit, Op.cut], false),
  emit_then_cut_stream: stream([Op.emit, Op.cut], true),
} as const satisfies Record<string, Sm4Handler>;
