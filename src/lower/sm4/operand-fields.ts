/** The fields of operands that lowering reads most: masks, swizzles, modifiers. */
import { IDENTITY_SWIZZLE, replicateSwizzle } from '../../isa/components.ts';
import type { Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPE_BY_CODE } from '../../isa/sm4/operands.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOperandToken,
  Sm4OperandModifier,
  Sm4OperandToken,
  Sm4SelectionMode,
} from '../../isa/sm4/tokens.ts';

/** The components that a destination has; of a register with one component or none, x. */
export function destinationMask({ token }: Sm4OperandSlot): number {
  const count = Sm4OperandToken.componentCount.get(token);
  if (count !== Sm4ComponentCount.four) return 1;
  return Sm4OperandToken.mask.get(token);
}

/** The component that is read for each of x, y, z, w, two bits each; of a register with one component or none, x. */
export function sourceSwizzle({ token }: Sm4OperandSlot): number {
  if (Sm4OperandToken.componentCount.get(token) !== Sm4ComponentCount.four) return 0;
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.swizzle) return Sm4OperandToken.swizzle.get(token);
  return mode === Sm4SelectionMode.selectOne ? replicateSwizzle(Sm4OperandToken.select.get(token)) : IDENTITY_SWIZZLE;
}

export function isNegated({ extension }: Sm4OperandSlot): boolean {
  return (Sm4ExtendedOperandToken.modifier.get(extension) & Sm4OperandModifier.negate) !== 0;
}

export function isAbsolute({ extension }: Sm4OperandSlot): boolean {
  return (Sm4ExtendedOperandToken.modifier.get(extension) & Sm4OperandModifier.absolute) !== 0;
}

/** How messages name an operand. */
export function registerText({ type, index0, indexCount }: Sm4OperandSlot): string {
  return `${SM4_OPERAND_TYPE_BY_CODE[type]?.prefix ?? `type ${type}`}${indexCount > 0 ? index0 >>> 0 : ''}`;
}
