/**
 * The program between the IR and tokens: blocks of instructions with scalar operands, each with up to four lanes. Their
 * results are numbers ({@link Scalar}) without registers.
 */
import type { IrCase } from '../ir/module.ts';
import type { Scalar, SourceIndex } from './operand-table.ts';

/** Components of a register, which are as many lanes as a node has at most. */
export const MAX_LANES = 4;

/** How the scalars of an operand are read. */
export const Shape = {
  /** One for each lane of the result. */
  lanes: 0,
  /** The components x, y, z and w for any result. */
  vector: 1,
  /** One component. */
  one: 2,
} as const;

export interface Operand {
  readonly shape: number;
  scalars: Scalar[];
  readonly negate: boolean;
  readonly absolute: boolean;
  /** Whether scalar `i` has to be component `i` of its register, because the instruction takes no swizzle. */
  readonly isExact?: boolean;
}

/** A float operand: a scalar with modifiers. */
export interface Modified {
  scalar: Scalar;
  negate: boolean;
  absolute: boolean;
}

/** A register of views, samplers or memory as an operand. */
export interface Named {
  readonly file: 'resource' | 'sampler' | 'unorderedAccessView' | 'groupSharedMemory' | 'rasterizer' | 'stream';
  readonly indices: readonly SourceIndex[];
  readonly nonUniform: boolean;
  /** The selected component of a sampler; -1 without. */
  readonly channel: number;
  /** The binding, for what instructions of 5.0 say of views; -1 without. */
  readonly binding: number;
}

/** Where a result goes that is no temporary register. */
export interface Target {
  readonly file:
    | 'output'
    | 'indexableTemp'
    | 'outputDepth'
    | 'outputDepthGreaterEqual'
    | 'outputDepthLessEqual'
    | 'outputCoverageMask'
    | 'outputStencilRef';
  readonly indices: readonly SourceIndex[];
  /** The component of each lane. */
  components: number[];
  /** The range of outputs that an index is in. */
  readonly range?: number;
  /** Whether nothing but a move writes it. */
  readonly onlyMoves?: boolean;
}

/** The memory and effects that instructions are ordered by, as bits. */
export const Order = {
  reads: 1,
  writes: 2,
  arrayReads: 4,
  arrayWrites: 8,
  outputs: 16,
  /** A jump out of a construct: effects do not move across it. */
  escapes: 32,
  quad: 64,
} as const;

export interface Node {
  /** Number among the nodes of the program. */
  readonly id: number;
  /** The token of the operation that it comes from. */
  readonly at: number;
  /** The instruction, by the name of its row in the table of opcodes. */
  readonly mnemonic: string;
  /** Scalars that the lanes define, for the first and the second result. */
  results: Scalar[];
  /** Of instructions with two results; undefined for others. */
  second?: Scalar[] | undefined;
  /** Whether the first result is the null register. */
  discardsFirst?: boolean;
  /** Components of what is read, by lane: the swizzle of a view. */
  picks?: number[];
  target?: Target;
  operands: Operand[];
  /** Views, samplers and memory, in the order of the instruction after `before` operands. */
  named?: readonly Named[];
  /** For `named`: the number of operands before each. */
  before?: readonly number[];
  saturate: boolean;
  /** Whether half the bits are enough for all results. */
  isHalf: boolean;
  /** Lanes that must be computed as written, a bit each. */
  precise: number;
  offsets?: readonly [number, number, number];
  /** Order bits; 0 for pure instructions. */
  order: number;
  /** Whether other nodes with the same key can become lanes of this one. */
  key: string;
  /** A message for a debugger, by its number in the module. */
  readonly message?: number;
  /** Bits of `sync`. */
  readonly barrier?: number;
  /** For tests (`discard`, `if`): whether the condition is that any bit is set. */
  readonly nonZero?: boolean;
  /** Components of doubles: results and operands are pairs. */
  readonly isDouble?: boolean;
  /** Whether result `i` has to be component `i` of its register. */
  readonly isExact?: boolean;
  /** The components of a register that results have to be. */
  components?: readonly number[];
  /** Whether the result should be in a register that nothing else has had. */
  readonly prefersUnused?: boolean;
  /** Whether the result has to be a temporary register, not an output. */
  readonly needsTemp?: boolean;
  readonly returnType?: 'uint';
  /** Arrays that are read or written. */
  readonly arrays?: readonly number[];
}

/** A comparison that an instruction of flow makes. */
export interface Comparison {
  readonly name: string;
  readonly other: Operand;
}

/** A copy of scalars to the parameters or results of a construct. */
export interface Copies {
  readonly to: Scalar[];
  readonly from: Scalar[];
}

export type JumpKind = 'exit' | 'continue' | 'return' | 'abort' | 'unreachable';

export interface Jump {
  readonly kind: JumpKind;
  /** The token of the operation that it comes from. */
  readonly at: number;
  /** The construct that is left or repeated. */
  readonly target: Construct | undefined;
  readonly copies: Copies;
}

export interface Block {
  readonly items: Item[];
  jump: Jump;
  /** The construct that has it. */
  readonly owner: Construct | undefined;
}

export type ConstructKind = 'if' | 'loop' | 'switch' | 'call' | 'block';

/** How often a loop runs: a number, or the register of the integer constant that says so. */
export type LoopCount = { readonly count: number } | { readonly register: number };

export interface Construct {
  readonly kind: ConstructKind;
  /** Number among constructs. */
  readonly id: number;
  /** The token of the operation that it comes from, and that of its results; 0 for one without results. */
  readonly at: number;
  readonly endsAt: number;
  /** The condition or the selector. */
  condition: Operand | undefined;
  /** A comparison of the condition with another operand, and the name that the instruction has for it. */
  comparison?: Comparison;
  /** Of a call: the interface pointer. */
  pointer?: SourceIndex;
  /** Of a loop: how often it runs, where it needs no test. */
  count?: LoopCount;
  readonly nonZero: boolean;
  readonly blocks: Block[];
  readonly cases: readonly IrCase[];
  /** Values before the first iteration. */
  readonly initial: Copies;
  readonly results: Scalar[];
  /** The block that has the construct. */
  readonly parent: Block;
  order: number;
}

export type Item = Node | Construct;

export function isConstructItem(item: Item): item is Construct {
  return 'blocks' in item;
}
