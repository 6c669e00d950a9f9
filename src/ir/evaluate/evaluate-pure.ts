/** Computes one pure operation of constants, for passes. */
import { IrModule } from '../module.ts';
import { Op } from '../ops.ts';
import type { IrType } from '../types.ts';
import { LANES, VALUE_WORDS } from './flow.ts';
import { HANDLERS } from './handlers.ts';
import { IrQuad } from './quad.ts';

export { LANES };

/** Operands that an operation may have here. */
const MAX_OPERANDS = 4;

/** A module with four values and the operation after them. */
let scratch: IrQuad | undefined;

function scratchQuad(): IrQuad {
  const module = new IrModule('ps', { version: [5, 0], profile: 'ps_5_0' });
  for (let i = 0; i <= MAX_OPERANDS; i++) module.ops.add(Op.undef, 0, 0, 0, 0, 0, 0);
  return new IrQuad(module, {});
}

/** A constant operand: its words, component by component. */
export interface ConstantOperand {
  readonly type: IrType;
  readonly words: readonly number[];
}

/** The words of the value, each once for every lane. The array is used again by the next call. */
export function evaluatePure(code: number, type: IrType, operands: readonly ConstantOperand[]): Uint32Array {
  scratch ??= scratchQuad();
  const { ops } = scratch.module;
  for (const [i, operand] of operands.entries()) {
    ops.type[i] = operand.type;
    for (const [k, word] of operand.words.entries()) {
      const start = VALUE_WORDS * i + k * LANES;
      scratch.words.fill(word, start, start + LANES);
    }
  }
  // Longer lists of earlier calls are not needed any more.
  ops.poolCount = 0;
  ops.code[MAX_OPERANDS] = code;
  ops.type[MAX_OPERANDS] = type;
  ops.setOperands(MAX_OPERANDS, [...operands.keys()]);
  HANDLERS[code]!(scratch, MAX_OPERANDS);
  return scratch.valueWords(MAX_OPERANDS);
}
