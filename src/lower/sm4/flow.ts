/**
 * Blocks while a program is lowered: what registers hold after branches, loops and switches, and what leaves them. Values that differ become
 * results of the construct; a component that no branch changes stays the value that it was.
 *
 * Not for: functions and calls (functions.ts), which cases fall through (structure.ts).
 */
import { B32, Kind, kindOf, type Ref, refOf } from '../../ir/index.ts';
import type { Exit, Frame } from './frames.ts';
import type { Sm4Lowering } from './lowering.ts';
import { SM4_LOWER_MESSAGES } from './messages.ts';
import { scalarOfRef } from './sources.ts';

/** Levels of blocks; Direct3D has 64. */
const MAX_BLOCKS = 128;

/** What the registers `written` hold. */
export function snapshot(l: Sm4Lowering, written: readonly number[]): Ref[] {
  const values: Ref[] = [];
  for (const component of written) values.push(l.registers[component]!);
  return values;
}

export function restore(l: Sm4Lowering, written: readonly number[], values: readonly Ref[]): void {
  for (let i = 0; i < written.length; i++) l.registers[written[i]!] = values[i]!;
}

/** What the registers `written` hold, each as a value of unknown meaning. */
export function words(l: Sm4Lowering, written: readonly number[]): number[] {
  const values: number[] = [];
  for (const component of written) values.push(scalarOfRef(l, l.registers[component]!, Kind.b32));
  return values;
}

/** Opens a block. */
export function push(l: Sm4Lowering, frame: Frame): void {
  if (l.frames.length >= MAX_BLOCKS) l.refuse(SM4_LOWER_MESSAGES.DX5107, { what: 'a block', limit: MAX_BLOCKS });
  l.frames.push(frame);
}

/** The components that the block which the instruction opens writes. */
export function writtenHere({ flow, structure, cursor }: Sm4Lowering): readonly number[] {
  return structure.blockWrites[flow.blockAt[cursor.position]!] ?? [];
}

/** The frame of a block that is never reached. */
export function deadFrame(kind: Frame['kind']): Frame {
  return { kind, op: -1, written: [], before: [], exits: [], hasElse: false, entry: 0, cases: undefined };
}

// --- if -------------------------------------------------------------------------------------------------------------

export function beginIf(
  l: Sm4Lowering,
  condition: number,
  written: readonly number[],
  kind: 'if' | 'guard' = 'if',
): void {
  const before = snapshot(l, written);
  push(l, { kind, op: l.b.beginIf(condition), written, before, exits: [], hasElse: false, entry: 0, cases: undefined });
}

export function beginElse(l: Sm4Lowering, frame: Frame): void {
  if (frame.op < 0) return;
  leaveBranch(l, frame);
  l.isDead = false;
  restore(l, frame.written, frame.before);
  l.b.nextRegion(frame.op);
}

/** Ends a branch whose end is reached: what registers hold there is a way out. */
export function leaveBranch(l: Sm4Lowering, frame: Frame): void {
  if (!l.isDead) frame.exits.push({ region: l.b.region, values: snapshot(l, frame.written) });
}

export function endIf(l: Sm4Lowering, frame: Frame): void {
  if (frame.op < 0) return;
  if (!frame.hasElse) beginElse(l, frame);
  leaveBranch(l, frame);
  finish(l, frame);
}

/** Runs `leave` where a condition holds, in a branch of its own that it ends. */
export function leaveIf(l: Sm4Lowering, condition: number, leave: () => void): void {
  const { b } = l;
  const construct = b.beginIf(condition);
  leave();
  l.isDead = false;
  b.nextRegion(construct);
  b.exit(construct);
  b.end(construct);
}

// --- what is after a construct ----------------------------------------------------------------------------------------

/**
 * Ends a construct: its ways out give the values that registers hold after it. Values of one kind keep it. Without a way out, what follows is
 * never reached.
 */
export function finish(l: Sm4Lowering, frame: Frame): void {
  const { b } = l;
  const { op, written, before, exits } = frame;
  const isLoop = frame.kind === 'loop';
  const changed: number[] = [];
  const kinds: number[] = [];
  if (exits.length > 0) {
    for (let i = 0; i < written.length; i++) {
      // Parameters of a loop are not visible after it.
      if (!isLoop && exits.every(({ values }) => values[i] === before[i])) continue;
      changed.push(i);
      kinds.push(commonKind(l, exits, i));
    }
  }
  for (const { region, values } of exits) {
    b.region = region;
    b.exit(
      op,
      changed.map((i, at) => scalarOfRef(l, values[i]!, kinds[at]!)),
    );
  }
  b.end(op);
  l.isDead = exits.length === 0;
  if (l.isDead) {
    b.unreachable();
    return;
  }
  if (!isLoop) restore(l, written, before);
  for (const [at, i] of changed.entries()) l.registers[written[i]!] = refOf(b.result(op, kinds[at]!, at));
}

function commonKind({ b }: Sm4Lowering, exits: readonly Exit[], i: number): number {
  const kind = kindOf(b.ops.type[exits[0]!.values[i]! >> 2]!);
  for (const { values } of exits) if (kindOf(b.ops.type[values[i]! >> 2]!) !== kind) return Kind.b32;
  return kind;
}

// --- loops ----------------------------------------------------------------------------------------------------------

export function beginLoop(l: Sm4Lowering, written: readonly number[]): void {
  const { b } = l;
  const op = b.beginLoop(words(l, written));
  for (const component of written) l.registers[component] = refOf(b.parameter(B32));
  const before = snapshot(l, written);
  push(l, { kind: 'loop', op, written, before, exits: [], hasElse: false, entry: 0, cases: undefined });
}

export function endLoop(l: Sm4Lowering, frame: Frame): void {
  if (frame.op < 0) return;
  if (!l.isDead) l.b.continue(frame.op, words(l, frame.written));
  finish(l, frame);
}

/** The innermost block that `break` leaves, or `continue` repeats. */
export function innermost(l: Sm4Lowering, isLoop: boolean): Frame {
  const frame = l.frames.findLast(({ kind }) => kind === 'loop' || (!isLoop && kind === 'switch'));
  if (frame === undefined)
    l.refuse(SM4_LOWER_MESSAGES.DX5101, {
      what: isLoop ? 'continue' : 'break',
      block: isLoop ? 'loop' : 'loop or switch',
    });
  return frame;
}

export function leaveLoopOrSwitch(l: Sm4Lowering): void {
  const frame = innermost(l, false);
  frame.exits.push({ region: l.b.region, values: snapshot(l, frame.written) });
  l.isDead = true;
}

export function continueLoop(l: Sm4Lowering): void {
  const frame = innermost(l, true);
  l.b.continue(frame.op, words(l, frame.written));
  l.isDead = true;
}

/** Leaves the function with the registers that it returns. */
export function leaveFunction(l: Sm4Lowering): void {
  l.b.return(l.results === undefined ? [] : words(l, l.results));
  l.isDead = true;
}

/** Ends the innermost block, which has to be of this kind. */
export function pop(l: Sm4Lowering, kind: 'if' | 'loop' | 'switch', what: string): Frame {
  const frame = l.frames.pop();
  if (frame?.kind !== kind) l.refuse(SM4_LOWER_MESSAGES.DX5101, { what, block: kind });
  return frame;
}
