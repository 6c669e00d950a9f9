/**
 * WebAssembly modules of programs, and instances of them with what is bound to a shader.
 */

import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { wasmArithmetic } from '../../emit/wasm/arithmetic.ts';
import { defineUndefined, emitWasm, wasmObstacle } from '../../emit/wasm/emit-wasm.ts';
import {
  COMPONENT_BYTES,
  PLAN_ADDRESS,
  REGISTER_BYTES,
  WASM_NAMES,
  WASM_RESULT,
  type WasmFile,
  type WasmModule,
  type WasmPlan,
} from '../../emit/wasm/plan.ts';
import { type IrBinding, type IrElementKind, type IrModule, type IrSpecial, runPasses } from '../../ir/index.ts';
import {
  SM4_OPERAND_TYPES,
  SM4_SPECIAL_INPUTS,
  SM4_SPECIAL_OUTPUTS,
  type Sm4OperandTypeName,
} from '../../isa/sm4/operands.ts';
import { type Bindings, BufferMemory } from '../bindings.ts';
import { REGISTER_WORDS, RegisterFile } from '../lanes.ts';
import type { Sm1Textures } from '../sm1/quad.ts';
import type { FileSize } from '../sm4/quad.ts';
import { TextureView } from '../texture/texture-view.ts';
import { WasmHost, type WasmSurroundings } from './host.ts';

const SPECIAL_INPUTS: Readonly<Partial<Record<IrSpecial, Sm4OperandTypeName>>> = SM4_SPECIAL_INPUTS;
/** The operand types of outputs without a number. */
export const SPECIAL_OUTPUTS: Readonly<Partial<Record<IrSpecial, Sm4OperandTypeName>>> = SM4_SPECIAL_OUTPUTS;

/** The operand types that inputs of a kind may have. */
export const INPUT_TYPES: Readonly<Record<IrElementKind, readonly Sm4OperandTypeName[]>> = {
  vertex: ['input'],
  inputPoint: ['inputControlPoint', 'input'],
  outputPoint: ['outputControlPoint'],
  patch: ['inputPatchConstant'],
  special: [],
};

/** A module that is compiled, with the layout of its memory. */
export interface CompiledShader {
  readonly ir: IrModule;
  readonly emitted: WasmModule;
  readonly compiled: WebAssembly.Module;
  /** Files by operand type. */
  readonly files: ReadonlyMap<number, WasmFile>;
  readonly inputs: readonly (number | undefined)[];
}

/** Where the registers of a module are: files by operand type, and those of its inputs and outputs. */
export interface RegisterPlan {
  readonly files: ReadonlyMap<number, WasmFile>;
  readonly plan: WasmPlan;
  /** The operand type of each input. */
  readonly inputs: readonly (number | undefined)[];
}

/** A compiled module, or the reason why it cannot run as WebAssembly. */
export type CompileResult = { readonly shader: CompiledShader } | { readonly obstacle: string };

/** Words of the programs whose compiled modules stay in memory. */
const MAX_CACHED_WORDS = 2 ** 18;

interface CachedResult {
  readonly words: Uint32Array;
  readonly state: string;
  readonly result: CompileResult;
}

/** Results by the words of their programs, the one that was not used for the longest time first. */
const cached: CachedResult[] = [];

/** Compiles a program, or finds that it was compiled before. @param state that the result depends on, besides words */
export function compileOnce(words: Uint32Array, state: string, compile: () => CompileResult): CompileResult {
  if (!fastPaths.enabled) return compile();
  const index = cached.findIndex((one) => one.state === state && equalWords(one.words, words));
  // The words are a copy: those of the program may be memory that the caller changes.
  const entry = cached.splice(index, index < 0 ? 0 : 1)[0] ?? { words: words.slice(), state, result: compile() };
  cached.push(entry);
  let sum = 0;
  for (const one of cached) sum += one.words.length;
  while (sum > MAX_CACHED_WORDS) sum -= cached.shift()!.words.length;
  return entry.result;
}

function equalWords(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}

/**
 * Compiles a module, which is changed.
 *
 * @param sizes of the files of registers, by operand type
 * @param hasBuffers whether raw and structured buffers are copied to the memory of the module: for dispatches, which
 *   copy them back at the end
 */
