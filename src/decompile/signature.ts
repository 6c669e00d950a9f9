/**
 * The parameters of the entry point from a signature: single ones, structs of points and vertices, patch constants, and
 * registers without a number.
 */
import { bitCount } from '../base/words.ts';
import type { NameScope } from '../emit/common/names.ts';
import type { EntryParameter, EntryStruct, HlslSignature, StreamStruct } from '../emit/hlsl/plan.ts';
import { type IrElement, type IrModule, type IrRange, type IrSpecial, Kind } from '../ir/index.ts';
import type { ParameterDesc } from '../reflect/parameters.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';

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
    parametersOf(module, isInput ? module.inputs : module.outputs, list, isInput, scope, kind);
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
    ...(stage === 'ps' ? lone.map((one) => withModifiers(one, lone)) : lone),
    ...specialParameters(module, names, inputs),
  ];
  const signature: HlslSignature = { inputs: singles, outputs: [] };
  const points = inputs.filter(isPoint);
  if (stage === 'gs') {
    const streams = (facts.outputTopologies ?? ['trianglestrip']).map((topology, stream): StreamStruct => {
      const ofStream = outputs.filter((one) => one.stream === stream);
      const number = (facts.outputTopologies?.length ?? 1) > 1 ? String(stream) : '';
      return {
        ...struct(`Output${number}`, `vertex${number}`, ofStream, false, 'vertex'),
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
      outputs: parameters(outputs, false),
      points: struct('ControlPoint', 'patch', points, true, 'inputPoint'),
      constants: constantsOf(module, patch, true, names),
    };
  return { ...signature, outputs: [...parameters(outputs, false), ...specialOutputs(module, names, outputs)] };
}

/** The struct of patch constants: registers that are indexed, and tessellation factors, are arrays. */
function constantsOf(
  module: IrModule,
  list: readonly ParameterDesc[],
  isInput: boolean,
  names: NameScope,
): EntryStruct {
  const ranges = [...module.inputRanges, ...module.outputRanges].filter(({ kind }) => kind === 'patch');
  const elements = isInput ? module.inputs : module.outputs;
  const members = parametersOf(module, elements, list, isInput, names.inner(), 'patch', (first, count) => {
    const isFactor = /^sv_(inside)?tessfactor$/i.test(first.semanticName);
    return isFactor || needsArray(first) || ranges.some((range) => isInside(range, first, count));
  });
  return { type: names.unique('PatchConstants'), variable: names.unique('constants'), members };
}

/** The numbers of the elements of a parameter. */
function elementsOf(elements: readonly IrElement[], parameter: ParameterDesc, kind?: string): number[] {
  return elements.flatMap((element, i) =>
    (kind === undefined || element.kind === kind) && matches(element, parameter) ? i : [],
  );
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
  kind?: string,
  isArray: (first: ParameterDesc, count: number) => boolean = needsArray,
): EntryParameter[] {
  const isPacked = module.stage !== 'vs' || !isInput;
  const taken = new Set<ParameterDesc>();
  return signature.flatMap((parameter): EntryParameter | [] => {
    if (taken.has(parameter)) return [];
    const array = [parameter];
    if (isPacked) for (const one of signature) if (continues(parameter, one, array.length)) array.push(one);
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
    const prefix = isInput || kind !== undefined ? '' : 'out_';
    return {
      name: names.unique(`${prefix}${variableName(name)}${semanticIndex === 0 ? '' : semanticIndex}`),
      semantic: `${semanticName}${semanticIndex === 0 && !/\d$/.test(semanticName) ? '' : semanticIndex}`,
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

/**
 * An input of a pixel shader that is not used has no declaration with its interpolation, but the compiler packs what is
 * interpolated alike: it has that of its register, or one that keeps others out of its register.
 */
function withModifiers(parameter: EntryParameter, all: readonly EntryParameter[]): EntryParameter {
  const { elements, kind, register, width, count = 1 } = parameter;
  if (elements.some((list) => list.length > 0) || kind !== Kind.f32 || register === undefined) return parameter;
  const used = all.filter((one) => one.kind === Kind.f32 && one.elements.some((list) => list.length > 0));
  const neighbor = used.find((one) => one.register === register);
  if (neighbor !== undefined) return { ...parameter, modifiers: neighbor.modifiers };
  const taken = all.reduce((sum, one) => sum + (one.register === register ? one.width : 0), 0);
  const after = used.find((one) => (one.register ?? 0) > register && one.width + Math.max(taken, width) <= 4);
  if (after === undefined || count > 1) return parameter;
  return { ...parameter, modifiers: after.modifiers === '' ? 'nointerpolation ' : '' };
}

function specialParameters(module: IrModule, names: NameScope, signature: readonly ParameterDesc[]): EntryParameter[] {
  return specials(module, module.inputs, names, '', signature);
}

function specialOutputs(module: IrModule, names: NameScope, signature: readonly ParameterDesc[]): EntryParameter[] {
  return specials(module, module.outputs, names, 'out_', signature);
}

/** Parameters for registers without a number that no signature has. */
function specials(
  module: IrModule,
  elements: readonly IrElement[],
  names: NameScope,
  prefix: string,
  signature: readonly ParameterDesc[],
): EntryParameter[] {
  return elements.flatMap((element, i): EntryParameter[] => {
    const special = element.special === undefined ? undefined : SPECIALS[element.special];
    if (special === undefined || signature.some((one) => matches(element, one))) return [];
    const [semantic, kind, width] = special;
    const isLine = element.special === 'domainPoint' && module.facts.domain !== 'tri';
    return [
      {
        name: names.unique(`${prefix}${variableName(semantic.slice(3))}`),
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
