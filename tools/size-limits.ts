/** How large bundles may be: sizes.ts measures them, and docs/translation-limits.md lists those of translation. */

/**
 * Limits in KB of 1,000 bytes after gzip, by the function that is imported. `disassembleShader` is for bundles that have to be small;
 * `disassemble` adds C source, root signatures, effects and debug information, and `reflect` adds effects to `reflectShader`. Translations to
 * one language carry neither other languages nor the validator.
 */
export const SIZE_LIMITS: Readonly<Record<string, number>> = {
  detectFormat: 6,
  reflect: 56,
  reflectShader: 35.5,
  disassemble: 97.5,
  disassembleShader: 55,
  validate: 120,
  assembleUnvalidated: 108.5,
  translateSm1ToWgsl: 112,
  translateSm4ToWgsl: 117,
  translateToWgsl: 142.5,
  translateToGlsl: 151,
  translateToSpirv: 147,
  translateUnvalidated: 200.5,
};
