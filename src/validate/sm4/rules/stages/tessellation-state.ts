/**
 * The current phase of a hull shader, its patch constants after the fork and join phases, and the declarations of
 * tessellation, geometry and thread groups. Where several phases declare the same component, the result is that of
 * Microsoft's validator (source: oracle).
 *
 * Not for: inputs and outputs (../registers/state.ts), or rules (hull-phases.ts and its neighbors).
 */
import { COMPONENTS, INTERFACE_REGISTERS } from '../../limits.ts';
import { type IndexRange, type InterfaceRegisters, RegisterFile } from '../registers/state.ts';

export class PatchConstants {
  readonly #masks = new Uint8Array(INTERFACE_REGISTERS);
  readonly #names = new Uint8Array(INTERFACE_REGISTERS * COMPONENTS);
  readonly #ranges: (IndexRange | undefined)[] = [];

  /** The components of `register` that are declared. */
  mask(register: number): number {
    return this.#masks[register]!;
  }

  /** The system value that a component is declared as; 0: none. */
  name(register: number, component: number): number {
    return this.#names[register * COMPONENTS + component]!;
  }

  /** The index range that `register` is in. */
  rangeAt(register: number): IndexRange | undefined {
    return this.#ranges[register];
  }

  /** Adds the components of `register` that a phase declares; the last name of a component counts. */
  add(register: number, file: RegisterFile): void {
    const mask = file.mask(register);
    this.#masks[register]! |= mask;
    for (let i = 0; i < COMPONENTS; i++) {
      if ((mask & (1 << i)) !== 0) this.#names[register * COMPONENTS + i] = file.name(register, i);
    }
  }

  setRange(register: number, range: IndexRange): void {
    this.#ranges[register] = range;
  }
}

/**
 * The sections of a hull shader, in the order in which they may follow one another; only fork and join phases repeat.
 */
export const HULL_PHASES = {
  /** Before `hs_decls`. */
  none: 0,
  declarations: 1,
  controlPoint: 2,
  fork: 3,
  join: 4,
  /** Subroutines and function bodies. */
  postamble: 5,
} as const;

/** The declarations of the phases of a hull shader other than inputs, outputs and temporaries. */
export class HullState {
  /** The phases so far, as values of {@link HULL_PHASES}; the number of a phase is its index here. */
  readonly kinds: number[] = [];
  /** Number of the current phase; a subroutine belongs to the phase that calls it. */
  current = -1;
  /** The phase before subroutines has ended. */
  inPostamble = false;
  /** Inputs and outputs of the control point phase. */
  controlPoints: InterfaceRegisters | undefined = undefined;
  /** The patch constants of all fork and join phases that have ended. */
  readonly constants = new PatchConstants();
  /** The patch constants that all join phases read. */
  readonly joined = new RegisterFile();
  /** Components of the input control points that fork and join phases declare. */
  readonly inputMasks = new Uint8Array(INTERFACE_REGISTERS);
  #callers: Map<number, number> | undefined = undefined;

  /** Records that the current phase calls subroutine `label`. */
  recordCall(label: number): void {
    this.#callers ??= new Map();
    this.#callers.set(label, this.current);
  }

  /** The last phase that calls subroutine `label`; the current one where none does. */
  callerOf(label: number): number {
    return this.#callers?.get(label) ?? this.current;
  }
}

export class TessellationState {
  /**
   * One of {@link HULL_PHASES}; in a subroutine that of the phase that calls it. Stays `none` where the program is not
   * a hull shader.
   */
  phase: number = HULL_PHASES.none;
  /** Vertices of the input primitive of a geometry shader: 0 for none, -1 where it is not declared. */
  inputVertices = -1;
  /** Input control points of hull and domain shaders; 0 where they are not declared. */
  inputControlPoints = 0;
  /** Output control points of a hull shader; 0 where they are not declared. */
  outputControlPoints = 0;
  /** Index of `TESSELLATOR_DOMAINS`; 0: not declared. */
  domain = 0;
  /** Index of `TESSELLATOR_OUTPUT_PRIMITIVES`; 0: not declared. */
  outputPrimitive = 0;
  /** A hull shader has had a control point phase. */
  hasControlPointPhase = false;
  /** Other declarations that occur once, as bits of {@link ONCE}; those of phases are for the current phase. */
  declared = 0;
  /** The streams of a geometry shader whose output topology is declared, a bit each. */
  topologies = 0;
  /** Maximum number of output vertices of a geometry shader, as declared last; the DWORD index of that declaration. */
  outputVertices = 0;
  outputVerticesAt = -1;
  /** The instances of a geometry shader are declared. */
  hasInstances = false;
  #hull: HullState | undefined = undefined;

  get hull(): HullState {
    this.#hull ??= new HullState();
    return this.#hull;
  }
}

/** Bits of {@link TessellationState.declared}. */
export const ONCE = {
  inputControlPoints: 1,
  outputControlPoints: 2,
  domain: 4,
  partitioning: 8,
  outputPrimitive: 16,
  maxTessFactor: 32,
  instances: 64,
  threadGroup: 128,
} as const;
