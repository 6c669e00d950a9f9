/**
 * Calls: the body of a function instead of its call, intrinsic functions, and methods of resources and streams.
 */
import type {
  CallExpression,
  IntrinsicExpression,
  MethodExpression,
  TypedExpression,
  TypedStatement,
} from '../check/typed-tree.ts';
import { type Argument, lowerIntrinsic, lowerMethod, type MemoryRef } from '../intrinsics/index.ts';
import { MAX_CALLS } from '../limits.ts';
import { DX6208, X3500, X3510 } from '../messages.ts';
import { type NumericType, VOID } from '../types/types.ts';
import { assign, convertScalars, locationOf, lowerObject, lowerValue, undefinedOf } from './expressions.ts';
import type { Location } from './locations.ts';
import type { CallingExpression, Lowering, VariableState } from './lowering.ts';
import { byteAddress, readLocation, writeLocation } from './memory.ts';
import { shareObjects } from './resources.ts';
import { bodyOf } from './tail-returns.ts';

/** An argument that is assigned at the end of a call. */
interface Output {
  readonly location: Location;
  readonly argument: TypedExpression;
  readonly state: VariableState;
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

/** Lowers the body of a function with its arguments; the value is that of `return`. */
function lowerCall(l: Lowering, expression: CallExpression): readonly number[] {
  const { object } = expression;
  const called = implementationOf(l, expression);
  if (called.body === undefined || l.activations.some((one) => one.function === called)) {
    l.reporter.report(called.body === undefined ? X3510 : X3500, expression, { name: called.name });
    return undefinedOf(l, expression.type);
  }
  if (l.activations.length >= MAX_CALLS) {
    l.reporter.report(X3500, expression, { name: called.name });
    return undefinedOf(l, expression.type);
  }
  const outputs: Output[] = [];
  const states: VariableState[] = [];
  for (const [i, { variable, direction }] of called.parameters.entries()) {
    const argument = expression.arguments[i]!;
    const { type } = variable;
    if (!isValueType(argument)) {
      states.push(objectState(l, argument));
      continue;
    }
    const location = l.newLocation(type, l.arrays.has(variable));
    const state: VariableState = { kind: 'location', location };
    states.push(state);
    if (direction === 'in') {
      writeLocation(l, location, lowerValue(l, argument));
      shareObjects(l, variable, argument);
      continue;
    }
    const target = locationOf(l, argument);
    if (direction === 'inout')
      writeLocation(l, location, convertScalars(l, readLocation(l, target), argument.type, type));
    outputs.push({ location: target, argument, state });
  }
  const self = called.self && object !== undefined ? locationOf(l, object) : undefined;
  for (const [i, { variable }] of called.parameters.entries()) l.states.set(variable, states[i]!);
  if (called.self !== undefined && self !== undefined) {
    l.states.set(called.self, { kind: 'location', location: self });
    shareObjects(l, called.self, object!);
  }
  const result = called.result === VOID ? undefined : l.newLocation(called.result);
  lowerBody(l, called, result);
  for (const { location, argument, state } of outputs) {
    if (state.kind !== 'location') continue;
    assign(l, location, convertScalars(l, readLocation(l, state.location), state.location.type, argument.type));
  }
  return result === undefined ? [] : readLocation(l, result);
}

function isValueType({ type }: TypedExpression): boolean {
  let at = type;
  while (at.kind === 'array') at = at.element;
  return at.kind === 'numeric' || at.kind === 'struct';
}

/** The function that a call runs: of a method of an interface, that of the class of its object. */
function implementationOf(l: Lowering, { function: called, object }: CallExpression): CallExpression['function'] {
  if (called.overrides.length === 0 || object === undefined) return called;
  const { type } = locationOf(l, object);
  for (let at = type.kind === 'struct' ? type : undefined; at !== undefined; at = at.base) {
    const owner = at;
    const found = called.overrides.find((one) => one.owner === owner);
    if (found !== undefined) return found;
  }
  return called;
}

/** The meaning of a parameter that is a resource, an array of them, or an interface, which is its object itself. */
export function objectState(l: Lowering, argument: TypedExpression): VariableState {
  if (argument.type.kind === 'interface') {
    return { kind: 'location', location: locationOf(l, argument.kind === 'convert' ? argument.operand : argument) };
  }
  if (argument.kind === 'variable') return l.stateOf(argument.variable);
  return { kind: 'object', object: lowerObject(l, argument) };
}

/** The body of a function. Only where it returns before its end, a block is needed that `return` leaves. */
export function lowerBody(l: Lowering, called: CallExpression['function'], result: Location | undefined): void {
  const jumps = l.jumps.splice(0);
  const body = bodyOf(called);
  if (!returnsEarly(body, true)) {
    l.activations.push({ function: called, target: undefined, result });
    l.statement(body);
  } else {
    l.flow.block((target) => {
      l.activations.push({ function: called, target, result });
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
      return statement.cases.some(({ body }) => body.some((one) => returnsEarly(one, false)));
    default:
      return false;
  }
}

type BuiltInParameter = IntrinsicExpression['call']['parameters'][number];

/** The location that an atomic operation changes. */
function memoryOf(l: Lowering, item: TypedExpression): MemoryRef {
  const location = locationOf(l, item);
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
): readonly number[] {
  const [result, ...values] = results;
  for (const [i, out] of outs.entries()) {
    const value = values[i]!;
    assign(l, locationOf(l, out), convertScalars(l, value.refs, value.type, out.type));
  }
  return result?.refs ?? [];
}

function lowerIntrinsicCall(l: Lowering, expression: IntrinsicExpression): readonly number[] {
  const { call } = expression;
  const { args, outs } = argumentsOf(l, call.parameters, expression.arguments);
  const before = l.at;
  l.at = expression;
  const results = lowerIntrinsic(call, args, l);
  l.at = before;
  return finish(l, results, outs);
}

function lowerMethodCall(l: Lowering, expression: MethodExpression): readonly number[] {
  const { call, object } = expression;
  const { args, outs } = argumentsOf(l, call.parameters, expression.arguments);
  const before = l.at;
  l.at = expression;
  const results = lowerMethod(call, lowerObject(l, object), args, l);
  l.at = before;
  return finish(l, results, outs);
}
