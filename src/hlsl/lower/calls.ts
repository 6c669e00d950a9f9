/**
 * Calls: the body of a function instead of its call, intrinsic functions, and methods of resources and streams.
 */
import { refOf } from '../../ir/builder.ts';
import { knownValue } from '../check/constant-value.ts';
import { endsWithoutReturn } from '../check/flow.ts';
import { newVariable } from '../check/globals.ts';
import type {
  CallExpression,
  CheckedFunction,
  IntrinsicExpression,
  MethodExpression,
  TypedExpression,
  TypedStatement,
  Variable,
} from '../check/typed-tree.ts';
import { type Argument, lowerIntrinsic, lowerMethod, type MemoryRef } from '../intrinsics/index.ts';
import { sample } from '../intrinsics/textures.ts';
import { MAX_CALLS } from '../limits.ts';
import { DX6204, DX6208, X3500, X3507, X3510, X4595 } from '../messages.ts';
import { tokensOf } from '../syntax/tree.ts';
import { FLOAT4, hasResources, type NumericType, objectType, type StructType, VOID } from '../types/types.ts';
import { AssignedVariables, assignedIn } from './assigned.ts';
import { NATIVE_FUNCTIONS, type NativeFunction } from './bindings.ts';
import {
  assignAt,
  componentInMemory,
  convertScalars,
  locationOf,
  lowerObject,
  lowerValue,
  objectState,
  targetLocation,
  undefinedOf,
} from './expressions.ts';
import { callPointer, pointerOf, shareInstance } from './interfaces.ts';
import type { Location } from './locations.ts';
import type { CallingExpression, Lowering, VariableState } from './lowering.ts';
import { byteAddress, readLocation, writeLocation } from './memory.ts';
import { shareObjects } from './resources.ts';
import { refuseNegative } from './sm1-refusals.ts';
import { bodyOf } from './tail-jumps.ts';
import { knownStart } from './unrolling.ts';
import { warnOfCall } from './warnings.ts';

/** The type of a function that stays a call. */
const FUNCTION = /* @__PURE__ */ objectType('Texture2D', FLOAT4);

/** An argument that is assigned at the end of a call. */
interface Output {
  /** undefined for a resource. */
  readonly target: Location | undefined;
  readonly argument: TypedExpression;
  readonly variable: Variable;
  readonly location: Location;
}

/** The scalars that a call gives. */
export function lowerCalling(l: Lowering, expression: CallingExpression): readonly number[] {
  switch (expression.kind) {
    case 'call':
      return lowerCall(l, expression);
    case 'intrinsic':
      return lowerIntrinsicCall(l, expression);
    default:
      return lowerMethodCall(l, expression);
  }
}

/** An argument that is known before its function is: its value, or its meaning. */
interface PreparedArgument {
  readonly argument: TypedExpression;
  /** The meaning of an argument that is no value. */
  readonly state: VariableState | undefined;
  readonly refs: readonly number[] | undefined;
  /** Where the result of the parameter goes. */
  readonly target: Location | undefined;
}

/**
 * The array of constants that an argument is, if the function does not change its parameter: that is the array itself
 * then, which an index can choose from.
 */
function constantArray(l: Lowering, called: CheckedFunction, parameter: Variable, argument: TypedExpression) {
  if (argument.kind !== 'variable' || argument.type.kind !== 'array' || assignedIn(called).has(parameter))
    return undefined;
  const state = l.stateOf(argument.variable);
  return state.kind === 'location' && state.location.base.kind === 'constants' ? state : undefined;
}

function prepareArguments(l: Lowering, { function: called, arguments: items }: CallExpression): PreparedArgument[] {
  return called.parameters.map(({ variable, direction }, i) => {
    const { type } = variable;
    const argument = items[i]!;
    const constants = direction === 'in' ? constantArray(l, called, variable, argument) : undefined;
    if (constants !== undefined) return { argument, state: constants, refs: undefined, target: undefined };
    if (!isValueType(argument)) {
      // A parameter that the function gives a resource is a variable of its own.
      const isGiven = direction !== 'in' && type.kind === 'object';
      return { argument, state: isGiven ? undefined : objectState(l, argument), refs: undefined, target: undefined };
    }
    if (direction === 'in') return { argument, state: undefined, refs: lowerValue(l, argument), target: undefined };
    const target = targetLocation(l, argument);
    const isRead = direction === 'inout';
    const refs = isRead ? convertScalars(l, readLocation(l, target), argument.type, type) : undefined;
    return { argument, state: undefined, refs, target };
  });
}

