/**
 * The registers of constants and samplers in shader models 1 to 3, and the constant table that lists them (source:
 * oracle).
 *
 * - Variables whose registers the source names have them, used or not; the others take the first free ones: those that
 *   use most registers first, then in the order of the source. A variable uses the registers up to the last one that
 *   the program reads.
 * - The table lists what the program uses, by name.
 *
 * Not for: buffers and resources of models 4 and later (registers.ts).
 */
import { getOrInsert } from '../../base/collections.ts';
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import { type CtabConstant, type CtabType, ctabType } from '../../chunks/ctab.ts';
import type { IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { OP_ROWS, Op } from '../../ir/ops.ts';
import {
  type BufferDeclaration,
  type ConstantVariable,
  PARAMS,
  type RegisterAnnotation,
  type ResourceDeclaration,
} from '../declarations.ts';
import { allMembers, type HlslType, type NumericType, type ScalarName, scalarCount } from '../types/types.ts';
import { annotationOf } from './registers.ts';

/** Registers that a type takes: one for each vector, and for each column or row of a matrix. */
export function registerCount(type: HlslType): number {
  switch (type.kind) {
    case 'numeric':
      return isTransposed(type) ? type.columns : type.rows;
    case 'array':
      return type.length * registerCount(type.element);
    case 'struct':
      return allMembers(type).reduce((sum, member) => sum + registerCount(member.type), 0);
    default:
      return 0;
  }
}

function isTransposed({ shape, isRowMajor }: NumericType): boolean {
  return shape === 'matrix' && !isRowMajor;
}

/** A binding of a module, as lowering made it: a variable of a buffer, or a resource with the element of an array. */
export interface Sm1BindingSource {
  readonly kind: string;
  readonly number: number;
  readonly element: number | undefined;
}

/** The declarations of a source. */
export interface Sm1Declarations {
  readonly buffers: readonly BufferDeclaration[];
  readonly resources: readonly ResourceDeclaration[];
}

/** A variable or sampler on its way to registers. */
interface Candidate {
  readonly declaration: ConstantVariable | ResourceDeclaration;
  readonly name: string;
  readonly set: number;
  /** Registers that it would take if all were used. */
  readonly size: number;
  readonly annotation: RegisterAnnotation | undefined;
  /** Registers up to the last one that the program reads; 0 where it is not used. */
  used: number;
  register: number;
}

/** Indices of `CTAB_REGISTER_SETS`. */
const FLOATS = 2;
const SAMPLERS = 3;

/** Registers of one set that are in use. */
class Registers {
  readonly #taken = new Set<number>();

  take(first: number, count: number): void {
    for (let i = first; i < first + count; i++) this.#taken.add(i);
  }

  /** Takes the first free registers. */
  first(count: number): number {
    for (let start = 0; ; start++) {
      let free = 0;
      while (free < count && !this.#taken.has(start + free)) free++;
      if (free < count) {
        start += free;
        continue;
      }
      this.take(start, count);
      return start;
    }
  }
}

/**
 * Gives the bindings of a module their registers, and returns the constants of its table.
 *
 * @param sources of each binding of the module
 * @param lastRows of reads at a computed row, the last row that they can read
 */
export function bindSm1Constants(
  module: IrModule,
  sources: readonly Sm1BindingSource[],
  declarations: Sm1Declarations,
  lastRows: ReadonlyMap<number, number>,
): CtabConstant[] {
  const { profile } = module.facts;
  const candidates = candidatesOf(declarations, profile);
  const byDeclaration = new Map(candidates.map((one) => [one.declaration, one]));
  const used = usedRegisters(module, lastRows);
  const owners = sources.map(({ kind, number, element = 0 }) => {
    const declaration =
      kind === 'variable' ? declarations.buffers[number]!.variables[element]! : declarations.resources[number]!;
    return { candidate: byDeclaration.get(declaration), element: kind === 'variable' ? 0 : element };
  });
  for (const [i, { candidate, element }] of owners.entries())
    if (candidate !== undefined && used[i]! > 0) candidate.used = Math.max(candidate.used, element + used[i]!);
  assign(candidates);
  for (const [i, { candidate, element }] of owners.entries()) {
    if (candidate === undefined) continue;
    const size = candidate.set === FLOATS ? candidate.used : undefined;
    module.bindings[i] = { ...module.bindings[i]!, register: candidate.register + element, size };
  }
  const dimensions = new Map(owners.map(({ candidate }, i) => [candidate, module.bindings[i]!.dimension]));
  const types = new TypeTable();
  return candidates
    .filter(({ used }) => used > 0)
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map((one) => constantOf(one, types, dimensions.get(one)));
}

function candidatesOf({ buffers, resources }: Sm1Declarations, profile: string): Candidate[] {
  const constants = buffers.flatMap(({ variables }, number) =>
    variables.map((declaration): Candidate => {
      const { type, registers } = declaration;
      const name = number === PARAMS ? `$${declaration.name}` : declaration.name;
      const annotation = annotationOf(registers, 'c', profile);
      return { declaration, name, set: FLOATS, size: registerCount(type), annotation, used: 0, register: -1 };
    }),
  );
  const samplers = resources.map((declaration): Candidate => {
    const { name, lengths, registers } = declaration;
    const size = lengths.reduce((product, length) => product * length, 1);
    const annotation = annotationOf(registers, 's', profile);
    return { declaration, name, set: SAMPLERS, size, annotation, used: 0, register: -1 };
  });
  return [...constants, ...samplers];
}

/** Of each binding, the registers up to the last one that the program reads; 0 where it is not used. */
function usedRegisters({ ops, bindings, accesses }: IrModule, lastRows: ReadonlyMap<number, number>): Uint32Array {
  const used = new Uint32Array(bindings.length);
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP) continue;
    const extra = ops.extra[op]!;
    switch (OP_ROWS[ops.code[op]!]!.attribute) {
      case 'constants': {
        const row = ops.operand(op, 0);
        const last = ops.code[row] === Op.const ? ops.operand(row, 0) : lastRows.get(op);
        const count = last === undefined ? (bindings[extra >> 2]!.size ?? 0) : last + 1;
        used[extra >> 2] = Math.max(used[extra >> 2]!, count);
        break;
      }
      case 'access':
        used[accesses[extra]!.binding] = 1;
    }
  }
  return used;
}

