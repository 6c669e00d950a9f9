/**
 * The inputs and outputs that a program, or a phase of a hull shader, has declared so far: component by component, with
 * the index ranges over them and the registers that are the only one of their type; and the components that operands of
 * inputs and outputs select, as Microsoft's validator reads them.
 *
 * Not for: rules (declarations.ts and its neighbors), or the phases of a hull shader (tessellation-state.ts).
 */

import { bitCount } from '../../../../base/words.ts';
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../../../isa/sm4/operands.ts';
import { Sm4ComponentCount, Sm4OperandToken, Sm4SelectionMode } from '../../../../isa/sm4/tokens.ts';
import { ALL_COMPONENTS, COMPONENTS, INTERFACE_REGISTERS, LIBRARY_INTERFACE_REGISTERS } from '../../limits.ts';

/** Registers that follow one another and may be indexed. */
export interface IndexRange {
  readonly first: number;
  readonly last: number;
  /** The components that all outputs of the range have; set before the first instruction. */
  common: number;
}

const NO_RANGES: readonly IndexRange[] = [];

/**
 * The registers of one kind: v#, vcp#, vocp#, vpc#, or o# of one stream. Files of library functions grow, as those have
 * more registers.
 */
export class RegisterFile {
  #masks = new Uint16Array(INTERFACE_REGISTERS);
  #interpolations = new Uint8Array(INTERFACE_REGISTERS);
  // Few registers have these, and a typed array of this size costs more than everything else in a small program
  // (measured).
  readonly #names: number[] = [];
  readonly #vertices: number[] = [];
  #ranges = NO_RANGES;
  /** One more than the highest register declared. */
  count = 0;

  /** The components of `register` that are declared; 0: none. */
  mask(register: number): number {
    return this.rawMask(register) & ALL_COMPONENTS;
  }

  /** The declared components of `register` with the bits of declarations without a mask (`maskOf` in operands.ts). */
  rawMask(register: number): number {
    return this.#masks[register] ?? 0;
  }

  /** The system value (an index of `SYSTEM_NAMES`) that a component is declared as; 0: none. */
  name(register: number, component: number): number {
    return this.#names[register * COMPONENTS + component] ?? 0;
  }

  /** The components of `register` that are declared as system values. */
  named(register: number): number {
    let mask = 0;
    for (let i = 0; i < COMPONENTS; i++) if (this.name(register, i) !== 0) mask |= 1 << i;
    return mask;
  }

  /** The interpolation mode (an index of `INTERPOLATION_MODES`) of `register`; 0 where none is declared. */
  interpolation(register: number): number {
    return this.#interpolations[register] ?? 0;
  }

  /** How many vertices or control points `register` is declared with; 0 where it has no such index. */
  vertices(register: number): number {
    return this.#vertices[register] ?? 0;
  }

  /** How many components are declared in all registers together. */
  get scalars(): number {
    let sum = 0;
    for (let i = 0; i < this.count; i++) sum += bitCount(this.mask(i));
    return sum;
  }

  /**
   * The index ranges in the order of their declarations; those of outputs are in the file of stream 0 for all streams.
   */
  get ranges(): readonly IndexRange[] {
    return this.#ranges;
  }

