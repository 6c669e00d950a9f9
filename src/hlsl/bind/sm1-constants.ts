/**
 * The registers of constants and samplers in shader models 1 to 3, and the constant table that lists them (source:
 * oracle).
 *
 * - Variables whose registers the source names have them, used or not; the others take the first free ones: those that
 *   use most registers first, then in the order of the source. A variable uses the registers up to the last one that
 *   the program reads.
 * - The table lists what the program uses, by name.
 * - Results of a preshader have registers like variables after all others, and are not in the table.
 *
 * Not for: buffers and resources of models 4 and later (registers.ts).
 */
import { getOrInsert } from '../../base/collections.ts';
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import { CTAB_REGISTER_SETS, type CtabConstant, type CtabType, ctabType } from '../../chunks/ctab.ts';
import type { IrBinding } from '../../ir/declarations.ts';
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
import {
  allMembers,
  FLOAT as FLOAT_TYPE,
  type HlslType,
  type NumericType,
  type ScalarName,
  scalarCount,
} from '../types/types.ts';
import { annotationOf, fileOfType, isAnnotated } from './registers.ts';
import { type Named, SUPER, TypeKeys } from './types.ts';

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

/** The scalar type of each register of a type. */
export function registerScalars(type: HlslType): ScalarName[] {
  switch (type.kind) {
    case 'numeric':
      return Array.from({ length: registerCount(type) }, () => type.scalar);
    case 'array': {
      const element = registerScalars(type.element);
      return Array.from({ length: type.length }, () => element).flat();
    }
    case 'struct':
      return allMembers(type).flatMap((member) => registerScalars(member.type));
    default:
      return [];
  }
}

/**
 * The number of a condition among the scalars of a type, which its boolean register has; undefined for another scalar.
 *
 * @param at four times its register, and its component
 */
export function conditionAt(type: HlslType, at: number): number | undefined {
  const number = registerComponents(type).findIndex((one) => one.at === at && one.scalar === 'bool');
  return number < 0 ? undefined : number;
}

function isTransposed({ shape, isRowMajor }: NumericType): boolean {
  return shape === 'matrix' && !isRowMajor;
}

/**
 * A binding of a module, as lowering made it: a variable of a buffer, a resource with the element of an array, or the
 * results of a preshader (`preshader`).
 */
export interface Sm1BindingSource {
  readonly kind: string;
  readonly number: number;
  readonly element: number | undefined;
  /** Of a texture (`stage`), the resource that is its sampler. */
  readonly sampler?: number;
}

/** The declarations of a source. */
export interface Sm1Declarations {
  readonly buffers: readonly BufferDeclaration[];
  readonly resources: readonly ResourceDeclaration[];
}

/** A variable or sampler that cannot be bound. */
interface BindingFault {
  readonly code: string;
  readonly message: string;
  readonly declaration: ConstantVariable | ResourceDeclaration;
}

/** The constants of a table, and what is wrong with their registers. */
export interface BoundConstants {
  readonly constants: readonly CtabConstant[];
  readonly faults: readonly BindingFault[];
}

/** A texture with the sampler that it is read through. */
interface StageDeclaration extends ResourceDeclaration {
  readonly texture: ResourceDeclaration;
  readonly sampler: ResourceDeclaration;
}

/** A variable or sampler on its way to registers. */
interface Candidate {
  readonly declaration: ConstantVariable | ResourceDeclaration;
  readonly name: string;
  readonly set: number;
  /** Registers that it would take if all were used. */
  readonly size: number;
  readonly annotation: RegisterAnnotation | undefined;
  readonly isParameter: boolean;
  /** Of its registers, those that the program reads. */
  readonly reads: Set<number>;
  register: number;
}

const PRESHADER = 'preshader';
/** Results of a preshader as a variable, for the choice of registers and for messages. */
const RESULTS: ConstantVariable = {
  name: PRESHADER,
  type: FLOAT_TYPE,
  registers: [],
  packOffset: undefined,
  defaults: undefined,
};

