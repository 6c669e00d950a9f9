/**
 * State while a program of any instruction set is lowered: the builder, the values of registers, open blocks, and
 * constants.
 *
 * Not for: operands and instructions (sm1, sm4), blocks (flow.ts).
 */
import { type Diagnostic, Diagnostics, type Message, type MessageValues } from '../base/diagnostics.ts';
import { IrBuilder, type IrModule, Kind, Op, type Ref, typeOf } from '../ir/index.ts';
import type { Frame } from './frames.ts';
import { Refusal } from './refusal.ts';

export abstract class Lowering {
  readonly b: IrBuilder;
  /** The current SSA value of each register component; the instruction set determines the numbering. */
  registers: Int32Array;
  /** Open blocks, the innermost last. */
  readonly frames: Frame[] = [];
  /** Whether the instruction is never reached. */
  isDead = false;
  /** Components that the current function returns; undefined in the main function. */
  results: readonly number[] | undefined = undefined;
  /** The operation before which constants and inputs of the function are. */
  #beginning = 0;
  #constants: Map<number, number>[] = [];

  /** @param registers storage for the values of register components, not yet initialized */
  protected constructor(
    readonly module: IrModule,
    registers: Int32Array,
  ) {
    this.b = new IrBuilder(module);
    this.registers = registers;
  }

  /** Index of the token of the instruction. */
  abstract get start(): number;

  /** The kind of what a component holds, where branches that meet have values of several kinds. */
  abstract kindOfComponent(component: number): number;

  /** Stops lowering with a diagnostic. */
  refuse(reason: Message, values: MessageValues = {}, at = this.start): never {
    throw new Refusal(reason, at, values);
  }

  /** Begins a function; operations that the entire function needs are inserted before the operation `beginning`. */
  protected beginFunctionAt(beginning: number): void {
    this.#beginning = beginning;
    this.#constants = [];
    this.isDead = false;
    this.frames.length = 0;
  }

  /** Puts an operation at the beginning of the function, where all of it can use its value. */
  atBeginning(op: number, at: number): number {
    this.b.ops.at[op] = at;
    this.module.insertBefore(this.#beginning, op);
    return op;
  }

  /** A word of a kind; one operation for each in a function. */
  constant(kind: number, word: number): number {
    let words = this.#constants[kind];
    if (words === undefined) {
      words = new Map();
      this.#constants[kind] = words;
    }
    let op = words.get(word | 0);
    if (op === undefined) {
      op = this.atBeginning(this.b.ops.add(Op.const, typeOf(kind), 1, word | 0, 0, 0, 0), this.b.at);
      words.set(word | 0, op);
    }
    return op;
  }

  unsigned(word: number): number {
    return this.constant(Kind.u32, word);
  }
}

const ONE = new Int32Array(1);

/** One component of a value, as a kind. */
export function scalarOfRef({ b }: Lowering, ref: Ref, kind: number): number {
  ONE[0] = ref;
  return b.as(kind, b.pick(ONE));
}

/**
 * A program that was lowered. Spans of diagnostics are bytes: of the file, or from the version token where only a
 * program was given.
 */
export interface LoweredProgram {
  /** undefined if the program is invalid; the diagnostics say why. */
  readonly module: IrModule | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the module that `lower` returns, or the diagnostic with which it stops. A truncated program is reported at
 * the end of its `length` DWORDs.
 */
export function orDiagnostic(length: number, lower: () => IrModule): LoweredProgram {
  const diagnostics = new Diagnostics();
  try {
    return { module: lower(), diagnostics: diagnostics.list };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const at = Math.min(error.at, length);
    diagnostics.report(error.reason, 4 * at, 4 * at + 4, error.values);
    return { module: undefined, diagnostics: diagnostics.list };
  }
}
