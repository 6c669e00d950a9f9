/**
 * Checks calls: of functions of the source, of methods of classes and resources, of intrinsic functions.
 */
import { isResolved, METHOD_NAMES, resolveIntrinsic, resolveMethod, type UnresolvedCall } from '../intrinsics/index.ts';
import { X3004, X3005, X3013, X3013_COUNT, X3067, X3087, X3088, X3097, X3099, X3549 } from '../messages.ts';
import { type CallNode, type Expression, type MemberNode, type Tokens, tokensOf } from '../syntax/tree.ts';
import { chooseOverload } from '../types/conversions.ts';
import { ERROR, type HlslType, type InterfaceType, isOfEffect, type StructType, typeName } from '../types/types.ts';
import type { ExpressionChecker } from './expressions.ts';
import { suggestion } from './scope.ts';
import type { CheckedFunction, TypedExpression } from './typed-tree.ts';

export function checkCall(checker: ExpressionChecker, node: CallNode): TypedExpression {
  const items = node.arguments.map((argument) => checker.check(argument));
  if (node.callee.kind === 'member') return methodCall(checker, node, node.callee, items);
  const { name } = node.callee;
  if (items.some(({ type }) => type === ERROR)) return checker.faulty(node);
  const { self, owner } = checker.method ?? {};
  const ofClass = owner && methodsOf(checker, owner, name);
  const ofThis = () => self && checker.variable(self, node);
  if (ofClass !== undefined && ofClass.length > 0) return callOf(checker, node, name, ofClass, items, ofThis());
  const named = methodsOfName(checker, name);
  if (named !== undefined) {
    const isOfThis = owner !== undefined && isDerived(owner, named[0]!.owner!);
    return callOf(checker, node, name, named, items, isOfThis ? ofThis() : undefined, true);
  }
  const found = checker.scopes.find(name);
  if (found !== undefined && found.kind !== 'functions') {
    checker.reporter.report(X3005, node.callee, { name });
    return checker.faulty(node);
  }
  if (found !== undefined) {
    // A function of the source takes part in the choice among intrinsic functions of its name.
    const isTaken = choose(found.functions, items) !== 'none' || !isResolved(resolveIntrinsic(name, typesOf(items)));
    if (isTaken) return callOf(checker, node, name, found.functions, items, undefined);
  }
  return intrinsicCall(checker, node, name, items);
}

function isDerived(type: StructType, base: StructType): boolean {
  return type === base || (type.base !== undefined && isDerived(type.base, base));
}

/** The methods that `Name::method` is, of the structure itself; undefined for another name. */
function methodsOfName(checker: ExpressionChecker, name: string): readonly CheckedFunction[] | undefined {
  const end = name.lastIndexOf('::');
  const found = end > 0 ? checker.scopes.find(name.slice(0, end)) : undefined;
  return found?.kind === 'type' && found.type.kind === 'struct'
    ? checker.scopes.methods.get(found.type)?.get(name.slice(end + 2))
    : undefined;
}

function typesOf(items: readonly TypedExpression[]): HlslType[] {
  return items.map(({ type }) => type);
}

/** Arguments of a message of a debugger. */
const MAX_MESSAGE = 9;

function intrinsicCall(
  checker: ExpressionChecker,
  node: CallNode,
  name: string,
  items: readonly TypedExpression[],
): TypedExpression {
  const call = resolveIntrinsic(name, typesOf(items));
  if (!isResolved(call)) {
    reportUnresolved(checker, node, name, items, call);
    return checker.faulty(node);
  }
  if (items.length > MAX_MESSAGE && /^(print|error)f$/.test(name))
    checker.reporter.report(X3013_COUNT, node, { name, limit: MAX_MESSAGE });
  const passedItems = items.map((item, i) => passedTo(checker, item, call.parameters[i]!, node));
  return { kind: 'intrinsic', type: call.result, call, arguments: passedItems, ...tokensOf(node) };
}

/** An argument of an intrinsic function or method. */
function passedTo(
  checker: ExpressionChecker,
  item: TypedExpression,
  { type, isOut, isMemory }: BuiltInParameter,
  at: Tokens,
): TypedExpression {
  if (isMemory && !isMemoryLocation(item)) {
    checker.reporter.report(X3549, at);
    return checker.faulty(item);
  }
  return passed(checker, item, type, isOut ? 'out' : 'in', at);
}

/** Whether something is group memory or part of a view for unordered access. */
function isMemoryLocation(item: TypedExpression): boolean {
  let at = item;
  for (;;) {
    switch (at.kind) {
      case 'member':
      case 'element':
      case 'swizzle':
        at = at.object;
        continue;
      case 'convert':
        at = at.operand;
        continue;
      case 'resourceElement':
        return at.object.type.kind === 'object' && /^(RW|Rasterizer)/.test(at.object.type.name);
      case 'variable':
        return at.variable.storage === 'group';
      default:
        return at.type === ERROR;
    }
  }
}

interface BuiltInParameter {
  readonly type: HlslType;
  readonly isOut: boolean;
  readonly isMemory: boolean;
}

function reportUnresolved(
  checker: ExpressionChecker,
  node: CallNode,
  name: string,
  items: readonly TypedExpression[],
  { reason, candidates }: UnresolvedCall,
): void {
  if (reason === 'unknown')
    checker.reporter.report(X3004, node.callee, { name, hint: suggestion(name, checker.scopes.names()) });
  else reportChoice(checker, node, name, items, reason, candidates);
}