function assign(candidates: readonly Candidate[]): void {
  const sets = new Map<number, Registers>();
  const registersOf = ({ set }: Candidate) => getOrInsert(sets, set, () => new Registers());
  for (const one of candidates) {
    if (one.annotation === undefined) continue;
    one.register = one.annotation.number;
    registersOf(one).take(one.register, one.size);
  }
  const free = candidates.filter(({ annotation, used }) => annotation === undefined && used > 0);
  // Samplers stay in the order of the source.
  const weight = ({ set, used }: Candidate) => (set === SAMPLERS ? 0 : used);
  for (const one of free.sort((a, b) => weight(b) - weight(a))) one.register = registersOf(one).first(one.used);
}

const BOUND = 2;
const BINDING_SHIFT = 2;

function constantOf(one: Candidate, types: TypeTable, dimension: string | undefined): CtabConstant {
  const { declaration, name, set, used, register, annotation, size } = one;
  return {
    name,
    registerSet: set,
    registerIndex: register,
    registerCount: Math.min(used, size),
    binding: annotation === undefined ? 0 : BOUND | (register << BINDING_SHIFT),
    type: 'lengths' in declaration ? types.sampler(declaration, dimension) : types.of(declaration.type),
    defaultValue: 'lengths' in declaration ? undefined : defaultValue(declaration, size),
  };
}

