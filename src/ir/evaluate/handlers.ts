/**
 * Evaluation of all operations: one handler for each row of the table, so that an operation without a handler does not
 * compile.
 */
import { add } from '../../numerics/float.ts';
import { accessOf } from '../module.ts';
import { BarrierBits, type IrOpName, OP_NAMES, OP_ROWS, Op } from '../ops.ts';
import { Kind, kindOf, widthOf } from '../types.ts';
import { COMPUTING_HANDLERS } from './handlers-computing.ts';
import type { IrHandler, IrQuad } from './quad.ts';
import { LANES, VALUE_WORDS } from './values.ts';

// Structure, pixels and streams.

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

/**
 * The differences of neighbors: `later` is 1 for those along x, 2 for those along y. Fine ones are those of each row or
 * column of the quad, coarse ones those from the first pixel.
 */
function derivative(later: 1 | 2, isFine = false): IrHandler {
  return (quad, op) => {
    const { ops } = quad.module;
    const a = VALUE_WORDS * ops.a[op]!;
    const { floats } = quad;
    const end = LANES * widthOf(ops.type[op]!);
    for (let i = 0; i < end; i++) {
      const from = a + (i & ~3) + (isFine ? i & 3 & ~later : 0);
      quad.setFloat(VALUE_WORDS * op + i, add(floats[from + later]!, -floats[from]!));
    }
  };
}

const discard: IrHandler = (quad, op) => {
  quad.helpers |= lanesOf(quad, quad.module.ops.a[op]!);
};

const barrier: IrHandler = (quad, op) => {
  if (quad.module.ops.extra[op]! & BarrierBits.threads) quad.isWaiting = true;
};

/** Messages have no reader here. */
const message: IrHandler = () => {};

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

