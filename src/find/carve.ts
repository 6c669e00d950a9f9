/**
 * Carving: finds DXBC containers and token streams of shader model 1-3 at any offset in bytes of unknown format. The
 * bytes are read in windows, once, and time is linear in them.
 *
 * Not for: formats that have a reader (readers/), whose shaders have names.
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { MAX_CARVED_STREAM, MAX_CHUNKS, MAX_FOUND_SHADER } from '../base/limits.ts';
import { SM1_PIXEL, SM1_VERTEX, Sm1Version } from '../base/profile.ts';
import { u32At, wordsOf } from '../base/words.ts';
import { verifyChecksum } from '../container/digest.ts';
import { CHUNK_HEADER_SIZE, DXBC_TAG, HEADER_SIZE, VERSION_OFFSET } from '../container/dxbc.ts';
import {
  isSm1Literal,
  SM1_COMMENT,
  SM1_END,
  type Sm1OperandRow,
  sm1HasOpcode,
  sm1OpcodeRow,
  sm1Operands,
} from '../isa/sm1/opcodes.ts';
import { SM1_REGISTER_BY_CODE, SM1_REGISTERS } from '../isa/sm1/registers.ts';
import {
  Sm1CommentToken,
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1VersionToken,
  sm1RegisterType,
} from '../isa/sm1/tokens.ts';
import { DX0307, DX0308, DX0314 } from './messages.ts';
import { type RandomAccessSource, readFrom } from './source.ts';

// Whether bytes are a token stream of shader model 1-3, so strictly that data which is none hardly passes: a published
// version, only opcodes that it has, the operands that each takes, registers that exist, something written, and the end
// token.

const { v1_1, v1_2, v1_3, v1_4, v2_0, v2_x, v2_sw, v3_0, v3_sw } = Sm1Version;

/** The low halves of version tokens that compilers write, by stage; 1_0 has the opcodes of 1_1. */
const VERSIONS: Readonly<Record<'vs' | 'ps', ReadonlySet<number>>> = {
  vs: new Set([v1_1, v2_0, v2_x, v2_sw, v3_0, v3_sw]),
  ps: new Set([v1_1, v1_2, v1_3, v1_4, v2_0, v2_x, v2_sw, v3_0, v3_sw]),
};
const VERSION_1_0 = 0x100;

/** Bit 31, which parameter tokens have and instruction tokens do not. */
const MARK = 0x8000_0000;
const ADDRESS = SM1_REGISTERS.addressOrTexture.code;
const LOOP = SM1_REGISTERS.loop.code;
const PREDICATE = SM1_REGISTERS.predicate.code;

export interface Sm1Attempt {
  /** Whether the words begin with a stream. */
  readonly passed: boolean;
  /** DWORDs of the stream up to and including the end token, or DWORDs that were read until it was none. */
  readonly length: number;
}

/** Whether the low half of a version token belongs to a published version of the stage in its high half. */
export function isPublishedSm1Version(token: number): boolean {
  const stage = token >>> 16 === SM1_VERTEX ? 'vs' : token >>> 16 === SM1_PIXEL ? 'ps' : undefined;
  if (stage === undefined) return false;
  const version = token & 0xffff;
  return version === VERSION_1_0 || VERSIONS[stage].has(version);
}

