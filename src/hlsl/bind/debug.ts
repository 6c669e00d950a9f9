/**
 * The debug information of a compiled program: the sources, and the part of them that each instruction comes from, with
 * the calls around it.
 *
 * Not for: its bytes (debug/spdb).
 */
import type { TextLocation } from '../../assemble/text-location.ts';
import { getOrInsert } from '../../base/collections.ts';
import { bytesOf } from '../../base/words.ts';
import type { DebugArgument } from '../../debug/model.ts';
import { type NumberedInstruction, numberedInstructions } from '../../debug/model.ts';
import type {
  NewCall,
  NewDatabase,
  NewFunction,
  NewFunctionType,
  NewLine,
  NewSpan,
} from '../../debug/spdb/new-database.ts';
import type { NewType } from '../../debug/spdb/write-types.ts';
import { readSm4Words } from '../../isa/sm4/program.ts';
import type { CheckedFunction } from '../check/typed-tree.ts';
import type { SourcePositions, SourceScope } from '../lower/source-positions.ts';
import type { Tokens } from '../syntax/tree.ts';
import { allMembers, type HlslType, VOID } from '../types/types.ts';

/** A program that is ready, with the source that it comes from. */
export interface DebuggedProgram {
  readonly compiler: string;
  readonly arguments: readonly DebugArgument[];
  /** The program, version token first. */
  readonly words: Uint32Array;
  /** The number of the position of each instruction. */
  readonly instructions: readonly number[];
  readonly positions: SourcePositions;
  readonly tokens: readonly TextLocation[];
  /** The source itself. */
  readonly name: string;
  readonly source: string;
}

/** Returns the content of the program database. */
export function debugDatabase(program: DebuggedProgram): NewDatabase {
  return new DebugCollector(program).database();
}

/** A call or function while its instructions are collected. */
interface CollectedScope {
  readonly lines: NewLine[];
  readonly calls: Set<number>;
}

class DebugCollector {
  readonly #files = new Map<string, { readonly number: number; readonly source: string }>();
  readonly #scopes = new Map<number, CollectedScope>();
  readonly #lines: NewLine[] = [];

  constructor(readonly program: DebuggedProgram) {
    this.#file({ file: program.name, source: program.source });
  }

  database(): NewDatabase {
    const { compiler, arguments: pairs, words, positions } = this.program;
    const instructions = numberedInstructions(readSm4Words(words));
    // An instruction that comes from nothing is part of what follows.
    let position = 0;
    for (const instruction of instructions.toReversed()) {
      position = this.program.instructions[instruction.index] || position;
      this.#instruction(instruction, position);
    }
    this.#lines.reverse();
    for (const { lines } of this.#scopes.values()) lines.reverse();
    const functions = positions.scopes.flatMap((scope, number) =>
      scope.call < 0 ? [this.#function(scope, number, instructions)] : [],
    );
    return {
      compiler,
      arguments: pairs,
      program: bytesOf(words),
      files: [...this.#files].map(([name, { source }]) => ({ name, source })),
      functions: functions.filter(({ start, end }) => end > start),
      lines: this.#lines,
    };
  }

  /** Notes an instruction in each function around it. */
  #instruction({ start, end }: NumberedInstruction, position: number): void {
    const { positions } = this.program;
    for (let at = position; at > 0; ) {
      const { scope, statement, expression } = positions.list[at]!;
      const line = { start, end, statement: this.#span(statement), expression: this.#span(expression) };
      const { call } = positions.scopes[scope]!;
      const collected = this.#scope(scope);
      collected.lines.push(line);
      if (call < 0) this.#lines.push(line);
      else this.#scope(positions.list[call]!.scope).calls.add(scope);
      at = call;
    }
  }

  #scope(number: number): CollectedScope {
    return getOrInsert(this.#scopes, number, () => ({ lines: [], calls: new Set<number>() }));
  }

  #function(scope: SourceScope, number: number, instructions: readonly NumberedInstruction[]): NewFunction {
    const { lines, calls } = this.#scope(number);
    const isOnly = this.program.positions.scopes.filter((one) => one.call < 0).length === 1;
    const first = isOnly ? instructions[0]?.start : lines[0]?.start;
    const end = isOnly ? instructions.at(-1)?.end : lines.at(-1)?.end;
    return {
      name: scope.function.name,
      type: functionTypeOf(scope.function),
      start: first ?? 0,
      end: end ?? 0,
      locals: [],
      calls: [...calls].map((call) => this.#call(call)),
    };
  }

  #call(number: number): NewCall {
    const { function: called } = this.program.positions.scopes[number]!;
    const { lines, calls } = this.#scope(number);
    const { file, line } = this.program.tokens[called.body?.first ?? called.nameToken]!;
    return {
      name: called.name,
      type: functionTypeOf(called),
      file: this.#file({ file, source: this.program.tokens[called.nameToken]!.source }),
      line,
      lines,
      locals: [],
      calls: [...calls].map((call) => this.#call(call)),
    };
  }

  #file({ file, source }: Pick<TextLocation, 'file' | 'source'>): number {
    return getOrInsert(this.#files, file, () => ({ number: this.#files.size, source })).number;
  }

  #span({ first, last }: Tokens): NewSpan {
    const { tokens } = this.program;
    const begin = tokens[first]!;
    const token = tokens[last]!;
    const end = token.file === begin.file && token.line >= begin.line ? token : begin;
    return {
      file: this.#file(begin),
      line: begin.line,
      lineEnd: end.line,
      column: begin.column,
      columnEnd: end.column + Math.max(end.end - end.start, 1) - 1,
    };
  }
}

function functionTypeOf({ result, parameters }: CheckedFunction): NewFunctionType {
  return {
    result: result === VOID ? undefined : newTypeOf(result),
    parameters: parameters.map(({ variable }) => newTypeOf(variable.type)),
  };
}

/** A type of HLSL as debug information has it; resources and interfaces have no values. */
export function newTypeOf(type: HlslType): NewType {
  switch (type.kind) {
    case 'numeric': {
      const { scalar: element, shape, rows, columns, isRowMajor } = type;
      if (shape === 'scalar') return { kind: 'scalar', name: element };
      return shape === 'vector'
        ? { kind: 'vector', element, count: columns }
        : { kind: 'matrix', element, rows, columns, isRowMajor };
    }
    case 'array':
      return { kind: 'array', element: newTypeOf(type.element), length: type.length };
    case 'struct':
      return {
        kind: 'struct',
        name: type.name,
        members: allMembers(type).map((member) => ({ name: member.name, type: newTypeOf(member.type) })),
      };
    default:
      return { kind: 'scalar', name: 'void' };
  }
}
