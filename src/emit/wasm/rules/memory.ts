/** Inputs, outputs, constants and arrays in the memory of the module, and operations that the host does. */
import { widthOf } from '../../../ir/index.ts';
import type { WasmContext } from '../context.ts';
import { COMPONENT_BYTES, REGISTER_BYTES, RESULT_ADDRESS, type WasmFile } from '../plan.ts';
import type { WasmRule } from './rule.ts';

const LANES = 4;
/** Bytes of a row of constants. */
const ROW_BYTES = 16;
const WORD_BYTES = 4;

/** The element and the first component of an attribute. */
function attributeOf(w: WasmContext, op: number): readonly [number: number, component: number] {
  const extra = w.module.ops.extra[op]!;
  return [extra >> 2, extra & 3];
}

/** Defines each component that is used. */
function components(w: WasmContext, op: number, read: (slot: number) => void): void {
  const width = widthOf(w.module.ops.type[op]!);
  for (let slot = 0; slot < width; slot++) {
    if (!w.needs(op, slot)) continue;
    read(slot);
    w.define(op, slot);
  }
}

/** Puts an index on the stack, as a vector; 0 without. */
type Index = (() => void) | undefined;

function indexOf(w: WasmContext, op: number, i: number): Index {
  const { ops } = w.module;
  return i < ops.arity[op]! ? () => w.get(ops.operand(op, i)) : undefined;
}

/** Whether an operand is the same number in all lanes that is known now. */
function constantIndex(w: WasmContext, op: number, i: number): number | undefined {
  const { ops } = w.module;
  return i < ops.arity[op]! ? w.constantOf(ops.operand(op, i)) : 0;
}

/**
 * Leaves a word of each lane on the stack: that at `address` plus `stride` times the lane's index plus `laneStride`
 * times the lane; 0 where the index is not less than `count`, which is on the stack of i32.
 */
function gather(
  w: WasmContext,
  index: number,
  count: () => void,
  base: (() => void) | undefined,
  offset: number,
  stride: number,
  laneStride: number,
): void {
  const { code } = w;
  const result = code.take();
  w.splat(0);
  code.set(result);
  const row = w.row;
  for (let lane = 0; lane < LANES; lane++) {
    code.get(index);
    code.lane('i32x4.extract_lane', lane);
    code.tee(row);
    count();
    code.op('i32.lt_u');
    code.open('if');
    code.get(row);
    code.i32(stride);
    code.op('i32.mul');
    if (base !== undefined) {
      base();
      code.op('i32.add');
    }
    code.get(result);
    code.memoryLane('v128.load32_lane', offset + lane * laneStride, lane);
    code.set(result);
    code.end();
  }
  code.get(result);
  code.give(result);
}

/** Stores a lane of the component in `value` where the lane runs and its index is less than `count`. */
function scatter(w: WasmContext, index: number, count: number, value: () => void, address: number): void {
  const { code } = w;
  const row = w.row;
  for (let lane = 0; lane < LANES; lane++) {
    code.get(index);
    code.lane('i32x4.extract_lane', lane);
    code.tee(row);
    code.i32(count);
    code.op('i32.lt_u');
    code.get(w.mask);
    code.lane('i32x4.extract_lane', lane);
    code.op('i32.and');
    code.open('if');
    code.get(row);
    code.i32(REGISTER_BYTES);
    code.op('i32.mul');
    value();
    code.memoryLane('v128.store32_lane', address + lane * WORD_BYTES, lane);
    code.end();
  }
}

/** Puts `a`, or the sum of both, into a local, which the caller gives back. */
function indexLocal(w: WasmContext, write: () => void): number {
  const local = w.code.take();
  write();
  w.code.set(local);
  return local;
}

const input: WasmRule = (w, op) => {
  const [number, component] = attributeOf(w, op);
  readRegister(w, op, w.plan.inputs[number], w.module.inputs[number]!, component, 0);
};

/** Reads components of a register of a file; operand `i` selects the vertex. */
function readRegister(
  w: WasmContext,
  op: number,
  file: WasmFile | undefined,
  { kind, register }: { readonly kind: string; readonly register: number },
  component: number,
  i: number,
): void {
  const at = kind === 'special' ? 0 : register;
  const vertex = constantIndex(w, op, i);
  const exists = file !== undefined && at < file.registers;
  if (!exists || (vertex !== undefined && (vertex < 0 || vertex >= file.vertices))) {
    components(w, op, () => w.splat(0));
    return;
  }
  const address = file.address + at * REGISTER_BYTES + component * COMPONENT_BYTES;
  const bytes = file.registers * REGISTER_BYTES;
  if (vertex !== undefined) {
    components(w, op, (slot) => w.load(address + vertex * bytes + slot * COMPONENT_BYTES));
    return;
  }
  const index = indexLocal(w, indexOf(w, op, i)!);
  const count = () => w.code.i32(file.vertices);
  components(w, op, (slot) => gather(w, index, count, undefined, address + slot * COMPONENT_BYTES, bytes, WORD_BYTES));
  w.code.give(index);
}

