/**
 * The components that operands of inputs and outputs select, as Microsoft's validator reads them.
 *
 * Not for: whether that is declared.
 */
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../../../isa/sm4/operands.ts';
import { Sm4ComponentCount, Sm4OperandToken, Sm4SelectionMode } from '../../../../isa/sm4/tokens.ts';
import { REGISTER_FILES } from './state.ts';

/** First bit above those of a mask, for swizzles and component numbers. */
const FOREIGN = 4;

/**
 * The components that a declaration names. Where the operand is no mask, its swizzle or component number is taken
 * as one, in bits that no mask has (source: oracle); an operand without components names none.
 */
export function maskOf(token: number): number {
  if (Sm4OperandToken.componentCount.get(token) !== Sm4ComponentCount.four) return 0;
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.mask) return Sm4OperandToken.mask.get(token);
  return mode === Sm4SelectionMode.swizzle
    ? Sm4OperandToken.swizzle.get(token) << FOREIGN
    : Sm4OperandToken.select.get(token) << FOREIGN;
}

/**
 * The components that an instruction reads or writes: all that a swizzle names, even those that the destination mask
 * drops.
 */
export function readComponents(token: number): number {
  if (Sm4OperandToken.componentCount.get(token) !== Sm4ComponentCount.four) return 0;
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.mask) return Sm4OperandToken.mask.get(token);
  if (mode === Sm4SelectionMode.selectOne) return 1 << Sm4OperandToken.select.get(token);
  const swizzle = Sm4OperandToken.swizzle.get(token);
  return (1 << (swizzle & 3)) | (1 << ((swizzle >> 2) & 3)) | (1 << ((swizzle >> 4) & 3)) | (1 << (swizzle >> 6));
}

/** Whether a source selects components one by one. */
export function selectsComponents(token: number): boolean {
  return (
    Sm4OperandToken.componentCount.get(token) === Sm4ComponentCount.four &&
    Sm4OperandToken.selection.get(token) !== Sm4SelectionMode.mask
  );
}

/** The file of an operand type (one of {@link REGISTER_FILES}); absent: its registers are not inputs or outputs. */
export const FILE_OF_TYPE: readonly (number | undefined)[] = filesByType();

function filesByType(): (number | undefined)[] {
  const files: number[] = [];
  for (const [name, kind] of Object.entries(REGISTER_FILES))
    files[SM4_OPERAND_TYPES[name as Sm4OperandTypeName].code] = kind;
  return files;
}

/** How a listing begins the names of the registers in a file. */
export function prefixOf(kind: number): string {
  return PREFIXES[kind] ?? SM4_OPERAND_TYPES.output.prefix;
}

const PREFIXES: readonly string[] = [
  SM4_OPERAND_TYPES.input.prefix,
  SM4_OPERAND_TYPES.inputControlPoint.prefix,
  SM4_OPERAND_TYPES.outputControlPoint.prefix,
  SM4_OPERAND_TYPES.inputPatchConstant.prefix,
];

/** Which index is the register: the one after the vertex, where there is one. */
export function registerIndex(slot: Sm4OperandSlot): number {
  return slot.indexCount > 1 ? 1 : 0;
}
