/**
 * Writes the functions of a module as statements and expressions of a textual language: what all such languages have in
 * common. A language gives the spelling of statements ({@link TextLanguage}) and a rule for each operation.
 *
 * Each rule mentions each of its operands once, so that the text of an operand can be an expression of any length.
 */
import {
  type IrModule,
  type IrType,
  isConstruct,
  Kind,
  kindOf,
  NO_OP,
  OP_ROWS,
  Op,
  parametersOf,
  resultsOf,
  widthOf,
  withWidth,
} from '../../ir/index.ts';
import { giveBytes, takeBytes } from '../../ir/passes/walk.ts';
import { decideValues, Mode, releaseDecisions, type ValueDecisions } from './decide-values.ts';
import { FlowPrinter } from './flow-printer.ts';
import type { LineWriter } from './lines.ts';
import type { NameScope } from './names.ts';
import type { EmitReport } from './plan.ts';
import { Precedence, type TextLanguage } from './text-language.ts';

/** Expressions that are longer or deeper get a name. */
const MAX_LENGTH = 96;
const MAX_DEPTH = 24;
const COMPONENTS = 'xyzw';
const NO_VARIABLES: ReadonlySet<string> = /* @__PURE__ */ new Set();
const UNCOMMENTED: ReadonlySet<number> = /* @__PURE__ */ new Set([Op.const, Op.undef, Op.in, Op.pick]);

/** Writes components of what a value is read from: their list counts from the first of the value. */
export type Base = (components: readonly number[]) => string;

/** A component of a vector. */
export interface Alias {
  readonly text: string;
  readonly component: number;
  readonly width: number;
}

export class TextEmitter {
  readonly expressions: string[];
  /** How tightly the text of each value binds. */
  readonly precedences: Uint8Array;
  readonly decisions: ValueDecisions;
  /** For values that are components of something: what they are components of. */
  readonly bases: (Base | undefined)[];
  /** Properties of a rule's text, set by the rule. */
  precedence: number = Precedence.primary;
  /** Variables by the value that they hold; those of loops and constructs. */
  readonly variables = new Map<number, string>();
  readonly #depths: Uint8Array;
  /** Values with names. */
  readonly #named: Uint8Array;
  readonly flow: FlowPrinter;
  /** The token of the operation that is written. */
  at = 0;
  /** Whether a precise value was written that the language does not keep so. */
  losesPrecise = false;

  constructor(
    readonly module: IrModule,
    readonly language: TextLanguage,
    public lines: LineWriter,
    public names: NameScope,
    readonly report: EmitReport,
    readonly commentAt?: (at: number) => string | undefined,
  ) {
    this.decisions = decideValues(module, language.preciseConstant && language.isPrecise);
    this.expressions = new Array(module.ops.count);
    this.bases = new Array(module.ops.count);
    this.precedences = takeBytes(module.ops.count).fill(Precedence.primary, 0, module.ops.count);
    this.#depths = takeBytes(module.ops.count);
    this.#named = takeBytes(module.ops.count);
    this.flow = new FlowPrinter(this);
  }

