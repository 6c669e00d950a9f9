/**
 * Which bodies of loops are nothing but simple arithmetic, so that Microsoft's compiler unrolls the loops by itself.
 *
 * It looks at a body with the values that a counter has in each iteration, and what follows from them: what they make
 * a constant is simple. Of the rest, a sample, a load or a function such as a logarithm is not, and from model 4 on
 * neither is a branch, a choice, a division, or the difference of integers (source: oracle).
 */
import { appendTo, getOrInsert } from '../../base/collections.ts';
import { isOfFloats, knownValue, LITERALS } from '../check/constant-value.ts';
import type {
  CheckedFunction,
  LoopStatement,
  TypedExpression,
  TypedStatement,
  UpdateExpression,
  Variable,
} from '../check/typed-tree.ts';
import { type HlslType, scalarCount } from '../types/types.ts';
import { AssignedVariables } from './assigned.ts';
import type { Lowering } from './lowering.ts';

/** The profile whose loops have no loops inside. */
export const NO_NESTING = 'vs_2_a';
/** Operations of a branch that becomes a choice. */
const MAX_FLATTENED = 48;
/** The largest exponent of a power that becomes products when a loop is unrolled; those of integers only. */
const MAX_POWER = 256;

/** Functions that are a single simple instruction, or a few. */
const SIMPLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'D3DCOLORtoUBYTE4',
  'abs',
  'all',
  'any',
  'asfloat',
  'asint',
  'asuint',
  'ceil',
  'clamp',
  'cross',
  'degrees',
  'determinant',
  'dot',
  'dst',
  'floor',
  'frac',
  'isfinite',
  'isinf',
  'isnan',
  'lerp',
  'mad',
  'max',
  'min',
  'modf',
  'mul',
  'normalize',
  'radians',
  'rcp',
  'reflect',
  'round',
  'rsqrt',
  'saturate',
  'smoothstep',
  'transpose',
  'trunc',
]);

/** Functions that choose values or have roots, which models 1 to 3 compute with simple instructions. */
const SIMPLE_BEFORE_SM4: ReadonlySet<string> = new Set([
  'acos',
  'asin',
  'atan',
  'atan2',
  'distance',
  'faceforward',
  'fmod',
  'length',
  'refract',
  'sign',
  'sqrt',
  'step',
]);

/** Functions of angles; models 1 to 3 take those of vectors for simple ones. */
const OF_ANGLES: ReadonlySet<string> = new Set(['cos', 'sin', 'tan']);

/** Functions that are simple from model 4 on. */
const SIMPLE_SINCE_SM4: ReadonlySet<string> = new Set([
  'ddx',
  'ddx_coarse',
  'ddx_fine',
  'ddy',
  'ddy_coarse',
  'ddy_fine',
  'frexp',
  'fwidth',
]);

/** Whether the value of a variable is known in each iteration. */
type IsKnown = (variable: Variable) => boolean;

/**
 * Whether the body of a loop whose iterations are known is nothing but simple arithmetic.
 *
 * @param hasKnownStart whether the value of a variable is known before the loop
 */
export function hasSimpleBody(l: Lowering, { body, next }: LoopStatement, hasKnownStart: IsKnown): boolean {
  const changes = new Changes();
  changes.statement(body);
  changes.expression(next);
  const check = new SimpleCheck(l, (variable) => isLiteral(variable) || hasKnownStart(variable));
  const inside = check.with(changes);
  return inside.isSimple(body) && (next === undefined || inside.isSimpleExpression(next));
}

/** Whether a statement is nothing but simple arithmetic for any values of its variables. */
export function isSimple(l: Lowering, statement: TypedStatement): boolean {
  return new SimpleCheck(l, isLiteral).isSimple(statement);
}

function isLiteral(variable: Variable): boolean {
  return LITERALS(variable) !== undefined;
}

/** Collects the values that a part of a program assigns. */
class Changes extends AssignedVariables {
  readonly declared = new Set<Variable>();
  /** The values of each variable but those that a function gives it. */
  readonly values = new Map<Variable, TypedExpression[]>();

  override statement(statement: TypedStatement | undefined): void {
    if (statement?.kind === 'declare') {
      this.declared.add(statement.variable);
      if (statement.value !== undefined) appendTo(this.values, statement.variable, statement.value);
    }
    super.statement(statement);
  }

  override expression(expression: TypedExpression | undefined): void {
    if (expression?.kind === 'assign' || expression?.kind === 'update') {
      let { target } = expression;
      while (target.kind === 'member' || target.kind === 'swizzle') target = target.object;
      if (target.kind === 'variable') appendTo(this.values, target.variable, expression);
    }
    super.expression(expression);
  }
}