/** An argument for a parameter: converted, or for `out` something that can be assigned. */
function passed(
  checker: ExpressionChecker,
  item: TypedExpression,
  type: HlslType,
  direction: 'in' | 'out' | 'inout',
  at: Tokens,
): TypedExpression {
  if (direction === 'in') return checker.convert(item, type, at);
  if (!checker.assignable(item, at)) return checker.faulty(item);
  // Both ways have to be possible; lowering converts.
  if (direction === 'inout') checker.convert(item, type, at);
  checker.convert({ ...checker.faulty(item), type }, item.type, at);
  return item;
}

/** All methods of a name, those of base classes where the class has none. */
function methodsOf(
  checker: ExpressionChecker,
  type: StructType | InterfaceType,
  name: string,
): readonly CheckedFunction[] {
  if (type.kind === 'interface') return checker.scopes.methods.get(type)?.get(name) ?? [];
  for (let at: StructType | undefined = type; at !== undefined; at = at.base) {
    const found = checker.scopes.methods.get(at)?.get(name);
    if (found !== undefined) return found;
  }
  return [];
}

function methodCall(
  checker: ExpressionChecker,
  node: CallNode,
  callee: MemberNode,
  items: readonly TypedExpression[],
): TypedExpression {
  const object = checker.check(callee.object);
  const { type } = object;
  if (type === ERROR || items.some((item) => item.type === ERROR)) return checker.faulty(node);
  const { name } = callee;
  if (type.kind === 'struct' || type.kind === 'interface') {
    const functions = methodsOf(checker, type, name);
    if (functions.length > 0) {
      const call = callOf(checker, node, name, functions, items, object);
      if (call.kind === 'call' && call.object === undefined)
        checker.reporter.report(X3099, node, { name, owner: typeName(type) });
      return call;
    }
  }
  if (type.kind === 'object') {
    const call = resolveMethod(type, name, typesOf(items));
    if (isResolved(call)) {
      const passedItems = items.map((item, i) => passedTo(checker, item, call.parameters[i]!, node));
      return { kind: 'method', type: call.result, call, object, arguments: passedItems, ...tokensOf(node) };
    }
    const [only, another] = call.candidates;
    if (only !== undefined && another === undefined && /Stream</.test(typeName(type)) && items.length === 1) {
      checker.convert(items[0]!, type.element ?? ERROR, node);
      return checker.faulty(node);
    }
    if (call.reason !== 'unknown') {
      reportChoice(checker, node, name, items, call.reason, call.candidates);
      return checker.faulty(node);
    }
  }
  const hasMethods =
    type.kind === 'struct' || (type.kind === 'object' && !/^[Ss]ampler/.test(type.name) && !isOfEffect(type));
  const names = type.kind === 'object' ? METHOD_NAMES : (checker.scopes.methods.get(type as StructType)?.keys() ?? []);
  checker.reporter.report(hasMethods ? X3088 : X3087, callee, {
    name,
    type: typeName(type),
    hint: suggestion(name, names),
  });
  return checker.faulty(node);
}

function choose(
  functions: readonly CheckedFunction[],
  items: readonly TypedExpression[],
): number | 'none' | 'ambiguous' {
  const types = typesOf(items);
  // Parameters with initial values may be left out.
  const candidates = functions.map(({ parameters }) =>
    parameters
      .filter((parameter, i) => i < items.length || parameter.initializer === undefined)
      .map(({ variable }) => variable.type),
  );
  return chooseOverload(candidates, types);
}

function callOf(
  checker: ExpressionChecker,
  node: CallNode,
  name: string,
  functions: readonly CheckedFunction[],
  items: readonly TypedExpression[],
  object: TypedExpression | undefined,
  isQualified = false,
): TypedExpression {
  const chosen = choose(functions, items);
  if (typeof chosen === 'string') {
    // With one function of that many parameters, the argument that does not fit is the fault.
    const fitting = functions.filter(({ parameters }) => parameters.length === items.length);
    if (chosen === 'none' && functions.length === 1 && fitting.length === 1) {
      for (const [i, { variable }] of fitting[0]!.parameters.entries())
        if (checker.convert(items[i]!, variable.type, node).kind === 'faulty') break;
      return checker.faulty(node);
    }
    reportChoice(checker, node, name, items, chosen, functions.map(signatureOf));
    return checker.faulty(node);
  }
  const called = functions[chosen]!;
  const isStatic = called.modifiers.includes('static');
  if (called.owner !== undefined && !isStatic && object === undefined) checker.reporter.report(X3097, node, { name });
  const passedItems = called.parameters.map(({ variable, direction, initializer }, i) =>
    items[i] === undefined ? initializer! : passed(checker, items[i]!, variable.type, direction, node),
  );
  return {
    kind: 'call',
    type: called.result,
    function: called,
    arguments: passedItems,
    object: isStatic ? undefined : object,
    isQualified,
    ...tokensOf(node),
  };
}

function signatureOf({ name, parameters }: CheckedFunction): string {
  return `${name}(${parameters.map(({ variable }) => typeName(variable.type)).join(', ')})`;
}

function reportChoice(
  checker: ExpressionChecker,
  node: Tokens & { readonly arguments: readonly Expression[] },
  name: string,
  items: readonly TypedExpression[],
  reason: 'none' | 'ambiguous',
  candidates: readonly string[],
): void {
  const given = `${name}(${items.map(({ type }) => typeName(type)).join(', ')})`;
  const message = reason === 'none' ? X3013 : X3067;
  checker.reporter.report(message, node, { given, candidates: candidates.slice(0, 6).join(', ') });
}
