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
export {
  type Effect2,
  type Effect2Content,
  type Effect2Source,
  FX2_NONE,
  type Fx2Annotation,
  type Fx2Declaration,
  type Fx2Numbers,
  type Fx2Object,
  type Fx2ObjectIds,
  type Fx2Parameter,
  type Fx2Pass,
  type Fx2Resource,
  type Fx2Sampler,
  type Fx2Samplers,
  type Fx2State,
  type Fx2Structure,
  type Fx2Technique,
  Fx2Usage,
  type Fx2Value,
} from './fx2/model.ts';
export { parseEffect2 } from './fx2/read.ts';
export {
  FX2_ENUMERATIONS,
  FX2_STATES,
  type Fx2Enumeration,
  type Fx2EnumerationName,
  type Fx2StateGroup,
  type Fx2StateRow,
  type Fx2ValueNames,
  fx2D3dName,
  fx2IsIndexed,
  fx2ValueNames,
} from './fx2/states.ts';
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
export type {
  Effect4,
  Effect4Content,
  Fx4Annotation,
  Fx4AssignedValue,
  Fx4Assignment,
  Fx4Buffer,
  Fx4Code,
  Fx4Constant,
  Fx4Counts,
  Fx4Group,
  Fx4Instance,
  Fx4Interface,
  Fx4Member,
  Fx4Numeric,
  Fx4Object,
  Fx4Pass,
  Fx4Shader,
  Fx4ShaderExtra,
  Fx4Technique,
  Fx4Type,
  Fx4Variable,
} from './fx4/model.ts';
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
export { replaceEmbeddedShader } from './replace-shader.ts';
