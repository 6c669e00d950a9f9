/**
 * Debug information of a shader as plain data, the same for all its formats: the comment DBUG of shader models 1 to 3, and the chunks
 * SDBG and SPDB of DXBC containers. What a format does not record is null or empty.
 *
 * Not for: what only one format has, or the bytes (dbug/, sdbg/, spdb/).
 */

/**
 * `dbug`: the comment DBUG of a token stream; `sdbg`: the chunk of the compilers up to 2012; `spdb`: the chunk with a program
 * database (PDB 7.0).
 */
export type DebugFormat = 'dbug' | 'sdbg' | 'spdb';

/** The debug information of one program. */
export interface DebugInformation {
  readonly format: DebugFormat;
  /** Name and version of the compiler or assembler, as stored. */
  readonly compiler: string | null;
  /** Function that was compiled. */
  readonly entryPoint: string | null;
  /** Profile that was asked for, such as `ps_5_0`. */
  readonly profile: string | null;
  /** Flags of the compilation (`D3DCOMPILE_*`). */
  readonly flags: number | null;
  /** Other arguments of the compilation, such as definitions, by the names that the format gives them. */
  readonly arguments: readonly DebugArgument[];
  readonly files: readonly DebugFile[];
  /** The compiled function and, as far as the format has them, each function that was inlined into another, once a call. */
  readonly functions: readonly DebugFunction[];
  /** By offset. Instructions without any information are absent. */
  readonly instructions: readonly DebugInstruction[];
  readonly variables: readonly DebugVariable[];
}

export interface DebugArgument {
  readonly name: string;
  readonly value: string;
}

export interface DebugFile {
  /** Path as the compiler got it, one character a byte. */
  readonly name: string;
  /** Text of the file, one character a byte; null where it is not embedded. */
  readonly source: string | null;
}

/** Lines and columns count from 1. */
export interface DebugLocation {
  /** Index in {@link DebugInformation.files}; null where the information names none that exists. */
  readonly file: number | null;
  readonly line: number;
  readonly column: number | null;
  /** Last line and the column after the last character, where the format has them. */
  readonly endLine: number | null;
  readonly endColumn: number | null;
}

/** Bytes of a program, counted from its version token. */
export interface DebugRange {
  readonly start: number;
  /** Exclusive; null where the format does not say it. */
  readonly end: number | null;
}

export interface DebugFunction {
  readonly name: string;
  /** Type such as `float4(float2)`. */
  readonly type: string | null;
  /** Where it is declared. */
  readonly location: DebugLocation | null;
  /** Index in {@link DebugInformation.functions} of the function into which this one was inlined. */
  readonly inlinedInto: number | null;
  /** The call that was inlined. */
  readonly callSite: DebugLocation | null;
  readonly ranges: readonly DebugRange[];
}

export interface DebugInstruction {
  /** Bytes from the version token to the first token of the instruction. */
  readonly offset: number;
  readonly location: DebugLocation | null;
  /** Index in {@link DebugInformation.functions}: the innermost function. */
  readonly function: number | null;
}

export interface DebugVariable {
  /** With members and elements as in the source: `light.color`, `weights[2]`. */
  readonly name: string;
  /** Such as `float4`. */
  readonly type: string | null;
  /** Where the source declares it. */
  readonly location: DebugLocation | null;
  /** Index in {@link DebugInformation.functions} of the function that declares it; null for globals. */
  readonly function: number | null;
  /** A parameter of its function. */
  readonly parameter: boolean;
  /** Where its value is, by what part of the program. */
  readonly values: readonly DebugValue[];
}

/** Where components of a variable are during a part of the program. */
export interface DebugValue extends DebugRange {
  /** Register as listings write it, such as `r0`, `v1` or `cb0[2]`. */
  readonly register: string;
  readonly components: readonly DebugComponent[];
}

export interface DebugComponent {
  /** Component of the register: 0 to 3 for x, y, z and w. */
  readonly component: number;
  /** Component of the variable, counted in scalars from its first one. */
  readonly element: number;
}
