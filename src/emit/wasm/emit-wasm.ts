/**
 * Writes a module of the IR as a WebAssembly module: a function that runs the main function for four lanes, or one for
 * each phase of a hull shader, with Direct3D's arithmetic to the bit.
 *
 * Not for: memory, textures and everything else of the host (src/vm/wasm).
 */
import { type IrModule, type IrOpName, kindOf, NO_OP, OP_NAMES, Op, widthOf, wordsOf } from '../../ir/index.ts';
import { PARAMETERS, WasmContext, type WasmMemory } from './context.ts';
import { divergentQuad } from './divergence.ts';
import { WasmModuleWriter } from './encoder.ts';
import { FlowWriter } from './flow.ts';
import {
  PLAN_ADDRESS,
  REGISTER_BYTES,
  WASM_NAMES,
  type WasmConstants,
  type WasmGroupMemory,
  type WasmModule,
  type WasmPlan,
} from './plan.ts';
import { isSupported } from './rules/index.ts';
import { ValueFacts } from './value-facts.ts';

const PAGE_BYTES = 65536;
const WORD_BYTES = 4;
/** Operations of a module: longer ones would make functions that engines refuse. */
const MAX_OPERATIONS = 20_000;
/** Rows of the arrays of a program. */
const MAX_ARRAY_ROWS = 2 ** 16;

const I32 = 'i32';
const LANE_BITS = [1, 2, 4, 8];

/** The reason why a module cannot be written, and the token that it is about. */
export interface WasmObstacle {
  readonly what: string;
  readonly at: number;
}

/** Replaces undefined values by zeros, as in the interpreter: passes would otherwise take any value. */
export function defineUndefined({ ops }: IrModule): void {
  for (let op = 0; op < ops.count; op++) {
    if (ops.code[op] !== Op.undef) continue;
    const type = ops.type[op]!;
    ops.code[op] = Op.const;
    ops.setOperands(op, new Array<number>(widthOf(type) * wordsOf(kindOf(type))).fill(0));
  }
}

/** The reason why a module cannot be written; undefined if it can. */
export function wasmObstacle(module: IrModule): WasmObstacle | undefined {
  const { ops } = module;
  const obstacle = (what: string, op = NO_OP) => ({ what, at: op === NO_OP ? 0 : ops.at[op]! });
  if (module.functions.some(({ kind }) => kind === 'subroutine')) return obstacle('subroutines that are not inlined');
  if (ops.count > MAX_OPERATIONS) return obstacle(`more than ${MAX_OPERATIONS} operations`);
  if (module.variables.reduce((sum, { rows }) => sum + rows, 0) > MAX_ARRAY_ROWS)
    return obstacle(`arrays of more than ${MAX_ARRAY_ROWS} rows`);
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP) continue;
    const code = ops.code[op]!;
    const name = OP_NAMES[code] as IrOpName;
    if (!isSupported(name)) return obstacle(`the operation ${name}`, op);
  }
  const divergent = divergentQuad(module);
  if (divergent !== undefined) return obstacle('derivatives where only some pixels of a quad may run', divergent);
  return undefined;
}

/**
 * @param module after the passes; {@link wasmObstacle} accepts it
 * @param plan where its registers are in memory
 */
