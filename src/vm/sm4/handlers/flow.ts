/** Flow control: which lanes run, and which step is next.  */
import { Sm4SyncControls } from '../../../isa/sm4/tokens.ts';
import { ALL_LANES, LANES } from '../../lanes.ts';
import type { PendingCall } from '../../quad-flow.ts';
import type { Sm4Step } from '../executable.ts';
import type { Sm4Handler, Sm4Quad } from '../quad.ts';

const none: Sm4Handler = () => {};

const beginIf: Sm4Handler = (quad, step) => {
  quad.masks.beginIf(quad.conditionOf(step));
  if (quad.masks.running === 0) quad.next = step.target;
};

const beginElse: Sm4Handler = (quad, step) => {
  quad.masks.beginElse();
  if (quad.masks.running === 0) quad.next = step.target;
};

const endIf: Sm4Handler = (quad) => quad.masks.endIf();

const loop: Sm4Handler = (quad, step) => {
  if (quad.masks.running === 0) quad.next = step.target + 1;
  else quad.masks.beginLoop();
};

const endLoop: Sm4Handler = (quad, step) => {
  if (step.target >= 0 && quad.masks.repeatLoop()) quad.next = step.target + 1;
  else quad.masks.endBreakable();
};

const beginSwitch: Sm4Handler = (quad, step) => {
  if (quad.masks.running === 0) {
    quad.next = step.target + 1;
    return;
  }
  const { words } = quad.read(step, 0, 1);
  const targets: number[] = [];
  for (let lane = 0; lane < LANES; lane++) targets.push(caseOf(step, words[lane]!));
  quad.masks.beginSwitch(targets);
};

/** The step of the case that has `value`, or of the default; -1 without. */
function caseOf({ cases }: Sm4Step, value: number): number {
  const found = cases.find((one) => one.value === value) ?? cases.find((one) => one.value === undefined);
  return found?.step ?? -1;
}

/** `case` and `default`; the step itself was the one before the next. */
const enterCase: Sm4Handler = (quad) => quad.masks.enterCase(quad.next - 1);

const endSwitch: Sm4Handler = (quad) => quad.masks.endBreakable();

/**
 * Calls the function of each class that the lanes' interface pointers have, in the order in which the interface names
 * the classes, as the cases of a `switch`. Classes that do not implement the interface have none.
 */
const interfaceCall: Sm4Handler = (quad, step) => {
  const named = step.named[0]!;
  const { declarations, functionBodies } = quad.executable;
  const tables = declarations.interfaces.get(named.id)?.tables;
  const bodyOf = (table: number) =>
    functionBodies.get(declarations.functionTables.get(table)?.bodies[step.functionIndex] ?? -1);
  const bodies = new Map<number, number>();
  for (const table of tables ?? []) {
    const body = bodyOf(table);
    if (body !== undefined) bodies.set(body, 0);
  }
  for (let lane = 0; lane < LANES; lane++) {
    if ((quad.masks.running & (1 << lane)) === 0) continue;
    const instance = quad.bindings.instances.get(named.id + quad.indexOf(named.register, lane));
    const isImplemented = instance !== undefined && (tables === undefined || tables.includes(instance.table));
    const body = isImplemented ? bodyOf(instance.table) : undefined;
    if (body !== undefined) bodies.set(body, (bodies.get(body) ?? 0) | (1 << lane));
  }
  const [first, ...pending] = Array.from(bodies, ([body, lanes]): PendingCall => ({ step: body, lanes })).filter(
    ({ lanes }) => lanes !== 0,
  );
  if (first !== undefined) quad.call(first.step, first.lanes, pending);
};

/** A barrier for the threads of a group waits; fences of memory have no effect, because lanes run in order. */
const sync: Sm4Handler = (quad, step) => {
  if (Sm4SyncControls.threadsInGroup.test(step.token) && quad.masks.running !== 0) quad.state = 'barrier';
};

const discard: Sm4Handler = (quad, step) => {
  quad.helpers |= quad.conditionOf(step);
};

export const FLOW_HANDLERS = {
  if: beginIf,
  else: beginElse,
  endif: endIf,
  loop,
  endloop: endLoop,
  switch: beginSwitch,
  case: enterCase,
  default: enterCase,
  endswitch: endSwitch,
  break: (quad) => quad.masks.break(quad.masks.running),
  breakc: (quad, step) => quad.masks.break(quad.conditionOf(step)),
  continue: (quad) => quad.masks.continue(quad.masks.running),
  continuec: (quad, step) => quad.masks.continue(quad.conditionOf(step)),
  ret: (quad) => quad.return(quad.masks.running),
  retc: (quad, step) => quad.return(quad.conditionOf(step)),
  call: (quad, step) => quad.call(step.target, ALL_LANES),
  callc: (quad, step) => quad.call(step.target, quad.conditionOf(step)),
  fcall: interfaceCall,
  label: none,
  jmp: none,
  sync,
  discard,
  nop: none,
  debug_break: none,
  hs_control_point_phase: none,
  hs_fork_phase: none,
  hs_join_phase: none,
  /** The lanes end; what they did before remains. */
  abort: (quad) => quad.masks.stop(quad.masks.running),
} as const satisfies Record<string, Sm4Handler>;

// Streams of geometry shaders: each lane is one instance of the shader, with separate streams.

function forEachLane({ masks }: Sm4Quad, run: (lane: number) => void): void {
  const { running } = masks;
  for (let lane = 0; lane < LANES; lane++) if (running & (1 << lane)) run(lane);
}

/** The stream that an instruction names; the first one without. */
function streamOf({ named }: Sm4Step): number {
  return named[0]?.id ?? 0;
}

const emit: Sm4Handler = (quad, step) => forEachLane(quad, (lane) => quad.sink?.emit(streamOf(step), lane, quad));

const cut: Sm4Handler = (quad, step) => forEachLane(quad, (lane) => quad.sink?.cut(streamOf(step), lane));

const emitThenCut: Sm4Handler = (quad, step) => {
  emit(quad, step);
  cut(quad, step);
};

export const STREAM_HANDLERS = {
  emit,
  emit_stream: emit,
  cut,
  cut_stream: cut,
  emit_then_cut: emitThenCut,
  emit_then_cut_stream: emitThenCut,
} as const satisfies Record<string, Sm4Handler>;
