/** How large bundles may be: sizes.ts measures them, and docs/translation-limits.md lists those of translation. */

/**
 * Limits in KB of 1,000 bytes after gzip, by the function that is imported. `disassembleShader` is for bundles that
 * have to be small; `disassemble` adds C source, root signatures, effects and debug information, and `reflect` adds
 * effects to `reflectShader`. Translations to one language carry neither other languages nor the validator.
 */
export const SIZE_LIMITS: Readonly<Record<string, number>> = {
  detectFormat: 6.5,
  reflect: 69,
  reflectShader: 49,
  disassemble: 103,
  disassembleShader: 60,
  validate: 125,
  assembleUnvalidated: 116,
  compile: 295,
  translateToWgsl: 152,
  translateToGlsl: 160,
  translateToSpirv: 155,
};