const FLOW_HANDLERS = {
  'deriv.x': derivative(1),
  'deriv.y': derivative(2),
  'deriv.x.coarse': derivative(1),
  'deriv.y.coarse': derivative(2),
  'deriv.x.fine': derivative(1, true),
  'deriv.y.fine': derivative(2, true),
  discard,
  barrier,
  message,
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

/** Fills the value of `op` word by word; components count from that of the attribute on. */
function fill(quad: IrQuad, op: number, word: (component: number, lane: number) => number): void {
  const { ops } = quad.module;
  const first = ops.extra[op]! & 3;
  const width = widthOf(ops.type[op]!);
  for (let i = 0; i < width; i++)
    for (let lane = 0; lane < LANES; lane++) quad.words[VALUE_WORDS * op + i * LANES + lane] = word(first + i, lane);
}

/** The word of operand `i` for a lane, signed; 0 without that operand. */
function index(quad: IrQuad, op: number, i: number, lane: number): number {
  const { ops } = quad.module;
  return i < ops.arity[op]! ? quad.words[VALUE_WORDS * ops.operand(op, i) + lane]! | 0 : 0;
}

const input: IrHandler = (quad, op) => {
  const { kind, special, register } = quad.module.inputs[quad.module.ops.extra[op]! >> 2]!;
  fill(quad, op, (component, lane) => {
    const vertex = index(quad, op, 0, lane);
    return quad.environment.input?.(kind, special, register, component, vertex, lane) ?? 0;
  });
};

const inputAt: IrHandler = (quad, op) => {
  const { kind, register, count } = quad.module.inputRanges[quad.module.ops.extra[op]! >> 2]!;
  fill(quad, op, (component, lane) => {
    const at = index(quad, op, 0, lane);
    if (at < 0 || at >= count) return 0;
    return quad.environment.input?.(kind, undefined, register + at, component, index(quad, op, 1, lane), lane) ?? 0;
  });
};

/** Writes the last operand from `base` on, for the lanes that run and a base that is not negative. */
function write(quad: IrQuad, op: number, to: Uint32Array, base: (lane: number) => number): void {
  const { ops } = quad.module;
  const value = ops.operand(op, ops.arity[op]! - 1);
  const first = ops.extra[op]! & 3;
  const width = widthOf(ops.type[value]!);
  for (let lane = 0; lane < LANES; lane++) {
    const start = quad.running & (1 << lane) ? base(lane) : -1;
    if (start < 0) continue;
    for (let i = 0; i < width; i++)
      to[start + (first + i) * LANES + lane] = quad.words[VALUE_WORDS * value + i * LANES + lane]!;
  }
}

/** The first word of a row of four components; -1 outside. */
function rowBase(row: number, rows: number): number {
  return row < 0 || row >= rows ? -1 : row * VALUE_WORDS;
}

const output: IrHandler = (quad, op) =>
  write(quad, op, quad.outputs.words, () => (quad.module.ops.extra[op]! >> 2) * VALUE_WORDS);

/** Writes to the range, and to the outputs that are its registers. */
const outputAt: IrHandler = (quad, op) => {
  const { ops, outputRanges, outputs } = quad.module;
  const number = ops.extra[op]! >> 2;
  const { kind, register, count } = outputRanges[number]!;
  write(quad, op, quad.outputs.ranges[number]!, (lane) => rowBase(index(quad, op, 0, lane), count));
  for (const [i, output] of outputs.entries()) {
    const row = output.register - register;
    if (output.kind !== kind || row < 0 || row >= count) continue;
    write(quad, op, quad.outputs.words, (lane) => (index(quad, op, 0, lane) === row ? i * VALUE_WORDS : -1));
  }
};

const constants: IrHandler = (quad, op) => {
  const binding = quad.module.ops.extra[op]! >> 2;
  fill(quad, op, (component, lane) => {
    const row = index(quad, op, 0, lane);
    return row < 0 ? 0 : (quad.environment.constant?.(binding, index(quad, op, 1, lane), row, component) ?? 0);
  });
};

const slotConstants: IrHandler = (quad, op) =>
  fill(quad, op, (component, lane) => {
    const row = index(quad, op, 1, lane);
    return row < 0 ? 0 : (quad.environment.slotConstant?.(index(quad, op, 0, lane), row, component) ?? 0);
  });

const immediate: IrHandler = (quad, op) =>
  fill(quad, op, (component, lane) => {
    const row = index(quad, op, 0, lane);
    return row < 0 ? 0 : (quad.module.immediateConstants[4 * row + component] ?? 0);
  });

const variableLoad: IrHandler = (quad, op) => {
  const number = quad.module.ops.extra[op]! >> 2;
  const { rows } = quad.module.variables[number]!;
  const words = quad.variables[number]!;
  fill(quad, op, (component, lane) => {
    const base = rowBase(index(quad, op, 0, lane), rows);
    return base < 0 ? 0 : words[base + component * LANES + lane]!;
  });
};

const variableStore: IrHandler = (quad, op) => {
  const number = quad.module.ops.extra[op]! >> 2;
  const { rows } = quad.module.variables[number]!;
  write(quad, op, quad.variables[number]!, (lane) => rowBase(index(quad, op, 0, lane), rows));
};

function instance(part: number): IrHandler {
  return (quad, op) => fill(quad, op, (_, lane) => quad.environment.instance?.(index(quad, op, 0, lane))?.[part] ?? 0);
}

const interpolate: IrHandler = (quad, op) => {
  const { ops, inputs } = quad.module;
  const { register } = inputs[ops.extra[op]! >> 2]!;
  const operand = ops.arity[op]! > 0 ? quad.valueWords(ops.a[op]!) : undefined;
  const name = OP_NAMES[ops.code[op]!]!;
  fill(quad, op, (component, lane) => quad.environment.interpolate?.(name, register, component, lane, operand) ?? 0);
};

/** Operations of views. Only lanes that run are read and written; the others keep their values. */
const resource: IrHandler = (quad, op) => {
  const { ops, accesses } = quad.module;
  const extra = ops.extra[op]!;
  const isBinding = OP_ROWS[ops.code[op]!]!.attribute === 'binding';
  const operands = ops.operands(op);
  const type = ops.type[op]!;
  const result = quad.valueWords(op);
  result.fill(0);
  quad.environment.resource?.({
    name: OP_NAMES[ops.code[op]!]!,
    access: isBinding ? accessOf(extra, { isIndexed: operands.length > 0 }) : accesses[extra]!,
    operands: operands.map((value) => quad.valueWords(value)),
    widths: operands.map((value) => widthOf(ops.type[value]!)),
    lanes: quad.running,
    writers: quad.running & ~quad.helpers,
    result,
    width: kindOf(type) === Kind.none ? 0 : widthOf(type),
  });
};

/** All memory is mapped. */
const status: IrHandler = (quad, op) => fill(quad, op, () => 0xffff_ffff);

const MEMORY_HANDLERS = {
  in: input,
  'in.at': inputAt,
  out: output,
  'out.at': outputAt,
  'cb.load': constants,
  'cb.dynamic': slotConstants,
  'icb.load': immediate,
  'var.load': variableLoad,
  'var.store': variableStore,
  'instance.table': instance(0),
  'instance.constants': instance(1),
  'instance.offset': instance(2),
  'instance.texture': instance(3),
  'instance.sampler': instance(4),
  'tex.sample': resource,
  'tex.sample.bias': resource,
  'tex.sample.level': resource,
  'tex.sample.grad': resource,
  'tex.sample.cmp': resource,
  'tex.sample.cmp.zero': resource,
  'tex.gather': resource,
  'tex.gather.cmp': resource,
  'tex.gather.offset': resource,
  'tex.gather.offset.cmp': resource,
  'tex.fetch': resource,
  'tex.fetch.sample': resource,
  'tex.lod': resource,
  'tex.size': resource,
  'tex.samples': resource,
  'tex.samplepos': resource,
  status,
  'buf.fetch': resource,
  'buf.put': resource,
  'buf.load.raw': resource,
  'buf.load': resource,
  'buf.store.raw': resource,
  'buf.store': resource,
  'buf.size': resource,
  'img.load': resource,
  'img.store': resource,
  'atomic.add': resource,
  'atomic.and': resource,
  'atomic.or': resource,
  'atomic.xor': resource,
  'atomic.imin': resource,
  'atomic.imax': resource,
  'atomic.umin': resource,
  'atomic.umax': resource,
  'atomic.exchange': resource,
  'atomic.compare': resource,
  'counter.next': resource,
  'counter.last': resource,
  'eval.centroid': interpolate,
  'eval.sample': interpolate,
  'eval.snapped': interpolate,
} as const satisfies Record<string, IrHandler>;

const ALL: Readonly<Record<IrOpName, IrHandler>> = {
  ...COMPUTING_HANDLERS,
  ...FLOW_HANDLERS,
  ...MEMORY_HANDLERS,
};

/** Handlers by the number of their operation. */
export const HANDLERS: readonly IrHandler[] = /* @__PURE__ */ OP_NAMES.map((name) => ALL[name]);
