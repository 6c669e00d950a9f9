/**
 * The layout of the memory that a module and its host share, which the caller of the emitter decides, and the calls
 * that the host answers.
 */
import type { IrAccess, IrOpName } from '../../ir/index.ts';

/** Bytes of a component of a register in four lanes, and of a register. */
export const COMPONENT_BYTES = 16;
export const REGISTER_BYTES = 64;

/** Operands of a call of the host, 64 bytes each: component by component, lane by lane. */
export const ARGUMENTS_ADDRESS = 0;
export const MAX_ARGUMENTS = 16;
/** The result of a call of the host. */
export const RESULT_ADDRESS = MAX_ARGUMENTS * REGISTER_BYTES;
/** The first byte that a plan may use. */
export const PLAN_ADDRESS = RESULT_ADDRESS + REGISTER_BYTES;

/** Registers in memory; those of one vertex come before those of the next. */
export interface WasmFile {
  readonly address: number;
  readonly registers: number;
  readonly vertices: number;
}

export interface WasmPlan {
  /** The file of each input, output and range of them; absent ones read as 0 and are not written. */
  readonly inputs: readonly (WasmFile | undefined)[];
  readonly outputs: readonly (WasmFile | undefined)[];
  readonly inputRanges: readonly (WasmFile | undefined)[];
  readonly outputRanges: readonly (WasmFile | undefined)[];
  /** The first byte after the files. */
  readonly end: number;
  /** Whether raw and structured buffers are in the memory of the module: the host copies them. */
  readonly hasBuffers: boolean;
  /** Whether a binding is used, where that is known: others are not imported. */
  readonly isUsed?: (binding: number) => boolean;
}

/** An operation that the host does: of a view, of a sampler, of an input at another position, and the like. */
export interface WasmCall {
  readonly name: IrOpName;
  readonly access: IrAccess;
  /** Components of each operand and of the result. */
  readonly widths: readonly number[];
  readonly width: number;
  /**
   * Of inputs at another position and of constants: the element or the binding, and the first component; of vertices
   * that are emitted: the stream.
   */
  readonly element: number;
  readonly component: number;
}

/** Constants that a module reads through the imported numbers `base` and `rows`. */
export interface WasmConstants {
  readonly binding: number;
  /** Rows that are read without a check: the host fills those that are not bound with zeros. */
  rows: number;
}

/** Memory of a thread group. */
export interface WasmGroupMemory {
  readonly binding: number;
  readonly address: number;
  readonly words: number;
}

/**
 * The result of a segment's function: below `goesOn` the helper lanes at the end; `stopped`; `divergent` minus a
 * segment where only some lanes come to the barrier before it; or `goesOn` with the number of the next segment, with
 * `waits` if all threads of the group have to come there first.
 */
export const WASM_RESULT = { stopped: -1, divergent: -2, goesOn: 16, waits: 32, segmentShift: 6 } as const;

export interface WasmModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The least size of the imported memory, in pages of 64 KB. */
  readonly pages: number;
  /**
   * Functions that the host calls: the phases of a hull shader, or parts of the main function, whose results say which
   * one is next. Values between them are in a frame.
   */
  readonly segments: number;
  readonly frameBytes: number;
  /** The token of the barrier before a segment. */
  readonly barriers: ReadonlyMap<number, number>;
  readonly group: readonly WasmGroupMemory[];
  /** Bindings of buffers that are in memory, in the order of the imports `buffer0`, `bytes0`, `stride0` and so on. */
  readonly buffers: readonly number[];
  /** The first byte of memory that the module does not use itself; constants follow there. */
  readonly end: number;
  readonly calls: readonly WasmCall[];
  /** Constants in the order of the imports `base0`, `rows0`, `base1` and so on. */
  readonly constants: readonly WasmConstants[];
}

/** Names of the imports from `env` and of the exports. */
export const WASM_NAMES = {
  /** Called with an index of {@link WasmModule.calls}, the lanes that run, and those of them that write. */
  host: 'host',
  /** Gives more instructions when the counter is used up: 0 or less ends the program. */
  refill: 'refill',
  /** Sine and cosine of large numbers, word by word. */
  sine: 'sine',
  cosine: 'cosine',
  /** Operations of numbers that WebAssembly has no instruction for: operands and result are in memory. */
  compute: 'compute',
  base: (i: number) => `base${i}`,
  rows: (i: number) => `rows${i}`,
  buffer: (i: number) => `buffer${i}`,
  bytes: (i: number) => `bytes${i}`,
  stride: (i: number) => `stride${i}`,
  /** The function of a segment: lanes and helper lanes, a bit each, the address of the frame; {@link WASM_RESULT}. */
  segment: (i: number) => `main${i}`,
  /** Instructions that may still run. */
  counter: 'left',
} as const;
