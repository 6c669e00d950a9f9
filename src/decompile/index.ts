/** HLSL source from compiled shaders. */
export { type DecompiledShader, type DecompileOptions, decompile } from './decompile.ts';
export { type RepairedShader, type RepairOptions, repair } from './repair.ts';
