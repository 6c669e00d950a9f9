/**
 * Writes a module of the IR as a WebAssembly module: one function that runs the main function for four lanes, with
 * Direct3D's arithmetic to the bit.
 *
 * Not for: memory, textures and everything else of the host (src/vm/wasm).
 */
import { type IrModule, type IrOpName, NO_OP, OP_NAMES, Op } from '../../ir/index.ts';
import { WasmContext } from './context.ts';
import { hasDivergentQuads } from './divergence.ts';
import { WasmModuleWriter } from './encoder.ts';
import { FlowWriter } from './flow.ts';
import {
  PLAN_ADDRESS,
  REGISTER_BYTES,
  WASM_NAMES,
  type WasmConstants,
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

/** The reason why a module cannot be written; undefined if it can. */
export function wasmObstacle(module: IrModule): string | undefined {
  const { ops } = module;
  if (module.functions.length !== 1) return 'several functions';
  if (ops.count > MAX_OPERATIONS) return `more than ${MAX_OPERATIONS} operations`;
  if (module.variables.reduce((sum, { rows }) => sum + rows, 0) > MAX_ARRAY_ROWS) return 'too large arrays';
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP) continue;
    const code = ops.code[op]!;
    const name = OP_NAMES[code] as IrOpName;
    if (!isSupported(name)) return `the operation ${name}`;
    if (name === 'in.at' && ops.arity[op]! > 1 && ops.code[ops.b[op]!] !== Op.const) return 'vertices that are indexed';
  }
  if (hasDivergentQuads(module)) return 'derivatives where only some pixels of a quad may run';
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
    if (kind !== 'constants') continue;
    writer.importConstant(WASM_NAMES.base(constants.length));
    writer.importConstant(WASM_NAMES.rows(constants.length));
    constants.push({ binding, rows: 0 });
  }
  let address = Math.max(plan.end, PLAN_ADDRESS);
  const variables = module.variables.map(({ rows }) => {
    const start = address;
    address += rows * REGISTER_BYTES;
    return start;
  });
  const variablesEnd = address;
  const immediate = address;
  address += module.immediateConstants.length * WORD_BYTES;
  address = (address + REGISTER_BYTES - 1) & -REGISTER_BYTES;
  const addresses = { variables, immediate, pool: address };
  const w = new WasmContext(module, new ValueFacts(module), plan, constants, host, writer, addresses);
  const main = writer.addFunction(w.code);
  writeMain(w, variables[0] ?? variablesEnd, variablesEnd);
  writer.exportFunction(WASM_NAMES.main, main);
  writer.addData(immediate, bytesOf(module.immediateConstants));
  const pool = w.pool.bytes;
  writer.addData(address, pool);
  const end = address + pool.length;
  return {
    bytes: writer.encode(WASM_NAMES.counter, Math.ceil(end / PAGE_BYTES)),
    end,
    calls: w.calls,
    constants,
  };
}

function bytesOf(words: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(WORD_BYTES * words.length));
  for (const [i, word] of words.entries()) view.setUint32(WORD_BYTES * i, word, true);
  return new Uint8Array(view.buffer);
}

function writeMain(w: WasmContext, variables: number, variablesEnd: number): void {
  const { code, module } = w;
  const [lanes, helpers] = [0, 1];
  const mask = code.take();
  for (const [bits, local] of [
    [lanes, mask],
    [helpers, w.helpers],
  ] as const) {
    code.get(bits);
    w.op('i32x4.splat');
    w.vector(LANE_BITS);
    w.op('v128.and');
    w.vector(LANE_BITS);
    w.op('i32x4.eq');
    code.set(local);
  }
  if (variablesEnd > variables) {
    code.i32(variables);
    code.i32(0);
    code.i32(variablesEnd - variables);
    code.fill();
  }
  w.spend(w.facts.costs.get(NO_OP) ?? 0);
  new FlowWriter(w).region(module.functions[0]!.region, mask);
  code.get(w.helpers);
  w.op('i32x4.bitmask');
}
