/** Which instructions a listing numbers: those that a shader executes (source: oracle). */
import { Sm4CustomDataClass } from './names.ts';
import { SM4_OPCODE_BY_CODE } from './opcodes.ts';
import type { Sm4Program } from './program.ts';
import { sm4CustomDataClass } from './scan.ts';
import { Sm4OpcodeToken } from './tokens.ts';

/** Whether the instruction with this opcode token has a number in listings; declarations and data have none. */
export function sm4HasNumber(token: number): boolean {
  const row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(token)];
  if (row === undefined) return true;
  if (row.kind === 'custom') return sm4CustomDataClass(token) === Sm4CustomDataClass.shaderMessage;
  return row.kind === 'instruction' || row.kind === 'reserved';
}

/** Returns the number of each instruction in a listing; -1 where there is none. */
export function sm4LineNumbers({ words, starts, count }: Sm4Program): Int32Array {
  const numbers = new Int32Array(count);
  let next = 0;
  for (let i = 0; i < count; i++) numbers[i] = sm4HasNumber(words[starts[i]!]!) ? next++ : -1;
  return numbers;
}
