/**
 * Debug messages: what HLSL's `printf` and `errorf` compile to, a data block with a format string and operands.
 * Source: the public tokenized program format header; what makes a block unreadable: oracle.
 */
import { bytesOf, stringAt } from '../../base/words.ts';
import type { Cursor } from './cursor.ts';

/** DWORDs of the block in front of the operands, the two of every data block included. */
const HEADER_WORDS = 7;
/** D3D11_SB_SHADER_MESSAGE_FORMAT: the only one that is used. */
const ANSI_PRINTF = 1;
/** The messages' ids in the debug layer's queue, and the functions that they come from. */
const FUNCTIONS: ReadonlyMap<number, string> = new Map([
  [0x20_0102, 'printf'],
  [0x20_0103, 'errorf'],
]);

export interface ShaderMessage {
  /** The HLSL function, or undefined where id or style are not known. */
  readonly function: string | undefined;
  /** Whether {@link format} is a `printf` format; other styles are not known. */
  readonly isPrintf: boolean;
  /** The format string, one character a byte. */
  readonly format: string;
  readonly operandCount: number;
  /** DWORD index of the first operand. */
  readonly operands: number;
  /** DWORD index behind the last operand. */
  readonly operandsEnd: number;
}

/** The message on which `cursor` stands, or undefined when its lengths do not fit. */
export function readShaderMessage(cursor: Cursor): ShaderMessage | undefined {
  const { start, end } = cursor;
  if (end - start < HEADER_WORDS) return undefined;
  const [id, style, characters, operandCount, operandWords] = [2, 3, 4, 5, 6].map((i) => cursor.word(start + i));
  const operands = start + HEADER_WORDS;
  const operandsEnd = operands + operandWords!;
  if (operandsEnd > end || 4 * (end - operandsEnd) < characters! + 1) return undefined;
  return {
    function: style === ANSI_PRINTF ? FUNCTIONS.get(id!) : undefined,
    isPrintf: style === ANSI_PRINTF,
    format: stringAt(bytesOf(cursor.program.words.subarray(operandsEnd, end)), 0),
    operandCount: operandCount!,
    operands,
    operandsEnd,
  };
}