/** Reads the stream that begins with the first of `words`, strictly. */
export function carveSm1(words: Uint32Array): Sm1Attempt {
  const token = words[0] ?? 0;
  if (!isPublishedSm1Version(token)) return { passed: false, length: 1 };
  const stage = token >>> 16 === SM1_VERTEX ? 'vs' : 'ps';
  const version = Math.max(token & 0xffff, v1_1);
  const hasLengths = Sm1VersionToken.major.get(token) >= 2;
  let writes = 0;
  let at = 1;
  while (at < words.length) {
    const word = words[at]!;
    if (word === SM1_END) return { passed: writes > 0, length: at + 1 };
    const opcode = word & 0xffff;
    if (opcode === SM1_COMMENT) {
      if ((word & MARK) !== 0) break;
      at += 1 + Sm1CommentToken.length.get(word);
      continue;
    }
    const row = sm1OpcodeRow(opcode);
    if (row === undefined || !sm1HasOpcode(row, stage, version)) break;
    if (Sm1InstructionToken.zero.test(word) || Sm1InstructionToken.reserved.test(word)) break;
    if (row.controls === undefined && Sm1InstructionToken.controls.get(word) !== 0) break;
    const predicated = Sm1InstructionToken.predicated.test(word);
    if (predicated && version < v2_x) break;
    const end = operandsEnd(words, at + 1, sm1Operands(row, version), predicated, hasLengths);
    if (end === undefined) break;
    if (Sm1InstructionToken.length.get(word) !== (hasLengths ? end - at - 1 : 0)) break;
    if (row.category !== 'declaration' && row.category !== 'constant' && row.operands[0]?.role === 'destination')
      writes++;
    at = end;
  }
  return { passed: false, length: Math.min(at, words.length) };
}

/** The index after the operands at `at`; undefined if they are not those of the opcode. */
function operandsEnd(
  words: Uint32Array,
  at: number,
  operands: readonly Sm1OperandRow[],
  predicated: boolean,
  hasAddressTokens: boolean,
): number | undefined {
  let next = at;
  for (const operand of operands) {
    if (next >= words.length) return undefined;
    const token = words[next++]!;
    if (isSm1Literal(operand)) continue;
    if ((token & MARK) === 0) return undefined;
    if (operand.role === 'attributes') continue;
    if (SM1_REGISTER_BY_CODE[sm1RegisterType(token)] === undefined) return undefined;
    if (operand.role === 'destination' && Sm1DestinationToken.mask.get(token) === 0) return undefined;
    if (hasAddressTokens && Sm1DestinationToken.relative.test(token) && !isRegister(words[next++], ADDRESS, LOOP))
      return undefined;
    if (operand.role === 'destination' && predicated && !isRegister(words[next++], PREDICATE, PREDICATE))
      return undefined;
  }
  return next <= words.length ? next : undefined;
}

/** Whether `token` is a source token that names a register of type `one` or `other`. */
function isRegister(token: number | undefined, one: number, other: number): boolean {
  if (token === undefined || (token & MARK) === 0) return false;
  const type = sm1RegisterType(token);
  return type === one || type === other;
}

/** A shader in bytes of unknown format. */
export interface CarvedShader {
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** Whether the digest is right; null for a token stream. */
  readonly digestMatches: boolean | null;
}

/** Bytes that are searched at a time. */
const WINDOW = 2 ** 20;
/** Offset of the size in the header of a container, in bytes. */
const SIZE_OFFSET = 24;
/**
 * Bytes of a token stream that are read first: words that are not aligned are copied, and most candidates end early.
 */
const FIRST_STREAM = 2 ** 12;
/** More DWORDs than the longest instruction has: one that ends after the bytes that were read is read again. */
const MAX_INSTRUCTION = 32;
/**
 * How much of the bytes may be read again for candidates that are no shaders: so many times their size, and the
 * allowance.
 */
const REREAD_FACTOR = 4;
const REREAD_ALLOWANCE = 2 ** 26;

/**
 * How far the byte after the last of four may be from the end of a candidate: 0 where the four bytes may be one. `DXBC`
 * ends with C, version tokens end with FE FF or FF FF.
 */
const SKIP = /* @__PURE__ */ skipTable();

function skipTable(): Uint8Array {
  const skip = new Uint8Array(256).fill(4);
  // Minor and major version, then the stage.
  for (const minor of [0, 1, 2, 3, 4, 0xff]) skip[minor] = 3;
  for (const major of [1, 2, 3]) skip[major] = 2;
  skip[0xfe] = 1;
  skip[0xff] = 0;
  [...'DXBC'].forEach((letter, i) => {
    skip[letter.charCodeAt(0)] = 3 - i;
  });
  return skip;
}

