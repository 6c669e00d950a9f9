/** The context of all HLSL rules while a module is written. */
import { type IrModule, Kind, Op, OpFlag, widthOf } from '../../ir/index.ts';
import { HelperFunctions } from '../common/helper-functions.ts';
import type { LineWriter } from '../common/lines.ts';
import type { EmitReport, PlannedResource, RuntimeUniform } from '../common/plan.ts';
import { Use } from '../common/resource-uses.ts';
import { AXES } from '../common/rules/constants.ts';
import { type CommonHelper, TextContext, type TextRule } from '../common/text-context.ts';
import type { CountedLoop, MemorySyntax } from '../common/text-language.ts';
import type { LocalArray, Table, TableElement } from './array-plan.ts';
import { HLSL_HELPERS, type HlslHelper } from './helpers.ts';
import type { MemoryLayout, MemoryType, Slot } from './layouts.ts';
import type { EntryElement, HlslPlan } from './plan.ts';
import type { Registers } from './sm1/registers.ts';
import { SPELLING } from './types.ts';

/** Dot products of a vector with the first rows or columns of a matrix, in order. */
export interface DotGroup {
  readonly vector: number;
  /** Components of the vector. */
  readonly width: number;
  /** Its text is a name only where its index is a constant. */
  readonly matrix: NonNullable<Slot['matrix']>;
  /** The operand that is its first row or column. */
  readonly row: number;
  readonly dots: number[];
}

/** The interfaces and classes of a module while it is written. */
export interface ClassWriter {
  /** The text of an operation on class data; undefined for others. */
  textOf(op: number): string | undefined;
  /** The member that an operand of an access names; undefined for others. */
  resourceText(operand: number, isSampler: boolean): string | undefined;
  /** Writes interfaces, their variables, and classes. */
  declare(output: LineWriter): void;
}

export class HlslContext extends TextContext {
  /** Interfaces and classes, where the module has any. */
  classes: ClassWriter | undefined;
  readonly helpers: HelperFunctions<HlslHelper> = new HelperFunctions(HLSL_HELPERS, () => this.plan.names);
  readonly inputElements: (EntryElement | undefined)[] = [];
  readonly outputElements: (EntryElement | undefined)[] = [];
  /** Dot products that are a component of a product with a matrix. */
  readonly products = new Map<number, DotGroup>();
  /** Components of instructions that the text computes as a vector: all of them, by each. */
  readonly integerVectors = new Map<number, readonly number[]>();
  readonly #rows = new Map<number, readonly (Slot | undefined)[] | undefined>();
  /** Buffers of constants with named variables, by binding. */
  readonly layouts: ReadonlyMap<number, MemoryLayout>;
  /** The elements of structured memory, by binding. */
  readonly elements: ReadonlyMap<number, MemoryType>;
  /** Constants and samplers of models 1 to 3. */
  readonly sm1: Registers | undefined;
  readonly countedLoops = new Map<number, CountedLoop | undefined>();
  /** Outputs of models 1 to 3 that have a value. */
  readonly writtenOutputs = new Set<EntryElement>();

  /** Variables with the status of reads, by operation; empty for a read that is not written yet. */
  readonly statuses = new Map<number, string>();

  /** Variables of values that nothing but their uses needs. */
  pureNames = new Set<string>();
  /** Names that values should have. */
  readonly nameHints = new Map<number, string>();
  /** Names of values by what reads them. */
  roles: ReadonlyMap<number, string> = new Map();
  /** The variables of loads that are of several members, by operation. */
  readonly loaded = new Map<number, readonly (Slot | undefined)[]>();
  /** Elements that are appended or taken, by the operation on the counter: variables, and stores that are left. */
  readonly appended = new Map<number, { readonly name: string; stores: number }>();
  /** Arrays of the entry point. */
  localArrays: readonly LocalArray[] = [];
  /** Arrays of constants, and the elements that operations read. */
  readonly tables: Table[] = [];
  readonly tableElements = new Map<number, TableElement>();
  /** Ranges of inputs that have a copy in an array. */
  readonly copiedRanges = new Set<number>();
  /**
   * The array of the registers of patch constants, where a hull shader reaches them with indices that no array of its
   * constants has.
   */
  registers: string | undefined;

  constructor(
    module: IrModule,
    override readonly plan: HlslPlan,
    report: EmitReport,
  ) {
    super(module, plan, report, 'HLSL', SPELLING);
    this.layouts = plan.layouts;
    this.elements = plan.elements;
    this.sm1 = plan.sm1;
  }