const unused = () => ({ reads: new Set<number>(), register: -1 });

/** Registers up to the last one that the program reads; 0 where it is not used. */
function usedCount({ reads }: Candidate): number {
  let count = 0;
  for (const read of reads) count = Math.max(count, read + 1);
  return count;
}

/** Indices of `CTAB_REGISTER_SETS`. */
const CONDITIONS = 0;
const INTEGERS = 1;
const FLOATS = 2;
const SAMPLERS = 3;

/** Registers of one set that are in use. */
export class ConstantRegisters {
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
  isCompatible: boolean,
): BoundConstants {
  const { profile } = module.facts;
  const stages = stagesOf(sources, declarations, profile);
  const candidates = [...candidatesOf(declarations, profile, stages)];
  const byDeclaration = new Map(candidates.map((one) => [one.declaration, one]));
  const used = usedRegisters(module, lastRows);
  const owners = sources.map(({ kind, number, element = 0, sampler }, i) => {
    if (kind === PRESHADER) {
      const { file, size = 0 } = module.bindings[i]!;
      const set = file === 'bool' ? CONDITIONS : FLOATS;
      const { name } = RESULTS;
      const facts = { name, set, size, annotation: undefined, isParameter: false };
      const candidate: Candidate = { declaration: RESULTS, ...facts, ...unused() };
      candidates.push(candidate);
      return { candidate, element: 0 };
    }
    const { buffers, resources } = declarations;
    const declaration =
      kind === 'variable'
        ? buffers[number]!.variables[element]!
        : kind === 'stage'
          ? stages.find((one) => one.texture === resources[number] && one.sampler === resources[sampler!])!
          : resources[number]!;
    return { candidate: byDeclaration.get(declaration), element: kind === 'variable' ? 0 : element };
  });
  // Counts of loops and conditions of branches have registers of their own.
  for (const [i, owner] of owners.entries()) {
    const { file } = module.bindings[i]!;
    if ((file !== 'int' && file !== 'bool') || owner.candidate === undefined || sources[i]!.kind === PRESHADER)
      continue;
    const annotation = annotationOf((owner.candidate.declaration as ConstantVariable).registers, file[0]!, profile);
    const set = file === 'int' ? INTEGERS : CONDITIONS;
    // Each scalar of a variable has a boolean register.
    const size = set === CONDITIONS ? scalarCount((owner.candidate.declaration as ConstantVariable).type) : 1;
    const candidate = { ...owner.candidate, set, size, annotation, ...unused() };
    candidates.push(candidate);
    owners[i] = { candidate, element: 0 };
  }
  for (const [i, { candidate, element }] of owners.entries())
    for (const row of used[i]!) candidate?.reads.add(element + row);
  assign(candidates);
  for (const [i, { candidate, element }] of owners.entries()) {
    if (candidate === undefined) continue;
    const size = candidate.set !== SAMPLERS ? usedCount(candidate) : undefined;
    const register = candidate.reads.size === 0 ? 0 : candidate.register + element;
    module.bindings[i] = { ...module.bindings[i]!, register, size };
  }
  const faults = faultsOf(candidates, profile);
  const dimensions = new Map<Candidate, IrBinding['dimension']>();
  for (const [i, { candidate }] of owners.entries()) {
    const { dimension } = module.bindings[i]!;
    if (candidate === undefined || used[i]!.size === 0) continue;
    const { declaration, name } = candidate;
    if ((dimensions.get(candidate) ?? dimension) !== dimension)
      faults.push({ code: 'X4539', message: `${name} is read with textures of several dimensions`, declaration });
    dimensions.set(candidate, dimension);
  }
  const types = new TypeTable(isCompatible);
  const constants = candidates
    .filter(({ reads, declaration }) => reads.size > 0 && declaration !== RESULTS)
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map((one) => constantOf(one, types, dimensions.get(one)));
  return { constants, faults };
}

