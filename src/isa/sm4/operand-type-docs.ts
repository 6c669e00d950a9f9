/** A few words about each operand type of shader models 4 to 5.1. Not for: its spelling in listings (operands.ts). */
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from './operands.ts';

export const SM4_OPERAND_TYPE_DOCS: Readonly<Record<Sm4OperandTypeName, string>> = {
  temp: 'temporary register',
  input: 'input register',
  output: 'output register',
  indexableTemp: 'array of temporary registers',
  immediate32: '32-bit literal',
  immediate64: '64-bit literal',
  sampler: 'sampler',
  resource: 'shader resource view',
  constantBuffer: 'constant buffer',
  immediateConstantBuffer: 'immediate constant buffer',
  label: 'label of a subroutine',
  inputPrimitiveId: 'primitive id',
  outputDepth: 'depth output',
  null: 'discards a result',
  rasterizer: 'sample positions of the render target',
  outputCoverageMask: 'coverage mask output',
  stream: 'geometry shader output stream',
  functionBody: 'function body',
  functionTable: 'function table',
  interface: 'interface pointer',
  functionInput: 'input of a library function',
  functionOutput: 'output of a library function',
  outputControlPointId: 'output control point id',
  inputForkInstanceId: 'instance of a fork phase',
  inputJoinInstanceId: 'instance of a join phase',
  inputControlPoint: 'input control point',
  outputControlPoint: 'output control point',
  inputPatchConstant: 'patch constant input',
  inputDomainPoint: 'location in the domain',
  thisPointer: 'data of a class instance',
  unorderedAccessView: 'unordered access view',
  groupSharedMemory: 'group-shared memory',
  inputThreadId: 'thread id',
  inputThreadGroupId: 'thread group id',
  inputThreadIdInGroup: 'thread id in its group',
  inputCoverageMask: 'coverage mask input',
  inputThreadIdInGroupFlattened: 'thread id in its group as one number',
  inputGsInstanceId: 'geometry shader instance',
  outputDepthGreaterEqual: 'depth output, not nearer',
  outputDepthLessEqual: 'depth output, not farther',
  cycleCounter: 'cycle counter',
  outputStencilRef: 'stencil reference output',
  innerCoverage: 'inner coverage input',
};

/** Returns a few words about the operand type with number `code`; undefined for an unknown number. */
export function sm4OperandTypeDoc(code: number): string | undefined {
  for (const name of Object.keys(SM4_OPERAND_TYPES) as Sm4OperandTypeName[])
    if (SM4_OPERAND_TYPES[name].code === code) return SM4_OPERAND_TYPE_DOCS[name];
  return undefined;
}
