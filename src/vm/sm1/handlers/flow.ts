/** Flow control of shader models 2 and 3: which lanes run, and which step is next. */

import { Sm1Version } from '../../../base/profile.ts';
import { isLess } from '../../../numerics/float.ts';
import { ALL_LANES, LANES } from '../../lanes.ts';
import type { Sm1Step } from '../executable.ts';
import type { Sm1Quad } from '../quad.ts';
import { COMPARISONS, flow, type Sm1FlowHandler } from './handler.ts';

const none = flow(() => {});

/** Lanes that run and for which the comparison of two sources holds. */
function compared(quad: Sm1Quad, step: Sm1Step): number {
  const a = quad.read(step, 0).floats;
  const b = quad.read(step, 1).floats;
  const holds = COMPARISONS[step.controls];
  let lanes = 0;
  for (let lane = 0; lane < LANES; lane++) if (holds?.(a[lane]!, b[lane]!)) lanes |= 1 << lane;
  return lanes & quad.masks.running;
}

function beginIf(condition: (quad: Sm1Quad, step: Sm1Step) => number): Sm1FlowHandler {
  return flow((quad, step) => {
    quad.masks.beginIf(condition(quad, step));
    if (quad.masks.running === 0) quad.next = step.target;
  });
}

const beginElse = flow((quad, step) => {
  quad.masks.beginElse();
  if (quad.masks.running === 0) quad.next = step.target;
});

/**
 * A loop runs as often as the x of its integer constant says, up to 255 times; with a counter, it starts at y and adds
 * z.
 */
function beginLoop(isCounter: boolean): Sm1FlowHandler {
  return flow((quad, step) => {
    const { number } = step.sources[isCounter ? 1 : 0]!;
    const count = Math.min(quad.integer(number, 0) >>> 0, MAX_ITERATIONS);
    if (quad.masks.running === 0 || count === 0) {
      quad.next = step.target + 1;
      return;
    }
    quad.loopCounters.push({
      value: quad.integer(number, 1),
      left: count,
      step: quad.integer(number, 2),
      isCounter,
    });
    quad.masks.beginLoop();
  });
}

const MAX_ITERATIONS = 255;

const endLoop = flow((quad, step) => {
  const counter = quad.loopCounters.at(-1);
  if (step.target < 0 || counter === undefined) return;
  counter.left--;
  counter.value = (counter.value + counter.step) | 0;
  if (quad.masks.repeatLoop() && counter.left > 0) {
    quad.next = step.target + 1;
    return;
  }
  quad.loopCounters.pop();
  quad.masks.endBreakable();
});

/**
 * Ends pixels with a negative component: before 2_0 of the first three, later of those that are named; of a predicated
 * one, where the predicate holds.
 */
const texkill = flow((quad, step) => {
  const { destination } = step;
  if (destination === undefined) return;
  const { program, version } = quad.executable;
  const mask = program.major < 2 ? FIRST_THREE : destination.mask;
  const isCoordinate = version < Sm1Version.v1_4;
  const file = isCoordinate ? quad.coordinates : quad.files[destination.type];
  const base = file?.baseOf(destination.number) ?? -1;
  if (base < 0) return;
  const floats = new Float32Array(file!.words.buffer);
  let killed = 0;
  for (let lane = 0; lane < LANES; lane++)
    for (let i = 0; i < 4; i++)
      if (mask & quad.predicated(step.predicate, lane) & (1 << i) && isLess(floats[base + i * LANES + lane]!, 0))
        killed |= 1 << lane;
  quad.helpers |= killed & quad.masks.running;
});

const FIRST_THREE = 7;

export const FLOW_HANDLERS = {
  if: beginIf((quad, step) => quad.condition(step.sources[0]!)),
  ifc: beginIf(compared),
  else: beginElse,
  endif: flow((quad) => quad.masks.endIf()),
  loop: beginLoop(true),
  rep: beginLoop(false),
  endloop: endLoop,
  endrep: endLoop,
  break: flow((quad) => quad.masks.break(quad.masks.running)),
  breakc: flow((quad, step) => quad.masks.break(compared(quad, step))),
  breakp: flow((quad, step) => quad.masks.break(quad.condition(step.sources[0]!))),
  call: flow((quad, step) => quad.call(step.target, ALL_LANES)),
  callnz: flow((quad, step) => quad.call(step.target, quad.condition(step.sources[1]!))),
  ret: flow((quad) => quad.return(quad.masks.running)),
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
