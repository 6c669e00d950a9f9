/** The subpath `dxlens/shader`: a shader that is open, to read it and to change it. */
export type { Moves } from './binding-moves.ts';
export { setEffectDefault } from './default-values.ts';
export type { LiteralLocation, ShaderLiteral } from './edits.ts';
export { ShaderEditError } from './paths.ts';
export { openShader, type ReplaceOptions, type ReplaceResult, Shader } from './shader.ts';
export type { ConstantValue, ConstantValues, RawWord } from './values.ts';
