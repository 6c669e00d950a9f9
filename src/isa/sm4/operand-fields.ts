/**
 * The selected components and the modifiers in the tokens of an operand, for the interpreter, lowering and printers.
 *
 * Not for: the rules of the validator.
 */
import { IDENTITY_SWIZZLE, replicateSwizzle } from '../components.ts';
import type { Sm4OperandSlot } from './cursor.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOperandToken,
  Sm4OperandModifier,
  Sm4OperandToken,
  Sm4SelectionMode,
} from './tokens.ts';

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

/** Whether an operand is negated. Numbers that name no modifier change nothing: listings print none, and any operand may have them (source: oracle). */
export function isNegated({ extension }: Sm4OperandSlot): boolean {
  const modifier = Sm4ExtendedOperandToken.modifier.get(extension);
  return modifier === Sm4OperandModifier.negate || modifier === Sm4OperandModifier.absoluteNegate;
}

/** Whether an operand is an absolute value, before it is negated. */
export function isAbsolute({ extension }: Sm4OperandSlot): boolean {
  const modifier = Sm4ExtendedOperandToken.modifier.get(extension);
  return modifier === Sm4OperandModifier.absolute || modifier === Sm4OperandModifier.absoluteNegate;
}
