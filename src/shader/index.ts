/** The subpath `dxlens/shader`: a shader that is open, to read it and to change it. */
export type { Moves } from './binding-moves.ts';
export { ShaderEditError } from './edit-error.ts';
export { setEffectDefault } from './effect-defaults.ts';
export type { LiteralLocation, ShaderLiteral } from './literals.ts';
export { openShader, type ReplaceOptions, type ReplaceResult, Shader } from './shader.ts';
export type { ConstantValue, ConstantValues, RawWord } from './values.ts';
