/**
 * The context of all SPIR-V rules while a module is written: the values of operations and their components, constants
 * and resources.
 *
 * A component that was extracted, a row of constants that was read and a vector that was composed are used again where
 * they are visible: in the region where they were written and in those inside.
 */
import {
  type IrBinding,
  type IrModule,
  type IrType,
  Kind,
  kindOf,
  NO_OP,
  Op,
  OpFlag,
  widthOf,
} from '../../ir/index.ts';
import { giveBytes, giveNumbers, takeBytes, takeNumbers } from '../../ir/passes/walk.ts';
import { DX6005 } from '../common/messages.ts';
import {
  type EmitPlan,
  type EmitReport,
  type PlannedResource,
  type ResourceRole,
  type ResourceUses,
  roleKey,
} from '../common/plan.ts';
import { preciseTest } from '../common/precise.ts';
import type { InterfaceElement, ResourceVariable } from './builtins.ts';
import { Code } from './code.ts';
import { Decoration, Spv, StorageClass } from './grammar.ts';
import { HelperSet } from './helpers.ts';
import type { SpirvModule } from './module-writer.ts';

/** Kinds of the IR that are different types in SPIR-V: its integers have no sign here. */
export function kindInSpirv(kind: number): number {
  return kind === Kind.i32 || kind === Kind.b32 ? Kind.u32 : kind;
}

/** A vector whose components are values of operations. */
interface Row {
  readonly id: number;
  readonly kind: number;
  readonly width: number;
}

/** How much was visible when a region began. */
export interface Mark {
  readonly components: number;
  readonly values: number;
  readonly rows: number;
  readonly handles: number;
}

/** Descriptors of a binding whose rows have keys. */
const MAX_DESCRIPTORS = 2 ** 10;

/** The rows of all descriptors of a binding that have keys. */
function rowsWithKeys({ kind, size = 0, count }: IrBinding): number {
  if (kind !== 'constants') return 0;
  return Math.max(size, 1) * (count === 0 ? MAX_DESCRIPTORS : Math.min(count, MAX_DESCRIPTORS));
}

const REFUSED = { name: 'refused', group: 0, number: 0, kind: 'texture', viewDimension: '2d' } as const;

export class SpirvContext {
  readonly uses: ResourceUses;
  /** Whether the plan has this profile: rules ask for each operation. */
  readonly isFast: boolean;
  readonly isExact: boolean;
  readonly checksRanges: boolean;
  readonly code: Code;
  readonly helpers: HelperSet;
  readonly assumptions = new Set<string>();
  readonly approximations = new Set<string>();
  /** Global variables, which entry points list since 1.4. */
  readonly variables: number[] = [];
  readonly inputVariables: number[] = [];
  /** Builtin values that only conversions of others read. */
  readonly otherBuiltins = new Map<string, number>();
  /** Inputs and outputs by element. */
  inputs: readonly (InterfaceElement | undefined)[] = [];
  outputs: readonly (InterfaceElement | undefined)[] = [];
  /** The variable of the immediate constants; 0 while there is none. */
  immediates = 0;
  /** Variables of arrays and of copies of ranges. */
  arrays: readonly number[] = [];
  inputRanges: readonly number[] = [];
  outputRanges: readonly number[] = [];
  /** The variable with the number of the control point that a hull shader runs for; 0 without. */
  invocation = 0;
  /** The number of the instance of the phase that is written. */
  phaseInstance = 0;
  /** By {@link roleKey}. */
  readonly resourceVariables: (ResourceVariable | undefined)[] = [];
  readonly #functions: (number | undefined)[] = [];
  readonly #isPrecise: ((op: number) => boolean) | undefined;
  #runtime = 0;
  /** By {@link roleKey}. */
  readonly #resources: (PlannedResource | undefined)[] = [];
  /** Ids of values; 0 while there is none. */
  readonly values: Int32Array;
  /** Ids of components: four for each operation, then four for each row. */
  readonly #components: Int32Array;
  readonly #rows: Row[] = [];
  /** By operation: the row that has its components, plus one, and the first of them. */
  readonly #rowOf: Int32Array;
  readonly #firstInRow: Uint8Array;
  readonly #knownRows = new Map<number, number>();
  /**
   * By binding: the key of its first row; at the end that of the first input. Keys above 31 bits are slow to look up
   * (measured).
   */
  readonly #firstKeys: number[] = [0];
  readonly #knownHandles = new Map<number, number>();
  readonly #componentLog: number[] = [];
  readonly #valueLog: number[] = [];
  readonly #rowLog: number[] = [];
  readonly #handleLog: number[] = [];