/**
 * Returns the shaders in `source` from `start` on, in order of their offsets. A shader inside another one is not
 * returned.
 *
 * @param diagnostics receives what could not be read, with offsets in `source`
 */
export async function* carve(
  source: RandomAccessSource,
  start: number,
  diagnostics: Diagnostics,
): AsyncGenerator<CarvedShader> {
  const { size } = source;
  /** Bytes that may still be read again. */
  let budget = REREAD_FACTOR * size + REREAD_ALLOWANCE;
  for (let at = start; at + 8 <= size; ) {
    const window = await readFrom(source, at, WINDOW);
    if (window.byteLength < 8) return;
    let next = 0;
    for (let i = nextCandidate(window, 0); i >= 0; i = nextCandidate(window, next)) {
      next = i + 1;
      const isDxbc = u32At(window, i) === DXBC_TAG;
      const attempt = isDxbc
        ? await carveContainer(source, at + i, window, i, diagnostics)
        : await carveStream(source, at + i, window, i);
      budget -= attempt.read;
      if (attempt.shader !== undefined) {
        yield attempt.shader;
        next = i + attempt.shader.bytes.byteLength;
        if (next >= window.byteLength) break;
      } else if (budget < 0) {
        diagnostics.report(DX0308, at + i, size);
        return;
      }
    }
    // The last bytes of a window may be the beginning of a candidate.
    at += Math.max(next, window.byteLength - 3);
  }
}

/** Bytes of all candidates that {@link firstShaderIn} reads. */
const MAX_FIRST_READ = 2 ** 26;

/**
 * The offset of the first shader in bytes in memory, as {@link carve} finds it; undefined where there is none. Digests
 * are not computed: it is for messages.
 */
export function firstShaderIn(bytes: Uint8Array): number | undefined {
  let left = MAX_FIRST_READ;
  for (let at = nextCandidate(bytes, 0); at >= 0 && left > 0; at = nextCandidate(bytes, at + 1)) {
    if (u32At(bytes, at) === DXBC_TAG) {
      const header = bytes.subarray(at, at + HEADER_SIZE);
      const tableEnd = tableEndOf(header) ?? 0;
      const declared = u32At(header, SIZE_OFFSET);
      const table = bytes.subarray(at, at + tableEnd);
      left -= HEADER_SIZE + tableEnd;
      if (tableEnd > 0 && at + declared <= bytes.byteLength && areOffsetsPlausible(table, declared)) return at;
      continue;
    }
    const { passed, length } = carveSm1(wordsOf(bytes.subarray(at, at + FIRST_STREAM)));
    if (passed) return at;
    // An instruction may end beyond the bytes that were given.
    if (4 * length >= FIRST_STREAM && carveSm1(wordsOf(bytes.subarray(at, at + MAX_CARVED_STREAM))).passed) return at;
    left -= 4 * length >= FIRST_STREAM ? MAX_CARVED_STREAM : FIRST_STREAM;
  }
  return undefined;
}

/** Where the table of offsets ends whose size a sound header declares; undefined where `header` is none. */
function tableEndOf(header: Uint8Array): number | undefined {
  if (header.byteLength < HEADER_SIZE || u32At(header, VERSION_OFFSET) !== 1) return undefined;
  const count = u32At(header, SIZE_OFFSET + 4);
  const tableEnd = HEADER_SIZE + 4 * count;
  if (count === 0 || count > MAX_CHUNKS) return undefined;
  return u32At(header, SIZE_OFFSET) < tableEnd + CHUNK_HEADER_SIZE * count ? undefined : tableEnd;
}

/** The offset of the next candidate in `window` from `from` on; -1 when there is none. */
function nextCandidate(window: Uint8Array, from: number): number {
  const end = window.byteLength;
  for (let at = from + 3; at < end; ) {
    const skip = SKIP[window[at]!]!;
    if (skip !== 0) {
      at += skip;
      continue;
    }
    const word = u32At(window, at - 3);
    if (word === DXBC_TAG || isPublishedSm1Version(word)) return at - 3;
    // 0xff may be the third byte or the first one, too.
    at++;
  }
  return -1;
}