export function compileModule(ir: IrModule, sizes: ReadonlyMap<number, FileSize>, hasBuffers = false): CompileResult {
  return compileWith(ir, (after) => {
    const { files, end } = layOutFiles(sizes);
    return { files, ...planOf(after, files, end, hasBuffers) };
  });
}

/** Gives files their addresses, one after the other. */
export function layOutFiles(sizes: ReadonlyMap<number, FileSize>): {
  readonly files: ReadonlyMap<number, WasmFile>;
  readonly end: number;
} {
  const files = new Map<number, WasmFile>();
  let end = PLAN_ADDRESS;
  for (const [type, { registers, vertices }] of sizes) {
    files.set(type, { address: end, registers, vertices });
    end += registers * vertices * REGISTER_BYTES;
  }
  return { files, end };
}

/** Compiles a module, which is changed. @param planFor the plan of the module after the passes */
export function compileWith(ir: IrModule, planFor: (ir: IrModule) => RegisterPlan): CompileResult {
  defineUndefined(ir);
  runPasses(ir);
  const obstacle = wasmObstacle(ir);
  if (obstacle !== undefined) return { obstacle: obstacle.what };
  const { files, plan, inputs } = planFor(ir);
  const emitted = emitWasm(ir, plan);
  try {
    return { shader: { ir, emitted, compiled: new WebAssembly.Module(emitted.bytes), files, inputs } };
  } catch (error) {
    // Limits of this engine, such as the locals of a function, pages that forbid WebAssembly, and browsers that compile
    // only short modules outside of workers (RangeError). Anything else is a bug.
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return { obstacle: error.message };
    throw error;
  }
}

function planOf(
  ir: IrModule,
  files: ReadonlyMap<number, WasmFile>,
  end: number,
  hasBuffers: boolean,
): { readonly plan: WasmPlan; readonly inputs: readonly (number | undefined)[] } {
  const registersOf = (type: number) => files.get(type)?.registers ?? 0;
  // Phases of a hull shader may declare the same points as both types: the larger file has the registers of all.
  const typeOf = (names: readonly (Sm4OperandTypeName | undefined)[]) =>
    names
      .map((name) => (name === undefined ? -1 : SM4_OPERAND_TYPES[name].code))
      .filter((code) => files.has(code))
      .reduce<number | undefined>(
        (best, code) => (best === undefined || registersOf(code) > registersOf(best) ? code : best),
        undefined,
      );
  const inputType = (kind: IrElementKind, special?: IrSpecial) =>
    typeOf(special === undefined ? INPUT_TYPES[kind] : [SPECIAL_INPUTS[special]]);
  const fileOf = (type: number | undefined) => (type === undefined ? undefined : files.get(type));
  const inputs = ir.inputs.map(({ kind, special }) => inputType(kind, special));
  const output = (special?: IrSpecial) => fileOf(typeOf([special === undefined ? 'output' : SPECIAL_OUTPUTS[special]]));
  return {
    inputs,
    plan: {
      inputs: inputs.map(fileOf),
      outputs: ir.outputs.map(({ special }) => output(special)),
      inputRanges: ir.inputRanges.map(({ kind }) => fileOf(inputType(kind))),
      outputRanges: ir.outputRanges.map(() => output()),
      end,
      hasBuffers,
    },
  };
}

const PAGE_BYTES = 65536;
const ROW_WORDS = 4;
const WORD_BYTES = 4;
/** Instructions between questions whether to stop. */
const SLICE = 2 ** 20;
/** Bytes of the memory of an instance. */
const MAX_BYTES = 2 ** 30;

/** A part of the memory that is filled from an array of the host. */
interface Copy {
  readonly from: Uint32Array;
  readonly address: number;
  readonly isWritten: boolean;
}

