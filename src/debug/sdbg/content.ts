/**
 * The chunk SDBG as data of the common model.
 *
 * Not for: its bytes (view.ts), or everything in it as it is (sdbg.ts).
 */

import { getOrInsert } from '../../base/collections.ts';
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import { COMPONENTS } from '../../isa/components.ts';
import {
  type DebugContent,
  type DebugFunction,
  type DebugInstruction,
  type DebugLocation,
  type DebugRange,
  type DebugValue,
  type DebugVariable,
  type NumberedInstruction,
  scalarName,
} from '../model.ts';
import { readRecord } from '../records.ts';
import { SDBG_RECORD, type SdbgData, type SdbgInstruction, type SdbgVariable } from './sdbg.ts';
import {
  SDBG_INSTRUCTION,
  SDBG_INSTRUCTION_SIZE,
  SDBG_NONE,
  SDBG_REGISTER_SETS,
  SDBG_SCOPE_TYPES,
  type SdbgView,
} from './view.ts';

/** Of {@link SdbgVariable.kind}. */
const FUNCTION = 1;
const FUNCTION_SCOPE = SDBG_SCOPE_TYPES.indexOf('function');
/** Registers that are elements of a bank: a constant is the element of a buffer. */
const IN_BANK: ReadonlySet<string> = new Set(['cb', 'tb', 'icb', 'x']);

/** Returns the debug information of a chunk SDBG about a program with these instructions. */
export function sdbgContent(view: SdbgView, program: readonly NumberedInstruction[]): DebugContent {
  return new ContentReader(view, program).content();
}

type MutableValue = DebugValue & { readonly ranges: DebugRange[] };

class ContentReader {
  readonly #sdbg: SdbgData;
  /** By index of the variable: values by part, register and component. */
  readonly #values: Map<string, MutableValue>[];
  /** Index of each scope that is a function among the functions. */
  readonly #functions = new Map<number, number>();

  constructor(
    private readonly view: SdbgView,
    private readonly program: readonly NumberedInstruction[],
  ) {
    this.#sdbg = readRecord(view, SDBG_RECORD, 0);
    this.#values = this.#sdbg.variables.map(() => new Map());
  }

  content(): DebugContent {
    const { creator, entryPoint, target, flags, files, scopes } = this.#sdbg;
    const functions: DebugFunction[] = [];
    for (const [i, { type, name }] of scopes.entries()) {
      if (type !== FUNCTION_SCOPE) continue;
      this.#functions.set(i, functions.length);
      functions.push({ name, type: null, location: null, inlinedInto: null, callSite: null, ranges: [] });
    }
    this.#inputs();
    const instructions = this.#instructions(functions);
    return {
      compiler: creator,
      entryPoint,
      profile: target,
      flags,
      arguments: [],
      files: files.map(({ name, data }) => ({ name, source: data === '' ? null : data })),
      functions,
      instructions,
      variables: this.#variables(),
    };
  }

  #instructions(functions: DebugFunction[]): DebugInstruction[] {
    const found: DebugInstruction[] = [];
    for (const instruction of this.program) {
      const at = this.view.instruction(instruction.number);
      if (at === undefined) continue;
      const record = this.#sdbg.instructions[(at - this.view.record('instructions', 0)!) / SDBG_INSTRUCTION_SIZE];
      const inner = record?.scopes.findLast((scope) => this.#functions.has(scope));
      const { index, start, end } = instruction;
      const token = this.view.u32(at + SDBG_INSTRUCTION.token);
      const owner = inner === undefined ? null : this.#functions.get(inner)!;
      found.push({ index, offset: start, end, location: this.#location(token), function: owner });
      if (owner !== null) addRange(functions[owner]!.ranges as DebugRange[], start, end);
      if (record !== undefined) this.#outputs(record, end);
    }
    return found;
  }

  #location(token: number): DebugLocation | null {
    const record = this.#sdbg.tokens[token];
    if (record === undefined || record.file === SDBG_NONE) return null;
    const { file, line, column, text } = record;
    return {
      file: file < this.#sdbg.files.length ? file : null,
      line,
      column,
      endLine: line,
      endColumn: column + text.length,
    };
  }

  /** Adds the variables that have a value at the start. */
  #inputs(): void {
    for (const { scalar, registerSet, bank, register, component } of this.#sdbg.inputs)
      this.#add(scalar, registerName(registerSet, bank, register), component, 0);
  }

  #outputs({ outputs, outputCount }: SdbgInstruction, start: number): void {
    for (const { registerSet, array, register, components, held } of outputs.slice(0, outputCount))
      for (const [i, { scalar }] of held.entries())
        this.#add(scalar, registerName(registerSet, array, register), components[i]!, start);
  }

  #add(scalar: number, register: string | undefined, component: number, start: number): void {
    const record = this.#sdbg.scalars[scalar];
    const values = record && this.#values[record.variable];
    if (values === undefined || register === undefined) return;
    const letter = COMPONENTS[component] ?? null;
    const part = partName(this.#sdbg.variables[record!.variable]!, record!.element);
    const key = `${part} ${register}.${letter}`;
    const value = getOrInsert(values, key, () => ({ part, register, component: letter, ranges: [] }));
    value.ranges.push({ start, end: null });
  }

  #variables(): DebugVariable[] {
    const owners = this.#owners();
    const { variables, tokens, scalars } = this.#sdbg;
    return variables.flatMap((variable, i) => {
      if (variable.kind === FUNCTION) return [];
      const values = [...this.#values[i]!.values()];
      const type = typeName(variable, scalars[variable.firstScalar]?.type);
      const owner = owners.get(i) ?? null;
      const name = tokens[variable.token]?.text ?? '';
      return [{ name, type, location: this.#location(variable.token), function: owner, parameter: false, values }];
    });
  }

  /** The function whose scope has each variable. */
  #owners(): Map<number, number> {
    const owners = new Map<number, number>();
    for (const [scope, index] of this.#functions)
      for (const variable of this.#sdbg.scopes[scope]!.variables) owners.set(variable, index);
    return owners;
  }
}

function addRange(ranges: DebugRange[], start: number, end: number): void {
  const last = ranges.at(-1);
  if (last?.end === start) ranges[ranges.length - 1] = { start: last.start, end };
  else ranges.push({ start, end });
}

function registerName(set: number, bank: number, register: number): string | undefined {
  const prefix = SDBG_REGISTER_SETS[set];
  if (prefix === undefined) return undefined;
  return IN_BANK.has(prefix) ? `${prefix}${prefix === 'icb' ? '' : bank}[${register}]` : `${prefix}${register}`;
}

/** Such as `[2].y`: elements of arrays by their strides, then the component. */
function partName({ class: kind, rows, columns, strides }: SdbgVariable, element: number): string {
  let text = '';
  let left = element;
  for (const stride of strides) {
    if (stride === 0) break;
    text += `[${Math.floor(left / stride)}]`;
    left %= stride;
  }
  if (kind === VariableClass.struct || left >= rows * columns) return `${text}<${left}>`;
  return text + scalarName(kind, rows, columns, left);
}

function typeName({ class: kind, rows, columns, lengths }: SdbgVariable, type: number | undefined): string | null {
  const scalar = type === undefined ? undefined : VARIABLE_TYPE_NAMES[type];
  if (kind === VariableClass.struct) return 'struct';
  if (scalar === undefined) return null;
  const dimensions =
    kind === VariableClass.scalar || kind === VariableClass.object
      ? ''
      : kind === VariableClass.vector
        ? `${columns}`
        : `${rows}x${columns}`;
  return scalar + dimensions + lengths.map((length) => `[${length}]`).join('');
}