/** Gives a parameter of an entry point the value of an argument, or its meaning. */
export function bindArgument(l: Lowering, parameter: Variable, argument: TypedExpression): void {
  if (!isValueType(argument)) {
    l.states.set(parameter, objectState(l, argument));
    return;
  }
  const refs = lowerValue(l, argument);
  const location = l.locationFor(parameter);
  writeLocation(l, location, refs);
  shareObjects(l, parameter, argument);
  l.states.set(parameter, { kind: 'location', location });
}

/** Lowers a call: of a function that is known, or of the method of an object that the application chooses. */
function lowerCall(l: Lowering, expression: CallExpression): readonly number[] {
  const { object, function: called } = expression;
  const pointer = object && pointerOf(l, object);
  const prepared = prepareArguments(l, expression);
  if (pointer === undefined) {
    const implementation = implementationOf(l, expression);
    const { self } = implementation;
    if (object?.type.kind === 'interface' && implementation.body === undefined) {
      l.reporter.report(DX6204, object);
      return undefinedOf(l, expression.type);
    }
    if (self === undefined || object === undefined) return runBody(l, implementation, prepared, expression);
    return withSelf(l, self, () => {
      const location = locationOf(l, object);
      shareObjects(l, self, object);
      l.states.set(self, { kind: 'location', location });
      return runBody(l, implementation, prepared, expression);
    });
  }
  const result = called.result === VOID ? undefined : l.newLocation(called.result);
  l.at = expression;
  callPointer(l, expression, pointer, (owner, self) => {
    const method = methodOf(called, owner) ?? called;
    if (method.self === undefined) return;
    withSelf(l, method.self, (variable) => {
      l.states.set(variable, { kind: 'location', location: self });
      shareInstance(l, variable, pointer.number, expression);
      const refs = runBody(l, method, prepared, expression);
      if (result !== undefined) writeLocation(l, result, refs);
    });
  });
  return result === undefined ? [] : readLocation(l, result);
}

/** Runs something in which `this` has another meaning: methods of a class share one variable. */
function withSelf<Result>(l: Lowering, self: Variable, run: (self: Variable) => Result): Result {
  const state = l.states.get(self);
  const objects = l.objects.get(self);
  const result = run(self);
  if (state !== undefined) l.states.set(self, state);
  if (objects !== undefined) l.objects.set(self, objects);
  return result;
}

/** Lowers the body of a function with its arguments; the value is that of `return`. */
function runBody(
  l: Lowering,
  called: CallExpression['function'],
  prepared: readonly PreparedArgument[],
  expression: CallExpression,
): readonly number[] {
  if (called.body === undefined || l.activations.some((one) => one.function === called)) {
    l.reporter.report(called.body === undefined ? X3510 : X3500, expression, { name: called.name });
    return undefinedOf(l, expression.type);
  }
  if (l.activations.length >= MAX_CALLS) {
    l.reporter.report(X3500, expression, { name: called.name });
    return undefinedOf(l, expression.type);
  }
  const outputs: Output[] = [];
  const states = called.parameters.map(({ variable, direction }, i): VariableState => {
    const { argument, state, refs, target } = prepared[i]!;
    if (state?.kind === 'location') shareObjects(l, variable, argument);
    if (state !== undefined) return state;
    const location = l.locationFor(variable);
    if (refs !== undefined) writeLocation(l, location, refs);
    if (direction !== 'out') shareObjects(l, variable, argument);
    if (direction !== 'in') outputs.push({ target, argument, variable, location });
    return { kind: 'location', location };
  });
  for (const [i, { variable }] of called.parameters.entries()) l.states.set(variable, states[i]!);
  if (l.options.openFunctions.has(called)) reportOpenEnd(l, called);
  const result = called.result === VOID ? undefined : l.resultOf(called);
  const { positions } = l;
  const resources = hasResources(called.result) ? newVariable('', called.result, 'local', expression) : undefined;
  if (positions === undefined) lowerBody(l, called, result, resources);
  else
    positions.body(called, () => {
      for (const [i, { variable }] of called.parameters.entries()) {
        const state = states[i]!;
        if (state.kind === 'location') l.noteVariable(variable, state.location, true);
      }
      if (result !== undefined) l.noteVariable(undefined, result, false);
      lowerBody(l, called, result, resources);
    });
  if (resources !== undefined) l.resultObjects.set(expression, resources);
  for (const { target, argument, variable, location } of outputs) {
    if (target !== undefined) {
      const value = convertScalars(l, readLocation(l, location), location.type, argument.type);
      assignAt(l, target, value, expression, argument);
    }
    shareObjects(l, argument, { kind: 'variable', type: variable.type, variable, ...tokensOf(argument) });
  }
  return result === undefined ? [] : readLocation(l, result);
}