/** Where the memory of an instance has what is bound. */
export interface Layout {
  readonly copies: readonly Copy[];
  /** Values of the imported constants. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly end: number;
}

/** Lays out what is bound to a shader; undefined where a buffer is bound in a way that copies cannot keep in step. */
export function layoutOf(
  { ir, emitted }: CompiledShader,
  bindings: Bindings,
  constantsOf = ({ register, space }: IrBinding) => bindings.constantBuffers.get(register, space),
): Layout | undefined {
  const numbers = new Map<string, number>();
  const copies: Copy[] = [];
  let { end } = emitted;
  for (const [i, { binding, rows }] of emitted.constants.entries()) {
    const from = constantsOf(ir.bindings[binding]!) ?? new Uint32Array(0);
    const boundRows = Math.ceil(from.length / ROW_WORDS);
    copies.push({ from, address: end, isWritten: false });
    numbers.set(WASM_NAMES.base(i), end).set(WASM_NAMES.rows(i), boundRows);
    end += WORD_BYTES * ROW_WORDS * Math.max(rows, boundRows);
  }
  // Views of the same bytes are parts of one copy.
  const copied = new Map<ArrayBufferLike, number>();
  for (const [i, binding] of emitted.buffers.entries()) {
    const { kind, register, space } = ir.bindings[binding]!;
    const table = kind === 'uav' ? bindings.unorderedAccess : bindings.resources;
    const view = table.get(register, space);
    const { words, stride } = view instanceof BufferMemory ? view : NO_MEMORY;
    let address = copied.get(words.buffer);
    if (address === undefined) {
      address = end;
      const from = new Uint32Array(words.buffer, 0, words.buffer.byteLength >>> 2);
      copied.set(words.buffer, address);
      copies.push({ from, address, isWritten: true });
      end += words.buffer.byteLength;
    }
    numbers
      .set(WASM_NAMES.buffer(i), address + words.byteOffset)
      .set(WASM_NAMES.bytes(i), WORD_BYTES * words.length)
      .set(WASM_NAMES.stride(i), stride);
  }
  return end > MAX_BYTES || isSharedWithHost(ir, emitted.buffers, bindings, copied)
    ? undefined
    : { copies, numbers, end };
}

const NO_MEMORY = { words: new Uint32Array(0), stride: 0 };

/** Whether a view that the host reads or writes has bytes that were copied. */
function isSharedWithHost(
  ir: IrModule,
  buffers: readonly number[],
  { resources, unorderedAccess, constantBuffers }: Bindings,
  copied: ReadonlyMap<ArrayBufferLike, number>,
): boolean {
  if (copied.size === 0) return false;
  return ir.bindings.some(({ kind, register, space, count }, binding) => {
    if (buffers.includes(binding)) return false;
    if (kind === 'constants') return copied.has(constantBuffers.get(register, space)?.buffer as ArrayBufferLike);
    if (kind !== 'view' && kind !== 'uav') return false;
    // The registers of a range cannot all be looked at.
    if (count !== 1) return true;
    const view = (kind === 'uav' ? unorderedAccess : resources).get(register, space);
    if (view === undefined) return false;
    const bytes =
      view instanceof BufferMemory ? view.words : view instanceof TextureView ? view.texture.bytes : view.bytes;
    return copied.has(bytes.buffer);
  });
}

/** A compiled shader with what is bound to it: runs four lanes. */
export class WasmInstance implements WasmSurroundings {
  /** Registers by operand type, in the memory of the module. */
  readonly files: (RegisterFile | undefined)[] = [];
  readonly inputs: readonly (RegisterFile | undefined)[];
  readonly shared: (BufferMemory | undefined)[] = [];
  readonly stages: Sm1Textures | undefined;
  rasterizerSamples = 1;
  interpolator: WasmSurroundings['interpolator'] = undefined;
  sink: WasmSurroundings['sink'] = undefined;
  /** Instructions that were executed. */
  executed = 0;
  /** All files, to be cleared. */
  readonly #registers: Uint32Array;
  /** The memory of the module, as words. */
  readonly memory: Uint32Array;
  readonly #copies: readonly Copy[];
  readonly #segments: readonly ((lanes: number, helpers: number, frame: number) => number)[];
  readonly #barriers: WasmModule['barriers'];
  readonly #frames: number;
  readonly #frameBytes: number;
  readonly #counter: WebAssembly.Global;
  #left = 0;
  #isStopped: (() => boolean) | undefined;

