/** HLSL to compiled shaders and effects. */
export type { AssemblyDiagnostic } from '../assemble/diagnostics.ts';
export { type Compiled, compile } from './compile.ts';
export { compileEffect, isEffectProfile } from './compile-effect.ts';
export type { CompileOptions } from './front-end.ts';
export { preprocess } from './preprocess.ts';
