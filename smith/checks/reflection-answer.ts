/**
 * Our reflection as tools/oracle/reflection.c writes Microsoft's: names become the numbers of D3D again. What is equal
 * after that is equal in every fact that the interfaces of D3D give.
 */
import {
  type BindingDesc,
  type BufferDesc,
  type CountsDesc,
  D3D_BUFFER_TYPES,
  D3D_COMPONENT_TYPES,
  D3D_DIMENSIONS,
  D3D_DOMAINS,
  D3D_FEATURE_LEVELS,
  D3D_HULL_PRIMITIVES,
  D3D_INPUT_TYPES,
  D3D_INTERPOLATIONS,
  D3D_MIN_PRECISIONS,
  D3D_NAMES,
  D3D_PARTITIONINGS,
  D3D_PRIMITIVES,
  D3D_RETURN_TYPES,
  D3D_TOPOLOGIES,
  D3D_VARIABLE_CLASSES,
  D3D_VARIABLE_TYPES,
  type FunctionDesc,
  type FunctionParameterDesc,
  type LibraryReflection,
  type Named,
  type ParameterDesc,
  type Sm4Reflection,
  type TypeDesc,
  type VariableDesc,
} from '../../src/reflect/index.ts';

/** The interfaces of Direct3D 11 or of 12. */
export type ReflectionVersion = 11 | 12;

/** The number of a name; a name that the table does not have is a fault of ours. */
function numberOf(names: Readonly<Record<number, string | undefined>>, value: Named): number {
  if (typeof value === 'number') return value;
  const entry = Object.entries(names).find(([, name]) => name === value);
  if (entry === undefined) throw new Error(`no number has the name ${value}`);
  return Number(entry[0]);
}

const signed = (value: number) => value | 0;

function typeAnswer(type: TypeDesc | null): unknown {
  if (type === null) return null;
  return {
    name: type.name,
    class: signed(numberOf(D3D_VARIABLE_CLASSES, type.class)),
    type: signed(numberOf(D3D_VARIABLE_TYPES, type.type)),
    rows: type.rows,
    columns: type.columns,
    elements: type.elements,
    offset: type.offset,
    ...(type.members.length > 0 && {
      members: type.members.map(({ name, type }) => ({ name, type: typeAnswer(type) })),
    }),
    ...(type.subType && { subType: typeAnswer(type.subType) }),
    ...(type.baseClass && { baseClass: typeAnswer(type.baseClass) }),
    ...(type.interfaces.length > 0 && { interfaces: type.interfaces.map(typeAnswer) }),
  };
}

/** The bytes of a default value as hexadecimal digits. */
function bytesAnswer(words: readonly string[], size: number): string {
  const bytes = Buffer.alloc(4 * words.length);
  words.forEach((word, i) => {
    bytes.writeUInt32LE(Number(word), 4 * i);
  });
  return bytes.subarray(0, size).toString('hex');
}

function variableAnswer(variable: VariableDesc): unknown {
  const { defaultValue, interfaceSlots, type } = variable;
  return {
    name: variable.name,
    startOffset: variable.startOffset,
    size: variable.size,
    flags: variable.uFlags,
    startTexture: signed(variable.startTexture),
    textureSize: variable.textureSize,
    startSampler: signed(variable.startSampler),
    samplerSize: variable.samplerSize,
    ...(defaultValue && { defaultValue: bytesAnswer(defaultValue.words, variable.size) }),
    interfaceSlot: signed(interfaceSlots[0] ?? -1),
    ...(type && {
      interfaceSlots: Array.from({ length: Math.min(type.elements, 256) + 1 }, (_, i) =>
        signed(interfaceSlots[i] ?? -1),
      ),
    }),
    type: typeAnswer(type),
  };
}

function bufferAnswer({ name, type, size, uFlags, variables }: BufferDesc): unknown {
  return {
    name,
    type: signed(numberOf(D3D_BUFFER_TYPES, type)),
    size,
    flags: uFlags,
    variables: variables.map(variableAnswer),
  };
}