type CallExpression = Extract<TypedExpression, { readonly kind: 'call' }>;
type BranchStatement = Extract<TypedStatement, { readonly kind: 'if' }>;

/** Facts about a function whose parameters are known or not. */
interface FunctionFacts {
  /** Undefined while the variables of the function are looked at. */
  inside?: SimpleCheck;
  isSimple?: boolean;
  isKnown?: boolean;
}

/** Looks at a part of a program, where the values of some variables are known. */
class SimpleCheck {
  constructor(
    private readonly l: Lowering,
    private readonly isKnownVariable: IsKnown,
    private readonly functions: Map<CheckedFunction, Map<string, FunctionFacts>> = new Map(),
    /** Whether the part is the body of a function, which may return. */
    private readonly isFunction = false,
  ) {}

  /** The check of a part that assigns something: a variable is known if all that it is assigned is. */
  with({ declared, values, variables }: Changes): SimpleCheck {
    const unknown = new Set([...variables].filter((variable) => !values.has(variable)));
    const isKnown: IsKnown = (variable) => {
      if (!values.has(variable)) return !unknown.has(variable) && this.isKnownVariable(variable);
      return !unknown.has(variable) && (declared.has(variable) || this.isKnownVariable(variable));
    };
    const inside = new SimpleCheck(this.l, isKnown, this.functions, this.isFunction);
    for (let count = -1; count !== unknown.size; ) {
      count = unknown.size;
      for (const [variable, given] of values)
        if (!unknown.has(variable) && !given.every((value) => inside.isKnown(value))) unknown.add(variable);
    }
    return inside;
  }

  isSimple(statement: TypedStatement): boolean {
    const { isDirect3D9 } = this.l;
    switch (statement.kind) {
      case 'block':
        return statement.body.every((one) => this.isSimple(one));
      case 'expression':
        return this.isSimpleExpression(statement.expression);
      case 'declare':
        return statement.value === undefined || this.isSimpleExpression(statement.value);
      case 'if':
        return this.#isSimpleBranch(statement);
      case 'switch':
        return (
          this.isKnown(statement.value) && statement.cases.every(({ body }) => body.every((one) => this.isSimple(one)))
        );
      case 'loop':
        return this.#isSimpleLoop(statement);
      case 'break':
      case 'continue':
        return true;
      case 'return':
        return (
          (isDirect3D9 || this.isFunction) &&
          (statement.value === undefined || this.isSimpleExpression(statement.value))
        );
      default:
        return false;
    }
  }

