/**
 * Reflects a file: the interface of its shader or effect to the program that uses it, as plain data.
 *
 * Not for: the reflection of each format (sm1.ts, sm4.ts, dxil.ts, effect/).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { crc32, fnv0Hash64, sha1 } from '../base/hashes.ts';
import { type RootSignature, readRts0 } from '../chunks/rts0.ts';
import { TAG } from '../container/tags.ts';
import { type FileFormat, isEffect } from '../file/detect-format.ts';
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
import { reflectEffectFile } from './effect/reflect-effect.ts';
import type { EffectReflection } from './effect/types.ts';
import { type LibraryReflection, reflectLibrary } from './library.ts';
import { reflectSm1, type Sm1Reflection } from './sm1.ts';
import { type Level9Reflection, reflectSm4, type Sm4Reflection } from './sm4.ts';

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

/**
 * The reflection of a shader, a library, a root signature, a container of shader model 6 or an effect; `format` says
 * which.
 */
export type Reflection = ShaderReflection | EffectReflection;

export interface ReflectionResult extends FileFormat {
  /** Undefined if nothing can be reflected; the diagnostics then say why. */
  readonly reflection: Reflection | undefined;
  /** In the order of the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reflects a file: a token stream of shader model 1-3, a container of shader model 4-5.1 with its programs for feature
 * level 9, a library, a root signature, a container of shader model 6 (its parts, not its code), an effect, or C source
 * with one of them. Never throws on any bytes.
 *
 * @throws TypeError when `bytes` holds no bytes
 */
export function reflect(bytes: ByteSource): ReflectionResult {
  const diagnostics = new Diagnostics();
  const file = readShaderFile(toBytes(bytes, 'reflect'), diagnostics);
  const reflection = reflectFile(file, diagnostics);
  const { format, profile } = file;
  return { format, profile, reflection, diagnostics: diagnostics.list };
}

/** {@link reflect} for a file that is open already. */
export function reflectFile(file: ShaderFile, diagnostics: Diagnostics): Reflection | undefined {
  if (isEffect(file.format)) return reflectEffectFile(file, diagnosticsIn(file, diagnostics));
  return reflectShaderFile(file, diagnostics);
}

/** Hashes of the bytes that an application passes to Direct3D, in lower-case hexadecimal digits. */
export interface ShaderHashes {
  /**
   * FNV-0 of 64 bits: 3Dmigoto, whose files are `HASH-ps.bin` and `HASH-ps_replace.txt` (source: its function
   * `fnv_64_buf`, which begins with 0).
   */
  readonly fnv64: string;
  /** CRC-32 of zlib: the add-ons of ReShade, `shader_0xHASH.cso`, and RenoDX, both with upper-case digits. */
  readonly crc32: string;
  /** SHA-1: DXVK, whose dumped files are `FS_HASH.dxbc` (source: its class `DxvkShaderKey`). */
  readonly sha1: string;
}

/**
 * Returns the hashes of a shader.
 *
 * @param source a complete token stream, container or C source with one; bytes after the end of a container do not
 *   count
 * @throws TypeError when `source` holds no bytes
 */
export function shaderHashes(source: ByteSource): ShaderHashes {
  const file = readShaderFile(toBytes(source, 'shaderHashes'), new Diagnostics(), { programs: false });
  const bytes = file.container?.bytes ?? file.bytes;
  return { fnv64: fnv0Hash64(bytes), crc32: crc32(bytes).toString(16).padStart(8, '0'), sha1: sha1(bytes) };
}
