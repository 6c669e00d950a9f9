/**
 * The variables of the source before a step, with the words that they have there: those of the function of the next
 * instruction, of the functions around it, and those without a function.
 *
 * Not for: words as text (word-text.ts).
 */
import { isInside, type SourceData, type SourcePart, type SourceVariable } from '../debug-source.ts';
import {
  COMPONENTS,
  type DebugTrace,
  LANES,
  REGISTER_WORDS,
  type RegisterState,
  type WriteType,
} from './debug-trace.ts';

/** A scalar or vector of a variable. */
export interface VariableRow {
  /** Such as `color`, `light.direction` or `world._m0`. */
  readonly name: string;
  /** The type of the variable; empty for parts of one. */
  readonly type: string;
  /** The function that has it; empty where it is unknown. */
  readonly function: string;
  /** By component; undefined where no register has the component. */
  readonly values: readonly (VariableValue | undefined)[];
}

export interface VariableValue {
  /** As listings spell it, with its component. */
  readonly register: string;
  /** The words of the four lanes. */
  readonly words: readonly number[];
  readonly type: WriteType;
}

/** Where each instruction that was executed ends, by where it begins. */
export type InstructionEnds = ReadonlyMap<number, number>;

export function endsOf({ instructions }: SourceData): InstructionEnds {
  return new Map(instructions.map(({ start, end }) => [start, end]));
}

/**
 * The variables before step `step`.
 *
 * @param owner the function of the next instruction; -1 where it is unknown, for the variables of all functions
 */
export function variablesAt(
  trace: DebugTrace,
  state: RegisterState,
  data: SourceData,
  ends: InstructionEnds,
  step: number,
  owner: number,
): VariableRow[] {
  const finder = new PartFinder(trace, state, ends, step);
  const rows: VariableRow[] = [];
  for (const variable of data.variables) {
    const { function: number } = variable;
    if (owner >= 0 && number >= 0 && number !== owner && !isInside(data, owner, number)) continue;
    // Numbers of two words are in two components.
    if (variable.type.startsWith('double')) continue;
    rows.push(...rowsOf(variable, data.functions[number]?.name ?? '', finder));
  }
  return rows;
}

/** The last letters of a part: the component of a vector, or of a row of a matrix. */
const LAST = /^(.*?)(?:\.([xyzw])|(\._m\d)(\d))$/;

function rowsOf({ name, type, parts }: SourceVariable, owner: string, finder: PartFinder): VariableRow[] {
  const found = new Map<string, (VariableValue | undefined)[]>();
  for (const part of parts) {
    const value = finder.valueOf(part);
    if (value === undefined) continue;
    const [, before = part.name, component, row = '', column] = LAST.exec(part.name) ?? [];
    const group = name + before + row;
    const values = found.get(group) ?? [];
    values[component === undefined ? Number(column ?? 0) : 'xyzw'.indexOf(component)] = value;
    found.set(group, values);
  }
  return [...found].map(([group, values]) => ({
    name: group,
    type: group === name ? type : '',
    function: owner,
    values: Array.from(values),
  }));
}

class PartFinder {
  readonly #registers: ReadonlyMap<string, number>;
  /** The last step that wrote each component of each register. */
  readonly #lastWrites: Int32Array;
  /** The byte that the next instruction has. */
  readonly #at: number;

  constructor(
    private readonly trace: DebugTrace,
    private readonly state: RegisterState,
    private readonly ends: InstructionEnds,
    step: number,
  ) {
    this.#registers = new Map(trace.registers.map((name, i) => [name, i]));
    this.#lastWrites = new Int32Array(COMPONENTS * trace.registers.length).fill(-1);
    for (let i = 0; i < step; i++)
      for (let write = trace.firstWrites[i]!; write < trace.firstWrites[i + 1]!; write++)
        for (let component = 0; component < COMPONENTS; component++)
          if (trace.writeMasks[write]! & (1 << component))
            this.#lastWrites[COMPONENTS * trace.writeRegisters[write]! + component] = i;
    const last = trace.offsets[step - 1] ?? 0;
    // At the end of the program, the last instruction is where its variables are.
    this.#at = trace.offsets[step] ?? last;
  }

  /** The value that a part has; undefined where no register has it now. */
  valueOf({ register, component, ranges }: SourcePart): VariableValue | undefined {
    const index = this.#registers.get(register);
    if (index === undefined || !this.state.isSet[index]) return undefined;
    const lastWrite = this.#lastWrites[COMPONENTS * index + component]!;
    const written = lastWrite < 0 ? undefined : this.ends.get(this.trace.offsets[lastWrite]!);
    const isThere = ranges.some(({ start, end }) =>
      end === undefined ? lastWrite < 0 || start === written : start <= this.#at && this.#at < end,
    );
    if (!isThere) return undefined;
    const from = REGISTER_WORDS * index + LANES * component;
    return {
      register: `${register}.${'xyzw'[component]}`,
      words: Array.from(this.state.words.subarray(from, from + LANES)),
      type: this.state.types[index]!,
    };
  }
}
