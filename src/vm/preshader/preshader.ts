/**
 * Preshaders, texture shaders and expressions as editable data. Their holder is a stream of comments, a shader of
 * models 1 to 3, or the container of an expression in an effect of Direct3D 10 and 11.
 *
 *     const { value } = decodePreshader(bytes);
 *     const { outputs } = evaluatePreshader(value, { constants: { time: 0.5 } });
 *
 * Not for: what instructions compute (evaluate.ts), effects, whose readers give the bytes (container/fx).
 */

import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { type Diagnostic, Diagnostics, hex } from '../../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../base/words.ts';
import { type ConstantTable, readConstantTable } from '../../chunks/ctab.ts';
import { isContainer, readChunkDirectory } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import {
  decodePreshaderInstructions,
  expressionCode,
  type PreshaderCode,
  PreshaderCursor,
  type PreshaderInstruction,
  type PreshaderInstructions,
  preshaderCode,
  preshaderLiteralSize,
} from '../../isa/preshader/code.ts';
import {
  PRESHADER_OPCODE_BY_CODE,
  PRESHADER_REGISTER_BY_CODE,
  type PreshaderGeneration,
  preshaderOpcodeRow,
} from '../../isa/preshader/opcodes.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { DX0160, DX0161, DX0162, DX0163, DX0164, DX0165, DX0166, DX0167 } from '../messages.ts';

/** The components of a register; instructions have no more. */
export const MAX_COMPONENTS = 4;

/**
 * Reports the instructions of `code` that are not evaluated, or not as they are.
 *
 * @param offset the byte at which the words of the code begin
 */
function reportInstructions(code: PreshaderCode, offset: number, diagnostics: Diagnostics): void {
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

/** A preshader, a texture shader or an expression. */
export interface Preshader extends PreshaderInstructions {
  readonly generation: PreshaderGeneration;
  /** The variables and their registers; absent where there is no table. */
  readonly constantTable?: ConstantTable;
  /**
   * The words after the count of literals: doubles, the low word first, in the first generation; floats and integers in
   * the second. Absent where there is no comment or chunk of literals.
   */
  readonly literals?: Uint32Array;
  readonly literalCount: number;
  readonly instructions: readonly PreshaderInstruction[];
  /** Absent in a new one. */
  readonly source?: PreshaderSource;
}

/** The source of a {@link Preshader}: the encoder keeps all that is not changed. */
export interface PreshaderSource {
  readonly bytes: Uint8Array;
  readonly holder: PreshaderHolder;
  readonly constantTable: ConstantTable | undefined;
}

/** A stream of comments (a texture shader, too), a shader with a preshader in a comment, or a container. */
export type PreshaderHolder = 'stream' | 'shader' | 'container';

/**
 * Reads a preshader and reports what cannot be read or evaluated. Spans are bytes from the start of `bytes`.
 *
 * @param bytes a stream of comments (version token `FX` or a texture shader), a shader of models 1 to 3 whose comment
 *   PRES is read, or the container of an expression
 * @returns an undefined value where there is no code
 * @throws TypeError when `bytes` holds no bytes
 */
export function decodePreshader(bytes: ByteSource): {
  readonly value: Preshader | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  const input = toBytes(bytes, 'decodePreshader');
  const diagnostics = new Diagnostics();
  const found = isContainer(input) ? sectionsOfContainer(input, diagnostics) : sectionsOfStream(input, diagnostics);
  return { value: found && preshaderOf(input, found, diagnostics), diagnostics: diagnostics.list };
}

/** The holder of a preshader, and its parts. */
interface Sections {
  readonly holder: PreshaderHolder;
  readonly code: PreshaderCode;
  /** Byte offset of the words of the code in the input. */
  readonly offset: number;
  readonly constants: Uint8Array | undefined;
  /** The count and the words of literals. */
  readonly literals: Uint32Array | undefined;
}

function preshaderOf(bytes: Uint8Array, found: Sections, diagnostics: Diagnostics): Preshader {
  const { holder, code, offset, constants } = found;
  // A comment or chunk without a count is none.
  const literals = found.literals?.length ? found.literals : undefined;
  const constantTable = constants && readConstantTable(constants);
  const decoded = decodePreshaderInstructions(code);
  reportInstructions(code, offset, diagnostics);
  if (literals) {
    const available = Math.trunc((literals.length - 1) / preshaderLiteralSize(code.generation));
    if (literals[0]! > available)
      diagnostics.report(DX0167, 0, bytes.byteLength, { count: literals[0]!, found: available });
  }
  return {
    generation: code.generation,
    ...(constantTable && { constantTable }),
    ...(literals && { literals: literals.slice(1) }),
    literalCount: literals?.[0] ?? 0,
    ...decoded,
    source: { bytes, holder, constantTable },
  };
}

function sectionsOfContainer(input: Uint8Array, diagnostics: Diagnostics): Sections | undefined {
  const container = readChunkDirectory(input, diagnostics);
  const chunk = container?.find(TAG.FXLC);
  const literals = container?.find(TAG.CLI4)?.data;
  const code = chunk && expressionCode(chunk.data, literals);
  if (code === undefined) {
    diagnostics.report(DX0161, 0, input.byteLength, { tag: 'FXLC' });
    return undefined;
  }
  return {
    holder: 'container',
    code,
    offset: chunk!.data.byteOffset - input.byteOffset,
    constants: container?.find(TAG.CTAB)?.data,
    literals: literals && wordsOf(literals),
  };
}

function sectionsOfStream(input: Uint8Array, diagnostics: Diagnostics): Sections | undefined {
  const words = wordsOf(input);
  const { holder, start, end } = preshaderStream(words);
  const code = findSm1Comment(words, Sm1CommentTag.code, start, end);
  const literals = findSm1Comment(words, Sm1CommentTag.literals, start, end);
  const table = findSm1Comment(words, Sm1CommentTag.constantTable, start, end);
  const read = code && preshaderCode(1, words, code.start, code.end, words, literals?.start, literals?.end);
  if (read === undefined) {
    const row = code === undefined && table === undefined ? DX0160 : DX0161;
    diagnostics.report(row, 0, input.byteLength, { tag: 'FXLC', size: input.byteLength });
    return undefined;
  }
  return {
    holder,
    code: read,
    offset: 0,
    constants: table && bytesOf(words.slice(table.start, table.end)),
    literals: literals && words.slice(literals.start, literals.end),
  };
}

/** Where the comments of the preshader in `words` are, as DWORD indices. */
export function preshaderStream(words: Uint32Array): {
  readonly holder: PreshaderHolder;
  readonly start: number;
  readonly end: number;
} {
  const inner = findSm1Comment(words, Sm1CommentTag.preshader);
  if (inner === undefined) return { holder: 'stream', start: 0, end: words.length };
  return { holder: 'shader', ...inner };
}
