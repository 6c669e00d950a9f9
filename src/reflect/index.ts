/** The subpath `dxlens/reflect`: what a program that uses a shader has to know about it, as plain data. */
import { Diagnostics } from '../base/diagnostics.ts';
import { requireBytes } from '../base/words.ts';
import { parseRts0, type RootSignature } from '../container/rts0.ts';
import {
  diagnosticsIn,
  isLevel9,
  readShaderFile,
  type ShaderFile,
  type ShaderProgram,
} from '../container/shader-file.ts';
import { TAG } from '../container/tags.ts';
import { readSm1Words } from '../isa/sm1/program.ts';
import { type DxilReflection, reflectDxil } from './dxil.ts';
import type { Level9Reflection } from './level9.ts';
import { type LibraryReflection, reflectLibrary } from './library.ts';
import { reflectSm1, type Sm1Reflection } from './sm1.ts';
import { reflectSm4, type Sm4Reflection } from './sm4.ts';

export type { DefaultValue } from './default-value.ts';
export type {
  DxilElementDesc,
  DxilFunctionDesc,
  DxilLibraryDesc,
  DxilLibraryResourceDesc,
  DxilPipelineDesc,
  DxilReflection,
  DxilResourceDesc,
  DxilSubobjectDesc,
} from './dxil.ts';
export {
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
  type Named,
} from './enums.ts';
export type { Level9Reflection } from './level9.ts';
export type { FunctionDesc, FunctionParameterDesc, LibraryReflection } from './library.ts';
export {
  reflectSm1,
  type Sm1ConstantDesc,
  type Sm1DefinitionDesc,
  type Sm1Flow,
  type Sm1PreshaderDesc,
  type Sm1Reflection,
  type Sm1SamplerDesc,
  type Sm1SemanticDesc,
  type Sm1TypeDesc,
} from './sm1.ts';
export type { BindingDesc, CountsDesc, ParameterDesc, Sm4Reflection } from './sm4.ts';
export type { BufferDesc, MemberDesc, TypeDesc, VariableDesc } from './types.ts';

/** What is known about a container that holds a root signature and nothing else. */
export interface RootSignatureReflection {
  readonly format: 'root-signature';
  /** `rootsig_1_0`, `rootsig_1_1`; null for a version that does not exist. */
  readonly profile: string | null;
  /** Null where it cannot be read. */
  readonly rootSignature: RootSignature | null;
}

/** What is known about a shader, a library, a root signature or a container of shader model 6; `format` tells which. */
export type Reflection = Sm1Reflection | Sm4Reflection | LibraryReflection | RootSignatureReflection | DxilReflection;

/**
 * Reflects what is in `bytes`: a token stream of shader model 1-3, a container of shader model 4-5.1 with what it has for
 * feature level 9, a library, a root signature, the parts of a container of shader model 6, or C source with one of them. Empty where there is none that is read.
 *
 * @param diagnostics told what is wrong with the file; spans are bytes of the file
 * @throws TypeError when `bytes` is no `Uint8Array`
 */
export function reflect(bytes: Uint8Array, diagnostics: Diagnostics = new Diagnostics()): Reflection[] {
  requireBytes(bytes, 'reflect');
  return reflectFile(readShaderFile(bytes, diagnostics), diagnostics);
}

/** Reflects a file that is open already. */
export function reflectFile(file: ShaderFile, reader: Diagnostics): Reflection[] {
  const { format, profile, container } = file;
  const diagnostics = diagnosticsIn(file, reader);
  if (container === undefined) return reflectSm1Programs(file.programs, diagnostics);
  switch (format) {
    case 'dxbc':
      return [reflectSm4(container, profile, level9Of(file, diagnostics), diagnostics)];
    case 'library':
      return [reflectLibrary(container, diagnostics)];
    case 'root-signature': {
      const rootSignature = parseRts0(container, container.find(TAG.RTS0)!, diagnostics) ?? null;
      return [{ format: 'root-signature', profile, rootSignature }];
    }
    case 'dxil':
      return [reflectDxil(container, diagnostics)];
    default:
      return [];
  }
}

function reflectSm1Programs(programs: readonly ShaderProgram[], diagnostics: Diagnostics): Sm1Reflection[] {
  return programs.map(({ words, offset }) => {
    const inside = diagnostics.at(offset);
    return reflectSm1(readSm1Words(words, inside), inside);
  });
}

const NO_LEVEL9: readonly Level9Reflection[] = [];

function level9Of({ programs }: ShaderFile, diagnostics: Diagnostics): readonly Level9Reflection[] {
  const level9 = programs.filter(isLevel9);
  if (level9.length === 0) return NO_LEVEL9;
  return reflectSm1Programs(level9, diagnostics).map((one, i) => ({ chunk: level9[i]!.chunk, ...one }));
}
