/**
 * The context of rules of a textual language while a module is written: the plan, expressions of operands and results,
 * and helper functions. A language adds its spelling of types, casts and functions.
 *
 * Not for: statements and constructs (text-emitter.ts, flow-printer.ts).
 */
import {
  type IrBinding,
  type IrModule,
  type IrType,
  Kind,
  kindOf,
  Op,
  typeOf,
  widthOf,
  withKind,
} from '../../ir/index.ts';
import type { HelperFunctions, LegacyHelper } from './helper-functions.ts';
import type { LineWriter } from './lines.ts';
import { DX6005 } from './messages.ts';
import {
  type ConstantLayout,
  type EmitPlan,
  type EmitReport,
  type PlannedElement,
  type PlannedResource,
  type ResourceRole,
  type ResourceUses,
  type RuntimeUniform,
  roleKey,
} from './plan.ts';
import { preciseTest } from './precise.ts';
import type { TextEmitter } from './text-emitter.ts';
import { type AtomicOperation, type MemorySyntax, Precedence, type TextSpelling } from './text-language.ts';

/**
 * Helper functions that every language has: operations of Direct3D without an exact counterpart. Each language writes
 * its body.
 */
export type CommonHelper =
  | LegacyHelper
  | 'is_nan'
  | 'flush'
  | 'min_number'
  | 'max_number'
  | 'clamp01'
  | 'fract_below_1'
  | 'to_i32'
  | 'to_u32'
  | 'to_half'
  | 'from_half'
  | 'mul_high'
  | 'mul_high_signed'
  | 'divide'
  | 'remainder'
  | 'first_high'
  | 'first_high_signed'
  | 'carry'
  | 'masked_sad'
  | 'lod_of'
  | 'sample_position';

/** The expression whose components are those of an input. */
export interface InputText {
  readonly text: string;
  readonly isScalar: boolean;
  readonly kind: number;
  /** Whether it is not interpolated. */
  readonly isConstant?: boolean;
}

export abstract class TextContext {
  readonly uses: ResourceUses;
  readonly features = new Set<string>();
  readonly assumptions = new Set<string>();
  readonly approximations = new Set<string>();
  /** Set before the first operation is written. */
  emitter!: TextEmitter;
  /** The expressions of inputs, by element. */
  readonly inputExpressions = new Map<number, InputText>();
  /** Whether a value must be computed as it is written; undefined where a module has no such values. */
  readonly isPrecise: ((op: number) => boolean) | undefined;
  readonly #resources = new Map<number, PlannedResource>();
  /** Of those, the main ones of first registers, by binding: most reads are of them. */
  readonly #firstResources: (PlannedResource | undefined)[];

  constructor(
    readonly module: IrModule,
    readonly plan: EmitPlan,
    readonly report: EmitReport,
    /** Name of the language for messages. */
    readonly target: string,
    readonly spelling: TextSpelling,
  ) {
    this.uses = plan.uses;
    this.isPrecise = preciseTest(module, plan.profile);
    // A language whose textures have their samplers finds those itself.
    for (const one of plan.resources)
      if (one.sampler === undefined) this.#resources.set(this.#keyOf(one.binding, one.element, one.role), one);
    this.#firstResources = module.bindings.map((_, i) => this.#resources.get(this.#keyOf(i, 0, 'main')));
  }

  abstract readonly helpers: HelperFunctions;
  abstract helper(name: CommonHelper, width?: number): string;
  abstract get runtimeUniforms(): RuntimeUniform[];

  /** The array of rows of a buffer of constants without a struct. */
  abstract rowsOf(resource: PlannedResource): string;

  /** A member of a buffer of constants that has a struct. */
  abstract memberOf(resource: PlannedResource, member: string): string;

  /** The words of a register of memory. */
  abstract memory(binding: number, element: number): MemorySyntax;

  /**
   * Lines of a function that change a word and return the one before; the operands are called `value` and `compare`.
   */
  abstract atomicLines(operation: AtomicOperation, target: string): readonly string[];

  /** A hidden counter before 1 is added, or after 1 is subtracted. */
  abstract counterText(counter: PlannedResource, isNext: boolean): string;