/** A shader, or none; and how many bytes were read for it. */
interface Attempt {
  readonly shader: CarvedShader | undefined;
  readonly read: number;
}

function none(read: number): Attempt {
  return { shader: undefined, read };
}

/** The bytes from `offset` on of `source`, from the window where it has them. */
function bytesAt(
  source: RandomAccessSource,
  offset: number,
  length: number,
  window: Uint8Array,
  inWindow: number,
): Uint8Array | Promise<Uint8Array> {
  return inWindow + length <= window.byteLength
    ? window.subarray(inWindow, inWindow + length)
    : readFrom(source, offset, length);
}

async function carveStream(
  source: RandomAccessSource,
  offset: number,
  window: Uint8Array,
  inWindow: number,
): Promise<Attempt> {
  let bytes = window.subarray(inWindow);
  let read = Math.min(bytes.byteLength, FIRST_STREAM);
  let attempt = carveSm1(wordsOf(bytes, 0, read));
  if (!attempt.passed && 4 * (attempt.length + MAX_INSTRUCTION) > read) {
    if (bytes.byteLength < MAX_CARVED_STREAM && offset + bytes.byteLength < source.size)
      bytes = await readFrom(source, offset, MAX_CARVED_STREAM);
    read = Math.min(bytes.byteLength, MAX_CARVED_STREAM);
    attempt = carveSm1(wordsOf(bytes, 0, read));
  } else read = 4 * attempt.length;
  if (!attempt.passed) return none(read);
  return { shader: { offset, bytes: bytes.subarray(0, 4 * attempt.length), digestMatches: null }, read };
}

async function carveContainer(
  source: RandomAccessSource,
  offset: number,
  window: Uint8Array,
  inWindow: number,
  diagnostics: Diagnostics,
): Promise<Attempt> {
  const header = await bytesAt(source, offset, HEADER_SIZE, window, inWindow);
  const tableEnd = tableEndOf(header);
  if (tableEnd === undefined) return none(HEADER_SIZE);
  const declared = u32At(header, SIZE_OFFSET);
  const available = source.size - offset;
  const table = await bytesAt(source, offset, tableEnd, window, inWindow);
  let read = tableEnd;
  if (table.byteLength < tableEnd || !areOffsetsPlausible(table, declared)) return none(read);
  if (declared > available) {
    diagnostics.report(DX0314, offset, source.size, { declared, available });
    return none(read);
  }
  if (declared > MAX_FOUND_SHADER) {
    diagnostics.report(DX0307, offset, offset + HEADER_SIZE, { size: declared, limit: MAX_FOUND_SHADER });
    return none(read);
  }
  const bytes = await bytesAt(source, offset, declared, window, inWindow);
  if (bytes.byteLength < declared) return none(read);
  read += declared;
  const digestMatches = verifyChecksum(bytes).kind !== undefined;
  if (!digestMatches && !hasNoGaps(bytes)) return none(read);
  return { shader: { offset, bytes, digestMatches }, read };
}

/** Whether the offsets of chunks lie after the table, inside the container, and are different. */
function areOffsetsPlausible(table: Uint8Array, declared: number): boolean {
  for (let at = HEADER_SIZE; at < table.byteLength; at += 4) {
    const offset = u32At(table, at);
    if (offset < table.byteLength || offset + CHUNK_HEADER_SIZE > declared) return false;
  }
  return true;
}

/** Whether the chunks follow each other from the table to the end, as compilers write them. */
function hasNoGaps(bytes: Uint8Array): boolean {
  const count = u32At(bytes, SIZE_OFFSET + 4);
  let end = HEADER_SIZE + 4 * count;
  for (let i = 0; i < count; i++) {
    if (u32At(bytes, HEADER_SIZE + 4 * i) !== end) return false;
    end += CHUNK_HEADER_SIZE + u32At(bytes, end + 4);
    if (end > bytes.byteLength) return false;
  }
  return end === bytes.byteLength;
}
