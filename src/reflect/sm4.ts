/**
 * Reflection of shader models 4 to 5.1: all that ID3D11ShaderReflection and ID3D12ShaderReflection return, as plain
 * data under the field names of the D3D structures in camelCase. Enumerations are names ({@link Named}); a number
 * without a name stays a number. Both versions of Microsoft's reflection return the same, except for `space` and `uID`
 * of bindings, which only 12 has.
 *
 * Not for: validation. Counts of instructions are those that the compiler stored, unchecked.
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { SM1_VERSION, SM4_LIBRARY, SM4_STAGES, SM4_VERSION, sm1Stage } from '../base/profile.ts';
import { u32At, wordsOf } from '../base/words.ts';
import { type Rdef, readRdef } from '../chunks/rdef.ts';
import { type RootSignature, readRts0 } from '../chunks/rts0.ts';
import { FEATURES, RAW_BUFFERS_IN_4, readSfi0 } from '../chunks/sfi0.ts';
import { readStat, STAT_FIELDS, STAT_NAMES, type StatField, type Statistics } from '../chunks/stat.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../container/dxbc.ts';
import { DX1008 } from '../container/messages.ts';
import { pickChunks, type ShaderChunks } from '../container/shader-chunks.ts';
import { TAG } from '../container/tags.ts';
import { readSm4LeadingDeclarations } from '../isa/sm4/declarations.ts';
import { SM4_FLAGGED_FEATURES } from '../isa/sm4/tokens.ts';
import { type BindingDesc, bindingOf, type DeclaredResourceDesc, declaredResources } from './bindings.ts';
import { defaultValueOf } from './default-value.ts';
import {
  COMPILE_FLAG_NAMES,
  D3D_DOMAINS,
  D3D_FEATURE_LEVELS,
  D3D_HULL_PRIMITIVES,
  D3D_PARTITIONINGS,
  D3D_PRIMITIVES,
  D3D_TOPOLOGIES,
  flagNames,
  type Named,
} from './enums.ts';
import { DX1100 } from './messages.ts';
import { type ParameterDesc, parametersOf } from './parameters.ts';
import type { Sm1Reflection } from './sm1.ts';
import { type BufferDesc, buffersOf } from './types.ts';

// The least feature level that a shader of models 4 to 5.1 needs: `ID3D11ShaderReflection::GetMinFeatureLevel`.

const LEVEL_9_1 = 0x9100;
const LEVEL_9_3 = 0x9300;
const LEVEL_11_0 = 0xb000;
const LEVEL_11_1 = 0xb100;

/** `D3D_FEATURE_LEVEL` by the version of the program, of stages up to geometry shaders and compute shaders. */
const LEVEL_OF_VERSION: Readonly<Record<number, number>> = { 64: 0xa000, 65: 0xa100, 80: 0xb000, 81: 0xb000 };
const HULL = SM4_STAGES.indexOf('hs');
const DOMAIN = SM4_STAGES.indexOf('ds');

/**
 * Returns the feature level that the first program of feature level 9, else the version requires, raised by required
 * features (source: oracle).
 */
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
function level9Version(data: Uint8Array): number {
  return u32At(data, u32At(data, LEVEL9_PROGRAM));
}

export interface ProgramFacts {
  readonly threadGroupSize: readonly [number, number, number];
  /** `D3D_SHADER_REQUIRES_*` bits for what `dcl_globalFlags` names. */
  readonly requires: number;
}

/** Each global flag that names a feature, with the bit of the feature. */
const FLAGS = Object.entries(SM4_FLAGGED_FEATURES).map(
  ([feature, field]) => [field, 1 << FEATURES[feature as keyof typeof SM4_FLAGGED_FEATURES]] as const,
);

/** Reads the declarations at the start of the program in `words`, version token first. */
function programFacts(words: Uint32Array): ProgramFacts {
  const { globalFlags, threadGroupSize } = readSm4LeadingDeclarations(words);
  let requires = 0;
  for (const [field, bit] of FLAGS) if (field.test(globalFlags)) requires |= bit;
  return { threadGroupSize, requires };
}

