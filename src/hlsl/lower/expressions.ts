/**
 * Typed expressions to operations: the value of each is one operation for each scalar.
 *
 * Not for: statements (statements.ts), calls of functions (calls.ts).
 */
import { Op, OpFlag } from '../../ir/ops.ts';
import { F32, Kind, typeOf } from '../../ir/types.ts';
import { asScalar, isOfFloats, knownValue, LITERALS, wordsOf } from '../check/constant-value.ts';
import type {
  AssignExpression,
  BinaryExpression,
  Parameter,
  TypedExpression,
  UpdateExpression,
} from '../check/typed-tree.ts';
import { irTypeOf, type ObjectRef } from '../intrinsics/index.ts';
import { DX6204, X3500_ELEMENT, X3547, X3550_ELEMENT, X3651_LOCAL, X4596 } from '../messages.ts';
import type { BinaryOperator } from '../syntax/tree.ts';
import { scalarSources } from '../types/conversions.ts';
import {
  type ArrayType,
  arraySize,
  type HlslType,
  isDouble,
  isOfEffect,
  isPatch,
  type NumericType,
  type ObjectType,
  type ScalarName,
  scalarCount,
  scalarsOf,
} from '../types/types.ts';
import { COMPUTING, isOfHalves, markHalves, noteFullInputs } from './halves.ts';
import { inputElement } from './inputs.ts';
import { pointerOf } from './interfaces.ts';
import {
  addressesOf,
  componentsOf,
  elementAt,
  FLAT,
  type Location,
  memberOf,
  partsOf,
  STRUCTURED,
} from './locations.ts';
import type { Lowering, VariableState } from './lowering.ts';
import { readLocation, writeLocation } from './memory.ts';
import { operate, selectOf } from './operators.ts';
import { elementOfResource, innerArray, inputLocation, objectOf, shareObjects } from './resources.ts';
import { refuseBits, refuseConversion, refuseDifference } from './sm1-refusals.ts';
import { warnOfDivision } from './warnings.ts';

/**
 * The scalars of an expression.
 *
 * @param isHalf whether half the bits are enough; halves that become floats at once have all (source: oracle)
 */
export function lowerValue(
  l: Lowering,
  expression: TypedExpression,
  isHalf = isOfHalves(expression.type),
): readonly number[] {
  const { positions } = l;
  if (positions === undefined) return lowerExpression(l, expression, isHalf);
  return positions.expression(expression, () => lowerExpression(l, expression, isHalf));
}

/**
 * The constants that a computation of constants is, if it has floats or signed integers: those are computed with more
 * bits than a program has.
 */
function constantsOf(l: Lowering, expression: TypedExpression): readonly number[] | undefined {
  const { type } = expression;
  if (type.kind !== 'numeric' || !hasFloats(expression)) return undefined;
  const values = knownValue(expression, LITERALS);
  if (values === undefined || !values.every(Number.isFinite)) return undefined;
  return values.map((value) => constantOf(l, value, type.scalar));
}

function hasFloats(expression: TypedExpression): boolean {
  switch (expression.kind) {
    case 'binary':
      return isOfFloats(expression.left.type) || expression.type.scalar === 'int';
    case 'convert':
    case 'unary':
      return isOfFloats(expression.operand.type);
    case 'conditional':
    case 'intrinsic':
      return isOfFloats(expression.type);
    default:
      return false;
  }
}

/** Lowers an expression; where the profile has halves, marks the operations for which half the bits are enough. */
function lowerExpression(l: Lowering, expression: TypedExpression, isHalf: boolean): readonly number[] {
  if (!l.hasHalves) return lowerKind(l, expression, false);
  const { b } = l;
  const { flags } = b;
  b.flags = isHalf && COMPUTING.has(expression.kind) ? flags | OpFlag.half : flags & ~OpFlag.half;
  const refs = lowerKind(l, expression, isHalf);
  b.flags = flags;
  return refs;
}

