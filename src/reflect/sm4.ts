/**
 * Reflection of shader models 4 to 5.1: all that ID3D11ShaderReflection and ID3D12ShaderReflection return, as plain data under
 * the field names of the D3D structures in camelCase. Enumerations are names ({@link Named}); a number without a name stays a
 * number. Both versions of Microsoft's reflection return the same, except for `space` and `uID` of bindings, which only 12 has.
 *
 * Not for: validation. Counts of instructions are those that the compiler stored, unchecked.
 */

import { systemValueOf } from '../base/d3d/system-values.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import { SM1_VERSION, SM4_LIBRARY, SM4_STAGES, SM4_VERSION, sm1Stage } from '../base/profile.ts';
import { u32At, wordsOf } from '../base/words.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../container/dxbc.ts';
import { SHADER_MESSAGES } from '../container/messages.ts';
import { type Rdef, type RdefBinding, readRdef } from '../container/rdef.ts';
import { type RootSignature, readRts0 } from '../container/rts0.ts';
import { FEATURES, readSfi0 } from '../container/sfi0.ts';
import { pickChunks, type ShaderChunks } from '../container/shader-chunks.ts';
import { readSignature, type SignatureElement } from '../container/signature.ts';
import { readStat, STAT_FIELDS, STAT_NAMES, type StatField, type Statistics } from '../container/stat.ts';
import { TAG } from '../container/tags.ts';
import {
  D3D_COMPONENT_TYPES,
  D3D_DIMENSIONS,
  D3D_DOMAINS,
  D3D_FEATURE_LEVELS,
  D3D_HULL_PRIMITIVES,
  D3D_INPUT_TYPES,
  D3D_MIN_PRECISIONS,
  D3D_NAMES,
  D3D_PARTITIONINGS,
  D3D_PRIMITIVES,
  D3D_RETURN_TYPES,
  D3D_TOPOLOGIES,
  type Named,
} from './enums.ts';
import type { Level9Reflection } from './level9.ts';
import { REFLECT_MESSAGES } from './messages.ts';
import { programFacts } from './program-facts.ts';
import { type BufferDesc, buffersOf } from './types.ts';

/** `D3D11_SHADER_INPUT_BIND_DESC`, `D3D12_SHADER_INPUT_BIND_DESC`: a resource, or a range of them, and where it is bound. */
export interface BindingDesc {
  readonly name: string;
  /** `D3D_SHADER_INPUT_TYPE`: `cbuffer`, `texture`, `sampler`, `uavRwTyped`, `structured`, ... */
  readonly type: Named;
  readonly bindPoint: number;
  /** 0 when the range has no upper bound. */
  readonly bindCount: number;
  /** `D3D_SHADER_INPUT_FLAGS`: 1 packed by the user, 2 comparison sampler, 4 and 8 texture components, 16 unused. */
  readonly uFlags: number;
  /** `D3D_RESOURCE_RETURN_TYPE`: `float`, `uint`, `unorm`, `mixed`, ...; `none` where there is none. */
  readonly returnType: Named;
  /** `D3D_SRV_DIMENSION`: `texture2D`, `buffer`, ...; `unknown` for what has none. */
  readonly dimension: Named;
  /** Samples per texel, 0xffffffff if the type does not specify them; the stride of a structured buffer, in bytes. */
  readonly numSamples: number;
  /** Register space; 0 before 5.1. D3D12 only. */
  readonly space: number;
  /** Range id; before 5.1 the bind point. D3D12 only. */
  readonly uID: number;
}

/**
 * `D3D11_SIGNATURE_PARAMETER_DESC`, `D3D12_SIGNATURE_PARAMETER_DESC`: an input or output register of a stage, or a part of one.
 */
export interface ParameterDesc {
  readonly semanticName: string;
  readonly semanticIndex: number;
  /** 0xffffffff for a value that has a register of its own, such as `oDepth`. */
  readonly register: number;
  /** `D3D_NAME`: `position`, `target`, `finalQuadEdgeTessFactor`, ...; `undefined` where it is none. */
  readonly systemValueType: Named;
  /** `D3D_REGISTER_COMPONENT_TYPE`: `uint32`, `sint32`, `float32`. */
  readonly componentType: Named;
  /** Components of the register, x to w from bit 0. */
  readonly mask: number;
  /** Inputs: components that the shader may read. Outputs: components that it never writes. */
  readonly readWriteMask: number;
  /** Geometry shader stream. */
  readonly stream: number;
  /** `D3D_MIN_PRECISION`: `default`, `float16`, ... */
  readonly minPrecision: Named;
}