  /** Whether a branch is decided, or becomes a choice of simple values. */
  #isSimpleBranch({ attributes, condition, whenTrue, whenFalse }: BranchStatement): boolean {
    if (!this.isKnown(condition)) {
      if (!this.l.isDirect3D9 || attributes.some(({ name }) => name === 'branch')) return false;
      const operations = new OperationCount();
      operations.statement(whenTrue);
      operations.statement(whenFalse);
      if (operations.count > MAX_FLATTENED || !this.isSimpleExpression(condition)) return false;
    }
    return this.isSimple(whenTrue) && (whenFalse === undefined || this.isSimple(whenFalse));
  }

  /** Whether a loop in a loop is unrolled with it. */
  #isSimpleLoop({ attributes, start, condition, next, body }: LoopStatement): boolean {
    const { profile } = this.l.module.facts;
    const has = (attribute: string) => attributes.some(({ name }) => name === attribute);
    // Pixel shaders have no index of a constant: loops that would need one are unrolled.
    const needsIndex = profile.startsWith('ps_3') && start !== undefined && !has('loop') && indexesArrays(body);
    if (!has('unroll') && profile !== NO_NESTING && !needsIndex) return false;
    const changes = new Changes();
    changes.statement(start);
    changes.expression(next);
    changes.statement(body);
    const inside = this.with(changes);
    return (
      [condition, next].every((one) => one === undefined || inside.isSimpleExpression(one)) && inside.isSimple(body)
    );
  }

  isSimpleExpression(expression: TypedExpression): boolean {
    const { isDirect3D9 } = this.l;
    const areSimple = (parts: readonly TypedExpression[]) => parts.every((one) => this.isSimpleExpression(one));
    switch (expression.kind) {
      case 'constant':
        return true;
      case 'variable':
        return expression.variable.storage !== 'group';
      case 'member':
      case 'swizzle':
        return this.isSimpleExpression(expression.object);
      case 'element':
        return areSimple([expression.object, expression.index]);
      case 'convert':
        return this.isSimpleExpression(expression.operand);
      case 'unary':
        if (expression.operator === '-' && this.#isSlow('-', expression.operand.type) && !isFolded(expression))
          return false;
        return this.isSimpleExpression(expression.operand);
      case 'build':
      case 'sequence':
        return areSimple(expression.items);
      case 'binary':
        if (this.#isSlow(expression.operator, expression.left.type) && !this.isKnown(expression)) return false;
        return areSimple([expression.left, expression.right]);
      case 'assign':
        return areSimple([expression.target, expression.value]);
      case 'update':
        if (
          this.#isSlow(expression.operator, expression.operandType) &&
          !isStep(expression) &&
          !this.isKnown(expression)
        )
          return false;
        return areSimple([expression.target, expression.value]);
      case 'conditional':
        return (
          (isDirect3D9 ? this.isSimpleExpression(expression.condition) : this.isKnown(expression.condition)) &&
          areSimple([expression.whenTrue, expression.whenFalse])
        );
      case 'intrinsic':
        return (this.#isSimpleFunction(expression) || this.isKnown(expression)) && areSimple(expression.arguments);
      case 'call':
        return areSimple(expression.arguments) && this.#isSimpleCall(expression);
      default:
        return false;
    }
  }

  /** Whether an operation is not simple if its result is not known. */
  #isSlow(operator: string, type: HlslType): boolean {
    if (this.l.isDirect3D9) return false;
    return /^[/%]$/.test(operator) || (operator === '-' && isOfIntegers(type));
  }

  #isSimpleFunction({ call, arguments: values }: Extract<TypedExpression, { readonly kind: 'intrinsic' }>): boolean {
    const { name } = call;
    if (name === 'pow') {
      if (this.isKnown(values[1]!) && !isFolded(values[1]!)) return true;
      const exponent = knownValue(values[1]!, LITERALS)?.[0];
      return (
        exponent !== undefined && (exponent === 0.5 || (Number.isInteger(exponent) && Math.abs(exponent) <= MAX_POWER))
      );
    }
    if (name === 'abs' && !this.l.isDirect3D9 && isOfIntegers(values[0]!.type)) return false;
    if (OF_ANGLES.has(name)) return this.l.isDirect3D9 && scalarCount(values[0]!.type) > 1;
    return SIMPLE_FUNCTIONS.has(name) || (this.l.isDirect3D9 ? SIMPLE_BEFORE_SM4 : SIMPLE_SINCE_SM4).has(name);
  }

  /** Whether the value of an expression is known in each iteration. */
  isKnown(expression: TypedExpression): boolean {
    const areKnown = (parts: readonly TypedExpression[]) => parts.every((one) => this.isKnown(one));
    switch (expression.kind) {
      case 'constant':
        return true;
      case 'variable':
        return this.isKnownVariable(expression.variable);
      case 'member':
      case 'swizzle':
        return this.isKnown(expression.object);
      case 'element':
        return areKnown([expression.object, expression.index]);
      case 'convert':
        return this.isKnown(expression.operand);
      case 'unary':
        return (
          this.isKnown(expression.operand) &&
          (!this.#isUnfolded(expression.operator, expression.type) || isFolded(expression))
        );
      case 'build':
      case 'sequence':
        return areKnown(expression.items);
      case 'binary':
        if (this.#isUnfolded(expression.operator, expression.left.type) && !isFolded(expression)) return false;
        return areKnown([expression.left, expression.right]);
      case 'assign':
        return this.isKnown(expression.value);
      case 'update':
        if (this.#isUnfolded(expression.operator, expression.operandType) && !isStep(expression)) return false;
        return areKnown([expression.target, expression.value]);
      case 'conditional':
        return areKnown([expression.condition, expression.whenTrue, expression.whenFalse]);
      case 'intrinsic': {
        const { name, parameters } = expression.call;
        if (parameters.some(({ isOut }) => isOut)) return false;
        if (/^(abs|sign)$/.test(name) && this.#isUnfolded('-', expression.arguments[0]!.type)) return false;
        return areKnown(expression.arguments);
      }
      case 'call':
        return areKnown(expression.arguments) && this.#isKnownResult(expression);
      default:
        return false;
    }
  }

  /** Operations that Microsoft's compiler does not compute here: they have negations of integers in them. */
  #isUnfolded(operator: string, type: HlslType): boolean {
    if (this.l.isDirect3D9 || !isOfIntegers(type)) return false;
    return operator === '-' || (/^[/%]$/.test(operator) && !isOfUnsigned(type));
  }

  #isSimpleCall(call: CallExpression): boolean {
    const facts = this.#factsOf(call);
    if (facts.isSimple !== undefined) return facts.isSimple;
    // For a function that calls itself, which is refused later.
    facts.isSimple = false;
    facts.isSimple = facts.inside?.isSimple(call.function.body!) ?? false;
    return facts.isSimple;
  }

  #isKnownResult(call: CallExpression): boolean {
    const facts = this.#factsOf(call);
    const { body, parameters } = call.function;
    if (facts.isKnown !== undefined) return facts.isKnown;
    facts.isKnown = false;
    facts.isKnown =
      parameters.every(({ direction }) => direction === 'in') && (facts.inside?.hasKnownResult(body!) ?? false);
    return facts.isKnown;
  }

  /** Whether a body returns known values, and decides by known values which. */
  hasKnownResult(body: TypedStatement): boolean {
    const isKnown = (value: TypedExpression) => this.isKnown(value);
    let isFound = true;
    const search = new (class extends AssignedVariables {
      override statement(statement: TypedStatement | undefined): void {
        if (statement?.kind === 'loop') isFound = false;
        else if (statement?.kind === 'if') isFound &&= isKnown(statement.condition);
        else if (statement?.kind === 'return' || statement?.kind === 'switch')
          isFound &&= statement.value === undefined || isKnown(statement.value);
        if (isFound) super.statement(statement);
      }
    })();
    search.statement(body);
    return isFound;
  }

  #factsOf({ function: called, arguments: values }: CallExpression): FunctionFacts {
    const known = new Set<Variable>();
    let key = '';
    for (const [i, { variable, direction }] of called.parameters.entries()) {
      const isKnown = direction === 'in' && this.isKnown(values[i]!);
      if (isKnown) known.add(variable);
      key += isKnown ? '1' : '0';
    }
    const ofFunction = getOrInsert(this.functions, called, () => new Map<string, FunctionFacts>());
    const before = ofFunction.get(key);
    if (before !== undefined) return before;
    const facts: FunctionFacts = {};
    ofFunction.set(key, facts);
    if (called.body === undefined) return facts;
    const changes = new Changes();
    changes.statement(called.body);
    const outside = new SimpleCheck(this.l, (one) => known.has(one) || isLiteral(one), this.functions, true);
    facts.inside = outside.with(changes);
    return facts;
  }
}

