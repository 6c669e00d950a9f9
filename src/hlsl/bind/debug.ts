/**
 * The debug information of a compiled program: the sources, and the part of them that each instruction comes from, with
 * the calls around it.
 *
 * Not for: its bytes (debug/spdb).
 */
import type { TextLocation } from '../../assemble/text-location.ts';
import { appendTo, getOrInsert } from '../../base/collections.ts';
import { bytesOf } from '../../base/words.ts';
import type { DebugArgument } from '../../debug/model.ts';
import { type NumberedInstruction, numberedInstructions } from '../../debug/model.ts';
import type {
  NewCall,
  NewDatabase,
  NewFunction,
  NewFunctionType,
  NewLine,
  NewLocal,
  NewLocation,
  NewSpan,
  NewStatic,
} from '../../debug/spdb/new-database.ts';
import { SPECIAL_OUTPUTS } from '../../generate/sm4/select-effects.ts';
import type { TracedValue } from '../../generate/sm4/traced-values.ts';
import { SPECIAL_INPUTS } from '../../generate/sm4/values.ts';
import type { IrElement, IrElementKind } from '../../ir/declarations.ts';
import type { IrModule } from '../../ir/module.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import { readSm4Words } from '../../isa/sm4/program.ts';
import type { CheckedFunction, Variable } from '../check/typed-tree.ts';
import type { SourcePositions } from '../lower/source-positions.ts';
import type { EntryScalar } from '../lower/stage-interface.ts';
import type { Tokens } from '../syntax/tree.ts';
import { type HlslType, VOID } from '../types/types.ts';
import { DebugLocals, STATICS } from './debug-locals.ts';
import { isStream, newTypeOf, scalarOffsetsOf } from './debug-types.ts';

/** A program that is ready, with the source that it comes from. */
export interface DebuggedProgram {
  readonly compiler: string;
  readonly arguments: readonly DebugArgument[];
  /** The program, version token first. */
  readonly words: Uint32Array;
  /** The number of the position of each instruction. */
  readonly instructions: readonly number[];
  readonly positions: SourcePositions;
  /** The registers of values by their operations. */
  readonly traced: ReadonlyMap<number, TracedValue>;
  /** The module that the program was generated from, and the parts of parameters that its registers are. */
  readonly module: IrModule;
  readonly entryScalars: readonly EntryScalar[];
  readonly tokens: readonly TextLocation[];
  /** The name of the source, and the text of each file; names that `#line` gives have none. */
  readonly name: string;
  readonly sources: ReadonlyMap<string, string>;
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
  /** Numbers by name. */
  readonly #files = new Map<string, number>();
  readonly #scopes = new Map<number, CollectedScope>();
  readonly #lines: NewLine[] = [];
  #locals: DebugLocals | undefined;

  constructor(readonly program: DebuggedProgram) {
    for (const name of fileNames(program)) this.#file(name);
  }

  database(): NewDatabase {
    const { compiler, arguments: pairs, words, positions } = this.program;
    const instructions = numberedInstructions(readSm4Words(words));
    // An instruction that comes from nothing is part of what follows.
    const numbers = instructions.map(({ index }) => this.program.instructions[index] ?? 0);
    for (let i = numbers.length - 2; i >= 0; i--) numbers[i] ||= numbers[i + 1]!;
    for (const [i, instruction] of instructions.entries()) this.#instruction(instruction, numbers[i]!);
    const positioned = instructions.map(({ start }, i) => ({ start, position: numbers[i]! }));
    this.#locals = new DebugLocals(positions, this.program.traced, positioned, this.program.module.ops);
    return {
      compiler,
      arguments: pairs,
      program: bytesOf(words),
      files: [...this.#files.keys()].map((name) => ({ name, source: this.program.sources.get(name) ?? null })),
      functions: positions.scopes.length > 0 && instructions.length > 0 ? [this.#function(instructions)] : [],
      statics: this.#statics(),
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

  #function(instructions: readonly NumberedInstruction[]): NewFunction {
    const entry = this.program.positions.scopes[0]!.function;
    const [start, end] = [instructions[0]!.start, instructions.at(-1)!.end];
    return {
      name: entry.name,
      type: functionTypeOf(entry),
      start,
      end,
      locals: [...this.#entryLocals(entry, start, end), ...this.#localsOf(0), ...this.#localsOf(STATICS)],
      calls: this.#calls(0),
    };
  }

  /** Static variables with their first registers. */
  #statics(): NewStatic[] {
    return this.#localsOf(STATICS).map(({ name, type, locations: [first] }) => ({
      name,
      type,
      register: first!.register,
      offset: first!.indices[0]!,
    }));
  }

  /** The calls in a function, in the order of the source. */
  #calls(scope: number): NewCall[] {
    return [...this.#scope(scope).calls].sort((a, b) => a - b).map((call) => this.#call(call));
  }

  #call(number: number): NewCall {
    const { function: called } = this.program.positions.scopes[number]!;
    const { lines } = this.#scope(number);
    const [start, end] = [lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0];
    const { file, line } = this.program.tokens[called.body?.first ?? called.nameToken]!;
    return {
      name: called.name,
      type: functionTypeOf(called),
      file: this.#file(file),
      line,
      lines,
      locals: [
        ...this.#entryLocals(called, start, end),
        ...this.#localsOf(number),
        ...(this.#locals?.changedStatics(number, start, end) ?? []),
      ],
      calls: this.#calls(number),
    };
  }