  /** The index range that `register` is in. */
  rangeAt(register: number): IndexRange | undefined {
    for (const range of this.#ranges) if (range.first <= register && register <= range.last) return range;
    return undefined;
  }

  /** Records the declaration of components of a register. */
  declare(register: number, mask: number, name: number, interpolation: number, vertices: number): void {
    if (!this.#has(register)) return;
    this.#masks[register]! |= mask;
    for (let i = 0; i < COMPONENTS; i++) {
      if ((mask & (1 << i)) !== 0 && name !== this.name(register, i)) this.#names[register * COMPONENTS + i] = name;
    }
    this.#interpolations[register] = interpolation;
    if (vertices !== this.vertices(register)) this.#vertices[register] = vertices;
    if (register >= this.count) this.count = register + 1;
  }

  /** Grows the arrays to hold `register`; returns whether such a register can exist. */
  #has(register: number): boolean {
    if (register < 0 || register >= LIBRARY_INTERFACE_REGISTERS) return false;
    if (register >= this.#masks.length) this.#grow();
    return true;
  }

  #grow(): void {
    this.#masks = grown(new Uint16Array(LIBRARY_INTERFACE_REGISTERS), this.#masks);
    this.#interpolations = grown(new Uint8Array(LIBRARY_INTERFACE_REGISTERS), this.#interpolations);
  }

  declareRange(range: IndexRange): void {
    this.#ranges = [...this.#ranges, range];
  }
}

function grown<List extends { set(from: List): void }>(larger: List, list: List): List {
  larger.set(list);
  return larger;
}

/** An empty file; nothing is ever declared in it. */
const NO_REGISTERS = new RegisterFile();

/** Which file of a {@link Ports}: `output` is that of stream 0, those of the other three streams follow it. */
export const REGISTER_FILES = {
  input: 0,
  inputControlPoint: 1,
  outputControlPoint: 2,
  inputPatchConstant: 3,
  output: 4,
} as const;

/** The inputs and outputs of a program, or of one phase of a hull shader. */
export class InterfaceRegisters {
  readonly #files: (RegisterFile | undefined)[] = [];
  /** The masks of registers that are the only one of their type, by operand type. */
  readonly #specials: number[] = [];
  /** Operand type of the last declared depth output; 0: none. */
  depth = 0;
  /** The phase declares its number of instances, even if that is 1. */
  instanced = false;

  /** File number `kind` of {@link REGISTER_FILES}, for reading. */
  file(kind: number): RegisterFile {
    return this.#files[kind] ?? NO_REGISTERS;
  }

  /** v#, with or without vertices. */
  get input(): RegisterFile {
    return this.file(REGISTER_FILES.input);
  }

  /** vcp#: input control points of fork and join phases, and of domain shaders. */
  get inputControlPoint(): RegisterFile {
    return this.file(REGISTER_FILES.inputControlPoint);
  }

  /** vocp#: control points that the control point phase has written. */
  get outputControlPoint(): RegisterFile {
    return this.file(REGISTER_FILES.outputControlPoint);
  }

  /** vpc#: patch constants that are read. */
  get patchConstant(): RegisterFile {
    return this.file(REGISTER_FILES.inputPatchConstant);
  }

  /** o# of `stream`; in fork and join phases they are patch constants. */
  output(stream = 0): RegisterFile {
    return this.file(REGISTER_FILES.output + stream);
  }

  /** Whether any o# is declared in any stream. */
  get hasOutputs(): boolean {
    return this.#files.length > REGISTER_FILES.output;
  }

  /** How many files may have declarations; {@link file} of higher numbers is empty. */
  get fileCount(): number {
    return this.#files.length;
  }

  /** File number `kind`, for declaring. */
  ensureFile(kind: number): RegisterFile {
    const file = this.#files[kind] ?? new RegisterFile();
    this.#files[kind] = file;
    return file;
  }

  /** Whether the only register of operand type `type` is declared: vPrim, oDepth, vDomain, ... */
  hasSpecial(type: number): boolean {
    return this.#specials[type] !== undefined;
  }

  /** The components of such a register as declared last; 0 where it has none to select, or is not declared. */
  specialMask(type: number): number {
    return this.#specials[type] ?? 0;
  }

