/**
 * The interface between the assemblers and the validators. Assemblers take a validator as an argument and import only
 * these types, so that a bundle of `assembleUnvalidated` contains no validator.
 */

import type { Diagnostic } from '../base/diagnostics.ts';
import type { Container } from '../container/dxbc.ts';
import type { Sm1Diagnostic } from '../validate/sm1/context.ts';
import type { Sm4Diagnostic } from '../validate/sm4/context.ts';

/** Validates one program of shader models 1 to 3 while it is assembled. */
export interface Sm1StreamValidator {
  /** Everything found so far. */
  readonly diagnostics: readonly Sm1Diagnostic[];
  /**
   * Validates the next token: the version, an instruction with its operands, or the end.
   *
   * @returns false when nothing after it is validated
   */
  instruction(words: Uint32Array, start: number, count: number): boolean;
}

/** Validates what the assemblers make. */
export interface ProgramValidator {
  /** Begins a program of shader models 1 to 3. */
  sm1(): Sm1StreamValidator;
  /** Validates a container of shader models 4 to 5.1; each diagnostic once. */
  sm4(container: Container): readonly Sm4Diagnostic[];
}

export interface Assembled {
  /** The token stream, or the container of shader models 4 to 5.1; undefined when there are errors. */
  readonly bytes: Uint8Array | undefined;
  /**
   * Each with its location in a text; for shader models 1 to 3 in the order in which Microsoft's assembler reports
   * them.
   */
  readonly diagnostics: readonly (Diagnostic & Required<Pick<Diagnostic, 'file' | 'line' | 'column' | 'endColumn'>>)[];
}
