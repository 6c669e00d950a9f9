/**
 * The variables of constants and samplers of a program of models 1 to 3: those of its constant table with their types,
 * and registers for what no table names.
 *
 * Not for: how they are read (src/emit/hlsl/sm1).
 */
import { identifierFrom, type NameScope } from '../emit/common/names.ts';
import type { HlslChoices } from '../emit/hlsl/plan.ts';
import type { Linear } from '../emit/hlsl/sm1/linear.ts';
import type { RegisterFile, Registers, SamplerPair, Slot } from '../emit/hlsl/sm1/registers.ts';
import { HLSL_RESERVED } from '../emit/hlsl/types.ts';
import type { IrModule } from '../ir/index.ts';
import { Op } from '../ir/index.ts';
import { walkModule } from '../ir/passes/walk.ts';
import type { Sm1ConstantDesc } from '../reflect/sm1-constants.ts';
import type { DeclaredConstant, DeclaredType, SharedGlobals } from './shared-globals.ts';
import { samplerPairs } from './sm1-sampler-pairs.ts';
import { boolText, elementAt, isArray, memberName, registersOf, registersOfOne, slotOf } from './sm1-slots.ts';

type File = 'float' | 'int' | 'bool';

const FILES: Readonly<Record<string, File>> = { float4: 'float', int4: 'int', bool: 'bool' };
const LETTERS: Readonly<Record<File, string>> = { float: 'c', int: 'i', bool: 'b' };
/** Registers of the float file that an index may reach. */
const FLOAT_REGISTERS = { vs: 256, ps: 224, software: 8192 } as const;
/** Where programs before 2_0 have the state of texture stages, after their constants. */
export const FIRST_STATE = 8;

/** A variable in one register file. */
interface Variable {
  readonly name: string;
  readonly file: File;
  readonly register: number;
  readonly count: number;
  type: DeclaredType;
  /** Declared as rows, because an index selects registers that are no complete element. */
  isFlat: boolean;
}

const DIMENSIONS: Readonly<Record<string, string>> = {
  texture2D: 'sampler2D',
  texture3D: 'sampler3D',
  textureCube: 'samplerCUBE',
};

export class ConstantVariables implements Registers {
  readonly lines: string[] = [];
  readonly parameters: string[] = [];
  readonly names: string[] = [];
  /** Parts of the program that a file which declares the variables has no text for. */
  readonly problems = new Set<string>();
  /** Variables that only statements before the program read. */
  readonly #computing: DeclaredConstant[] = [];
  /** Registers that statements compute before the program. */
  readonly #computed = new Map<string, Slot>();
  readonly #variables: Variable[] = [];
  readonly #samplers = new Map<number, string>();
  readonly #pairs = new Map<number, SamplerPair>();
  readonly #samplers1D = new Set<number>();
  /** Names of `uniform` parameters of the entry point: those of the table begin with a sign. */
  readonly #parameterNames = new Set<string>();
  /** Registers without a variable, and where arrays of them begin. */
  readonly #unnamed = new Map<string, string>();
  readonly #arrays: { readonly start: number; readonly end: number; readonly name: string }[] = [];
  readonly #scope: NameScope;
  readonly #isAutomatic: boolean;
  readonly #module: IrModule;
  readonly #byName = new Map<string, string>();