/** Codes of too many registers. */
const LIMIT_CODES: Readonly<Record<number, string>> = { [SAMPLERS]: 'X4510', [CONDITIONS]: 'X4550' };

/** Registers of constants and samplers by profile. */
function limitOf(set: number, profile: string): number {
  const isPixel = profile.startsWith('ps');
  if (set === SAMPLERS || set === INTEGERS || set === CONDITIONS) return isPixel || set !== SAMPLERS ? 16 : 4;
  return sm1ConstantLimit(profile);
}

/** Float constants that a profile has. */
export function sm1ConstantLimit(profile: string): number {
  if (profile.endsWith('sw')) return 8192;
  if (!profile.startsWith('ps')) return 256;
  return profile.startsWith('ps_3') ? 224 : 32;
}

/** Variables that read one register, and registers that the profile does not have. */
function faultsOf(candidates: readonly Candidate[], profile: string): BindingFault[] {
  const faults: BindingFault[] = [];
  const taken = new Set<string>();
  for (const one of candidates) {
    const { declaration, name, set, reads, register, annotation } = one;
    if (reads.size === 0) continue;
    const letter = CTAB_REGISTER_SETS[set]!;
    const limit = limitOf(set, profile);
    const last = register + usedCount(one) - 1;
    const report = (code: string, message: string) => faults.push({ code, message, declaration });
    if (last >= limit) {
      const isLate = set === FLOATS && /^ps_2_[0ab]$/.test(profile);
      const code = isLate ? 'X5200' : annotation !== undefined ? 'X4509' : (LIMIT_CODES[set] ?? 'X4507');
      report(code, `${name} needs ${letter}${last}, and ${profile} has ${limit} such registers`);
    }
    if ((set === FLOATS || set === SAMPLERS) && annotation === undefined && isAnnotated(declaration, profile))
      report('X4509', `${name} needs a register ${letter}, and the source gives it another one`);
    for (const read of reads) {
      const key = `${letter}${register + read}`;
      if (taken.has(key)) report('X4500', `${name} and another variable have ${key}`);
      taken.add(key);
    }
  }
  return faults;
}

/** Textures with the samplers that they are read through: those whose registers the source names come first. */
function stagesOf(
  sources: readonly Sm1BindingSource[],
  { resources }: Sm1Declarations,
  profile: string,
): StageDeclaration[] {
  const stages = new Map<string, Sm1BindingSource>();
  for (const one of sources) if (one.kind === 'stage') stages.set(`${one.number} ${one.sampler}`, one);
  const isChosen = ({ number }: Sm1BindingSource) =>
    annotationOf(resources[number]!.registers, 't', profile) === undefined ? 1 : 0;
  return [...stages.values()]
    .sort((a, b) => isChosen(a) - isChosen(b) || a.number - b.number)
    .map(({ number, sampler }) => {
      const texture = resources[number]!;
      const other = resources[sampler!]!;
      return { ...texture, name: `${other.name}+${texture.name}`, registers: [], texture, sampler: other };
    });
}

function candidatesOf(
  { buffers, resources }: Sm1Declarations,
  profile: string,
  stages: readonly StageDeclaration[],
): Candidate[] {
  const constants = buffers.flatMap(({ variables }, number) =>
    variables.map((declaration): Candidate => {
      const { type, registers } = declaration;
      const name = constantName(declaration, number);
      const annotation = annotationOf(registers, 'c', profile);
      return {
        declaration,
        name,
        set: FLOATS,
        size: registerCount(type),
        annotation,
        isParameter: number === PARAMS,
        ...unused(),
      };
    }),
  );
  constants.sort((a, b) => orderOf(a) - orderOf(b));
  // Textures are where the samplers are that they are read through.
  const inOrder = resources.flatMap((one) => [
    ...stages.filter((stage) => stage.sampler === one),
    ...(fileOfType(one.type) === 's' ? [one] : []),
  ]);
  const samplers = inOrder.map((declaration): Candidate => {
    const { name, lengths, registers } = declaration;
    const size = lengths.reduce((product, length) => product * length, 1);
    const annotation = annotationOf(registers, 's', profile);
    return { declaration, name, set: SAMPLERS, size, annotation, isParameter: false, ...unused() };
  });
  return [...constants, ...samplers];
}