  /** Records the declaration of such a register. */
  declareSpecial(type: number, mask: number): void {
    this.#specials[type] = mask;
  }
}

/** The inputs and outputs of all phases; programs other than hull shaders have one. */
export class InterfaceRegisterState {
  /** Those of the current phase. */
  current = new InterfaceRegisters();
  /** Those of the earlier phases, in program order. */
  readonly before: InterfaceRegisters[] = [];
  #resumed = false;
  /** The stream that output declarations belong to (`dcl_stream`). */
  stream = 0;
  /** The declared streams, a bit each; 0 where outputs belong to none in particular. */
  streams = 0;
  /** The highest slot of a pixel shader's outputs; depth, coverage and stencil count as slot 0; -1: none. */
  lastSlot = -1;
  /** The lowest slot of a pixel shader's unordered access views below 5.1. */
  firstUav = Number.POSITIVE_INFINITY;

  /** Records `dcl_stream`: outputs declared after it belong to `stream`. */
  beginStream(stream: number): void {
    this.stream = stream;
    this.streams |= 1 << stream;
  }

  /** Begins a phase of a hull shader: nothing is declared in it yet. */
  beginPhase(): void {
    this.before.push(this.current);
    this.current = new InterfaceRegisters();
    this.stream = 0;
  }

  /** Returns to the declarations of phase number `phase`, from 0; no phase begins after that. */
  resumePhase(phase: number): void {
    if (!this.#resumed) this.before.push(this.current);
    this.#resumed = true;
    this.current = this.before[phase + 1] ?? this.current;
  }
}

/** First bit above those of a mask, for swizzles and component numbers. */
const FOREIGN = 4;

/**
 * The components that a declaration names. Where the operand is no mask, its swizzle or component number is taken
 * as one, in bits that no mask has (source: oracle); an operand without components names none.
 */
export function maskOf(token: number): number {
  if (Sm4OperandToken.componentCount.get(token) !== Sm4ComponentCount.four) return 0;
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.mask) return Sm4OperandToken.mask.get(token);
  return mode === Sm4SelectionMode.swizzle
    ? Sm4OperandToken.swizzle.get(token) << FOREIGN
    : Sm4OperandToken.select.get(token) << FOREIGN;
}

/**
 * The components that an instruction reads or writes: all that a swizzle names, even those that the destination mask
 * drops.
 */
export function readComponents(token: number): number {
  if (Sm4OperandToken.componentCount.get(token) !== Sm4ComponentCount.four) return 0;
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.mask) return Sm4OperandToken.mask.get(token);
  if (mode === Sm4SelectionMode.selectOne) return 1 << Sm4OperandToken.select.get(token);
  const swizzle = Sm4OperandToken.swizzle.get(token);
  return (1 << (swizzle & 3)) | (1 << ((swizzle >> 2) & 3)) | (1 << ((swizzle >> 4) & 3)) | (1 << (swizzle >> 6));
}

/** Whether a source selects components one by one. */
export function selectsComponents(token: number): boolean {
  return (
    Sm4OperandToken.componentCount.get(token) === Sm4ComponentCount.four &&
    Sm4OperandToken.selection.get(token) !== Sm4SelectionMode.mask
  );
}

/** The file of an operand type (one of {@link REGISTER_FILES}); absent: its registers are not inputs or outputs. */
export const FILE_OF_TYPE: readonly (number | undefined)[] = filesByType();

function filesByType(): (number | undefined)[] {
  const files: number[] = [];
  for (const [name, kind] of Object.entries(REGISTER_FILES))
    files[SM4_OPERAND_TYPES[name as Sm4OperandTypeName].code] = kind;
  return files;
}

/** How a listing begins the names of the registers in a file. */
export function prefixOf(kind: number): string {
  return PREFIXES[kind] ?? SM4_OPERAND_TYPES.output.prefix;
}

const PREFIXES: readonly string[] = [
  SM4_OPERAND_TYPES.input.prefix,
  SM4_OPERAND_TYPES.inputControlPoint.prefix,
  SM4_OPERAND_TYPES.outputControlPoint.prefix,
  SM4_OPERAND_TYPES.inputPatchConstant.prefix,
];

/** Which index is the register: the one after the vertex, where there is one. */
export function registerIndex(slot: Sm4OperandSlot): number {
  return slot.indexCount > 1 ? 1 : 0;
}
