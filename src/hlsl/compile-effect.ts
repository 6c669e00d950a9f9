/**
 * Compiles HLSL to effects: `fx_2_0` as Direct3D 9, FNA and XNA load them, `fx_4_0`, `fx_4_1` and `fx_5_0` as
 * Direct3D 10 and 11 do, `mgfx` as MonoGame does.
 */
import { AssemblyDiagnostics } from '../assemble/diagnostics.ts';
import { textOf } from '../assemble/text-location.ts';
import type { ByteSource } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { COMPILE_OPTIONS, type Compiled, CREATOR, generateShader, notedIncludes } from './compile.ts';
import { compileEffect2 } from './effects/compile-fx2.ts';
import { compileEffect4 } from './effects/compile-fx4.ts';
import { compileMgfx, type MgfxTarget } from './effects/compile-mgfx.ts';
import { takePreshader } from './effects/preshaders.ts';
import type { CompileOptions, LoweredProgram } from './front-end.ts';
import { X3506 } from './messages.ts';

type MgfxProfileName = `mgfx${'' | '_opengl'}${'' | '_10' | '_11'}`;

/** Profiles of effects of MonoGame. */
const MGFX_TARGETS: ReadonlyMap<string, MgfxTarget> = new Map<MgfxProfileName, MgfxTarget>([
  ['mgfx', { platform: 'directX', version: 10 }],
  ['mgfx_10', { platform: 'directX', version: 10 }],
  ['mgfx_11', { platform: 'directX', version: 11 }],
  ['mgfx_opengl', { platform: 'openGl', version: 10 }],
  ['mgfx_opengl_10', { platform: 'openGl', version: 10 }],
  ['mgfx_opengl_11', { platform: 'openGl', version: 11 }],
]);

/** Whether a profile is one of effects. */
export function isEffectProfile(
  profile: string,
): profile is 'fx_2_0' | 'fx_4_0' | 'fx_4_1' | 'fx_5_0' | `mgfx${'' | '_opengl'}${'' | '_10' | '_11'}` {
  return /^fx_(2_0|4_[01]|5_0)$/.test(profile) || isMgfxProfile(profile);
}

/** Whether a profile is one of MonoGame. */
export function isMgfxProfile(profile: string): profile is MgfxProfileName {
  return MGFX_TARGETS.has(profile);
}

/**
 * Compiles the techniques of a source to an effect, with all variables and shaders. Faults of the source are
 * diagnostics, never exceptions. The options are those of `compile`; there is no entry point, and the profile is
 * `fx_2_0`, `fx_4_0`, `fx_4_1`, `fx_5_0`, or one of MonoGame: `mgfx` for DirectX, `mgfx_opengl` for OpenGL (version 10
 * of the file; `mgfx_11` and `mgfx_opengl_11` are version 11).
 *
 * @param text bytes are taken as one character each, so that columns count bytes as Microsoft's do
 * @throws TypeError when `text` is neither a string nor bytes, or an option is unknown or of the wrong type
 */
export function compileEffect(text: string | ByteSource, options: CompileOptions): Compiled {
  checkOptions(options, COMPILE_OPTIONS, 'compileEffect');
  const source = textOf(text, 'compileEffect');
  const { name = 'input.hlsl', profile } = options;
  const diagnostics = new AssemblyDiagnostics(source, name);
  if (!isEffectProfile(profile)) {
    const nowhere = { source, start: 0, end: 0, line: 1, column: 1, file: name };
    diagnostics.report(X3506, nowhere, { profile });
    return { bytes: undefined, diagnostics: diagnostics.list };
  }
  const sources = new Map([[name, source]]);
  const settings = { ...options, ...notedIncludes(options, sources) };
  const shaderOptions = {
    ...settings,
    entry: undefined,
    isTranslated: MGFX_TARGETS.get(profile)?.platform === 'openGl',
    takePreshader: profile === 'fx_2_0' && options.skipPreshaders !== true ? takePreshader : undefined,
  };
  const write = (lowered: LoweredProgram) => generateShader(lowered, diagnostics, shaderOptions, sources);
  const bytes = isMgfxProfile(profile)
    ? compileMgfx(source, MGFX_TARGETS.get(profile)!, diagnostics, settings, write)
    : profile === 'fx_2_0'
      ? compileEffect2(source, diagnostics, settings, write, CREATOR)
      : compileEffect4(source, diagnostics, { ...settings, profile }, write, CREATOR);
  return { bytes: diagnostics.errors > 0 ? undefined : bytes, diagnostics: diagnostics.list };
}
