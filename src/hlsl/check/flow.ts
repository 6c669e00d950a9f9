/**
 * Omissions of functions: ends without a value, parameters for results that are not set, calls of itself. Only
 * functions that the entry point calls are checked, as Microsoft's compiler does.
 *
 * Not for: statements that have to be inside of a loop (statements.ts).
 */
import { X3500_FUNCTION, X3507, X3508, X3510, X3545, X3578, X4008, X4010, X4580 } from '../messages.ts';
import { allMembers, type HlslType, scalarCount, VOID } from '../types/types.ts';
import { type KnownValues, knownValue } from './constant-value.ts';
import type { Reporter } from './scope.ts';
import type { CheckedFunction, TypedExpression, TypedStatement, Variable } from './typed-tree.ts';

/**
 * Returns the functions whose calls may end without a value; their arguments decide.
 *
 * @param hasSystemValues whether semantics of the entry point are values of the system
 * @param needsResults whether the entry point has to set all its parameters for results
 */
export function checkFlow(
  entry: CheckedFunction,
  reporter: Reporter,
  hasSystemValues: boolean,
  needsResults = false,
): ReadonlySet<CheckedFunction> {
  const checker = new FlowChecker(reporter, hasSystemValues, needsResults);
  checker.function(entry);
  return checker.open;
}

/** Whether a call of a function ends without a `return`, as far as the values of its parameters show. */
export function endsWithoutReturn(statement: TypedStatement, known: KnownValues): boolean {
  switch (statement.kind) {
    case 'return':
      return false;
    case 'block':
      return statement.body.every((one) => endsWithoutReturn(one, known));
    case 'if': {
      const { condition, whenTrue, whenFalse } = statement;
      const taken = knownValue(condition, known)?.[0];
      const isOpen = (branch: TypedStatement | undefined) => branch === undefined || endsWithoutReturn(branch, known);
      return (taken !== 0 && isOpen(whenTrue)) || ((taken === undefined || taken === 0) && isOpen(whenFalse));
    }
    default:
      return true;
  }
}

/** Which scalars of variables are certainly not set where a statement begins. A variable that is missing is set. */
type Unset = Map<Variable, ReadonlySet<number>>;

/** Whether a function has a branch that returns and that its parameters may decide about. */
function hasParameterConditions({ parameters, body }: CheckedFunction): boolean {
  return parameters.length > 0 && body?.kind === 'block' && body.body.some(({ kind }) => kind === 'if');
}

/** A part of a variable: the scalars from `first` on. */
interface Part {
  readonly variable: Variable;
  readonly scalars: readonly number[];
  /** The distances of the elements that an index which is not known may choose: 0 alone without one. */
  readonly distances: readonly number[];
}

/** Leaves in `unset` only what is unset in `other` as well. */
function join(unset: Unset, other: Unset): void {
  for (const [variable, scalars] of unset) {
    const others = other.get(variable);
    if (others === undefined) unset.delete(variable);
    else if (others !== scalars) unset.set(variable, new Set([...scalars].filter((one) => others.has(one))));
  }
}

class FlowChecker {
  /** Functions whose calls may end without a value. */
  readonly open = new Set<CheckedFunction>();
  readonly #seen = new Set<CheckedFunction>();
  readonly #open = new Set<CheckedFunction>();
  #unset: Unset = new Map();
  /** Scalars that are unset wherever the function returns; undefined until it does. */
  #atReturns: Unset | undefined;
  /** Scalars of the entry point's result that a return leaves unset. */
  readonly #unsetResult = new Set<number>();

  /** A loop is followed twice; what is found the first time is not reported. */
  #isSilent = false;

  constructor(
    private readonly reporter: Reporter,
    private readonly hasSystemValues: boolean,
    private readonly needsResults: boolean,
  ) {}