/** Counts that shaders and functions of libraries have; all 0 without the chunk STAT. */
export interface CountsDesc {
  /** The number in `Approximately N instruction slots used` of a listing. */
  readonly instructionCount: number;
  readonly tempRegisterCount: number;
  readonly tempArrayCount: number;
  readonly defCount: number;
  readonly dclCount: number;
  readonly textureNormalInstructions: number;
  readonly textureLoadInstructions: number;
  readonly textureCompInstructions: number;
  readonly textureBiasInstructions: number;
  readonly textureGradientInstructions: number;
  readonly floatInstructionCount: number;
  readonly intInstructionCount: number;
  readonly uintInstructionCount: number;
  readonly staticFlowControlCount: number;
  readonly dynamicFlowControlCount: number;
  readonly macroInstructionCount: number;
  readonly arrayInstructionCount: number;
  readonly movInstructionCount: number;
  readonly movcInstructionCount: number;
  readonly conversionInstructionCount: number;
  readonly bitwiseInstructionCount: number;
}

/** `D3D11_SHADER_DESC`, `D3D12_SHADER_DESC`, and what the other methods return. */
export interface Sm4Reflection extends CountsDesc {
  readonly format: 'dxbc';
  /** The profile of the version token: `ps_5_0`; without a program that of feature level 9; null for an unknown program type. */
  readonly profile: string | null;
  /** The version token without its reserved bits: minor and major version in the low byte, the program type in the high half. */
  readonly version: number;
  /** Null without the chunk RDEF, as in stripped shaders. */
  readonly creator: string | null;
  /** `D3DCOMPILE_*` flags; 0 without the chunk RDEF. */
  readonly flags: number;
  readonly constantBuffers: readonly BufferDesc[];
  readonly boundResources: readonly BindingDesc[];
  readonly inputParameters: readonly ParameterDesc[];
  readonly outputParameters: readonly ParameterDesc[];
  readonly patchConstantParameters: readonly ParameterDesc[];
  readonly cutInstructionCount: number;
  readonly emitInstructionCount: number;
  /** `D3D_PRIMITIVE_TOPOLOGY`: `pointlist`, `linestrip`, `trianglestrip`; `undefined` where it is no geometry shader. */
  readonly gsOutputTopology: Named;
  readonly gsMaxOutputVertexCount: number;
  /** `D3D_PRIMITIVE`: `triangle`, `lineadj`, `patch3`, ...; `GetGSInputPrimitive` returns the same. */
  readonly inputPrimitive: Named;
  readonly cGSInstanceCount: number;
  readonly cControlPoints: number;
  /** `D3D_TESSELLATOR_OUTPUT_PRIMITIVE`: `point`, `line`, `triangleCw`, `triangleCcw`. */
  readonly hsOutputPrimitive: Named;
  /** `D3D_TESSELLATOR_PARTITIONING`: `integer`, `pow2`, `fractionalOdd`, `fractionalEven`. */
  readonly hsPartitioning: Named;
  /** `D3D_TESSELLATOR_DOMAIN`: `isoline`, `tri`, `quad`. */
  readonly tessellatorDomain: Named;
  readonly cBarrierInstructions: number;
  readonly cInterlockedInstructions: number;
  readonly cTextureStoreInstructions: number;
  /** `IsSampleFrequencyShader`. */
  readonly isSampleFrequencyShader: boolean;
  /** `GetNumInterfaceSlots`. */
  readonly numInterfaceSlots: number;
  /** `GetMinFeatureLevel`: `9_1`, `9_3`, `10_0`, `10_1`, `11_0`, `11_1`; null where Microsoft's method fails. */
  readonly minFeatureLevel: string | null;
  /** `GetThreadGroupSize`: x, y, z; zeros where it is no compute shader. */
  readonly threadGroupSize: readonly [number, number, number];
  /** `GetRequiresFlags`: `D3D_SHADER_REQUIRES_*`. */
  readonly requiresFlags: number;
  /** Of the chunk RTS0; null where there is none. D3D reflects none of it. */
  readonly rootSignature: RootSignature | null;
  /** The programs of feature level 9 beside the main one. */
  readonly level9: readonly Level9Reflection[];
}

/** What chunks are read once for shaders and for functions of libraries. */
export interface ChunksRead {
  readonly chunks: ShaderChunks;
  readonly rdef: Rdef | undefined;
  readonly buffers: readonly BufferDesc[];
  readonly bindings: readonly BindingDesc[];
  readonly statistics: Statistics | undefined;
  /** Of the program; empty where there is none. */
  readonly words: Uint32Array;
  readonly requiresFlags: number;
  readonly threadGroupSize: readonly [number, number, number];
  readonly minFeatureLevel: string | null;
}

