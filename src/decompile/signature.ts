/**
 * The parameters of the entry point from a signature: single ones, structs of points and vertices, patch constants, and
 * registers without a number.
 */
import { bitCount } from '../base/words.ts';
import type { NameScope } from '../emit/common/names.ts';
import type { EntryParameter, EntryStruct, HlslSignature, StreamStruct } from '../emit/hlsl/plan.ts';
import { hlslIdentifier } from '../emit/hlsl/types.ts';
import { type IrElement, type IrModule, type IrRange, type IrSpecial, Kind } from '../ir/index.ts';
import type { ParameterDesc } from '../reflect/parameters.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { inPackingOrder, isFactor } from './packing-order.ts';

const KINDS: Readonly<Record<string, number>> = { float32: Kind.f32, sint32: Kind.i32, uint32: Kind.u32 };

/** Semantics of registers without a number, with their types. */
const SPECIALS: Readonly<Partial<Record<IrSpecial, readonly [semantic: string, kind: number, width: number]>>> = {
  threadId: ['SV_DispatchThreadID', Kind.u32, 3],
  threadGroupId: ['SV_GroupID', Kind.u32, 3],
  threadIdInGroup: ['SV_GroupThreadID', Kind.u32, 3],
  threadIdInGroupFlattened: ['SV_GroupIndex', Kind.u32, 1],
  coverage: ['SV_Coverage', Kind.u32, 1],
  innerCoverage: ['SV_InnerCoverage', Kind.u32, 1],
  primitiveId: ['SV_PrimitiveID', Kind.u32, 1],
  instanceId: ['SV_GSInstanceID', Kind.u32, 1],
  outputPointId: ['SV_OutputControlPointID', Kind.u32, 1],
  domainPoint: ['SV_DomainLocation', Kind.f32, 3],
  depth: ['SV_Depth', Kind.f32, 1],
  depthGreaterEqual: ['SV_DepthGreaterEqual', Kind.f32, 1],
  depthLessEqual: ['SV_DepthLessEqual', Kind.f32, 1],
  stencilReference: ['SV_StencilRef', Kind.u32, 1],
};

const MODIFIERS: Readonly<Record<string, string>> = {
  constant: 'nointerpolation ',
  linearCentroid: 'centroid ',
  linearNoperspective: 'noperspective ',
  linearNoperspectiveCentroid: 'noperspective centroid ',
  linearSample: 'sample ',
  linearNoperspectiveSample: 'noperspective sample ',
};

/** Types of minimum precision, by the name in reflection. */
const MINIMUM: Readonly<Record<string, string>> = {
  float16: 'min16float',
  float2_8: 'min10float',
  sint16: 'min16int',
  uint16: 'min16uint',
};

const NO_REGISTER = 0xffff_ffff;

/** Makes parameters of one module. */
export function signatureOf(
  module: IrModule,
  reflection: ShaderInterface | undefined,
  names: NameScope,
): HlslSignature {
  const inputs = reflection?.inputParameters ?? [];
  const outputs = reflection?.outputParameters ?? [];
  const patch = reflection?.patchConstantParameters ?? [];
  const { stage, facts } = module;
  const hasPoints = stage === 'gs' || stage === 'hs' || stage === 'ds';
  const isPoint = ({ register }: ParameterDesc) => hasPoints && register !== NO_REGISTER;
  const parameters = (list: readonly ParameterDesc[], isInput: boolean, kind?: string, scope = names) =>
    parametersOf(
      module,
      isInput ? module.inputs : module.outputs,
      list,
      isInput,
      scope,
      kind,
      isArrayIn(module, isInput, kind),
    );
  const struct = (
    type: string,
    variable: string,
    list: readonly ParameterDesc[],
    isInput: boolean,
    kind: string,
  ): EntryStruct => ({
    type: names.unique(type),
    variable: names.unique(variable),
    members: parameters(list, isInput, kind, names.inner()),
  });
  const lone = parameters(
    inputs.filter((one) => !isPoint(one)),
    true,
  );
  const singles = [
    // An input of a pixel shader that is not used has no declaration with its interpolation.
    ...(stage === 'ps' ? withModifiers(lone, ({ elements }) => elements.some(({ length }) => length > 0)) : lone),
    ...specialParameters(module, names, inputs),
  ];
  const signature: HlslSignature = { inputs: singles };
  const points = inputs.filter(isPoint);
  if (stage === 'gs') {
    const streams = (facts.outputTopologies ?? ['trianglestrip']).map((topology, stream): StreamStruct => {
      const ofStream = outputs.filter((one) => one.stream === stream);
      const number = (facts.outputTopologies?.length ?? 1) > 1 ? String(stream) : '';
      const vertex = struct(`Output${number}`, `vertex${number}`, ofStream, false, 'vertex');
      return {
        ...vertex,
        members: withModifiers(vertex.members),
        stream: names.unique(`stream${number}`),
        topology,
      };
    });
    return {
      ...signature,
      points: struct('Vertex', 'vertices', points, true, 'vertex'),
      streams,
    };
  }
  if (stage === 'hs') {
    const made = struct('ControlPoint', 'made', outputs, false, 'outputPoint');
    return {
      ...signature,
      points: struct('Vertex', 'patch', points, true, 'inputPoint'),
      made,
      madePoints: {
        type: made.type,
        variable: names.unique('points'),
        members: parameters(outputs, true, 'outputPoint', names.inner()),
      },
      constants: constantsOf(module, patch, false, names),
      readConstants: true,
    };
  }
  if (stage === 'ds')
    return {
      ...signature,
      result: resultOf(withModifiers(parameters(outputs, false, undefined, names.inner())), names),
      points: struct('ControlPoint', 'patch', points, true, 'inputPoint'),
      constants: constantsOf(module, patch, true, names),
    };
  const inner = names.inner();
  const packed = parameters(outputs, false, undefined, inner);
  const members = [...(stage === 'vs' ? withModifiers(packed) : packed), ...specialOutputs(module, inner, outputs)];
  return { ...signature, result: resultOf(members, names) };
}