  /** Returns the deviations from Direct3D after everything is written. */
  allApproximations(): string[] {
    if (this.emitter.losesPrecise)
      this.approximations.add(
        `Compilers of ${this.target} may reorder or fuse arithmetic that is precise in the shader.`,
      );
    return [...this.approximations];
  }

  /** Writes a statement that changes memory. */
  write(statement: string): void {
    this.emitter.line(statement);
  }

  /** Returns the expression that an output with a location is assigned to. */
  outputText({ name }: PlannedElement): string {
    return this.spelling.output(name);
  }

  /** Writes an output that is a system value. @param first the component of the register that the value begins with */
  abstract writeBuiltin(element: number, name: string, value: number, first: number): void;

  /** Returns the lines that end the entry point. @param isLast whether its text ends there anyway */
  abstract returnLines(isLast: boolean): readonly string[];

  get isFast(): boolean {
    return this.plan.profile === 'fast';
  }

  get isExact(): boolean {
    return this.plan.profile === 'exact';
  }

  get checksRanges(): boolean {
    return this.plan.robustness === 'd3d';
  }

  binding(number: number): IrBinding {
    return this.module.bindings[number]!;
  }

  /** The variable for a register of a binding; one that was refused has a name all the same. */
  resource(binding: number, element = 0, role: ResourceRole = 'main'): PlannedResource {
    const first = element === 0 && role === 'main' ? this.#firstResources[binding] : undefined;
    return first ?? this.#resources.get(this.#keyOf(binding, element, role)) ?? { ...REFUSED, binding, element, role };
  }

  /** A name for functions that select a register of a range. */
  rangeName(binding: number): string {
    return this.plan.resources.find((one) => one.binding === binding)?.name ?? REFUSED.name;
  }

  has(binding: number, element: number, role: ResourceRole): boolean {
    return this.#resources.has(this.#keyOf(binding, element, role));
  }