/** `D3D_SHADER_REQUIRES_*` bits that the chunk SFI0 gives; its bit of early depth and stencil means something else. */
const REQUIRED = ((1 << (FEATURES.arrayIndexFromAnyShader + 1)) - 1) & ~(1 << FEATURES.earlyDepthStencil);

const NO_STATISTICS = new Uint32Array(STAT_NAMES.length);

/**
 * `D3D_SHADER_DESC` of a container with a program.
 *
 * @param profile the profile of the program's version
 */
export function reflectSm4(
  container: Container,
  profile: string | null,
  level9: readonly Level9Reflection[],
  diagnostics: Diagnostics,
): Sm4Reflection {
  const read = readChunks(container, diagnostics);
  const { chunks, rdef, statistics, words } = read;
  if (chunks.program === undefined) diagnostics.report(SHADER_MESSAGES.DX1008, 0, container.bytes.byteLength);
  else reportMissing(chunks, container, diagnostics);
  const version = words[0] ?? 0;
  const pixelShader = SM4_VERSION.stage.get(version) === 0;
  const stat = statistics === undefined ? NO_STATISTICS : statistics.words;
  const rootChunk = container.find(TAG.RTS0);
  return {
    format: 'dxbc',
    profile,
    version: SM4_VERSION.reserved.set(version, 0),
    creator: rdef === undefined ? null : rdef.creator,
    flags: rdef === undefined ? 0 : rdef.flags,
    constantBuffers: read.buffers,
    boundResources: read.bindings,
    inputParameters: parametersOf(container, chunks.input, false, diagnostics),
    outputParameters: parametersOf(container, chunks.output, pixelShader, diagnostics),
    patchConstantParameters: parametersOf(container, chunks.patchConstants, false, diagnostics),
    // `...countsOf()`, written out: a spread makes the whole reflection a quarter slower (measured).
    instructionCount: stat[STAT_FIELDS.instructionCount]!,
    tempRegisterCount: stat[STAT_FIELDS.tempRegisterCount]!,
    tempArrayCount: stat[STAT_FIELDS.tempArrayCount]!,
    defCount: stat[STAT_FIELDS.defCount]!,
    dclCount: stat[STAT_FIELDS.dclCount]!,
    textureNormalInstructions: stat[STAT_FIELDS.textureNormalInstructions]!,
    textureLoadInstructions: stat[STAT_FIELDS.textureLoadInstructions]!,
    textureCompInstructions: stat[STAT_FIELDS.textureCompInstructions]!,
    textureBiasInstructions: stat[STAT_FIELDS.textureBiasInstructions]!,
    textureGradientInstructions: stat[STAT_FIELDS.textureGradientInstructions]!,
    floatInstructionCount: stat[STAT_FIELDS.floatInstructionCount]!,
    intInstructionCount: stat[STAT_FIELDS.intInstructionCount]!,
    uintInstructionCount: stat[STAT_FIELDS.uintInstructionCount]!,
    staticFlowControlCount: stat[STAT_FIELDS.staticFlowControlCount]!,
    dynamicFlowControlCount: stat[STAT_FIELDS.dynamicFlowControlCount]!,
    macroInstructionCount: stat[STAT_FIELDS.macroInstructionCount]!,
    arrayInstructionCount: stat[STAT_FIELDS.arrayInstructionCount]!,
    movInstructionCount: stat[STAT_FIELDS.movInstructionCount]!,
    movcInstructionCount: stat[STAT_FIELDS.movcInstructionCount]!,
    conversionInstructionCount: stat[STAT_FIELDS.conversionInstructionCount]!,
    bitwiseInstructionCount: stat[STAT_FIELDS.bitwiseInstructionCount]!,
    cutInstructionCount: stat[STAT_FIELDS.cutInstructionCount]!,
    emitInstructionCount: stat[STAT_FIELDS.emitInstructionCount]!,
    gsOutputTopology: D3D_TOPOLOGIES[stat[STAT_FIELDS.gsOutputTopology]!] ?? stat[STAT_FIELDS.gsOutputTopology]!,
    gsMaxOutputVertexCount: stat[STAT_FIELDS.gsMaxOutputVertexCount]!,
    inputPrimitive: D3D_PRIMITIVES[stat[STAT_FIELDS.inputPrimitive]!] ?? stat[STAT_FIELDS.inputPrimitive]!,
    cGSInstanceCount: stat[STAT_FIELDS.gsInstanceCount]!,
    cControlPoints: stat[STAT_FIELDS.controlPoints]!,
    hsOutputPrimitive:
      D3D_HULL_PRIMITIVES[stat[STAT_FIELDS.hsOutputPrimitive]!] ?? stat[STAT_FIELDS.hsOutputPrimitive]!,
    hsPartitioning: D3D_PARTITIONINGS[stat[STAT_FIELDS.hsPartitioning]!] ?? stat[STAT_FIELDS.hsPartitioning]!,
    tessellatorDomain: D3D_DOMAINS[stat[STAT_FIELDS.tessellatorDomain]!] ?? stat[STAT_FIELDS.tessellatorDomain]!,
    cBarrierInstructions: stat[STAT_FIELDS.barrierInstructions]!,
    cInterlockedInstructions: stat[STAT_FIELDS.interlockedInstructions]!,
    cTextureStoreInstructions: stat[STAT_FIELDS.textureStoreInstructions]!,
    isSampleFrequencyShader: stat[STAT_FIELDS.sampleFrequency]! !== 0,
    numInterfaceSlots: rdef === undefined ? 0 : rdef.interfaceSlots,
    minFeatureLevel: read.minFeatureLevel,
    threadGroupSize: read.threadGroupSize,
    requiresFlags: read.requiresFlags,
    rootSignature: rootChunk === undefined ? null : (readRts0(container, rootChunk, diagnostics) ?? null),
    level9,
  };
}

