/**
 * Registers of constants and samplers of models 1 to 3 as parts of variables: what rules ask for while they write.
 *
 * Not for: which variables there are (src/decompile/sm1-constants.ts).
 */
import { AXES } from '../../common/rules/constants.ts';
import type { Linear } from './linear.ts';

/** A register of constants as a part of a variable. */
export interface Slot {
  /** The scalar, vector or matrix that has it. */
  readonly text: string;
  readonly isScalar: boolean;
  /** Components that the variable has of the register. */
  readonly width: number;
  /** The row or column of a matrix that the register holds. */
  readonly matrix?: MatrixPart | undefined;
}

export interface MatrixPart {
  readonly rows: number;
  readonly columns: number;
  readonly number: number;
  readonly isColumn: boolean;
}

export type RegisterFile = 'float' | 'int' | 'bool' | 'state';

/** A texture and the sampler that it is read through, which have one register. */
export interface SamplerPair {
  readonly texture: string;
  readonly sampler: string;
}

export interface Registers {
  /** Declarations. */
  readonly lines: readonly string[];
  /** Declarations of parameters of the entry point. */
  readonly parameters: readonly string[];
  readonly names: readonly string[];
  /** The name of a sampler, or of the texture that is read through it. */
  sampler(number: number): string;
  /** The texture and sampler of a register that is declared as both. */
  pair(number: number): SamplerPair | undefined;
  /** Whether a sampler is declared for textures of one dimension, which programs do not say. */
  is1D(number: number): boolean;
  slot(file: RegisterFile, register: number): Slot;
  /**
   * The register that an index selects.
   *
   * @param textOf the text of an index of elements of `stride` registers, from element `first` on
   */
  indexed(index: Linear, textOf: (stride: number, first: number) => string): Slot;
  /** Whether a register has an integer that is held as a float. */
  isInteger(register: number): boolean;
}

/** Components of a register as text. */
export function slotText({ text, isScalar, width, matrix }: Slot, components: readonly number[]): string {
  if (matrix !== undefined) {
    const { number, isColumn } = matrix;
    if (!isColumn && components.length === width && components.every((c, i) => c === i)) return `${text}[${number}]`;
    return `${text}.${components.map((c) => (isColumn ? `_m${c}${number}` : `_m${number}${c}`)).join('')}`;
  }
  if (isScalar) return text;
  if (components.length === width && components.every((c, i) => c === i)) return text;
  return `${text}.${components.map((c) => AXES[Math.min(c, width - 1)]).join('')}`;
}
