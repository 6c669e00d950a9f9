/**
 * Checks the statements of a function.
 */
import type { Message } from '../../base/messages.ts';
import {
  X3003,
  X3012_MISSING,
  X3020_CASE,
  X3036,
  X3074,
  X3078,
  X3079,
  X3080,
  X3084_ARGUMENT,
  X3518,
  X3519,
  X3524,
  X3524_TWICE,
  X3532,
  X3533,
  X3537,
  X3554,
} from '../messages.ts';
import {
  type AttributeNode,
  type ForNode,
  type Statement,
  type SwitchNode,
  type Tokens,
  tokensOf,
  type VariableNode,
  type WhileNode,
} from '../syntax/tree.ts';
import { contentsOf, ERROR, FLOAT4, type HlslType, INT, UINT, VOID } from '../types/types.ts';
import { knownValue } from './constant-value.ts';
import type { ExpressionChecker } from './expressions.ts';
import { reportLocalModifiers } from './modifiers.ts';
import type { Symbol as Known, Reporter } from './scope.ts';
import type { CheckedAttribute, CheckedFunction, TypedExpression, TypedStatement, Variable } from './typed-tree.ts';

/** Attributes that the language has, before statements and functions. */
const ATTRIBUTES: ReadonlySet<string> = new Set([
  'numthreads',
  'maxvertexcount',
  'instance',
  'domain',
  'partitioning',
  'outputtopology',
  'outputcontrolpoints',
  'patchconstantfunc',
  'maxtessfactor',
  'earlydepthstencil',
  'clipplanes',
  'RootSignature',
  'rootsignature',
  'unroll',
  'loop',
  'fastopt',
  'allow_uav_condition',
  'branch',
  'flatten',
  'call',
  'forcecase',
]);

/** Planes of `clipplanes`. */
const MAX_PLANES = 6;
export function isAttribute(name: string): boolean {
  return ATTRIBUTES.has(name);
}

const OF_BRANCHES = ['branch', 'flatten', 'call', 'forcecase'];
const OF_INTEGERS: ReadonlySet<string> = new Set([
  ...['maxvertexcount', 'instance', 'numthreads', 'outputcontrolpoints', 'unroll'],
]);
const OF_LOOPS = ['unroll', 'loop', 'fastopt', 'allow_uav_condition'];
/** Attributes that exclude each other. */
const EXCLUSIVE = [
  ['unroll', 'loop'],
  ['branch', 'flatten'],
] as const;

/** Declares what statements declare. */
export interface LocalDeclarations {
  /** The type of a variable with its lengths. */
  variableType(node: VariableNode): HlslType;
  /** A structure or typedef in a function. */
  declareType(node: Extract<Statement, { kind: 'struct' | 'typedef' }>): void;
}

export class StatementChecker {
  #function: CheckedFunction | undefined;
  /** Loops and switches around the statement, which `break` and `continue` leave. */
  #loops = 0;
  #breakable = 0;
  /** Variables of `for`, which stay declared after it. */
  readonly #loopVariables = new Set<Variable>();

  constructor(
    private readonly expressions: ExpressionChecker,
    private readonly declarations: LocalDeclarations,
  ) {}

  /** The body of a function. */
  body(checked: CheckedFunction, node: Statement): TypedStatement {
    this.#function = checked;
    this.#loops = 0;
    this.#breakable = 0;
    // Variables of the outermost block are in the scope of the parameters.
    return node.kind === 'block' ? this.#list(node.body, node) : this.#check(node);
  }

