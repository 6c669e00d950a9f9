/**
 * HLSL from compiled shaders, effects and libraries.
 *
 * Not for: one shader (shader-source.ts).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import type { HlslChoices } from '../emit/hlsl/plan.ts';
import { isEffect } from '../file/detect-format.ts';
import { readShaderFile, type ShaderFile } from '../file/shader-file.ts';
import { fx2Source } from './effects/fx2-source.ts';
import { fx4Source } from './effects/fx4-source.ts';
import { decompileLibrary } from './library.ts';
import { shaderSource } from './shader-source.ts';
import type { SharedGlobals } from './shared-globals.ts';

export interface DecompiledShader {
  /** The source; undefined where the diagnostics say why there is none. */
  readonly code: string | undefined;
  /** The profile that the source compiles for, as `ps_5_0`. */
  readonly profile: string;
  readonly entryPoint: string;
  /** The switches of fxc that the source needs, as `/Gis`. */
  readonly switches: readonly string[];
  /** Pairs of a line, from 1, and a token. */
  readonly sourceMap: readonly (readonly [number, number])[];
  readonly diagnostics: readonly Diagnostic[];
}

export const DECOMPILE_STYLES = ['readable', 'exact'] as const;
export type DecompileStyle = (typeof DECOMPILE_STYLES)[number];

export interface DecompileOptions {
  /**
   * `readable` (the default) joins instructions to expressions; `exact` keeps their order, so that Microsoft's compiler
   * makes the same words of the source more often.
   */
  readonly style?: DecompileStyle | undefined;
  /**
   * Whether all constants of models 1 to 3 have their registers, so that a changed source does not move them. Without
   * it, they have none where the compiler gives the same ones.
   */
  readonly registers?: boolean | undefined;
}

const READABLE: HlslChoices = {
  keepsOrder: false,
  splitsVectors: true,
  sharesProducts: true,
  clips: true,
  showsRegisters: false,
  exchanged: new Set(),
};

/** The choices of each style. */
export const STYLES: Readonly<Record<DecompileStyle, HlslChoices>> = {
  readable: READABLE,
  exact: { ...READABLE, keepsOrder: true },
};

/**
 * Returns the first program of a shader, or an effect, as HLSL source.
 *
 * @throws TypeError when the input holds no bytes
 */
export function decompile(
  input: ByteSource,
  { style = 'readable', registers = false }: DecompileOptions = {},
): DecompiledShader {
  const diagnostics = new Diagnostics();
  const file = readShaderFile(toBytes(input, 'decompile'), diagnostics);
  return decompileFile(file, diagnostics, { ...STYLES[style], showsRegisters: registers });
}

/** Returns what is in a file as source. */
export function decompileFile(file: ShaderFile, diagnostics: Diagnostics, choices: HlslChoices): DecompiledShader {
  const source = (one: ShaderFile, found: Diagnostics, shared?: SharedGlobals) =>
    shaderSource(one, found, choices, shared);
  const { format, bytes } = file;
  const hasMany = isEffect(format) || format === 'library';
  const effectSource = format === 'fx2' ? fx2Source : fx4Source;
  const made =
    format === 'library'
      ? decompileLibrary(file, source, diagnostics)
      : isEffect(format)
        ? effectSource(bytes, source, diagnostics)
        : source(file, diagnostics);
  const { code, profile = '', switches = [], sourceMap = [] } = made ?? {};
  return {
    code: diagnostics.hasErrors ? undefined : code,
    profile,
    entryPoint: hasMany ? '' : 'main',
    switches,
    sourceMap,
    diagnostics: diagnostics.list,
  };
}
