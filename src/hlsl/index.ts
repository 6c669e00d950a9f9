/** HLSL to compiled shaders. */
export type { AssemblyDiagnostic } from '../assemble/diagnostics.ts';
export { type Compiled, compile } from './compile.ts';
export type { CompileOptions } from './front-end.ts';
