/** Reports what the evaluator of preshaders skips: unknown operations and registers, wrong counts, code that is cut off. */

import { type Diagnostics, hex } from '../../base/diagnostics.ts';
import { type PreshaderCode, PreshaderCursor } from '../../isa/preshader/code.ts';
import { PRESHADER_OPCODE_BY_CODE, preshaderOpcodeRow } from '../../isa/preshader/opcodes.ts';
import { PRESHADER_REGISTER_BY_CODE } from '../../isa/preshader/registers.ts';
import { DX0162, DX0163, DX0164, DX0165, DX0166 } from '../messages.ts';

/** The components of a register; instructions have no more. */
export const MAX_COMPONENTS = 4;

/**
 * Reports the instructions of `code` that are not evaluated, or not as they are.
 *
 * @param offset the byte at which the words of the code begin
 */
export function reportInstructions(code: PreshaderCode, offset: number, diagnostics: Diagnostics): void {
  const cursor = new PreshaderCursor(code);
  for (let i = 0; i < code.count; i++) {
    if (!cursor.next()) {
      const [start, end] = [offset + 4 * cursor.end, offset + 4 * code.end];
      diagnostics.report(DX0162, start, end, { count: code.count, found: i });
      return;
    }
    reportInstruction(cursor, offset, diagnostics);
  }
}

function reportInstruction(cursor: PreshaderCursor, offset: number, diagnostics: Diagnostics): void {
  const { opcode, inputCount, components, start, inputs, end } = cursor;
  const at = offset + 4 * start;
  const row = preshaderOpcodeRow(opcode);
  if (row === undefined) diagnostics.report(DX0163, at, at + 4, { opcode: hex(opcode) });
  else if (!row.variable && inputCount !== row.inputs.length) {
    const values = {
      mnemonic: PRESHADER_OPCODE_BY_CODE.get(opcode)!,
      found: inputCount,
      expected: row.inputs.length,
    };
    diagnostics.report(DX0164, at + 4, at + 8, values);
  }
  if (components > MAX_COMPONENTS) diagnostics.report(DX0165, at, at + 4, { count: components, limit: MAX_COMPONENTS });
  const { words } = cursor.code;
  for (let operand = inputs; operand < end; operand = cursor.after(operand)) {
    const pairs = words[operand]! + 1;
    for (let i = 0; i < pairs; i++) {
      const word = operand + 1 + 2 * i;
      if (PRESHADER_REGISTER_BY_CODE[words[word]!] !== undefined) continue;
      const byte = offset + 4 * word;
      diagnostics.report(DX0166, byte, byte + 4, { type: words[word]! });
    }
  }
}
