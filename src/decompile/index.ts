/** HLSL source from compiled shaders. */
export { type DecompiledShader, type DecompileOptions, type DecompileStyle, decompile } from './decompile.ts';