  /** The slots of a row of constants, which are asked for often. */
  slotsOfRow(
    op: number,
    find: (w: HlslContext, op: number) => readonly (Slot | undefined)[] | undefined,
  ): readonly (Slot | undefined)[] | undefined {
    if (!this.#rows.has(op)) this.#rows.set(op, find(this, op));
    return this.#rows.get(op);
  }

  /** The argument of a read for its status, whose variable is declared; empty where nothing asks for it. */
  statusOf(op: number): string {
    if (!this.statuses.has(op)) return '';
    const name = this.emitter.names.unique('status');
    this.statuses.set(op, name);
    this.emitter.line(`uint ${name};`);
    return `, ${name}`;
  }

  helper(name: CommonHelper, width = 1): string {
    return this.helpers.use(name as HlslHelper, width);
  }

  get isModel5(): boolean {
    return this.module.facts.version[0] >= 5;
  }

  rowsOf({ name }: PlannedResource): string {
    return name;
  }

  memberOf(_: PlannedResource, member: string): string {
    return member;
  }

  /** The variable of an access; ranges of model 5.1 are arrays. @param index the operand with the index; -1 without */
  viewText(op: number, binding: number, index: number): string {
    const { name } = this.resource(binding);
    const { count, kind } = this.binding(binding);
    const operand = index < 0 ? -1 : this.module.ops.operand(op, index);
    const member = this.classes?.resourceText(operand, kind === 'sampler');
    if (member !== undefined) return member;
    if (index < 0) return count === 1 ? name : `${name}[0]`;
    if (count === 1) return name;
    const text = this.operandAs(op, index, Kind.u32, 0);
    const isNonuniform = (this.module.ops.flags[op]! & OpFlag.nonuniform) !== 0;
    const isConstant = this.emitter.wordOf(operand) !== undefined;
    return isNonuniform && !isConstant ? `${name}[NonUniformResourceIndex(${text})]` : `${name}[${text}]`;
  }

  /** Whether an atomic operation compares the words of a binding as signed numbers. */
  isSignedMemory(binding: number): boolean {
    return (this.uses.bindings[binding]! & Use.signedAtomic) !== 0;
  }

  /** The word of a component that is constant, also where a vector joins it with others. */
  constantComponent(value: number, component: number): number | undefined {
    const { ops } = this.module;
    if (ops.code[value] === Op.const) return ops.operand(value, component);
    if (ops.code[value] !== Op.pick) return undefined;
    const reference = ops.operand(value, component);
    return this.emitter.wordOf(reference >> 2, reference & 3);
  }

  /**
   * Returns the kind of the rows of a buffer of constants: words only where nothing reads floats, because the compiler
   * makes comparisons with every index of a read of words at an index that is not constant.
   */
  rowKind(binding: number): number {
    const use = this.uses.bindings[binding]!;
    return (use & Use.integer) !== 0 && (use & (Use.float | Use.dynamic)) === 0 ? Kind.u32 : Kind.f32;
  }

  /** Components of the elements of a typed view. */
  typedWidth(binding: number): number {
    return Number(/\d$/.exec(this.resource(binding).format ?? '')?.[0] ?? 1);
  }

  /** Components of an element, from `first` of its register on. */
  componentsOf(element: EntryElement, first: number, width: number, index = '0'): string {
    const text = element.points === undefined ? element.name : `${element.points}[${index}].${element.name}`;
    if (element.width === 1 || (first === element.first && width === element.width)) return text;
    return `${text}.${AXES.slice(first - element.first, first - element.first + width)}`;
  }

  writeBuiltin(): void {}

  /** The operation whose value is all that the entry point returns. */
  returned = -1;

  /** Writes a value to an output, or returns it. */
  assign(op: number, target: string, text: string): void {
    this.emitter.line(op === this.returned ? `return ${text};` : `${target} = ${text};`);
  }

  /** Returns the lines that end the function that is written, at its end or before. */
  returns: (isLast: boolean) => readonly string[] = () => [];

  isReturn(op: number): boolean {
    const code = this.module.ops.code[op];
    return code === Op.return || code === Op.abort;
  }

  returnLines(isLast: boolean): readonly string[] {
    return this.returns(isLast);
  }

  get runtimeUniforms(): RuntimeUniform[] {
    return [];
  }

  // Rules of HLSL read and write memory as variables.

  memory(binding: number): MemorySyntax {
    const { name } = this.resource(binding);
    const word = (index: string) => `${name}[${index}]`;
    return { name, length: '0', read: word, write: (index, value) => `${word(index)} = ${value}`, atomic: word };
  }

  atomicLines(): readonly string[] {
    return [];
  }

  counterText(): string {
    return '';
  }
}

export type HlslRule = TextRule<HlslContext>;

/** The width of the value that an operand has. */
export function operandWidth({ module: { ops } }: HlslContext, op: number, i: number): number {
  return widthOf(ops.type[ops.operand(op, i)]!);
}
