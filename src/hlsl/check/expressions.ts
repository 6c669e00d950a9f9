/**
 * Checks expressions: names, types, conversions.
 *
 * Not for: calls (calls.ts).
 */

import type { Message } from '../../base/messages.ts';
import { indexTypeOf, lengthOf } from '../intrinsics/index.ts';
import {
  X3000,
  X3004,
  X3005,
  X3014,
  X3017,
  X3018,
  X3019,
  X3020,
  X3020_BOOL,
  X3020_CONDITION,
  X3022,
  X3037,
  X3081,
  X3082,
  X3092,
  X3097,
  X3120,
  X3121,
  X3203,
  X3205,
  X3206,
  X3504,
} from '../messages.ts';
import {
  type AssignNode,
  type BinaryNode,
  type CallNode,
  type CastNode,
  type ConditionalNode,
  type ConstructNode,
  type Expression,
  type IncrementNode,
  type IndexNode,
  type ListNode,
  type LiteralNode,
  type MemberNode,
  type NameNode,
  type Tokens,
  tokensOf,
  type UnaryNode,
} from '../syntax/tree.ts';
import {
  type BinaryTypes,
  binaryType,
  castTo,
  conditionalType,
  conversionTo,
  literalType,
  type OperandError,
  unaryType,
} from '../types/conversions.ts';
import {
  allMembers,
  BOOL,
  componentCount,
  ERROR,
  elementCount,
  type HlslType,
  INT,
  indexedType,
  isPatch,
  memberIndex,
  type NumericType,
  STRING,
  type StructType,
  scalarCount,
  scalarType,
  typeName,
  UINT,
  VOID,
  vectorType,
  withScalar,
} from '../types/types.ts';
import { isAssignable } from './assignable.ts';
import { knownValue } from './constant-value.ts';
import { checkList } from './lists.ts';
import type { Reporter, Scopes } from './scope.ts';
import { suggestion } from './scope.ts';
import { swizzleOf } from './swizzles.ts';
import type { TypeResolver } from './type-resolver.ts';
import type { CheckedFunction, FaultyExpression, TypedExpression, Variable } from './typed-tree.ts';

/** A number as its literal has it: an int keeps 32 bits, also where it becomes a float. */
function literalValue({ scalar, value }: LiteralNode): number {
  return scalar === 'int' ? value | 0 : value;
}

export class ExpressionChecker {
  /** The method that is checked. */
  method: CheckedFunction | undefined;
  /** The number of scopes around it. */
  methodDepth = 0;
  /** The structure whose members are declared. */
  structure: StructType | undefined;

  constructor(
    readonly reporter: Reporter,
    readonly scopes: Scopes,
    readonly types: TypeResolver,
    /** Static variables of functions, which are set before the program runs. */
    readonly statics: Variable[],
    private readonly checkCall: (checker: ExpressionChecker, node: CallNode) => TypedExpression,
  ) {}

  /** The value of an integer that has to be a literal; undefined where it is none. */
  integerOf(node: Expression): number | undefined {
    const value = knownValue(this.check(node));
    return value?.length === 1 ? Math.trunc(value[0]!) : undefined;
  }

  check(node: Expression): TypedExpression {
    switch (node.kind) {
      case 'literal':
        return { kind: 'constant', type: literalType(node), values: [literalValue(node)], ...tokensOf(node) };
      case 'string':
        return { kind: 'text', type: STRING, text: node.text, ...tokensOf(node) };
      case 'name':
        return this.#name(node);
      case 'unary':
        return this.#unary(node);
      case 'increment':
        return this.#increment(node);
      case 'binary':
        return this.#binary(node);
      case 'assign':
        return this.#assign(node);
      case 'conditional':
        return this.#conditional(node);
      case 'call':
        return this.checkCall(this, node);
      case 'construct':
        return this.#construct(node);
      case 'cast':
        return this.#cast(node);
      case 'index':
        return this.#index(node);
      case 'member':
        return this.#member(node);
      case 'list':
        return this.#looseList(node);
      default: {
        const items = node.items.map((item) => this.check(item));
        this.reporter.report(X3081, node);
        return { kind: 'sequence', type: items.at(-1)!.type, items, ...tokensOf(node) };
      }
    }
  }

  faulty(at: Tokens): FaultyExpression {
    return { kind: 'faulty', type: ERROR, ...tokensOf(at) };
  }