  /** Gives the memory to the next module, when this one is written. */
  release(): void {
    giveBytes(this.precedences);
    giveBytes(this.#depths);
    giveBytes(this.#named);
    releaseDecisions(this.decisions);
  }

  /** Values of outer regions that got a name in the region that is written: it is not known outside. */
  #namedInside: (() => void)[] = [];

  /** Writes the operations of a region. */
  region(region: number): void {
    const { ops, first } = this.module;
    const outer = this.#namedInside;
    this.#namedInside = [];
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) this.#operation(op);
    for (const forget of this.#namedInside) forget();
    this.#namedInside = outer;
  }

  line(text: string): void {
    this.flow.writeWaitingLoop();
    if (this.#pending.length > 0) this.#writeComments();
    this.lines.line(text, this.at);
  }

  #operation(op: number): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    if (code === Op.param || code === Op.result) return;
    this.#noteComment(op);
    this.at = ops.at[op]!;
    if (isConstruct(code)) {
      this.flow.construct(op);
      return;
    }
    const mode = this.decisions.modes[op]!;
    const { effect } = OP_ROWS[code]!;
    if (mode === Mode.none && effect === 'pure') return;
    this.precedence = Precedence.primary;
    if (this.language.preciseConstant === undefined && this.language.isPrecise?.(op)) this.losesPrecise = true;
    const text = this.language.write(op);
    if (mode === Mode.none || kindOf(ops.type[op]!) === Kind.none) {
      if (text !== '') this.line(this.language.unused?.(text) ?? `${text};`);
      return;
    }
    const depth = this.#depthOf(op);
    // The rule may have written statements, and made the value an expression of their variables.
    if (
      this.decisions.modes[op] === Mode.inline &&
      (this.bases[op] !== undefined || (depth < MAX_DEPTH && this.#isShortEnough(op, text)))
    ) {
      this.expressions[op] = text;
      this.precedences[op] = this.precedence;
      this.#depths[op] = depth;
      return;
    }
    this.bases[op] = undefined;
    if (mode === Mode.inline) this.language.beforeLong?.(op);
    this.define(op, text);
  }

  /** Whether a text is short enough to be part of another, or is all that the next statement writes. */
  #isShortEnough(op: number, text: string): boolean {
    if (text.length < MAX_LENGTH) return true;
    const { ops } = this.module;
    const next = ops.next[op]!;
    return next !== NO_OP && ops.code[next] === Op.out && ops.a[next] === op;
  }

  /** Gives a value a name. */
  define(op: number, text: string): void {
    const { language, module } = this;
    const name = this.names.unique(language.nameOf?.(op, text) ?? 'v');
    language.defined?.(op, name);
    const constant = (language.isPrecise?.(op) && language.preciseConstant) || language.constant;
    this.line(constant(name, module.ops.type[op]!, text));
    this.expressions[op] = name;
    this.precedences[op] = Precedence.primary;
    this.#named[op] = 1;
  }

  /** Tokens whose comments come before the next line, and those that had theirs. */
  readonly #pending: number[] = [];
  readonly #commented: boolean[] = [];

  /** Values that are not written as a statement have no comment. */
  #noteComment(op: number): void {
    if (this.commentAt === undefined || UNCOMMENTED.has(this.module.ops.code[op]!)) return;
    const at = this.module.ops.at[op]!;
    if (at === 0 || this.#commented[at]) return;
    this.#commented[at] = true;
    this.#pending.push(at);
  }

  #writeComments(): void {
    for (const at of this.#pending) {
      const text = this.commentAt?.(at);
      if (text !== undefined) this.lines.line(`// ${text}`, at);
    }
    this.#pending.length = 0;
  }

  #depthOf(op: number): number {
    const { ops } = this.module;
    const { operands } = OP_ROWS[ops.code[op]!]!;
    if (operands === 'bits' || operands === 'owner') return 0;
    const shift = operands === 'refs' ? 2 : 0;
    let depth = 0;
    for (let i = 0; i < ops.arity[op]!; i++) {
      const value = ops.operand(op, i) >> shift;
      if (this.decisions.modes[value] === Mode.inline) depth = Math.max(depth, this.#depths[value]! + 1);
    }
    return Math.min(depth, 255);
  }

  // Expressions of operands

  /** Values have either a text or a variable. */
  #textOf(value: number): string {
    return this.expressions[value] ?? this.variables.get(value) ?? '';
  }

  /** The text of a value where at least `precedence` is needed. */
  value(op: number, precedence: number = Precedence.bitwise): string {
    const text = this.#textOf(op);
    return this.precedences[op]! >= precedence ? text : `(${text})`;
  }

  /** The text of operand `i`, as an argument if nothing else is said. */
  operand(op: number, i: number, precedence: number = Precedence.bitwise): string {
    return this.value(this.module.ops.operand(op, i), precedence);
  }

  /** Components of a value: its swizzle. A scalar has only itself, and a variable needs none for all of it in order. */
  components(value: number, list: readonly number[]): string {
    const base = this.bases[value];
    if (base !== undefined) return base(list);
    const text = this.value(value, Precedence.primary);
    const { ops } = this.module;
    const isVariable = this.#named[value] === 1 || this.variables.has(value) || ops.code[value] === Op.in;
    const isAll = widthOf(ops.type[value]!) === 1 || (isVariable && this.#isComplete(value, list));
    return isAll ? text : `${text}.${swizzle(list, 0)}`;
  }

  /** The text of a value that has a name or is as short as one; a longer expression gets a name. */
  named(value: number): string {
    const text = this.#textOf(value);
    if (this.#named[value] === 1 || /^[\w.]+$/.test(text) || this.isConstant(value)) return text;
    const base = this.bases[value];
    const precedence = this.precedences[value]!;
    this.#namedInside.push(() => {
      this.expressions[value] = text;
      this.precedences[value] = precedence;
      this.#named[value] = 0;
      this.bases[value] = base;
    });
    this.bases[value] = undefined;
    this.define(value, text);
    return this.expressions[value]!;
  }

  /** Whether a value is a named variable. */
  isNamed(value: number): boolean {
    return this.#named[value] === 1;
  }

  /** Scalars that are components of a vector with a text: those next to each other are its components. */
  readonly aliases = new Map<number, Alias>();

  /** The text of components of values of one kind, in any order (references as those of `pick`). */
  pick(references: readonly number[]): string {
    const { ops } = this.module;
    const first = references[0]! >> 2;
    const type = withWidth(ops.type[first]!, references.length);
    let end = this.#endOfRun(references, 0);
    const alias = end === references.length ? this.#aliasText(references, 0, end) : undefined;
    if (alias !== undefined) return alias;
    if (end === references.length) return this.#swizzled(first, componentsIn(references, 0, end), type);
    let parts = '';
    for (let i = 0; i < references.length; i = end) {
      const value = references[i]! >> 2;
      end = this.#endOfRun(references, i);
      const list = componentsIn(references, i, end);
      if (i > 0) parts += ', ';
      const alias = this.#aliasText(references, i, end);
      if (alias !== undefined) {
        parts += alias;
        continue;
      }
      if (widthOf(ops.type[value]!) === 1)
        parts += repeatedText(this.value(value, this.language.argument), list.length);
      else if (this.isConstant(value)) parts += list.map((c) => this.language.literal(value, c)).join(', ');
      else
        parts += this.#isComplete(value, list)
          ? this.value(value, this.language.argument)
          : this.components(value, list);
    }
    return `${this.language.typeName(type)}(${parts})`;
  }

  /** Where the references to one value, or to components of one vector, end that begin at `start`. */
  #endOfRun(references: readonly number[], start: number): number {
    const alias = this.aliases.get(references[start]! >> 2);
    if (alias === undefined) return endOfRun(references, start);
    let end = start + 1;
    while (end < references.length && this.aliases.get(references[end]! >> 2)?.text === alias.text) end++;
    return end;
  }

