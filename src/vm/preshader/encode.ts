/**
 * Encodes preshaders. An unchanged preshader gives the bytes it was decoded from; a changed one replaces the code in
 * its holder, and the rest of the holder stays.
 */

import { Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../base/words.ts';
import { serializeConstantTable } from '../../chunks/ctab.ts';
import { readEditableContainer, setChunk, writeEditableContainer } from '../../container/edit.ts';
import { TAG } from '../../container/tags.ts';
import { type ChunkBytes, serializeContainer } from '../../container/write.ts';
import { encodePreshaderInstructions } from '../../isa/preshader/code.ts';
import { findSm1Comment, PRESHADER_STAGE, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { SM1_COMMENT, SM1_END } from '../../isa/sm1/opcodes.ts';
import { Sm1CommentToken, Sm1VersionToken } from '../../isa/sm1/tokens.ts';
import { type Preshader, preshaderStream } from './preshader.ts';

/** The payloads of the comments or chunks; undefined where there is none. */
interface Payloads {
  readonly code: Uint32Array;
  readonly literals: Uint32Array | undefined;
  /** Absent too where the table is the one of the source. */
  readonly constants: Uint8Array | undefined;
}

/**
 * Returns the bytes of `preshader` in its holder (the complete shader, for a comment of one), or, without a source, a
 * stream of comments in the first generation and a container in the second.
 *
 * @throws RangeError where a number is too large for its field, a comment too long, or a damaged container has other
 *   chunks now
 */
export function encodePreshader(preshader: Preshader): Uint8Array {
  const { source, constantTable, literals, literalCount, generation } = preshader;
  const payloads: Payloads = {
    code: encodePreshaderInstructions(preshader),
    literals: literals && Uint32Array.from([literalCount, ...literals]),
    constants:
      constantTable && constantTable !== source?.constantTable ? serializeConstantTable(constantTable) : undefined,
  };
  if (source === undefined) return generation === 1 ? newStream(payloads) : newContainer(payloads);
  return source.holder === 'container' ? intoContainer(source.bytes, payloads) : intoStream(source.bytes, payloads);
}

/** The profile of a preshader, as compilers write it. */
const VERSION = 0x0201;

function newStream({ code, literals, constants }: Payloads): Uint8Array {
  const words: number[] = [Sm1VersionToken.stage.set(VERSION, PRESHADER_STAGE)];
  const comment = (tag: number, data: Uint32Array | undefined) => {
    if (data) words.push(commentToken(data.length + 1), tag, ...data);
  };
  comment(Sm1CommentTag.constantTable, constants && wordsOf(constants));
  comment(Sm1CommentTag.literals, literals);
  comment(Sm1CommentTag.code, code);
  return bytesOf(Uint32Array.from([...words, SM1_END]));
}

function newContainer({ code, literals = Uint32Array.of(0), constants }: Payloads): Uint8Array {
  const chunks: ChunkBytes[] = [
    { tag: TAG.CTAB, data: constants ?? new Uint8Array(0) },
    { tag: TAG.CLI4, data: bytesOf(literals) },
    { tag: TAG.FXLC, data: bytesOf(code) },
  ];
  return serializeContainer(constants ? chunks : chunks.slice(1));
}

function intoContainer(bytes: Uint8Array, { code, literals, constants }: Payloads): Uint8Array {
  const diagnostics = new Diagnostics();
  const container = readEditableContainer(bytes, diagnostics);
  if (container === undefined) throw new RangeError('encodePreshader: the source has no container header');
  let { chunks } = container;
  const put = (tag: number, data: Uint8Array | undefined) => {
    const old = chunks.find((chunk) => chunk.tag === tag)?.data;
    // Bytes after the last complete DWORD of a chunk stay.
    const isUnchanged =
      old && data && data.byteLength === (old.byteLength & ~3) && old.every((byte, i) => byte === (data[i] ?? byte));
    if (data && !isUnchanged) chunks = setChunk(chunks, tag, data);
  };
  put(TAG.CTAB, constants);
  put(TAG.CLI4, literals && bytesOf(literals));
  put(TAG.FXLC, bytesOf(code));
  if (chunks === container.chunks) return bytes.slice();
  const written = writeEditableContainer({ ...container, chunks }, diagnostics);
  if (written === undefined) throw new RangeError(`encodePreshader: ${diagnostics.list.at(-1)?.message}`);
  return written;
}

function intoStream(bytes: Uint8Array, { code, literals, constants }: Payloads): Uint8Array {
  let words = [...wordsOf(bytes)];
  const put = (tag: number, data: Uint32Array | undefined) => {
    const { holder, start, end } = preshaderStream(Uint32Array.from(words));
    const span = data && findSm1Comment(Uint32Array.from(words), tag, start, end);
    if (data === undefined || (span && sameWords(words, span.start, span.end, data))) return;
    // A new comment comes right after the version token.
    const [from, to] = span ? [span.start - 2, span.end] : [start + 1, start + 1];
    const comment = [commentToken(data.length + 1), tag, ...data];
    words = [...words.slice(0, from), ...comment, ...words.slice(to)];
    // A comment in a comment makes that longer, too.
    if (holder === 'shader') words[start - 2] = commentToken(end - start + 1 + comment.length - (to - from));
  };
  put(Sm1CommentTag.code, code);
  put(Sm1CommentTag.literals, literals);
  put(Sm1CommentTag.constantTable, constants && wordsOf(constants));
  // Bytes after the last complete DWORD stay.
  const made = bytesOf(Uint32Array.from(words));
  const fullSize = bytes.byteLength & ~3;
  const out = new Uint8Array(made.byteLength + bytes.byteLength - fullSize);
  out.set(made);
  out.set(bytes.subarray(fullSize), made.byteLength);
  return out;
}

function sameWords(words: readonly number[], start: number, end: number, data: Uint32Array): boolean {
  return end - start === data.length && data.every((word, i) => word === words[start + i]);
}

/** The token of a comment with `length` DWORDs, its tag included. */
function commentToken(length: number): number {
  return Sm1CommentToken.length.set(SM1_COMMENT, length);
}
