/**
 * The operand types of SM 4-5.1 (D3D10_SB_OPERAND_TYPE): one row each, from which the printer and the documentation
 * derive. Source of names and index spellings: oracle.
 */
import { enumerated } from '../../base/enumerated.ts';

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
  /** The same from SM 5.1 on, where it differs: a range id instead of a register number. */
  readonly rangePrefix?: string;
  readonly indices: Sm4IndexStyle;
}

export const SM4_OPERAND_TYPES = /* @__PURE__ */ enumerated({
  /*  0 */ temp: { prefix: 'r', indices: 'plain' },
  /*  1 */ input: { prefix: 'v', indices: 'input' },
  /*  2 */ output: { prefix: 'o', indices: 'input' },
  /*  3 */ indexableTemp: { prefix: 'x', indices: 'array' },
  /*  4 */ immediate32: { prefix: 'l', indices: 'plain' },
  /*  5 */ immediate64: { prefix: 'd', indices: 'plain' },
  /*  6 */ sampler: { prefix: 's', rangePrefix: 'S', indices: 'array' },
  /*  7 */ resource: { prefix: 't', rangePrefix: 'T', indices: 'array' },
  /*  8 */ constantBuffer: { prefix: 'cb', rangePrefix: 'CB', indices: 'array' },
  /*  9 */ immediateConstantBuffer: { prefix: 'icb', indices: 'plain' },
  /* 10 */ label: { prefix: 'label', indices: 'plain' },
  /* 11 */ inputPrimitiveId: { prefix: 'vPrim', indices: 'plain' },
  /* 12 */ outputDepth: { prefix: 'oDepth', indices: 'plain' },
  /* 13 */ null: { prefix: 'null', indices: 'plain' },
  /* 14 */ rasterizer: { prefix: 'rasterizer', indices: 'plain' },
  /* 15 */ outputCoverageMask: { prefix: 'oMask', indices: 'plain' },
  /* 16 */ stream: { prefix: 'm', indices: 'plain' },
  /* 17 */ functionBody: { prefix: 'fb', indices: 'plain' },
  /* 18 */ functionTable: { prefix: 'ft', indices: 'plain' },
  /* 19 */ interface: { prefix: 'fp', indices: 'array' },
  /* 20 */ functionInput: { prefix: 'iv', indices: 'array' },
  /* 21 */ functionOutput: { prefix: 'ov', indices: 'array' },
  /* 22 */ outputControlPointId: { prefix: 'vOutputControlPointID', indices: 'plain' },
  /* 23 */ inputForkInstanceId: { prefix: 'vForkInstanceID', indices: 'plain' },
  /* 24 */ inputJoinInstanceId: { prefix: 'vJoinInstanceID', indices: 'plain' },
  /* 25 */ inputControlPoint: { prefix: 'vicp', indices: 'input' },
  /* 26 */ outputControlPoint: { prefix: 'vocp', indices: 'input' },
  /* 27 */ inputPatchConstant: { prefix: 'vpc', indices: 'plain' },
  /* 28 */ inputDomainPoint: { prefix: 'vDomain', indices: 'plain' },
  /* 29 */ thisPointer: { prefix: 'this', indices: 'this' },
  /* 30 */ unorderedAccessView: { prefix: 'u', rangePrefix: 'U', indices: 'array' },
  /* 31 */ groupSharedMemory: { prefix: 'g', indices: 'plain' },
  /* 32 */ inputThreadId: { prefix: 'vThreadID', indices: 'plain' },
  /* 33 */ inputThreadGroupId: { prefix: 'vThreadGroupID', indices: 'plain' },
  /* 34 */ inputThreadIdInGroup: { prefix: 'vThreadIDInGroup', indices: 'plain' },
  /* 35 */ inputCoverageMask: { prefix: 'vCoverage', indices: 'plain' },
  /* 36 */ inputThreadIdInGroupFlattened: {
    prefix: 'vThreadIDInGroupFlattened',
    indices: 'plain',
  },
  /* 37 */ inputGsInstanceId: { prefix: 'vGSInstanceID', indices: 'plain' },
  /* 38 */ outputDepthGreaterEqual: { prefix: 'oDepthGE', indices: 'plain' },
  /* 39 */ outputDepthLessEqual: { prefix: 'oDepthLE', indices: 'plain' },
  /* 40 */ cycleCounter: { prefix: 'vCycleCounter', indices: 'plain' },
  /* 41 */ outputStencilRef: { prefix: 'oStencilRef', indices: 'plain' },
  /* 42 */ innerCoverage: { prefix: 'vInnerCoverage', indices: 'plain' },
} as const satisfies Record<string, Omit<Sm4OperandTypeRow, 'code'>>);

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
