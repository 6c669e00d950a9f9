/** The subpath `dxlens/container`: kinds of files, the DXBC container and its digest, what is in its chunks. */
export {
  CLIP_PLANES,
  type ConstantMapping,
  type Level9Content,
  type Level9Program,
  type RuntimeMapping,
  readAon9,
  type SamplerMapping,
  type ScalarMapping,
  writeAon9,
} from './aon9.ts';
export { type CArray, readCArrays } from './c-array.ts';
export type { ChunkSource } from './chunk-source.ts';
export {
  type ConstantTable,
  CTAB_REGISTER_SETS,
  CTAB_TYPES,
  CtabClass,
  type CtabConstant,
  type CtabMember,
  type CtabSource,
  type CtabType,
  ctabByRegister,
  ctabRegisterName,
  ctabRegisters,
  ctabTypeName,
  readConstantTable,
} from './ctab.ts';
export { constantTable, ctabType, writeConstantTable } from './ctab-writer.ts';
export { type DebugName, readIldn, writeIldn } from './debug-name.ts';
export { type FileKind, KINDS, type Kind, kindOf, kindOfContainer, kindText, missingFor } from './detect-format.ts';
export { checkDigest, containerDigest, type DigestCheck, type DigestKind } from './digest.ts';
export { type Chunk, Container, isContainer, readContainer, readDirectory } from './dxbc.ts';
export {
  type CompilerVersion,
  type DxilProgram,
  DxilVersionToken,
  readDxilProgram,
  readHash,
  readVers,
  type ShaderHash,
} from './dxil.ts';
export * from './dxil-names.ts';
export {
  type ChunkTag,
  type ContainerDraft,
  type ContainerSource,
  chunkPosition,
  decodeContainer,
  encodeContainer,
  findChunk,
  insertChunk,
  removeChunks,
  replaceChunk,
  setChunk,
  signedContainer,
} from './edit.ts';
export type { ExplainedBytes } from './explain/payload.ts';
export { type ExplainedSection, explainContainer, type SectionProgram } from './explain/sections.ts';
export {
  type ClassInstance,
  type ClassLinkage,
  type ClassLinkageContent,
  type ClassType,
  type InterfaceSlots,
  NO_SLOT,
  readIfce,
  writeIfce,
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
  readLfs0,
  readLibh,
  writeLfs0,
  writeLibh,
  writeLibrary,
} from './library.ts';
export { BLOB_PARTS, type BlobPart, blobPart, STRIP_FLAGS, type StripFlag, setBlobPart, stripShader } from './parts.ts';
export {
  type PipelineStateValidation,
  type PsvDependencies,
  type PsvElement,
  type PsvResource,
  type PsvStage,
  readPsv0,
} from './psv0.ts';
export {
  type RdatAttribute,
  type RdatFunction,
  type RdatNode,
  type RdatNodeId,
  type RdatNodePort,
  type RdatResource,
  type RdatSubobject,
  type RdatUnknownPart,
  type RuntimeData,
  readRdat,
} from './rdat.ts';
export {
  BINDING_COMPARISON_SAMPLER,
  BINDING_COMPONENTS_SHIFT,
  BINDING_UNUSED,
  BUFFER_INTERFACE_POINTERS,
  CLASS_INTERFACE_CLASS,
  CLASS_INTERFACE_POINTER,
  CLASS_STRUCT,
  INPUT_TYPE,
  NO_RESOURCE,
  type Rdef,
  type RdefBinding,
  type RdefBuffer,
  type RdefContent,
  type RdefForm,
  type RdefMember,
  type RdefType,
  type RdefVariable,
  readRdef,
  VARIABLE_USED,
} from './rdef.ts';
export { type RdefPlace, rebindRdef, renameRdefResource, renameRdefVariable } from './rdef-edit.ts';
export { rdef, rdefBinding, rdefBuffer, rdefForm, rdefType, rdefVariable, writeRdef } from './rdef-writer.ts';
export {
  type DescriptorRange,
  DescriptorRangeType,
  OFFSET_APPEND,
  type RootConstants,
  type RootDescriptor,
  type RootParameter,
  RootParameterType,
  type RootSignature,
  type RootSignatureNode,
  RootSignatureVersion,
  readRts0,
  type StaticSampler,
  UNBOUNDED,
  writeRts0,
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
export { FEATURES, type Feature, type FeatureInfo, readSfi0, writeSfi0 } from './sfi0.ts';
export { pickChunks, type ShaderChunks } from './shader-chunks.ts';
export { type FoundProgram, type FoundPrograms, findPrograms } from './shader-file.ts';
export {
  NO_REGISTER,
  readSignature,
  type Signature,
  type SignatureContent,
  type SignatureElement,
} from './signature.ts';
export { writeSignature } from './signature-writer.ts';
export { readStat, STAT_FIELDS, type StatField, type Statistics, writeStat } from './stat.ts';
export { CHUNK_KINDS, type ChunkName, TAG } from './tags.ts';
export { type ChunkBytes, signContainer, writeContainer } from './write.ts';
