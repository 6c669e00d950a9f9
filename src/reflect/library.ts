/**
 * Reflection of libraries (lib_4_0 to lib_5_0): all that the interfaces for libraries, their functions and the
 * parameters of those answer in Direct3D 11 and 12, which is the same in both except for `space` and `uID` of bindings.
 *
 * Not for: linking.
 */

import { VariableClass } from '../base/d3d/enumerations.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import { SM4_VERSION, sm1Stage } from '../base/profile.ts';
import { readAon9 } from '../chunks/aon9.ts';
import {
  type FunctionParameter,
  type LibraryFunction,
  readLfs0,
  readLibh,
  UNKNOWN_LIBRARY_CREATOR,
} from '../chunks/library.ts';
import { FEATURES } from '../chunks/sfi0.ts';
import { readSignature } from '../chunks/signature.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container, isContainer, readContainer } from '../container/dxbc.ts';
import { DX1008 } from '../container/messages.ts';
import { pickChunks } from '../container/shader-chunks.ts';
import type { BindingDesc } from './bindings.ts';
import {
  COMPILE_FLAG_NAMES,
  D3D_INTERPOLATIONS,
  D3D_VARIABLE_CLASSES,
  D3D_VARIABLE_TYPES,
  flagNames,
  type Named,
} from './enums.ts';
import { DX1100, DX1102, DX1103 } from './messages.ts';
import { type CountsDesc, countsOf, FEATURE_NAMES, readChunks } from './sm4.ts';
import type { BufferDesc } from './types.ts';

/** `D3D11_PARAMETER_DESC`, `D3D12_PARAMETER_DESC`: a parameter of a function, or what it returns. */
export interface FunctionParameterDesc {
  /** Of what a function returns: the name of the function. */
  readonly name: string | null;
  readonly semanticName: string | null;
  /** `D3D_SHADER_VARIABLE_TYPE`: `float`, `uint`, ... */
  readonly type: Named;
  /** `D3D_SHADER_VARIABLE_CLASS`: `scalar`, `vector`, ... */
  readonly class: Named;
  readonly rows: number;
  readonly columns: number;
  /** `D3D_INTERPOLATION_MODE`: `undefined`, `linear`, `linearNoperspectiveCentroid`, ... */
  readonly interpolationMode: Named;
  /** `D3D_PARAMETER_FLAGS`: 1 in, 2 out. */
  readonly flags: number;
  /** `flags` in words: `in`, `out`. */
  readonly flagNames: readonly string[];
  /** 0xffffffff where it is no input; likewise the next. */
  readonly firstInRegister: number;
  readonly firstInComponent: number;
  /** 0xffffffff where it is no output; likewise the next. */
  readonly firstOutRegister: number;
  readonly firstOutComponent: number;
}

/**
 * `D3D11_FUNCTION_DESC`, `D3D12_FUNCTION_DESC`; the counts of texture instructions are always 0, as in Microsoft's
 * reflection.
 */
export interface FunctionDesc extends CountsDesc {
  readonly name: string | null;
  /** The version token of the function's program. */
  readonly version: number;
  readonly creator: string | null;
  /** `D3DCOMPILE_*` flags. */
  readonly flags: number;
  /** `flags` in words. */
  readonly flagNames: readonly string[];
  readonly constantBuffers: readonly BufferDesc[];
  readonly boundResources: readonly BindingDesc[];
  /** `9_1`, `9_3`, `10_0`, `10_1`, `11_0`, `11_1`; null where there is none. */
  readonly minFeatureLevel: string | null;
  /** `D3D_SHADER_REQUIRES_*`. */
  readonly requiredFeatureFlags: number;
  /** `requiredFeatureFlags` in words. */
  readonly requires: readonly string[];
  readonly hasReturn: boolean;
  readonly has10Level9VertexShader: boolean;
  readonly has10Level9PixelShader: boolean;
  /** `GetFunctionParameter(D3D_RETURN_PARAMETER_INDEX)`; null where {@link hasReturn} is false. */
  readonly returnValue: FunctionParameterDesc | null;
  /** `FunctionParameterCount` of them. */
  readonly parameters: readonly FunctionParameterDesc[];
}

/** `D3D11_LIBRARY_DESC`, `D3D12_LIBRARY_DESC`. */
export interface LibraryReflection {
  readonly format: 'library';
  readonly creator: string | null;
  /** `D3DCOMPILE_*` flags. */
  readonly flags: number;
  /** `flags` in words. */
  readonly flagNames: readonly string[];
  readonly functions: readonly FunctionDesc[];
}

/**
 * `D3D_SHADER_REQUIRES_*` bits of functions, without the features that are newer than tiled resources (source: oracle).
 */
const FUNCTION_FEATURES = (1 << FEATURES.stencilRef) - 1;

/**
 * Counts that Microsoft's reflection of functions leaves at 0, even where the chunk STAT has others (source: oracle).
 */
const NOT_COUNTED = {
  textureNormalInstructions: 0,
  textureLoadInstructions: 0,
  textureCompInstructions: 0,
  textureBiasInstructions: 0,
  textureGradientInstructions: 0,
} as const satisfies Partial<CountsDesc>;