  function(checked: CheckedFunction): void {
    if (this.#isSilent) return;
    if (this.#open.has(checked)) {
      if (!this.#seen.has(checked))
        this.reporter.reportFunction(X3500_FUNCTION, checked.nameToken, { name: checked.name });
      this.#seen.add(checked);
      return;
    }
    const { body, name, nameToken, result } = checked;
    if (this.#seen.has(checked) || body === undefined) return;
    this.#open.add(checked);
    const outside = this.#unset;
    const outsideReturns = this.#atReturns;
    this.#unset = new Map();
    this.#atReturns = undefined;
    const results = checked.parameters.filter(({ direction }) => direction === 'out').map(({ variable }) => variable);
    for (const variable of results) this.#declare(variable);
    const ends = this.#statement(body);
    if (ends) this.#return();
    const isEntry = this.#open.size === 1;
    const atReturns = this.#atReturns as Unset | undefined;
    for (const { variable, semantic, direction } of checked.parameters) {
      const missing = atReturns?.get(variable);
      if (direction !== 'out' || missing === undefined || missing.size === 0) continue;
      if (!isEntry || this.needsResults)
        this.reporter.report(X3508, variable.tokens, { name, parameter: variable.name });
      else {
        this.reporter.report(X3578, variable.tokens, { name: variable.name });
        const system = this.#systemValue(variable.type, semantic, missing);
        if (system !== undefined) this.reporter.report(X4580, variable.tokens, { name: variable.name, system });
      }
    }
    if (isEntry && this.#unsetResult.size > 0) {
      this.reporter.reportFunction(X3578, nameToken, { name });
      const system = this.#systemValue(result, checked.semantic, this.#unsetResult);
      if (system !== undefined) this.reporter.reportFunction(X4580, nameToken, { name, system });
    }
    if (ends && result !== VOID) {
      if (isEntry || !hasParameterConditions(checked)) this.reporter.reportFunction(X3507, nameToken, { name });
      else this.open.add(checked);
    }
    this.#unset = outside;
    this.#atReturns = outsideReturns;
    this.#open.delete(checked);
    this.#seen.add(checked);
  }

  /** The first value of the system in which scalars of an output are. */
  #systemValue(type: HlslType, semantic: string | undefined, scalars: ReadonlySet<number>): string | undefined {
    return this.hasSystemValues ? systemValue(type, semantic, scalars) : undefined;
  }

  #declare(variable: Variable): void {
    const count = scalarsIn(variable.type);
    this.#unset.set(variable, new Set(Array.from({ length: count }, (_, i) => i)));
  }

  #copy(): Unset {
    return new Map(this.#unset);
  }

  /** The function returns. */
  #return(): void {
    const here = this.#copy();
    if (this.#atReturns !== undefined) join(here, this.#atReturns);
    this.#atReturns = here;
  }

  /** After two ways: what neither sets. */
  #join(other: Unset): void {
    join(this.#unset, other);
  }

  /** Whether what follows a statement is reached. */
  #statement(statement: TypedStatement | undefined): boolean {
    switch (statement?.kind) {
      case 'block': {
        for (const one of statement.body) if (!this.#statement(one)) return false;
        return true;
      }
      case 'expression':
        this.#read(statement.expression);
        return true;
      case 'declare': {
        const { variable, value } = statement;
        if (value === undefined) this.#declare(variable);
        else {
          const unset = this.#read(value);
          this.#unset.delete(variable);
          if (unset.length > 0) this.#unset.set(variable, new Set(unset));
        }
        return true;
      }
      case 'if':
        return this.#if(statement);
      case 'loop':
        return this.#loop(statement);
      case 'switch':
        return this.#switch(statement);
      case 'return': {
        const unset = this.#read(statement.value);
        if (this.#open.size === 1 && !this.#isSilent) for (const scalar of unset) this.#unsetResult.add(scalar);
        this.#return();
        return false;
      }
      case 'break':
      case 'continue':
        return false;
      default:
        return true;
    }
  }

  #if({ condition, whenTrue, whenFalse }: Extract<TypedStatement, { kind: 'if' }>): boolean {
    const known = knownValue(condition)?.[0];
    this.#read(condition);
    if (known !== undefined) return this.#statement(known === 0 ? whenFalse : whenTrue);
    const before = this.#copy();
    const ends = this.#statement(whenTrue);
    const afterTrue = this.#unset;
    this.#unset = before;
    const otherEnds = this.#statement(whenFalse);
    if (ends && otherEnds) this.#join(afterTrue);
    else if (ends) this.#unset = afterTrue;
    return ends || otherEnds;
  }

  /** The body may run, so that nothing which it sets is certainly unset after it. */
  #loop({ start, condition, next, body, testsLast }: Extract<TypedStatement, { kind: 'loop' }>): boolean {
    this.#statement(start);
    const known = condition && knownValue(condition)?.[0];
    const isEndless = condition === undefined || (known !== undefined && known !== 0);
    if (!this.#isSilent) {
      // Variables that the body sets may be set where it begins.
      const before = this.#copy();
      this.#isSilent = true;
      this.#statement(body);
      this.#read(next);
      this.#isSilent = false;
      this.#join(before);
    }
    if (!testsLast) this.#read(condition);
    const before = this.#copy();
    const ends = this.#statement(body);
    this.#read(next);
    if (testsLast) this.#read(condition);
    if (testsLast && !ends && !leaves(body)) return false;
    if (!testsLast) this.#join(before);
    // An entry point has to end with a value all the same.
    return !isEndless || leaves(body) || this.#open.size === 1;
  }

