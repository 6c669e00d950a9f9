/** The scalars that instructions of models 1 to 3 write, for debug information. */
import type { Scalar } from '../operand-table.ts';

/** A component that an instruction writes. */
export interface Sm1WrittenLane {
  readonly component: number;
  /** The scalar that it has then; undefined in outputs. */
  readonly scalar: Scalar | undefined;
  /** The scalar that a move copies to it. */
  readonly copied: Scalar | undefined;
}

export interface Sm1Write {
  /** The output that is written; undefined for a temporary register. */
  readonly output: number | undefined;
  readonly lanes: readonly Sm1WrittenLane[];
}

/** An instruction with what is known about it. */
export interface TracedSm1Instruction {
  /** The number of the position that it comes from, 0 where that is unknown; undefined for declarations. */
  readonly at: number | undefined;
  readonly write: Sm1Write | undefined;
  /** The input that it declares, and a bit for each component that the program reads. */
  readonly input: { readonly element: number; readonly mask: number } | undefined;
}

/** The instructions of a program, and the scalars in them. */
export interface TracedSm1Program {
  readonly instructions: readonly TracedSm1Instruction[];
  /** The scalar of an operation on a scalar; undefined where it was removed. */
  readonly scalarOf: (op: number) => Scalar | undefined;
  /** The input or constant that a scalar is a component of. */
  readonly sourceOf: (scalar: Scalar) => Sm1ScalarSource | undefined;
}

/** A component that instructions read directly. */
export interface Sm1ScalarSource {
  readonly file: 'input' | 'constant';
  /** The element of the inputs, or the register of constants. */
  readonly number: number;
  readonly component: number;
}
