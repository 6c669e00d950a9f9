/** How large bundles may be: sizes.ts measures them, and docs/translation-limits.md lists those of translation. */

/**
 * Limits in KB of 1,000 bytes after gzip, by the function that is imported. `disassembleShader` is for bundles that have to be small;
 * `disassemble` adds C source, root signatures, effects and debug information, and `reflect` adds effects to `reflectShader`. Translations to
 * one language carry neither other languages nor the validator.
 */
export const SIZE_LIMITS: Readonly<Record<string, number>> = {
  detectFormat: 6.5,
  reflect: 56,
  reflectShader: 36,
  disassemble: 97.5,
  disassembleShader: 55,
  validate: 120,
  assembleUnvalidated: 108.5,
  translateSm1ToWgsl: 114.5,
  translateSm4ToWgsl: 118,
  translateToWgsl: 145,
  translateToGlsl: 153.5,
  translateToSpirv: 149.5,
  translateUnvalidated: 203.5,
};