  #switch({ value, cases }: Extract<TypedStatement, { kind: 'switch' }>): boolean {
    this.#read(value);
    const before = this.#copy();
    let isReached = !cases.some(({ labels }) => labels.includes(undefined));
    let after: Unset | undefined = isReached ? before : undefined;
    for (const { body } of cases) {
      this.#unset = new Map(before);
      let [ends, isLeft] = [true, false];
      for (const one of body) {
        if (!ends) break;
        isLeft ||= leaves(one);
        ends = this.#statement(one);
      }
      if (!ends && !isLeft) continue;
      isReached = true;
      if (after !== undefined) this.#join(after);
      after = this.#unset;
    }
    this.#unset = after ?? before;
    return isReached;
  }

  /** Follows an expression; returns the scalars of its value that are certainly unset. */
  #read(expression: TypedExpression | undefined): readonly number[] {
    switch (expression?.kind) {
      case 'swizzle':
      case 'variable':
      case 'member':
      case 'element':
        return this.#readPart(expression);
      case 'resourceElement':
        this.#read(expression.object);
        this.#read(expression.index);
        this.#read(expression.level);
        return [];
      case 'convert':
        return this.#sameScalars(expression, this.#read(expression.operand));
      case 'unary':
        this.#read(expression.operand);
        return [];
      case 'build': {
        const unset: number[] = [];
        let first = 0;
        for (const item of expression.items) {
          for (const scalar of this.#read(item)) unset.push(first + scalar);
          first += scalarCount(item.type);
        }
        return unset;
      }
      case 'sequence':
        for (const item of expression.items) this.#read(item);
        return [];
      case 'binary':
        this.#read(expression.left);
        this.#read(expression.right);
        this.#divided(expression.operator, expression.right, expression);
        return [];
      case 'conditional':
        this.#read(expression.condition);
        this.#read(expression.whenTrue);
        this.#read(expression.whenFalse);
        return [];
      case 'assign': {
        const unset = this.#read(expression.value);
        this.#write(expression.target, unset);
        return unset;
      }
      case 'update':
        this.#read(expression.value);
        this.#read(expression.target);
        this.#write(expression.target, []);
        this.#divided(expression.operator, expression.value, expression);
        return [];
      case 'intrinsic':
      case 'method':
        if (expression.kind === 'method') this.#read(expression.object);
        for (const [i, argument] of expression.arguments.entries())
          if (!expression.call.parameters[i]!.isOut) this.#read(argument);
        for (const [i, argument] of expression.arguments.entries())
          if (expression.call.parameters[i]!.isOut) this.#write(argument, []);
        return [];
      case 'call':
        this.#call(expression);
        return [];
      default:
        return [];
    }
  }

  #divided(operator: string, divisor: TypedExpression, at: TypedExpression): void {
    if ((operator !== '/' && operator !== '%') || this.#isSilent) return;
    const { type } = divisor;
    if (type.kind !== 'numeric' || !knownValue(divisor)?.includes(0)) return;
    this.reporter.report(/int/.test(type.scalar) ? X4010 : X4008, at);
  }

  #call(expression: Extract<TypedExpression, { kind: 'call' }>): void {
    const { function: called, object } = expression;
    if (called.body === undefined && called.overrides.length === 0)
      this.reporter.report(object?.type.kind === 'interface' ? X3545 : X3510, expression, { name: called.name });
    for (const [i, argument] of expression.arguments.entries())
      if (called.parameters[i]!.direction !== 'out') this.#read(argument);
    this.function(called);
    for (const one of called.overrides) this.function(one);
    for (const [i, argument] of expression.arguments.entries())
      if (called.parameters[i]!.direction !== 'in') this.#write(argument, []);
    // A method may set any member.
    if (object !== undefined) this.#write(object, []);
  }

  /** Scalars that stay where they are in a conversion. */
  #sameScalars({ type }: TypedExpression, unset: readonly number[]): readonly number[] {
    const count = scalarCount(type);
    return unset.filter((scalar) => scalar < count);
  }

  #readPart(expression: TypedExpression): readonly number[] {
    let root = expression;
    for (; root.kind === 'member' || root.kind === 'swizzle' || root.kind === 'element'; root = root.object)
      if (root.kind === 'element') this.#read(root.index);
    if (root.kind !== 'variable') this.#read(root);
    const part = partOf(expression);
    const missing = part && this.#unset.get(part.variable);
    if (part === undefined || missing === undefined || missing.size === 0) return [];
    const unset: number[] = [];
    for (const [i, scalar] of part.scalars.entries())
      if (part.distances.every((distance) => missing.has(scalar + distance))) unset.push(i);
    return unset;
  }

  /** @param unset the scalars of the value that are certainly unset */
  #write(target: TypedExpression, unset: readonly number[]): void {
    let root = target;
    for (; 'object' in root && root.object !== undefined; root = root.object)
      if (root.kind === 'element') this.#read(root.index);
    // Of a constructor that is assigned, all parts are taken as set.
    if (root.kind === 'build') for (const item of root.items) this.#write(item, []);
    const part = partOf(target.kind === 'convert' ? target.operand : target);
    if (part === undefined) return;
    const missing = this.#unset.get(part.variable);
    const keeps = new Set(unset.map((scalar) => part.scalars[scalar]!));
    if (missing === undefined && keeps.size === 0) return;
    const left = new Set(missing);
    for (const scalar of part.scalars)
      if (!keeps.has(scalar)) for (const distance of part.distances) left.delete(scalar + distance);
    // Of several elements, the others may be set.
    if (part.distances.length === 1) for (const scalar of keeps) left.add(scalar);
    this.#unset.set(part.variable, left);
  }
}