/** An input of a range: the first operand is the register in it, the second one the vertex. */
const inputAt: WasmRule = (w, op) => {
  const [number, component] = attributeOf(w, op);
  const file = w.plan.inputRanges[number];
  const { register, count } = w.module.inputRanges[number]!;
  const vertex = constantIndex(w, op, 1);
  if (file === undefined || (vertex !== undefined && (vertex < 0 || vertex >= file.vertices))) {
    components(w, op, () => w.splat(0));
    return;
  }
  const rows = Math.max(0, Math.min(count, file.registers - register));
  const address = file.address + register * REGISTER_BYTES + component * COMPONENT_BYTES;
  if (vertex === undefined) readRowsOfVertices(w, op, address, rows, file);
  else readRows(w, op, address + vertex * file.registers * REGISTER_BYTES, rows, 0);
};

/** Reads components of rows of vertices: the operands are the row and the vertex. */
function readRowsOfVertices(w: WasmContext, op: number, address: number, rows: number, file: WasmFile): void {
  const [row, vertex] = [indexOf(w, op, 0)!, indexOf(w, op, 1)!];
  const index = indexLocal(w, () => {
    vertex();
    w.splat(file.registers);
    w.op('i32x4.mul');
    row();
    w.op('i32x4.add');
    // Index -1 is outside of all rows.
    for (const [operand, count] of [
      [row, rows],
      [vertex, file.vertices],
    ] as const) {
      operand();
      w.splat(count);
      w.op('i32x4.ge_u', 'v128.or');
    }
  });
  const count = () => w.code.i32(file.vertices * file.registers);
  components(w, op, (slot) =>
    gather(w, index, count, undefined, address + slot * COMPONENT_BYTES, REGISTER_BYTES, WORD_BYTES),
  );
  w.code.give(index);
}

/** Reads components of rows of 64 bytes; operand `i` is the row. */
function readRows(w: WasmContext, op: number, address: number, rows: number, i: number): void {
  const row = constantIndex(w, op, i);
  if (row !== undefined) {
    const exists = row >= 0 && row < rows;
    components(w, op, (slot) =>
      exists ? w.load(address + row * REGISTER_BYTES + slot * COMPONENT_BYTES) : w.splat(0),
    );
    return;
  }
  const index = indexLocal(w, indexOf(w, op, i)!);
  const count = () => w.code.i32(rows);
  components(w, op, (slot) =>
    gather(w, index, count, undefined, address + slot * COMPONENT_BYTES, REGISTER_BYTES, WORD_BYTES),
  );
  w.code.give(index);
}

/** Writes the last operand to rows of 64 bytes; the first operand is the row. */
function writeRows(w: WasmContext, op: number, address: number, rows: number): void {
  const { ops } = w.module;
  const value = ops.operand(op, ops.arity[op]! - 1);
  const width = widthOf(ops.type[value]!);
  const row = constantIndex(w, op, 0);
  if (row !== undefined) {
    if (row < 0 || row >= rows) return;
    for (let slot = 0; slot < width; slot++)
      w.store(address + row * REGISTER_BYTES + slot * COMPONENT_BYTES, () => w.get(value, slot));
    return;
  }
  const index = indexLocal(w, indexOf(w, op, 0)!);
  for (let slot = 0; slot < width; slot++)
    scatter(w, index, rows, () => w.get(value, slot), address + slot * COMPONENT_BYTES);
  w.code.give(index);
}

const output: WasmRule = (w, op) => {
  const { ops, outputs } = w.module;
  const [number, component] = attributeOf(w, op);
  const file = w.plan.outputs[number];
  const { kind, register } = outputs[number]!;
  const at = kind === 'special' ? 0 : register;
  if (file === undefined || at >= file.registers) return;
  const value = ops.a[op]!;
  const address = file.address + at * REGISTER_BYTES + component * COMPONENT_BYTES;
  for (let slot = 0; slot < widthOf(ops.type[value]!); slot++)
    w.store(address + slot * COMPONENT_BYTES, () => w.get(value, slot));
};

const outputAt: WasmRule = (w, op) => {
  const [number, component] = attributeOf(w, op);
  const file = w.plan.outputRanges[number];
  const { register, count } = w.module.outputRanges[number]!;
  if (file === undefined) return;
  const rows = Math.max(0, Math.min(count, file.registers - register));
  writeRows(w, op, file.address + register * REGISTER_BYTES + component * COMPONENT_BYTES, rows);
};

