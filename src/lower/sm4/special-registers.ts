/** Registers without a number, as modules name them. */
import type { IrSpecial } from '../../ir/index.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';

const TYPES = SM4_OPERAND_TYPES;

/** Registers without a number, by operand type. */
export const SPECIALS: ReadonlyMap<number, IrSpecial> = /* @__PURE__ */ new Map(
  Object.entries({
    inputPrimitiveId: 'primitiveId',
    inputThreadId: 'threadId',
    inputThreadGroupId: 'threadGroupId',
    inputThreadIdInGroup: 'threadIdInGroup',
    inputThreadIdInGroupFlattened: 'threadIdInGroupFlattened',
    inputCoverageMask: 'coverage',
    innerCoverage: 'innerCoverage',
    inputGsInstanceId: 'instanceId',
    outputControlPointId: 'outputPointId',
    inputForkInstanceId: 'forkInstanceId',
    inputJoinInstanceId: 'joinInstanceId',
    inputDomainPoint: 'domainPoint',
    cycleCounter: 'cycleCounter',
    outputDepth: 'depth',
    outputDepthGreaterEqual: 'depthGreaterEqual',
    outputDepthLessEqual: 'depthLessEqual',
    outputStencilRef: 'stencilReference',
    outputCoverageMask: 'coverage',
  } satisfies Partial<Record<Sm4OperandTypeName, IrSpecial>>).map(([name, special]) => [
    TYPES[name as Sm4OperandTypeName].code,
    special,
  ]),
);
