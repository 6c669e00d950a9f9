/**
 * The debug information of a program of models 1 to 3: the line of each instruction, and the parts of variables that
 * instructions write. A value has the name of the first variable that gets it; an output, that of the result or
 * parameter that it is (source: oracle).
 *
 * Not for: its bytes (debug/dbug).
 */
import type { TextLocation } from '../../assemble/text-location.ts';
import { appendTo, getOrInsert } from '../../base/collections.ts';
import { type DbugData, type DbugLine, type DbugWrite, writeDbug } from '../../debug/dbug/dbug.ts';
import { DBUG_NO_ELEMENT, DBUG_NO_FILE } from '../../debug/dbug/layout.ts';
import { NO_SCALAR, type Scalar } from '../../generate/operand-table.ts';
import type { Sm1WrittenLane, TracedSm1Instruction, TracedSm1Program } from '../../generate/sm1/writes.ts';
import type { IrModule } from '../../ir/module.ts';
import { readSm1Words } from '../../isa/sm1/program.ts';
import type { CheckedSource } from '../check/check-source.ts';
import type { CheckedFunction, Variable } from '../check/typed-tree.ts';
import { PARAMS } from '../declarations.ts';
import type { LoweredProgram } from '../front-end.ts';
import type { SlotChange, SourcePositions } from '../lower/source-positions.ts';
import type { EntryScalar } from '../lower/stage-interface.ts';
import { type HlslType, scalarCount } from '../types/types.ts';
import { constantName, registerComponents, TypeTable } from './sm1-constants.ts';

/** A program of models 1 to 3 with the source that it comes from. */
export interface DebuggedSm1Program {
  readonly compiler: string;
  /** The program without comments. */
  readonly words: Uint32Array;
  readonly traced: TracedSm1Program;
  readonly positions: SourcePositions;
  readonly module: IrModule;
  readonly bindingSources: LoweredProgram['bindingSources'];
  readonly source: CheckedSource;
  readonly entryScalars: readonly EntryScalar[];
  readonly tokens: readonly TextLocation[];
}

/** A variable, or the result of a function, with the instructions that write it. */
interface WrittenVariable {
  readonly name: string;
  /** The function whose parameter it is; null for others. */
  readonly scope: string | null;
  readonly type: HlslType;
  /** The token of its declaration. */
  readonly token: number;
  readonly writes: DbugWrite[];
}

/** A scalar of a variable. */
interface VariablePart {
  readonly variable: WrittenVariable;
  readonly element: number;
}

/** Lines have 16 bits; larger ones lose the others. */
const LINE_MASK = 0xffff;
const COMPONENTS = 4;

/**
 * Returns the payload of the comment.
 *
 * @param commentBytes the bytes of all comments of the program, where the payload has `size` bytes
 */
export function debugComment(program: DebuggedSm1Program, commentBytes: (size: number) => number): Uint8Array {
  const { compiler, words, traced, positions, tokens } = program;
  const { instructions } = traced;
  const variables = new VariableWriter(program);
  const numbers = instructions.map((instruction) => variables.positionOf(instruction));
  // An instruction that comes from nothing is part of what follows.
  for (let i = numbers.length - 2; i >= 0 && instructions[i]!.at !== undefined; i--) numbers[i] ||= numbers[i + 1]!;
  const { starts } = readSm1Words(words);
  const files = new Map<string, number>();
  const lines = instructions.map((instruction, i): DbugLine => {
    variables.instruction(instruction, i);
    const offset = 4 * starts[i]!;
    const { scope, expression } = positions.list[numbers[i]!]!;
    if (scope < 0) return { line: 0, file: DBUG_NO_FILE, offset };
    const { file, line } = tokens[expression.first]!;
    return { line: line & LINE_MASK, file: getOrInsert(files, file, () => files.size), offset };
  });
  const content: DbugData = {
    creator: compiler,
    reserved: 0,
    files: [...files.keys()].map((name) => ({ name: name.replace(NO_BYTE, '?') })),
    lines,
    variables: variables.all(),
    entryPoint: positions.scopes[0]?.function.name ?? null,
  };
  // Offsets of instructions count the comments, whose size does not depend on them.
  const shift = commentBytes(writeDbug(content).byteLength);
  return writeDbug({ ...content, lines: lines.map((line) => ({ ...line, offset: line.offset + shift })) });
}

/** Characters that a name in the comment cannot have. */
const NO_BYTE = /[^ -\xff]/g;

class VariableWriter {
  /** By declaration; of a result, by its function. */
  readonly #variables = new Map<object, WrittenVariable>();
  /** By slot. */
  readonly #ofSlot: VariablePart[] = [];
  /** The changes of slots to a scalar, in the order of the program. */
  readonly #changes = new Map<Scalar, SlotChange[]>();
  /** The parts that components of inputs and outputs are, by direction, element and component. */
  readonly #ofInterface = new Map<string, VariablePart>();
  /** By component of the registers of constants. */
  readonly #ofConstant: VariablePart[] = [];
  /** The parts of outputs that scalars are copied to. */
  readonly #ofCopied = new Map<Scalar, VariablePart>();

