/** The type of the words that an instruction of models 4.0 to 5.1 writes. */
import { SM4_OPCODES, type Sm4OperandRow } from '../../isa/sm4/opcodes.ts';
import type { Sm4Step } from '../sm4/step.ts';

/** The type of the results of a step; undefined where the instruction moves any words. */
export function opcodeValueType({ mnemonic }: Sm4Step): 'f32' | 'i32' | 'u32' | undefined {
  const operands = SM4_OPCODES[mnemonic].operands as readonly Sm4OperandRow[];
  const type = operands.find(({ role }) => role === 'destination')?.type;
  switch (type) {
    case 'i32':
      return 'i32';
    case 'f32':
      return 'f32';
    case 'u32':
    case 'bool':
    case 'bits':
      return 'u32';
    default:
      return undefined;
  }
}