/** The reflection of a program of feature level 9. */
export interface Level9Reflection extends Sm1Reflection {
  /** The chunk that it comes from. */
  readonly chunk: 'Aon9' | 'XNAS' | 'XNAP';
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
  /**
   * The profile of the version token: `ps_5_0`; without a program that of feature level 9; null for an unknown program
   * type.
   */
  readonly profile: string | null;
  /**
   * The version token without its reserved bits: minor and major version in the low byte, the program type in the high
   * half.
   */
  readonly version: number;
  /** Null without the chunk RDEF, as in stripped shaders. */
  readonly creator: string | null;
  /** `D3DCOMPILE_*` flags; 0 without the chunk RDEF. */
  readonly flags: number;
  /** `flags` in words: `debug`, `skipOptimization`, ... */
  readonly flagNames: readonly string[];
  readonly constantBuffers: readonly BufferDesc[];
  readonly boundResources: readonly BindingDesc[];
  /**
   * The resources that the program declares, if {@link boundResources} were stripped with the chunk RDEF; else empty.
   * Not in D3D.
   */
  readonly declaredResources: readonly DeclaredResourceDesc[];
  readonly inputParameters: readonly ParameterDesc[];
  readonly outputParameters: readonly ParameterDesc[];
  readonly patchConstantParameters: readonly ParameterDesc[];
  readonly cutInstructionCount: number;
  readonly emitInstructionCount: number;
  /**
   * `D3D_PRIMITIVE_TOPOLOGY`: `pointlist`, `linestrip`, `trianglestrip`; `undefined` where it is no geometry shader.
   */
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
  /** `requiresFlags` in words: `doubles`, `uavsAtEveryStage`, ... */
  readonly requires: readonly string[];
  /** Of the chunk RTS0; null where there is none. D3D reflects none of it. */
  readonly rootSignature: RootSignature | null;
  /** The programs of feature level 9 in addition to the main one. */
  readonly level9: readonly Level9Reflection[];
}

/** Chunks that are read once for shaders and for functions of libraries. */
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

/**
 * `D3D_SHADER_REQUIRES_*` bits that the chunk SFI0 gives; its bit of early depth and stencil has a different meaning.
 */
const REQUIRED = ((1 << (FEATURES.arrayIndexFromAnyShader + 1)) - 1) & ~RAW_BUFFERS_IN_4;

/** Names of `D3D_SHADER_REQUIRES_*` from bit 0. */
export const FEATURE_NAMES = /* @__PURE__ */ Object.keys(FEATURES);

const NO_RESOURCES: readonly DeclaredResourceDesc[] = [];
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
  if (chunks.program === undefined) diagnostics.report(DX1008, 0, container.bytes.byteLength);
  else reportMissing(chunks, container, diagnostics);
  const version = words[0] ?? 0;
  const stage = SM4_STAGES[SM4_VERSION.stage.get(version)];
  const pixelShader = stage === 'ps';
  const isHull = stage === 'hs';
  const stat = statistics === undefined ? NO_STATISTICS : statistics.words;
  const rootChunk = container.find(TAG.RTS0);
  return {
    format: 'dxbc',
    profile,
    version: SM4_VERSION.reserved.set(version, 0),
    creator: rdef === undefined ? null : rdef.creator,
    flags: rdef === undefined ? 0 : rdef.flags,
    flagNames: flagNames(COMPILE_FLAG_NAMES, rdef?.flags ?? 0),
    constantBuffers: read.buffers,
    boundResources: read.bindings,
    declaredResources: rdef === undefined && chunks.program !== undefined ? declaredResources(words) : NO_RESOURCES,
    inputParameters: parametersOf(container, chunks.input, 'v', false, diagnostics),
    outputParameters: parametersOf(container, chunks.output, 'o', pixelShader, diagnostics),
    patchConstantParameters: parametersOf(container, chunks.patchConstants, isHull ? 'o' : 'vpc', false, diagnostics),
    // `...countsOf()`, written out: a spread makes reflection a quarter slower (measured).
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
    requires: flagNames(FEATURE_NAMES, read.requiresFlags),
    rootSignature: rootChunk === undefined ? null : (readRts0(container, rootChunk, diagnostics) ?? null),
    level9,
  };
}

/** The fields of {@link CountsDesc}, in the order of its result. */
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
      rdef === undefined || resources === undefined ? [] : buffersOf(rdef, resources, diagnostics, defaultValueOf),
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
    const end = offset + CHUNK_HEADER_SIZE + data.byteLength;
    // The chunk may end before the size.
    const at = Math.min(offset + CHUNK_HEADER_SIZE + LEVEL9_SIZE, end);
    const what = 'words of its program for feature level 9';
    diagnostics.report(DX1100, at, Math.min(at + 4, end), { what });
  }
  if (input !== undefined && output !== undefined) return;
  const what = input !== undefined ? 'an output signature' : output !== undefined ? 'an input signature' : 'signatures';
  diagnostics.report(DX1100, 0, container.bytes.byteLength, { what });
}