  /**
   * @param layout of {@link layoutOf}
   * @param options `quads` of a thread group, one for other stages; `stages`: textures of models 1 to 3
   */
  constructor(
    shader: CompiledShader,
    readonly bindings: Bindings,
    { copies, numbers, end }: Layout,
    { quads = 1, stages }: { readonly quads?: number; readonly stages?: Sm1Textures } = {},
  ) {
    this.stages = stages;
    const { ir, emitted, compiled, files, inputs } = shader;
    this.#frames = (end + COMPONENT_BYTES - 1) & -COMPONENT_BYTES;
    this.#frameBytes = emitted.frameBytes;
    this.#barriers = emitted.barriers;
    const bytes = this.#frames + quads * emitted.frameBytes;
    if (bytes > MAX_BYTES) throw new RangeError('the memory of an instance is limited');
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    const { buffer } = memory;
    const words = new Uint32Array(buffer);
    this.memory = words;
    this.#copies = copies.filter(({ isWritten }) => isWritten);
    for (const { from, address } of copies) words.set(from, address / WORD_BYTES);
    let registersEnd = PLAN_ADDRESS;
    for (const [type, { address, registers, vertices }] of files) {
      const count = registers * vertices * REGISTER_WORDS;
      const start = address / WORD_BYTES;
      this.files[type] = new RegisterFile(registers, vertices, words.subarray(start, start + count));
      registersEnd = address + WORD_BYTES * count;
    }
    this.#registers = words.subarray(PLAN_ADDRESS / WORD_BYTES, registersEnd / WORD_BYTES);
    this.inputs = inputs.map((type) => (type === undefined ? undefined : this.files[type]));
    for (const { binding, address, words: count } of emitted.group) {
      const { register, stride } = ir.bindings[binding]!;
      const start = address / WORD_BYTES;
      this.shared[register] = new BufferMemory(words.subarray(start, start + count), stride);
    }
    const host = new WasmHost(ir, emitted.calls, buffer, this);
    const env: Record<string, WebAssembly.ImportValue> = {
      memory,
      ...Object.fromEntries(numbers),
      [WASM_NAMES.host]: host.call,
      [WASM_NAMES.refill]: () => this.#refill(),
      ...wasmArithmetic(memory),
    };
    const { exports } = new WebAssembly.Instance(compiled, { env });
    this.#segments = Array.from(
      { length: emitted.segments },
      (_, i) => exports[WASM_NAMES.segment(i)] as (lanes: number, helpers: number, frame: number) => number,
    );
    this.#counter = exports[WASM_NAMES.counter] as WebAssembly.Global;
  }

  /** Whether two segments follow the same barrier: calls of a subroutine have copies of it. */
  isSameBarrier(a: number, b: number): boolean {
    return a === b || this.#barriers.get(a) === this.#barriers.get(b);
  }

  /** Sets all registers to 0. */
  clear(): void {
    this.#registers.fill(0);
  }

  /** Sets the memory of the thread group to 0. */
  clearShared(): void {
    for (const memory of this.shared) memory?.words.fill(0);
  }

  /**
   * Runs the program, a phase of it, or a segment and those that follow up to a barrier.
   *
   * @param limit instructions that may run; `isStopped` is asked now and then
   * @param quad the number of the quad in its group, whose values are in its frame between segments
   * @returns the lanes that only help at the end, or another result of {@link WASM_RESULT}
   */
  run(lanes: number, helpers: number, limit: number, isStopped?: () => boolean, segment = 0, quad = 0): number {
    const first = Math.min(limit, SLICE);
    this.#left = limit - first;
    this.#isStopped = isStopped;
    this.#counter.value = first;
    const frame = this.#frames + quad * this.#frameBytes;
    let result = this.#segments[segment]!(lanes, helpers, frame);
    while (result >= WASM_RESULT.goesOn && (result & WASM_RESULT.waits) === 0)
      result = this.#segments[result >> WASM_RESULT.segmentShift]!(lanes, helpers, frame);
    this.executed += limit - this.#left - Math.max(this.#counter.value as number, 0);
    return result;
  }

  /** Copies buffers that the program may have written back to where they are from. */
  copyBack(): void {
    for (const { from, address } of this.#copies) {
      const start = address / WORD_BYTES;
      from.set(this.memory.subarray(start, start + from.length));
    }
  }

  /** More instructions: those that are left, as long as nothing stops the run. */
  #refill(): number {
    if (this.#left <= 0 || this.#isStopped?.()) return 0;
    const more = Math.min(this.#left, SLICE);
    this.#left -= more;
    return more;
  }
}

/** Makes an instance; undefined where the machine has no memory for it. */
export function createInstance(...parts: ConstructorParameters<typeof WasmInstance>): WasmInstance | undefined {
  try {
    return new WasmInstance(...parts);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