/** The number of a variable in the source; parameters of the entry point come last. */
function orderOf({ declaration }: Candidate): number {
  return ('order' in declaration ? declaration.order : undefined) ?? Number.MAX_SAFE_INTEGER;
}

/** The registers of each binding that the program reads. */
function usedRegisters({ ops, bindings, accesses }: IrModule, lastRows: ReadonlyMap<number, number>): Set<number>[] {
  const used = bindings.map(() => new Set<number>());
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP) continue;
    const extra = ops.extra[op]!;
    switch (OP_ROWS[ops.code[op]!]!.attribute) {
      case 'constants': {
        const row = ops.operand(op, 0);
        const known = ops.code[row] === Op.const ? ops.operand(row, 0) : undefined;
        const last = known ?? lastRows.get(op) ?? (bindings[extra >> 2]!.size ?? 0) - 1;
        for (let i = known ?? 0; i <= last; i++) used[extra >> 2]!.add(i);
        break;
      }
      case 'access':
        used[accesses[extra]!.binding]!.add(0);
    }
  }
  return used;
}

/** The name of a variable of a buffer: uniform parameters of the entry point have a sign. */
export function constantName({ name }: ConstantVariable, buffer: number): string {
  return buffer === PARAMS ? `$${name}` : name;
}

function assign(candidates: readonly Candidate[]): void {
  const sets = new Map<number, ConstantRegisters>();
  const registersOf = ({ set }: Candidate) => getOrInsert(sets, set, () => new ConstantRegisters());
  for (const one of candidates) {
    if (one.annotation === undefined) continue;
    one.register = one.annotation.number;
    registersOf(one).take(one.register, one.size);
  }
  const free = candidates.filter(({ annotation, reads }) => annotation === undefined && reads.size > 0);
  // Samplers stay in the order of the source.
  const weight = (one: Candidate) => (one.set === SAMPLERS ? 0 : usedCount(one));
  for (const one of free.sort((a, b) => weight(b) - weight(a))) one.register = registersOf(one).first(usedCount(one));
}

/**
 * The `binding` of a constant whose register the source names.
 *
 * @param firstRead the first register that is read, which may be a later one of the constant
 */
export function bindingOfNamed(firstRead: number): number {
  return BOUND | (firstRead << BINDING_SHIFT);
}

const BOUND = 2;
const BINDING_SHIFT = 2;

function constantOf(one: Candidate, types: TypeTable, dimension: string | undefined): CtabConstant {
  const { declaration, name, set, reads, register, annotation, size, isParameter } = one;
  let first = size;
  for (const read of reads) first = Math.min(first, read);
  return {
    name,
    registerSet: set,
    registerIndex: register,
    registerCount: Math.min(usedCount(one), size),
    binding: annotation === undefined ? 0 : bindingOfNamed(register + first),
    type:
      'lengths' in declaration ? types.ofSampler(declaration, dimension) : types.ofVariable(declaration, isParameter),
    defaultValue: 'lengths' in declaration ? undefined : initialValue(declaration, size, set),
  };
}

/** The registers of the initial value: conditions, the count, start and step of a loop, or floats (source: oracle). */
export function initialValue(
  { defaults, type }: ConstantVariable,
  size = registerCount(type),
  set = FLOATS,
): Uint32Array | undefined {
  if (defaults === undefined) return undefined;
  if (set === CONDITIONS) return Uint32Array.from({ length: size }, (_, i) => defaults[i] ?? 0);
  if (set === INTEGERS) return Uint32Array.of(defaults[0] ?? 0, 0, 1, 0);
  const words = new Uint32Array(COMPONENTS * size);
  const floats = new Float32Array(words.buffer);
  for (const [i, { scalar, at }] of registerComponents(type).entries()) {
    const word = defaults[i] ?? 0;
    if (KINDS[scalar] === undefined) words[at] = word;
    else floats[at] = KINDS[scalar]!(word);
  }
  return words;
}

