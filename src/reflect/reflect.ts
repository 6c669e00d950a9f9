/**
 * Reflects a file: the interface of its shader or effect to the program that uses it, as plain data.
 *
 * Not for: the reflection of each format (reflect-shader.ts, effect/).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { type FileFormat, isEffect } from '../file/detect-format.ts';
import { diagnosticsIn, readShaderFile, type ShaderFile } from '../file/shader-file.ts';
import { reflectEffectFile } from './effect/reflect-effect.ts';
import type { EffectReflection } from './effect/types.ts';
import { reflectShaderFile, type ShaderReflection } from './reflect-shader.ts';

/**
 * The reflection of a shader, a library, a root signature, a container of shader model 6 or an effect; `format` says
 * which.
 */
export type Reflection = ShaderReflection | EffectReflection;

/** The result of {@link reflect}. */
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
