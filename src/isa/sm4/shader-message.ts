/**
 * Debug messages, which HLSL's `printf` and `errorf` compile to: data blocks with a format string and operands.
 * Source: the public tokenized program format header; what makes a block unreadable: oracle.
 */
import { bytesOf, stringAt } from '../../base/words.ts';
import type { Sm4Cursor } from './cursor.ts';

/** DWORDs of the block before the operands, including the two of every data block. */
export const SM4_MESSAGE_HEADER_WORDS = 7;
/** D3D11_SB_SHADER_MESSAGE_FORMAT: the only one that is used. */
export const SM4_MESSAGE_PRINTF = 1;
/** The HLSL functions, and the ids of their messages in the debug layer's queue. */
export const SM4_MESSAGE_IDS = { printf: 0x20_0102, errorf: 0x20_0103 } as const;
const FUNCTIONS: ReadonlyMap<number, string> = new Map(Object.entries(SM4_MESSAGE_IDS).map(([name, id]) => [id, name]));

export interface Sm4Message {
  /** The HLSL function, or undefined for an unknown id or style. */
  readonly function: string | undefined;
  /** Whether {@link format} is a `printf` format; other styles are not known. */
  readonly isPrintf: boolean;
  /** The format string, one character per byte. */
  readonly format: string;
  readonly operandCount: number;
  /** DWORD index of the first operand. */
  readonly operands: number;
  /** DWORD index after the last operand. */
  readonly operandsEnd: number;
}

export function readSm4Message(cursor: Sm4Cursor): Sm4Message | undefined {
  const { start, end } = cursor;
  if (end - start < SM4_MESSAGE_HEADER_WORDS) return undefined;
  const [id, style, characters, operandCount, operandWords] = [2, 3, 4, 5, 6].map((i) => cursor.word(start + i));
  const operands = start + SM4_MESSAGE_HEADER_WORDS;
  const operandsEnd = operands + operandWords!;
  if (operandsEnd > end || 4 * (end - operandsEnd) < characters! + 1) return undefined;
  return {
    function: style === SM4_MESSAGE_PRINTF ? FUNCTIONS.get(id!) : undefined,
    isPrintf: style === SM4_MESSAGE_PRINTF,
    format: stringAt(bytesOf(cursor.program.words.subarray(operandsEnd, end)), 0),
    operandCount: operandCount!,
    operands,
    operandsEnd,
  };
}