/** The component of the registers of a type that each of its scalars is, four to a register. */
export function registerComponents(type: HlslType): { readonly scalar: ScalarName; readonly at: number }[] {
  const found: { scalar: ScalarName; at: number }[] = [];
  const visit = (part: HlslType, start: number): void => {
    if (part.kind === 'array')
      for (let i = 0; i < part.length; i++) visit(part.element, start + i * registerCount(part.element));
    else if (part.kind === 'struct') {
      let at = start;
      for (const member of allMembers(part)) {
        visit(member.type, at);
        at += registerCount(member.type);
      }
    } else if (part.kind === 'numeric')
      for (let row = 0; row < part.rows; row++)
        for (let column = 0; column < part.columns; column++) {
          const [register, component] = isTransposed(part) ? [column, row] : [row, column];
          found.push({ scalar: part.scalar, at: COMPONENTS * (start + register) + component });
        }
  };
  visit(type, 0);
  return found;
}

const COMPONENTS = 4;

/** Numbers of words that are no floats. */
const KINDS: Readonly<Partial<Record<ScalarName, (word: number) => number>>> = {
  bool: (word) => Number(word !== 0),
  int: (word) => word | 0,
  uint: (word) => word,
};

const MEMBER = 'member';
const VARIABLE = 'variable';

/** Types of a constant table. Variables of a type share one, and so do members and parameters; samplers never. */
export class TypeTable {
  readonly #known = new Map<string, CtabType>();
  readonly #keys = new TypeKeys();

  /** @param isCompatible variables and members share types, too (`/Gec`) */
  constructor(private readonly isCompatible: boolean) {}

  ofVariable(variable: ConstantVariable, isParameter: boolean): CtabType {
    const { qualifiers = '' } = variable;
    return this.#of(variable, isParameter ? MEMBER : qualifiers === '' ? VARIABLE : `${VARIABLE} ${qualifiers}`);
  }

  /** The type of a variable of a function, for debug information. */
  ofLocal(type: HlslType): CtabType {
    return this.#of({ type }, MEMBER);
  }

  ofSampler({ type, lengths }: ResourceDeclaration, dimension: string | undefined): CtabType {
    const elements = lengths.reduce((product, length) => product * length, 1);
    if (type.name.startsWith('Texture')) {
      const columns = type.element?.kind === 'numeric' ? type.element.columns : COMPONENTS;
      const number = VARIABLE_TYPE_NAMES.indexOf(type.name);
      return ctabType({ class: VariableClass.object, type: number, columns, elements });
    }
    const name = type.name.startsWith('sampler') && type.name !== 'sampler' ? type.name : DIMENSIONS[dimension ?? ''];
    return ctabType({ class: VariableClass.object, type: VARIABLE_TYPE_NAMES.indexOf(name ?? 'sampler2D'), elements });
  }

  #of(declaration: Named & object, group: string): CtabType {
    const { key, type, elements } = this.#keys.keyOf(declaration);
    return getOrInsert(this.#known, `${this.isCompatible && group === MEMBER ? VARIABLE : group} ${key}`, () =>
      this.#new(type, Math.max(elements, 1)),
    );
  }

  #new(type: HlslType, elements: number): CtabType {
    if (type.kind === 'struct') {
      const members = type.members.map((member) => ({ name: member.name, type: this.#of(member, MEMBER) }));
      if (type.base !== undefined) members.unshift({ name: SUPER, type: this.#of({ type: type.base }, MEMBER) });
      return ctabType({ class: VariableClass.struct, columns: scalarCount(type), elements, members });
    }
    const { rows, columns, scalar } = type as NumericType;
    return ctabType({ class: classOf(type as NumericType), type: NUMBERS[scalar], rows, columns, elements });
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