  attributes(nodes: readonly AttributeNode[]): CheckedAttribute[] {
    const seen = new Map<string, AttributeNode>();
    for (const node of nodes) {
      const { name } = node;
      if (seen.has(name)) this.expressions.reporter.report(X3524_TWICE, seen.get(name)!, { name });
      else seen.set(name, node);
    }
    return nodes.flatMap((node) => {
      if (node.name === 'clipplanes') {
        const planes = node.arguments.map((one) => this.expressions.check(one));
        if (planes.length <= MAX_PLANES && planes.every(({ type }) => type === FLOAT4))
          return [{ name: node.name, values: [], planes, ...tokensOf(node) }];
        this.expressions.reporter.report(X3554, node, { name: node.name });
        return [];
      }
      let isFloat = true;
      const values = node.arguments.map((argument) => {
        if (argument.kind === 'string') return argument.text;
        const value = this.expressions.check(argument);
        isFloat &&= value.type.kind === 'numeric' && !/^u?int$/.test(value.type.scalar);
        return knownValue(value)?.[0] ?? Number.NaN;
      });
      const isFraction = values.some((value) => typeof value === 'number' && value !== Math.trunc(value));
      // An attribute of integers that gets another number is none; so is one of floats that gets an integer.
      const isNone =
        (isFraction && OF_INTEGERS.has(node.name) && !values.some(Number.isNaN)) ||
        (node.name === 'maxtessfactor' && !isFloat);
      if (isNone || !ATTRIBUTES.has(node.name)) this.expressions.reporter.report(X3554, node, { name: node.name });
      return isNone ? [] : [{ name: node.name, values, ...tokensOf(node) }];
    });
  }

  #check(node: Statement): TypedStatement {
    const { expressions } = this;
    const { reporter } = expressions;
    switch (node.kind) {
      case 'attributed':
        this.#attributesOf(node.attributes, []);
        return this.#check(node.statement);
      case 'block':
        return expressions.scopes.inside(() => this.#list(node.body, node));
      case 'expression':
        return { kind: 'expression', expression: expressions.check(node.expression), ...tokensOf(node) };
      case 'variables':
        return this.#variables(node.variables, node);
      case 'struct':
      case 'typedef':
        this.declarations.declareType(node);
        return { kind: 'block', body: [], ...tokensOf(node) };
      case 'if': {
        const condition = expressions.condition(node.condition);
        const whenTrue = this.#scoped(node.whenTrue);
        const whenFalse = node.whenFalse && this.#scoped(node.whenFalse);
        const attributes = this.#attributesOf(node.attributes, OF_BRANCHES);
        return { kind: 'if', attributes, condition, whenTrue, whenFalse, ...tokensOf(node) };
      }
      case 'for':
        return this.#for(node);
      case 'while':
      case 'do':
        return this.#while(node);
      case 'switch':
        return this.#switch(node);
      case 'return':
        return this.#return(node.value && expressions.check(node.value), node);
      case 'break':
        if (this.#breakable === 0) reporter.report(X3518, node);
        return { kind: 'break', ...tokensOf(node) };
      case 'continue':
        if (this.#loops === 0) reporter.report(X3519, node);
        return { kind: 'continue', ...tokensOf(node) };
      case 'discard':
        return { kind: 'discard', ...tokensOf(node) };
      default:
        return { kind: 'block', body: [], ...tokensOf(node) };
    }
  }

  /** The attributes of a statement, which has a few of its own. */
  #attributesOf(nodes: readonly AttributeNode[], known: readonly string[]) {
    const { reporter } = this.expressions;
    for (const node of nodes)
      if (ATTRIBUTES.has(node.name) && !known.includes(node.name)) reporter.report(X3554, node, { name: node.name });
    const made = this.attributes(nodes);
    for (const [one, other] of EXCLUSIVE)
      if (made.some(({ name }) => name === one) && made.some(({ name }) => name === other))
        reporter.report(X3524, nodes[0]!, { name: one, other });
    for (const { name, values, first } of made)
      if (name === 'unroll' && values.length > 0 && !(Number(values[0]) >= 0))
        reporter.report(X3084_ARGUMENT, { first: first + 3, last: first + 3 }, { name });
    return made;
  }

  #scoped(node: Statement): TypedStatement {
    return this.expressions.scopes.inside(() => this.#check(node));
  }

  #list(nodes: readonly Statement[], at: Tokens): TypedStatement {
    return { kind: 'block', body: nodes.map((node) => this.#check(node)), ...tokensOf(at) };
  }

  #variables(nodes: readonly VariableNode[], at: Tokens): TypedStatement {
    const body: TypedStatement[] = [];
    for (const node of nodes) {
      const made = this.#variable(node, at);
      if (made !== undefined) body.push(made);
    }
    return body.length === 1 ? body[0]! : { kind: 'block', body, ...tokensOf(at) };
  }

  /** @param declaration the tokens of the declaration, of one or more variables */
  #variable(node: VariableNode, declaration: Tokens): TypedStatement | undefined {
    const { scopes, reporter } = this.expressions;
    const { name, modifiers } = node;
    const declared = this.declarations.variableType(node);
    const type = contentsOf(declared);
    const isStatic = modifiers.includes('static');
    const known = scopes.findHere(name);
    const ofLoop = known?.kind === 'variable' && this.#loopVariables.has(known.variable);
    if (ofLoop) reporter.report(X3078, node, { name });
    else if (known !== undefined) this.#redeclared(known, node);
    const isConst = modifiers.includes('const') || type !== declared;
    reportLocal(reporter, node, type, isConst);
    const unset: Variable = {
      name,
      type,
      storage: isStatic ? 'static' : 'local',
      isConst,
      isPrecise: modifiers.includes('precise'),
      initializer: undefined,
      buffer: -1,
      index: -1,
      tokens: tokensOf(node),
    };
    // In its first value, the name is the variable that is not set yet.
    scopes.add(name, { kind: 'variable', variable: unset });
    const value = node.initializer && this.expressions.initializer(node.initializer, type, node);
    const variable: Variable = { ...unset, initializer: isStatic || isConst ? value : undefined };
    scopes.add(name, { kind: 'variable', variable });
    if (type === ERROR) return undefined;
    if (type === VOID) {
      return undefined;
    }
    if (isStatic) {
      this.expressions.statics.push(variable);
      return undefined;
    }
    return { kind: 'declare', variable, value, declaration: tokensOf(declaration), ...tokensOf(node) };
  }