  /** A number of any shape. Something else is reported. */
  numeric(
    expression: TypedExpression,
    message: Message = X3022,
  ): (TypedExpression & { readonly type: NumericType }) | undefined {
    const { type } = expression;
    if (type.kind === 'numeric') return expression as TypedExpression & { readonly type: NumericType };
    if (type !== ERROR) this.reporter.report(message, expression, { types: typeName(type) });
    return undefined;
  }

  /** An expression in another type, by itself; what is not possible is reported. */
  convert(expression: TypedExpression, to: HlslType, at: Tokens = expression): TypedExpression {
    const from = expression.type;
    if (from === to || from === ERROR || to === ERROR) return expression;
    const conversion = conversionTo(from, to);
    if (conversion === undefined) {
      this.reporter.report(X3017, at, { from: typeName(from), to: typeName(to) });
      return this.faulty(at);
    }
    if (conversion.isTruncation) this.reporter.report(X3206, at, { from: typeName(from), to: typeName(to) });
    if (conversion.isNarrowing) this.reporter.report(X3205, at, { from: typeName(from), to: typeName(to) });
    return converted(expression, to);
  }

  /** A scalar that is true or false. */
  condition(node: Expression): TypedExpression {
    const value = this.scalar(node);
    return value === undefined ? this.faulty(node) : this.convert(value, BOOL);
  }

  /** A scalar; undefined after a report. */
  scalar(node: Expression): TypedExpression | undefined {
    const made = this.check(node);
    // An array of one number is no scalar, either.
    if (made.type.kind === 'struct' || (made.type.kind === 'array' && scalarCount(made.type) === 1)) {
      this.reporter.report(X3020, made, { operator: '()', types: typeName(made.type) });
      return undefined;
    }
    const value = this.numeric(made, X3019);
    if (value === undefined) return undefined;
    if (componentCount(value.type) > 1) {
      this.reporter.report(X3019, node, { types: typeName(value.type) });
      return undefined;
    }
    return value;
  }