export function emitWasm(module: IrModule, plan: WasmPlan): WasmModule {
  const writer = new WasmModuleWriter();
  const host = {
    host: writer.importFunction(WASM_NAMES.host, { parameters: [I32, I32, I32], results: [] }),
    refill: writer.importFunction(WASM_NAMES.refill, { parameters: [], results: [I32] }),
    sine: writer.importFunction(WASM_NAMES.sine, { parameters: [I32], results: [I32] }),
    cosine: writer.importFunction(WASM_NAMES.cosine, { parameters: [I32], results: [I32] }),
    compute: writer.importFunction(WASM_NAMES.compute, { parameters: [I32], results: [] }),
  };
  const constants: WasmConstants[] = [];
  for (const [binding, { kind }] of module.bindings.entries()) {
    if (kind !== 'constants' || plan.isUsed?.(binding) === false) continue;
    writer.importConstant(WASM_NAMES.base(constants.length));
    writer.importConstant(WASM_NAMES.rows(constants.length));
    constants.push({ binding, rows: 0 });
  }
  let address = Math.max(plan.end, PLAN_ADDRESS);
  const take = (bytes: number): number => {
    const start = address;
    address += (bytes + REGISTER_BYTES - 1) & -REGISTER_BYTES;
    return start;
  };
  const start = address;
  const variables = module.variables.map(({ rows }) => take(rows * REGISTER_BYTES));
  const arrays = { address: start, bytes: address - start };
  const immediate = take(module.immediateConstants.length * WORD_BYTES);
  const outside = take(REGISTER_BYTES);
  const group = groupMemory(module, take);
  const memories = new Map<number, WasmMemory>();
  let w!: WasmContext;
  for (const { binding, address: at, words } of group) {
    const { stride = 0 } = module.bindings[binding]!;
    memories.set(binding, {
      address: () => w.code.i32(at),
      bytes: () => w.code.i32(WORD_BYTES * words),
      stride: () => w.code.i32(stride),
    });
  }
  const buffers = plan.hasBuffers ? buffersOf(module).filter((one) => plan.isUsed?.(one) !== false) : [];
  for (const [i, binding] of buffers.entries()) {
    const global = writer.importConstant(WASM_NAMES.buffer(i));
    writer.importConstant(WASM_NAMES.bytes(i));
    writer.importConstant(WASM_NAMES.stride(i));
    memories.set(binding, {
      address: () => w.code.index('global.get', global),
      bytes: () => w.code.index('global.get', global + 1),
      stride: () => w.code.index('global.get', global + 2),
    });
  }
  const addresses = { variables, arrays, immediate, outside, pool: address };
  w = new WasmContext(module, new ValueFacts(module), plan, constants, host, writer, addresses, memories);
  for (const { region } of module.functions) writeFunction(w, region);
  for (const [i, number] of w.segments.entries()) writer.exportFunction(WASM_NAMES.segment(i), number);
  writer.addData(immediate, bytesOf(module.immediateConstants));
  const pool = w.pool.bytes;
  writer.addData(address, pool);
  const end = address + pool.length;
  const pages = Math.ceil(end / PAGE_BYTES);
  return {
    bytes: writer.encode(WASM_NAMES.counter, pages),
    pages,
    segments: w.segments.length,
    frameBytes: w.segments.length > module.functions.length ? w.frameBytes : 0,
    barriers: w.barriers,
    group,
    buffers,
    end,
    calls: w.calls,
    constants,
  };
}

/** Bytes of the memory of a thread group in Direct3D. */
const MAX_GROUP_BYTES = 32768;

function groupMemory(module: IrModule, take: (bytes: number) => number): WasmGroupMemory[] {
  return Array.from(module.bindings.entries()).flatMap(([binding, { kind, stride = 0, size = 0 }]) => {
    if (kind !== 'group') return [];
    const bytes = Math.min(stride === 0 ? size : stride * size, MAX_GROUP_BYTES);
    return [{ binding, address: take(bytes), words: bytes >>> 2 }];
  });
}

/** The bindings of raw and structured buffers; none where a shader selects one of several. */
function buffersOf(module: IrModule): number[] {
  const isBuffer = ({ kind, dimension }: IrModule['bindings'][number]) =>
    (kind === 'uav' || kind === 'view') && (dimension === 'rawBuffer' || dimension === 'structuredBuffer');
  if (module.accesses.some(({ binding, isIndexed }) => isIndexed && isBuffer(module.bindings[binding]!))) return [];
  return Array.from(module.bindings.entries()).flatMap(([binding, one]) => (isBuffer(one) ? [binding] : []));
}

function bytesOf(words: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(WORD_BYTES * words.length));
  for (const [i, word] of words.entries()) view.setUint32(WORD_BYTES * i, word, true);
  return new Uint8Array(view.buffer);
}

function writeFunction(w: WasmContext, region: number): void {
  w.beginFunction();
  const mask = w.code.take();
  for (const [bits, local] of [
    [PARAMETERS.lanes, mask],
    [PARAMETERS.helpers, w.helpers],
  ] as const) {
    w.code.get(bits);
    w.op('i32x4.splat');
    w.vector(LANE_BITS);
    w.op('v128.and');
    w.vector(LANE_BITS);
    w.op('i32x4.eq');
    w.code.set(local);
  }
  const { address, bytes } = w.addresses.arrays;
  if (bytes > 0) {
    w.code.i32(address);
    w.code.i32(0);
    w.code.i32(bytes);
    w.code.fill();
  }
  w.spend(region);
  w.checkCounter();
  new FlowWriter(w, mask).main(region);
  w.code.get(w.helpers);
  w.op('i32x4.bitmask');
}
