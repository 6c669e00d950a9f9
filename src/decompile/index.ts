/** HLSL source from compiled shaders. */
export { type DecompiledShader, type DecompileOptions, type DecompileStyle, decompile } from './decompile.ts';
export {
  type Compiler,
  type RemainingDifference,
  type RepairedShader,
  type RepairOptions,
  repair,
  type SourceToCompile,
} from './repair.ts';