/** Reports a call that ends without a value; a parameter that is assigned has no known value. */
function reportOpenEnd(l: Lowering, { name, nameToken, body, parameters }: CallExpression['function']): void {
  const assigned = new AssignedVariables();
  assigned.statement(body);
  const variables = new Set(parameters.map(({ variable }) => variable));
  const isOpen = endsWithoutReturn(body!, (variable) => {
    if (variables.has(variable)) return assigned.variables.has(variable) ? undefined : knownStart(l, variable);
    return variable.initializer !== undefined && variable.isConst ? knownValue(variable.initializer) : undefined;
  });
  if (!isOpen || l.reportedEnds.has(nameToken)) return;
  l.reportedEnds.add(nameToken);
  l.reporter.reportFunction(X3507, nameToken, { name });
}

function isValueType({ type }: TypedExpression): boolean {
  let at = type;
  while (at.kind === 'array') at = at.element;
  return at.kind === 'numeric' || at.kind === 'struct';
}

/** The function that a call runs: of a method of an interface, that of the class of its object. */
function implementationOf(l: Lowering, expression: CallExpression): CallExpression['function'] {
  const { function: called, object, isQualified } = expression;
  if (isQualified || called.overrides.length === 0 || object === undefined) return called;
  const { type } = locationOf(l, object);
  return (type.kind === 'struct' ? methodOf(called, type) : undefined) ?? called;
}