/** Whether something has set a part of an array: its other elements cannot be read then. */
function isPartlySet(l: Lowering, array: TypedExpression): boolean {
  if (array.kind !== 'variable' || array.type.kind !== 'array') return false;
  const state = l.states.get(array.variable);
  if (state?.kind !== 'location' || state.location.base.kind !== 'slots') return false;
  const { start } = state.location;
  for (let i = 0; i < scalarCount(array.type); i++) {
    const value = l.slots.get(start + i);
    if (value !== undefined && !l.b.unset.has(value)) return true;
  }
  return false;
}

function lowerKind(l: Lowering, expression: TypedExpression, isHalf: boolean): readonly number[] {
  const constants = constantsOf(l, expression);
  if (constants !== undefined) return constants;
  const { b, e } = l;
  switch (expression.kind) {
    case 'constant': {
      const { scalar } = expression.type;
      if (!l.hasDoubles && scalar === 'double') l.warn(X3651_LOCAL, expression, { profile: l.options.profile });
      return expression.values.map((value) => constantOf(l, value, scalar));
    }
    case 'variable':
    case 'member':
    case 'swizzle':
    case 'element':
    case 'resourceElement': {
      const refs = readLocation(l, locationOf(l, expression));
      if (l.hasHalves && !isHalf) noteFullInputs(l, expression, refs);
      if (expression.kind === 'element' && refs.some((ref) => l.b.unset.has(ref)) && isPartlySet(l, expression.object))
        l.b.useValues(refs, expression);
      return refs;
    }
    case 'convert':
      return lowerConversion(l, expression, isHalf);
    case 'build': {
      const scalars = scalarsOf(expression.type);
      const built: number[] = [];
      for (const item of expression.items) {
        if (item.type.kind === 'object') continue;
        const before = lowerValue(l, item);
        const to = scalars.slice(built.length, built.length + before.length);
        const after = before.map((ref, i) => e.convert(ref, to[i]!));
        refuseConversion(l, before, after, item.type, to, expression);
        for (const ref of after) built.push(ref);
      }
      return built;
    }
    case 'unary': {
      const operand = lowerValue(l, expression.operand);
      const { operator } = expression;
      if (operator === '-') return b.vector(operand, (ref) => e.neg(ref));
      const result = b.vector(operand, (ref) => b.op(Op['i.not'], b.ops.type[ref]!, ref));
      if (operator === '~') refuseBits(l, expression);
      return result;
    }
    case 'binary':
      return lowerBinary(l, expression);
    case 'conditional': {
      const condition = lowerValue(l, expression.condition);
      const whenTrue = lowerValue(l, expression.whenTrue);
      const whenFalse = lowerValue(l, expression.whenFalse);
      return b.vector(whenTrue, (ref, i) =>
        selectOf(l, condition[condition.length === 1 ? 0 : i]!, ref, whenFalse[i]!),
      );
    }
    case 'assign': {
      if (expression.type.kind === 'interface') return assignInterface(l, expression);
      const value = lowerValue(l, expression.value);
      const location = changeable(l, targetLocation(l, expression.target), expression);
      assignAt(l, location, value, expression);
      shareObjects(l, expression.target, expression.value);
      return value;
    }
    case 'update':
      return lowerUpdate(l, expression);
    case 'call':
    case 'intrinsic':
    case 'method':
      return l.call(expression);
    case 'sequence': {
      let last: readonly number[] = [];
      for (const item of expression.items) last = lowerValue(l, item);
      return last;
    }
    default:
      return undefinedOf(l, expression.type);
  }
}

/** The one scalar of an expression. */
export function lowerScalar(l: Lowering, expression: TypedExpression): number {
  return lowerValue(l, expression)[0]!;
}

export function undefinedOf(l: Lowering, type: HlslType): number[] {
  return l.irTypes(type).map((one) => l.b.undefined(one));
}

export function constantOf(l: Lowering, value: number, scalar: ScalarName): number {
  const type = irTypeOf(scalar);
  const exact = asScalar(value, scalar);
  return l.b.constant(type, ...(scalar === 'bool' ? [exact] : wordsOf([exact], [scalar])).map((word) => word | 0));
}

