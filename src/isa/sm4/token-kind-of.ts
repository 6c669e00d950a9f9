/**
 * The kind of a token by its bits, where its location says only that it is the first of an instruction or operand, or an extension.
 *
 * Not for: the fields of each kind (token-kinds.ts).
 */
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, type Sm4Opcode } from './opcodes.ts';
import type { Sm4TokenKind } from './token-kinds.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOpcodeKind,
  Sm4ExtendedOpcodeToken,
  Sm4ExtendedOperandKind,
  Sm4ExtendedOperandToken,
  Sm4OpcodeToken,
  Sm4OperandToken,
} from './tokens.ts';

/** The kind of the first token of an instruction. */
export function sm4OpcodeKind(token: number): Sm4TokenKind {
  const code = Sm4OpcodeToken.opcode.get(token);
  if (code === SM4_OPCODES.customdata.code) return 'customData';
  const row: Sm4Opcode | undefined = SM4_OPCODE_BY_CODE[code];
  return row === undefined ? 'unknownOpcode' : (row.controls ?? 'plain');
}

/** The kind of an extended operand token. */
export function sm4OperandExtensionKind(token: number): Sm4TokenKind {
  const known = Sm4ExtendedOperandToken.kind.get(token) === Sm4ExtendedOperandKind.modifier;
  return known ? 'operandModifier' : 'operandExtension';
}

/** The kind of an extended opcode token. */
export function sm4ExtensionKind(token: number): Sm4TokenKind {
  switch (Sm4ExtendedOpcodeToken.kind.get(token)) {
    case Sm4ExtendedOpcodeKind.sampleControls:
      return 'sampleControls';
    case Sm4ExtendedOpcodeKind.resourceDimension:
      return 'extendedDimension';
    case Sm4ExtendedOpcodeKind.resourceReturnType:
      return 'extendedReturnType';
    default:
      return 'unknownExtension';
  }
}

const FOUR_COMPONENTS = ['operandMask', 'operandSwizzle', 'operandSelect', 'operandUnknownSelection'] as const;

/** The kind of the first token of an operand. */
export function sm4OperandKind(token: number): Sm4TokenKind {
  switch (Sm4OperandToken.componentCount.get(token)) {
    case Sm4ComponentCount.none:
      return 'operandBare';
    case Sm4ComponentCount.one:
      return 'operandScalar';
    case Sm4ComponentCount.four:
      return FOUR_COMPONENTS[Sm4OperandToken.selection.get(token)]!;
    default:
      return 'operandComponents';
  }
}
