/**
 * The operand types of SM 4-5.1 (D3D10_SB_OPERAND_TYPE): one row each, from which the printer and the documentation
 * derive. Source of names and index spellings: oracle.
 */

/**
 * How a listing writes the indices of a type:
 * - `plain`: every immediate index follows without brackets (`r12`, `vThreadID7`);
 * - `array`: the first index follows without brackets, the others in brackets (`cb1[4]`, `x0[2]`);
 * - `input`: as `plain` with one index, all in brackets with more (`v3`, `v[0][3]`);
 * - `this`: in brackets with one index, as `array` with more (`this[2]`, `this2[1]`).
 *
 * An index with a register part is always in brackets.
 */
export type Sm4IndexStyle = 'plain' | 'array' | 'input' | 'this';

export interface Sm4OperandTypeRow {
  readonly code: number;
  /** The spelling before the indices in a listing. */
  readonly prefix: string;
  /** The prefix from SM 5.1 on, if it differs: there a range id follows instead of a register number. */
  readonly rangePrefix?: string;
  readonly indices: Sm4IndexStyle;
}

export const SM4_OPERAND_TYPES = {
  temp: { code: 0, prefix: 'r', indices: 'plain' },
  input: { code: 1, prefix: 'v', indices: 'input' },
  output: { code: 2, prefix: 'o', indices: 'input' },
  indexableTemp: { code: 3, prefix: 'x', indices: 'array' },
  immediate32: { code: 4, prefix: 'l', indices: 'plain' },
  immediate64: { code: 5, prefix: 'd', indices: 'plain' },
  sampler: { code: 6, prefix: 's', rangePrefix: 'S', indices: 'array' },
  resource: { code: 7, prefix: 't', rangePrefix: 'T', indices: 'array' },
  constantBuffer: { code: 8, prefix: 'cb', rangePrefix: 'CB', indices: 'array' },
  immediateConstantBuffer: { code: 9, prefix: 'icb', indices: 'plain' },
  label: { code: 10, prefix: 'label', indices: 'plain' },
  inputPrimitiveId: { code: 11, prefix: 'vPrim', indices: 'plain' },
  outputDepth: { code: 12, prefix: 'oDepth', indices: 'plain' },
  null: { code: 13, prefix: 'null', indices: 'plain' },
  rasterizer: { code: 14, prefix: 'rasterizer', indices: 'plain' },
  outputCoverageMask: { code: 15, prefix: 'oMask', indices: 'plain' },
  stream: { code: 16, prefix: 'm', indices: 'plain' },
  functionBody: { code: 17, prefix: 'fb', indices: 'plain' },
  functionTable: { code: 18, prefix: 'ft', indices: 'plain' },
  interface: { code: 19, prefix: 'fp', indices: 'array' },
  functionInput: { code: 20, prefix: 'iv', indices: 'array' },
  functionOutput: { code: 21, prefix: 'ov', indices: 'array' },
  outputControlPointId: { code: 22, prefix: 'vOutputControlPointID', indices: 'plain' },
  inputForkInstanceId: { code: 23, prefix: 'vForkInstanceID', indices: 'plain' },
  inputJoinInstanceId: { code: 24, prefix: 'vJoinInstanceID', indices: 'plain' },
  inputControlPoint: { code: 25, prefix: 'vicp', indices: 'input' },
  outputControlPoint: { code: 26, prefix: 'vocp', indices: 'input' },
  inputPatchConstant: { code: 27, prefix: 'vpc', indices: 'plain' },
  inputDomainPoint: { code: 28, prefix: 'vDomain', indices: 'plain' },
  thisPointer: { code: 29, prefix: 'this', indices: 'this' },
  unorderedAccessView: { code: 30, prefix: 'u', rangePrefix: 'U', indices: 'array' },
  groupSharedMemory: { code: 31, prefix: 'g', indices: 'plain' },
  inputThreadId: { code: 32, prefix: 'vThreadID', indices: 'plain' },
  inputThreadGroupId: { code: 33, prefix: 'vThreadGroupID', indices: 'plain' },
  inputThreadIdInGroup: { code: 34, prefix: 'vThreadIDInGroup', indices: 'plain' },
  inputCoverageMask: { code: 35, prefix: 'vCoverage', indices: 'plain' },
  inputThreadIdInGroupFlattened: {
    code: 36,
    prefix: 'vThreadIDInGroupFlattened',
    indices: 'plain',
  },
  inputGsInstanceId: { code: 37, prefix: 'vGSInstanceID', indices: 'plain' },
  outputDepthGreaterEqual: { code: 38, prefix: 'oDepthGE', indices: 'plain' },
  outputDepthLessEqual: { code: 39, prefix: 'oDepthLE', indices: 'plain' },
  cycleCounter: { code: 40, prefix: 'vCycleCounter', indices: 'plain' },
  outputStencilRef: { code: 41, prefix: 'oStencilRef', indices: 'plain' },
  innerCoverage: { code: 42, prefix: 'vInnerCoverage', indices: 'plain' },
} as const satisfies Record<string, Sm4OperandTypeRow>;

export type Sm4OperandTypeName = keyof typeof SM4_OPERAND_TYPES;

/** Inputs without a register number, by their names in modules. */
export const SM4_SPECIAL_INPUTS = {
  primitiveId: 'inputPrimitiveId',
  threadId: 'inputThreadId',
  threadGroupId: 'inputThreadGroupId',
  threadIdInGroup: 'inputThreadIdInGroup',
  threadIdInGroupFlattened: 'inputThreadIdInGroupFlattened',
  coverage: 'inputCoverageMask',
  innerCoverage: 'innerCoverage',
  instanceId: 'inputGsInstanceId',
  outputPointId: 'outputControlPointId',
  forkInstanceId: 'inputForkInstanceId',
  joinInstanceId: 'inputJoinInstanceId',
  domainPoint: 'inputDomainPoint',
  cycleCounter: 'cycleCounter',
} as const satisfies Readonly<Record<string, Sm4OperandTypeName>>;

/** Outputs without a register number, by their names in modules. */
export const SM4_SPECIAL_OUTPUTS = {
  depth: 'outputDepth',
  depthGreaterEqual: 'outputDepthGreaterEqual',
  depthLessEqual: 'outputDepthLessEqual',
  stencilReference: 'outputStencilRef',
  coverage: 'outputCoverageMask',
} as const satisfies Readonly<Record<string, Sm4OperandTypeName>>;

/** The rows by code; a code without a row is undefined. */
export const SM4_OPERAND_TYPE_BY_CODE: readonly (Sm4OperandTypeRow | undefined)[] = byCode();

function byCode(): (Sm4OperandTypeRow | undefined)[] {
  const rows: (Sm4OperandTypeRow | undefined)[] = [];
  for (const row of Object.values(SM4_OPERAND_TYPES)) rows[row.code] = row;
  return rows;
}

/** The upper bound of a range of registers that has none. */
export const SM4_UNBOUNDED = 0xffff_ffff;

export type Sm4ResourceType = 'cbv' | 'sampler' | 'srv' | 'uav';

/** The prefixes in listings of the registers that a resource is bound to. */
export const SM4_RESOURCE_PREFIXES: Readonly<Record<Sm4ResourceType, string>> = {
  cbv: SM4_OPERAND_TYPES.constantBuffer.prefix,
  sampler: SM4_OPERAND_TYPES.sampler.prefix,
  srv: SM4_OPERAND_TYPES.resource.prefix,
  uav: SM4_OPERAND_TYPES.unorderedAccessView.prefix,
};