  #inLoop<Result>(read: () => Result): Result {
    this.#loops++;
    this.#breakable++;
    try {
      return read();
    } finally {
      this.#loops--;
      this.#breakable--;
    }
  }

  /** Variables of a `for` stay declared after it: Microsoft's compiler takes their next declaration with a warning. */
  #for(node: ForNode): TypedStatement {
    const { expressions } = this;
    const start = node.start && this.#check(node.start);
    for (const variable of declaredIn(start)) this.#loopVariables.add(variable);
    return expressions.scopes.inside(() => {
      const condition = node.condition && expressions.condition(node.condition);
      const next = node.next && expressions.check(node.next);
      const body = this.#inLoop(() => this.#scoped(node.body));
      const attributes = this.#attributesOf(node.attributes, OF_LOOPS);
      return { kind: 'loop', attributes, start, condition, next, body, testsLast: false, ...tokensOf(node) };
    });
  }

  #while(node: WhileNode): TypedStatement {
    const condition = this.expressions.condition(node.condition);
    const body = this.#inLoop(() => this.#scoped(node.body));
    const attributes = this.#attributesOf(node.attributes, OF_LOOPS);
    const rest = { start: undefined, next: undefined, testsLast: node.kind === 'do', ...tokensOf(node) };
    return { kind: 'loop', attributes, condition, body, ...rest };
  }

  #switch(node: SwitchNode): TypedStatement {
    const { expressions } = this;
    const given = expressions.scalar(node.value) ?? expressions.faulty(node.value);
    // Floats become unsigned numbers (source: oracle).
    const isUnsigned = given.type.kind === 'numeric' && /uint|float|half|double/.test(given.type.scalar);
    const value = expressions.convert(given, isUnsigned ? UINT : INT);
    const seen = new Set<number | undefined>();
    this.#breakable++;
    reportFallThrough(expressions.reporter, node);
    const cases = expressions.scopes.inside(() =>
      node.cases.map(({ labels, labelTokens, body }) => ({
        labels: labels.map((label, i) => {
          const number = label && expressions.integerOf(label);
          const at = { first: labelTokens[i]!, last: labelTokens[i]! };
          if (label !== undefined && number === undefined) expressions.reporter.report(X3020_CASE, label);
          else if (seen.has(number)) expressions.reporter.report(X3532, at);
          seen.add(number);
          return number;
        }),
        labelTokens: labels.map((label, i) => ({ first: labelTokens[i]!, last: (label?.last ?? labelTokens[i]!) + 1 })),
        body: body.map((statement) => this.#check(statement)),
      })),
    );
    this.#breakable--;
    return {
      kind: 'switch',
      attributes: this.#attributesOf(node.attributes, OF_BRANCHES),
      value,
      cases,
      ...tokensOf(node),
    };
  }

  #return(value: TypedExpression | undefined, node: Tokens): TypedStatement {
    const { reporter } = this.expressions;
    const { name, result } = this.#function!;
    if (value === undefined) {
      if (result !== VOID && result !== ERROR) reporter.report(X3080, node, { name });
      return { kind: 'return', value, ...tokensOf(node) };
    }
    if (result === VOID) {
      if (value.type !== VOID) reporter.report(X3079, node, { name });
      return {
        kind: 'block',
        body: [
          { kind: 'expression', expression: value, ...tokensOf(node) },
          { kind: 'return', value: undefined, ...tokensOf(node) },
        ],
        ...tokensOf(node),
      };
    }
    return { kind: 'return', value: this.expressions.convert(value, result, node), ...tokensOf(node) };
  }

  /** A second variable of a name in one scope: that of a `for` is let through with a warning. */
  #redeclared(known: Known, node: VariableNode): void {
    const { reporter } = this.expressions;
    const { name } = node;
    const variable = known.kind === 'variable' ? known.variable : undefined;
    const isParameter = this.#function?.parameters.some((one) => one.variable === variable);
    reporter.report(isParameter ? X3036 : X3003, node, { name });
  }
}

