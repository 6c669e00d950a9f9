/**
 * The comment DBUG as data of the common model.
 *
 * Not for: its bytes (view.ts), or everything in it as it is (dbug.ts).
 */
import { getOrInsert } from '../../base/collections.ts';
import { COMPONENTS } from '../../isa/components.ts';
import { Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { readSm1Words, type Sm1Program } from '../../isa/sm1/program.ts';
import { sm1RegisterText } from '../../isa/sm1/registers.ts';
import {
  ctabFullTypeName,
  ctabPartName,
  type DebugContent,
  type DebugFunction,
  type DebugInstruction,
  type DebugLocation,
  type DebugRange,
  type DebugValue,
  type DebugVariable,
} from '../model.ts';
import { type DbugData, type DbugVariable, type DbugView, readDbug } from './dbug.ts';
import { DBUG_NO_ELEMENT, DBUG_NO_FILE } from './layout.ts';

const COMPONENT_COUNT = 4;

/** Returns the debug information of a DBUG comment about the stream in `words`. */
export function dbugContent(view: DbugView, words: Uint32Array): DebugContent {
  const dbug = readDbug(view);
  const program = readSm1Words(words);
  const { instructions, byLine } = instructionsOf(dbug, program);
  const functions = functionsOf(dbug);
  return {
    compiler: dbug.creator,
    entryPoint: dbug.entryPoint,
    profile: null,
    flags: null,
    arguments: [],
    files: dbug.files.map(({ name }) => ({ name, source: null })),
    functions,
    instructions,
    variables: new VariableReader(dbug, program, functions, byLine).all(),
  };
}

/** The instructions that come from a line, and the index of that of each line. */
function instructionsOf(
  { lines, files }: DbugData,
  program: Sm1Program,
): { instructions: DebugInstruction[]; byLine: Map<number, number> } {
  const { starts, count } = program;
  const instructions: DebugInstruction[] = [];
  const byLine = new Map<number, number>();
  // As Microsoft's listing searches: records that come too late are skipped (source: oracle).
  let next = 0;
  for (let index = 0; index < count && next < lines.length; index++) {
    const offset = 4 * starts[index]!;
    const record = lines[next]!;
    if (record.offset === offset)
      instructions.push({
        index,
        offset,
        end: endOf(program, index),
        location: locationOf(record, files.length),
        function: null,
      });
    for (; next < lines.length && lines[next]!.offset <= offset; next++)
      if (lines[next]!.offset === offset) byLine.set(next, index);
  }
  return { instructions, byLine };
}

/** Instructions that the compiler adds belong to no file. */
function locationOf({ line, file }: DbugData['lines'][number], fileCount: number): DebugLocation | null {
  if (file === DBUG_NO_FILE) return null;
  return { file: file < fileCount ? file : null, line, column: null, endLine: null, endColumn: null };
}

/** The compiled function, and those whose parameters are variables. */
function functionsOf({ entryPoint, variables }: DbugData): DebugFunction[] {
  const names = new Set([entryPoint, ...variables.map(({ scope }) => scope)]);
  names.delete(null);
  return [...(names as Set<string>)].map((name) => ({
    name,
    type: null,
    location: null,
    inlinedInto: null,
    callSite: null,
    ranges: [],
  }));
}

/** Finds the registers that variables are written to. */
class VariableReader {
  readonly #cursor: Sm1Cursor;

  constructor(
    private readonly dbug: DbugData,
    private readonly program: Sm1Program,
    private readonly functions: readonly DebugFunction[],
    private readonly byLine: ReadonlyMap<number, number>,
  ) {
    this.#cursor = new Sm1Cursor(program);
  }

  all(): DebugVariable[] {
    return this.dbug.variables.map((variable) => ({
      name: variable.name ?? '',
      type: variable.type && ctabFullTypeName(variable.type),
      location: null,
      function: variable.scope === null ? null : this.functions.findIndex(({ name }) => name === variable.scope),
      parameter: variable.scope !== null,
      values: this.#valuesOf(variable),
    }));
  }

  /** By part, register and component: the instructions that write them. */
  #valuesOf({ type, writes }: DbugVariable): DebugValue[] {
    const values = new Map<string, DebugValue & { readonly ranges: DebugRange[] }>();
    for (const { line, elements } of writes) {
      const index = this.byLine.get(line);
      const register = index === undefined ? undefined : this.#destination(index);
      if (register === undefined) continue;
      for (let i = 0; i < COMPONENT_COUNT; i++) {
        const element = elements[i]!;
        if (element === DBUG_NO_ELEMENT) continue;
        const part = ctabPartName(type, element);
        const component = COMPONENTS[i]!;
        const key = `${part} ${register}.${component}`;
        const value = getOrInsert(values, key, () => ({ part, register, component, ranges: [] }));
        value.ranges.push({ start: endOf(this.program, index!), end: null });
      }
    }
    return [...values.values()];
  }

  /** The register that instruction `index` writes; undefined where it has none. */
  #destination(index: number): string | undefined {
    const cursor = this.#cursor;
    cursor.goto(index);
    if (cursor.destination < 0) return undefined;
    const destination = cursor.operands[0]!;
    const { stage, major } = this.program;
    return sm1RegisterText(destination.type, destination.number, { pixel: stage === 'ps', major });
  }
}

/** Byte after instruction `index`. */
function endOf({ starts, count, end }: Sm1Program, index: number): number {
  return 4 * (index + 1 < count ? starts[index + 1]! : end);
}
