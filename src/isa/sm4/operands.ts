/**
 * The operand types of SM 4-5.1 (D3D10_SB_OPERAND_TYPE): one row each, from which the printer and the documentation
 * derive. Source of names and index spellings: oracle.
 */

/**
 * How a listing writes the indices of a type:
 * - `plain`: every immediate index follows bare (`r12`, `vThreadID7`);
 * - `array`: the first index follows bare, the others in brackets (`cb1[4]`, `x0[2]`);
 * - `input`: as `plain` with one index, all in brackets with more (`v3`, `v[0][3]`);
 * - `this`: in brackets with one index, as `array` with more (`this[2]`, `this2[1]`).
 * An index with a register part is always in brackets.
 */
export type Sm4IndexStyle = 'plain' | 'array' | 'input' | 'this';

export interface Sm4OperandTypeRow {
  readonly code: number;
  /** What a listing writes in front of the indices. */
  readonly prefix: string;
  /** The same from SM 5.1 on, where it differs: a range id instead of a register number. */
  readonly rangePrefix?: string;
  readonly indices: Sm4IndexStyle;
  readonly doc: string;
}

export const SM4_OPERAND_TYPES = {
  temp: { code: 0, prefix: 'r', indices: 'plain', doc: 'temporary register' },
  input: { code: 1, prefix: 'v', indices: 'input', doc: 'input register' },
  output: { code: 2, prefix: 'o', indices: 'input', doc: 'output register' },
  indexableTemp: { code: 3, prefix: 'x', indices: 'array', doc: 'array of temporary registers' },
  immediate32: { code: 4, prefix: 'l', indices: 'plain', doc: '32-bit literal' },
  immediate64: { code: 5, prefix: 'd', indices: 'plain', doc: '64-bit literal' },
  sampler: { code: 6, prefix: 's', rangePrefix: 'S', indices: 'array', doc: 'sampler' },
  resource: { code: 7, prefix: 't', rangePrefix: 'T', indices: 'array', doc: 'shader resource view' },
  constantBuffer: { code: 8, prefix: 'cb', rangePrefix: 'CB', indices: 'array', doc: 'constant buffer' },
  immediateConstantBuffer: { code: 9, prefix: 'icb', indices: 'plain', doc: 'immediate constant buffer' },
  label: { code: 10, prefix: 'label', indices: 'plain', doc: 'label of a subroutine' },
  inputPrimitiveId: { code: 11, prefix: 'vPrim', indices: 'plain', doc: 'primitive id' },
  outputDepth: { code: 12, prefix: 'oDepth', indices: 'plain', doc: 'depth output' },
  null: { code: 13, prefix: 'null', indices: 'plain', doc: 'discards a result' },
  rasterizer: { code: 14, prefix: 'rasterizer', indices: 'plain', doc: 'sample positions of the render target' },
  outputCoverageMask: { code: 15, prefix: 'oMask', indices: 'plain', doc: 'coverage mask output' },
  stream: { code: 16, prefix: 'm', indices: 'plain', doc: 'geometry shader output stream' },
  functionBody: { code: 17, prefix: 'fb', indices: 'plain', doc: 'function body' },
  functionTable: { code: 18, prefix: 'ft', indices: 'plain', doc: 'function table' },
  interface: { code: 19, prefix: 'fp', indices: 'array', doc: 'interface pointer' },
  functionInput: { code: 20, prefix: 'iv', indices: 'array', doc: 'input of a library function' },
  functionOutput: { code: 21, prefix: 'ov', indices: 'array', doc: 'output of a library function' },
  outputControlPointId: { code: 22, prefix: 'vOutputControlPointID', indices: 'plain', doc: 'output control point id' },
  inputForkInstanceId: { code: 23, prefix: 'vForkInstanceID', indices: 'plain', doc: 'instance of a fork phase' },
  inputJoinInstanceId: { code: 24, prefix: 'vJoinInstanceID', indices: 'plain', doc: 'instance of a join phase' },
  inputControlPoint: { code: 25, prefix: 'vicp', indices: 'input', doc: 'input control point' },
  outputControlPoint: { code: 26, prefix: 'vocp', indices: 'input', doc: 'output control point' },
  inputPatchConstant: { code: 27, prefix: 'vpc', indices: 'plain', doc: 'patch constant input' },
  inputDomainPoint: { code: 28, prefix: 'vDomain', indices: 'plain', doc: 'location in the domain' },
  thisPointer: { code: 29, prefix: 'this', indices: 'this', doc: 'data of a class instance' },
  unorderedAccessView: { code: 30, prefix: 'u', rangePrefix: 'U', indices: 'array', doc: 'unordered access view' },
  groupSharedMemory: { code: 31, prefix: 'g', indices: 'plain', doc: 'group-shared memory' },
  inputThreadId: { code: 32, prefix: 'vThreadID', indices: 'plain', doc: 'thread id' },
  inputThreadGroupId: { code: 33, prefix: 'vThreadGroupID', indices: 'plain', doc: 'thread group id' },
  inputThreadIdInGroup: { code: 34, prefix: 'vThreadIDInGroup', indices: 'plain', doc: 'thread id in its group' },
  inputCoverageMask: { code: 35, prefix: 'vCoverage', indices: 'plain', doc: 'coverage mask input' },
  inputThreadIdInGroupFlattened: {
    code: 36,
    prefix: 'vThreadIDInGroupFlattened',
    indices: 'plain',
    doc: 'thread id in its group as one number',
  },
  inputGsInstanceId: { code: 37, prefix: 'vGSInstanceID', indices: 'plain', doc: 'geometry shader instance' },
  outputDepthGreaterEqual: { code: 38, prefix: 'oDepthGE', indices: 'plain', doc: 'depth output, not nearer' },
  outputDepthLessEqual: { code: 39, prefix: 'oDepthLE', indices: 'plain', doc: 'depth output, not farther' },
  cycleCounter: { code: 40, prefix: 'vCycleCounter', indices: 'plain', doc: 'cycle counter' },
  outputStencilRef: { code: 41, prefix: 'oStencilRef', indices: 'plain', doc: 'stencil reference output' },
  innerCoverage: { code: 42, prefix: 'vInnerCoverage', indices: 'plain', doc: 'inner coverage input' },
} as const satisfies Record<string, Sm4OperandTypeRow>;

export type Sm4OperandTypeName = keyof typeof SM4_OPERAND_TYPES;

/** The rows by code; a code without a row is undefined. */
export const SM4_OPERAND_TYPE_BY_CODE: readonly (Sm4OperandTypeRow | undefined)[] = byCode();

function byCode(): (Sm4OperandTypeRow | undefined)[] {
  const rows: (Sm4OperandTypeRow | undefined)[] = [];
  for (const row of Object.values(SM4_OPERAND_TYPES)) rows[row.code] = row;
  return rows;
}

/** The upper bound of a range of registers that has none. */
export const SM4_UNBOUNDED = 0xffff_ffff;
