/**
 * The subpath `dxlens/internals/effects`: effects of Direct3D 9 (fx_2_0) and of Direct3D 10 and 11 (fx_4_0 to fx_5_0),
 * and the shaders in them.
 */
export {
  chooseShaders,
  type EmptyChoice,
  embeddedShaderName,
  embeddedShaders,
  type ShaderChoice,
} from './choose-shaders.ts';
export type { EmbeddedShader, EmbeddedShaderUse } from './embedded-shaders.ts';
export { FX2_EXPRESSION, type Fx2ElementCode, fx2ElementCode } from './fx2/links.ts';
export * from './fx2/model.ts';
export { parseEffect2 } from './fx2/read.ts';
export * from './fx2/states.ts';
export { serializeEffect2 } from './fx2/write.ts';
export {
  FX4_NO_REGISTER,
  FX4_OBJECT_NAMES,
  FX4_VERSIONS,
  Fx4AssignmentKind,
  Fx4Layout,
  type Fx4ObjectName,
  Fx4ObjectType,
  type Fx4Profile,
  Fx4Scalar,
  Fx4TypeKind,
} from './fx4/enums.ts';
export * from './fx4/model.ts';
export { parseEffect4 } from './fx4/read.ts';
export {
  FX4_STATES,
  type Fx4State,
  type Fx4StateBlock,
  type Fx4StateType,
  type Fx4StateValues,
  fx4D3dName,
  fx4D3dValueName,
} from './fx4/states.ts';
export { serializeEffect4 } from './fx4/write.ts';
export * from './mgfx/model.ts';
export { parseMgfx } from './mgfx/read.ts';
export { serializeMgfx } from './mgfx/write.ts';
export { replaceEmbeddedShader } from './replace-shader.ts';