/** Modifiers that keep elements apart: the compiler packs what is interpolated alike. */
const CONSTANT = 'nointerpolation ';
const APART = ['', CONSTANT, 'noperspective ', 'centroid '];

/**
 * Parameters with the modifiers that make the compiler put each into its register.
 *
 * @param isKnown whether the modifiers of a parameter are those of the program
 */
function withModifiers(
  members: readonly EntryParameter[],
  isKnown: (one: EntryParameter) => boolean = () => false,
): EntryParameter[] {
  const isPacked = ({ register }: EntryParameter) => register !== undefined && register !== NO_REGISTER;
  /** By register: those that must be interpolated in another way. */
  const conflicts = new Map<number, Set<number>>();
  const ends = new Map<number, number>();
  for (const { register = 0, first, width, count = 1 } of members.filter(isPacked)) {
    const isNew = !ends.has(register);
    for (const [other, end] of ends) {
      if (other === register || end + width > 4 || count > 1 || (!isNew && other > register)) continue;
      conflicts.set(register, (conflicts.get(register) ?? new Set()).add(other));
      conflicts.set(other, (conflicts.get(other) ?? new Set()).add(register));
    }
    for (let i = 0; i < count; i++) ends.set(register + i, Math.max(ends.get(register + i) ?? 0, first + width));
  }
  // Integers are never interpolated, and keep the floats of their register from it.
  const modes = new Map<number, string>();
  for (const one of members.filter(isPacked))
    if (one.kind !== Kind.f32) modes.set(one.register!, CONSTANT);
    else if (isKnown(one)) modes.set(one.register!, one.modifiers);
  for (const register of ends.keys()) {
    if (modes.has(register)) continue;
    const taken = [...(conflicts.get(register) ?? [])].map((other) => modes.get(other));
    modes.set(register, APART.find((mode) => !taken.includes(mode)) ?? '');
  }
  return members.map((one) => {
    const isFixed = !isPacked(one) || one.kind !== Kind.f32 || /^sv_/i.test(one.semantic) || isKnown(one);
    return isFixed ? one : { ...one, modifiers: modes.get(one.register!)! };
  });
}

/** The variable with the outputs: a struct, or the only output. */
export function resultOf(members: readonly EntryParameter[], names: NameScope): EntryStruct {
  const [first] = members;
  if (members.length === 1 && first!.count === undefined)
    return { type: '', variable: names.unique(first!.name), members };
  return { type: names.unique('Output'), variable: names.unique('output'), members };
}

/** The struct of patch constants: registers that are indexed, and tessellation factors, are arrays. */
function constantsOf(
  module: IrModule,
  list: readonly ParameterDesc[],
  isInput: boolean,
  names: NameScope,
): EntryStruct {
  const elements = isInput ? module.inputs : module.outputs;
  const isIndexed = isArrayIn(module, isInput, 'patch');
  // Next to a tessellation factor are three components, where the compiler would put three that are no array.
  const hasSpace = list.some(
    (one) => isFactor(one.semanticName) && list.every((other) => other === one || other.register !== one.register),
  );
  const members = parametersOf(
    module,
    elements,
    list,
    isInput,
    names.inner(),
    'patch',
    // An array starts a row.
    (first, count) =>
      (first.mask & 1) !== 0 &&
      (isFactor(first.semanticName) || isIndexed(first, count) || (hasSpace && first.mask === 0b111)),
  );
  return {
    type: names.unique('PatchConstants'),
    variable: names.unique('constants'),
    members: inPackingOrder(members),
  };
}

/** The numbers of the elements of a parameter. */
function elementsOf(elements: readonly IrElement[], parameter: ParameterDesc, kind?: string): number[] {
  return elements.flatMap((element, i) =>
    (kind === undefined || element.kind === kind) && matches(element, parameter) ? i : [],
  );
}

/**
 * Returns whether registers in a row with one semantic are an array: an index selects one of them, or they can only be
 * an array. Inputs of vertex shaders have a register each in any case.
 */
function isArrayIn(module: IrModule, isInput: boolean, kind = 'vertex') {
  const ranges = [...module.inputRanges, ...module.outputRanges].filter((one) => one.kind === kind);
  const isPacked = module.stage !== 'vs' || !isInput;
  return (first: ParameterDesc, count: number): boolean =>
    (isPacked && needsArray(first)) || ranges.some((range) => isInside(range, first, count));
}