  /** @param shared the file that declares the variables, where it is not the text itself */
  constructor(
    module: IrModule,
    described: readonly Sm1ConstantDesc[],
    scope: NameScope,
    private readonly defined: ReadonlySet<number>,
    private readonly choices: HlslChoices,
    private readonly shared?: SharedGlobals,
  ) {
    this.#module = module;
    this.#scope = scope;
    const table = this.declaredAs(described);
    if (shared === undefined)
      for (const { name } of table) if (name.startsWith('$')) this.#parameterNames.add(this.nameOf(name));
    for (const constant of table) {
      const file = FILES[constant.registerSet];
      if (file === undefined) continue;
      this.#variables.push({
        name: this.nameOf(constant.name),
        file,
        register: constant.registerIndex,
        count: constant.registerCount,
        type: constant,
        isFlat: !isSpelled(constant),
      });
    }
    if (shared !== undefined) {
      this.#isAutomatic = true;
      this.#declareSamplers(table);
      return;
    }
    const isFree = ({ explicitRegister, registerSet }: Sm1ConstantDesc) =>
      !explicitRegister || registerSet === 'sampler';
    this.#isAutomatic = !choices.showsRegisters && table.every(isFree) && this.#areAllocated();
    if (!this.#isAutomatic) for (const variable of this.#variables) this.#fit(variable);
    this.#declareSamplers(table);
  }

  /** A table with the types of the file that declares its constants. */
  declaredAs(table: readonly Sm1ConstantDesc[]): readonly DeclaredConstant[] {
    const { shared } = this;
    if (shared === undefined) return table;
    return table.map((constant) => {
      const declared = shared.declared?.(constant);
      if (declared === undefined) this.problems.add(`the constant ${constant.name}`);
      return declared ?? constant;
    });
  }

  /** The name of a variable by that in a table: in a file that declares it, the same. */
  nameOf(text: string): string {
    if (this.shared !== undefined) return text;
    const name = this.#byName.get(text) ?? this.#name(text);
    this.#byName.set(text, name);
    return name;
  }

  /** A name of the table as it is, if it can be one. */
  #name(text: string): string {
    const stem = text.replace(/^\$+/, '');
    const isValid = /^[A-Za-z_]\w{0,62}$/.test(stem) && !HLSL_RESERVED.has(stem) && !this.names.includes(stem);
    const name = isValid && identifierFrom(stem) !== stem ? stem : this.#scope.unique(stem);
    this.names.push(name);
    return name;
  }

  /**
   * Whether the registers are those that the compiler gives by itself: by size, the largest first, one after the other,
   * parameters after other variables of their size.
   * Without a register, a variable keeps its type even if its last registers are another one's.
   */
  #areAllocated(): boolean {
    for (const file of ['float', 'int', 'bool'] as const) {
      const list = this.#variables.filter((one) => one.file === file).sort((a, b) => a.register - b.register);
      let next = 0;
      let last = Infinity;
      let isAfterParameter = false;
      for (const { register, count, name } of list) {
        const isParameter = this.#parameterNames.has(name);
        if (register !== next || count > last) return false;
        if (count === last && isAfterParameter && !isParameter) return false;
        next += count;
        last = count;
        isAfterParameter = isParameter;
      }
    }
    let isNamed = true;
    walkModule(this.#module, (op) => {
      const { ops, bindings } = this.#module;
      if (ops.code[op] !== Op['cb.load'] || ops.code[ops.operand(op, 0)] !== Op.const) return;
      const { file = 'float' } = bindings[ops.extra[op]! >> 2]!;
      isNamed &&= file !== 'state' && this.#variableAt(file, ops.operand(ops.operand(op, 0), 0)) !== undefined;
    });
    return isNamed && this.#module.facts.version[0] >= 2;
  }

  /** Makes a variable smaller whose last registers another one has, because nothing reads them. */
  #fit(variable: Variable): void {
    const { file, register, type } = variable;
    if (file !== 'float') return;
    const next = this.#variables.filter((one) => one.file === file && one.register > register);
    const free = Math.min(...next.map((one) => one.register)) - register;
    if (registersOf(type) <= free) return;
    const stride = registersOfOne(type);
    const { class: kind } = type;
    const elements = Math.floor(free / stride);
    if (type.elements > 1 && elements * stride >= variable.count) variable.type = { ...type, elements };
    else if (type.elements > 1) variable.isFlat = true;
    else if (kind === 'matrixColumns')
      variable.type = { ...type, columns: free, typeName: `${type.type}${type.rows}x${free}` };
    else if (kind === 'matrixRows')
      variable.type = { ...type, rows: free, typeName: `row_major ${type.type}${free}x${type.columns}` };
    else variable.isFlat = true;
  }

  // --- declarations -------------------------------------------------------------------------------------------------

  /** Adds the variables that only a preshader reads; false where one of the program has another type there. */
  addVariables(table: readonly DeclaredConstant[]): boolean {
    if (this.shared !== undefined) return true;
    const typeOf = ({ typeName, elements, structMembers }: DeclaredType) =>
      `${typeName} ${elements} ${structMembers.length}`;
    for (const one of table) {
      const known = this.#variables.find(({ name }) => name === this.nameOf(one.name));
      if (known === undefined ? !isSpelled(one) : known.isFlat || typeOf(known.type) !== typeOf(one)) return false;
    }
    for (const one of table)
      if (!this.#variables.some(({ name }) => name === this.nameOf(one.name))) this.#computing.push(one);
    return true;
  }

  /** Notes that a statement computes a register, which `text` has. */
  compute(file: File, register: number, text: string, width: number): void {
    this.#computed.set(`${file} ${register}`, { text, isScalar: width === 1, width });
  }

  /** Declares what the passes have left; before it, nothing is read. */
  declare(table: readonly Sm1ConstantDesc[]): void {
    if (this.shared !== undefined) {
      for (const { name, isFlat } of this.#variables)
        if (isFlat) this.problems.add(`registers of ${name} as the program reads them`);
      this.#declareUnnamed();
      return;
    }
    const known = new Set<string>();
    const order = [...this.#variables];
    const registerOf = ({ name }: Variable) =>
      Math.min(
        ...this.#variables.flatMap((one) => (one.name === name && one.file === 'float' ? one.register : [])),
        1e6,
      );
    if (this.#isAutomatic) order.sort((a, b) => registerOf(a) - registerOf(b) || a.register - b.register);
    for (const variable of order) {
      const { name, isFlat } = variable;
      if (known.has(name)) continue;
      known.add(name);
      const all = this.#variables.filter((one) => one.name === name);
      const hasArray = !this.#isAutomatic || isFlat;
      const registers = (hasArray ? all : [])
        .map(({ file, register }) => ` : register(${LETTERS[file]}${register})`)
        .join('');
      const type = isFlat ? `float4 ${name}[${variable.count}]` : this.#declaration(variable.type, name);
      const value = isFlat ? '' : this.#initializer(variable.type, table);
      const remark = isFlat ? ` // the registers of ${describe(variable.type)}` : '';
      this.#declareAs(name, `${type}${registers}${value}`, remark);
    }
    for (const one of this.#computing) {
      const name = this.nameOf(one.name);
      this.#declareAs(name, `${this.#declaration(one, name)}${this.#initializer(one, this.#computing)}`);
    }
    this.#declareUnnamed();
  }

  /** Adds a declaration to those of parameters or of other variables. */
  #declareAs(name: string, text: string, remark = ''): void {
    if (remark === '' && this.#parameterNames.has(name)) this.parameters.push(`uniform ${text}`);
    else this.lines.push(`${text};${remark}`);
  }

  #declaration(type: DeclaredType, name: string): string {
    const array = isArray(type) ? `[${type.elements}]` : '';
    if (type.structMembers.length === 0) return `${type.typeName} ${name}${array}`;
    return `${this.#struct(type, name)} ${name}${array}`;
  }

  /** Writes the structure of a type; returns its name. */
  #struct(type: DeclaredType, of: string): string {
    const members = type.structMembers.map((member, i) => this.#declaration(member, memberName(member, i)));
    const name = this.#scope.unique(`${of}_type`);
    this.names.push(name);
    this.lines.push(`struct ${name} { ${members.map((one) => `${one};`).join(' ')} };`);
    return name;
  }

  #initializer(type: DeclaredType, table: readonly Sm1ConstantDesc[]): string {
    const constant = table.find((one) => one === type);
    const values = constant?.defaultValue;
    if (constant === undefined || values === null || values === undefined) return '';
    const list: string[] = [];
    const stride = constant.registerSet === 'bool' ? 1 : 4;
    const end = flatten(type, 0, stride, (register, component) => {
      const value = values[register * stride + component];
      list.push(typeof value === 'number' ? numberText(value, type) : String(value ?? 0));
    });
    if (end === 0) return '';
    const isNumber = list.length === 1 && type.structMembers.length === 0 && type.elements <= 1;
    return isNumber ? ` = ${list[0]}` : ` = { ${list.join(', ')} }`;
  }

  #declareSamplers(table: readonly DeclaredConstant[]): void {
    const types = new Map<number, string>();
    for (const { kind, register, dimension } of this.#module.bindings)
      if (kind === 'stage') types.set(register, DIMENSIONS[dimension ?? ''] ?? 'sampler2D');
    const named = table.filter(({ registerSet }) => registerSet === 'sampler');
    named.sort((a, b) => a.registerIndex - b.registerIndex);
    if (this.shared === undefined) this.#declarePairs(named);
    let next = 0;
    let isAutomatic = !this.choices.showsRegisters;
    let last = Infinity;
    for (const { registerIndex, registerCount, explicitRegister } of named) {
      isAutomatic &&= !explicitRegister && registerIndex === next && registerCount <= last;
      next = registerIndex + registerCount;
      last = registerCount;
    }
    const areLast = named.map(({ name }) => name.startsWith('$'));
    isAutomatic &&= areLast.every((isLast, i) => isLast || areLast[i - 1] !== true);
    isAutomatic &&= [...types.keys()].every((number) => number < next);
    for (const constant of named) {
      const { registerIndex, registerCount, name: text, elements, samplerType } = constant;
      const used = [...types.keys()].filter((one) => one >= registerIndex && one < registerIndex + registerCount);
      if (used.length === 0 || used.some((one) => this.#samplers.has(one))) continue;
      const name = this.nameOf(text);
      const type = types.get(used[0]!)!;
      const isElement = isArray(constant);
      const register = isAutomatic ? '' : ` : register(s${registerIndex})`;
      this.#declareAs(name, `${type} ${name}${isElement ? `[${elements}]` : ''}${register}`);
      for (const one of used) {
        this.#samplers.set(one, isElement ? `${name}[${one - registerIndex}]` : name);
        if (samplerType === 'sampler1D') this.#samplers1D.add(one);
      }
    }
    for (const [number, type] of types) {
      if (this.#samplers.has(number)) continue;
      if (this.shared !== undefined) this.problems.add(`the sampler s${number}, which has no name`);
      const name = this.#name(`s${number}`);
      this.#samplers.set(number, name);
      this.lines.push(`${type} ${name} : register(s${number});`);
    }
  }

  /** Declares textures and samplers that one register is of. */
  #declarePairs(named: readonly DeclaredConstant[]): void {
    const made = samplerPairs(named, (text) => this.#name(text));
    if (made === undefined) return;
    for (const line of made.lines) this.lines.push(line);
    for (const [register, pair] of made.pairs) {
      this.#pairs.set(register, pair);
      this.#samplers.set(register, pair.texture);
    }
    for (const { registerIndex, typeName } of named) if (typeName === 'Texture1D') this.#samplers1D.add(registerIndex);
  }

  /** Declares registers that are in no variable. */
  #declareUnnamed(): void {
    const single = new Map<string, readonly [file: RegisterFile, register: number]>();
    const bases: number[] = [];
    walkModule(this.#module, (op) => {
      const { ops, bindings } = this.#module;
      if (ops.code[op] !== Op['cb.load']) return;
      const { file = 'float' } = bindings[ops.extra[op]! >> 2]!;
      const row = ops.operand(op, 0);
      const isStatic = ops.code[row] === Op.const;
      const register = isStatic ? ops.operand(row, 0) : this.#baseOf(row);
      if (file !== 'state' && this.#variableAt(file, register) !== undefined) return;
      if (isStatic && this.#computed.has(`${file} ${register}`)) return;
      if (this.shared !== undefined) this.problems.add(`register ${register} of its constants, which has no name`);
      if (isStatic) single.set(`${file} ${register}`, [file, register]);
      else bases.push(register);
    });
    this.#declareArrays(bases);
    const order = [...single.values()].sort(([x, a], [y, b]) => (x === y ? a - b : x < y ? -1 : 1));
    for (const [file, register] of order) {
      if (file === 'float' && this.#arrayAt(register) !== undefined) continue;
      this.#declareRegister(file, register);
    }
  }

  #declareRegister(file: RegisterFile, register: number): void {
    if (file === 'state') {
      const name = this.#name(register % 2 === 0 ? `bump_matrix_${register >> 1}` : `bump_light_${register >> 1}`);
      this.#unnamed.set(`${file} ${register}`, name);
      this.lines.push(
        `float4 ${name} : register(c${FIRST_STATE + register}); // state of texture stage ${register >> 1}`,
      );
      return;
    }
    const name = this.#name(`${LETTERS[file]}${register}`);
    this.#unnamed.set(`${file} ${register}`, name);
    const type = file === 'float' ? 'float4' : file === 'int' ? 'int4' : 'bool';
    this.lines.push(`${type} ${name} : register(${LETTERS[file]}${register});`);
  }

  /** Arrays end where the program defines a constant, or a variable begins. */
  #declareArrays(bases: readonly number[]): void {
    const { stage, facts } = this.#module;
    const limit = facts.profile.endsWith('_sw')
      ? FLOAT_REGISTERS.software
      : stage === 'vs'
        ? FLOAT_REGISTERS.vs
        : FLOAT_REGISTERS.ps;
    for (const start of [...new Set(bases)].sort((a, b) => a - b)) {
      if (start < 0 || this.#arrayAt(start) !== undefined) continue;
      const ends = [
        ...this.defined,
        ...this.#variables.flatMap(({ file, register }) => (file === 'float' ? register : [])),
      ];
      const end = Math.max(start + 1, Math.min(limit, ...ends.filter((one) => one > start)));
      const name = this.#name(`c${start}`);
      this.#arrays.push({ start, end, name });
      this.lines.push(`float4 ${name}[${end - start}] : register(c${start}); // its length is a guess`);
    }
  }

  #arrayAt(register: number) {
    return this.#arrays.find(({ start, end }) => register >= start && register < end);
  }

  /** The register that an index begins at. */
  #baseOf: (row: number) => number = () => 0;

  setBase(baseOf: (row: number) => number): void {
    this.#baseOf = baseOf;
  }

  /** Makes a variable rows where an index cannot select complete elements of it. */
  checkIndex(index: Linear): void {
    const variable = this.#variableAt('float', index.constant);
    if (variable === undefined) return;
    const found = elementAt(variable.type, variable.name, index.constant - variable.register);
    if (found === undefined || index.terms.some(({ factor }) => factor % found.stride !== 0)) variable.isFlat = true;
  }

  // --- reads --------------------------------------------------------------------------------------------------------

  /** The variable that has a register; an array may reach into the next one, as far as its table says. */
  #variableAt(file: File, register: number): Variable | undefined {
    if (this.#computed.has(`${file} ${register}`)) return undefined;
    let found: Variable | undefined;
    for (const one of this.#variables) {
      const count = Math.max(one.count, isArray(one.type) && !one.isFlat ? registersOf(one.type) : 0);
      if (one.file !== file || register < one.register || register >= one.register + count) continue;
      if (found === undefined || one.register > found.register) found = one;
    }
    return found;
  }

  sampler(number: number): string {
    return this.#samplers.get(number) ?? `s${number}`;
  }

  pair(number: number): SamplerPair | undefined {
    return this.#pairs.get(number);
  }

  is1D(number: number): boolean {
    return this.#samplers1D.has(number);
  }

  isInteger(register: number): boolean {
    const type = this.#variableAt('float', register)?.type.type;
    return type === 'int' || type === 'bool';
  }

  /** The first register of the matrix that a register is a part of. */
  matrixAt(register: number): number | undefined {
    if (this.#variableAt('float', register) === undefined) return undefined;
    const { matrix } = this.slot('float', register);
    return matrix && register - matrix.number;
  }

  slot(file: RegisterFile, register: number): Slot {
    const variable = file === 'state' ? undefined : this.#variableAt(file, register);
    if (variable !== undefined) {
      if (variable.isFlat) return row(`${variable.name}[${register - variable.register}]`);
      return file === 'bool'
        ? boolSlot(variable, register)
        : slotOf(variable.type, variable.name, register - variable.register);
    }
    const computed = this.#computed.get(`${file} ${register}`);
    if (computed !== undefined) return computed;
    const array = file === 'float' ? this.#arrayAt(register) : undefined;
    if (array !== undefined) return row(`${array.name}[${register - array.start}]`);
    const name = this.#unnamed.get(`${file} ${register}`) ?? 'unknown';
    return file === 'bool' ? { text: name, isScalar: true, width: 1 } : row(name);
  }

  indexed({ constant }: Linear, textOf: (stride: number, first: number) => string): Slot {
    const variable = this.#variableAt('float', constant);
    if (variable === undefined) {
      const array = this.#arrayAt(constant);
      return array === undefined ? row('unknown') : row(`${array.name}[${textOf(1, constant - array.start)}]`);
    }
    const { type, name, register, isFlat } = variable;
    if (isFlat) return row(`${name}[${textOf(1, constant - register)}]`);
    const found = elementAt(type, name, constant - register)!;
    return slotOf(
      found.type,
      `${found.text}[${textOf(found.stride, found.first)}]`,
      constant - register - found.start - found.first * found.stride,
    );
  }
}

/** A type in a comment. */
function describe({ structMembers, typeName, elements }: DeclaredType): string {
  const name = structMembers.length > 0 ? 'a structure' : typeName;
  return elements > 1 ? `${name}[${elements}]` : name;
}

/** Whether HLSL has a type; a table may hold any numbers. */
function isSpelled({ type, structMembers, typeName }: DeclaredType): boolean {
  if (structMembers.length > 0) return structMembers.every(isSpelled);
  return (type === 'float' || type === 'int' || type === 'bool') && /[a-z]\d?(x\d)?$/.test(typeName);
}

const row = (text: string): Slot => ({ text, isScalar: false, width: 4 });

/** Booleans have a register for each component. */
function boolSlot({ type, name, register: first }: Variable, register: number): Slot {
  return { text: boolText(type, name, register - first), isScalar: true, width: 1 };
}

/** Visits the components of a type in the order of an initializer; returns how many registers it has. */
function flatten(
  type: DeclaredType,
  start: number,
  stride: number,
  visit: (register: number, component: number) => void,
): number {
  let at = start;
  for (let i = 0; i < Math.max(type.elements, 1); i++) {
    if (type.structMembers.length > 0) {
      for (const member of type.structMembers) at += flatten(member, at, stride, visit);
      continue;
    }
    const { class: kind, rows, columns } = type;
    if (stride === 1) {
      for (let c = 0; c < rows * columns; c++) visit(at + c, 0);
      at += rows * columns;
      continue;
    }
    const isColumn = kind === 'matrixColumns';
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) visit(at + (isColumn ? c : kind === 'matrixRows' ? r : 0), isColumn ? r : c);
    at += registersOfOne(type);
  }
  return at - start;
}

function numberText(value: number, { type }: DeclaredType): string {
  if (type === 'bool') return value === 0 ? 'false' : 'true';
  if (!Number.isFinite(value)) return '0';
  const text = String(value);
  return type === 'int' || /[.e]/.test(text) ? text : `${text}.0`;
}
