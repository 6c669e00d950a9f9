/** How messages name an operand of shader models 4.0 to 5.1. */
import type { Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPE_BY_CODE } from '../../isa/sm4/operands.ts';

/** The register of an operand, such as `r3`; of a type that does not exist, its number. */
export function registerText({ type, index0, indexCount }: Sm4OperandSlot): string {
  return `${SM4_OPERAND_TYPE_BY_CODE[type]?.prefix ?? `type ${type}`}${indexCount > 0 ? index0 >>> 0 : ''}`;
}
