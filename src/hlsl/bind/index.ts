export { type BindableShader, type BoundShader, bindModule, bindShader } from './bind.ts';
export { type BindingFault, layoutFaults, registerFaults } from './binding-faults.ts';
export { type ClassLinks, classLinkage, instancesIn, linkClasses } from './class-linkage.ts';
export { type DescribedParameter, functionSignature, packParameters } from './function-signature.ts';
/** Everything of a compiled shader but its instructions: layouts, registers, signatures, reflection, the container. */
export {
  type BufferLayout,
  bufferLayout,
  globalsBuffer,
  type Packing,
  type StructLayout,
  scalarOffsets,
  scalarSize,
  sizeOf,
  strideOf,
  structLayout,
  type VariableLayout,
} from './layout.ts';
export { bindLevel9 } from './level9-constants.ts';
export { level9Faults, toLevel9Element, toLibraryElement } from './level9-signatures.ts';
export { isStructured, type ReflectedShader, resourceDefinitions, signatureElements } from './reflection.ts';
export {
  type AssignedRegisters,
  annotationOf,
  assignRegisters,
  type BoundDeclaration,
  type BoundRange,
  type ElementUse,
  fileOf,
  hullBuffers,
  lengthOf,
  type RegisterFile,
  type RegisterOptions,
} from './registers.ts';
export { type ReadRootSignature, type RootSignatureFault, readRootSignature } from './root-signature.ts';
export { type ShaderContent, writeShader } from './shader.ts';
export {
  type PackedElement,
  type PackedSignature,
  packSignature,
  rowsOf,
  type SignatureFault,
  targetCount,
  toIrElement,
} from './signatures.ts';
export {
  bindingOfNamed,
  bindSm1Constants,
  ConstantRegisters,
  conditionAt,
  constantName,
  initialValue,
  registerCount,
  registerScalars,
  sm1ConstantLimit,
} from './sm1-constants.ts';
export { numberSm1Registers, packSm1Signature, toSm1Element } from './sm1-signatures.ts';
export { resourcesInside } from './struct-resources.ts';
export { legacySemantic, type RowClass, type SemanticRule, type SignatureDirection } from './system-semantics.ts';
export { type BindingOwner, elementKey, type ProgramUse, programUse } from './usage.ts';
