/** How listings of models 4.0 to 5.1 spell the registers of resources. Readers of declarations do not carry it. */
import type { Sm4ResourceType } from './declarations.ts';
import { SM4_OPERAND_TYPES } from './operands.ts';

/** The prefixes in listings of the registers that a resource is bound to. */
export const SM4_RESOURCE_PREFIXES: Readonly<Record<Sm4ResourceType, string>> = {
  cbv: SM4_OPERAND_TYPES.constantBuffer.prefix,
  sampler: SM4_OPERAND_TYPES.sampler.prefix,
  srv: SM4_OPERAND_TYPES.resource.prefix,
  uav: SM4_OPERAND_TYPES.unorderedAccessView.prefix,
};