  /**
   * A number for a variable. Large numbers are slow to look up, so it is that of its role for the first register of a
   * range.
   */
  #keyOf(binding: number, element: number, role: ResourceRole): number {
    return element * roleKey(this.module.bindings.length, 'main') + roleKey(binding, role);
  }

  layout(binding: number): ConstantLayout | undefined {
    return this.plan.constants.get(binding);
  }

  /** Refuses an operation; its value is zero. */
  refuse(op: number, what: string): string {
    this.report(DX6005, this.module.ops.at[op]!, { target: this.target, what });
    return this.zero(op);
  }

  /** Zero of the type of an operation; empty for one without a value. */
  zero(op: number): string {
    const type = this.module.ops.type[op]!;
    return kindOf(type) === Kind.none ? '' : this.spelling.zero(type);
  }

  /** A scalar constant of a kind, of any bits. */
  constantText(kind: number, word: number): string {
    return this.spelling.literal(kind, word);
  }

  constantOf(value: number, component: number): string {
    const { ops } = this.module;
    return this.constantText(kindOf(ops.type[value]!), ops.operand(value, component));
  }

  /** A text of kind `from` as the same bits of kind `to`. */
  castText(text: string, from: number, to: number, width: number): string {
    return from === to || to === Kind.b32 ? text : this.spelling.cast(text, from, to, width);
  }

  /** Whether a value is a constant of 32 bits that is spelled as `kind`. */
  #isSpelledAs(value: number, kind: number): boolean {
    const { ops } = this.module;
    return ops.code[value] === Op.const && kind !== Kind.b32 && kindOf(ops.type[value]!) !== Kind.f64;
  }

  /** A constant of 32 bits as another kind. */
  constantAs(value: number, kind: number): string {
    const { ops } = this.module;
    const width = widthOf(ops.type[value]!);
    if (width === 1) return this.constantText(kind, ops.operand(value, 0) | 0);
    const words: number[] = [];
    for (let i = 0; i < width; i++) words.push(ops.operand(value, i));
    return this.constantsText(kind, words);
  }

  /**
   * A scalar or vector of constants. They are spelled as the kind that they are used as: compilers of WGSL evaluate
   * casts of constants, and refuse negative words and the bits of NaN there.
   */
  constantsText(kind: number, words: readonly number[]): string {
    const components = words.map((word) => this.constantText(kind, word | 0));
    return components.length === 1
      ? components[0]!
      : `${this.spelling.typeName(typeOf(kind, components.length))}(${components.join(', ')})`;
  }

  /** Operand value `value` as a kind. */
  as(value: number, kind: number, precedence: number = Precedence.bitwise): string {
    const type = this.module.ops.type[value]!;
    if (kindOf(type) === kind) return this.emitter.value(value, precedence);
    if (this.#isSpelledAs(value, kind)) {
      const text = this.constantAs(value, kind);
      return text.startsWith('-') && precedence > Precedence.unary ? `(${text})` : text;
    }
    return this.castText(this.emitter.value(value), kindOf(type), kind, widthOf(type));
  }

  /** Component `i` of a value as a kind. */
  componentAs(value: number, i: number, kind: number): string {
    const { ops } = this.module;
    if (this.#isSpelledAs(value, kind)) return this.constantText(kind, ops.operand(value, i) | 0);
    return this.castText(this.part(value, [i]), kindOf(ops.type[value]!), kind, 1);
  }

  operandAs(op: number, i: number, kind: number, precedence: number = Precedence.bitwise): string {
    return this.as(this.module.ops.operand(op, i), kind, precedence);
  }

  /** A text of kind `from` as the value of an operation. */
  result(op: number, text: string, from: number): string {
    const type = this.module.ops.type[op]!;
    if (kindOf(type) === Kind.none) return text;
    return this.castText(text, from, kindOf(type), widthOf(type));
  }

  /** The name of a type. */
  type(kind: number, width = 1): string {
    return this.spelling.typeName(typeOf(kind, width));
  }

  /** The type of a value with another kind. */
  typeAs(type: IrType, kind: number): string {
    return this.spelling.typeName(withKind(type, kind));
  }

  /** Selects one of two scalars or vectors; for the complete text of an operation. */
  choice(condition: string, yes: string, no: string): string {
    this.emitter.precedence = this.spelling.chooses;
    return this.spelling.choose(condition, yes, no);
  }

  /** Components of a value as text: a scalar, or a vector of them. They may be parts of different values. */
  part(value: number, components: readonly number[]): string {
    const { emitter } = this;
    const { ops } = this.module;
    if (widthOf(ops.type[value]!) === components.length) return emitter.value(value);
    if (ops.code[value] === Op.pick && !emitter.isNamed(value)) {
      for (let i = 0; i < ops.arity[value]!; i++) emitter.named(ops.operand(value, i) >> 2);
      return emitter.pick(components.map((c) => ops.operand(value, c)));
    }
    emitter.named(value);
    return emitter.components(value, components);
  }
}

/** Writes one operation; the result is the text of its value, or empty. */
export type TextRule<Context extends TextContext = TextContext> = (w: Context, op: number) => string;

const REFUSED = {
  name: 'refused',
  group: 0,
  number: 0,
  kind: 'texture',
  viewDimension: '2d',
  format: 'r32float',
} as const;

/** Whether a function needs statements at the end of its text, because its end can be reached without a `return`. */
export function endsWithoutReturn({ module, emitter }: TextContext, region: number): boolean {
  const last = module.last[region]!;
  return last >= 0 && module.ops.code[last] !== Op.return && emitter.flow.reachesEnd(region);
}

/**
 * Writes the functions of a module.
 *
 * @param writeSubroutine writes the function with a number
 * @param openEntry writes the entry point up to its first statement
 */
export function writeFunctions(
  w: TextContext,
  lines: LineWriter,
  writeSubroutine: (number: number) => void,
  openEntry: () => void,
): void {
  const { module } = w;
  for (const [number, { kind }] of module.functions.entries()) if (kind === 'subroutine') writeSubroutine(number);
  const main = module.functions.find(({ kind }) => kind === 'main');
  if (main === undefined) return;
  openEntry();
  w.emitter.region(main.region);
  if (endsWithoutReturn(w, main.region)) for (const line of w.returnLines(true)) lines.line(line);
  lines.outdent();
  lines.line('}');
}
