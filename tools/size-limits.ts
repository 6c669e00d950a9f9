/** How large bundles may be: sizes.ts measures them, and docs/translation-limits.md lists those of translation. */

/**
 * Limits in KB of 1,000 bytes after gzip, by the function that is imported. `disassembleShader` is for bundles that have to be small;
 * `disassemble` adds C source, root signatures, effects and debug information, and `reflect` adds effects to `reflectShader`. Translations to
 * one language carry neither other languages nor the validator.
 */
export const SIZE_LIMITS: Readonly<Record<string, number>> = {
  detectFormat: 6.5,
  reflect: 66,
  reflectShader: 45.5,
  disassemble: 97.5,
  disassembleShader: 56,
  validate: 121,
  assembleUnvalidated: 115,
  translateSm1ToWgsl: 115,
  translateSm4ToWgsl: 119,
  translateToWgsl: 146,
  translateToGlsl: 154.5,
  translateToSpirv: 150.5,
  translateUnvalidated: 204.5,
};
