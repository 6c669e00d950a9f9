/**
 * Blocks while a program is lowered: the values of registers after branches, loops and switches, and exits from them.
 * Values that differ become results of the construct; a component that no branch changes stays the value that it was.
 *
 * Not for: functions, calls and switches (the instruction sets).
 */

import { kindOf, type Ref, refOf, typeOf } from '../ir/index.ts';
import { MAX_BLOCKS } from './liveness.ts';
import { type Exit, type Frame, type Lowering, scalarOfRef } from './lowering.ts';
import { DX5101, DX5107, DX5111 } from './messages.ts';

/** Components that change in a block: those that its beginning needs, and those that are needed after it. */
export interface CarriedHere {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export function snapshot(l: Lowering, components: readonly number[]): Ref[] {
  const values: Ref[] = [];
  for (const component of components) values.push(l.registers[component]!);
  return values;
}

export function restore(l: Lowering, written: readonly number[], values: readonly Ref[]): void {
  for (let i = 0; i < written.length; i++) l.registers[written[i]!] = values[i]!;
}

/** Returns the values of the registers `written`, each as a value of its kind. */
export function words(l: Lowering, written: readonly number[]): number[] {
  const values: number[] = [];
  for (const component of written) values.push(scalarOfRef(l, l.registers[component]!, l.kindOfComponent(component)));
  return values;
}

export function push(l: Lowering, frame: Frame): void {
  if (l.frames.length >= MAX_BLOCKS) l.refuse(DX5107, { what: 'a block', limit: MAX_BLOCKS });
  l.frames.push(frame);
}

/** The frame of a block that is never reached. */
export function deadFrame(kind: Frame['kind']): Frame {
  return { kind, op: -1, written: [], before: [], results: [], exits: [], hasElse: false, entry: 0, cases: undefined };
}

// --- if -------------------------------------------------------------------------------------------------------------

export function beginIf(l: Lowering, condition: number, carried: CarriedHere, kind: 'if' | 'guard' = 'if'): void {
  const { before: written, after: results } = carried;
  const before = snapshot(l, written);
  const op = l.b.beginIf(condition);
  push(l, { kind, op, written, before, results, exits: [], hasElse: false, entry: 0, cases: undefined });
}

export function beginElse(l: Lowering, frame: Frame): void {
  if (frame.op < 0) return;
  leaveBranch(l, frame);
  l.isDead = false;
  restore(l, frame.written, frame.before);
  l.b.nextRegion(frame.op);
}

/** Ends a branch whose end is reached: what registers hold there is a way out. */
export function leaveBranch(l: Lowering, frame: Frame): void {
  if (!l.isDead) frame.exits.push({ region: l.b.region, values: snapshot(l, frame.results) });
}

export function endIf(l: Lowering, frame: Frame): void {
  if (frame.op < 0) return;
  if (!frame.hasElse) beginElse(l, frame);
  leaveBranch(l, frame);
  finish(l, frame);
}

/** Ends the first branch of the innermost block, which has to be an `if` without an `else`. */
export function elseOfIf(l: Lowering): void {
  const frame = l.frames.at(-1);
  if (frame?.kind !== 'if') l.refuse(DX5101, { what: 'else', block: 'if' });
  if (frame.hasElse) l.refuse(DX5111, { what: 'else' });
  frame.hasElse = true;
  beginElse(l, frame);
}

/** Runs `leave` where a condition holds, in a separate branch, which it ends. */
export function leaveIf(l: Lowering, condition: number, leave: () => void): void {
  const { b } = l;
  const construct = b.beginIf(condition);
  leave();
  l.isDead = false;
  b.nextRegion(construct);
  b.exit(construct);
  b.end(construct);
}

// --- what is after a construct
// ----------------------------------------------------------------------------------------

/**
 * Ends a construct: its ways out give the values that registers hold after it. Values of one kind keep it. Without a
 * way out, what follows is never reached.
 */
export function finish(l: Lowering, frame: Frame): void {
  const { b } = l;
  const { op, written, before, results, exits } = frame;
  const isLoop = frame.kind === 'loop';
  // Parameters of a loop are not visible after it.
  if (!isLoop) restore(l, written, before);
  const changed: number[] = [];
  const kinds: number[] = [];
  if (exits.length > 0) {
    for (let i = 0; i < results.length; i++) {
      const old = l.registers[results[i]!]!;
      if (!isLoop && exits.every(({ values }) => values[i] === old)) continue;
      changed.push(i);
      kinds.push(commonKind(l, exits, i) ?? l.kindOfComponent(results[i]!));
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
  for (const [at, i] of changed.entries()) l.registers[results[i]!] = refOf(b.result(op, kinds[at]!, at));
}

/** The kind that all values of a component have; undefined if they differ. */
function commonKind({ b }: Lowering, exits: readonly Exit[], i: number): number | undefined {
  const kind = kindOf(b.ops.type[exits[0]!.values[i]! >> 2]!);
  for (const { values } of exits) if (kindOf(b.ops.type[values[i]! >> 2]!) !== kind) return undefined;
  return kind;
}

// --- loops ----------------------------------------------------------------------------------------------------------

export function beginLoop(l: Lowering, { before: written, after: results }: CarriedHere): void {
  const { b } = l;
  const op = b.beginLoop(words(l, written));
  for (const component of written) l.registers[component] = refOf(b.parameter(typeOf(l.kindOfComponent(component))));
  const before = snapshot(l, written);
  push(l, { kind: 'loop', op, written, before, results, exits: [], hasElse: false, entry: 0, cases: undefined });
}

export function endLoop(l: Lowering, frame: Frame): void {
  if (frame.op < 0) return;
  if (!l.isDead) l.b.continue(frame.op, words(l, frame.written));
  finish(l, frame);
}

/** The innermost block that `break` leaves, or `continue` repeats. */
export function innermost(l: Lowering, isLoop: boolean): Frame {
  const frame = l.frames.findLast(({ kind }) => kind === 'loop' || (!isLoop && kind === 'switch'));
  if (frame === undefined)
    l.refuse(DX5101, {
      what: isLoop ? 'continue' : 'break',
      block: isLoop ? 'loop' : 'loop or switch',
    });
  return frame;
}

export function leaveLoopOrSwitch(l: Lowering): void {
  const frame = innermost(l, false);
  frame.exits.push({ region: l.b.region, values: snapshot(l, frame.results) });
  l.isDead = true;
}

export function continueLoop(l: Lowering): void {
  const frame = innermost(l, true);
  l.b.continue(frame.op, words(l, frame.written));
  l.isDead = true;
}

export function leaveFunction(l: Lowering): void {
  l.b.return(l.results === undefined ? [] : words(l, l.results));
  l.isDead = true;
}

/** Ends the innermost block, which has to be of this kind. */
export function pop(l: Lowering, kind: 'if' | 'loop' | 'switch', what: string): Frame {
  const frame = l.frames.pop();
  if (frame?.kind !== kind) l.refuse(DX5101, { what, block: kind });
  return frame;
}
