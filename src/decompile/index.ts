/** HLSL source from compiled shaders. */
export { type DecompiledShader, decompile } from './decompile.ts';
