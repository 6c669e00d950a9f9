/**
 * Reflects a container of shader model 6 from its parts, without reading the code of its program: profile, signatures,
 * features, hash, the state that pipelines are checked against, the functions of libraries, the root signature. Numbers
 * of enumerations are names; a number without a name stays a number.
 *
 * Not for: resources by name of shaders that are no library, which only the code has.
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import {
  type CompilerVersion,
  DXIL_FEATURES,
  DXIL_INTERPOLATIONS,
  DXIL_RESOURCE_CLASSES,
  DXIL_RESOURCE_KINDS,
  DXIL_SEMANTIC_KINDS,
  DXIL_SHADER_KINDS,
  DXIL_SIGNATURE_TYPES,
  DXIL_SUBOBJECT_KINDS,
  PSV_RESOURCE_TYPES,
  readDxilProgram,
  readHash,
  readVers,
  type ShaderHash,
} from '../chunks/dxil.ts';
import { type PipelineStateValidation, type PsvElement, type PsvStage, readPsv0 } from '../chunks/psv0.ts';
import {
  type RdatFunction,
  type RdatResource,
  type RdatSubobject,
  type RuntimeData,
  readRdat,
} from '../chunks/rdat.ts';
import { type RootSignature, readRts0 } from '../chunks/rts0.ts';
import { FEATURES, readSfi0 } from '../chunks/sfi0.ts';
import { readSignature, type SignatureElement } from '../chunks/signature.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import type { Named } from './enums.ts';
import { type ParameterDesc, type ParameterPrefix, parameterDesc } from './parameters.ts';

/** A resource that the pipeline is checked against. */
export interface DxilResourceDesc {
  /** `cbv`, `srvTyped`, `uavStructuredWithCounter`, ... */
  readonly type: Named;
  /** `texture2D`, `rawBuffer`, ...; null in early versions. */
  readonly kind: Named | null;
  readonly space: number;
  readonly lowerBound: number;
  /** Inclusive; 0xffffffff when the range has no end. */
  readonly upperBound: number;
  readonly flags: number;
}

/** An element of a signature as the pipeline is checked against it. */
export interface DxilElementDesc {
  /** Empty for system values. */
  readonly semanticName: string;
  readonly semanticIndices: readonly number[];
  /** `position`, `target`, ...; `arbitrary` for what is no system value. */
  readonly semanticKind: Named;
  readonly componentType: Named;
  readonly interpolationMode: Named;
  readonly rows: number;
  readonly columns: number;
  /** Null where the element has no register. */
  readonly startRow: number | null;
  readonly startColumn: number | null;
  readonly dynamicIndexMask: number;
  readonly stream: number;
}

export interface DxilPipelineDesc {
  /** Of the layout of the chunk. */
  readonly version: number;
  readonly info: PsvStage;
  readonly minimumExpectedWaveLaneCount: number;
  readonly maximumExpectedWaveLaneCount: number;
  readonly usesViewId: boolean;
  /** Null where the chunk is too early to have it. */
  readonly numThreads: readonly [x: number, y: number, z: number] | null;
  readonly entryFunctionName: string | null;
  readonly groupSharedBytes: number | null;
  readonly resources: readonly DxilResourceDesc[];
  readonly inputs: readonly DxilElementDesc[];
  readonly outputs: readonly DxilElementDesc[];
  readonly patchConstantsOrPrimitives: readonly DxilElementDesc[];
}

export interface DxilLibraryResourceDesc {
  readonly name: string;
  /** `srv`, `uav`, `cBuffer`, `sampler`. */
  readonly class: Named;
  readonly kind: Named;
  readonly id: number;
  readonly space: number;
  readonly lowerBound: number;
  readonly upperBound: number;
  readonly flags: number;
}

export interface DxilFunctionDesc {
  /** As the linker knows it. */
  readonly name: string;
  readonly unmangledName: string;
  /** `closestHit`, `miss`, ...; `library` for a function that is no entry. */
  readonly shaderKind: Named;
  /** Names of the resources that it uses. */
  readonly resources: readonly string[];
  /** Names of the functions that it calls and the library does not have. */
  readonly dependencies: readonly string[];
  readonly payloadSizeInBytes: number;
  readonly attributeSizeInBytes: number;
  readonly features: readonly string[];
  /** Stages that it may run in. */
  readonly shaderStages: readonly string[];
  /** The minimum shader model: `6.3`. */
  readonly minShaderModel: string;
}