  constructor(private readonly program: DebuggedSm1Program) {
    const { positions, traced, entryScalars } = program;
    const entry = positions.scopes[0]!.function;
    const parameters = new Set(entry.parameters.map(({ variable }) => variable));
    for (const { variable, type, scope, firstSlot, isParameter } of positions.variables) {
      const owner = scope < 0 ? entry : positions.scopes[scope]!.function;
      const isScoped = isParameter || (variable !== undefined && parameters.has(variable));
      const written = this.#variable(variable, type, owner, isScoped);
      const count = scalarCount(type);
      for (let element = 0; element < count; element++)
        this.#ofSlot[firstSlot + element] = { variable: written, element };
    }
    for (const change of positions.changes) {
      const scalar = traced.scalarOf(change.value);
      if (scalar !== undefined) appendTo(this.#changes, scalar, change);
    }
    for (const { direction, function: owner, variable, element, component, scalar } of entryScalars)
      this.#ofInterface.set(`${direction} ${element} ${component}`, {
        variable: this.#variable(variable, variable?.type ?? owner.result, owner, variable !== undefined),
        element: scalar,
      });
    this.#constants(entry);
    for (const { write } of traced.instructions)
      for (const { component, copied = NO_SCALAR } of write?.output === undefined ? [] : write.lanes)
        if (copied >= 0) this.#ofCopied.set(copied, this.#ofInterface.get(`out ${write!.output} ${component}`)!);
  }

  #constants(entry: CheckedFunction): void {
    const { module, bindingSources, source } = this.program;
    for (const [i, { file, register }] of module.bindings.entries()) {
      const { kind, number, element = 0 } = bindingSources[i]!;
      if (kind !== 'variable' || file !== 'float') continue;
      const declared = source.buffers[number]!.variables[element]!;
      const { type } = declared;
      const [name, scope] = [constantName(declared, number), number === PARAMS ? entry.name : null];
      const variable = getOrInsert(this.#variables, declared, () => ({ name, scope, type, token: 0, writes: [] }));
      for (const [k, { at }] of registerComponents(type).entries())
        this.#ofConstant[COMPONENTS * register + at] = { variable, element: k };
    }
  }

  #variable(
    variable: Variable | undefined,
    type: HlslType,
    owner: CheckedFunction,
    isParameter: boolean,
  ): WrittenVariable {
    return getOrInsert(this.#variables, variable ?? owner, () => ({
      name: variable?.name ?? owner.name,
      scope: isParameter ? owner.name : null,
      type,
      token: variable?.tokens.first ?? owner.nameToken,
      writes: [],
    }));
  }

  /**
   * The position of an instruction. One that copies a value to an output has that of the value; a copy of an input or a
   * constant, that of the first variable that got the same components.
   */
  positionOf({ at = 0, write }: TracedSm1Instruction): number {
    if (write?.output === undefined) return at;
    const copied = write.lanes.map((lane) => lane.copied ?? NO_SCALAR);
    const [first = NO_SCALAR] = copied;
    if (first >= 0) return this.program.module.ops.at[first >> 2] || at;
    const [ofFirst = [], ...others] = copied.map((one) => (this.#changes.get(one) ?? []).map((change) => change.at));
    return ofFirst.find((one) => one > 0 && others.every((list) => list.includes(one))) ?? at;
  }

  /** Notes the parts of variables that an instruction writes or declares. */
  instruction({ write, input }: TracedSm1Instruction, line: number): void {
    const parts: (VariablePart | undefined)[] = [];
    for (const lane of write?.lanes ?? []) parts[lane.component] = this.#partOf(lane, write!.output);
    for (let component = 0; component < COMPONENTS; component++)
      if (input !== undefined && (input.mask & (1 << component)) !== 0)
        parts[component] = this.#ofInterface.get(`in ${input.element} ${component}`);
    const written = new Map<WrittenVariable, number[]>();
    for (const [component, part] of parts.entries()) {
      if (part === undefined) continue;
      const elements = getOrInsert(written, part.variable, () => new Array(COMPONENTS).fill(DBUG_NO_ELEMENT));
      elements[component] = part.element;
    }
    for (const [variable, elements] of written) variable.writes.push({ line, elements });
  }

  #partOf({ component, scalar, copied }: Sm1WrittenLane, output: number | undefined): VariablePart | undefined {
    if (output !== undefined) return this.#ofInterface.get(`out ${output} ${component}`);
    return this.#partOfScalar(scalar) ?? this.#partOfScalar(copied);
  }

  #partOfScalar(scalar: Scalar | undefined): VariablePart | undefined {
    if (scalar === undefined) return undefined;
    if (scalar < 0) {
      const source = this.program.traced.sourceOf(scalar);
      if (source === undefined) return undefined;
      const { file, number, component } = source;
      if (file === 'constant') return this.#ofConstant[COMPONENTS * number + component];
      return this.#ofInterface.get(`in ${number} ${component}`);
    }
    for (const { slot } of this.#changes.get(scalar) ?? []) {
      const part = this.#ofSlot[slot];
      if (part !== undefined) return part;
    }
    return this.#ofCopied.get(scalar);
  }

  /** The variables that instructions write, by name; those with more scalars than a write can number have no record. */
  all(): DbugData['variables'] {
    const types = new TypeTable(false);
    return [...this.#variables.values()]
      .filter(({ type, writes }) => writes.length > 0 && scalarCount(type) <= DBUG_NO_ELEMENT)
      .sort((a, b) => (a.name === b.name ? a.token - b.token : a.name < b.name ? -1 : 1))
      .map(({ name, scope, type, writes }) => ({ scope, name, writes, type: types.ofLocal(type) }));
  }
}