/** Describes a library. Damaged parts are read as far as possible. */
export function reflectLibrary(container: Container, diagnostics: Diagnostics): LibraryReflection {
  const chunks = pickChunks(container, diagnostics);
  const { libraryHeader, functions } = chunks;
  const header = libraryHeader === undefined ? undefined : readLibh(container, libraryHeader, diagnostics);
  if (libraryHeader === undefined) diagnostics.report(DX1100, 0, container.bytes.byteLength, { what: 'a LIBH chunk' });
  const declared = header?.functions.length ?? 0;
  if (header !== undefined && declared !== functions.length) {
    const { offset, data } = libraryHeader!;
    const end = offset + CHUNK_HEADER_SIZE + data.byteLength;
    diagnostics.report(DX1102, offset, end, { declared, count: functions.length });
  }
  return {
    format: 'library',
    creator: header === undefined ? null : (header.creator ?? UNKNOWN_LIBRARY_CREATOR),
    flags: header?.flags ?? 0,
    flagNames: flagNames(COMPILE_FLAG_NAMES, header?.flags ?? 0),
    functions: functions.flatMap((chunk, index) => functionOf(chunk, header?.functions[index], diagnostics) ?? []),
  };
}

/** One function; undefined, with a diagnostic, where its chunk holds no container. */
function functionOf(
  { data, offset }: Chunk,
  entry: LibraryFunction | undefined,
  diagnostics: Diagnostics,
): FunctionDesc | undefined {
  const inside = diagnostics.at(offset + CHUNK_HEADER_SIZE);
  const container = isContainer(data) ? readContainer(data, inside) : undefined;
  if (container === undefined) {
    inside.report(DX1103, 0, data.byteLength);
    return undefined;
  }
  const read = readChunks(container, inside);
  const { chunks, rdef, statistics } = read;
  if (chunks.program === undefined) inside.report(DX1008, 0, data.byteLength);
  if (chunks.functionSignature === undefined) inside.report(DX1100, 0, data.byteLength, { what: 'an LFS0 chunk' });
  if (read.minFeatureLevel === null)
    inside.report(DX1100, 0, data.byteLength, { what: 'a version of shader models 4 or 5' });
  // Functions have none; but one that is there and cannot be read spoils the library for Direct3D.
  for (const chunk of [chunks.input, chunks.output, chunks.patchConstants]) {
    if (chunk !== undefined) readSignature(container, chunk, inside);
  }
  const signature =
    chunks.functionSignature === undefined ? undefined : readLfs0(container, chunks.functionSignature, inside);
  const returns = signature?.returns;
  const hasReturn = returns !== undefined && returns.type !== 0;
  const level9 = chunks.level9.map((chunk) => sm1Stage(readAon9(container, chunk, inside)?.words[0] ?? 0));
  return {
    name: entry?.name ?? null,
    version: SM4_VERSION.reserved.set(read.words[0] ?? 0, 0),
    creator: rdef?.creator ?? null,
    flags: rdef?.flags ?? 0,
    flagNames: flagNames(COMPILE_FLAG_NAMES, rdef?.flags ?? 0),
    constantBuffers: read.buffers,
    boundResources: read.bindings,
    ...countsOf(statistics),
    ...NOT_COUNTED,
    minFeatureLevel: read.minFeatureLevel,
    requiredFeatureFlags: read.requiresFlags & FUNCTION_FEATURES,
    requires: flagNames(FEATURE_NAMES, read.requiresFlags & FUNCTION_FEATURES),
    hasReturn,
    has10Level9VertexShader: level9.includes('vs'),
    has10Level9PixelShader: level9.includes('ps'),
    returnValue: returns !== undefined && hasReturn ? parameterOf(returns) : null,
    parameters: signature?.parameters.map(parameterOf) ?? [],
  };
}

/** `D3D_PARAMETER_FLAGS` from bit 0. */
const PARAMETER_FLAG_NAMES = ['in', 'out'] as const;

function parameterOf(parameter: FunctionParameter): FunctionParameterDesc {
  // The file counts registers, which are columns here; reflection has the numbers of the source.
  const turned = parameter.class === VariableClass.matrixColumns;
  return {
    name: parameter.name ?? null,
    semanticName: parameter.semanticName ?? null,
    type: D3D_VARIABLE_TYPES[parameter.type] ?? parameter.type,
    class: D3D_VARIABLE_CLASSES[parameter.class] ?? parameter.class,
    rows: turned ? parameter.columns : parameter.rows,
    columns: turned ? parameter.rows : parameter.columns,
    interpolationMode: D3D_INTERPOLATIONS[parameter.interpolation] ?? parameter.interpolation,
    flags: parameter.flags,
    flagNames: flagNames(PARAMETER_FLAG_NAMES, parameter.flags),
    firstInRegister: parameter.firstInRegister,
    firstInComponent: parameter.firstInComponent,
    firstOutRegister: parameter.firstOutRegister,
    firstOutComponent: parameter.firstOutComponent,
  };
}