export interface DxilLibraryDesc {
  readonly resources: readonly DxilLibraryResourceDesc[];
  readonly functions: readonly DxilFunctionDesc[];
  readonly subobjects: readonly DxilSubobjectDesc[];
  /** Nodes of a work graph, as the chunk has them: tables that point at each other. */
  readonly workGraph: Pick<RuntimeData, 'nodes' | 'nodeIds' | 'nodePorts' | 'nodeAttributes' | 'portAttributes'> | null;
}

/** A subobject of a library; which fields it has depends on its kind. */
export interface DxilSubobjectDesc extends Omit<RdatSubobject, 'kind' | 'rootSignature'> {
  readonly kind: Named;
  /** Bytes of a root signature. */
  readonly rootSignatureSize?: number;
}

export interface DxilReflection {
  readonly format: 'dxil';
  /** `ps_6_0`; null where the container has no program. */
  readonly profile: string | null;
  /** Version of the intermediate language: `1.0`. */
  readonly dxilVersion: string | null;
  /** Of the program, which is LLVM bitcode and is not read. */
  readonly bitcodeSize: number;
  /** Every part in order, with the size of its payload in bytes. */
  readonly parts: readonly { readonly tag: string; readonly size: number }[];
  readonly hash: ShaderHash | null;
  readonly compiler: CompilerVersion | null;
  /** Hardware features that the shader requires: names of `FEATURES` and `DXIL_FEATURES`. */
  readonly features: readonly string[];
  readonly inputParameters: readonly ParameterDesc[];
  readonly outputParameters: readonly ParameterDesc[];
  readonly patchConstantParameters: readonly ParameterDesc[];
  readonly pipelineState: DxilPipelineDesc | null;
  readonly library: DxilLibraryDesc | null;
  readonly rootSignature: RootSignature | null;
}

/** Names of the feature bits, by bit number. */
const FEATURE_NAMES: readonly (string | undefined)[] = Object.entries({
  ...FEATURES,
  // Here the bit has the meaning that its chunk always gave it.
  computeShadersAndRawBuffersIn4: FEATURES.earlyDepthStencil,
  ...DXIL_FEATURES,
}).reduce<(string | undefined)[]>((names, [name, bit]) => {
  names[bit] = name;
  return names;
}, []);

type Read<Part> = (container: Container, chunk: Chunk, diagnostics: Diagnostics) => Part | undefined;

/** Reflects a container of shader model 6. */
export function reflectDxil(container: Container, diagnostics: Diagnostics): DxilReflection {
  const part = <Part>(tag: number, read: Read<Part>): Part | undefined => {
    const chunk = container.find(tag);
    return chunk && read(container, chunk, diagnostics);
  };
  const chunk = container.find(TAG.DXIL) ?? container.find(TAG.ILDB);
  const program = chunk && readDxilProgram(container, chunk, diagnostics);
  const psv = part(TAG.PSV0, (c, one, d) => readPsv0(c, one, d, program?.kind));
  const rdat = part(TAG.RDAT, readRdat);
  const features = part(TAG.SFI0, readSfi0);
  const parameters = (tag: number, prefix: ParameterPrefix) =>
    (part(tag, readSignature)?.elements ?? []).map((element) => parameterOf(element, prefix));
  return {
    format: 'dxil',
    profile: program?.profile ?? null,
    dxilVersion: program === undefined ? null : `${program.dxilMajor}.${program.dxilMinor}`,
    bitcodeSize: program?.bitcodeSize ?? 0,
    parts: container.chunks.map(({ name, data }) => ({ tag: name, size: data.byteLength })),
    hash: part(TAG.HASH, readHash) ?? null,
    compiler: part(TAG.VERS, readVers) ?? null,
    features: features === undefined ? [] : featureNames(features.low, features.high),
    inputParameters: parameters(TAG.ISG1, 'v'),
    outputParameters: parameters(TAG.OSG1, 'o'),
    patchConstantParameters: parameters(TAG.PSG1, program?.profile?.startsWith('hs') ? 'o' : 'vpc'),
    pipelineState: psv === undefined ? null : pipelineOf(psv),
    library: rdat === undefined ? null : libraryOf(rdat),
    rootSignature: part(TAG.RTS0, readRts0) ?? null,
  };
}

