/** The subpath `dxlens/shader`: a shader that is open, to read it and to change it. */
export type { LiteralLocation, ShaderLiteral } from './literals.ts';
export { openShader, type ReplaceOptions, type ReplaceResult, Shader } from './shader.ts';
export type { ConstantValues } from './values.ts';
