/** The subpath `dxlens/container`: file formats, the DXBC container and its digest, the contents of its chunks. */
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
export type { CArray } from './c-array.ts';
export type { ChunkParser, ParseResult } from './chunk-parser.ts';
export type { ChunkSource } from './chunk-source.ts';
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
} from './ctab.ts';
export { constantTable, ctabType, serializeConstantTable } from './ctab-writer.ts';
export { type DebugName, parseIldn, serializeIldn } from './debug-name.ts';
export {
  detectContainerFormat,
  detectFormat,
  type FileFormat,
  FORMATS,
  type Format,
  formatName,
  missingFor,
} from './detect-format.ts';
export { type ChecksumCheck, type ChecksumKind, computeChecksum, verifyChecksum } from './digest.ts';
export { type Chunk, Container, isContainer } from './dxbc.ts';
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
  type ChunkTag,
  type ContainerSource,
  chunkPosition,
  type EditableContainer,
  findChunk,
  insertChunk,
  removeChunks,
  replaceChunk,
  setChunk,
} from './edit.ts';
export type { ChunkExplainer } from './explain/chunks.ts';
export type { ExplainedBytes } from './explain/payload.ts';
export type { ExplainedSection, SectionProgram } from './explain/section.ts';
export { type ChunkExplainers, type ExplainedEffect, explainContainer, explainEffect } from './explain/sections.ts';
export { chooseShaders, type EmptyChoice, embeddedShaderName, type ShaderChoice } from './fx/choose-shaders.ts';
export type { EmbeddedShader, EmbeddedShaderUse } from './fx/embedded-shaders.ts';
export { FX2_EXPRESSION, type Fx2ElementCode, fx2ElementCode } from './fx/fx2/code.ts';
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
} from './fx/fx2/model.ts';
export { parseEffect2 } from './fx/fx2/read.ts';
export {
  FX2_ENUMERATIONS,
  type Fx2Enumeration,
  type Fx2EnumerationName,
  type Fx2ValueNames,
  fx2ValueNames,
} from './fx/fx2/state-values.ts';
export { FX2_STATES, type Fx2StateGroup, type Fx2StateRow, fx2D3dName, fx2IsIndexed } from './fx/fx2/states.ts';
export { serializeEffect2 } from './fx/fx2/write.ts';
export { fx4D3dName, fx4D3dValueName } from './fx/fx4/d3d-names.ts';
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
} from './fx/fx4/enums.ts';
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
} from './fx/fx4/model.ts';
export { parseEffect4 } from './fx/fx4/read.ts';
export {
  FX4_STATES,
  type Fx4State,
  type Fx4StateBlock,
  type Fx4StateType,
  type Fx4StateValues,
} from './fx/fx4/states.ts';
export { serializeEffect4 } from './fx/fx4/write.ts';
export { embeddedShaders } from './fx/read-embedded-shaders.ts';
export { replaceEmbeddedShader } from './fx/replace-shader.ts';
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
export { type ByteRange, type LayoutFault, layoutFault } from './layout.ts';
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
export { BLOB_PARTS, type BlobPart, STRIP_FLAGS, type StripFlag } from './parts.ts';
export type {
  PipelineStateValidation,
  PsvDependencies,
  PsvElement,
  PsvResource,
  PsvStage,
} from './psv0.ts';
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
  type BytesResult,
  blobPart,
  decodeContainer,
  encodeContainer,
  parseCArrays,
  parseChunkDirectory,
  parseConstantTable,
  parseContainer,
  parsePsv0,
  setBlobPart,
  stripShader,
  updateChecksum,
} from './results.ts';
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
export { pickChunks, programChunk, type ShaderChunks } from './shader-chunks.ts';
export { type OpenedShaderFile, openShaderFile, type ShaderProgram } from './shader-file.ts';
export {
  NO_REGISTER,
  parseSignature,
  type Signature,
  type SignatureContent,
  type SignatureElement,
} from './signature.ts';
export { serializeSignature } from './signature-writer.ts';
export { parseStat, STAT_FIELDS, type StatField, type Statistics, serializeStat } from './stat.ts';
export { CHUNK_KINDS, type ChunkName, TAG } from './tags.ts';
export { type ChunkBytes, serializeContainer } from './write.ts';
