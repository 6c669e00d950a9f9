/** The subpath `dxlens/reflect`: the interface of a shader to the program that uses it, as plain data. */
export type { BindingDesc, DeclaredResourceDesc } from './bindings.ts';
export type { DefaultValue } from './default-value.ts';
export type {
  DxilElementDesc,
  DxilFunctionDesc,
  DxilLibraryDesc,
  DxilLibraryResourceDesc,
  DxilPipelineDesc,
  DxilReflection,
  DxilResourceDesc,
  DxilSubobjectDesc,
} from './dxil.ts';
export { reflectEffect } from './effect/reflect-effect.ts';
export type {
  EffectAnnotationDesc,
  EffectAssignment,
  EffectBufferDesc,
  EffectConstantDesc,
  EffectExpressionDesc,
  EffectGroupDesc,
  EffectInstanceDesc,
  EffectMemberDesc,
  EffectPassDesc,
  EffectReference,
  EffectReflection,
  EffectShaderDesc,
  EffectShaderValue,
  EffectStateDesc,
  EffectTechniqueDesc,
  EffectTypeDesc,
  EffectValue,
  EffectVariableDesc,
} from './effect/types.ts';
export {
  D3D_BUFFER_TYPES,
  D3D_COMPONENT_TYPES,
  D3D_DIMENSIONS,
  D3D_DOMAINS,
  D3D_FEATURE_LEVELS,
  D3D_HULL_PRIMITIVES,
  D3D_INPUT_TYPES,
  D3D_INTERPOLATIONS,
  D3D_MIN_PRECISIONS,
  D3D_NAMES,
  D3D_PARTITIONINGS,
  D3D_PRIMITIVES,
  D3D_RETURN_TYPES,
  D3D_TOPOLOGIES,
  D3D_VARIABLE_CLASSES,
  D3D_VARIABLE_TYPES,
  type Named,
} from './enums.ts';
export type { FunctionDesc, FunctionParameterDesc, LibraryReflection } from './library.ts';
export type { ParameterDesc } from './parameters.ts';
export {
  type Reflection,
  type ReflectionResult,
  type RootSignatureReflection,
  reflect,
  reflectShader,
  type ShaderHashes,
  type ShaderReflection,
  type ShaderReflectionResult,
  shaderHashes,
} from './reflect.ts';
export type {
  Sm1DefinitionDesc,
  Sm1Flow,
  Sm1PreshaderDesc,
  Sm1Reflection,
  Sm1SamplerDesc,
  Sm1SemanticDesc,
} from './sm1.ts';
export type { Sm1ConstantDesc, Sm1TypeDesc } from './sm1-constants.ts';
export type { CountsDesc, Level9Reflection, Sm4Reflection } from './sm4.ts';
export type { BufferDesc, MemberDesc, TypeDesc, VariableDesc } from './types.ts';
