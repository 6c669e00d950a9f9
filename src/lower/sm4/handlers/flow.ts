/** Flow control, barriers, streams and pixels that end. */

import { BarrierBits, Kind, NONE, Op } from '../../../ir/index.ts';
import { Sm4InstructionControls, Sm4SyncControls } from '../../../isa/sm4/tokens.ts';
import {
  beginElse,
  beginIf,
  beginLoop,
  continueLoop,
  deadFrame,
  endIf,
  endLoop,
  leaveFunction,
  leaveIf,
  leaveLoopOrSwitch,
  pop,
  push,
} from '../../flow.ts';
import { DX5100, DX5101, DX5111 } from '../../messages.ts';
import { callInterface, callLabel } from '../functions.ts';
import type { Sm4Handler } from '../handler.ts';
import type { Sm4Lowering } from '../lowering.ts';
import { scalar } from '../sources.ts';
import { beginSwitch, endSwitch, enterCase } from '../switches.ts';

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
  else: (l: Sm4Lowering) => {
    const frame = l.frames.at(-1);
    if (frame?.kind !== 'if') l.refuse(DX5101, { what: 'else', block: 'if' });
    if (frame.hasElse) l.refuse(DX5111, { what: 'else' });
    frame.hasElse = true;
    beginElse(l, frame);
  },
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