function declaredIn(statement: TypedStatement | undefined): readonly Variable[] {
  if (statement?.kind === 'declare') return [statement.variable];
  return statement?.kind === 'block' ? statement.body.flatMap(declaredIn) : [];
}

/** Modifiers that a variable of a function cannot have. */
function reportLocal(reporter: Reporter, node: VariableNode, type: HlslType, isConst: boolean): void {
  const { name, initializer, lengths } = node;
  const report = (message: Message) => reporter.report(message, node, { name });
  if (reportLocalModifiers(reporter, node)) return;
  if (lengths.length > 0 && lengths[0] === undefined && initializer === undefined) report(X3074);
  else if (isConst && initializer === undefined && type !== ERROR) report(X3012_MISSING);
}

/** Cases that do something and go on with the next one. */
function reportFallThrough(reporter: Reporter, { cases }: SwitchNode): void {
  if (cases.length === 0) return;
  for (const [i, { body, labelTokens }] of cases.entries()) {
    if (body.length === 0 || body.some((one) => neverEnds(one))) continue;
    const [token] = labelTokens;
    reporter.report(X3533, { first: token!, last: token! });
    const { last } = body.at(-1)!;
    if (i < cases.length - 1) reporter.report(X3537, { first: last, last });
    return;
  }
}

/**
 * Whether nothing after a statement runs, as Microsoft's compiler sees it in a case.
 *
 * @param isInner a `break` ends a construct inside of the case
 */
function neverEnds(node: Statement, isInner = false): boolean {
  const ends = (one: Statement) => neverEnds(one, isInner);
  switch (node.kind) {
    case 'break':
      return !isInner;
    case 'return':
      return true;
    case 'block':
      return node.body.some(ends);
    case 'if':
      return node.whenFalse !== undefined && ends(node.whenTrue) && ends(node.whenFalse);
    case 'switch':
      return (
        node.cases.some(({ labels }) => labels.includes(undefined)) &&
        node.cases.every(({ body }) => body.length === 0 || body.some((one) => neverEnds(one, true)))
      );
    default:
      return false;
  }
}