  /** The components of a vector that references are; undefined where they are of other values. */
  #aliasText(references: readonly number[], start: number, end: number): string | undefined {
    const alias = this.aliases.get(references[start]! >> 2);
    if (alias === undefined) return undefined;
    const list: number[] = [];
    for (let i = start; i < end; i++) list.push(this.aliases.get(references[i]! >> 2)!.component);
    const isAll = list.length === alias.width && list.every((c, i) => c === i);
    return isAll ? alias.text : `${alias.text}.${swizzle(list, 0)}`;
  }

  #swizzled(value: number, list: readonly number[], type: IrType): string {
    const isScalar = widthOf(this.module.ops.type[value]!) === 1;
    if (isScalar)
      return list.length === 1
        ? this.value(value, Precedence.primary)
        : this.#vectorOf(type, this.value(value, this.language.argument));
    if (!this.isConstant(value)) return this.components(value, list);
    const parts = list.map((c) => this.language.literal(value, c));
    if (list.length === 1) return parts[0]!;
    const isOne = parts.every((one) => one === parts[0]);
    return isOne ? this.#vectorOf(type, parts[0]!) : `${this.language.typeName(type)}(${parts.join(', ')})`;
  }

  /** A vector that repeats a scalar. */
  #vectorOf(type: IrType, scalar: string): string {
    return this.language.repeated?.(type, scalar) ?? `${this.language.typeName(type)}(${scalar})`;
  }

  /** Whether a list has all components of a value in order. */
  #isComplete(value: number, list: readonly number[]): boolean {
    return list.length === widthOf(this.module.ops.type[value]!) && list.every((c, i) => c === i);
  }

  /** The text of the component that a vector repeats ({@link isRepeated}), where at least `precedence` is needed. */
  repeated(vector: number, precedence: number): string {
    const { ops } = this.module;
    const operand = ops.operand(vector, 0);
    const [value, component] = this.isConstant(vector) ? [vector, 0] : [operand >> 2, operand & 3];
    if (!this.isConstant(value))
      return widthOf(ops.type[value]!) === 1 ? this.value(value, precedence) : this.components(value, [component]);
    const text = this.language.literal(value, component);
    return text.startsWith('-') && precedence > Precedence.unary ? `(${text})` : text;
  }

  /** Whether a value is a constant. */
  isConstant(value: number): boolean {
    return this.module.ops.code[value] === Op.const;
  }

  /** The word of a constant's component; undefined for other values. */
  wordOf(value: number, component = 0): number | undefined {
    const { ops } = this.module;
    return ops.code[value] === Op.const ? ops.operand(value, component) : undefined;
  }

  /** A binary operator; `precedence` is that of the result. */
  binary(op: number, operator: string, precedence: number, left: number, right: number): string {
    const text = `${this.operand(op, 0, left)} ${operator} ${this.operand(op, 1, right)}`;
    this.precedence = precedence;
    return text;
  }

  /**
   * The comparison `op` of its two operands. A constant is written on the right.
   *
   * @param swapped the operator that says the same of the operands the other way round
   */
  comparison(op: number, left: string, right: string, operator: string, swapped: string): string {
    const { ops } = this.module;
    this.precedence = Precedence.relational;
    const isSwapped = this.isConstant(ops.operand(op, 0)) && !this.isConstant(ops.operand(op, 1));
    return isSwapped ? `${right} ${swapped} ${left}` : `${left} ${operator} ${right}`;
  }

  /** A call with all operands. */
  call(op: number, name: string): string {
    const { ops } = this.module;
    let list = '';
    const { argument } = this.language;
    for (let i = 0; i < ops.arity[op]!; i++) {
      if (i > 0) list += ', ';
      list += this.operand(op, i, argument);
    }
    return `${name}(${list})`;
  }

  /** Variables that the text of a value mentions. */
  variablesIn(value: number): ReadonlySet<string> {
    return this.#variablesIn(value, undefined) ?? NO_VARIABLES;
  }

  /** Adds the variables in a value to a set that is created when needed. */
  #variablesIn(value: number, known: Set<string> | undefined): Set<string> | undefined {
    let found = known;
    const variable = this.variables.get(value);
    if (variable !== undefined) return (found ?? new Set()).add(variable);
    if (this.decisions.modes[value] !== Mode.inline || !this.#isText(value)) return found;
    const { ops } = this.module;
    const { operands } = OP_ROWS[ops.code[value]!]!;
    if (operands === 'bits' || operands === 'owner') return found;
    const shift = operands === 'refs' ? 2 : 0;
    for (let i = 0; i < ops.arity[value]!; i++) found = this.#variablesIn(ops.operand(value, i) >> shift, found);
    return found;
  }

  /** Whether a value that could be an expression is one: long ones have names. */
  #isText(value: number): boolean {
    return this.#named[value] === 0;
  }

  parametersOf(region: number): number[] {
    return parametersOf(this.module, region);
  }

  resultsOf(owner: number): number[] {
    return resultsOf(this.module, owner);
  }
}

/** Where the references to one value end that begin at `start`. */
function endOfRun(references: readonly number[], start: number): number {
  const value = references[start]! >> 2;
  let end = start + 1;
  while (end < references.length && references[end]! >> 2 === value) end++;
  return end;
}

/** The components of references from `start` to `end`. */
function componentsIn(references: readonly number[], start: number, end: number): number[] {
  const list = new Array<number>(end - start);
  for (let i = start; i < end; i++) list[i - start] = references[i]! & 3;
  return list;
}

/** A text several times, as arguments. */
function repeatedText(text: string, count: number): string {
  let list = text;
  for (let i = 1; i < count; i++) list += `, ${text}`;
  return list;
}

/** Letters of components, counted from `first` on. */
export function swizzle(list: readonly number[], first: number): string {
  let text = '';
  for (const c of list) text += COMPONENTS[first + c];
  return text;
}