/** The registers of the initial value, all as floats. */
function defaultValue({ defaults, type }: ConstantVariable, size: number): Uint32Array | undefined {
  if (defaults === undefined) return undefined;
  const words = new Uint32Array(COMPONENTS * size);
  const floats = new Float32Array(words.buffer);
  let next = 0;
  const write = (part: HlslType, start: number): void => {
    if (part.kind === 'array')
      for (let i = 0; i < part.length; i++) write(part.element, start + i * registerCount(part.element));
    else if (part.kind === 'struct') {
      let at = start;
      for (const member of allMembers(part)) {
        write(member.type, at);
        at += registerCount(member.type);
      }
    } else if (part.kind === 'numeric')
      for (let row = 0; row < part.rows; row++)
        for (let column = 0; column < part.columns; column++) {
          const [register, component] = isTransposed(part) ? [column, row] : [row, column];
          const word = defaults[next++] ?? 0;
          const at = COMPONENTS * (start + register) + component;
          if (KINDS[part.scalar] === undefined) words[at] = word;
          else floats[at] = KINDS[part.scalar]!(word);
        }
  };
  write(type, 0);
  return words;
}

const COMPONENTS = 4;

/** Numbers of words that are no floats. */
const KINDS: Readonly<Partial<Record<ScalarName, (word: number) => number>>> = {
  bool: (word) => Number(word !== 0),
  int: (word) => word | 0,
  uint: (word) => word,
};

/** Types of the table; equal ones are one. */
class TypeTable {
  readonly #known = new Map<string, CtabType>();

  of(type: HlslType): CtabType {
    let element = type;
    let elements = 1;
    for (; element.kind === 'array'; element = element.element) elements *= element.length;
    if (element.kind === 'struct') {
      const members = allMembers(element).map((member) => ({ name: member.name, type: this.of(member.type) }));
      const columns = scalarCount(element);
      return this.#shared({ class: VariableClass.struct, columns, elements, members });
    }
    const { rows, columns, scalar } = element as NumericType;
    return this.#shared({ class: classOf(element as NumericType), type: NUMBERS[scalar], rows, columns, elements });
  }

  sampler({ type, lengths }: ResourceDeclaration, dimension: string | undefined): CtabType {
    const name = type.name.startsWith('sampler') && type.name !== 'sampler' ? type.name : DIMENSIONS[dimension ?? ''];
    const elements = lengths.reduce((product, length) => product * length, 1);
    const number = VARIABLE_TYPE_NAMES.indexOf(name ?? 'sampler2D');
    return this.#shared({ class: VariableClass.object, type: number, elements });
  }

  #shared(parts: Parameters<typeof ctabType>[0]): CtabType {
    const { members = [], ...numbers } = parts;
    const key = JSON.stringify([numbers, members.map(({ name, type }) => [name, this.#numberOf(type)])]);
    return getOrInsert(this.#known, key, () => ctabType(parts));
  }

  readonly #numbers = new Map<CtabType, number>();

  #numberOf(type: CtabType): number {
    return getOrInsert(this.#numbers, type, () => this.#numbers.size);
  }
}

const DIMENSIONS: Readonly<Record<string, string>> = {
  texture2D: 'sampler2D',
  texture3D: 'sampler3D',
  textureCube: 'samplerCUBE',
};

const [BOOL, INT, FLOAT] = ['bool', 'int', 'float'].map((name) => VARIABLE_TYPE_NAMES.indexOf(name));
const NUMBERS: Readonly<Record<ScalarName, number>> = {
  bool: BOOL!,
  int: INT!,
  uint: INT!,
  half: FLOAT!,
  float: FLOAT!,
  double: FLOAT!,
  min16float: FLOAT!,
  min10float: FLOAT!,
  min16int: INT!,
  min12int: INT!,
  min16uint: INT!,
};

function classOf({ shape, isRowMajor }: NumericType): number {
  if (shape === 'scalar') return VariableClass.scalar;
  if (shape === 'vector') return VariableClass.vector;
  return isRowMajor ? VariableClass.matrixRows : VariableClass.matrixColumns;
}
