/**
 * What a program, or a phase of a hull shader, has declared as its inputs and outputs so far: component by component, with the index
 * ranges over them and the registers that are alone of their type.
 *
 * Not for: judging it (ports.ts), or what the phases of a hull shader are (tessellation-state.ts).
 */

/** No stage has more registers of a kind; higher numbers end the validation (operand-forms.ts). */
const MOST_REGISTERS = 32;
const COMPONENTS = 4;

/** Registers that follow one another and may be indexed. */
export interface IndexRange {
  readonly first: number;
  readonly last: number;
  /** The components it is declared with. */
  readonly mask: number;
}

const NO_RANGES: readonly IndexRange[] = [];

/** The registers of one kind: v#, vcp#, vocp#, vpc#, or o# of one stream. */
export class PortFile {
  readonly #masks = new Uint8Array(MOST_REGISTERS);
  readonly #names = new Uint8Array(MOST_REGISTERS * COMPONENTS);
  readonly #interpolations = new Uint8Array(MOST_REGISTERS);
  readonly #vertices = new Int32Array(MOST_REGISTERS);
  #ranges = NO_RANGES;
  /** One more than the highest register declared. */
  count = 0;

  /** The components of `register` that are declared; 0: none. */
  mask(register: number): number {
    return register >= 0 && register < MOST_REGISTERS ? this.#masks[register]! : 0;
  }

  /** The system value (an index of `SYSTEM_NAMES`) that a component is declared as; 0: none. */
  name(register: number, component: number): number {
    return register >= 0 && register < MOST_REGISTERS ? this.#names[register * COMPONENTS + component]! : 0;
  }

  /** The components of `register` that are declared as system values. */
  named(register: number): number {
    let mask = 0;
    for (let i = 0; i < COMPONENTS; i++) if (this.name(register, i) !== 0) mask |= 1 << i;
    return mask;
  }

  /** The interpolation mode (an index of `INTERPOLATION_MODES`) of `register`; 0 where none is declared. */
  interpolation(register: number): number {
    return register >= 0 && register < MOST_REGISTERS ? this.#interpolations[register]! : 0;
  }

  /** How many vertices or control points `register` is declared with, where it has such an axis. */
  vertices(register: number): number {
    return register >= 0 && register < MOST_REGISTERS ? this.#vertices[register]! : 0;
  }

  /** How many components are declared in all registers together. */
  get scalars(): number {
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      for (let mask = this.#masks[i]!; mask !== 0; mask &= mask - 1) sum++;
    }
    return sum;
  }

  /** The index ranges, in the order in which they are declared. */
  get ranges(): readonly IndexRange[] {
    return this.#ranges;
  }

  /** The index range that `register` is in. */
  rangeAt(register: number): IndexRange | undefined {
    for (const range of this.#ranges) if (range.first <= register && register <= range.last) return range;
    return undefined;
  }

  /** Notes the declaration of components of a register. */
  declare(register: number, mask: number, name: number, interpolation: number, vertices: number): void {
    if (register < 0 || register >= MOST_REGISTERS) return;
    this.#masks[register]! |= mask;
    for (let i = 0; i < COMPONENTS; i++) {
      if ((mask & (1 << i)) !== 0) this.#names[register * COMPONENTS + i] = name;
    }
    this.#interpolations[register] = interpolation;
    this.#vertices[register] = vertices;
    if (register >= this.count) this.count = register + 1;
  }

  /** Notes an index range. */
  declareRange(range: IndexRange): void {
    this.#ranges = [...this.#ranges, range];
  }
}

/** Nothing is declared in it, and nothing ever is. */
const NO_PORTS = new PortFile();

/** Which file of a {@link Ports}: `output` is that of stream 0, those of the other streams follow it. */
export const PORT_FILES = {
  input: 0,
  inputControlPoint: 1,
  outputControlPoint: 2,
  patchConstant: 3,
  output: 4,
} as const;

/** The inputs and outputs of a program, or of one phase of a hull shader. */
export class Ports {
  readonly #files: (PortFile | undefined)[] = [];
  /** Operand types of registers that are alone of their type and declared: bit `type % 32` of the first or second word. */
  #specialsLow = 0;
  #specialsHigh = 0;
  #specialMasks = 0;

  /** File number `kind` of {@link PORT_FILES}, to look into. */
  file(kind: number): PortFile {
    return this.#files[kind] ?? NO_PORTS;
  }

  /** v#, with or without vertices. */
  get input(): PortFile {
    return this.file(PORT_FILES.input);
  }

  /** vcp#: control points that enter fork and join phases, and domain shaders. */
  get inputControlPoint(): PortFile {
    return this.file(PORT_FILES.inputControlPoint);
  }

  /** vocp#: control points as the control point phase has left them. */
  get outputControlPoint(): PortFile {
    return this.file(PORT_FILES.outputControlPoint);
  }

  /** vpc#: patch constants that are read. */
  get patchConstant(): PortFile {
    return this.file(PORT_FILES.patchConstant);
  }

  /** o# of `stream`; in fork and join phases they are patch constants. */
  output(stream = 0): PortFile {
    return this.file(PORT_FILES.output + stream);
  }

  /** Whether any o# is declared, in whatever stream. */
  get hasOutputs(): boolean {
    return this.#files.length > PORT_FILES.output;
  }

  /** File number `kind`, to declare in. */
  own(kind: number): PortFile {
    const file = this.#files[kind] ?? new PortFile();
    this.#files[kind] = file;
    return file;
  }

  /** Whether the register of operand type `type`, which is alone of its type, is declared: vPrim, oDepth, vDomain, ... */
  hasSpecial(type: number): boolean {
    return ((type < 32 ? this.#specialsLow : this.#specialsHigh) & (1 << (type & 31))) !== 0;
  }

  declareSpecial(type: number): void {
    if (type < 32) this.#specialsLow |= 1 << type;
    else this.#specialsHigh |= 1 << (type & 31);
  }

  /** The components of such a register that are declared, where they can be chosen: vDomain, vThreadID, ... */
  specialMask(type: number): number {
    return (this.#specialMasks >>> specialShift(type)) & 15;
  }

  declareSpecialMask(type: number, mask: number): void {
    const shift = specialShift(type);
    this.#specialMasks = (this.#specialMasks & ~(15 << shift)) | (mask << shift);
  }
}

/** vDomain has type 28; vThreadID, vThreadGroupID and vThreadIDInGroup 32 to 34; vCycleCounter 40: each its own four bits. */
function specialShift(type: number): number {
  return (type & 7) === 0 ? (type < 40 ? 0 : 16) : 4 * (type & 7);
}

/** The inputs and outputs of all phases; what is no hull shader has one. */
export class PortState {
  /** Those of the phase at hand. */
  current = new Ports();
  /** Those of the phases before, in program order. */
  readonly before: Ports[] = [];
  /** The stream that output declarations belong to (`dcl_stream`). */
  stream = 0;

  /** Begins a phase of a hull shader: nothing is declared in it yet. */
  beginPhase(): void {
    this.before.push(this.current);
    this.current = new Ports();
    this.stream = 0;
  }
}