function bindingAnswer(binding: BindingDesc, version: ReflectionVersion): unknown {
  return {
    name: binding.name,
    type: signed(numberOf(D3D_INPUT_TYPES, binding.type)),
    bindPoint: binding.bindPoint,
    bindCount: binding.bindCount,
    flags: binding.uFlags,
    returnType: signed(numberOf(D3D_RETURN_TYPES, binding.returnType)),
    dimension: signed(numberOf(D3D_DIMENSIONS, binding.dimension)),
    numSamples: binding.numSamples,
    ...(version === 12 && { space: binding.space, id: binding.uID }),
  };
}

function parameterAnswer(parameter: ParameterDesc): unknown {
  return {
    semanticName: parameter.semanticName,
    semanticIndex: parameter.semanticIndex,
    register: parameter.register,
    systemValueType: signed(numberOf(D3D_NAMES, parameter.systemValueType)),
    componentType: signed(numberOf(D3D_COMPONENT_TYPES, parameter.componentType)),
    mask: parameter.mask,
    readWriteMask: parameter.readWriteMask,
    stream: parameter.stream,
    minPrecision: signed(numberOf(D3D_MIN_PRECISIONS, parameter.minPrecision)),
  };
}

const COUNTS = [
  ...(['instructionCount', 'tempRegisterCount', 'tempArrayCount', 'defCount', 'dclCount'] as const),
  ...(['textureNormalInstructions', 'textureLoadInstructions', 'textureCompInstructions'] as const),
  ...(['textureBiasInstructions', 'textureGradientInstructions', 'floatInstructionCount'] as const),
  ...(['intInstructionCount', 'uintInstructionCount', 'staticFlowControlCount'] as const),
  ...(['dynamicFlowControlCount', 'macroInstructionCount', 'arrayInstructionCount'] as const),
  ...(['movInstructionCount', 'movcInstructionCount', 'conversionInstructionCount'] as const),
  'bitwiseInstructionCount',
] as const satisfies readonly (keyof CountsDesc)[];

function countsAnswer(counts: CountsDesc): Record<string, number> {
  return Object.fromEntries(COUNTS.map((name) => [name, counts[name]]));
}

/** A feature level as the hexadecimal digits of its number; undefined where there is none. */
function levelAnswer(level: string | null): string | undefined {
  return level === null ? undefined : numberOf(D3D_FEATURE_LEVELS, level).toString(16);
}

/** The answers of `D3DReflect` and its interfaces. */
export function shaderAnswer(one: Sm4Reflection, version: ReflectionVersion): unknown {
  const [x, y, z] = one.threadGroupSize;
  return {
    description: {
      creator: one.creator,
      version: one.version,
      flags: one.flags,
      constantBuffers: one.constantBuffers.length,
      boundResources: one.boundResources.length,
      inputParameters: one.inputParameters.length,
      outputParameters: one.outputParameters.length,
      ...countsAnswer(one),
      cutInstructionCount: one.cutInstructionCount,
      emitInstructionCount: one.emitInstructionCount,
      gsOutputTopology: numberOf(D3D_TOPOLOGIES, one.gsOutputTopology),
      gsMaxOutputVertexCount: one.gsMaxOutputVertexCount,
      inputPrimitive: numberOf(D3D_PRIMITIVES, one.inputPrimitive),
      patchConstantParameters: one.patchConstantParameters.length,
      gsInstanceCount: one.cGSInstanceCount,
      controlPoints: one.cControlPoints,
      hsOutputPrimitive: numberOf(D3D_HULL_PRIMITIVES, one.hsOutputPrimitive),
      hsPartitioning: numberOf(D3D_PARTITIONINGS, one.hsPartitioning),
      tessellatorDomain: numberOf(D3D_DOMAINS, one.tessellatorDomain),
      barrierInstructions: one.cBarrierInstructions,
      interlockedInstructions: one.cInterlockedInstructions,
      textureStoreInstructions: one.cTextureStoreInstructions,
      gsInputPrimitive: numberOf(D3D_PRIMITIVES, one.inputPrimitive),
      isSampleFrequencyShader: Number(one.isSampleFrequencyShader),
      interfaceSlots: one.numInterfaceSlots,
      minFeatureLevel: levelAnswer(one.minFeatureLevel),
      threads: Math.imul(Math.imul(x, y), z) >>> 0,
      threadGroupSize: [x, y, z],
      requiresFlags: one.requiresFlags.toString(16),
    },
    constantBuffers: one.constantBuffers.map(bufferAnswer),
    bindings: one.boundResources.map((binding) => bindingAnswer(binding, version)),
    inputs: one.inputParameters.map(parameterAnswer),
    outputs: one.outputParameters.map(parameterAnswer),
    patchConstants: one.patchConstantParameters.map(parameterAnswer),
  };
}