/** Scalars of one type as those of another one. */
export function convertScalars(l: Lowering, refs: readonly number[], from: HlslType, to: HlslType): number[] {
  const scalars = scalarsOf(to);
  return l.b.vector(scalarSources(from, to), (source, i) => l.e.convert(refs[source]!, scalars[i]!));
}

function lowerConversion(
  l: Lowering,
  expression: Extract<TypedExpression, { kind: 'convert' }>,
  isHalf: boolean,
): number[] {
  const { operand } = expression;
  const first = l.b.ops.count;
  const refs = lowerValue(l, operand, isHalf && isOfHalves(operand.type));
  if (l.hasHalves && isHalf) markHalves(l, refs, first);
  const converted = convertScalars(l, refs, operand.type, expression.type);
  refuseConversion(l, refs, converted, operand.type, scalarsOf(expression.type), operand);
  return converted;
}

function lowerBinary(l: Lowering, expression: BinaryExpression): number[] {
  const { operator, left, right } = expression;
  const a = lowerValue(l, left);
  const b = lowerValue(l, right);
  const { scalar } = left.type as NumericType;
  warnOfDivision(l, operator, scalar, [a, b], expression);
  const result = l.b.vector(a, (ref, i) => operate(l, operator, ref, b[i]!, scalar));
  if (BITS.has(operator)) refuseBits(l, expression);
  if (operator === '-' && scalar === 'uint') refuseDifference(l, result, expression);
  return result;
}

const BITS: ReadonlySet<BinaryOperator> = new Set(['&', '|', '^', '<<', '>>'] as const);

function lowerUpdate(l: Lowering, expression: UpdateExpression): readonly number[] {
  const { target, operandType, operator, type } = expression;
  const location = changeable(l, targetLocation(l, target), expression);
  const before = readLocation(l, location);
  const value = lowerValue(l, expression.value);
  const left = convertScalars(l, before, target.type, operandType);
  warnOfDivision(l, operator, operandType.scalar, [left, value], expression);
  const result = l.b.vector(left, (ref, i) => operate(l, operator, ref, value[i]!, operandType.scalar));
  if (BITS.has(operator)) refuseBits(l, expression);
  if (operator === '-' && operandType.scalar === 'uint') refuseDifference(l, result, expression);
  const after = convertScalars(l, result, operandType, type);
  assignAt(l, location, after, expression);
  return expression.givesOld ? before : after;
}

/** Reports an object of the application that a method changes; a copy of it changes then. */
function changeable(l: Lowering, location: Location, at: TypedExpression): Location {
  const { kind } = (location.choice?.from ?? location).base;
  if (kind !== 'constants' && kind !== 'instance') return location;
  l.reporter.report(X3547, at);
  return l.newLocation(location.type);
}

/** Writes a location for an expression. */
export function assignAt(
  l: Lowering,
  location: Location,
  value: readonly number[],
  at: TypedExpression,
  target = targetOf(at),
): void {
  if (!l.hasDoubles && isDouble(location.type)) l.warn(X3651_LOCAL, target, { profile: l.options.profile });
  if (location.base.kind === 'typed' && isPart(location)) l.warn(X4596, at);
  if (isComputedElement(location) && !l.unrollLoop(X3550_ELEMENT, target)) l.warn(X3500_ELEMENT, target);
  const before = l.at;
  l.at = at;
  assign(l, location, value);
  l.at = before;
}

/** Whether a location is fewer components than its view has. */
function isPart({ base, type, scalars }: Location): boolean {
  if (base.kind !== 'typed' || scalars === undefined) return false;
  const element = base.object.type.element;
  return (
    new Set(addressesOf({ base, type, scalars, start: 0 })).size < (element === undefined ? 0 : scalarCount(element))
  );
}

/** Whether a value chose what no instruction can write: a component, a row, an element of an array in a structure. */
function isComputedElement({ base, choice, dynamic }: Location): boolean {
  if (choice !== undefined) return /^(slots|variable|value|typed)$/.test(choice.from.base.kind);
  return base.kind === 'variable' && !base.isArray && dynamic !== undefined;
}

/** The target that an expression assigns. */
function targetOf(expression: TypedExpression): TypedExpression {
  return expression.kind === 'assign' || expression.kind === 'update' ? expression.target : expression;
}