/** Values of the system that a stage has to write. */
const WRITTEN = /^sv_(?!target)/i;

/** The first value of the system in which scalars of a part of an output are, from scalar `first` on. */
function systemValue(
  type: HlslType,
  semantic: string | undefined,
  scalars: ReadonlySet<number>,
  first = 0,
): string | undefined {
  if (type.kind === 'struct') {
    let at = first;
    for (const member of allMembers(type)) {
      const found = systemValue(member.type, semantic ?? member.semantic, scalars, at);
      if (found !== undefined) return found;
      at += scalarCount(member.type);
    }
    return undefined;
  }
  if (semantic === undefined || !WRITTEN.test(semantic)) return undefined;
  for (let i = 0; i < scalarCount(type); i++) if (scalars.has(first + i)) return semantic;
  return undefined;
}

/** Variables with more scalars are taken as set. */
const MAX_FOLLOWED = 4096;

function scalarsIn(type: HlslType): number {
  const count = scalarCount(type);
  return count > MAX_FOLLOWED ? 0 : count;
}

/** The part of a variable that an expression is; of an element by a computed index all elements. */
function partOf(expression: TypedExpression): Part | undefined {
  switch (expression.kind) {
    case 'variable': {
      const { variable } = expression;
      if (variable.storage !== 'local') return undefined;
      return { variable, scalars: Array.from({ length: scalarsIn(variable.type) }, (_, i) => i), distances: [0] };
    }
    case 'member': {
      const object = partOf(expression.object);
      const { offset } = expression;
      return object && { ...object, scalars: object.scalars.slice(offset, offset + scalarCount(expression.type)) };
    }
    case 'swizzle': {
      const object = partOf(expression.object);
      return object && { ...object, scalars: expression.components.map((component) => object.scalars[component]!) };
    }
    case 'element': {
      const object = partOf(expression.object);
      const index = knownValue(expression.index)?.[0];
      const size = scalarCount(expression.type);
      if (object === undefined || size === 0) return object;
      if (index === undefined) return anyElement(object, size);
      return { ...object, scalars: object.scalars.slice(index * size, (index + 1) * size) };
    }
    default:
      return undefined;
  }
}

/** An element of `size` scalars whose index is not known. */
function anyElement({ variable, scalars, distances }: Part, size: number): Part {
  const count = Math.floor(scalars.length / size);
  return {
    variable,
    scalars: scalars.slice(0, size),
    distances: distances.flatMap((distance) => Array.from({ length: count }, (_, i) => distance + i * size)),
  };
}

/** Whether a `break` inside of a statement leaves it. */
function leaves(statement: TypedStatement): boolean {
  switch (statement.kind) {
    case 'break':
      return true;
    case 'block':
      return statement.body.some(leaves);
    case 'if':
      return leaves(statement.whenTrue) || (statement.whenFalse !== undefined && leaves(statement.whenFalse));
    default:
      return false;
  }
}