function featureNames(low: number, high: number): string[] {
  const names: string[] = [];
  for (let bit = 0; bit < 64; bit++) {
    if (((bit < 32 ? low : high) & (1 << (bit & 31))) !== 0) names.push(FEATURE_NAMES[bit] ?? `bit${bit}`);
  }
  return names;
}

function parameterOf(element: SignatureElement, prefix: ParameterPrefix): ParameterDesc {
  return {
    ...parameterDesc(element, prefix, element.systemValue),
    componentType: DXIL_SIGNATURE_TYPES[element.componentType] ?? element.componentType,
  };
}

function pipelineOf(psv: PipelineStateValidation): DxilPipelineDesc {
  return {
    version: psv.version,
    info: psv.info,
    minimumExpectedWaveLaneCount: psv.minimumExpectedWaveLaneCount,
    maximumExpectedWaveLaneCount: psv.maximumExpectedWaveLaneCount,
    usesViewId: psv.usesViewId,
    numThreads: psv.numThreads ?? null,
    entryFunctionName: psv.entryFunctionName ?? null,
    groupSharedBytes: psv.groupSharedBytes ?? null,
    resources: psv.resources.map(({ type, kind, space, lowerBound, upperBound, flags }) => ({
      type: PSV_RESOURCE_TYPES[type] ?? type,
      kind: kind === undefined ? null : (DXIL_RESOURCE_KINDS[kind] ?? kind),
      space,
      lowerBound,
      upperBound,
      flags: flags ?? 0,
    })),
    inputs: psv.inputs.map(elementOf),
    outputs: psv.outputs.map(elementOf),
    patchConstantsOrPrimitives: psv.patchConstantsOrPrimitives.map(elementOf),
  };
}

function elementOf(element: PsvElement): DxilElementDesc {
  const { semanticKind, componentType, interpolationMode } = element;
  return {
    semanticName: element.semanticName,
    semanticIndices: element.semanticIndices,
    semanticKind: DXIL_SEMANTIC_KINDS[semanticKind] ?? semanticKind,
    componentType: DXIL_SIGNATURE_TYPES[componentType] ?? componentType,
    interpolationMode: DXIL_INTERPOLATIONS[interpolationMode] ?? interpolationMode,
    rows: element.rows,
    columns: element.columns,
    startRow: element.startRow ?? null,
    startColumn: element.startColumn ?? null,
    dynamicIndexMask: element.dynamicIndexMask,
    stream: element.stream,
  };
}

function libraryOf(rdat: RuntimeData): DxilLibraryDesc {
  const { nodes, nodeIds, nodePorts, nodeAttributes, portAttributes } = rdat;
  return {
    resources: rdat.resources.map(resourceOf),
    functions: rdat.functions.map((one) => functionOf(one, rdat.resources)),
    subobjects: rdat.subobjects.map(subobjectOf),
    workGraph: nodes.length === 0 ? null : { nodes, nodeIds, nodePorts, nodeAttributes, portAttributes },
  };
}

function resourceOf({ class: resourceClass, kind, ...rest }: RdatResource): DxilLibraryResourceDesc {
  return {
    ...rest,
    class: DXIL_RESOURCE_CLASSES[resourceClass] ?? resourceClass,
    kind: DXIL_RESOURCE_KINDS[kind] ?? kind,
  };
}

function functionOf(one: RdatFunction, resources: readonly RdatResource[]): DxilFunctionDesc {
  const target = one.minShaderTarget;
  return {
    name: one.name,
    unmangledName: one.unmangledName,
    shaderKind: DXIL_SHADER_KINDS[one.shaderKind] ?? one.shaderKind,
    resources: one.resources.map((index) => resources[index]?.name ?? `resource ${index}`),
    dependencies: one.dependencies,
    payloadSizeInBytes: one.payloadSizeInBytes,
    attributeSizeInBytes: one.attributeSizeInBytes,
    features: featureNames(one.features[0], one.features[1]),
    shaderStages: DXIL_SHADER_KINDS.filter((_, kind) => (one.shaderStages & (1 << kind)) !== 0),
    minShaderModel: `${(target >>> 4) & 15}.${target & 15}`,
  };
}

function subobjectOf({ kind, rootSignature, ...rest }: RdatSubobject): DxilSubobjectDesc {
  const size = rootSignature === undefined ? {} : { rootSignatureSize: rootSignature.byteLength };
  return { kind: DXIL_SUBOBJECT_KINDS[kind] ?? kind, ...rest, ...size };
}
