/**
 * State while a program of any instruction set is lowered: the builder, the values of registers, open blocks, and
 * constants.
 *
 * Not for: operands and instructions (sm1, sm4), blocks (flow.ts).
 */
import { type Diagnostic, Diagnostics, type MessageValues } from '../base/diagnostics.ts';
import type { Message } from '../base/messages.ts';
import { IrBuilder, type IrModule, Kind, Op, type Ref, typeOf } from '../ir/index.ts';
import { FULL_MASK } from '../isa/components.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** @param at index of the token that has no meaning */
  constructor(
    readonly reason: Message,
    readonly at: number,
    readonly values: MessageValues = {},
  ) {
    super(reason.code);
  }
}

/**
 * A way out of a construct: the region that it ends, and what the registers hold there, in the order of
 * `Frame.results`.
 */
export interface Exit {
  readonly region: number;
  readonly values: readonly Ref[];
}

export interface Frame {
  /** `guard`: an `if` around a case that others fall into. */
  readonly kind: 'if' | 'loop' | 'switch' | 'guard';
  /** The construct; -1 for one that is never reached. */
  readonly op: number;
  /**
   * Components that change in it and that are needed when one of its regions begins, or after it; of a loop: its
   * parameters.
   */
  readonly written: readonly number[];
  readonly before: readonly Ref[];
  /** Components that change in it and that are needed after it. */
  readonly results: readonly number[];
  readonly exits: Exit[];
  /** Of an `if`: whether its `else` has begun; of a switch, whether a case has. */
  hasElse: boolean;
  /** In a group of several cases: the value that says which of them the selector names. */
  entry: number;
  readonly cases: CaseGroups | undefined;
}

/** The cases of a switch, in groups that begin with one that none falls into. */
export interface CaseGroups {
  readonly selector: number;
  /** The body whose label is at a position; the other labels of a body are not in it. */
  readonly bodyAt: ReadonlyMap<number, CaseBody>;
  /** Labels that belong to the body of a later one. */
  readonly otherLabels: ReadonlySet<number>;
}

export interface CaseBody {
  readonly group: number;
  /** Number in the group, and how many bodies the group has. */
  readonly index: number;
  readonly count: number;
  /** Of the first body of a group of several: the values of each of them. */
  readonly values: readonly (readonly number[])[];
  /** Of the first body of a group of several: the body with the default; -1 without. */
  readonly defaultIndex: number;
}

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

  constant(kind: number, word: number): number {
    let words = this.#constants[kind];
    if (words === undefined) {
      words = new Map();
      this.#constants[kind] = words;
    }
    const known = words.get(word | 0);
    if (known !== undefined) return known;
    const op = this.atBeginning(this.b.ops.add(Op.const, typeOf(kind), 1, word | 0, 0, 0, 0), this.b.at);
    words.set(word | 0, op);
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

// Write masks as tables: how many components they have, and which one is the first.

const BITS = [1, 2, 4, 8] as const;

/** How many components a mask has. */
export const WIDTH_OF_MASK: readonly number[] = Array.from({ length: FULL_MASK + 1 }, (_, mask) =>
  BITS.reduce((sum, bit) => sum + ((mask & bit) === 0 ? 0 : 1), 0),
);

/** The first component of a mask; 0 of an empty one. */
export const FIRST_OF_MASK: readonly number[] = Array.from({ length: FULL_MASK + 1 }, (_, mask) =>
  Math.max(
    0,
    BITS.findIndex((bit) => (mask & bit) !== 0),
  ),
);

/** The components of `mask` from `component` on without a gap. */
export function runFrom(mask: number, component: number): number {
  let run = 1 << component;
  for (let c = component + 1; mask & (1 << c); c++) run |= 1 << c;
  return run;
}

/** The components of `mask` that have no gap to `component`, in both directions. */
export function runAround(mask: number, component: number): number {
  let first = component;
  while (first > 0 && mask & (1 << (first - 1))) first--;
  return runFrom(mask, first);
}