/** The method that a class, or one of its bases, has for one of an interface. */
function methodOf({ overrides }: CallExpression['function'], type: StructType): CallExpression['function'] | undefined {
  for (let at: StructType | undefined = type; at !== undefined; at = at.base) {
    const owner = at;
    const found = overrides.find((one) => one.owner === owner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The body of a function. Only where it returns before its end, a block is needed that `return` leaves. */
export function lowerBody(
  l: Lowering,
  called: CallExpression['function'],
  result: Location | undefined,
  resources?: Variable,
): void {
  const jumps = l.jumps.splice(0);
  const body = bodyOf(called);
  if (!returnsEarly(body, true)) {
    l.activations.push({ function: called, target: undefined, result, resources });
    l.statement(body);
  } else {
    l.flow.block((target) => {
      l.activations.push({ function: called, target, result, resources });
      l.statement(body);
    });
  }
  l.activations.pop();
  for (const one of jumps) l.jumps.push(one);
}

/** Whether a statement may return where something follows. */
function returnsEarly(statement: TypedStatement, isLast: boolean): boolean {
  switch (statement.kind) {
    case 'return':
      return !isLast;
    case 'block':
      return statement.body.some((one, i) => returnsEarly(one, isLast && i === statement.body.length - 1));
    case 'if':
      return (
        returnsEarly(statement.whenTrue, isLast) ||
        (statement.whenFalse !== undefined && returnsEarly(statement.whenFalse, isLast))
      );
    case 'loop':
      return returnsEarly(statement.body, false);
    case 'switch':
      // A return in the last statement leaves the switch.
      return !isLast && statement.cases.some(({ body }) => body.some((one) => returnsEarly(one, false)));
    default:
      return false;
  }
}

type BuiltInParameter = IntrinsicExpression['call']['parameters'][number];

/** The location that an atomic operation changes. */
function memoryOf(l: Lowering, item: TypedExpression): MemoryRef {
  const location = componentInMemory(l, locationOf(l, item));
  const { base } = location;
  const type = item.type as NumericType;
  if (base.kind === 'typed') return { type, object: base.object, address: base.index };
  if (base.kind === 'structured')
    return { type, object: base.object, address: [base.element, byteAddress(l, location)] };
  l.reporter.report(DX6208, item);
  return { type, object: { binding: 0 }, address: [] };
}

/** Arguments of an intrinsic function or method. Those of `out` parameters are assigned after it. */
function argumentsOf(
  l: Lowering,
  parameters: readonly BuiltInParameter[],
  items: readonly TypedExpression[],
): { readonly args: Argument[]; readonly outs: TypedExpression[] } {
  const args: Argument[] = [];
  const outs: TypedExpression[] = [];
  for (const [i, item] of items.entries()) {
    const parameter = parameters[i]!;
    if (parameter.isOut) outs.push(item);
    else if (parameter.isMemory) args.push(memoryOf(l, item));
    else if (item.kind === 'text') args.push({ text: item.text });
    else if (item.type.kind === 'object') args.push(lowerObject(l, item));
    else args.push({ type: item.type, refs: lowerValue(l, item) });
  }
  return { args, outs };
}

function finish(
  l: Lowering,
  results: readonly { readonly type: TypedExpression['type']; readonly refs: readonly number[] }[],
  outs: readonly TypedExpression[],
  at: TypedExpression,
): readonly number[] {
  const [result, ...values] = results;
  for (const [i, out] of outs.entries()) {
    const value = values[i]!;
    assignAt(l, targetLocation(l, out), convertScalars(l, value.refs, value.type, out.type), at);
  }
  return result?.refs ?? [];
}

function lowerIntrinsicCall(l: Lowering, expression: IntrinsicExpression): readonly number[] {
  const { call } = expression;
  const { args, outs } = argumentsOf(l, call.parameters, expression.arguments);
  const lists = args.map((one) => ('refs' in one ? one.refs : []));
  const native = nativeCall(l, call.name, lists);
  if (native !== undefined) return native;
  const before = l.at;
  l.at = expression;
  warnOfCall(l, expression, lists);
  const results = lowerIntrinsic(call, args, l);
  l.at = before;
  return finish(l, results, outs, expression);
}

/** The scalars of a call that stays one; undefined where the function is made of other operations. */
function nativeCall(l: Lowering, name: string, lists: readonly (readonly number[])[]): number[] | undefined {
  const number = NATIVE_FUNCTIONS.indexOf(name as NativeFunction);
  if (number < 0 || l.options.hasNativeFunctions !== true) return undefined;
  const isNoise = name === 'noise';
  if (!isNoise && lists.every((list) => list.every((ref) => l.b.knownWord(ref) !== undefined))) return undefined;
  const object = { binding: l.bindingOf({ kind: 'function', number, element: undefined }), type: FUNCTION };
  const call = (coordinates: readonly number[]) => {
    const value = sample(l.e, 'tex.sample.level', object, undefined, { coordinates, scalar: l.e.float(0) });
    return l.b.component(refOf(value));
  };
  return isNoise ? [call(lists[0]!)] : lists[0]!.map((_, i) => call(lists.map((list) => list[i]!)));
}

/** The counter of a view goes one way in a program. */
function countOneWay(l: Lowering, name: string, binding: number, at: MethodExpression): void {
  if (name !== 'IncrementCounter' && name !== 'DecrementCounter') return;
  const known = l.counters.get(binding);
  if (known === undefined) l.counters.set(binding, name);
  else if (known !== name) l.reporter.report(X4595, at, { name: l.module.bindings[binding]!.name ?? '' });
}

function lowerMethodCall(l: Lowering, expression: MethodExpression): readonly number[] {
  const { call, object } = expression;
  const { args, outs } = argumentsOf(l, call.parameters, expression.arguments);
  const before = l.at;
  l.at = expression;
  const ref = lowerObject(l, object);
  countOneWay(l, call.row.name, ref.binding, expression);
  const results = lowerMethod(call, ref, args, l);
  const unsigned = results.find(({ type }) => type.kind === 'numeric' && type.scalar === 'uint');
  if (unsigned !== undefined && !/Cmp/.test(call.row.name)) refuseNegative(l, unsigned.refs, expression);
  l.at = before;
  return finish(l, results, outs, expression);
}
