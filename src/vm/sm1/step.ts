/**
 * A program of shader models 1 to 3 that is ready to run: steps with decoded operands.
 *
 * Not for: making it (executable.ts), running it (quad.ts).
 */
import type { Sm1ProgramDeclarations } from '../../isa/sm1/declarations.ts';
import type { Sm1Opcode } from '../../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../../isa/sm1/program.ts';
import type { QuadObserver } from '../quad-flow.ts';
import type { Sm1Destination, Sm1Predicate, Sm1Source } from './operands.ts';

/** An instruction that is ready to run. */
export interface Sm1Step {
  readonly opcode: Sm1Opcode;
  /** Number of the instruction in the program. */
  readonly position: number;
  readonly destination: Sm1Destination | undefined;
  /** Each row of a matrix is a separate source. */
  readonly sources: readonly Sm1Source[];
  readonly predicate: Sm1Predicate | undefined;
  /** Comparison, or the kind of `texld`. */
  readonly controls: number;
  /** Runs together with the step before it; both read before either writes. */
  readonly isCoissued: boolean;
  /** The step that runs together with this one. */
  partner: Sm1Step | undefined;
  /** Step where flow control goes: see {@link Sm1Executable}. */
  target: number;
}

export interface Sm1Executable {
  /** Sees the quads that run it. */
  readonly observer?: QuadObserver<Sm1Step> | undefined;
  readonly program: Sm1Program;
  readonly declarations: Sm1ProgramDeclarations;
  /** The low half of the version token, as rows of the opcode table have it. */
  readonly version: number;
  readonly isPixel: boolean;
  /**
   * The target of `if` and `else` is the step of `else` or `endif`; that of `loop` and `rep` is their end, that of
   * their end is the beginning; that of `call` is the subroutine, -1 if it does not exist.
   */
  readonly steps: readonly Sm1Step[];
  /** The end (exclusive) of the subroutine that begins at a step. */
  readonly subroutineEnds: ReadonlyMap<number, number>;
  /** The end (exclusive) of the main program. */
  readonly mainEnd: number;
}