/** Whether a statement chooses elements of arrays by values that the source does not have. */
function indexesArrays(statement: TypedStatement): boolean {
  let found = false;
  const search = new (class extends AssignedVariables {
    override expression(expression: TypedExpression | undefined): void {
      found ||=
        expression?.kind === 'element' && expression.object.type.kind === 'array' && !isFolded(expression.index);
      super.expression(expression);
    }
  })();
  search.statement(statement);
  return found;
}

/** Whether an expression is one of constants of the source, which is computed when it is read. */
function isFolded(expression: TypedExpression): boolean {
  return knownValue(expression, LITERALS) !== undefined;
}

/** Whether an update is `++` or `--`, which add 1 or -1: the source has no value for them. */
function isStep({ value, first }: UpdateExpression): boolean {
  return value.first === first;
}

function isOfIntegers(type: HlslType): boolean {
  return type.kind === 'numeric' && !isOfFloats(type) && /int/.test(type.scalar);
}

function isOfUnsigned(type: HlslType): boolean {
  return type.kind === 'numeric' && /uint/.test(type.scalar);
}

/** Counts operations as Microsoft's compiler does where it looks for short branches: additions are none. */
class OperationCount extends AssignedVariables {
  static readonly #ofFunctions = new WeakMap<CheckedFunction, number>();
  count = 0;

  override expression(expression: TypedExpression | undefined): void {
    const { kind } = expression ?? {};
    if (kind === 'intrinsic' || kind === 'conditional') this.count++;
    if ((expression?.kind === 'binary' || expression?.kind === 'update') && !/[+-]/.test(expression.operator))
      this.count++;
    if (expression?.kind === 'call') this.count += OperationCount.#of(expression.function);
    super.expression(expression);
  }

  static #of(called: CheckedFunction): number {
    let known = OperationCount.#ofFunctions.get(called);
    if (known !== undefined) return known;
    // A function that calls itself is refused later.
    OperationCount.#ofFunctions.set(called, 0);
    const inside = new OperationCount();
    inside.statement(called.body);
    known = inside.count;
    OperationCount.#ofFunctions.set(called, known);
    return known;
  }
}