/** Whether registers in a row with one semantic can only be an array: the compiler packs others into one register. */
function needsArray({ mask }: ParameterDesc): boolean {
  return bitCount(mask) <= 2;
}

/** Whether a parameter is the next element of an array that begins with another. */
function continues(first: ParameterDesc, next: ParameterDesc, count: number): boolean {
  return (
    next.semanticName.toLowerCase() === first.semanticName.toLowerCase() &&
    next.semanticIndex === first.semanticIndex + count &&
    next.register === first.register + count &&
    next.mask === first.mask &&
    next.componentType === first.componentType
  );
}

function isInside(range: IrRange, { register }: ParameterDesc, count: number): boolean {
  return count > 1 && range.register >= register && range.register + range.count <= register + count;
}

/**
 * The parameters of elements with a register, in the order of the signature.
 *
 * @param isArray whether parameters that continue one another, from `first` on, are an array
 */
function parametersOf(
  module: IrModule,
  elements: readonly IrElement[],
  signature: readonly ParameterDesc[],
  isInput: boolean,
  names: NameScope,
  kind: string | undefined,
  isArray: (first: ParameterDesc, count: number) => boolean,
): EntryParameter[] {
  const taken = new Set<ParameterDesc>();
  return signature.flatMap((parameter): EntryParameter | [] => {
    if (taken.has(parameter)) return [];
    const array = [parameter];
    for (const one of signature) if (continues(parameter, one, array.length)) array.push(one);
    const parameters = array.length > 1 && isArray(parameter, array.length) ? array : [parameter];
    for (const one of parameters) taken.add(one);
    const { semanticName, semanticIndex, mask, componentType, register } = parameter;
    const found = parameters.map((one) => elementsOf(elements, one, kind));
    const isSystem = /^sv_/i.test(semanticName);
    const type = KINDS[String(componentType)] ?? Kind.f32;
    const scalar = MINIMUM[String(parameter.minPrecision)];
    const name = isSystem ? semanticName.slice(3) : semanticName;
    const interpolation = found.flat().flatMap((i) => elements[i]!.interpolation ?? [])[0];
    // Integers are never interpolated, but an index of interface pointers needs the modifier.
    const isFlat = module.stage === 'ps' && isInput && type !== Kind.f32 && !module.facts.pointerArrays?.length;
    return {
      name: names.unique(`${variableName(name)}${semanticIndex === 0 ? '' : semanticIndex}`),
      semantic: `${hlslIdentifier(semanticName)}${semanticIndex === 0 && !/\d$/.test(semanticName) ? '' : semanticIndex}`,
      kind: type,
      ...(scalar !== undefined && { scalar }),
      first: mask === 0 ? 0 : 31 - Math.clz32(mask & -mask),
      width: Math.max(bitCount(mask), 1),
      modifiers:
        isInput && module.stage === 'ps' && !isFlat && (!isSystem || semanticName.toLowerCase() === 'sv_position')
          ? (MODIFIERS[interpolation ?? ''] ?? '')
          : '',
      elements: found,
      register,
      // A hull shader reads constants that it wrote.
      ...(kind === 'patch' && !isInput && { readBy: parameters.map((one) => elementsOf(module.inputs, one, kind)) }),
      ...(parameters.length > 1 && { count: parameters.length }),
    };
  });
}

function specialParameters(module: IrModule, names: NameScope, signature: readonly ParameterDesc[]): EntryParameter[] {
  return specials(module, module.inputs, names, signature);
}

function specialOutputs(module: IrModule, names: NameScope, signature: readonly ParameterDesc[]): EntryParameter[] {
  return specials(module, module.outputs, names, signature);
}

/** Parameters for registers without a number that no signature has. */
function specials(
  module: IrModule,
  elements: readonly IrElement[],
  names: NameScope,
  signature: readonly ParameterDesc[],
): EntryParameter[] {
  return elements.flatMap((element, i): EntryParameter[] => {
    const special = element.special === undefined ? undefined : SPECIALS[element.special];
    if (special === undefined || signature.some((one) => matches(element, one))) return [];
    const [semantic, kind, width] = special;
    const isLine = element.special === 'domainPoint' && module.facts.domain !== 'tri';
    return [
      {
        name: names.unique(variableName(semantic.slice(3))),
        semantic,
        kind,
        first: 0,
        width: isLine ? 2 : width,
        modifiers: '',
        elements: [[i]],
      },
    ];
  });
}

/** A semantic as a variable is named: `DispatchThreadID` is `dispatch_thread_id`. */
function variableName(semantic: string): string {
  return semantic.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
}

/** Whether an element is of a parameter; registers without a number have the semantic of what they are. */
function matches(element: IrElement, { register, mask, semanticName, stream }: ParameterDesc): boolean {
  if (element.special !== undefined) return SPECIALS[element.special]?.[0].toLowerCase() === semanticName.toLowerCase();
  return element.register === register && (element.mask & mask) !== 0 && (element.stream ?? 0) === stream;
}
