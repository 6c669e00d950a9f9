/**
 * Inputs of a stage: read where the program uses them, once each.
 */
import { InterpolationMode } from '../../base/d3d/enumerations.ts';
import type { IrElement, IrRange } from '../../ir/declarations.ts';
import { Op } from '../../ir/ops.ts';
import { Kind, kindOf, typeOf } from '../../ir/types.ts';
import { type PackedElement, toIrElement, toLevel9Element, toLibraryElement, toSm1Element } from '../bind/index.ts';
import { irTypeOf } from '../intrinsics/index.ts';
import { X4576_INDEXED } from '../messages.ts';
import { type ArrayType, type ScalarName, scalarsOf } from '../types/types.ts';
import { addressesOf, type Base, elementAt, type Location } from './locations.ts';
import type { Lowering } from './lowering.ts';
import type { InputScalar } from './stage-interface.ts';

/** Adds the elements of a signature to the module; returns where each scalar of each variable is. */
export function addInputs(
  l: Lowering,
  elements: readonly PackedElement[],
  direction: 'in' | 'out' | 'patch',
): (InputScalar | undefined)[][] {
  const scalars: (InputScalar | undefined)[][] = [];
  for (const packed of elements) {
    const element = inputNumber(l, elementOf(l, packed, elements, direction));
    const list = scalars[packed.variable] ?? [];
    scalars[packed.variable] = list;
    const order = scalarsInOrder(l, packed);
    for (const [i, scalar] of order.entries()) list[scalar] = { element, component: packed.component + i };
  }
  return scalars;
}

/**
 * The scalars of an element in the order of its components. At feature level 9, what follows another element in its
 * register has them the other way round, as Microsoft's compiler does (source: oracle): shaders of both link. In
 * programs for XNA, it has not.
 */
export function scalarsInOrder({ options }: Lowering, { scalars, component }: PackedElement): readonly number[] {
  return options.level9?.kind === 'level9' && component > 0 ? scalars.toReversed() : scalars;
}

/** The element of the module that an element of a signature is. */
export function elementOf(
  { stage, isDirect3D9, isLevel9, isLibrary, hasHalves, options }: Lowering,
  packed: PackedElement,
  all: readonly PackedElement[],
  direction: 'in' | 'out' | 'patch',
): IrElement {
  if (!isDirect3D9) return toIrElement(packed, stage, direction);
  if (isLibrary) return toLibraryElement(packed, stage, direction === 'in' ? 'in' : 'out');
  const element = isLevel9 ? toLevel9Element(packed, all, stage, direction) : toSm1Element(packed, stage, direction);
  const isHalf = hasHalves && (packed.isHalf === true || options.partialPrecision === true);
  return isHalf && element.special === undefined ? { ...element, precision: 16 } : element;
}

/** The number of an input of the module; phases of a hull shader have the same. */
function inputNumber({ module: { inputs } }: Lowering, element: IrElement): number {
  const known = inputs.findIndex(
    ({ kind, register, mask, special }) =>
      kind === element.kind && register === element.register && mask === element.mask && special === element.special,
  );
  return known >= 0 ? known : inputs.push(element) - 1;
}

/** A scalar of an input; @param point the vertex or control point that it is of */
export function inputScalar(
  l: Lowering,
  { element, component }: InputScalar,
  scalar: ScalarName,
  point?: number,
): number {
  const declared = l.module.inputs[element]!;
  const kind = l.isDirect3D9 ? Kind.f32 : kindOfElement(declared);
  const word = l.b.opWith((element << 2) | component, Op.in, typeOf(kind), point);
  if (l.isDirect3D9 && declared.special === 'face') return faceOf(l, word, scalar);
  // The face of Direct3D 9 is a sign.
  if (declared.systemValue === 'is_front_face' && scalar === 'float')
    return l.e.select(fromWord(l, word, 'bool'), l.e.float(1), l.e.float(-1));
  return fromWord(l, word, scalar);
}