/** What {@link CountsDesc} has, in the order of its result. */
const COUNTS = [
  ...(['instructionCount', 'tempRegisterCount', 'tempArrayCount', 'defCount', 'dclCount'] as const),
  ...([
    'textureNormalInstructions',
    'textureLoadInstructions',
    'textureCompInstructions',
    'textureBiasInstructions',
    'textureGradientInstructions',
  ] as const),
  ...(['floatInstructionCount', 'intInstructionCount', 'uintInstructionCount'] as const),
  ...(['staticFlowControlCount', 'dynamicFlowControlCount', 'macroInstructionCount', 'arrayInstructionCount'] as const),
  ...([
    'movInstructionCount',
    'movcInstructionCount',
    'conversionInstructionCount',
    'bitwiseInstructionCount',
  ] as const),
] satisfies (keyof CountsDesc & StatField)[];

/** The counts of a chunk STAT. */
export function countsOf(statistics: Statistics | undefined): CountsDesc {
  const stat = statistics === undefined ? NO_STATISTICS : statistics.words;
  return Object.fromEntries(COUNTS.map((name) => [name, stat[STAT_FIELDS[name]]!])) as Record<CountName, number>;
}

type CountName = (typeof COUNTS)[number];

/** Reads what shaders and functions of libraries have in common. */
export function readChunks(container: Container, diagnostics: Diagnostics): ChunksRead {
  const chunks = pickChunks(container, diagnostics);
  const { program, resources, statistics, features } = chunks;
  const words = program === undefined ? new Uint32Array(0) : wordsOf(program.data);
  const rdef = resources === undefined ? undefined : readRdef(container, resources, diagnostics);
  const required = features === undefined ? 0 : readSfi0(container, features, diagnostics).low & REQUIRED;
  const { threadGroupSize, requires } = programFacts(words);
  return {
    chunks,
    rdef,
    buffers:
      rdef === undefined || resources === undefined
        ? []
        : buffersOf(
            rdef.buffers,
            resources.data.byteLength,
            rdef.buffers.length === 0 ? diagnostics : diagnostics.at(resources.offset + CHUNK_HEADER_SIZE),
          ),
    bindings: rdef === undefined ? [] : rdef.bindings.map(bindingOf),
    statistics: statistics === undefined ? undefined : readStat(container, statistics, diagnostics),
    words,
    requiresFlags: required | requires,
    threadGroupSize,
    minFeatureLevel: minFeatureLevel(words[0] ?? 0, required, chunks.level9[0]),
  };
}

/** Says without which chunks D3DReflect takes no container (source: oracle). */
function reportMissing({ input, output, level9 }: ShaderChunks, container: Container, diagnostics: Diagnostics): void {
  for (const { offset, data } of level9) {
    if (u32At(data, LEVEL9_SIZE) >= 4) continue;
    const at = offset + CHUNK_HEADER_SIZE + LEVEL9_SIZE;
    diagnostics.report(REFLECT_MESSAGES.DX1100, at, at + 4, { what: 'the words of its program of feature level 9' });
  }
  if (input !== undefined && output !== undefined) return;
  const what = input !== undefined ? 'an output signature' : output !== undefined ? 'an input signature' : 'signatures';
  diagnostics.report(REFLECT_MESSAGES.DX1100, 0, container.bytes.byteLength, { what });
}

