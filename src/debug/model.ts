/**
 * Debug information of a program as plain data, the same for all its formats: the comment DBUG of shader models 1 to 3
 * and of feature level 9, and the chunks SDBG and SPDB of DXBC containers. Fields that a format does not record are
 * null or empty.
 *
 * Not for: the specifics and bytes of one format (dbug/, sdbg/, spdb/).
 */

/**
 * `dbug`: the comment DBUG of a token stream; `sdbg`: the chunk of compilers up to 2012; `spdb`: the chunk with a
 * program database (PDB 7.0).
 */
export type DebugFormat = 'dbug' | 'sdbg' | 'spdb';

/** The debug information of one program. Texts have one character a byte. */
export interface DebugInformation {
  readonly format: DebugFormat;
  /** Where it is in the file: the payload of the chunk, or of the comment without its tag; in bytes. */
  readonly offset: number;
  readonly size: number;
  /** Where the version token of its program is in the file, in bytes; null where there is no program. */
  readonly program: number | null;
  /** In an effect, the name of the shader: group, technique, pass and stage, or its variable. */
  readonly shader?: string;
  /** Name and version of the compiler or assembler. */
  readonly compiler: string | null;
  /** The function that was compiled. */
  readonly entryPoint: string | null;
  /** The profile that it was compiled for, such as `ps_5_0`. */
  readonly profile: string | null;
  /** Flags of the compilation (`D3DCOMPILE_*`). */
  readonly flags: number | null;
  /** Everything that the format records about the compilation, by the names it has there, in order. */
  readonly arguments: readonly DebugArgument[];
  readonly files: readonly DebugFile[];
  /**
   * Functions, as far as the format has them: in a program database each inlined call is one, after the function that
   * it was inlined into; elsewhere each function has one entry.
   */
  readonly functions: readonly DebugFunction[];
  /** Instructions that come from a line or a function, in the order of the program. */
  readonly instructions: readonly DebugInstruction[];
  readonly variables: readonly DebugVariable[];
}

export interface DebugArgument {
  readonly name: string;
  readonly value: string;
}

export interface DebugFile {
  /** Path as the compiler recorded it. */
  readonly name: string;
  /** Text of the file; null where it is not embedded. */
  readonly source: string | null;
}

/** Lines and columns count from 1. */
export interface DebugLocation {
  /** Index in {@link DebugInformation.files}; null where there is no such file. */
  readonly file: number | null;
  readonly line: number;
  readonly column: number | null;
  /** The last line, and the column after the last character; null where the format has none. */
  readonly endLine: number | null;
  readonly endColumn: number | null;
}

/** Bytes of the program, counted from its version token. */
export interface DebugRange {
  readonly start: number;
  /** Exclusive; null where the format does not say it. */
  readonly end: number | null;
}

export interface DebugFunction {
  readonly name: string;
  /** Such as `float4(float4,float)`. */
  readonly type: string | null;
  /** Where it begins in the source. */
  readonly location: DebugLocation | null;
  /** Index in {@link DebugInformation.functions} of the function that this call was inlined into. */
  readonly inlinedInto: number | null;
  /** The call that was inlined. */
  readonly callSite: DebugLocation | null;
  /** The instructions that come from it, those of calls inlined into it included. */
  readonly ranges: readonly DebugRange[];
}

export interface DebugInstruction {
  /**
   * Number of the instruction in the program, from 0, as its readers count: declarations and comments are instructions.
   */
  readonly index: number;
  /** Bytes from the version token to its first token. */
  readonly offset: number;
  /** Bytes from the version token to the token after its last one. */
  readonly end: number;
  readonly location: DebugLocation | null;
  /** Index in {@link DebugInformation.functions} of the innermost function. */
  readonly function: number | null;
}

export interface DebugVariable {
  readonly name: string;
  /** Such as `float4x4` or `Light`. */
  readonly type: string | null;
  /** Where it is in the source. */
  readonly location: DebugLocation | null;
  /** Index in {@link DebugInformation.functions} of the function that has it; null where the format does not say it. */
  readonly function: number | null;
  readonly parameter: boolean;
  /** Where its value is, in which parts of the program. */
  readonly values: readonly DebugValue[];
}

/** Where a part of a variable is. */
export interface DebugValue {
  /** The part, such as `.x`, `[2].color.y` or `._m01`; empty for the entire variable. */
  readonly part: string;
  /** Register as listings write it, such as `r0`, `v1` or `cb0[2]`. */
  readonly register: string;
  /** `x`, `y`, `z` or `w`; null for the entire register. */
  readonly component: string | null;
  /** From the instruction that follows the one that writes it, where the format says it exactly. */
  readonly ranges: readonly DebugRange[];
}

/** The debug information of a program, without its position in a file: what the reader of a format returns. */
export type DebugContent = Omit<DebugInformation, 'format' | 'offset' | 'size' | 'program'>;