/** Writes a location; a component that a value chose is written in a copy of its vector. */
export function assign(l: Lowering, location: Location, value: readonly number[]): void {
  const { base, choice } = location;
  if (base.kind === 'parts') {
    for (const [i, address] of addressesOf(location).entries()) {
      const part = base.parts[address]!;
      assign(l, part, [l.e.convert(value[i]!, (part.type as NumericType).scalar)]);
    }
    return;
  }
  if (choice === undefined) {
    writeLocation(l, location, value);
    return;
  }
  const { from, index, size } = choice;
  const { isPartial } = l.b;
  l.b.isPartial = true;
  const after = readLocation(l, from);
  const count = after.length / size;
  const addresses = addressesOf(location);
  for (let number = 0; number < size; number++) {
    const isThis = isElement(l, index, number);
    for (const [i, address] of addresses.entries()) {
      const at = count * number + address;
      after[at] = selectOf(l, isThis, value[i]!, after[at]!);
    }
  }
  assign(l, from, after);
  l.b.isPartial = isPartial;
}

function isElement(l: Lowering, index: number, number: number): number {
  const { e } = l;
  return e.eq(e.as(Kind.u32, index), e.unsigned(number));
}

/** Where the value of an expression lies. What is computed is a location of its own. */
export function locationOf(l: Lowering, expression: TypedExpression): Location {
  switch (expression.kind) {
    case 'variable': {
      const state = l.stateOf(expression.variable);
      if (state.kind === 'location') return state.location;
      const isAll = state.kind === 'points' && expression.type.kind === 'array';
      return valueLocation(expression.type, isAll ? pointValues(l, state.parameter, expression.type) : []);
    }
    case 'member':
      return memberOf(locationOf(l, expression.object), expression.name, expression.object.type);
    case 'swizzle': {
      const object = locationOf(l, expression.object);
      return componentsOf(object, expression.type, expression.components);
    }
    case 'element':
      return elementLocation(l, expression);
    case 'resourceElement':
      return elementOfResource(l, expression);
    default:
      return valueLocation(expression.type, lowerValue(l, expression));
  }
}

/** Where an expression lies that is assigned: casts and constructors pass on their parts. */
export function targetLocation(l: Lowering, expression: TypedExpression): Location {
  switch (expression.kind) {
    case 'member':
      return memberOf(targetLocation(l, expression.object), expression.name, expression.object.type);
    case 'swizzle':
      return componentsOf(targetLocation(l, expression.object), expression.type, expression.components);
    case 'element':
      return elementLocation(l, expression, targetLocation);
    case 'convert': {
      const parts = partsOf(targetLocation(l, expression.operand));
      const sources = scalarSources(expression.operand.type, expression.type);
      return joined(
        expression.type,
        sources.map((source) => parts[source]!),
      );
    }
    case 'build':
      return joined(
        expression.type,
        expression.items.flatMap((item) => partsOf(targetLocation(l, item))),
      );
    case 'assign':
    case 'update':
      // A variable that is changed, and then changed again: `++(++i)`.
      lowerValue(l, expression);
      return targetLocation(l, expression.target);
    default:
      return locationOf(l, expression);
  }
}

function joined(type: HlslType, parts: readonly Location[]): Location {
  return { base: { kind: 'parts', parts, layout: FLAT }, type, start: 0 };
}

/** An index, which a float may be; it is converted without a report. */
function lowerIndex(l: Lowering, index: TypedExpression): number {
  if (!l.isDirect3D9 || index.kind !== 'convert') return lowerScalar(l, index);
  return convertScalars(l, lowerValue(l, index.operand), index.operand.type, index.type)[0]!;
}

/** The scalars of all vertices of a primitive. */
export function pointValues(l: Lowering, parameter: Parameter, { element, length }: ArrayType): number[] {
  const refs: number[] = [];
  for (let i = 0; i < length; i++)
    for (const ref of readLocation(l, inputLocation(l, parameter, l.b.unsigned(i), element))) refs.push(ref);
  return refs;
}

