/** A program database before it is written: what a compiler knows about the program. */
import type { DebugArgument } from '../model.ts';
import type { NewType } from './write-types.ts';

/** A part of a source; lines and columns count from 1, and the last character belongs to it. */
export interface NewSpan {
  /** The number of the file. */
  readonly file: number;
  readonly line: number;
  readonly lineEnd: number;
  readonly column: number;
  readonly columnEnd: number;
}

/** The source of the bytes of an instruction. */
export interface NewLine {
  /** Bytes from the version token, and to the next instruction. */
  readonly start: number;
  readonly end: number;
  readonly statement: NewSpan;
  readonly expression: NewSpan;
}

/** Where four bytes of a variable are during a part of the program. */
export interface NewLocation {
  /** The number of the operand type. */
  readonly register: number;
  /** Offsets of bytes in the register file, or numbers of registers. */
  readonly indices: readonly number[];
  /** Bytes of the variable; undefined for all of it. */
  readonly part: { readonly offset: number; readonly size: number } | undefined;
  readonly start: number;
  readonly end: number;
}

export interface NewLocal {
  readonly name: string;
  readonly type: NewType;
  readonly isParameter: boolean;
  readonly isResult: boolean;
  readonly locations: readonly NewLocation[];
}

/** A function type: results are `void` where there is none. */
export interface NewFunctionType {
  readonly result: NewType | undefined;
  readonly parameters: readonly NewType[];
}

/** A call that the body of its function replaced. */
export interface NewCall {
  readonly name: string;
  readonly type: NewFunctionType;
  /** Where the body begins. */
  readonly file: number;
  readonly line: number;
  readonly lines: readonly NewLine[];
  readonly locals: readonly NewLocal[];
  readonly calls: readonly NewCall[];
}

/** A function of the program with the calls in it. */
export interface NewFunction {
  readonly name: string;
  readonly type: NewFunctionType;
  readonly start: number;
  readonly end: number;
  readonly locals: readonly NewLocal[];
  readonly calls: readonly NewCall[];
}

/** A static variable, with the register that has it first. */
export interface NewStatic {
  readonly name: string;
  readonly type: NewType;
  /** The number of the operand type. */
  readonly register: number;
  /** The offset of its first byte in the register file. */
  readonly offset: number;
}

export interface NewDatabase {
  /** Name and version of the compiler. */
  readonly compiler: string;
  readonly arguments: readonly DebugArgument[];
  /** The program, version token first. */
  readonly program: Uint8Array;
  /** Names and sources have one character a byte; a source may be unknown. */
  readonly files: readonly { readonly name: string; readonly source: string | null }[];
  readonly functions: readonly NewFunction[];
  readonly statics: readonly NewStatic[];
  /** The lines of all instructions that come from the source, in order: those of the outermost function. */
  readonly lines: readonly NewLine[];
}