/** Bits of `D3D_SHADER_INPUT_FLAGS` that exist; reflection hides others (source: oracle). */
const BINDING_FLAGS = 0x1f;

function bindingOf(binding: RdefBinding): BindingDesc {
  return {
    name: binding.name,
    type: D3D_INPUT_TYPES[binding.type] ?? binding.type,
    bindPoint: binding.bindPoint,
    bindCount: binding.bindCount,
    uFlags: binding.flags & BINDING_FLAGS,
    returnType: D3D_RETURN_TYPES[binding.returnType] ?? binding.returnType,
    dimension: D3D_DIMENSIONS[binding.dimension] ?? binding.dimension,
    numSamples: binding.samples,
    space: binding.space,
    uID: binding.id,
  };
}

function parametersOf(
  container: Container,
  chunk: Chunk | undefined,
  pixelOutput: boolean,
  diagnostics: Diagnostics,
): ParameterDesc[] {
  const signature = chunk === undefined ? undefined : readSignature(container, chunk, diagnostics);
  if (signature === undefined) return [];
  const { elements } = signature;
  const parameters: ParameterDesc[] = new Array(elements.length);
  for (let i = 0; i < elements.length; i++) parameters[i] = parameterOf(elements[i]!, pixelOutput);
  return parameters;
}

function parameterOf(element: SignatureElement, pixelOutput: boolean): ParameterDesc {
  const systemValue = systemValueOf(element, pixelOutput);
  return {
    semanticName: element.semanticName,
    semanticIndex: element.semanticIndex,
    register: element.register,
    systemValueType: D3D_NAMES[systemValue] ?? systemValue,
    componentType: D3D_COMPONENT_TYPES[element.componentType] ?? element.componentType,
    mask: element.mask,
    readWriteMask: element.readWriteMask,
    stream: element.stream,
    minPrecision: D3D_MIN_PRECISIONS[element.minPrecision] ?? element.minPrecision,
  };
}

// --- the least feature level ------------------------------------------------------------------------------------------

const LEVEL_9_1 = 0x9100;
const LEVEL_9_3 = 0x9300;
const LEVEL_11_0 = 0xb000;
const LEVEL_11_1 = 0xb100;

/** `D3D_FEATURE_LEVEL` by the version of the program, of stages up to geometry shaders and compute shaders. */
const LEVEL_OF_VERSION: Readonly<Record<number, number>> = { 64: 0xa000, 65: 0xa100, 80: 0xb000, 81: 0xb000 };
const HULL = SM4_STAGES.indexOf('hs');
const DOMAIN = SM4_STAGES.indexOf('ds');

/** What the first program of feature level 9, else the version asks for, and what features raise it to (source: oracle). */
function minFeatureLevel(version: number, required: number, level9: Chunk | undefined): string | null {
  const level = (level9 && levelOfLevel9(level9)) ?? levelOfVersion(version);
  if (level === undefined) return null;
  let least = level;
  if ((required & (1 << FEATURES.uavsAtEveryStage)) !== 0) least = Math.max(least, LEVEL_11_0);
  if ((required & (1 << FEATURES.uavSlots64)) !== 0) least = Math.max(least, LEVEL_11_1);
  return D3D_FEATURE_LEVELS[least] ?? null;
}

function levelOfVersion(version: number): number | undefined {
  const stage = SM4_VERSION.stage.get(version);
  const level = LEVEL_OF_VERSION[version & 0xff];
  if (stage >= SM4_STAGES.length && stage !== SM4_LIBRARY) return undefined;
  return (stage === HULL || stage === DOMAIN) && level !== LEVEL_11_0 ? undefined : level;
}

/** Byte offsets of the size and the offset of the program in a chunk of feature level 9. */
const LEVEL9_SIZE = 8;
const LEVEL9_PROGRAM = 12;

/** The level by the version token of the program; undefined where that is 0, and none counts. */
function levelOfLevel9({ data }: Chunk): number | undefined {
  const token = level9Version(data);
  if (token === 0) return undefined;
  if (sm1Stage(token) === undefined) return 0;
  if (SM1_VERSION.major.get(token) !== 2) return 0;
  const minor = SM1_VERSION.minor.get(token);
  return minor === 0 ? LEVEL_9_1 : minor === 1 ? LEVEL_9_3 : 0;
}

/** The version token of the program in the payload of a chunk of feature level 9. */
export function level9Version(data: Uint8Array): number {
  return u32At(data, u32At(data, LEVEL9_PROGRAM));
}