  #name(node: NameNode): TypedExpression {
    // Members hide what is declared outside of the method.
    const inside = this.scopes.findFrom(node.name, this.methodDepth);
    const inherited = inside === undefined ? this.memberOfSelf(node.name, node) : undefined;
    if (inherited !== undefined) return inherited;
    const found = this.scopes.find(node.name);
    const variable = found?.kind === 'variable' || found?.kind === 'effectObject' ? found.variable : undefined;
    if (variable !== undefined) return variable.type === ERROR ? this.faulty(node) : this.variable(variable, node);
    if (node.name === 'this' && this.method?.self !== undefined) return this.variable(this.method.self, node);
    if (found === undefined) {
      const hint = suggestion(node.name, this.scopes.names());
      this.reporter.report(X3004, node, { name: node.name, hint });
    } else this.reporter.report(X3005, node, { name: node.name });
    return this.faulty(node);
  }

  variable(variable: Variable, at: Tokens): TypedExpression {
    return { kind: 'variable', type: variable.type, variable, ...tokensOf(at) };
  }

  /** A member of the object whose method is checked. */
  memberOfSelf(name: string, at: Tokens): TypedExpression | undefined {
    const { self, owner = this.structure } = this.method ?? {};
    if (owner === undefined) return undefined;
    const known = this.#staticOf(owner, name);
    if (known !== undefined) return this.variable(known, at);
    if (self !== undefined) return this.#memberOf(this.variable(self, at), owner, name, at);
    if (!allMembers(owner).some((member) => member.name === name)) return undefined;
    this.reporter.report(X3097, at, { name });
    return this.faulty(at);
  }

  /** A static member of a structure, or of one of its bases. */
  #staticOf(owner: StructType, name: string): Variable | undefined {
    for (let type: StructType | undefined = owner; type !== undefined; type = type.base) {
      const found = this.scopes.find(`${type.name}::${name}`);
      if (found?.kind === 'variable') return found.variable;
    }
    return undefined;
  }

  #memberOf(object: TypedExpression, type: StructType, name: string, at: Tokens): TypedExpression | undefined {
    const members = allMembers(type);
    const number = memberIndex(type, name);
    if (number < 0) return undefined;
    const offset = members.slice(0, number).reduce((sum, before) => sum + scalarCount(before.type), 0);
    return { kind: 'member', type: members[number]!.type, object, name, offset, ...tokensOf(at) };
  }

  #member(node: MemberNode): TypedExpression {
    const object = this.check(node.object);
    const { type } = object;
    if (type === ERROR) return this.faulty(node);
    if (type.kind === 'struct') {
      const member = this.#memberOf(object, type, node.name, node);
      if (member !== undefined) return member;
      const hint = suggestion(
        node.name,
        allMembers(type).map(({ name }) => name),
      );
      this.reporter.report(X3018, node, { name: node.name, type: typeName(type), hint });
      return this.faulty(node);
    }
    const length = type.kind === 'object' && node.name === 'Length' ? lengthOf(type) : undefined;
    if (length !== undefined)
      return { kind: 'method', type: length.result, call: length, object, arguments: [], ...tokensOf(node) };
    if (type.kind === 'numeric') {
      const components = swizzleOf(node.name, type);
      if (components !== undefined) {
        const made = components.length === 1 ? scalarType(type.scalar) : vectorType(type.scalar, components.length);
        return { kind: 'swizzle', type: made, object, components, ...tokensOf(node) };
      }
    }
    this.reporter.report(X3018, node, { name: node.name, type: typeName(type), hint: '' });
    return this.faulty(node);
  }

  #index(node: IndexNode): TypedExpression {
    const level = this.#levelOf(node);
    if (level !== undefined) return level;
    const object = this.check(node.object);
    const { type } = object;
    const given = this.check(node.index);
    if (type === ERROR || given.type === ERROR) return this.faulty(node);
    if (type.kind === 'object') return this.#resourceElement(object, type, given, undefined, undefined, node);
    const element = indexedType(type);
    if (element === undefined) {
      this.reporter.report(X3121, node, { type: typeName(type) });
      return this.faulty(node);
    }
    // A vector of one component is no index, but an operation on one may be.
    const isScalar = given.type.kind === 'numeric' && componentCount(given.type) === 1;
    if (!isScalar || (given.type.shape !== 'scalar' && node.index.kind !== 'binary')) {
      this.reporter.report(X3120, node, { expected: 1, given: typeName(given.type) });
      return this.faulty(node);
    }
    // An index that is a float becomes unsigned.
    const isUnsigned = !/^(int|min1\dint)$/.test(given.type.scalar);
    const index = this.convert(given, isUnsigned ? UINT : INT);
    const known = knownValue(index)?.[0];
    const count = elementCount(type);
    if (known !== undefined && count > 0 && (known < 0 || known >= count))
      this.reporter.report(X3504, node, { index: known, count });
    return { kind: 'element', type: element, object, index, ...tokensOf(node) };
  }

  /** `t.mips[level][index]` and `t.sample[number][index]`. */
  #levelOf(node: IndexNode): TypedExpression | undefined {
    const { object: inner } = node;
    if (inner.kind !== 'index' || inner.object.kind !== 'member') return undefined;
    const { name, object } = inner.object;
    if (name !== 'mips' && name !== 'sample') return undefined;
    const resource = this.check(object);
    if (resource.type.kind !== 'object') return undefined;
    const level = this.convert(this.check(inner.index), UINT);
    return this.#resourceElement(resource, resource.type, this.check(node.index), level, name, node);
  }

  #resourceElement(
    object: TypedExpression,
    type: Extract<HlslType, { kind: 'object' }>,
    given: TypedExpression,
    level: TypedExpression | undefined,
    levelKind: 'mips' | 'sample' | undefined,
    node: IndexNode,
  ): TypedExpression {
    const wanted = isPatch(type) ? UINT : indexTypeOf(type);
    if (wanted === undefined || type.element === undefined) {
      this.reporter.report(X3121, node, { type: typeName(type) });
      return this.faulty(node);
    }
    const expected = wanted.columns;
    if (given.type.kind !== 'numeric' || componentCount(given.type) !== expected) {
      if (given.type !== ERROR) this.reporter.report(X3120, node, { expected, given: typeName(given.type) });
      return this.faulty(node);
    }
    const index = this.convert(given, wanted);
    return { kind: 'resourceElement', type: type.element, object, index, level, levelKind, ...tokensOf(node) };
  }

  #unary(node: UnaryNode): TypedExpression {
    const operand = this.check(node.operand);
    if (operand.type === ERROR) return this.faulty(node);
    const type = unaryType(node.operator, operand.type);
    if (typeof type === 'string') return this.#operandError(type, node.operator, [operand], node);
    if (node.operator === '+') return converted(operand, type);
    if (node.operator === '-' && type.scalar === 'uint') this.reporter.report(X3092, node);
    return { kind: 'unary', type, operator: node.operator, operand: converted(operand, type), ...tokensOf(node) };
  }

  #operandError(
    code: OperandError,
    operator: string,
    operands: readonly TypedExpression[],
    at: Tokens,
  ): FaultyExpression {
    const types = operands.map(({ type }) => typeName(type)).join(' and ');
    const messages = { X3017: X3020, X3020, X3022, X3082 };
    this.reporter.report(messages[code], at, { operator, types });
    return this.faulty(at);
  }

  #binary(node: BinaryNode): TypedExpression {
    const left = this.check(node.left);
    const right = this.check(node.right);
    return this.#operate(node.operator, left, right, node);
  }

  /** The types of an operation, with the warnings about its operands. */
  #typesOf(
    operator: BinaryNode['operator'],
    left: TypedExpression,
    right: TypedExpression,
    node: Tokens,
  ): BinaryTypes | undefined {
    if (left.type === ERROR || right.type === ERROR) return undefined;
    const types = binaryType(operator, left.type, right.type);
    if (typeof types === 'string') {
      this.#operandError(types, operator, [left, right], node);
      return undefined;
    }
    const values = { from: typeName(left.type), to: typeName(types.result) };
    if (types.isTruncation) this.reporter.report(X3206, node, values);
    if (types.isNarrowing) this.reporter.report(X3205, node, values);
    if (types.hasMixedSigns) this.reporter.report(X3203, node);
    return types;
  }

  #operate(
    operator: BinaryNode['operator'],
    left: TypedExpression,
    right: TypedExpression,
    node: Tokens,
  ): TypedExpression {
    const types = this.#typesOf(operator, left, right, node);
    if (types === undefined) return this.faulty(node);
    return {
      kind: 'binary',
      type: types.result,
      operator,
      left: converted(left, types.left),
      right: converted(right, types.right),
      ...tokensOf(node),
    };
  }

  /** Gives a constant a static variable, which begins with its value and is used instead of it everywhere. */
  makeChangeable(variable: Variable): void {
    if (variable.changed !== undefined) return;
    const { type, tokens } = variable;
    const initializer: TypedExpression = { kind: 'variable', type, variable: { ...variable }, ...tokens };
    variable.changed = { ...variable, storage: 'static', initializer };
    this.statics.push(variable.changed);
  }

  /** Whether something can be assigned; reports it where it cannot. */
  assignable(target: TypedExpression, where: Tokens = target): boolean {
    return isAssignable(this, target, where);
  }

  #assign(node: AssignNode): TypedExpression {
    const target = this.check(node.target);
    const given = node.value.kind === 'list' ? this.initializer(node.value, target.type, node) : this.check(node.value);
    if (target.type === ERROR || given.type === ERROR) return this.faulty(node);
    if (node.operator !== undefined && target.type.kind === 'object' && this.numeric(target) === undefined)
      return this.faulty(node);
    if (!this.assignable(target)) return this.faulty(node);
    if (node.operator === undefined)
      return {
        kind: 'assign',
        type: target.type,
        target,
        value: this.convert(given, target.type, node),
        ...tokensOf(node),
      };
    return this.#update(node.operator, target, given, false, node);
  }

  #update(
    operator: BinaryNode['operator'],
    target: TypedExpression,
    given: TypedExpression,
    givesOld: boolean,
    node: Tokens,
  ): TypedExpression {
    const { type } = target;
    if (type.kind === 'numeric' && type.scalar === 'bool') {
      this.reporter.report(X3020_BOOL, node);
      return this.faulty(node);
    }
    const types = this.#typesOf(operator, target, given, node);
    if (types === undefined || type.kind !== 'numeric') return this.faulty(node);
    const operation: TypedExpression = { ...this.faulty(node), type: types.result };
    this.convert(operation, type);
    return {
      kind: 'update',
      type,
      operator,
      operandType: types.left,
      target,
      value: converted(given, types.right),
      givesOld,
      ...tokensOf(node),
    };
  }

  #increment(node: IncrementNode): TypedExpression {
    const target = this.numeric(this.check(node.operand));
    if (target === undefined || !this.assignable(target)) return this.faulty(node);
    const one: TypedExpression = { kind: 'constant', type: INT, values: [1], ...tokensOf(node) };
    return this.#update(node.operator === '++' ? '+' : '-', target, one, !node.isPrefix, node);
  }

  #conditional(node: ConditionalNode): TypedExpression {
    const condition = this.numeric(this.check(node.condition), X3020_CONDITION);
    const whenTrue = this.check(node.whenTrue);
    const whenFalse = this.check(node.whenFalse);
    if (condition === undefined || whenTrue.type === ERROR || whenFalse.type === ERROR) return this.faulty(node);
    const isNumber = whenTrue.type.kind === 'numeric' && whenFalse.type.kind === 'numeric';
    if (!isNumber && whenTrue.type === whenFalse.type) {
      const one = this.convert(converted(condition, withScalar(condition.type, 'bool')), BOOL);
      return { kind: 'conditional', type: whenTrue.type, condition: one, whenTrue, whenFalse, ...tokensOf(node) };
    }
    const types = conditionalType(condition.type, whenTrue.type, whenFalse.type);
    if (typeof types === 'string') return this.#operandError(types, '?:', [condition, whenTrue, whenFalse], node);
    const values = { from: typeName(whenTrue.type), to: typeName(types.result) };
    if (types.isTruncation) this.reporter.report(X3206, node, values);
    if (types.isNarrowing) this.reporter.report(X3205, node, values);
    return {
      kind: 'conditional',
      type: types.result,
      condition: converted(condition, types.condition),
      whenTrue: converted(whenTrue, types.result),
      whenFalse: converted(whenFalse, types.result),
      ...tokensOf(node),
    };
  }

  #construct(node: ConstructNode): TypedExpression {
    const type = this.types.resolve(node.type);
    const items = node.arguments.map((argument) => this.check(argument));
    if (type === ERROR || items.some((item) => item.type === ERROR)) return this.faulty(node);
    if (type.kind !== 'numeric') {
      this.reporter.report(X3037, node, { expected: 0, given: items.length });
      return this.faulty(node);
    }
    const isScalar = items.length === 1 && type.shape === 'scalar';
    if (!isScalar && items.map((item) => this.numeric(item)).includes(undefined)) return this.faulty(node);
    const given = items.reduce((sum, item) => sum + scalarCount(item.type), 0);
    if (given === 1 && isScalar) return this.#explicit(items[0]!, type, node);
    if (given !== componentCount(type)) {
      this.reporter.report(X3014, node, { expected: componentCount(type), given });
      return this.faulty(node);
    }
    return { kind: 'build', type, items, ...tokensOf(node) };
  }

  #cast(node: CastNode): TypedExpression {
    const type = this.types.array(this.types.resolve(node.type), node.lengths, undefined, node);
    const operand = this.check(node.operand);
    return this.#explicit(operand, type, node);
  }

  #explicit(operand: TypedExpression, type: HlslType, node: Tokens): TypedExpression {
    if (operand.type === ERROR || type === ERROR) return this.faulty(node);
    if (type === VOID || castTo(operand.type, type) === undefined) {
      this.reporter.report(X3017, node, { from: typeName(operand.type), to: typeName(type) });
      return this.faulty(node);
    }
    return { ...converted(operand, type), ...tokensOf(node) };
  }

  /** A list in braces whose type is not known: only an assignment and a declaration give it one. */
  #looseList(node: ListNode): TypedExpression {
    this.reporter.report(X3000, this.#braceOf(node), { found: "'{'" });
    return this.faulty(node);
  }

  #braceOf({ first }: ListNode): Tokens {
    return { first, last: first };
  }

  /** The initial value of a variable. */
  initializer(node: Expression, type: HlslType, at: Tokens = node): TypedExpression {
    return node.kind === 'list' ? checkList(this, node, type, at) : this.convert(this.check(node), type, at);
  }
}

/** An expression in another type, without a check. */
export function converted(expression: TypedExpression, type: HlslType): TypedExpression {
  if (expression.type === type) return expression;
  return { kind: 'convert', type, operand: expression, ...tokensOf(expression) };
}