/**
 * Constants of a binding; the host finds that of a range of bindings. A row with a known number needs no check,
 * because the host has all of them.
 */
const constants: WasmRule = (w, op) => {
  if (w.module.ops.arity[op]! > 1) {
    w.callHost(op);
    return;
  }
  const [binding, component] = attributeOf(w, op);
  const number = w.constants.findIndex((one) => one.binding === binding);
  const row = constantIndex(w, op, 0);
  const base = () => w.code.index('global.get', 2 * number);
  if (row !== undefined && row >= 0 && row < MAX_STATIC_ROWS) {
    const all = w.constants[number]!;
    all.rows = Math.max(all.rows, row + 1);
    components(w, op, (slot) => {
      base();
      w.code.memory('v128.load32_splat', row * ROW_BYTES + (component + slot) * WORD_BYTES);
    });
    return;
  }
  const index = indexLocal(w, indexOf(w, op, 0)!);
  const count = () => w.code.index('global.get', 2 * number + 1);
  components(w, op, (slot) => gather(w, index, count, base, (component + slot) * WORD_BYTES, ROW_BYTES, 0));
  w.code.give(index);
};

/** Rows of a constant buffer in Direct3D. */
const MAX_STATIC_ROWS = 4096;

const immediate: WasmRule = (w, op) => {
  const [, component] = attributeOf(w, op);
  const rows = w.module.immediateConstants.length >> 2;
  const address = w.addresses.immediate + component * WORD_BYTES;
  const row = constantIndex(w, op, 0);
  if (row !== undefined) {
    const exists = row >= 0 && row < rows;
    components(w, op, (slot) => {
      const word = w.module.immediateConstants[4 * row + component + slot] ?? 0;
      w.splat(exists ? word | 0 : 0);
    });
    return;
  }
  const index = indexLocal(w, indexOf(w, op, 0)!);
  const count = () => w.code.i32(rows);
  components(w, op, (slot) => gather(w, index, count, undefined, address + slot * WORD_BYTES, ROW_BYTES, 0));
  w.code.give(index);
};

const variableLoad: WasmRule = (w, op) => {
  const [number, component] = attributeOf(w, op);
  const address = w.addresses.variables[number]! + component * COMPONENT_BYTES;
  readRows(w, op, address, w.module.variables[number]!.rows, 0);
};

const variableStore: WasmRule = (w, op) => {
  const [number, component] = attributeOf(w, op);
  const address = w.addresses.variables[number]! + component * COMPONENT_BYTES;
  writeRows(w, op, address, w.module.variables[number]!.rows);
};

const discard: WasmRule = (w, op) => {
  const { code } = w;
  code.get(w.helpers);
  w.get(w.module.ops.a[op]!);
  code.get(w.mask);
  code.ops('v128.and', 'v128.or');
  code.set(w.helpers);
};

/**
 * Gives the outputs to the host as a vertex. Where the first word of the result is not 0, the program ends: primitives
 * run one at a time.
 */
const emit: WasmRule = (w, op) => {
  const { code } = w;
  w.callHost(op);
  code.i32(0);
  code.memory('i32.load', RESULT_ADDRESS);
  code.open('if');
  code.get(w.helpers);
  code.ops('i32x4.bitmask', 'return');
  code.end();
};

/** A memory barrier: lanes run in order, so it does nothing. */
const none: WasmRule = () => {};

export const host: WasmRule = (w, op) => w.callHost(op);

export const MEMORY_RULES = {
  in: input,
  'in.at': inputAt,
  out: output,
  'out.at': outputAt,
  'cb.load': constants,
  'icb.load': immediate,
  'var.load': variableLoad,
  'var.store': variableStore,
  'cb.dynamic': host,
  'instance.table': host,
  'instance.constants': host,
  'instance.offset': host,
  'instance.texture': host,
  'instance.sampler': host,
  discard,
  emit,
  cut: host,
  barrier: none,
  message: none,
  'eval.centroid': host,
  'eval.sample': host,
  'eval.snapped': host,
  'tex.sample': host,
  'tex.sample.bias': host,
  'tex.sample.level': host,
  'tex.sample.grad': host,
  'tex.sample.cmp': host,
  'tex.sample.cmp.zero': host,
  'tex.gather': host,
  'tex.gather.cmp': host,
  'tex.gather.offset': host,
  'tex.gather.offset.cmp': host,
  'tex.fetch': host,
  'tex.fetch.sample': host,
  'tex.lod': host,
  'tex.size': host,
  'tex.samples': host,
  'tex.samplepos': host,
  'buf.fetch': host,
  'buf.put': host,
  'buf.size': host,
  'img.load': host,
  'img.store': host,
  'counter.next': host,
  'counter.last': host,
} as const;
