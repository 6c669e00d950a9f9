/** The languages of `dxlens translate`: one row each. */
import { TARGET_LANGUAGES, type TargetLanguage } from '../../../translate/options.ts';

/** `ir` is the intermediate form; the others are translations. */
export type Language = 'ir' | TargetLanguage;

export interface LanguageRow {
  /** What it is, for the help. */
  readonly name: string;
  /** Appended to the name of an input to name its output. */
  readonly suffix: string;
  readonly isBinary?: true;
}

export const LANGUAGES: Readonly<Record<Language, LanguageRow>> = {
  essl: { name: 'GLSL ES, the language of OpenGL ES and WebGL', suffix: '.essl' },
  glsl: { name: 'GLSL, the language of desktop OpenGL', suffix: '.glsl' },
  ir: { name: 'the intermediate form, from which all translations start', suffix: '.ir' },
  spirv: { name: 'SPIR-V, the binary language of Vulkan', suffix: '.spv', isBinary: true },
  wgsl: { name: 'WGSL, the language of WebGPU', suffix: '.wgsl' },
};

/** SPIR-V with `--text`. */
export const SPIRV_TEXT: LanguageRow = { name: 'SPIR-V as text', suffix: '.spvasm' };

export const LANGUAGE_NAMES: readonly Language[] = ['ir', ...TARGET_LANGUAGES];