function functionParameterAnswer(parameter: FunctionParameterDesc, index: number): unknown {
  return {
    name: parameter.name,
    semanticName: parameter.semanticName,
    index,
    type: signed(numberOf(D3D_VARIABLE_TYPES, parameter.type)),
    class: signed(numberOf(D3D_VARIABLE_CLASSES, parameter.class)),
    rows: parameter.rows,
    columns: parameter.columns,
    interpolationMode: signed(numberOf(D3D_INTERPOLATIONS, parameter.interpolationMode)),
    flags: signed(parameter.flags),
    in: [signed(parameter.firstInRegister), signed(parameter.firstInComponent)],
    out: [signed(parameter.firstOutRegister), signed(parameter.firstOutComponent)],
  };
}

function functionAnswer(one: FunctionDesc, version: ReflectionVersion): unknown {
  const { parameters, returnValue } = one;
  return {
    name: one.name,
    creator: one.creator,
    version: one.version,
    flags: one.flags,
    constantBufferCount: one.constantBuffers.length,
    boundResourceCount: one.boundResources.length,
    ...countsAnswer(one),
    functionParameterCount: parameters.length,
    hasReturn: Number(one.hasReturn),
    has10Level9VertexShader: Number(one.has10Level9VertexShader),
    has10Level9PixelShader: Number(one.has10Level9PixelShader),
    minFeatureLevel: levelAnswer(one.minFeatureLevel),
    requiredFeatureFlags: one.requiredFeatureFlags.toString(16),
    constantBuffers: one.constantBuffers.map(bufferAnswer),
    bindings: one.boundResources.map((binding) => bindingAnswer(binding, version)),
    parameters: [
      ...(returnValue ? [functionParameterAnswer(returnValue, -1)] : []),
      ...parameters.map((parameter, i) => functionParameterAnswer(parameter, i)),
    ],
  };
}

/** The answers of `D3DReflectLibrary` and its interfaces. */
export function libraryAnswer(library: LibraryReflection, version: ReflectionVersion): unknown {
  return {
    creator: library.creator,
    flags: library.flags,
    functions: library.functions.map((one) => functionAnswer(one, version)),
  };
}

/**
 * Microsoft's answer without what is no fact: an error instead of a feature level, or a level of all ones; and without
 * the chunk RDEF, which the missing creator shows, the number of interface slots, for which it returns uninitialized
 * memory.
 */
export function withoutFailures(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutFailures);
  if (typeof answer !== 'object' || answer === null) return answer;
  if ('interfaceSlots' in answer && 'creator' in answer && answer.creator === null)
    answer = { ...answer, interfaceSlots: 0 };
  return Object.fromEntries(
    Object.entries(answer as object).map(([key, value]) => {
      if (key === 'minFeatureLevel' && /^!|^ffffffff$/.test(String(value))) return [key, undefined];
      return [key, withoutFailures(value)];
    }),
  );
}

/**
 * The paths at which two answers differ, each with both values, and the number of facts (leaves) that were compared.
 */
export function compareAnswers(
  ours: unknown,
  theirs: unknown,
): { readonly facts: number; readonly differences: string[] } {
  const differences: string[] = [];
  let facts = 0;
  const walk = (a: unknown, b: unknown, path: string): void => {
    if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        walk((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}.${key}`);
      }
      return;
    }
    facts++;
    if (a !== b) differences.push(`${path}: ${JSON.stringify(a)}, Microsoft ${JSON.stringify(b)}`);
  };
  walk(ours, theirs, '');
  return { facts, differences };
}