function kindOfElement({ special, interpolation }: IrElement): number {
  if (special !== undefined) return special === 'domainPoint' ? Kind.f32 : Kind.u32;
  const isInterpolated = interpolation !== undefined && InterpolationMode[interpolation] > InterpolationMode.constant;
  return isInterpolated ? Kind.f32 : Kind.b32;
}

/** The face of Direct3D 9, which has a sign only. */
function faceOf(l: Lowering, word: number, scalar: ScalarName): number {
  const { e } = l;
  const isFront = e.ge(word, e.float(0));
  return scalar === 'bool' ? isFront : e.convert(e.select(isFront, e.float(1), e.float(-1)), scalar);
}

type InputBase = Extract<Base, { kind: 'input' }>;

/** The scalars of a parameter that is read in place, or of one of its vertices or control points. */
export function readInput(l: Lowering, location: Location, base: InputBase): number[] {
  const scalars = scalarsOf(location.type);
  const sources = l.directScalars[base.parameter]!;
  return addressesOf(location).map((address, i) => {
    const source = sources[address];
    if (source === undefined) return l.b.undefined(l.irTypes(location.type)[i]!);
    if (base.range === undefined) return inputScalar(l, source, scalars[i]!, base.index);
    const { register } = l.module.inputs[source.element]!;
    const row = l.b.unsigned(register - l.module.inputRanges[base.range]!.register);
    const at = l.e.add(location.dynamic!, row);
    const extra = (base.range << 2) | source.component;
    return fromWord(l, l.b.opWith(extra, Op['in.at'], typeOf(Kind.b32), at, base.index), scalars[i]!);
  });
}

/**
 * The element of an array of inputs that a value chooses; undefined where the elements are not in registers that follow
 * each other.
 */
export function inputElement(l: Lowering, location: Location, base: InputBase, index: number): Location | undefined {
  const { element, length } = location.type as ArrayType;
  const sources = l.directScalars[base.parameter]!;
  const at = (number: number) => addressesOf(elementAt(location, number)).map((address) => sources[address]);
  const registerOf = (source: InputScalar | undefined) => l.module.inputs[source?.element ?? -1]?.register;
  const [first, second] = [at(0), at(1)];
  const [start, next] = [registerOf(first[0]), registerOf(second[0])];
  if (start === undefined || next === undefined) return undefined;
  const stride = next - start;
  for (let number = 0; number < length; number++)
    for (const [i, source] of at(number).entries()) {
      const isThere = registerOf(source) === (registerOf(first[i]) ?? -1) + number * stride;
      if (!isThere || source!.component !== first[i]!.component) return undefined;
    }
  const { kind, systemValue } = l.module.inputs[first[0]!.element]!;
  const { name, tokens } = l.directParameters[base.parameter]!.variable;
  if (systemValue?.endsWith('TessFactor')) l.reporter.report(X4576_INDEXED, tokens, { name });
  const added = l.e.mul(l.e.as(Kind.u32, index), l.b.unsigned(stride));
  return {
    ...location,
    base: { ...base, range: base.range ?? rangeNumber(l, { kind, register: start, count: length * stride }) },
    type: element,
    dynamic: location.dynamic === undefined ? added : l.e.add(location.dynamic, added),
  };
}

/** The number of a range of the module. */
function rangeNumber({ module: { inputRanges } }: Lowering, range: IrRange): number {
  const known = inputRanges.findIndex(
    ({ kind, register, count }) => kind === range.kind && register === range.register && count === range.count,
  );
  return known >= 0 ? known : inputRanges.push(range) - 1;
}

/** The bits of a register as a scalar; inputs of a stage are words. */
function fromWord(l: Lowering, word: number, scalar: ScalarName): number {
  const type = irTypeOf(scalar);
  if (scalar === 'bool') return l.e.ne(l.e.as(Kind.u32, word), l.b.unsigned(0));
  const cast = l.e.as(kindOf(type), word);
  return l.b.ops.type[cast] === type ? cast : l.b.op(Op.bitcast, type, cast);
}
