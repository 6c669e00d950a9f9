/**
 * Reflects a file with a shader: its interface to the program that uses it, as plain data.
 *
 * Not for: effects (reflect.ts, effect/), or the reflection of each format (sm1.ts, sm4.ts, library.ts, dxil.ts).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { type RootSignature, readRts0 } from '../chunks/rts0.ts';
import { TAG } from '../container/tags.ts';
import type { FileFormat } from '../file/detect-format.ts';
import {
  diagnosticsIn,
  isLevel9,
  readShaderFile,
  reportNoPrograms,
  type ShaderFile,
  type ShaderProgram,
} from '../file/shader-file.ts';
import { readSm1Words } from '../isa/sm1/program.ts';
import { type DxilReflection, reflectDxil } from './dxil.ts';
import type { Level9Reflection } from './level9.ts';
import { type LibraryReflection, reflectLibrary } from './library.ts';
import { reflectSm1, type Sm1Reflection } from './sm1.ts';
import { reflectSm4, type Sm4Reflection } from './sm4.ts';

/** The reflection of a container that holds only a root signature. */
export interface RootSignatureReflection {
  readonly format: 'root-signature';
  /** `rootsig_1_0`, `rootsig_1_1`; null for a version that does not exist. */
  readonly profile: string | null;
  /** Null where it cannot be read. */
  readonly rootSignature: RootSignature | null;
}

/** The reflection of a shader, a library, a root signature or a container of shader model 6; `format` says which. */
export type ShaderReflection =
  | Sm1Reflection
  | Sm4Reflection
  | LibraryReflection
  | RootSignatureReflection
  | DxilReflection;

/** The result of {@link reflectShader}. */
export interface ShaderReflectionResult extends FileFormat {
  /** Undefined if nothing can be reflected; the diagnostics then say why. */
  readonly reflection: ShaderReflection | undefined;
  /** In the order of the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reflects a file as `reflect` does, but no effects, for bundles that have to be small. Never throws on any bytes.
 *
 * @param bytes a complete file of any format but an effect
 * @throws TypeError when `bytes` holds no bytes
 */
export function reflectShader(bytes: ByteSource): ShaderReflectionResult {
  const diagnostics = new Diagnostics();
  const file = readShaderFile(toBytes(bytes, 'reflectShader'), diagnostics);
  const reflection = reflectShaderFile(file, diagnostics);
  const { format, profile } = file;
  return { format, profile, reflection, diagnostics: diagnostics.list };
}

/** The missing feature in the message about files without a program. */
const NO_OTHERS = 'reflection of this format';

/** {@link reflectShader} for a file that is open already. */
export function reflectShaderFile(file: ShaderFile, reader: Diagnostics): ShaderReflection | undefined {
  const diagnostics = diagnosticsIn(file, reader);
  const reflection = reflectionOf(file, diagnostics);
  if (reflection === undefined) reportNoPrograms(file, 'reflect', NO_OTHERS, diagnostics);
  return reflection;
}

function reflectionOf(file: ShaderFile, diagnostics: Diagnostics): ShaderReflection | undefined {
  const { format, profile, container } = file;
  // A bare token stream is the only program.
  if (container === undefined) return reflectSm1Programs(file.programs, diagnostics)[0];
  switch (format) {
    case 'dxbc':
      return reflectSm4(container, profile, level9Of(file, diagnostics), diagnostics);
    case 'library':
      return reflectLibrary(container, diagnostics);
    case 'root-signature': {
      const rootSignature = readRts0(container, container.find(TAG.RTS0)!, diagnostics) ?? null;
      return { format: 'root-signature', profile, rootSignature };
    }
    case 'dxil':
      return reflectDxil(container, diagnostics);
    default:
      return undefined;
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
