/** The subpath `dxlens/internals/chunks`: readers and writers of the contents of chunks, one file a chunk. */
export { BufferType, InputType, VariableClass } from '../base/d3d/enumerations.ts';
export {
  CLIP_PLANES,
  type ConstantMapping,
  type Level9Content,
  type Level9Program,
  parseAon9,
  type RuntimeMapping,
  type SamplerMapping,
  type ScalarMapping,
  serializeAon9,
} from './aon9.ts';
export {
  type ConstantTable,
  CTAB_REGISTER_SETS,
  CTAB_TYPES,
  type CtabConstant,
  type CtabMember,
  type CtabSource,
  type CtabType,
  ctabByRegister,
  ctabRegisterName,
  ctabRegisters,
  ctabTypeName,
  parseConstantTable,
} from './ctab.ts';
export { constantTable, ctabType, serializeConstantTable } from './ctab-writer.ts';
export { type DebugName, parseIldn, serializeIldn } from './debug-name.ts';
export {
  type CompilerVersion,
  type DxilProgram,
  DxilVersionToken,
  parseDxilProgram,
  parseHash,
  parseVers,
  type ShaderHash,
} from './dxil.ts';
export {
  DXIL_FEATURES,
  DXIL_INTERPOLATIONS,
  DXIL_PROFILE_PREFIXES,
  DXIL_RESOURCE_CLASSES,
  DXIL_RESOURCE_KINDS,
  DXIL_SEMANTIC_KINDS,
  DXIL_SHADER_KINDS,
  DXIL_SIGNATURE_TYPES,
  DXIL_SUBOBJECT_KINDS,
  type DxilFeature,
  PSV_RESOURCE_TYPES,
} from './dxil-names.ts';
export {
  type ClassInstance,
  type ClassLinkage,
  type ClassLinkageContent,
  type ClassType,
  type InterfaceSlots,
  NO_SLOT,
  parseIfce,
  serializeIfce,
} from './ifce.ts';
export {
  type FunctionParameter,
  type FunctionSignature,
  type FunctionSignatureContent,
  type LibraryFunction,
  type LibraryHeader,
  type LibraryHeaderContent,
  type NewLibraryFunction,
  PARAMETER_IN,
  PARAMETER_OUT,
  parseLfs0,
  parseLibh,
  serializeLfs0,
  serializeLibh,
  serializeLibrary,
} from './library.ts';
export type {
  PipelineStateValidation,
  PsvDependencies,
  PsvElement,
  PsvResource,
  PsvStage,
} from './psv0.ts';
export { parsePsv0 } from './psv0.ts';
export {
  parseRdat,
  type RdatAttribute,
  type RdatFunction,
  type RdatNode,
  type RdatNodeId,
  type RdatNodePort,
  type RdatResource,
  type RdatSubobject,
  type RdatUnknownPart,
  type RuntimeData,
} from './rdat.ts';
export {
  BINDING_COMPARISON_SAMPLER,
  BINDING_COMPONENTS_SHIFT,
  BINDING_UNUSED,
  NO_RESOURCE,
  parseRdef,
  type Rdef,
  type RdefBinding,
  type RdefBuffer,
  type RdefContent,
  type RdefEncoding,
  type RdefMember,
  type RdefType,
  type RdefVariable,
  VARIABLE_USED,
} from './rdef.ts';
export { type RdefLocation, rebindRdef, renameRdefResource, renameRdefVariable } from './rdef-edit.ts';
export { rdef, rdefBinding, rdefBuffer, rdefEncoding, rdefType, rdefVariable, serializeRdef } from './rdef-writer.ts';
export {
  type DescriptorRange,
  DescriptorRangeType,
  OFFSET_APPEND,
  parseRts0,
  type RootConstants,
  type RootDescriptor,
  type RootParameter,
  RootParameterType,
  type RootSignature,
  type RootSignatureNode,
  RootSignatureVersion,
  type StaticSampler,
  serializeRts0,
  UNBOUNDED,
} from './rts0.ts';
export {
  COMPARISON_FUNCTIONS,
  DEFAULT_RANGE,
  DEFAULT_STATIC_SAMPLER,
  DESCRIPTOR_RANGE_FLAGS,
  LATER_ROOT_FLAGS,
  LATER_SHADER_VISIBILITIES,
  type NamedValues,
  ROOT_DESCRIPTOR_FLAGS,
  ROOT_FLAGS,
  SAMPLER_FILTERS,
  SHADER_VISIBILITIES,
  STATIC_BORDER_COLORS,
  TEXTURE_ADDRESS_MODES,
} from './rts0-names.ts';
export { FEATURES, type Feature, type FeatureInfo, parseSfi0, serializeSfi0 } from './sfi0.ts';
export {
  NO_REGISTER,
  parseSignature,
  type Signature,
  type SignatureContent,
  type SignatureElement,
} from './signature.ts';
export { serializeSignature } from './signature-writer.ts';
export { parseStat, STAT_FIELDS, type StatField, type Statistics, serializeStat } from './stat.ts';