  #localsOf(scope: number): NewLocal[] {
    return this.#locals?.of(scope) ?? [];
  }

  /** The parameters and the result of a function of the entry point, in the registers of its interface. */
  #entryLocals(entry: CheckedFunction, start: number, end: number): NewLocal[] {
    const variables = new Map<Variable | undefined, EntryScalar[]>();
    for (const one of this.program.entryScalars) if (one.function === entry) appendTo(variables, one.variable, one);
    return [...variables].map(([variable, scalars]) => {
      const isResult = variable === undefined;
      const type = isResult ? entry.result : variable.type;
      return {
        name: isResult ? `<${entry.name} return value>` : variable.name,
        type: newTypeOf(type),
        isParameter: !isResult,
        isResult,
        locations: isStream(type)
          ? [streamLocation(entry, variable!, start, end)]
          : this.#entryLocations(type, scalars, start, end),
      };
    });
  }

  #entryLocations(type: HlslType, scalars: readonly EntryScalar[], start: number, end: number): NewLocation[] {
    const { module } = this.program;
    const [point] = scalars;
    const offsets = scalarOffsetsOf(pointType(type, point?.point));
    const stride = offsets.reduce((size, { offset, size: one }) => Math.max(size, offset + one), 0);
    return scalars.map(({ direction, element, component, scalar, point: number }) => {
      const declared = (direction === 'in' ? module.inputs : module.outputs)[element]!;
      const { offset, size } = offsets[scalar] ?? { offset: 0, size: 4 };
      const isAll = type.kind === 'numeric' && type.shape === 'scalar' && number === undefined;
      return {
        ...registerOf(declared, direction, component, number, module.stage),
        part: isAll ? undefined : { offset: offset + stride * (number ?? 0), size },
        start,
        end,
      };
    });
  }

  #file(name: string): number {
    return getOrInsert(this.#files, name, () => this.#files.size);
  }

  #span({ first, last }: Tokens): NewSpan {
    const { tokens } = this.program;
    const begin = tokens[first]!;
    const token = tokens[last]!;
    const end = token.file === begin.file && token.line >= begin.line ? token : begin;
    return {
      file: this.#file(begin.file),
      line: begin.line,
      lineEnd: end.line,
      column: begin.column,
      columnEnd: end.column + Math.max(end.end - end.start, 1) - 1,
    };
  }
}

/**
 * The names of all files, with those that only `#line` gives, in the order of the source. A file without tokens comes
 * after the one that was included before it.
 */
function fileNames({ name, sources, tokens }: DebuggedProgram): Set<string> {
  const named = new Set([name, ...tokens.map(({ file }) => file)]);
  const included = [...sources.keys()];
  const names = new Set<string>();
  for (const file of named) {
    names.add(file);
    for (let i = included.indexOf(file) + 1; i > 0 && i < included.length && !named.has(included[i]!); i++)
      names.add(included[i]!);
  }
  return names;
}

/** The register of a component of an element, as debug information numbers it. */
function registerOf(
  { special, kind, register }: IrElement,
  direction: 'in' | 'out',
  component: number,
  point: number | undefined,
  stage: IrModule['stage'],
): Pick<NewLocation, 'register' | 'indices'> {
  const at = BYTES * component;
  if (special !== undefined) {
    const file = direction === 'in' ? SPECIAL_INPUTS[special] : SPECIAL_OUTPUTS[special];
    return { register: SM4_OPERAND_TYPES[file ?? 'null'].code, indices: direction === 'in' ? [at] : [] };
  }
  const inputs: Readonly<Partial<Record<IrElementKind, Sm4OperandTypeName>>> = {
    inputPoint: stage === 'hs' ? 'input' : 'inputControlPoint',
    outputPoint: 'outputControlPoint',
    patch: 'inputPatchConstant',
  };
  const file = direction === 'in' ? (inputs[kind] ?? 'input') : 'output';
  const first = ROW * register + at;
  return { register: SM4_OPERAND_TYPES[file].code, indices: point === undefined ? [first] : [first, point] };
}

/** Bytes of a register, and of a component. */
const ROW = 16;
const BYTES = 4;

/** The register of a stream: its number among the streams of the entry point. */
function streamLocation({ parameters }: CheckedFunction, stream: Variable, start: number, end: number): NewLocation {
  const streams = parameters.map(({ variable }) => variable).filter(({ type }) => isStream(type));
  const register = SM4_OPERAND_TYPES.stream.code;
  return { register, indices: [streams.indexOf(stream)], part: undefined, start, end };
}

/** Of control points and vertices, the type of one. */
function pointType(type: HlslType, point: number | undefined): HlslType {
  if (point === undefined) return type;
  return (type.kind === 'object' || type.kind === 'array' ? type.element : undefined) ?? type;
}

function functionTypeOf({ result, parameters }: CheckedFunction): NewFunctionType {
  return {
    result: result === VOID ? undefined : newTypeOf(result),
    parameters: parameters.map(({ variable }) => newTypeOf(variable.type)),
  };
}
