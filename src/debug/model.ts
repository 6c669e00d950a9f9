/**
 * Debug information of a program as plain data, the same for all its formats: the comment DBUG of shader models 1 to 3
 * and of feature level 9, and the chunks SDBG and SPDB of DXBC containers. Fields that a format does not record are
 * null or empty.
 *
 * Not for: the specifics and bytes of one format (dbug/, sdbg/, spdb/).
 */

import { firstWhere } from '../base/collections.ts';
import { VariableClass } from '../base/d3d/enumerations.ts';
import { type CtabType, ctabTypeName } from '../chunks/ctab.ts';
import { COMPONENTS } from '../isa/components.ts';
import { SM4_OPCODES } from '../isa/sm4/opcodes.ts';
import { type Sm4Program, sm4HasNumber } from '../isa/sm4/program.ts';
import { Sm4OpcodeToken } from '../isa/sm4/tokens.ts';

/**
 * `dbug`: the comment DBUG of a token stream; `sdbg`: the chunk of compilers up to 2012; `spdb`: the chunk with a
 * program database (PDB 7.0).
 */
export type DebugFormat = 'dbug' | 'sdbg' | 'spdb';

/** The debug information of one program. Strings have one character a byte. */
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

export interface SourceLine {
  /** Path as the compiler recorded it; null where it recorded none. */
  readonly file: string | null;
  readonly line: number;
  readonly column: number | null;
}

/**
 * Returns the line that byte `offset` of the program comes from; undefined where no debug information says it.
 *
 * @param programs debug information of a file
 * @param program where the version token of the program is in the file, in bytes
 * @param offset in bytes from the version token
 */
export function sourceLineAt(
  programs: readonly DebugInformation[],
  program: number,
  offset: number,
): SourceLine | undefined {
  for (const { program: name, instructions, files } of programs) {
    if (name !== program) continue;
    const location = instructionAt(instructions, offset)?.location;
    if (!location) continue;
    const { file, line, column } = location;
    return { file: file === null ? null : files[file]!.name, line, column };
  }
  return undefined;
}

/** The instruction that has byte `offset`; they are in order. */
function instructionAt(instructions: readonly DebugInstruction[], offset: number): DebugInstruction | undefined {
  const found = instructions[firstWhere(instructions.length, (i) => instructions[i]!.end > offset)];
  return found !== undefined && found.offset <= offset ? found : undefined;
}

const PHASES: ReadonlySet<number> = new Set([
  SM4_OPCODES.hs_decls.code,
  SM4_OPCODES.hs_control_point_phase.code,
  SM4_OPCODES.hs_fork_phase.code,
  SM4_OPCODES.hs_join_phase.code,
]);

export interface NumberedInstruction {
  /** Position in the program, from 0. */
  readonly index: number;
  /** Position among the instructions that have a number. */
  readonly number: number;
  /** Bytes from the version token, and to the next instruction. */
  readonly start: number;
  readonly end: number;
}

/**
 * The instructions of models 4 to 5.1 that come from a line, in order: those that run, without the ones that begin the
 * phases of a hull shader (source: oracle).
 */
export function numberedInstructions({ words, starts, count, end }: Sm4Program): NumberedInstruction[] {
  const list: NumberedInstruction[] = [];
  let number = -1;
  for (let index = 0; index < count; index++) {
    const token = words[starts[index]!]!;
    if (!sm4HasNumber(token)) continue;
    number++;
    if (PHASES.has(Sm4OpcodeToken.opcode.get(token))) continue;
    list.push({ index, number, start: 4 * starts[index]!, end: 4 * (index + 1 < count ? starts[index + 1]! : end) });
  }
  return list;
}

/** Types in types; damaged ones may contain themselves. */
const MAX_DEPTH = 64;

/** The name of part `element` of a variable of `type`; `<element>` where the type has no such part. */
export function ctabPartName(type: CtabType | null, element: number): string {
  let text = '';
  let left = element;
  let at = type;
  for (let depth = 0; at !== null && depth < MAX_DEPTH; depth++) {
    const one = elementScalars(at);
    if (one === 0 || left >= one * Math.max(1, at.elements)) break;
    if (at.elements > 1) text += `[${Math.floor(left / one)}]`;
    left %= one;
    if (at.class !== VariableClass.struct) return text + scalarName(at.class, at.rows, at.columns, left);
    let next: CtabType | null = null;
    for (const member of at.members) {
      const size = elementScalars(member.type) * Math.max(1, member.type.elements);
      if (left < size) {
        text += `.${member.name ?? ''}`;
        next = member.type;
        break;
      }
      left -= size;
    }
    at = next;
  }
  return `<${element}>`;
}

/** Scalars of one element; those of a structure are stored with it. */
function elementScalars({ rows, columns }: CtabType): number {
  return rows * columns;
}

/** The name of scalar `index` of a value of a class with so many rows and columns. */
export function scalarName(kind: number, rows: number, columns: number, index: number): string {
  if (kind === VariableClass.matrixRows || kind === VariableClass.matrixColumns)
    return `._m${Math.floor(index / columns)}${index % columns}`;
  return rows * columns === 1 ? '' : `.${COMPONENTS[index] ?? index}`;
}

/** Such as `float4`, `Light`-less structures as `struct`, and arrays as `float4[3]`. */
export function ctabFullTypeName(type: CtabType): string | null {
  const name = type.class === VariableClass.struct ? 'struct' : ctabTypeName(type);
  if (name === '') return null;
  return type.elements > 1 ? `${name}[${type.elements}]` : name;
}
