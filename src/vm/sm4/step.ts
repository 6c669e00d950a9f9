/**
 * A program of shader models 4.0 to 5.1 that is ready to run: steps with decoded operands, and its parts.
 *
 * Not for: making it (executable.ts), running it (quad.ts).
 */
import type { Sm4Declarations } from '../../isa/sm4/declarations.ts';
import type { Sm4InstructionMnemonic } from '../../isa/sm4/opcodes.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import type { QuadObserver } from '../quad-flow.ts';
import type { Sm4Destination, Sm4Index, Sm4Source } from './operands.ts';

/** An operand that names a view, a sampler, memory, a label, a stream or an interface. */
export interface Sm4Named {
  /** `D3D10_SB_OPERAND_TYPE` */
  readonly type: number;
  /** The number that is declared: the range id; before 5.1 the register. */
  readonly id: number;
  /** The register; of an interface, the index in its array. */
  readonly register: Sm4Index;
  readonly space: number;
  /** The component that is read for each of x, y, z, w; of a sampler in a gather, the first one is the channel. */
  readonly swizzle: readonly number[];
  /** Components that are written. */
  readonly mask: number;
}

/** An instruction that is ready to run. */
export interface Sm4Step {
  readonly mnemonic: Sm4InstructionMnemonic;
  /** Number of the opcode. */
  readonly code: number;
  /** Number of the instruction in the program. */
  readonly position: number;
  readonly destinations: readonly Sm4Destination[];
  readonly sources: readonly Sm4Source[];
  readonly named: readonly Sm4Named[];
  /** Components of the first result, or of the second where the first is discarded. */
  readonly mask: number;
  readonly saturate: boolean;
  /** Of a condition: true for lanes whose word is not zero. */
  readonly nonZero: boolean;
  /** The opcode token. */
  readonly token: number;
  /** The extended token with offsets in texels; 0 for none. */
  readonly sampleControls: number;
  /** Of `fcall`: which function of the interface. */
  readonly functionIndex: number;
  /** Step where flow control goes: see {@link Sm4Executable}. */
  target: number;
  /** Of `switch`: the values of its cases with the steps of their `case`. */
  readonly cases: Sm4Case[];
}

export interface Sm4Case {
  /** undefined: the default. */
  readonly value: number | undefined;
  readonly step: number;
}

/** A part of the program that runs by itself: the main program, a phase of a hull shader. */
export interface Sm4Part {
  readonly name: 'main' | 'controlPoint' | 'fork' | 'join';
  readonly start: number;
  readonly end: number;
  /** How many times a fork or join phase runs. */
  readonly instances: number;
}

export interface Sm4Executable {
  /** Sees the quads that run it. */
  readonly observer?: QuadObserver<Sm4Step> | undefined;
  readonly program: Sm4Program;
  readonly declarations: Sm4Declarations;
  /**
   * The target of `if` and `else` is the step of the next part or the end; that of `loop` and `switch` is their end,
   * that of `endloop` is the beginning; that of `call` is the subroutine, -1 if it does not exist.
   */
  readonly steps: readonly Sm4Step[];
  /** The end (exclusive) of the subroutine that begins at a step. */
  readonly subroutineEnds: ReadonlyMap<number, number>;
  /** Steps where function bodies begin, by number. */
  readonly functionBodies: ReadonlyMap<number, number>;
  readonly parts: readonly Sm4Part[];
  /** Words of the immediate constant buffer. */
  readonly immediateConstants: Uint32Array;
}