export function valueLocation(type: HlslType, refs: readonly number[]): Location {
  return { base: { kind: 'value', refs, layout: FLAT }, type, start: 0 };
}

function elementLocation(
  l: Lowering,
  expression: Extract<TypedExpression, { kind: 'element' }>,
  locate = locationOf,
): Location {
  const { object, type } = expression;
  const index = lowerIndex(l, expression.index);
  const points = object.kind === 'variable' ? l.stateOf(object.variable) : undefined;
  if (points?.kind === 'points') return inputLocation(l, points.parameter, index, type);
  const location = locate(l, object);
  const known = l.b.knownWord(index);
  if (location.type.kind === 'array') return arrayElement(l, location, index, known, expression);
  const vector = location.type as NumericType;
  const size = sizeOfIndexed(vector);
  const count = scalarCount(type);
  const at = (number: number) =>
    componentsOf(
      location,
      type as NumericType,
      Array.from({ length: count }, (_, i) => count * number + i),
    );
  if (known !== undefined) {
    if (known < 0 || known >= size) l.leftArray ??= { first: expression.first, last: expression.last };
    return at(Math.min(Math.max(known, 0), size - 1));
  }
  // A row of a matrix that lies row by row is chosen by its address.
  if (vector.shape === 'matrix' && location.base.kind === 'constants' && vector.isRowMajor && hasIndices(l))
    return {
      ...at(0),
      dynamic: sumOf(l, location.dynamic, l.e.as(Kind.u32, index)),
      span: (location.span ?? 0) + size - 1,
    };
  return chosenElement(l, location, index, size, type);
}

/** The location of the component of a vector in memory that an index chose. */
export function componentInMemory(l: Lowering, location: Location): Location {
  const { from, index } = location.choice ?? {};
  const isVector = from?.type.kind === 'numeric' && from.type.shape === 'vector' && from.scalars === undefined;
  if (from?.base.kind !== 'structured' || index === undefined || !isVector) return location;
  return { ...from, type: location.type, dynamic: sumOf(l, from.dynamic, l.e.as(Kind.u32, index)) };
}

/** Whether constants can be read by a computed index. */
function hasIndices({ isDirect3D9, stage, options }: Lowering): boolean {
  return !isDirect3D9 || stage === 'vs' || options.hasNativeFunctions === true;
}

function sizeOfIndexed({ shape, rows, columns }: NumericType): number {
  return shape === 'matrix' ? rows : columns;
}

/** The rows of the identity matrix, as floats. */
const IDENTITY = Uint32Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 0x3f80_0000 : 0));

/**
 * An element that is read by choosing among all, and written so. Floats are chosen by a product with a row of the
 * identity matrix, as Microsoft's compiler does it: outside of a vector it gives 0.
 */
function chosenElement(l: Lowering, from: Location, index: number, size: number, type: HlslType): Location {
  const count = scalarCount(type);
  const all = readLocation(l, from);
  const chosen = all.slice(0, count);
  if (!l.isDirect3D9 && l.options.hasNativeFunctions !== true && l.b.ops.type[all[0]!] === F32) {
    // Arrays of constants come after it.
    l.module.immediateConstants = IDENTITY;
    const unit = l.b.opWith(0, Op['icb.load'], typeOf(Kind.f32, size), l.e.as(Kind.u32, index));
    for (let i = 0; i < count; i++) {
      const parts = Array.from({ length: size }, (_, number) => all[count * number + i]!);
      chosen[i] = l.e.op('f.dot', F32, l.e.vector(parts), unit);
    }
    return { ...valueLocation(type, chosen), choice: { from, index, size } };
  }
  for (let number = 1; number < size; number++) {
    const isThis = isElement(l, index, number);
    for (let i = 0; i < count; i++) chosen[i] = selectOf(l, isThis, all[count * number + i]!, chosen[i]!);
  }
  return { ...valueLocation(type, chosen), choice: { from, index, size } };
}

