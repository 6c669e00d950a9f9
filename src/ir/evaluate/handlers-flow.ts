/** Structure, pixels and streams. */
import { add } from '../../numerics/float.ts';
import { BarrierBits, Op } from '../ops.ts';
import { widthOf } from '../types.ts';
import type { IrHandler, IrQuad } from './quad.ts';
import { LANES, VALUE_WORDS } from './values.ts';

const none: IrHandler = () => {};

/** The lanes for which a condition holds. */
function lanesOf(quad: IrQuad, value: number): number {
  let lanes = 0;
  for (let lane = 0; lane < LANES; lane++) if (quad.words[VALUE_WORDS * value + lane] !== 0) lanes |= 1 << lane;
  return lanes & quad.running;
}

const beginIf: IrHandler = (quad, op) => {
  const { ops } = quad.module;
  const lanes = lanesOf(quad, ops.a[op]!);
  const region = ops.extra[op]!;
  quad.enter(op, [region, region + 1], [lanes, quad.running & ~lanes]);
};

const beginSwitch: IrHandler = (quad, op) => {
  const { ops, cases } = quad.module;
  const first = ops.extra[op]!;
  const count = quad.module.regionCount(op);
  const regions = Array.from({ length: count }, (_, i) => first + i);
  const lanes = regions.map(() => 0);
  for (let lane = 0; lane < LANES; lane++) {
    if ((quad.running & (1 << lane)) === 0) continue;
    const value = quad.words[VALUE_WORDS * ops.a[op]! + lane]! | 0;
    const exact = regions.findIndex((region) => cases[region]?.values.some((one) => (one | 0) === value));
    const chosen = exact >= 0 ? exact : regions.findIndex((region) => cases[region]?.isDefault);
    if (chosen >= 0) lanes[chosen]! |= 1 << lane;
  }
  const taken = lanes.reduce((all, one) => all | one, 0);
  const { running } = quad;
  quad.enter(op, regions, lanes);
  quad.leave(running & ~taken);
};

const beginLoop: IrHandler = (quad, op) => {
  const region = quad.module.ops.extra[op]!;
  quad.carryTo(op, region);
  quad.enter(op, [region], [quad.running]);
};

const beginBlock: IrHandler = (quad, op) => quad.enter(op, [quad.module.ops.extra[op]!], [quad.running]);

const call: IrHandler = (quad, op) => {
  const { region } = quad.module.functions[quad.module.ops.extra[op]!]!;
  quad.carryTo(op, region);
  quad.enter(op, [region], [quad.running]);
};

const jump: IrHandler = (quad, op) => quad.jump(op);

/** By lane, the lanes whose values are subtracted: the later minus the earlier. */
type Pairs = readonly (readonly [later: number, earlier: number])[];

const ROW: Pairs = [0, 1, 2, 3].map(() => [1, 0] as const);
const COLUMN: Pairs = [0, 1, 2, 3].map(() => [2, 0] as const);
const FINE_ROW: Pairs = [
  [1, 0],
  [1, 0],
  [3, 2],
  [3, 2],
];
const FINE_COLUMN: Pairs = [
  [2, 0],
  [3, 1],
  [2, 0],
  [3, 1],
];

function derivative(pairs: Pairs): IrHandler {
  return (quad, op) => {
    const { ops } = quad.module;
    const a = VALUE_WORDS * ops.a[op]!;
    const { floats } = quad;
    const end = LANES * widthOf(ops.type[op]!);
    for (let i = 0; i < end; i++) {
      const [later, earlier] = pairs[i & 3]!;
      const base = a + (i & ~3);
      quad.setFloat(VALUE_WORDS * op + i, add(floats[base + later]!, -floats[base + earlier]!));
    }
  };
}

const discard: IrHandler = (quad, op) => {
  quad.helpers |= lanesOf(quad, quad.module.ops.a[op]!);
};

const barrier: IrHandler = (quad, op) => {
  if (quad.module.ops.extra[op]! & BarrierBits.threads) quad.isWaiting = true;
};

const emit: IrHandler = (quad, op) => {
  for (let lane = 0; lane < LANES; lane++) {
    if ((quad.running & (1 << lane)) === 0) continue;
    if (quad.environment.emit?.(quad.module.ops.extra[op]!, lane, quad.outputs)) quad.stop(1 << lane);
  }
};

const cut: IrHandler = (quad, op) => {
  for (let lane = 0; lane < LANES; lane++)
    if (quad.running & (1 << lane)) quad.environment.cut?.(quad.module.ops.extra[op]!, lane);
};

export const FLOW_HANDLERS = {
  'deriv.x': derivative(ROW),
  'deriv.y': derivative(COLUMN),
  'deriv.x.coarse': derivative(ROW),
  'deriv.y.coarse': derivative(COLUMN),
  'deriv.x.fine': derivative(FINE_ROW),
  'deriv.y.fine': derivative(FINE_COLUMN),
  discard,
  barrier,
  emit,
  cut,
  if: beginIf,
  switch: beginSwitch,
  loop: beginLoop,
  block: beginBlock,
  // Jumps and `begin` have filled in their words.
  param: none,
  result: none,
  call,
  exit: jump,
  continue: jump,
  repeat: jump,
  return: jump,
  abort: (quad) => quad.stop(quad.running),
  unreachable: (quad) => quad.stop(quad.running),
} as const satisfies Record<string, IrHandler>;

/** Operations after which other lanes may run. */
export function changesLanes(code: number): boolean {
  return (code >= Op.if && code <= Op.block) || code === Op.call || code >= Op.exit || code === Op.emit;
}