  constructor(
    readonly module: IrModule,
    readonly plan: EmitPlan,
    readonly report: EmitReport,
    readonly m: SpirvModule,
  ) {
    this.uses = plan.uses;
    this.isFast = plan.profile === 'fast';
    this.isExact = plan.profile === 'exact';
    this.checksRanges = plan.robustness === 'd3d';
    this.#isPrecise = preciseTest(module, plan.profile);
    this.code = new Code(m, m.main);
    this.helpers = new HelperSet(m);
    const { count } = module.ops;
    this.values = takeNumbers(count, 0);
    this.#components = takeNumbers(8 * count, 0);
    this.#rowOf = takeNumbers(count, 0);
    this.#firstInRow = takeBytes(count);
    for (const [i, one] of module.bindings.entries()) this.#firstKeys.push(this.#firstKeys[i]! + rowsWithKeys(one));
    for (const one of plan.resources) this.#resources[roleKey(one.binding, one.role)] = one;
  }

  /** Gives the memory to the next module, when this one is written. */
  release(): void {
    giveNumbers(this.values);
    giveNumbers(this.#components);
    giveNumbers(this.#rowOf);
    giveBytes(this.#firstInRow);
  }

  binding(number: number): IrBinding {
    return this.module.bindings[number]!;
  }

  /** The planned resource of a binding; a refused one has a row, too. */
  resource(binding: number, role: ResourceRole = 'main'): PlannedResource {
    return this.#resources[roleKey(binding, role)] ?? { ...REFUSED, binding, element: 0, role };
  }

  /** Refuses an operation; its value is zero. */
  refuse(op: number, what: string): number {
    this.report(DX6005, this.module.ops.at[op]!, { target: 'SPIR-V', what });
    return this.zeroOf(op);
  }

  zeroOf(op: number): number {
    const type = this.module.ops.type[op]!;
    return kindOf(type) === Kind.none ? 0 : this.m.zero(this.m.type(type));
  }

  /** The function of the module with a number. */
  functionId(number: number): number {
    let id = this.#functions[number];
    if (id === undefined) {
      id = this.m.id();
      this.#functions[number] = id;
    }
    return id;
  }

  /**
   * The variable of the buffer of runtime uniforms, declared when it is asked for first: it has the samples of a pixel.
   */
  runtimeVariable(): number {
    if (this.#runtime !== 0) return this.#runtime;
    const { m } = this;
    const { name, group, number } = this.plan.runtime;
    this.#runtime = m.variable(StorageClass.Uniform, m.block(m.vector(m.uint, 4), 16, 1));
    this.variables.push(this.#runtime);
    m.name(this.#runtime, name);
    m.decorate(this.#runtime, Decoration.DescriptorSet, group);
    m.decorate(this.#runtime, Decoration.Binding, number);
    return this.#runtime;
  }

  get hasRuntime(): boolean {
    return this.#runtime !== 0;
  }

  // Scopes

  mark(): Mark {
    return {
      components: this.#componentLog.length,
      values: this.#valueLog.length,
      rows: this.#rowLog.length,
      handles: this.#handleLog.length,
    };
  }

  /** Forgets what was written since a mark: it is not visible any more. */
  forget({ components, values, rows, handles }: Mark): void {
    while (this.#componentLog.length > components) this.#components[this.#componentLog.pop()!] = 0;
    while (this.#valueLog.length > values) this.values[this.#valueLog.pop()!] = 0;
    if (rows === 0 && this.#rowLog.length > 0) {
      this.#knownRows.clear();
      this.#rowLog.length = 0;
    }
    while (this.#rowLog.length > rows) this.#knownRows.delete(this.#rowLog.pop()!);
    while (this.#handleLog.length > handles) this.#knownHandles.delete(this.#handleLog.pop()!);
  }

  // Rows

  /** The key of a row of constants for {@link view}; negative where it has none. */
  keyOfConstants(binding: number, descriptor: number, row: number): number {
    const first = this.#firstKeys[binding]!;
    const key = first + descriptor * Math.max(this.binding(binding).size ?? 0, 1) + row;
    return key < this.#firstKeys[binding + 1]! ? key : -1;
  }

  /** The key of an input. @param vertex numbers from 1 on for what is there for each vertex */
  keyOfInput(number: number, vertex = 0): number {
    return this.#firstKeys.at(-1)! + this.module.inputs.length * vertex + number;
  }

  /**
   * Makes the value of an operation components of the visible vector with a key; returns whether there is one.
   *
   * @param key a number for the vector, different from all others; negative for one that is read only once
   */
  viewKnown(op: number, key: number, first: number): boolean {
    const row = this.#knownRows.get(key);
    if (row === undefined) return false;
    this.#rowOf[op] = row + 1;
    this.#firstInRow[op] = first;
    return true;
  }

  /** Makes the value of an operation components of the vector `id`, which later reads with `key` use if it has one. */
  viewOf(op: number, key: number, first: number, width: number, kind: number, id: number): void {
    const row = this.#rows.push({ id, kind, width }) - 1;
    if (key >= 0) {
      this.#knownRows.set(key, row);
      this.#rowLog.push(key);
    }
    this.#rowOf[op] = row + 1;
    this.#firstInRow[op] = first;
  }

  /** The image or sampler of a variable, which is loaded where it is not visible yet. */
  handle({ id: variable, type }: ResourceVariable): number {
    let id = this.#knownHandles.get(variable);
    if (id === undefined) {
      id = this.code.load(type, variable);
      this.#knownHandles.set(variable, id);
      this.#handleLog.push(variable);
    }
    return id;
  }

  #remember(index: number, id: number): number {
    this.#components[index] = id;
    this.#componentLog.push(index);
    return id;
  }

  #rowComponent(number: number, lane: number): number {
    const { id, kind, width } = this.#rows[number]!;
    if (width === 1) return id;
    const index = 4 * (this.module.ops.count + number) + lane;
    const known = this.#components[index]!;
    return known !== 0 ? known : this.#remember(index, this.code.extract(this.m.type(kind), id, lane));
  }

  // Values

  id(value: number): number {
    const known = this.values[value]!;
    return known !== 0 ? known : this.#compose(value);
  }

  operand(op: number, i: number): number {
    return this.id(this.module.ops.operand(op, i));
  }

  /** A value that is written where it is used: a constant, a negative, or a vector of components of others. */
  #compose(value: number): number {
    const { ops } = this.module;
    const code = ops.code[value]!;
    const type = ops.type[value]!;
    if (code === Op.const) {
      const id = this.#constant(value, kindOf(type));
      this.values[value] = id;
      return id;
    }
    let id: number;
    if (this.#rowOf[value]! > 0) id = this.#fromRow(value);
    else if (code === Op.pick) id = this.#pick(value);
    else if (code === Op['f.neg']) id = this.code.unary(Spv.FNegate, this.m.type(type), this.operand(value, 0));
    else return this.m.zero(this.m.type(type));
    this.values[value] = id;
    this.#valueLog.push(value);
    return id;
  }

  #constant(value: number, kind: number): number {
    const { ops } = this.module;
    const width = widthOf(ops.type[value]!);
    if (kind === Kind.f64) return this.m.double(ops.operand(value, 0), ops.operand(value, 1));
    if (width === 1) return this.m.constant(kind, ops.operand(value, 0));
    const parts: number[] = [];
    for (let i = 0; i < width; i++) parts.push(this.m.constant(kind, ops.operand(value, i)));
    return this.m.composite(this.m.type(ops.type[value]!), parts);
  }

  #fromRow(value: number): number {
    const { ops } = this.module;
    const type = ops.type[value]!;
    const width = widthOf(type);
    const number = this.#rowOf[value]! - 1;
    const first = this.#firstInRow[value]!;
    const row = this.#rows[number]!;
    const to = kindInSpirv(kindOf(type));
    if (width === 1) return this.cast(this.#rowComponent(number, first), row.kind, to, 1);
    if (row.width === 1) {
      const scalar = this.cast(row.id, row.kind, to, 1);
      return this.code.construct(this.m.type(type), Array<number>(width).fill(scalar));
    }
    if (width === row.width) return this.cast(row.id, row.kind, to, width);
    const components: number[] = [];
    for (let i = 0; i < width; i++) components.push(first + i);
    const part = this.code.shuffle(this.m.vector(this.m.type(row.kind), width), row.id, row.id, components);
    return this.cast(part, row.kind, to, width);
  }

  /** Component `lane` of a value. */
  component(value: number, lane: number): number {
    const { ops } = this.module;
    const type = ops.type[value]!;
    if (widthOf(type) === 1) return this.id(value);
    const code = ops.code[value]!;
    const kind = kindOf(type);
    if (code === Op.const) return this.m.constant(kind, ops.operand(value, lane));
    if (code === Op.undef) return this.m.zero(this.m.type(kind));
    if (code === Op.pick) {
      const ref = ops.operand(value, lane);
      return this.component(ref >> 2, ref & 3);
    }
    const index = 4 * value + lane;
    const known = this.#components[index]!;
    if (known !== 0) return known;
    const row = this.#rowOf[value]!;
    if (row > 0) {
      const from = this.#rows[row - 1]!.kind;
      const to = kindInSpirv(kind);
      const id = this.#rowComponent(row - 1, this.#firstInRow[value]! + lane);
      return from === to ? id : this.#remember(index, this.cast(id, from, to, 1));
    }
    return this.#remember(index, this.code.extract(this.m.type(kind), this.id(value), lane));
  }

  /** The components of a `pick` as one id. */
  #pick(value: number): number {
    const { ops } = this.module;
    const type = ops.type[value]!;
    const width = widthOf(type);
    const first = ops.operand(value, 0);
    if (width === 1) return this.component(first >> 2, first & 3);
    const refs = new Array<number>(width);
    // The first two values that have the components, and how many there are, if there are not more.
    let [a, b, count] = [NO_OP, NO_OP, 0];
    let areConstant = true;
    let areVectors = true;
    for (let i = 0; i < width; i++) {
      const ref = this.#source(ops.operand(value, i));
      refs[i] = ref;
      const source = ref >> 2;
      if (source === a || source === b) continue;
      count++;
      if (count === 1) a = source;
      else if (count === 2) b = source;
      areConstant &&= ops.code[source] === Op.const || ops.code[source] === Op.undef;
      areVectors &&= widthOf(ops.type[source]!) > 1 && this.#rowOf[source] === 0;
    }
    const spirvType = this.m.type(type);
    if (areConstant) {
      for (let i = 0; i < width; i++) refs[i] = this.component(refs[i]! >> 2, refs[i]! & 3);
      return this.m.composite(spirvType, refs);
    }
    if (count === 1 && areVectors) {
      let isComplete = widthOf(ops.type[a]!) === width;
      for (let i = 0; i < width; i++) {
        refs[i] = refs[i]! & 3;
        isComplete &&= refs[i] === i;
      }
      const id = this.id(a);
      return isComplete ? id : this.code.shuffle(spirvType, id, id, refs);
    }
    if (this.#rowOf[a]! > 0) {
      const swizzle = this.#rowSwizzle(refs, type);
      if (swizzle !== undefined) return swizzle;
    }
    if (count === 2 && areVectors) {
      const offset = widthOf(ops.type[a]!);
      for (let i = 0; i < width; i++) refs[i] = (refs[i]! >> 2 === a ? 0 : offset) + (refs[i]! & 3);
      return this.code.shuffle(spirvType, this.id(a), this.id(b), refs);
    }
    return this.code.construct(spirvType, this.#parts(refs));
  }

  /** The component that a reference is at last: picks refer to others. */
  #source(ref: number): number {
    const { ops } = this.module;
    let at = ref;
    while (ops.code[at >> 2] === Op.pick) at = ops.operand(at >> 2, at & 3);
    return at;
  }

  /** Components of one row as a vector; undefined if they are of several. */
  #rowSwizzle(refs: readonly number[], type: IrType): number | undefined {
    const row = this.#rowOf[refs[0]! >> 2]!;
    for (const ref of refs) if (this.#rowOf[ref >> 2] !== row) return undefined;
    const { id, kind, width: rowWidth } = this.#rows[row - 1]!;
    if (rowWidth === 1) return undefined;
    const width = widthOf(type);
    const components: number[] = [];
    let isComplete = width === rowWidth;
    for (let i = 0; i < refs.length; i++) {
      const component = this.#firstInRow[refs[i]! >> 2]! + (refs[i]! & 3);
      components.push(component);
      isComplete &&= component === i;
    }
    const vector = isComplete ? id : this.code.shuffle(this.m.vector(this.m.type(kind), width), id, id, components);
    return this.cast(vector, kind, kindInSpirv(kindOf(type)), width);
  }

  /** The parts that a vector is composed of: entire vectors, or components. */
  #parts(refs: readonly number[]): number[] {
    const { ops } = this.module;
    const parts: number[] = [];
    for (let i = 0; i < refs.length; ) {
      const source = refs[i]! >> 2;
      const width = widthOf(ops.type[source]!);
      let run = 0;
      while (run < width && refs[i + run] === ((source << 2) | run)) run++;
      if (run === width && width > 1 && this.#rowOf[source] === 0) {
        parts.push(this.id(source));
        i += width;
      } else {
        parts.push(this.component(source, refs[i]! & 3));
        i++;
      }
    }
    return parts;
  }

  /** Components `from` to `to` of a value as a vector or scalar. */
  part(value: number, from: number, to: number): number {
    const { ops } = this.module;
    const type = ops.type[value]!;
    const width = to - from;
    if (width === widthOf(type)) return this.id(value);
    const parts: number[] = [];
    for (let i = from; i < to; i++) parts.push(this.component(value, i));
    return width === 1 ? parts[0]! : this.code.construct(this.m.vector(this.m.type(kindOf(type)), width), parts);
  }

  // Kinds

  /** Reinterprets bits as another kind. */
  cast(id: number, from: number, to: number, width: number): number {
    if (kindInSpirv(from) === kindInSpirv(to)) return id;
    return this.code.unary(Spv.Bitcast, this.m.vector(this.m.type(to), width), id);
  }

  /** A value as a kind; constants are constants of it. */
  as(value: number, kind: number): number {
    const { ops } = this.module;
    const type = ops.type[value]!;
    const word = kindInSpirv(kindOf(type)) === kindInSpirv(kind) ? undefined : this.wordOf(value);
    if (word !== undefined) return this.m.constant(kind, word);
    return this.cast(this.id(value), kindOf(type), kind, widthOf(type));
  }

  operandAs(op: number, i: number, kind: number): number {
    return this.as(this.module.ops.operand(op, i), kind);
  }

  /** An id of kind `from` as the value of an operation, which becomes its own kind where it is used. */
  result(op: number, id: number, from: number): number {
    const type = this.module.ops.type[op]!;
    if (kindInSpirv(kindOf(type)) === kindInSpirv(from)) return id;
    this.viewOf(op, -1, 0, widthOf(type), kindInSpirv(from), id);
    return 0;
  }

  /** The word of a scalar constant. */
  wordOf(value: number): number | undefined {
    const { ops } = this.module;
    let at = value;
    while (ops.code[at] === Op.bitcast) at = ops.operand(at, 0);
    if (ops.code[at] === Op.undef) return 0;
    return ops.code[at] === Op.const && widthOf(ops.type[at]!) === 1 ? ops.operand(at, 0) : undefined;
  }

  /** Marks a result as one that must be computed as it is, where the program wants that. */
  precise(op: number, id: number): number {
    if (this.#isPrecise?.(op)) this.m.decorate(id, Decoration.NoContraction);
    return id;
  }

  isNonuniform(op: number): boolean {
    return (this.module.ops.flags[op]! & OpFlag.nonuniform) !== 0;
  }
}

export type SpirvRule = (w: SpirvContext, op: number) => number;