function arrayElement(
  l: Lowering,
  location: Location,
  index: number,
  known: number | undefined,
  expression: Extract<TypedExpression, { kind: 'element' }>,
): Location {
  const { first, last } = expression;
  const { element, length } = location.type as ArrayType;
  const { base } = location;
  if (known !== undefined && length > 0 && (known < 0 || known >= length)) l.leftArray ??= { first, last };
  if (base.kind === 'constants' && base.hasElements) {
    const inner = l.e.mul(l.e.as(Kind.u32, index), l.b.unsigned(arraySize(element)));
    const number = base.index === undefined ? inner : l.e.add(base.index, inner);
    return { base: { ...base, index: number, hasElements: element.kind === 'array' }, type: element, start: 0 };
  }
  if (base.kind === 'structured' && base.hasElements)
    return { base: { ...base, element: l.e.as(Kind.u32, index), hasElements: false }, type: element, start: 0 };
  if (known !== undefined) {
    const isInside = known >= 0 && (length === 0 || known < length);
    return elementAt(location, isInside ? known : 0);
  }
  // Models 1 to 3 have no memory: only constants of vertex shaders are read by an index.
  if (l.isDirect3D9 && !(base.kind === 'constants' && hasIndices(l)))
    return chosenElement(l, location, index, length, element);
  switch (base.kind) {
    case 'slots': {
      if (base.variable !== undefined) l.newArrays.add(base.variable);
      return elementAt(location, 0);
    }
    case 'input':
    case 'value': {
      const element = base.kind === 'input' ? inputElement(l, location, base, index) : undefined;
      if (element !== undefined) return element;
      // An array that was computed goes into memory.
      const copy = l.newLocation(location.type, true);
      writeLocation(l, copy, readLocation(l, location));
      return arrayElement(l, copy, index, known, expression);
    }
    default: {
      const stride = base.layout.stride(element);
      const isByRow = base.layout !== STRUCTURED;
      const units = isByRow ? stride / 4 : stride;
      const span = (location.span ?? 0) + Math.max(length - 1, 0) * units;
      return { ...elementAt(location, 0), dynamic: sumOf(l, location.dynamic, scaled(l, index, units)), span };
    }
  }
}

/** An index times the size of an element. */
function scaled(l: Lowering, index: number, units: number): number {
  const { e } = l;
  const value = e.as(Kind.u32, index);
  if (units === 1) return value;
  const shift = Math.log2(units);
  if (l.isDirect3D9) return e.mul(value, e.unsigned(units));
  return Number.isInteger(shift) ? e.shl(value, shift) : e.mul(value, e.unsigned(units));
}

function sumOf(l: Lowering, a: number | undefined, b: number): number {
  return a === undefined ? b : l.e.add(a, b);
}

/** The meaning of a parameter that is a resource, an array of them, or an interface, which is its object itself. */
export function objectState(l: Lowering, argument: TypedExpression): VariableState {
  if (argument.type.kind === 'interface') {
    const pointer = pointerOf(l, argument);
    if (pointer !== undefined) return { kind: 'pointer', pointer };
    return { kind: 'location', location: locationOf(l, argument.kind === 'convert' ? argument.operand : argument) };
  }
  // A patch may be converted to one of another structure, which has the same scalars.
  if (argument.kind === 'convert' && isPatch(argument.type)) return objectState(l, argument.operand);
  if (argument.kind === 'variable' && !isOfEffect(argument.type)) {
    const state = l.stateOf(argument.variable);
    // A local variable has one resource at a time.
    if (state.kind !== 'location' || argument.type.kind !== 'object') return state;
  }
  const inner = argument.type.kind === 'array' ? innerArray(l, argument) : undefined;
  return inner ?? { kind: 'object', object: lowerObject(l, argument) };
}

/** Gives a local variable of an interface another object. In a branch it has the object until the branch ends. */
function assignInterface(l: Lowering, { target, value }: AssignExpression): readonly number[] {
  if (target.kind === 'variable') {
    const state = objectState(l, value);
    l.unrollForObject(target.variable, value);
    l.setObject(target.variable, state);
  } else l.reporter.report(DX6204, value);
  return [];
}

/** The resource that an expression names. */
export function lowerObject(l: Lowering, expression: TypedExpression): ObjectRef {
  return objectOf(l, expression, expression.type as ObjectType);
}
